//! The JSON of Microsoft Graph 1.0: `team`, `channel`, `conversationMember`, `chatMessage`.

use serde::Deserialize;
use serde_json::value::RawValue;

pub use crate::transfer::imports::lenient::{Flag, Text, list, nested};

/// An answer with a list in it.
#[derive(Debug, Deserialize)]
pub struct Answer<'a> {
    #[serde(borrow, default)]
    pub value: Vec<&'a RawValue>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Team {
    /// The id of the channel that every team has.
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
    /// `owner`, `guest`, or none.
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

/// Who wrote, reacted or is named.
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
    /// The number in the text's `<at id="…">`.
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
    /// `reference` of a file, `messageReference` of a quoted message, or a card's type.
    pub content_type: Text,
    /// Of a quoted message: JSON.
    pub content: Text,
    pub name: Text,
}

/// A message that another one quotes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Quoted {
    pub message_preview: Text,
}
