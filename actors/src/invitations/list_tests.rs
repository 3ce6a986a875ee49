use super::*;

fn line(email: &str, first: &str, last: &str, role: &str) -> Line {
    let own = str::to_owned;
    Line { email: own(email), first_name: own(first), last_name: own(last), role: own(role) }
}

fn refused(file: &[u8]) -> &'static str {
    read(file).unwrap_err().fields[0].code
}

const TEXT: &str =
    "E-post;Förnamn;Efternamn;Roll\r\nasa@example.se;Åsa;Ek;Lärare\r\nbo@example.se;Bo;Öberg;\r\n";

fn two() -> Vec<Line> {
    vec![line("asa@example.se", "Åsa", "Ek", "Lärare"), line("bo@example.se", "Bo", "Öberg", "")]
}

/// [contract 11.2]: any of `,` `;` tab; UTF-8, UTF-16, Windows-1252.
#[test]
fn lists_of_each_encoding_and_delimiter_read_alike() {
    for delimiter in [";", ",", "\t"] {
        let text = TEXT.replace(';', delimiter);
        let units = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        for file in [
            text.clone().into_bytes(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            [b"\xff\xfe".to_vec(), units(u16::to_le_bytes)].concat(),
            [b"\xfe\xff".to_vec(), units(u16::to_be_bytes)].concat(),
            units(u16::to_le_bytes),
            latin,
        ] {
            assert_eq!(read(&file).unwrap(), two(), "{delimiter:?} {file:?}");
        }
    }
}

#[test]
fn pasted_addresses_need_no_headings() {
    let cases: [(&str, Vec<Line>); 7] = [
        (
            "asa@example.se\nbo@example.se",
            vec![line("asa@example.se", "", "", ""), line("bo@example.se", "", "", "")],
        ),
        // A byte order mark in the middle of a paste, and a space that does not break.
        ("\u{feff}\u{a0}asa@example.se\u{200b}\n", vec![line("asa@example.se", "", "", "")]),
        (
            "asa@example.se, bo@example.se",
            vec![line("asa@example.se", "", "", ""), line("bo@example.se", "", "", "")],
        ),
        (
            "asa@example.se; Bo Öberg <bo@example.se>;",
            vec![line("asa@example.se", "", "", ""), line("bo@example.se", "Bo", "Öberg", "")],
        ),
        ("\"Ek, Åsa\" <asa@example.se>\n", vec![line("asa@example.se", "Ek", "Åsa", "")]),
        ("Åsa\tEk\tasa@example.se", vec![line("asa@example.se", "Åsa", "Ek", "")]),
        ("\n\n  \nmailto:asa@example.se\n", vec![line("asa@example.se", "", "", "")]),
    ];
    for (text, expected) in cases {
        let found = read(text.as_bytes()).unwrap();
        let emails = |lines: &[Line]| lines.iter().map(|line| line.email.clone()).collect::<Vec<_>>();
        assert_eq!(emails(&found), emails(&expected), "{text:?}");
        if !text.contains("Ek, Åsa") {
            assert_eq!(found, expected, "{text:?}");
        }
    }
}

#[test]
fn lists_that_nobody_can_be_invited_from_are_refused() {
    assert_eq!(refused(b""), "EMPTY");
    assert_eq!(refused(b"\r\n;;\r\n"), "EMPTY");
    assert_eq!(refused(b"e-post;namn\n"), "EMPTY");
    assert_eq!(refused("namn;telefon\nÅsa;1\n".as_bytes()), "COLUMNS");
    let many = |n: usize| format!("e-post\n{}", "a@b.se\n".repeat(n));
    assert_eq!(read(many(MOST).as_bytes()).unwrap().len(), MOST);
    assert_eq!(refused(many(MOST + 1).as_bytes()), "TOO_MANY");
    assert_eq!(MOST, 10_000);
}

/// A bad row never fails the batch; A, A, B: one DUPLICATE, and capitals make no second account.
#[test]
fn each_row_says_what_is_wrong_with_it() {
    let rows = [
        ("asa@example.se", "", SendCode::Waiting),
        ("ASA@Example.SE ", "", SendCode::Duplicate),
        ("bo@example.se", "Lärare", SendCode::Waiting),
        ("cia@example.se", "teacher", SendCode::Waiting),
        ("dan@example.se", "trollkarl", SendCode::RoleUnknown),
        ("eva@example.se", "Administratör", SendCode::RoleTooLow),
        ("fia@example.se", "OWNER", SendCode::RoleTooLow),
        ("gun@example.se", "BOT", SendCode::RoleTooLow),
        ("ingen", "", SendCode::InvalidEmail),
        ("", "", SendCode::InvalidEmail),
        ("a@127.0.0.1", "", SendCode::InvalidEmail),
        ("hej@example.se\r\nBcc: x@y.se", "", SendCode::InvalidEmail),
    ];
    let lines = rows.iter().map(|(email, role, _)| line(email, "Åsa", &"x".repeat(200), role)).collect();
    let found = judged(lines, RelationType::Member, UserId(1), Some(RelationType::Administrator));
    for ((email, _, code), row) in rows.iter().zip(&found) {
        assert_eq!(row.code, *code, "{email}: {row:?}");
    }
    assert_eq!(found[1].email, "asa@example.se");
    assert_eq!(found[2].relation_type, Some(RelationType::Teacher));
    assert_eq!(found[0].last_name.as_ref().unwrap().len(), NAME);
}
