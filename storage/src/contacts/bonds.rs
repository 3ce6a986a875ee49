//! What two people are to each other: one row per pair, decided by compare and set.
//!
//! Whoever acts reads the row, judges it and writes it anew where its version is still the one that was judged; so of two who
//! act at once the second judges what the first has made of it, on any node. A block is a row of its own, because others ask
//! for it with what they judge, and raises the version of the pair: nothing that was judged before it is written after it.
//!
//! The lists of people ([`super::ties`]) follow in the same write. They only point: what they show is asked of the pair.

use crate::platform::engine::{Guard, Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ContactId, FollowId, RequestId, UserId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::text_enum::text_enum;

use super::ties::{listings, met, ties};
use super::{Block, Contacts};
use crate::accounts::User;
use crate::accounts::records::USERS;

text_enum! {
    /// What stands between two people, but for blocks and following.
    BondState {
        /// Nothing.
        None = "NONE",
        /// One has asked, the other has not answered.
        Asked = "ASKED",
        /// Both have said yes.
        Contact = "CONTACT",
        /// One has asked, the other has said no.
        Rejected = "REJECTED",
    }
}

text_enum! {
    /// What a contact may see of a person's posts.
    FeedSetting {
        /// All that is for contacts.
        All = "ALL",
        /// What everybody may see.
        Public = "PUBLIC",
    }
}

text_enum! {
    /// What a contact may see of a person's calendar.
    EventSetting {
        /// Nothing.
        None = "NONE",
        /// When the person is busy.
        FreeBusy = "FREE_BUSY",
        /// What is in it.
        Details = "DETAILS",
        /// As details, and may change it.
        Edit = "EDIT",
    }
}

record! {
    /// Two people, from when they first had to do with each other.
    pub struct Bond;
    pub(crate) static BONDS: "bonds", Ascending;
    partition {
        /// The one with the smaller id.
        user_id: UserId => bigint,
        /// The other.
        other_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Grows with every change.
        version: i64 => bigint,
        state: BondState => text,
        /// Since when that is so; epoch milliseconds.
        since: i64 => timestamp,
        /// Asked and rejected: who asked.
        asked_by: Option<UserId> => bigint,
        /// Asked: the request.
        request_id: Option<RequestId> => bigint,
        /// Asked: what was said with it.
        message: Option<String> => text,
        /// What is of `user_id`: see [`Half`].
        contact_id: Option<ContactId> => bigint,
        feed_setting: FeedSetting => text = FeedSetting::All,
        event_setting: EventSetting => text = EventSetting::FreeBusy,
        follow_id: Option<FollowId> => bigint,
        follow_asked: Option<FollowId> => bigint,
        listed: Option<String> => text,
        /// What is of `other_id`.
        other_contact_id: Option<ContactId> => bigint,
        other_feed_setting: FeedSetting => text = FeedSetting::All,
        other_event_setting: EventSetting => text = EventSetting::FreeBusy,
        other_follow_id: Option<FollowId> => bigint,
        other_follow_asked: Option<FollowId> => bigint,
        other_listed: Option<String> => text,
    }
}

/// What is one person's of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    /// The other, in the person's list of contacts.
    pub contact_id: Option<ContactId>,
    /// What the person lets the other see.
    pub feed_setting: FeedSetting,
    /// As `feed_setting`.
    pub event_setting: EventSetting,
    /// The person follows the other.
    pub follow_id: Option<FollowId>,
    /// The person has asked to follow the other, who has not answered.
    pub follow_asked: Option<FollowId>,
    /// How the person is listed among the other's contacts: the name, as it is sorted.
    pub listed: Option<String>,
}

impl Bond {
    /// Two who have had nothing to do with each other; version 0 is nowhere stored.
    pub fn between(one: UserId, other: UserId) -> Self {
        Self {
            user_id: one.min(other),
            other_id: one.max(other),
            version: 0,
            state: BondState::None,
            since: 0,
            asked_by: None,
            request_id: None,
            message: None,
            contact_id: None,
            feed_setting: FeedSetting::All,
            event_setting: EventSetting::FreeBusy,
            follow_id: None,
            follow_asked: None,
            listed: None,
            other_contact_id: None,
            other_feed_setting: FeedSetting::All,
            other_event_setting: EventSetting::FreeBusy,
            other_follow_id: None,
            other_follow_asked: None,
            other_listed: None,
        }
    }

    /// The address of two people's.
    pub fn of_pair(one: UserId, other: UserId) -> Key {
        Self::at(one.min(other), one.max(other))
    }

    /// The other one.
    pub fn other_than(&self, person: UserId) -> UserId {
        if self.user_id == person { self.other_id } else { self.user_id }
    }

    /// What is a person's.
    pub fn half(&self, of: UserId) -> Half {
        if of == self.user_id {
            Half {
                contact_id: self.contact_id,
                feed_setting: self.feed_setting,
                event_setting: self.event_setting,
                follow_id: self.follow_id,
                follow_asked: self.follow_asked,
                listed: self.listed.clone(),
            }
        } else {
            Half {
                contact_id: self.other_contact_id,
                feed_setting: self.other_feed_setting,
                event_setting: self.other_event_setting,
                follow_id: self.other_follow_id,
                follow_asked: self.other_follow_asked,
                listed: self.other_listed.clone(),
            }
        }
    }

    /// With another half of a person.
    #[must_use]
    pub fn with_half(self, of: UserId, half: Half) -> Self {
        let Half { contact_id, feed_setting, event_setting, follow_id, follow_asked, listed } = half;
        if of == self.user_id {
            Self { contact_id, feed_setting, event_setting, follow_id, follow_asked, listed, ..self }
        } else {
            Self {
                other_contact_id: contact_id,
                other_feed_setting: feed_setting,
                other_event_setting: event_setting,
                other_follow_id: follow_id,
                other_follow_asked: follow_asked,
                other_listed: listed,
                ..self
            }
        }
    }

    /// Nothing stands between the two any more, and nobody of them follows the other.
    #[must_use]
    pub fn severed(&self, at: i64) -> Self {
        Self { version: self.version, since: at, ..Self::between(self.user_id, self.other_id) }
    }

    /// They are contacts no more, and nobody asks to be; following stays.
    #[must_use]
    pub fn parted(&self, at: i64) -> Self {
        Self {
            follow_id: self.follow_id,
            follow_asked: self.follow_asked,
            other_follow_id: self.other_follow_id,
            other_follow_asked: self.other_follow_asked,
            ..self.severed(at)
        }
    }
}

/// Two people, as one of them meets the other.
#[derive(Debug, Clone)]
pub struct Pair {
    pub me: UserId,
    pub other: UserId,
    /// What is stored; [`Bond::between`] where nothing is.
    pub bond: Bond,
    /// Mine against the other.
    pub block: Option<Block>,
    /// The other has blocked me.
    pub is_blocked: bool,
    /// The other's account.
    pub user: Option<User>,
}

impl Contacts {
    /// Two people, read in one hop.
    pub async fn pair(&self, me: UserId, other: UserId) -> Result<Pair> {
        let found = self.pairs(me, &[other]).await?;
        found.into_iter().next().ok_or(Error::Busy)
    }

    /// As [`Contacts::pair`], with many others; in their order.
    pub async fn pairs(&self, me: UserId, others: &[UserId]) -> Result<Vec<Pair>> {
        let keys = others.iter().flat_map(|other| {
            [Bond::of_pair(me, *other), Block::at(me, *other), Block::at(*other, me), User::at(*other)]
        });
        let rows = self.db.get_many(keys.collect()).await?;
        let mut rows = rows.into_iter();
        let mut pairs = Vec::with_capacity(others.len());
        for other in others {
            let mut next = || rows.next().flatten();
            let (bond, block, theirs, user) = (next(), next(), next(), next());
            debug_assert!(user.as_ref().is_none_or(|row| std::ptr::eq(row.table(), &raw const USERS)));
            pairs.push(Pair {
                me,
                other: *other,
                bond: bond.map(Bond::read).transpose()?.unwrap_or_else(|| Bond::between(me, *other)),
                block: block.map(Block::read).transpose()?,
                is_blocked: theirs.is_some(),
                user: user.map(User::read).transpose()?,
            });
        }
        Ok(pairs)
    }

    /// Writes a pair as it shall be, where it is still what was judged, and moves it in the lists of both. False: somebody
    /// else has changed it meanwhile; nothing is written.
    pub async fn change(&self, old: &Bond, new: &Bond, then: Vec<Write>) -> Result<bool> {
        let new = Bond { version: old.version + 1, ..new.clone() };
        let moved = [moves(old, &new), then].concat();
        if old.version == 0 {
            // Before the row: who is erased finds it by this, whatever becomes of the rest.
            self.db.write(met(&new).map(|tie| tie.insert()).into()).await?;
            return self.db.decide(new.if_absent(), moved).await;
        }
        let set = old.changes_to(&new);
        let guard = Guard::UpdateIf {
            key: old.key(),
            set,
            conditions: vec![("version", old.version.into())],
            ttl: None,
        };
        self.db.decide(guard, moved).await
    }

    /// Removes a pair whatever it is, with all that points at it.
    pub(super) async fn forget_pair(&self, one: UserId, other: UserId) -> Result<()> {
        let pointers = met(&Bond::between(one, other)).map(|tie| tie.key().delete());
        let Some(bond) = self.db.find::<Bond>(Bond::of_pair(one, other)).await? else {
            return self.db.write(pointers.into()).await;
        };
        let gone = [moves(&bond, &Bond::between(one, other)), pointers.into()].concat();
        let guard = bond.key().delete_if([("version", bond.version.into())]);
        if self.db.decide(guard, gone).await? { Ok(()) } else { Err(Error::Busy) }
    }
}

/// What of the lists goes, and what comes, when a pair becomes another.
fn moves(old: &Bond, new: &Bond) -> Vec<Write> {
    let (was, is) = (ties(old), ties(new));
    let (was_listed, is_listed) = (listings(old), listings(new));
    let mut writes: Vec<Write> =
        was.iter().filter(|tie| !is.contains(tie)).map(|tie| tie.key().delete()).collect();
    writes.extend(was_listed.iter().filter(|one| !is_listed.contains(one)).map(|one| one.key().delete()));
    writes.extend(is.iter().filter(|tie| !was.contains(tie)).map(Stored::insert));
    writes.extend(is_listed.iter().filter(|one| !was_listed.contains(one)).map(Stored::insert));
    writes
}
