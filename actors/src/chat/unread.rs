//! Marking a channel as unread, or everything as read.

use storage::chat::direct::BETWEEN_PEOPLE;
use storage::ids::{ChannelId, MessageId, WorkspaceId};

use super::facts::{Facts, role_of};
use super::personal::PersonalEvent;
use super::reading::{Reading, mark_read, mark_thread_read};
use super::rules;
use super::view::{MarkRead, ReadState};
use super::workspaces::{entered, every};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::ToPerson as _;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Marks a channel as read or unread, as `input` says.
pub async fn mark(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    input: &MarkRead,
) -> Result<ReadState> {
    match (input.unread_from, input.last_read_message_id) {
        (Some(from), None) => mark_unread(platform, who, channel_id, from).await,
        (None, last) => mark_read(platform, who, channel_id, last).await,
        (Some(_), Some(_)) => {
            Err(Refusal::field("unreadFrom", "ONE_OF", "Ange antingen unreadFrom eller lastReadMessageId."))
        }
    }
}

/// Marks a channel as unread from a message on, until I read it next; my other connections receive it.
async fn mark_unread(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    unread_from: MessageId,
) -> Result<ReadState> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let chat = &platform.storage.chat;
    let located = chat.locate(unread_from).await?.filter(|located| {
        let message = &located.message;
        message.channel_id == channel_id && message.parent_id.is_none() && !located.pending
    });
    let located = located.ok_or_else(|| rules::unknown_message("unreadFrom"))?;
    let (workspace_id, from) = (facts.channel.workspace_id, located.message.message_id);
    chat.mark_unread(who.user_id, workspace_id, channel_id, from, now()).await?;
    platform.announce(PersonalEvent::ChannelUnread { workspace_id, channel_id, unread_from }.to(who.user_id));
    let state = Reading::load(platform, who.user_id, workspace_id).await?.member_state(channel_id);
    Ok(ReadState {
        last_read_message_id: state.last_read_message_id,
        mention_count: state.mention_count,
        unread_from: state.unread_from,
    })
}

/// Marks everything as read, in one workspace, or in all that I may enter and my conversations. Returns the number of
/// channels and conversations that were unread.
pub async fn read_all(platform: &Platform, who: &Who, workspace: Option<WorkspaceId>) -> Result<usize> {
    let workspaces = match workspace {
        Some(workspace_id) => vec![entered(platform, workspace_id, who.user_id).await?],
        None => every(platform, who.user_id).await?,
    };
    let mut read = 0;
    for facts in workspaces {
        let reading = Reading::load(platform, who.user_id, facts.workspace.workspace_id).await?;
        for (channel, row) in &facts.channels {
            let channel_id = channel.channel_id;
            let reads = role_of(channel, row.as_ref(), facts.relation).is_some() && !channel.archived;
            if reads && reading.unread(platform, who.user_id, channel_id).await?.has_unread {
                mark_read(platform, who, channel_id, None).await?;
                read += 1;
                threads_read(platform, who, facts.workspace.workspace_id, channel_id).await?;
            }
        }
    }
    if workspace.is_none() {
        for channel_id in platform.storage.messages.perhaps_unread(who.user_id).await? {
            mark_read(platform, who, channel_id, None).await?;
            read += 1;
            threads_read(platform, who, BETWEEN_PEOPLE, channel_id).await?;
        }
    }
    Ok(read)
}

/// Notifications that remain once the channel is read are in its threads.
async fn threads_read(
    platform: &Platform,
    who: &Who,
    workspace_id: WorkspaceId,
    channel_id: ChannelId,
) -> Result<()> {
    let chat = &platform.storage.chat;
    let (_, calls) = chat.mentions_in(who.user_id, workspace_id, channel_id).await?;
    for message_id in calls {
        mark_thread_read(platform, who, message_id, None).await?;
    }
    Ok(())
}
