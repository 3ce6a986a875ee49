//! What a session's actor is told: by its client, by the topics, and from elsewhere.

use std::sync::Arc;

use actix::prelude::*;
use bytes::Bytes;

use crate::live::body::Form;
use crate::live::bus;
use crate::live::room::{Destination, Place};

/// The heart-beat as negotiated, in milliseconds; `None` is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// Something is sent at least this often.
    pub outgoing: Option<u64>,
    /// The peer is gone when nothing was heard for this long.
    pub deadline: Option<u64>,
}

/// What a client asks for.
#[derive(Debug)]
pub enum Command {
    /// `serial` grows within a connection.
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
    /// `body` as it came; the place's feature reads it.
    Send {
        place: Place,
        body: Bytes,
    },
    /// Nothing but the receipt.
    Nothing,
    /// The receipt, then the end.
    Disconnect,
}

/// A command and the receipt it asks for. Commands of one connection are carried out in order.
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

/// Is the session still in the store, and where is its person present? `tell`: events may have been missed as well.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Verify {
    pub tell: bool,
}

/// An event for the person.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Personal(pub bus::Personal);

/// End the connection, saying why.
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
