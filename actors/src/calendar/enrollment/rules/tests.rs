#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use super::*;

fn at(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_millisecond()
}

/// When it is offered, when the event begins, when the offer ends; all in Stockholm's local time.
#[test]
fn the_clock_of_offers() {
    #[rustfmt::skip]
    let table = [
        // The same day.
        ("2026-06-10T10:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-10T10:30:00+02")),
        ("2026-06-10T15:50:00+02", "2026-06-10T18:00:00+02", Some("2026-06-10T16:00:00+02")),
        ("2026-06-10T16:00:00+02", "2026-06-10T18:00:00+02", None),
        ("2026-06-10T03:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-10T08:30:00+02")),
        // The day before.
        ("2026-06-09T10:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-09T12:00:00+02")),
        ("2026-06-09T20:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-10T09:00:00+02")),
        ("2026-06-09T22:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-10T10:00:00+02")),
        ("2026-06-09T20:00:00+02", "2026-06-10T10:30:00+02", Some("2026-06-10T08:30:00+02")),
        ("2026-06-09T22:00:00+02", "2026-06-10T08:00:00+02", Some("2026-06-10T06:00:00+02")),
        // Some days before: thirteen hours count per day.
        ("2026-06-01T08:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-02T19:00:00+02")),
        ("2026-06-01T12:00:00+02", "2026-06-10T18:00:00+02", Some("2026-06-03T10:00:00+02")),
        ("2026-06-01T23:30:00+02", "2026-06-10T18:00:00+02", Some("2026-06-03T19:00:00+02")),
        ("2026-06-01T20:59:59+02", "2026-06-10T18:00:00+02", Some("2026-06-03T18:59:59+02")),
        ("2026-06-08T12:00:00+02", "2026-06-10T10:00:00+02", Some("2026-06-10T08:00:00+02")),
        // Nights with a change of the clocks, forward and back, do not count either.
        ("2026-03-28T20:00:00+01", "2026-04-10T18:00:00+02", Some("2026-03-30T18:00:00+02")),
        ("2026-10-24T20:00:00+02", "2026-11-10T18:00:00+01", Some("2026-10-26T18:00:00+01")),
        ("2026-03-28T20:00:00+01", "2026-03-29T18:00:00+02", Some("2026-03-29T09:00:00+02")),
    ];
    for (now, starts, until) in table {
        let found = offer_until(at(now), Moment(at(starts)), "Europe/Stockholm");
        assert_eq!(
            found.map(|at| at.to_string()),
            until.map(|until| Moment(at(until)).to_string()),
            "{now} → {starts}"
        );
    }
}

fn question(id: &str, kind: QuestionKind, options: &[&str], required: bool) -> Question {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    Question { id: id.to_owned(), text: "?".to_owned(), kind, options, required }
}

#[test]
fn what_may_be_answered() {
    let questions = [
        question("mat", QuestionKind::Choice, &["Kött", "Grönt"], true),
        question("annat", QuestionKind::Text, &[], false),
    ];
    let long = "å".repeat(LONGEST_ANSWER + 1);
    for (given, code) in [
        (vec![("mat", "Grönt"), ("annat", " hej ")], ""),
        (vec![("mat", "Grönt"), ("annat", " ")], ""),
        (vec![("annat", "hej")], "REQUIRED"),
        (vec![("mat", " ")], "REQUIRED"),
        (vec![("mat", "Fisk")], "OPTION"),
        (vec![("mat", "Kött"), ("annat", &long)], "LENGTH"),
        (vec![("mat", "Kött"), ("tredje", "hej")], "UNKNOWN"),
    ] {
        let given: BTreeMap<_, _> =
            given.iter().map(|(id, it)| ((*id).to_owned(), (*it).to_owned())).collect();
        let found = answers(&questions, given.clone());
        assert_eq!(found.err().map_or("", |refusal| refusal.fields[0].code), code, "{given:?}");
    }
    let given = [("mat".to_owned(), "Kött".to_owned()), ("annat".to_owned(), " ja ".to_owned())];
    assert_eq!(answers(&questions, given.into()).unwrap()["annat"], "ja");
}

#[test]
fn what_may_be_asked() {
    let of = |questions: Vec<Question>| EnrollmentSettings {
        capacity: None,
        deadline: None,
        requires_approval: false,
        waitlist_mode: None,
        max_guests: 0,
        questions,
    };
    let choice = |options: &[&str]| vec![question("a", QuestionKind::Choice, options, false)];
    assert!(settings(of(choice(&["ja", "nej"]))).is_ok());
    for (questions, code) in [
        (choice(&["ja"]), "OPTIONS"),
        (choice(&["ja", "ja"]), "OPTIONS"),
        (vec![question("a", QuestionKind::Text, &["ja", "nej"], false)], "OPTIONS"),
        (
            vec![question("a", QuestionKind::Text, &[], false), question("a", QuestionKind::Text, &[], true)],
            "DUPLICATE",
        ),
    ] {
        assert_eq!(settings(of(questions)).unwrap_err().fields[0].code, code);
    }
}

/// Needed when the turn comes: an account, no ban or block, and sight of the event unless a manager invited them.
#[test]
fn eligibility_when_the_turn_comes() {
    let all = Coming { has_account: true, is_barred: false, sees: true, invited: Some(false) };
    #[rustfmt::skip]
    let table = [
        (all, true),
        (Coming { has_account: false, ..all }, false),
        (Coming { is_barred: true, ..all }, false),
        (Coming { sees: false, ..all }, false),
        (Coming { sees: false, invited: Some(true), ..all }, true),
        (Coming { is_barred: true, invited: Some(true), ..all }, false),
        (Coming { has_account: false, invited: Some(true), ..all }, false),
        // From before invitations were recorded.
        (Coming { sees: false, invited: None, ..all }, true),
    ];
    for (coming, expected) in table {
        assert_eq!(coming.may(), expected, "{coming:?}");
    }
}

/// Three days before the last moment to answer, and one; never after it, and never twice for one of them.
#[test]
fn who_has_not_answered_is_reminded_at_set_times() {
    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;
    let deadline = 100 * DAY;
    // Since when, now: whether they are reminded, and when it is asked again.
    let cases = [
        ((90 * DAY, 90 * DAY), Some((false, 91 * DAY))),
        ((90 * DAY, 96 * DAY + HOUR), Some((false, 97 * DAY))),
        ((90 * DAY, 97 * DAY), Some((true, 98 * DAY))),
        ((97 * DAY, 98 * DAY), Some((false, 99 * DAY))),
        ((97 * DAY, 99 * DAY), Some((true, 100 * DAY))),
        // The job ran late: one reminder for both times.
        ((90 * DAY, 99 * DAY + HOUR), Some((true, 100 * DAY))),
        // Who is asked late is reminded by what is left.
        ((98 * DAY, 98 * DAY), Some((false, 99 * DAY))),
        ((99 * DAY, 99 * DAY + HOUR), Some((false, 100 * DAY))),
        ((99 * DAY, 100 * DAY), None),
        ((90 * DAY, 101 * DAY), None),
    ];
    for ((since, now), expected) in cases {
        assert_eq!(ask(Moment(deadline), since, now), expected, "{since} {now}");
    }
}
