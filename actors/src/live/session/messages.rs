//! Messages to a session's actor: from its client, from rooms, and from elsewhere.

use std::sync::Arc;

use actix::prelude::*;
use bytes::Bytes;

use crate::live::body::Form;
use crate::live::bus;
use crate::live::room::{Destination, Place};

/// The heart-beat as negotiated, in milliseconds; `None`: none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// A frame is sent at least this often.
    pub outgoing: Option<u64>,
    /// The peer counts as gone when nothing was received for this long.
    pub deadline: Option<u64>,
}

/// A client's command.
#[derive(Debug)]
pub enum Command {
    /// `serial` increases within a connection.
    Subscribe {
        id: Arc<str>,
        serial: u64,
        destination: Destination,
        form: Form,
    },
    Unsubscribe {
        id: Arc<str>,
        serial: u64,
    },
    /// `body` as received; the destination's area parses it.
    Send {
        place: Place,
        body: Bytes,
    },
    /// Only the receipt.
    Nothing,
    /// The receipt, then the connection ends.
    Disconnect,
}

/// A command and the receipt it asks for. A connection's commands are carried out in order.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub struct ClientCommand {
    pub command: Command,
    pub receipt: Option<String>,
}

/// The socket is closed.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Closed;

/// Check that the session is still stored, and where its person is present. `tell`: events may have been missed as
/// well.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Verify {
    pub tell: bool,
}

/// An event for the person.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Personal(pub bus::Personal);

/// End the connection with this reason.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Terminate {
    pub code: &'static str,
    pub why: &'static str,
}

impl Terminate {
    pub const SESSION_ENDED: Self = Self { code: "SESSION_ENDED", why: "Sessionen är avslutad." };
    pub const GOING_AWAY: Self = Self { code: "GOING_AWAY", why: "Servern startas om. Anslut igen." };
}
