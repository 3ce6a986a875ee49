//! History that comes from elsewhere. Each source has a reader (`slack`, `mattermost`, `discord`, `teams`) that makes one form of it
//! (`form`), and all that is in that form is taken in one way (`taking`).
//!
//! An import works on the store alone and tells nobody live. It can be run again: what an external id became is kept
//! (`imports.refs`), so that a second run adds only what is new, and a run that was cut short goes on.

pub mod discord;
mod form;
mod lenient;
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

/// Why an import ended before its time. What was stored until then stays; a new run goes on from there.
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

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    People,
    Channels,
    Messages,
    /// What was imported is marked as read.
    Marks,
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub step: Step,
    /// Of `total`; for messages both are parts of the source (days, lines, files).
    pub done: u64,
    pub total: u64,
    /// Messages and replies stored so far.
    pub messages: u64,
}

/// What an import has done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// People and bots that are new here.
    pub users: u64,
    pub channels: u64,
    /// Top-level ones.
    pub messages: u64,
    pub replies: u64,
    pub reactions: u64,
    pub files: u64,
    /// Messages and replies that an earlier run had stored.
    pub already_there: u64,
    /// What a newer export has changed of what an earlier one brought, by kind.
    pub updated: BTreeMap<&'static str, u64>,
    /// What was not taken, or taken in part, by kind.
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
