//! Whether a notification is still to be pushed, by the current store and presence.

use std::collections::HashSet;

use serde::Serialize;
use storage::accounts::NotificationChannel;
use storage::ids::{UserId, WorkspaceId};
use storage::notifications::Notification;
use storage::push::PushSubscription;

use crate::Platform;
use crate::chat::live::workspace::{WhereIs, Whereabouts, with_presence};
use crate::chat::workspaces_present_in;
use crate::notifications::judging::{judged, quiet_now, why};
use crate::notifications::rules::Delivery;
use crate::notifications::text_of;
use crate::platform::error::Result;
use crate::platform::people::is_bot;

/// A person's presence on any node, as far as it is known.
///
/// Presence covers members of workspaces. For others (followers, guests) only connections to this node are known; with
/// a connection to another node they receive the push message although their page shows the notification.
pub async fn whereabouts(platform: &Platform, row: &Notification) -> Result<Whereabouts> {
    let user_id = row.user_id;
    if platform.connections.is_looking(user_id) {
        return Ok(Whereabouts::Connected);
    }
    let is_here = platform.connections.count(user_id) > 0;
    let here = if is_here { Whereabouts::Hidden } else { Whereabouts::Away };
    let Some(workspace) = workspace_of(platform, user_id).await? else { return Ok(here) };
    match with_presence(platform, workspace) {
        Some(live) => Ok(live.send(WhereIs(user_id)).await?),
        None => Ok(here),
    }
}

/// A workspace whose presence covers the person: a connection is present in all of its person's workspaces.
async fn workspace_of(platform: &Platform, user_id: UserId) -> Result<Option<WorkspaceId>> {
    let present: HashSet<WorkspaceId> = workspaces_present_in(platform, user_id).await?;
    Ok(present.into_iter().min())
}

/// What the browser's service worker shows, in the format that `service-worker.js` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shown {
    pub title: String,
    pub body: String,
    /// The page that a click opens, on this site.
    pub path: String,
    /// A later message with the same tag replaces it, so that many of one channel are one.
    pub tag: String,
    /// Caused by a bot, not a person.
    #[serde(rename = "isBot")]
    pub is_bot: bool,
    /// The setting that let it through, as a page of this site.
    pub settings: Option<String>,
}

/// The text of an unread notification for a browser; none: it is no longer due.
pub async fn still_due(
    platform: &Platform,
    row: &Notification,
    to: &PushSubscription,
) -> Result<Option<Shown>> {
    let (storage, user_id) = (&platform.storage, row.user_id);
    if storage.accounts.session(user_id, to.session_id).await?.is_none() {
        storage.push.remove(user_id, &to.endpoint_hash).await?;
        return Ok(None);
    }
    // During quiet hours the notification is only listed, as is what the person does not want on this channel.
    let Some(user) = platform.people.get(user_id).await? else { return Ok(None) };
    if judged(platform, &user, row, NotificationChannel::Push, quiet_now(&user)) != Delivery::Now {
        return Ok(None);
    }
    let said = text_of(platform, row).await?;
    let actor = match row.actor_id {
        Some(id) => platform.people.get(id).await?,
        None => None,
    };
    let is_bot = actor.is_some_and(|user| is_bot(&user));
    if !said.aloud {
        return Ok(None);
    }
    let settings = why(platform, row, NotificationChannel::Push).await?;
    Ok(Some(Shown {
        title: said.title,
        body: said.preview.unwrap_or_default(),
        path: said.path.unwrap_or_else(|| "/notifications".to_owned()),
        tag: said.tag,
        is_bot,
        settings,
    }))
}
