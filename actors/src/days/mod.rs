//! Days of the almanac: public holidays, eves, theme days, flag days, UN days and name days, by rule for any year.
//!
//! Decisions: the rules are those of today; earlier forms of a day are omitted (`since` in the data). So are days
//! without a citable source, and regional name days (Swedish-speaking Finland).

mod data;
pub mod rule;

pub use data::DataError;

use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::names::slug;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::NamedDays;
use data::DayRule;

/// The list of name days begins in 2001; nobody plans further than a century ahead.
const YEARS: std::ops::RangeInclusive<i16> = 2001..=2100;
/// Most days in one response.
const SPAN: i32 = 366;
/// The same of kinds that are few in a year, which clients load beforehand for eleven years.
const LONG_SPAN: i32 = 11 * SPAN;
const FEW: [DayType; 2] = [DayType::Holiday, DayType::Flag];

/// What kind of day; the order is that of the groups 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum DayType {
    #[serde(rename = "holiday")]
    Holiday,
    #[serde(rename = "eves")]
    Eve,
    #[serde(rename = "themeday")]
    Theme,
    #[serde(rename = "flagdays")]
    Flag,
    #[serde(rename = "unday")]
    Un,
    #[serde(rename = "nameday")]
    Name,
}

impl DayType {
    /// All types, by group.
    pub const ALL: [Self; 6] = [Self::Holiday, Self::Eve, Self::Theme, Self::Flag, Self::Un, Self::Name];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Holiday => "holiday",
            Self::Eve => "eves",
            Self::Theme => "themeday",
            Self::Flag => "flagdays",
            Self::Un => "unday",
            Self::Name => "nameday",
        }
    }

    /// The page that shows them, the first segment of their slugs.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Holiday => "helgdagar",
            Self::Eve => "aftnar",
            Self::Theme => "temadagar",
            Self::Flag => "flaggdagar",
            Self::Un => "fn-dagar",
            Self::Name => "namnsdagar",
        }
    }

    /// The number of the group in the calendar's calls.
    pub const fn group(self) -> u8 {
        self as u8 + 1
    }

    /// Parses the name, or the number of the group.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text || kind.group().to_string() == text)
    }
}

/// One day of the almanac on a date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Day)]
pub struct DayView {
    #[schema(value_type = String, format = Date, example = "2026-06-20")]
    pub date: Date,
    #[serde(rename = "type")]
    pub kind: DayType,
    /// 1 public holidays, 2 eves, 3 theme days, 4 flag days, 5 UN days, 6 name days.
    pub group: u8,
    /// A name day has an entry for each of its names.
    pub name: String,
    /// Its page: `helgdagar/midsommardagen`.
    pub slug: String,
    /// Who says so: a law, a resolution, an organiser.
    pub source: String,
}

/// The almanac.
pub struct Days {
    rules: Vec<DayRule>,
    /// The public holidays of all years, by date: made when they are first asked for.
    holidays: OnceLock<Arc<[NamedDays]>>,
}

/// Public holidays between two dates, by date.
#[derive(Debug, Clone)]
pub struct Holidays {
    all: Arc<[NamedDays]>,
    these: Range<usize>,
}

impl Deref for Holidays {
    type Target = [NamedDays];

    fn deref(&self) -> &[NamedDays] {
        self.all.get(self.these.clone()).unwrap_or_default()
    }
}

impl Days {
    /// Parses the data files.
    pub fn read() -> Result<Self, DataError> {
        Ok(Self { rules: data::read()?, holidays: OnceLock::new() })
    }

    /// The days between two dates, both included, of these types (none: all), by date and group.
    pub fn between(&self, from: Date, to: Date, kinds: &[DayType]) -> Result<Vec<DayView>> {
        let few = !kinds.is_empty() && kinds.iter().all(|kind| FEW.contains(kind));
        check_span(from, to, if few { LONG_SPAN } else { SPAN })?;
        Ok(self.within(from, to, kinds))
    }

    /// As [`Self::between`], of dates that the caller has bounded; of years that the almanac does not know there are none.
    pub fn within(&self, from: Date, to: Date, kinds: &[DayType]) -> Vec<DayView> {
        let years = from.year().max(*YEARS.start())..=to.year().min(*YEARS.end());
        let mut found: Vec<DayView> = self
            .rules
            .iter()
            .filter(|day| kinds.is_empty() || kinds.contains(&day.kind))
            .flat_map(|day| years.clone().filter_map(move |year| on(day, year)))
            .filter(|day| from <= day.date && day.date <= to)
            .collect();
        found.sort_by_key(|day| (day.date, day.group));
        found
    }

    /// The public holidays between two dates, both included; none of years that the almanac does not know.
    pub fn holidays(&self, from: Date, to: Date) -> Holidays {
        let all = Arc::clone(self.holidays.get_or_init(|| self.all_holidays()));
        let first = all.partition_point(|day| day.from < from);
        let until = all.partition_point(|day| day.from <= to);
        Holidays { all, these: first..until.max(first) }
    }

    fn all_holidays(&self) -> Arc<[NamedDays]> {
        let of_kind = || self.rules.iter().filter(|day| day.kind == DayType::Holiday);
        let mut all: Vec<NamedDays> = YEARS
            .flat_map(|year| of_kind().filter_map(move |day| Some((date_of(day, year)?, &day.name))))
            .map(|(date, name)| NamedDays { name: name.clone(), from: date, to: date })
            .collect();
        all.sort_by_key(|day| day.from);
        all.into()
    }

    /// Every current day, once, by type and name, for the search index.
    pub fn all_names(&self) -> impl Iterator<Item = (DayType, &str)> {
        self.rules.iter().map(|day| (day.kind, day.name.as_str()))
    }
}

/// Its slug, unique among all days and places.
pub fn slug_of(kind: DayType, name: &str) -> String {
    format!("{}/{}", kind.page(), slug(name))
}

/// The date of a day in a year; none: there is no such day then.
fn date_of(day: &DayRule, year: i16) -> Option<Date> {
    if year < day.since || (day.every > 1 && (year - day.since) % day.every != 0) {
        return None;
    }
    day.rule.in_year(year)
}

fn on(day: &DayRule, year: i16) -> Option<DayView> {
    Some(DayView {
        date: date_of(day, year)?,
        kind: day.kind,
        group: day.kind.group(),
        name: day.name.clone(),
        slug: slug_of(day.kind, &day.name),
        source: day.source.clone(),
    })
}

fn check_span(from: Date, to: Date, most: i32) -> Result<()> {
    for (field, date) in [("from", from), ("to", to)] {
        if !YEARS.contains(&date.year()) {
            return Err(Refusal::field(field, "RANGE", "Året ska vara 2001–2100."));
        }
    }
    let days = (to - from).get_days();
    if days < 0 {
        return Err(Refusal::field("to", "RANGE", "Slutet kommer före början."));
    }
    if days >= most {
        return Err(Refusal::field("to", "RANGE", format!("Högst {most} dagar åt gången.")));
    }
    Ok(())
}

/// Parses a list of types separated by commas; 422 for an unknown one.
pub fn kinds(list: &str) -> Result<Vec<DayType>> {
    let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
    words
        .map(|word| {
            DayType::parse(word).ok_or_else(|| {
                Refusal::field(
                    "types",
                    "UNKNOWN",
                    "Okänd sorts dag: holiday, eves, themeday, flagdays, unday, nameday.",
                )
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
