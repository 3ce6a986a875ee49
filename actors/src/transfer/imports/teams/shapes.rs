//! The JSON of Microsoft Graph 1.0: `team`, `channel`, `conversationMember`, `chatMessage`.

use serde::Deserialize;
use serde_json::value::RawValue;

pub use crate::platform::lenient::{Flag, Text, list, nested};

/// A response with a list.
#[derive(Debug, Deserialize)]
pub struct Answer<'a> {
    #[serde(borrow, default)]
    pub value: Vec<&'a RawValue>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Team {
    /// The id of the team's default channel.
    pub internal_id: Text,
    pub is_archived: Flag,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Channel {
    pub id: Text,
    pub display_name: Text,
    pub description: Text,
    #[serde(rename = "createdDateTime")]
    pub created: Text,
    /// `standard`, `private`, `shared` …
    pub membership_type: Text,
    pub is_archived: Flag,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Member {
    pub user_id: Text,
    pub display_name: Text,
    pub email: Text,
    /// `owner`, `guest`, or empty.
    pub roles: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Message<'a> {
    pub id: Text,
    pub reply_to_id: Text,
    #[serde(rename = "messageType")]
    pub kind: Text,
    pub created_date_time: Text,
    pub last_edited_date_time: Text,
    pub deleted_date_time: Text,
    pub subject: Text,
    /// `normal`, `high`, `urgent`.
    pub importance: Text,
    #[serde(borrow)]
    pub from: Option<&'a RawValue>,
    #[serde(borrow)]
    pub body: Option<&'a RawValue>,
    #[serde(borrow)]
    pub attachments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub mentions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub reactions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub replies: Option<&'a RawValue>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Body {
    /// `text` or `html`.
    pub content_type: Text,
    pub content: Text,
}

/// The author of a message or reaction, or the target of a mention.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct From {
    pub user: Option<Identity>,
    pub application: Option<Identity>,
    /// A channel or a team.
    pub conversation: Option<Identity>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Identity {
    pub id: Text,
    pub display_name: Text,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Mention {
    /// The `id` of the text's `<at id="…">` element.
    pub id: Text,
    pub mentioned: Option<From>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Reaction {
    #[serde(rename = "reactionType")]
    pub kind: Text,
    pub created_date_time: Text,
    pub user: Option<From>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Attachment {
    /// `reference` for a file, `messageReference` for a quoted message, or the type of a card.
    pub content_type: Text,
    /// For a quoted message: JSON.
    pub content: Text,
    pub name: Text,
}

/// A message that another one quotes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Quoted {
    pub message_preview: Text,
}
