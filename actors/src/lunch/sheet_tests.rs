use super::*;

fn today() -> Day {
    Day("2026-11-24".parse().unwrap())
}

fn read_text(text: &str) -> Vec<Wanted> {
    read(text.as_bytes(), today()).unwrap()
}

/// Field and code of each error.
fn wrong(text: &str) -> Vec<(String, &'static str)> {
    let refusal = read(text.as_bytes(), today()).unwrap_err();
    refusal.fields.into_iter().map(|one| (one.field.into_owned(), one.code)).collect()
}

#[test]
fn lists_as_spreadsheets_write_them() {
    let semicolons = "\u{feff}Datum;Rätt;Beskrivning;Kost;Allergener;Anteckning\r\n\
                      2026-11-24;Fiskgratäng;med potatismos;;fisk, mjölk;\r\n\
                      ;Linsgryta;\"med ris; och sallad\";vegansk/glutenfri;;\r\n\
                      25/11;;;;;Studiedag, ingen lunch\r\n\
                      ;;;;;\r\n\
                      26/11;;;;;\r\n";
    let days = read_text(semicolons);
    assert_eq!(days.len(), 2, "a day that is left blank says nothing");
    assert_eq!((days[0].date, days[0].dishes.len()), (today(), 2));
    assert_eq!(days[0].dishes[0].allergens, [Allergen::Fish, Allergen::Milk]);
    assert_eq!(days[0].dishes[1].description.as_deref(), Some("med ris; och sallad"));
    assert_eq!(days[0].dishes[1].diet, [Diet::Vegan, Diet::GlutenFree]);
    assert_eq!(days[1].note.as_deref(), Some("Studiedag, ingen lunch"));
    assert!(days[1].dishes.is_empty());

    let tabs = read_text("Rätt\tDatum\nÄrtsoppa\t20261126\nPannkakor\t26.11.2026\n");
    assert_eq!(
        tabs[0].dishes.iter().map(|dish| dish.name.as_str()).collect::<Vec<_>>(),
        ["Ärtsoppa", "Pannkakor"]
    );
    let commas = read_text("datum,rätt,kost,allergener\n2026-11-26,Ärtsoppa,VEGETARIAN,\"GLUTEN,MUSTARD\"\n");
    assert_eq!(commas[0].dishes[0].allergens, [Allergen::Gluten, Allergen::Mustard]);
    // As Excel on Windows writes it.
    let old: Vec<u8> =
        "Datum;Rätt\n24/11;Köttbullar\n".chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(read(&old, today()).unwrap()[0].dishes[0].name, "Köttbullar");
}

#[test]
fn a_date_without_a_year_is_the_nearest() {
    let at = |text: &str| date(text, today()).map(|day| day.0.to_string());
    for (written, meant) in [
        ("2026-11-24", "2026-11-24"),
        ("24/11", "2026-11-24"),
        ("7/1", "2027-01-07"),
        ("31/12", "2026-12-31"),
        ("1/6", "2026-06-01"),
        ("24/11 2025", "2025-11-24"),
        ("24.11.2026", "2026-11-24"),
        ("tis 24/11", "2026-11-24"),
    ] {
        assert_eq!(at(written).as_deref(), Some(meant), "{written}");
    }
    for written in ["", "tisdag", "24", "31/2", "2026-13-01", "24/11/26", "99999999999999/1"] {
        assert_eq!(at(written), None, "{written}");
    }
}

#[test]
fn all_errors_are_reported_by_line() {
    let file = "Datum;Rätt;Kost;Allergener\n\
                igår;Soppa;;\n\
                2026-11-24;;vegan;\n\
                2026-11-24;Korv;köttig;gluten, grus\n\
                2020-11-24;Korv;;\n";
    assert_eq!(
        wrong(file),
        [
            ("lines[2].date".to_owned(), "DATE"),
            ("lines[3].name".to_owned(), "REQUIRED"),
            ("lines[4].diet".to_owned(), "UNKNOWN"),
            ("lines[4].allergens".to_owned(), "UNKNOWN"),
            ("lines[5].date".to_owned(), "RANGE"),
        ]
    );
    let many = format!("Datum;Rätt\n{}", "24/11;Soppa\n".repeat(DISHES + 1));
    assert_eq!(wrong(&many), [(format!("lines[{}].name", DISHES + 2), "TOO_MANY")]);
    let long = format!("Datum;Rätt\n24/11;{}\n", "a".repeat(121));
    assert_eq!(wrong(&long), [("lines[2].name".to_owned(), "LENGTH")]);
    let unseen = "Datum;Rätt\n24/11;Soppa\n25/11;So\u{202e}ppa\n";
    assert_eq!(wrong(unseen), [("lines[3].dishes[0].name".to_owned(), "CHARACTERS")]);
    let first = "Datum;Rätt\n;Soppa\n";
    assert_eq!(wrong(first), [("lines[2].date".to_owned(), "DATE")]);
}

#[test]
fn other_files_are_refused() {
    let file = |code| [("file".to_owned(), code)];
    assert_eq!(wrong(""), file("COLUMNS"));
    assert_eq!(wrong("a;b\n1;2\n"), file("COLUMNS"));
    assert_eq!(wrong("Rätt;Kost\nSoppa;\n"), file("COLUMNS"));
    assert_eq!(wrong("Datum;Rätt\n"), file("EMPTY"));
    let many = format!("Datum;Rätt\n{}", ";\n".repeat(MOST + 1));
    assert_eq!(wrong(&many), file("TOO_MANY"));
    let bad = format!("Datum;Rätt\n{}", "igår;Soppa\n".repeat(MOST));
    assert_eq!(wrong(&bad).len(), TOLD);
}
