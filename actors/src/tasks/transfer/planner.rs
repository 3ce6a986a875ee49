//! Reads the Excel export of a plan of Microsoft Planner, by its headings. Pure.
//!
//! A spreadsheet is a zip file of XML. `calamine` unpacks its parts whole, so they are unpacked once before, by size alone,
//! and a file that grows beyond reason is refused; cells are then read one by one, because a single cell at a sheet's end
//! would make a whole table of it.

use std::io::{self, Cursor, Read};

use calamine::{Data, DataRef, Reader as _, Xlsx};
use storage::tasks::BoardSource;
use zip::ZipArchive;

use super::form::{Form, MOST_CARDS, Unread};
use super::table::{self, About, BEFORE_HEADINGS, COLUMNS, Headings};

/// Most parts of the file.
const PARTS: usize = 500;
/// Most bytes of all its parts, unpacked.
const UNPACKED: u64 = 64 << 20;
/// Most bytes of a part that is neither table nor texts, unpacked.
const PART: u64 = 1 << 20;
/// Most cells that are read.
const CELLS: usize = 2_000_000;
/// Sheets that are looked at.
const SHEETS: usize = 10;

/// Most bytes of a part, unpacked: of tables and texts as many as of all, of what else `calamine` makes much larger in
/// memory (styles, names of sheets) few.
fn most(name: &str) -> u64 {
    let is_table = name.starts_with("xl/worksheets/sheet") || name == "xl/sharedStrings.xml";
    if is_table { UNPACKED } else { PART }
}

/// Refuses a file that unpacks to too much.
fn measure(file: &[u8]) -> Result<(), Unread> {
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| Unread::Unreadable)?;
    if archive.len() > PARTS {
        return Err(Unread::TooLarge);
    }
    let mut left = UNPACKED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| Unread::Unreadable)?;
        let most = most(part.name()).min(left);
        // What the directory says, and then what is really there.
        if part.size() > most {
            return Err(Unread::TooLarge);
        }
        let unpacked = io::copy(&mut part.take(most + 1), &mut io::sink()).map_err(|_| Unread::Unreadable)?;
        if unpacked > most {
            return Err(Unread::TooLarge);
        }
        left -= unpacked;
    }
    Ok(())
}

/// A cell as text: a date as 2026-05-14, a whole number without a fraction.
fn text(cell: &DataRef<'_>) -> String {
    match Data::from(cell.clone()) {
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text,
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number.to_string(),
        Data::Bool(is) => is.to_string(),
        Data::DateTime(at) => {
            let (year, month, day, ..) = at.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        _ => String::new(),
    }
}

/// The rows of a sheet, as texts, without empty ones. [`Unread::TooLarge`]: there are too many.
fn rows(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str, cells: &mut usize) -> Result<Vec<Vec<String>>, Unread> {
    let mut reader = book.worksheet_cells_reader(sheet).map_err(|_| Unread::Unreadable)?;
    let (mut rows, mut current): (Vec<Vec<String>>, Option<u32>) = (Vec::new(), None);
    while let Some(cell) = reader.next_cell().map_err(|_| Unread::Unreadable)? {
        *cells += 1;
        if *cells > CELLS || rows.len() > MOST_CARDS + BEFORE_HEADINGS {
            return Err(Unread::TooLarge);
        }
        let (at, column) = cell.get_position();
        let Some(column) = usize::try_from(column).ok().filter(|column| *column < COLUMNS) else { continue };
        let text = text(cell.get_value());
        if text.is_empty() {
            continue;
        }
        if current != Some(at) {
            current = Some(at);
            rows.push(Vec::new());
        }
        if let Some(row) = rows.last_mut() {
            row.resize(row.len().max(column + 1), String::new());
            row[column] = text;
        }
    }
    Ok(rows)
}

/// What stands beside a name, as in the few rows before the headings.
fn beside(all: &[Vec<Vec<String>>], names: &[&str]) -> Option<String> {
    let rows = all.iter().flat_map(|rows| rows.iter().take(BEFORE_HEADINGS));
    let found = |row: &Vec<String>| {
        let at = row
            .iter()
            .position(|cell| names.contains(&cell.trim().trim_end_matches(':').to_lowercase().as_str()))?;
        row.get(at + 1).map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty())
    };
    rows.into_iter().find_map(found)
}

/// Reads a file. [`Unread`]: it is no spreadsheet with Planner's headings, or has too much.
pub fn form(file: &[u8]) -> Result<Form, Unread> {
    measure(file)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file)).map_err(|_| Unread::Unreadable)?;
    let (mut all, mut cells) = (Vec::new(), 0);
    for sheet in book.sheet_names().into_iter().take(SHEETS) {
        all.push(rows(&mut book, &sheet, &mut cells)?);
    }
    let headed = |rows: &Vec<Vec<String>>| {
        let found = rows.iter().take(BEFORE_HEADINGS).enumerate();
        found.into_iter().find_map(|(at, row)| Some((at, Headings::of(row)?)))
    };
    let (sheet, (at, headings)) =
        all.iter().find_map(|rows| Some((rows, headed(rows)?))).ok_or(Unread::Unreadable)?;
    let about = About {
        source: BoardSource::Planner,
        external: beside(&all, &["plan id", "plan-id", "plan-id:", "planens id"]),
        name: beside(&all, &["plan name", "plannamn", "planens namn", "namn på plan"]).unwrap_or_default(),
    };
    table::form(&about, &headings, &sheet[at + 1..])
}

#[cfg(test)]
#[path = "planner_tests.rs"]
mod tests;
