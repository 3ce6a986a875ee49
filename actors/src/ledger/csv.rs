//! The ledger as a table for spreadsheet programs. Pure: rows in, text out.

use jiff::civil::Date;

use crate::platform::money::decimal;
use crate::platform::text::cell;

const HEADINGS: [&str; 16] = [
    "Nummer",
    "Datum",
    "Förfallodatum",
    "Kund",
    "Organisation",
    "Typ",
    "Text",
    "Status",
    "Belopp",
    "Varav moms",
    "Återbetalt",
    "Betald",
    "Betalsätt",
    "Referens",
    "Makulerad",
    "Orsak",
];

/// An entry, in the words of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvRow {
    /// `2026-17`.
    pub reference: String,
    pub created: Date,
    pub due: Option<Date>,
    pub customer: String,
    /// The organisation that the customer acts for.
    pub customer_entity: String,
    pub kind: String,
    pub text: String,
    pub status: String,
    /// In öre, VAT included.
    pub amount: i64,
    pub vat: i64,
    pub refunded: i64,
    pub paid: Option<Date>,
    pub payment_method: String,
    pub payment_reference: String,
    pub cancelled: Option<Date>,
    pub reason: String,
}

/// The table: UTF-8 with BOM, semicolons and decimal commas as Swedish programs expect, lines ended by CRLF (RFC 4180).
/// What people wrote is not interpreted as a formula.
pub fn file<'a>(rows: impl IntoIterator<Item = &'a CsvRow>) -> String {
    let mut table = String::from("\u{feff}");
    push(&mut table, HEADINGS.map(ToOwned::to_owned));
    for row in rows {
        let cells = [
            defused(&row.reference),
            row.created.to_string(),
            day(row.due),
            defused(&row.customer),
            defused(&row.customer_entity),
            defused(&row.kind),
            defused(&row.text),
            defused(&row.status),
            amount(row.amount),
            amount(row.vat),
            amount(row.refunded),
            day(row.paid),
            defused(&row.payment_method),
            defused(&row.payment_reference),
            day(row.cancelled),
            defused(&row.reason),
        ];
        push(&mut table, cells);
    }
    table
}

fn push(table: &mut String, cells: [String; HEADINGS.len()]) {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            table.push(';');
        }
        if cell.contains([';', '"']) {
            table.push('"');
            table.push_str(&cell.replace('"', "\"\""));
            table.push('"');
        } else {
            table.push_str(&cell);
        }
    }
    table.push_str("\r\n");
}

/// A text of somebody's: one line, and no formula. Programs also take what follows a tab for one.
fn defused(text: &str) -> String {
    let mark = if text.starts_with(['\t', '\r']) { "'" } else { "" };
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if mark.is_empty() { cell(&text) } else { format!("{mark}{text}") }
}

fn day(date: Option<Date>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

/// `1234,50`.
fn amount(ore: i64) -> String {
    decimal(ore, ',')
}

#[cfg(test)]
#[path = "csv_tests.rs"]
mod tests;
