//! A Slack export (`kalender import slack FILE.zip --entity SLUG`) becomes people, channels and messages of an
//! organisation.
//!
//! Taken: everybody of `users.json`, the channels of `channels.json`, the private groups of `groups.json`, their
//! messages, threads, edits and reactions. Files come as their names and addresses, attachments as text. Not taken, but counted:
//! direct messages (`dms.json`, `mpims.json`), previews, pins, joins and the like, `integration_logs.json`, canvases.
//!
//! - People without an account get one that is theirs to take over (`Imported`), and belong as MEMBER, guests as CUSTOMER with
//!   a row in the channels they were in. Whoever has an account with the same address and belongs to the organisation is that
//!   person; anybody else with an account has not been asked, and their messages stand under a name without one, unless the
//!   operator says so (`take_accounts`). Who left Slack (`Deactivated`) and programs (`Bot`) have no relation.
//! - A message's id carries its own time; a reply lies in its thread. A thread's first message that was deleted stays as
//!   a deleted one, so that its replies have a place.
//! - What is imported counts as read for everybody who belongs to the organisation: nobody comes back to years of unread
//!   messages. Marks only grow, so nothing that was written here becomes read that comes after it.
//! - Nobody is told: no bells, no mail.
//! - Everything is written in whole batches and noted under Slack's own ids, with a print of what it said: running it again adds
//!   what is new, brings up to date what a newer export changed (`renewed.rs`), and changes nothing that somebody has changed
//!   here since.

mod channels;
mod emoji;
mod export;
pub mod hook;
mod marks;
mod messages;
mod people;
mod posts;
mod renewed;
mod shapes;
mod text;

use std::collections::HashSet;
use std::path::Path;

use storage::entities::Entity;
use storage::ids::WorkspaceId;
use storage::imports::ImportRef;

use self::channels::{Found, Taken};
use self::export::Export;
use self::messages::Place;
use self::text::Names;
use super::{ImportError, Progress, Report, Step};
use crate::Platform;
use crate::time::now;

/// Under which source references are kept.
const SOURCE: &str = "slack";
/// The reference of what has its id but is not whole yet.
const BEGUN: &str = "begun";
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

/// An import under way.
struct Import<'a> {
    platform: &'a Platform,
    options: Options,
    entity: Entity,
    workspace_id: WorkspaceId,
    now: i64,
    names: Names,
    /// Slack's ids of guests.
    guests: HashSet<String>,
    /// Authors that no list named.
    others: usize,
    report: Report,
    progress: &'a (dyn Fn(Progress) + Send + Sync),
}

/// Imports an export into the organisation's first workspace. Blocks nobody: the file is read on a thread of its own.
pub async fn slack(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let entity = platform.storage.entities.entity_by_slug(entity_slug).await?;
    let entity = entity.ok_or_else(|| ImportError::NoOrganisation(entity_slug.to_owned()))?;
    let path = file.to_owned();
    let opened = tokio::task::spawn_blocking(move || Lists::read(Export::open(&path)?)).await;
    let mut lists = opened.map_err(|_| crate::error::Refusal::internal())??;
    let workspace = match platform.storage.chat.workspaces_of(entity.entity_id).await?.into_iter().next() {
        Some(workspace) => workspace,
        None => crate::chat::create_first(platform, &entity).await?,
    };
    let mut import = Import {
        platform,
        options,
        workspace_id: workspace.workspace_id,
        entity,
        now: now(),
        names: Names::default(),
        guests: HashSet::new(),
        others: 0,
        report: Report::default(),
        progress,
    };
    import.take_people(people::of_export(&lists.users)?).await?;
    let taken = import.take_channels(std::mem::take(&mut lists.channels)).await?;
    let places = import.take_days(lists, &taken).await?;
    import.find_missing(&taken, &places).await?;
    import.mark(&taken, &places).await?;
    Ok(import.report)
}

/// What stands beside the days.
struct Lists {
    export: Export,
    users: String,
    channels: Vec<Found>,
    /// Conversations between people.
    direct: u64,
    /// Entries of `integration_logs.json`.
    logs: u64,
}

impl Lists {
    fn read(mut export: Export) -> Result<Self, ImportError> {
        let users = export.list("users.json")?.ok_or(ImportError::Missing("users.json"))?;
        let public = export.list("channels.json")?;
        let private = export.list("groups.json")?;
        if public.is_none() && private.is_none() {
            return Err(ImportError::Missing("channels.json"));
        }
        let of = |entry, text: Option<String>, is_private| {
            text.map_or_else(|| Ok(Vec::new()), |text| channels::of_export(entry, &text, is_private))
        };
        let mut channels = of("channels.json", public, false)?;
        channels.extend(of("groups.json", private, true)?);
        let direct = count(&mut export, "dms.json")? + count(&mut export, "mpims.json")?;
        let logs = count(&mut export, "integration_logs.json")?;
        Ok(Self { export, users, channels, direct, logs })
    }
}

/// How many things a list that is not taken holds; one that is broken holds none.
fn count(export: &mut Export, name: &str) -> Result<u64, ImportError> {
    let text = export.list(name)?.unwrap_or_default();
    Ok(serde_json::from_str::<Vec<serde::de::IgnoredAny>>(&text).map_or(0, |list| list.len() as u64))
}

impl Import<'_> {
    /// Stores the days of all channels; answers where each channel stands.
    async fn take_days(&mut self, lists: Lists, taken: &[Taken]) -> Result<Vec<Place>, ImportError> {
        let mut export = lists.export;
        let mut days: Vec<(usize, usize)> = Vec::new();
        for (n, channel) in taken.iter().enumerate() {
            // Some tools name the folder by the channel's id.
            let found = export.take_days(&channel.folder).or_else(|| export.take_days(&channel.external));
            days.extend(found.unwrap_or_default().into_iter().map(|day| (n, day)));
        }
        self.report.skip("direct conversations", lists.direct);
        self.report.skip("entries of the integrations' log", lists.logs);
        self.report.skip("days of conversations that are not taken", export.days_left());
        self.report.skip("files of other kinds in the zip", export.other_files);
        self.report.skip("files whose names lead out of the zip (refused)", export.unsafe_names);

        let (total, now) = (days.len() as u64, self.now);
        let (out, mut batches) = tokio::sync::mpsc::channel(WAITING);
        let reader = tokio::task::spawn_blocking(move || posts::read_all(export, &days, now, &out));
        let mut places: Vec<Place> = taken.iter().map(|_| Place::default()).collect();
        let mut done = 0;
        while let Some(batch) = batches.recv().await {
            let batch = batch?;
            done += batch.days;
            self.take_messages(taken, &mut places, batch).await?;
            self.tell(Step::Messages, done, total);
        }
        reader.await.map_err(|_| crate::error::Refusal::internal())?;
        Ok(places)
    }

    fn tell(&self, step: Step, done: u64, total: u64) {
        let messages = self.report.messages + self.report.replies;
        (self.progress)(Progress { step, done, total, messages });
    }

    async fn refs(&self, keys: &[String]) -> Result<Vec<Option<ImportRef>>, ImportError> {
        let mut known = Vec::with_capacity(keys.len());
        for some in keys.chunks(REFS) {
            known.extend(self.platform.storage.imports.refs(self.entity.entity_id, SOURCE, some).await?);
        }
        Ok(known)
    }

    async fn put_refs(&self, refs: Vec<ImportRef>) -> Result<(), ImportError> {
        for some in refs.chunks(REFS) {
            self.platform.storage.imports.put_refs(self.entity.entity_id, SOURCE, some).await?;
        }
        Ok(())
    }
}
