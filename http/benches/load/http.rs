//! HTTP/1.1 by hand over one kept connection: as little work as can be, since both sides share the cores.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Result;

pub struct Http {
    stream: TcpStream,
    /// The head's lines that are the same for each call.
    head: String,
    buffer: Vec<u8>,
    out: String,
}

impl Http {
    /// `token`: the value of the session's cookie; empty for nobody.
    pub async fn open(at: SocketAddr, token: &str) -> Result<Self> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        let cookie =
            if token.is_empty() { String::new() } else { format!("cookie: kalender_jwt={token}\r\n") };
        let head = format!("host: {at}\r\n{cookie}content-type: application/json\r\n");
        Ok(Self { stream, head, buffer: Vec::with_capacity(64 * 1024), out: String::new() })
    }

    /// Calls and waits for the whole answer: its status and body.
    pub async fn call(&mut self, method: &str, path: &str, body: &str) -> Result<(u16, &[u8])> {
        use std::fmt::Write as _;
        self.out.clear();
        let length = body.len();
        write!(self.out, "{method} {path} HTTP/1.1\r\n{}content-length: {length}\r\n\r\n{body}", self.head)?;
        self.stream.write_all(self.out.as_bytes()).await?;
        self.buffer.clear();
        let (status, start, end) = loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server has closed a connection".into());
            }
            if let Some(start) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") {
                let head = std::str::from_utf8(&self.buffer[..start])?;
                let start = start + 4;
                break (status(head)?, start, start + length_of(head)?);
            }
        };
        while self.buffer.len() < end {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server has closed a connection".into());
            }
        }
        Ok((status, &self.buffer[start..end]))
    }

    /// As [`Http::call`] for what must succeed; answers the JSON.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<serde_json::Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        match self.call(method, path, &body).await? {
            (200..=299, []) => Ok(serde_json::Value::Null),
            (200..=299, body) => Ok(serde_json::from_slice(body)?),
            (status, body) => {
                Err(format!("{method} {path}: {status} {}", String::from_utf8_lossy(body)).into())
            }
        }
    }
}

fn status(head: &str) -> Result<u16> {
    Ok(head.split(' ').nth(1).ok_or("no status")?.parse()?)
}

fn length_of(head: &str) -> Result<usize> {
    let mut length = head.lines().filter_map(|line| line.split_once(':'));
    let length = length.rfind(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.map_or(Ok(0), |(_, value)| Ok(value.trim().parse()?))
}
