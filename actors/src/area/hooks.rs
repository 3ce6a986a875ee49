//! Hooks: what one area adds to events of an area below it, which knows only these types.
//!
//! A hook is called before the write: its writes join that write, and what it returns for afterwards cannot fail, so
//! that nothing stands between the write and its announcement.

use futures_util::future::BoxFuture;
use storage::chat::comments::SubjectKind;
use storage::chat::{Channel, ChannelRole, Located};
use storage::engine::Write;
use storage::entities::{Entity, RelationType};
use storage::files::{FileSubject, StoredFile};
use storage::ids::{ChannelId, EntityId, MessageId, SessionId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;

use crate::Platform;
use crate::live::ended::EndedBy;
use crate::platform::error::Result;
use crate::platform::time::Moment;

/// A person's relation to an organisation begins, changes or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationChange {
    pub entity_id: EntityId,
    pub user_id: UserId,
    /// The relation before; none: there was none.
    pub was: Option<RelationType>,
    /// The new relation; none: it has ended.
    pub relation: Option<RelationType>,
    /// Who changes it; none: an operator, or nobody.
    pub by: Option<UserId>,
    pub way: Way,
}

/// How a relation comes to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Somebody who manages relations gave another, or ended it.
    Role,
    /// The person left, followed or unfollowed.
    Own,
    /// The person applied, and was approved.
    Application,
    /// The person applied where everybody is admitted.
    Open,
    /// The person accepted an invitation.
    Invitation,
    /// The person came in by a link.
    Link,
    /// The organisation was handed over.
    Transfer,
    /// The person was banned.
    Ban,
    /// The organisation made or removed a bot.
    Bot,
    /// An operator, by the command line.
    Operator,
    /// The account was erased.
    Erasure,
}

impl Way {
    /// Its name in the audit log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Role => "ROLE",
            Self::Own => "OWN",
            Self::Application => "APPLICATION",
            Self::Open => "OPEN",
            Self::Invitation => "INVITATION",
            Self::Link => "LINK",
            Self::Transfer => "TRANSFER",
            Self::Ban => "BAN",
            Self::Bot => "BOT",
            Self::Operator => "OPERATOR",
            Self::Erasure => "ERASURE",
        }
    }
}

/// What an area does when a relation changes.
#[derive(Default)]
pub struct Consequences {
    /// Join the write of the relation.
    pub writes: Vec<Write>,
    /// Called after the write: publishes the change, with who caused it.
    pub announce: Option<Box<dyn FnOnce(&Platform, Option<EndedBy>) + Send>>,
    /// Runs after that, before the caller is answered. If it fails, a job among `writes` repeats it.
    pub then: Option<BoxFuture<'static, ()>>,
}

/// Called when a relation changes; see [`Consequences`].
pub type OnRelation = fn(&Platform, RelationChange) -> BoxFuture<'_, Result<Consequences>>;

/// Writes that join the write of a new organisation.
pub type OnEntity = fn(&Platform, &Entity) -> Result<Vec<Write>>;

/// Writes that join the write of a person's new name.
pub type OnRename = fn(&Platform, UserId) -> Result<Vec<Write>>;

/// Called after sessions have ended in the store.
pub type OnSessionEnd = for<'a> fn(&'a Platform, UserId, &'a [SessionId]) -> BoxFuture<'a, ()>;

/// A job that joins the write of new notifications.
pub type OnNotifications = fn(&Platform, &[Notification]) -> Result<Option<Job>>;

/// Called before a job that will not be tried again becomes a dead letter, for what waits for its end; if it fails, the
/// job is tried again first. Called for every dead letter when a node starts as well, so it may be repeated.
pub type OnDeadLetter = for<'a> fn(&'a Platform, &'a Job) -> BoxFuture<'a, Result<()>>;

/// Credentials besides sessions with which programs act for an account.
pub struct Credentials {
    /// The ids that sockets opened with them use in place of a session's id.
    pub of: fn(&Platform, UserId) -> BoxFuture<'_, Result<Vec<SessionId>>>,
    /// Ends all of them and closes their sockets on every node.
    pub end_all: fn(&Platform, UserId) -> BoxFuture<'_, Result<()>>,
}

/// Something with comments. The comments are a channel whose name, organisation and roles come from it.
pub struct Commented {
    pub title: String,
    pub entity_id: EntityId,
    pub created_by: UserId,
    /// The person's role in the comments; none: they may not read them.
    pub role: Option<ChannelRole>,
}

/// Comments of an area's things of one kind.
pub struct OnComments {
    pub kind: SubjectKind,
    /// The thing with this id, as the person sees it now; none: it does not exist.
    pub find: fn(&Platform, i64, UserId) -> BoxFuture<'_, Result<Option<Commented>>>,
    /// Who is notified of a comment on the thing with this id, besides its maker, those who commented before and those
    /// whom it mentions. Only people who may read it are.
    pub concerned: fn(&Platform, i64) -> BoxFuture<'_, Result<Vec<UserId>>>,
}

/// Rights to files, which belong to channels and their messages.
pub struct FileRights {
    /// The channel, for a person who may add a file to it; refuses as writing a message does.
    pub may_add: fn(&Platform, ChannelId, UserId) -> BoxFuture<'_, Result<Channel>>,
    /// Refuses a person who may not read the channel.
    pub may_read: fn(&Platform, ChannelId, UserId) -> BoxFuture<'_, Result<()>>,
    /// The message that carries a file, for a person who may read it.
    pub message: fn(&Platform, MessageId, UserId) -> BoxFuture<'_, Result<Located>>,
}

/// Files of an area's things of one kind.
pub struct OnFiles {
    pub subject: FileSubject,
    /// Whether the file is used: what is not, a day after its upload, is deleted.
    pub is_used: for<'a> fn(&'a Platform, &'a StoredFile) -> BoxFuture<'a, Result<bool>>,
}

/// Something of an area's own that stands in a person's calendar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// Unique in the world, and the same for good.
    pub uid: String,
    pub starts: Moment,
    /// Exclusive.
    pub ends: Moment,
    /// It is of whole days in Sweden, from midnight to midnight.
    pub is_all_day: bool,
    pub title: String,
    pub place: String,
    /// It is not settled yet.
    pub is_tentative: bool,
    /// It is something to do, due at its start: `VTODO` for programs that ask for it, an event for all others.
    pub is_task: bool,
    /// Its page, below the public address.
    pub path: String,
    pub created: Moment,
    pub changed: Moment,
    /// Grows with every change.
    pub sequence: i64,
}

/// What of an area's own somebody takes part in from a moment on, by start; a bounded number.
pub type OnCalendar = fn(&Platform, UserId, Moment) -> BoxFuture<'_, Result<Vec<CalendarEntry>>>;
