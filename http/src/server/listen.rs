//! The server for people: `HttpServer` of actix-web, assembled here because a live connection shares its stream with
//! the server ([`crate::live::stream`]).

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;

use actix_http::error::{DispatchError, ParseError};
use actix_http::{HttpService, Protocol};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::AppConfig;
use metrics::counter;
use tokio::net::TcpStream;

use crate::live::stream::addresses::{Addresses, Place};
use crate::live::stream::{HEAD_PATIENCE, KEEP_ALIVE, LINGER, Stream};
use crate::server::app::{self, Parts};

/// Connections waiting to be accepted.
const BACKLOG: i32 = 4_096;

/// Serves people at `at`; answers the bound address. `server`: number of workers, and how it shuts down.
pub fn people(
    server: ServerBuilder,
    at: SocketAddr,
    parts: Parts,
    addresses: Arc<Addresses>,
) -> io::Result<(Server, SocketAddr)> {
    let listener = listener(at)?;
    let at = listener.local_addr()?;
    let ending = server.graceful_shutdown_signal();
    let server = server.listen("people", listener, move || {
        let ending = ending.clone();
        let app = app::build(parts.clone()).into_factory().map_err(|error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let ending = ending.clone();
                async move { ending.notified().await }
            })
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(HEAD_PATIENCE)
            .client_disconnect_timeout(LINGER)
            .local_addr(at)
            .on_connect_ext(|stream: &Stream, data| _ = data.insert(Rc::clone(&stream.shared)))
            .finish(map_config(app, |()| AppConfig::default()));
        let addresses = Arc::clone(&addresses);
        fn_service(move |stream: TcpStream| {
            let addresses = Arc::clone(&addresses);
            async move {
                let peer = stream.peer_addr().ok();
                let place = match peer {
                    Some(peer) => addresses.enter(peer.ip()).ok_or_else(|| crowded(peer))?,
                    None => Place::default(),
                };
                Ok::<_, DispatchError>((Stream::of(stream, place), Protocol::Http1, peer))
            }
        })
        .and_then(http)
        .map_err(ended)
    })?;
    Ok((server.run(), at))
}

/// The address has its maximum of connections.
fn crowded(peer: SocketAddr) -> DispatchError {
    counter!("http_connections_refused_total").increment(1);
    tracing::debug!(%peer, "an address has too many connections");
    DispatchError::DisconnectTimeout
}

/// Handles a connection that did not end well. Bad input of clients is counted, not logged as an error.
fn ended(error: DispatchError) {
    match error {
        DispatchError::Parse(ParseError::Io(error)) | DispatchError::Io(error) => {
            tracing::debug!(%error, "a connection broke off");
        }
        DispatchError::Parse(error) => {
            counter!("http_malformed_total").increment(1);
            tracing::debug!(%error, "a request cannot be read");
        }
        DispatchError::DisconnectTimeout | DispatchError::SlowRequestTimeout => {}
        error => tracing::error!(%error, "a connection ended"),
    }
}

fn listener(at: SocketAddr) -> io::Result<TcpListener> {
    let socket = socket2::Socket::new(
        socket2::Domain::for_address(at),
        socket2::Type::STREAM,
        Some(socket2::Protocol::TCP),
    )?;
    socket.set_reuse_address(true)?;
    socket.bind(&at.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}
