//! What follows in an area from what happens in another one below it: the lower one knows only these types.
//!
//! A hook is asked before the write: its own writes join it, and what it returns for afterwards cannot fail, so that nothing stands
//! between the write and its announcement.

use futures_util::future::BoxFuture;
use storage::chat::{Channel, ChannelRole, Located};
use storage::engine::Write;
use storage::entities::{Entity, RelationType};
use storage::ids::{ChannelId, EntityId, MessageId, SessionId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;

use crate::Platform;
use crate::live::ended::EndedBy;
use crate::platform::error::Result;

/// A relation of a person to an organisation begins, changes or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationChange {
    pub entity_id: EntityId,
    pub user_id: UserId,
    /// What it is from now on; none: it has ended.
    pub relation: Option<RelationType>,
}

/// What follows from a change of a relation.
#[derive(Default)]
pub struct Consequences {
    /// Joins the write of the relation.
    pub writes: Vec<Write>,
    /// After it: publishes the change, with who brought it about.
    pub announce: Option<Box<dyn FnOnce(&Platform, Option<EndedBy>) + Send>>,
    /// After that, before the caller is answered. What fails in it is done again by a job among `writes`.
    pub then: Option<BoxFuture<'static, ()>>,
}

/// What follows from a change of a relation; see [`Consequences`].
pub type OnRelation = fn(&Platform, RelationChange) -> BoxFuture<'_, Result<Consequences>>;

/// What joins the write of a new organisation.
pub type OnEntity = fn(&Platform, &Entity) -> Result<Vec<Write>>;

/// What joins the write of a person's new name.
pub type OnRename = fn(&Platform, UserId) -> Result<Vec<Write>>;

/// What ends with sessions that are over in the store.
pub type OnSessionEnd = for<'a> fn(&'a Platform, UserId, &'a [SessionId]) -> BoxFuture<'a, ()>;

/// What joins the write of new notifications.
pub type OnNotifications = fn(&Platform, &[Notification]) -> Result<Option<Job>>;

/// What lets programs act for an account besides its sessions.
pub struct Credentials {
    /// The numbers that sockets opened with them go by, in the place of a session's.
    pub of: fn(&Platform, UserId) -> BoxFuture<'_, Result<Vec<SessionId>>>,
    /// Ends all of them, and their sockets on every node.
    pub end_all: fn(&Platform, UserId) -> BoxFuture<'_, Result<()>>,
}

/// What has comments: they are a channel, whose name, organisation and roles are those of what is commented.
pub struct Commented {
    pub title: String,
    pub entity_id: EntityId,
    pub created_by: UserId,
    /// What the person may do there; none: they may not read them.
    pub role: Option<ChannelRole>,
}

/// How what is commented stands for a person now, by its id; none: there is no such thing.
pub type OnComments = fn(&Platform, i64, UserId) -> BoxFuture<'_, Result<Option<Commented>>>;

/// Where files belong: in channels, and in their messages.
pub struct FileRights {
    /// The channel, for somebody who may add a file to it; refused as writing there is.
    pub may_add: fn(&Platform, ChannelId, UserId) -> BoxFuture<'_, Result<Channel>>,
    /// Refuses who may not read the channel.
    pub may_read: fn(&Platform, ChannelId, UserId) -> BoxFuture<'_, Result<()>>,
    /// The message that carries a file, for somebody who may read it.
    pub message: fn(&Platform, MessageId, UserId) -> BoxFuture<'_, Result<Located>>,
}
