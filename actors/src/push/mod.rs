//! Push messages (Web Push): notifications for the browsers of people who have no page open. Contract §11.
//!
//! Two kinds of jobs ([`crate::platform::jobs`]), so that nothing is lost with a process. One joins the write of the
//! notifications, one row for all of them: it finds the recipients' browsers, and is replaced by one job per
//! notification and browser in one write. That one sends, waits or is retried on its own, on any node. Sent twice it is
//! one message: the later replaces the earlier, at the push service and in the browser.
//!
//! Decisions:
//! - People with a live connection to any node are sent nothing, because the page shows it. Presence decides; there is
//!   no "away". A connection counts if it still exists ten seconds later (a phone that was put away is silent by then);
//!   after a disconnect the job waits until the person counts as offline.
//! - Everything is read again before each attempt: the session, the subscription, whether the notification is still
//!   unread, the right to read the channel, the current message. A push never shows what may no longer be read.
//! - A subscription belongs to a session and ends with it, and a browser belongs to whoever subscribed last.
//! - Notifications of muted channels are not pushed; `notifyLevel` decides earlier, when the notification is made.

mod client;
pub mod due;
mod missed;
pub mod rules;
mod sender;
mod texting;
mod vapid;
pub mod view;

use std::time::Duration;

use moka::sync::Cache;
use storage::ids::{JobId, SessionId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::push::PushSubscription;

use crate::Platform;
use crate::accounts::Who;
use crate::accounts::secrets::token_hash;
use crate::area::{Area, Hooks, file};
use crate::platform::error::Result;
use crate::platform::mail::Mail;
use crate::platform::outward::hosts::Hosts;
use crate::platform::time::{Moment, now};
pub use vapid::Key;
use vapid::Vapid;
use view::{NamePush, PushHeld, PushKey};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[sender::SPREAD, sender::SEND, missed::MISSED, texting::TEXTING],
    export: Some(|platform, who| {
        Box::pin(async move { Ok(vec![file("push.json", held(platform, who).await?)?]) })
    }),
    on: Hooks {
        session_end: Some(|platform, user_id, sessions| {
            Box::pin(sessions_ended(platform, user_id, sessions))
        }),
        notifications: Some(job),
        ..Hooks::NONE
    },
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.push.forget(user.user_id).await?) })
    }),
    ..Area::named("push")
};

/// How long a push service that did not answer is not called, so that waiting for it does not use up the slots of other
/// jobs.
const LEFT_ALONE: Duration = Duration::from_secs(5);
/// Most services that are remembered.
const SERVICES: u64 = 256;

/// The operator's settings.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The key that identifies this installation to push services; none: derived from the installation's secret.
    pub key: Option<Key>,
    /// Push services besides the known ones.
    pub hosts: Hosts,
}

/// The sender of push messages.
pub struct Push {
    vapid: Vapid,
    hosts: Hosts,
    /// Services that did not answer recently, by origin.
    silent: Cache<String, ()>,
}

impl Push {
    /// `contact`: how push services reach the operator, `mailto:` or `https:`.
    pub fn new(options: &Options, secret: &[u8], contact: String) -> Self {
        let key = options.key.clone().unwrap_or_else(|| Key::of_secret(secret));
        Self {
            vapid: Vapid::new(&key, contact),
            hosts: options.hosts.clone(),
            silent: Cache::builder().max_capacity(SERVICES).time_to_live(LEFT_ALONE).build(),
        }
    }
}

/// How push services reach the operator: the site's https address, otherwise the sender of its mails.
pub fn contact(public_url: &str, mail: &Mail) -> String {
    if public_url.starts_with("https://") {
        public_url.to_owned()
    } else {
        format!("mailto:{}", mail.sender())
    }
}

/// The key that browsers subscribe with.
pub fn key(platform: &Platform) -> PushKey {
    PushKey { public_key: platform.push.vapid.public().to_owned() }
}

/// Subscribes this browser for me, as long as this session lasts.
pub async fn subscribe(platform: &Platform, who: &Who, wanted: NamePush) -> Result<()> {
    rules::endpoint(&wanted.endpoint, &platform.push.hosts)?;
    rules::keys(&wanted.keys.p256dh, &wanted.keys.auth)?;
    // One at a time, because subscriptions are counted before the oldest is removed.
    let _turn = platform.turns.of(who.user_id.0).await;
    let subscription = PushSubscription {
        user_id: who.user_id,
        endpoint_hash: token_hash(&wanted.endpoint),
        endpoint: wanted.endpoint,
        p256dh: wanted.keys.p256dh,
        auth: wanted.keys.auth,
        session_id: who.session_id,
        created: now(),
        expires: who.expires,
    };
    Ok(platform.storage.push.put(&subscription).await?)
}

/// Unsubscribes this browser. Does nothing if it is not mine or unknown.
pub async fn unsubscribe(platform: &Platform, who: &Who, endpoint: &str) -> Result<()> {
    Ok(platform.storage.push.remove(who.user_id, &token_hash(endpoint)).await?)
}

/// My browsers, for the data export: their addresses, without the keys that encrypt messages to them.
pub async fn held(platform: &Platform, who: &Who) -> Result<Vec<PushHeld>> {
    let all = platform.storage.push.of(who.user_id).await?;
    Ok(all
        .iter()
        .map(|one| PushHeld {
            service: rules::host_of(&one.endpoint),
            endpoint: one.endpoint.clone(),
            created: Moment(one.created),
        })
        .collect())
}

/// Removes the push subscriptions of ended sessions. A failure is noticed before the next message.
async fn sessions_ended(platform: &Platform, user_id: UserId, sessions: &[SessionId]) {
    if let Err(error) = platform.storage.push.remove_sessions(user_id, sessions).await {
        tracing::warn!(%error, "push subscriptions of ended sessions are removed later");
    }
}

/// The job that pushes notifications, for the write that stores them; then call [`crate::platform::jobs::Jobs::wake`].
/// None: there are none.
fn job(platform: &Platform, rows: &[Notification]) -> Result<Option<Job>> {
    Ok(storage::push::job(JobId(platform.ids.next(now())?), rows))
}
