//! A parsed rule of RFC 5545, and the days that match it.
//!
//! Each period of a rule (its nth day, week, month or year) is expanded from its number alone. So a window far from the
//! beginning costs only what lies in it: the first period that overlaps it is found by arithmetic. Only COUNT has to be
//! counted from the beginning; for a stored series it has been replaced by the moment of the last occurrence
//! (`CalendarEvent::until`).

use std::ops::ControlFlow;

use jiff::civil::{DateTime, Time};

use super::Wrong;
use super::budget::{Budget, Spent};
use super::days::{DayNumber, civil, number, week_numbers, week_of, weekday};

const WEEKDAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// The rule's FREQ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Every {
    Day,
    Week,
    Month,
    Year,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Pattern {
    every: Every,
    interval: i64,
    /// COUNT.
    pub count: Option<u32>,
    /// UNTIL in local time, included.
    pub until: Option<DateTime>,
    /// The weekday on which weeks begin; 0: Monday.
    week_start: i64,
    /// BYMONTH as a bit set; 0: any. In this and the others empty means no restriction.
    months: u16,
    /// BYMONTHDAY, from the beginning and from the end of the month.
    month_days: u32,
    month_days_back: u32,
    year_days: Vec<i64>,
    weeks: Vec<i64>,
    /// BYDAY without and with a number.
    weekdays: u8,
    nth: Vec<(i64, i64)>,
    /// BYSETPOS
    positions: Vec<i64>,
    /// The first day, and the time of day at which the series begins.
    first: DayNumber,
    begins: Time,
    /// The local time at which each occurrence begins.
    pub time: Time,
}

/// A range of days, the end excluded.
#[derive(Debug, Clone, Copy)]
struct Days {
    begin: DayNumber,
    end: DayNumber,
}

impl Days {
    const ALL: Self = Self { begin: i64::MIN, end: i64::MAX };

    fn month(index: i64) -> Self {
        Self { begin: number(0, index + 1, 1), end: number(0, index + 2, 1) }
    }

    fn year(year: i64) -> Self {
        Self { begin: number(year, 1, 1), end: number(year + 1, 1, 1) }
    }

    fn has(self, day: DayNumber) -> bool {
        (self.begin..self.end).contains(&day)
    }

    fn within(self, other: Self) -> Self {
        Self { begin: self.begin.max(other.begin), end: self.end.min(other.end) }
    }
}

fn bit_of(value: i64) -> u32 {
    u32::try_from(value).ok().and_then(|value| 1_u32.checked_shl(value)).unwrap_or(0)
}

/// The day of a jiff date.
pub fn day_of(at: DateTime) -> DayNumber {
    number(at.year().into(), at.month().into(), at.day().into())
}

/// Parses a list of numbers from 1 to `most`, or negative for counting from the end.
fn numbers(value: &str, most: i64) -> Result<Vec<i64>, Wrong> {
    let one = |text: &str| {
        let one = text.parse::<i64>().ok();
        one.filter(|one| *one != 0 && one.abs() <= most).ok_or(Wrong::Unreadable)
    };
    let mut all = if value.is_empty() {
        Vec::new()
    } else {
        value.split(',').map(one).collect::<Result<Vec<_>, _>>()?
    };
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn weekday_named(name: &str) -> Result<i64, Wrong> {
    let found = WEEKDAYS.iter().position(|one| *one == name).ok_or(Wrong::Unreadable)?;
    i64::try_from(found).map_err(|_| Wrong::Unreadable)
}

/// Parses a part that may have one value, because more would mean several times a day.
fn once_a_day(value: &str) -> Result<i8, Wrong> {
    if value.contains(',') {
        return Err(Wrong::TooOften);
    }
    value.parse().map_err(|_| Wrong::Unreadable)
}

impl Pattern {
    /// Parses an uppercase rule for an event that first begins at a local time. `until` converts UNTIL to the same
    /// local time.
    pub fn read(
        text: &str,
        first: DateTime,
        until: impl Fn(&str) -> Option<DateTime>,
    ) -> Result<Self, Wrong> {
        let mut rule = Self {
            every: Every::Day,
            interval: 1,
            count: None,
            until: None,
            week_start: 0,
            months: 0,
            month_days: 0,
            month_days_back: 0,
            year_days: Vec::new(),
            weeks: Vec::new(),
            weekdays: 0,
            nth: Vec::new(),
            positions: Vec::new(),
            first: day_of(first),
            begins: first.time(),
            time: first.time(),
        };
        let (mut every, mut too_often, mut names) = (None, false, Vec::new());
        for part in text.split(';') {
            let (name, value) = part.split_once('=').ok_or(Wrong::Unreadable)?;
            if names.contains(&name) {
                return Err(Wrong::Unreadable);
            }
            names.push(name);
            match name {
                "FREQ" => match value {
                    "DAILY" => every = Some(Every::Day),
                    "WEEKLY" => every = Some(Every::Week),
                    "MONTHLY" => every = Some(Every::Month),
                    "YEARLY" => every = Some(Every::Year),
                    "HOURLY" | "MINUTELY" | "SECONDLY" => too_often = true,
                    _ => return Err(Wrong::Unreadable),
                },
                "UNTIL" => rule.until = Some(until(value).ok_or(Wrong::Unreadable)?),
                "BYHOUR" | "BYMINUTE" | "BYSECOND" => rule.time = rule.timed(name, once_a_day(value)?)?,
                _ => rule.part(name, value)?,
            }
        }
        if too_often {
            return Err(Wrong::TooOften);
        }
        rule.every = every.ok_or(Wrong::Unreadable)?;
        rule.checked(first)
    }

    fn timed(&self, name: &str, value: i8) -> Result<Time, Wrong> {
        let with = self.time.with();
        let with = match name {
            "BYHOUR" => with.hour(value),
            "BYMINUTE" => with.minute(value),
            _ => with.second(value),
        };
        with.build().map_err(|_| Wrong::Unreadable)
    }

    /// Parses a part that is not about the time of day.
    fn part(&mut self, name: &str, value: &str) -> Result<(), Wrong> {
        match name {
            "INTERVAL" => self.interval = value.parse::<u16>().map_err(|_| Wrong::Unreadable)?.into(),
            "COUNT" => self.count = Some(value.parse().map_err(|_| Wrong::Unreadable)?),
            "WKST" => self.week_start = weekday_named(value)?,
            "BYMONTH" => {
                for month in numbers(value, 12)? {
                    self.months |=
                        u16::try_from(bit_of(month)).ok().filter(|bit| *bit > 1).ok_or(Wrong::Unreadable)?;
                }
            }
            "BYMONTHDAY" => {
                for day in numbers(value, 31)? {
                    let days = if day > 0 { &mut self.month_days } else { &mut self.month_days_back };
                    *days |= bit_of(day.abs());
                }
            }
            "BYYEARDAY" => self.year_days = numbers(value, 366)?,
            "BYWEEKNO" => self.weeks = numbers(value, 53)?,
            "BYSETPOS" => self.positions = numbers(value, 366)?,
            "BYDAY" | "BYWEEKDAY" => {
                for one in value.split(',').filter(|one| !one.is_empty()) {
                    self.weekday(one)?;
                }
            }
            _ => return Err(Wrong::Unreadable),
        }
        Ok(())
    }

    fn weekday(&mut self, text: &str) -> Result<(), Wrong> {
        let (nth, name) =
            text.len().checked_sub(2).and_then(|at| text.split_at_checked(at)).ok_or(Wrong::Unreadable)?;
        let day = weekday_named(name)?;
        let nth = if nth.is_empty() { 0 } else { nth.parse::<i64>().map_err(|_| Wrong::Unreadable)? };
        if nth.abs() > 53 {
            return Err(Wrong::Unreadable);
        }
        if nth == 0 {
            self.weekdays |= u8::try_from(bit_of(day)).unwrap_or(0);
        } else {
            self.nth.push((nth, day));
        }
        Ok(())
    }

    /// Refuses combinations that RFC 5545 forbids, and completes what a rule leaves open from its beginning.
    fn checked(mut self, first: DateTime) -> Result<Self, Wrong> {
        let is = |every| self.every == every;
        let is_wrong = is(Every::Week) && self.month_days != 0
            || !is(Every::Year) && (!self.year_days.is_empty() || !self.weeks.is_empty())
            || self.until.is_some_and(|until| until < first);
        if is_wrong {
            return Err(Wrong::Unreadable);
        }
        if self.interval == 0 {
            return Err(Wrong::Never);
        }
        // In a period with at most one Monday, the number of the Monday has no meaning.
        if matches!(self.every, Every::Day | Every::Week) {
            for (_, day) in std::mem::take(&mut self.nth) {
                self.weekdays |= u8::try_from(bit_of(day)).unwrap_or(0);
            }
        }
        let says_days = self.month_days != 0
            || self.month_days_back != 0
            || self.weekdays != 0
            || !(self.nth.is_empty() && self.year_days.is_empty() && self.weeks.is_empty());
        if !says_days {
            let (_, month, day) = civil(self.first);
            match self.every {
                Every::Day => {}
                Every::Week => self.weekdays = u8::try_from(bit_of(weekday(self.first))).unwrap_or(0),
                Every::Month => self.month_days = bit_of(day),
                Every::Year => {
                    if self.months == 0 {
                        self.months = u16::try_from(bit_of(month)).unwrap_or(0);
                    }
                    self.month_days = bit_of(day);
                }
            }
        }
        Ok(self)
    }

    /// The days of the period with a number; the first is 0.
    fn period(&self, nth: i64) -> Days {
        let step = nth * self.interval;
        let (year, month, _) = civil(self.first);
        match self.every {
            Every::Day => Days { begin: self.first + step, end: self.first + step + 1 },
            Every::Week => {
                let begin = week_of(self.first, self.week_start) + 7 * step;
                Days { begin, end: begin + 7 }
            }
            Every::Month => Days::month(year * 12 + month - 1 + step),
            Every::Year => Days::year(year + step),
        }
    }

    /// The last period that begins on or before a day.
    fn period_at(&self, day: DayNumber) -> i64 {
        let ((year, month, _), (of_year, of_month, _)) = (civil(self.first), civil(day));
        let (passed, each) = match self.every {
            Every::Day => (day - self.first, self.interval),
            Every::Week => (day - week_of(self.first, self.week_start), 7 * self.interval),
            Every::Month => ((of_year - year) * 12 + of_month - month, self.interval),
            Every::Year => (of_year - year, self.interval),
        };
        passed.div_euclid(each).max(0)
    }

    /// Passes the matching days from one day to another, both included, to `each` in order until it breaks.
    pub fn walk(
        &self,
        from: DayNumber,
        to: DayNumber,
        budget: &mut Budget,
        each: &mut dyn FnMut(DayNumber) -> ControlFlow<()>,
    ) -> Result<(), Spent> {
        let last = self.until.map(|until| (day_of(until), until.time()));
        let to = last.map_or(to, |(day, _)| to.min(day));
        let mut left = self.count;
        let mut nth = if left.is_some() { 0 } else { self.period_at(from) };
        // BYSETPOS needs whole periods, and COUNT needs everything from the beginning.
        let shown = Days { begin: from.max(self.first), end: to.saturating_add(1) };
        let shown = if self.positions.is_empty() && left.is_none() { shown } else { Days::ALL };
        loop {
            let period = self.period(nth);
            if period.begin > to || left == Some(0) {
                return Ok(());
            }
            budget.spend(1)?;
            for day in self.days(period, shown, budget)? {
                if (day, self.time) < (self.first, self.begins) {
                    continue;
                }
                if day > to || last.is_some_and(|last| (day, self.time) > last) || left == Some(0) {
                    return Ok(());
                }
                left = left.map(|left| left - 1);
                if day >= from && each(day).is_break() {
                    return Ok(());
                }
            }
            nth += 1;
        }
    }

    /// The last day of a rule with COUNT, by arithmetic, if each of its periods has the same number of occurrences.
    pub fn counted_out(&self) -> Option<DayNumber> {
        let count = i64::from(self.count?);
        let is_plain = self.time == self.begins
            && self.months == 0
            && self.month_days == 0
            && self.month_days_back == 0
            && self.positions.is_empty();
        match self.every {
            Every::Day if is_plain && self.weekdays == 0 => Some(self.first + (count - 1) * self.interval),
            Every::Week if is_plain => {
                let named = |day: &DayNumber| u32::from(self.weekdays) & bit_of(weekday(*day)) != 0;
                let of = |period: Days| (period.begin..period.end).filter(named).collect::<Vec<_>>();
                let whole = of(self.period(0));
                let missed = i64::try_from(whole.iter().filter(|day| **day < self.first).count()).ok()?;
                let (nth, each) = (count - 1 + missed, i64::try_from(whole.len()).ok()?);
                let day = whole.get(usize::try_from(nth.checked_rem(each)?).ok()?)?;
                Some(day + nth / each * 7 * self.interval)
            }
            _ => None,
        }
    }

    /// The matching days of a period within `shown`.
    fn days(&self, period: Days, shown: Days, budget: &mut Budget) -> Result<Vec<DayNumber>, Spent> {
        let mut days = Vec::new();
        match self.every {
            Every::Day | Every::Week => {
                // The first week begins with the first day.
                let period = Days { begin: period.begin.max(self.first), ..period };
                self.collect_days(period, period, shown, &mut days, budget)?;
            }
            Every::Month => self.collect_days(period, period, shown, &mut days, budget)?,
            Every::Year if self.months == 0 && self.month_days == 0 && self.month_days_back == 0 => {
                self.collect_days(period, period, shown, &mut days, budget)?;
            }
            Every::Year => {
                let (year, ..) = civil(period.begin);
                for month in 1..=12 {
                    let days_of = Days::month(year * 12 + month - 1);
                    if self.has_month(month) && days_of.end > shown.begin && days_of.begin < shown.end {
                        // A numbered weekday refers to the year, unless months are named.
                        let scope = if self.months == 0 { period } else { days_of };
                        self.collect_days(days_of, scope, shown, &mut days, budget)?;
                    }
                }
            }
        }
        if !self.positions.is_empty() {
            let at = |position: &i64| {
                let at =
                    if *position > 0 { position - 1 } else { i64::try_from(days.len()).ok()? + position };
                days.get(usize::try_from(at).ok()?).copied()
            };
            let mut picked: Vec<DayNumber> = self.positions.iter().filter_map(at).collect();
            picked.sort_unstable();
            picked.dedup();
            return Ok(picked);
        }
        Ok(days)
    }

    fn has_month(&self, month: i64) -> bool {
        self.months == 0 || u32::from(self.months) & bit_of(month) != 0
    }

    /// Collects the matching days of a range (at most a month if days of a month are named). `scope`: the range to
    /// which a numbered weekday refers.
    fn collect_days(
        &self,
        stretch: Days,
        scope: Days,
        shown: Days,
        into: &mut Vec<DayNumber>,
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        let clipped = stretch.within(shown);
        if clipped.begin >= clipped.end {
            return Ok(());
        }
        let (year, month, _) = civil(stretch.begin);
        if self.every == Every::Month && !self.has_month(month) {
            return Ok(());
        }
        let mut found: Vec<DayNumber> = Vec::new();
        if matches!(self.every, Every::Day | Every::Week) {
            found.extend(clipped.begin..clipped.end);
        } else if !self.year_days.is_empty() {
            let year = Days::year(year);
            found.extend(
                self.year_days.iter().map(|nth| if *nth > 0 { year.begin + nth - 1 } else { year.end + nth }),
            );
            found.retain(|day| year.has(*day));
        } else if self.month_days != 0 || self.month_days_back != 0 {
            let length = stretch.end - stretch.begin;
            let is_meant = |nth: &i64| {
                self.month_days & bit_of(*nth) != 0 || self.month_days_back & bit_of(length - nth + 1) != 0
            };
            found.extend((1..=length).filter(is_meant).map(|nth| stretch.begin + nth - 1));
        } else if self.weekdays != 0 || !self.nth.is_empty() {
            for wanted in (0..7).filter(|day| u32::from(self.weekdays) & bit_of(*day) != 0) {
                let first = clipped.begin + (wanted - weekday(clipped.begin)).rem_euclid(7);
                found.extend((first..clipped.end).step_by(7));
            }
            found.extend(self.nth.iter().filter_map(|nth| nth_weekday(*nth, scope)));
        } else {
            found.extend(clipped.begin..clipped.end);
        }
        budget.spend(found.len())?;
        found.retain(|day| clipped.has(*day) && self.keeps(*day, scope));
        found.sort_unstable();
        found.dedup();
        into.append(&mut found);
        Ok(())
    }

    /// Whether a day matches every part of the rule.
    fn keeps(&self, day: DayNumber, scope: Days) -> bool {
        let (year, month, of_month) = civil(day);
        if !self.has_month(month) {
            return false;
        }
        if self.month_days != 0 || self.month_days_back != 0 {
            let back = number(year, month + 1, 1) - day;
            if self.month_days & bit_of(of_month) == 0 && self.month_days_back & bit_of(back) == 0 {
                return false;
            }
        }
        if !self.year_days.is_empty() {
            let year = Days::year(year);
            let (nth, back) = (day - year.begin + 1, day - year.end);
            if !self.year_days.iter().any(|one| *one == nth || *one == back) {
                return false;
            }
        }
        if !self.weeks.is_empty() {
            let (nth, back) = week_numbers(day, self.week_start);
            if !self.weeks.iter().any(|one| *one == nth || *one == back) {
                return false;
            }
        }
        let says_weekdays = self.weekdays != 0 || !self.nth.is_empty();
        !says_weekdays
            || u32::from(self.weekdays) & bit_of(weekday(day)) != 0
            || self.nth.iter().any(|nth| nth_weekday(*nth, scope) == Some(day))
    }
}

/// The nth weekday of a range, from its beginning or (negative) from its end.
fn nth_weekday((nth, wanted): (i64, i64), scope: Days) -> Option<DayNumber> {
    let day = if nth > 0 {
        scope.begin + (wanted - weekday(scope.begin)).rem_euclid(7) + 7 * (nth - 1)
    } else {
        let last = scope.end - 1;
        last - (weekday(last) - wanted).rem_euclid(7) + 7 * (nth + 1)
    };
    scope.has(day).then_some(day)
}
