//! Lists of people to invite: CSV as programs write it, or what somebody pastes; and what of them can be sent. Pure.

use std::collections::HashSet;

use csv::StringRecord;
use storage::entities::RelationType;
use storage::ids::UserId;
use storage::invitations::{BatchRow, MOST_PORTIONS, PORTION_ROWS, SendCode};

use super::rules::may_invite;
use crate::accounts::rules::email;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::{decoded, delimiter};

/// Most rows of a batch.
pub const MOST: usize = MOST_PORTIONS * PORTION_ROWS;
/// Longest cell that is kept, in characters: an address is no longer.
const LONGEST: usize = 254;
/// Longest name that is kept, in characters.
const NAME: usize = 60;

/// A row as it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// A relation's code or its Swedish name; empty: none is named.
    pub role: String,
}

/// What a column holds, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Email,
    First,
    Last,
    Role,
}

impl Column {
    /// The columns of a list without headings.
    const USUAL: [Option<Self>; 4] =
        [Some(Self::Email), Some(Self::First), Some(Self::Last), Some(Self::Role)];

    fn of(heading: &str) -> Option<Self> {
        match plain(heading).to_lowercase().as_str() {
            "e-post" | "epost" | "e-postadress" | "epostadress" | "mejl" | "mejladress" | "mail"
            | "email" | "e-mail" | "e-mail address" | "email address" | "adress" => Some(Self::Email),
            "förnamn" | "first name" | "firstname" | "given name" => Some(Self::First),
            "efternamn" | "last name" | "lastname" | "surname" | "family name" => Some(Self::Last),
            "roll" | "role" | "relation" | "relationtype" => Some(Self::Role),
            _ => None,
        }
    }
}

/// Signs that are not seen and that programs leave around a cell.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}') || c.is_control()
}

/// A cell without what is not seen, in one line.
fn plain(cell: &str) -> String {
    let seen: String = cell.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// The address of `Åsa Ek <asa@example.se>` and of `mailto:asa@example.se`, and the name before it.
fn address(cell: &str) -> (String, String) {
    let cell = plain(cell);
    let (name, address) = match cell.rsplit_once('<') {
        Some((name, rest)) => (name.trim().trim_matches('"').to_owned(), rest.trim_end_matches(['>', ' '])),
        None => (String::new(), cell.as_str()),
    };
    let address = address.trim().trim_start_matches("mailto:").trim_end_matches([',', ';']);
    (address.to_owned(), name)
}

/// Reads a list, with or without headings: UTF-8, UTF-16 or Windows-1252, with `,`, `;` or tabs. 422 about `file`: it
/// cannot be read (UNREADABLE), names no column of addresses (COLUMNS), is empty (EMPTY) or too long (TOO_MANY).
pub fn read(file: &[u8]) -> Result<Vec<Line>> {
    let text = decoded(file);
    // The delimiter is told by the first line that says something.
    let text = text.trim_start_matches(['\r', '\n']);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let (mut columns, mut lines): (Option<Vec<Option<Column>>>, Vec<Line>) = (None, Vec::new());
    for row in reader.records() {
        let row = row.map_err(|_| Refusal::field("file", "UNREADABLE", "Filen går inte att läsa."))?;
        match &columns {
            None if row.iter().any(|cell| cell.contains('@')) => {
                columns = Some(Column::USUAL.to_vec());
                lines.extend(without_headings(&row));
            }
            None if row.iter().all(|cell| plain(cell).is_empty()) => {}
            None => {
                let headings: Vec<Option<Column>> = row.iter().map(Column::of).collect();
                if !headings.contains(&Some(Column::Email)) {
                    let message = "Första raden ska säga vad kolumnerna är. En av dem heter e-post.";
                    return Err(Refusal::field("file", "COLUMNS", message));
                }
                columns = Some(headings);
            }
            Some(columns) if *columns == Column::USUAL => lines.extend(without_headings(&row)),
            Some(columns) => lines.extend(by_column(&row, columns)),
        }
        within(lines.len())?;
    }
    if lines.is_empty() {
        return Err(Refusal::field("file", "EMPTY", "Det finns ingen att bjuda in i listan."));
    }
    Ok(lines)
}

/// Refuses a list that is too long.
pub fn within(rows: usize) -> Result<()> {
    if rows > MOST {
        return Err(Refusal::field("file", "TOO_MANY", format!("Högst {MOST} rader åt gången.")));
    }
    Ok(())
}

/// The people of a row without headings: several addresses are one person each; else what stands beside the address is
/// first name, last name and role.
fn without_headings(row: &StringRecord) -> Vec<Line> {
    let addresses = row.iter().filter(|cell| cell.contains('@')).count();
    if addresses > 1 {
        let each = row.iter().filter(|cell| cell.contains('@'));
        return each.filter_map(|cell| by_column(&StringRecord::from(vec![cell]), &Column::USUAL)).collect();
    }
    let at = row.iter().position(|cell| cell.contains('@')).unwrap_or(0);
    let first = row.get(at).into_iter();
    let rest = row.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, cell)| cell);
    by_column(&first.chain(rest).collect(), &Column::USUAL).into_iter().collect()
}

/// A row by its columns; none: it is empty.
fn by_column(row: &StringRecord, columns: &[Option<Column>]) -> Option<Line> {
    let cell = |wanted: Column| {
        let of_column = row.iter().zip(columns).filter(|(_, column)| **column == Some(wanted));
        of_column.map(|(cell, _)| cell).find(|cell| !plain(cell).is_empty()).unwrap_or_default()
    };
    let (email, name) = address(cell(Column::Email));
    let mut line = Line {
        email,
        first_name: plain(cell(Column::First)),
        last_name: plain(cell(Column::Last)),
        role: plain(cell(Column::Role)),
    };
    if line.first_name.is_empty() && line.last_name.is_empty() {
        let (first, last) = name.split_once(' ').unwrap_or((&name, ""));
        (line.first_name, line.last_name) = (first.to_owned(), last.to_owned());
    }
    (line != Line::default()).then_some(line)
}

/// A relation by its code or its Swedish name.
fn relation_named(text: &str) -> Option<RelationType> {
    let (code, name) = (text.trim().to_uppercase().replace([' ', '-'], "_"), text.trim().to_lowercase());
    RelationType::parse(&code).or_else(|| {
        Some(match name.as_str() {
            "ägare" => RelationType::Owner,
            "administratör" | "admin" => RelationType::Administrator,
            "medlem" => RelationType::Member,
            "styrelseledamot" | "styrelsemedlem" | "styrelse" => RelationType::BoardMember,
            "följare" => RelationType::Follower,
            "anställd" | "personal" => RelationType::Employee,
            "redaktör" => RelationType::Editor,
            "bokare" => RelationType::Booker,
            "chef" => RelationType::Manager,
            "kund" => RelationType::Customer,
            "hyresgäst" => RelationType::Tenant,
            "tidrapportör" => RelationType::TimeReporter,
            "entreprenör" | "uppdragstagare" => RelationType::Contractor,
            "deltagare" => RelationType::Participant,
            "elev" => RelationType::Pupil,
            "lärare" => RelationType::Teacher,
            "ledare" => RelationType::Leader,
            "ordförande" => RelationType::President,
            "skolmatsansvarig" => RelationType::SchoolFoodAdmin,
            "menyskribent" => RelationType::MenuWriter,
            _ => return None,
        })
    })
}

/// What can be sent of a list, row by row: WAITING, or why not. `usual`: the relation of rows that name none.
pub fn judged(
    lines: Vec<Line>,
    usual: RelationType,
    inviter: UserId,
    relation: Option<RelationType>,
) -> Vec<BatchRow> {
    let mut seen = HashSet::new();
    let judge = |line: Line| {
        let Line { email: written, first_name, last_name, role } = line;
        let named = if role.trim().is_empty() { Some(usual) } else { relation_named(&role) };
        let name = |text: String| {
            Some(plain(&text).chars().take(NAME).collect()).filter(|it: &String| !it.is_empty())
        };
        let (address, code) = match email(&address(&written).0) {
            Err(_) => (plain(&written), SendCode::InvalidEmail),
            Ok(address) => {
                let code = match named {
                    _ if seen.contains(&address) => SendCode::Duplicate,
                    None => SendCode::RoleUnknown,
                    Some(new) if may_invite(inviter, relation, new).is_err() => SendCode::RoleTooLow,
                    Some(_) => SendCode::Waiting,
                };
                seen.insert(address.clone());
                (address, code)
            }
        };
        BatchRow {
            email: address,
            first_name: name(first_name),
            last_name: name(last_name),
            relation_type: named,
            code,
            tries: 0,
            due: 0,
        }
    };
    lines.into_iter().map(judge).collect()
}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
