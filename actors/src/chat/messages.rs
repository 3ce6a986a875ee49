//! Reading, editing and deleting messages, threads, and reactions.

use std::collections::HashSet;

use storage::chat::{Channel, Located, Message, MessageState, Page, Reaction};
use storage::ids::{ChannelId, MessageId, UserId};

use super::event::Audience;
use super::everyday::{ReactorView, ReactorsView};
use super::facts::{
    Facts, live_state, live_waiting, people_of, state_after, sum_up, view, view_of, views, with_thread,
};
use super::live::{self, Change};
use super::live_notification::{LiveNotification, MessageEvent, ReactionEvent};
use super::posting::{called_with_all, readers_named};
use super::rules::{self, TOMBSTONE, Visibility};
use super::view::{MessageView, MessagesPage, ReactionView, ThreadView};
use super::{calls, mentions, moderation, recovery};
use crate::Platform;
use crate::accounts::Who;
use crate::chat::direct::Change as ListChange;
use crate::chat::direct::Circle;
use crate::chat::direct::not_barred;
use crate::live::room::{Pace, Stamp};
use crate::platform::error::{Refusal, Result};
use crate::platform::people::avatar;

/// Most different emoji under one message.
const EMOJI_MAX: usize = 40;

/// A page of a channel's messages, ascending; `limit` 1–100. The newest page includes messages that wait for a
/// moderator, for their author and moderators.
pub async fn page(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    page: Page,
    limit: usize,
) -> Result<MessagesPage> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let chat = &platform.storage.chat;
    // Read before the page: an event in between is then seen twice, never missed.
    let cursor = recovery::cursor_of(chat.newest_event(channel_id).await?);
    platform.ids.saw(cursor.0, crate::platform::time::now());
    let found = chat.page(channel_id, page, limit).await?;
    let mut messages = views(platform, channel_id, &found.messages, who.user_id).await?;
    if !found.has_newer && !matches!(page, Page::Before(_)) {
        let waiting = moderation::waiting_for(platform, &facts, who.user_id).await?;
        let oldest = if found.has_older { messages.first().map(|m| m.id) } else { None };
        messages.extend(
            waiting
                .into_iter()
                .filter(|m| m.parent_message_id.is_none() && oldest.is_none_or(|id| m.id > id)),
        );
        messages.sort_by_key(|m| m.id);
    }
    Ok(MessagesPage {
        messages,
        has_more: found.has_more,
        has_older: found.has_older,
        has_newer: found.has_newer,
        cursor,
    })
}

/// A thread, from its first message on; `after` pages on.
pub async fn thread(
    platform: &Platform,
    who: &Who,
    message_id: MessageId,
    after: Option<MessageId>,
    limit: usize,
) -> Result<ThreadView> {
    let (facts, located) = Facts::of_message(platform, message_id, who.user_id).await?;
    let parent = match located.message.parent_id {
        None => located,
        Some(first) => Facts::of_message(platform, first, who.user_id).await?.1,
    };
    let parent_id = parent.message.message_id;
    let channel_id = facts.channel.channel_id;
    let (replies, has_more) = platform.storage.chat.thread(parent_id, after, limit).await?;
    let mut replies = views(platform, channel_id, &replies, who.user_id).await?;
    if !has_more {
        let waiting = moderation::waiting_for(platform, &facts, who.user_id).await?;
        replies.extend(
            waiting
                .into_iter()
                .filter(|m| m.parent_message_id == Some(parent_id) && after.is_none_or(|id| m.id > id)),
        );
        replies.sort_by_key(|m| m.id);
    }
    let mut seen = views(platform, channel_id, std::slice::from_ref(&parent.message), who.user_id).await?;
    let mut first = seen.pop().ok_or_else(Refusal::internal)?;
    first.visible = !parent.pending;
    let cursor = replies.last().map(|reply| reply.id).filter(|_| has_more);
    Ok(ThreadView { parent: first, replies, has_more, cursor })
}

type Announced<T> = (T, Vec<(LiveNotification, Audience)>);

/// Carries out a change of an existing message in its channel's order.
pub(super) async fn in_order<T, F>(
    platform: &Platform,
    facts: &Facts,
    write: impl FnOnce(Platform, Stamp, Circle) -> F + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    F: Future<Output = Result<Announced<T>>> + Send + 'static,
{
    in_turn(platform, &facts.channel, write).await
}

async fn in_turn<T, F>(
    platform: &Platform,
    channel: &Channel,
    write: impl FnOnce(Platform, Stamp, Circle) -> F + Send + 'static,
) -> Result<T>
where
    T: Send + 'static,
    F: Future<Output = Result<Announced<T>>> + Send + 'static,
{
    let live = live::channel(platform, channel).await?;
    let circle = Circle::of(platform, channel).await?;
    let (copy, notified) = (platform.clone(), circle.clone());
    let (change, answer) = Change::new(Pace::Alone, move |stamp| write(copy, stamp, notified));
    live.try_send(change).map_err(|_| Refusal::busy())?;
    let outcome = answer.await.map_err(|_| Refusal::busy())?;
    super::direct::refetch(platform, circle, &outcome);
    outcome
}

/// The message as it is when the change's turn has come, unless it is deleted.
pub(super) async fn current(platform: &Platform, id: MessageId) -> Result<Located> {
    let located = platform.storage.chat.locate(id).await?;
    let located = located.ok_or_else(|| Refusal::not_found("Meddelandet finns inte."))?;
    rules::not_deleted(&located.message)?;
    Ok(located)
}

/// The author gives a message a new text.
pub async fn edit(platform: &Platform, who: &Who, id: MessageId, content: &str) -> Result<MessageView> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    let has_more = !located.message.attachments.is_empty() || located.message.card.is_some();
    let text = rules::content(content, has_more)?;
    rules::edit(&facts.channel, &located.message, who.user_id)?;
    not_barred(facts.barred)?;
    let known = readers_named(platform, &facts.channel, who.user_id, &text).await?;
    let (content, mentioned) = mentions::resolve(&text, &known);
    let everybody = called_with_all(platform, &facts, located.message.user_id, &text).await?;
    let channel = facts.channel.clone();
    let me = who.user_id;
    // If the author's messages need approval, so do their edits.
    let waits = rules::visibility(&facts.channel, facts.role) == Visibility::Pending;
    in_order(platform, &facts, move |platform, stamp, circle| async move {
        let Located { message: before, pending, .. } = current(&platform, id).await?;
        let message = Message {
            formatted: (content != text).then_some(text),
            content,
            mentions: mentioned,
            mention_all: everybody.is_some(),
            edited: true,
            updated: stamp.now,
            ..before.clone()
        };
        let people = people_of(&platform, [&message]).await?;
        let chat = &platform.storage.chat;
        // A message that already mentioned everybody keeps its recipients; people who joined since are not added.
        if !before.mention_all {
            chat.call(id, &everybody.unwrap_or_default()).await?;
        }
        if pending {
            let edited = chat.edit_pending(&message, stamp.event_id).await?.ok_or_else(deleted)?;
            super::moderators::waiting_changed(&platform, &channel);
            let event = live_waiting(&channel, &edited, &people, stamp.event_id, stamp.now);
            let seen = view(&edited, &people, false, None, Vec::new());
            return Ok((seen, vec![(event, Audience::Moderators { and: edited.user_id })]));
        }
        if waits {
            let proposed = chat.propose_edit(&message, stamp.event_id).await?;
            super::moderators::waiting_changed(&platform, &channel);
            let state = state_after(&platform, &message).await?;
            let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
            let event = moderation::proposal(event, &proposed);
            let seen = view(&proposed, &people, false, None, Vec::new());
            return Ok((seen, vec![(event, Audience::Moderators { and: me })]));
        }
        let edited = chat.edit(&message, stamp.event_id).await?.ok_or_else(deleted)?;
        calls::changed(&platform, &channel, &before, &edited, stamp.event_id);
        super::direct::publish(&platform, &circle, ListChange::Update, &edited, stamp.event_id);
        let state = state_after(&platform, &edited).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = LiveNotification::MessageUpdate(event.into());
        let seen = view_of(&platform, &state, &people, me).await?;
        Ok((seen, vec![(event, Audience::Readers)]))
    })
    .await
}

fn deleted() -> Refusal {
    Refusal::conflict("DELETED", TOMBSTONE)
}

/// The author or a moderator deletes a message: its text is removed from the store.
pub async fn delete(platform: &Platform, who: &Who, id: MessageId) -> Result<MessageView> {
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    rules::delete(&facts.channel, &located.message, who.user_id, facts.role)?;
    if located.pending {
        return moderation::withdraw(platform, who, &facts, located.message).await;
    }
    delete_message(platform, who.user_id, &facts.channel, id).await
}

/// Deletes a published message; the caller has checked the right.
pub(super) async fn delete_message(
    platform: &Platform,
    me: UserId,
    channel: &Channel,
    id: MessageId,
) -> Result<MessageView> {
    let own = channel.clone();
    in_turn(platform, channel, move |platform, stamp, circle| async move {
        let channel = own;
        let Located { message, .. } = current(&platform, id).await?;
        let removed = platform.storage.chat.remove(&message, me, stamp.event_id, TOMBSTONE).await?;
        let removed = removed.ok_or_else(rules::gone)?;
        platform.jobs.wake();
        calls::changed(&platform, &channel, &message, &removed, stamp.event_id);
        super::direct::publish(&platform, &circle, ListChange::Delete, &removed, stamp.event_id);
        let state = state_after(&platform, &removed).await?;
        let people = people_of(&platform, [&state.message]).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = with_thread(&platform, event, channel.channel_id, state.message.parent_id).await?;
        let event = LiveNotification::MessageDelete(event.into());
        let seen = view_of(&platform, &state, &people, me).await?;
        Ok((seen, vec![(event, Audience::Readers)]))
    })
    .await
}

/// The tombstone of a deleted message.
pub(super) fn tombstone(message: Message, at: i64) -> Message {
    Message {
        content: TOMBSTONE.to_owned(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        attachments: Vec::new(),
        poll: None,
        card: None,
        deleted: true,
        updated: at,
        ..message
    }
}

/// Adds a reaction or removes it; idempotent.
pub async fn react(
    platform: &Platform,
    who: &Who,
    id: MessageId,
    emoji: &str,
    add: bool,
) -> Result<Vec<ReactionView>> {
    rules::emoji(emoji)?;
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    rules::post_reaction(&facts.channel, facts.role)?;
    not_barred(facts.barred)?;
    rules::stands(&located.message, add)?;
    if located.pending {
        return Err(Refusal::conflict("PENDING", "Meddelandet väntar på godkännande."));
    }
    let channel = facts.channel.clone();
    let emoji = emoji.to_owned();
    let me = who.user_id;
    in_order(platform, &facts, move |platform, stamp, _| async move {
        let chat = &platform.storage.chat;
        let Located { message, .. } = current(&platform, id).await?;
        let before = chat.reactions(channel.channel_id, &[id]).await?.remove(&id).unwrap_or_default();
        let kinds: HashSet<&str> = before.iter().map(|r| r.emoji.as_str()).collect();
        if add && !kinds.contains(emoji.as_str()) && kinds.len() >= EMOJI_MAX {
            return Err(Refusal::conflict(
                "TOO_MANY_EMOJI",
                "Meddelandet har redan så många olika reaktioner det får.",
            ));
        }
        let reaction = Reaction { message_id: id, emoji: emoji.clone(), user_id: me, created: stamp.now };
        if !chat.react(&reaction, add, stamp.event_id).await? {
            return Ok((sum_up(&before, me), Vec::new()));
        }
        let state = state_after(&platform, &message).await?;
        let people = people_of(&platform, [&message]).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = reacted(event, &state, &emoji, me);
        Ok((sum_up(&state.reactions, me), vec![(event, Audience::Readers)]))
    })
    .await
}

/// Who has reacted to a message, in the order in which each emoji first appeared.
pub async fn reactors(platform: &Platform, who: &Who, id: MessageId) -> Result<Vec<ReactorsView>> {
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    let channel_id = facts.channel.channel_id;
    let mut found = platform.storage.chat.reactions(channel_id, &[id]).await?.remove(&id).unwrap_or_default();
    if located.message.deleted {
        found.clear();
    }
    found.sort_by_key(|reaction| (reaction.created, reaction.user_id));
    let people = platform.people.all(found.iter().map(|reaction| reaction.user_id)).await?;
    let mut list: Vec<ReactorsView> = Vec::new();
    for reaction in found {
        let Some(user) = people.get(&reaction.user_id) else { continue };
        let person = ReactorView {
            user_id: reaction.user_id,
            display_name: user.display_name.clone(),
            slug: user.user_name.clone(),
            avatar: avatar(user),
        };
        match list.iter_mut().find(|one| one.emoji == reaction.emoji) {
            Some(one) => one.people.push(person),
            None => list.push(ReactorsView { emoji: reaction.emoji, people: vec![person] }),
        }
    }
    Ok(list)
}

/// The event of an added or removed reaction: the message's state, and who did it.
pub(super) fn reacted(
    message: MessageEvent,
    state: &MessageState,
    emoji: &str,
    by: UserId,
) -> LiveNotification {
    let under = || state.reactions.iter().filter(|reaction| reaction.emoji == emoji);
    LiveNotification::MessageReaction(Box::new(ReactionEvent {
        message,
        emoji: emoji.to_owned(),
        count: under().count() as u32,
        // The current state: of a person's changes the one with the highest version applies.
        added: under().any(|reaction| reaction.user_id == by),
        user_id: by,
    }))
}
