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

    /// To another program: `lines` are the same in each request's head, each with its end.
    pub async fn to_other(at: SocketAddr, lines: &str) -> Result<Self> {
        Ok(Self { head: format!("host: {at}\r\n{lines}"), ..Self::open(at, "").await? })
    }

    /// The head of the last answer.
    pub fn head(&self) -> &str {
        let end = memchr::memmem::find(&self.buffer, b"\r\n\r\n").unwrap_or_default();
        std::str::from_utf8(&self.buffer[..end]).unwrap_or_default()
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
                let (status, chunked, length) = (status(head)?, is_chunked(head), length_of(head)?);
                let start = start + 4;
                if chunked {
                    return Ok((status, self.chunks(start).await?));
                }
                break (status, start, start + length);
            }
        };
        while self.buffer.len() < end {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server has closed a connection".into());
            }
        }
        Ok((status, &self.buffer[start..end]))
    }

    /// The rest of an answer in chunks, which begin at `start`: its body in one piece.
    async fn chunks(&mut self, start: usize) -> Result<&[u8]> {
        loop {
            if let Some(body) = joined(&self.buffer[start..])? {
                self.buffer.truncate(start);
                self.buffer.extend_from_slice(&body);
                return Ok(&self.buffer[start..]);
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server has closed a connection".into());
            }
        }
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

fn is_chunked(head: &str) -> bool {
    head.lines().any(|line| line.eq_ignore_ascii_case("transfer-encoding: chunked"))
}

/// The chunks of a body in one piece; none while some of them are missing.
fn joined(mut rest: &[u8]) -> Result<Option<Vec<u8>>> {
    let mut body = Vec::with_capacity(rest.len());
    loop {
        let Some(end) = memchr::memmem::find(rest, b"\r\n") else { return Ok(None) };
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end])?.trim(), 16)?;
        let Some(chunk) = rest.get(end + 2..end + 2 + size) else { return Ok(None) };
        let Some(after) = rest.get(end + 2 + size + 2..) else { return Ok(None) };
        if size == 0 {
            return Ok(Some(body));
        }
        body.extend_from_slice(chunk);
        rest = after;
    }
}

fn length_of(head: &str) -> Result<usize> {
    let mut length = head.lines().filter_map(|line| line.split_once(':'));
    let length = length.rfind(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.map_or(Ok(0), |(_, value)| Ok(value.trim().parse()?))
}
