//! Everything held about oneself, as a zip of JSON files. Contract §2.
//!
//! Of messages there is no list by author: the channels of one's organisations are gone through, so a copy takes a while
//! and may be asked for three times an hour.

use std::io::{Cursor, Write as _};

use serde::Serialize;
use serde_json::{Value, json};
use storage::chat::{Message, Page, Reaction};
use storage::ids::{ChannelId, MessageId};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::view::{SessionView, UserView};
use super::{Who, me};
use crate::Platform;
use crate::entities::memberships;
use crate::error::{Refusal, Result};
use crate::time::Moment;

/// Notifications, guides and replies read at once.
const MANY: usize = 10_000;
const PAGE: usize = 500;

/// A file of the copy.
struct File {
    name: &'static str,
    content: Value,
}

fn file(name: &'static str, content: impl Serialize) -> Result<File> {
    let content = serde_json::to_value(content).map_err(|_| Refusal::internal())?;
    Ok(File { name, content })
}

/// The zip. 429 when it was asked for three times within the hour.
pub async fn export(platform: &Platform, who: &Who) -> Result<Vec<u8>> {
    platform.limits.export(platform.bus.as_ref(), who.user_id).await?;
    let user = me(platform, who).await?;
    let sessions = platform.storage.accounts.sessions(who.user_id).await?;
    let sessions: Vec<SessionView> =
        sessions.iter().map(|session| SessionView::new(session, who.session_id)).collect();
    let mut written = written(platform, who).await?;
    for message in super::traces::waiting(platform, who.user_id).await? {
        written.messages.extend(own(who, &message, true));
    }
    let files = vec![
        file("account.json", UserView::from(&user))?,
        file("sessions.json", sessions)?,
        file("organisations.json", memberships(platform, who).await?)?,
        file("applications.json", applications(platform, who).await?)?,
        file("invitations.json", crate::entities::invitations(platform, who).await?)?,
        file("notifications.json", notifications(platform, who).await?)?,
        file("push.json", crate::push::held(platform, who).await?)?,
        file("guides.json", crate::guides::statuses(platform, who).await?)?,
        file("messages.json", written.messages)?,
        file("reactions.json", written.reactions)?,
    ];
    let packed = tokio::task::spawn_blocking(move || pack(&files)).await;
    packed.ok().and_then(Result::ok).ok_or_else(Refusal::internal)
}

async fn applications(platform: &Platform, who: &Who) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for entity_id in platform.storage.entities.applied_to(who.user_id).await? {
        if let Some(one) = platform.storage.entities.application(entity_id, who.user_id).await? {
            all.push(json!({
                "idEntity": entity_id, "state": one.state, "message": one.message, "created": Moment(one.created),
                "decided": one.decided.map(Moment),
            }));
        }
    }
    Ok(all)
}

async fn notifications(platform: &Platform, who: &Who) -> Result<Vec<Value>> {
    let all = platform.storage.notifications.list(who.user_id, None, MANY).await?;
    let one = |one: &storage::notifications::Notification| {
        json!({
            "id": one.notification_id, "type": one.kind, "read": one.read, "created": Moment(one.created),
            "idEntity": one.entity_id, "channelId": one.channel_id, "messageId": one.message_id,
        })
    };
    Ok(all.iter().map(one).collect())
}

/// What somebody left in channels.
#[derive(Default)]
struct Written {
    messages: Vec<Value>,
    reactions: Vec<Value>,
}

/// What I have written in the channels of the organisations I am related to.
async fn written(platform: &Platform, who: &Who) -> Result<Written> {
    let mut mine = Written::default();
    for relation in platform.storage.entities.relations_of(who.user_id).await? {
        for workspace in platform.storage.chat.workspaces_of(relation.entity_id).await? {
            for channel in platform.storage.chat.channels_of(workspace.workspace_id).await? {
                of_channel(platform, who, channel.channel_id, &mut mine).await?;
            }
        }
    }
    Ok(mine)
}

async fn of_channel(platform: &Platform, who: &Who, channel: ChannelId, mine: &mut Written) -> Result<()> {
    let mut page = Page::Newest { offset: 0 };
    loop {
        let found = platform.storage.chat.page(channel, page, PAGE).await?;
        let mut seen: Vec<MessageId> = Vec::new();
        for message in &found.messages {
            mine.messages.extend(own(who, message, false));
            seen.push(message.message_id);
            if message.threaded {
                let (replies, _) = platform.storage.chat.thread(message.message_id, None, MANY).await?;
                mine.messages.extend(replies.iter().filter_map(|reply| own(who, reply, false)));
                seen.extend(replies.iter().map(|reply| reply.message_id));
            }
        }
        for reaction in platform.storage.chat.reactions(channel, &seen).await?.into_values().flatten() {
            mine.reactions.extend(own_reaction(who, &reaction));
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
            "content": message.content, "created": Moment(message.created), "edited": message.edited, "waiting": waiting,
        })
    })
}

fn own_reaction(who: &Who, reaction: &Reaction) -> Option<Value> {
    (reaction.user_id == who.user_id).then(|| {
        json!({ "messageId": reaction.message_id, "emoji": reaction.emoji, "created": Moment(reaction.created) })
    })
}

fn pack(files: &[File]) -> std::io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        zip.start_file(file.name, SimpleFileOptions::default())?;
        zip.write_all(&serde_json::to_vec_pretty(&file.content)?)?;
    }
    Ok(zip.finish()?.into_inner())
}
