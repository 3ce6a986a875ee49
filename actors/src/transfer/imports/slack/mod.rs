//! Reads a Slack export (`kalender import slack FILE.zip --entity SLUG`).
//!
//! Imported: all people of `users.json`, the channels of `channels.json`, the private groups of `groups.json`, their
//! messages, threads, edits, pins and reactions. Files are imported as names and addresses, attachments as text. Not
//! imported, but counted: direct messages (`dms.json`, `mpims.json`), previews, system messages,
//! `integration_logs.json`, canvases.

mod channels;
mod content;
mod export;
pub mod hook;
mod people;
mod posts;
mod shapes;

use std::path::Path;

use self::export::Export;
use super::form::{Found, Newcomer};
use super::taking::{self, Options, Source};
use super::{ImportError, Progress, Report};
use crate::Platform;
use crate::platform::error::Refusal;

/// Imports an export into the organisation's first workspace.
pub async fn slack(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let entity = taking::organisation(platform, entity_slug).await?;
    let path = file.to_owned();
    let opened = tokio::task::spawn_blocking(move || Lists::read(Export::open(&path)?)).await;
    let lists = opened.map_err(|_| Refusal::internal())??;
    taking::take(platform, entity, lists.source(), options, progress).await
}

/// The contents of the export apart from the days.
struct Lists {
    export: Export,
    people: Vec<Newcomer>,
    channels: Vec<Found>,
    /// Direct conversations.
    direct: u64,
    /// Entries of `integration_logs.json`.
    logs: u64,
}

impl Lists {
    fn read(mut export: Export) -> Result<Self, ImportError> {
        let missing = |what| ImportError::Missing("a Slack export", what);
        let users = export.list("users.json")?.ok_or(missing("users.json"))?;
        let public = export.list("channels.json")?;
        let private = export.list("groups.json")?;
        if public.is_none() && private.is_none() {
            return Err(missing("channels.json"));
        }
        let of = |entry, text: Option<String>, is_private| {
            text.map_or_else(|| Ok(Vec::new()), |text| channels::of_export(entry, &text, is_private))
        };
        let mut channels = of("channels.json", public, false)?;
        channels.extend(of("groups.json", private, true)?);
        let direct = count(&mut export, "dms.json")? + count(&mut export, "mpims.json")?;
        let logs = count(&mut export, "integration_logs.json")?;
        Ok(Self { people: people::of_export(&users)?, export, channels, direct, logs })
    }

    fn source(self) -> Source {
        let Self { mut export, people, channels, direct, logs } = self;
        let mut days: Vec<(usize, usize)> = Vec::new();
        for (n, channel) in channels.iter().enumerate() {
            // Some tools name the folder after the channel's id.
            let found = export.take_days(&channel.name).or_else(|| export.take_days(&channel.id));
            days.extend(found.unwrap_or_default().into_iter().map(|day| (n, day)));
        }
        Source {
            name: "slack",
            is_ours: false,
            workspaces: vec![(String::new(), String::new())],
            people,
            channels,
            skipped: vec![
                ("direct conversations", direct),
                ("entries of the integrations' log", logs),
                ("days of conversations that are not taken", export.days_left()),
                ("files of other kinds in the zip", export.other_files),
                ("files whose names lead out of the zip (refused)", export.unsafe_names),
            ],
            total: days.len() as u64,
            files: None,
            read: Box::new(move |now, out| posts::read_all(export, &days, now, out)),
        }
    }
}

/// Number of entries in a list that is not imported; 0 if it cannot be parsed.
fn count(export: &mut Export, name: &str) -> Result<u64, ImportError> {
    let text = export.list(name)?.unwrap_or_default();
    Ok(serde_json::from_str::<Vec<serde::de::IgnoredAny>>(&text).map_or(0, |list| list.len() as u64))
}
