//! Exported files are parsed back unchanged; and files of other programs.

use storage::calendar::{CalendarEvent, EventStatus, Place, Visibility};
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;
use storage::value::Json;

use super::extra::For;
use super::read::{File, Group, read};
use super::write::{self, WriteOptions};
use crate::calendar::events::filled;
use crate::calendar::events::rule_of;
use crate::calendar::when;

const DAY: i64 = 86_400_000;

fn at(text: &str) -> Moment {
    Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

fn blank() -> CalendarEvent {
    CalendarEvent {
        event_uuid: "7d1f2f0a-55f1-4c6b-8a0e-0f3f5f0a9b22".to_owned(),
        title: "Föräldramöte".to_owned(),
        starts: at("2026-06-01T10:00:00Z"),
        ends: at("2026-06-01T11:00:00Z"),
        time_zone: "Europe/Stockholm".to_owned(),
        visibility: Visibility::Restricted,
        ..CalendarEvent::blank(CalendarEventId(1), CalendarId(1), UserId(1), at("2026-05-01T08:00:00Z"))
    }
}

fn file(events: &[&CalendarEvent]) -> String {
    let mut text = write::head("Läsåret, 2026; \"nytt\"");
    for event in events {
        let described = write::zone(&event.time_zone, event.starts.0);
        let options = WriteOptions {
            series: None,
            exceptions: &[],
            public_url: "https://kalender.example",
            zone_is_known: described.is_some(),
            is_open: false,
            whom: For::Bringer,
            alarms: &[],
            sent: None,
        };
        text.push_str(&described.unwrap_or_default());
        text.push_str(&write::event(event, &options));
    }
    text + write::TAIL
}

fn read_in(text: &[u8]) -> File {
    read(text).expect("a calendar").expect("not too large")
}

/// The event that a group makes if it is new.
fn made(group: &Group) -> CalendarEvent {
    let draft = group.main.draft.clone();
    let when = when::of(&draft).unwrap();
    let base = CalendarEvent { time_zone: String::new(), title: draft.title.clone(), ..blank() };
    filled(draft, when, base).unwrap()
}

/// The fields of an event that a file contains.
fn carried(event: CalendarEvent) -> CalendarEvent {
    CalendarEvent { uid: None, version: 1, until: None, cover_image: None, ..event }
}

#[test]
fn a_line_is_folded_and_text_escaped() {
    let event = CalendarEvent {
        title: "Ett, två; tre \\ fyra".to_owned(),
        description: format!("Rad ett\nRad två: {}", "åäö🎉".repeat(60)),
        ..blank()
    };
    let text = file(&[&event]);
    assert!(text.contains("SUMMARY:Ett\\, två\\; tre \\\\ fyra\r\n"));
    assert!(text.lines().all(|line| line.len() <= 75), "75 bytes at most");
    assert!(text.split("\r\n").all(|line| !line.contains('\n')), "each line ends as RFC 5545 says");
    assert_eq!(carried(made(&read_in(text.as_bytes()).groups[0])), event);
}

#[test]
fn written_file_is_read_back_unchanged() {
    let mut all = Vec::new();
    let rules = [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3;COUNT=10",
        "FREQ=WEEKLY;BYDAY=MO,WE,FR",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYDAY=2TU",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "FREQ=WEEKLY;UNTIL=20261231T225959Z",
    ];
    let starts =
        ["2026-01-05T08:00:00Z", "2026-03-29T00:30:00Z", "2026-10-25T00:30:00Z", "2028-02-29T17:15:00Z"];
    for zone in ["Europe/Stockholm", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"] {
        for start in starts {
            for rule in rules.iter().copied().map(Some).chain([None]) {
                let starts = at(start);
                let event = CalendarEvent {
                    starts,
                    ends: Moment(starts.0 + 90 * 60_000),
                    time_zone: zone.to_owned(),
                    rrule: rule.map(str::to_owned),
                    ..blank()
                };
                if rule.is_some() && rule_of(&event).is_none() {
                    // It would end before it begins.
                    continue;
                }
                let second = rule_of(&event).and_then(|rule| {
                    rule.between(Moment(starts.0 + 1), Moment(starts.0 + 800 * DAY), &[]).get(1).copied()
                });
                let exdates = Json(second.map(|one| one.starts).into_iter().collect());
                all.push(CalendarEvent { exdates, ..event });
            }
        }
    }
    assert!(all.len() >= 190);
    for event in &all {
        let text = file(&[event]);
        let read = read_in(text.as_bytes());
        assert_eq!((read.groups.len(), read.skipped.len()), (1, 0), "{text}");
        let back = made(&read.groups[0]);
        let from = event.starts;
        let instances = |event: &CalendarEvent| {
            rule_of(event).map(|rule| rule.between(from, Moment(from.0 + 400 * DAY), &event.exdates.0))
        };
        assert_eq!(instances(&back), instances(event), "{text}");
        // Other programs count the beginning as an occurrence, so it is written as one of the rule.
        let keeps = rule_of(event).is_none_or(|rule| rule.at(event.starts).is_some());
        assert_eq!((back.starts, back.ends) == (event.starts, event.ends), keeps, "{text}");
        if keeps && (event.time_zone != "UTC" || event.rrule.is_some()) {
            let rrule = back.rrule.clone().or(event.rrule.clone());
            assert_eq!(back.time_zone, event.time_zone, "{text}");
            assert_eq!(
                carried(CalendarEvent { rrule: rrule.clone(), ..back }),
                CalendarEvent { rrule, ..event.clone() }
            );
        }
    }
}

#[test]
fn all_day_events_and_places_are_written() {
    let day = |text: &str| Some(storage::time::Day(text.parse().unwrap()));
    let event = CalendarEvent {
        all_day: true,
        starts: at("2026-06-18T22:00:00Z"),
        ends: at("2026-06-21T22:00:00Z"),
        start_date: day("2026-06-19"),
        end_date: day("2026-06-21"),
        rrule: Some("FREQ=YEARLY;UNTIL=20300101T000000Z".to_owned()),
        exdates: Json(vec![at("2027-06-18T22:00:00Z")]),
        place: Json(Some(Place {
            name: "Stugan, norra".to_owned(),
            address: Some("Strandvägen 2".to_owned()),
            id_tatort: None,
            id_infopoint: None,
            latitude: Some(60.1),
            longitude: Some(18.4),
            link: Some("https://meet.example/abc,def".to_owned()),
        })),
        event_status: EventStatus::Tentative,
        ..blank()
    };
    let text = file(&[&event]);
    for line in [
        "DTSTART;VALUE=DATE:20260619",
        "DTEND;VALUE=DATE:20260622",
        "RRULE:FREQ=YEARLY;UNTIL=20300101",
        "EXDATE;VALUE=DATE:20270619",
        "STATUS:TENTATIVE",
        "URL:https://kalender.example/event/7d1f2f0a-55f1-4c6b-8a0e-0f3f5f0a9b22",
    ] {
        assert!(text.replace("\r\n ", "").contains(&format!("{line}\r\n")), "{line} in {text}");
    }
    let back = carried(made(&read_in(text.as_bytes()).groups[0]));
    assert_eq!(back.rrule.as_deref(), Some("FREQ=YEARLY;UNTIL=20300101"));
    assert_eq!(CalendarEvent { rrule: event.rrule.clone(), ..back }, event);
}

fn codes(of: &[super::Skipped]) -> Vec<(&str, &str)> {
    of.iter().map(|one| (one.uid.as_str(), one.code)).collect()
}

#[test]
fn from_google() {
    let read = read_in(include_bytes!("../../../tests/ics/google.ics"));
    assert_eq!(codes(&read.skipped), []);
    let single = made(&read.groups[0]);
    assert_eq!((single.starts, single.time_zone.as_str()), (at("2026-06-01T10:00:00Z"), "Europe/Stockholm"));
    assert_eq!(single.description, "Ta med kaffe, bullar och en lång rad som viks här\noch en till");
    assert_eq!(single.place.0.unwrap().name, "Aulan, Storgatan 1");
    let series = &read.groups[1];
    assert_eq!((series.uid.as_str(), series.others.len()), ("series@google.com", 2));
    let whole = made(series);
    // Six in the evening, also after the clocks have changed.
    let all = rule_of(&whole).unwrap().between(
        at("2026-03-01T00:00:00Z"),
        at("2026-06-01T00:00:00Z"),
        &whole.exdates.0,
    );
    let starts: Vec<String> = all.iter().map(|one| one.starts.to_string()).collect();
    assert_eq!(starts.len(), 8);
    assert_eq!(
        (starts[0].as_str(), starts[7].as_str()),
        ("2026-03-02T17:00:00.000Z", "2026-04-27T16:00:00.000Z")
    );
    assert_eq!(series.others[0].instead_of, Some(at("2026-03-16T17:00:00Z")));
    assert_eq!(series.others[1].draft.event_status, Some(EventStatus::Cancelled));
}

#[test]
fn from_outlook() {
    let read = read_in(include_bytes!("../../../tests/ics/outlook.ics"));
    assert_eq!((codes(&read.skipped), codes(&read.partly)), (vec![], vec![("zon", "UNKNOWN_ZONE")]));
    let talk = made(&read.groups[0]);
    assert_eq!((talk.starts, talk.visibility), (at("2026-07-01T07:00:00Z"), Visibility::Private));
    assert_eq!(talk.time_zone, "Europe/Berlin", "Windows calls it W. Europe Standard Time");
    let all = rule_of(&talk).unwrap().between(talk.starts, Moment(talk.starts.0 + 400 * DAY), &[]);
    assert_eq!(all.len(), 3);
    let away = made(&read.groups[1]);
    let days = (away.start_date.unwrap().0.to_string(), away.end_date.unwrap().0.to_string());
    assert_eq!((away.all_day, days), (true, ("2026-07-06".to_owned(), "2026-07-10".to_owned())));
}

#[test]
fn from_apple() {
    let read = read_in(include_bytes!("../../../tests/ics/apple.ics"));
    assert_eq!(codes(&read.skipped), [("TODO-APPLE", "NOT_AN_EVENT")]);
    assert_eq!(codes(&read.partly), [], "a date beside the rule is one of the series as well");
    let [summer, birthday, lunch] = [0, 1, 2].map(|at| made(&read.groups[at]));
    assert_eq!(summer.end_date.unwrap().0.to_string(), "2026-06-21");
    let place = summer.place.0.unwrap();
    assert_eq!((place.name.as_str(), place.address.as_deref()), ("Stugan", Some("Strandvägen 2, Öregård")));
    assert_eq!((place.latitude, place.longitude), (Some(60.1), Some(18.4)));
    let all = rule_of(&birthday).unwrap();
    let all = all.between(at("2020-01-01T00:00:00Z"), at("2023-12-31T00:00:00Z"), &birthday.exdates.0);
    assert_eq!(all.len(), 3, "2020, 2021, 2023");
    // A time without a zone is in the calendar's zone.
    assert_eq!((lunch.starts, lunch.ends), (at("2026-06-10T10:00:00Z"), at("2026-06-10T10:45:00Z")));
}

#[test]
fn from_a_school_and_invalid_files() {
    let read = read_in(include_bytes!("../../../tests/ics/school.ics"));
    assert_eq!(codes(&read.skipped), [("utan-start", "NO_START"), ("fel-datum", "TIME")]);
    let uids: Vec<&str> = read.groups.iter().map(|group| group.uid.as_str()).collect();
    assert_eq!((uids.len(), uids[1], uids[2]), (3, "varje-timme", "lov"));
    assert!(uids[0].starts_with("sha256-"), "one without a name gets the same one every time");
    let again = read_in(include_bytes!("../../../tests/ics/school.ics"));
    assert_eq!(again.groups[0].uid, uids[0]);
    for nonsense in [&b""[..], b"hej", b"BEGIN:VCARD\r\nFN:Anna\r\nEND:VCARD\r\n", &[0xff, 0x00, 0x80]] {
        assert!(super::read::read(nonsense).is_none_or(|file| file.is_ok_and(|file| file.groups.is_empty())));
    }
}

#[test]
fn too_many_are_not_read() {
    let one = "BEGIN:VEVENT\r\nDTSTART:20260824T080000\r\nSUMMARY:A\r\nEND:VEVENT\r\n";
    let text = format!("BEGIN:VCALENDAR\r\n{}END:VCALENDAR\r\n", one.repeat(5_001));
    assert_eq!(read(text.as_bytes()).unwrap().unwrap_err(), 5_001);
}

/// Google's "every weekday", created on a Saturday.
fn weekdays(begins: &str, more: &str) -> Vec<(String, bool)> {
    let text = format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Avstämning\r\n\
         DTSTART;TZID=Europe/Stockholm:{begins}\r\nDURATION:PT30M\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\r\n{more}\
         END:VEVENT\r\nEND:VCALENDAR\r\n"
    );
    let groups = read_in(text.as_bytes()).groups;
    groups.iter().map(|group| (group.uid.clone(), group.main.draft.rrule.is_some())).collect()
}

#[test]
fn start_outside_the_rule_becomes_an_event_of_its_own() {
    let series = ("a".to_owned(), true);
    let first = ("a#first".to_owned(), false);
    let gone = "EXDATE;TZID=Europe/Stockholm:20260606T090000\r\n";
    for (begins, more, made) in [
        ("20260605T090000", "", vec![series.clone()]),
        ("20260606T090000", "", vec![series.clone(), first]),
        ("20260606T090000", gone, vec![series]),
    ] {
        assert_eq!(weekdays(begins, more), made, "{begins} {more}");
    }
}

#[test]
fn a_rule_of_days_ends_on_the_day_that_it_names() {
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Lov\r\n\
                DTSTART;VALUE=DATE:20260601\r\nRRULE:FREQ=DAILY;UNTIL=20260603T235959Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let event = made(&read_in(text.as_bytes()).groups[0]);
    let rule = rule_of(&event).unwrap();
    assert_eq!(rule.between(event.starts, Moment(event.starts.0 + 30 * DAY), &[]).len(), 3);
}
