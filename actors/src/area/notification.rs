//! What an area notifies people of, and what such a notification says.

use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, MessageId, WorkspaceId};
use storage::notifications::Notification;
use utoipa::ToSchema;

use crate::Platform;
use crate::platform::error::Result;

/// The kinds of entries that a feature has.
pub struct Kinds {
    /// Stable words: on the wire, and stored with each entry.
    pub names: &'static [&'static str],
    /// Those of them that are mailed as well.
    pub mailed: &'static [&'static str],
    /// Those of them that are mailed when they were missed, many in one mail.
    pub missed: &'static [&'static str],
    /// What an entry says now; the name is that of who caused it.
    pub say:
        for<'a> fn(&'a Platform, &'a Notification, &'a str) -> LocalBoxFuture<'a, Result<NotificationText>>,
}

/// What an entry says to its person, as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationText {
    /// The sentence: the bell's line, the title of a push message, the subject of a mail.
    pub title: String,
    /// The first words of what it is about; none where the person may not read it any more.
    pub preview: Option<String>,
    /// Where it leads, on this site; none: nowhere.
    pub path: Option<String>,
    /// Push messages of the same tag take each other's place: many of a channel are one.
    pub tag: String,
    /// Whether it may leave the page, by push or mail: what is muted, gone or closed to the person may not.
    pub aloud: bool,
    /// What entries about messages say besides.
    pub in_chat: InChat,
}

impl NotificationText {
    /// A sentence that leads somewhere; it may be told aloud, and others of the same path take its place in push messages.
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
