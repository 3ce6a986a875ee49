//! The data files, parsed once. Each names its source, and each day may name its own.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::DayType;
use super::rule::Rule;

/// An invalid data file; the build's own tests parse all of them.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("a data file of days cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("{0:?} is no rule of a day")]
    Rule(String),
}

const FILES: [(DayType, &str); 5] = [
    (DayType::Holiday, include_str!("data/holidays.json")),
    (DayType::Eve, include_str!("data/eves.json")),
    (DayType::Theme, include_str!("data/themes.json")),
    (DayType::Flag, include_str!("data/flags.json")),
    (DayType::Un, include_str!("data/un.json")),
];
const NAMES: &str = include_str!("data/names.json");

#[derive(Deserialize)]
struct File {
    source: String,
    days: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    rule: String,
    source: Option<String>,
    /// The first year.
    since: Option<i16>,
    /// Interval in years from `since` on.
    every: Option<i16>,
}

#[derive(Deserialize)]
struct NameFile {
    source: String,
    days: BTreeMap<String, Vec<String>>,
}

/// A day of the almanac.
#[derive(Debug, Clone)]
pub struct DayRule {
    pub kind: DayType,
    pub name: String,
    pub rule: Rule,
    pub source: String,
    /// The first year.
    pub since: i16,
    /// Interval in years.
    pub every: i16,
}

/// All days of the files, in order.
pub fn read() -> Result<Vec<DayRule>, DataError> {
    let mut all = Vec::new();
    for (kind, text) in FILES {
        let file: File = serde_json::from_str(text)?;
        for entry in file.days {
            all.push(DayRule {
                kind,
                rule: Rule::parse(&entry.rule).ok_or(DataError::Rule(entry.rule))?,
                name: entry.name,
                source: entry.source.unwrap_or_else(|| file.source.clone()),
                since: entry.since.unwrap_or(i16::MIN),
                every: entry.every.unwrap_or(1),
            });
        }
    }
    let file: NameFile = serde_json::from_str(NAMES)?;
    for (date, names) in file.days {
        let rule = Rule::parse(&date).ok_or(DataError::Rule(date))?;
        for name in names {
            let (name, since) = with_year(name);
            let source = file.source.clone();
            all.push(DayRule { kind: DayType::Name, name, rule, source, since, every: 1 });
        }
    }
    Ok(all)
}

/// `Henry 2022`: a name and its first year in the almanac.
fn with_year(text: String) -> (String, i16) {
    let split = text.rsplit_once(' ').and_then(|(name, year)| Some((name.to_owned(), year.parse().ok()?)));
    split.unwrap_or((text, i16::MIN))
}

/// How often each name of a day occurs in the files, by type; for tests.
#[cfg(test)]
pub fn names_by_type(all: &[DayRule]) -> BTreeMap<(DayType, &str), usize> {
    let mut found = BTreeMap::new();
    for day in all {
        *found.entry((day.kind, day.name.as_str())).or_default() += 1;
    }
    found
}
