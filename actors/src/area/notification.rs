//! An area's kinds of notifications, and their texts.

use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
pub use storage::accounts::NotificationType;
use storage::ids::{ChannelId, MessageId, WorkspaceId};
use storage::notifications::Notification;
use utoipa::ToSchema;

use crate::Platform;
use crate::platform::error::Result;

/// An area's kinds of notifications.
pub struct Kinds {
    /// Stable names, on the wire and stored with each notification, by the type that people choose about.
    pub types: &'static [(NotificationType, &'static [&'static str])],
    /// Those that no choice silences, because an account's security hangs on them.
    pub always: &'static [&'static str],
    /// Those that are also mailed.
    pub mailed: &'static [&'static str],
    /// Those that the mail digest of missed notifications contains.
    pub missed: &'static [&'static str],
    /// The notification's current text; the string is the name of the person who caused it.
    pub say:
        for<'a> fn(&'a Platform, &'a Notification, &'a str) -> LocalBoxFuture<'a, Result<NotificationText>>,
}

impl Kinds {
    /// The type of a kind; none: it is not one of these.
    pub fn type_of(&self, kind: &str) -> Option<NotificationType> {
        self.types
            .iter()
            .find(|(_, kinds)| kinds.contains(&kind))
            .map(|(notification_type, _)| *notification_type)
    }

    /// All kinds.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.types.iter().flat_map(|(_, kinds)| kinds.iter().copied())
    }
}

/// The text of a notification for its recipient, as of now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationText {
    /// The sentence: the notification's line, the title of a push message, the subject of a mail.
    pub title: String,
    /// The first words of the subject; none if the recipient may no longer read it.
    pub preview: Option<String>,
    /// The page it links to; none: no link.
    pub path: Option<String>,
    /// A push message replaces an earlier one with the same tag, so that many of one channel become one.
    pub tag: String,
    /// Whether it may be pushed or mailed: false if it is muted, gone or no longer visible to the recipient.
    pub aloud: bool,
    /// Additional fields of notifications about messages.
    pub in_chat: InChat,
}

impl NotificationText {
    /// A sentence with a link; it may be pushed, and its path is the tag.
    pub fn of(title: String, path: String, preview: Option<String>) -> Self {
        Self { title, preview, tag: path.clone(), path: Some(path), aloud: true, in_chat: InChat::default() }
    }
}

/// What entries about messages say besides; absent in others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InChat {
    pub workspace_id: Option<WorkspaceId>,
    pub channel_id: Option<ChannelId>,
    pub channel_name: Option<String>,
    pub message_id: Option<MessageId>,
    pub parent_message_id: Option<MessageId>,
}
