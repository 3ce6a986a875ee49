//! Tables for spreadsheet programs: UTF-8 with BOM and semicolons, as Swedish programs expect, lines ended by CRLF (RFC
//! 4180).

use super::text;

/// Before the first row: by it programs take the rest for UTF-8.
pub const BOM: &str = "\u{feff}";

/// Appends a row of finished cells.
pub fn row(table: &mut String, cells: &[String]) {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            table.push(';');
        }
        if cell.contains([';', '"', '\n', '\r']) {
            table.push('"');
            table.push_str(&cell.replace('"', "\"\""));
            table.push('"');
        } else {
            table.push_str(cell);
        }
    }
    table.push_str("\r\n");
}

/// A text of somebody's as a cell that keeps its lines, and no formula.
pub fn lines(text: &str) -> String {
    let mut lines = text.lines();
    let first = cell(lines.next().unwrap_or_default());
    lines.fold(first, |all, line| {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("{all}\n{line}")
    })
}

/// A text of somebody's as a cell: one line, and no formula. Programs also take what follows a tab for one.
pub fn cell(text: &str) -> String {
    let mark = if text.starts_with(['\t', '\r']) { "'" } else { "" };
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if mark.is_empty() { text::cell(&text) } else { format!("{mark}{text}") }
}
