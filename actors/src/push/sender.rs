//! From a stored notification to the push services, on the pushing thread.

use std::time::Duration;

use futures_util::future::join_all;
use storage::notifications::Notification;
use storage::push::PushSubscription;

use super::client::{Outgoing, encrypt, send};
use super::due::{is_unread, still_due, whereabouts};
use super::rules::{self, Outcome};
use crate::Platform;
use crate::chat::live::workspace::Whereabouts;
use crate::digest::short_hash;
use crate::error::Result;
use crate::notifications::ENTITY;
use crate::time::now;

/// A phone that was just put away looks connected until its silence is noticed (two heart-beats, 8 s): whoever is
/// connected is looked for once more after this long.
const DOUBT: Duration = Duration::from_secs(10);
/// How often somebody who is leaving is looked for.
const AGAIN: Duration = Duration::from_secs(3);

/// Sends a notification to its person's browsers, unless they are connected.
pub async fn deliver(platform: &Platform, row: &Notification) {
    match wanted(platform, row).await {
        Ok(subscriptions) => {
            join_all(subscriptions.iter().map(|to| to_browser(platform, row, to))).await;
        }
        Err(refusal) => {
            metrics::counter!("push_failed_total").increment(1);
            tracing::warn!(%refusal, "a notification was not pushed");
        }
    }
}

/// The browsers to send to: none where the person is connected and stays so, is back before they count as offline, or
/// has read it meanwhile.
async fn wanted(platform: &Platform, row: &Notification) -> Result<Vec<PushSubscription>> {
    let mut is_sure = false;
    loop {
        let pause = {
            let _turn = platform.push.turns.acquire().await;
            // Most people have none: nothing else is asked for them.
            let subscriptions = platform.storage.push.of(row.user_id).await?;
            if subscriptions.is_empty() || !is_unread(platform, row).await? {
                return Ok(Vec::new());
            }
            match whereabouts(platform, row).await? {
                Whereabouts::Away => return Ok(subscriptions),
                Whereabouts::Connected if is_sure => {
                    metrics::counter!("push_not_needed_total").increment(1);
                    return Ok(Vec::new());
                }
                Whereabouts::Connected => {
                    is_sure = true;
                    DOUBT
                }
                // Reloading a page is not leaving.
                Whereabouts::Leaving => AGAIN,
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Tries until the push service has it, will never have it, or nothing is left to say.
async fn to_browser(platform: &Platform, row: &Notification, to: &PushSubscription) {
    for tried in 1.. {
        let outcome = {
            let _turn = platform.push.turns.acquire().await;
            attempt(platform, row, to).await
        };
        let asked = match outcome {
            Ok(None) => return,
            Ok(Some(Outcome::Accepted)) => return metrics::counter!("push_sent_total").increment(1),
            Ok(Some(Outcome::Gone)) => return gone(platform, to).await,
            Ok(Some(Outcome::Refused(status))) => {
                metrics::counter!("push_failed_total").increment(1);
                return tracing::warn!(
                    status,
                    service = rules::host_of(&to.endpoint),
                    "a push service refused a message"
                );
            }
            Ok(Some(Outcome::Later(asked))) => asked,
            Err(_) => None,
        };
        let Some(pause) = rules::pause(tried, asked) else { break };
        metrics::counter!("push_retried_total").increment(1);
        tokio::time::sleep(pause).await;
    }
    metrics::counter!("push_failed_total").increment(1);
    tracing::warn!(
        service = rules::host_of(&to.endpoint),
        "a message was not pushed, however often it was tried"
    );
}

/// None: there is nothing to send any more.
async fn attempt(platform: &Platform, row: &Notification, to: &PushSubscription) -> Result<Option<Outcome>> {
    let Some(shown) = still_due(platform, row, to).await? else { return Ok(None) };
    let push = &platform.push;
    // The operator may have changed which services are known.
    let (Ok(endpoint), Ok(keys)) =
        (rules::endpoint(&to.endpoint, &push.hosts), rules::keys(&to.p256dh, &to.auth))
    else {
        platform.storage.push.remove(to.user_id, &to.endpoint_hash).await?;
        return Ok(None);
    };
    let body = serde_json::to_vec(&shown).ok().and_then(|text| encrypt(text, &keys));
    let (Some(body), Some(authorization)) = (body, push.vapid.authorization(&endpoint.origin, now())) else {
        return Ok(Some(Outcome::Refused(0)));
    };
    // The tag, told to the push service so that it says nothing: two people's of one channel differ.
    let topic = short_hash(format!("{} {}", to.endpoint_hash, shown.tag).as_bytes());
    let message = Outgoing {
        to: &endpoint,
        body,
        authorization: &authorization,
        topic: &topic,
        urgency: if row.within(ENTITY).is_none() { "normal" } else { "low" },
    };
    Ok(Some(send(message).await))
}

/// The browser took its subscription back.
async fn gone(platform: &Platform, to: &PushSubscription) {
    metrics::counter!("push_gone_total").increment(1);
    if let Err(error) = platform.storage.push.remove(to.user_id, &to.endpoint_hash).await {
        tracing::warn!(%error, "a push subscription that is gone is removed later");
    }
}
