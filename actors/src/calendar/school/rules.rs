//! Plans the insertion of a school year: pure. What a person has changed is kept.

use std::collections::HashMap;

use jiff::civil::Date;
use storage::calendar::{CalendarEvent, EventStatus, SchoolDay, Visibility};
use storage::entities::EntityType;
use storage::time::Day;

use super::view::{DayDraft, Outcome};
use crate::calendar::when::{self, When};
use crate::entities::rules::is_school;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::display_name;

/// Possible first years of a school year.
pub const YEARS: std::ops::RangeInclusive<i64> = 2020..=2098;

/// Refuses organisations without school years.
pub fn school(kind: EntityType) -> Result<()> {
    let refusal = || Refusal::conflict("NOT_A_SCHOOL", "Bara skolor och förskolor har läsår.");
    is_school(kind).then_some(()).ok_or_else(refusal)
}

/// Validates the first year of a school year. 422 RANGE.
pub fn year(year: i64) -> Result<i16> {
    let known = i16::try_from(year).ok().filter(|_| YEARS.contains(&year));
    known.ok_or_else(|| Refusal::field("year", "RANGE", "Välj ett läsår mellan 2020 och 2098."))
}

/// A requested day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub day: SchoolDay,
    /// Also if somebody has deleted it from the calendar.
    pub again: bool,
}

/// Validated days in chronological order. 422: an invalid title, a day that ends before it begins (`TIME`), outside of
/// the school year (`RANGE`), or a duplicate key (`TWICE`).
pub fn wanted(year: i16, drafts: &[DayDraft]) -> Result<Vec<Wanted>> {
    let (first, last) = (Date::constant(year, 7, 1), Date::constant(year + 1, 7, 31));
    let mut all: Vec<Wanted> = Vec::with_capacity(drafts.len());
    for (n, draft) in drafts.iter().enumerate() {
        let wrong = |field: &str, code, message: &'static str| {
            Err(Refusal::field(format!("days[{n}].{field}"), code, message))
        };
        let title = display_name("title", &draft.title, 1, 200).map_err(|mut refusal| {
            for broken in &mut refusal.fields {
                broken.field = format!("days[{n}].title").into();
            }
            refusal
        })?;
        if draft.end_date < draft.start_date {
            return wrong("endDate", "TIME", "Slutet ligger före början.");
        }
        if draft.start_date.0 < first || draft.end_date.0 > last {
            return wrong("startDate", "RANGE", "Dagen ligger utanför läsåret.");
        }
        if all.iter().any(|one| one.day.key == draft.key) {
            return wrong("key", "TWICE", "Dagen finns två gånger.");
        }
        let day = SchoolDay {
            key: draft.key.clone(),
            kind: draft.kind,
            title,
            start_date: draft.start_date,
            end_date: draft.end_date,
        };
        all.push(Wanted { day, again: draft.again });
    }
    all.sort_by_key(|one| (one.day.start_date, one.day.end_date));
    Ok(all)
}

/// What to do with a day.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Create an event.
    Make(When),
    Change {
        old: Box<CalendarEvent>,
        new: Box<CalendarEvent>,
    },
    Remove(Box<CalendarEvent>),
    Leave,
}

/// A day, and what happens to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Planned {
    pub day: SchoolDay,
    pub outcome: Outcome,
    pub step: Step,
}

/// The days of an event, if it is a plain all-day event.
fn days_of(event: &CalendarEvent) -> Option<(Day, Day)> {
    let is_plain = event.all_day && event.rrule.is_none();
    event.start_date.zip(event.end_date).filter(|_| is_plain)
}

/// Whether nobody has changed an event since its insertion.
fn is_untouched(
    event: &CalendarEvent,
    is_ours: impl Fn(&str, (Day, Day)) -> bool,
    visibility: Visibility,
) -> bool {
    days_of(event).is_some_and(|days| is_ours(&event.title, days))
        && event.visibility == visibility
        && event.event_status == EventStatus::Confirmed
        && event.description.is_empty()
        && event.place.0.is_none()
        && event.links.0.is_empty()
        && event.cover_image.is_none()
        && event.enrollment.0.is_none()
        && event.promoted.is_none()
}

/// Plans the insertion of a school year into a calendar.
///
/// `noted`: what was inserted last, and by interrupted insertions since: an event with such a title or days was not
/// changed by a person, and is updated. `put`: keys of the last insertion. `stands`: existing events, by key.
pub fn plan(
    wanted: &[Wanted],
    put: &[SchoolDay],
    begun: &[SchoolDay],
    stands: &HashMap<String, CalendarEvent>,
    visibility: Visibility,
) -> Result<Vec<Planned>> {
    let noted: Vec<&SchoolDay> = put.iter().chain(begun).collect();
    let is_noted =
        |key: &str, is_it: &dyn Fn(&SchoolDay) -> bool| noted.iter().any(|one| one.key == key && is_it(one));
    let mut all = Vec::with_capacity(wanted.len());
    for Wanted { day, again } in wanted {
        let Some(event) = stands.get(&day.key) else {
            let was_there = put.iter().any(|one| one.key == day.key);
            let (outcome, step) = if was_there && !again {
                (Outcome::Gone, Step::Leave)
            } else {
                (Outcome::Made, Step::Make(when::in_sweden((day.start_date, day.end_date))?))
            };
            all.push(Planned { day: day.clone(), outcome, step });
            continue;
        };
        let (days, to_be) = (days_of(event), (day.start_date, day.end_date));
        let mut new = event.clone();
        if is_noted(&day.key, &|one| one.title == event.title) {
            new.title.clone_from(&day.title);
        }
        if days != Some(to_be) && is_noted(&day.key, &|one| days == Some((one.start_date, one.end_date))) {
            let when = when::in_sweden(to_be)?;
            (new.starts, new.ends, new.time_zone) = (when.starts, when.ends, when.time_zone);
            (new.start_date, new.end_date) = (Some(day.start_date), Some(day.end_date));
        }
        let is_as_wanted = event.title == day.title && days == Some(to_be);
        let (outcome, step) = match (new == *event, is_as_wanted) {
            (true, true) => (Outcome::Same, Step::Leave),
            (true, false) => (Outcome::Kept, Step::Leave),
            (false, _) => {
                (Outcome::Changed, Step::Change { old: Box::new(event.clone()), new: Box::new(new) })
            }
        };
        all.push(Planned { day: day.clone(), outcome, step });
    }
    let mut left: Vec<&SchoolDay> = Vec::new();
    for day in noted.iter().copied() {
        let is_wanted = wanted.iter().any(|one| one.day.key == day.key);
        if !is_wanted && left.iter().all(|one| one.key != day.key) {
            left.push(day);
        }
    }
    for day in left {
        let Some(event) = stands.get(&day.key) else { continue };
        let is_ours = |title: &str, days: (Day, Day)| {
            is_noted(&day.key, &|one| one.title == title && (one.start_date, one.end_date) == days)
        };
        let (outcome, step) = if is_untouched(event, is_ours, visibility) {
            (Outcome::Removed, Step::Remove(Box::new(event.clone())))
        } else {
            (Outcome::Kept, Step::Leave)
        };
        all.push(Planned { day: day.clone(), outcome, step });
    }
    Ok(all)
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
