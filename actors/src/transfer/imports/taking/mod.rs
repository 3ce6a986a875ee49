//! Stores what a reader has converted as people, channels and messages of an organisation; the same for every source.
//!
//! - People without an account get one that they can take over (`Imported`) and a relation: MEMBER, or for guests
//!   CUSTOMER with member rows in their channels. An existing account with the same address and a relation to the
//!   organisation is used. The owner of any other account has not consented: their messages are stored under a name
//!   without an account, unless the operator decides otherwise (`take_accounts`). People who left (`Deactivated`) and
//!   bots (`Bot`) have no relation.
//! - A message's id contains its original time; a reply is in its thread. A deleted first message of a thread is stored
//!   as a deleted one, so that its replies have a parent.
//! - Imported messages count as read for everybody in the organisation: nobody returns to years of unread messages.
//!   Read marks only move forward, and never past messages written here.
//! - No notifications and no mail are sent.
//! - Everything is written in batches and recorded under the source's ids, with a hash of the content: a repeated run
//!   adds what is new, applies changes from a newer export (`renewed.rs`), and leaves alone whatever was changed here
//!   since.

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

use storage::audit::AuditKind;
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
use crate::audit::{self, Act};
use crate::platform::error::Refusal;
use crate::platform::time::now;

/// Kind of a reference to something that has an id but is not complete yet.
const BEGUN: &str = "begun";
/// Kind of a reference to a workspace.
const WORKSPACE: &str = "workspace";
/// Reference whose id is the time of the first import of a source.
const FIRST: &str = "!first";
/// References read or written at once.
const REFS: usize = 2_000;
/// Batches that may wait to be written.
const WAITING: usize = 4;

/// Options of the operator.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Uses an existing account with the address, also without a relation to the organisation.
    pub take_accounts: bool,
}

/// What a reader provides before it reads the messages.
pub struct Source {
    /// Name under which references are stored.
    pub name: &'static str,
    /// An export of this platform: texts and pictures are in the stored form already.
    pub is_ours: bool,
    /// Key and name of each workspace; the first is imported into the organisation's first.
    pub workspaces: Vec<(String, String)>,
    pub people: Vec<Newcomer>,
    pub channels: Vec<Found>,
    /// What is not imported, by kind.
    pub skipped: Vec<(&'static str, u64)>,
    /// Number of parts of the source that will be read.
    pub total: u64,
    /// Where the files of posts are.
    pub files: Option<super::pack::Pack>,
    /// Reads the messages, given the time (epoch milliseconds), and sends them in batches. Blocks.
    pub read: Box<dyn FnOnce(i64, &Out) + Send>,
}

/// An import in progress.
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
    /// People who cannot sign in: names without an account, and bots.
    absent: HashSet<UserId>,
    /// Keys of guests.
    guests: HashSet<String>,
    /// Number of authors who are in no list.
    others: usize,
    files: Option<Arc<Mutex<Files>>>,
    report: Report,
    progress: &'a (dyn Fn(Progress) + Send + Sync),
}

/// Imports a source into an organisation. The reader runs on a thread of its own, so that nothing async is blocked.
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
    // First: an interrupted import has brought something in as well.
    let act = Act::of(AuditKind::WorkspaceImported).fact("source", source.name);
    audit::put(platform, taking.entity.entity_id, None, act).await?;
    taking.take_people(source.people).await?;
    let taken = taking.take_channels(source.channels).await?;
    let places = taking.take_posts(&taken, source.read, source.total).await?;
    taking.find_missing(&taken, &places).await?;
    taking.mark(&taken, &places).await?;
    Ok(taking.report)
}

/// Looks up an organisation by slug.
pub async fn organisation(platform: &Platform, slug: &str) -> Result<Entity, ImportError> {
    let entity = platform.storage.entities.entity_by_slug(slug).await?;
    entity.ok_or_else(|| ImportError::NoOrganisation(slug.to_owned()))
}

impl Taking<'_> {
    /// Stores when this source was first imported, and finds or creates the workspaces.
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
            // The id is stored first: an interrupted run creates no second one when it is repeated.
            self.put_refs(vec![noted(key, WORKSPACE, id.0)]).await?;
            if !there.iter().any(|workspace| workspace.workspace_id == id) {
                crate::chat::create_workspace_as(self.platform, id, &self.entity, name).await?;
            }
            self.workspaces.push(id);
        }
        Ok(())
    }

    /// Stores the messages; answers the state of each channel.
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
            self.report_progress(Step::Messages, done, total);
        }
        reader.await.map_err(|_| Refusal::internal())?;
        Ok(places)
    }

    fn report_progress(&self, step: Step, done: u64, total: u64) {
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
