//! What is unread, and how far somebody has read.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use storage::chat::{Reader, WorkspaceFacts};
use storage::ids::{ChannelId, MessageId, UserId, WorkspaceId};

use super::facts::{Facts, role_of};
use super::rules;
use super::view::{ChannelMemberState, ChannelUnread, ReadState, WorkspaceUnread};
use super::workspaces::entered;
use crate::Platform;
use crate::accounts::Who;
use crate::bus::Announcement;
use crate::error::{Refusal, Result};
use crate::event::PersonalEvent;
use crate::time::now;

/// What one person has read of a workspace: rows, newest messages and open mentions, each fetched once.
pub(super) struct Reading {
    readers: HashMap<ChannelId, Reader>,
    heads: HashMap<ChannelId, MessageId>,
    mentions: HashMap<ChannelId, Vec<MessageId>>,
}

impl Reading {
    pub(super) async fn load(
        platform: &Platform,
        user_id: UserId,
        workspace_id: WorkspaceId,
    ) -> Result<Self> {
        let chat = &platform.storage.chat;
        let (readers, heads, mentions) = futures_util::try_join!(
            chat.readers(user_id, workspace_id),
            chat.heads(workspace_id),
            chat.mention_counts(user_id, workspace_id),
        )?;
        let readers = readers.into_iter().map(|reader| (reader.channel_id, reader)).collect();
        Ok(Self { readers, heads, mentions })
    }

    /// How one channel stands for this person.
    pub(super) fn member_state(&self, channel_id: ChannelId) -> ChannelMemberState {
        let reader = self.readers.get(&channel_id);
        ChannelMemberState {
            last_read_message_id: reader.and_then(|r| r.last_read),
            mention_count: self.mentions.get(&channel_id).map_or(0, Vec::len),
            notify_level: reader.map_or(storage::chat::NotifyLevel::Default, |r| r.notify_level),
            muted: reader.is_some_and(|r| r.muted),
        }
    }

    fn unread(&self, channel_id: ChannelId) -> ChannelUnread {
        let reader = self.readers.get(&channel_id);
        let last_read = reader.and_then(|r| r.last_read);
        let head = self.heads.get(&channel_id);
        let has_unread = head.is_some_and(|head| last_read.is_none_or(|last| *head > last));
        ChannelUnread {
            channel_id,
            has_unread,
            mention_count: self.mentions.get(&channel_id).map_or(0, Vec::len),
            last_read_timestamp: reader.map_or(0, |r| r.last_read_at),
        }
    }

    fn muted(&self, channel_id: ChannelId) -> bool {
        self.readers.get(&channel_id).is_some_and(|r| r.muted)
    }

    /// All channels this person may read.
    fn summary(&self, facts: &WorkspaceFacts) -> WorkspaceUnread {
        let channels: Vec<_> = facts
            .channels
            .iter()
            .filter(|(channel, row)| {
                !channel.archived && role_of(channel, row.as_ref(), facts.relation).is_some()
            })
            .map(|(channel, _)| self.unread(channel.channel_id))
            .collect();
        let total = channels.iter().filter(|c| c.has_unread && !self.muted(c.channel_id)).count();
        WorkspaceUnread { channels, total }
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
    Ok(reading.summary(&facts))
}

/// Unread channels over all workspaces of a person.
pub async fn unread_of_all(platform: &Platform, user_id: UserId) -> Result<usize> {
    let workspaces = super::workspaces_present_in(platform, user_id).await?;
    let totals = workspaces.into_iter().map(|workspace_id| async move {
        let Some(facts) = platform.storage.chat.facts_of_workspace(workspace_id, user_id).await? else {
            return Ok::<_, Refusal>(0);
        };
        Ok(Reading::load(platform, user_id, workspace_id).await?.summary(&facts).total)
    });
    Ok(try_join_all(totals).await?.into_iter().sum())
}

/// Has this channel anything I have not read?
pub async fn has_unread(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<bool> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let reading = Reading::load(platform, who.user_id, facts.channel.workspace_id).await?;
    Ok(reading.unread(channel_id).has_unread)
}

/// I have read up to `last` (or everything): never moves back, and my other connections learn of it.
pub async fn mark_read(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    last: Option<MessageId>,
) -> Result<ReadState> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let workspace_id = facts.channel.workspace_id;
    let chat = &platform.storage.chat;
    let newest = chat.heads(workspace_id).await?.get(&channel_id).copied();
    // A message can be read only once it exists: an id from the future would hide what is still to come.
    let newest_event = chat.newest_event(channel_id).await?.map(|event| MessageId(event.0));
    let newest = newest.max(newest_event);
    let target = match last {
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
    if let Some(last_read_message_id) = in_force {
        platform.announce(Announcement::Personal {
            user_id: who.user_id,
            event: PersonalEvent::ChannelRead { workspace_id, channel_id, last_read_message_id },
        });
    }
    if let Some(up_to) = in_force {
        crate::notifications::channel_read(platform, who.user_id, channel_id, up_to).await?;
    }
    let reading = Reading::load(platform, who.user_id, workspace_id).await?;
    let state = reading.member_state(channel_id);
    Ok(ReadState { last_read_message_id: state.last_read_message_id, mention_count: state.mention_count })
}
