//! The protocol's state machine, without a socket: frames in, [`Action`]s out.
//!
//! Decisions:
//! - A protocol violation gives one [`Action::Fail`] and ends the connection; nothing follows it.
//! - Missing rights are handled by the socket, which calls [`Connection::subscription_over`].
//! - UNSUBSCRIBE of an unknown id is no error: the subscription may have just ended.
//! - A client must wait for CONNECTED; frames before it are refused.
//! - Every subscription has a `serial` that is unique in its connection, so that a late answer about an ended
//!   subscription never affects a newer one with the same id.

use std::collections::HashMap;
use std::time::Duration;

use actors::live::body::Form;
use actors::live::room::{Destination, Place, Rooms};
use bytes::Bytes;
use bytestring::ByteString;

use super::destinations::{SendRefused, send_to};
use super::frame::{Command, Frame, ProtocolError, Version, connected_frame, error_frame};
use crate::platform::auth::cookie::Token;

/// Most subscriptions of one connection.
pub const MAX_SUBSCRIPTIONS: usize = 200;
/// Longest subscription id and receipt, in bytes: they are stored and echoed.
pub const MAX_ID: usize = 255;
/// The server's `heart-beat` offer, in milliseconds: (interval it can send at, interval it wants to receive at).
pub const HEART_BEAT: (u32, u32) = (4000, 4000);

/// What the socket must do, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Authenticate by `token`, else by the session cookie of the upgrade. Answer with [`Connection::authenticated`] or
    /// [`Connection::fail`].
    Authenticate { token: Option<Token> },
    /// Send `frame`, then follow these heart-beats.
    Connected { frame: ByteString, version: Version, heart_beat: HeartBeat },
    /// Check the right to subscribe. Granted: send the receipt; refused: one ACCESS_DENIED message and
    /// `subscription_over`.
    Subscribe { id: ByteString, serial: u64, destination: Destination, form: Form, receipt: Option<String> },
    /// End the subscription, then send the receipt.
    Unsubscribe { id: ByteString, serial: u64, destination: Destination, receipt: Option<String> },
    /// Run the command, then send the receipt.
    Send { destination: Place, body: Bytes, receipt: Option<String> },
    /// Send the receipt after everything before it.
    Receipt { receipt: String },
    /// Send the receipt after everything before it, then close.
    Disconnect { receipt: Option<String> },
    /// Send this ERROR and close.
    Fail { frame: ByteString, code: &'static str },
}

/// The negotiated heart-beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeartBeat {
    /// Longest interval between sends of the server.
    pub outgoing: Option<Duration>,
    /// The peer is considered gone after this silence (twice the interval).
    pub deadline: Option<Duration>,
}

impl HeartBeat {
    /// STOMP 1.2: each direction uses the slower of one side's offer and the other's wish, and is off if either is 0.
    fn negotiate(server: (u32, u32), client: (u32, u32)) -> Self {
        let agree = |can: u32, wants: u32| {
            (can > 0 && wants > 0).then(|| Duration::from_millis(u64::from(can.max(wants))))
        };
        Self {
            outgoing: agree(server.0, client.1),
            deadline: agree(client.0, server.1).map(|interval| interval * 2),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    AwaitingConnect,
    Authenticating { version: Version, heart_beat: HeartBeat },
    Connected,
    Closed,
}

#[derive(Clone, Copy, Debug)]
struct Subscription {
    serial: u64,
    destination: Destination,
}

/// Why a frame is refused: a stable code, and a text for developers.
type Refused = (&'static str, &'static str);

/// The protocol state of one connection.
#[derive(Debug)]
pub struct Connection {
    rooms: Rooms,
    state: State,
    cookie: bool,
    subscriptions: HashMap<ByteString, Subscription>,
    next_serial: u64,
}

impl Connection {
    /// `rooms`: the known destinations. `cookie`: the upgrade had a session cookie, so CONNECT needs no token.
    pub fn new(rooms: Rooms, cookie: bool) -> Self {
        Self { rooms, state: State::AwaitingConnect, cookie, subscriptions: HashMap::new(), next_serial: 0 }
    }

    /// Handles the next frame of the peer; ignores frames after the end.
    pub fn on_frame(&mut self, frame: Frame) -> Vec<Action> {
        if self.state == State::Closed {
            return Vec::new();
        }
        let receipt = frame.header("receipt").map(str::to_owned);
        if receipt.as_ref().is_some_and(|receipt| receipt.len() > MAX_ID) {
            return self.fail("RECEIPT_TOO_LONG", "a receipt has at most 255 bytes", None);
        }
        let result = match (self.state, frame.command) {
            (State::AwaitingConnect, Command::Connect | Command::Stomp) => self.connect(&frame),
            (State::AwaitingConnect | State::Authenticating { .. }, _) => {
                Err(("NOT_CONNECTED", "nothing is accepted before CONNECT is answered by CONNECTED"))
            }
            (State::Connected, command) => self.connected(command, frame, receipt.clone()),
            (State::Closed, _) => Ok(Vec::new()),
        };
        result.unwrap_or_else(|(code, why)| self.fail(code, why, receipt.as_deref()))
    }

    /// Handles input that the codec could not decode.
    pub fn on_error(&mut self, error: &ProtocolError) -> Vec<Action> {
        let receipt = error.receipt.as_deref().filter(|receipt| receipt.len() <= MAX_ID);
        self.fail(error.violation.code(), &error.violation.to_string(), receipt)
    }

    /// The answer to [`Action::Authenticate`] on success. `session` is an opaque id for the CONNECTED frame.
    pub fn authenticated(&mut self, session: &str) -> Vec<Action> {
        let State::Authenticating { version, heart_beat } = self.state else { return Vec::new() };
        self.state = State::Connected;
        vec![Action::Connected { frame: connected_frame(version, HEART_BEAT, session), version, heart_beat }]
    }

    /// Ends the connection with an ERROR frame: wrong credentials, too many connections, an ended session. No effect
    /// after the end.
    pub fn fail(&mut self, code: &'static str, why: &str, receipt: Option<&str>) -> Vec<Action> {
        if self.state == State::Closed {
            return Vec::new();
        }
        self.close();
        vec![Action::Fail { frame: error_frame(code, why, receipt), code }]
    }

    /// The socket is closed, or is being closed for another reason.
    pub fn close(&mut self) {
        self.state = State::Closed;
        self.subscriptions.clear();
    }

    /// Ends a subscription that was refused or lost its right. False if it had ended before (a serial identifies it).
    pub fn subscription_over(&mut self, id: &str, serial: u64) -> bool {
        let current = self.is_subscribed(id, serial);
        if current {
            self.subscriptions.remove(id);
        }
        current
    }

    /// Whether the subscription with this serial is active, so that deliveries may be sent.
    pub fn is_subscribed(&self, id: &str, serial: u64) -> bool {
        self.subscriptions.get(id).is_some_and(|subscription| subscription.serial == serial)
    }

    /// The ids of active subscriptions to a destination; answers to SEND go to `/user/queue/reply`.
    pub fn subscriptions_to(&self, destination: Destination) -> impl Iterator<Item = &ByteString> {
        self.subscriptions
            .iter()
            .filter(move |(_, subscription)| subscription.destination == destination)
            .map(|(id, _)| id)
    }

    pub fn is_connected(&self) -> bool {
        self.state == State::Connected
    }

    pub fn is_closed(&self) -> bool {
        self.state == State::Closed
    }

    fn connect(&mut self, frame: &Frame) -> Result<Vec<Action>, Refused> {
        let version = negotiate_version(frame.header("accept-version"))?;
        let client = match frame.header("heart-beat") {
            None => (0, 0),
            Some(text) => parse_heart_beat(text)
                .ok_or(("BAD_HEART_BEAT", "heart-beat is two numbers of milliseconds, 0,0"))?,
        };
        let token = match (
            frame.header("token"),
            frame.header("Authorization").or_else(|| frame.header("authorization")),
        ) {
            (Some(token), _) => Some(Token::new(token)),
            (None, Some(bearer)) => Some(Token::from_bearer(bearer)),
            (None, None) => None,
        };
        let token = match token {
            Some(None) => return Err(("NOT_SIGNED_IN", "the token cannot be read")),
            None if !self.cookie => {
                return Err(("NOT_SIGNED_IN", "sign in by cookie, token or Authorization: Bearer"));
            }
            Some(token) => token,
            None => None,
        };
        self.state = State::Authenticating { version, heart_beat: HeartBeat::negotiate(HEART_BEAT, client) };
        Ok(vec![Action::Authenticate { token }])
    }

    fn connected(
        &mut self,
        command: Command,
        frame: Frame,
        receipt: Option<String>,
    ) -> Result<Vec<Action>, Refused> {
        match command {
            Command::Subscribe => self.subscribe(&frame, receipt),
            Command::Unsubscribe => self.unsubscribe(&frame, receipt),
            Command::Send => send(self.rooms, frame, receipt),
            Command::Disconnect => {
                self.close();
                Ok(vec![Action::Disconnect { receipt }])
            }
            Command::Connect | Command::Stomp => Err(("ALREADY_CONNECTED", "the connection is open already")),
            Command::Begin | Command::Commit | Command::Abort => {
                Err(("UNSUPPORTED_COMMAND", "transactions are not supported"))
            }
            Command::Ack | Command::Nack => Err(("UNSUPPORTED_COMMAND", "only ack:auto is supported")),
            Command::Connected | Command::Message | Command::Receipt | Command::Error => {
                Err(("UNKNOWN_COMMAND", "only a server sends this command"))
            }
        }
    }

    fn subscribe(&mut self, frame: &Frame, receipt: Option<String>) -> Result<Vec<Action>, Refused> {
        let id = subscription_id(frame)?;
        let destination = frame.header("destination").ok_or(NO_DESTINATION)?;
        let destination = self.rooms.destination(destination).ok_or(UNKNOWN_DESTINATION)?;
        if frame.header("ack").is_some_and(|ack| ack != "auto") {
            return Err(("UNSUPPORTED_ACK", "only ack:auto is supported"));
        }
        if self.subscriptions.contains_key(id) {
            return Err(("DUPLICATE_SUBSCRIPTION", "a subscription with this id is open already"));
        }
        if self.subscriptions.len() >= MAX_SUBSCRIPTIONS {
            return Err(("TOO_MANY_SUBSCRIPTIONS", "a connection has at most 200 subscriptions"));
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        let id = ByteString::from(id);
        self.subscriptions.insert(id.clone(), Subscription { serial, destination });
        // Unknown values mean the default form, so that clients of later versions are served too.
        let asks = |header, value| frame.header(header) == Some(value);
        let form = Form { lean: asks("body", "lean"), digest: asks("mode", "digest") };
        Ok(vec![Action::Subscribe { id, serial, destination, form, receipt }])
    }

    fn unsubscribe(&mut self, frame: &Frame, receipt: Option<String>) -> Result<Vec<Action>, Refused> {
        let id = subscription_id(frame)?;
        Ok(match self.subscriptions.remove_entry(id) {
            Some((id, Subscription { serial, destination })) => {
                vec![Action::Unsubscribe { id, serial, destination, receipt }]
            }
            None => receipt.map(|receipt| Action::Receipt { receipt }).into_iter().collect(),
        })
    }
}

const NO_DESTINATION: Refused = ("MISSING_HEADER", "destination is missing");
const UNKNOWN_DESTINATION: Refused = ("UNKNOWN_DESTINATION", "there is no such destination");

fn subscription_id(frame: &Frame) -> Result<&str, Refused> {
    let id = frame.header("id").ok_or(("MISSING_HEADER", "id is missing"))?;
    if id.is_empty() || id.len() > MAX_ID {
        return Err(("BAD_SUBSCRIPTION_ID", "an id has 1 to 255 bytes"));
    }
    Ok(id)
}

fn send(rooms: Rooms, frame: Frame, receipt: Option<String>) -> Result<Vec<Action>, Refused> {
    if frame.header("transaction").is_some() {
        return Err(("UNSUPPORTED_COMMAND", "transactions are not supported"));
    }
    let destination = frame.header("destination").ok_or(NO_DESTINATION)?;
    let destination = send_to(rooms, destination).map_err(|refused| match refused {
        SendRefused::Forbidden => ("SEND_FORBIDDEN", "only the server sends to /topic and /user"),
        SendRefused::Unknown => UNKNOWN_DESTINATION,
    })?;
    Ok(vec![Action::Send { destination, body: frame.body, receipt }])
}

/// The highest common version. A missing header means 1.0, which is not supported.
fn negotiate_version(accepted: Option<&str>) -> Result<Version, Refused> {
    let accepts = |version: Version| {
        accepted.is_some_and(|list| list.split(',').any(|accepted| accepted.trim() == version.as_str()))
    };
    [Version::V12, Version::V11]
        .into_iter()
        .find(|version| accepts(*version))
        .ok_or(("UNSUPPORTED_VERSION", "supported versions are 1.2 and 1.1"))
}

fn parse_heart_beat(text: &str) -> Option<(u32, u32)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok())?
    };
    let (can, wants) = text.split_once(',')?;
    Some((number(can.trim())?, number(wants.trim())?))
}

#[cfg(test)]
mod tests;
