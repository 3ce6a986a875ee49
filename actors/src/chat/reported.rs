//! Messages for moderators: reported ones, and those that wait in an organisation's channels. Contract §3.4, §6.

use storage::chat::{Channel, ChannelRole, Message};
use storage::ids::{ChannelId, EntityId, MessageId, UserId};
use storage::moderation::ReportTarget;

use super::facts::{Facts, role_of};
use super::{bells, messages, rules, view};
use crate::Platform;
use crate::area::{Reportable, Reported, Shown};
use crate::platform::error::{Refusal, Result};

/// Most waiting messages of an organisation listed together.
const MOST: usize = 500;
/// Comments per read.
const PAGE: usize = 500;

/// Messages as a kind of thing that can be reported.
pub(super) const REPORTS: Reportable = Reportable {
    kind: ReportTarget::Message,
    find: |platform, me, name| {
        Box::pin(async move { readable(platform, me, MessageId(name.number()?)).await })
    },
    shown: |platform, id| {
        Box::pin(async move {
            let found = shown(platform, MessageId(id)).await?;
            Ok(found.map_or_else(Shown::default, |it| Shown {
                content: it.content,
                path: Some(it.path),
                uuid: None,
            }))
        })
    },
    hide: None,
    remove: Some(|platform, by, id| Box::pin(remove(platform, by, MessageId(id)))),
};

/// A message as moderators see it.
pub struct ShownMessage {
    pub channel_id: ChannelId,
    /// None: it is gone.
    pub content: Option<String>,
    pub path: String,
}

/// A message that the person may read. 404: there is none.
async fn readable(platform: &Platform, me: UserId, id: MessageId) -> Result<Reported> {
    let (facts, located) = Facts::of_message(platform, id, me).await?;
    // The first message of comments stands for what they comment on, and is not a comment.
    if located.message.deleted || facts.channel.only_thread() == Some(located.message.message_id) {
        return Err(Refusal::not_found("Meddelandet finns inte."));
    }
    let Message { message_id, user_id: author_id, .. } = located.message;
    Ok(Reported { id: message_id.0, author_id: Some(author_id), entity_id: facts.channel.owner() })
}

fn path(channel: &Channel, message: &Message) -> String {
    bells::path_to(channel.workspace_id, channel.channel_id, message.parent_id, Some(message.message_id))
}

/// The current message, without a check of rights; none: it no longer exists.
pub async fn shown(platform: &Platform, id: MessageId) -> Result<Option<ShownMessage>> {
    let Some(located) = platform.storage.chat.locate(id).await? else { return Ok(None) };
    let message = located.message;
    let Some(channel) = platform.storage.chat.channel(message.channel_id).await? else { return Ok(None) };
    let content = (!message.deleted).then(|| view::formatted(&message).to_owned());
    let path = path(&channel, &message);
    Ok(Some(ShownMessage { channel_id: channel.channel_id, content, path }))
}

/// Whether a person moderates a channel now.
pub async fn moderates(platform: &Platform, me: UserId, id: ChannelId) -> Result<bool> {
    match Facts::load(platform, id, me).await {
        Ok(facts) => Ok(rules::require_moderator(facts.role).is_ok()),
        Err(refusal) if matches!(refusal.code, "ACCESS_DENIED" | "NOT_FOUND") => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// The channels of an organisation that a person moderates now.
pub async fn moderated(platform: &Platform, me: UserId, id: EntityId) -> Result<Vec<Channel>> {
    let chat = &platform.storage.chat;
    let mut found = Vec::new();
    for workspace in chat.workspaces_of(id).await? {
        let Some(facts) = chat.facts_of_workspace(workspace.workspace_id, me).await? else { continue };
        let moderates =
            |role: Option<ChannelRole>| role.is_some_and(|role| rules::require_moderator(role).is_ok());
        let mine = facts
            .channels
            .into_iter()
            .filter(|(channel, member)| moderates(role_of(channel, member.as_ref(), facts.relation)));
        found.extend(mine.map(|(channel, _)| channel));
    }
    Ok(found)
}

/// The messages that wait in channels, oldest first, after one.
pub async fn waiting(
    platform: &Platform,
    channels: &[Channel],
    after: Option<MessageId>,
) -> Result<Vec<(Message, String)>> {
    let mut found = Vec::new();
    for channel in channels.iter().filter(|channel| channel.require_moderation && !channel.archived) {
        let waiting = platform.storage.chat.pending(channel.channel_id).await?;
        let new = waiting.into_iter().filter(|message| after.is_none_or(|after| message.message_id > after));
        found.extend(new.map(|message| {
            let path = path(channel, &message);
            (message, path)
        }));
        if found.len() > MOST {
            break;
        }
    }
    found.sort_by_key(|(message, _)| message.message_id);
    found.truncate(MOST);
    Ok(found)
}

/// Deletes a message as a moderator; does nothing if it is gone.
pub async fn remove(platform: &Platform, by: UserId, id: MessageId) -> Result<()> {
    let Some(located) = platform.storage.chat.locate(id).await? else { return Ok(()) };
    if located.message.deleted || located.pending {
        return Ok(());
    }
    let Some(channel) = platform.storage.chat.channel(located.message.channel_id).await? else {
        return Ok(());
    };
    match messages::delete_message(platform, by, &channel, id).await {
        Err(refusal) if matches!(refusal.code, "DELETED" | "NOT_FOUND") => Ok(()),
        done => done.map(drop),
    }
}

/// Deletes the comments of what was deleted. May be repeated.
pub(super) async fn forget_comments(platform: &Platform, channel: &Channel) -> Result<()> {
    let Some(first) = channel.only_thread() else { return Ok(()) };
    let mut after = None;
    loop {
        let (replies, has_more) = platform.storage.chat.thread(first, after, PAGE).await?;
        for reply in &replies {
            remove(platform, channel.created_by, reply.message_id).await?;
        }
        after = replies.last().map(|reply| reply.message_id);
        if !has_more || after.is_none() {
            break;
        }
    }
    remove(platform, channel.created_by, first).await
}
