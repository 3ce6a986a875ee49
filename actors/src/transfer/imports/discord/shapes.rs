//! DiscordChatExporter's JSON: one file per channel or thread, as written by its `JsonMessageWriter`.

use serde::Deserialize;
use serde_json::value::RawValue;

pub use crate::platform::lenient::{Flag, Text, list, nested};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Guild {
    pub id: Text,
    pub name: Text,
}

/// A channel or a thread.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Channel {
    pub id: Text,
    /// `GuildTextChat`, `GuildPublicThread`, `DirectTextChat` …
    pub r#type: Text,
    /// In a thread: the channel that it belongs to.
    pub category_id: Text,
    pub category: Text,
    pub name: Text,
    pub topic: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Message<'a> {
    pub id: Text,
    pub r#type: Text,
    pub timestamp_edited: Text,
    pub is_pinned: Flag,
    pub content: Text,
    pub author: User,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub embeds: Option<&'a RawValue>,
    #[serde(borrow)]
    pub stickers: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reactions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub mentions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reference: Option<&'a RawValue>,
    #[serde(borrow, rename = "forwardedMessage")]
    pub forwarded: Option<&'a RawValue>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct User {
    pub id: Text,
    pub name: Text,
    /// Four digits; `0000` for webhooks and for all current accounts.
    pub discriminator: Text,
    /// The name on that server.
    pub nickname: Text,
    pub is_bot: Flag,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Attachment {
    /// The original URL; in an export with media a path relative to the file.
    pub url: Text,
    pub file_name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Embed {
    pub title: Text,
    pub url: Text,
    pub description: Text,
    pub fields: Vec<Field>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Field {
    pub name: Text,
    pub value: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Sticker {
    pub name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub emoji: Emoji,
    pub count: Text,
    pub users: Vec<User>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Emoji {
    /// The emoji itself, or the name of a custom one.
    pub name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Reference {
    pub message_id: Text,
    pub channel_id: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Forwarded<'a> {
    pub content: Text,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub embeds: Option<&'a RawValue>,
}
