//! The index of messages. Every change of a message is recorded in its own write, so the change feed is complete.

use std::collections::BTreeSet;
use std::time::Duration;

use storage::Message;
use storage::changes::{Change, ChangeKind};
use storage::chat::{Kept, Page};
use storage::ids::{ChannelId, MessageId};
use storage::search::Index;
use storage::search::messages::{MessageIndex, Said};
use tokio::sync::Notify;

use super::follow::{Mirror, REST, SLICE, generation, patiently};
use crate::Platform;
use crate::chat::{has, words_of};
use crate::platform::error::Result;

pub struct Messages(pub MessageIndex);

impl Mirror for Messages {
    const NAME: &'static str = "messages";
    const EVERY: Option<Duration> = None;
    const GATHER: Duration = Duration::from_millis(200);

    fn index(&self) -> Index {
        self.0.index()
    }

    fn woken<'a>(&self, platform: &'a Platform) -> &'a Notify {
        &platform.search.said
    }

    async fn begin(&self, _: &Platform) -> Result<()> {
        Ok(())
    }

    async fn apply(&self, platform: &Platform, changes: &[Change]) -> Result<bool> {
        let (mut messages, mut stretches) = (BTreeSet::new(), Vec::new());
        for Change { kind, subject, last, channel, .. } in changes {
            match (kind, channel) {
                (ChangeKind::Message, _) | (ChangeKind::History, None) => {
                    messages.insert(MessageId(*subject));
                }
                (ChangeKind::History, Some(id)) => {
                    stretches.push((*id, (MessageId(*subject), MessageId(*last))));
                }
                _ => {}
            }
        }
        let is_any = !messages.is_empty() || !stretches.is_empty();
        let ids: Vec<MessageId> = messages.into_iter().collect();
        if !ids.is_empty() {
            let found = platform.storage.chat.published_among(&ids).await?;
            let there = self.put(&found, generation()).await?;
            let gone: Vec<MessageId> = ids.into_iter().filter(|id| !there.contains(id)).collect();
            patiently(async || self.0.remove(&gone).await).await?;
        }
        for (channel_id, stretch) in stretches {
            self.put_stretch(platform, channel_id, stretch).await?;
        }
        Ok(is_any)
    }

    async fn fill(&self, platform: &Platform, generation: u64) -> Result<()> {
        for kept in [Kept::TopLevel, Kept::Replies] {
            let mut found = platform.storage.chat.scan(kept, None, SLICE).await?;
            while !found.is_empty() {
                self.put(&found, generation).await?;
                tokio::time::sleep(REST).await;
                found = platform.storage.chat.scan(kept, found.last(), SLICE).await?;
            }
        }
        Ok(())
    }
}

impl Messages {
    /// Adds messages that are not deleted; returns their ids.
    async fn put(&self, messages: &[Message], generation: u64) -> Result<BTreeSet<MessageId>> {
        let there = messages.iter().filter(|message| !message.deleted);
        let said: Vec<Said> = there
            .map(|message| Said {
                message_id: message.message_id,
                channel_id: message.channel_id,
                user_id: message.user_id,
                text: words_of(message),
                has: has(message),
            })
            .collect();
        patiently(async || self.0.put(&said, generation).await).await?;
        Ok(said.into_iter().map(|said| said.message_id).collect())
    }

    /// Adds a channel's messages in a range of ids, both included, without replies.
    async fn put_stretch(
        &self,
        platform: &Platform,
        channel_id: ChannelId,
        (first, last): (MessageId, MessageId),
    ) -> Result<()> {
        let (mut after, mut has_more) = (MessageId(first.0 - 1), true);
        while has_more {
            let page = platform.storage.chat.page(channel_id, Page::After(after), SLICE).await?;
            let within = page.messages.partition_point(|message| message.message_id <= last);
            self.put(&page.messages[..within], generation()).await?;
            has_more = page.has_more && within > 0 && within == page.messages.len();
            after = page.messages.last().map_or(last, |message| message.message_id);
            tokio::time::sleep(REST).await;
        }
        Ok(())
    }
}
