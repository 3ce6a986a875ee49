use serde_json::{Value, json};

use super::*;
use crate::tasks::transfer::reading::read;

fn file() -> Value {
    json!({
        "format": "kalender-board", "version": 1, "id": 4711,
        "board": {
            "txName": "Terminsstart", "txDescription": "Hösten",
            "lists": [
                {"txName": "Att göra", "type": "active", "limit": 3, "limitMode": "hard", "status": "TODO"},
                {"txName": "Arkiv", "type": "archive", "limit": 0, "limitMode": "soft", "status": null},
            ],
            "cards": [
                {"list": 0, "title": "B", "description": "Två\nrader", "checklist": [{"text": "a", "done": true}],
                 "labels": ["Skola"], "priority": 4, "dueDate": "2026-08-17", "startDate": "2026-08-01",
                 "status": "TODO", "assignees": ["Anna Lindberg"], "archived": false},
                {"list": 0, "title": "A", "dueAt": "2026-08-17T13:00:00.000Z", "timeZone": "America/New_York", "status": "TODO"},
                {"list": 1, "title": "C", "status": "CANCELLED", "archived": true},
            ],
        },
        "ids": {"lists": [1, 2], "cards": [11, 12, 13]},
    })
}

fn form(file: &Value) -> Form {
    read(file.to_string().as_bytes()).unwrap()
}

#[test]
fn own_format_is_read_as_it_was_written() {
    let form = form(&file());
    assert_eq!((form.source, form.external.as_deref()), (BoardSource::Kalender, Some("4711")));
    let list = &form.lists[0];
    assert_eq!((list.name.as_str(), list.external.as_str()), ("Att göra", "1"));
    assert_eq!((list.limit, list.mode, list.status), (3, LimitMode::Hard, Some(TaskStatus::Todo)));
    assert_eq!((form.lists[1].kind, form.lists[1].status), (ListType::Archive, None));
    let all: Vec<_> = form.cards.iter().map(|card| (card.title.as_str(), card.external.as_str())).collect();
    assert_eq!(all, [("B", "11"), ("A", "12"), ("C", "13")]);
    let card = &form.cards[0];
    assert_eq!((card.description.as_str(), card.priority), ("Två\nrader", 4));
    assert_eq!(card.checklist, [("a".to_owned(), true)]);
    assert_eq!(card.due_date, Some(Day("2026-08-17".parse().unwrap())));
    assert_eq!(card.start_date, Some(Day("2026-08-01".parse().unwrap())));
    assert_eq!(
        (&card.labels[..], &card.people[..]),
        (&["Skola".to_owned()][..], &["Anna Lindberg".to_owned()][..])
    );
    assert_eq!(form.cards[1].time_zone.as_deref(), Some("America/New_York"));
    assert_eq!(form.cards[2].status, TaskStatus::Cancelled);
    assert_eq!(form.lost, []);
}

#[test]
fn board_without_the_numbers_of_its_cards_is_known_by_its_content() {
    let mut other = file();
    other["ids"] = json!({"lists": [1, 2], "cards": [11]});
    let known = |file: &Value| form(file).external.unwrap();
    assert_eq!(known(&file()), "4711");
    assert_eq!(known(&other).len(), 32);
    assert_eq!(known(&other), known(&other.clone()));
    other["board"]["cards"][0]["title"] = json!("Annat");
    assert_ne!(known(&other), known(&file()));
}

#[test]
fn card_outside_the_lists_and_a_bad_date_are_named() {
    let mut file = file();
    file["board"]["cards"][0]["list"] = json!(7);
    file["board"]["cards"][1]["dueAt"] = json!("2300-01-01T00:00:00Z");
    file["board"]["cards"][2]["startDate"] = json!("igår");
    let form = form(&file);
    assert_eq!(form.cards.len(), 2);
    let lost: Vec<_> = form.lost.iter().map(|one| (one.what.as_str(), one.count)).collect();
    assert_eq!(lost, [("Datum", 2), ("Kort utan lista", 1)]);
}

#[test]
fn later_version_and_a_file_without_a_board_are_refused() {
    let refused = |file: &Value| read(file.to_string().as_bytes()).map(|_| ()) == Err(Unread::Unreadable);
    let mut later = file();
    later["version"] = json!(2);
    assert!(refused(&later));
    for board in [json!(null), json!([]), json!({"txName": "x"}), json!({"lists": []})] {
        let mut file = file();
        file["board"] = board;
        assert!(refused(&file), "{file}");
    }
}
