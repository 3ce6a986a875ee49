//! Papers as PDF: a title, who it is from and for, facts, a table, totals, a QR code, notes. Pure: the same document
//! is the same bytes. Tagged for screen readers (PDF/UA-1), A4, in Swedish.
//!
//! What a document holds is bounded by its maker; a paper of a few pages takes some ten milliseconds.

mod font;
mod layout;
mod pdf;
mod table;

pub use pdf::pdf;

/// A paper.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The heading, and the file's title in its metadata.
    pub title: String,
    /// In the metadata: the organisation that issues it.
    pub author: String,
    pub sender: Party,
    pub receiver: Party,
    pub facts: Vec<Fact>,
    pub table: Option<Table>,
    pub totals: Vec<Total>,
    pub qr: Option<Qr>,
    /// A paragraph each.
    pub notes: Vec<String>,
    /// At the bottom of each page, before the page's number.
    pub footer: String,
}

/// Who sends or receives: a heading (`Från`, `Till`), and lines below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Party {
    pub heading: String,
    pub lines: Vec<String>,
}

/// A label and what it says: `Förfallodatum`, `2026-04-08`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    pub label: String,
    pub value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<Column>,
    /// A cell for each column; what is missing is empty, what is too much is left out.
    pub rows: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    pub heading: String,
    pub align: Align,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Align {
    #[default]
    Left,
    /// Numbers. Such a column is as wide as what it holds.
    Right,
}

/// A sum below the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Total {
    pub label: String,
    pub value: String,
    /// What the paper is about: bold.
    pub is_main: bool,
}

/// A QR code. A reader takes over 2 000 bytes only with difficulty; over 2 331 there is no document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Qr {
    pub content: String,
    /// For those who do not see it.
    pub alt: String,
    /// Beside it.
    pub caption: String,
}

#[cfg(test)]
mod tests;
