//! Parses lists of people: vCard 3.0 and 4.0, and CSV as phones and mail programs write it. Pure.

use calcard::vcard::{VCard, VCardProperty, VCardValue};
use calcard::{Entry, Parser};

use super::import::address;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::{decoded, delimiter};

/// Most people in one file.
pub const MOST: usize = 1_000;
/// Longest displayed name or number, in characters.
const LONGEST: usize = 120;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    VCard,
    Csv,
}

/// A person in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    /// Normalized as in accounts.
    pub email: Option<String>,
    pub phone: Option<String>,
}

impl Named {
    /// None: neither a name, address nor number.
    fn of(name: &str, email: Option<&str>, phone: Option<&str>) -> Option<Self> {
        let plain = |text: &str| {
            text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
        };
        let (name, email): (String, _) = (plain(name), email.and_then(address));
        let phone: Option<String> =
            phone.map(plain).filter(|text: &String| text.chars().any(|c| c.is_ascii_digit()));
        let name = if name.is_empty() { email.clone().or_else(|| phone.clone())? } else { name };
        Some(Self { name, email, phone })
    }
}

/// Parses a file. 422: it cannot be read (`UNREADABLE`), no column is known (`COLUMNS`), or there are too many people
/// (`TOO_MANY`).
pub fn read(kind: ListFormat, file: &[u8]) -> Result<Vec<Named>> {
    let text = decoded(file);
    let people = match kind {
        ListFormat::VCard => cards(&text)?,
        ListFormat::Csv => rows(&text)?,
    };
    if people.is_empty() {
        return Err(Refusal::field("file", "UNREADABLE", "Det finns inga personer i filen."));
    }
    Ok(people)
}

fn too_many() -> Refusal {
    Refusal::field("file", "TOO_MANY", format!("Högst {MOST} personer åt gången."))
}

fn cards(text: &str) -> Result<Vec<Named>> {
    let mut parser = Parser::new(text);
    let mut people = Vec::new();
    loop {
        match parser.entry() {
            Entry::VCard(card) => people.extend(of_card(&card)),
            Entry::Eof => return Ok(people),
            _ => {}
        }
        if people.len() > MOST {
            return Err(too_many());
        }
    }
}

fn of_card(card: &VCard) -> Option<Named> {
    let first = |name: &VCardProperty| {
        let entries = card.entries.iter().filter(|entry| entry.name == *name);
        entries.filter_map(|entry| entry.values.iter().find_map(text_of)).find(|text| !text.trim().is_empty())
    };
    let parts = card.entries.iter().find(|entry| entry.name == VCardProperty::N).map(|entry| {
        let all: Vec<String> = entry.values.iter().filter_map(text_of).collect();
        // Family name, then first name.
        let name = [all.get(1), all.first()].into_iter().flatten().cloned().collect::<Vec<_>>();
        name.join(" ")
    });
    let name = first(&VCardProperty::Fn).or(parts).unwrap_or_default();
    let email = first(&VCardProperty::Email);
    let email = email.as_deref().map(|text| text.trim_start_matches("mailto:"));
    let phone = first(&VCardProperty::Tel);
    Named::of(&name, email, phone.as_deref().map(|text| text.trim_start_matches("tel:")))
}

fn text_of(value: &VCardValue) -> Option<String> {
    match value {
        VCardValue::Text(text) => Some(text.clone()),
        VCardValue::Component(parts) => Some(parts.join(" ")),
        VCardValue::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The content of a column, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    First,
    Last,
    Email,
    Phone,
}

fn column(heading: &str) -> Option<Column> {
    let heading = heading.trim().to_lowercase();
    let is = |names: &[&str]| names.contains(&heading.as_str());
    let has = |parts: &[&str]| parts.iter().any(|part| heading.contains(part));
    if is(&["name", "namn", "full name", "display name", "visningsnamn", "fullständigt namn"]) {
        Some(Column::Name)
    } else if is(&["first name", "given name", "förnamn"]) {
        Some(Column::First)
    } else if is(&["last name", "family name", "surname", "efternamn"]) {
        Some(Column::Last)
    } else if has(&["type", "label", "typ", "etikett"]) {
        None
    } else if has(&["e-mail", "email", "e-post", "epost", "mejl"]) {
        Some(Column::Email)
    } else if has(&["phone", "telefon", "mobil"]) {
        Some(Column::Phone)
    } else {
        None
    }
}

fn rows(text: &str) -> Result<Vec<Named>> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter(text)).flexible(true).from_reader(text.as_bytes());
    let unreadable = |_| Refusal::field("file", "UNREADABLE", "Filen går inte att läsa.");
    let columns: Vec<Option<Column>> = reader.headers().map_err(unreadable)?.iter().map(column).collect();
    if !columns.iter().any(Option::is_some) {
        return Err(Refusal::field("file", "COLUMNS", "Första raden ska säga vad kolumnerna är."));
    }
    let mut people = Vec::new();
    for row in reader.records() {
        let row = row.map_err(unreadable)?;
        let first = |wanted: Column| {
            let of_column = row.iter().zip(&columns).filter(|(_, column)| **column == Some(wanted));
            of_column.map(|(text, _)| text).find(|text| !text.trim().is_empty())
        };
        let both = [first(Column::First), first(Column::Last)];
        let both = both.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let name = first(Column::Name).unwrap_or(&both);
        people.extend(Named::of(name, first(Column::Email), first(Column::Phone)));
        if people.len() > MOST {
            return Err(too_many());
        }
    }
    Ok(people)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, email: Option<&str>, phone: Option<&str>) -> Named {
        Named { name: name.to_owned(), email: email.map(str::to_owned), phone: phone.map(str::to_owned) }
    }

    #[test]
    fn cards_of_both_versions() {
        let three = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ek;Åsa;;;\r\nFN:Åsa Ek\r\nEMAIL;TYPE=INTERNET,HOME:Asa.Ek@Example.SE\r\n\
                     TEL;TYPE=CELL:070-123 45 67\r\nEND:VCARD\r\n";
        let four = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bo Öberg\r\nTEL;VALUE=uri;TYPE=\"voice,home\":tel:+46701234567\r\n\
                    EMAIL:\r\nEND:VCARD\r\n";
        let bare = "BEGIN:VCARD\nVERSION:3.0\nN:Lind;Cia;;;\nEMAIL:cia@example.se\nEND:VCARD\n";
        let all = read(ListFormat::VCard, format!("{three}{four}{bare}").as_bytes()).unwrap();
        assert_eq!(
            all,
            [
                named("Åsa Ek", Some("asa.ek@example.se"), Some("070-123 45 67")),
                named("Bo Öberg", None, Some("+46701234567")),
                named("Cia Lind", Some("cia@example.se"), None),
            ]
        );
    }

    #[test]
    fn lists_as_programs_write_them() {
        let google = "First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n\
                      Åsa,Ek,* Home,asa@example.se,Mobile,070-1\n,,,bara@example.se,,\n";
        let found = read(ListFormat::Csv, google.as_bytes()).unwrap();
        assert_eq!(found[0], named("Åsa Ek", Some("asa@example.se"), Some("070-1")));
        assert_eq!(found[1], named("bara@example.se", Some("bara@example.se"), None));
        // Outlook on Windows, in Swedish.
        let outlook: Vec<u8> =
            "Förnamn;Efternamn;E-postadress;Mobiltelefon\r\n\"Bo\";\"Öberg; d.y.\";bo@example.se;\r\n"
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap())
                .collect();
        assert_eq!(
            read(ListFormat::Csv, &outlook).unwrap(),
            [named("Bo Öberg; d.y.", Some("bo@example.se"), None)]
        );
    }

    #[test]
    fn other_files_are_refused() {
        let code = |kind, text: &str| read(kind, text.as_bytes()).unwrap_err().fields[0].code;
        assert_eq!(code(ListFormat::VCard, ""), "UNREADABLE");
        assert_eq!(code(ListFormat::VCard, "hej på dig"), "UNREADABLE");
        assert_eq!(code(ListFormat::VCard, "BEGIN:VCARD\nBEGIN:VCARD\nEND"), "UNREADABLE");
        assert_eq!(code(ListFormat::Csv, "a,b,c\n1,2,3\n"), "COLUMNS");
        assert_eq!(code(ListFormat::Csv, "namn,e-post\n"), "UNREADABLE");
        let many = |n: usize| format!("namn\n{}", "Åsa\n".repeat(n));
        assert_eq!(read(ListFormat::Csv, many(MOST).as_bytes()).unwrap().len(), MOST);
        assert_eq!(code(ListFormat::Csv, &many(MOST + 1)), "TOO_MANY");
        let cards = "BEGIN:VCARD\nVERSION:4.0\nFN:Åsa\nEND:VCARD\n".repeat(MOST + 1);
        assert_eq!(code(ListFormat::VCard, &cards), "TOO_MANY");
    }
}
