use jiff::civil::date;
use proptest::prelude::*;

use super::*;

fn row() -> CsvRow {
    CsvRow {
        reference: "2026-17".to_owned(),
        created: date(2026, 3, 9),
        due: Some(date(2026, 4, 8)),
        customer: "Åsa Öberg".to_owned(),
        customer_entity: "Ätteföreningen".to_owned(),
        kind: "Bokning".to_owned(),
        text: "Stora salen; 2 timmar, \"fest\"".to_owned(),
        status: "Betald".to_owned(),
        amount: 123_450,
        vat: 24_690,
        refunded: 5,
        paid: Some(date(2026, 3, 10)),
        payment_method: "Swish".to_owned(),
        payment_reference: "ABC123".to_owned(),
        cancelled: None,
        reason: String::new(),
    }
}

/// What a reader of CSV finds.
fn read(table: &str) -> Vec<Vec<String>> {
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(b';')
        .has_headers(false)
        .from_reader(table.strip_prefix('\u{feff}').unwrap().as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(ToOwned::to_owned).collect()).collect()
}

#[test]
fn a_table_has_headings_and_decimal_commas() {
    let table = file(&[row()]);
    assert_eq!(
        table,
        "\u{feff}Nummer;Datum;Förfallodatum;Kund;Organisation;Typ;Text;Status;Belopp;Varav moms;Återbetalt;Betald;\
         Betalsätt;Referens;Makulerad;Orsak\r\n\
         2026-17;2026-03-09;2026-04-08;Åsa Öberg;Ätteföreningen;Bokning;\"Stora salen; 2 timmar, \"\"fest\"\"\";Betald;\
         1234,50;246,90;0,05;2026-03-10;Swish;ABC123;;\r\n"
    );
    assert_eq!(read(&table)[1][6], "Stora salen; 2 timmar, \"fest\"");
}

#[test]
fn a_table_without_rows_is_its_headings() {
    assert_eq!(read(&file(&[])).len(), 1);
}

#[test]
fn what_looks_like_a_formula_is_defused() {
    for text in ["=1+1", "+46", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "\tx"] {
        let mut row = row();
        for cell in [
            &mut row.customer,
            &mut row.customer_entity,
            &mut row.text,
            &mut row.payment_reference,
            &mut row.reason,
        ] {
            text.clone_into(cell);
        }
        let cells = read(&file(&[row])).remove(1);
        for at in [3, 4, 6, 13, 15] {
            assert!(cells[at].starts_with('\''), "{text:?}: {:?}", cells[at]);
        }
    }
}

#[test]
fn a_negative_amount_of_ours_stays_a_number() {
    let mut row = row();
    (row.amount, row.vat) = (-123_450, -5);
    let cells = read(&file(&[row])).remove(1);
    assert_eq!((cells[8].as_str(), cells[9].as_str()), ("-1234,50", "-0,05"));
}

#[test]
fn a_text_of_several_lines_is_one_line() {
    let mut row = row();
    row.text = "Ett\r\ntvå\u{0}".to_owned();
    let table = file(&[row]);
    assert_eq!(table.matches('\n').count(), 2);
    assert_eq!(read(&table)[1][6], "Ett  två ");
}

proptest! {
    #[test]
    fn any_text_is_one_cell(text in any::<String>(), name in any::<String>()) {
        let mut row = row();
        (row.text, row.customer) = (text, name);
        let rows = read(&file(&[row.clone(), row]));
        prop_assert_eq!(rows.len(), 3);
        prop_assert!(rows.iter().all(|row| row.len() == 16));
        prop_assert!(rows.iter().flatten().all(|cell| !cell.starts_with(['=', '+', '@', '\t', '\r'])));
    }
}
