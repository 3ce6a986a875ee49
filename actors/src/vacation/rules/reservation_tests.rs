use storage::ids::{EntityId, UserId};
use storage::time::Moment;
use storage::vacation::PeriodKind;

use super::*;

fn period(id: i64, kind: PeriodKind, status: ReservationStatus, days: Days) -> Period {
    Period {
        entity_id: EntityId(1),
        user_id: UserId(1),
        period_id: PeriodId(id),
        version: 1,
        kind,
        status,
        first: Day(days.first),
        last: Day(days.last),
        note: None,
        reason: None,
        created: Moment(0),
        changed: Moment(0),
        applied: None,
        decided: None,
    }
}

fn july(first: i8, last: i8) -> Days {
    Days { first: date(2026, 7, first), last: date(2026, 7, last) }
}

fn terms() -> Terms {
    Terms { from: date(2026, 4, 1), until: Some(date(2027, 8, 31)), days_per_year: 25, saved: Vec::new() }
}

#[test]
fn days_are_bounded_by_length_and_distance() {
    let today = date(2026, 3, 1);
    let judge = |first: Date, last: Date| {
        days(Day(first), Day(last), today).map_err(|refusal| refusal.fields[0].field.to_string())
    };
    assert_eq!(judge(date(2026, 7, 1), date(2026, 7, 1)).map(Days::count), Ok(1));
    assert_eq!(judge(date(2026, 7, 2), date(2026, 7, 1)), Err("to".to_owned()));
    assert_eq!(judge(date(2026, 7, 1), date(2027, 7, 1)).map(Days::count), Ok(366));
    assert_eq!(judge(date(2026, 7, 1), date(2027, 7, 2)), Err("to".to_owned()));
    assert!(judge(date(2028, 3, 1), date(2028, 3, 1)).is_ok());
    assert_eq!(judge(date(2028, 3, 2), date(2028, 3, 2)), Err("from".to_owned()));
    assert_eq!(judge(Date::MIN, Date::MIN), Err("from".to_owned()));
    for (first, last, field) in [
        (date(2026, 3, 31), date(2026, 4, 2), Some("from")),
        (date(2026, 4, 1), date(2026, 4, 2), None),
        (date(2027, 8, 31), date(2027, 8, 31), None),
        (date(2027, 8, 31), date(2027, 9, 1), Some("to")),
    ] {
        let refused = employed(&terms(), Days { first, last }).err();
        assert!(refused.iter().all(|refusal| refusal.fields[0].code == "NOT_EMPLOYED"));
        assert_eq!(refused.map(|refusal| refusal.fields[0].field.to_string()).as_deref(), field, "{first}");
    }
}

#[test]
fn own_live_reservations_overlap() {
    use ReservationStatus::{Approved, Cancelled, Draft, Rejected};
    let all = [
        period(1, PeriodKind::Vacation, Draft, july(1, 3)),
        period(2, PeriodKind::Vacation, Cancelled, july(4, 6)),
        period(3, PeriodKind::Vacation, Rejected, july(4, 6)),
        period(4, PeriodKind::Parental, Approved, july(4, 6)),
        period(5, PeriodKind::Vacation, Approved, july(7, 9)),
    ];
    let found =
        |days, except: Option<i64>| overlapping(&all, days, except.map(PeriodId)).map(|one| one.period_id.0);
    assert_eq!(found(july(3, 4), None), Some(1));
    assert_eq!(found(july(4, 6), None), None);
    assert_eq!(found(july(5, 20), None), Some(5));
    assert_eq!(found(july(7, 20), Some(5)), None);
}

#[test]
fn warnings_tell_what_is_odd() {
    use ReservationStatus::{Applied, Approved};
    let always = Some(Days { first: date(2020, 1, 1), last: date(2030, 1, 1) });
    let groups = [
        Group { id: 7, minimum: 1, others: vec![Member { employed: always, away: vec![july(8, 9)] }] },
        Group { id: 8, minimum: 0, others: Vec::new() },
    ];
    let periods = [
        period(1, PeriodKind::Vacation, Approved, july(13, 31)),
        period(2, PeriodKind::Training, Approved, july(10, 11)),
        period(3, PeriodKind::Vacation, Applied, july(6, 8)),
    ];
    let person = Person { kind: HolidayYear::April, terms: terms(), periods: &periods, groups: &groups };
    let of = |days, instead: Option<i64>| {
        let found = person.of_days(days, instead.map(PeriodId), &Closed::default());
        found.into_iter().map(|one| (one.code, one.from.unwrap().0, one.to.unwrap().0)).collect::<Vec<_>>()
    };
    let told = |code, days: Days| (code, days.first, days.last);
    let (below, twice) = (Code::BelowMinimum, Code::OverlapsOwn);
    // From 6 to 31 July it is four weeks; it is in the way of the absence, and the group lacks people for two days.
    assert_eq!(of(july(6, 11), Some(3)), [told(below, july(8, 9)), told(twice, july(10, 11))]);
    let summer = Days { first: date(2026, 6, 1), last: date(2026, 8, 31) };
    assert_eq!(of(july(9, 9), Some(3)), [told(below, july(9, 9)), told(Code::NoFourWeeks, summer)]);
    // Two weeks more than the 25 days.
    let autumn = Days { first: date(2026, 9, 7), last: date(2026, 9, 25) };
    let over = Days { first: date(2026, 4, 1), last: date(2027, 3, 31) };
    assert_eq!(
        of(autumn, None),
        [told(Code::NoFourWeeks, summer), told(Code::OverBalance, over)],
        "15 and 3 and 15 days"
    );
    let warned = person.of_days(july(8, 8), None, &Closed::default()).remove(0);
    assert_eq!((warned.group, warned.present, warned.minimum), (Some(7), Some(0), Some(1)));
    assert_eq!(person.of_year(Year::new(HolidayYear::April, 2026), &Closed::default()).len(), 1);
}
