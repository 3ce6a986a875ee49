//! What clients send to channels: messages and typing indicators.

use futures_util::FutureExt;
use serde::Deserialize;
use storage::ids::ChannelId;

use crate::chat::view::NewMessage;
use crate::live::room::{Answer, Command, read_body};
use crate::platform::error::Result;

/// `/app/chat/channel/{id}`: the same as the POST.
pub const SEND: Command = Command {
    place: "/app/chat/channel/{id}",
    run: |platform, who, id, body| {
        async move {
            let message: NewMessage = match read_body(&body) {
                Ok(message) => message,
                Err(refusal) => return Answer { client_message_id: None, result: Err(refusal) },
            };
            let client_message_id = message.client_message_id.clone();
            let sent = crate::chat::send(&platform, &who, ChannelId(id), message).await;
            let result = sent.map(|message| serde_json::to_value(message).ok());
            Answer { client_message_id, result }
        }
        .boxed_local()
    },
};

/// `/app/typing`
pub const TYPING: Command = Command {
    place: "/app/typing",
    run: |platform, who, _, body| {
        async move {
            let typing = async || -> Result<Option<serde_json::Value>> {
                let TypingBody { channel_id, is_typing } = read_body(&body)?;
                crate::chat::typing(platform, who, channel_id, is_typing).await?;
                Ok(None)
            };
            Answer { client_message_id: None, result: typing().await }
        }
        .boxed_local()
    },
};

/// A typing indicator as clients send it; `type` and `timestamp` are not used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TypingBody {
    channel_id: ChannelId,
    is_typing: bool,
}
