//! Subscribed calendars, whose events are fetched from an address every few hours. Contract §7.
//!
//! Nobody can write in them: they mirror the other calendar. The address is shown only to the calendar's managers,
//! because it gives access to the content. It is fetched on behalf of the person who created the calendar or set its
//! address; if they no longer manage it, fetching pauses until a manager requests it.

mod fetch;
mod merge;
mod rules;

use std::collections::HashMap;

use serde::Serialize;
use storage::calendar::{Calendar, SourceFailure, SourceSkipped, Subscription};
use storage::ids::{CalendarId, UserId};
use storage::jobs::Job;
use storage::record::Stored;
use storage::value::Json;
use utoipa::ToSchema;

pub use fetch::FETCHING;

use super::rules::Ability;
use super::view::CalendarView;
use super::{load, rules as calendars};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::is_alive;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs;
use crate::platform::time::{Moment, now};

/// Most per owner.
pub(super) const MOST: usize = 20;
/// Attempts at a row that a fetch changes concurrently.
const ATTEMPTS: usize = 16;

/// How it stands with a calendar that is fetched from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceState {
    /// When the address last answered, be it that nothing has changed.
    pub last_fetched: Option<Moment>,
    /// When that last changed anything here.
    pub last_changed: Option<Moment>,
    /// Null: it is not fetched again until somebody asks.
    pub next_fetch: Option<Moment>,
    /// It is being fetched, or will be in a moment.
    pub fetching: bool,
    /// Why nothing came of the last fetch; null: it came well.
    pub failure: Option<SourceFailure>,
    /// What of the last file is not taken, then what is but for something in it; the first 50.
    pub skipped: Vec<SourceSkipped>,
}

impl SourceState {
    fn of(stands: Subscription, at: i64) -> Self {
        let fetching = stands.next_fetch.is_some_and(|next| next.0 <= at);
        Self {
            last_fetched: stands.fetched,
            last_changed: stands.changed,
            next_fetch: stands.next_fetch,
            fetching,
            failure: stands.failure.0,
            skipped: stands.skipped.0,
        }
    }
}

/// Validates an address. 422 ADDRESS: it may not be called.
pub(super) fn read(platform: &Platform, text: &str) -> Result<String> {
    let to = platform.outward.sends_to(&rules::address(text)).ok_or_else(|| {
        Refusal::field(
            "source",
            "ADDRESS",
            "Skriv en adress som börjar med https:// eller webcal:// och nås från internet.",
        )
    })?;
    Ok(to.url.into())
}

fn address_of(platform: &Platform, stands: &Subscription) -> Option<String> {
    String::from_utf8(platform.secrets.open(&stands.address)?).ok()
}

/// Checks whether a person may have another address fetched now.
pub(super) async fn may_call(platform: &Platform, me: UserId) -> Result<()> {
    platform.limits.link(&*platform.bus, me).await
}

/// A calendar's first fetch, at once: to join the write that creates the calendar.
pub(super) fn begun(platform: &Platform, id: CalendarId, address: &str) -> Result<(Subscription, Job)> {
    let job = jobs::job(platform, FETCHING.name, now(), &id)?;
    let subscription = Subscription {
        calendar_id: id,
        address: platform.secrets.seal(address.as_bytes())?,
        etag: String::new(),
        modified: String::new(),
        digest: String::new(),
        visibility: None,
        job_id: job.job_id,
        next_fetch: Some(Moment(job.due)),
        fetched: None,
        changed: None,
        busy_until: None,
        failure: Json(None),
        failures: 0,
        skipped: Json(Vec::new()),
        version: 1,
    };
    Ok((subscription, job))
}

/// Whether the person on whose behalf a calendar is fetched still manages it.
async fn is_acting(platform: &Platform, calendar: &Calendar) -> Result<bool> {
    let by = calendar.created_by;
    let user = platform.storage.accounts.user(by).await?;
    let asker = super::asker(platform, calendar, Some(by)).await?;
    Ok(user.is_some_and(|user| is_alive(&user)) && calendars::has(calendar, asker))
}

/// Takes over fetching on behalf of the person who requests it, if it was paused.
async fn taken_over(platform: &Platform, calendar: Calendar, by: UserId) -> Result<Calendar> {
    if is_acting(platform, &calendar).await? {
        return Ok(calendar);
    }
    let new = Calendar { created_by: by, version: calendar.version + 1, ..calendar.clone() };
    ensure_applied(platform.storage.calendars.change(&calendar, &new).await?)?;
    Ok(new)
}

fn not_subscribed() -> Refusal {
    Refusal::conflict("NOT_SUBSCRIBED", "Kalendern hämtas inte från någon annan adress.")
}

/// A calendar's subscription. 409 NOT_SUBSCRIBED.
async fn stands(platform: &Platform, id: CalendarId) -> Result<Subscription> {
    platform.storage.calendars.subscription(id).await?.ok_or_else(not_subscribed)
}

/// Whether a calendar gets a different address. 409 NOT_SUBSCRIBED.
pub(super) async fn moves(platform: &Platform, calendar: &Calendar, address: &str) -> Result<bool> {
    let stands = stands(platform, calendar.calendar_id).await?;
    Ok(address_of(platform, &stands).is_none_or(|old| old != address))
}

/// Schedules a fetch now, from another address if given. A running fetch is discarded.
pub(super) async fn fetch_now(platform: &Platform, id: CalendarId, address: Option<&str>) -> Result<()> {
    for _ in 0..ATTEMPTS {
        let old = stands(platform, id).await?;
        let job = jobs::job(platform, FETCHING.name, now(), &id)?;
        let (job_id, next_fetch, version) = (job.job_id, Some(Moment(job.due)), old.version + 1);
        let mut then = vec![job.insert()];
        then.extend(old.next_fetch.map(|due| Job::cancel(old.job_id, due.0)));
        let new = match address {
            None => Subscription { job_id, next_fetch, version, ..old.clone() },
            Some(address) => {
                let (fresh, _) = begun(platform, id, address)?;
                let (changed, busy_until) = (old.changed, old.busy_until);
                Subscription { job_id, next_fetch, version, changed, busy_until, ..fresh }
            }
        };
        if platform.storage.calendars.change_subscription(&old, &new, then).await? {
            platform.jobs.wake();
            return Ok(());
        }
    }
    Err(Refusal::moved_on())
}

/// Fetches a calendar now, for its managers. 409 NOT_SUBSCRIBED, MOVED_ON, 429.
pub async fn refresh(platform: &Platform, who: &Who, uuid: &str) -> Result<CalendarView> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    calendars::manage(&calendar, asker)?;
    if calendar.subscribed.is_none() {
        return Err(not_subscribed());
    }
    platform.limits.refresh(&*platform.bus, calendar.calendar_id).await?;
    may_call(platform, who.user_id).await?;
    let calendar = taken_over(platform, calendar, who.user_id).await?;
    let busy = stands(platform, calendar.calendar_id).await?.busy_until;
    if busy.is_none_or(|until| until.0 <= now()) {
        fetch_now(platform, calendar.calendar_id, None).await?;
    }
    shown(platform, super::seen(&calendar, asker)).await
}

/// Adds addresses and states of subscriptions, for managers.
pub(super) async fn all_shown(platform: &Platform, views: Vec<CalendarView>) -> Result<Vec<CalendarView>> {
    let shows = |view: &&CalendarView| view.subscribed && view.abilities.contains(&Ability::Manage);
    let ids: Vec<CalendarId> = views.iter().filter(shows).map(|view| view.id_calendar).collect();
    if ids.is_empty() {
        return Ok(views);
    }
    let found = platform.storage.calendars.subscriptions(&ids).await?;
    let mut found: HashMap<CalendarId, Subscription> =
        found.into_iter().map(|one| (one.calendar_id, one)).collect();
    let at = now();
    let with = |view: CalendarView| match found.remove(&view.id_calendar) {
        None => view,
        Some(stands) => {
            let source = address_of(platform, &stands);
            CalendarView { source, source_state: Some(SourceState::of(stands, at)), ..view }
        }
    };
    Ok(views.into_iter().map(with).collect())
}

/// The same for one.
pub(super) async fn shown(platform: &Platform, view: CalendarView) -> Result<CalendarView> {
    let mut views = all_shown(platform, vec![view]).await?;
    views.pop().ok_or_else(Refusal::internal)
}
