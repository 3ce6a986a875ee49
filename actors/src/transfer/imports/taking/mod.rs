//! What a reader has made of its source becomes people, channels and messages of an organisation; the same for every source.
//!
//! - People without an account get one that is theirs to take over (`Imported`), and belong as MEMBER, guests as CUSTOMER with
//!   a row in the channels they were in. Whoever has an account with the same address and belongs to the organisation is that
//!   person; anybody else with an account has not been asked, and their messages stand under a name without one, unless the
//!   operator says so (`take_accounts`). Who left (`Deactivated`) and programs (`Bot`) have no relation.
//! - A message's id carries its own time; a reply lies in its thread. A thread's first message that was deleted stays as
//!   a deleted one, so that its replies have a place.
//! - What is imported counts as read for everybody who belongs to the organisation: nobody comes back to years of unread
//!   messages. Marks only grow, so nothing that was written here becomes read that comes after it.
//! - Nobody is told: no bells, no mail.
//! - Everything is written in whole batches and noted under the source's own ids, with a print of what it said: running it again
//!   adds what is new, brings up to date what a newer export changed (`renewed.rs`), and changes nothing that somebody has
//!   changed here since.

mod bringing;
pub mod channels;
mod conversations;
pub mod emoji;
mod marks;
mod messages;
pub mod people;
mod renewed;
pub mod text;
mod tick;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use storage::entities::Entity;
use storage::ids::{UserId, WorkspaceId};
use storage::imports::ImportRef;

use self::bringing::Files;
use self::channels::Taken;
use self::messages::Place;
use self::text::Names;
use super::form::{Found, Newcomer, Out};
use super::{ImportError, Progress, Report, Step};
use crate::Platform;
use crate::platform::error::Refusal;
use crate::platform::time::now;

/// The reference of what has its id but is not whole yet.
const BEGUN: &str = "begun";
/// The reference of a workspace.
const WORKSPACE: &str = "workspace";
/// When the first import of a source began; its id is that moment.
const FIRST: &str = "!first";
/// References asked for, or written, in one go.
const REFS: usize = 2_000;
/// Batches that wait to be written.
const WAITING: usize = 4;

/// What the operator decides.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whoever has an account with the address is that person, also without a relation to the organisation.
    pub take_accounts: bool,
}

/// What a reader knows before it reads what was said.
pub struct Source {
    /// Under which name references are kept.
    pub name: &'static str,
    /// It is an export of ours: texts and pictures were what they should be.
    pub is_ours: bool,
    /// Key and name of each workspace; the first stands for the organisation's first.
    pub workspaces: Vec<(String, String)>,
    pub people: Vec<Newcomer>,
    pub channels: Vec<Found>,
    /// What is not taken, by kind.
    pub skipped: Vec<(&'static str, u64)>,
    /// Parts of it that will be read.
    pub total: u64,
    /// Where the files lie that posts carry.
    pub files: Option<super::pack::Pack>,
    /// Reads what was said, given the time (epoch milliseconds), and sends it on. Blocks.
    pub read: Box<dyn FnOnce(i64, &Out) + Send>,
}

/// An import under way.
struct Taking<'a> {
    platform: &'a Platform,
    options: Options,
    source: &'static str,
    is_ours: bool,
    entity: Entity,
    workspaces: Vec<WorkspaceId>,
    now: i64,
    /// When the first import of this source began, epoch milliseconds.
    first: i64,
    names: Names,
    /// People who cannot come back: names without an account, and programs.
    absent: HashSet<UserId>,
    /// Keys of guests.
    guests: HashSet<String>,
    /// Authors that no list named.
    others: usize,
    files: Option<Arc<Mutex<Files>>>,
    report: Report,
    progress: &'a (dyn Fn(Progress) + Send + Sync),
}

/// Takes a source into an organisation. Blocks nobody: what was said is read on a thread of its own.
pub async fn take(
    platform: &Platform,
    entity: Entity,
    source: Source,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let mut taking = Taking {
        platform,
        options,
        source: source.name,
        is_ours: source.is_ours,
        entity,
        workspaces: Vec::new(),
        now: now(),
        first: 0,
        names: Names { verbatim: source.is_ours, ..Names::default() },
        absent: HashSet::new(),
        guests: HashSet::new(),
        others: 0,
        files: source.files.map(|pack| Arc::new(Mutex::new(Files::of(pack)))),
        report: Report::default(),
        progress,
    };
    for (kind, many) in source.skipped {
        taking.report.skip(kind, many);
    }
    taking.begin(&source.workspaces).await?;
    taking.take_people(source.people).await?;
    let taken = taking.take_channels(source.channels).await?;
    let places = taking.take_posts(&taken, source.read, source.total).await?;
    taking.find_missing(&taken, &places).await?;
    taking.mark(&taken, &places).await?;
    Ok(taking.report)
}

/// The organisation of a slug.
pub async fn organisation(platform: &Platform, slug: &str) -> Result<Entity, ImportError> {
    let entity = platform.storage.entities.entity_by_slug(slug).await?;
    entity.ok_or_else(|| ImportError::NoOrganisation(slug.to_owned()))
}

impl Taking<'_> {
    /// Notes when this source first came, and finds the workspaces or makes them.
    async fn begin(&mut self, workspaces: &[(String, String)]) -> Result<(), ImportError> {
        let first = self.refs(&[FIRST.to_owned()]).await?.into_iter().flatten().next();
        self.first = first.as_ref().map_or(self.now, |first| first.id);
        if first.is_none() {
            self.put_refs(vec![noted(FIRST, "moment", self.now)]).await?;
        }
        let keys: Vec<String> = workspaces.iter().map(|(key, _)| format!("!workspace/{key}")).collect();
        let known = self.refs(&keys).await?;
        let chat = &self.platform.storage.chat;
        let mut there = chat.workspaces_of(self.entity.entity_id).await?;
        if there.is_empty() {
            there.push(crate::chat::create_first(self.platform, &self.entity).await?);
        }
        let oldest = there.iter().map(|workspace| workspace.workspace_id).min().unwrap_or(WorkspaceId(0));
        for (n, ((key, known), (_, name))) in keys.iter().zip(known).zip(workspaces).enumerate() {
            let id = match known {
                Some(known) => WorkspaceId(known.id),
                None if n == 0 => oldest,
                None => WorkspaceId(self.platform.ids.next(self.now)?),
            };
            // Its id first: a run that ends here makes no second one the next time.
            self.put_refs(vec![noted(key, WORKSPACE, id.0)]).await?;
            if !there.iter().any(|workspace| workspace.workspace_id == id) {
                crate::chat::create_workspace_as(self.platform, id, &self.entity, name).await?;
            }
            self.workspaces.push(id);
        }
        Ok(())
    }

    /// Stores what is read; answers where each channel stands.
    async fn take_posts(
        &mut self,
        taken: &[Option<Taken>],
        read: Box<dyn FnOnce(i64, &Out) + Send>,
        total: u64,
    ) -> Result<Vec<Place>, ImportError> {
        let now = self.now;
        let (out, mut batches) = tokio::sync::mpsc::channel(WAITING);
        let reader = tokio::task::spawn_blocking(move || read(now, &out));
        let mut places: Vec<Place> = taken.iter().map(|_| Place::default()).collect();
        let mut done = 0;
        while let Some(batch) = batches.recv().await {
            let batch = batch?;
            done += batch.done;
            self.take_messages(taken, &mut places, batch).await?;
            self.tell(Step::Messages, done, total);
        }
        reader.await.map_err(|_| Refusal::internal())?;
        Ok(places)
    }

    fn tell(&self, step: Step, done: u64, total: u64) {
        let messages = self.report.messages + self.report.replies;
        (self.progress)(Progress { step, done, total, messages });
    }

    async fn refs(&self, keys: &[String]) -> Result<Vec<Option<ImportRef>>, ImportError> {
        let mut known = Vec::with_capacity(keys.len());
        for some in keys.chunks(REFS) {
            known.extend(self.platform.storage.imports.refs(self.entity.entity_id, self.source, some).await?);
        }
        Ok(known)
    }

    async fn put_refs(&self, refs: Vec<ImportRef>) -> Result<(), ImportError> {
        for some in refs.chunks(REFS) {
            self.platform.storage.imports.put_refs(self.entity.entity_id, self.source, some).await?;
        }
        Ok(())
    }
}

fn noted(key: &str, kind: &str, id: i64) -> ImportRef {
    ImportRef { external_id: key.to_owned(), kind: kind.to_owned(), id }
}
