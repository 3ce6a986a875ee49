//! Each person's threads, by what was answered last: those in which they wrote, or which name them.
//!
//! As in an inbox of conversations ([`crate::messages`]) nothing moves: a reply writes rows **by the hour and the thread**, and
//! the thread's head, which only grows, says which hour is the last. The first reply of an hour writes the row of everybody who
//! takes part; the others of that hour write those of who comes new, and read nobody else. So a reply costs little however many
//! take part, and a page costs what it shows, and the hours that lie over. A row of an older hour is met once, by a page that
//! reaches so far: it is removed, or put where the thread is now, should the row of that hour be missing (somebody came in
//! between the reading of those who take part and the writing, or history was brought in).

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
/// Replies of a thread that are looked at for those that are not read.
pub const UNREAD_MAX: usize = 100;

record! {
    /// Somebody takes part in a thread.
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
    /// That something was answered within an hour, in a thread of a person's.
    struct Place;
    pub(crate) static THREAD_PLACES: "thread_places", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        /// Hours since the unix epoch.
        hour: i64 => bigint,
        /// The thread's first message.
        parent_id: MessageId => bigint,
    }
    columns {
        channel_id: ChannelId => bigint,
    }
}

record! {
    /// Where a thread stands. Both only grow.
    struct Head;
    pub(crate) static THREAD_HEADS: "thread_heads", Ascending;
    partition {
        parent_id: MessageId => bigint,
    }
    clustering {}
    columns {
        /// The newest reply, deleted ones too.
        last: MessageId => bigint = MessageId(0),
        /// The hour whose rows everybody has who took part then.
        placed: i64 => bigint = 0,
    }
}

record! {
    /// What of a reply says whether it is unread.
    struct Brief {
        user_id: UserId,
        deleted: bool,
    }
}

/// A thread's place in a person's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadPlace {
    /// Its first message.
    pub parent_id: MessageId,
    pub channel_id: ChannelId,
    /// The newest reply, deleted ones too: newest first by this.
    pub last: MessageId,
}

/// How a thread stands for a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadStanding {
    /// How far they have read it.
    pub mark: Option<MessageId>,
    /// Replies of others after that which are not deleted, up to [`UNREAD_MAX`].
    pub unread: usize,
    /// The newest replies that are not deleted, two at most, in ascending id.
    pub newest: Vec<Message>,
}

const fn hour_of(id: MessageId) -> i64 {
    id.millis().div_euclid(HOUR_MS)
}

/// Whom a message of a thread makes take part in it: who wrote it, and whom it names.
fn people_of(message: &Message) -> impl Iterator<Item = UserId> {
    std::iter::once(message.user_id).chain(rows::mentioned(message))
}

/// These take part in a thread, and see it where it stands in that hour.
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

/// Who began a thread that came in without a word, and whom they named, take part in it.
pub(super) fn begun(parent: &Message, reply: MessageId) -> Vec<Write> {
    placed(people_of(parent), parent.message_id, parent.channel_id, hour_of(reply))
}

/// Replies of before there were lists of threads.
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

/// Who is to see a reply in their list of threads. By default, of what comes in without a word: whom the reply itself says; the
/// page puts the others where the thread stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moved {
    /// Who takes part already and has no row of this hour: of the first reply the first message's people.
    people: Vec<UserId>,
    /// The newest reply until now.
    last: Option<MessageId>,
    is_new_hour: bool,
}

impl Moved {
    /// The rows of a reply.
    pub(super) fn rows(&self, reply: &Message) -> Vec<Write> {
        let Some(parent_id) = reply.parent_id else { return Vec::new() };
        // What is let through late stands where its thread does.
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
    /// Who is to see a reply that is about to be written. One hop; two for the first reply of an hour.
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

    /// Whom an edit names in a thread, or in a message that has one, takes part in it from now on.
    pub(super) async fn named_in_thread(&self, edited: &Message) -> Result<Vec<Write>> {
        let thread = edited.parent_id.unwrap_or(edited.message_id);
        let head: Option<Head> = self.db.find(Head::at(thread)).await?;
        let Some(Head { last, .. }) = head else { return Ok(Vec::new()) };
        Ok(placed(rows::mentioned(edited), thread, edited.channel_id, hour_of(last)))
    }

    /// A page of a person's threads, newest reply first, of what stands before `before`; whether there is more.
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
            // Of an hour that the last read ended in there may be more.
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

    /// Puts the threads of whole hours in their places; rows of hours that are over go to `stale`, with the hour of now.
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

    /// Removes rows of older hours, and writes those that are missing. The page does not hang on it: what stays is met again.
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

    /// How threads stand for a person, in the order asked. Two hops; of a thread the replies after the mark are looked at, up to
    /// [`UNREAD_MAX`], and its last ones.
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

    /// Takes a person who is erased out of every thread.
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

/// Replies that are shown of each thread, and looked at for them: the last ones may be deleted.
const SHOWN: usize = 2;
const LAST_LOOKED_AT: usize = 6;
