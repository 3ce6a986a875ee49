//! Comments of a thing in another area, its subject: a channel with one thread and no workspace.
//!
//! Channel and first message have the subject's number; numbers are unique in an installation across kinds of subjects,
//! and across kinds of channels. So comments are found without a lookup, concurrent first comments write the same rows,
//! and another kind of subject changes nothing that is stored: the channel's type says of which kind it is. Who may read
//! and write is decided by the subject; the channel row only holds the owner at the time the comments began.

use super::following::Moved;
use super::{Append, Channel, ChannelType, Chat, EventKind, Message};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId, millis_of};
use crate::platform::record::Stored;

/// Placeholder for the workspace that comments of events do not have. Real workspace ids are far larger.
pub const OF_EVENTS: WorkspaceId = WorkspaceId(1);
/// The same for comments of tasks.
pub const OF_TASKS: WorkspaceId = WorkspaceId(2);
/// The same for comments of lessons.
pub const OF_LESSONS: WorkspaceId = WorkspaceId(3);

/// What has comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubjectKind {
    /// An event of a calendar.
    Event,
    Task,
    /// A lesson of a course.
    Lesson,
}

/// Something that has comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: i64,
}

impl SubjectKind {
    pub const ALL: [Self; 3] = [Self::Event, Self::Task, Self::Lesson];

    /// The thing of this kind with that id.
    pub const fn of(self, id: i64) -> Subject {
        Subject { kind: self, id }
    }

    /// Placeholder for the workspace of comments of this kind.
    pub const fn workspace_id(self) -> WorkspaceId {
        match self {
            Self::Event => OF_EVENTS,
            Self::Task => OF_TASKS,
            Self::Lesson => OF_LESSONS,
        }
    }

    /// The kind whose placeholder this is; none: another workspace.
    pub fn of_workspace(workspace_id: WorkspaceId) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.workspace_id() == workspace_id)
    }

    /// The type of the channels of its comments.
    pub const fn channel_type(self) -> ChannelType {
        match self {
            Self::Event => ChannelType::Event,
            Self::Task => ChannelType::Task,
            Self::Lesson => ChannelType::Lesson,
        }
    }
}

impl Subject {
    /// The channel of its comments.
    pub const fn channel_id(self) -> ChannelId {
        ChannelId(self.id)
    }

    /// The first message of the thread: a card of the subject.
    pub const fn first_id(self) -> MessageId {
        MessageId(self.id)
    }

    /// The channel of its comments before the first one; the same whoever begins them.
    pub fn channel(self, entity_id: EntityId, created_by: UserId) -> Channel {
        Channel {
            channel_id: self.channel_id(),
            workspace_id: self.kind.workspace_id(),
            entity_id,
            name: self.id.to_string(),
            display_name: String::new(),
            description: String::new(),
            topic: String::new(),
            channel_type: self.kind.channel_type(),
            archived: false,
            general: false,
            read_only: false,
            allow_followers: true,
            visible_to_guests: true,
            require_moderation: false,
            auto_approve_members: true,
            relation_types: Vec::new(),
            created_by,
            created: millis_of(self.id),
        }
    }
}

impl ChannelType {
    /// The kind of things whose comments these are; none: another kind of channel.
    pub fn subject_kind(self) -> Option<SubjectKind> {
        SubjectKind::ALL.into_iter().find(|kind| kind.channel_type() == self)
    }

    /// See [`Channel::is_settled`].
    pub fn is_settled(self) -> bool {
        self == Self::Direct || self.subject_kind().is_some()
    }
}

impl Channel {
    /// What these are the comments of; none: another kind of channel.
    pub fn subject(&self) -> Option<Subject> {
        self.channel_type.subject_kind().map(|kind| kind.of(self.channel_id.0))
    }

    /// Whether membership follows from something else: nobody can be added, and there are no settings.
    pub fn is_settled(&self) -> bool {
        self.channel_type.is_settled()
    }

    /// The thread that everything in it belongs to; none: there may be many threads.
    pub fn only_thread(&self) -> Option<MessageId> {
        self.subject().map(Subject::first_id)
    }
}

impl Chat {
    /// Creates a subject's comments, channel and first message, idempotently. The owner is the subject's organisation,
    /// or [`super::direct::NOBODYS`] for a person's subject: then that person created them.
    pub async fn begin(&self, channel: &Channel, first: Message) -> Result<()> {
        let event_id = EventId(first.message_id.0);
        let by = first.user_id;
        let append = Append {
            message: first,
            workspace_id: channel.workspace_id,
            inboxes: Vec::new(),
            event_id,
            notifications: Vec::new(),
            tells: false,
            pushes: None,
        };
        let rows = || self.published(&append, EventKind::Create, by, &Moved::default());
        let outcome = self.db.write_if(vec![channel.if_absent()], rows()).await?;
        // The process that created the channel may have died before the message: both write the same.
        if outcome.refused_by().is_some() && self.locate(append.message.message_id).await?.is_none() {
            self.db.write(rows()).await?;
        }
        self.after_publish(&append.message).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::direct::{BETWEEN_PEOPLE, stands_alone};

    #[test]
    fn a_channel_says_what_it_comments_on() {
        for kind in SubjectKind::ALL {
            let subject = Subject { kind, id: 4_711 };
            let channel = subject.channel(EntityId(3), UserId(2));
            assert_eq!(channel.subject(), Some(subject));
            assert_eq!(channel.only_thread(), Some(MessageId(4_711)));
            assert!(channel.is_settled() && stands_alone(channel.workspace_id));
            assert_eq!(SubjectKind::of_workspace(channel.workspace_id), Some(kind));
        }
        for other in [ChannelType::Public, ChannelType::Private, ChannelType::Direct] {
            assert_eq!(other.subject_kind(), None);
        }
        for other in [BETWEEN_PEOPLE, WorkspaceId(4_711)] {
            assert_eq!(SubjectKind::of_workspace(other), None);
        }
    }
}
