//! How live events become bytes: the encoder that the way in (STOMP over WebSocket) brings.

use bytes::{Bytes, BytesMut};

/// Turns events into bytes as they go out. Called once per distinct subscription id and event, never per receiver.
pub trait Wire: Send + Sync + 'static {
    /// Appends a message for a subscription; `message_id` is unique within a connection.
    fn message(&self, out: &mut BytesMut, subscription: &str, destination: &str, message_id: u64, body: &str);
    /// The answer to a frame that asked for one.
    fn receipt(&self, receipt: &str) -> Bytes;
    /// The shortest sign of life.
    fn heartbeat(&self) -> Bytes;
    /// The last words of a connection that ends because something is wrong.
    fn error(&self, code: &str, why: &str, receipt: Option<&str>) -> Bytes;
    /// The last words of a connection that ends in order.
    fn farewell(&self) -> Bytes;
}
