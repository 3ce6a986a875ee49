//! Search results: events in the calendars that somebody sees.

use std::collections::HashSet;

use super::indexed::EVENT;
use super::listing::between;
use super::view::ListedView;
use crate::Platform;
use crate::accounts::Who;
use crate::area::found::{OwnResults, Sought, Suggestion};
use crate::platform::error::{RefusalKind, Result};
use crate::platform::time::{Moment, now};

pub(super) static MINE: OwnResults = OwnResults {
    kind: EVENT,
    label: "I mina kalendrar",
    place: 2,
    find: |platform, who, sought, _| Box::pin(events(platform, who, sought)),
};

/// Days before and after now whose events are searched.
const DAYS: (i64, i64) = (30, 180);
const DAY_MS: i64 = 86_400_000;

/// Next ones first and past ones last.
async fn events(platform: &Platform, who: &Who, sought: Sought<'_>) -> Result<Vec<Suggestion>> {
    let at = now();
    let (from, to) = (Moment(at - DAYS.0 * DAY_MS), Moment(at + DAYS.1 * DAY_MS));
    let mut listed = match between(platform, Some(who), &[], from, to).await {
        // With more than one response holds, the calendar itself is the place to search.
        Err(refusal) if refusal.kind == RefusalKind::Invalid => Vec::new(),
        listed => listed?,
    };
    listed.retain(|one| !one.busy && sought.is_in(&one.title));
    listed.sort_by_key(|one| (one.end.0 < at, (one.start.0 - at).abs()));
    // For a series the next occurrence.
    let mut seen = HashSet::new();
    listed.retain(|one| seen.insert(one.id));
    Ok(listed.into_iter().map(event).collect())
}

fn event(one: ListedView) -> Suggestion {
    let which = one.recurrence_id.map(|id| format!("?recurrenceId={id}")).unwrap_or_default();
    let slug = format!("{EVENT}/{}{which}", one.event_uuid);
    Suggestion {
        location: one.place.map(|place| place.name),
        start: Some(one.start).filter(|_| !one.all_day),
        start_date: one.start_date.filter(|_| one.all_day),
        ..MINE.result(slug, one.title)
    }
}
