//! A WebSocket by hand, for what no library does: half frames, silence, not reading.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::Result;

/// What the kernel keeps for one who does not read, in bytes: little, so that the rest waits at the server.
const KEPT: u32 = 16 * 1024;
/// In the second byte of a frame: a key of four bytes follows the length.
const MASKED: u8 = 0x80;
/// In place of the length: it follows in two bytes.
const TWO_BYTES: u8 = 0x7e;

pub struct Raw {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Raw {
    /// Shakes hands and says nothing yet. `at` is an IPv4 address, as the bench's servers have.
    pub async fn open(at: SocketAddr, token: &str) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(KEPT)?;
        let stream = socket.connect(at).await?;
        stream.set_nodelay(true)?;
        let mut raw = Self { stream, buffer: Vec::with_capacity(4 * 1024) };
        let request = format!(
            "GET /ws-notify HTTP/1.1\r\nhost: {at}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             sec-websocket-protocol: v12.stomp\r\ncookie: kalender_jwt={token}\r\n\r\n"
        );
        raw.write(request.as_bytes()).await?;
        raw.read_until(b"\r\n\r\n").await?;
        Ok(raw)
    }

    /// Shakes hands and connects; `beats`: what it says in `heart-beat`, whatever it does then.
    pub async fn connected(at: SocketAddr, token: &str, beats: &str) -> Result<Self> {
        let mut raw = Self::open(at, token).await?;
        raw.say(&connect(beats)).await?;
        raw.read_until(b"CONNECTED\n").await?;
        Ok(raw)
    }

    /// Subscribes and waits until it holds.
    pub async fn subscribe(&mut self, id: &str, destination: &str) -> Result<()> {
        let frame = format!("SUBSCRIBE\nid:{id}\ndestination:{destination}\nbody:full\nreceipt:r{id}\n\n\0");
        self.say(&frame).await?;
        self.read_until(format!("receipt-id:r{id}\n").as_bytes()).await
    }

    pub async fn say(&mut self, text: &str) -> Result<()> {
        let frame = masked(text)?;
        self.write(&frame).await
    }

    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Takes a byte, if one is there.
    pub fn sip(&self) {
        let _ = self.stream.try_read(&mut [0]);
    }

    /// Reads and answers nothing until the server ends the connection.
    pub async fn gone(&mut self) {
        self.buffer.clear();
        while let Ok(1..) = self.stream.read_buf(&mut self.buffer).await {
            self.buffer.clear();
        }
    }

    async fn read_until(&mut self, what: &[u8]) -> Result<()> {
        self.buffer.clear();
        while memchr::memmem::find(&self.buffer, what).is_none() {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                let (what, heard) = (String::from_utf8_lossy(what), String::from_utf8_lossy(&self.buffer));
                return Err(format!("a bad peer was ended before {what:?}: {heard}").into());
            }
        }
        Ok(())
    }
}

pub fn connect(beats: &str) -> String {
    format!("CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:{beats}\n\n\0")
}

/// A text frame as a client's: masked, with a key of zeros.
pub fn masked(text: &str) -> Result<Vec<u8>> {
    let mut frame = vec![0x81];
    if let Ok(length @ ..126) = u8::try_from(text.len()) {
        frame.push(MASKED | length);
    } else {
        frame.push(MASKED | TWO_BYTES);
        frame.extend_from_slice(&u16::try_from(text.len())?.to_be_bytes());
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(text.as_bytes());
    Ok(frame)
}
