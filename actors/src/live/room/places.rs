//! Destinations to subscribe and send to: those of all kinds of rooms, the two personal queues, and attention.

use std::fmt;

use uuid::Uuid;

use super::{Command, RoomKind};

/// Where a page reports whether it is looked at; it concerns the connection, so no kind of room has it.
pub const ATTENTION: &str = "/app/attention";

/// Every kind of room.
#[derive(Clone, Copy)]
pub struct Rooms(&'static [&'static dyn RoomKind]);

/// A destination to subscribe to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Destination {
    Room(Place),
    /// Events for one person, on all their connections.
    UserNotifications,
    /// Answers to SEND.
    UserReply,
}

/// A destination with its id: `/topic/…` or `/app/…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// As the kind of room declares it, with `{id}` or `{uuid}`.
    pub pattern: &'static str,
    /// 0 if the pattern has none; for `{uuid}` set once the kind has found it.
    pub id: i64,
    /// The uuid in the destination if the pattern has `{uuid}`.
    pub uuid: Option<Uuid>,
}

impl Rooms {
    pub const fn new(kinds: &'static [&'static dyn RoomKind]) -> Self {
        Self(kinds)
    }

    pub fn kinds(self) -> impl Iterator<Item = &'static dyn RoomKind> {
        self.0.iter().copied()
    }

    /// The kind with that name. None: it is of another version.
    pub fn named(self, name: &str) -> Option<&'static dyn RoomKind> {
        self.kinds().find(|kind| kind.name() == name)
    }

    /// The kind that a pattern belongs to.
    pub fn of(self, pattern: &str) -> Option<&'static dyn RoomKind> {
        self.kinds().find(|kind| kind.places().contains(&pattern))
    }

    /// The command for a destination's pattern.
    pub fn command(self, pattern: &str) -> Option<&'static Command> {
        self.commands().find(|command| command.place == pattern)
    }

    fn commands(self) -> impl Iterator<Item = &'static Command> {
        self.kinds().flat_map(RoomKind::commands)
    }

    /// Every destination that can be subscribed to.
    pub fn places(self) -> impl Iterator<Item = &'static str> {
        self.kinds().flat_map(RoomKind::places).copied()
    }

    /// Every destination that can be sent to.
    pub fn to_send(self) -> impl Iterator<Item = &'static str> {
        self.commands().map(|command| command.place).chain([ATTENTION])
    }

    /// None: unknown.
    pub fn destination(self, text: &str) -> Option<Destination> {
        match text {
            "/user/queue/notifications" => Some(Destination::UserNotifications),
            "/user/queue/reply" => Some(Destination::UserReply),
            _ => self.places().find_map(|pattern| Place::read(pattern, text)).map(Destination::Room),
        }
    }

    /// None: not a destination to send to.
    pub fn send_to(self, text: &str) -> Option<Place> {
        self.to_send().find_map(|pattern| Place::read(pattern, text))
    }
}

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kinds().map(RoomKind::name)).finish()
    }
}

impl Place {
    /// A destination by a pattern with `{id}`, or without parameters.
    pub const fn of(pattern: &'static str, id: i64) -> Self {
        Self { pattern, id, uuid: None }
    }

    /// A destination by a pattern with `{uuid}`.
    pub const fn named(pattern: &'static str, id: i64, uuid: Uuid) -> Self {
        Self { pattern, id, uuid: Some(uuid) }
    }

    fn read(pattern: &'static str, text: &str) -> Option<Self> {
        let within = |(before, after)| text.strip_prefix(before)?.strip_suffix(after);
        if let Some(around) = pattern.split_once("{uuid}") {
            return Some(Self::named(pattern, 0, parse_uuid(within(around)?)?));
        }
        let Some(around) = pattern.split_once("{id}") else {
            return (pattern == text).then_some(Self::of(pattern, 0));
        };
        Some(Self::of(pattern, parse_id(within(around)?)?))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(uuid), Some((before, after))) = (self.uuid, self.pattern.split_once("{uuid}")) {
            return write!(f, "{before}{}{after}", uuid.hyphenated());
        }
        match self.pattern.split_once("{id}") {
            Some((before, after)) => write!(f, "{before}{}{after}", self.id),
            None => f.write_str(self.pattern),
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(place) => place.fmt(f),
            Self::UserNotifications => f.write_str("/user/queue/notifications"),
            Self::UserReply => f.write_str("/user/queue/reply"),
        }
    }
}

/// Lowercase with hyphens only, so that there is one string per destination.
fn parse_uuid(text: &str) -> Option<Uuid> {
    let uuid = Uuid::try_parse(text).ok()?;
    (uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()) == text).then_some(uuid)
}

/// Ids are JSON numbers below 2^53.
const MAX_ID: i64 = (1 << 53) - 1;

/// 1–16 digits below 2^53, no sign, no leading zero, so that there is one string per destination.
fn parse_id(text: &str) -> Option<i64> {
    let digits = (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.parse().ok().filter(|id| *id <= MAX_ID)
}
