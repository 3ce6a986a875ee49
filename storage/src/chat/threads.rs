//! Replies.

use crate::record::Record;
use std::collections::HashMap;

use super::tables::{MANY, THREAD_MESSAGES};
use super::{Chat, Message, pages};
use crate::error::Result;
use crate::ids::MessageId;

impl Chat {
    /// A message's replies in ascending id, after one, and whether there are more.
    pub async fn thread(
        &self,
        parent_id: MessageId,
        after: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<Message>, bool)> {
        let span = THREAD_MESSAGES.span([parent_id.into()]);
        let span = if let Some(after) = after { span.after(after) } else { span };
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

    /// For each parent that has replies: how many are not deleted, and when (epoch milliseconds) the last of those was
    /// written. Parents without are left out.
    pub async fn thread_summaries(&self, parent_ids: &[MessageId]) -> Result<HashMap<MessageId, (u32, i64)>> {
        let ranges =
            parent_ids.iter().map(|id| THREAD_MESSAGES.span([(*id).into()]).ascending(MANY)).collect();
        let threads = self.db.range_many(ranges).await?;
        let mut summaries = HashMap::new();
        for (parent_id, replies) in parent_ids.iter().zip(threads) {
            let mut summary = (0, 0);
            for mut reply in replies {
                let created: i64 = reply.take("created")?;
                if !reply.take::<bool>("deleted")? {
                    summary = (summary.0 + 1, summary.1.max(created));
                }
            }
            if summary.0 > 0 {
                summaries.insert(*parent_id, summary);
            }
        }
        Ok(summaries)
    }
}
