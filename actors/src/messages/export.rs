//! With whom somebody has conversations, for the copy of their data. What they wrote there is with their other messages.

use serde_json::json;

use crate::Platform;
use crate::accounts::Who;
use crate::error::Result;
use crate::features::{File, file};
use crate::time::Moment;

pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let ids = platform.storage.messages.all(who.user_id).await?;
    let all = platform.storage.chat.channels(&ids).await?;
    let one = |channel: &storage::chat::Channel| {
        json!({
            "channelId": channel.channel_id, "people": channel.people(), "openedBy": channel.created_by,
            "created": Moment(channel.created),
        })
    };
    Ok(vec![file("conversations.json", all.iter().map(one).collect::<Vec<_>>())?])
}
