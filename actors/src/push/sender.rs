//! The two kinds of jobs that bring stored notifications to the push services.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::NotificationChannel;
use storage::ids::{JobId, NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::push::{PUSH_JOB, PushSubscription, entries_of};

use super::client::{Outgoing, encrypt, send};
use super::due::{still_due, whereabouts};
use super::rules::{self, Outcome};
use super::{missed, texting};
use crate::Platform;
use crate::chat::live::workspace::Whereabouts;
use crate::notifications::judging::{chose, judged};
use crate::notifications::rules::Delivery;
use crate::notifications::{ENTITY, digest};
use crate::platform::error::Result;
use crate::platform::hash::{number, short_hash};
use crate::platform::jobs::{self, Class, Failure, JobKind, Share, TRIES};
use crate::platform::time::now;

/// A phone that was just put away looks connected until its silence is noticed (two heart-beats, 8 s): a connected
/// person is checked once more after this long (ms).
const DOUBT: i64 = 10_000;
/// Interval of checks for a person who is leaving (ms).
const AGAIN: i64 = 3_000;

/// Finds the browsers that notifications are pushed to, and the recipients of digests.
pub const SPREAD: JobKind = JobKind {
    name: PUSH_JOB,
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { spread(&platform, &job).await }),
};

/// Sends one notification to one browser.
pub const SEND: JobKind = JobKind {
    name: "push-browser",
    class: Class::Outward,
    share: Sending::share,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { deliver(&platform, &job).await }),
};

/// The payload: a notification for a browser.
#[derive(Debug, Serialize, Deserialize)]
struct Sending {
    user_id: UserId,
    notification_id: NotificationId,
    endpoint_hash: String,
    /// Epoch milliseconds at which the browser was found.
    since: i64,
}

impl Sending {
    fn share(job: &Job) -> Share {
        let sending: Option<Self> = serde_json::from_str(&job.payload).ok();
        sending.map(|sending| Share::of(sending.user_id.0)).unwrap_or_default()
    }

    /// The job has the same id for the same notification and browser, so that concurrent runs of `SPREAD` leave one
    /// job of each.
    fn job(&self) -> Result<Job, Failure> {
        let Self { user_id, notification_id, endpoint_hash, since } = self;
        let id = number(format!("{user_id} {notification_id} {endpoint_hash}").as_bytes());
        Ok(Job::new(JobId(id), *since, SEND.name, serde_json::to_string(self)?))
    }
}

async fn spread(platform: &Platform, job: &Job) -> Result<(), Failure> {
    let entries = entries_of(job).ok_or_else(|| Failure::Final("no list of entries".to_owned()))?;
    let people: Vec<UserId> = entries.iter().map(|(user_id, _)| *user_id).collect();
    let known = platform.people.all(people.iter().copied()).await?;
    // Most people have none, and then nothing else is read for them.
    let held = platform.storage.push.held_by(&people).await?;
    let has_chosen = |user_id: &UserId| known.get(user_id).is_some_and(|user| chose(user));
    let (chosen, others): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|(user_id, _)| has_chosen(user_id));
    let mut jobs = Jobs::default();
    let since = now();
    let quarter = missed::quarter(since);
    for (user_id, notification_id) in others {
        jobs.push(&held, user_id, notification_id, since)?;
        if known.get(&user_id).is_some_and(|user| missed::takes(user).is_some()) {
            jobs.put(missed::job(user_id, quarter));
        }
    }
    // Of those who chose something the notifications are read, in one hop, to know what they are about.
    for row in
        if chosen.is_empty() { Vec::new() } else { platform.storage.notifications.some(&chosen).await? }
    {
        let Some(user) = known.get(&row.user_id).filter(|_| !row.read) else { continue };
        // It is judged once more when it is sent; quiet hours then, too.
        let goes = |channel| judged(platform, user, &row, channel, None);
        if goes(NotificationChannel::Push) == Delivery::Now {
            jobs.push(&held, row.user_id, row.notification_id, since)?;
        }
        match goes(NotificationChannel::Email) {
            Delivery::Digest(digest) => jobs.put(digest::job(row.user_id, digest, since)?),
            Delivery::Missed => jobs.put(missed::job(row.user_id, quarter)),
            // A mail of its own has a job of its own.
            Delivery::Now | Delivery::Later(_) | Delivery::Nothing => {}
        }
        if goes(NotificationChannel::Sms) == Delivery::Now {
            jobs.put(texting::job(row.user_id, row.notification_id)?);
        }
    }
    let Jobs { all, pushed, .. } = jobs;
    if !all.is_empty() {
        platform.storage.jobs.replace(job, &all).await?;
        metrics::counter!("push_begun_total").increment(pushed);
        platform.jobs.wake();
    }
    Ok(())
}

/// The jobs that follow, each once.
#[derive(Default)]
struct Jobs {
    all: Vec<Job>,
    known: HashSet<JobId>,
    pushed: u64,
}

impl Jobs {
    fn put(&mut self, job: Job) {
        if self.known.insert(job.job_id) {
            self.all.push(job);
        }
    }

    /// One for each browser of a person.
    fn push(
        &mut self,
        held: &HashMap<UserId, Vec<String>>,
        user_id: UserId,
        notification_id: NotificationId,
        since: i64,
    ) -> Result<(), Failure> {
        for hash in held.get(&user_id).into_iter().flatten() {
            let sending = Sending { user_id, notification_id, endpoint_hash: hash.clone(), since };
            self.put(sending.job()?);
            self.pushed += 1;
        }
        Ok(())
    }
}

async fn deliver(platform: &Platform, job: &Job) -> Result<(), Failure> {
    let how = tried(platform, job).await?;
    metrics::counter!(how).increment(1);
    Ok(())
}

/// The result, as the name of the metric that counts it.
async fn tried(platform: &Platform, job: &Job) -> Result<&'static str, Failure> {
    let Sending { user_id, notification_id, endpoint_hash, since } = serde_json::from_str(&job.payload)?;
    let row = platform.storage.notifications.one(user_id, notification_id).await?;
    let row = row.filter(|row| !row.read);
    let to = platform.storage.push.one(user_id, &endpoint_hash).await?;
    let (Some(row), Some(to)) = (row, to) else { return Ok("push_not_needed_total") };
    match whereabouts(platform, &row).await? {
        Whereabouts::Away | Whereabouts::Hidden => {}
        Whereabouts::Connected if now() - since >= DOUBT => return Ok("push_not_needed_total"),
        Whereabouts::Connected => return Err(Failure::NotYet(since + DOUBT)),
        // Reloading a page is not leaving.
        Whereabouts::Leaving => return Err(Failure::NotYet(now() + AGAIN)),
    }
    let asked = match attempt(platform, &row, &to).await? {
        // The notification is no longer due, or not on this browser.
        None => return Ok("push_not_needed_total"),
        Some(Outcome::Accepted) => return Ok("push_sent_total"),
        Some(Outcome::Gone) => {
            platform.storage.push.remove(to.user_id, &to.endpoint_hash).await?;
            return Ok("push_gone_total");
        }
        Some(Outcome::Refused(status)) => {
            let service = rules::host_of(&to.endpoint);
            tracing::warn!(status, service, "a push service refused a message");
            return Ok("push_failed_total");
        }
        Some(Outcome::Later(asked)) => asked,
        Some(Outcome::Silent) => Duration::ZERO,
    };
    let is_last = job.tries + 1 >= TRIES;
    metrics::counter!(if is_last { "push_failed_total" } else { "push_retried_total" }).increment(1);
    Err(Failure::After(asked, format!("{} does not take it", rules::host_of(&to.endpoint))))
}

/// None: the notification is no longer due.
async fn attempt(platform: &Platform, row: &Notification, to: &PushSubscription) -> Result<Option<Outcome>> {
    let Some(shown) = still_due(platform, row, to).await? else { return Ok(None) };
    let push = &platform.push;
    // The operator may have changed the list of services.
    let (Ok(endpoint), Ok(keys)) =
        (rules::endpoint(&to.endpoint, &push.hosts), rules::keys(&to.p256dh, &to.auth))
    else {
        platform.storage.push.remove(to.user_id, &to.endpoint_hash).await?;
        return Ok(None);
    };
    if push.silent.contains_key(&endpoint.origin) {
        return Ok(Some(Outcome::Silent));
    }
    let body = serde_json::to_vec(&shown).ok().and_then(|text| encrypt(text, &keys));
    let (Some(body), Some(authorization)) = (body, push.vapid.authorization(&endpoint.origin, now())) else {
        return Ok(Some(Outcome::Refused(0)));
    };
    // A hash of the tag, so that it tells the push service nothing: it differs between two people of one channel.
    let topic = short_hash(format!("{} {}", to.endpoint_hash, shown.tag).as_bytes());
    let message = Outgoing {
        to: &endpoint,
        body,
        authorization: &authorization,
        topic: &topic,
        urgency: if row.within(ENTITY).is_none() { "normal" } else { "low" },
    };
    let outcome = send(message).await;
    if outcome == Outcome::Silent {
        push.silent.insert(endpoint.origin, ());
    }
    Ok(Some(outcome))
}
