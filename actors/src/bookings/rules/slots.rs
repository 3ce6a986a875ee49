//! Which times of a bookable can be booked, as far as its settings and opening hours decide.
//!
//! [`judge`] and [`offered`] go through the same checks, so that exactly what is offered is accepted in the same state.
//! Starts lie on a grid of wall clock; lengths are elapsed minutes: the shortest length, or whole steps. With lesson
//! periods a booking begins where one begins and ends where the same or a later one ends.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use storage::bookings::settings::{BookableSettings, LessonPeriod, SlotMode};

use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{
    DayPart, Hours, Interval, MINUTE_MS, check_range, date_of, day_parts, midnight, next_midnight,
};

/// The longest booking in minutes: 31 days.
pub const MOST_LENGTH: i64 = 31 * 1_440;
/// The longest notice in minutes: three years.
pub const MOST_NOTICE: i64 = 3 * 365 * 1_440;

/// What decides when a bookable can be booked.
#[derive(Debug, Clone, Copy)]
pub struct Times<'a> {
    pub settings: &'a BookableSettings,
    pub hours: Hours<'a>,
}

/// A possible start. Every end in [`Times::ends`] from `end` to `latest` is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Epoch milliseconds.
    pub start: i64,
    /// The earliest possible end.
    pub end: i64,
    /// The latest possible end.
    pub latest: i64,
    /// The lesson period that begins here; none: the settings have steps.
    pub name: Option<String>,
}

/// A lesson period on a date.
struct Lesson<'a> {
    period: &'a LessonPeriod,
    date: Date,
    time: Interval,
}

fn refuse<T>(field: &'static str, code: &'static str, message: impl Into<String>) -> Result<T> {
    let message: String = message.into();
    Err(Refusal::field(field, code, message))
}

/// A number of minutes for people.
fn spoken(minutes: i64) -> String {
    let count = |n: i64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    match minutes {
        0 => "0 minuter".to_owned(),
        _ if minutes % 1_440 == 0 => count(minutes / 1_440, "dygn", "dygn"),
        _ if minutes % 60 == 0 => count(minutes / 60, "timme", "timmar"),
        _ => count(minutes, "minut", "minuter"),
    }
}

impl<'a> Times<'a> {
    /// Minutes from one possible start and length to the next.
    fn step(&self) -> i64 {
        self.settings.slot_step.max(1)
    }

    /// The shortest length in minutes.
    fn shortest(&self) -> i64 {
        match self.settings.slot_mode {
            _ if self.settings.min_length > 0 => self.settings.min_length,
            SlotMode::Step => self.step(),
            SlotMode::Periods => 1,
        }
    }

    /// The longest length in minutes.
    fn longest(&self) -> i64 {
        longest(self.settings)
    }

    /// Refuses a start that is past, too soon or too far.
    fn check_start(&self, start: i64, now: i64) -> Result<()> {
        let (min, max) = (self.settings.min_notice, self.settings.max_notice);
        let max = if max > 0 { max.min(MOST_NOTICE) } else { MOST_NOTICE };
        if start < now {
            return refuse("start", "PAST", "Tiden har redan börjat.");
        }
        if start.saturating_sub(now) < min * MINUTE_MS {
            return refuse("start", "NOTICE", format!("Boka senast {} före.", spoken(min)));
        }
        if start.saturating_sub(now) > max * MINUTE_MS {
            return refuse("start", "HORIZON", format!("Boka tidigast {} före.", spoken(max)));
        }
        Ok(())
    }

    /// Refuses a length out of bounds, and a booking beyond midnight where that is not allowed.
    fn check_length(&self, time: Interval) -> Result<()> {
        let (shortest, longest) = (self.shortest(), self.longest());
        if time.end <= time.start || time.millis() < shortest * MINUTE_MS {
            return refuse("end", "LENGTH", format!("Boka minst {}.", spoken(shortest)));
        }
        if time.millis() > longest * MINUTE_MS {
            return refuse("end", "LENGTH", format!("Boka högst {}.", spoken(longest)));
        }
        if time.end > self.last_moment(time.start, next_midnight(self.hours.zone, time.start)) {
            return refuse("end", "LENGTH", "Bokningen får inte gå över midnatt.");
        }
        Ok(())
    }

    /// The latest end that the length and the day allow a booking from `start`. `midnight`: the next one.
    fn last_moment(&self, start: i64, midnight: i64) -> i64 {
        let longest = start + self.longest() * MINUTE_MS;
        if self.settings.allow_multiday { longest } else { longest.min(midnight) }
    }

    /// The open interval in which a moment lies, from its day's midnight at the earliest, as far as `until`.
    fn open_at(&self, start: i64, until: i64) -> Option<Interval> {
        let from = midnight(self.hours.zone, date_of(self.hours.zone, start));
        let open = self.hours.intervals(Interval::new(from, until.max(start + 1)));
        open.into_iter().find(|one| one.contains(start))
    }

    /// The wall clock minute from which the steps of a day count, where it is open.
    fn anchor(&self, day: &DayPart, open: Interval) -> i64 {
        let zone = self.hours.zone;
        self.settings.slot_offset.unwrap_or_else(|| {
            let opened = open.start.max(midnight(zone, day.date));
            let part = day_parts(zone, Interval::new(opened, opened + 1)).into_iter().next();
            part.map_or(0, |part| part.minute_of(opened))
        })
    }

    /// Lesson periods on all days that the interval touches, by start.
    fn lessons(&self, time: Interval) -> Vec<Lesson<'a>> {
        let zone = self.hours.zone;
        let whole = Interval::new(midnight(zone, date_of(zone, time.start)), next_midnight(zone, time.end));
        let mut lessons: Vec<Lesson<'a>> = Vec::new();
        for day in day_parts(zone, whole) {
            for period in &self.settings.periods {
                let Some(time) = day.clip((period.start.minutes(), period.end.minutes())) else { continue };
                // A change of the clocks during a period makes two parts of it.
                let mut recent = lessons.iter_mut().rev().take(2 * self.settings.periods.len());
                let before = recent
                    .find(|one| one.date == day.date && one.period == period && one.time.end == time.start);
                match before {
                    Some(before) => before.time.end = time.end,
                    None => lessons.push(Lesson { period, date: day.date, time }),
                }
            }
        }
        lessons.sort_by_key(|one| one.time);
        lessons
    }

    /// Possible ends from a start up to a moment, in order.
    fn ends_until(&self, start: i64, until: i64, lessons: &[Lesson<'_>]) -> Vec<i64> {
        let shortest = self.shortest();
        if self.settings.slot_mode == SlotMode::Periods {
            let later = lessons.partition_point(|one| one.time.start < start);
            let later = lessons.iter().skip(later).take_while(|one| one.time.start < until);
            let mut ends: Vec<i64> = later.map(|one| one.time.end).collect();
            ends.retain(|end| start + shortest * MINUTE_MS <= *end && *end <= until);
            ends.sort_unstable();
            ends.dedup();
            return ends;
        }
        let most = Interval::new(start, until).minutes();
        let first_step = shortest / self.step() + 1;
        let steps = (first_step..=most / self.step()).map(|steps| steps * self.step());
        let lengths = (shortest <= most).then_some(shortest).into_iter().chain(steps);
        lengths.map(|minutes| start + minutes * MINUTE_MS).collect()
    }

    /// The first and the last of [`Self::ends_until`], without all between them.
    fn outer_ends(&self, start: i64, until: i64, lessons: &[Lesson<'_>]) -> Option<(i64, i64)> {
        if self.settings.slot_mode == SlotMode::Periods {
            let ends = self.ends_until(start, until, lessons);
            return Some((*ends.first()?, *ends.last()?));
        }
        let (shortest, most) = (self.shortest(), Interval::new(start, until).minutes());
        let longest = most / self.step() * self.step();
        (shortest <= most).then(|| (start + shortest * MINUTE_MS, start + longest.max(shortest) * MINUTE_MS))
    }

    /// Whether a booking may begin at `start`, in the open interval that contains it.
    fn is_start(&self, start: i64, open: Interval, lessons: &[Lesson<'a>]) -> bool {
        if start.rem_euclid(MINUTE_MS) != 0 {
            return false;
        }
        if self.settings.slot_mode == SlotMode::Periods {
            return lessons.iter().any(|one| one.time.start == start);
        }
        let day = day_parts(self.hours.zone, Interval::new(start, start + 1)).into_iter().next();
        day.is_some_and(|day| (day.minute_of(start) - self.anchor(&day, open)).rem_euclid(self.step()) == 0)
    }

    /// The slot that begins at a possible `start` and ends at `until` at the latest; none: no booking fits there.
    fn slot_at(&self, start: i64, until: i64, lessons: &[Lesson<'a>], now: i64) -> Option<Slot> {
        self.check_start(start, now).ok()?;
        let (end, latest) = self.outer_ends(start, until, lessons)?;
        let name = lessons.iter().find(|one| one.time.start == start).map(|one| one.period.name.clone());
        Some(Slot { start, end, latest, name })
    }

    /// Lessons around a booking; none where the settings have steps.
    fn lessons_if_any(&self, time: Interval) -> Vec<Lesson<'a>> {
        if self.settings.slot_mode == SlotMode::Periods { self.lessons(time) } else { Vec::new() }
    }

    /// Every possible end of a slot, in order, in epoch milliseconds.
    pub fn ends(&self, slot: &Slot) -> Vec<i64> {
        let lessons = self.lessons_if_any(Interval::new(slot.start, slot.latest));
        self.ends_until(slot.start, slot.latest, &lessons)
    }

    /// The last possible end of a slot that `fits`; none: not even the first. No end fits after one that does not.
    pub fn last_end(&self, slot: &Slot, fits: impl Fn(i64) -> bool) -> Option<i64> {
        if !fits(slot.end) {
            return None;
        }
        if self.settings.slot_mode == SlotMode::Periods {
            let ends = self.ends(slot);
            return ends.get(ends.partition_point(|end| fits(*end)).checked_sub(1)?).copied();
        }
        // In whole steps: `least` fits, `most` is the first that may not.
        let step = self.step() * MINUTE_MS;
        let (mut least, mut most) = ((slot.end - slot.start) / step, (slot.latest - slot.start) / step + 1);
        while most - least > 1 {
            let middle = least.midpoint(most);
            if fits(slot.start + middle * step) { least = middle } else { most = middle }
        }
        Some((slot.start + least * step).max(slot.end))
    }

    /// Starts on the grid of steps, in a part of a day that is open.
    fn steps_in(&self, day: &DayPart, open: Interval) -> Vec<i64> {
        let Some(both) = day.time.intersection(open) else { return Vec::new() };
        let (anchor, from) = (self.anchor(day, open), day.minute_of(both.start));
        let first = from + (anchor - from).rem_euclid(self.step());
        let minutes =
            (first..=day.minute_of(both.end - 1)).step_by(usize::try_from(self.step()).unwrap_or(1));
        minutes.filter_map(|minute| day.moment_at(minute)).filter(|at| both.contains(*at)).collect()
    }
}

/// Whether a time may be booked at the moment `now`, by settings and opening hours. 422 with one of the codes, checked
/// in this order: PAST, NOTICE, HORIZON (`start`), LENGTH (`end`), CLOSED (`start`), NOT_ALIGNED (`start`, `end`).
pub fn judge(time: Interval, times: &Times<'_>, now: i64) -> Result<()> {
    times.check_start(time.start, now)?;
    times.check_length(time)?;
    let closed = |at: i64| match times.hours.closed_by(at) {
        Some(name) => refuse("start", "CLOSED", format!("Det är stängt då: {name}.")),
        None => refuse("start", "CLOSED", "Tiden ligger utanför öppettiderna."),
    };
    let Some(open) = times.open_at(time.start, time.end) else { return closed(time.start) };
    if open.end < time.end {
        return closed(open.end);
    }
    let lessons = times.lessons_if_any(time);
    if !times.is_start(time.start, open, &lessons) {
        return refuse("start", "NOT_ALIGNED", "Välj en av de tider som går att börja på.");
    }
    if !times.ends_until(time.start, time.end, &lessons).contains(&time.end) {
        return refuse("end", "NOT_ALIGNED", "Välj en av de tider som går att sluta på.");
    }
    Ok(())
}

/// A window, and as far beyond it as a booking that starts in it may last.
pub fn reach(window: Interval, settings: &BookableSettings, zone: &TimeZone) -> Interval {
    let longest = window.end + longest(settings) * MINUTE_MS;
    let until = if settings.allow_multiday { longest } else { longest.min(next_midnight(zone, window.end)) };
    Interval::new(window.start, until)
}

/// The longest length in minutes.
fn longest(settings: &BookableSettings) -> i64 {
    if settings.max_length > 0 { settings.max_length.min(MOST_LENGTH) } else { MOST_LENGTH }
}

/// The possible starts in a window with their ends, in order; an end may lie beyond the window. 422 RANGE (`to`): the
/// window is empty or longer than 62 days.
pub fn offered(window: Interval, times: &Times<'_>, now: i64) -> Result<Vec<Slot>> {
    check_range(window)?;
    let zone = times.hours.zone;
    let until = reach(window, times.settings, zone).end;
    let from = midnight(zone, date_of(zone, window.start));
    let open = times.hours.intervals(Interval::new(from, until));
    let lessons = times.lessons_if_any(Interval::new(window.start, until));
    let mut starts: Vec<(i64, Interval)> = Vec::new();
    if times.settings.slot_mode == SlotMode::Periods {
        for lesson in lessons.iter().filter(|one| window.contains(one.time.start)) {
            let around = open.iter().find(|one| one.contains(lesson.time.start));
            starts.extend(around.map(|open| (lesson.time.start, *open)));
        }
    } else {
        for day in day_parts(zone, window) {
            for one in open.iter().filter(|one| one.intersection(day.time).is_some()) {
                starts.extend(times.steps_in(&day, *one).into_iter().map(|start| (start, *one)));
            }
        }
    }
    starts.sort_unstable();
    starts.dedup();
    let mut midnight = i64::MIN;
    let slot = |(start, open): (i64, Interval)| {
        // Once for all starts of a day.
        if start >= midnight {
            midnight = next_midnight(zone, start);
        }
        times.slot_at(start, times.last_moment(start, midnight).min(open.end), &lessons, now)
    };
    Ok(starts.into_iter().filter_map(slot).collect())
}

#[cfg(test)]
#[path = "slots_tests.rs"]
mod tests;
