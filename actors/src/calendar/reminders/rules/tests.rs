#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::value::Json;

use super::*;

fn at(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

fn event(starts: &str, rrule: Option<&str>) -> CalendarEvent {
    let starts = Moment(at(starts));
    CalendarEvent {
        starts,
        ends: Moment(starts.0 + 3_600_000),
        time_zone: "Europe/Stockholm".to_owned(),
        rrule: rrule.map(ToOwned::to_owned),
        ..CalendarEvent::blank(CalendarEventId(1), CalendarId(1), UserId(1), Moment(0))
    }
}

fn settings(custom: bool, disabled: bool, minutes: &[i64]) -> ReminderSettings {
    let (user_id, event_id) = (UserId(1), CalendarEventId(1));
    ReminderSettings { user_id, event_id, custom, disabled, minutes: minutes.to_vec() }
}

/// Settings of the event, general settings: reminded an hour before, a day before?
#[test]
fn event_settings_override_general_settings() {
    for (own, usual, hour, day) in [
        (None, None, true, false),
        (None, Some(settings(true, false, &[1_440])), false, true),
        (None, Some(settings(true, false, &[])), false, false),
        (Some(settings(true, false, &[1_440])), None, false, true),
        (Some(settings(true, false, &[])), Some(settings(true, false, &[60])), false, false),
        (Some(settings(false, false, &[1_440])), None, true, false),
        (Some(settings(false, true, &[])), None, false, false),
        (Some(settings(true, true, &[60, 1_440])), Some(settings(true, false, &[60])), false, false),
    ] {
        let both = [own, usual];
        assert_eq!((wants(&both, 60), wants(&both, 1_440)), (hour, day), "{both:?}");
    }
}

/// All moments of a chain from one on.
fn chain(event: &CalendarEvent, from: &str, most: usize) -> Vec<String> {
    let times = Times::of(event).unwrap();
    let mut after = at(from);
    let next = std::iter::from_fn(|| {
        after = times.next_after(after)?;
        Some(Moment(after).to_string())
    });
    next.take(most).collect()
}

#[test]
fn reminder_times_of_a_single_event() {
    let once = event("2026-06-10T16:00:00Z", None);
    let all = [
        "2026-06-03T16:00:00.000Z",
        "2026-06-09T16:00:00.000Z",
        "2026-06-10T14:00:00.000Z",
        "2026-06-10T15:00:00.000Z",
        "2026-06-10T15:30:00.000Z",
        "2026-06-10T15:45:00.000Z",
        "2026-06-10T15:55:00.000Z",
        "2026-06-10T16:00:00.000Z",
    ];
    assert_eq!(chain(&once, "2026-01-01T00:00:00Z", 99), all);
    assert_eq!(chain(&once, "2026-06-10T15:00:00Z", 99), all[4..], "what is past is left out");
    assert_eq!(chain(&once, "2026-06-10T16:00:00Z", 99), Vec::<String>::new());
}

#[test]
fn reminder_times_of_a_series() {
    let mut weekly = event("2026-03-23T16:00:00Z", Some("FREQ=WEEKLY;COUNT=3"));
    // 17 o'clock in Stockholm: after the change of the clocks an hour earlier in UTC.
    let found = chain(&weekly, "2026-03-23T15:59:59Z", 99);
    assert_eq!(found[0], "2026-03-23T16:00:00.000Z", "the first begins");
    assert_eq!(
        found[1], "2026-03-29T15:00:00.000Z",
        "a day before the second: a week before was before the first"
    );
    assert!(found.contains(&"2026-03-30T15:00:00.000Z".to_owned()));
    assert_eq!(found.last().unwrap(), "2026-04-06T15:00:00.000Z");
    // A week before the third occurrence the second begins: one moment for both.
    assert_eq!(found.iter().filter(|one| *one == "2026-03-30T15:00:00.000Z").count(), 1);
    let times = Times::of(&weekly).unwrap();
    assert!(
        times.begins(Moment(at("2026-04-06T15:00:00Z"))) && !times.begins(Moment(at("2026-04-06T16:00:00Z")))
    );
    weekly.exdates = Json(vec![Moment(at("2026-04-06T15:00:00Z"))]);
    assert_eq!(chain(&weekly, "2026-03-23T15:59:59Z", 99).last().unwrap(), "2026-03-30T15:00:00.000Z");
    let yearly = event("2026-06-10T16:00:00Z", Some("FREQ=YEARLY"));
    assert_eq!(chain(&yearly, "2026-06-10T16:00:00Z", 1), ["2027-06-03T16:00:00.000Z"]);
}

#[test]
fn a_reminder_that_comes_late() {
    let starts = Moment(at("2026-06-10T16:00:00Z"));
    assert!(!is_late(starts, at("2026-06-10T16:05:00Z")));
    assert!(is_late(starts, at("2026-06-10T16:05:01Z")));
}
