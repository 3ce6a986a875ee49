//! Imports history from other services. Each source has a reader (`slack`, `mattermost`, `discord`, `teams`) that
//! converts it into one common form (`form`), which is stored in one way (`taking`).
//!
//! An import works on the store alone and publishes nothing. It can be repeated: the id here of each external id is
//! stored (`imports.refs`), so that a second run adds only what is new, and an interrupted run is resumed.

pub mod discord;
mod form;
mod markdown;
pub mod mattermost;
mod pack;
pub mod slack;
mod taking;
pub mod teams;

use std::collections::BTreeMap;
use std::fmt;

use crate::platform::error::Refusal;

pub use taking::Options;
pub(crate) use taking::channels::plain_name;
pub(crate) use taking::emoji::name_of as emoji_name;

/// Why an import failed. What was stored until then stays; a new run resumes from there.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{file}: {why}")]
    Open { file: String, why: std::io::Error },
    #[error("this is not a zip file ({0})")]
    NotZip(String),
    #[error("this is not {0}: it holds no {1}")]
    Missing(&'static str, &'static str),
    #[error("the export holds no team {0}")]
    NoTeam(String),
    #[error("{0} is of version {1} of the format, and only 1 is known")]
    Version(String, i64),
    #[error("there is no organisation with the slug {0}")]
    NoOrganisation(String),
    #[error("{entry} is not the JSON it should be: {why}")]
    Json { entry: String, why: String },
    #[error("{entry} in the zip file cannot be read: {why}")]
    Unreadable { entry: String, why: String },
    #[error("the zip file holds {0} files; {1} are taken at most")]
    TooMany(usize, usize),
    #[error("{entry} is larger than {limit} MiB")]
    TooLarge { entry: String, limit: u64 },
    #[error("{0} grows beyond reason when it is unpacked")]
    Bomb(String),
    #[error("the zip file holds more than {0} GiB when it is unpacked")]
    TooMuch(u64),
    #[error("the store did not take it: {0}")]
    Store(#[from] storage::Error),
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// The current step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    People,
    Channels,
    Messages,
    /// Marking imported messages as read.
    Marks,
}

/// Progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub step: Step,
    /// Out of `total`; for messages both count parts of the source (days, lines, files).
    pub done: u64,
    pub total: u64,
    /// Messages and replies stored so far.
    pub messages: u64,
}

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// People and bots that were created.
    pub users: u64,
    pub channels: u64,
    /// Top-level ones.
    pub messages: u64,
    pub replies: u64,
    pub reactions: u64,
    pub files: u64,
    /// Messages and replies that an earlier run had stored.
    pub already_there: u64,
    /// Changes from a newer export to data of an earlier one, by kind.
    pub updated: BTreeMap<&'static str, u64>,
    /// What was not imported, or only in part, by kind.
    pub skipped: BTreeMap<&'static str, u64>,
}

impl Report {
    fn update(&mut self, kind: &'static str, many: u64) {
        if many > 0 {
            *self.updated.entry(kind).or_default() += many;
        }
    }

    fn skip(&mut self, kind: &'static str, many: u64) {
        if many > 0 {
            *self.skipped.entry(kind).or_default() += many;
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { users, channels, messages, replies, reactions, files, already_there, updated, skipped } =
            self;
        writeln!(
            f,
            "Imported {users} people, {channels} channels, {messages} messages, {replies} replies, {reactions} reactions and {files} files."
        )?;
        if *already_there > 0 {
            writeln!(f, "{already_there} messages were there already.")?;
        }
        if !updated.is_empty() {
            writeln!(f, "Brought up to date:")?;
        }
        for (kind, many) in updated {
            writeln!(f, "  {kind}: {many}")?;
        }
        if !skipped.is_empty() {
            writeln!(f, "Not taken, or not as it was:")?;
        }
        for (kind, many) in skipped {
            writeln!(f, "  {kind}: {many}")?;
        }
        Ok(())
    }
}
