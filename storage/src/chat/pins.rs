//! Pinned messages of a channel. Like reactions, pins are written before the message's version is raised for them.

use std::collections::HashSet;

use super::rows;
use super::{Chat, EventKind, Message};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId};
use crate::platform::record::{Stored, record};

/// Most pins of a channel; concurrent nodes may each exceed it by one.
pub const PINS_MAX: usize = 100;
/// Most rows read for them.
const READ: usize = 2 * PINS_MAX;

record! {
    /// A message that is pinned in its channel.
    pub struct Pin;
    pub(crate) static PINS: "channel_pins", Descending;
    partition {
        /// The channel.
        channel_id: ChannelId => bigint,
    }
    clustering {
        /// The message.
        message_id: MessageId => bigint,
    }
    columns {
        /// Who pinned it.
        pinned_by: UserId => bigint,
        /// Epoch milliseconds.
        pinned: i64 => timestamp,
    }
}

impl Chat {
    /// Pins or unpins a published message with its event, and raises the message's version. False: nothing changed, or
    /// the message is deleted.
    pub async fn pin(&self, message: &Message, pin: &Pin, add: bool, event_id: EventId) -> Result<bool> {
        let event = rows::text_event(message, EventKind::Update, pin.pinned_by, event_id);
        let guard = if add { pin.if_absent() } else { pin.key().delete_if([]) };
        if !self.db.decide(guard, vec![event]).await? {
            return Ok(false);
        }
        let raised = self.raise(rows::key_of(message), message.message_id, false).await?;
        if !raised && add {
            // It was deleted meanwhile together with its pin: this one came too late.
            self.db.decide(pin.key().delete_if([]), Vec::new()).await?;
        }
        Ok(raised)
    }

    /// The pins of a channel, newest messages first.
    pub async fn pins(&self, channel_id: ChannelId) -> Result<Vec<Pin>> {
        self.db.list(Pin::of(channel_id).descending(READ)).await
    }

    /// Which of some messages are pinned.
    pub async fn pinned_among(
        &self,
        channel_id: ChannelId,
        message_ids: &[MessageId],
    ) -> Result<HashSet<MessageId>> {
        let (Some(first), Some(last)) = (message_ids.iter().min(), message_ids.iter().max()) else {
            return Ok(HashSet::new());
        };
        let span = Pin::of(channel_id).from(*first).up_to(*last);
        let found: Vec<Pin> = self.db.list(span.ascending(READ)).await?;
        Ok(found.into_iter().map(|pin| pin.message_id).filter(|id| message_ids.contains(id)).collect())
    }
}
