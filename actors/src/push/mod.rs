//! Push messages (Web Push): what the bell says, to the browsers of somebody who has nothing open. Contract §11.
//!
//! Two kinds of jobs ([`crate::platform::jobs`]), so that nothing is lost with a process. One joins the write of the entries, one row
//! whatever their number: it finds who has browsers, and a job for each entry and browser takes its place, in one write. That
//! one sends, and waits or is tried again by itself, on whatever node. Sent twice it is one message: the later takes the place
//! of the earlier, at the push service and in the browser.
//!
//! Decisions:
//! - Who has a live connection, on any node, is not sent anything: the page shows it. Presence says so; there is no
//!   "away". A connection counts when it still stands ten seconds later (a phone that was put away is silent by then);
//!   who has just left is waited for until they count as offline.
//! - Everything is looked up again before each try: the session, the subscription, whether the entry is still unread, the
//!   right to read the channel, the message as it is now. A push never shows what may not be read any more.
//! - A subscription belongs to a session and ends with it, and a browser to whoever named it last.
//! - Channels that are muted are not pushed; `notifyLevel` decides before, as for the bell.

mod client;
pub mod due;
mod missed;
pub mod rules;
mod sender;
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

/// The area as the product lists it.
pub static AREA: Area = Area {
    jobs: &[sender::SPREAD, sender::SEND, missed::MISSED],
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

/// A push service that does not answer is left alone for this long: waiting for it is not to take the turns of other jobs.
const LEFT_ALONE: Duration = Duration::from_secs(5);
/// Services that are remembered.
const SERVICES: u64 = 256;

/// What the operator decides.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The key that push services know this installation by; none: one is made of the installation's secret.
    pub key: Option<Key>,
    /// Push services besides the known ones.
    pub hosts: Hosts,
}

/// The sending side.
pub struct Push {
    vapid: Vapid,
    hosts: Hosts,
    /// Services that did not answer a moment ago, by their origins.
    silent: Cache<String, ()>,
}

impl Push {
    /// `contact`: where push services reach the operator, `mailto:` or `https:`.
    pub fn new(options: &Options, secret: &[u8], contact: String) -> Self {
        let key = options.key.clone().unwrap_or_else(|| Key::of_secret(secret));
        Self {
            vapid: Vapid::new(&key, contact),
            hosts: options.hosts.clone(),
            silent: Cache::builder().max_capacity(SERVICES).time_to_live(LEFT_ALONE).build(),
        }
    }
}

/// Where push services reach the operator: the site where people come by https, else the sender of its mails.
pub fn contact(public_url: &str, mail: &Mail) -> String {
    if public_url.starts_with("https://") {
        public_url.to_owned()
    } else {
        format!("mailto:{}", mail.sender())
    }
}

/// What browsers need to subscribe.
pub fn key(platform: &Platform) -> PushKey {
    PushKey { public_key: platform.push.vapid.public().to_owned() }
}

/// This browser takes push messages for me, as long as this session lasts.
pub async fn subscribe(platform: &Platform, who: &Who, wanted: NamePush) -> Result<()> {
    rules::endpoint(&wanted.endpoint, &platform.push.hosts)?;
    rules::keys(&wanted.keys.p256dh, &wanted.keys.auth)?;
    // One after the other: how many there are is counted before the oldest goes.
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

/// This browser takes none any more. What is not mine, or was never there, stays as it is.
pub async fn unsubscribe(platform: &Platform, who: &Who, endpoint: &str) -> Result<()> {
    Ok(platform.storage.push.remove(who.user_id, &token_hash(endpoint)).await?)
}

/// My browsers, for the copy of my data: their addresses, and not the keys that messages to them are encrypted with.
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

/// Sessions are over: nothing more goes to their browsers. What fails here is noticed before the next message.
async fn sessions_ended(platform: &Platform, user_id: UserId, sessions: &[SessionId]) {
    if let Err(error) = platform.storage.push.remove_sessions(user_id, sessions).await {
        tracing::warn!(%error, "push subscriptions of ended sessions are removed later");
    }
}

/// The job that pushes entries, for the write that stores them; then [`crate::platform::jobs::Jobs::wake`]. None: there are none.
fn job(platform: &Platform, rows: &[Notification]) -> Result<Option<Job>> {
    Ok(storage::push::job(JobId(platform.ids.next(now())?), rows))
}
