//! Existing events × a new file → writes.

use std::cell::Cell;

use storage::ids::{CalendarId, UserId};
use storage::time::Moment;

use super::*;
use crate::calendar::ics::read::read;

thread_local! {
    static LAST: Cell<i64> = const { Cell::new(0) };
}

fn fresh() -> CalendarEvent {
    let id = LAST.get() + 1;
    LAST.set(id);
    CalendarEvent {
        event_uuid: format!("u{id}"),
        starts: Moment(0),
        ends: Moment(0),
        timed: Some(1),
        ..CalendarEvent::blank(CalendarEventId(id), CalendarId(1), UserId(1), Moment(id))
    }
}

fn event(uid: &str, title: &str, more: &str) -> String {
    format!(
        "BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{title}\r\nDTSTART:20260601T100000Z\r\n{more}END:VEVENT\r\n"
    )
}

/// An exception for the occurrence of that day.
fn instead(uid: &str, title: &str, day: u8, more: &str) -> String {
    let head = format!("BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{title}\r\n");
    format!(
        "{head}DTSTART:202606{day:02}T120000Z\r\nRECURRENCE-ID:202606{day:02}T100000Z\r\n{more}END:VEVENT\r\n"
    )
}

fn of(there: &[CalendarEvent], events: &[String]) -> Merged {
    let text = format!("BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n", events.concat());
    let file = read(text.as_bytes()).unwrap().unwrap();
    merge(there.to_vec(), file, Visibility::Restricted, &|| Ok(fresh())).unwrap()
}

/// The events after all writes.
fn done(there: &[CalendarEvent], steps: Vec<Step>) -> Vec<CalendarEvent> {
    let mut all = there.to_vec();
    for step in steps {
        let (gone, come) = match step {
            Step::Put { event, others } => (Vec::new(), [vec![event], others].concat()),
            Step::Change { old, new, gone, more } => {
                ([vec![*old], gone].concat(), [vec![*new], more].concat())
            }
            Step::Remove { event, own } => ([vec![event], own].concat(), Vec::new()),
        };
        all.retain(|one| gone.iter().all(|gone| gone.event_id != one.event_id));
        all.extend(come);
    }
    all.sort_by_key(|one| one.event_id);
    all
}

fn titles(events: &[CalendarEvent]) -> Vec<&str> {
    events.iter().map(|one| one.title.as_str()).collect()
}

#[test]
fn the_first_file_puts_everything_in() {
    let events = [event("a", "A", ""), event("b", "B", "CLASS:PRIVATE\r\n")];
    let there = done(&[], of(&[], &events).steps);
    assert_eq!(titles(&there), ["A", "B"]);
    assert_eq!(there[0].visibility, Visibility::Restricted, "as the calendar");
    assert_eq!(there[1].visibility, Visibility::Private, "as the file keeps it");
    assert_eq!(of(&there, &events).steps, [], "the same file again changes nothing");
}

#[test]
fn unchanged_events_are_left_alone() {
    let before = [event("a", "A", ""), event("b", "B", ""), event("c", "C", "")];
    let there = done(&[], of(&[], &before).steps);
    let after = [event("c", "C", ""), event("d", "D", ""), event("a", "Annat", "")];
    let steps = of(&there, &after).steps;
    assert_eq!(steps.len(), 3);
    let now = done(&there, steps);
    assert_eq!(titles(&now), ["Annat", "C", "D"]);
    assert_eq!(now[0].event_id, there[0].event_id, "a changed one keeps its number");
    assert_eq!(now[1], there[2], "and one that is the same is the same");
}

#[test]
fn a_calendars_new_visibility_is_that_of_its_events() {
    let events = [event("a", "A", ""), event("b", "B", "CLASS:PRIVATE\r\n")];
    let there = done(&[], of(&[], &events).steps);
    let text = format!("BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n", events.concat());
    let file = read(text.as_bytes()).unwrap().unwrap();
    let merged = merge(there.clone(), file, Visibility::Public, &|| Ok(fresh())).unwrap();
    let now = done(&there, merged.steps);
    assert_eq!(
        now.iter().map(|one| one.visibility).collect::<Vec<_>>(),
        [Visibility::Public, Visibility::Private]
    );
}

#[test]
fn those_of_a_series_keep_their_numbers() {
    let series = |title: &str| event("s", title, "RRULE:FREQ=DAILY;COUNT=9\r\n");
    let before = [series("S"), instead("s", "Två", 2, ""), instead("s", "Tre", 3, "")];
    let there = done(&[], of(&[], &before).steps);
    assert_eq!(titles(&there), ["S", "Två", "Tre"]);
    assert_eq!(there[0].exdates.0.len(), 2);
    assert_eq!(of(&there, &before).steps, []);
    // The series is renamed, one exception is changed, one added, one removed.
    let after = [series("Ny"), instead("s", "Två igen", 2, ""), instead("s", "Fyra", 4, "")];
    let now = done(&there, of(&there, &after).steps);
    assert_eq!(titles(&now), ["Ny", "Två igen", "Fyra"]);
    assert_eq!((now[0].event_id, now[1].event_id), (there[0].event_id, there[1].event_id));
    assert!(now[1..].iter().all(|one| one.series_id == Some(there[0].event_id)));
    assert_eq!(of(&now, &after).steps, []);
    // A cancelled occurrence becomes an exdate.
    let off =
        [series("Ny"), instead("s", "Två igen", 2, "STATUS:CANCELLED\r\n"), instead("s", "Fyra", 4, "")];
    let then = done(&now, of(&now, &off).steps);
    assert_eq!((titles(&then), then[0].exdates.0.len()), (vec!["Ny", "Fyra"], 2));
    assert_eq!(done(&then, of(&then, &[]).steps), [], "and all of it goes");
}

#[test]
fn event_that_cannot_be_read_keeps_its_stored_version() {
    let there = done(&[], of(&[], &[event("a", "A", ""), event("b", "B", "")]).steps);
    let broken = "BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:A2\r\nEND:VEVENT\r\n".to_owned();
    let often = event("b", "B2", "RRULE:FREQ=SECONDLY\r\n");
    let merged = of(&there, &[broken, often, event("c", "C", "")]);
    assert_eq!(merged.skipped.iter().map(|one| one.uid.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(titles(&done(&there, merged.steps)), ["A", "B", "C"]);
}

#[test]
fn events_without_a_source_are_removed() {
    let there = done(&[], of(&[], &[event("a", "A", "")]).steps);
    let twice = CalendarEvent { event_id: CalendarEventId(1_000), ..there[0].clone() };
    let lost = CalendarEvent { uid: None, series_id: Some(CalendarEventId(77)), ..fresh() };
    let all = [there[0].clone(), twice, lost];
    let now = done(&all, of(&all, &[event("a", "A", "")]).steps);
    assert_eq!(titles(&now), ["A"]);
}

#[test]
fn so_many_series_and_no_more() {
    let many: Vec<String> =
        (0..=MOST_SERIES).map(|n| event(&format!("s{n}"), "S", "RRULE:FREQ=DAILY;COUNT=2\r\n")).collect();
    let merged = of(&[], &many);
    assert_eq!(merged.steps.len(), MOST_SERIES);
    assert_eq!(merged.skipped.iter().map(|one| one.code).collect::<Vec<_>>(), ["QUOTA_REACHED"]);
}
