//! What an area of the product declares to the machinery below it: one value, and one line in [`crate::areas::AREAS`].

pub mod demo;
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

use demo::Demo;
pub use hooks::*;
pub use notification::{InChat, Kinds, NotificationText};
pub use report::{Reportable, Reported, Shown, TargetId};

/// An area of the product.
pub struct Area {
    /// The feature's name, the same in every part of the product.
    pub name: &'static str,
    /// What it does at a moment, or beside an answer.
    pub jobs: &'static [JobKind],
    /// What people subscribe to.
    pub rooms: &'static [&'static dyn RoomKind],
    /// What it does when a thing is new or changed, here or on another node, by the kind that is announced
    /// ([`crate::live::bus::Announcement::Changed`]).
    pub follows: &'static [(&'static str, fn(&Platform, i64))],
    /// What it counts for a person, by what is announced ([`crate::live::bus::Announcement::Count`]).
    pub counts: &'static [Count],
    /// What it rings for.
    pub bells: &'static [Kinds],
    /// What a message may point at: what sort of thing, and who sees it.
    pub cards: &'static [(CardType, Sees)],
    /// What of it is reported to moderators.
    pub reports: &'static [Reportable],
    /// What it makes for the demo.
    pub demo: Option<Demo>,
    /// What it keeps beside another area's write, publishes after it, or decides for it.
    pub on: Hooks,
    /// What the mail of such an entry brings along besides its words.
    pub encloses: Option<Enclose>,
    /// What it adds to the copy of somebody's data: files by name.
    pub export: Option<Export>,
    /// What it adds besides: bytes, and lists that are too long to be held whole.
    pub archive: Option<Bring>,
    /// Takes somebody out of what it keeps; may be repeated. None: it keeps nothing of people.
    pub erase: Option<Erase>,
}

impl Area {
    /// An area that has nothing yet.
    pub const fn named(name: &'static str) -> Self {
        Self {
            name,
            jobs: &[],
            rooms: &[],
            follows: &[],
            counts: &[],
            bells: &[],
            cards: &[],
            reports: &[],
            demo: None,
            on: Hooks::NONE,
            encloses: None,
            export: None,
            archive: None,
            erase: None,
        }
    }
}

/// What follows in an area from what happens in those below it ([`hooks`]).
pub struct Hooks {
    pub relation: Option<OnRelation>,
    pub entity: Option<OnEntity>,
    pub rename: Option<OnRename>,
    pub session_end: Option<OnSessionEnd>,
    pub notifications: Option<OnNotifications>,
    pub comments: Option<OnComments>,
    pub credentials: Option<Credentials>,
    pub files: Option<FileRights>,
}

impl Hooks {
    /// Nothing follows.
    pub const NONE: Self = Self {
        relation: None,
        entity: None,
        rename: None,
        session_end: None,
        notifications: None,
        comments: None,
        credentials: None,
        files: None,
    };
}

/// A number that a person sees everywhere: its name, and how it is read, as the event that tells it.
pub type Count = (&'static str, for<'a> fn(&'a Platform, UserId) -> LocalBoxFuture<'a, Result<Body>>);

/// Whether somebody sees what bears that id now; what is not there nobody sees.
pub type Sees = for<'a> fn(&'a Platform, UserId, &'a str) -> LocalBoxFuture<'a, Result<bool>>;

/// What the mail of an entry brings along, as it is now; the last is what was noted when it was told, of what may be gone since.
pub type Enclose = for<'a> fn(
    &'a Platform,
    &'a Notification,
    Option<&'a Value>,
) -> LocalBoxFuture<'a, Result<Option<Enclosed>>>;

/// Reads what an area has of the copy of somebody's data: the names of files, and what is in them.
pub type Export = for<'a> fn(&'a Platform, &'a Who) -> LocalBoxFuture<'a, Result<Vec<File>>>;

/// Writes what an area has of the copy of somebody's data into its file.
pub type Bring = for<'a> fn(&'a Platform, &'a Who, &'a mut Archive) -> LocalBoxFuture<'a, Result<()>>;

/// A file of the copy.
pub type File = (&'static str, Value);

/// Erases what an area keeps of somebody.
pub type Erase = for<'a> fn(&'a Platform, &'a User) -> LocalBoxFuture<'a, Result<()>>;

/// A file of the copy.
pub fn file(name: &'static str, content: impl Serialize) -> Result<File> {
    Ok((name, serde_json::to_value(content).map_err(|_| Refusal::internal())?))
}

/// Whether somebody sees something, by what reading it answers.
pub fn seen<T>(read: Result<T>) -> Result<bool> {
    use crate::platform::error::RefusalKind::{Forbidden, NotFound};
    match read {
        Ok(_) => Ok(true),
        Err(refusal) if matches!(refusal.kind, Forbidden | NotFound) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}
