//! Replies and thread summaries.

use std::collections::HashMap;

use super::tables::{MANY, THREAD_MESSAGES};
use super::tally::{Counted, Tally};
use super::versions::{ATTEMPTS, unchanged};
use super::{Chat, Message, following, pages, rows};
use crate::platform::engine::{Guard, Key};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, MessageId};
use crate::platform::record::Record;
use crate::platform::value::Row;

impl Chat {
    /// A message's replies in ascending id after `after`; answers whether there are more.
    pub async fn thread(
        &self,
        parent_id: MessageId,
        after: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<Message>, bool)> {
        let span = THREAD_MESSAGES.span([parent_id.into()]);
        let span = span.after_any(after);
        let mut found = self.db.range(span.ascending(limit.saturating_add(1))).await?;
        let more = pages::cut(&mut found, limit);
        let replies = found.into_iter().map(Message::read).collect::<Result<_>>()?;
        Ok((replies, more))
    }

    /// A thread's newest reply.
    pub async fn last_reply(&self, parent_id: MessageId) -> Result<Option<MessageId>> {
        let found = self.db.range(THREAD_MESSAGES.span([parent_id.into()]).descending(1)).await?;
        found.into_iter().next().map(|mut row| row.take("message_id")).transpose()
    }

    /// Per message with replies: their number without tombstones, and when the last of them was written (epoch
    /// milliseconds). Messages without replies are left out.
    pub async fn thread_summaries(
        &self,
        channel_id: ChannelId,
        parent_ids: &[MessageId],
    ) -> Result<HashMap<MessageId, (u32, i64)>> {
        let keys = parent_ids.iter().map(|id| rows::message_key(channel_id, None, *id)).collect();
        let mut summaries = HashMap::new();
        for row in self.db.get_many(keys).await?.into_iter().flatten() {
            let id = row.clone().take("message_id")?;
            summaries.extend(self.summary(row, id).await?.map(|summary| (id, summary)));
        }
        Ok(summaries)
    }

    /// The thread summary in a message's row. Rows from before threads were counted are counted here, once, from the
    /// whole thread.
    pub(super) async fn summary(&self, mut row: Row, parent_id: MessageId) -> Result<Option<(u32, i64)>> {
        let tally = Tally::take(&mut row)?;
        if tally.is_known() || !row.take_or("threaded", false)? {
            return Ok(tally.summary());
        }
        let counted = self.counted(parent_id, tally.clone(), MessageId(0)).await?;
        let key = Key { table: row.table(), values: row.key().to_vec() };
        let set = tally.changes_to(&counted);
        let keep = Guard::UpdateIf { key, set, conditions: vec![unchanged(&row)], ttl: None };
        // Refused: it was changed, and counted by that change. If the store cannot be written, the answer is still
        // right.
        if let Err(error) = self.db.decide(keep, Vec::new()).await {
            tracing::debug!(%error, "a thread was counted and the count not kept");
        }
        Ok(counted.summary())
    }

    /// Updates the summary in the first message after a reply was added or deleted, and raises its version. The reply
    /// is stored in any case; a failed update is made up for by the next change near it, or by a repeated call.
    pub(super) async fn thread_changed(&self, channel_id: ChannelId, parent_id: MessageId, reply: MessageId) {
        if let Err(error) = self.raise_thread(channel_id, parent_id, reply, true).await {
            tracing::warn!(%error, "a thread changed without a new version of its first message");
        }
    }

    /// Updates the summary for a stored reply whose writer may have died before.
    pub(super) async fn thread_caught_up(
        &self,
        channel_id: ChannelId,
        parent_id: MessageId,
        reply: MessageId,
    ) -> Result<()> {
        self.raise_thread(channel_id, parent_id, reply, false).await
    }

    /// Imported replies: adds the authors of their threads as participants, and recounts counted threads.
    pub(crate) async fn threads_grew(&self, messages: impl Iterator<Item = &Message>) -> Result<()> {
        let mut replies = Vec::new();
        for Message { channel_id, parent_id, message_id, .. } in messages {
            replies.extend(parent_id.map(|parent_id| (*channel_id, parent_id, *message_id)));
        }
        let keys = replies.iter().map(|(channel, parent, _)| rows::message_key(*channel, None, *parent));
        let parents = self.db.get_many(keys.collect()).await?;
        let mut begun = Vec::new();
        for ((_, _, reply), parent) in replies.iter().zip(&parents) {
            let parent = parent.clone().map(Message::read).transpose()?;
            begun.extend(parent.iter().flat_map(|parent| following::begun(parent, *reply)));
        }
        self.db.write(begun).await?;
        for ((channel_id, parent_id, reply), parent) in replies.into_iter().zip(parents) {
            if parent.map(Tally::read).transpose()?.is_some_and(|tally| tally.is_known()) {
                self.thread_caught_up(channel_id, parent_id, reply).await?;
            }
        }
        Ok(())
    }

    /// Recounts the replies around one. The row is read first and raised by compare and set: each later raise has seen
    /// the earlier writes, so that the last one counts all.
    async fn raise_thread(
        &self,
        channel_id: ChannelId,
        parent_id: MessageId,
        reply: MessageId,
        always: bool,
    ) -> Result<()> {
        let key = rows::message_key(channel_id, None, parent_id);
        let _turn = self.turns.of(parent_id).await;
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(()) };
            let conditions = vec![unchanged(&row)];
            let version: i64 = row.take_or("version", 1)?;
            let stood = Tally::take(&mut row)?;
            let counted = self.counted(parent_id, stood.clone(), reply).await?;
            let mut set = stood.changes_to(&counted);
            if set.is_empty() && !always {
                return Ok(());
            }
            set.push(("version", (version + 1).into()));
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }

    /// The tally with the reply's portion recounted.
    async fn counted(&self, parent_id: MessageId, mut tally: Tally, reply: MessageId) -> Result<Tally> {
        let mut place = Some(tally.place_of(reply));
        while let Some(at) = place {
            let (from, until) = tally.bounds(at);
            let span = THREAD_MESSAGES.span([parent_id.into()]).from(from);
            let span = span.before_any(until);
            let replies: Vec<Counted> = self.db.list(span.ascending(MANY)).await?;
            place = tally.count(at, &replies);
        }
        Ok(tally)
    }
}
