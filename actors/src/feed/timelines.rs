//! Fan-out of posts into timelines: in the background, by jobs that may be repeated.
//!
//! A new reader of a source gets its newest posts, a former reader loses all of them. Each job reads the relation once
//! more after it has written, so that of two concurrent jobs the later state wins. A pointer that is left behind all
//! the same shows nothing.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use storage::contacts::TieKind;
use storage::engine::Write;
use storage::feed::{Audience, Post, Source};
use storage::ids::{EntityId, PostId, UserId};
use storage::record::Stored;

use super::facts::ReaderFacts;
use super::personal::PersonalEvent;
use super::rules;
use crate::Platform;
use crate::area::{Consequences, RelationChange};
use crate::live::bus::ToPerson as _;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::time::now;

/// Readers per chunk.
const PORTION: usize = 200;
/// Older posts of a source that a new reader gets.
pub(super) const NEWEST: usize = 100;
/// Most rounds for a relation that keeps changing.
const TRIES: usize = 8;

/// Fans out a new post.
pub(super) const DELIVER: JobKind = JobKind {
    name: "feed-deliver",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let id: PostId = serde_json::from_str(&job.payload)?;
            deliver(&platform, id, true).await
        })
    },
};

/// The same for a changed post, which may have a wider audience. Readers who have it are not notified again.
pub(super) const REDELIVER: JobKind = JobKind {
    name: "feed-redeliver",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let id: PostId = serde_json::from_str(&job.payload)?;
            deliver(&platform, id, false).await
        })
    },
};

/// A reader and a source whose relation has changed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tied {
    pub user_id: UserId,
    pub source: Source,
}

/// Adds a source's posts to a reader's timeline, or removes them.
pub(super) const RECONCILE: JobKind = JobKind {
    name: "feed-reconcile",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let Tied { user_id, source } = serde_json::from_str(&job.payload)?;
            reconcile(&platform, user_id, source).await
        })
    },
};

/// The job that joins every write that changes a person's relation to a source, and updates the timeline. Wake the jobs
/// after the write.
pub fn tied(platform: &Platform, user_id: UserId, source: Source) -> Result<Write> {
    Ok(jobs::job(platform, RECONCILE.name, 0, &Tied { user_id, source })?.insert())
}

/// A person's timeline follows their relation to an organisation.
pub(super) fn on_relation(
    platform: &Platform,
    change: RelationChange,
) -> BoxFuture<'_, Result<Consequences>> {
    let writes = tied(platform, change.user_id, Source::Entity(change.entity_id)).map(|write| vec![write]);
    Box::pin(ready(writes.map(|writes| Consequences { writes, ..Consequences::default() })))
}

/// The position in a source's readers.
#[derive(Clone, Copy)]
enum After {
    Followers(Option<i64>),
    Contacts(Option<i64>),
    Relations(Option<UserId>),
    Nobody,
}

impl After {
    fn first(source: Source, audience: Audience) -> Self {
        match (source, audience) {
            (Source::User(_), Audience::Contacts) => Self::Contacts(None),
            (Source::User(_), _) => Self::Followers(None),
            (Source::Entity(_), _) => Self::Relations(None),
        }
    }

    async fn next(
        self,
        platform: &Platform,
        source: Source,
        audience: Audience,
    ) -> Result<(Vec<UserId>, Self)> {
        let contacts = &platform.storage.contacts;
        let tied = async |me, kind, after| contacts.tied_after(me, kind, after, PORTION).await;
        Ok(match (self, source) {
            (Self::Followers(after), Source::User(me)) => {
                let rows = tied(me, TieKind::Follower, after).await?;
                let next = rows.last().filter(|_| rows.len() == PORTION).map(|row| row.0);
                let next = next.map_or(Self::Contacts(None), |at| Self::Followers(Some(at)));
                (rows.into_iter().map(|row| row.1).collect(), next)
            }
            (Self::Contacts(after), Source::User(me)) => {
                let rows = tied(me, TieKind::Contact, after).await?;
                let next = rows.last().filter(|_| rows.len() == PORTION).map(|row| row.0);
                let next = next.map_or(Self::Nobody, |at| Self::Contacts(Some(at)));
                (rows.into_iter().map(|row| row.1).collect(), next)
            }
            (Self::Relations(after), Source::Entity(id)) => relations(platform, id, audience, after).await?,
            _ => (Vec::new(), Self::Nobody),
        })
    }
}

async fn relations(
    platform: &Platform,
    id: EntityId,
    audience: Audience,
    after: Option<UserId>,
) -> Result<(Vec<UserId>, After)> {
    let rows = platform.storage.entities.relations(id, after, PORTION).await?;
    let next = rows.last().filter(|_| rows.len() == PORTION).map(|row| row.user_id);
    let next = next.map_or(After::Nobody, |at| After::Relations(Some(at)));
    let reads =
        rows.into_iter().filter(|row| rules::may_read(audience, rules::standing_in(Some(row.relation_type))));
    Ok((reads.map(|row| row.user_id).collect(), next))
}

/// Fans a post out to all readers of its source if they are few enough; otherwise the source becomes wide.
async fn deliver(platform: &Platform, id: PostId, is_new: bool) -> Result<(), Failure> {
    let feed = &platform.storage.feed;
    let Some(post) = feed.post(id).await? else { return Ok(()) };
    let Some(source) = post.source() else { return Ok(()) };
    if feed.is_wide(source).await? {
        return Ok(());
    }
    let (mut after, mut count) = (After::first(source, post.audience), 0);
    while !matches!(after, After::Nobody) {
        let (readers, next) = after.next(platform, source, post.audience).await?;
        count += readers.len();
        if count > platform.settings.quotas.count(&super::TIMELINES) {
            return Ok(widen(platform, source).await?);
        }
        if !put(platform, &post, source, &readers).await? {
            return Ok(());
        }
        if is_new {
            publish(platform, &post, &readers);
        }
        // Whoever stopped reading the source since the readers were listed may have lost its posts before this one came.
        let still: HashSet<UserId> =
            after.next(platform, source, post.audience).await?.0.into_iter().collect();
        for reader in readers.into_iter().filter(|reader| !still.contains(reader)) {
            reconcile(platform, reader, source).await?;
        }
        after = next;
    }
    Ok(())
}

/// Publishes the post's uuid to a chunk of readers without checking rights, which are checked when they fetch it. Costs
/// a look at the connections here per reader, and with other nodes one short message each; a chunk is smaller than the
/// bus's queue, and the next one is published after its write.
fn publish(platform: &Platform, post: &Post, readers: &[UserId]) {
    let event = PersonalEvent::FeedPost { uuid: post.post_uuid.clone() };
    for reader in readers {
        platform.announce(event.to(*reader));
    }
}

/// Writes a chunk; false: the post was deleted meanwhile, and its pointers are removed again.
async fn put(platform: &Platform, post: &Post, source: Source, readers: &[UserId]) -> Result<bool> {
    let feed = &platform.storage.feed;
    feed.put_before(readers, source, &[post.post_id]).await?;
    if feed.post(post.post_id).await?.is_some() {
        return Ok(true);
    }
    feed.take_from(readers, source, post.post_id).await?;
    Ok(false)
}

/// Makes a source wide: its posts are merged in when its readers read.
async fn widen(platform: &Platform, source: Source) -> Result<()> {
    let (feed, at) = (&platform.storage.feed, now());
    // First noted for every reader, so that an interrupted job starts again.
    let mut after = After::first(source, Audience::Public);
    while !matches!(after, After::Nobody) {
        let readers;
        (readers, after) = after.next(platform, source, Audience::Public).await?;
        feed.read_wide(&readers, source, at).await?;
    }
    feed.widen(source, at).await?;
    tracing::info!(%source, "has so many readers that posts are merged in when they read");
    Ok(())
}

/// Makes a reader's timeline match their relation to a source.
async fn reconcile(platform: &Platform, user_id: UserId, source: Source) -> Result<(), Failure> {
    let feed = &platform.storage.feed;
    let mut done = None;
    for _ in 0..TRIES {
        let facts = ReaderFacts::load(platform, Some(user_id), [source]).await?;
        let standing = facts.standing(Some(source));
        if done == Some(standing) {
            return Ok(());
        }
        if rules::is_reader(standing) {
            let newest = feed.listed(&source.to_string(), None, NEWEST).await?;
            let reads = newest.into_iter().filter(|(_, audience)| rules::may_read(*audience, standing));
            let ids: Vec<PostId> = reads.map(|(id, _)| id).collect();
            feed.put_before(&[user_id], source, &ids).await?;
            if feed.is_wide(source).await? {
                feed.read_wide(&[user_id], source, now()).await?;
            }
        } else {
            feed.take_out(user_id, source).await?;
        }
        done = Some(standing);
    }
    Err(Failure::Passing("what the two are to each other goes on changing".to_owned()))
}
