//! The JSON of a Slack export.

use serde::Deserialize;
use serde_json::value::RawValue;

pub use crate::platform::lenient::{Flag, Text, list, nested};

/// An entry of `users.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct User<'a> {
    pub id: Text,
    pub name: Text,
    pub real_name: Text,
    pub deleted: Flag,
    pub is_bot: Flag,
    /// A multi-channel guest.
    pub is_restricted: Flag,
    /// A single-channel guest.
    pub is_ultra_restricted: Flag,
    /// From another workspace, through a shared channel.
    pub is_stranger: Flag,
    #[serde(borrow)]
    pub profile: Option<&'a RawValue>,
}

/// The profile of a user, or of a message's author.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Profile {
    pub email: Text,
    pub real_name: Text,
    pub display_name: Text,
    pub first_name: Text,
    pub last_name: Text,
    /// In a bot's profile.
    pub name: Text,
    /// The id by which a bot's messages refer to it.
    pub bot_id: Text,
}

/// An entry of `channels.json` or `groups.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Channel<'a> {
    pub id: Text,
    pub name: Text,
    /// Seconds since 1970.
    pub created: Text,
    pub creator: Text,
    pub is_archived: Flag,
    pub is_general: Flag,
    #[serde(borrow)]
    pub members: Option<&'a RawValue>,
    #[serde(borrow)]
    pub topic: Option<&'a RawValue>,
    #[serde(borrow)]
    pub purpose: Option<&'a RawValue>,
}

/// A channel's topic or purpose.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Said {
    pub value: Text,
}

/// A message in a day file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Message<'a> {
    pub r#type: Text,
    pub subtype: Text,
    pub user: Text,
    pub bot_id: Text,
    pub username: Text,
    /// The emoji shown in place of a bot's picture.
    pub icon_emoji: Text,
    pub text: Text,
    pub ts: Text,
    pub thread_ts: Text,
    pub reply_count: Text,
    /// The channels in which it is pinned.
    #[serde(borrow)]
    pub pinned_to: Option<&'a RawValue>,
    #[serde(borrow)]
    pub user_profile: Option<&'a RawValue>,
    #[serde(borrow)]
    pub bot_profile: Option<&'a RawValue>,
    #[serde(borrow)]
    pub edited: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reactions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub files: Option<&'a RawValue>,
    /// A single file, in old exports.
    #[serde(borrow)]
    pub file: Option<&'a RawValue>,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub blocks: Option<&'a RawValue>,
}

/// Only a message's time.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Moment {
    pub ts: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub name: Text,
    pub users: Vec<Text>,
    pub count: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct File {
    pub name: Text,
    pub title: Text,
    /// Contains no secret token, unlike the download address.
    pub permalink: Text,
    pub url_private: Text,
}

/// An attachment: the preview of a link, or a part of a bot's message.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Attachment {
    pub pretext: Text,
    pub title: Text,
    pub text: Text,
    pub fallback: Text,
    pub title_link: Text,
    /// Set on the preview of a link in the message.
    pub from_url: Text,
    pub original_url: Text,
}
