//! The JSON of Mattermost's bulk format: one object per line, as in its documentation ('Bulk loading data') and import
//! types.

use serde::Deserialize;
use serde_json::value::RawValue;

pub use crate::platform::lenient::{Flag, Text, list, nested};

/// A line.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Line<'a> {
    pub r#type: Text,
    pub version: Text,
    #[serde(borrow)]
    pub info: Option<&'a RawValue>,
    #[serde(borrow)]
    pub team: Option<&'a RawValue>,
    #[serde(borrow)]
    pub channel: Option<&'a RawValue>,
    #[serde(borrow)]
    pub user: Option<&'a RawValue>,
    #[serde(borrow)]
    pub bot: Option<&'a RawValue>,
    #[serde(borrow)]
    pub post: Option<&'a RawValue>,
    #[serde(borrow)]
    pub direct_channel: Option<&'a RawValue>,
    #[serde(borrow)]
    pub direct_post: Option<&'a RawValue>,
}

/// The program that wrote the file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Info {
    pub generator: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Team {
    pub name: Text,
    pub display_name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Channel {
    pub team: Text,
    pub name: Text,
    pub display_name: Text,
    /// `O` is open, `P` private.
    pub r#type: Text,
    pub header: Text,
    pub purpose: Text,
    /// When it was archived, epoch milliseconds.
    pub deleted_at: Text,
    pub kalender: OurChannel,
}

/// The additional fields of a channel in an export of this platform.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OurChannel {
    pub name: Text,
    pub created: Text,
    pub creator: Text,
    pub general: Flag,
    pub archived: Flag,
    pub read_only: Flag,
    pub allow_followers: Flag,
    pub visible_to_guests: Flag,
    pub require_moderation: Flag,
    pub auto_approve_members: Flag,
    pub relation_types: Vec<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct User<'a> {
    pub username: Text,
    pub email: Text,
    pub nickname: Text,
    pub first_name: Text,
    pub last_name: Text,
    pub roles: Text,
    /// Epoch milliseconds.
    pub delete_at: Text,
    #[serde(borrow)]
    pub profile_image: Option<&'a RawValue>,
    #[serde(borrow)]
    pub teams: Option<&'a RawValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Membership<'a> {
    pub name: Text,
    pub roles: Text,
    #[serde(borrow)]
    pub channels: Option<&'a RawValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct InChannel {
    pub name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Bot {
    pub username: Text,
    pub display_name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DirectChannel<'a> {
    #[serde(borrow)]
    pub members: Option<&'a RawValue>,
    /// In newer exports, in addition to the members.
    #[serde(borrow)]
    pub participants: Option<&'a RawValue>,
    pub header: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Participant {
    pub username: Text,
}

/// A post, a reply, or a direct post.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Post<'a> {
    pub team: Text,
    pub channel: Text,
    /// In direct posts.
    #[serde(borrow)]
    pub channel_members: Option<&'a RawValue>,
    pub user: Text,
    pub r#type: Text,
    pub message: Text,
    #[serde(borrow)]
    pub props: Option<&'a RawValue>,
    pub create_at: Text,
    pub edit_at: Text,
    pub is_pinned: Flag,
    #[serde(borrow)]
    pub flagged_by: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reactions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub replies: Option<&'a RawValue>,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
}

/// The channel and time of a post.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Placed<'a> {
    pub team: Text,
    pub channel: Text,
    #[serde(borrow)]
    pub channel_members: Option<&'a RawValue>,
    pub create_at: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Props<'a> {
    /// `true`, as a string.
    pub from_webhook: Text,
    pub override_username: Text,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    pub kalender: OurPost,
}

/// The additional fields of a post in an export of this platform.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OurPost {
    pub mentions: Vec<Text>,
    pub mention_all: Flag,
    pub deleted: Flag,
    pub important: Flag,
    pub pinned: OurPin,
    /// A repeated post with further replies.
    pub continued: Flag,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OurPin {
    pub by: Text,
    pub at: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub user: Text,
    pub emoji_name: Text,
    pub create_at: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Attachment {
    pub path: Text,
    /// In exports of this platform: the sender's file name.
    pub name: Text,
}

/// An attachment's text below a message, as in Slack.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Said {
    pub pretext: Text,
    pub title: Text,
    pub title_link: Text,
    pub text: Text,
    pub fallback: Text,
}

/// A number; 0 if there is none.
pub fn number(text: &Text) -> i64 {
    text.0.parse().unwrap_or_default()
}
