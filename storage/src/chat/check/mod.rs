//! Checks messages against their locations, weeks and mentions, and channels against their heads.

mod bells;
mod files;
mod threads;

use crate::chat::tables::{
    CHANNEL_HEADS, CHANNEL_MENTIONS, MENTIONS, MESSAGE_BUCKETS, MESSAGE_LOCATIONS, MESSAGES,
    PENDING_MESSAGES, THREAD_MESSAGES,
};
use crate::chat::{Message, rows};
use crate::platform::check::{Check, Invariant};
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId};
use crate::platform::record::Record;
use crate::platform::table::Table;
use crate::platform::walk::Walk;

pub(super) const INVARIANTS: &[Invariant] = &[
    |check| Box::pin(check.locations()),
    |check| Box::pin(check.messages(&MESSAGES)),
    |check| Box::pin(check.messages(&THREAD_MESSAGES)),
    |check| Box::pin(check.threads()),
    |check| Box::pin(check.calls(&MENTIONS)),
    |check| Box::pin(check.calls(&CHANNEL_MENTIONS)),
    |check| Box::pin(check.heads()),
    |check| Box::pin(check.listeners()),
    |check| Box::pin(check.bells()),
    |check| Box::pin(check.files()),
];

impl Check<'_> {
    /// Every location points at a message.
    async fn locations(&mut self) -> Result<()> {
        let mut walk = Walk::over(&MESSAGE_LOCATIONS);
        while let Some(rows) = walk.next(self.db).await? {
            let mut ids = Vec::with_capacity(rows.len());
            let mut keys: Vec<Key> = Vec::with_capacity(rows.len() * 2);
            for mut row in rows {
                let (id, channel): (MessageId, ChannelId) =
                    (row.take("message_id")?, row.take("channel_id")?);
                ids.push(id);
                keys.push(rows::message_key(channel, row.take("parent_id")?, id));
                keys.push(PENDING_MESSAGES.at([channel.into(), id.into()]));
            }
            let found = self.db.get_many(keys).await?;
            for (id, pair) in ids.iter().zip(found.chunks(2)) {
                if pair.iter().all(Option::is_none) {
                    self.say(format!("message {id} is not where its location says"));
                }
            }
        }
        Ok(())
    }

    /// Every stored mention has a message that exists, is not deleted, and mentions the person (or the channel).
    async fn calls(&mut self, table: &'static Table) -> Result<()> {
        let is_everybody = std::ptr::eq(table, &raw const CHANNEL_MENTIONS);
        let mut walk = Walk::over(table);
        while let Some(found) = walk.next(self.db).await? {
            let mut keys = Vec::with_capacity(found.len());
            for row in &found {
                let mut row = row.clone();
                let (channel, id): (ChannelId, MessageId) =
                    (row.take("channel_id")?, row.take("message_id")?);
                keys.push(rows::message_key(channel, row.take("parent_id")?, id));
            }
            for (mut row, message) in found.into_iter().zip(self.db.get_many(keys).await?) {
                let id: MessageId = row.take("message_id")?;
                let Some(mut message) = message else {
                    // Rows from before a mention stored its thread are exempt.
                    if row.take::<Option<i64>>("since")?.is_some() {
                        self.say(format!("a mention is kept of message {id}, which is not there"));
                    }
                    continue;
                };
                let message = Message::take(&mut message)?;
                let calls = if is_everybody {
                    message.mention_all
                } else {
                    message.mentions.contains(&row.take("user_id")?)
                };
                if message.deleted || !calls {
                    self.say(format!("a mention is kept of message {id}, which calls nobody so"));
                }
            }
        }
        Ok(())
    }

    /// A channel's head is one of its messages.
    async fn heads(&mut self) -> Result<()> {
        let mut walk = Walk::over(&CHANNEL_HEADS);
        while let Some(found) = walk.next(self.db).await? {
            let mut heads = Vec::with_capacity(found.len());
            for mut row in found {
                heads.push((row.take::<ChannelId>("channel_id")?, row.take::<MessageId>("message_id")?));
            }
            let keys = heads.iter().map(|(channel, id)| rows::message_key(*channel, None, *id)).collect();
            for ((channel, id), message) in heads.iter().zip(self.db.get_many(keys).await?) {
                if message.is_none() {
                    self.say(format!("channel {channel} has the head {id}, which is not there"));
                }
            }
        }
        Ok(())
    }

    /// Every message has a location that points at it, and its week is listed.
    async fn messages(&mut self, table: &'static Table) -> Result<()> {
        let mut walk = Walk::over(table);
        while let Some(found) = walk.next(self.db).await? {
            let (mut messages, mut keys) = (Vec::with_capacity(found.len()), Vec::new());
            for mut row in found {
                let week = row.peek("bucket").clone();
                let message = Message::take(&mut row)?;
                keys.push(MESSAGE_LOCATIONS.at([message.message_id.into()]));
                if message.parent_id.is_none() {
                    keys.push(MESSAGE_BUCKETS.at([message.channel_id.into(), week]));
                }
                messages.push(message);
            }
            let mut found = self.db.get_many(keys).await?.into_iter();
            for message in messages {
                let location = found.next().flatten();
                let is_right = location.is_some_and(|location| {
                    *location.peek("channel_id") == message.channel_id.into()
                        && *location.peek("parent_id") == message.parent_id.into()
                });
                if !is_right {
                    self.say(format!("message {} has no location of its own", message.message_id));
                }
                if message.parent_id.is_none() && found.next().flatten().is_none() {
                    self.say(format!("message {} lies in a week that is not listed", message.message_id));
                }
            }
        }
        Ok(())
    }
}
