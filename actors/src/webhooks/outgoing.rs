//! Outgoing webhooks of a channel: creating, listing and deleting subscriptions. Contract §3.8.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use garde::Validate;
use rand::RngCore;
use serde::{Deserialize, Serialize};
use storage::audit::AuditKind;
use storage::changes::Cursor;
use storage::ids::{ChannelId, HookId, MessageId, UserId};
use storage::webhooks::{CallState, HookCall, HookEvent, HookSubscription, MOST_SUBSCRIPTIONS};
use utoipa::ToSchema;

use super::rights::acting;
use super::{WEBHOOK, looked_after, recorded};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::Act;
use crate::chat;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::quotas::below;
use crate::platform::time::{Moment, now};

/// Calls searched for failures, and failures shown.
const CALLS: usize = 100;
const FAILURES: usize = 20;
/// Bytes of a secret; its recognisable prefix.
const SECRET: usize = 32;
pub(super) const SECRET_MARK: &str = "whsec_";

/// An address that is to be told what happens.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = NewSubscription)]
pub struct NewHook {
    /// https, and a machine that everybody reaches; http and machines inside only where the operator has named them.
    #[garde(length(bytes, max = 2048))]
    #[schema(max_length = 2048)]
    pub url: String,
    /// Of what it is told.
    #[garde(length(min = 1, max = 3))]
    #[schema(min_items = 1, max_items = 3)]
    pub events: Vec<HookEvent>,
}

/// A call that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HookFailure {
    pub event: HookEvent,
    pub message_id: MessageId,
    /// DUE: it is made again at `next`; FAILED: a day has passed.
    pub state: CallState,
    /// Calls made until now.
    pub tries: i64,
    /// What the last one was answered with; null: nothing was, or the address is none that is called.
    pub status: Option<i64>,
    pub tried: Option<Moment>,
    pub next: Option<Moment>,
}

impl From<HookCall> for HookFailure {
    fn from(HookCall { event, message_id, state, tries, status, tried, next, .. }: HookCall) -> Self {
        Self { event, message_id, state, tries, status, tried, next }
    }
}

/// An address that is told what happens in a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscription)]
pub struct HookView {
    pub id: HookId,
    pub channel_id: ChannelId,
    pub url: String,
    pub events: Vec<HookEvent>,
    /// With whose rights it hears: who made it, or took it over since.
    pub created_by: UserId,
    pub created: Moment,
    /// That person may not hear it any more, and nothing is told until a moderator takes it over.
    pub rests: bool,
    /// Since when the address has taken nothing; null: it has, or nothing was told yet.
    pub failing_since: Option<Moment>,
    /// When it was switched off, after a day of failures; a moderator resumes it. Null: it is on.
    pub disabled: Option<Moment>,
    /// Calls of the last week that were not taken, of the newest messages first; 20 at most.
    pub failures: Vec<HookFailure>,
}

/// A subscription that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SubscriptionMade)]
pub struct HookMade {
    #[serde(flatten)]
    pub subscription: HookView,
    /// What calls are signed with. Shown this once.
    pub secret: String,
}

fn seen(it: HookSubscription, rests: bool, failures: Vec<HookFailure>) -> HookView {
    let HookSubscription { channel_id, hook_id, url, events, created_by, created, failing, disabled, .. } =
        it;
    let (id, failing_since) = (hook_id, failing);
    HookView { id, channel_id, url, events, created_by, created, rests, failing_since, disabled, failures }
}

fn absent() -> Refusal {
    Refusal::not_found("Prenumerationen finns inte.")
}

/// Subscribes an address to a channel's events. 403 below MODERATOR, 409 archived or too many, 422.
pub async fn subscribe(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    new: NewHook,
) -> Result<HookMade> {
    let facts = looked_after(platform, who, channel_id).await?;
    chat::rules::in_use(&facts.channel)?;
    let to = platform.outward.sends_to(new.url.trim()).ok_or_else(|| {
        Refusal::field("url", "ADDRESS", "Skriv en adress som börjar med https:// och nås från internet.")
    })?;
    let hooks = &platform.storage.webhooks;
    below(hooks.subscriptions(channel_id).await?.len(), MOST_SUBSCRIPTIONS, "prenumerationer i kanalen")?;
    let at = now();
    if hooks.hooked().await?.is_empty() {
        // Earlier changes were not followed, and nobody needs them.
        hooks.keep_followed(&Cursor::from(at)).await?;
    }
    let mut bytes = [0; SECRET];
    rand::rng().fill_bytes(&mut bytes);
    let mut events = new.events;
    events.sort_unstable_by_key(|event| event.as_str());
    events.dedup();
    let subscription = HookSubscription {
        channel_id,
        hook_id: HookId(platform.ids.next(at)?),
        url: to.url.into(),
        events,
        secret: platform.secrets.seal(&bytes)?,
        created_by: who.user_id,
        created: Moment(at),
        rests: None,
        failing: None,
        disabled: None,
    };
    let act = Act::of(AuditKind::WebhookCreated).subject(WEBHOOK, subscription.hook_id.0, None);
    hooks.subscribe(&subscription, recorded(platform, who, &facts, act)?).await?;
    let secret = format!("{SECRET_MARK}{}", STANDARD.encode(bytes));
    Ok(HookMade { subscription: seen(subscription, false, Vec::new()), secret })
}

/// A channel's subscriptions, in the order of creation, with failed calls. 403 below MODERATOR.
pub async fn subscriptions(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<HookView>> {
    looked_after(platform, who, channel_id).await?;
    let hooks = &platform.storage.webhooks;
    let mut all = Vec::new();
    for subscription in hooks.subscriptions(channel_id).await? {
        let calls = hooks.calls(subscription.hook_id, CALLS).await?.into_iter();
        let failed = calls.filter(|call| match call.state {
            CallState::Due => call.tries > 0,
            CallState::Failed => true,
            CallState::Taken | CallState::Void => false,
        });
        let failures = failed.take(FAILURES).map(HookFailure::from).collect();
        let rests = acting(platform, channel_id, subscription.created_by).await?.is_none();
        all.push(seen(subscription, rests, failures));
    }
    Ok(all)
}

/// Resumes a subscription that is paused or disabled, on my behalf. 403 below MODERATOR, 404, 409 a concurrent change
/// was faster.
pub async fn resume(platform: &Platform, who: &Who, channel_id: ChannelId, id: HookId) -> Result<HookView> {
    looked_after(platform, who, channel_id).await?;
    let hooks = &platform.storage.webhooks;
    let old = hooks.subscription(channel_id, id).await?.ok_or_else(absent)?;
    ensure_applied(hooks.resume(&old, who.user_id).await?)?;
    let new = HookSubscription { created_by: who.user_id, failing: None, disabled: None, ..old };
    Ok(seen(new, false, Vec::new()))
}

/// Deletes a subscription. 403 below MODERATOR, 404.
pub async fn unsubscribe(platform: &Platform, who: &Who, channel_id: ChannelId, id: HookId) -> Result<()> {
    let facts = looked_after(platform, who, channel_id).await?;
    let act = Act::of(AuditKind::WebhookRemoved).subject(WEBHOOK, id.0, None);
    let then = recorded(platform, who, &facts, act)?;
    let is_gone = platform.storage.webhooks.unsubscribe(channel_id, id, then).await?;
    is_gone.then_some(()).ok_or_else(absent)
}
