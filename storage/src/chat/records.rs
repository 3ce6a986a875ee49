//! Stored records of workspaces, channels and messages.

use super::cards::Card;
use super::polls::{Poll, Tallied};
use crate::entities::RelationType;
use crate::files::Attachment;
use crate::notifications::Notification;
use crate::platform::ids::{ChannelId, EntityId, EventId, JobId, MessageId, UserId, WorkspaceId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;

text_enum! {
    /// Who may find a channel.
    ChannelType {
        /// Everybody with a role in the workspace.
        Public = "PUBLIC",
        /// Its members and the holders of its named relation types.
        Private = "PRIVATE",
        /// Between people.
        Direct = "DIRECT",
        /// The comments of an event: who sees that.
        Event = "EVENT",
        /// The comments of a task: who sees that.
        Task = "TASK",
        /// The comments of a lesson of a course: who reads that.
        Lesson = "LESSON",
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
    /// 100, 90, 50, 10, 5, 1: a higher level includes the rights of lower ones.
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
    /// How important a message is.
    Priority {
        /// As any other.
        Normal = "NORMAL",
        /// Shown as important.
        Important = "IMPORTANT",
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

record! {
    /// An organisation's place for channels.
    pub struct Workspace;
    pub(crate) static WORKSPACES: "workspaces", Ascending;
    partition {
        /// Its id; the partition key.
        workspace_id: WorkspaceId => bigint,
    }
    clustering {}
    columns {
        /// The organisation; never changes.
        entity_id: EntityId => bigint,
        /// Its name.
        workspace_name: String => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// A channel and its settings.
    pub struct Channel;
    pub(crate) static CHANNELS: "channels", Ascending;
    partition {
        /// Its id; the partition key.
        channel_id: ChannelId => bigint,
    }
    clustering {}
    columns {
        /// The workspace; never changes.
        workspace_id: WorkspaceId => bigint,
        /// The organisation; never changes.
        entity_id: EntityId => bigint,
        /// Unique in the workspace.
        name: String => text,
        /// Free text.
        display_name: String => text,
        /// Its purpose.
        description: String => text,
        /// The current topic.
        topic: String => text,
        /// Who may find it.
        channel_type: ChannelType => text,
        /// Read-only for everyone, kept for reading.
        archived: bool => boolean,
        /// The workspace's first channel.
        general: bool => boolean,
        /// Only moderators write.
        read_only: bool => boolean,
        /// Followers of the organisation may take part.
        allow_followers: bool => boolean,
        /// Visitors without a relation may read.
        visible_to_guests: bool => boolean,
        /// Messages need approval.
        require_moderation: bool => boolean,
        /// Members' messages need no approval.
        auto_approve_members: bool => boolean,
        /// Relation types whose holders are always members of a private channel.
        relation_types: Vec<RelationType> => text,
        /// Who created it.
        created_by: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// A person's membership row in a channel.
    pub struct Member;
    pub(crate) static CHANNEL_MEMBERS: "channel_members", Ascending;
    partition {
        /// The channel.
        channel_id: ChannelId => bigint,
    }
    clustering {
        /// The person.
        user_id: UserId => bigint,
    }
    columns {
        /// Who added the person.
        added_by: UserId => bigint,
        /// Epoch milliseconds.
        added: i64 => timestamp,
        /// A role above the one from the relation; none: a plain member.
        role: Option<ChannelRole> => text,
    }
}

record! {
    /// A message.
    pub struct Message {
        /// Its id; also its order in the channel.
        message_id: MessageId,
        /// The channel it was sent to.
        channel_id: ChannelId,
        /// The author.
        user_id: UserId,
        /// The first message of its thread; none: top level.
        parent_id: Option<MessageId>,
        /// The text as written.
        content: String,
        /// The rendered text; none: the same.
        formatted: Option<String>,
        /// The mentioned people.
        mentions: Vec<UserId>,
        /// Whether it mentions the whole channel.
        mention_all: bool,
        /// The client's idempotency key of the call that sent it.
        client_message_id: Option<String>,
        /// Epoch milliseconds.
        created: i64,
        /// Epoch milliseconds of the last change.
        updated: i64,
        /// Whether its text was changed after it was sent.
        edited: bool,
        /// Whether it is a tombstone; `content` is then its replacement text.
        deleted: bool,
        /// Whether it has, or had, replies.
        threaded: bool,
        /// Its files, in the order given.
        attachments: Vec<Attachment>,
        /// 1 when new; raised by compare and set with every change of the message or of its reactions and thread.
        version: i64 = 1,
        /// How important it is.
        priority: Priority = Priority::Normal,
        /// How many people it asked for an acknowledgement when sent; none: it asks nobody.
        asked: Option<i64>,
        /// Its poll; the text is the question.
        poll: Option<Poll>,
        /// Its card.
        card: Option<Card>,
    }
}

/// A message with its dependent data, as of `message.version` or later, never earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageState {
    /// The message.
    pub message: Message,
    /// Every reaction to it.
    pub reactions: Vec<Reaction>,
    /// Number of replies without tombstones, and when the last of them was written (epoch milliseconds); none without
    /// replies.
    pub replies: Option<(u32, i64)>,
    /// Whether it is pinned in its channel.
    pub pinned: bool,
    /// Number of acknowledgements; 0 if it asks for none.
    pub acks: i64,
    /// Result of its poll; none: it has none.
    pub poll: Option<Tallied>,
}

record! {
    /// A person's reaction to a message.
    pub struct Reaction {
        /// The message.
        message_id: MessageId,
        /// One emoji.
        emoji: String,
        /// The person who reacted.
        user_id: UserId,
        /// Epoch milliseconds.
        created: i64,
    }
}

record! {
    /// A person's read mark and notification settings in a channel.
    pub struct Reader;
    /// `last_read` and `last_read_at` only grow.
    pub(crate) static READERS: "readers", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
        /// The channel's workspace.
        workspace_id: WorkspaceId => bigint,
    }
    clustering {
        /// The channel.
        channel_id: ChannelId => bigint,
    }
    columns {
        /// The newest message read; none: nothing yet.
        last_read: Option<MessageId> => bigint,
        /// Epoch milliseconds of the last reading; 0: never.
        last_read_at: i64 => bigint = 0,
        /// Which messages notify the person.
        notify_level: NotifyLevel => text = NotifyLevel::Default,
        /// Notifications are paused.
        muted: bool => boolean = false,
        /// The first message since which the person marked it unread (see `unread`); counts until they read later than
        /// …
        unread_from: Option<MessageId> => bigint,
        /// … this time, in epoch milliseconds; 0: never.
        unread_at: i64 => timestamp = 0,
    }
}

record! {
    /// An entry of a channel's event log.
    pub struct EventRow {
        /// The channel.
        channel_id: ChannelId,
        /// The event's cursor.
        event_id: EventId,
        /// What happened.
        kind: EventKind,
        /// The affected message.
        message_id: MessageId,
        /// Who did it.
        user_id: UserId,
        /// A reaction's emoji.
        emoji: Option<String>,
        /// Whether the reaction was added (false: removed). False for other kinds.
        added: bool,
        /// Epoch milliseconds.
        at: i64,
    }
}

/// A message to be stored, with its dependent rows. For a message that is published at once, event and notifications
/// use the message's id and time: any process that stores the same message writes the same rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The message.
    pub message: Message,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// The people in whose inboxes it appears: those of a conversation; empty for other channels.
    pub inboxes: Vec<UserId>,
    /// The cursor of its event.
    pub event_id: EventId,
    /// The notifications that are stored with it.
    pub notifications: Vec<Notification>,
    /// Whether recipients beyond `notifications` are to be notified.
    pub tells: bool,
    /// The id of the job that pushes the notifications; none: no push.
    pub pushes: Option<JobId>,
}

/// Result of a change to a channel's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateChannel {
    /// The settings are as requested.
    Updated,
    /// Another channel of the workspace has the name.
    NameTaken,
    /// The settings were changed since they were read, or the channel is gone: read and decide again.
    Stale,
}

/// Result of storing a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "answered once per message, never kept in numbers")]
pub enum Appended {
    /// Stored now.
    New,
    /// The idempotency key was stored before, but its message was not: stored now, under the id of the first call.
    Finished(Append),
    /// The idempotency key was used before: the message of that call, in its current state.
    Repeated(Message),
}

/// A message with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The message.
    pub message: Message,
    /// Whether it is stored as pending (undecided or rejected).
    pub pending: bool,
    /// The decision about a pending message.
    pub decision: Option<Decision>,
    /// The reason for a rejection.
    pub reason: Option<String>,
    /// The proposed text of a published message.
    pub proposed: Option<Box<Message>>,
}

/// A section of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The newest messages, skipping `offset` of them.
    Newest {
        /// How many of the newest to skip.
        offset: usize,
    },
    /// The newest before this message.
    Before(MessageId),
    /// The oldest after this message.
    After(MessageId),
    /// This message, with about half of the others before it.
    Around(MessageId),
}

/// A page of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessagePage {
    /// In ascending id.
    pub messages: Vec<Message>,
    /// Whether there are more in the requested direction: newer for `After`, either for `Around`, else older.
    pub has_more: bool,
    /// Whether there are messages before the first one.
    pub has_older: bool,
    /// Whether there are messages after the last one.
    pub has_newer: bool,
}

/// Facts about a person in a channel, for the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelFacts {
    /// The channel.
    pub channel: Channel,
    /// The person's membership row.
    pub member: Option<Member>,
    /// The person's relation to the organisation.
    pub relation: Option<RelationType>,
    /// In a conversation of two: one has blocked the other, or the other account is gone.
    pub barred: bool,
}

/// Facts about a person in a workspace, for the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceFacts {
    /// The workspace.
    pub workspace: Workspace,
    /// The person's relation to the organisation.
    pub relation: Option<RelationType>,
    /// All channels, each with the person's membership row.
    pub channels: Vec<(Channel, Option<Member>)>,
}
