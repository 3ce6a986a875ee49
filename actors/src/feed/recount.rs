//! Checks stored timelines against relations and audiences, at an operator's request (`kalender check`). People, their
//! sources and their timelines are read page by page, so memory does not grow with the store.
//!
//! A pointer to a deleted post, or to one its reader may no longer read, is no error: it shows nothing, and is removed
//! when it is met.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use storage::Storage;
use storage::accounts::UserStatus;
use storage::contacts::{Pair, TieKind};
use storage::feed::{Audience, Pointers, Source, TimelinePost, WIDE_READ};
use storage::ids::{PostId, UserId};

use super::rules::{self, Standing};
use super::timelines::{DELIVER, NEWEST, RECONCILE, REDELIVER, Tied};
use crate::accounts::profile::is_alive;
use crate::platform::error::{Refusal, Result};

/// Newest posts of a source whose delivery to each reader is verified. Half of what a new reader gets, because some of
/// those may have been deleted since.
const SOUGHT: usize = NEWEST / 2;
/// People, or sources of one person, per page.
const PAGE: usize = 200;
/// Sources whose newest posts are cached, because others read them too.
const REMEMBERED: usize = 1_000;
/// With more pending jobs that write into timelines than this, the check is inconclusive.
const UNDER_WAY: usize = 100_000;
/// Maximum number of errors listed.
const NAMED: usize = 1_000;

/// The result of the check.
#[derive(Debug, Default)]
pub struct Recount {
    /// Number of missing and of unexpected rows.
    pub wrong: usize,
    /// The first thousand of them, a line each.
    pub named: Vec<String>,
    /// Too many jobs are pending, so nothing was checked.
    pub is_under_way: bool,
}

impl Recount {
    fn say(&mut self, line: String) {
        self.wrong += 1;
        if self.named.len() < NAMED {
            self.named.push(line);
        }
    }
}

/// Checks all timelines. Meant for a store at rest; what pending jobs will still write or remove is not reported.
pub async fn recount(storage: &Storage) -> Result<Recount> {
    let kinds = [DELIVER.name, REDELIVER.name, RECONCILE.name];
    let Some(under_way) = storage.jobs.payloads(&kinds, UNDER_WAY).await? else {
        return Ok(Recount { is_under_way: true, ..Recount::default() });
    };
    let mut look = Look { storage, under_way, newest: HashMap::new(), found: Recount::default() };
    let mut after = None;
    loop {
        let people = storage.accounts.scan(after, PAGE).await?;
        for person in people.iter().filter(|person| is_alive(person)) {
            look.at(person.user_id).await?;
        }
        after = people.last().map(|person| person.user_id);
        if people.len() < PAGE {
            break;
        }
    }
    let mut walk = Pointers::default();
    while let Some(rows) = storage.feed.pointers(&mut walk).await? {
        for rows in rows.chunk_by(|one, other| one.user_id == other.user_id) {
            look.left_behind(rows).await?;
        }
    }
    Ok(look.found)
}

/// The posts of a source.
#[derive(Clone)]
struct Newest {
    /// They are merged in when its readers read.
    is_merged: bool,
    /// Its posts, newest first, with their audiences.
    posts: Vec<(PostId, Audience)>,
}

struct Look<'a> {
    storage: &'a Storage,
    /// The payloads of pending jobs that write into timelines.
    under_way: HashSet<String>,
    newest: HashMap<Source, Newest>,
    found: Recount,
}

impl Look<'_> {
    /// Checks that everything a person may read of their sources is in their timeline.
    async fn at(&mut self, me: UserId) -> Result<()> {
        let relations = self.storage.entities.relations_of(me).await?;
        let entities = relations.iter().map(|relation| Source::Entity(relation.entity_id));
        let own: Vec<Source> = entities.chain([Source::User(me)]).collect();
        let wide = self.storage.feed.wide_reads(me).await?;
        self.of(me, &own, &wide).await?;
        // A person who is both followed and a contact is checked once.
        let mut known = HashSet::new();
        for kind in [TieKind::Following, TieKind::Contact] {
            let mut after = None;
            loop {
                let ties = self.storage.contacts.tied_after(me, kind, after, PAGE).await?;
                let people = ties.iter().map(|tie| Source::User(tie.1));
                let people: Vec<Source> = people.filter(|person| known.insert(*person)).collect();
                self.of(me, &people, &wide).await?;
                after = ties.last().map(|tie| tie.0);
                if ties.len() < PAGE {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn of(&mut self, me: UserId, sources: &[Source], wide: &[Source]) -> Result<()> {
        let standings = standings(self.storage, me, sources).await?;
        for source in sources {
            let Some(standing) = standings.get(source).copied().filter(|it| rules::is_reader(*it)) else {
                continue;
            };
            let Newest { is_merged, posts } = self.newest(*source).await?;
            // One's own posts are written into one's own timeline, however many readers they have.
            if is_merged && *source != Source::User(me) {
                // With more than this not all are read, so it is unknown whether this one is stored.
                let is_read = wide.contains(source) || wide.len() >= WIDE_READ;
                if !is_read && !self.is_under_way(&Tied { user_id: me, source: *source })? {
                    self.found
                        .say(format!("the posts of {source} are not merged in for {me}, who reads them"));
                }
                continue;
            }
            let wanted = posts.iter().filter(|(_, audience)| rules::may_read(*audience, standing));
            let wanted: Vec<PostId> = wanted.map(|(id, _)| *id).collect();
            let there = self.storage.feed.before(me, &wanted).await?;
            for id in wanted.iter().filter(|id| !there.contains(id)) {
                if !self.is_under_way(id)? && !self.is_under_way(&Tied { user_id: me, source: *source })? {
                    self.found.say(format!("post {id} of {source} is not before {me}, who reads it"));
                }
            }
        }
        Ok(())
    }

    /// Checks that everything in a person's timeline is from one of their sources. All rows are of one person.
    async fn left_behind(&mut self, rows: &[TimelinePost]) -> Result<()> {
        let Some(me) = rows.first().map(|row| row.user_id) else { return Ok(()) };
        let mut sources: Vec<Source> = rows.iter().map(|row| row.source).collect();
        sources.sort_unstable();
        sources.dedup();
        let standings = standings(self.storage, me, &sources).await?;
        let ids: Vec<PostId> = rows.iter().map(|row| row.post_id).collect();
        let posts = self.storage.feed.posts(&ids).await?;
        for TimelinePost { post_id, source, .. } in rows {
            let Some(post) = posts.get(post_id) else { continue };
            if post.source() != Some(*source) {
                self.found.say(format!("post {post_id} is before {me} as one of {source}, whose it is not"));
            } else if standings.get(source).is_some_and(|standing| !rules::is_reader(*standing))
                && !self.is_under_way(post_id)?
                && !self.is_under_way(&Tied { user_id: me, source: *source })?
            {
                self.found.say(format!("post {post_id} of {source} is before {me}, who does not read them"));
            }
        }
        Ok(())
    }

    async fn newest(&mut self, source: Source) -> Result<Newest> {
        if let Some(known) = self.newest.get(&source) {
            return Ok(known.clone());
        }
        let feed = &self.storage.feed;
        let place = source.to_string();
        let (is_merged, posts) =
            futures_util::try_join!(feed.is_wide(source), feed.listed(&place, None, SOUGHT))?;
        let newest = Newest { is_merged, posts };
        if self.newest.len() >= REMEMBERED {
            self.newest.clear();
        }
        self.newest.insert(source, newest.clone());
        Ok(newest)
    }

    fn is_under_way(&self, payload: &impl Serialize) -> Result<bool> {
        let payload = serde_json::to_string(payload).map_err(|_| Refusal::internal())?;
        Ok(self.under_way.contains(&payload))
    }
}

/// A person's standing towards each source. Erased people are left out: their posts are deleted with them.
async fn standings(storage: &Storage, me: UserId, sources: &[Source]) -> Result<HashMap<Source, Standing>> {
    let (mut people, mut entities) = (Vec::new(), Vec::new());
    for source in sources {
        match source {
            Source::User(id) => people.push(*id),
            Source::Entity(id) => entities.push(*id),
        }
    }
    let pairs = storage.contacts.pairs(me, &people).await?;
    let relations = storage.entities.relations_to(me, &entities).await?;
    let is_there =
        |pair: &&Pair| pair.user.as_ref().is_some_and(|user| user.status != UserStatus::Deactivated);
    let known = pairs.iter().filter(is_there).map(|pair| (Source::User(pair.other), rules::standing(pair)));
    let belongs =
        entities.into_iter().map(|id| (Source::Entity(id), rules::standing_in(relations.get(&id).copied())));
    Ok(known.chain(belongs).collect())
}
