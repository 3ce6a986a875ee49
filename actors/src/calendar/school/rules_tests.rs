use storage::calendar::{Place, SchoolDayKind};
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;
use storage::value::Json;

use super::*;

fn on(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn day(key: &str, title: &str, first: &str, last: &str) -> SchoolDay {
    let (key, title) = (key.to_owned(), title.to_owned());
    SchoolDay { key, kind: SchoolDayKind::Break, title, start_date: on(first), end_date: on(last) }
}

fn autumn() -> SchoolDay {
    day("AUTUMN_BREAK", "Höstlov", "2026-10-26", "2026-10-30")
}

/// The inserted event of a day.
fn event(day: &SchoolDay) -> CalendarEvent {
    let when = when::in_sweden((day.start_date, day.end_date)).unwrap();
    CalendarEvent {
        event_uuid: "u".to_owned(),
        title: day.title.clone(),
        starts: when.starts,
        ends: when.ends,
        all_day: true,
        start_date: Some(day.start_date),
        end_date: Some(day.end_date),
        time_zone: when.time_zone,
        visibility: Visibility::Public,
        uid: Some("x".to_owned()),
        timed: Some(1),
        ..CalendarEvent::blank(CalendarEventId(1), CalendarId(2), UserId(3), Moment(0))
    }
}

/// The plan of one day.
fn one(
    wanted: Option<(&SchoolDay, bool)>,
    put: &[SchoolDay],
    begun: &[SchoolDay],
    there: Option<CalendarEvent>,
) -> Option<Planned> {
    let wanted: Vec<Wanted> =
        wanted.into_iter().map(|(day, again)| Wanted { day: day.clone(), again }).collect();
    let stands = there.map(|event| (autumn().key, event)).into_iter().collect();
    let mut all = plan(&wanted, put, begun, &stands, Visibility::Public).unwrap();
    assert!(all.len() <= 1);
    all.pop()
}

fn outcome(
    wanted: Option<(&SchoolDay, bool)>,
    put: &[SchoolDay],
    begun: &[SchoolDay],
    there: Option<CalendarEvent>,
) -> Option<Outcome> {
    one(wanted, put, begun, there).map(|planned| planned.outcome)
}

#[test]
fn outcome_per_day_of_an_insertion() {
    let (as_it_was, later) = (autumn(), day("AUTUMN_BREAK", "Läslov", "2026-11-02", "2026-11-06"));
    let put = [as_it_was.clone()];
    let there = || Some(event(&as_it_was));
    let moved = || Some(event(&day("AUTUMN_BREAK", "Höstlov", "2026-10-28", "2026-10-30")));
    let table = [
        // Nothing existed.
        (Some((&as_it_was, false)), &[][..], &[][..], None, Some(Outcome::Made)),
        // Inserted again, unchanged and changed.
        (Some((&as_it_was, false)), &put, &[], there(), Some(Outcome::Same)),
        (Some((&later, false)), &put, &[], there(), Some(Outcome::Changed)),
        // A person has moved it: it stays, unless they moved it to the requested day.
        (Some((&as_it_was, false)), &put, &[], moved(), Some(Outcome::Kept)),
        (Some((&later, false)), &put, &[], Some(event(&later)), Some(Outcome::Same)),
        // A person has deleted it.
        (Some((&as_it_was, false)), &put, &[], None, Some(Outcome::Gone)),
        (Some((&as_it_was, true)), &put, &[], None, Some(Outcome::Made)),
        // The insertion was interrupted, before or after the event.
        (Some((&as_it_was, false)), &[], &put, None, Some(Outcome::Made)),
        (Some((&later, false)), &[], &put, there(), Some(Outcome::Changed)),
        // It was not inserted, but has its UID.
        (Some((&later, false)), &[], &[], there(), Some(Outcome::Kept)),
        // It is no longer requested.
        (None, &put, &[], there(), Some(Outcome::Removed)),
        (None, &put, &[], moved(), Some(Outcome::Kept)),
        (None, &put, &[], None, None),
    ];
    for (n, (wanted, put, begun, there, expected)) in table.into_iter().enumerate() {
        assert_eq!(outcome(wanted, put, begun, there), expected, "row {n}");
    }
}

#[test]
fn title_and_days_follow_each_by_itself() {
    let (put, later) = ([autumn()], day("AUTUMN_BREAK", "Läslov", "2026-11-02", "2026-11-06"));
    let renamed = CalendarEvent {
        title: "Höstlov, fritids öppet".to_owned(),
        description: "Anmäl senast fredag".to_owned(),
        ..event(&autumn())
    };
    let planned = one(Some((&later, false)), &put, &[], Some(renamed.clone())).unwrap();
    let Step::Change { new, .. } = planned.step else { panic!("{planned:?}") };
    let expected = CalendarEvent {
        title: renamed.title.clone(),
        description: renamed.description.clone(),
        ..event(&later)
    };
    assert_eq!(*new, expected, "the days follow, what somebody wrote stays");
}

#[test]
fn days_changed_by_people_are_not_removed() {
    let put = [autumn()];
    let there = event(&autumn());
    let place = Place {
        name: "Aulan".to_owned(),
        address: None,
        id_tatort: None,
        id_infopoint: None,
        latitude: None,
        longitude: None,
        link: None,
    };
    let more = [
        CalendarEvent { description: "Fritids är öppet".to_owned(), ..there.clone() },
        CalendarEvent { place: Json(Some(place)), ..there.clone() },
        CalendarEvent { visibility: Visibility::Restricted, ..there.clone() },
        CalendarEvent { event_status: EventStatus::Cancelled, ..there.clone() },
        CalendarEvent { rrule: Some("FREQ=YEARLY".to_owned()), ..there.clone() },
        CalendarEvent { all_day: false, ..there.clone() },
        CalendarEvent { promoted: Some(Moment(1)), ..there.clone() },
    ];
    for event in more {
        assert_eq!(outcome(None, &put, &[], Some(event.clone())), Some(Outcome::Kept), "{event:?}");
    }
    assert_eq!(outcome(None, &put, &[], Some(there)), Some(Outcome::Removed));
}

#[test]
fn days_that_cannot_be_are_refused_by_their_field() {
    let draft = |key: &str, title: &str, first: &str, last: &str| DayDraft {
        key: key.to_owned(),
        kind: SchoolDayKind::Break,
        title: title.to_owned(),
        start_date: on(first),
        end_date: on(last),
        again: false,
    };
    let good = draft("A", " Höst  lov ", "2026-10-26", "2026-10-30");
    let found = wanted(2026, &[draft("B", "Påsklov", "2027-03-30", "2027-04-02"), good.clone()]).unwrap();
    let lines: Vec<_> = found.iter().map(|one| (one.day.key.as_str(), one.day.title.as_str())).collect();
    assert_eq!(lines, [("A", "Höst lov"), ("B", "Påsklov")], "by time");
    let refused = [
        (draft("B", "", "2026-10-26", "2026-10-30"), "days[1].title"),
        (draft("B", "Lov", "2026-10-26", "2026-10-25"), "days[1].endDate"),
        (draft("B", "Lov", "2026-06-30", "2026-07-01"), "days[1].startDate"),
        (draft("B", "Lov", "2027-07-31", "2027-08-01"), "days[1].startDate"),
        (draft("A", "Lov", "2027-03-30", "2027-04-02"), "days[1].key"),
    ];
    for (second, field) in refused {
        let refusal = wanted(2026, &[good.clone(), second]).unwrap_err();
        assert_eq!(refusal.fields[0].field, field);
    }
    assert!(year(2019).is_err() && year(2099).is_err() && year(2020).is_ok());
}
