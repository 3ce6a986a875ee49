//! Digests of a workspace (`mode:digest`): a client that shows one channel of two hundred needs to know that something
//! happened in the others, not each message.
//!
//! A message after a quiet second is published at once, and so is every message to those it notifies and to its author.
//! All others wait for the end of the channel's second and are published as one [`DigestEvent`]. Events that are not
//! about messages or for moderators are rare and published as usual; reactions are not published. Pure: bodies and
//! times come in, events to publish come out.

use std::collections::HashMap;

use serde::Deserialize;
use storage::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};

use crate::chat::event::Audience;
use crate::chat::live_notification::{DigestEvent, Null, Unsaid};
use crate::chat::rules::ChannelAccess;
use crate::live::body::Body;

/// Interval of a channel's digests (ms).
pub const EVERY: i64 = 1_000;
/// Most threads, and most people, that one digest names; further ones are omitted.
const NAMED: usize = 50;

/// To which digest subscribers an event goes at once.
#[derive(Debug, PartialEq, Eq)]
pub enum Brief {
    Everybody,
    Only(Vec<UserId>),
}

impl Brief {
    pub fn reaches(&self, user_id: UserId) -> bool {
        match self {
            Self::Everybody => true,
            Self::Only(people) => people.contains(&user_id),
        }
    }
}

/// The fields of a message event that decide this.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Glance<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    message_id: Option<MessageId>,
    parent_message_id: Option<MessageId>,
    sender_id: Option<UserId>,
    cursor: EventId,
    #[serde(default)]
    mentions: Vec<UserId>,
}

/// What waits for the end of a channel's second.
#[derive(Debug, Default, Clone, PartialEq)]
struct Held {
    messages: u32,
    last: Option<MessageId>,
    threads: Vec<MessageId>,
    senders: Vec<UserId>,
    changed: u32,
    /// The newest cursor; None: nothing waits.
    cursor: Option<EventId>,
}

impl Held {
    fn note(&mut self, event: &Glance<'_>, is_new: bool) {
        self.cursor = self.cursor.max(Some(event.cursor));
        if !is_new {
            self.changed += 1;
            return;
        }
        self.messages += 1;
        match event.parent_message_id {
            Some(thread) => add(&mut self.threads, thread),
            None => self.last = self.last.max(event.message_id),
        }
        if let Some(sender) = event.sender_id {
            add(&mut self.senders, sender);
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if list.len() < NAMED && !list.contains(&one) {
        list.push(one);
    }
}

/// One channel's second.
struct Window {
    /// Epoch milliseconds.
    ends: i64,
    /// Whether a message was published in it or just before.
    published: bool,
    /// The channel's settings at its last event.
    access: ChannelAccess,
    held: Held,
}

/// A digest that is due, and the channel's settings at that time.
pub struct Due {
    pub channel_id: ChannelId,
    pub access: ChannelAccess,
    pub event: DigestEvent,
}

/// The channels with events within the last second.
#[derive(Default)]
pub struct Digests(HashMap<ChannelId, Window>);

impl Digests {
    /// To whom each of these events goes at once; for the others it waits.
    pub fn take(
        &mut self,
        channel_id: ChannelId,
        access: &ChannelAccess,
        events: &[(Body, Audience)],
        now: i64,
    ) -> Vec<Brief> {
        let briefs = events.iter().map(|(body, to)| match to {
            Audience::Readers => self.one(channel_id, access, body, now),
            Audience::Moderators { .. } => Brief::Everybody,
        });
        briefs.collect()
    }

    fn one(&mut self, id: ChannelId, access: &ChannelAccess, body: &Body, now: i64) -> Brief {
        let Ok(event) = serde_json::from_str::<Glance<'_>>(body.as_str()) else { return Brief::Everybody };
        let is_new = match event.kind {
            "MESSAGE_CREATE" => true,
            "MESSAGE_UPDATE" | "MESSAGE_DELETE" => false,
            "MESSAGE_REACTION" => return Brief::Only(Vec::new()),
            _ => return Brief::Everybody,
        };
        let fresh =
            || Window { ends: now + EVERY, published: false, access: access.clone(), held: Held::default() };
        let window = self.0.entry(id).or_insert_with(fresh);
        if window.access != *access {
            window.access.clone_from(access);
        }
        if is_new && !std::mem::replace(&mut window.published, true) {
            return Brief::Everybody;
        }
        window.held.note(&event, is_new);
        let mut called = if event.kind == "MESSAGE_DELETE" { Vec::new() } else { event.mentions };
        called.extend(event.sender_id);
        Brief::Only(called)
    }

    /// The digests of the seconds that have ended; their channels begin the next second.
    pub fn due(&mut self, workspace_id: WorkspaceId, now: i64) -> Vec<Due> {
        let mut due = Vec::new();
        self.0.retain(|channel_id, window| {
            if window.ends > now {
                return true;
            }
            let held = std::mem::take(&mut window.held);
            let Some(cursor) = held.cursor else { return false };
            (window.ends, window.published) = (now + EVERY, held.messages > 0);
            let event = digest_event((workspace_id, *channel_id), held, cursor, now);
            due.push(Due { channel_id: *channel_id, access: window.access.clone(), event });
            true
        });
        due
    }

    /// When the next second ends; None: none is running.
    pub fn next(&self) -> Option<i64> {
        self.0.values().map(|window| window.ends).min()
    }
}

fn digest_event(
    (workspace_id, channel_id): (WorkspaceId, ChannelId),
    held: Held,
    cursor: EventId,
    timestamp: i64,
) -> DigestEvent {
    let Held { messages, last, threads, senders, changed, .. } = held;
    DigestEvent {
        workspace_id,
        channel_id,
        message_count: messages,
        last_message_id: last,
        parent_message_ids: threads,
        sender_ids: senders,
        changed_count: changed,
        cursor,
        sender_name: Null,
        timestamp,
        unsaid: Unsaid::default(),
    }
}

#[cfg(test)]
mod tests;
