//! Comments of an event: a channel of one thread, that belongs to no workspace.
//!
//! Its number is the event's, and so is its first message's: numbers of one installation are given once, whatever for. So whoever
//! has an event knows where its comments are without asking, and of many who begin them at once all write the same rows. Who
//! reads and writes there is asked of the event; the row says only whose it was when the comments began.

use super::following::Moved;
use super::{Append, Channel, ChannelType, Chat, EventKind, Message};
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::record::Stored;

/// In place of the workspace that comments do not have. No workspace has this number: those that are given are far larger.
pub const OF_EVENTS: WorkspaceId = WorkspaceId(1);

/// Where the comments of an event are.
pub fn channel_of(event: CalendarEventId) -> ChannelId {
    ChannelId(event.0)
}

/// The first message of the thread that they are: a card of the event.
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
    /// The event whose comments these are; none: it is another channel.
    pub fn event(&self) -> Option<CalendarEventId> {
        (self.channel_type == ChannelType::Event).then_some(CalendarEventId(self.channel_id.0))
    }

    /// Whether who belongs to it follows from something else: nobody is brought into it, and it has no settings.
    pub fn is_settled(&self) -> bool {
        self.channel_type.is_settled()
    }

    /// The thread that everything in it belongs to; none: it may have many.
    pub fn only_thread(&self) -> Option<MessageId> {
        self.event().map(first_of)
    }

    /// The comments of an event before anything is written to them, as they are whoever begins them.
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
    /// Begins the comments of an event: their channel and its first message, once, whoever asks and how often. Their entity is
    /// the organisation's whose event it is, or of a person's [`super::direct::NOBODYS`]: then whose it is has made them.
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
        // Who made the channel may have died before the message: both write the same.
        if outcome.refused_by().is_some() && self.locate(append.message.message_id).await?.is_none() {
            self.db.write(rows()).await?;
        }
        self.told(&append.message).await;
        Ok(())
    }
}
