//! What SIE 4B asks of a file of type 4I, and what a reader of somebody else's makes of it.

use jiff::civil::date;
use proptest::prelude::*;

use super::*;

/// A person's text with what the standard lets no text hold as it is, and what CP437 lacks.
const TRYING: &str = "Hallå \"Ö\\ \t€ – \u{7}Ł 北\u{a0}\r\n#VER";

fn account(number: u32, name: &str) -> SieAccount {
    SieAccount { number, name: name.to_owned() }
}

fn head() -> SieHead {
    SieHead {
        program: "Kalender".to_owned(),
        version: "0.1.0".to_owned(),
        generated: date(2026, 11, 28),
        org_name: "Åmåls Östra Ätteförening".to_owned(),
        org_number: "802412-3456".to_owned(),
        year: (date(2026, 1, 1), date(2026, 12, 31)),
        accounts: vec![
            account(3001, "Försäljning 25 %"),
            account(1510, "Kundfordringar"),
            account(2611, "Utgående moms 25 %"),
            account(1930, "Företagskonto"),
        ],
    }
}

fn voucher(number: i64, text: &str, rows: &[(u32, i64)]) -> SieVoucher {
    let rows = rows.iter().map(|(account, amount)| SieRow { account: *account, amount: *amount }).collect();
    SieVoucher { number, date: date(2026, 3, 9), text: text.to_owned(), rows }
}

fn sale() -> SieVoucher {
    voucher(17, "Bokning av Stora salen", &[(1510, 123_450), (3001, -98_760), (2611, -24_690)])
}

fn lines(head: &SieHead, vouchers: &[SieVoucher]) -> Vec<String> {
    let text = sie_parser::decode_cp437(&file(head, vouchers).unwrap());
    let text = text.strip_suffix("\r\n").unwrap();
    text.split("\r\n").map(ToOwned::to_owned).collect()
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

#[test]
fn a_file_has_the_lines_that_the_standard_asks() {
    let expected = [
        "#FLAGGA 0",
        "#FORMAT PC8",
        "#SIETYP 4",
        "#PROGRAM \"Kalender\" \"0.1.0\"",
        "#GEN 20261128",
        "#FNAMN \"Åmåls Östra Ätteförening\"",
        "#ORGNR 802412-3456",
        "#RAR 0 20260101 20261231",
        "#KONTO 1510 \"Kundfordringar\"",
        "#KONTO 2611 \"Utgående moms 25 %\"",
        "#KONTO 3001 \"Försäljning 25 %\"",
        "#VER \"B\" 17 20260309 \"Bokning av Stora salen\"",
        "{",
        "#TRANS 1510 {} 1234.50",
        "#TRANS 3001 {} -987.60",
        "#TRANS 2611 {} -246.90",
        "}",
    ];
    assert_eq!(lines(&head(), &[sale()]), expected);
}

#[test]
fn swedish_letters_are_bytes_of_cp437() {
    let mut head = head();
    head.org_name = "åäöÅÄÖé".to_owned();
    let bytes = file(&head, &[]).unwrap();
    assert!(contains(&bytes, b"#FNAMN \"\x86\x84\x94\x8f\x8e\x99\x82\"\r\n"));
    // Letters in two characters, as some devices send them, are the same letters.
    head.org_name = "a\u{30a}a\u{308}o\u{308}A\u{30a}A\u{308}O\u{308}e\u{301}".to_owned();
    assert_eq!(file(&head, &[]).unwrap(), bytes);
}

#[test]
fn another_reader_reads_what_was_written() {
    let payment = voucher(18, "Betald \"Swish\"", &[(1930, 123_450), (1510, -123_450)]);
    let bytes = file(&head(), &[sale(), payment]).unwrap();
    assert_eq!(sie_parser::detect_encoding(&bytes), sie_parser::Encoding::Cp437);
    let text = sie_parser::decode_cp437(&bytes);
    let complaints = sie_parser::parse(&text).diagnostics;
    assert!(complaints.is_empty(), "{complaints:?}");
    let read = sie_parser::document::read(&text).unwrap();
    assert_eq!(read.company.name, "Åmåls Östra Ätteförening");
    assert_eq!(read.company.orgnr_raw, "8024123456");
    assert_eq!(read.header.sie_type, 4);
    assert_eq!(read.accounts.keys().copied().collect::<Vec<_>>(), [1510, 1930, 2611, 3001]);
    assert_eq!(read.accounts[&2611].name, "Utgående moms 25 %");
    let told: Vec<String> = read
        .vouchers
        .iter()
        .map(|it| {
            let rows: Vec<String> =
                it.rows.iter().map(|row| format!("{} {}", row.account, row.amount)).collect();
            format!("{} {} {} {}: {}", it.series, it.number, it.date, it.text, rows.join(", "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "B 17 20260309 Bokning av Stora salen: 1510 1234.50, 3001 -987.60, 2611 -246.90",
            "B 18 20260309 Betald \"Swish\": 1930 1234.50, 1510 -1234.50",
        ]
    );
}

#[test]
fn quotation_marks_are_preceded_by_a_backslash() {
    let written = |text: &str| lines(&head(), &[voucher(1, text, &[(1510, 0)])]).remove(9);
    assert_eq!(written("\"Hej\""), r#"#VER "B" 1 20260309 "\"Hej\"""#);
    // What looks like one only once CP437 has it is one as well.
    assert_eq!(written("”Hej”"), r#"#VER "B" 1 20260309 "\"Hej\"""#);
    // One that ends a text would take the mark that closes it.
    assert_eq!(written(r"C:\mapp\"), r#"#VER "B" 1 20260309 "C:/mapp/""#);
    assert_eq!(written("a\r\n#VER\tb"), "#VER \"B\" 1 20260309 \"a  #VER b\"");
    // What is not seen is left out.
    assert_eq!(written("a\u{7}\u{7f}\u{200b}\u{ad}b"), r#"#VER "B" 1 20260309 "ab""#);
}

#[test]
fn what_cp437_lacks_is_written_with_what_it_has() {
    let mut head = head();
    head.org_name = "Łódź – Ørsted’s €".to_owned();
    assert_eq!(lines(&head, &[]).remove(5), "#FNAMN \"Lódz - Orsted's EUR\"");
}

#[test]
fn no_file_holds_control_characters_but_ends_of_lines() {
    let mut head = head();
    for text in [&mut head.program, &mut head.version, &mut head.org_name, &mut head.accounts[1].name] {
        TRYING.clone_into(text);
    }
    let bytes = file(&head, &[voucher(1, TRYING, &[(1510, 0)])]).unwrap();
    let count = bytes.split(|byte| *byte == b'\n').count();
    let inside: Vec<u8> = bytes
        .split(|byte| *byte == b'\n')
        .flat_map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .copied()
        .collect();
    assert!(inside.iter().all(|byte| *byte >= b' ' && *byte != 0x7f && *byte != 0xff));
    // Eight before the account; the account; four of the voucher; the end.
    assert_eq!(count, 14);
    let text = sie_parser::decode_cp437(&bytes);
    let complaints = sie_parser::parse(&text).diagnostics;
    assert!(complaints.is_empty(), "{complaints:?}");
}

#[test]
fn a_voucher_that_does_not_sum_to_0_is_refused() {
    let off = voucher(18, "", &[(1510, 100), (3001, -99)]);
    assert_eq!(file(&head(), &[sale(), off]), Err(SieError::Unbalanced { number: 18, sum: 1 }));
    let large = voucher(19, "", &[(1510, i64::MAX), (3001, i64::MAX)]);
    let sum = 2 * i128::from(i64::MAX);
    assert_eq!(file(&head(), &[large]), Err(SieError::Unbalanced { number: 19, sum }));
    assert_eq!(file(&head(), &[voucher(20, "", &[])]), Err(SieError::Empty { number: 20 }));
}

#[test]
fn amounts_have_a_point_and_two_decimals() {
    for (ore, expected) in [
        (0, "0.00"),
        (5, "0.05"),
        (-5, "-0.05"),
        (100, "1.00"),
        (-12_345, "-123.45"),
        (123_456_789, "1234567.89"),
        (i64::MIN, "-92233720368547758.08"),
    ] {
        assert_eq!(amount(ore), expected);
    }
}

#[test]
fn an_organisation_number_has_its_hyphen_or_is_left_out() {
    for (text, expected) in [
        ("8024123456", Some("#ORGNR 802412-3456")),
        ("16802412-3456", Some("#ORGNR 802412-3456")),
        ("19121212-1212", Some("#ORGNR 121212-1212")),
        ("", None),
        ("802412-345", None),
        ("SE802412345601", None),
        ("802412-3456 \" #VER", None),
        ("８０２４１２３４５６", None),
    ] {
        let mut head = head();
        text.clone_into(&mut head.org_number);
        let found = lines(&head, &[]).into_iter().find(|line| line.starts_with("#ORGNR"));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

#[test]
fn an_account_without_a_name_is_called_by_its_number() {
    let written = lines(&head(), &[voucher(1, "", &[(3740, 0)])]);
    assert!(written.contains(&"#KONTO 3740 \"Konto 3740\"".to_owned()));
}

proptest! {
    /// Whatever people write, a reader finds the same vouchers.
    #[test]
    fn any_text_is_one_field(text in any::<String>(), name in any::<String>(), amount in 0..i64::from(i32::MAX)) {
        let mut head = head();
        head.org_name = format!("A{name}");
        let bytes = file(&head, &[voucher(7, &text, &[(1510, amount), (3001, -amount)]), sale()]).unwrap();
        let read = sie_parser::document::read(&sie_parser::decode_cp437(&bytes)).unwrap();
        prop_assert_eq!(read.vouchers.iter().map(|it| it.number).collect::<Vec<_>>(), [7, 17]);
        prop_assert_eq!(read.vouchers[0].rows.len(), 2);
        prop_assert!((read.vouchers[0].rows[0].amount + read.vouchers[0].rows[1].amount).is_zero());
    }
}
