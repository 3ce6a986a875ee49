//! Workspaces, channels and messages, as they are stored.

use crate::entities::RelationType;
use crate::ids::{ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};
use crate::notifications::Notification;
use crate::text_enum::text_enum;

text_enum! {
    /// Who may find a channel.
    ChannelType {
        /// Everybody with a role in the workspace.
        Public = "PUBLIC",
        /// Its members and the holders of its named relation types.
        Private = "PRIVATE",
        /// Between people.
        Direct = "DIRECT",
    }
}

text_enum! {
    /// A person's role in a channel.
    ChannelRole {
        /// Owns the organisation.
        Owner = "OWNER",
        /// Manages channels.
        Admin = "ADMIN",
        /// Deletes, approves, pins.
        Moderator = "MODERATOR",
        /// Belongs.
        Member = "MEMBER",
        /// Follows.
        Follower = "FOLLOWER",
        /// Reads.
        Guest = "GUEST",
    }
}

impl PartialOrd for ChannelRole {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ChannelRole {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.level().cmp(&other.level())
    }
}

impl ChannelRole {
    /// 100, 90, 50, 10, 5, 1: a larger level may what a smaller one may.
    pub const fn level(self) -> u8 {
        match self {
            Self::Owner => 100,
            Self::Admin => 90,
            Self::Moderator => 50,
            Self::Member => 10,
            Self::Follower => 5,
            Self::Guest => 1,
        }
    }
}

text_enum! {
    /// What a person wants to be told of a channel.
    NotifyLevel {
        /// As the channel and the person's own settings say.
        Default = "default",
        /// Every message.
        All = "all",
        /// Mentions.
        Mention = "mention",
        /// Nothing.
        None = "none",
    }
}

text_enum! {
    /// What happened to a message.
    EventKind {
        /// It was written.
        Create = "CREATE",
        /// Its text changed.
        Update = "UPDATE",
        /// It was removed.
        Delete = "DELETE",
        /// It waited, and was let through.
        Approve = "APPROVE",
        /// A reaction was added or taken back.
        Reaction = "REACTION",
        /// It waits for a moderator, or a new text of it does; for moderators and its author.
        Pending = "PENDING",
        /// What waited was turned down or taken back; for moderators and its author.
        Reject = "REJECT",
    }
}

text_enum! {
    /// What became of a waiting message.
    Decision {
        /// Let through.
        Approve = "APPROVE",
        /// Turned down.
        Reject = "REJECT",
        /// Taken back by its author.
        Withdraw = "WITHDRAW",
    }
}

/// An organisation's room of channels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Which.
    pub workspace_id: WorkspaceId,
    /// Whose; never changes.
    pub entity_id: EntityId,
    /// Its name.
    pub workspace_name: String,
    /// Epoch milliseconds.
    pub created: i64,
}

/// A channel and its settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// Which.
    pub channel_id: ChannelId,
    /// Where; never changes.
    pub workspace_id: WorkspaceId,
    /// Whose; never changes.
    pub entity_id: EntityId,
    /// Unique in the workspace.
    pub name: String,
    /// Free text.
    pub display_name: String,
    /// What it is for.
    pub description: String,
    /// What is talked about now.
    pub topic: String,
    /// Who may find it.
    pub channel_type: ChannelType,
    /// Closed for writing, kept for reading.
    pub archived: bool,
    /// The workspace's first channel.
    pub general: bool,
    /// Only moderators write.
    pub read_only: bool,
    /// Followers of the organisation take part.
    pub allow_followers: bool,
    /// Strangers may read.
    pub visible_to_guests: bool,
    /// Messages wait for approval.
    pub require_moderation: bool,
    /// Members' messages do not wait.
    pub auto_approve_members: bool,
    /// Relation types whose holders always belong to a private channel.
    pub relation_types: Vec<RelationType>,
    /// Who made it.
    pub created_by: UserId,
    /// Epoch milliseconds.
    pub created: i64,
}

/// A person's own row in a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The channel.
    pub channel_id: ChannelId,
    /// The person.
    pub user_id: UserId,
    /// A role that raises what the relation gives; none: just a member.
    pub role: Option<ChannelRole>,
    /// Who added the person.
    pub added_by: UserId,
    /// Epoch milliseconds.
    pub added: i64,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Which; also its place in the channel.
    pub message_id: MessageId,
    /// Where.
    pub channel_id: ChannelId,
    /// By whom.
    pub user_id: UserId,
    /// The thread it answers in; none: top level.
    pub parent_id: Option<MessageId>,
    /// The text as written.
    pub content: String,
    /// The text as shown; none: the same.
    pub formatted: Option<String>,
    /// The people it names.
    pub mentions: Vec<UserId>,
    /// Whether it calls everybody in the channel.
    pub mention_all: bool,
    /// The sender's own mark, by which a repeated send is known.
    pub client_message_id: Option<String>,
    /// Epoch milliseconds.
    pub created: i64,
    /// Epoch milliseconds of the last change.
    pub updated: i64,
    /// Whether its text was changed after it was sent.
    pub edited: bool,
    /// Whether it was removed; the content is then what stands in its place.
    pub deleted: bool,
    /// Whether it has, or had, replies.
    pub threaded: bool,
    /// 1 when it is new; one more with every change of it or of what belongs to it (reactions, thread), decided by the
    /// store's compare and set.
    pub version: i64,
}

/// A message with what belongs to it: what the store holds at `message.version` or later, never earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageState {
    /// The message.
    pub message: Message,
    /// Every reaction to it.
    pub reactions: Vec<Reaction>,
    /// How many replies are not deleted, and when (epoch milliseconds) the last of those was written; none without.
    pub replies: Option<(u32, i64)>,
}

/// A person's reaction to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// The message.
    pub message_id: MessageId,
    /// One emoji.
    pub emoji: String,
    /// Whose.
    pub user_id: UserId,
    /// Epoch milliseconds.
    pub created: i64,
}

/// How far a person has read a channel, and what the person wants to be told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// The person.
    pub user_id: UserId,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The newest message read; none: nothing yet.
    pub last_read: Option<MessageId>,
    /// Epoch milliseconds of the last reading, 0 when never.
    pub last_read_at: i64,
    /// What to be told.
    pub notify_level: NotifyLevel,
    /// Not to be told for now.
    pub muted: bool,
}

/// An entry of a channel's log of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRow {
    /// The channel.
    pub channel_id: ChannelId,
    /// The live cursor.
    pub event_id: EventId,
    /// What happened.
    pub kind: EventKind,
    /// To which message.
    pub message_id: MessageId,
    /// Who did it.
    pub user_id: UserId,
    /// The reaction's emoji.
    pub emoji: Option<String>,
    /// Whether the reaction was added (false: taken back). False for other kinds.
    pub added: bool,
    /// Epoch milliseconds.
    pub at: i64,
}

/// A message to be stored, with everything that belongs to it. Published at once, its event and the bells' entries have the
/// message's own id, and all of them the id's time: whoever else stores the same message stores the same rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The message.
    pub message: Message,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// The cursor of its event.
    pub event_id: EventId,
    /// What goes to people's bells with it.
    pub notifications: Vec<Notification>,
}

/// What became of a message to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "answered once per message, never kept in numbers")]
pub enum Appended {
    /// Stored now.
    New,
    /// The mark was set before, but not its message: stored now, under the id of the first try.
    Finished(Append),
    /// The sender's mark was used before: the message as it was stored then, as it stands now.
    Repeated(Message),
}

/// Where a message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The message.
    pub message: Message,
    /// Whether it lies with the waiting ones (undecided or turned down).
    pub pending: bool,
    /// What was decided of a waiting one.
    pub decision: Option<Decision>,
    /// Why it was turned down.
    pub reason: Option<String>,
    /// The text that a published one is to have and that waits.
    pub proposed: Option<Box<Message>>,
}

/// Which part of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The newest, after leaving out `offset` newer ones.
    Newest {
        /// How many of the newest to leave out.
        offset: usize,
    },
    /// The newest before this one.
    Before(MessageId),
    /// The oldest after this one.
    After(MessageId),
    /// About half before, this one, the rest after.
    Around(MessageId),
}

/// A part of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessagePage {
    /// In ascending id.
    pub messages: Vec<Message>,
    /// Whether there is more in the direction asked for: newer for `After`, either for `Around`, else older.
    pub has_more: bool,
    /// Whether there are messages before the first one.
    pub has_older: bool,
    /// Whether there are messages after the last one.
    pub has_newer: bool,
}

/// What the rules need to know of a person in a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelFacts {
    /// The channel.
    pub channel: Channel,
    /// The person's own row.
    pub member: Option<Member>,
    /// What the person is to the organisation.
    pub relation: Option<RelationType>,
}

/// What the rules need to know of a person in a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceFacts {
    /// The workspace.
    pub workspace: Workspace,
    /// What the person is to the organisation.
    pub relation: Option<RelationType>,
    /// Every channel, each with the person's own row.
    pub channels: Vec<(Channel, Option<Member>)>,
}
