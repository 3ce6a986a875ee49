//! The relationship of two people: one row per pair, decided by compare and set.
//!
//! A change reads the row, applies the rules, and writes the row if its version is unchanged; so of two concurrent
//! changes, on any nodes, the second is decided after the first. A block is a row of its own, because other areas read
//! it together with their own facts; it raises the pair's version, so that nothing decided before it is written after
//! it.
//!
//! The lists of people ([`super::ties`]) are derived and written with it. They are pointers: what they show is read
//! from the pair.

use crate::platform::engine::{Key, Write};
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
    /// Two people who have interacted at some time.
    pub struct Bond;
    pub(crate) static BONDS: "bonds", Ascending;
    partition {
        /// The person with the smaller id.
        user_id: UserId => bigint,
        /// The other person.
        other_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        state: BondState => text,
        /// When the state began, in epoch milliseconds.
        since: i64 => timestamp,
        /// In states asked and rejected: who asked.
        asked_by: Option<UserId> => bigint,
        /// In state asked: the request.
        request_id: Option<RequestId> => bigint,
        /// In state asked: the request's message.
        message: Option<String> => text,
        /// The side of `user_id`: see [`Half`].
        contact_id: Option<ContactId> => bigint,
        feed_setting: FeedSetting => text = FeedSetting::All,
        event_setting: EventSetting => text = EventSetting::FreeBusy,
        follow_id: Option<FollowId> => bigint,
        follow_asked: Option<FollowId> => bigint,
        listed: Option<String> => text,
        /// The side of `other_id`.
        other_contact_id: Option<ContactId> => bigint,
        other_feed_setting: FeedSetting => text = FeedSetting::All,
        other_event_setting: EventSetting => text = EventSetting::FreeBusy,
        other_follow_id: Option<FollowId> => bigint,
        other_follow_asked: Option<FollowId> => bigint,
        other_listed: Option<String> => text,
    }
}

/// One person's side of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    /// The id of the other as the person's contact.
    pub contact_id: Option<ContactId>,
    /// What the person lets the other see of their posts.
    pub feed_setting: FeedSetting,
    /// As `feed_setting`, of their calendar.
    pub event_setting: EventSetting,
    /// The person follows the other.
    pub follow_id: Option<FollowId>,
    /// The person has asked to follow the other; not answered yet.
    pub follow_asked: Option<FollowId>,
    /// The person's sort name in the other's contact list.
    pub listed: Option<String>,
}

impl Bond {
    /// Two people without any relationship; version 0 is never stored.
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

    /// The key of a pair.
    pub fn of_pair(one: UserId, other: UserId) -> Key {
        Self::at(one.min(other), one.max(other))
    }

    /// The other person of the pair.
    pub fn other_than(&self, person: UserId) -> UserId {
        if self.user_id == person { self.other_id } else { self.user_id }
    }

    /// A person's side.
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

    /// The pair with another side of a person.
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

    /// The pair without contact, requests and following.
    #[must_use]
    pub fn severed(&self, at: i64) -> Self {
        Self { version: self.version, since: at, ..Self::between(self.user_id, self.other_id) }
    }

    /// The pair without contact and requests; following stays.
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

/// Two people from the view of one of them.
#[derive(Debug, Clone)]
pub struct Pair {
    pub me: UserId,
    pub other: UserId,
    /// The stored pair; [`Bond::between`] if there is none.
    pub bond: Bond,
    /// My block against the other.
    pub block: Option<Block>,
    /// The other has blocked me.
    pub is_blocked: bool,
    /// The other's account.
    pub user: Option<User>,
}

impl Contacts {
    /// Reads a pair in one round trip.
    pub async fn pair(&self, me: UserId, other: UserId) -> Result<Pair> {
        let found = self.pairs(me, &[other]).await?;
        found.into_iter().next().ok_or(Error::Busy)
    }

    /// As [`Contacts::pair`], for many others; in their order.
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

    /// Changes a pair if it is unchanged since it was read, and updates the lists of both. False: it was changed
    /// meanwhile; nothing is written.
    pub async fn change(&self, old: &Bond, new: &Bond, then: Vec<Write>) -> Result<bool> {
        let new = Bond { version: old.version + 1, ..new.clone() };
        let moved = [moves(old, &new), then].concat();
        if old.version == 0 {
            // Before the row: erasure finds the pair by these entries even if the rest fails.
            self.db.write(met(&new).map(|tie| tie.insert()).into()).await?;
            return self.db.decide(new.if_absent(), moved).await;
        }
        self.db.decide(old.change_version_to(&new), moved).await
    }

    /// Deletes a pair in any state, with all list entries that point at it.
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

/// List entries to delete and to add when a pair changes.
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
