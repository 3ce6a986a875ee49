//! Moving a series with its exdates and exceptions: pure.
//!
//! Both are identified by their original beginning as an occurrence of the series. So they move with it, in local time:
//! nine o'clock becomes ten on each of them, in summer and winter.

use jiff::SignedDuration;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use storage::calendar::CalendarEvent;
use storage::time::{Day, Moment};

/// A move of a series, given by one of its occurrences.
#[derive(Debug, Clone)]
pub struct Move {
    from: TimeZone,
    to: TimeZone,
    /// In the local times of both.
    by: SignedDuration,
    /// The old and the new duration.
    lasts: (i64, i64),
    /// The series changes between whole days and times.
    is_other_kind: bool,
}

fn clock(at: Moment, zone: &TimeZone) -> Option<DateTime> {
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()).datetime())
}

fn moment(at: DateTime, zone: &TimeZone) -> Option<Moment> {
    Some(Moment(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

fn moved(day: Option<Day>, days: i64) -> Option<Day> {
    day.and_then(|day| Some(Day(day.0.checked_add(SignedDuration::from_hours(24 * days)).ok()?)))
}

impl Move {
    /// The move from an occurrence of `old` to the first one of `new`. None: it is not moved.
    pub fn of(old: &CalendarEvent, at: Moment, new: &CalendarEvent) -> Option<Self> {
        let zone = |event: &CalendarEvent| TimeZone::get(&event.time_zone).ok();
        let (from, to) = (zone(old)?, zone(new)?);
        let by = clock(new.starts, &to)?.duration_since(clock(at, &from)?);
        let lasts = (old.ends.0 - old.starts.0, new.ends.0 - new.starts.0);
        let is_other_kind = old.all_day != new.all_day;
        let stays = by.is_zero() && old.time_zone == new.time_zone && lasts.0 == lasts.1;
        (!stays || is_other_kind).then_some(Self { from, to, by, lasts, is_other_kind })
    }

    /// The new beginning of the occurrence that originally began at a moment.
    pub fn slot(&self, at: Moment) -> Moment {
        let moved = clock(at, &self.from).and_then(|at| moment(at.checked_add(self.by).ok()?, &self.to));
        moved.unwrap_or(at)
    }

    /// Whole days by which dates move.
    fn days(&self, at: Moment) -> i64 {
        let dates = clock(at, &self.from).zip(clock(self.slot(at), &self.to));
        dates.map_or(0, |(old, new)| new.date().duration_since(old.date()).as_hours() / 24)
    }

    /// An exception moved with its series: by as much, in its own local time, and with the new duration if it had the
    /// series' one. An all-day exception moves by days; if the series changes between whole days and times it stays.
    pub fn exception(&self, old: &CalendarEvent, series: &CalendarEvent) -> CalendarEvent {
        let at = old.recurrence_id.unwrap_or(old.starts);
        let own = TimeZone::get(&old.time_zone).unwrap_or(TimeZone::UTC);
        let days = self.days(at);
        let by = match (self.is_other_kind, old.all_day) {
            (true, _) => SignedDuration::ZERO,
            (false, true) => SignedDuration::from_hours(24 * days),
            (false, false) => self.by,
        };
        let later =
            |at: Moment| clock(at, &own).and_then(|at| moment(at.checked_add(by).ok()?, &own)).unwrap_or(at);
        let starts = later(old.starts);
        let is_as_long = !old.all_day && !self.is_other_kind && old.ends.0 - old.starts.0 == self.lasts.0;
        let ends = if is_as_long { Moment(starts.0 + self.lasts.1) } else { later(old.ends) };
        let days = if self.is_other_kind { 0 } else { days };
        let mut enrollment = old.enrollment.clone();
        if let Some(settings) = &mut enrollment.0 {
            settings.deadline = settings.deadline.map(|at| Moment(at.0 + starts.0 - old.starts.0));
        }
        CalendarEvent {
            series_id: Some(series.event_id),
            recurrence_id: Some(self.slot(at)),
            starts,
            ends,
            start_date: moved(old.start_date, days),
            end_date: moved(old.end_date, days),
            enrollment,
            ..old.clone()
        }
    }
}

/// The exdates of a series after a move. `said`: those of the draft, of which those of the old series (`old`) are moved
/// with it, unless the draft has moved them already. `taken`: the slots of exceptions, which replace the occurrence.
pub fn exdates(moves: Option<&Move>, old: &[Moment], said: &[Moment], taken: &[Moment]) -> Vec<Moment> {
    let slot = |at: &Moment| moves.map_or(*at, |moves| moves.slot(*at));
    let is_moved = |at: &Moment| !old.contains(at) && old.iter().any(|old| slot(old) == *at);
    let are_moved = said.iter().any(is_moved);
    let mut all: Vec<Moment> = said
        .iter()
        .map(|at| if old.contains(at) && !are_moved { slot(at) } else { *at })
        .chain(taken.iter().map(slot))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use storage::ids::{CalendarEventId, CalendarId, UserId};

    use super::*;

    fn at(text: &str) -> Moment {
        Moment(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn event(starts: &str, ends: &str) -> CalendarEvent {
        CalendarEvent {
            starts: at(starts),
            ends: at(ends),
            time_zone: "Europe/Stockholm".to_owned(),
            ..CalendarEvent::blank(CalendarEventId(1), CalendarId(2), UserId(3), Moment(0))
        }
    }

    /// Mondays from 2026-03-23 on, 18:00–19:00 in Sweden, moved; the clocks change on 2026-03-29.
    fn put(starts: &str, ends: &str) -> Option<Move> {
        let old = event("2026-03-23T17:00:00Z", "2026-03-23T18:00:00Z");
        Move::of(&old, old.starts, &event(starts, ends))
    }

    #[test]
    fn slots_move_by_the_clock() {
        for (starts, slot, moved) in [
            // An hour later, in winter and in summer time.
            ("2026-03-23T18:00:00Z", "2026-03-23T17:00:00Z", "2026-03-23T18:00:00Z"),
            ("2026-03-23T18:00:00Z", "2026-04-06T16:00:00Z", "2026-04-06T17:00:00Z"),
            // To Tuesdays.
            ("2026-03-24T17:00:00Z", "2026-04-06T16:00:00Z", "2026-04-07T16:00:00Z"),
            // From the Sunday before the change to after it, in local time.
            ("2026-03-30T16:00:00Z", "2026-03-23T17:00:00Z", "2026-03-30T16:00:00Z"),
        ] {
            let lasts = Moment(at(starts).0 + 3_600_000).to_string();
            assert_eq!(put(starts, &lasts).unwrap().slot(at(slot)), at(moved), "{starts} {slot}");
        }
        assert!(put("2026-03-23T17:00:00Z", "2026-03-23T18:00:00Z").is_none(), "nothing moves");
    }

    #[test]
    fn an_exception_moves_as_far_and_lasts_as_long() {
        let moves = put("2026-03-23T18:00:00Z", "2026-03-23T20:00:00Z").unwrap();
        let series = event("2026-03-23T18:00:00Z", "2026-03-23T20:00:00Z");
        for (starts, ends, moved) in [
            // At its original time: takes the series' duration.
            (
                "2026-04-06T16:00:00Z",
                "2026-04-06T17:00:00Z",
                ["2026-04-06T17:00:00Z", "2026-04-06T19:00:00Z"],
            ),
            // On another day, and with a duration of its own.
            (
                "2026-04-08T08:00:00Z",
                "2026-04-08T08:30:00Z",
                ["2026-04-08T09:00:00Z", "2026-04-08T09:30:00Z"],
            ),
        ] {
            let old =
                CalendarEvent { recurrence_id: Some(at("2026-04-06T16:00:00Z")), ..event(starts, ends) };
            let new = moves.exception(&old, &series);
            assert_eq!([new.starts, new.ends], moved.map(at), "{starts}");
            assert_eq!(new.recurrence_id, Some(at("2026-04-06T17:00:00Z")));
        }
    }

    #[test]
    fn an_exception_of_whole_days_moves_by_days() {
        let day = |text: &str| Some(Day(text.parse().unwrap()));
        let old = CalendarEvent {
            all_day: true,
            start_date: day("2026-04-07"),
            end_date: day("2026-04-07"),
            recurrence_id: Some(at("2026-04-06T16:00:00Z")),
            ..event("2026-04-06T22:00:00Z", "2026-04-07T22:00:00Z")
        };
        let moves = put("2026-03-24T18:00:00Z", "2026-03-24T19:00:00Z").unwrap();
        let new = moves.exception(&old, &event("2026-03-24T18:00:00Z", "2026-03-24T19:00:00Z"));
        assert_eq!((new.start_date, new.end_date), (day("2026-04-08"), day("2026-04-08")));
        assert_eq!((new.starts, new.ends), (at("2026-04-07T22:00:00Z"), at("2026-04-08T22:00:00Z")));
    }

    #[test]
    fn exdates_move_exactly_once() {
        let moves = put("2026-03-30T16:00:00Z", "2026-03-30T17:00:00Z");
        let (first, second, third) =
            (at("2026-03-23T17:00:00Z"), at("2026-03-30T16:00:00Z"), at("2026-04-06T16:00:00Z"));
        let other = at("2026-05-04T16:00:00Z");
        for (said, taken, expected, why) in [
            (vec![first], vec![], vec![second], "as they were: moved"),
            (vec![first, second], vec![], vec![second, third], "as they were, one where another goes"),
            (vec![second, third], vec![], vec![second, third], "moved by who wrote them"),
            (vec![first, other], vec![], vec![second, other], "a new one is as it is said"),
            (vec![], vec![second], vec![third], "what is an event of its own never stands twice"),
        ] {
            assert_eq!(exdates(moves.as_ref(), &[first, second], &said, &taken), expected, "{why}");
        }
        assert_eq!(exdates(None, &[first], &[first, other], &[second]), [first, second, other]);
    }
}
