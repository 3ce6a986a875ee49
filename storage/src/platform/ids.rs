//! Ids: 53 bits, so that they are exact as JSON numbers, and ordered by time.
//!
//! From the top: 41 bits of milliseconds since 2010-01-01Z (imported history sorts correctly too; until 2079), 6 bits
//! of node number, 6 bits of sequence. Each kind of thing has its own newtype, so that a channel id is never passed as
//! a user id.

use std::sync::atomic::{AtomicI64, Ordering};

/// Milliseconds from the Unix epoch to 2010-01-01T00:00:00Z, time zero of all ids.
pub const ID_EPOCH_MS: i64 = 1_262_304_000_000;

const NODE_BITS: u32 = 6;
const SEQUENCE_BITS: u32 = 6;
const LOW_BITS: u32 = NODE_BITS + SEQUENCE_BITS;
const SEQUENCE_MASK: i64 = (1 << SEQUENCE_BITS) - 1;
const NODE_MASK: i64 = (1 << NODE_BITS) - 1;
const LOW_MASK: i64 = (1 << LOW_BITS) - 1;
const MAX_MS: i64 = (1 << 41) - 1;

/// Declares id types: a newtype each, a number on the wire, in OpenAPI and in a column.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[schema(value_type = i64)]
        pub struct $name(pub i64);

        impl $name {
            /// Whether the number is in the range of ids: 1 to 2^53 - 1.
            pub const fn can_be(self) -> bool {
                self.0 > 0 && self.0 < 1 << 53
            }

            /// When the id was created, in milliseconds since the Unix epoch.
            pub const fn millis(self) -> i64 {
                $crate::platform::ids::millis_of(self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<$name> for $crate::platform::value::Value {
            fn from(id: $name) -> Self {
                Self::Int(id.0)
            }
        }

        impl $crate::platform::value::Word for $name {
            fn from_word(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }

        impl $crate::platform::value::Cell for $name {
            type Key<'a> = Self;

            fn to_value(&self) -> $crate::platform::value::Value {
                (*self).into()
            }

            fn from_value(value: $crate::platform::value::Value) -> Option<Self> {
                <i64 as $crate::platform::value::Cell>::from_value(value).map(Self)
            }
        }
    )*};
}

ids! {
    /// A person, or a bot.
    UserId,
    /// An organisation.
    EntityId,
    /// An organisation's room of channels.
    WorkspaceId,
    /// A chat channel.
    ChannelId,
    /// A chat message; its order in the channel is its id's.
    MessageId,
    /// An entry of a channel's log of changes; the live cursor.
    EventId,
    /// A sign-in on one device.
    SessionId,
    /// A token with which a program acts for somebody.
    TokenId,
    /// An entry of a person's bell.
    NotificationId,
    /// Something that is to be done at a moment.
    JobId,
    /// A block of one person against another.
    BlockId,
    /// Somebody in a person's list of contacts: each of the two has their own.
    ContactId,
    /// A request to become contacts.
    RequestId,
    /// One person's following of another.
    FollowId,
    /// A file that is sent with a message.
    AttachmentId,
    /// A person's or an organisation's calendar.
    CalendarId,
    /// An event in a calendar, or a series of them.
    CalendarEventId,
    /// An address at which a program posts.
    WebhookId,
    /// An address outside that is told what happens in a channel.
    HookId,
    /// How somebody stands to something with places.
    EnrollmentId,
    /// Somebody's bookmark, like or other sign at an event, in the order in which they set them.
    EngagementId,
    /// A choice of calendars that a person looks at.
    EventFilterId,
    /// A post of the feed; its order in every list is its id's.
    PostId,
    /// A comment on a post.
    CommentId,
    /// What one person reports of one thing.
    ReportId,
    /// What was reported of one thing.
    CaseId,
    /// A step in the log of what was decided.
    CaseStepId,
    /// A picture of a post.
    MediaId,
    /// A longer text of a person or an organisation.
    ArticleId,
    /// An article's place in the lists of what is published: from when it first was.
    PublicationId,
}

/// When an id was created, in milliseconds since the Unix epoch.
#[doc(hidden)]
pub const fn millis_of(id: i64) -> i64 {
    (id >> LOW_BITS) + ID_EPOCH_MS
}

/// Milliseconds since the id epoch, clamped to 41 bits.
fn since_epoch(ms: i64) -> i64 {
    ms.saturating_sub(ID_EPOCH_MS).clamp(0, MAX_MS)
}

/// Generates ids for one node. One per process: two generators with the same node number produce duplicates.
#[derive(Debug)]
pub struct Ids {
    node: i64,
    /// The last issued tick: milliseconds since the id epoch, then 6 bits of sequence.
    last: AtomicI64,
}

impl Ids {
    /// `node` is 0..=63; higher bits are ignored.
    pub fn new(node: u8) -> Self {
        Self { node: i64::from(node) & NODE_MASK, last: AtomicI64::new(-1) }
    }

    /// The next id, larger than all before from this generator, even if `now_ms` (Unix epoch) steps back. The 65th id
    /// of a millisecond borrows from the next one.
    pub fn next(&self, now_ms: i64) -> i64 {
        self.advance(since_epoch(now_ms) << SEQUENCE_BITS)
    }

    /// As [`Ids::next`], and larger than `floor`, an id of another node: an effect sorts after its cause.
    pub fn next_after(&self, now_ms: i64, floor: i64) -> i64 {
        let (ms, node) = (floor >> LOW_BITS, (floor >> SEQUENCE_BITS) & NODE_MASK);
        let first = match self.node.cmp(&node) {
            std::cmp::Ordering::Greater => ms << SEQUENCE_BITS,
            std::cmp::Ordering::Equal => ((ms << SEQUENCE_BITS) | (floor & SEQUENCE_MASK)) + 1,
            std::cmp::Ordering::Less => (ms + 1) << SEQUENCE_BITS,
        };
        self.advance(first.max(since_epoch(now_ms) << SEQUENCE_BITS))
    }

    /// An id for imported history: the time part is `ms`, the low 12 bits come from `salt`. Not unique by itself: the
    /// caller claims it in the store and tries another salt if refused.
    pub fn at(&self, ms: i64, salt: u64) -> i64 {
        (since_epoch(ms) << LOW_BITS) | (salt as i64 & LOW_MASK)
    }

    /// The smallest id of a millisecond (Unix epoch), for ranges by time.
    pub fn first_at(ms: i64) -> i64 {
        since_epoch(ms) << LOW_BITS
    }

    /// From now on every id is of this millisecond (Unix epoch) or later.
    pub fn start_at(&self, ms: i64) {
        self.last.fetch_max((since_epoch(ms) << SEQUENCE_BITS) - 1, Ordering::AcqRel);
    }

    /// The millisecond (Unix epoch) after that of the last id: all ids so far are earlier.
    pub fn end(&self) -> i64 {
        (self.last.load(Ordering::Acquire) >> SEQUENCE_BITS) + 1 + ID_EPOCH_MS
    }

    fn advance(&self, at_least: i64) -> i64 {
        let mut last = self.last.load(Ordering::Relaxed);
        loop {
            let tick = at_least.max(last + 1);
            match self.last.compare_exchange_weak(last, tick, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => {
                    return ((tick >> SEQUENCE_BITS) << LOW_BITS)
                        | (self.node << SEQUENCE_BITS)
                        | (tick & SEQUENCE_MASK);
                }
                Err(seen) => last = seen,
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    #[test]
    fn taken_over_node_number_continues_after_the_last_id() {
        let (before, after) = (Ids::new(5), Ids::new(5));
        let last = (0..200).map(|_| before.next(1_790_000_005_000)).last().unwrap();
        after.start_at(before.end());
        // The second generator's clock is five seconds behind.
        assert!(after.next(1_790_000_000_000) > last);
        assert_eq!(Ids::new(5).end(), ID_EPOCH_MS);
    }

    #[test]
    fn time_node_and_sequence_are_in_their_bits() {
        let ids = Ids::new(5);
        let first = ids.next(NOW);
        assert_eq!(MessageId(first).millis(), NOW);
        assert_eq!((first >> 6) & 63, 5);
        assert_eq!(first & 63, 0);
        assert_eq!(ids.next(NOW) & 63, 1);
        assert!(first < 1 << 53);
    }

    #[test]
    fn exhausted_millisecond_borrows_from_the_next() {
        let ids = Ids::new(63);
        let made: Vec<i64> = (0..130).map(|_| ids.next(NOW)).collect();
        assert!(made.is_sorted_by(|a, b| a < b));
        assert_eq!(MessageId(made[129]).millis(), NOW + 2);
    }

    #[test]
    fn threads_share_a_generator() {
        let ids = Arc::new(Ids::new(1));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let ids = Arc::clone(&ids);
                std::thread::spawn(move || (0..2_000).map(|_| ids.next(NOW)).collect::<Vec<_>>())
            })
            .collect();
        let all: HashSet<i64> = threads.into_iter().flat_map(|t| t.join().unwrap()).collect();
        assert_eq!(all.len(), 8_000);
    }

    #[test]
    fn text_and_json_are_plain_numbers() {
        let id: ChannelId = "42".parse().unwrap();
        assert_eq!(id.to_string(), "42");
        assert_eq!(serde_json::to_string(&id).unwrap(), "42");
        assert_eq!(serde_json::from_str::<ChannelId>("42").unwrap(), id);
        assert!("x".parse::<ChannelId>().is_err());
    }

    proptest! {
        #[test]
        fn ids_grow_whatever_the_clock_does(node in 0u8..64, clock in prop::collection::vec(NOW - 5_000..NOW + 5_000, 1..200)) {
            let ids = Ids::new(node);
            let mut last = -1;
            for now in clock {
                let id = ids.next(now);
                prop_assert!(id > last);
                prop_assert!(MessageId(id).millis() >= now);
                prop_assert_eq!((id >> 6) & 63, i64::from(node));
                last = id;
            }
        }

        #[test]
        fn next_after_passes_every_other_node(node in 0u8..64, other in 0u8..64, ahead in -3i64..3, seq in 0i64..64) {
            let ids = Ids::new(node);
            let before = ids.next(NOW);
            let floor = (Ids::first_at(NOW + ahead)) | (i64::from(other) << 6) | seq;
            let id = ids.next_after(NOW, floor);
            prop_assert!(id > floor && id > before);
            prop_assert!(ids.next(NOW) > id);
        }

        #[test]
        fn history_keeps_its_time(ms in ID_EPOCH_MS..NOW, salt in any::<u64>()) {
            let id = Ids::new(63).at(ms, salt);
            prop_assert_eq!(MessageId(id).millis(), ms);
            prop_assert!(id >= Ids::first_at(ms) && id < Ids::first_at(ms + 1));
        }
    }
}
