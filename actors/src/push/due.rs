//! Whether a notification is still to be pushed, by what the store and presence say now.

use std::collections::HashSet;

use storage::ids::{UserId, WorkspaceId};
use storage::notifications::Notification;
use storage::push::PushSubscription;

use super::text::{Shown, shown};
use crate::Platform;
use crate::chat::Facts;
use crate::chat::live::workspace::{WhereIs, Whereabouts, with_presence};
use crate::chat::rules::TOMBSTONE;
use crate::chat::workspaces_present_in;
use crate::error::Result;
use crate::notifications::views;

/// Whether a person is connected to any node, as far as presence knows.
///
/// Presence is of members. Who belongs nowhere (a follower, a guest) is known to be connected only on this node; on
/// another one they get the message, and their page beside it.
pub async fn whereabouts(platform: &Platform, row: &Notification) -> Result<Whereabouts> {
    let user_id = row.user_id;
    if platform.connections.count(user_id) > 0 {
        return Ok(Whereabouts::Connected);
    }
    let Some(workspace) = workspace_of(platform, user_id, row.workspace_id).await? else {
        return Ok(Whereabouts::Away);
    };
    match with_presence(platform, workspace) {
        Some(live) => Ok(live.send(WhereIs(user_id)).await?),
        None => Ok(Whereabouts::Away),
    }
}

/// A workspace whose presence knows the person: a connection is present in all of its person's at once.
async fn workspace_of(
    platform: &Platform,
    user_id: UserId,
    about: Option<WorkspaceId>,
) -> Result<Option<WorkspaceId>> {
    let present: HashSet<WorkspaceId> = workspaces_present_in(platform, user_id).await?;
    Ok(about.filter(|id| present.contains(id)).or_else(|| present.into_iter().min()))
}

/// Whether the person has not seen it yet.
pub async fn is_unread(platform: &Platform, row: &Notification) -> Result<bool> {
    let entry = platform.storage.notifications.one(row.user_id, row.notification_id).await?;
    Ok(entry.is_some_and(|entry| !entry.read))
}

/// What to show of it in a browser; none: nothing any more.
pub async fn still_due(
    platform: &Platform,
    row: &Notification,
    to: &PushSubscription,
) -> Result<Option<Shown>> {
    let (storage, user_id) = (&platform.storage, row.user_id);
    if storage.push.one(user_id, &to.endpoint_hash).await?.is_none() {
        return Ok(None);
    }
    if storage.accounts.session(user_id, to.session_id).await?.is_none() {
        storage.push.remove(user_id, &to.endpoint_hash).await?;
        return Ok(None);
    }
    if !is_unread(platform, row).await? || !may_be_pushed(platform, row).await? {
        return Ok(None);
    }
    let Some(view) = views(platform, std::slice::from_ref(row)).await?.pop() else { return Ok(None) };
    let is_message = storage::notifications::CALLS.contains(&view.kind.as_str());
    if is_message && view.preview.as_deref().is_none_or(|text| text == TOMBSTONE) {
        return Ok(None);
    }
    let slug = match row.entity_id {
        Some(id) if row.channel_id.is_none() => {
            storage.entities.entity(id).await?.map(|found| found.entity_slug)
        }
        _ => None,
    };
    Ok(Some(shown(&view, slug.as_deref())))
}

/// What is about a channel: only while the person may read it and has not muted it.
async fn may_be_pushed(platform: &Platform, entry: &Notification) -> Result<bool> {
    let (Some(channel_id), Some(workspace_id)) = (entry.channel_id, entry.workspace_id) else {
        return Ok(true);
    };
    let chat = &platform.storage.chat;
    let facts = chat.facts(channel_id, entry.user_id).await?;
    let readable = facts.is_some_and(|facts| Facts::judge(facts).is_ok());
    let reader = chat.reader(entry.user_id, workspace_id, channel_id).await?;
    Ok(readable && !reader.is_some_and(|reader| reader.muted))
}
