//! Tasks as the rows of a table: headings and words as people read them. [`super::table`] reads them again. Pure.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use storage::tasks::{LimitMode, TaskStatus};
use storage::time::{Day, Moment};

use crate::platform::csv::{cell, lines};
use crate::platform::time::ZONE;

/// The headings of a board's cards. Board, list and what the list is are said with each card; a row without a title is
/// a list without cards.
pub const BOARD: [&str; 17] = [
    "Tavla",
    "Lista",
    "Titel",
    "Beskrivning",
    "Checklista",
    "Etiketter",
    "Prioritet",
    "Status",
    "Startdatum",
    "Slutdatum",
    "Klockslag",
    "Tidszon",
    "Ansvariga",
    "Arkiverat",
    "Högst antal kort",
    "Gränsens verkan",
    "Listans status",
];

/// How many of them are of the card.
pub const CARD: usize = 11;

/// The headings of tasks.
pub const TASKS: [&str; 15] = [
    "Organisation",
    "Tavla",
    "Titel",
    "Beskrivning",
    "Checklista",
    "Etiketter",
    "Prioritet",
    "Status",
    "Startdatum",
    "Slutdatum",
    "Klockslag",
    "Tidszon",
    "Ansvariga",
    "Skapad",
    "Avslutad",
];

/// What a task says.
pub struct Cells<'a> {
    pub title: &'a str,
    pub description: &'a str,
    pub checklist: Vec<(&'a str, bool)>,
    pub labels: &'a [String],
    pub priority: i64,
    pub status: TaskStatus,
    pub start: Option<Day>,
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    pub zone: Option<&'a str>,
    pub people: &'a [&'a str],
}

const fn priority(number: i64) -> &'static str {
    match number {
        1 => "Låg",
        2 => "Normal",
        3 => "Hög",
        4 => "Brådskande",
        _ => "",
    }
}

pub const fn status(status: TaskStatus) -> &'static str {
    match status {
        TaskStatus::Todo => "Att göra",
        TaskStatus::InProgress => "Pågår",
        TaskStatus::Done => "Klar",
        TaskStatus::Cancelled => "Avbruten",
    }
}

/// The cells of a list's limit, and of what it does; both are empty where there is none.
pub fn limit(limit: i64, mode: LimitMode) -> [String; 2] {
    let does = match mode {
        LimitMode::Hard => "Stoppar",
        LimitMode::Soft => "Visas",
    };
    if limit > 0 { [limit.to_string(), does.to_owned()] } else { Default::default() }
}

/// Names in one cell, apart by semicolons.
fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    cell(&names.map(|name| name.replace(';', ",")).collect::<Vec<_>>().join("; "))
}

/// Day and time of a moment on the clocks of a zone.
pub fn clock(at: Moment, zone: Option<&str>) -> (String, String) {
    let zone = zone.and_then(|zone| TimeZone::get(zone).ok()).or_else(|| TimeZone::get(ZONE).ok());
    let at = Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(zone.unwrap_or(TimeZone::UTC));
    let (date, time) = (at.date(), at.time());
    // Seconds where there are any.
    let time = if time.second() == 0 { time.strftime("%H:%M") } else { time.strftime("%H:%M:%S") };
    (date.to_string(), time.to_string())
}

impl Cells<'_> {
    /// The cells from the title to the people.
    pub fn row(&self) -> Vec<String> {
        let line = |(text, done): &(&str, bool)| format!("[{}] {text}", if *done { "x" } else { " " });
        let day = |day: Option<Day>| day.map(|day| day.0.to_string()).unwrap_or_default();
        let (due, time) = match self.due_at {
            Some(at) => clock(at, self.zone),
            None => (day(self.due_date), String::new()),
        };
        vec![
            cell(self.title),
            lines(self.description),
            lines(&self.checklist.iter().map(line).collect::<Vec<_>>().join("\n")),
            joined(self.labels.iter().map(String::as_str)),
            priority(self.priority).to_owned(),
            status(self.status).to_owned(),
            day(self.start),
            due,
            time,
            cell(self.zone.unwrap_or_default()),
            joined(self.people.iter().copied()),
        ]
    }
}
