//! A connection's stream, which the server and what is live on it share: the server reads from it and writes the answer to the
//! handshake; from then on the connection's [`Writer`] alone writes to it.
//!
//! The two never write at once, whatever a client sends before it has the answer: the server asks a stream to flush when and
//! only when it has written all that it had, so the first flush after the answer was encoded is the moment from which on the
//! writer may write ([`Shared::hand_over`]).

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

/// Time to send a request's head, from the connection's beginning on or from the head's first byte.
pub const HEAD_PATIENCE: Duration = Duration::from_secs(15);
/// Longer than clients and balancers keep an idle connection: who closes first never meets a request on its way.
pub const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// What a client still sends after its last answer is read for this long.
pub const LINGER: Duration = Duration::from_secs(1);
/// Unacknowledged bytes end a connection after this long.
const TCP_PATIENCE: Duration = Duration::from_secs(30);

/// What a client hears that was not answered before: a head that is too long, or that does not come.
const TOO_LONG: &str =
    "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const TOO_SLOW: &str = "HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// What the server and a live connection share of one stream.
pub struct Shared {
    stream: Arc<TcpStream>,
    turn: Cell<Turn>,
    inlet: Inlet,
    /// Free again when the connection is over.
    _place: Place,
}

/// Whose it is to write.
#[derive(Default)]
enum Turn {
    #[default]
    Server,
    /// The writer's after the next flush.
    Handing(Arc<Writer>),
    Writer,
}

impl Shared {
    /// The connection as a writer writes to it.
    pub fn sink(&self) -> impl Sink + use<> {
        Socket(Arc::clone(&self.stream))
    }

    /// To be called when the answer to the handshake is encoded and not flushed yet: `writer` is opened when it is out.
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

/// A connection as the server has it.
pub struct Stream {
    pub shared: Rc<Shared>,
    /// Nothing more is taken in; what still comes is read and forgotten until then.
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

    /// Ends reading: who has not been answered at all hears why.
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
            // Whoever takes no answer goes without.
            let _ = self.shared.stream.try_write(answer.as_bytes());
            let _ = shut(&self.shared.stream, Shutdown::Write);
        }
        self.closing = Some(Box::pin(sleep(LINGER)));
    }

    /// What still comes is forgotten, so that the answer is not lost with it; over after a moment, or when the peer is gone.
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
                // Nothing was put into the buffer: the end.
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
        // A live connection is shut by its writer, when everything is out.
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

/// A connection as its writer has it.
struct Socket(Arc<TcpStream>);

impl Sink for Socket {
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match parts {
            // Asked by itself whether it takes anything: the runtime's own notes about it lie elsewhere in memory, and are looked at
            // only where it does not.
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
        // Fails only where it is already over.
        let _ = shut(&self.0, how);
    }
}
