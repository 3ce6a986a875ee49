//! The ledger as a table for spreadsheet programs. Pure: rows in, text out.

use jiff::civil::Date;

use crate::platform::csv;
use crate::platform::money::decimal;

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

/// The table, with decimal commas. What people wrote is not interpreted as a formula.
pub fn file<'a>(rows: impl IntoIterator<Item = &'a CsvRow>) -> String {
    let mut table = csv::BOM.to_owned();
    csv::row(&mut table, &HEADINGS.map(ToOwned::to_owned));
    for row in rows {
        let cells = [
            csv::cell(&row.reference),
            row.created.to_string(),
            day(row.due),
            csv::cell(&row.customer),
            csv::cell(&row.customer_entity),
            csv::cell(&row.kind),
            csv::cell(&row.text),
            csv::cell(&row.status),
            amount(row.amount),
            amount(row.vat),
            amount(row.refunded),
            day(row.paid),
            csv::cell(&row.payment_method),
            csv::cell(&row.payment_reference),
            day(row.cancelled),
            csv::cell(&row.reason),
        ];
        csv::row(&mut table, &cells);
    }
    table
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
