//! Read receipts (read marks: how far somebody has read), and what is unread.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use futures_util::{StreamExt, TryStreamExt, stream};
use storage::chat::direct::BETWEEN_PEOPLE;
use storage::chat::{Message, Reader, WorkspaceFacts};
use storage::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};

use super::facts::{Facts, role_of};
use super::personal::PersonalEvent;
use super::view::{ChannelMemberState, ChannelUnread, ReadState, ThreadReadState, WorkspaceUnread};
use super::workspaces::{entered, every};
use super::{bells, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::ToPerson as _;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Channels read concurrently.
const AT_ONCE: usize = 16;

/// A person's read marks in a workspace: rows, newest messages and open mentions, each read once.
pub(super) struct Reading {
    readers: HashMap<ChannelId, Reader>,
    shown: HashMap<ChannelId, (MessageId, EventId)>,
    mentions: HashMap<ChannelId, Vec<MessageId>>,
}

impl Reading {
    pub(super) async fn load(
        platform: &Platform,
        user_id: UserId,
        workspace_id: WorkspaceId,
    ) -> Result<Self> {
        let chat = &platform.storage.chat;
        let (readers, shown, mentions) = futures_util::try_join!(
            chat.readers(user_id, workspace_id),
            chat.shown(workspace_id),
            chat.mention_counts(user_id, workspace_id),
        )?;
        let readers = readers.into_iter().map(|reader| (reader.channel_id, reader)).collect();
        Ok(Self { readers, shown, mentions })
    }

    /// The same for a single channel.
    pub(super) async fn of_channel(
        platform: &Platform,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<Self> {
        let chat = &platform.storage.chat;
        let (reader, shown, (_, mentions)) = futures_util::try_join!(
            chat.reader(user_id, workspace_id, channel_id),
            chat.shown_in(workspace_id, channel_id),
            chat.mentions_in(user_id, workspace_id, channel_id),
        )?;
        Ok(Self {
            readers: reader.into_iter().map(|reader| (channel_id, reader)).collect(),
            shown: shown.into_iter().map(|shown| (channel_id, shown)).collect(),
            mentions: HashMap::from([(channel_id, mentions)]),
        })
    }

    /// The state of one channel for this person.
    pub(super) fn member_state(&self, channel_id: ChannelId) -> ChannelMemberState {
        let reader = self.readers.get(&channel_id);
        ChannelMemberState {
            last_read_message_id: last_read(
                reader.and_then(|r| r.last_read),
                self.shown.get(&channel_id).map(|(newest, _)| *newest),
            ),
            mention_count: self.mentions.get(&channel_id).map_or(0, Vec::len),
            notify_level: reader.map_or(storage::chat::NotifyLevel::Default, |r| r.notify_level),
            muted: reader.is_some_and(|r| r.muted),
            unread_from: reader.and_then(Reader::unread_from),
        }
    }

    /// The rules decide from the messages themselves, but only in channels with something after the mark.
    pub(super) async fn unread(
        &self,
        platform: &Platform,
        me: UserId,
        channel_id: ChannelId,
    ) -> Result<ChannelUnread> {
        let reader = self.readers.get(&channel_id);
        let last_read = reader.and_then(Reader::mark);
        let is_news = |(_, shown): &(MessageId, EventId)| last_read.is_none_or(|last| shown.0 > last.0);
        let mention_count = self.mentions.get(&channel_id).map_or(0, Vec::len);
        let has_unread = mention_count > 0
            || self.shown.get(&channel_id).is_some_and(is_news)
                && platform.storage.chat.has_unread(channel_id, me, last_read).await?;
        let last_read_timestamp = reader.map_or(0, |r| r.last_read_at);
        Ok(ChannelUnread { channel_id, has_unread, mention_count, last_read_timestamp })
    }

    fn muted(&self, channel_id: ChannelId) -> bool {
        self.readers.get(&channel_id).is_some_and(|r| r.muted)
    }

    /// All channels this person may read.
    async fn summary(
        &self,
        platform: &Platform,
        me: UserId,
        facts: &WorkspaceFacts,
    ) -> Result<WorkspaceUnread> {
        let readable = facts.channels.iter().filter(|(channel, row)| {
            !channel.archived && role_of(channel, row.as_ref(), facts.relation).is_some()
        });
        let looking = readable.map(|(channel, _)| self.unread(platform, me, channel.channel_id));
        let channels: Vec<ChannelUnread> = stream::iter(looking).buffered(AT_ONCE).try_collect().await?;
        let total = channels.iter().filter(|c| c.has_unread && !self.muted(c.channel_id)).count();
        Ok(WorkspaceUnread { channels, total })
    }
}

/// Every channel's unread state and the total.
pub async fn unread_of_workspace(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
) -> Result<WorkspaceUnread> {
    let facts = entered(platform, workspace_id, who.user_id).await?;
    let reading = Reading::load(platform, who.user_id, workspace_id).await?;
    reading.summary(platform, who.user_id, &facts).await
}

/// A person's unread channels over all workspaces.
pub async fn unread_of_all(platform: &Platform, user_id: UserId) -> Result<usize> {
    let totals = every(platform, user_id).await?.into_iter().map(|facts| async move {
        let reading = Reading::load(platform, user_id, facts.workspace.workspace_id).await?;
        Ok::<_, Refusal>(reading.summary(platform, user_id, &facts).await?.total)
    });
    Ok(try_join_all(totals).await?.into_iter().sum())
}

/// Has this channel anything I have not read?
pub async fn has_unread(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<bool> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let reading = Reading::of_channel(platform, who.user_id, facts.channel.workspace_id, channel_id).await?;
    Ok(reading.unread(platform, who.user_id, channel_id).await?.has_unread)
}

/// The last message that a mark covers. The mark may be later than the newest message, because approvals and edits with
/// new mentions are events after it that were read with it.
pub(crate) fn last_read(mark: Option<MessageId>, newest: Option<MessageId>) -> Option<MessageId> {
    mark.map(|mark| newest.map_or(mark, |newest| mark.min(newest)))
}

/// I have read up to `last` (or everything): never moves back, and my other connections receive it.
pub async fn mark_read(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    last: Option<MessageId>,
) -> Result<ReadState> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let workspace_id = facts.channel.workspace_id;
    let chat = &platform.storage.chat;
    let (head, newest_event) =
        futures_util::try_join!(chat.shown_in(workspace_id, channel_id), chat.newest_event(channel_id))?;
    let (newest, shown) = (head.map(|(newest, _)| newest), head.map(|(_, shown)| MessageId(shown.0)));
    // Only existing messages can be read: an id from the future would hide later messages.
    let newest_event = newest_event.map(|event| MessageId(event.0));
    let (head, newest) = (newest, newest.max(shown).max(newest_event));
    let target = match last {
        // Reading the newest message also covers later approvals and edits with new mentions.
        Some(id) if newest.is_some_and(|newest| id <= newest) && head.is_some_and(|head| id >= head) => {
            newest
        }
        Some(id) if id.0 <= 0 || newest.is_none_or(|newest| id > newest) => {
            return Err(rules::unknown_message("lastReadMessageId"));
        }
        Some(id) => Some(id),
        None => newest,
    };
    let in_force = match target {
        Some(id) => chat.mark_read(who.user_id, workspace_id, channel_id, id, now()).await?,
        None => None,
    };
    if let Some(last_read_message_id) = last_read(in_force, head) {
        platform.announce(
            PersonalEvent::ChannelRead { workspace_id, channel_id, last_read_message_id }.to(who.user_id),
        );
    }
    if facts.channel.is_direct() {
        super::direct::publish_totals(platform, &[who.user_id]);
    }
    if let Some(up_to) = in_force {
        bells::read(platform, who.user_id, channel_id, None, up_to).await?;
    }
    let (mark, unread) = chat.mentions_in(who.user_id, workspace_id, channel_id).await?;
    let last_read_message_id = last_read(mark, head);
    Ok(ReadState { last_read_message_id, mention_count: unread.len(), unread_from: None })
}

/// Posting marks the channel as read; notifications and other devices follow in the background.
pub(super) fn posted(platform: &Platform, workspace_id: WorkspaceId, message: &Message) {
    let (platform, message) = (platform.clone(), message.clone());
    actix_rt::spawn(async move {
        if let Err(refusal) = follow_post(&platform, workspace_id, &message).await {
            tracing::warn!(%refusal, "what was read by posting is not told yet");
        }
    });
}

async fn follow_post(platform: &Platform, workspace_id: WorkspaceId, message: &Message) -> Result<()> {
    let Message { user_id, channel_id, parent_id, message_id: up_to, .. } = *message;
    let chat = &platform.storage.chat;
    if chat.is_called(user_id, workspace_id, channel_id, bells::scope(channel_id, parent_id)).await? {
        chat.read_calls(user_id, workspace_id, channel_id, parent_id, up_to).await?;
        bells::read(platform, user_id, channel_id, parent_id, up_to).await?;
    }
    if workspace_id == BETWEEN_PEOPLE {
        super::direct::publish_totals(platform, &[user_id]);
    }
    if platform.bus.spans_nodes() || platform.connections.count(user_id) > 1 {
        let (last_read_message_id, parent_message_id) = (up_to, parent_id);
        let event = match parent_message_id {
            None => PersonalEvent::ChannelRead { workspace_id, channel_id, last_read_message_id },
            Some(parent_message_id) => PersonalEvent::ThreadRead {
                workspace_id,
                channel_id,
                parent_message_id,
                last_read_message_id,
            },
        };
        platform.announce(event.to(user_id));
    }
    Ok(())
}

/// I have read a thread up to `last` (or everything).
pub async fn mark_thread_read(
    platform: &Platform,
    who: &Who,
    message_id: MessageId,
    last: Option<MessageId>,
) -> Result<ThreadReadState> {
    let (facts, located) = Facts::of_message(platform, message_id, who.user_id).await?;
    let parent_id = located.message.parent_id.unwrap_or(located.message.message_id);
    let (channel_id, workspace_id) = (facts.channel.channel_id, facts.channel.workspace_id);
    let chat = &platform.storage.chat;
    let newest = chat.last_reply(parent_id).await?;
    // Reading the newest reply also covers later approvals and edits with new mentions.
    let all = match newest {
        Some(newest) => {
            chat.newest_event(channel_id).await?.map(|event| MessageId(event.0)).max(Some(newest))
        }
        None => None,
    };
    let target = match last {
        Some(id) if id.0 <= 0 || id != parent_id && newest.is_none_or(|newest| id > newest) => {
            return Err(rules::unknown_message("lastReadMessageId"));
        }
        Some(id) if Some(id) < newest => Some(id),
        Some(id) => all.or(Some(id)),
        None => all,
    };
    let in_force = match target {
        Some(up_to) => chat.mark_thread_read(who.user_id, workspace_id, channel_id, parent_id, up_to).await?,
        None => chat.thread_mark(who.user_id, parent_id).await?,
    };
    if let Some(up_to) = in_force {
        bells::read(platform, who.user_id, channel_id, Some(parent_id), up_to).await?;
        let event = PersonalEvent::ThreadRead {
            workspace_id,
            channel_id,
            parent_message_id: parent_id,
            last_read_message_id: newest.map_or(up_to, |newest| up_to.min(newest)),
        };
        platform.announce(event.to(who.user_id));
    }
    let last_read_message_id = last_read(in_force, newest);
    let mention_count = chat.mentions_in(who.user_id, workspace_id, channel_id).await?.1.len();
    Ok(ThreadReadState { parent_message_id: parent_id, last_read_message_id, mention_count })
}
