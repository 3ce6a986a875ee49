use storage::tasks::BoardSource;

use super::*;
use crate::platform::csv;
use crate::tasks::transfer::reading::read;
use crate::tasks::transfer::words::{self, BOARD, CARD, Cells};

#[test]
fn rows_are_read_by_headings_with_either_delimiter_and_mark() {
    let semicolons = "Titel;Lista;Slutdatum;Klockslag;Status;Etiketter;Ansvariga\r\n\
        Boka buss;Först;2026-05-14;15:00;Pågår;Resa; Skola;Anna Lindberg\r\n";
    let quoted = "\u{feff}Lista;Titel;Slutdatum;Klockslag;Status;Etiketter;Ansvariga\r\n\
        Först;Boka buss;2026-05-14;15:00;Pågår;\"Resa; Skola\";Anna Lindberg\r\n";
    let commas = "status,title,list,due date,due time,labels,assigned to\n\
        In progress,Boka buss,Först,05/14/2026,15:00,\"Resa;Skola\",Anna Lindberg\n";
    assert_eq!(
        read(semicolons.as_bytes()).unwrap().cards[0].labels,
        ["Resa"],
        "an unquoted semicolon parts cells"
    );
    for text in [quoted, commas] {
        let form = read(text.as_bytes()).unwrap();
        assert_eq!((form.source, form.lists[0].name.as_str()), (BoardSource::Csv, "Först"));
        let card = &form.cards[0];
        assert_eq!((card.title.as_str(), card.status), ("Boka buss", TaskStatus::InProgress));
        let at: jiff::Timestamp = "2026-05-14T13:00:00Z".parse().unwrap();
        assert_eq!((card.due_at, card.due_date), (Some(Moment(at.as_millisecond())), None));
        assert_eq!(
            (&card.labels[..], &card.people[..]),
            (&["Resa".to_owned(), "Skola".to_owned()][..], &["Anna Lindberg".to_owned()][..])
        );
    }
}

#[test]
fn own_table_is_read_as_it_was_written() {
    let mut table = csv::BOM.to_owned();
    csv::row(&mut table, &BOARD.map(ToOwned::to_owned));
    let said = Cells {
        title: "=SUMMA(A1)",
        description: "Ring \"Karin\";\n-sedan Bo",
        checklist: vec![("Boka", true), ("Betala; sen", false)],
        labels: &["Resa".to_owned(), "Klass 7".to_owned()],
        priority: 3,
        status: TaskStatus::Cancelled,
        start: Some(Day("2026-05-01".parse().unwrap())),
        due_date: Some(Day("2026-05-14".parse().unwrap())),
        due_at: None,
        zone: None,
        people: &["Anna Lindberg", "Bo Ek"],
    };
    let mut row = vec!["Klassresa".to_owned(), "Klart".to_owned()];
    row.extend(said.row());
    row.push("ja".to_owned());
    csv::row(&mut table, &row);
    assert!(table.contains(";'=SUMMA(A1);"), "a formula is none: {table}");
    let form = read(table.as_bytes()).unwrap();
    assert_eq!((form.name.as_str(), form.lists[0].name.as_str()), ("Klassresa", "Klart"));
    assert_eq!(form.lists[0].kind, ListType::Archive);
    let card = &form.cards[0];
    assert_eq!((card.title.as_str(), card.description.as_str()), (said.title, said.description));
    assert_eq!(card.checklist, [("Boka".to_owned(), true), ("Betala; sen".to_owned(), false)]);
    assert_eq!((&card.labels[..], card.priority, card.status), (said.labels, 3, TaskStatus::Cancelled));
    assert_eq!((card.start_date, card.due_date, card.due_at), (said.start, said.due_date, None));
    assert_eq!(card.people, said.people);
    assert_eq!(form.lost, []);
}

#[test]
fn lists_keep_their_limits_and_those_without_cards_stay() {
    let mut table = csv::BOM.to_owned();
    csv::row(&mut table, &BOARD.map(ToOwned::to_owned));
    let mut row = |list: &str, title: &str, archived: &str, (limit, mode): (i64, LimitMode)| {
        let mut row = vec!["Klassresa".to_owned(), list.to_owned(), title.to_owned()];
        row.extend(vec![String::new(); CARD - 1]);
        row.push(archived.to_owned());
        row.extend(words::limit(limit, mode));
        csv::row(&mut table, &row);
    };
    row("Tom", "", "", (0, LimitMode::Soft));
    row("Pågår", "Boka", "", (3, LimitMode::Hard));
    row("Pågår", "Packa", "", (3, LimitMode::Hard));
    row("Sen", "", "", (12, LimitMode::Soft));
    row("Arkiv", "", "ja", (0, LimitMode::Soft));
    let form = read(table.as_bytes()).unwrap();
    let lists: Vec<_> =
        form.lists.iter().map(|list| (list.name.as_str(), list.kind, list.limit, list.mode)).collect();
    assert_eq!(
        lists,
        [
            ("Tom", ListType::Active, 0, LimitMode::Soft),
            ("Pågår", ListType::Active, 3, LimitMode::Hard),
            ("Sen", ListType::Active, 12, LimitMode::Soft),
            ("Arkiv", ListType::Archive, 0, LimitMode::Soft),
        ]
    );
    let cards: Vec<_> = form.cards.iter().map(|card| (card.list, card.title.as_str())).collect();
    assert_eq!((cards, form.lost), (vec![(1, "Boka"), (1, "Packa")], Vec::new()));
    // What says more than a list's name and is no card is lost, and said to be.
    let form = read("Titel;Lista;Etiketter\nBoka;A;\n;B;Resa\n".as_bytes()).unwrap();
    assert_eq!((form.lists.len(), form.lost[0].what.as_str(), form.lost[0].count), (1, "Rader", 1));
}

#[test]
fn equal_rows_are_cards_of_their_own_and_the_same_each_time() {
    let text = "Titel;Lista\nSamma;A\nSamma;A\nAnnan;A\n";
    let externals = |text: &str| -> Vec<String> {
        read(text.as_bytes()).unwrap().cards.into_iter().map(|card| card.external).collect()
    };
    let all = externals(text);
    assert_eq!(all[1], format!("{}#2", all[0]));
    assert_ne!(all[2], all[0]);
    assert_eq!(externals(text), all);
}

#[test]
fn file_without_headings_is_refused() {
    for text in
        ["hej", "Titel\nA\n", "Namn;Telefon\nAnna;1\n", "Lista;Slutdatum\nA;2026-05-14\n", "\u{0}\u{1}"]
    {
        assert_eq!(read(text.as_bytes()).map(|_| ()), Err(Unread::Unreadable), "{text:?}");
    }
    assert_eq!(read(b"Titel;Lista\n").map(|_| ()), Err(Unread::Unreadable), "without rows there is no list");
    let many = format!("Titel;Lista\n{}", "a;b\n".repeat(10_001));
    assert_eq!(read(many.as_bytes()).map(|_| ()), Err(Unread::TooLarge));
}
