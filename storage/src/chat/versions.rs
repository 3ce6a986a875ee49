//! A message's version, and its consistent state.
//!
//! Cursors of different nodes interleave, so the newest cursor does not imply the newest state. Versions do: every
//! change raises the version by compare and set in the message's row, and dependent rows (reactions, replies) are
//! written *before* the version is raised for them. A reader that reads the row first and the rest afterwards has a
//! state at least as new as its version; and the event with a message's highest version carries what the store holds.

use futures_util::future::try_join5;

use super::rows;
use super::{Chat, Message, MessageState};
use crate::platform::engine::{Guard, Is, Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, MessageId};
use crate::platform::record::Record;
use crate::platform::value::{Cell, Value};

/// Most attempts at a contended message. Each failure means that another change succeeded.
pub(super) const ATTEMPTS: usize = 40;

/// The condition that a message is unchanged since it was read.
pub(super) fn unchanged(row: &crate::platform::value::Row) -> (&'static str, Is) {
    ("version", row.peek("version").clone().into())
}

impl Chat {
    /// Changes a message that is not deleted: `build` derives the new message (without its version) and further writes
    /// from the stored one. Answers the stored message; none: it is deleted or missing.
    pub(super) async fn change(
        &self,
        message: &Message,
        build: impl Fn(&Message) -> (Message, Vec<Write>) + Send + Sync,
    ) -> Result<Option<Message>> {
        let key = rows::key_of(message);
        let _turn = self.turns.of(message.message_id).await;
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(None) };
            let conditions = vec![unchanged(&row)];
            let stored = Message::take(&mut row)?;
            // A reply's key does not contain its channel.
            if stored.deleted || stored.channel_id != message.channel_id {
                return Ok(None);
            }
            let (mut becomes, then) = build(&stored);
            becomes.version = stored.version + 1;
            let mut set: Vec<(&'static str, Value)> = rows::text_columns(&becomes).into();
            set.push(("deleted", becomes.deleted.into()));
            set.push(("attachments", becomes.attachments.to_value()));
            set.push(("asked", becomes.asked.into()));
            set.push(("poll", becomes.poll.to_value()));
            set.push(("card", becomes.card.to_value()));
            set.push(("version", becomes.version.into()));
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if self.db.write_if(vec![guard], then).await?.applied() {
                return Ok(Some(becomes));
            }
        }
        Err(Error::Busy)
    }

    /// Raises a message's version after dependent rows were written. False: the message is missing, or is deleted and
    /// `deleted_too` is false.
    pub(super) async fn raise(&self, key: Key, message_id: MessageId, deleted_too: bool) -> Result<bool> {
        let _turn = self.turns.of(message_id).await;
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(false) };
            let conditions = vec![unchanged(&row)];
            let stored = Message::take(&mut row)?;
            if stored.deleted && !deleted_too {
                return Ok(false);
            }
            let set = vec![("version", (stored.version + 1).into())];
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// A published message with its reactions and its thread. The row is read first (see above).
    pub async fn state(
        &self,
        channel_id: ChannelId,
        parent_id: Option<MessageId>,
        message_id: MessageId,
    ) -> Result<Option<MessageState>> {
        let key = rows::message_key(channel_id, parent_id, message_id);
        let Some(row) = self.db.get(key).await? else { return Ok(None) };
        let message = Message::read(row.clone())?;
        if message.channel_id != channel_id {
            return Ok(None);
        }
        let ids = [message_id];
        let replies = self.summary(row, message_id);
        let asking = if message.asked.is_some() { &ids[..] } else { &[] };
        let about = [&message];
        let (mut reactions, replies, pinned, acks, mut polls) = try_join5(
            self.reactions(channel_id, &ids),
            replies,
            self.pinned_among(channel_id, &ids),
            self.ack_totals(asking),
            self.tallied(&about),
        )
        .await?;
        let reactions = if message.deleted { None } else { reactions.remove(&message_id) };
        let pinned = !message.deleted && !pinned.is_empty();
        let acks = acks.get(&message_id).map_or(0, |totals| totals.confirmed);
        let poll = polls.remove(&message_id);
        let reactions = reactions.unwrap_or_default();
        Ok(Some(MessageState { message, reactions, replies, pinned, acks, poll }))
    }
}
