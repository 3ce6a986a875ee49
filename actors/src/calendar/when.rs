//! Validation of an event's time: pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use storage::time::{Day, Moment};

use super::view::EventDraft;
use crate::platform::error::{Refusal, Result};
use crate::platform::recurrence::Instance;
use crate::platform::time::ZONE;

/// Most days of an occurrence, and of a single event.
const MOST_DAYS: i64 = 366;
const MOST_DAYS_ONCE: i64 = 3 * 366;
/// Supported years of events.
const YEARS: std::ops::RangeInclusive<i16> = 1970..=2100;

/// The time of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    pub starts: Moment,
    pub ends: Moment,
    /// First and last day if all-day.
    pub days: Option<(Day, Day)>,
    pub time_zone: String,
}

fn wrong(field: &'static str, message: &'static str) -> Refusal {
    Refusal::field(field, "TIME", message)
}

fn midnight(day: Date, zone: &TimeZone) -> Result<Moment> {
    // If a change of the clocks skips midnight, the day begins after it.
    let begins = day.to_zoned(zone.clone()).map_err(|_| wrong("startDate", "Dagen finns inte där."))?;
    Ok(Moment(begins.timestamp().as_millisecond()))
}

/// Whole days, both included, in local time of a zone.
fn of_days((first, last): (Day, Day), zone: &TimeZone, time_zone: String, repeats: bool) -> Result<When> {
    if last < first {
        return Err(wrong("endDate", "Slutet ligger före början."));
    }
    let after = last.0.tomorrow().map_err(|_| wrong("endDate", "Dagen ligger för långt fram."))?;
    let (starts, ends) = (midnight(first.0, zone)?, midnight(after, zone)?);
    bounded(When { starts, ends, days: Some((first, last)), time_zone }, "endDate", repeats)
}

/// Whole days in Sweden, both included. 422: invalid.
pub fn in_sweden(days: (Day, Day)) -> Result<When> {
    let zone = TimeZone::get(ZONE).map_err(|_| Refusal::internal())?;
    of_days(days, &zone, ZONE.to_owned(), true)
}

/// The time of a draft. 422: missing or invalid.
pub fn of(draft: &EventDraft) -> Result<When> {
    let time_zone = draft.time_zone.clone().unwrap_or_else(|| ZONE.to_owned());
    let zone = TimeZone::get(&time_zone)
        .map_err(|_| Refusal::field("timeZone", "UNKNOWN_ZONE", "Det finns ingen sådan tidszon."))?;
    if draft.all_day {
        let first = draft.start_date.ok_or_else(|| wrong("startDate", "Ange en dag."))?;
        return of_days((first, draft.end_date.unwrap_or(first)), &zone, time_zone, draft.rrule.is_some());
    }
    let starts = draft.start.ok_or_else(|| wrong("start", "Ange när det börjar."))?;
    let ends = draft.end.ok_or_else(|| wrong("end", "Ange när det slutar."))?;
    if ends < starts {
        return Err(wrong("end", "Slutet ligger före början."));
    }
    bounded(When { starts, ends, days: None, time_zone }, "end", draft.rrule.is_some())
}

/// In texts for people.
pub const MONTHS: [&str; 12] = [
    "januari",
    "februari",
    "mars",
    "april",
    "maj",
    "juni",
    "juli",
    "augusti",
    "september",
    "oktober",
    "november",
    "december",
];

/// A moment in a text for people, in local time: `3 juni 2026 kl. 18.00`.
pub fn in_words(at: Moment, zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let at = Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(zone);
    format!("{} kl. {:02}.{:02}", day_in_words(at.date()), at.hour(), at.minute())
}

/// A day in a text for people: `3 juni 2026`.
pub fn day_in_words(day: Date) -> String {
    let month = usize::try_from(day.month() - 1).ok().and_then(|month| MONTHS.get(month)).unwrap_or(&"");
    format!("{} {month} {}", day.day(), day.year())
}

/// The local day of a moment.
pub fn day(at: Moment, zone: &str) -> Option<Date> {
    let zone = TimeZone::get(zone).ok()?;
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone).date())
}

/// The moment at which a local day begins.
pub fn begins(day: Date, zone: &str) -> Option<Moment> {
    let zone = TimeZone::get(zone).ok()?;
    Some(Moment(day.to_zoned(zone).ok()?.timestamp().as_millisecond()))
}

fn bounded(when: When, field: &'static str, repeats: bool) -> Result<When> {
    let year = |at: Moment| Timestamp::from_millisecond(at.0).map(|at| at.to_zoned(TimeZone::UTC).year());
    for at in [when.starts, when.ends] {
        if !year(at).is_ok_and(|year| YEARS.contains(&year)) {
            return Err(wrong(field, "Välj en tid mellan 1970 och 2100."));
        }
    }
    // A day may have 25 hours.
    let most = if repeats { MOST_DAYS } else { MOST_DAYS_ONCE };
    if when.ends.0 - when.starts.0 > most * 86_400_000 + 3_600_000 {
        let message = if repeats {
            "Det som upprepas varar högst ett år."
        } else {
            "En händelse varar högst tre år."
        };
        return Err(wrong(field, message));
    }
    Ok(when)
}

/// First and last day of an occurrence, where those of the first one are `days`.
pub fn days_of(one: Instance, days: (Day, Day), zone: &str) -> Option<(Day, Day)> {
    let first = day(one.starts, zone)?;
    let lasts = days.1.0.since(days.0.0).ok()?.get_days();
    Some((Day(first), Day(first.checked_add(lasts.days()).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(body: serde_json::Value) -> EventDraft {
        let mut all = serde_json::json!({"calendarUUID": "u", "title": "T"});
        let (Some(all_of_it), Some(more)) = (all.as_object_mut(), body.as_object()) else { unreachable!() };
        all_of_it.extend(more.clone());
        serde_json::from_value(all).unwrap()
    }

    fn refused(body: serde_json::Value) -> Option<String> {
        of(&draft(body)).unwrap_err().fields.first().map(|broken| broken.field.to_string())
    }

    #[test]
    fn all_day_is_by_date_in_its_zone() {
        let when = of(&draft(serde_json::json!({"allDay": true, "startDate": "2026-06-20"}))).unwrap();
        // Midsummer's day in Sweden, 24 hours of summer time.
        assert_eq!(
            (when.starts.to_string(), when.ends.to_string()),
            ("2026-06-19T22:00:00.000Z".to_owned(), "2026-06-20T22:00:00.000Z".to_owned())
        );
        // The day on which the clocks go back has 25 hours.
        let when = of(&draft(
            serde_json::json!({"allDay": true, "startDate": "2026-10-25", "endDate": "2026-10-25"}),
        ));
        let when = when.unwrap();
        assert_eq!(when.ends.0 - when.starts.0, 25 * 3_600_000);
    }

    #[test]
    fn impossible_times_are_refused_by_field() {
        use serde_json::json;
        let (early, late) = ("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
        assert_eq!(refused(json!({})).as_deref(), Some("start"));
        assert_eq!(refused(json!({"start": early})).as_deref(), Some("end"));
        assert_eq!(refused(json!({"start": late, "end": early})).as_deref(), Some("end"));
        assert!(of(&draft(json!({"start": early, "end": early}))).is_ok(), "a moment");
        assert_eq!(refused(json!({"allDay": true})).as_deref(), Some("startDate"));
        assert_eq!(
            refused(json!({"allDay": true, "startDate": "2026-03-02", "endDate": "2026-03-01"})).as_deref(),
            Some("endDate")
        );
        assert!(of(&draft(json!({"start": early, "end": "2028-03-05T10:00:00Z"}))).is_ok(), "two years");
        assert_eq!(refused(json!({"start": early, "end": "2029-03-15T10:00:00Z"})).as_deref(), Some("end"));
        let yearly = json!({"start": early, "end": "2027-03-05T10:00:00Z", "rrule": "FREQ=YEARLY"});
        assert_eq!(refused(yearly).as_deref(), Some("end"));
        assert_eq!(
            refused(json!({"start": "1969-01-01T10:00:00Z", "end": "1969-01-01T11:00:00Z"})).as_deref(),
            Some("end")
        );
        assert_eq!(
            refused(json!({"start": early, "end": late, "timeZone": "Europe/Sthlm"})).as_deref(),
            Some("timeZone")
        );
    }
}
