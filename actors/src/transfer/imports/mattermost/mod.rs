//! Reads Mattermost's bulk format (`kalender import mattermost FILE --entity SLUG`): the zip file of `mmctl export`, or
//! its `.jsonl` file alone. It is also what `kalender export` writes.
//!
//! Imported: teams (the first into the organisation's first workspace), channels, their people, bots, posts with
//! replies, edits, pins and reactions, files that the zip contains, conversations. Not imported, but counted: roles,
//! custom emoji, profile pictures, flags, headers of conversations, system messages.
//!
//! A post has no id in the format: it is identified by channel, time and author, and if several have the same, by their
//! order.

mod head;
mod lines;
mod posts;
mod shapes;
mod text;

use std::path::Path;

use self::head::Head;
use super::pack::{Pack, is_kind};
use super::taking::{self, Options, Source};
use super::{ImportError, Progress, Report};
use crate::Platform;
use crate::platform::error::Refusal;

/// Imports an export; only the named teams, if any are named.
pub async fn mattermost(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    teams: Vec<String>,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let entity = taking::organisation(platform, entity_slug).await?;
    let path = file.to_owned();
    let source = tokio::task::spawn_blocking(move || source(&path, &teams)).await;
    taking::take(platform, entity, source.map_err(|_| Refusal::internal())??, options, progress).await
}

/// The file of lines: the one nearest to the root.
fn lines_of(pack: &Pack) -> Option<usize> {
    let ends = |name: &str| is_kind(name, "jsonl") || is_kind(name, "json");
    let found = pack.names().iter().filter(|(name, _)| ends(name) && !name.starts_with("data/"));
    let by = |(name, _): &&(String, usize)| (!is_kind(name, "jsonl"), name.matches('/').count());
    found.min_by_key(by).map(|(_, index)| *index)
}

fn source(path: &Path, teams: &[String]) -> Result<Source, ImportError> {
    let mut pack = Pack::open(path, true)?;
    let index =
        lines_of(&pack).ok_or(ImportError::Missing("a Mattermost export", "file of lines (.jsonl)"))?;
    let mut head = Head::read(&mut pack, index, teams)?;
    head.skipped.push(("files whose names lead out of the zip (refused)", pack.unsafe_names));
    let read = posts::Reader::of(&head, &pack);
    Ok(Source {
        name: if head.is_ours { "kalender" } else { "mattermost" },
        is_ours: head.is_ours,
        workspaces: head.teams,
        people: head.people,
        channels: head.channels,
        skipped: head.skipped,
        total: head.posts,
        files: Some(Pack::open(path, true)?),
        read: Box::new(move |now, out| read.run(pack, index, now, out)),
    })
}
