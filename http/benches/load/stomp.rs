//! A STOMP client over a WebSocket library: connects, subscribes, sends, and gives the bare socket away.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Result;

pub struct Stomp {
    socket: WebSocketStream<TcpStream>,
    subscriptions: usize,
}

impl Stomp {
    /// Connects without heart-beats.
    pub async fn open(at: SocketAddr, token: &str) -> Result<Self> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{at}/ws-notify").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", HeaderValue::from_str(&format!("kalender_jwt={token}"))?);
        headers.insert("sec-websocket-protocol", HeaderValue::from_static("v12.stomp"));
        // Small buffers: thousands of these live beside the server.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut stomp = Self { socket, subscriptions: 0 };
        stomp.write("CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:0,0\n\n\0".to_owned()).await?;
        stomp.expect("CONNECTED\n").await?;
        Ok(stomp)
    }

    /// Subscribes and waits until it holds; answers its number.
    pub async fn subscribe(&mut self, destination: &str) -> Result<usize> {
        self.subscribe_as(destination, "body:full").await
    }

    /// `how`: headers that say in which form it is wanted, a line each.
    pub async fn subscribe_as(&mut self, destination: &str, how: &str) -> Result<usize> {
        let n = self.subscriptions;
        self.subscriptions += 1;
        let frame = format!("SUBSCRIBE\nid:sub-{n}\ndestination:{destination}\n{how}\nreceipt:r{n}\n\n\0");
        self.write(frame).await?;
        // Others may come to be present meanwhile: their frames are not what is waited for.
        loop {
            let frame = self.read().await?;
            if frame.starts_with("RECEIPT\n") {
                return Ok(n);
            }
            if frame.starts_with("ERROR\n") || frame.contains("ACCESS_DENIED") {
                return Err(format!("{destination}: {frame}").into());
            }
        }
    }

    /// Listens no more to what was subscribed to under that number.
    pub async fn unsubscribe(&mut self, number: usize) -> Result<()> {
        self.write(format!("UNSUBSCRIBE\nid:sub-{number}\n\n\0")).await
    }

    /// Sends JSON; the answer comes on `/user/queue/reply`.
    pub async fn send(&mut self, destination: &str, body: &str) -> Result<()> {
        self.write(format!("SEND\ndestination:{destination}\ncontent-type:application/json\n\n{body}\0"))
            .await
    }

    async fn write(&mut self, frame: String) -> Result<()> {
        Ok(self.socket.send(Message::Text(frame.into())).await?)
    }

    /// The next frame.
    pub async fn read(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.socket.next().await.ok_or("the server has closed a socket")?? {
                Message::Text(frame) => return Ok(frame),
                Message::Close(_) => return Err("the server has closed a socket".into()),
                _ => {}
            }
        }
    }

    async fn expect(&mut self, start: &str) -> Result<()> {
        let frame = self.read().await?;
        if frame.starts_with(start) { Ok(()) } else { Err(frame.as_str().into()) }
    }

    /// The socket alone; nothing may be under way to it.
    pub fn into_stream(self) -> TcpStream {
        self.socket.into_inner()
    }
}
