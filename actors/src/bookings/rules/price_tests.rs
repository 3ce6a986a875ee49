use proptest::prelude::*;
use storage::bookings::settings::{PriceDay, PriceDayTimeSchedule, PriceHour, WallClock};

use super::super::samples::{any_clocks, at, class, clock, day, near_a_change, wall, zone};
use super::*;
use crate::platform::hours::MINUTE_MS;

fn hour(dates: (&str, &str), hours: (&str, &str), price: i64) -> PriceHour {
    PriceHour {
        id_bookable_price_hour: 30,
        from: day(dates.0),
        to: day(dates.1),
        start: clock(hours.0),
        end: clock(hours.1),
        price,
    }
}

fn schedule(weekday: i8, hours: (&str, &str), price: i64) -> PriceDayTimeSchedule {
    PriceDayTimeSchedule {
        id_bookable_price_day_time_schedule: 20,
        weekday,
        start: clock(hours.0),
        end: clock(hours.1),
        price,
    }
}

/// Saturdays 200 kr, Friday evenings 300 kr, Christmas Eve 500 kr before noon, otherwise 100 kr an hour.
fn hall() -> PriceClass {
    PriceClass {
        days: vec![PriceDay { id_bookable_price_day: 10, weekday: 6, price: 20_000 }],
        schedules: vec![schedule(5, ("17:00", "24:00"), 30_000), schedule(6, ("00:00", "01:00"), 30_000)],
        hours: vec![hour(("2026-12-24", "2026-12-24"), ("00:00", "12:00"), 50_000)],
        ..class("privattaxa", 10_000)
    }
}

fn priced(class: &PriceClass, start: &str, end: &str) -> Price {
    price(Some(class), Interval::new(at(start), at(end)), &zone())
}

#[test]
fn the_strongest_rule_prices_each_minute() {
    for (start, end, expected) in [
        ("2026-11-26T10:00", "2026-11-26T12:00", 20_000),
        // Thursday to Saturday 2026-11-28: base, evening, night, day.
        ("2026-11-27T16:00", "2026-11-27T18:00", 40_000),
        ("2026-11-27T23:30", "2026-11-28T02:00", 15_000 + 30_000 + 20_000),
        ("2026-12-24T11:00", "2026-12-24T13:00", 60_000),
        ("2026-11-26T10:00", "2026-11-26T10:05", 833),
        ("2026-11-26T10:00", "2026-11-26T10:10", 1_667),
        // Where the clocks change, elapsed time counts.
        ("2026-03-29T01:00", "2026-03-29T04:00", 20_000),
        ("2026-10-25T01:00", "2026-10-25T04:00", 40_000),
    ] {
        assert_eq!(priced(&hall(), start, end).price, expected, "{start} {end}");
    }
}

#[test]
fn lines_name_their_rules_and_hold_the_vat() {
    let price = priced(&hall(), "2026-11-27T16:00", "2026-11-28T02:00");
    let rows: Vec<_> =
        price.lines.iter().map(|one| (one.rule, one.id, one.minutes, one.amount, one.vat)).collect();
    assert_eq!(
        rows,
        [
            (PriceRule::Base, 0, 60, 10_000, 2_000),
            (PriceRule::Schedule, 20, 420, 210_000, 42_000),
            (PriceRule::Schedule, 20, 60, 30_000, 6_000),
            (PriceRule::Day, 10, 60, 20_000, 4_000),
        ]
    );
    assert_eq!((price.price, price.vat, price.price_class.as_deref()), (270_000, 54_000, Some("privattaxa")));
}

#[test]
fn only_the_sum_is_rounded() {
    // Three times a third of an öre.
    let rules = [("10:00", "10:20", 1), ("10:20", "10:40", 2), ("10:40", "11:00", 3)];
    let schedules = rules.map(|(start, end, price)| schedule(4, (start, end), price));
    let odd = PriceClass { schedules: schedules.to_vec(), ..class("udda", 0) };
    let price = priced(&odd, "2026-11-26T10:00", "2026-11-26T11:00");
    assert_eq!(price.price, 2);
    assert_eq!(price.lines.iter().map(|line| line.amount).collect::<Vec<_>>(), [0, 1, 1]);
    let free = price_of_nothing();
    assert_eq!((free.price, free.vat, free.lines.len(), free.price_class), (0, 0, 0, None));
}

fn price_of_nothing() -> Price {
    super::price(None, Interval::new(at("2026-11-26T10:00"), at("2026-11-26T11:00")), &zone())
}

#[test]
fn the_class_follows_organisation_then_relation() {
    let named = |name: &str, relations: &[RelationType], types: &[EntityType]| PriceClass {
        relation_types: relations.to_vec(),
        entity_types: types.to_vec(),
        ..class(name, 0)
    };
    let classes = [
        named("privattaxa", &[], &[]),
        named("medlem", &[RelationType::Member, RelationType::Leader], &[]),
        named("föreningstaxa", &[], &[EntityType::SportsClub]),
        named("nolltaxa", &[RelationType::Teacher], &[EntityType::School]),
    ];
    for (relation, kind, expected) in [
        (None, None, "privattaxa"),
        (Some(RelationType::Customer), None, "privattaxa"),
        (Some(RelationType::Leader), None, "medlem"),
        (Some(RelationType::Leader), Some(EntityType::SportsClub), "föreningstaxa"),
        (Some(RelationType::Teacher), None, "nolltaxa"),
        (None, Some(EntityType::School), "nolltaxa"),
        (None, Some(EntityType::Company), "privattaxa"),
    ] {
        let class = class_for(&classes, relation, kind).map(|class| class.name.as_str());
        assert_eq!(class, Some(expected), "{relation:?} {kind:?}");
    }
    assert_eq!(
        class_for(&classes[1..], None, None).map(|class| class.name.as_str()),
        Some("nolltaxa"),
        "the last"
    );
    assert!(class_for(&[], None, None).is_none());
}

/// A rule's day (0 is the first) or weekday, hours and price.
type AnyRule = (i64, (WallClock, WallClock), i64);

fn any_rules() -> impl Strategy<Value = Vec<AnyRule>> {
    prop::collection::vec((0i64..5, any_clocks(), 0i64..100_000), 0..5)
}

prop_compose! {
    fn any_class()(
        base in 0i64..100_000,
        days in prop::collection::vec((1i8..=7, 0i64..100_000), 0..3),
        schedules in any_rules(),
        hours in any_rules(),
        is_spring in any::<bool>(),
    ) -> PriceClass {
        let first = day(if is_spring { "2026-03-27" } else { "2026-10-23" });
        let on = |offset: i64| storage::time::Day(first.0.saturating_add(jiff::Span::new().days(offset)));
        PriceClass {
            days: days.into_iter().map(|(weekday, price)| PriceDay {
                id_bookable_price_day: 0, weekday, price,
            }).collect(),
            schedules: schedules.into_iter().map(|(weekday, (start, end), price)| PriceDayTimeSchedule {
                id_bookable_price_day_time_schedule: 0, weekday: weekday as i8 + 3, start, end, price,
            }).collect(),
            hours: hours.into_iter().map(|(offset, (start, end), price)| PriceHour {
                id_bookable_price_hour: 0, from: on(offset), to: on(offset + 1), start, end, price,
            }).collect(),
            ..class("alla", base)
        }
    }
}

/// Öre per hour at a minute, as somebody would look it up.
fn looked_up(class: &PriceClass, moment: i64) -> i64 {
    let (date, weekday, minute) = wall(moment);
    let within = |start: WallClock, end: WallClock| start.minutes() <= minute && minute < end.minutes();
    let on = |one: &&PriceHour| one.from.0 <= date && date <= one.to.0 && within(one.start, one.end);
    let hour = class.hours.iter().find(on).map(|one| one.price);
    let at = |one: &&PriceDayTimeSchedule| one.weekday == weekday && within(one.start, one.end);
    let schedule = class.schedules.iter().find(at).map(|one| one.price);
    let day = class.days.iter().find(|one| one.weekday == weekday).map(|one| one.price);
    hour.or(schedule).or(day).unwrap_or(class.base)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_price_is_the_sum_of_its_minutes(class in any_class(), start in near_a_change(), length in 1i64..2_000) {
        let time = Interval::new(start, start + length * MINUTE_MS);
        let price = price(Some(&class), time, &zone());
        let sixtieths: i64 = (0..length).map(|minute| looked_up(&class, start + minute * MINUTE_MS)).sum();
        prop_assert_eq!(price.price, (sixtieths + 30).div_euclid(60));
        prop_assert_eq!(price.lines.iter().map(|line| line.amount).sum::<i64>(), price.price);
        prop_assert_eq!(price.lines.iter().map(|line| line.vat).sum::<i64>(), price.vat);
        prop_assert_eq!(price.lines.iter().map(|line| line.minutes).sum::<i64>(), length);
    }

    #[test]
    fn two_parts_cost_the_whole_but_for_one_ore(
        class in any_class(),
        start in near_a_change(),
        lengths in (1i64..1_500, 1i64..1_500),
    ) {
        let (middle, end) = (start + lengths.0 * MINUTE_MS, start + (lengths.0 + lengths.1) * MINUTE_MS);
        let of = |from, to| price(Some(&class), Interval::new(from, to), &zone()).price;
        prop_assert!((of(start, middle) + of(middle, end) - of(start, end)).abs() <= 1);
    }
}
