//! Finds what a person left in channels by reading those of their organisations: there is no index of messages by
//! author or mention.

use std::collections::HashSet;

use storage::accounts::User;
use storage::chat::comments::SubjectKind;
use storage::chat::{MESSAGE, Message, Page};
use storage::ids::{ChannelId, MessageId, SessionId, UserId};

use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::Result;

/// Replies and notifications per read.
const MANY: usize = 10_000;
const PAGE: usize = 500;
/// Replaces the name of an erased person in others' messages.
const GONE: &str = "Borttagen användare";

/// The channels of a person's organisations, their conversations, and the comments of events that they are in.
pub(super) async fn channels(platform: &Platform, user_id: UserId) -> Result<Vec<ChannelId>> {
    let mut all = Vec::new();
    for relation in platform.storage.entities.relations_of(user_id).await? {
        for workspace in platform.storage.chat.workspaces_of(relation.entity_id).await? {
            let channels = platform.storage.chat.channels_of(workspace.workspace_id).await?;
            all.extend(channels.iter().map(|channel| channel.channel_id));
        }
    }
    all.extend(platform.storage.messages.all(user_id).await?);
    all.extend(commented(platform, user_id).await?);
    Ok(all)
}

/// The comments which a person wrote or which mention them.
async fn commented(platform: &Platform, user_id: UserId) -> Result<Vec<ChannelId>> {
    let chat = &platform.storage.chat;
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let (places, has_more) = chat.threads_of(user_id, before, PAGE).await?;
        let ids: Vec<ChannelId> = places.iter().map(|place| place.channel_id).collect();
        let found = chat.channels(&ids).await?;
        all.extend(found.iter().filter(|one| one.subject().is_some()).map(|one| one.channel_id));
        before = places.last().map(|place| place.last);
        if !has_more || before.is_none() {
            return Ok(all);
        }
    }
}

/// Removes the person's name from what others wrote, and their own messages that wait for a moderator. To be called
/// before their relations end. May be repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    platform.storage.chat.forget_own(user.user_id).await?;
    let mut seen = HashSet::new();
    for channel in channels(platform, user.user_id).await? {
        of_channel(platform, user, channel, &mut seen).await?;
    }
    // Organisations they have left are found by their notifications.
    for bell in platform.storage.notifications.list(user.user_id, None, MANY).await? {
        let Some(id) = bell.about(MESSAGE).map(MessageId).filter(|id| !seen.contains(id)) else { continue };
        if let Some(located) = platform.storage.chat.locate(id).await? {
            unname(platform, user, &located.message, located.pending).await?;
        }
    }
    for kind in SubjectKind::ALL {
        platform.storage.chat.forget_person(user.user_id, kind.workspace_id()).await?;
    }
    Ok(())
}

async fn of_channel(
    platform: &Platform,
    user: &User,
    channel: ChannelId,
    seen: &mut HashSet<MessageId>,
) -> Result<()> {
    let chat = &platform.storage.chat;
    for waiting in chat.pending(channel).await? {
        if waiting.user_id == user.user_id {
            // Deleted through the normal command, so that moderators see the change.
            let who = Who { user_id: user.user_id, session_id: SessionId(0), expires: 0, scopes: None };
            if let Err(refusal) = super::delete(platform, &who, waiting.message_id).await {
                tracing::warn!(%refusal, "a waiting message of somebody who is erased stays until it is decided");
            }
        } else {
            unname(platform, user, &waiting, true).await?;
        }
    }
    let mut page = Page::Newest { offset: 0 };
    loop {
        let found = chat.page(channel, page, PAGE).await?;
        for message in &found.messages {
            seen.insert(message.message_id);
            unname(platform, user, message, false).await?;
            if message.threaded {
                let (replies, _) = chat.thread(message.message_id, None, MANY).await?;
                for reply in &replies {
                    seen.insert(reply.message_id);
                    unname(platform, user, reply, false).await?;
                }
            }
        }
        match found.messages.first() {
            Some(oldest) if found.has_older => page = Page::Before(oldest.message_id),
            _ => return Ok(()),
        }
    }
}

/// Removes a mention of the person from a message.
async fn unname(platform: &Platform, user: &User, message: &Message, pending: bool) -> Result<()> {
    if !message.mentions.contains(&user.user_id) || message.formatted.is_none() {
        return Ok(());
    }
    let people = platform.people.all(message.mentions.iter().copied()).await?;
    let names = message.mentions.iter().map(|id| {
        let name = people.get(id).filter(|_| *id != user.user_id).map(|one| one.user_name.as_str());
        (*id, name.unwrap_or(GONE))
    });
    let shown = super::mentions::shown(&message.content, &names.collect());
    platform.storage.chat.show_as(message, &shown, pending).await?;
    Ok(())
}

/// A person's own messages that wait for a moderator.
pub(super) async fn waiting(platform: &Platform, user_id: UserId) -> Result<Vec<Message>> {
    let mut all = Vec::new();
    for channel in channels(platform, user_id).await? {
        let waiting = platform.storage.chat.pending(channel).await?;
        all.extend(waiting.into_iter().filter(|message| message.user_id == user_id));
    }
    Ok(all)
}
