//! The job that fetches a subscribed calendar, and schedules the next fetch.
//!
//! One runs at a time, as recorded in the row. If it crashes the mark remains: then validators of the file do not
//! count, and the next fetch compares the whole file with the calendar. So it may be repeated any number of times.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use sha2::{Digest, Sha256};
use storage::calendar::{Calendar, SourceSkipped, Subscription};
use storage::ids::{CalendarId, JobId};
use storage::record::Stored;
use storage::time::Moment;
use storage::value::Json;

use super::merge::{Merged, Step, merge};
use super::rules::{self, Wrong};
use crate::Platform;
use crate::calendar::events::blank;
use crate::calendar::ics::Skipped;
use crate::calendar::ics::reading;
use crate::calendar::writing::{self, Change, People, Tells};
use crate::calendar::{enrollment, live};
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::outward::Known;
use crate::platform::time::now;

/// Largest file, in bytes.
const MOST_BYTES: usize = 5 << 20;
/// Events written concurrently.
const AT_ONCE: usize = 8;
/// Most reported events that were not imported.
const MOST_SKIPPED: usize = 50;
/// Longest stored validators of another server, in bytes.
const MOST_KNOWN: usize = 500;
/// Time limit of one fetch, and how long no other one begins.
const WITHIN: Duration = Duration::from_secs(300);
const HELD_MS: i64 = 360_000;
/// Attempts at releasing a row that others change concurrently.
const ATTEMPTS: usize = 16;

/// Fetches a calendar.
pub const FETCHING: JobKind = JobKind {
    name: "calendar-fetch",
    class: Class::Outward,
    share: jobs::of_subject,
    within: WITHIN,
    work: |platform, job| {
        Box::pin(async move {
            let id: CalendarId = serde_json::from_str(&job.payload)?;
            fetch(&platform, job.job_id, id).await
        })
    },
};

/// The result of a fetch.
enum Came {
    /// Unchanged; the current validators.
    Same(Known),
    /// A changed file, which was merged.
    Other(File),
    Wrong(Wrong),
}

struct File {
    known: Known,
    digest: String,
    skipped: Vec<Skipped>,
    has_changed: bool,
}

async fn fetch(platform: &Platform, job_id: JobId, id: CalendarId) -> Result<(), Failure> {
    let calendars = &platform.storage.calendars;
    let stands = calendars.subscription(id).await?.filter(|stands| stands.job_id == job_id);
    let Some(stands) = stands else { return Ok(()) };
    let Some(calendar) = calendars.calendar(id).await? else { return Ok(()) };
    if stands.busy_until.is_some_and(|until| until.0 > now()) {
        return Err(Failure::Passing("somebody is at it".to_owned()));
    }
    // A host with an open breaker, or at its limit of calls, is called later, without waiting here.
    let url = super::address_of(platform, &stands);
    if let Some(at) = url.and_then(|url| platform.outward.not_before(&url, now())) {
        return Err(Failure::NotYet(at));
    }
    let until = Moment(now() + HELD_MS);
    let held = Subscription { busy_until: Some(until), version: stands.version + 1, ..stands.clone() };
    if !calendars.change_subscription(&stands, &held, Vec::new()).await? {
        return Err(Failure::Passing("it has just been changed".to_owned()));
    }
    match fetch_calendar(platform, &calendar, &stands).await {
        Ok(came) => Ok(finish(platform, &calendar, (&stands, &held, until), came).await?),
        Err(refusal) => {
            let_go(platform, id, until).await?;
            Err(refusal.into())
        }
    }
}

async fn fetch_calendar(platform: &Platform, calendar: &Calendar, stands: &Subscription) -> Result<Came> {
    if !super::is_acting(platform, calendar).await? {
        return Ok(Came::Wrong(Wrong::Resting));
    }
    let Some(url) = super::address_of(platform, stands) else { return Ok(Came::Wrong(Wrong::Lost)) };
    // Whether everything of the last file is stored, with the current visibility.
    let is_whole = stands.busy_until.is_none() && stands.visibility == Some(calendar.visibility);
    let known = Known { etag: stands.etag.clone(), modified: stands.modified.clone() };
    let known = if is_whole { known } else { Known::default() };
    let answer = match platform.outward.fetch(&url, "text/calendar, */*;q=0.5", &known, MOST_BYTES).await {
        Ok(answer) => answer,
        Err(why) => return Ok(Came::Wrong(why.into())),
    };
    match answer.status {
        304 if is_whole => return Ok(Came::Same(known)),
        200 => {}
        other => return Ok(Came::Wrong(Wrong::of_status(other))),
    }
    let short = |text: String| if text.len() <= MOST_KNOWN { text } else { String::new() };
    let known = Known { etag: short(answer.known.etag), modified: short(answer.known.modified) };
    let digest = hex(&Sha256::digest(&answer.body));
    if is_whole && digest == stands.digest {
        return Ok(Came::Same(known));
    }
    if !rules::is_whole(&answer.body) {
        return Ok(Came::Wrong(Wrong::Unreadable));
    }
    let mut file = match reading::read(answer.body).await {
        Some(Ok(file)) => file,
        Some(Err(_)) => return Ok(Came::Wrong(Wrong::TooMany)),
        None => return Ok(Came::Wrong(Wrong::Unreadable)),
    };
    let partly = std::mem::take(&mut file.partly);
    let there = platform.storage.calendars.all(calendar.calendar_id).await?;
    let fresh = || blank(platform, calendar, calendar.created_by, now());
    let Merged { steps, mut skipped } = merge(there, file, calendar.visibility, &fresh)?;
    skipped.extend(partly);
    let has_changed = !steps.is_empty();
    let written = write(platform, calendar, steps).await;
    if has_changed {
        // Some events may be written even if others failed.
        live::calendar_changed(platform, calendar);
    }
    written.map(|()| Came::Other(File { known, digest, skipped, has_changed }))
}

async fn write(platform: &Platform, calendar: &Calendar, steps: Vec<Step>) -> Result<()> {
    let by = calendar.created_by;
    let all = steps.into_iter().map(|step| async move {
        match step {
            Step::Put { event, others } => {
                writing::put_once(platform, calendar, &event, &others, Tells::Later).await.map(drop)
            }
            Step::Change { old, new, gone, more } => {
                let (people, tells, only) = (People::Go, Tells::Later, None);
                let (old, gone, more) = (&old, gone.as_slice(), more.as_slice());
                let change = Change { calendar, old, new: *new, gone, more, only, people, tells, by };
                writing::change(platform, change).await.map(drop)
            }
            Step::Remove { event, own } => {
                writing::remove(platform, calendar, &event, &own, Tells::Later, by).await
            }
        }
    });
    stream::iter(all).buffer_unordered(AT_ONCE).try_collect().await
}

/// Stores the result, with the job for the next fetch.
async fn finish(
    platform: &Platform,
    calendar: &Calendar,
    (stands, held, until): (&Subscription, &Subscription, Moment),
    came: Came,
) -> Result<()> {
    let (id, at) = (calendar.calendar_id, now());
    let spread = u64::from(rand::random::<u32>());
    let next = Some(rules::after_success(at, spread));
    let version = held.version + 1;
    let well = |known: Known| Subscription {
        etag: known.etag,
        modified: known.modified,
        next_fetch: next,
        fetched: Some(Moment(at)),
        busy_until: None,
        failure: Json(None),
        failures: 0,
        version,
        ..held.clone()
    };
    let mut new = match came {
        Came::Same(known) => well(known),
        Came::Other(file) => Subscription {
            digest: file.digest,
            visibility: Some(calendar.visibility),
            changed: if file.has_changed { Some(Moment(at)) } else { held.changed },
            skipped: Json(file.skipped.into_iter().take(MOST_SKIPPED).map(kept).collect()),
            ..well(file.known)
        },
        Came::Wrong(wrong) => {
            let (failure, failures) = (wrong.failure(held.failure.0.as_ref(), at), held.failures + 1);
            tracing::info!(calendar = %id, code = wrong.code(), failures, "a calendar from elsewhere is not fetched");
            let next_fetch = rules::after_failure(&failure, failures, at, spread);
            // A half-merged file stays marked as such.
            let busy_until = stands.busy_until;
            Subscription {
                next_fetch,
                busy_until,
                failure: Json(Some(failure)),
                failures,
                version,
                ..held.clone()
            }
        }
    };
    let mut then = Vec::new();
    if let Some(due) = new.next_fetch {
        let job = jobs::job(platform, FETCHING.name, due.0, &id)?;
        new.job_id = job.job_id;
        then.push(job.insert());
    }
    if !platform.storage.calendars.change_subscription(held, &new, then).await? {
        return let_go(platform, id, until).await;
    }
    let code = |one: &Subscription| one.failure.0.as_ref().map(|failure| failure.code.clone());
    if code(&new) != code(stands) {
        live::calendar_changed(platform, calendar);
    }
    Ok(())
}

fn kept(one: Skipped) -> SourceSkipped {
    let Skipped { uid, title, code, message } = one;
    SourceSkipped { uid, title, code: code.to_owned(), message }
}

/// Releases the row so that another fetch can begin; for a deleted calendar, deletes what was written meanwhile.
async fn let_go(platform: &Platform, id: CalendarId, until: Moment) -> Result<()> {
    let calendars = &platform.storage.calendars;
    for _ in 0..ATTEMPTS {
        let Some(stands) = calendars.subscription(id).await? else {
            enrollment::gone(platform, id).await?;
            while calendars.clear(id).await? {}
            return Ok(());
        };
        if stands.busy_until != Some(until) {
            return Ok(());
        }
        let free =
            Subscription { busy_until: Some(Moment(0)), version: stands.version + 1, ..stands.clone() };
        if calendars.change_subscription(&stands, &free, Vec::new()).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
