//! Sending a message: facts, rules, one durable write in the channel's order, announce.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use storage::chat::counting::Why;
use storage::chat::{Append, Appended, Card, Channel, ChannelRole, Message, Poll};
use storage::files::Attachment;
use storage::ids::{ChannelId, EventId, JobId, MessageId, UserId};
use storage::notifications::Notification;

use super::event::Audience;
use super::facts::{Facts, Known, found, live, live_waiting, people_of, role_of, view, view_of, with_thread};
use super::live;
use super::live_notification::LiveNotification;
use super::rules::{self, OwnRow, Visibility};
use super::view::{MessageView, NewMessage, Priority};
use super::{ack_rules, bells, calls, cards, mentions, messages, polls, reading};
use crate::Platform;
use crate::accounts::Who;
use crate::chat::direct::Change;
use crate::chat::direct::Circle;
use crate::files;
use crate::live::room::{Pace, Stamp};
use crate::notifications;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// A message to be written, without its place in the channel's order.
struct Draft {
    channel: Channel,
    author: UserId,
    /// The author and the mentioned people.
    people: Known,
    content: String,
    formatted: Option<String>,
    mentions: Vec<UserId>,
    /// The recipients of `@channel`; none: it is not used.
    everybody: Option<Vec<UserId>>,
    parent: Option<MessageId>,
    client_message_id: Option<String>,
    attachments: Vec<Attachment>,
    visibility: Visibility,
    priority: Priority,
    poll: Option<Poll>,
    card: Option<Card>,
    /// Whose acknowledgement it asks for; none: nobody's.
    asked: Option<Vec<UserId>>,
    /// Recipients of notifications, and why.
    bell: Vec<(UserId, Why)>,
    /// Whether there are further recipients, notified after the write.
    tells: bool,
    circle: Circle,
}

/// Sends a message; the answer comes after it is durable. Refusals: 404 no such channel, 403, 409 archived, 422, 429.
pub async fn send(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    new: NewMessage,
) -> Result<MessageView> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let said = content_of(&new)?;
    let found = Facts::load_to_write(platform, channel_id, who.user_id).await?;
    post(platform, found, who.user_id, said, new).await
}

/// Sends a bot's message in a channel where it has a role without being a member. Refusals as [`send`].
pub async fn send_as(
    platform: &Platform,
    program: UserId,
    channel: Channel,
    role: ChannelRole,
    new: NewMessage,
) -> Result<MessageView> {
    platform.limits.message(&*platform.bus, program).await?;
    let said = content_of(&new)?;
    let listeners = platform.storage.chat.listeners(channel.channel_id, None, 1).await?;
    let facts = Facts { channel, row: OwnRow::Absent, relation: None, role, barred: false };
    post(platform, (facts, !listeners.is_empty()), program, said, new).await
}

/// The text, or the question and its poll, or the card of a new message.
fn content_of(new: &NewMessage) -> Result<(String, Option<Poll>, Option<Card>)> {
    let card = cards::judged(new)?;
    let has_files = new.attachment_ids.as_ref().is_some_and(|files| !files.is_empty());
    let (text, poll) = match new.poll.clone() {
        Some(poll) => {
            let (question, poll) = polls::judged(poll, &new.content, now())?;
            (question, Some(poll))
        }
        None => (rules::content(&new.content, has_files || card.is_some())?, None),
    };
    if new.client_message_id.as_deref().is_some_and(|id| !(1..=64).contains(&id.chars().count())) {
        return Err(Refusal::field("clientMessageId", "LENGTH", "Ska vara 1–64 tecken."));
    }
    Ok((text, poll, card))
}

async fn post(
    platform: &Platform,
    (facts, is_listened): (Facts, bool),
    user_id: UserId,
    (text, poll, card): (String, Option<Poll>, Option<Card>),
    new: NewMessage,
) -> Result<MessageView> {
    let visibility = facts.may_post()?;
    if let Some(card) = &card {
        cards::may_share(platform, user_id, card).await?;
    }
    // Comments are one thread, so every comment is a reply in it.
    let answers = new.parent_message_id.or_else(|| facts.channel.only_thread());
    ack_rules::announce(facts.role, new.announces(), answers.is_some())?;
    let (channel_id, priority) = (facts.channel.channel_id, new.priority());
    let file_ids = new.attachment_ids.clone().unwrap_or_default();
    let circle = Circle::of(platform, &facts.channel).await?;
    let parent = match answers {
        Some(id) => Some(thread_parent(platform, channel_id, id).await?),
        None => None,
    };
    let known = readers_named(platform, &facts.channel, user_id, &text).await?;
    let (content, mentions) = mentions::resolve(&text, &known);
    let people = platform.people.all([user_id].into_iter().chain(mentions.iter().copied())).await?;
    if !people.contains_key(&user_id) {
        return Err(Refusal::internal());
    }
    let everybody = called_with_all(platform, &facts, user_id, &text).await?;
    let parent_id = parent.as_ref().map(|message| message.message_id);
    let all = everybody.as_deref().unwrap_or_default();
    let channel = &facts.channel;
    let bell = calls::audience_of(platform, channel, user_id, &mentions, parent, all).await?;
    let asked = match new.requested_ack {
        Some(true) => Some(calls::readers(platform, channel, user_id).await?),
        _ => None,
    };
    let tells = asked.is_some() || calls::tells_others(channel, all, is_listened);
    let claim = match &new.client_message_id {
        Some(mark) => format!("m{mark}"),
        None => format!("n{}", platform.ids.next(now())?),
    };
    let attachments = files::claim(platform, &file_ids, channel_id, user_id, &claim).await?;
    let draft = Draft {
        formatted: (content != text).then_some(text),
        channel: facts.channel,
        author: user_id,
        people,
        content,
        mentions,
        everybody,
        parent: parent_id,
        client_message_id: new.client_message_id,
        attachments,
        visibility,
        priority,
        poll,
        card,
        asked,
        bell,
        tells,
        circle,
    };
    let sent = in_order(platform, draft).await;
    files::settled(platform, &file_ids, &claim, sent).await
}

/// Writes a message when its turn in the channel has come.
async fn in_order(platform: &Platform, draft: Draft) -> Result<MessageView> {
    let live = live::channel(platform, &draft.channel).await?;
    let circle = draft.circle.clone();
    let copy = platform.clone();
    let (change, answer) = live::Change::new(Pace::Together, move |stamp| write(copy, draft, stamp));
    live.try_send(change).map_err(|_| Refusal::busy())?;
    // It is unknown whether it was written, so its files stay attached.
    let unknown = |_| Refusal { code: Refusal::UNANSWERED, ..Refusal::busy() };
    let outcome = answer.await.map_err(unknown)?;
    super::direct::refetch(platform, circle, &outcome);
    outcome
}

/// The recipients of `@channel` in a text, if its author may use it: everybody who can read the channel now.
pub(super) async fn called_with_all(
    platform: &Platform,
    facts: &Facts,
    author: UserId,
    text: &str,
) -> Result<Option<Vec<UserId>>> {
    if rules::require_moderator(facts.role).is_err() || !mentions::calls_everybody(text) {
        return Ok(None);
    }
    calls::readers(platform, &facts.channel, author).await.map(Some)
}

/// The first message of the thread that a reply joins: in the same channel; a reply to a reply joins the same thread.
async fn thread_parent(platform: &Platform, channel_id: ChannelId, id: MessageId) -> Result<Message> {
    let wrong = || Refusal::field("parentMessageId", "PARENT", "Tråden finns inte i den här kanalen.");
    let located = platform.storage.chat.locate(id).await?.ok_or_else(wrong)?;
    if located.message.channel_id != channel_id || located.pending {
        return Err(wrong());
    }
    match located.message.parent_id {
        None => Ok(located.message),
        Some(first) => Ok(platform.storage.chat.locate(first).await?.ok_or_else(wrong)?.message),
    }
}

/// The names mentioned in `text` of people who may read the channel, except those with a block between them and its
/// author.
pub(super) async fn readers_named(
    platform: &Platform,
    channel: &Channel,
    author: UserId,
    text: &str,
) -> Result<HashMap<String, UserId>> {
    let lookups = mentions::candidates(text).into_iter().map(|name| async move {
        let Some(user) = platform.storage.accounts.user_by_name(&name).await? else { return Ok(None) };
        let facts = found(platform, channel.channel_id, user.user_id).await?;
        let reads = facts.is_some_and(|f| role_of(&f.channel, f.member.as_ref(), f.relation).is_some());
        Ok::<_, Refusal>(reads.then_some((name, user.user_id)))
    });
    let mut named: HashMap<String, UserId> = try_join_all(lookups).await?.into_iter().flatten().collect();
    let ids: Vec<UserId> = named.values().copied().collect();
    let apart = platform.storage.contacts.blocked_among(author, &ids).await?;
    named.retain(|_, id| !apart.contains(id));
    Ok(named)
}

type Announced = (MessageView, Vec<(LiveNotification, Audience)>);

async fn write(platform: Platform, draft: Draft, stamp: Stamp) -> Result<Announced> {
    // Event, message and notifications share one id, so they have one order; the time is the id's (see `Append`).
    let now = stamp.event_id.millis();
    let message = Message {
        message_id: MessageId(stamp.event_id.0),
        channel_id: draft.channel.channel_id,
        user_id: draft.author,
        parent_id: draft.parent,
        content: draft.content,
        formatted: draft.formatted,
        mentions: draft.mentions,
        mention_all: draft.everybody.is_some(),
        client_message_id: draft.client_message_id,
        created: now,
        updated: now,
        edited: false,
        deleted: false,
        threaded: false,
        priority: draft.priority,
        asked: draft.asked.as_ref().map(|people| people.len() as i64),
        poll: draft.poll,
        card: draft.card,
        attachments: draft.attachments,
        version: 1,
    };
    let rows: Vec<Notification> = draft
        .bell
        .iter()
        .map(|(user_id, why)| {
            bells::about(&draft.channel, &message, *user_id, bells::kind(*why), stamp.event_id)
        })
        .collect();
    let mut append = Append {
        message,
        workspace_id: draft.channel.workspace_id,
        inboxes: draft.circle.ids(),
        event_id: stamp.event_id,
        notifications: rows,
        tells: draft.tells,
        pushes: Some(JobId(platform.ids.next(now)?)),
    };
    let visible = draft.visibility == Visibility::Visible;
    let everybody = draft.everybody.unwrap_or_default();
    let asked = draft.asked.unwrap_or_default();
    platform.storage.chat.call(append.message.message_id, &everybody).await?;
    platform.storage.chat.ask(append.message.message_id, &asked).await?;
    let appended = if visible {
        platform.storage.chat.append(&append).await?
    } else {
        // A message that waits for approval notifies nobody yet.
        append.notifications.clear();
        platform.storage.chat.append_pending(&append).await?
    };
    if let Appended::Finished(first) = appended {
        append = first;
        platform.storage.chat.call(append.message.message_id, &everybody).await?;
        platform.storage.chat.ask(append.message.message_id, &asked).await?;
    } else if let Appended::Repeated(first) = appended {
        // The first attempt may have had no answer and no event. Clients that have the message ignore a second event by
        // its id.
        let unpublished = visible && platform.repair.is_uncertain();
        let event = unpublished.then(|| {
            let at = EventId(first.message_id.0);
            let event = live(&draft.channel, &first, &draft.people, at, stamp.now);
            LiveNotification::MessageCreate(event.into())
        });
        if unpublished {
            super::direct::publish(
                &platform,
                &draft.circle,
                Change::Create,
                &first,
                EventId(first.message_id.0),
            );
        }
        let events = event.into_iter().map(|event| (event, Audience::Readers)).collect();
        return Ok((repeated(&platform, first, draft.author).await?, events));
    }
    let Append { message, event_id, notifications, .. } = append;
    let (channel, people) = (&draft.channel, &draft.people);
    let (event, audience) = if visible {
        let event = live(channel, &message, people, event_id, stamp.now);
        let event = with_thread(&platform, event, message.channel_id, message.parent_id).await?;
        (LiveNotification::MessageCreate(event.into()), Audience::Readers)
    } else {
        let event = live_waiting(channel, &message, people, event_id, stamp.now);
        (event, Audience::Moderators { and: message.user_id })
    };
    reading::posted(&platform, draft.channel.workspace_id, &message);
    if !visible {
        super::moderators::waiting_changed(&platform, &draft.channel);
    }
    if visible {
        notifications::announce(&platform, &notifications);
        if draft.tells {
            let notified = notifications.iter().map(|row| row.user_id).collect();
            calls::sent(&platform, &draft.channel, &message, event_id, notified);
        }
        super::direct::publish(&platform, &draft.circle, Change::Create, &message, event_id);
    }
    Ok((view(&message, &draft.people, visible, None, Vec::new()), vec![(event, audience)]))
}

/// The same `clientMessageId` again: answers the first message as it is now.
async fn repeated(platform: &Platform, first: Message, me: UserId) -> Result<MessageView> {
    let chat = &platform.storage.chat;
    let people = people_of(platform, [&first]).await?;
    if let Some(state) = chat.state(first.channel_id, first.parent_id, first.message_id).await? {
        return view_of(platform, &state, &people, me).await;
    }
    let located = chat.locate(first.message_id).await?;
    let is_decided = located.is_some_and(|located| located.decision.is_some());
    // Rejected or withdrawn: its text is gone.
    let first = if is_decided { messages::tombstone(first.clone(), first.updated) } else { first };
    Ok(view(&first, &people, false, None, Vec::new()))
}
