//! Chat's part of a person's data export: what they wrote in the channels of their organisations and in their
//! conversations.

use serde_json::{Value, json};
use storage::chat::{Message, Page, Reaction, SAVED_MAX};
use storage::ids::{ChannelId, MessageId};

use super::everyday::DraftView;
use super::privacy;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::archive::{Archive, Gathered};
use crate::platform::error::Result;
use crate::platform::time::Moment;

/// Replies per read.
const MANY: usize = 10_000;
const PAGE: usize = 500;

/// Messages, including those that wait for a moderator, reactions, acknowledgements and votes.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    let mut beside = Beside::default();
    archive.list("messages.json").await?;
    for channel in privacy::channels(platform, who.user_id).await? {
        of_channel(platform, who, channel, archive, &mut beside).await?;
    }
    for message in privacy::waiting(platform, who.user_id).await? {
        write(archive, own(who, &message, true)).await?;
    }
    archive.end_list().await?;
    archive.gathered("reactions.json", &beside.reactions).await?;
    archive.gathered("acks.json", &beside.acks).await?;
    archive.gathered("votes.json", &beside.votes).await?;
    archive.json("chat.json", &own_things(platform, who).await?).await
}

/// My saved messages, drafts and other personal data.
async fn own_things(platform: &Platform, who: &Who) -> Result<Value> {
    let chat = &platform.storage.chat;
    let (saved, _) = chat.all_saved(who.user_id, None, SAVED_MAX).await?;
    let saved = saved.iter().map(|one| {
        json!({
            "messageId": one.message_id, "saved": Moment(one.saved), "remindAt": one.remind_at.map(Moment),
        })
    });
    let drafts = chat.drafts(who.user_id).await?.into_iter().map(DraftView::from);
    Ok(json!({
        "saved": saved.collect::<Vec<_>>(),
        "drafts": drafts.collect::<Vec<_>>(),
        "scheduled": super::scheduled(platform, who).await?,
        "sidebar": super::sidebar(platform, who).await?,
    }))
}

/// What a person left in channels besides messages.
#[derive(Default)]
struct Beside {
    reactions: Gathered,
    acks: Gathered,
    votes: Gathered,
}

async fn write(archive: &mut Archive, item: Option<Value>) -> Result<()> {
    match item {
        Some(item) => archive.item(&item).await,
        None => Ok(()),
    }
}

/// My messages in a channel; everything else of mine there goes to `beside`.
async fn of_channel(
    platform: &Platform,
    who: &Who,
    channel: ChannelId,
    archive: &mut Archive,
    beside: &mut Beside,
) -> Result<()> {
    let mut page = Page::Newest { offset: 0 };
    loop {
        let found = platform.storage.chat.page(channel, page, PAGE).await?;
        let mut seen: Vec<MessageId> = Vec::new();
        let polls = found.messages.iter().filter(|one| one.poll.is_some());
        let mut polls: Vec<MessageId> = polls.map(|one| one.message_id).collect();
        for message in &found.messages {
            write(archive, own(who, message, false)).await?;
            seen.push(message.message_id);
            if message.threaded {
                let (replies, _) = platform.storage.chat.thread(message.message_id, None, MANY).await?;
                for reply in &replies {
                    write(archive, own(who, reply, false)).await?;
                }
                polls.extend(replies.iter().filter(|one| one.poll.is_some()).map(|one| one.message_id));
                seen.extend(replies.iter().map(|reply| reply.message_id));
            }
        }
        for reaction in platform.storage.chat.reactions(channel, &seen).await?.into_values().flatten() {
            if let Some(reaction) = own_reaction(who, &reaction) {
                beside.reactions.add(&reaction)?;
            }
        }
        let asking: Vec<MessageId> =
            found.messages.iter().filter(|one| one.asked.is_some()).map(|one| one.message_id).collect();
        for (id, at) in platform.storage.chat.acked_by(who.user_id, &asking).await? {
            beside.acks.add(&json!({ "messageId": id, "confirmed": Moment(at) }))?;
        }
        for vote in platform.storage.chat.votes_by(who.user_id, &polls).await?.values() {
            let (id, options) = (vote.message_id, &vote.chosen);
            beside.votes.add(&json!({ "messageId": id, "options": options, "voted": Moment(vote.voted) }))?;
        }
        match found.messages.first() {
            Some(oldest) if found.has_older => page = Page::Before(oldest.message_id),
            _ => return Ok(()),
        }
    }
}

/// `waiting`: for a moderator.
fn own(who: &Who, message: &Message, waiting: bool) -> Option<Value> {
    (message.user_id == who.user_id && !message.deleted).then(|| {
        json!({
            "id": message.message_id, "channelId": message.channel_id, "parentMessageId": message.parent_id,
            "content": message.content, "files": files_of(message), "created": Moment(message.created), "edited": message.edited, "waiting": waiting,
            "card": message.card,
        })
    })
}

fn own_reaction(who: &Who, reaction: &Reaction) -> Option<Value> {
    (reaction.user_id == who.user_id).then(|| {
        json!({ "messageId": reaction.message_id, "emoji": reaction.emoji, "created": Moment(reaction.created) })
    })
}

/// The files of a message, by their ids in `files.json`.
fn files_of(message: &Message) -> Vec<Value> {
    message.attachments.iter().map(|file| json!({ "id": file.id, "name": file.name })).collect()
}
