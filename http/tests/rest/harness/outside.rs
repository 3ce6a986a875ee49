//! An external HTTP server that the product calls, on this machine.

use std::sync::{Arc, Mutex};

use actix_web::rt::net::TcpListener;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::until;

/// A received call.
#[derive(Clone, Debug)]
pub struct Called {
    /// Its request line and headers.
    pub head: String,
    pub body: String,
}

impl Called {
    pub fn path(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim()).unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// The server.
#[derive(Clone)]
pub struct Outside {
    /// Its address.
    pub origin: String,
    calls: Arc<Mutex<Vec<Called>>>,
}

impl Outside {
    /// Starts a server that answers each call with a status, headers (complete lines) and a body.
    pub async fn answering(mut answer: impl FnMut(&Called) -> (u16, String, String) + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let it = Self { origin, calls: Arc::default() };
        let calls = Arc::clone(&it.calls);
        actix_web::rt::spawn(async move {
            loop {
                let (mut socket, _) = listener.accept().await.unwrap();
                let mut bytes = Vec::new();
                let call = loop {
                    let mut part = [0; 4096];
                    let read = socket.read(&mut part).await.unwrap();
                    bytes.extend_from_slice(&part[..read]);
                    if let Some(call) = whole(&bytes) {
                        break call;
                    }
                };
                let (status, headers, body) = answer(&call);
                calls.lock().unwrap().push(call);
                let length = body.len();
                let head = format!(
                    "HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
                );
                // The caller may hang up when it has read enough.
                let _ = socket.write_all(format!("{head}{body}").as_bytes()).await;
            }
        });
        it
    }

    /// The calls so far.
    pub fn called(&self) -> Vec<Called> {
        self.calls.lock().unwrap().clone()
    }

    /// Waits for that many calls.
    pub async fn calls(&self, many: usize) -> Vec<Called> {
        until(|| async { (self.called().len() >= many).then_some(()) }).await;
        self.called()
    }
}

/// Reads a request once it is complete.
fn whole(bytes: &[u8]) -> Option<Called> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let call = Called { head: head.to_owned(), body: body.to_owned() };
    let length: usize = call.header("content-length").parse().unwrap_or(0);
    (body.len() >= length).then_some(call)
}
