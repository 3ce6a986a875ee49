//! A connection's stream, shared by the HTTP server and its live connection: the server reads from it and writes the
//! handshake's answer; from then on only the connection's [`Writer`] writes.
//!
//! They never write at the same time, whatever a client sends before the answer: the server flushes a stream exactly
//! when it has written everything, so the first flush after the answer was encoded is the moment from which the writer
//! may write ([`Shared::hand_over`]).

use std::cell::Cell;
use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actors::live::writer::{Sink, Writer};
use bytes::BufMut as _;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use metrics::counter;
use rustix::io::Errno;
use rustix::net::SendFlags;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use self::addresses::Place;
use self::inlet::{Inlet, Leave, Patience, Reason};

pub mod addresses;
pub mod inlet;

/// Deadline for a request's head, from the connection's start or the head's first byte.
pub const HEAD_PATIENCE: Duration = Duration::from_secs(15);
/// Longer than clients and balancers keep idle connections, so that they close first and no request meets a closed one.
pub const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long input is drained after the last answer.
pub const LINGER: Duration = Duration::from_secs(1);
/// A connection with unacknowledged bytes is ended after this time.
const TCP_PATIENCE: Duration = Duration::from_secs(30);

/// Answers to a client that got none before: its head is too long, or does not arrive.
const TOO_LONG: &str =
    "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const TOO_SLOW: &str = "HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// State of a stream that the server and a live connection share.
pub struct Shared {
    stream: Arc<TcpStream>,
    turn: Cell<Turn>,
    inlet: Inlet,
    /// Releases the address's slot when the connection is over.
    _place: Place,
}

/// Who may write.
#[derive(Default)]
enum Turn {
    #[default]
    Server,
    /// The writer, after the next flush.
    Handing(Arc<Writer>),
    Writer,
}

impl Shared {
    /// The connection for a writer.
    pub fn sink(&self) -> impl Sink + use<> {
        Socket(Arc::clone(&self.stream))
    }

    /// To be called when the handshake's answer is encoded and not flushed: `writer` is opened when it is sent.
    pub fn hand_over(&self, writer: Arc<Writer>) {
        self.turn.set(Turn::Handing(writer));
    }

    fn flushed(&self) {
        let turn = match self.turn.take() {
            Turn::Handing(writer) => {
                writer.open();
                Turn::Writer
            }
            turn => turn,
        };
        self.turn.set(turn);
    }

    fn is_servers(&self) -> bool {
        let turn = self.turn.take();
        let is_servers = !matches!(turn, Turn::Writer);
        self.turn.set(turn);
        is_servers
    }
}

/// A connection for the server.
pub struct Stream {
    pub shared: Rc<Shared>,
    /// Set when closing: until then input is drained.
    closing: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    pub fn of(stream: TcpStream, place: Place) -> Self {
        let socket = socket2::SockRef::from(&stream);
        let prepared =
            socket.set_tcp_nodelay(true).and_then(|()| socket.set_tcp_user_timeout(Some(TCP_PATIENCE)));
        if let Err(error) = prepared {
            tracing::debug!(%error, "a connection keeps its defaults");
        }
        let inlet = Inlet::new(Patience { head: HEAD_PATIENCE, rest: LINGER, idle: KEEP_ALIVE + LINGER });
        let shared = Shared { stream: Arc::new(stream), turn: Cell::default(), inlet, _place: place };
        Self { shared: Rc::new(shared), closing: None }
    }

    /// Stops reading; a client without any answer is told why.
    fn close(&mut self, why: Reason) {
        let answer = match why {
            Reason::TooLong => TOO_LONG,
            Reason::TooSlow => TOO_SLOW,
            Reason::Idle => "",
        };
        if why != Reason::Idle {
            counter!("http_malformed_total").increment(1);
            tracing::debug!(?why, "a request is not taken in");
        }
        if !self.shared.inlet.has_served() {
            // Best effort.
            let _ = self.shared.stream.try_write(answer.as_bytes());
            let _ = shut(&self.shared.stream, Shutdown::Write);
        }
        self.closing = Some(Box::pin(sleep(LINGER)));
    }

    /// Drains input, so that the answer is not lost by a reset; ends after a moment, or when the peer is gone.
    fn forget(&mut self, end: &mut Pin<Box<Sleep>>, cx: &mut Context<'_>) -> Poll<()> {
        let mut forgotten = [0; 4096];
        loop {
            if end.poll_unpin(cx).is_ready() {
                return Poll::Ready(());
            }
            match ready!(self.shared.stream.poll_read_ready(cx)) {
                Ok(()) => match self.shared.stream.try_read(&mut forgotten) {
                    Ok(0) => return Poll::Ready(()),
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Poll::Ready(()),
                    _ => {}
                },
                Err(_) => return Poll::Ready(()),
            }
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            if let Some(mut end) = this.closing.take() {
                let over = this.forget(&mut end, cx);
                this.closing = Some(end);
                // An untouched buffer means end of stream.
                return over.map(Ok);
            }
            let Shared { stream, inlet, .. } = &*this.shared;
            let room = match inlet.leave(cx) {
                Leave::Read(room) => room,
                Leave::Wait => return Poll::Pending,
                Leave::End(why) => {
                    this.close(why);
                    continue;
                }
            };
            match stream.poll_read_ready(cx)? {
                Poll::Ready(()) => {}
                Poll::Pending => match inlet.over(cx) {
                    Some(why) => {
                        this.close(why);
                        continue;
                    }
                    None => return Poll::Pending,
                },
            }
            match stream.try_read_buf(&mut (&mut *buf).limit(room)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(bytes) => {
                    inlet.took(bytes);
                    return Poll::Ready(Ok(()));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if !self.shared.is_servers() {
            return Poll::Ready(Err(io::Error::other("what is said live is the writer's to write")));
        }
        let stream = &self.shared.stream;
        loop {
            ready!(stream.poll_write_ready(cx))?;
            match stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.shared.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A live connection is shut down by its writer when everything is sent.
        Poll::Ready(if self.shared.is_servers() {
            shut(&self.shared.stream, Shutdown::Write)
        } else {
            Ok(())
        })
    }
}

fn shut(stream: &TcpStream, how: Shutdown) -> io::Result<()> {
    socket2::SockRef::from(stream).shutdown(how)
}

/// A connection for its writer.
struct Socket(Arc<TcpStream>);

impl Sink for Socket {
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match parts {
            // A direct call: the runtime's readiness state is elsewhere in memory and only needed when the socket is
            // full.
            [one] => match rustix::net::send(&*self.0, one, SendFlags::DONTWAIT | SendFlags::NOSIGNAL) {
                Err(Errno::WOULDBLOCK) => self.0.try_write(one),
                taken => Ok(taken?),
            },
            parts => self.0.try_write_vectored(parts),
        }
    }

    fn room(&self) -> BoxFuture<'_, io::Result<()>> {
        self.0.writable().boxed()
    }

    fn shut(&self, how: Shutdown) {
        // Fails only if it is closed already.
        let _ = shut(&self.0, how);
    }
}
