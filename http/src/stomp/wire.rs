//! STOMP frames for what the actors announce.

use actors::wire::Wire;
use bytestring::ByteString;

use super::frame::{error_frame, message_frame, receipt_frame};

/// The encoder that the actors are given.
pub struct StompWire;

impl Wire for StompWire {
    fn message(&self, subscription: &str, destination: &str, message_id: u64, body: &str) -> ByteString {
        message_frame(subscription, destination, &message_id.to_string(), body)
    }

    fn receipt(&self, receipt: &str) -> ByteString {
        receipt_frame(receipt)
    }

    fn error(&self, code: &str, why: &str, receipt: Option<&str>) -> ByteString {
        error_frame(code, why, receipt)
    }

    fn heartbeat(&self) -> ByteString {
        ByteString::from_static("\n")
    }
}
