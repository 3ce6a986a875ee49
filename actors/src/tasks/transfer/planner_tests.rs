use std::fmt::Write as _;
use std::io::Write as _;

use storage::tasks::TaskStatus;
use storage::time::Day;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::tasks::transfer::reading::read;

const WORKBOOK: &str = r#"<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Tasks" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
const PACKAGE: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
/// The second format is a date.
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#;

/// A file of these parts.
fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A spreadsheet (ECMA-376) of one sheet: rows of texts, and of dates where a cell begins with `#`.
fn sheet(rows: &[&[&str]]) -> Vec<u8> {
    let mut data = String::new();
    for (at, row) in rows.iter().enumerate() {
        write!(data, "<row r=\"{}\">", at + 1).unwrap();
        for (column, cell) in row.iter().enumerate() {
            let name = format!("{}{}", char::from(b'A' + column as u8), at + 1);
            match cell.strip_prefix('#') {
                Some(days) => write!(data, "<c r=\"{name}\" s=\"1\"><v>{days}</v></c>").unwrap(),
                None if cell.is_empty() => {}
                None => write!(data, "<c r=\"{name}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>").unwrap(),
            }
        }
        data.push_str("</row>");
    }
    whole(&data)
}

fn whole(data: &str) -> Vec<u8> {
    let sheet = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{data}</sheetData></worksheet>"
    );
    packed(&[
        ("_rels/.rels", PACKAGE),
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/styles.xml", STYLES),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

#[test]
fn english_plan_is_read_by_its_headings() {
    let file = sheet(&[
        &["Plan name", "Klassresa"],
        &["Plan ID", "Zk9x"],
        &["Date of export", "11/28/2026"],
        &[],
        &[
            "Task ID",
            "Task Name",
            "Bucket Name",
            "Progress",
            "Priority",
            "Assigned To",
            "Created By",
            "Created Date",
            "Start date",
            "Due date",
            "Is Recurring",
            "Late",
            "Completed Date",
            "Completed By",
            "Completed Checklist Items",
            "Checklist Items",
            "Labels",
            "Description",
        ],
        &[
            "t1",
            "Boka buss",
            "Först",
            "In progress",
            "Urgent",
            "Anna Lindberg;Bo Ek",
            "Bo Ek",
            "05/01/2026",
            "05/02/2026",
            "05/14/2026",
            "false",
            "false",
            "",
            "",
            "1/2",
            "Fråga;Betala",
            "Resa;Skola",
            "Ring Karin",
        ],
        &[
            "t2",
            "Packa",
            "Sedan",
            "Completed",
            "Medium",
            "",
            "",
            "",
            "",
            "#46156",
            "",
            "",
            "",
            "",
            "2/2",
            "Tält;Kök",
            "",
            "",
        ],
    ]);
    let form = read(&file).unwrap();
    assert_eq!((form.source, form.external.as_deref()), (BoardSource::Planner, Some("Zk9x")));
    assert_eq!(form.name, "Klassresa");
    let lists: Vec<_> = form.lists.iter().map(|list| list.name.as_str()).collect();
    assert_eq!(lists, ["Först", "Sedan"]);
    let (bus, pack) = (&form.cards[0], &form.cards[1]);
    assert_eq!((bus.title.as_str(), bus.external.as_str()), ("Boka buss", "t1"));
    assert_eq!((bus.status, bus.priority), (TaskStatus::InProgress, 4));
    assert_eq!((bus.start_date, bus.due_date), (Some(day("2026-05-02")), Some(day("2026-05-14"))));
    assert_eq!(bus.people, ["Anna Lindberg", "Bo Ek"]);
    assert_eq!(bus.labels, ["Resa", "Skola"]);
    assert_eq!(bus.description, "Ring Karin");
    let line = |text: &str, done| (text.to_owned(), done);
    assert_eq!(bus.checklist, [line("Fråga", false), line("Betala", false)]);
    assert_eq!(pack.checklist, [line("Tält", true), line("Kök", true)]);
    // Days since 1899-12-30 (ECMA-376, 18.17.4).
    assert_eq!((pack.status, pack.priority, pack.due_date), (TaskStatus::Done, 2, Some(day("2026-05-14"))));
    let lost: Vec<_> = form.lost.iter().map(|one| (one.what.as_str(), one.count)).collect();
    assert_eq!(lost, [("Bockar i checklistor", 1)]);
}

#[test]
fn swedish_plan_is_read_in_any_order_of_columns() {
    let file = sheet(&[
        &[
            "Förfallodatum",
            "Förlopp",
            "Aktivitetsnamn",
            "Okänt",
            "Namn på bucket",
            "Prioritet",
            "Tilldelad till",
        ],
        &["2026-05-14", "Slutförd", "Boka buss", "x", "Först", "Viktigt", "Anna Lindberg"],
        &["", "Ej startad", "Packa", "", "Först", "Låg", ""],
    ]);
    let form = read(&file).unwrap();
    let all: Vec<_> =
        form.cards.iter().map(|card| (card.title.as_str(), card.status, card.priority)).collect();
    assert_eq!(all, [("Boka buss", TaskStatus::Done, 3), ("Packa", TaskStatus::Todo, 1)]);
    assert_eq!((form.cards[0].due_date, form.cards[1].due_date), (Some(day("2026-05-14")), None));
    assert_eq!(form.external.map(|id| id.len()), Some(32), "without a number its content stands for it");
}

#[test]
fn file_that_unpacks_to_too_much_is_refused() {
    let zeros = "0".repeat(65 << 20);
    for (part, content) in [("xl/worksheets/sheet1.xml", &zeros[..]), ("xl/styles.xml", &zeros[..=1 << 20])] {
        let bomb = packed(&[("xl/workbook.xml", WORKBOOK), (part, content)]);
        assert!(bomb.len() < 1 << 20, "{} bytes", bomb.len());
        assert_eq!(read(&bomb).map(|_| ()), Err(Unread::TooLarge), "{part}");
    }
    let many: Vec<(String, &str)> = (0..=PARTS).map(|n| (format!("xl/{n}.xml"), "")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    assert_eq!(read(&packed(&many)).map(|_| ()), Err(Unread::TooLarge));
}

#[test]
fn directory_that_lies_about_a_size_is_not_believed() {
    let zeros = "0".repeat(65 << 20);
    let mut bomb = packed(&[("xl/workbook.xml", WORKBOOK), ("xl/worksheets/sheet1.xml", &zeros)]);
    let size = u32::try_from(zeros.len()).unwrap().to_le_bytes();
    let mut at = 0;
    while let Some(found) = bomb[at..].windows(4).position(|bytes| bytes == size) {
        bomb[at + found..at + found + 4].copy_from_slice(&100_u32.to_le_bytes());
        at += found + 4;
    }
    assert!(read(&bomb).is_err());
}

#[test]
fn single_cell_at_a_sheets_end_makes_no_table_of_it() {
    let file = whole("<row r=\"1048576\"><c r=\"XFD1048576\" t=\"inlineStr\"><is><t>x</t></is></c></row>");
    assert_eq!(read(&file).map(|_| ()), Err(Unread::Unreadable));
}

#[test]
fn one_row_too_many_and_what_is_no_spreadsheet_are_refused() {
    let heading: &[&str] = &["Task Name", "Bucket Name"];
    let mut rows: Vec<&[&str]> = vec![heading];
    rows.extend(vec![&["k", "l"][..]; 10_001]);
    assert_eq!(read(&sheet(&rows)).map(|_| ()), Err(Unread::TooLarge));
    for other in
        [packed(&[("word/document.xml", "<a/>")]), b"PK\x03\x04rubbish".to_vec(), sheet(&[&["a", "b"]])]
    {
        assert_eq!(read(&other).map(|_| ()), Err(Unread::Unreadable));
    }
}
