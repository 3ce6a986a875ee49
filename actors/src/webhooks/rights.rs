//! On whose behalf a webhook acts, checked whenever it does. Contract §3.8.
//!
//! Both kinds act with the current rights of one person: who created it, or took it over since. If that person may no
//! longer manage the channel's webhooks (removed, banned, fewer rights, account ended), the webhook is paused: nothing
//! is posted or sent. The channel's moderators get one notification of it, and any of them can take it over.

use storage::chat::{CHANNEL, Channel};
use storage::ids::{ChannelId, NotificationId, UserId};
use storage::notifications::Notification;
use storage::webhooks::{HookSubscription, Webhook};

use super::bells::{HOOK_DISABLED, HOOK_RESTS};
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::chat::moderators::moderators;
use crate::chat::{self, Facts};
use crate::notifications;
use crate::platform::error::Result;
use crate::platform::time::{Moment, now};

/// The channel's facts for the person a webhook acts for; none: it is paused. 404 without the channel.
pub(super) async fn acting(
    platform: &Platform,
    channel_id: ChannelId,
    user_id: UserId,
) -> Result<Option<Facts>> {
    let user = platform.storage.accounts.user(user_id).await?;
    if !user.is_some_and(|user| is_alive(&user)) {
        return Ok(None);
    }
    match Facts::load(platform, channel_id, user_id).await {
        Ok(facts) => Ok(Some(facts).filter(|facts| chat::rules::require_moderator(facts.role).is_ok())),
        Err(refusal) if refusal.code == "ACCESS_DENIED" => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Notifies the moderators, once, that a webhook is paused.
pub(super) async fn webhook_rests(platform: &Platform, webhook: &Webhook) -> Result<()> {
    if webhook.rests.is_some() {
        return Ok(());
    }
    let rows = entries(platform, webhook.channel_id, webhook.created_by, HOOK_RESTS).await?;
    let notifying = notifications::writes(platform, &rows)?;
    if platform.storage.webhooks.rest(webhook, Some(Moment(now())), notifying).await? {
        notifications::announce(platform, &rows);
    }
    Ok(())
}

/// Notifies the moderators, once, that a subscription is paused.
pub(super) async fn subscription_rests(platform: &Platform, it: &HookSubscription) -> Result<()> {
    if it.rests.is_some() {
        return Ok(());
    }
    let rows = entries(platform, it.channel_id, it.created_by, HOOK_RESTS).await?;
    let notifying = notifications::writes(platform, &rows)?;
    if platform.storage.webhooks.rest_subscription(it, Some(Moment(now())), notifying).await? {
        notifications::announce(platform, &rows);
    }
    Ok(())
}

/// Disables a subscription whose address has accepted nothing for too long, and notifies the moderators.
pub(super) async fn disable(platform: &Platform, it: &HookSubscription) -> Result<()> {
    let rows = entries(platform, it.channel_id, UserId(0), HOOK_DISABLED).await?;
    let notifying = notifications::writes(platform, &rows)?;
    if platform.storage.webhooks.disable(it, Moment(now()), notifying).await? {
        notifications::announce(platform, &rows);
    }
    Ok(())
}

/// A notification for each of a channel's moderators except one person.
async fn entries(
    platform: &Platform,
    channel_id: ChannelId,
    but: UserId,
    kind: &'static str,
) -> Result<Vec<Notification>> {
    let Some(channel) = platform.storage.chat.channel(channel_id).await? else { return Ok(Vec::new()) };
    let people = moderators(platform, channel.entity_id, channel_id).await?;
    people
        .into_iter()
        .filter(|user_id| *user_id != but)
        .map(|to| entry(platform, &channel, to, kind))
        .collect()
}

fn entry(platform: &Platform, channel: &Channel, to: UserId, kind: &'static str) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    let entry = notifications::about(to, id, kind, (CHANNEL, channel.channel_id.0), at);
    Ok(Notification { entity_id: Some(channel.entity_id), ..entry })
}
