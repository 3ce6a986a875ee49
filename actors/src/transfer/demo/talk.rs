//! Writes the talks: old ones as history, those of the last days as if they had just been sent.

use std::collections::{HashMap, HashSet};

use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::chat::{Append, Channel, Message, Reaction};
use storage::ids::{EventId, Ids, MessageId, UserId};
use storage::imports::HistoryItem;
use storage::notifications::Notification;

use super::dice::Dice;
use super::organisation::Known;
use super::plan::{self, Planned, Speaker};
use super::script::{Script, When};
use crate::Platform;
use crate::chat::bells::{MENTION, about};
use crate::chat::mentions;
use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::platform::error::Result;

/// Messages younger than this (ms) get events, mentions and notifications.
const FRESH: i64 = 36 * 3_600_000;
/// Messages in one write of history.
const BATCH: usize = 400;
/// Read marks written concurrently.
const MARKS: usize = 32;
pub use crate::area::demo::NODE;
/// The person with this address has unread messages.
const BEHIND: &str = "anna@";

/// A channel with its messages.
struct Held<'a> {
    channel: &'a Channel,
    readers: Vec<Speaker>,
    messages: Vec<(Planned, Message)>,
}

/// Writes all talks of an organisation; answers how many messages were created.
pub async fn hold(
    platform: &Platform,
    script: &Script,
    people: &[Known],
    channels: &[Channel],
    now: i64,
) -> Result<usize> {
    let mut ids = HashSet::new();
    let mut held = Vec::with_capacity(channels.len());
    for (scene, channel) in script.channels.iter().zip(channels) {
        let members = platform.storage.chat.members(channel.channel_id).await?;
        let row = |user_id| OwnRow::from(members.iter().find(|member| member.user_id == user_id));
        let may = |person: &&Known, post: bool| {
            let access = ChannelAccess::from(channel);
            let role = rules::channel_role(&access, row(person.user.user_id), Some(person.relation));
            // A channel that is archived now was open when the messages were written.
            let open = Channel { archived: false, ..channel.clone() };
            role.is_some_and(|role| !post || rules::post(&open, role).is_ok())
        };
        let able = |post| people.iter().filter(move |person| may(person, post)).map(speaker).collect();
        let (writers, readers): (Vec<Speaker>, Vec<Speaker>) = (able(true), able(false));
        let planned = plan::channel(script, scene, &writers, now);
        let messages = messages(channel, &readers, planned, &mut ids);
        held.push(Held { channel, readers, messages });
    }
    for channel in &held {
        history(platform, channel, now).await?;
    }
    for channel in &held {
        fresh(platform, channel, now).await?;
    }
    read(platform, script, people, &held).await?;
    Ok(held.iter().map(|channel| channel.messages.len()).sum())
}

fn speaker(person: &Known) -> Speaker {
    Speaker {
        user_id: person.user.user_id,
        user_name: person.user.user_name.clone(),
        first: person.user.first_name.clone(),
        relation: person.relation,
    }
}

fn messages(
    channel: &Channel,
    readers: &[Speaker],
    planned: Vec<Planned>,
    ids: &mut HashSet<i64>,
) -> Vec<(Planned, Message)> {
    let known: HashMap<String, UserId> =
        readers.iter().map(|reader| (reader.user_name.clone(), reader.user_id)).collect();
    let mut made: Vec<(Planned, Message)> = Vec::with_capacity(planned.len());
    for (n, planned) in planned.into_iter().enumerate() {
        let mut at = planned.at;
        // At most one message per millisecond, over all channels.
        while !ids.insert(at) {
            at += 1;
        }
        let (content, mentioned) = mentions::resolve(&planned.text, &known);
        let is_called = mentions::calls_everybody(&planned.text) && channel.read_only;
        let parent_id =
            planned.parent.and_then(|parent| made.get(parent)).map(|(_, parent)| parent.message_id);
        let deleted = planned.deleted;
        let message = Message {
            message_id: MessageId(Ids::first_at(at) | NODE),
            channel_id: channel.channel_id,
            user_id: planned.author,
            parent_id,
            formatted: (content != planned.text && !deleted).then(|| planned.text.clone()),
            content: if deleted { rules::TOMBSTONE.to_owned() } else { content },
            mentions: if deleted { Vec::new() } else { mentioned },
            mention_all: is_called && !deleted,
            client_message_id: Some(format!("demo-{}-{n}", channel.channel_id)),
            created: at,
            updated: if planned.edited || deleted { at + 95_000 } else { at },
            edited: planned.edited && !deleted,
            deleted,
            threaded: false,
            priority: storage::chat::Priority::Normal,
            asked: None,
            poll: None,
            card: None,
            attachments: Vec::new(),
            version: 1,
        };
        made.push((planned, message));
    }
    made
}

fn reactions(planned: &Planned, message: &Message) -> Vec<Reaction> {
    let given = planned.reactions.iter().enumerate();
    given
        .map(|(n, (emoji, user_id))| Reaction {
            message_id: message.message_id,
            emoji: emoji.clone(),
            user_id: *user_id,
            created: message.created + 20_000 * (n as i64 + 1),
        })
        .collect()
}

fn is_old(message: &Message, now: i64) -> bool {
    message.created < now - FRESH
}

async fn history(platform: &Platform, held: &Held<'_>, now: i64) -> Result<()> {
    let items: Vec<HistoryItem> = held
        .messages
        .iter()
        .filter(|(_, message)| is_old(message, now))
        .map(|(planned, message)| HistoryItem {
            message: message.clone(),
            workspace_id: held.channel.workspace_id,
            reactions: reactions(planned, message),
            pin: None,
        })
        .collect();
    for batch in items.chunks(BATCH) {
        // An import uses the id already: the message is left out.
        let taken = platform.storage.imports.append_history(batch).await?;
        if !taken.is_empty() {
            tracing::warn!(messages = taken.len(), "left out of the demo: their ids are taken");
        }
    }
    Ok(())
}

async fn fresh(platform: &Platform, held: &Held<'_>, now: i64) -> Result<()> {
    let chat = &platform.storage.chat;
    for (planned, message) in held.messages.iter().filter(|(_, message)| !is_old(message, now)) {
        let mut append = Append {
            message: message.clone(),
            workspace_id: held.channel.workspace_id,
            inboxes: Vec::new(),
            event_id: EventId(message.message_id.0),
            notifications: Vec::new(),
            tells: false,
            pushes: None,
        };
        if planned.when == When::Pending {
            chat.append_pending(&append).await?;
            continue;
        }
        let called: Vec<UserId> = if message.mention_all {
            held.readers.iter().map(|one| one.user_id).filter(|id| *id != message.user_id).collect()
        } else {
            Vec::new()
        };
        chat.call(message.message_id, &called).await?;
        append.notifications = bells(held.channel, message, &called);
        chat.append(&append).await?;
        for reaction in reactions(planned, message) {
            chat.react(&reaction, true, EventId(platform.ids.along(crate::platform::time::now()))).await?;
        }
    }
    Ok(())
}

fn bells(channel: &Channel, message: &Message, everybody: &[UserId]) -> Vec<Notification> {
    let named = message.mentions.iter().filter(|user_id| **user_id != message.user_id);
    let called = named.chain(everybody.iter().filter(|user_id| !message.mentions.contains(user_id)));
    let since = EventId(message.message_id.0);
    called.map(|user_id| about(channel, message, *user_id, MENTION, since)).collect()
}

/// Read marks: most people have read most messages; one person has the last hours unread.
async fn read(platform: &Platform, script: &Script, people: &[Known], held: &[Held<'_>]) -> Result<()> {
    let mut marks = Vec::new();
    for channel in held {
        let mut dice = Dice::new(&format!("read {}/{}", script.slug, channel.channel.name));
        let seen = channel
            .messages
            .iter()
            .filter(|(planned, message)| message.parent_id.is_none() && planned.when != When::Pending);
        let order: Vec<(When, &Message)> = seen.map(|(planned, message)| (planned.when, message)).collect();
        for reader in &channel.readers {
            let person = people.iter().find(|person| person.user.user_id == reader.user_id);
            let is_behind = person
                .and_then(|person| person.user.email.as_deref())
                .is_some_and(|email| email.starts_with(BEHIND));
            let last = if is_behind {
                order.iter().rfind(|(when, _)| *when == When::Often)
            } else if dice.chance(65) {
                order.last()
            } else {
                order.len().checked_sub(1 + dice.below(25)).and_then(|n| order.get(n))
            };
            // An author has read everything before their own message.
            let written = order.iter().rfind(|(_, message)| message.user_id == reader.user_id);
            let last = last.into_iter().chain(written).max_by_key(|(_, message)| message.message_id);
            if let Some((_, message)) = last {
                marks.push((reader.user_id, channel.channel, *message));
            }
        }
    }
    stream::iter(marks)
        .map(|(user_id, channel, message)| async move {
            let (workspace, at) = (channel.workspace_id, message.created + 60_000);
            let chat = &platform.storage.chat;
            chat.mark_read(user_id, workspace, channel.channel_id, message.message_id, at).await?;
            let (channel_id, up_to) = (channel.channel_id, message.message_id);
            crate::chat::bells::read(platform, user_id, channel_id, None, up_to).await
        })
        .buffer_unordered(MARKS)
        .try_for_each(|()| async { Ok(()) })
        .await?;
    Ok(())
}
