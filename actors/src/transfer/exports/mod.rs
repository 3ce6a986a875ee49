//! Writes an organisation's workspaces to a file (`kalender export FILE --entity SLUG`) that `kalender import
//! mattermost` reads.
//!
//! The format is Mattermost's bulk format: it is documented and other programs read it, so people who leave the
//! platform can take their history along, and one reader serves both. What it has no field for is written under
//! `kalender`, which other programs ignore.
//!
//! - Included: channels with their settings and member rows, people (with addresses of those who belong to the
//!   organisation), messages, threads, edits, pins, reactions, files. Importing an export and exporting again gives the
//!   same file.
//! - Not included: direct messages (they belong to their participants, not to the organisation), rights (the importing
//!   installation decides on them), personal settings, messages awaiting moderation, drafts, scheduled messages.
//! - It is read page by page and streamed; in memory are people, channels and the ids of files. A long thread is
//!   several lines of the same post.
//! - The file gets its name only when it is complete, and only its owner can read it (0600). Messages written during
//!   the export may be in it.

mod lines;
mod people;
mod target;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use futures_util::TryStreamExt;
use storage::audit::AuditKind;
use storage::chat::{Channel, Message, Page, Workspace};
use storage::entities::Entity;
use storage::ids::AttachmentId;

use self::people::People;
use self::target::Target;
use crate::Platform;
use crate::audit::{self, Act};
use crate::platform::error::Refusal;
use crate::transfer::imports::plain_name;

/// Messages, and replies, read at once.
const PAGE: usize = 500;

/// Why an export failed; no partial file is left.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{file}: {why}")]
    File { file: String, why: std::io::Error },
    #[error("there is no organisation with the slug {0}")]
    NoOrganisation(String),
    #[error("the zip file cannot be written: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("the store did not give it: {0}")]
    Store(#[from] storage::Error),
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("a file could not be read: {0}")]
    Content(#[from] object_store::Error),
    #[error("it could not be written: {0}")]
    Written(#[from] std::io::Error),
    #[error("it could not be put into words: {0}")]
    Json(#[from] serde_json::Error),
}

/// What an export contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    pub people: u64,
    pub channels: u64,
    /// Top-level ones.
    pub messages: u64,
    pub replies: u64,
    pub reactions: u64,
    pub files: u64,
    /// What was left out or changed, by kind.
    pub skipped: BTreeMap<&'static str, u64>,
}

impl Exported {
    fn skip(&mut self, kind: &'static str, many: usize) {
        if many > 0 {
            *self.skipped.entry(kind).or_default() += many as u64;
        }
    }
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { people, channels, messages, replies, reactions, files, skipped } = self;
        writeln!(
            f,
            "Exported {people} people, {channels} channels, {messages} messages, {replies} replies, {reactions} reactions and {files} files."
        )?;
        writeln!(
            f,
            "Not in it: direct messages, rights, what people keep for themselves, what is sent later."
        )?;
        if !skipped.is_empty() {
            writeln!(f, "Not in it, or not as it was:")?;
        }
        for (kind, many) in skipped {
            writeln!(f, "  {kind}: {many}")?;
        }
        Ok(())
    }
}

/// A channel and its name in the file.
struct Listed {
    channel: Channel,
    /// The name of its team.
    team: String,
    name: String,
}

/// An export in progress.
struct Export<'a> {
    platform: &'a Platform,
    channels: Vec<Listed>,
    people: People,
    target: Target,
    /// Files attached to messages, in order.
    files: Vec<AttachmentId>,
    done: Exported,
    progress: &'a (dyn Fn(u64) + Send + Sync),
}

/// Exports an organisation's workspaces; `progress` is called with the number of messages written.
pub async fn export(
    platform: &Platform,
    file: &Path,
    entity_slug: &str,
    progress: &(dyn Fn(u64) + Send + Sync),
) -> Result<Exported, ExportError> {
    let entity = platform.storage.entities.entity_by_slug(entity_slug).await?;
    let entity = entity.ok_or_else(|| ExportError::NoOrganisation(entity_slug.to_owned()))?;
    let mut workspaces = platform.storage.chat.workspaces_of(entity.entity_id).await?;
    workspaces.sort_by_key(|workspace| workspace.workspace_id);
    let teams = names(workspaces.iter().map(|one| one.workspace_name.as_str()), "arbetsyta");
    let channels = listed(platform, &workspaces, &teams).await?;
    let people = People::collect(platform, &entity, &channels).await?;
    let target = Target::begin(file)?;
    let act = Act::of(AuditKind::ExportMade).fact("file", "workspaces");
    audit::put(platform, entity.entity_id, None, act).await?;
    let mut export =
        Export { platform, channels, people, target, files: Vec::new(), done: Exported::default(), progress };
    export.head(&entity, &workspaces, &teams)?;
    for n in 0..export.channels.len() {
        export.channel(n).await?;
    }
    export.carried().await?;
    let Export { target, done, .. } = export;
    target.finish()?;
    Ok(done)
}

/// Unique names in the characters that the format allows.
fn names<'a>(names: impl Iterator<Item = &'a str>, otherwise: &str) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    let mut made = Vec::new();
    for name in names {
        let plain = deunicode::deunicode(&plain_name(name));
        let plain = if plain.is_empty() { otherwise.to_owned() } else { plain };
        let mut attempt = plain.clone();
        let mut n = 1;
        while !taken.insert(attempt.clone()) {
            n += 1;
            attempt = format!("{plain}-{n}");
        }
        made.push(attempt);
    }
    made
}

/// The channels of the workspaces: in each the general channel first, then by age.
async fn listed(
    platform: &Platform,
    workspaces: &[Workspace],
    teams: &[String],
) -> Result<Vec<Listed>, ExportError> {
    let mut all = Vec::new();
    for (workspace, team) in workspaces.iter().zip(teams) {
        let mut channels = platform.storage.chat.channels_of(workspace.workspace_id).await?;
        channels.sort_by_key(|channel| (!channel.general, channel.channel_id));
        let named = names(channels.iter().map(|channel| channel.name.as_str()), "kanal");
        let listed = channels.into_iter().zip(named);
        all.extend(listed.map(|(channel, name)| Listed { channel, team: team.clone(), name }));
    }
    Ok(all)
}

impl Export<'_> {
    /// Everything before the posts.
    fn head(
        &mut self,
        entity: &Entity,
        workspaces: &[Workspace],
        teams: &[String],
    ) -> Result<(), ExportError> {
        self.target.line(&lines::version())?;
        for (workspace, team) in workspaces.iter().zip(teams) {
            self.target.line(&lines::team(workspace, team))?;
        }
        for listed in &self.channels {
            self.target.line(&lines::channel(listed, self.people.name_of(listed.channel.created_by)))?;
        }
        for line in self.people.lines(&self.channels, teams, entity) {
            self.target.line(&line)?;
        }
        self.done.people = self.people.count() as u64;
        self.done.channels = self.channels.len() as u64;
        Ok(())
    }

    /// A channel's messages, oldest first.
    async fn channel(&mut self, n: usize) -> Result<(), ExportError> {
        let Some(id) = self.channels.get(n).map(|listed| listed.channel.channel_id) else { return Ok(()) };
        let chat = &self.platform.storage.chat;
        self.done.skip("messages that wait for a moderator", chat.pending(id).await?.len());
        let pins = chat.pins(id).await?.into_iter().map(|pin| (pin.message_id, pin)).collect();
        let mut after = storage::ids::MessageId(0);
        loop {
            let page = chat.page(id, Page::After(after), PAGE).await?;
            let Some(last) = page.messages.last() else { return Ok(()) };
            after = last.message_id;
            let ids: Vec<_> = page.messages.iter().map(|message| message.message_id).collect();
            let given = chat.reactions(id, &ids).await?;
            for message in &page.messages {
                let reactions = given.get(&message.message_id).map_or(&[][..], Vec::as_slice);
                let root = lines::Said { message, reactions, pin: None };
                self.thread(n, root, &pins).await?;
            }
            (self.progress)(self.done.messages + self.done.replies);
            if !page.has_newer {
                return Ok(());
            }
        }
    }

    /// A message with its replies: one line per page of replies, at least one.
    async fn thread(
        &mut self,
        n: usize,
        root: lines::Said<'_>,
        pins: &lines::Pins,
    ) -> Result<(), ExportError> {
        let chat = &self.platform.storage.chat;
        let message = root.message;
        let (mut after, mut continued) = (None, false);
        loop {
            let (replies, more) = if message.threaded {
                chat.thread(message.message_id, after, PAGE).await?
            } else {
                (Vec::new(), false)
            };
            after = replies.last().map(|reply| reply.message_id);
            let kept: Vec<&Message> = replies.iter().filter(|reply| !reply.deleted).collect();
            self.done.skip("deleted messages", replies.len() - kept.len());
            let ids: Vec<_> = kept.iter().map(|reply| reply.message_id).collect();
            let given = chat.reactions(message.channel_id, &ids).await?;
            let nothing = kept.is_empty() && (continued || message.deleted);
            if !nothing {
                let said = kept.iter().map(|reply| lines::Said {
                    message: reply,
                    reactions: given.get(&reply.message_id).map_or(&[][..], Vec::as_slice),
                    pin: pins.get(&reply.message_id),
                });
                let mut replies = Vec::with_capacity(kept.len());
                for one in said {
                    replies.push(lines::reply(&one, &self.people, &mut self.files, &mut self.done));
                }
                self.done.replies += replies.len() as u64;
                let root = lines::Said { pin: pins.get(&message.message_id), ..root };
                let Some(listed) = self.channels.get(n) else { return Ok(()) };
                let again = continued;
                let line =
                    lines::post(listed, &root, replies, again, &self.people, &mut self.files, &mut self.done);
                self.target.line(&line)?;
                self.done.messages += u64::from(!again);
                continued = true;
            } else if !more && !continued {
                self.done.skip("deleted messages", 1);
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// The files themselves, each once.
    async fn carried(&mut self) -> Result<(), ExportError> {
        let files = std::mem::take(&mut self.files);
        for (part, some) in files.chunks(PAGE).enumerate() {
            let found = self.platform.storage.files.files(some).await?;
            for (at, id) in some.iter().enumerate() {
                let file = found.iter().find(|file| file.attachment_id == *id);
                let bytes = match file {
                    Some(file) => crate::files::content(self.platform, file).await?.zip(Some(file)),
                    None => None,
                };
                let Some((mut bytes, file)) = bytes else {
                    self.done.skip("files that are not there any more", 1);
                    continue;
                };
                self.done.files += 1;
                self.target.begin_file(&format!("data/{}", lines::path_of(part * PAGE + at, &file.name)))?;
                while let Some(piece) = bytes.try_next().await? {
                    self.target.write(&piece)?;
                }
            }
        }
        Ok(())
    }
}
