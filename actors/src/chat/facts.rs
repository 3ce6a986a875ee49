//! The facts about a channel and a person that the rules need, and messages prepared for a reader.

use std::collections::HashMap;
use std::sync::Arc;

use storage::accounts::User;
use storage::chat::{Channel, ChannelFacts, ChannelRole, Located, Member, Message, MessageState, Reaction};
use storage::entities::RelationType;
use storage::ids::{ChannelId, EventId, MessageId, UserId};

use super::brief::in_brief;
use super::live_notification::{LiveNotification, MessageEvent, PendingEvent};
use super::polls::{self, Eyes};
use super::rules::{self, ChannelAccess, OwnRow, Permission, Visibility};
use super::view::{
    MentionName, MessageType, MessageView, ParentState, ReactionCount, ReactionView, formatted,
};
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::area::FileRights;
use crate::chat::direct::not_barred;
use crate::files::view::views as views_of_files;
use crate::platform::error::{Refusal, Result};
use crate::platform::people::{avatar, is_bot};
use crate::platform::time::{Moment, now};

/// A channel and a person's role in it; exists only for those who may read it.
#[derive(Debug, Clone)]
pub struct Facts {
    pub channel: Channel,
    pub row: OwnRow,
    pub relation: Option<RelationType>,
    pub role: ChannelRole,
    /// In a conversation of two: nothing may be added.
    pub barred: bool,
}

impl Facts {
    /// Absent: 404. Without a role: 403 `ACCESS_DENIED`.
    pub async fn load(platform: &Platform, channel_id: ChannelId, user_id: UserId) -> Result<Self> {
        let facts = found(platform, channel_id, user_id).await?;
        Self::judge(facts.ok_or_else(absent)?)
    }

    /// As [`Facts::load`], and whether anybody chose to be notified of every message.
    pub async fn load_to_write(
        platform: &Platform,
        channel_id: ChannelId,
        user_id: UserId,
    ) -> Result<(Self, bool)> {
        let found = platform.storage.chat.facts_to_write(channel_id, user_id).await?;
        let (facts, is_listened) = found.ok_or_else(absent)?;
        let facts = standing(platform, facts, user_id).await?;
        Ok((Self::judge(facts)?, is_listened))
    }

    /// The facts, if the person has a role.
    pub fn judge(ChannelFacts { channel, member, relation, barred }: ChannelFacts) -> Result<Self> {
        let row = OwnRow::from(member.as_ref());
        let role = rules::channel_role(&ChannelAccess::from(&channel), row, relation);
        Ok(Self { role: rules::require_reader(role)?, channel, row, relation, barred })
    }

    /// May the person post here, and is the message visible at once?
    pub fn may_post(&self) -> Result<Visibility> {
        not_barred(self.barred)?;
        rules::post(&self.channel, self.role)
    }

    /// The person's permissions.
    pub fn permissions(&self) -> Vec<Permission> {
        let mut list = rules::permissions(&self.channel, self.role);
        list.retain(|permission| *permission != Permission::Post || !self.barred);
        list
    }

    /// A message that `user` may see, and the facts of its channel. Everything else is 404, so that ids reveal nothing.
    pub async fn of_message(
        platform: &Platform,
        message_id: MessageId,
        user_id: UserId,
    ) -> Result<(Self, Located)> {
        let absent = || Refusal::not_found("Meddelandet finns inte.");
        let located = platform.storage.chat.locate(message_id).await?.ok_or_else(absent)?;
        let facts = Self::load(platform, located.message.channel_id, user_id)
            .await
            .map_err(|refusal| if refusal.code == "ACCESS_DENIED" { absent() } else { refusal })?;
        let waits = located.pending;
        if waits && located.message.user_id != user_id && rules::require_moderator(facts.role).is_err() {
            return Err(absent());
        }
        Ok((facts, located))
    }
}

/// Who may add and read files, for the files area.
pub(super) const FILES: FileRights = FileRights {
    may_add: |platform, channel_id, user_id| {
        Box::pin(async move {
            let facts = Facts::load(platform, channel_id, user_id).await?;
            rules::post(&facts.channel, facts.role)?;
            Ok(facts.channel)
        })
    },
    may_read: |platform, channel_id, user_id| {
        Box::pin(async move { Facts::load(platform, channel_id, user_id).await.map(drop) })
    },
    message: |platform, message_id, user_id| {
        Box::pin(async move { Ok(Facts::of_message(platform, message_id, user_id).await?.1) })
    },
};

/// A channel and the facts of one person in it. For comments, the rights come from what they comment on.
pub(crate) async fn found(
    platform: &Platform,
    channel_id: ChannelId,
    user_id: UserId,
) -> Result<Option<ChannelFacts>> {
    let Some(found) = platform.storage.chat.facts(channel_id, user_id).await? else { return Ok(None) };
    standing(platform, found, user_id).await.map(Some)
}

fn absent() -> Refusal {
    Refusal::not_found("Kanalen finns inte.")
}

/// For comments, replaces the rights by those of what they comment on; otherwise unchanged.
async fn standing(platform: &Platform, found: ChannelFacts, user_id: UserId) -> Result<ChannelFacts> {
    let channel_id = found.channel.channel_id;
    let Some(subject) = found.channel.subject() else { return Ok(found) };
    let on_comments = super::comments::on(platform, subject.kind)?;
    let Some(seen) = (on_comments.find)(platform, subject.id, user_id).await? else {
        return Ok(ChannelFacts { member: None, relation: None, ..found });
    };
    let member = seen.role.map(|role| Member {
        channel_id,
        user_id,
        added_by: user_id,
        added: found.channel.created,
        role: Some(role),
    });
    let channel = Channel {
        display_name: seen.title,
        entity_id: seen.entity_id,
        created_by: seen.created_by,
        ..found.channel
    };
    Ok(ChannelFacts { channel, member, relation: None, barred: false })
}

/// A person's role in a channel, from their membership row and their relation.
pub fn role_of(
    channel: &Channel,
    member: Option<&Member>,
    relation: Option<RelationType>,
) -> Option<ChannelRole> {
    rules::channel_role(&ChannelAccess::from(channel), OwnRow::from(member), relation)
}

/// Reactions grouped by emoji, in the order in which each emoji first appeared.
pub fn sum_up(reactions: &[Reaction], me: UserId) -> Vec<ReactionView> {
    let mut ordered: Vec<&Reaction> = reactions.iter().collect();
    ordered.sort_by_key(|r| (r.created, r.user_id));
    let mut list: Vec<ReactionView> = Vec::new();
    for reaction in ordered {
        let mine = reaction.user_id == me;
        match list.iter_mut().find(|view| view.emoji == reaction.emoji) {
            Some(view) => {
                view.count += 1;
                view.me |= mine;
            }
            None => list.push(ReactionView { emoji: reaction.emoji.clone(), count: 1, me: mine }),
        }
    }
    list
}

/// People shown in messages: authors and mentioned people.
pub type Known = HashMap<UserId, Arc<User>>;

/// The people of some messages, read together.
pub async fn people_of(platform: &Platform, messages: impl IntoIterator<Item = &Message>) -> Result<Known> {
    let shown = messages.into_iter().flat_map(|m| [m.user_id].into_iter().chain(m.mentions.iter().copied()));
    platform.people.all(shown).await
}

/// The display names of those a message mentions; people who are gone are left out.
fn mention_names(message: &Message, people: &Known) -> Vec<MentionName> {
    let named = message.mentions.iter().filter_map(|id| people.get(id)).filter(|user| is_alive(user));
    named.map(|user| MentionName { user_id: user.user_id, display_name: user.display_name.clone() }).collect()
}

/// A published message as outgoing webhooks receive it, independent of a reader.
pub async fn view_for_webhooks(platform: &Platform, message: &Message) -> Result<MessageView> {
    let people = people_of(platform, [message]).await?;
    Ok(view(message, &people, true, None, Vec::new()))
}

/// A message as `me` sees it, with its thread and reactions.
pub fn view(
    message: &Message,
    people: &Known,
    visible: bool,
    replies: Option<(u32, i64)>,
    reactions: Vec<ReactionView>,
) -> MessageView {
    let (reply_count, last_reply) = replies.unwrap_or((0, 0));
    let author = people.get(&message.user_id).map(Arc::as_ref);
    MessageView {
        id: message.message_id,
        channel_id: message.channel_id,
        user_id: message.user_id,
        user_name: author.map_or_else(|| "Okänd".to_owned(), |u| u.display_name.clone()),
        user_slug: author.map(|u| u.user_name.clone()).unwrap_or_default(),
        user_avatar: author.and_then(avatar),
        is_bot: author.is_some_and(is_bot),
        message_type: MessageType::of(message),
        content: message.content.clone(),
        formatted_content: formatted(message).to_owned(),
        edited: message.edited,
        deleted: message.deleted,
        visible,
        created: Moment(message.created),
        updated: Moment(message.updated),
        parent_message_id: message.parent_id,
        reply_count,
        last_reply_at: (reply_count > 0).then_some(Moment(last_reply)),
        reactions,
        attachments: views_of_files(&message.attachments),
        pinned: false,
        priority: message.priority,
        requested_ack: message.asked.is_some(),
        my_ack: false,
        ack_count: message.asked.map(|_| 0),
        poll: polls::seen(message, None, Eyes::Of(None), now()),
        card: message.card.clone(),
        client_message_id: message.client_message_id.clone(),
        mentions: message.mentions.clone(),
        mention_names: mention_names(message, people),
        version: message.version,
    }
}

/// A published message and its state, as `me` sees it after a change.
pub async fn view_of(
    platform: &Platform,
    state: &MessageState,
    people: &Known,
    me: UserId,
) -> Result<MessageView> {
    let message = &state.message;
    let seen = view(message, people, true, state.replies, sum_up(&state.reactions, me));
    let asking: Vec<MessageId> = message.asked.map(|_| message.message_id).into_iter().collect();
    let my_ack = !after_write(platform.storage.chat.acked_by(me, &asking).await)?.is_empty();
    let ack_count = message.asked.map(|_| state.acks);
    let voting: Vec<MessageId> = message.poll.iter().map(|_| message.message_id).collect();
    let mine = after_write(platform.storage.chat.votes_by(me, &voting).await)?;
    let poll = polls::seen(message, state.poll.as_ref(), Eyes::Of(mine.get(&message.message_id)), now());
    Ok(MessageView { pinned: state.pinned, my_ack, ack_count, poll, ..seen })
}

/// Messages of one channel as `me` sees them: authors, reactions and threads are read together.
pub async fn views(
    platform: &Platform,
    channel_id: ChannelId,
    messages: &[Message],
    me: UserId,
) -> Result<Vec<MessageView>> {
    let people = people_of(platform, messages).await?;
    let ids: Vec<MessageId> = messages.iter().map(|m| m.message_id).collect();
    let threaded: Vec<MessageId> = messages.iter().filter(|m| m.threaded).map(|m| m.message_id).collect();
    let chat = &platform.storage.chat;
    let asking: Vec<MessageId> =
        messages.iter().filter(|m| m.asked.is_some()).map(|m| m.message_id).collect();
    let polls: Vec<&Message> = messages.iter().filter(|m| m.poll.is_some()).collect();
    let voting: Vec<MessageId> = polls.iter().map(|m| m.message_id).collect();
    let (reactions, pinned, acks, acked, tallied, votes) = if ids.is_empty() {
        Default::default()
    } else {
        futures_util::try_join!(
            chat.reactions(channel_id, &ids),
            chat.pinned_among(channel_id, &ids),
            chat.ack_totals(&asking),
            chat.acked_by(me, &asking),
            chat.tallied(&polls),
            chat.votes_by(me, &voting),
        )?
    };
    let threads = if threaded.is_empty() {
        HashMap::new()
    } else {
        platform.storage.chat.thread_summaries(channel_id, &threaded).await?
    };
    let at = now();
    let list = messages.iter().map(|message| {
        let id = message.message_id;
        let under = reactions.get(&id).filter(|_| !message.deleted);
        let reactions = under.map(|list| sum_up(list, me)).unwrap_or_default();
        let seen = view(message, &people, true, threads.get(&id).copied(), reactions);
        MessageView {
            pinned: !message.deleted && pinned.contains(&id),
            my_ack: acked.contains_key(&id),
            ack_count: message.asked.map(|_| acks.get(&id).map_or(0, |totals| totals.confirmed)),
            poll: polls::seen(message, tallied.get(&id), Eyes::Of(votes.get(&id)), at),
            ..seen
        }
    });
    Ok(list.collect())
}

/// The live event about a message, without its state.
pub fn live(facts: &Channel, message: &Message, people: &Known, cursor: EventId, at: i64) -> MessageEvent {
    let author = people.get(&message.user_id).map(Arc::as_ref);
    MessageEvent {
        workspace_id: facts.workspace_id,
        channel_id: message.channel_id,
        message_id: message.message_id,
        sender_id: message.user_id,
        sender_name: author.map(|u| u.display_name.clone()),
        sender_slug: author.map(|u| u.user_name.clone()),
        sender_avatar: author.and_then(avatar),
        is_bot: author.is_some_and(is_bot),
        preview: in_brief(message, people),
        content: message.content.clone(),
        created: Moment(message.created),
        timestamp: at,
        thread_id: message.parent_id,
        parent_message_id: message.parent_id,
        mentions: message.mentions.clone(),
        mention_names: mention_names(message, people),
        has_attachments: !message.attachments.is_empty(),
        attachments: views_of_files(&message.attachments),
        visible: true,
        cursor,
        formatted_content: message.formatted.clone(),
        edited: message.edited.then_some(true),
        deleted: message.deleted.then_some(true),
        updated: Moment(message.updated),
        client_message_id: message.client_message_id.clone(),
        reply_count: None,
        last_reply_at: None,
        version: message.version,
        reactions: None,
        pinned: None,
        priority: message.priority,
        requested_ack: message.asked.map(|_| true),
        ack_count: message.asked.map(|_| 0),
        message_type: MessageType::of(message),
        poll: polls::seen(message, None, Eyes::All, at),
        card: message.card.clone(),
        parent: None,
        reason: None,
    }
}

/// The live event about a message that waits for a moderator.
pub fn live_waiting(
    facts: &Channel,
    message: &Message,
    people: &Known,
    cursor: EventId,
    at: i64,
) -> LiveNotification {
    let message = MessageEvent { visible: false, ..live(facts, message, people, cursor, at) };
    LiveNotification::MessagePending(Box::new(PendingEvent { message, proposed: None }))
}

fn counts(reactions: &[Reaction]) -> Vec<ReactionCount> {
    let summed = sum_up(reactions, UserId(0)).into_iter();
    summed.map(|view| ReactionCount { emoji: view.emoji, count: view.count }).collect()
}

/// The live event about a published message, with all state of its version.
pub fn live_state(
    facts: &Channel,
    state: &MessageState,
    people: &Known,
    cursor: EventId,
    at: i64,
) -> MessageEvent {
    let mut event = live(facts, &state.message, people, cursor, at);
    event.reactions = Some(counts(&state.reactions));
    event.pinned = Some(state.pinned);
    event.ack_count = state.message.asked.map(|_| state.acks);
    event.poll = polls::seen(&state.message, state.poll.as_ref(), Eyes::All, at);
    if state.message.parent_id.is_none() {
        let (count, last) = state.replies.unwrap_or((0, 0));
        event.reply_count = Some(count);
        event.last_reply_at = (count > 0).then_some(Moment(last));
    }
    event
}

/// Adds the thread's first message to an event about a reply.
pub fn with_parent(event: &mut MessageEvent, parent: &MessageState, people: &Known) {
    let message = &parent.message;
    let (reply_count, last) = parent.replies.unwrap_or((0, 0));
    let last_reply_at = (reply_count > 0).then_some(Moment(last));
    event.reply_count = Some(reply_count);
    event.last_reply_at = last_reply_at;
    event.parent = Some(Box::new(ParentState {
        message_id: message.message_id,
        version: message.version,
        content: message.content.clone(),
        formatted_content: formatted(message).to_owned(),
        mentions: message.mentions.clone(),
        mention_names: mention_names(message, people),
        edited: message.edited,
        deleted: message.deleted,
        updated: Moment(message.updated),
        reply_count,
        last_reply_at,
        reactions: counts(&parent.reactions),
        attachments: views_of_files(&message.attachments),
        pinned: parent.pinned,
        priority: Some(message.priority),
        requested_ack: message.asked.is_some(),
        ack_count: message.asked.map(|_| parent.acks),
        message_type: Some(MessageType::of(message)),
        poll: polls::seen(message, parent.poll.as_ref(), Eyes::All, now()),
        card: message.card.clone(),
    }));
}

/// The same, read from the store. As this happens after the write, a failure is reported as a write without an answer,
/// so that subscribers fetch its result.
pub async fn with_thread(
    platform: &Platform,
    mut event: MessageEvent,
    channel_id: ChannelId,
    parent: Option<MessageId>,
) -> Result<MessageEvent> {
    if let Some(parent) = parent
        && let Some(parent) = after_write(platform.storage.chat.state(channel_id, None, parent).await)?
    {
        let people = people_of(platform, [&parent.message]).await.unwrap_or_default();
        with_parent(&mut event, &parent, &people);
    }
    Ok(event)
}

/// The message's state after a change, for the event and the answer.
pub async fn state_after(platform: &Platform, message: &Message) -> Result<MessageState> {
    let state = platform.storage.chat.state(message.channel_id, message.parent_id, message.message_id).await;
    after_write(state)?.ok_or_else(unanswered)
}

/// A failed read after a write is treated as a write without an answer: subscribers are asked to fetch.
fn after_write<T>(read: storage::Result<T>) -> Result<T> {
    read.map_err(|error| Refusal { code: Refusal::UNANSWERED, ..Refusal::from(error) })
}

fn unanswered() -> Refusal {
    Refusal { code: Refusal::UNANSWERED, ..Refusal::busy() }
}
