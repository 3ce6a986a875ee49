//! STOMP frames as WebSocket messages.

use actix_http::ws::{OpCode, Parser};
use actors::live::wire::Wire;
use bytes::{Bytes, BytesMut};

use super::frame::{error_frame, message_frame, receipt_frame};

/// The encoder for the actors.
pub struct StompWire;

/// Longest header of a server's WebSocket frame.
const HEAD: usize = 10;

fn put(out: &mut BytesMut, text: &str) {
    Parser::write_message(out, text, OpCode::Text, true, false);
}

/// One WebSocket message.
pub fn text(text: &str) -> Bytes {
    let mut out = BytesMut::with_capacity(HEAD + text.len());
    put(&mut out, text);
    out.freeze()
}

/// The answer to a ping.
pub fn pong(data: &[u8]) -> Bytes {
    let mut out = BytesMut::new();
    Parser::write_message(&mut out, data, OpCode::Pong, true, false);
    out.freeze()
}

/// A final message, if any, and the close frame.
pub fn last(message: Option<&str>) -> Bytes {
    let mut out = BytesMut::new();
    if let Some(message) = message {
        put(&mut out, message);
    }
    Parser::write_close(&mut out, None, false);
    out.freeze()
}

impl Wire for StompWire {
    fn message(
        &self,
        out: &mut BytesMut,
        subscription: &str,
        destination: &str,
        message_id: u64,
        body: &str,
    ) {
        put(out, &message_frame(subscription, destination, &message_id.to_string(), body));
    }

    fn receipt(&self, receipt: &str) -> Bytes {
        text(&receipt_frame(receipt))
    }

    fn heartbeat(&self) -> Bytes {
        Bytes::from_static(b"\x81\x01\n")
    }

    fn error(&self, code: &str, why: &str, receipt: Option<&str>) -> Bytes {
        last(Some(&error_frame(code, why, receipt)))
    }

    fn farewell(&self) -> Bytes {
        last(None)
    }
}
