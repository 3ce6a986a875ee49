//! A person's conversations in their data export: with whom, and all messages, their own and the others'. They received
//! them and can read them; of the others only names are included, not their files' bytes or anything else.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};
use storage::accounts::User;
use storage::chat::{Channel, Message, Page};
use storage::ids::{ChannelId, MessageId, UserId};

use crate::Platform;
use crate::accounts::Who;
use crate::platform::archive::Archive;
use crate::platform::error::Result;
use crate::platform::people::is_bot;
use crate::platform::time::Moment;

/// Messages and replies per read.
const PAGE: usize = 500;
/// Conversations per read.
const MANY: usize = 100;

type Names = HashMap<UserId, Arc<User>>;

pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    let ids = platform.storage.messages.all(who.user_id).await?;
    archive.list("conversations.json").await?;
    for some in ids.chunks(MANY) {
        for channel in platform.storage.chat.channels(some).await? {
            let names = platform.people.all(channel.people()).await?;
            archive.item(&listed(&channel, &names)).await?;
        }
    }
    archive.end_list().await?;
    for id in ids {
        archive.list(&format!("conversations/{id}.json")).await?;
        write_messages(platform, who, id, archive).await?;
        archive.end_list().await?;
    }
    Ok(())
}

fn listed(channel: &Channel, names: &Names) -> Value {
    let person = |id: UserId| {
        let user = names.get(&id);
        json!({ "userId": id, "displayName": user.map(|user| &user.display_name), "isBot": user.is_some_and(|user| is_bot(user)) })
    };
    json!({
        "channelId": channel.channel_id, "people": channel.people().into_iter().map(person).collect::<Vec<_>>(),
        "openedBy": channel.created_by, "created": Moment(channel.created),
    })
}

/// The messages, oldest first, each followed by its replies.
async fn write_messages(platform: &Platform, who: &Who, id: ChannelId, archive: &mut Archive) -> Result<()> {
    let chat = &platform.storage.chat;
    let mut after = MessageId(0);
    loop {
        let page = chat.page(id, Page::After(after), PAGE).await?;
        let names = authors(platform, &page.messages).await?;
        for message in &page.messages {
            after = message.message_id;
            say(who, message, &names, archive).await?;
            let mut reply = None;
            let mut has_more = message.threaded;
            while has_more {
                let (replies, more) = chat.thread(message.message_id, reply, PAGE).await?;
                let names = authors(platform, &replies).await?;
                for one in &replies {
                    say(who, one, &names, archive).await?;
                }
                reply = replies.last().map(|one| one.message_id);
                has_more = more && reply.is_some();
            }
        }
        if !page.has_newer || page.messages.is_empty() {
            return Ok(());
        }
    }
}

async fn authors(platform: &Platform, messages: &[Message]) -> Result<Names> {
    platform.people.all(messages.iter().map(|message| message.user_id)).await
}

/// One message; deleted ones are left out.
async fn say(who: &Who, message: &Message, names: &Names, archive: &mut Archive) -> Result<()> {
    if message.deleted {
        return Ok(());
    }
    let author = names.get(&message.user_id);
    let content = message.formatted.as_ref().unwrap_or(&message.content);
    let files: Vec<&str> = message.attachments.iter().map(|file| file.name.as_str()).collect();
    archive
        .item(&json!({
            "id": message.message_id, "parentMessageId": message.parent_id, "mine": message.user_id == who.user_id,
            "author": author.map(|user| &user.display_name), "isBot": author.is_some_and(|user| is_bot(user)),
            "content": content, "files": files, "created": Moment(message.created), "edited": message.edited,
        }))
        .await
}
