//! Small files, one for each construct that programs write and that was once lost. Contract §7: every file expands as
//! an independent reader does, or each loss is reported.

use storage::calendar::{CalendarEvent, EventStatus, Visibility};
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;

use super::extra::{For, Version, lines};
use super::read::{File, Group, Stray, read};
use super::validate::{joined, wanted};
use super::write::{self, WriteOptions};
use crate::calendar::events::rule_of;
use crate::calendar::when::days_of;
use crate::platform::recurrence::Instance;

const STOCKHOLM: &str = "TZID=Europe/Stockholm";

fn at(text: &str) -> Moment {
    Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

#[allow(clippy::unnecessary_wraps, reason = "as who makes events in earnest")]
fn fresh() -> crate::platform::error::Result<CalendarEvent> {
    let at = at("2026-01-01T00:00:00Z");
    Ok(CalendarEvent {
        visibility: Visibility::Restricted,
        ..CalendarEvent::blank(CalendarEventId(1), CalendarId(1), UserId(1), at)
    })
}

/// A file of components, each given by its lines without `BEGIN` and `END`.
fn file_of(head: &str, events: &[&str]) -> File {
    let mut text = format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}");
    for event in events {
        text.extend(["BEGIN:VEVENT\r\n", &event.replace('\n', "\r\n"), "END:VEVENT\r\n"]);
    }
    text.push_str("END:VCALENDAR\r\n");
    read(text.as_bytes()).expect("a calendar").expect("not too large")
}

fn file(events: &[&str]) -> File {
    file_of("", events)
}

fn stored(group: Group) -> (CalendarEvent, Vec<CalendarEvent>) {
    let (mut skipped, said) = (Vec::new(), format!("{group:?}"));
    let made = wanted(fresh().unwrap(), &fresh, group, &[], &mut skipped).expect(&said);
    assert!(skipped.is_empty(), "{skipped:?}");
    made
}

/// A list of all occurrences until 2030: beginning, duration in minutes (of whole days: their number), title.
fn happens_in(events: &[(CalendarEvent, Vec<CalendarEvent>)]) -> Vec<String> {
    let mut all = Vec::new();
    let mut list = |event: &CalendarEvent, one: Instance| {
        let days = event.start_date.zip(event.end_date);
        let days = days.and_then(|days| days_of(one, days, &event.time_zone));
        all.push(if let Some((first, last)) = days {
            let days = 1 + last.0.since(first.0).unwrap().get_days();
            format!("{} {days}d {}", first.0, event.title)
        } else {
            let start = one.starts.to_string();
            format!("{}Z {} {}", &start[..16], (one.ends.0 - one.starts.0) / 60_000, event.title)
        });
    };
    for (main, others) in events {
        for event in std::iter::once(main).chain(others) {
            if event.event_status == EventStatus::Cancelled {
                continue;
            }
            match rule_of(event) {
                Some(rule) => {
                    let to = at("2030-01-01T00:00:00Z");
                    let found = rule.between(at("2000-01-01T00:00:00Z"), to, &event.exdates.0);
                    for one in found {
                        list(event, one);
                    }
                }
                None => list(event, Instance { starts: event.starts, ends: event.ends }),
            }
        }
    }
    all.sort();
    all
}

fn happens(file: File) -> Vec<String> {
    happens_in(&file.groups.into_iter().map(stored).collect::<Vec<_>>())
}

fn codes(of: &[super::Skipped]) -> Vec<&str> {
    of.iter().map(|one| one.code).collect()
}

/// Everything is imported, with these occurrences.
fn expect(what: &str, file: File, expected: &[&str]) {
    assert_eq!((codes(&file.skipped), codes(&file.partly)), (vec![], vec![]), "{what}");
    assert_eq!(happens(file), expected, "{what}");
}

fn one(lines: &str) -> String {
    format!("UID:a\nSUMMARY:A\n{lines}\n")
}

#[test]
fn the_last_day_of_an_all_day_series_is_kept() {
    for until in ["20260610", "20260610T000000Z", "20260609T220000Z", "20260610T215959Z", "20260610T235959Z"]
    {
        let event = one(&format!("DTSTART;VALUE=DATE:20260608\nRRULE:FREQ=DAILY;UNTIL={until}"));
        expect(until, file(&[&event]), &["2026-06-08 1d A", "2026-06-09 1d A", "2026-06-10 1d A"]);
    }
}

const NEW_YORK: &str = "BEGIN:VTIMEZONE\r\nTZID:Mitt kontor\r\n\
    BEGIN:STANDARD\r\nDTSTART:16011104T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\r\nEND:STANDARD\r\n\
    BEGIN:DAYLIGHT\r\nDTSTART:16010311T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\r\nEND:DAYLIGHT\r\n\
    END:VTIMEZONE\r\n";

/// A zone that does not exist: half an hour ahead, with a summer time of its own.
const NOWHERE: &str = "BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\n\
    BEGIN:STANDARD\r\nDTSTART:20000901T000000\r\nTZOFFSETFROM:+0130\r\nTZOFFSETTO:+0030\r\nRRULE:FREQ=YEARLY;BYMONTH=9\r\nEND:STANDARD\r\n\
    BEGIN:DAYLIGHT\r\nDTSTART:20000501T000000\r\nTZOFFSETFROM:+0030\r\nTZOFFSETTO:+0130\r\nRRULE:FREQ=YEARLY;BYMONTH=5\r\nEND:DAYLIGHT\r\n\
    END:VTIMEZONE\r\n";

#[test]
fn a_zone_that_the_file_describes_holds_under_any_name() {
    let event = one("DTSTART;TZID=Mitt kontor:20260305T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2");
    let read = file_of(NEW_YORK, &[&event]);
    assert_eq!(read.groups[0].main.draft.time_zone.as_deref(), Some("America/New_York"));
    expect("a series", read, &["2026-03-05T14:00Z 60 A", "2026-03-12T13:00Z 60 A"]);
    // Its description matches no known zone, but single events are right to the minute.
    for (start, expected) in
        [("20260601T090000", "2026-06-01T07:30Z 60 A"), ("20261201T090000", "2026-12-01T08:30Z 60 A")]
    {
        let event = one(&format!("DTSTART;TZID=Customized Time Zone:{start}\nDURATION:PT1H"));
        expect(start, file_of(NOWHERE, &[&event]), &[expected]);
    }
    let event =
        one("DTSTART;TZID=Customized Time Zone:20260601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2");
    assert_eq!(codes(&file_of(NOWHERE, &[&event]).partly), ["ZONE"], "a series says what it cannot");
    // A known name, described as another zone.
    let other = NEW_YORK.replace("Mitt kontor", "Europe/Stockholm");
    let event = one(&format!("DTSTART;{STOCKHOLM}:20260601T090000\nDURATION:PT1H"));
    expect("by its description", file_of(&other, &[&event]), &["2026-06-01T13:00Z 60 A"]);
    // A single offset without summer time does not describe a zone that has it.
    let stub = "BEGIN:VTIMEZONE\r\nTZID:Europe/Stockholm\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
    expect("by its name", file_of(stub, &[&event]), &["2026-06-01T07:00Z 60 A"]);
}

#[test]
fn a_description_of_some_years_leaves_the_rest_to_the_name() {
    let described = "BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n\
        BEGIN:STANDARD\r\nDTSTART:20071104T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nEND:STANDARD\r\n\
        BEGIN:DAYLIGHT\r\nDTSTART:20070311T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";
    let event = one("DTSTART;TZID=America/New_York:20230613T115500\nDURATION:PT30M");
    expect("in summer", file_of(described, &[&event]), &["2023-06-13T15:55Z 30 A"]);
    let event = one("DTSTART;TZID=Ingenstans:20260601T090000\nDTEND;TZID=Ingenstans:20260601T100000");
    let read = file(&[&event]);
    assert_eq!((codes(&read.skipped), codes(&read.partly)), (vec![], vec!["UNKNOWN_ZONE"]));
    assert_eq!(happens(read), ["2026-06-01T07:00Z 60 A"]);
}

#[test]
fn duplicate_uid_and_sequence_is_reported() {
    let one = |day: &str| format!("UID:a\nSUMMARY:{day}\nDTSTART;VALUE=DATE:202606{day}\n");
    let read = file(&[&one("01"), &one("02")]);
    assert_eq!((codes(&read.skipped), read.skipped[0].title.as_str()), (vec!["SAME_UID"], "01"));
    assert_eq!(happens(read), ["2026-06-02 1d 02"]);
}

#[test]
fn a_birthday_before_1970_is_kept() {
    let read = file(&[&one("DTSTART;VALUE=DATE:19550808\nRRULE:FREQ=YEARLY;COUNT=75")]);
    assert_eq!((codes(&read.skipped), codes(&read.partly)), (vec![], vec!["BEFORE_1970"]));
    let all = happens(read);
    assert_eq!((all.len(), all[0].as_str(), all[29].as_str()), (30, "2000-08-08 1d A", "2029-08-08 1d A"));
    let read = file(&[&one("DTSTART;VALUE=DATE:19550808\nRRULE:FREQ=YEARLY;COUNT=50")]);
    assert_eq!(happens(read).last().map(String::as_str), Some("2004-08-08 1d A"), "the count goes on");
}

#[test]
fn outlook_all_day_flag_ends_with_the_last_minute() {
    for end in ["20260604T000000", "20260603T235900"] {
        let lines = format!(
            "DTSTART;{STOCKHOLM}:20260601T000000\nDTEND;{STOCKHOLM}:{end}\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
        );
        expect(end, file(&[&one(&lines)]), &["2026-06-01 3d A"]);
    }
}

#[test]
fn zones_that_the_file_only_names() {
    for (name, expected) in [
        ("tzone://Microsoft/Utc", "2026-06-01T09:00Z 60 A"),
        ("/freeassociation.sourceforge.net/Europe/Stockholm", "2026-06-01T07:00Z 60 A"),
        ("\"UTC+01:00\"", "2026-06-01T08:00Z 60 A"),
        ("W. Europe Standard Time", "2026-06-01T07:00Z 60 A"),
    ] {
        let event = one(&format!("DTSTART;TZID={name}:20260601T090000\nDURATION:PT1H"));
        expect(name, file(&[&event]), &[expected]);
    }
}

#[test]
fn the_highest_sequence_holds_then_the_latest_stamp() {
    let version = |title: &str, sequence: u8, stamp: &str| {
        format!(
            "UID:a\nSUMMARY:{title}\nSEQUENCE:{sequence}\nDTSTAMP:2026010{stamp}T000000Z\nDTSTART:20260601T090000Z\nDURATION:PT1H\n"
        )
    };
    let all = [version("gammal", 1, "3"), version("ny", 2, "1"), version("nyast", 2, "2")];
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
        let events: Vec<&str> = order.iter().map(|at| all[*at].as_str()).collect();
        expect("any order", file(&events), &["2026-06-01T09:00Z 60 nyast"]);
    }
    let version = |sequence, stamp| Version { sequence, stamp };
    assert!(
        version(1, Some(9)).is_before(version(2, Some(1)))
            && version(1, Some(1)).is_before(version(1, Some(2)))
    );
    assert!(
        !version(1, None).is_before(version(1, Some(2))) && !version(2, None).is_before(version(1, None))
    );
    for noted in [version(3, Some(5)), version(1, None), version(0, Some(7)), version(0, None)] {
        assert_eq!(Version::of(noted.noted(Some("COLOR:red\n")).as_deref()), noted);
    }
}

#[test]
fn exceptions_join_the_stored_series() {
    let series =
        one(&format!("DTSTART;{STOCKHOLM}:20260601T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4"));
    let (old, own) = stored(file(&[&series]).groups.remove(0));
    let moved =
        "UID:a\nSUMMARY:Flyttad\nRECURRENCE-ID:20260608T070000Z\nDTSTART:20260609T070000Z\nDURATION:PT30M\n";
    let mut later = file(&[moved]);
    assert!(later.groups.is_empty());
    let made = joined(&old, later.strays.remove(0), (own, &fresh), &mut Vec::new()).unwrap();
    let first = [
        "2026-06-01T07:00Z 60 A",
        "2026-06-09T07:00Z 30 Flyttad",
        "2026-06-15T07:00Z 60 A",
        "2026-06-22T07:00Z 60 A",
    ];
    assert_eq!(happens_in(&[(made.main.clone(), made.more.clone())]), first);
    // Then one is cancelled, and everything from the last one on.
    let off = "UID:a\nRECURRENCE-ID:20260608T070000Z\nSEQUENCE:3\n";
    let rest = "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260622T070000Z\nSEQUENCE:3\n";
    let mut cancel = file_of("METHOD:CANCEL\r\n", &[off, rest]);
    let made = joined(&made.main, cancel.strays.remove(0), (made.more, &fresh), &mut Vec::new()).unwrap();
    assert_eq!(
        (happens_in(&[(made.main, made.more)]), made.gone.len()),
        ([first[0], first[2]].map(str::to_owned).to_vec(), 1)
    );
}

/// A program sends changed occurrences of a series that never arrives: each becomes a single event, and none is lost.
#[test]
fn orphaned_exceptions_become_single_events() {
    let orphan = |day: &str, title: &str| {
        format!(
            "UID:a\nSUMMARY:{title}\nRECURRENCE-ID:{day}T070000Z\nDTSTART:{day}T090000Z\nDURATION:PT30M\n"
        )
    };
    let (first, second) = (orphan("20260608", "Ett"), orphan("20260615", "Två"));
    // Also if the series is in the file but cannot be read.
    let broken = "UID:a\nSUMMARY:Serien\nRRULE:FREQ=DAILY\n";
    for (events, lost) in [(vec![&*first, &*second], 0), (vec![broken, &*first, &*second], 1)] {
        let file = file(&events);
        assert_eq!((file.groups.len(), file.skipped.len(), file.strays.len()), (0, lost, 1), "{events:?}");
        let alone: Vec<Group> = file.strays.into_iter().flat_map(Stray::alone).collect();
        let names: Vec<&str> = alone.iter().map(|group| group.uid.as_str()).collect();
        assert_eq!(names.len(), 2);
        assert_ne!(names[0], names[1]);
        let made: Vec<_> = alone.into_iter().map(stored).collect();
        assert_eq!(happens_in(&made), ["2026-06-08T09:00Z 30 Ett", "2026-06-15T09:00Z 30 Två"]);
    }
}

#[test]
fn cancel_calls_off_events() {
    let event =
        "UID:a\nSUMMARY:A\nSEQUENCE:1\nDTSTART:20260601T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\n";
    let cancel = |lines: &str, sequence: u8| {
        format!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n{event}END:VEVENT\r\nEND:VCALENDAR\r\n\
             BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nBEGIN:VEVENT\r\nUID:a\r\nSEQUENCE:{sequence}\r\n{lines}END:VEVENT\r\nEND:VCALENDAR\r\n"
        )
    };
    let all = ["2026-06-01T09:00Z 60 A", "2026-06-02T09:00Z 60 A", "2026-06-03T09:00Z 60 A"];
    for (lines, sequence, expected) in [
        ("", 2, &all[..0]),
        ("", 0, &all[..]),
        ("RECURRENCE-ID:20260603T090000Z\r\n", 2, &all[..2]),
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:20260602T090000Z\r\n", 2, &all[..1]),
    ] {
        let read = read(cancel(lines, sequence).as_bytes()).unwrap().unwrap();
        expect(lines, read, expected);
    }
}

#[test]
fn the_rest_of_a_series_goes_on_otherwise() {
    let series = one(&format!(
        "DTSTART;{STOCKHOLM}:20260601T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5\nEXDATE;{STOCKHOLM}:20260622T090000"
    ));
    let rest = format!(
        "UID:a\nSUMMARY:B\nRECURRENCE-ID;RANGE=THISANDFUTURE;{STOCKHOLM}:20260615T090000\nDTSTART;{STOCKHOLM}:20260616T100000\nDURATION:PT2H\n"
    );
    let single = format!(
        "UID:a\nSUMMARY:C\nRECURRENCE-ID;{STOCKHOLM}:20260629T090000\nDTSTART;{STOCKHOLM}:20260701T120000\nDURATION:PT1H\n"
    );
    let expected = [
        "2026-06-01T07:00Z 60 A",
        "2026-06-08T07:00Z 60 A",
        "2026-06-16T08:00Z 120 B",
        "2026-07-01T10:00Z 60 C",
    ];
    expect("from the third on", file(&[&series, &rest, &single]), &expected);
    let whole = format!(
        "UID:a\nSUMMARY:B\nRECURRENCE-ID;RANGE=THISANDFUTURE;{STOCKHOLM}:20260601T090000\nDTSTART;{STOCKHOLM}:20260601T100000\nDURATION:PT2H\n"
    );
    let read = file(&[
        &one(&format!("DTSTART;{STOCKHOLM}:20260601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2")),
        &whole,
    ]);
    assert_eq!(read.groups[0].uid, "a");
    expect("from the first on", read, &["2026-06-01T08:00Z 120 B", "2026-06-02T08:00Z 120 B"]);
}

#[test]
fn the_rest_of_a_series_in_utc_stays_in_utc() {
    let series = one("DTSTART:20261019T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3");
    let rest = "UID:a\nSUMMARY:B\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261019T090000Z\nDTSTART:20261019T100000Z\nDURATION:PT1H\n";
    let expected = ["2026-10-19T10:00Z 60 B", "2026-10-26T10:00Z 60 B", "2026-11-02T10:00Z 60 B"];
    expect("over the change of clocks", file(&[&series, rest]), &expected);
}

#[test]
fn dates_beside_the_rule() {
    let event = one(
        "DTSTART:20260601T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nRDATE:20260602T090000Z,20260610T120000Z\nRDATE;VALUE=PERIOD:20260611T080000Z/PT30M,20260612T080000Z/20260612T100000Z",
    );
    let expected = [
        "2026-06-01T09:00Z 60 A",
        "2026-06-02T09:00Z 60 A",
        "2026-06-10T12:00Z 60 A",
        "2026-06-11T08:00Z 30 A",
        "2026-06-12T08:00Z 120 A",
    ];
    expect("with a rule", file(&[&event]), &expected);
    let event = one("DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260603\nRDATE;VALUE=DATE:20260701");
    expect("without one, of days", file(&[&event]), &["2026-06-01 2d A", "2026-07-01 2d A"]);
    // An RDATE with an exception.
    let other = "UID:a\nSUMMARY:B\nRECURRENCE-ID:20260701T090000Z\nDTSTART:20260702T090000Z\nDURATION:PT1H\n";
    let event = one("DTSTART:20260601T090000Z\nDURATION:PT1H\nRDATE:20260701T090000Z");
    expect("changed", file(&[&event, other]), &["2026-06-01T09:00Z 60 A", "2026-07-02T09:00Z 60 B"]);
}

#[test]
fn two_rules_of_one_series() {
    let event = one(
        "DTSTART:20260601T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20260605T000000Z",
    );
    let expected = ["2026-06-01T09:00Z 60 A", "2026-06-04T09:00Z 60 A", "2026-06-08T09:00Z 60 A"];
    expect("each moment once", file(&[&event]), &expected);
}

#[test]
fn ends_that_are_floating_reversed_or_skipped() {
    let event = one("DTSTART;TZID=America/New_York:20260601T090000\nDTEND:20260601T100000");
    expect("a floating end is where the beginning is", file(&[&event]), &["2026-06-01T13:00Z 60 A"]);
    for lines in [
        "DTSTART:20260601T090000Z\nDTEND:20260601T080000Z",
        "DTSTART:20260601T090000Z\nDURATION:-PT1H",
        "DTSTART;VALUE=DATE:20260602\nDTEND;VALUE=DATE:20260601",
    ] {
        let read = file(&[&one(lines)]);
        assert_eq!((codes(&read.partly), read.groups.len()), (vec!["END"], 1), "{lines}");
    }
    let event = one(&format!("DTSTART;{STOCKHOLM}:20260329T023000\nDTEND;{STOCKHOLM}:20260329T033000"));
    expect("a time that is skipped keeps its length", file(&[&event]), &["2026-03-29T01:30Z 60 A"]);
    let event = one(&format!(
        "DTSTART;{STOCKHOLM}:20260328T023000\nDTEND;{STOCKHOLM}:20260328T033000\nRRULE:FREQ=DAILY;COUNT=3"
    ));
    let nights = ["2026-03-28T01:30Z 60 A", "2026-03-29T01:30Z 60 A", "2026-03-30T00:30Z 60 A"];
    expect("one of a series does as well", file(&[&event]), &nights);
    let event = one("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20280101");
    expect("two years", file(&[&event]), &["2026-01-01 730d A"]);
}

#[test]
fn a_title_with_an_address_is_taken_as_it_is() {
    let event =
        "UID:a\nSUMMARY:Zoom https://zoom.us/j/1 anna@skolan.se\nDTSTART:20260601T090000Z\nDURATION:PT1H\n";
    let read = file(&[event]);
    assert!(read.groups[0].main.draft.links.is_empty());
    expect("as words", read, &["2026-06-01T09:00Z 60 Zoom https://zoom.us/j/1 anna@skolan.se"]);
}

#[test]
fn unusual_spellings_of_rules_are_read() {
    for (rule, expected) in [
        ("FREQ=DAILY;BYHOUR=8;BYMINUTE=0;COUNT=2", &["2026-01-31T08:00Z 60 A", "2026-02-01T08:00Z 60 A"][..]),
        ("FREQ=HOURLY;INTERVAL=24;COUNT=2", &["2026-01-31T08:00Z 60 A", "2026-02-01T08:00Z 60 A"]),
        (
            "FREQ=HOURLY;INTERVAL=6;COUNT=3",
            &["2026-01-31T08:00Z 60 A", "2026-01-31T14:00Z 60 A", "2026-01-31T20:00Z 60 A"],
        ),
        (
            "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=3",
            &["2026-01-31T08:00Z 60 A", "2026-02-28T08:00Z 60 A", "2026-03-31T08:00Z 60 A"],
        ),
        ("FREQ=MONTHLY;SKIP=OMIT;COUNT=2", &["2026-01-31T08:00Z 60 A", "2026-03-31T08:00Z 60 A"]),
        ("FREQ=YEARLY;UNTIL=99991231T235959Z;COUNT=1", &["2026-01-31T08:00Z 60 A"]),
    ] {
        let event = one(&format!("DTSTART:20260131T080000Z\nDURATION:PT1H\nRRULE:{rule}"));
        expect(rule, file(&[&event]), expected);
    }
    let leap = |skip: &str| {
        happens(file(&[&one(&format!(
            "DTSTART;VALUE=DATE:20240229\nRRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP={skip};COUNT=2"
        ))]))
    };
    assert_eq!(leap("BACKWARD"), ["2024-02-29 1d A", "2025-02-28 1d A"]);
    assert_eq!(leap("FORWARD"), ["2024-02-29 1d A", "2025-03-01 1d A"]);
    for (rule, lost, partly) in [
        ("RSCALE=HEBREW;FREQ=YEARLY", &["RSCALE"][..], &[][..]),
        ("FREQ=DAILY;INTERVAL=99999999", &[], &["RRULE"]),
        ("FREQ=MONTHLY;SKIP=FORWARD", &[], &["SKIP"]),
    ] {
        let read = file(&[&one(&format!("DTSTART:20260131T080000Z\nRRULE:{rule}"))]);
        assert_eq!((codes(&read.skipped), codes(&read.partly)), (lost.to_vec(), partly.to_vec()), "{rule}");
    }
}

/// Values out of all bounds lose one event, with a reason, and nothing else.
#[test]
fn numbers_beyond_all_bounds_lose_one_event() {
    let fine = "UID:b\nSUMMARY:B\nDTSTART:20260601T090000Z\nDURATION:PT1H\n";
    for lines in [
        "DTSTART:20260601T090000Z\nDURATION:P2000000W",
        "DTSTART;VALUE=DATE:20260601\nDURATION:P2000000W",
        "DTSTART;VALUE=DATE:20260601\nDURATION:P99999999999999999999D",
        "DTSTART:00000101T000000Z",
        "DTSTART:99991231T235959Z\nDURATION:PT1H",
        "DTSTART;VALUE=DATE:99991231",
        "DTSTART;VALUE=DATE:99991231\nRRULE:FREQ=DAILY",
        "DTSTART;TZID=Europe/Stockholm:00010101T000000\nRRULE:FREQ=YEARLY",
        "DTSTART:20261301T000000Z",
        "DTSTART:20260601T090000Z\nRDATE;VALUE=PERIOD:99991231T235959Z/P4000000000W\nDURATION:P4000000000W",
    ] {
        let read = file(&[&one(lines), fine]);
        let mut lost = codes(&read.skipped).len();
        let mut taken = Vec::new();
        for group in read.groups {
            match wanted(fresh().unwrap(), &fresh, group, &[], &mut Vec::new()) {
                Ok(made) => taken.push(made),
                Err(_) => lost += 1,
            }
        }
        assert_eq!((lost, happens_in(&taken)), (1, vec!["2026-06-01T09:00Z 60 B".to_owned()]), "{lines}");
    }
    let alarm = one(
        "DTSTART:20260601T090000Z\nDURATION:PT1H\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P4000000000W\nEND:VALARM",
    );
    expect("an alarm rings whenever it likes", file(&[&alarm]), &["2026-06-01T09:00Z 60 A"]);
}

#[test]
fn unknown_properties_survive_a_round_trip() {
    let kept = "CATEGORIES:Skola,Möte\nTRANSP:TRANSPARENT\nCOLOR:turquoise\nURL:https://skolan.se/mote\n\
                ORGANIZER;CN=Anna:mailto:anna@skolan.se\nATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@skolan.se\nX-SKOLA-ROOM:A 12\n\
                BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Snart\nTRIGGER:-PT10M\nEND:VALARM\n";
    let mut read = file(&[&format!("{}{kept}", one("DTSTART:20260601T090000Z\nDURATION:PT1H"))]);
    assert!(read.partly.is_empty());
    let (event, _) = stored(read.groups.remove(0));
    let written = |whom| {
        let options = WriteOptions {
            series: None,
            exceptions: &[],
            public_url: "https://kalender.example",
            zone_is_known: false,
            is_open: false,
            whom,
            alarms: &[30],
            sent: None,
        };
        write::event(&event, &options).replace("\r\n ", "").replace("\r\n", "\n")
    };
    let all = written(For::Bringer);
    for line in kept.lines() {
        assert!(all.contains(&format!("{line}\n")), "{line} in {all}");
    }
    assert!(!all.contains("-PT30M") && all.matches("URL:").count() == 1, "{all}");
    let writer = written(For::Writer);
    assert!(
        writer.contains("ATTENDEE") && writer.contains("X-SKOLA-ROOM") && !writer.contains("-PT10M"),
        "{writer}"
    );
    let anybody = written(For::Anybody);
    assert!(anybody.contains("COLOR:turquoise") && anybody.contains("CATEGORIES"), "{anybody}");
    assert!(
        !["ATTENDEE", "ORGANIZER", "X-SKOLA", "-PT10M"].iter().any(|name| anybody.contains(name)),
        "{anybody}"
    );
    // Content that is too large is reported.
    let large = format!("{}X-BLOB:{}\n", one("DTSTART:20260601T090000Z"), "a".repeat(20_000));
    assert_eq!(codes(&file(&[&large]).partly), ["EXTRA"]);
    assert!(lines(None, For::Bringer).is_empty());
}

#[test]
fn an_exception_beside_the_rule_goes_out_with_its_date() {
    let event =
        one("DTSTART:20260601T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nRDATE:20260610T120000Z");
    let (main, others) = stored(file(&[&event]).groups.remove(0));
    let exceptions: Vec<Moment> = others.iter().filter_map(|one| one.recurrence_id).collect();
    let options = |series| WriteOptions {
        series,
        exceptions: &exceptions,
        public_url: "https://kalender.example",
        zone_is_known: false,
        is_open: false,
        whom: For::Bringer,
        alarms: &[],
        sent: None,
    };
    let text = write::event(&main, &options(None)) + &write::event(&others[0], &options(Some(&main)));
    assert!(
        text.contains("RDATE:20260610T120000Z\r\n") && text.contains("RECURRENCE-ID:20260610T120000Z"),
        "{text}"
    );
    let back = read(format!("BEGIN:VCALENDAR\r\n{text}END:VCALENDAR\r\n").as_bytes()).unwrap().unwrap();
    expect(
        "and comes back",
        back,
        &["2026-06-01T09:00Z 60 A", "2026-06-02T09:00Z 60 A", "2026-06-10T12:00Z 60 A"],
    );
}
