//! Reads cards from a table by its headings, in any order of its columns: those of our own CSV export and of Planner's
//! Excel export, in Swedish and English. Pure.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};
use storage::tasks::{BoardSource, LimitMode, ListType, TaskStatus};
use storage::time::{Day, Moment};

use super::form::{Form, FormList, MOST_CARDS, MOST_LISTS, Making, Said, Unread, bare};
use crate::platform::hash::hex;
use crate::platform::time::ZONE;

/// Rows that are looked through for the headings.
pub const BEFORE_HEADINGS: usize = 20;
/// Rows after the headings that are read: cards, and lists without any.
pub const MOST_ROWS: usize = MOST_CARDS + MOST_LISTS;
/// Columns that are looked at.
pub const COLUMNS: usize = 100;

const TICKS: (&str, &str) = ("Bockar i checklistor", "Filen säger hur många rader som är klara, inte vilka.");
const EMPTY: (&str, &str) = ("Rader", "De har ingen rubrik.");

/// What a column says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    Id,
    Board,
    List,
    Title,
    Description,
    Checklist,
    /// How many lines of the checklist are done: `2/3`.
    Ticked,
    Labels,
    Priority,
    Status,
    Start,
    Due,
    Time,
    Zone,
    People,
    Archived,
    /// Most cards of the list.
    Limit,
    LimitMode,
    /// The status that the list gives its cards.
    ListStatus,
}

/// What is said of a list: a row with nothing else is one without cards.
const OF_LIST: [Column; 6] =
    [Column::Board, Column::List, Column::Archived, Column::Limit, Column::LimitMode, Column::ListStatus];

/// The column with that heading.
fn column(heading: &str) -> Option<Column> {
    let word: String = heading.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match word.as_str() {
        "task id" | "aktivitets-id" | "aktivitetens id" | "aktivitets id" | "uppgifts-id" | "uppgifts id" => {
            Column::Id
        }
        "tavla" | "board" => Column::Board,
        "lista" | "list" | "bucket name" | "bucket" | "namn på bucket" | "bucketnamn" | "kolumn" => {
            Column::List
        }
        "titel" | "rubrik" | "title" | "task name" | "name" | "aktivitetsnamn" | "aktivitetens namn"
        | "uppgiftsnamn" | "uppgift" => Column::Title,
        "beskrivning" | "description" | "notes" | "anteckningar" => Column::Description,
        "checklista"
        | "checklist"
        | "checklist items"
        | "checklisteobjekt"
        | "objekt i checklista"
        | "checklistobjekt" => Column::Checklist,
        "completed checklist items"
        | "slutförda checklisteobjekt"
        | "slutförda objekt i checklista"
        | "slutförda checklistobjekt" => Column::Ticked,
        "etiketter" | "labels" | "etikett" => Column::Labels,
        "prioritet" | "priority" => Column::Priority,
        "status" | "progress" | "förlopp" | "status för förlopp" => Column::Status,
        "startdatum" | "start date" => Column::Start,
        "slutdatum" | "due date" | "förfallodatum" | "due" => Column::Due,
        "klockslag" | "due time" => Column::Time,
        "tidszon" | "time zone" => Column::Zone,
        "ansvariga" | "assigned to" | "tilldelad till" | "tilldelat till" | "tilldelad" | "assignees" => {
            Column::People
        }
        "arkiverat" | "arkiverad" | "archived" => Column::Archived,
        "högst antal kort" => Column::Limit,
        "gränsens verkan" => Column::LimitMode,
        "listans status" => Column::ListStatus,
        _ => return None,
    })
}

/// Which column stands where.
pub struct Headings(HashMap<Column, usize>);

impl Headings {
    /// Of a row of headings; none: it is no such row, for it names no title or nothing besides.
    pub fn of(row: &[String]) -> Option<Self> {
        let mut found = HashMap::new();
        for (at, cell) in row.iter().enumerate().take(COLUMNS) {
            if let Some(column) = column(cell) {
                found.entry(column).or_insert(at);
            }
        }
        (found.len() > 1 && found.contains_key(&Column::Title)).then_some(Self(found))
    }

    /// Whether a row is a list without cards.
    fn is_list(&self, row: &[String]) -> bool {
        let of_list: Vec<usize> = OF_LIST.iter().filter_map(|column| self.0.get(column).copied()).collect();
        let is_other = |(at, cell): (usize, &String)| !of_list.contains(&at) && !cell.trim().is_empty();
        !self.cell(row, Column::List).is_empty() && !row.iter().enumerate().any(is_other)
    }

    fn cell<'a>(&self, row: &'a [String], column: Column) -> &'a str {
        self.0.get(&column).and_then(|at| row.get(*at)).map_or("", |cell| unguarded(cell.trim()))
    }
}

/// A cell without the mark that keeps programs from taking it for a formula.
fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start().starts_with(['=', '+', '-', '@', '\t', '|', '%']) => rest,
        _ => cell,
    }
}

fn priority(word: &str) -> i64 {
    match word.to_lowercase().as_str() {
        "låg" | "low" | "1" => 1,
        "normal" | "medel" | "medium" | "2" => 2,
        "hög" | "viktigt" | "viktig" | "important" | "high" | "3" => 3,
        "brådskande" | "urgent" | "4" => 4,
        _ => 0,
    }
}

fn status(word: &str) -> Option<TaskStatus> {
    Some(match word.to_lowercase().as_str() {
        "att göra" | "inte startad" | "ej startad" | "ej påbörjad" | "inte påbörjad" | "not started"
        | "todo" => TaskStatus::Todo,
        "pågår" | "pågående" | "påbörjad" | "in progress" | "in_progress" => TaskStatus::InProgress,
        "klar" | "klart" | "slutförd" | "slutfört" | "completed" | "done" => TaskStatus::Done,
        "avbruten" | "cancelled" => TaskStatus::Cancelled,
        _ => return None,
    })
}

/// A date as programs write it: 2026-05-14, with or without a time, or 05/14/2026 as Planner does in English.
fn date(text: &str) -> Option<Date> {
    let day = text.split(['T', ' ']).next().unwrap_or_default();
    if let Ok(date) = day.parse() {
        return Some(date);
    }
    let mut parts = day.split('/').map(|part| part.parse::<i16>().ok());
    let (month, date, year) = (parts.next()??, parts.next()??, parts.next()??);
    let small = |number: i16| i8::try_from(number).ok();
    Date::new(year, small(month)?, small(date)?).ok()
}

/// Lines of a checklist: as our export writes them (`[x] Boka buss`), or one after the other with semicolons.
fn checklist(cell: &str) -> Vec<(String, bool)> {
    let line = |line: &str| {
        let line = line.trim();
        let marked = ["[x] ", "[X] ", "[ ] "]
            .iter()
            .find_map(|mark| Some((line.strip_prefix(mark)?, *mark != "[ ] ")));
        marked.map_or_else(|| (line.to_owned(), false), |(text, done)| (text.to_owned(), done))
    };
    let is_marked = cell.starts_with("[x] ") || cell.starts_with("[X] ") || cell.starts_with("[ ] ");
    let all: Vec<&str> = if is_marked { cell.lines().collect() } else { cell.split([';', '\n']).collect() };
    all.into_iter().map(line).filter(|(text, _)| !text.is_empty()).collect()
}

fn parts(cell: &str) -> Vec<String> {
    cell.split([';', '\n']).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Where a table comes from.
pub struct About {
    pub source: BoardSource,
    /// The board's number there; none: the rows stand for it.
    pub external: Option<String>,
    /// Its name, where no column says it.
    pub name: String,
}

/// Reads the rows after the headings. [`Unread`]: there are too many, or none.
pub fn form(about: &About, headings: &Headings, rows: &[Vec<String>]) -> Result<Form, Unread> {
    if rows.len() > MOST_ROWS {
        return Err(Unread::TooLarge);
    }
    let named = rows.iter().map(|row| headings.cell(row, Column::Board)).find(|name| !name.is_empty());
    let mut making = Making::new(about.source, about.external.clone(), named.unwrap_or(&about.name), "");
    let mut lists: HashMap<(String, bool), usize> = HashMap::new();
    for row in rows {
        let (name, title) = (headings.cell(row, Column::List), headings.cell(row, Column::Title));
        let is_list = headings.is_list(row);
        if title.is_empty() && !is_list {
            making.lost.add(EMPTY, usize::from(row.iter().any(|cell| !cell.trim().is_empty())));
            continue;
        }
        let is_archived =
            matches!(headings.cell(row, Column::Archived).to_lowercase().as_str(), "ja" | "yes" | "true");
        let name = if name.is_empty() { "Kort" } else { name };
        let key = (name.to_owned(), is_archived);
        let list = if let Some(at) = lists.get(&key) {
            *at
        } else {
            let status = status(headings.cell(row, Column::ListStatus));
            let (kind, mark) = match status {
                _ if is_archived => (ListType::Archive, "\u{1f}"),
                Some(TaskStatus::Done) => (ListType::Closed, ""),
                _ => (ListType::Active, ""),
            };
            let list = bare(&format!("{name}{mark}"), name, kind);
            let (limit, mode) = limit(headings, row);
            let at = making.list(FormList { status, limit, mode, ..list })?;
            lists.insert(key, at);
            at
        };
        if !is_list {
            taken(&mut making, headings, row, list)?;
        }
    }
    making.finish()
}

/// The limit of a row's list, and what it does.
fn limit(headings: &Headings, row: &[String]) -> (i64, LimitMode) {
    let limit = headings.cell(row, Column::Limit).parse().unwrap_or_default();
    let is_hard = headings.cell(row, Column::LimitMode).to_lowercase() == "stoppar";
    (limit, if is_hard { LimitMode::Hard } else { LimitMode::Soft })
}

fn taken(making: &mut Making, headings: &Headings, row: &[String], list: usize) -> Result<(), Unread> {
    let cell = |column| headings.cell(row, column);
    let mut read = |column| {
        let text = cell(column);
        let found = date(text);
        if found.is_none() && !text.is_empty() {
            making.unread_date();
        }
        found
    };
    let (start, due) = (read(Column::Start), read(Column::Due));
    let zone = Some(cell(Column::Zone)).filter(|zone| !zone.is_empty()).unwrap_or(ZONE);
    let at = due.zip(cell(Column::Time).parse::<Time>().ok()).and_then(|(day, time)| moment(day, time, zone));
    let mut lines = checklist(cell(Column::Checklist));
    if let Some((done, all)) = cell(Column::Ticked).split_once('/') {
        let (done, all) =
            (done.trim().parse::<usize>().unwrap_or(0), all.trim().parse::<usize>().unwrap_or(0));
        if done > 0 && done == all {
            for line in &mut lines {
                line.1 = true;
            }
        } else {
            making.lost.add(TICKS, done);
        }
    }
    let id = cell(Column::Id);
    let external = if id.is_empty() { of_content(row) } else { id.to_owned() };
    making.card(Said {
        external,
        list,
        title: cell(Column::Title).to_owned(),
        description: cell(Column::Description).to_owned(),
        checklist: lines,
        labels: parts(cell(Column::Labels)),
        priority: priority(cell(Column::Priority)),
        due_date: due.filter(|_| at.is_none()).map(Day),
        due_at: at,
        time_zone: at.map(|_| zone.to_owned()),
        start_date: start.map(Day),
        status: status(cell(Column::Status)),
        people: parts(cell(Column::People)),
    })
}

/// The moment at which a clock of that zone says so.
fn moment(day: Date, time: Time, zone: &str) -> Option<Moment> {
    let at = DateTime::from_parts(day, time).to_zoned(TimeZone::get(zone).ok()?).ok()?;
    Some(Moment(at.timestamp().as_millisecond()))
}

/// What stands for a row that has no number. Of equal rows each but the first gets its own ([`super::reading`]).
fn of_content(row: &[String]) -> String {
    let mut hash = Sha256::new();
    for cell in row {
        hash.update(cell.as_bytes());
        hash.update([0x1f]);
    }
    hex(&hash.finalize()).chars().take(32).collect()
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
