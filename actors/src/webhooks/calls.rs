//! Outgoing webhooks: calls the subscribed addresses when messages of their channels change. Contract §3.8.
//!
//! Each node follows the change feed, in which every write of a message is recorded. For each address and state of a
//! message one node claims the call, together with the job that makes it: so nothing is lost when a node dies, and
//! nodes do not call twice. A call that is not accepted is retried for a day. If a node dies right after a call was
//! accepted it may be repeated, with the same id. Calls are not ordered; each contains the current message.
//!
//! They are signed as in Standard Webhooks (standardwebhooks.com), for which receivers have libraries.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use storage::Message;
use storage::changes::{ChangeKind, Cursor, Follower};
use storage::ids::{ChannelId, HookId, MessageId};
use storage::jobs::Job;
use storage::record::Stored;
use storage::webhooks::{CallState, HookCall, HookEvent, HookSubscription};

use super::rights;
use crate::Platform;
use crate::chat::view_for_webhooks;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind, Share};
use crate::platform::outward;
use crate::platform::time::{Moment, now};

/// Interval of reading the feed.
const LOOK: Duration = Duration::from_secs(1);
/// Changes per batch.
const AT_ONCE: usize = 200;
/// How often the cursor is stored without calls.
const KEEP: Duration = Duration::from_secs(600);
/// How long a call that is not accepted is retried (ms).
const DAY_MS: i64 = 86_400_000;
/// How long an address may accept nothing before its subscription is disabled (ms): a day less the hour between calls,
/// so that the last call of a message that is never accepted triggers it.
const DISABLED_AFTER_MS: i64 = DAY_MS - HOUR_MS;
/// Pauses after the first calls, in milliseconds; then every hour.
const PAUSES: [i64; 4] = [10_000, 60_000, 300_000, 1_800_000];
const HOUR_MS: i64 = 3_600_000;

/// The job that makes a call.
pub const CALL: JobKind = JobKind {
    name: "webhook-call",
    class: Class::Outward,
    share: Due::share,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let due: Due = serde_json::from_str(&job.payload)?;
            call(&platform, &due).await
        })
    },
};

/// The payload: a call to be made.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Due {
    channel_id: ChannelId,
    hook_id: HookId,
    message_id: MessageId,
    since: Moment,
    /// On whose account it runs: the organisation.
    #[serde(default)]
    owner: i64,
    /// The host that it calls.
    #[serde(default)]
    host: String,
}

impl Due {
    fn share(job: &Job) -> Share {
        let due: Option<Self> = serde_json::from_str(&job.payload).ok();
        due.map(|due| Share::of(due.owner).calling(&due.host)).unwrap_or_default()
    }
}

/// A node's position in the feed.
struct Place {
    follower: Follower,
    kept: Instant,
}

/// Claims calls while the node runs.
pub async fn keep_told(platform: Platform) {
    let mut place = None;
    loop {
        if let Err(refusal) = enqueue_calls(&platform, &mut place).await {
            tracing::warn!(%refusal, "subscriptions of channels are told later");
            // Unprocessed changes are after the stored cursor.
            place = None;
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn enqueue_calls(platform: &Platform, place: &mut Option<Place>) -> Result<()> {
    let hooks = &platform.storage.webhooks;
    if hooks.hooked().await?.is_empty() {
        *place = None;
        return Ok(());
    }
    if place.is_none() {
        let kept = hooks.followed().await?.filter(|cursor| cursor.is_covered(now()));
        let follower = platform.storage.changes.after(kept.unwrap_or_else(|| Cursor::from(now())));
        *place = Some(Place { follower, kept: Instant::now() });
    }
    let Some(at) = place else { return Ok(()) };
    let mut is_any = false;
    loop {
        let changes = at.follower.next(now(), AT_ONCE).await?;
        if changes.is_empty() {
            break;
        }
        // Read after the changes: a channel may get its first subscription while earlier ones are processed.
        let hooked: BTreeSet<ChannelId> = hooks.hooked().await?.into_iter().collect();
        let messages = changes.iter().filter(|change| change.kind == ChangeKind::Message);
        let ids: BTreeSet<MessageId> = messages.map(|change| MessageId(change.subject)).collect();
        let found = platform.storage.chat.published_among(&Vec::from_iter(ids)).await?;
        let mut subscribed: BTreeMap<ChannelId, (i64, Vec<HookSubscription>)> = BTreeMap::new();
        for message in found.iter().filter(|message| hooked.contains(&message.channel_id)) {
            let (owner, subscriptions) = match subscribed.entry(message.channel_id) {
                Entry::Occupied(read) => read.into_mut(),
                Entry::Vacant(place) => {
                    let channel = platform.storage.chat.channel(message.channel_id).await?;
                    let owner = channel.map_or(0, |channel| channel.entity_id.0);
                    place.insert((owner, hooks.subscriptions(message.channel_id).await?))
                }
            };
            take_on(platform, message, *owner, subscriptions).await?;
            is_any = true;
        }
    }
    if is_any || at.kept.elapsed() > KEEP {
        hooks.keep_followed(&at.follower.cursor()).await?;
        at.kept = Instant::now();
    }
    Ok(())
}

/// The event for an address about the current message. None: it does not want such events, or did not when it happened.
fn event(message: &Message, subscription: &HookSubscription, is_known: bool) -> Option<HookEvent> {
    let wants = |event| subscription.events.contains(&event);
    let is_new = message.created >= subscription.created.0 && !is_known;
    let event = if message.deleted {
        HookEvent::Delete
    } else if !message.edited || is_new && wants(HookEvent::Create) {
        HookEvent::Create
    } else {
        HookEvent::Update
    };
    (message.updated >= subscription.created.0 && wants(event)).then_some(event)
}

async fn take_on(
    platform: &Platform,
    message: &Message,
    owner: i64,
    subscriptions: &[HookSubscription],
) -> Result<()> {
    let hooks = &platform.storage.webhooks;
    let (message_id, since) = (message.message_id, Moment(message.updated));
    for subscription in subscriptions.iter().filter(|it| it.disabled.is_none()) {
        let hook_id = subscription.hook_id;
        let called = hooks.calls_about(hook_id, message_id).await?;
        let Some(event) = event(message, subscription, !called.is_empty()) else { continue };
        let host = outward::host(&subscription.url);
        let due = Due { channel_id: message.channel_id, hook_id, message_id, since, owner, host };
        let job = jobs::job(platform, CALL.name, now(), &due)?;
        let (state, tries) = (CallState::Due, 0);
        let call = HookCall {
            hook_id,
            message_id,
            since,
            event,
            state,
            tries,
            status: None,
            tried: None,
            next: None,
        };
        if hooks.take_on(&call, job.insert()).await? {
            platform.jobs.wake();
        }
    }
    Ok(())
}

/// The moment of the next call after `tries` of them. None: a day has passed since the first was due.
fn next(tries: i64, since: i64, now: i64) -> Option<i64> {
    let pause = usize::try_from(tries - 1).ok().and_then(|done| PAUSES.get(done)).unwrap_or(&HOUR_MS);
    Some(now + pause).filter(|at| *at < since + DAY_MS)
}

async fn call(platform: &Platform, due: &Due) -> Result<(), Failure> {
    let hooks = &platform.storage.webhooks;
    let Some(subscription) = hooks.subscription(due.channel_id, due.hook_id).await? else { return Ok(()) };
    let old = hooks.call(due.hook_id, due.message_id, due.since).await?;
    let Some(old) = old.filter(|old| old.state == CallState::Due) else { return Ok(()) };
    let ended = |state| HookCall { state, next: None, ..old.clone() };
    let acts = rights::acting(platform, due.channel_id, subscription.created_by).await?.is_some();
    if !acts {
        rights::subscription_rests(platform, &subscription).await?;
    }
    if !acts || subscription.disabled.is_some() {
        return Ok(hooks.note(&old, &ended(CallState::Void), None).await?);
    }
    if subscription.rests.is_some() {
        // The person it acts for has the right again.
        hooks.rest_subscription(&subscription, None, Vec::new()).await?;
    }
    let message = platform.storage.chat.published_among(&[due.message_id]).await?.pop();
    let message = message.filter(|message| !message.deleted || old.event == HookEvent::Delete);
    let Some(message) = message else {
        return Ok(hooks.note(&old, &ended(CallState::Void), None).await?);
    };
    if let Some(at) = platform.outward.not_before(&subscription.url, now()) {
        if at >= due.since.0 + DAY_MS {
            hooks.note(&old, &ended(CallState::Failed), None).await?;
            return Ok(keep_health(platform, &subscription, false, now()).await?);
        }
        return Err(Failure::NotYet(at));
    }
    let status = send(platform, &subscription, &old, &message).await?;
    let (at, tries) = (now(), old.tries + 1);
    let is_taken = matches!(status, Some(200..=299));
    let (state, next) = if is_taken {
        (CallState::Taken, None)
    } else {
        next(tries, old.since.0, at).map_or((CallState::Failed, None), |at| (CallState::Due, Some(at)))
    };
    let job = next.map(|at| jobs::job(platform, CALL.name, at, due)).transpose()?;
    let (tried, next) = (Some(Moment(at)), next.map(Moment));
    let new = HookCall { state, tries, status: status.map(i64::from), tried, next, ..old.clone() };
    if is_taken {
        metrics::counter!("webhook_calls_taken_total").increment(1);
    } else {
        metrics::counter!("webhook_calls_refused_total").increment(1);
    }
    hooks.note(&old, &new, job.map(|job| job.insert())).await?;
    Ok(keep_health(platform, &subscription, is_taken, at).await?)
}

/// The state of a subscription's address after a call.
#[derive(Debug, PartialEq, Eq)]
enum Health {
    /// Unchanged.
    Same,
    /// It has accepted nothing since this moment; none: it accepts calls again.
    Failing(Option<Moment>),
    /// It has accepted nothing for a day.
    Dead,
}

/// The state of an address that has been failing since `failing`, after another call.
fn health(failing: Option<Moment>, is_taken: bool, now: i64) -> Health {
    match (failing, is_taken) {
        (Some(_), true) => Health::Failing(None),
        (None, false) => Health::Failing(Some(Moment(now))),
        (Some(since), false) if now - since.0 >= DISABLED_AFTER_MS => Health::Dead,
        (None, true) | (Some(_), false) => Health::Same,
    }
}

async fn keep_health(platform: &Platform, it: &HookSubscription, is_taken: bool, at: i64) -> Result<()> {
    match health(it.failing, is_taken, at) {
        Health::Same => Ok(()),
        Health::Failing(since) => Ok(platform.storage.webhooks.set_failing(it, since).await.map(drop)?),
        Health::Dead => rights::disable(platform, it).await,
    }
}

/// Makes a call; returns the status of the response, none: there was none.
async fn send(
    platform: &Platform,
    subscription: &HookSubscription,
    call: &HookCall,
    message: &Message,
) -> Result<Option<u16>> {
    let body = serde_json::json!({
        "type": call.event,
        "subscriptionId": subscription.hook_id,
        "channelId": message.channel_id,
        "timestamp": call.since,
        "message": view_for_webhooks(platform, message).await?,
    });
    let (id, body) = (format!("{}-{}-{}", call.hook_id, call.message_id, call.since.0), body.to_string());
    let secret = platform.secrets.open(&subscription.secret).ok_or_else(Refusal::internal)?;
    let at = (now() / 1_000).to_string();
    let signature = signature(&secret, &id, &at, &body).ok_or_else(Refusal::internal)?;
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", at),
        ("webhook-signature", signature),
    ];
    Ok(platform.outward.send(&subscription.url, &headers, body).await.ok())
}

/// The signature of a call: HMAC-SHA-256 over its id, time and body.
fn signature(secret: &[u8], id: &str, at: &str, body: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(format!("{id}.{at}.{body}").as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the specification of Standard Webhooks (spec/standard-webhooks.md, "Signature scheme").
    #[test]
    fn calls_are_signed_as_receivers_expect() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signed = signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body);
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn a_call_is_made_again_for_a_day() {
        let (mut at, mut tries) = (0, 0);
        let mut waits = Vec::new();
        while let Some(again) = next(tries + 1, 0, at) {
            waits.push(again - at);
            (at, tries) = (again, tries + 1);
        }
        assert_eq!(waits[..6], [10_000, 60_000, 300_000, 1_800_000, 3_600_000, 3_600_000]);
        assert!(at > DAY_MS - 2 * HOUR_MS && at < DAY_MS, "{at}");
    }

    #[test]
    fn an_address_is_dead_after_a_day_without_success() {
        let since = Some(Moment(1_000));
        for (failing, is_taken, now, expected) in [
            (None, true, 5, Health::Same),
            (None, false, 5, Health::Failing(Some(Moment(5)))),
            (since, false, 2_000, Health::Same),
            (since, true, 1_000 + DAY_MS, Health::Failing(None)),
            (since, false, 1_000 + DISABLED_AFTER_MS - 1, Health::Same),
            (since, false, 1_000 + DISABLED_AFTER_MS, Health::Dead),
        ] {
            assert_eq!(health(failing, is_taken, now), expected, "{failing:?} {is_taken} {now}");
        }
    }
}
