//! A connection to one of the other servers, in its own words: STOMP, NATS' text protocol, Centrifugo's JSON.

use std::net::SocketAddr;

use futures_util::stream::SplitStream;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Kind;
use crate::Result;

pub struct Line {
    kind: Kind,
    socket: WebSocketStream<TcpStream>,
}

impl Line {
    /// Connects and says who it is. `buffer`: bytes that are gathered before they are written.
    pub async fn open(kind: Kind, at: SocketAddr, buffer: usize) -> Result<Self> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        let path = match kind {
            Kind::RabbitMq => "/ws",
            Kind::Centrifugo => "/connection/websocket",
            _ => "/",
        };
        let mut request = format!("ws://{at}{path}").into_client_request()?;
        if kind.speaks_stomp() {
            let protocol = HeaderValue::from_static("v12.stomp");
            request.headers_mut().insert("sec-websocket-protocol", protocol);
        }
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(buffer);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut line = Self { kind, socket };
        match kind {
            Kind::Nats => {
                line.expect("INFO ").await?;
                let who = "CONNECT {\"verbose\":false,\"pedantic\":false,\"protocol\":1}\r\nPING\r\n";
                line.say(who.into()).await?;
                line.expect("PONG").await?;
            }
            Kind::Centrifugo => {
                line.say(json!({"id": 1, "connect": {}}).to_string()).await?;
                line.expect("\"connect\":").await?;
            }
            _ => {
                let who = "login:guest\npasscode:guest\nheart-beat:0,0\n\n\0";
                line.say(format!("CONNECT\naccept-version:1.2\nhost:/\n{who}")).await?;
                line.expect("CONNECTED").await?;
            }
        }
        Ok(line)
    }

    /// Subscribes and waits until it holds.
    pub async fn subscribe(&mut self, topic: &str) -> Result<()> {
        match self.kind {
            Kind::Nats => {
                self.say(format!("SUB {topic} 1\r\nPING\r\n")).await?;
                self.expect("PONG").await
            }
            Kind::Centrifugo => {
                self.say(json!({"id": 2, "subscribe": {"channel": topic}}).to_string()).await?;
                self.expect("\"subscribe\":").await
            }
            kind => {
                let (to, how) = (kind.destination(topic), kind.how());
                self.say(format!("SUBSCRIBE\nid:0\ndestination:{to}\n{how}ack:auto\nreceipt:s\n\n\0"))
                    .await?;
                self.expect("RECEIPT").await
            }
        }
    }

    async fn say(&mut self, text: String) -> Result<()> {
        self.socket.send(self.kind.message(text)).await?;
        Ok(())
    }

    async fn expect(&mut self, what: &str) -> Result<()> {
        loop {
            let message = self.socket.next().await.ok_or("a server has closed a socket")??;
            let text = String::from_utf8_lossy(&message.into_data()).into_owned();
            if text.contains(what) {
                return Ok(());
            }
            let is_refusal = ["ERROR", "-ERR", "\"error\""].iter().any(|word| text.contains(word));
            if is_refusal {
                return Err(format!("{}: {text}", self.kind.name()).into());
            }
        }
    }

    /// The socket alone; nothing may be under way to it.
    pub fn into_stream(self) -> TcpStream {
        self.socket.into_inner()
    }

    /// What only writes from now on; what is answered is to be read away.
    pub fn split(self) -> (Publisher, SplitStream<WebSocketStream<TcpStream>>) {
        let (sink, stream) = self.socket.split();
        (Publisher { kind: self.kind, sink }, stream)
    }
}

pub struct Publisher {
    kind: Kind,
    sink: futures_util::stream::SplitSink<WebSocketStream<TcpStream>, Message>,
}

impl Publisher {
    /// Puts a message into the buffer.
    pub async fn publish(&mut self, topic: &str, body: &str) -> Result<()> {
        let text = match self.kind {
            Kind::Nats => format!("PUB {topic} {}\r\n{body}\r\n", body.len()),
            Kind::Centrifugo => {
                format!(r#"{{"id":3,"publish":{{"channel":"{topic}","data":{body}}}}}"#)
            }
            kind => {
                let (to, how) = (kind.destination(topic), kind.how());
                format!("SEND\ndestination:{to}\n{how}content-type:application/json\n\n{body}\0")
            }
        };
        self.sink.feed(self.kind.message(text)).await?;
        Ok(())
    }

    /// Writes what is in the buffer.
    pub async fn flush(&mut self) -> Result<()> {
        Ok(self.sink.flush().await?)
    }
}

impl Kind {
    fn speaks_stomp(self) -> bool {
        matches!(self, Self::RabbitMq | Self::Artemis)
    }

    fn destination(self, topic: &str) -> String {
        if self == Self::RabbitMq { format!("/topic/{topic}") } else { topic.to_owned() }
    }

    /// The STOMP header that makes it a topic.
    fn how(self) -> &'static str {
        if self == Self::Artemis { "destination-type:MULTICAST\n" } else { "" }
    }

    fn message(self, text: String) -> Message {
        match self {
            Self::Nats => Message::Binary(Bytes::from(text)),
            _ => Message::Text(Utf8Bytes::from(text)),
        }
    }
}
