//! The price of a booking: each minute by its rule, the sum exact and rounded once. Contract §8.3.

use jiff::tz::TimeZone;
use storage::RelationType;
use storage::bookings::settings::PriceClass;
pub use storage::bookings::{Price, PriceLine, PriceRule};
use storage::entities::EntityType;

use crate::platform::hours::{DayPart, Interval, day_parts};
use crate::platform::money::{OreMinutes, divided, vat_contained};

/// The price class for a booking: the first for the type of the organisation that it is on behalf of, else the first
/// for the person's relation to the bookable's organisation, else the first for everybody, else the last one. None:
/// there are no classes, so it is free of charge.
pub fn class_for(
    classes: &[PriceClass],
    relation: Option<RelationType>,
    organisation: Option<EntityType>,
) -> Option<&PriceClass> {
    let by_type = |class: &&PriceClass| organisation.is_some_and(|kind| class.entity_types.contains(&kind));
    let by_relation = |class: &&PriceClass| relation.is_some_and(|one| class.relation_types.contains(&one));
    let by_nothing = |class: &&PriceClass| class.relation_types.is_empty() && class.entity_types.is_empty();
    let first = |fits: &dyn Fn(&&PriceClass) -> bool| classes.iter().find(fits);
    first(&by_type).or_else(|| first(&by_relation)).or_else(|| first(&by_nothing)).or(classes.last())
}

/// A rule by its kind and its place in the class's list, with its id and price per hour.
type Found = (PriceRule, usize, i64, i64);

/// The rule for a minute of a day. Of rules of the same kind the first one counts.
fn rule_for(class: &PriceClass, day: &DayPart, minute: i64) -> Found {
    let within = |start: i64, end: i64| start <= minute && minute < end;
    let hour = class.hours.iter().enumerate().find(|(_, one)| {
        one.from.0 <= day.date && day.date <= one.to.0 && within(one.start.minutes(), one.end.minutes())
    });
    if let Some((at, one)) = hour {
        return (PriceRule::Hour, at, one.id_bookable_price_hour, one.price);
    }
    let schedule = class
        .schedules
        .iter()
        .enumerate()
        .find(|(_, one)| one.weekday == day.weekday && within(one.start.minutes(), one.end.minutes()));
    if let Some((at, one)) = schedule {
        return (PriceRule::Schedule, at, one.id_bookable_price_day_time_schedule, one.price);
    }
    match class.days.iter().enumerate().find(|(_, one)| one.weekday == day.weekday) {
        Some((at, one)) => (PriceRule::Day, at, one.id_bookable_price_day, one.price),
        None => (PriceRule::Base, 0, 0, class.base),
    }
}

/// Minutes of `[start, end)` at which another rule may begin to apply, with both ends, in order.
fn cuts(class: &PriceClass, start: i64, end: i64) -> Vec<i64> {
    let hours = class.hours.iter().map(|one| (one.start, one.end));
    let schedules = class.schedules.iter().map(|one| (one.start, one.end));
    let bounds = hours.chain(schedules).flat_map(|(from, to)| [from.minutes(), to.minutes()]);
    let mut cuts: Vec<i64> = bounds.filter(|minute| start < *minute && *minute < end).collect();
    cuts.extend([start, end]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// The price of a time in whole minutes for a class; no class: free of charge. Each minute is priced by the wall clock
/// at its beginning.
pub fn price(class: Option<&PriceClass>, time: Interval, zone: &TimeZone) -> Price {
    let Some(class) = class else { return Price::default() };
    let mut found: Vec<(Found, i64)> = Vec::new();
    for day in day_parts(zone, time) {
        let start = day.minute_of(day.time.start);
        for piece in cuts(class, start, start + day.time.minutes()).windows(2) {
            let &[from, to] = piece else { continue };
            let rule = rule_for(class, &day, from);
            match found.iter_mut().find(|(known, _)| *known == rule) {
                Some((_, minutes)) => *minutes += to - from,
                None => found.push((rule, to - from)),
            }
        }
    }
    let exact: Vec<OreMinutes> =
        found.iter().map(|((.., per_hour), minutes)| OreMinutes::of(*per_hour, *minutes)).collect();
    let total = exact.iter().copied().sum::<OreMinutes>().rounded();
    let line = |(((rule, _, id, price_per_hour), minutes), amount): ((Found, i64), i64)| PriceLine {
        rule,
        id,
        minutes,
        price_per_hour,
        amount,
        vat_rate: class.vat_rate,
        vat: vat_contained(amount, class.vat_rate),
    };
    let lines: Vec<PriceLine> = found.into_iter().zip(divided(total, &exact)).map(line).collect();
    let vat = lines.iter().map(|line| line.vat).sum();
    Price { price_class: Some(class.name.clone()), price: total, vat, lines }
}

#[cfg(test)]
#[path = "price_tests.rs"]
mod tests;
