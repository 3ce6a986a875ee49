//! The tables of chat.
//!
//! A partition of messages is one channel and week: its size is bounded, and only weeks with messages are read
//! (`message_buckets`). Replies are stored by their parent instead.

use super::acks::{ACK_TOTALS, ACKS, ASKED};
use super::following::{THREAD_HEADS, THREAD_PEOPLE, THREAD_PLACES};
use super::own::{DRAFTS, SAVED, SCHEDULED, SIDEBARS};
use super::pins::PINS;
use super::polls::{POLL_COUNTS, VOTES};
use super::records::{CHANNEL_MEMBERS, CHANNELS, READERS, WORKSPACES};
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::ids::{ChannelId, EventId, MessageId};
use crate::platform::table::{Column, Order, Statics, Table, bigint, boolean, int, text, timestamp};

/// A bucket is seven days since the Unix epoch.
pub(crate) const BUCKET_MS: i64 = 7 * 86_400_000;
/// Seconds for which a client's idempotency key is remembered.
pub(crate) const CLIENT_MESSAGE_TTL: u32 = 86_400;
/// Seconds for which an unread mention is stored.
pub(crate) const MENTION_TTL: u32 = 90 * 86_400;
/// Seconds for which an event can be fetched by its cursor (a day more than promised to clients).
pub(crate) const EVENT_TTL: u32 = 8 * 86_400;
/// Seconds for which a rejected message is remembered.
pub(crate) const TURNED_DOWN_TTL: u32 = 30 * 86_400;
/// Limit for lists that are small by nature (a workspace's channels, a person's readers).
pub(crate) const MANY: usize = 100_000;

/// The bucket of a time.
pub(crate) const fn bucket_at(ms: i64) -> i64 {
    ms.div_euclid(BUCKET_MS)
}

pub(crate) const fn bucket(id: MessageId) -> i64 {
    bucket_at(id.millis())
}

pub(crate) const fn event_bucket(id: EventId) -> i64 {
    bucket_at(id.millis())
}

const fn plain(
    name: &'static str,
    partition: &'static [Column],
    clustering: &'static [Column],
    columns: &'static [Column],
) -> Table {
    Table {
        name,
        partition,
        clustering,
        columns,
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::None,
    }
}

const fn passing(mut table: Table) -> Table {
    table.ttl = true;
    table
}

const fn newest_first(mut table: Table) -> Table {
    table.page_order = Order::Descending;
    table
}

pub(crate) static ENTITY_WORKSPACES: Table =
    plain("entity_workspaces", &[bigint("entity_id")], &[bigint("workspace_id")], &[]);

pub(crate) static WORKSPACE_CHANNELS: Table =
    plain("workspace_channels", &[bigint("workspace_id")], &[bigint("channel_id")], &[]);

/// Channel name → channel, as a claim.
pub(crate) static CHANNEL_NAMES: Table = plain(
    "channel_names",
    &[bigint("workspace_id")],
    &[text("name")],
    &[bigint("channel_id"), timestamp("since")],
);

/// The weeks of a channel that have messages.
pub(crate) static MESSAGE_BUCKETS: Table =
    newest_first(plain("message_buckets", &[bigint("channel_id")], &[int("bucket")], &[]));

/// Top-level messages.
pub(crate) static MESSAGES: Table = newest_first(plain(
    "messages",
    &[bigint("channel_id"), int("bucket")],
    &[bigint("message_id")],
    &[
        bigint("user_id"),
        text("content"),
        text("formatted"),
        text("mentions"),
        boolean("mention_all"),
        text("client_message_id"),
        timestamp("created"),
        timestamp("updated"),
        boolean("edited"),
        boolean("deleted"),
        boolean("threaded"),
        bigint("version"),
        // The count of its thread: see `tally`.
        text("reply_portions"),
        timestamp("last_reply_at"),
        text("attachments"),
        text("priority"),
        bigint("asked"),
        text("poll"),
        text("card"),
    ],
));

/// Replies.
pub(crate) static THREAD_MESSAGES: Table = plain(
    "thread_messages",
    &[bigint("parent_id")],
    &[bigint("message_id")],
    &[
        bigint("user_id"),
        text("content"),
        text("formatted"),
        text("mentions"),
        boolean("mention_all"),
        text("client_message_id"),
        timestamp("created"),
        timestamp("updated"),
        boolean("edited"),
        boolean("deleted"),
        boolean("threaded"),
        bigint("version"),
        bigint("channel_id"),
        text("attachments"),
        text("priority"),
        bigint("asked"),
        text("poll"),
        text("card"),
    ],
);

/// Messages that wait for approval, or were rejected.
pub(crate) static PENDING_MESSAGES: Table = passing(plain(
    "pending_messages",
    &[bigint("channel_id")],
    &[bigint("message_id")],
    &[
        bigint("user_id"),
        text("content"),
        text("formatted"),
        text("mentions"),
        boolean("mention_all"),
        text("client_message_id"),
        timestamp("created"),
        timestamp("updated"),
        boolean("edited"),
        boolean("deleted"),
        boolean("threaded"),
        bigint("version"),
        bigint("parent_id"),
        text("decision"),
        bigint("decided_by"),
        text("reason"),
        bigint("decision_event"),
        boolean("edit"),
        text("attachments"),
        text("priority"),
        bigint("asked"),
        text("poll"),
        text("card"),
    ],
));

/// The location of each message. Rejected ones have a time to live.
pub(crate) static MESSAGE_LOCATIONS: Table = passing(plain(
    "message_locations",
    &[bigint("message_id")],
    &[],
    &[bigint("channel_id"), bigint("parent_id")],
));

/// A client's idempotency key → the message of that call.
pub(crate) static CLIENT_MESSAGES: Table = passing(plain(
    "client_messages",
    &[bigint("user_id")],
    &[text("client_message_id")],
    &[bigint("message_id"), bigint("channel_id"), bigint("parent_id")],
));

pub(crate) static REACTIONS: Table = plain(
    "reactions",
    &[bigint("channel_id"), int("bucket")],
    &[bigint("message_id"), text("emoji"), bigint("user_id")],
    &[timestamp("created")],
);

/// Per channel, the newest top-level message and the latest cursor at which one became visible; both only grow.
pub(crate) static CHANNEL_HEADS: Table = plain(
    "channel_heads",
    &[bigint("workspace_id")],
    &[bigint("channel_id")],
    &[bigint("message_id"), bigint("shown")],
);

/// Messages that became visible later than their id tells (approved ones), by the cursor of the approval.
pub(crate) static LATE_MESSAGES: Table =
    passing(plain("late_messages", &[bigint("channel_id")], &[bigint("shown")], &[bigint("message_id")]));

/// Read marks of threads; only grow.
pub(crate) static THREAD_READERS: Table =
    plain("thread_readers", &[bigint("user_id")], &[bigint("parent_id")], &[bigint("last_read")]);

/// A person's unread mentions.
pub(crate) static MENTIONS: Table = passing(plain(
    "mentions",
    &[bigint("user_id"), bigint("workspace_id")],
    &[bigint("channel_id"), bigint("message_id")],
    &[bigint("sender_id"), bigint("parent_id"), bigint("since")],
));

/// Messages that mention their whole channel.
pub(crate) static CHANNEL_MENTIONS: Table = passing(plain(
    "channel_mentions",
    &[bigint("workspace_id")],
    &[bigint("channel_id"), bigint("message_id")],
    &[bigint("user_id"), bigint("parent_id"), bigint("since")],
));

/// The recipients of such a message: those who could read its channel then. Written before the message.
pub(crate) static CHANNEL_CALLS: Table =
    passing(plain("channel_calls", &[bigint("message_id")], &[bigint("user_id")], &[]));

/// Who is notified of every message, by channel: the reverse of the setting in `readers`. Both are written together.
pub(crate) static CHANNEL_LISTENERS: Table =
    plain("channel_listeners", &[bigint("channel_id")], &[bigint("user_id")], &[]);

/// The event log.
pub(crate) static CHANNEL_EVENTS: Table = passing(plain(
    "channel_events",
    &[bigint("channel_id"), int("bucket")],
    &[bigint("event_id")],
    &[
        text("kind"),
        bigint("message_id"),
        bigint("user_id"),
        text("emoji"),
        boolean("added"),
        timestamp("at"),
    ],
));

pub(crate) static AREA: Area = Area {
    tables: &[
        &WORKSPACES,
        &ENTITY_WORKSPACES,
        &CHANNELS,
        &WORKSPACE_CHANNELS,
        &CHANNEL_NAMES,
        &CHANNEL_MEMBERS,
        &MESSAGE_BUCKETS,
        &MESSAGES,
        &THREAD_MESSAGES,
        &PENDING_MESSAGES,
        &MESSAGE_LOCATIONS,
        &CLIENT_MESSAGES,
        &REACTIONS,
        &PINS,
        &ASKED,
        &ACKS,
        &ACK_TOTALS,
        &VOTES,
        &POLL_COUNTS,
        &SAVED,
        &DRAFTS,
        &SCHEDULED,
        &SIDEBARS,
        &READERS,
        &CHANNEL_HEADS,
        &LATE_MESSAGES,
        &THREAD_READERS,
        &THREAD_PEOPLE,
        &THREAD_PLACES,
        &THREAD_HEADS,
        &MENTIONS,
        &CHANNEL_MENTIONS,
        &CHANNEL_CALLS,
        &CHANNEL_LISTENERS,
        &CHANNEL_EVENTS,
    ],
    people: &[
        people(
            "channels",
            Not("a channel is its organisation's"),
            Stays("who made it, a number without a name"),
        ),
        people("channel_members", Not("who is in a channel is its organisation's list"), Nothing),
        people("messages", In("messages.json"), Stays("an organisation keeps its history")),
        people("thread_messages", In("messages.json"), Stays("an organisation keeps its history")),
        people(
            "pending_messages",
            In("messages.json"),
            Stays("that something was taken back, without text; runs out in thirty days"),
        ),
        people("client_messages", Not("marks of repeated sends"), Stays("runs out in a day")),
        people("reactions", In("reactions.json"), Stays("part of what an organisation has said")),
        people(
            "channel_pins",
            Not("what is pinned is the channel's"),
            Stays("who pinned it, a number without a name"),
        ),
        people(
            "message_asked",
            Not("follows from messages"),
            Stays("whom an organisation has asked, a number without a name"),
        ),
        people(
            "message_acks",
            In("acks.json"),
            Stays("what an organisation was told, by a number without a name"),
        ),
        people("poll_votes", In("votes.json"), Stays("counted; a number without a name")),
        people("saved_messages", In("chat.json"), Nothing),
        people("drafts", In("chat.json"), Nothing),
        people("scheduled_messages", In("chat.json"), Nothing),
        people("sidebars", In("chat.json"), Nothing),
        people("readers", Not("how far one has read"), Nothing),
        people(
            "thread_readers",
            Not("how far one has read"),
            Stays("how far a number without a name has read"),
        ),
        people("thread_people", Not("follows from messages.json"), Nothing),
        people("thread_places", Not("follows from messages.json"), Nothing),
        people(
            "mentions",
            Not("who called is told in notifications.json"),
            Elsewhere("who called others; runs out in ninety days"),
        ),
        people("channel_mentions", Not("follows from messages"), Stays("runs out in ninety days")),
        people("channel_calls", Not("follows from messages"), Stays("runs out with the call")),
        people("channel_listeners", Not("follows from a channel's settings"), Nothing),
        people("channel_events", Not("the log of what messages.json says"), Stays("runs out in eight days")),
    ],
    checks: super::check::INVARIANTS,
    migrations: &[super::following::THREADS_ARE_LISTED],
    ..Area::named("chat")
};

/// The messages of a channel's week.
pub(crate) fn week(channel_id: ChannelId, bucket: i64) -> crate::platform::engine::Span {
    MESSAGES.span([channel_id.into(), bucket.into()])
}
