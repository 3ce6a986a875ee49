//! Reads DiscordChatExporter's JSON (`kalender import discord FILE --entity SLUG`): one channel's file, or a zip file
//! of several, with their media if those were downloaded.
//!
//! Imported: channels, messages with their authors, replies and threads, edits, pins, reactions, files that the zip
//! contains. Not imported, but counted: direct messages, joins and other system messages, sticker pictures, link
//! previews.
//!
//! - An export has no mail addresses: every person becomes a name without an account or relation.
//! - It does not say who could read a channel. Channels are imported as private, for the organisation's administrators
//!   to open; with `public` they are open to its members at once.
//! - A reply is put into the thread of the first message of its chain. Messages of a Discord thread reply to the
//!   message that started it: that message of the channel, else the notice of the thread's creation, else the thread's
//!   own first message.

mod file;
mod posts;
mod shapes;
mod text;

use std::collections::HashMap;
use std::path::Path;

use storage::entities::RelationType;

use self::file::{Ended, Header, Takes};
use super::form::{ChannelSettings, Found, FoundKind};
use super::pack::{Pack, is_kind};
use super::taking::{self, Options, Source};
use super::{ImportError, Progress, Report};
use crate::Platform;
use crate::platform::error::Refusal;

/// Imports an export into the organisation's first workspace.
pub async fn discord(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    public: bool,
    options: Options,
    progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Report, ImportError> {
    let entity = taking::organisation(platform, entity_slug).await?;
    let path = file.to_owned();
    let source = tokio::task::spawn_blocking(move || source(&path, public)).await;
    taking::take(platform, entity, source.map_err(|_| Refusal::internal())??, options, progress).await
}

/// A file of the export.
#[derive(Debug, Clone)]
struct Part {
    index: usize,
    name: String,
    header: Header,
}

impl Part {
    fn is_thread(&self) -> bool {
        self.header.channel.r#type.0.ends_with("Thread")
    }

    /// Id and name of the channel that its messages belong to.
    fn channel(&self) -> (&str, &str) {
        let channel = &self.header.channel;
        if self.is_thread() && !channel.category_id.0.is_empty() {
            (&channel.category_id.0, &channel.category.0)
        } else {
            (&channel.id.0, &channel.name.0)
        }
    }
}

/// Reads the header only.
#[derive(Default)]
struct Peek(Option<Header>);

impl Takes for Peek {
    fn header(&mut self, header: &Header) -> bool {
        self.0 = Some(header.clone());
        false
    }
    fn message(&mut self, _: &serde_json::value::RawValue) -> bool {
        false
    }
}

fn source(path: &Path, public: bool) -> Result<Source, ImportError> {
    let mut pack = Pack::open(path, true)?;
    let (mut parts, mut direct, mut other) = (Vec::new(), 0, 0);
    // Other files are media.
    let names: Vec<(String, usize)> =
        pack.names().iter().filter(|(name, _)| is_kind(name, "json")).cloned().collect();
    for (name, index) in names {
        let mut peek = Peek::default();
        let read = pack.with(index, u64::MAX, |_, reader| Ok(file::read(reader, &mut peek)))?;
        match (peek.0, read) {
            (Some(header), _) if header.channel.r#type.0.starts_with("Direct") => direct += 1,
            (Some(header), _) => parts.push(Part { index, name, header }),
            (None, Err(Ended::Broken(why))) if why.is_io() || why.is_syntax() || why.is_eof() => {
                return Err(ImportError::Json { entry: name, why: why.to_string() });
            }
            (None, _) => other += 1,
        }
    }
    if parts.is_empty() {
        return Err(ImportError::Missing("an export of DiscordChatExporter", "channel of a server (JSON)"));
    }
    // Threads after the channels that they start in; the parts of one file in order.
    parts.sort_by_cached_key(|part| {
        let channel = &part.header.channel;
        (part.is_thread(), channel.id.0.len(), channel.id.0.clone(), part.name.len(), part.name.clone())
    });
    let (channels, by_id) = channels(&parts, public);
    let skipped = vec![
        ("direct conversations", direct),
        ("files of other kinds", other),
        ("files whose names lead out of the zip (refused)", pack.unsafe_names),
    ];
    let total = parts.len() as u64;
    let reader = posts::Reader::of(parts, by_id, &pack);
    Ok(Source {
        name: "discord",
        is_ours: false,
        workspaces: vec![(String::new(), String::new())],
        people: Vec::new(),
        channels,
        skipped,
        total,
        files: Some(Pack::open(path, true)?),
        read: Box::new(move |now, out| reader.run(pack, now, out)),
    })
}

/// The channels of the files, and each id's index among them.
fn channels(parts: &[Part], public: bool) -> (Vec<Found>, HashMap<String, usize>) {
    let mut by_id = HashMap::new();
    let mut channels: Vec<Found> = Vec::new();
    for part in parts {
        let (id, name) = part.channel();
        if by_id.contains_key(id) {
            continue;
        }
        by_id.insert(id.to_owned(), channels.len());
        let topic = if part.is_thread() { "" } else { &part.header.channel.topic.0 };
        channels.push(Found {
            id: id.to_owned(),
            workspace: 0,
            name: name.to_owned(),
            display: name.to_owned(),
            kind: if public { FoundKind::Public } else { FoundKind::Private },
            members: Vec::new(),
            is_general: false,
            is_archived: false,
            created: posts::millis_of(id),
            creator: String::new(),
            topic: text::marked(topic),
            purpose: String::new(),
            settings: Some(ChannelSettings {
                auto_approve_members: true,
                relation_types: if public {
                    Vec::new()
                } else {
                    vec![RelationType::Owner, RelationType::Administrator]
                },
                ..ChannelSettings::default()
            }),
        });
    }
    (channels, by_id)
}
