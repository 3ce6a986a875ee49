//! What somebody wrote, for the copy of their data: the channels of their organisations and their conversations are gone
//! through.

use serde_json::{Value, json};
use storage::chat::{Message, Page, Reaction, SAVED_MAX};
use storage::ids::{ChannelId, MessageId};

use super::everyday::DraftView;
use super::traces;
use crate::Platform;
use crate::accounts::Who;
use crate::error::Result;
use crate::features::{File, file};
use crate::time::Moment;

/// Replies read at once.
const MANY: usize = 10_000;
const PAGE: usize = 500;

/// Messages, those that wait for a moderator among them, reactions, confirmations and votes.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let mut written = written(platform, who).await?;
    for message in traces::waiting(platform, who.user_id).await? {
        written.messages.extend(own(who, &message, true));
    }
    Ok(vec![
        file("messages.json", written.messages)?,
        file("reactions.json", written.reactions)?,
        file("acks.json", written.acks)?,
        file("votes.json", written.votes)?,
        file("chat.json", own_things(platform, who).await?)?,
    ])
}

/// What I keep for myself.
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

/// What somebody left in channels.
#[derive(Default)]
struct Written {
    messages: Vec<Value>,
    reactions: Vec<Value>,
    acks: Vec<Value>,
    votes: Vec<Value>,
}

/// What I have written in the channels of the organisations I am related to, and in conversations.
async fn written(platform: &Platform, who: &Who) -> Result<Written> {
    let mut mine = Written::default();
    for channel in traces::channels(platform, who.user_id).await? {
        of_channel(platform, who, channel, &mut mine).await?;
    }
    Ok(mine)
}

async fn of_channel(platform: &Platform, who: &Who, channel: ChannelId, mine: &mut Written) -> Result<()> {
    let mut page = Page::Newest { offset: 0 };
    loop {
        let found = platform.storage.chat.page(channel, page, PAGE).await?;
        let mut seen: Vec<MessageId> = Vec::new();
        let polls = found.messages.iter().filter(|one| one.poll.is_some());
        let mut polls: Vec<MessageId> = polls.map(|one| one.message_id).collect();
        for message in &found.messages {
            mine.messages.extend(own(who, message, false));
            seen.push(message.message_id);
            if message.threaded {
                let (replies, _) = platform.storage.chat.thread(message.message_id, None, MANY).await?;
                mine.messages.extend(replies.iter().filter_map(|reply| own(who, reply, false)));
                polls.extend(replies.iter().filter(|one| one.poll.is_some()).map(|one| one.message_id));
                seen.extend(replies.iter().map(|reply| reply.message_id));
            }
        }
        for reaction in platform.storage.chat.reactions(channel, &seen).await?.into_values().flatten() {
            mine.reactions.extend(own_reaction(who, &reaction));
        }
        let asking: Vec<MessageId> =
            found.messages.iter().filter(|one| one.asked.is_some()).map(|one| one.message_id).collect();
        let acks = platform.storage.chat.acked_by(who.user_id, &asking).await?;
        mine.acks.extend(acks.iter().map(|(id, at)| json!({ "messageId": id, "confirmed": Moment(*at) })));
        let votes = platform.storage.chat.votes_by(who.user_id, &polls).await?;
        mine.votes.extend(votes.values().map(
            |vote| json!({ "messageId": vote.message_id, "options": vote.chosen, "voted": Moment(vote.voted) }),
        ));
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
            "content": message.content, "created": Moment(message.created), "edited": message.edited, "waiting": waiting,
            "card": message.card,
        })
    })
}

fn own_reaction(who: &Who, reaction: &Reaction) -> Option<Value> {
    (reaction.user_id == who.user_id).then(|| {
        json!({ "messageId": reaction.message_id, "emoji": reaction.emoji, "created": Moment(reaction.created) })
    })
}
