//! Workspaces, channels and messages, as they are stored.

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
    /// An organisation's room of channels.
    pub struct Workspace;
    pub(crate) static WORKSPACES: "workspaces", Ascending;
    partition {
        /// Its id; the partition key.
        workspace_id: WorkspaceId => bigint,
    }
    clustering {}
    columns {
        /// Whose; never changes.
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
        /// Where; never changes.
        workspace_id: WorkspaceId => bigint,
        /// Whose; never changes.
        entity_id: EntityId => bigint,
        /// Unique in the workspace.
        name: String => text,
        /// Free text.
        display_name: String => text,
        /// What it is for.
        description: String => text,
        /// What is talked about now.
        topic: String => text,
        /// Who may find it.
        channel_type: ChannelType => text,
        /// Closed for writing, kept for reading.
        archived: bool => boolean,
        /// The workspace's first channel.
        general: bool => boolean,
        /// Only moderators write.
        read_only: bool => boolean,
        /// Followers of the organisation take part.
        allow_followers: bool => boolean,
        /// Strangers may read.
        visible_to_guests: bool => boolean,
        /// Messages wait for approval.
        require_moderation: bool => boolean,
        /// Members' messages do not wait.
        auto_approve_members: bool => boolean,
        /// Relation types whose holders always belong to a private channel.
        relation_types: Vec<RelationType> => text,
        /// Who made it.
        created_by: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// A person's own row in a channel.
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
        /// A role that raises what the relation gives; none: just a member.
        role: Option<ChannelRole> => text,
    }
}

record! {
    /// A message.
    pub struct Message {
        /// Which; also its place in the channel.
        message_id: MessageId,
        /// The channel that it was said in.
        channel_id: ChannelId,
        /// By whom.
        user_id: UserId,
        /// The thread it answers in; none: top level.
        parent_id: Option<MessageId>,
        /// The text as written.
        content: String,
        /// The text as shown; none: the same.
        formatted: Option<String>,
        /// The people it names.
        mentions: Vec<UserId>,
        /// Whether it calls everybody in the channel.
        mention_all: bool,
        /// The sender's own mark, by which a repeated send is known.
        client_message_id: Option<String>,
        /// Epoch milliseconds.
        created: i64,
        /// Epoch milliseconds of the last change.
        updated: i64,
        /// Whether its text was changed after it was sent.
        edited: bool,
        /// Whether it was removed; the content is then what stands in its place.
        deleted: bool,
        /// Whether it has, or had, replies.
        threaded: bool,
        /// The files that it carries, in the order they were named.
        attachments: Vec<Attachment>,
        /// 1 when it is new; one more with every change of it or of what belongs to it (reactions, thread), decided by the
        /// store's compare and set.
        version: i64 = 1,
        /// How important it is.
        priority: Priority = Priority::Normal,
        /// How many people it asked to confirm it when it was sent; none: it asks nobody.
        asked: Option<i64>,
        /// What it asks its readers to vote on; its text is the question.
        poll: Option<Poll>,
        /// What it points at.
        card: Option<Card>,
    }
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
    /// It is pinned in its channel.
    pub pinned: bool,
    /// How many have confirmed it; 0 where it does not ask for that.
    pub acks: i64,
    /// How its poll stands; none: it is no poll.
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
    /// How far a person has read a channel, and what the person wants to be told of it.
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
        /// Epoch milliseconds of the last reading, 0 when never.
        last_read_at: i64 => bigint = 0,
        /// What to be told.
        notify_level: NotifyLevel => text = NotifyLevel::Default,
        /// Not to be told for now.
        muted: bool => boolean = false,
        /// From which message on the person has marked it unread (see `unread`); counts while nothing is read later than …
        unread_from: Option<MessageId> => bigint,
        /// … this moment, epoch milliseconds; 0: never.
        unread_at: i64 => timestamp = 0,
    }
}

record! {
    /// An entry of a channel's log of changes.
    pub struct EventRow {
        /// The channel.
        channel_id: ChannelId,
        /// The live cursor.
        event_id: EventId,
        /// What happened.
        kind: EventKind,
        /// To which message.
        message_id: MessageId,
        /// Who did it.
        user_id: UserId,
        /// The reaction's emoji.
        emoji: Option<String>,
        /// Whether the reaction was added (false: taken back). False for other kinds.
        added: bool,
        /// Epoch milliseconds.
        at: i64,
    }
}

/// A message to be stored, with everything that belongs to it. Published at once, its event and the bells' entries have the
/// message's own id, and all of them the id's time: whoever else stores the same message stores the same rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The message.
    pub message: Message,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// In whose inboxes it is: the people's of a conversation, nobody's of a channel.
    pub inboxes: Vec<UserId>,
    /// The cursor of its event.
    pub event_id: EventId,
    /// What goes to people's bells with it.
    pub notifications: Vec<Notification>,
    /// Others are to be told of it than those whose bells ring with it.
    pub tells: bool,
    /// The id of the job that pushes those entries; none: nothing is pushed.
    pub pushes: Option<JobId>,
}

/// What became of a change of a channel's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateChannel {
    /// They are what they should be.
    Updated,
    /// Another channel of the workspace has the name.
    NameTaken,
    /// Somebody else has changed them since they were read, or the channel is gone: to be read and judged anew.
    Stale,
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
    /// In a conversation of two: a block stands between them, or the other is no more.
    pub barred: bool,
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
