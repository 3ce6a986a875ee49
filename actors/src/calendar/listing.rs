//! What happens between two moments in some calendars: read, then counted out. The counting is pure, costs what is shown, and has a
//! budget ([`crate::platform::recurrence::Bench`]).

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

/// Days that are looked at in one go.
const MOST_DAYS: i64 = 400;
/// Events that one answer holds.
const MOST: usize = 10_000;
/// Calendars that are looked at in one go.
const MOST_CALENDARS: usize = 50;
/// What showing one costs of the budget: about as much as counting so many.
const SHOWING: usize = 4;

/// What is asked for: from, and to (not included).
pub type Window = (Moment, Moment);

/// What may happen in a calendar in a window.
pub struct Found {
    calendar: Calendar,
    asker: Asker,
    once: Vec<ListedEvent>,
    series: Vec<CalendarEvent>,
}

/// 422 for what is no window.
pub(super) fn bounded((from, to): Window, uuids: &[&str]) -> Result<()> {
    if to <= from || to.0.saturating_sub(from.0) > MOST_DAYS * 86_400_000 {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 400 dagar."));
    }
    if uuids.len() > MOST_CALENDARS {
        return Err(Refusal::field("calendar", "TOO_MANY", "Välj högst 50 kalendrar."));
    }
    Ok(())
}

/// What happens between two moments (the second not included) in the calendars that are named, or in all that I see, by its
/// beginning. 404: a calendar that somebody may not look at; 422 RANGE: it is more than one answer holds.
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

/// Reads what may happen in some calendars.
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

/// The soonest of a window, at most `limit`: of no series more is counted.
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

/// All of a window. Spent: it is too much for one answer.
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
    /// Whole, as a time alone, or not at all.
    fn shown(&self, view: ListedView) -> Option<ListedView> {
        if rules::lists_event(&self.calendar, view.visibility, self.asker) {
            return Some(view);
        }
        let is_busy =
            rules::sees_busy(&self.calendar, self.asker) && view.event_status != EventStatus::Cancelled;
        is_busy.then(|| view.busy())
    }

    /// Adds what happens in a window; of a series no more than `most`.
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
            // It is read, whatever comes of it.
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
