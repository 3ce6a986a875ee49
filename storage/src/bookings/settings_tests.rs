use serde_json::json;

use super::*;

#[test]
fn wall_clock_reads_from_midnight_to_midnight() {
    for (text, minutes) in [
        ("00:00", Some(0)),
        ("08:05", Some(485)),
        ("23:59", Some(1_439)),
        ("24:00", Some(1_440)),
        ("24:01", None),
        ("23:60", None),
        ("8:05", None),
        ("08:5", None),
        ("08.05", None),
        ("+8:05", None),
        ("08:05:00", None),
        ("", None),
        ("åå:00", None),
    ] {
        let read = WallClock::parse(text);
        assert_eq!(read.map(WallClock::minutes), minutes, "{text}");
        let again = read.map(|read| read.to_string());
        assert_eq!(again.as_deref(), minutes.map(|_| text));
    }
    assert_eq!((WallClock::from_minutes(-1), WallClock::from_minutes(1_441)), (None, None));
}

#[test]
fn settings_have_the_names_of_the_contract() {
    let settings: BookableSettings = serde_json::from_value(json!({
        "slotMode": "PERIODS", "slotStep": 15, "slotOffset": 5,
        "periods": [{"name": "Lektion 1", "start": "08:20", "end": "24:00"}],
        "minLength": 40, "maxLength": 120, "bufferTime": 10, "minNotice": 60, "maxNotice": 43200,
        "requiresApproval": true, "allowMultiday": true, "maxParticipants": 30, "maxConcurrent": 2,
        "enableCheckIn": true, "autoReleaseMinutes": 15, "whoMayBook": ["MEMBER", "PUBLIC"], "guests": true,
        "quotas": [{"holder": "RELATION", "scope": "GROUP", "unit": "HOURS", "per": "WEEK", "limit": 4,
            "relation": "LEADER"}],
        "priceClasses": [{"name": "föreningstaxa", "relationTypes": ["MEMBER"], "entityTypes": ["sports-club"],
            "vatRate": 6, "base": 10000,
            "days": [{"idBookablePriceDay": 1, "weekday": 6, "price": 12000}],
            "schedules": [{"idBookablePriceDayTimeSchedule": 2, "weekday": 1, "start": "17:00", "end": "22:00",
                "price": 15000}],
            "hours": [{"idBookablePriceHour": 3, "from": "2026-12-24", "to": "2026-12-26", "start": "00:00",
                "end": "24:00", "price": 50000}]}],
        "cancellation": {"freeWorkingDays": 2, "share": 50, "noShow": {"sum": 20000}},
        "questions": [{"id": "a", "text": "Lag?", "kind": "TEXT", "options": [], "required": true}],
    }))
    .unwrap();
    assert_eq!(settings.periods[0].end, WallClock::END_OF_DAY);
    assert_eq!(settings.cancellation.as_ref().unwrap().no_show, Some(NoShowFee::Sum(20_000)));
    let text = serde_json::to_value(&settings).unwrap();
    assert_eq!(serde_json::from_value::<BookableSettings>(text.clone()).unwrap(), settings);
    let names: Vec<&str> = text.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names.len(), 21);
    let empty: BookableSettings = serde_json::from_value(json!({})).unwrap();
    assert_eq!(empty, BookableSettings::default());
}

#[test]
fn availability_is_read_as_it_is_written() {
    let availability: Availability = serde_json::from_value(json!({
        "periods": [{"weekdays": [1, 2, 3, 4, 5], "start": "08:00", "end": "22:00"}],
        "closures": [{"id": 7, "name": "Jullov", "from": "2026-12-21", "to": "2027-01-08"}],
        "closedOnRedDays": true, "closedOnSchoolBreaks": true,
    }))
    .unwrap();
    assert_eq!((availability.periods[0].id, availability.closures[0].id), (0, 7));
    let text = serde_json::to_string(&availability).unwrap();
    assert_eq!(serde_json::from_str::<Availability>(&text).unwrap(), availability);
    assert!(!text.contains("null"), "{text}");
}
