//! What an area of the product declares to the machinery below it: one [`Area`], and one line in
//! [`crate::areas::AREAS`].

pub mod activity;
pub mod demo;
pub mod found;
mod hooks;
mod notification;
mod report;

use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use serde_json::Value;
use storage::accounts::User;
use storage::chat::CardType;
use storage::ids::UserId;
use storage::notifications::Notification;

use crate::Platform;
use crate::live::body::Body;
use crate::live::room::RoomKind;
use crate::live::who::Who;
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::JobKind;
use crate::platform::mail::Enclosed;
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::QuotaKind;

use activity::ActivityKind;
use demo::Demo;
use found::{Indexed, OwnResults};
pub use hooks::*;
pub use notification::{InChat, Kinds, NotificationText, NotificationType};
pub use report::{Reportable, Reported, Shown, TargetId};

/// An area of the product.
pub struct Area {
    /// The area's name, the same in every part of the product.
    pub name: &'static str,
    /// Its kinds of jobs.
    pub jobs: &'static [JobKind],
    /// Those that run every night ([`crate::platform::jobs::next_night`]); their payload is `null`.
    pub nightly: &'static [&'static str],
    /// Those of an organisation, which those who manage it try again when they were given up: their payload is a list
    /// that begins with its number.
    pub entity_jobs: &'static [&'static str],
    /// Its kinds of rooms, which people subscribe to.
    pub rooms: &'static [&'static dyn RoomKind],
    /// What it does when a thing is created or changed, here or on another node, by the announced kind
    /// ([`crate::live::bus::Announcement::Changed`]).
    pub follows: &'static [(&'static str, fn(&Platform, i64))],
    /// Counts per person, by the announced name ([`crate::live::bus::Announcement::Count`]).
    pub counts: &'static [Count],
    /// Its kinds of notifications.
    pub bells: &'static [Kinds],
    /// What a card of a message may point at: its type, and who may see it.
    pub cards: &'static [(CardType, Sees)],
    /// What is done in organisations with its things, and counted by day.
    pub activity: &'static [&'static ActivityKind],
    /// How much of its things one owner may have.
    pub quotas: &'static [QuotaKind],
    /// Its pictures.
    pub pictures: &'static [PicturesOf],
    /// Its things in the global search's index of names.
    pub indexed: &'static [&'static Indexed],
    /// Groups of what a signed-in person finds of their own.
    pub own_results: &'static [&'static OwnResults],
    /// What can be reported to moderators.
    pub reports: &'static [Reportable],
    /// What it adds to the demo.
    pub demo: Option<Demo>,
    /// Its hooks: writes that join another area's write, publishing after it, and decisions made for it.
    pub on: Hooks,
    /// The attachment of a notification's mail.
    pub encloses: Option<Enclose>,
    /// The whole text of a notification's mail.
    pub letter: Option<Letter>,
    /// What it adds to a person's data export: JSON files by name.
    pub export: Option<Export>,
    /// What it adds to the export besides: binary files, and lists too long to hold in memory.
    pub archive: Option<Bring>,
    /// Erases a person from its data; may be repeated. None: it stores nothing about people.
    pub erase: Option<Erase>,
}

impl Area {
    /// An area that declares nothing yet.
    pub const fn named(name: &'static str) -> Self {
        Self {
            name,
            jobs: &[],
            nightly: &[],
            entity_jobs: &[],
            rooms: &[],
            follows: &[],
            counts: &[],
            bells: &[],
            cards: &[],
            activity: &[],
            quotas: &[],
            pictures: &[],
            indexed: &[],
            own_results: &[],
            reports: &[],
            demo: None,
            on: Hooks::NONE,
            encloses: None,
            letter: None,
            export: None,
            archive: None,
            erase: None,
        }
    }
}

/// What an area adds to events of the areas below it ([`hooks`]).
pub struct Hooks {
    pub relation: Option<OnRelation>,
    pub entity: Option<OnEntity>,
    pub rename: Option<OnRename>,
    pub session_end: Option<OnSessionEnd>,
    pub notifications: Option<OnNotifications>,
    pub comments: Option<&'static OnComments>,
    pub credentials: Option<Credentials>,
    pub files: Option<FileRights>,
    pub subject_files: Option<&'static OnFiles>,
    pub calendar: Option<OnCalendar>,
    pub dead_letter: Option<OnDeadLetter>,
}

impl Hooks {
    /// No hooks.
    pub const NONE: Self = Self {
        relation: None,
        entity: None,
        rename: None,
        session_end: None,
        notifications: None,
        comments: None,
        credentials: None,
        files: None,
        subject_files: None,
        calendar: None,
        dead_letter: None,
    };
}

/// A number that a person sees on every page: its name, and how to read it as the event that carries it.
pub type Count = (&'static str, for<'a> fn(&'a Platform, UserId) -> LocalBoxFuture<'a, Result<Body>>);

/// Whether a person may see the thing with that id now; false if it does not exist.
pub type Sees = for<'a> fn(&'a Platform, UserId, &'a str) -> LocalBoxFuture<'a, Result<bool>>;

/// The pictures of one kind of things, and the current one of the thing with that id: its version, and whether everybody
/// may see it; none: there is none that this person may see. The text is the version that was asked for.
pub type PicturesOf = (
    PictureKind,
    for<'a> fn(
        &'a Platform,
        Option<&'a Who>,
        i64,
        &'a str,
    ) -> LocalBoxFuture<'a, Result<Option<(String, bool)>>>,
);

/// The attachment of a notification's mail, as things are now. The value is what was stored when the notification was
/// made, for things that may have been deleted since.
pub type Enclose = for<'a> fn(
    &'a Platform,
    &'a Notification,
    Option<&'a Value>,
) -> LocalBoxFuture<'a, Result<Option<Enclosed>>>;

/// The whole text of a notification's mail, in which the first words would say too little; such a mail can be ended by
/// one click (RFC 8058). None: it may not be read any more.
pub type Letter = for<'a> fn(&'a Platform, &'a Notification) -> LocalBoxFuture<'a, Result<Option<String>>>;

/// Reads an area's part of a person's data export: the files' names and contents.
pub type Export = for<'a> fn(&'a Platform, &'a Who) -> LocalBoxFuture<'a, Result<Vec<File>>>;

/// Writes an area's part of a person's data export into the archive.
pub type Bring = for<'a> fn(&'a Platform, &'a Who, &'a mut Archive) -> LocalBoxFuture<'a, Result<()>>;

/// A file of the export.
pub type File = (&'static str, Value);

/// Erases what an area stores about a person.
pub type Erase = for<'a> fn(&'a Platform, &'a User) -> LocalBoxFuture<'a, Result<()>>;

/// Makes a file of the export.
pub fn file(name: &'static str, content: impl Serialize) -> Result<File> {
    Ok((name, serde_json::to_value(content).map_err(|_| Refusal::internal())?))
}

/// Whether a person may see something, from the result of reading it.
pub fn seen<T>(read: Result<T>) -> Result<bool> {
    Ok(seen_or_none(read)?.is_some())
}

/// What a person reads, if they may see it.
pub fn seen_or_none<T>(read: Result<T>) -> Result<Option<T>> {
    use crate::platform::error::RefusalKind::{Forbidden, NotFound};
    match read {
        Ok(found) => Ok(Some(found)),
        Err(refusal) if matches!(refusal.kind, Forbidden | NotFound) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}
