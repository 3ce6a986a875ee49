//! Comments of an event: a channel with one thread and no workspace.
//!
//! Channel and first message have the event's number; numbers are unique in an installation across kinds. So the
//! comments of an event are found without a lookup, and concurrent first comments write the same rows. Who may read and
//! write is decided by the event; the channel row only holds the owner at the time the comments began.

use super::following::Moved;
use super::{Append, Channel, ChannelType, Chat, EventKind, Message};
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::record::Stored;

/// Placeholder for the workspace that comments do not have. Real workspace ids are far larger.
pub const OF_EVENTS: WorkspaceId = WorkspaceId(1);

/// The channel of an event's comments.
pub fn channel_of(event: CalendarEventId) -> ChannelId {
    ChannelId(event.0)
}

/// The first message of the thread: a card of the event.
pub fn first_of(event: CalendarEventId) -> MessageId {
    MessageId(event.0)
}

impl ChannelType {
    /// See [`Channel::is_settled`].
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Direct | Self::Event)
    }
}

impl Channel {
    /// The event whose comments these are; none: another kind of channel.
    pub fn event(&self) -> Option<CalendarEventId> {
        (self.channel_type == ChannelType::Event).then_some(CalendarEventId(self.channel_id.0))
    }

    /// Whether membership follows from something else: nobody can be added, and there are no settings.
    pub fn is_settled(&self) -> bool {
        self.channel_type.is_settled()
    }

    /// The thread that everything in it belongs to; none: there may be many threads.
    pub fn only_thread(&self) -> Option<MessageId> {
        self.event().map(first_of)
    }

    /// The channel of an event's comments before the first one; the same whoever begins them.
    pub fn beside(event: CalendarEventId, entity_id: EntityId, created_by: UserId) -> Self {
        Self {
            channel_id: channel_of(event),
            workspace_id: OF_EVENTS,
            entity_id,
            name: event.0.to_string(),
            display_name: String::new(),
            description: String::new(),
            topic: String::new(),
            channel_type: ChannelType::Event,
            archived: false,
            general: false,
            read_only: false,
            allow_followers: true,
            visible_to_guests: true,
            require_moderation: false,
            auto_approve_members: true,
            relation_types: Vec::new(),
            created_by,
            created: event.millis(),
        }
    }
}

impl Chat {
    /// Creates an event's comments, channel and first message, idempotently. The owner is the event's organisation, or
    /// [`super::direct::NOBODYS`] for a person's event: then that person created them.
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
        self.told(&append.message).await;
        Ok(())
    }
}
