//! Each person's threads by newest reply: those in which they wrote or are mentioned.
//!
//! As in the inbox of conversations ([`crate::messages`]), rows are never moved. A reply writes rows **by hour and
//! thread**, and the thread's head, which only grows, tells its latest hour. The first reply of an hour writes a row
//! for every participant; later ones of that hour only for new participants, and read no others. So a reply is cheap
//! for any number of participants, and a page costs the rows shown plus outdated ones. A page that reaches an outdated
//! row removes it, or writes the row of the thread's latest hour if that is missing (somebody joined between reading
//! the participants and the write, or history was imported).

use std::collections::{HashMap, HashSet};

use futures_util::FutureExt;

use super::tables::{MANY, THREAD_MESSAGES};
use super::{Chat, Message, rows};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::{Record, Stored, record};

const HOUR_MS: i64 = 3_600_000;
/// Rows read at once.
const AT_ONCE: usize = 100;
/// Most replies of a thread that are examined for unread ones.
pub const UNREAD_MAX: usize = 100;

record! {
    /// A participant of a thread.
    struct Follower;
    pub(crate) static THREAD_PEOPLE: "thread_people", Ascending;
    partition {
        parent_id: MessageId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

record! {
    /// A person's thread had a reply within this hour.
    struct Place;
    pub(crate) static THREAD_PLACES: "thread_places", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        /// Hours since the Unix epoch.
        hour: i64 => bigint,
        /// The thread's first message.
        parent_id: MessageId => bigint,
    }
    columns {
        channel_id: ChannelId => bigint,
    }
}

record! {
    /// The state of a thread; both columns only grow.
    struct Head;
    pub(crate) static THREAD_HEADS: "thread_heads", Ascending;
    partition {
        parent_id: MessageId => bigint,
    }
    clustering {}
    columns {
        /// The newest reply, including tombstones.
        last: MessageId => bigint = MessageId(0),
        /// The hour for which all participants of that time have a row.
        placed: i64 => bigint = 0,
    }
}

record! {
    /// The part of a reply that decides whether it is unread.
    struct Brief {
        user_id: UserId,
        deleted: bool,
    }
}

/// A thread in a person's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadPlace {
    /// Its first message.
    pub parent_id: MessageId,
    pub channel_id: ChannelId,
    /// The newest reply, including tombstones; lists are sorted by it, descending.
    pub last: MessageId,
}

/// A person's read state of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadStanding {
    /// Read mark.
    pub mark: Option<MessageId>,
    /// Replies of others after the mark, without tombstones, up to [`UNREAD_MAX`].
    pub unread: usize,
    /// The newest replies without tombstones, at most two, in ascending id.
    pub newest: Vec<Message>,
}

const fn hour_of(id: MessageId) -> i64 {
    id.millis().div_euclid(HOUR_MS)
}

/// The people whom a message makes participants of its thread: author and mentioned people.
fn people_of(message: &Message) -> impl Iterator<Item = UserId> {
    std::iter::once(message.user_id).chain(rows::mentioned(message))
}

/// Adds participants, with rows in that hour.
fn placed(
    people: impl Iterator<Item = UserId>,
    parent_id: MessageId,
    channel_id: ChannelId,
    hour: i64,
) -> Vec<Write> {
    let both = |user_id| {
        [Follower { parent_id, user_id }.insert(), Place { user_id, hour, parent_id, channel_id }.insert()]
    };
    people.flat_map(both).collect()
}

/// Adds author and mentioned people of a thread's first message, for imported threads.
pub(super) fn begun(parent: &Message, reply: MessageId) -> Vec<Write> {
    placed(people_of(parent), parent.message_id, parent.channel_id, hour_of(reply))
}

/// Lists the threads of replies from before the lists existed.
pub(crate) const THREADS_ARE_LISTED: Migration = Migration {
    version: 5,
    name: "threads are listed by the people in them",
    portion: |db, mark| list_all(db, mark).boxed(),
};

async fn list_all(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &THREAD_MESSAGES, mark).await?;
    let read = rows.len();
    let mut writes = Vec::new();
    for row in rows {
        let reply = Message::read(row)?;
        let Some(parent_id) = reply.parent_id else { continue };
        let parent: Option<Message> = db.find(rows::message_key(reply.channel_id, None, parent_id)).await?;
        writes.extend(parent.iter().flat_map(|parent| begun(parent, reply.message_id)));
        writes.extend(Moved::default().rows(&reply));
    }
    let written = writes.len();
    db.write(writes).await?;
    Ok(Portion { read, written, mark })
}

/// Who gets a row for a reply. By default, for imported replies, only the people of the reply itself; pages add the
/// others where the thread stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moved {
    /// Existing participants without a row of this hour; for the first reply, the people of the first message.
    people: Vec<UserId>,
    /// The newest reply before this one.
    last: Option<MessageId>,
    is_new_hour: bool,
}

impl Moved {
    /// The rows that a reply writes.
    pub(super) fn rows(&self, reply: &Message) -> Vec<Write> {
        let Some(parent_id) = reply.parent_id else { return Vec::new() };
        // A reply that was approved late is listed where its thread is.
        let hour = hour_of(self.last.map_or(reply.message_id, |last| last.max(reply.message_id)));
        let mut seen = HashSet::new();
        let people = people_of(reply).chain(self.people.iter().copied()).filter(|id| seen.insert(*id));
        let mut writes = placed(people, parent_id, reply.channel_id, hour);
        let mut head = vec![("last", reply.message_id.0)];
        if self.is_new_hour {
            head.push(("placed", hour));
        }
        writes.push(Write::Raise { key: Head::at(parent_id), set: head });
        writes
    }
}

impl Chat {
    /// Who gets a row for a reply that is about to be written. One round trip; two for the first reply of an hour.
    pub(super) async fn moved(&self, reply: &Message) -> Result<Moved> {
        let Some(parent_id) = reply.parent_id else { return Ok(Moved::default()) };
        let head: Option<Head> = self.db.find(Head::at(parent_id)).await?;
        let Some(Head { last, placed, .. }) = head else {
            let parent = rows::message_key(reply.channel_id, None, parent_id);
            let parent: Option<Message> = self.db.find(parent).await?;
            let people = parent.iter().flat_map(people_of).collect();
            return Ok(Moved { people, last: None, is_new_hour: true });
        };
        let is_new_hour = hour_of(reply.message_id.max(last)) > placed;
        let mut people = Vec::new();
        if is_new_hour {
            let all: Vec<Follower> = self.db.list(Follower::of(parent_id).ascending(MANY)).await?;
            people = all.into_iter().map(|one| one.user_id).collect();
        }
        Ok(Moved { people, last: Some(last), is_new_hour })
    }

    /// Makes people whom an edit mentions participants of the thread.
    pub(super) async fn named_in_thread(&self, edited: &Message) -> Result<Vec<Write>> {
        let thread = edited.parent_id.unwrap_or(edited.message_id);
        let head: Option<Head> = self.db.find(Head::at(thread)).await?;
        let Some(Head { last, .. }) = head else { return Ok(Vec::new()) };
        Ok(placed(rows::mentioned(edited), thread, edited.channel_id, hour_of(last)))
    }

    /// A page of a person's threads before `before`, newest reply first; answers whether there is more.
    pub async fn threads_of(
        &self,
        user_id: UserId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<ThreadPlace>, bool)> {
        let (mut page, mut stale) = (Vec::new(), Vec::new());
        let (mut held, mut seen): (Vec<Place>, HashSet<MessageId>) = (Vec::new(), HashSet::new());
        let mut from: Option<(i64, MessageId)> = None;
        while page.len() <= limit {
            let span = Place::of(user_id);
            let span = match (from, before) {
                (Some((hour, parent)), _) => span.before_all([hour.into(), parent.into()]),
                (None, Some(before)) => span.up_to(hour_of(before)),
                (None, None) => span,
            };
            let rows: Vec<Place> = self.db.list(span.descending(AT_ONCE)).await?;
            let is_over = rows.len() < AT_ONCE;
            from = rows.last().map(|row| (row.hour, row.parent_id)).or(from);
            held.extend(rows);
            // The hour at which the last read ended may have more rows.
            let cut = held.last().map_or(0, |last| held.partition_point(|row| row.hour > last.hour));
            let rest = held.split_off(if is_over { held.len() } else { cut });
            let whole = std::mem::replace(&mut held, rest);
            self.place_threads(whole, before, &mut seen, &mut page, &mut stale).await?;
            if is_over {
                break;
            }
        }
        self.settle(stale).await;
        let has_more = page.len() > limit;
        page.truncate(limit);
        Ok((page, has_more))
    }

    /// Sorts the threads of complete hours into the page; outdated rows go to `stale`, with the thread's latest hour.
    async fn place_threads(
        &self,
        rows: Vec<Place>,
        before: Option<MessageId>,
        seen: &mut HashSet<MessageId>,
        page: &mut Vec<ThreadPlace>,
        stale: &mut Vec<(Place, i64)>,
    ) -> Result<()> {
        let keys = rows.iter().map(|row| Head::at(row.parent_id)).collect();
        let heads: Vec<Head> = self.db.find_all(keys).await?;
        let heads: HashMap<MessageId, MessageId> =
            heads.into_iter().map(|head| (head.parent_id, head.last)).collect();
        let from = page.len();
        for row in rows {
            let Some(last) = heads.get(&row.parent_id).copied() else { continue };
            let is_first = seen.insert(row.parent_id);
            if !is_first || hour_of(last) > row.hour {
                stale.push((row, hour_of(last)));
                continue;
            }
            if before.is_none_or(|before| last < before) {
                page.push(ThreadPlace { parent_id: row.parent_id, channel_id: row.channel_id, last });
            }
        }
        page[from..].sort_unstable_by_key(|place| std::cmp::Reverse(place.last));
        Ok(())
    }

    /// Replaces outdated rows by current ones. Best effort: rows that stay are met again.
    async fn settle(&self, stale: Vec<(Place, i64)>) {
        let moves = stale
            .iter()
            .flat_map(|(row, hour)| [row.key().delete(), Place { hour: *hour, ..row.clone() }.insert()]);
        let moves: Vec<Write> = moves.collect();
        if !moves.is_empty()
            && let Err(error) = self.db.write(moves).await
        {
            tracing::debug!(%error, "older places of threads stay in a list");
        }
    }

    /// A person's read state of threads, in the order given. Two round trips; per thread it reads up to [`UNREAD_MAX`]
    /// replies after the mark, and the last ones.
    pub async fn threads_standing(
        &self,
        user_id: UserId,
        places: &[ThreadPlace],
    ) -> Result<Vec<ThreadStanding>> {
        let keys = places.iter().map(|place| rows::thread_mark_key(user_id, place.parent_id)).collect();
        let mut standing = Vec::with_capacity(places.len());
        for row in self.db.get_many(keys).await? {
            let mark = row.map(|mut row| row.take("last_read")).transpose()?;
            standing.push(ThreadStanding { mark, ..ThreadStanding::default() });
        }
        let ranges =
            places.iter().zip(&standing).flat_map(|(place, one): (&ThreadPlace, &ThreadStanding)| {
                let replies = || THREAD_MESSAGES.span([place.parent_id.into()]);
                let unread = replies().after_any(one.mark).ascending(UNREAD_MAX).columns(Brief::FIELDS);
                [unread, replies().descending(LAST_LOOKED_AT)]
            });
        let mut found = self.db.range_many(ranges.collect()).await?.into_iter();
        for one in &mut standing {
            for row in found.next().unwrap_or_default() {
                let reply = Brief::read(row)?;
                one.unread += usize::from(reply.user_id != user_id && !reply.deleted);
            }
            for row in found.next().unwrap_or_default() {
                let reply = Message::read(row)?;
                if !reply.deleted && one.newest.len() < SHOWN {
                    one.newest.insert(0, reply);
                }
            }
        }
        Ok(standing)
    }

    /// Removes an erased person from all threads.
    pub(super) async fn leave_threads(&self, user_id: UserId) -> Result<()> {
        loop {
            let some: Vec<Place> = self.db.list(Place::of(user_id).descending(AT_ONCE)).await?;
            if some.is_empty() {
                return Ok(());
            }
            let gone = some
                .iter()
                .flat_map(|place| [Follower::at(place.parent_id, user_id).delete(), place.key().delete()]);
            self.db.write(gone.collect()).await?;
        }
    }
}

/// Replies shown per thread, and read for that: the last ones may be tombstones.
const SHOWN: usize = 2;
const LAST_LOOKED_AT: usize = 6;
