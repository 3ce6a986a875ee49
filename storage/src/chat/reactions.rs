//! Reactions, stored by the week of their message.

use crate::platform::record::Record;
use std::collections::{BTreeMap, HashMap};

use super::rows;
use super::tables::{MANY, MESSAGE_LOCATIONS, REACTIONS, bucket};
use super::{Chat, EventKind, EventRow, Reaction};
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId};
use crate::platform::value::Row;

fn key_of(row: &Row) -> Key {
    Key { table: row.table(), values: row.key().to_vec() }
}

impl Chat {
    /// Adds or removes a reaction with its event, and raises the message's version. False: nothing changed, or the
    /// message is missing or deleted.
    pub async fn react(&self, reaction: &Reaction, add: bool, event_id: EventId) -> Result<bool> {
        let location = self.db.get(MESSAGE_LOCATIONS.at([reaction.message_id.into()])).await?;
        let Some(mut location) = location else { return Ok(false) };
        let channel_id: ChannelId = location.take("channel_id")?;
        let parent_id: Option<MessageId> = location.take("parent_id")?;
        let row = rows::reaction_row(channel_id, reaction);
        let event = rows::event_row(&EventRow {
            channel_id,
            event_id,
            kind: EventKind::Reaction,
            message_id: reaction.message_id,
            user_id: reaction.user_id,
            emoji: Some(reaction.emoji.clone()),
            added: add,
            at: event_id.millis(),
        });
        let guard = if add { row.if_absent() } else { key_of(&row).delete_if([]) };
        if !self.db.write_if(vec![guard], vec![event]).await?.applied() {
            return Ok(false);
        }
        let message = rows::message_key(channel_id, parent_id, reaction.message_id);
        let raised = self.raise(message, reaction.message_id, false).await?;
        if !raised && add {
            // It was deleted meanwhile together with its reactions: this one came too late.
            let row = rows::reaction_row(channel_id, reaction);
            self.db.write_if(vec![key_of(&row).delete_if([])], Vec::new()).await?;
        }
        Ok(raised)
    }

    /// The reactions to some of a channel's messages; messages without reactions are left out.
    pub async fn reactions(
        &self,
        channel_id: ChannelId,
        message_ids: &[MessageId],
    ) -> Result<HashMap<MessageId, Vec<Reaction>>> {
        // One range per week, from the smallest to the largest id.
        let mut weeks: BTreeMap<i64, (MessageId, MessageId)> = BTreeMap::new();
        for id in message_ids {
            let ends = weeks.entry(bucket(*id)).or_insert((*id, *id));
            *ends = (ends.0.min(*id), ends.1.max(*id));
        }
        let ranges = weeks
            .into_iter()
            .map(|(bucket, (first, last))| {
                REACTIONS.span([channel_id.into(), bucket.into()]).from(first).up_to(last).ascending(MANY)
            })
            .collect();
        let mut reactions: HashMap<MessageId, Vec<Reaction>> = HashMap::new();
        for row in self.db.range_many(ranges).await?.into_iter().flatten() {
            let reaction = Reaction::read(row)?;
            if message_ids.contains(&reaction.message_id) {
                reactions.entry(reaction.message_id).or_default().push(reaction);
            }
        }
        Ok(reactions)
    }
}
