use super::*;

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn at(text: &str) -> Moment {
    text.parse().unwrap()
}

/// Field and code of a refusal.
fn refused<T: std::fmt::Debug>(found: Result<T>) -> (String, &'static str) {
    let refusal = found.unwrap_err();
    (refusal.fields[0].field.to_string(), refusal.fields[0].code)
}

#[test]
fn a_day_is_the_same_from_utc_minus_12_to_plus_14() {
    let by_day = Due::Day(day("2026-06-15"));
    let noon = Due::At { at: at("2026-06-15T11:00:00Z"), zone: ZONE.to_owned() };
    // Both names exist in the tz database; GMT+12 is twelve hours behind.
    for (zone, of_noon) in [
        ("Etc/GMT+12", "2026-06-14"),
        ("America/Los_Angeles", "2026-06-15"),
        ("UTC", "2026-06-15"),
        ("Europe/Stockholm", "2026-06-15"),
        ("Pacific/Kiritimati", "2026-06-16"),
    ] {
        assert_eq!(by_day.day_in(zone), Some(day("2026-06-15")), "{zone}");
        assert_eq!(noon.day_in(zone), Some(day(of_noon)), "{zone}");
    }
    assert_eq!(by_day.day(), Some(day("2026-06-15")));
    assert_eq!(by_day.time(), None);
}

#[test]
fn a_moment_is_due_on_the_day_where_it_was_said() {
    for (zone, expected) in [("Europe/Stockholm", "2026-06-16"), ("America/New_York", "2026-06-15")] {
        let due = due(None, Some(at("2026-06-15T22:30:00Z")), Some(zone)).unwrap().unwrap();
        assert_eq!(due.day(), Some(day(expected)), "{zone}");
    }
}

#[test]
fn day_and_moment_are_never_both() {
    let noon = Some(at("2026-06-15T10:00:00Z"));
    assert_eq!(refused(due(Some(day("2026-06-15")), noon, None)), ("dueAt".to_owned(), "TIME"));
    assert_eq!(due(None, None, Some("Europe/Oslo")).unwrap(), None);
    let by_day = due(Some(day("2026-06-15")), None, Some("Europe/Oslo")).unwrap().unwrap();
    assert_eq!(by_day.fields(), (Some(day("2026-06-15")), None, None));
    let by_moment = due(None, noon, Some("Europe/Oslo")).unwrap().unwrap();
    assert_eq!(by_moment.fields(), (None, noon, Some("Europe/Oslo".to_owned())));
}

#[test]
fn zones_are_those_of_the_database() {
    let noon = Some(at("2026-06-15T10:00:00Z"));
    for (said, expected) in [
        (None, Ok("Europe/Stockholm")),
        (Some("America/New_York"), Ok("America/New_York")),
        (Some("europe/helsinki"), Ok("Europe/Helsinki")),
        (Some("UTC"), Ok("UTC")),
        (Some("Europe/Sthlm"), Err("UNKNOWN_ZONE")),
        (Some(""), Err("UNKNOWN_ZONE")),
        (Some("+02:00"), Err("UNKNOWN_ZONE")),
    ] {
        let found = due(None, noon, said).map(|due| due.and_then(|due| due.fields().2));
        let found = found.map_err(|refusal| refusal.fields[0].code);
        assert_eq!(found, expected.map(|name| Some(name.to_owned())), "{said:?}");
    }
}

#[test]
fn due_days_lie_between_1970_and_2100() {
    for (text, ok) in
        [("1969-12-31", false), ("1970-01-01", true), ("2100-12-31", true), ("2101-01-01", false)]
    {
        assert_eq!(due(Some(day(text)), None, None).is_ok(), ok, "{text}");
        assert_eq!(starts(Some(day(text)), None).is_ok(), ok, "{text}");
    }
    assert_eq!(refused(due(Some(day("2101-01-01")), None, None)), ("dueDate".to_owned(), "RANGE"));
    for far in [Moment(i64::MAX), Moment(i64::MIN), at("2101-01-01T12:00:00Z")] {
        assert_eq!(refused(due(None, Some(far), None)), ("dueAt".to_owned(), "RANGE"));
    }
}

#[test]
fn nothing_is_due_before_it_starts() {
    let by_day = |text| Some(Due::Day(day(text)));
    let stockholm = |text| Some(Due::At { at: at(text), zone: ZONE.to_owned() });
    let wrong = Err("DUE_BEFORE_START");
    for (start, due, expected) in [
        (None, by_day("2026-06-15"), Ok(())),
        (Some("2026-06-15"), None, Ok(())),
        (Some("2026-06-15"), by_day("2026-06-15"), Ok(())),
        (Some("2026-06-14"), by_day("2026-06-15"), Ok(())),
        (Some("2026-06-16"), by_day("2026-06-15"), wrong),
        // Half past midnight of the 16th in Sweden.
        (Some("2026-06-16"), stockholm("2026-06-15T22:30:00Z"), Ok(())),
        (Some("2026-06-17"), stockholm("2026-06-15T22:30:00Z"), wrong),
    ] {
        let found = starts(start.map(day), due.as_ref()).map_err(|refusal| refusal.fields[0].code);
        assert_eq!(found, expected, "{start:?} {due:?}");
    }
}
