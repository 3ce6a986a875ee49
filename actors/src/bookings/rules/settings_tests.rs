use serde_json::{Value, json};

use super::super::samples::{DAILY, class, clock, opening};
use super::*;

/// Settings as they are sent.
fn read(value: Value) -> BookableSettings {
    serde_json::from_value(value).unwrap()
}

fn read_hours(value: Value) -> Availability {
    serde_json::from_value(value).unwrap()
}

/// Field and code of the refusal, or `OK`.
fn judged<T>(result: Result<T>) -> String {
    result.map_or_else(
        |refusal| format!("{} {}", refusal.fields[0].field, refusal.fields[0].code),
        |_| "OK".to_owned(),
    )
}

#[test]
fn numbers_of_settings_have_bounds() {
    for (value, expected) in [
        (json!({}), "OK"),
        (json!({"slotStep": 4}), "slotStep RANGE"),
        (json!({"slotStep": 1441}), "slotStep RANGE"),
        (json!({"slotOffset": -1}), "slotOffset RANGE"),
        (json!({"slotOffset": 1440}), "slotOffset RANGE"),
        (json!({"minLength": -1}), "minLength RANGE"),
        (json!({"maxLength": 44641}), "maxLength RANGE"),
        (json!({"maxLength": 44640}), "OK"),
        (json!({"minLength": 60, "maxLength": 59}), "maxLength RANGE"),
        (json!({"slotStep": 60, "maxLength": 59}), "maxLength RANGE"),
        (json!({"slotStep": 60, "minLength": 45, "maxLength": 45}), "OK"),
        (json!({"bufferTime": 1441}), "bufferTime RANGE"),
        (json!({"minNotice": -1}), "minNotice RANGE"),
        (json!({"maxNotice": 1_576_801}), "maxNotice RANGE"),
        (json!({"minNotice": 60, "maxNotice": 59}), "maxNotice RANGE"),
        (json!({"minNotice": 60, "maxNotice": 0}), "OK"),
        (json!({"maxParticipants": -1}), "maxParticipants RANGE"),
        (json!({"maxConcurrent": 0}), "maxConcurrent RANGE"),
        (json!({"maxConcurrent": 1001}), "maxConcurrent RANGE"),
        (json!({"autoReleaseMinutes": 1441}), "autoReleaseMinutes RANGE"),
        (json!({"whoMayBook": ["MEMBER", "PUBLIC"]}), "OK"),
        (json!({"whoMayBook": ["MEMBER", "MEMBER"]}), "whoMayBook TWICE"),
        (json!({"whoMayBook": ["member"]}), "whoMayBook UNKNOWN"),
        (json!({"cancellation": {"freeHours": 24, "share": 50}}), "OK"),
        (json!({"cancellation": {"freeHours": -1, "share": 50}}), "cancellation.freeHours RANGE"),
        (
            json!({"cancellation": {"freeHours": 24, "freeDays": 1, "share": 50}}),
            "cancellation.freeDays TWICE",
        ),
        (json!({"cancellation": {"share": 101}}), "cancellation.share RANGE"),
        (json!({"cancellation": {"share": 1, "noShow": {"share": 101}}}), "cancellation.noShow.share RANGE"),
        (json!({"cancellation": {"share": 1, "noShow": {"sum": -1}}}), "cancellation.noShow.sum RANGE"),
    ] {
        assert_eq!(judged(settings(&read(value.clone()))), expected, "{value}");
    }
}

#[test]
fn lesson_periods_are_in_order_and_apart() {
    let period = |name: &str, start: &str, end: &str| json!({"name": name, "start": start, "end": end});
    for (periods, expected) in [
        (vec![], "periods REQUIRED"),
        (vec![period("L2", "09:00", "10:00"), period("L1", "08:00", "09:00")], "OK"),
        (vec![period("L1", "08:00", "09:00"), period("L2", "08:59", "10:00")], "periods OVERLAP"),
        (vec![period("L1", "08:00", "09:00"), period("L1", "09:00", "10:00")], "periods TWICE"),
        (vec![period(" ", "08:00", "09:00")], "periods[0].name REQUIRED"),
        (vec![period("L1", "09:00", "09:00")], "periods[0].end TIME"),
        (vec![period("L1", "23:00", "24:00")], "OK"),
    ] {
        let value = json!({"slotMode": "PERIODS", "periods": periods});
        assert_eq!(judged(settings(&read(value.clone()))), expected, "{value}");
    }
    let both = json!([period(" L2 ", "09:00", "10:00"), period("L1", "08:00", "09:00")]);
    let kept = settings(&read(json!({"slotMode": "PERIODS", "periods": both}))).unwrap();
    assert_eq!(kept.periods.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["L1", "L2"]);
}

#[test]
fn price_classes_and_quotas_are_checked() {
    let class = |more: Value| {
        let mut class = json!({"name": "privattaxa", "base": 10_000, "vatRate": 25});
        class.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"priceClasses": [class]})
    };
    let quota = |limit: i64, holder: &str, relation: Value| {
        let quota = json!({
            "holder": holder, "scope": "ENTITY", "unit": "HOURS", "per": "WEEK", "limit": limit,
            "relation": relation,
        });
        json!({"quotas": [quota]})
    };
    let hour = |from: &str, to: &str, start: &str, price: i64| {
        let hour = json!({"from": from, "to": to, "start": start, "end": "12:00", "price": price});
        json!({"hours": [hour]})
    };
    for (value, expected) in [
        (class(json!({})), "OK"),
        (class(json!({"name": ""})), "priceClasses[0].name REQUIRED"),
        (class(json!({"base": -1})), "priceClasses[0].base RANGE"),
        (class(json!({"vatRate": 24})), "priceClasses[0].vatRate VAT"),
        (class(json!({"days": [{"weekday": 8, "price": 1}]})), "priceClasses[0].days[0].weekday DAYS"),
        (
            class(json!({"days": [{"weekday": 6, "price": 1}, {"weekday": 6, "price": 2}]})),
            "priceClasses[0].days TWICE",
        ),
        (
            class(json!({"schedules": [{"weekday": 1, "start": "10:00", "end": "09:00", "price": 1}]})),
            "priceClasses[0].schedules[0].end TIME",
        ),
        (class(hour("2026-12-24", "2026-12-24", "00:00", 1)), "OK"),
        (class(hour("2026-12-24", "2026-12-23", "00:00", 1)), "priceClasses[0].hours[0].to TIME"),
        (class(hour("1999-12-24", "2026-12-23", "00:00", 1)), "priceClasses[0].hours[0].from RANGE"),
        (class(hour("2026-12-24", "2026-12-24", "12:00", 1)), "priceClasses[0].hours[0].end TIME"),
        (
            class(hour("2026-12-24", "2026-12-24", "00:00", 10_000_001)),
            "priceClasses[0].hours[0].price RANGE",
        ),
        (quota(1, "PERSON", Value::Null), "OK"),
        (quota(0, "PERSON", Value::Null), "quotas[0].limit RANGE"),
        (quota(1, "RELATION", Value::Null), "quotas[0].relation REQUIRED"),
        (quota(1, "RELATION", json!("LEADER")), "OK"),
    ] {
        assert_eq!(judged(settings(&read(value.clone()))), expected, "{value}");
    }
}

#[test]
fn lists_of_settings_have_bounds() {
    let many = |classes: usize, hours: usize| {
        let hour =
            json!({"from": "2026-12-24", "to": "2026-12-24", "start": "00:00", "end": "12:00", "price": 1});
        let one = PriceClass {
            hours: serde_json::from_value(Value::Array(vec![hour; hours])).unwrap(),
            ..class("taxa", 1)
        };
        let named = |n: usize| PriceClass { name: format!("taxa {n}"), ..one.clone() };
        BookableSettings { price_classes: (0..classes).map(named).collect(), ..BookableSettings::default() }
    };
    for (classes, hours, expected) in [
        (20, 1, "OK"),
        (21, 1, "priceClasses TOO_MANY"),
        (1, 100, "OK"),
        (1, 101, "priceClasses[0].hours TOO_MANY"),
        (20, 100, "priceClasses TOO_LARGE"),
    ] {
        assert_eq!(judged(settings(&many(classes, hours))), expected, "{classes} {hours}");
    }
}

#[test]
fn questions_have_an_id_a_text_and_options() {
    let question = |id: &str, kind: &str, options: &[&str]| {
        let question = json!({"id": id, "text": " Vilket  lag? ", "kind": kind, "options": options});
        json!({"questions": [question]})
    };
    for (value, expected) in [
        (question("lag", "TEXT", &[]), "OK"),
        (question("", "TEXT", &[]), "questions[0].id LENGTH"),
        (question("lag", "TEXT", &["P10"]), "questions[0].options OPTIONS"),
        (question("lag", "CHOICE", &["P10"]), "questions[0].options OPTIONS"),
        (question("lag", "CHOICE", &["P10", " P10"]), "questions[0].options TWICE"),
        (question("lag", "CHOICE", &["P10", "F10"]), "OK"),
    ] {
        assert_eq!(judged(settings(&read(value.clone()))), expected, "{value}");
    }
    assert_eq!(settings(&read(question("lag", "TEXT", &[]))).unwrap().questions[0].text, "Vilket lag?");
}

#[test]
fn opening_hours_are_checked_and_tidied() {
    let period = |more: Value| {
        let mut period = json!({"weekdays": [1], "start": "08:00", "end": "16:00"});
        period.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"periods": [period]})
    };
    let closure = |more: Value| {
        let mut closure = json!({"name": "Jullov", "from": "2026-12-21", "to": "2027-01-08"});
        closure.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"closures": [closure]})
    };
    for (value, expected) in [
        (json!({}), "OK"),
        (period(json!({})), "OK"),
        (period(json!({"weekdays": [0]})), "periods[0].weekdays DAYS"),
        (period(json!({"end": "08:00"})), "periods[0].end TIME"),
        (period(json!({"from": "2026-06-02", "to": "2026-06-01"})), "periods[0].to TIME"),
        (period(json!({"id": -1})), "periods RANGE"),
        (closure(json!({})), "OK"),
        (closure(json!({"name": ""})), "closures[0].name REQUIRED"),
        (closure(json!({"to": "2026-12-20"})), "closures[0].to TIME"),
        (closure(json!({"to": "2101-01-01"})), "closures[0].to RANGE"),
        (closure(json!({"start": "24:00"})), "closures[0].end TIME"),
        (closure(json!({"end": "00:00"})), "closures[0].end TIME"),
        (closure(json!({"start": "12:00"})), "OK"),
    ] {
        assert_eq!(judged(availability(&read_hours(value.clone()))), expected, "{value}");
    }
    let mixed =
        Availability { periods: vec![opening(&[5, 1, 5], "08:00", "16:00")], ..Availability::default() };
    assert_eq!(availability(&mixed).unwrap().periods[0].weekdays, [1, 5]);
    let same = OpenPeriod { id: 7, ..opening(&DAILY, "08:00", "16:00") };
    let twice = Availability { periods: vec![same.clone(), same.clone()], ..Availability::default() };
    assert_eq!(judged(availability(&twice)), "periods TWICE");
    let many =
        Availability { periods: vec![OpenPeriod { id: 0, ..same }; OPENINGS + 1], ..Availability::default() };
    assert_eq!(judged(availability(&many)), "periods TOO_MANY");
    assert_eq!(clock("24:00"), WallClock::END_OF_DAY);
}
