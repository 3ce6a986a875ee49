//! Reads a CSV file: with commas, semicolons or tabs, in UTF-8 (with or without a mark before it) or Latin-1. Pure.

use storage::tasks::BoardSource;

use super::form::{Form, Unread};
use super::table::{self, About, BEFORE_HEADINGS, Headings, MOST_ROWS};
use crate::platform::text::{decoded, delimiter};

/// Reads a file. [`Unread`]: it has no headings, or too many rows.
pub fn form(file: &[u8]) -> Result<Form, Unread> {
    if file.contains(&0) {
        return Err(Unread::Unreadable);
    }
    let text = decoded(file);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let (mut headings, mut rows) = (None, Vec::new());
    for (at, record) in reader.records().enumerate() {
        let record = record.map_err(|_| Unread::Unreadable)?;
        let row: Vec<String> = record.iter().take(table::COLUMNS).map(str::to_owned).collect();
        match &headings {
            None if at >= BEFORE_HEADINGS => break,
            None => headings = Headings::of(&row),
            Some(_) if rows.len() > MOST_ROWS => return Err(Unread::TooLarge),
            Some(_) => rows.push(row),
        }
    }
    let headings = headings.ok_or(Unread::Unreadable)?;
    let about = About { source: BoardSource::Csv, external: None, name: String::new() };
    table::form(&about, &headings, &rows)
}
