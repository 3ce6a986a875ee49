//! Occurrences between two moments in some calendars: read, then expanded. The expansion is pure, costs what is shown,
//! and has a budget ([`crate::platform::recurrence::Bench`]).

use std::ops::ControlFlow;

use futures_util::future::try_join_all;
use storage::calendar::{Calendar, CalendarEvent, EventStatus, ListedEvent};
use storage::time::Moment;

use super::events::rule_of;
use super::rules::{self, Asker};
use super::view::ListedView;
use super::{load, visible, when};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::recurrence::{Budget, Spent};

/// Longest window, in days.
const MOST_DAYS: i64 = 400;
/// Most events in one response.
const MOST: usize = 10_000;
/// Most calendars per request.
const MOST_CALENDARS: usize = 50;
/// Cost of showing one, in units of the budget.
const SHOWING: usize = 4;

/// The requested window: from, and to (excluded).
pub type Window = (Moment, Moment);

/// The events of a calendar that may lie in a window.
pub struct Found {
    calendar: Calendar,
    asker: Asker,
    once: Vec<ListedEvent>,
    series: Vec<CalendarEvent>,
}

/// 422 for an invalid window.
pub fn bounded((from, to): Window, uuids: &[&str]) -> Result<()> {
    if to <= from || to.0.saturating_sub(from.0) > MOST_DAYS * 86_400_000 {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 400 dagar."));
    }
    if uuids.len() > MOST_CALENDARS {
        return Err(Refusal::field("calendar", "TOO_MANY", "Välj högst 50 kalendrar."));
    }
    Ok(())
}

/// Occurrences between two moments (the second excluded) in the named calendars, or in all that I see, by beginning.
/// 404: a calendar that the caller may not see; 422 RANGE: more than one response holds.
pub async fn between(
    platform: &Platform,
    who: Option<&Who>,
    uuids: &[&str],
    from: Moment,
    to: Moment,
) -> Result<Vec<ListedView>> {
    bounded((from, to), uuids)?;
    let calendars = match who {
        Some(who) if uuids.is_empty() => visible(platform, who.user_id, None).await?,
        _ => {
            let me = who.map(|who| who.user_id);
            try_join_all(uuids.iter().map(|uuid| load(platform, uuid, me))).await?
        }
    };
    let found = read(platform, calendars, (from, to)).await?;
    let bench = if who.is_some() { &platform.counting } else { &platform.counting_open };
    bench.count(move |budget| listed(&found, (from, to), budget)).await
}

/// Occurrences of public events between two moments (the second excluded), by beginning, as everybody sees them. 422
/// RANGE: more than one response holds.
pub async fn of_public(
    platform: &Platform,
    events: Vec<(Calendar, CalendarEvent)>,
    window: Window,
) -> Result<Vec<ListedView>> {
    bounded(window, &[])?;
    let found: Vec<Found> = events
        .into_iter()
        .map(|(calendar, event)| {
            let lies_in = event.starts < window.1 && (event.ends > window.0 || event.starts >= window.0);
            let (once, series) = match event.rrule {
                Some(_) => (Vec::new(), vec![event]),
                None if lies_in => (vec![event.listed(0)], Vec::new()),
                None => Default::default(),
            };
            Found { calendar, asker: Asker::default(), once, series }
        })
        .collect();
    platform.counting_open.count(move |budget| listed(&found, window, budget)).await
}

/// Reads the events of some calendars that may lie in the window.
pub(super) async fn read(
    platform: &Platform,
    calendars: Vec<(Calendar, Asker)>,
    (from, to): Window,
) -> Result<Vec<Found>> {
    let store = &platform.storage.calendars;
    let each = calendars.into_iter().map(async |(calendar, asker)| {
        let (once, series) = futures_util::try_join!(
            store.between(calendar.calendar_id, from, to, MOST),
            store.series(calendar.calendar_id, from, to),
        )?;
        Ok::<_, Refusal>(Found { calendar, asker, once, series })
    });
    try_join_all(each).await
}

/// The first occurrences of a window, at most `limit`: no series is expanded further.
pub(super) fn soonest(
    found: &[Found],
    window: Window,
    limit: usize,
    budget: &mut Budget,
) -> std::result::Result<Vec<ListedView>, Spent> {
    let mut all = Vec::new();
    for one in found {
        one.list(window, limit, &mut all, budget)?;
        sort(&mut all);
        all.truncate(limit);
    }
    Ok(all)
}

/// All occurrences of a window. Spent: too many for one response.
pub(super) fn listed(
    found: &[Found],
    window: Window,
    budget: &mut Budget,
) -> std::result::Result<Vec<ListedView>, Spent> {
    let mut all = Vec::new();
    for one in found {
        one.list(window, MOST + 1, &mut all, budget)?;
    }
    sort(&mut all);
    Ok(all)
}

fn sort(all: &mut [ListedView]) {
    all.sort_by_key(|one| (one.start, one.end, one.id));
}

impl Found {
    /// Whole, as a busy time, or hidden.
    fn shown(&self, view: ListedView) -> Option<ListedView> {
        if rules::lists_event(&self.calendar, view.visibility, self.asker) {
            return Some(view);
        }
        let is_busy =
            rules::sees_busy(&self.calendar, self.asker) && view.event_status != EventStatus::Cancelled;
        is_busy.then(|| view.busy())
    }

    /// Adds the occurrences in a window; of a series at most `most`.
    fn list(
        &self,
        window: Window,
        most: usize,
        all: &mut Vec<ListedView>,
        budget: &mut Budget,
    ) -> std::result::Result<(), Spent> {
        for event in &self.once {
            budget.spend(SHOWING)?;
            all.extend(self.shown(ListedView::once(&self.calendar, event.clone())));
        }
        for series in &self.series {
            // Reading it costs, whatever the result.
            budget.spend(SHOWING)?;
            let Some(rule) = rule_of(series) else { continue };
            let mut instances = Vec::new();
            rule.each_between(window, &series.exdates.0, budget, |one| {
                instances.push(one);
                if instances.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            budget.spend(SHOWING * instances.len())?;
            let days = series.start_date.zip(series.end_date);
            all.extend(instances.into_iter().filter_map(|one| {
                let days = days.and_then(|days| when::days_of(one, days, &series.time_zone));
                self.shown(ListedView::of_series(&self.calendar, series, one, days))
            }));
            if all.len() > MOST {
                return Err(Spent);
            }
        }
        Ok(())
    }
}
