//! People's status texts and quiet hours (no push or mail), decided by pure functions. Contract §3.8.

use garde::Validate;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use serde::Deserialize;
use storage::accounts::{Quiet, Status, User};
use storage::ids::UserId;
use utoipa::ToSchema;

use super::Who;
use crate::Platform;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, ZONE, now, to_come};

/// When I am left alone. Days on which quiet hours begin: 1 is Monday, 7 Sunday; none: no quiet hours.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct QuietInput {
    #[garde(length(max = 7))]
    #[schema(max_items = 7)]
    pub days: Vec<i8>,
    /// When they begin, `HH:MM` in Sweden.
    #[garde(skip)]
    #[schema(min_length = 5, max_length = 5, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "20:00")]
    pub from: String,
    /// When they end, the next day where that is not after `from`.
    #[garde(skip)]
    #[schema(min_length = 5, max_length = 5, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub to: String,
    /// Not to be disturbed until then, whatever the hour; within a year.
    #[serde(default)]
    #[garde(skip)]
    pub until: Option<Moment>,
}

/// A person's status at a moment; an expired one is left out.
pub fn status_at(user: &User, now: i64) -> Option<&Status> {
    user.own_status.as_ref().filter(|status| status.until.is_none_or(|until| until.0 > now))
}

/// If it is a person's quiet time: until when (epoch milliseconds), at least.
pub fn quiet_until(quiet: &Quiet, now: i64) -> Option<i64> {
    if let Some(until) = quiet.until.filter(|until| until.0 > now) {
        return Some(until.0);
    }
    let (from, to) = (clock(&quiet.from)?, clock(&quiet.to)?);
    let zone = TimeZone::get(ZONE).ok()?;
    let today = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).date();
    let hours_of = |begins: Date| {
        let ends = if to > from { begins } else { begins.tomorrow().ok()? };
        let at = |date: Date, time: Time| date.to_datetime(time).to_zoned(zone.clone()).ok();
        Some((moment(&at(begins, from)?), moment(&at(ends, to)?)))
    };
    // Hours that began yesterday may reach into today.
    [today.checked_sub(1.day()).ok()?, today]
        .into_iter()
        .filter(|begins| quiet.days.contains(&begins.weekday().to_monday_one_offset()))
        .filter_map(hours_of)
        .find(|(from, to)| (*from..*to).contains(&now))
        .map(|(_, to)| to)
}

fn moment(at: &Zoned) -> i64 {
    at.timestamp().as_millisecond()
}

/// `HH:MM`
fn clock(text: &str) -> Option<Time> {
    let (hour, minute) =
        text.split_once(':').filter(|(hour, minute)| hour.len() == 2 && minute.len() == 2)?;
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// Validates and normalizes quiet hours.
pub fn judged(quiet: Quiet, now: i64) -> Result<Quiet> {
    let mut days = quiet.days.clone();
    days.sort_unstable();
    days.dedup();
    if days.iter().any(|day| !(1..=7).contains(day)) {
        return Err(Refusal::field("days", "DAYS", "Välj dagar från 1 (måndag) till 7 (söndag)."));
    }
    for (field, time) in [("from", &quiet.from), ("to", &quiet.to)] {
        if clock(time).is_none() {
            return Err(Refusal::field(field, "CLOCK", "Skriv tiden som 20:00."));
        }
    }
    let until = quiet.until.map(|at| to_come("until", at, now)).transpose()?;
    Ok(Quiet { days, until, ..quiet })
}

/// If it is a person's quiet time now: until when, epoch milliseconds.
pub async fn is_left_alone(platform: &Platform, user_id: UserId) -> Result<Option<i64>> {
    let user = platform.people.get(user_id).await?;
    Ok(user.and_then(|user| quiet_until(user.quiet.as_ref()?, now())))
}

/// Sets a person's quiet hours, or a single quiet period.
pub async fn set_quiet(platform: &Platform, who: &Who, input: QuietInput) -> Result<Quiet> {
    let QuietInput { days, from, to, until } = input;
    let quiet = judged(Quiet { days, from, to, until }, now())?;
    platform.storage.accounts.set_quiet(who.user_id, &quiet).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    Ok(quiet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::time::AHEAD_MS;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn quiet_hours_by_the_clock_in_sweden() {
        let nights =
            Quiet { days: vec![1, 2, 3, 4, 5], from: "20:00".into(), to: "07:00".into(), until: None };
        let weekend = Quiet { days: vec![6, 7], from: "00:00".into(), to: "00:00".into(), until: None };
        let noon = Quiet { days: vec![3], from: "12:00".into(), to: "13:00".into(), until: None };
        let never = Quiet { days: vec![], ..nights.clone() };
        // 2026-11-23 is a Monday; Sweden is an hour ahead of UTC in winter and two in summer.
        #[rustfmt::skip]
        let cases = [
            ("before the evening", &nights, "2026-11-23T18:59:59Z", None),
            ("from the evening on", &nights, "2026-11-23T19:00:00Z", Some("2026-11-24T06:00:00Z")),
            ("over midnight", &nights, "2026-11-24T02:00:00Z", Some("2026-11-24T06:00:00Z")),
            ("until the morning", &nights, "2026-11-24T05:59:59Z", Some("2026-11-24T06:00:00Z")),
            ("in the morning", &nights, "2026-11-24T06:00:00Z", None),
            ("the night after Friday is Friday's", &nights, "2026-11-28T03:00:00Z", Some("2026-11-28T06:00:00Z")),
            ("Saturday's evening is nobody's", &nights, "2026-11-28T20:00:00Z", None),
            ("the night after Sunday is nobody's", &nights, "2026-11-30T03:00:00Z", None),
            ("in summer", &nights, "2026-07-06T18:00:00Z", Some("2026-07-07T05:00:00Z")),
            ("the night of 25 hours", &Quiet { days: vec![6], ..nights.clone() }, "2026-10-24T18:00:00Z", Some("2026-10-25T06:00:00Z")),
            ("a whole day", &weekend, "2026-11-28T12:00:00Z", Some("2026-11-28T23:00:00Z")),
            ("a whole day is over", &weekend, "2026-11-29T23:00:00Z", None),
            ("within a day", &noon, "2026-11-25T11:30:00Z", Some("2026-11-25T12:00:00Z")),
            ("on another day", &noon, "2026-11-24T11:30:00Z", None),
            ("no days", &never, "2026-11-23T20:00:00Z", None),
            ("do not disturb", &Quiet { until: Some(Moment(at("2026-11-23T12:00:00Z"))), ..never.clone() }, "2026-11-23T11:00:00Z", Some("2026-11-23T12:00:00Z")),
            ("that is over", &Quiet { until: Some(Moment(at("2026-11-23T12:00:00Z"))), ..never.clone() }, "2026-11-23T12:00:00Z", None),
        ];
        for (what, quiet, now, expected) in cases {
            assert_eq!(quiet_until(quiet, at(now)), expected.map(at), "{what}");
        }
    }

    #[test]
    fn what_may_be_asked_for() {
        let now = at("2026-11-23T12:00:00Z");
        let asked = |days: &[i8], from: &str, to: &str, until: Option<i64>| {
            let until = until.map(Moment);
            let asked = Quiet { days: days.to_vec(), from: from.into(), to: to.into(), until };
            judged(asked, now).map_err(|refusal| refusal.fields[0].code)
        };
        assert_eq!(asked(&[7, 1, 1], "20:00", "07:00", None).unwrap().days, [1, 7]);
        assert!(asked(&[], "00:00", "23:59", Some(now + 1)).is_ok());
        let wrong: [(&[i8], &str, &str, Option<i64>, &str); 8] = [
            (&[0], "20:00", "07:00", None, "DAYS"),
            (&[8], "20:00", "07:00", None, "DAYS"),
            (&[1], "24:00", "07:00", None, "CLOCK"),
            (&[1], "20:60", "07:00", None, "CLOCK"),
            (&[1], "20:00", "7:00", None, "CLOCK"),
            (&[1], "20:00", "", None, "CLOCK"),
            (&[1], "20:00", "07:00", Some(now), "TIME"),
            (&[1], "20:00", "07:00", Some(now + AHEAD_MS + 1), "TIME"),
        ];
        for (days, from, to, until, code) in wrong {
            assert_eq!(asked(days, from, to, until).err(), Some(code), "{days:?} {from} {to}");
        }
    }
}
