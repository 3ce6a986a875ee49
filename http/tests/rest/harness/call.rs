//! Builds calls.

use std::cell::Cell;
use std::rc::Rc;

use actix_http::BoxedPayloadStream;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE};
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use futures_util::stream;
use serde_json::Value;

use super::{Answer, World, contract};

/// How a call authenticates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Cookie,
    Bearer,
}

/// Content of an endless body.
const PIECE: &[u8] = &[b'['; 1024];

/// A call to be made.
pub struct Call {
    world: World,
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
    is_cut: bool,
    /// An endless body, with a count of the bytes read.
    endless: Option<Rc<Cell<u64>>>,
    peer: &'static str,
}

impl Call {
    pub fn new(world: &World, method: &str, path: &str) -> Self {
        Self {
            world: world.clone(),
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: None,
            is_cut: false,
            endless: None,
            peer: "203.0.113.7:5000",
        }
    }

    /// Authenticates with a session's token as a Bearer header, like other clients.
    pub fn bearer(self, token: &str) -> Self {
        self.signed(By::Bearer, token)
    }

    /// Authenticates with a session's token as a cookie, like a browser.
    pub fn cookie(self, token: &str) -> Self {
        self.signed(By::Cookie, token)
    }

    fn signed(self, by: By, token: &str) -> Self {
        match by {
            By::Bearer => self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}")),
            By::Cookie => self.header(COOKIE.as_str(), &format!("kalender_jwt={token}")),
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn from(mut self, peer: &'static str) -> Self {
        self.peer = peer;
        self
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn body(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self.header(CONTENT_TYPE.as_str(), kind)
    }

    /// Sends a body that never ends; `read` counts the bytes that were read.
    pub fn endless(mut self, kind: &str, read: &Rc<Cell<u64>>) -> Self {
        self.endless = Some(Rc::clone(read));
        self.header(CONTENT_TYPE.as_str(), kind)
    }

    /// The connection breaks after the body, although more was announced.
    pub fn cut(mut self) -> Self {
        self.is_cut = true;
        self
    }

    pub async fn send(self) -> Answer {
        let mut request = TestRequest::with_uri(&self.path)
            .method(self.method.clone())
            .peer_addr(self.peer.parse().unwrap())
            .insert_header(("host", "kalender.test"));
        for (name, value) in &self.headers {
            request = request.append_header((name.as_str(), value.as_str()));
        }
        let path = self.path.split('?').next().unwrap_or_default().to_owned();
        let asked = format!("{} {}", self.method, self.path);
        let body = self.body.unwrap_or_default();
        let request = if let Some(read) = self.endless {
            let pieces = stream::repeat_with(move || {
                read.set(read.get() + PIECE.len() as u64);
                Ok(Bytes::from_static(PIECE))
            });
            let payload: BoxedPayloadStream = Box::pin(pieces);
            request.to_request().replace_payload(Payload::Stream { payload }).0
        } else if self.is_cut {
            let pieces = body.chunks(64 * 1024).map(|piece| Ok(Bytes::copy_from_slice(piece)));
            let dead = [Err(PayloadError::Incomplete(None))];
            let pieces = stream::iter(pieces.chain(dead).collect::<Vec<_>>());
            let payload: BoxedPayloadStream = Box::pin(pieces);
            request.to_request().replace_payload(Payload::Stream { payload }).0
        } else {
            request.set_payload(body).to_request()
        };
        let (status, headers, body) = self.world.call(request).await;
        let answer = Answer { asked, path, status, headers, body };
        contract::check(self.method.as_str(), &answer);
        answer
    }
}
