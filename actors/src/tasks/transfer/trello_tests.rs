use serde_json::{Value, json};

use super::*;
use crate::tasks::transfer::reading::read;

fn board() -> Value {
    json!({
        "id": "5f0", "name": "Klassresa", "desc": "Till Öland", "closed": false, "prefs": {"background": "blue"},
        "lists": [
            {"id": "l2", "name": "Sedan", "closed": false, "pos": 131_072},
            {"id": "l1", "name": "Först", "closed": false, "pos": 65_536.5},
            {"id": "l3", "name": "Förra året", "closed": true, "pos": 1},
        ],
        "cards": [
            {"id": "c2", "name": "Packa", "idList": "l1", "pos": 200, "closed": false, "desc": ""},
            {"id": "c1", "name": "Boka buss", "idList": "l1", "pos": 100, "closed": false, "desc": "Ring **Karin**",
             "due": "2026-05-14T10:00:00.000Z", "dueComplete": true, "start": "2026-05-01T22:30:00.000Z",
             "labels": [{"name": "Resa", "color": "green"}, {"name": "", "color": "red_dark"}],
             "idMembers": ["m1", "okänd"], "idChecklists": ["k2", "k1"], "badges": {"attachments": 2, "comments": 3}},
            {"id": "c3", "name": "Gammalt", "idList": "l2", "pos": 5, "closed": true, "due": null},
            {"id": "c4", "name": "Äldre", "idList": "l3", "pos": 1, "closed": false},
        ],
        "checklists": [
            {"id": "k2", "idCard": "c1", "name": "Efter", "pos": 2, "checkItems": [{"name": "Betala", "state": "incomplete", "pos": 1}]},
            {"id": "k1", "idCard": "c1", "name": "Före", "pos": 1, "checkItems": [
                {"name": "Fråga", "state": "incomplete", "pos": 20}, {"name": "Jämför", "state": "complete", "pos": 10}]},
            {"id": "k9", "idCard": "borta", "name": "Vilse", "pos": 3, "checkItems": [{"name": "x", "state": "complete", "pos": 1}]},
        ],
        "members": [{"id": "m1", "fullName": "Anna Lindberg", "username": "annal"}],
        "actions": [{"type": "commentCard"}], "customFields": [],
    })
}

fn form(board: &Value) -> Form {
    read(board.to_string().as_bytes()).unwrap()
}

fn lost(form: &Form) -> Vec<(&str, usize)> {
    form.lost.iter().map(|one| (one.what.as_str(), one.count)).collect()
}

fn titles(form: &Form) -> Vec<(&str, &str)> {
    form.cards.iter().map(|card| (form.lists[card.list].name.as_str(), card.title.as_str())).collect()
}

#[test]
fn board_is_read_in_the_order_of_pos() {
    let form = form(&board());
    assert_eq!((form.source, form.external.as_deref()), (BoardSource::Trello, Some("5f0")));
    assert_eq!((form.name.as_str(), form.description.as_str()), ("Klassresa", "Till Öland"));
    let lists: Vec<_> = form.lists.iter().map(|list| (list.name.as_str(), list.kind)).collect();
    let expected = [("Först", ListType::Active), ("Sedan", ListType::Active), ("Arkiv", ListType::Archive)];
    assert_eq!(lists, expected);
    let expected = [("Först", "Boka buss"), ("Först", "Packa"), ("Arkiv", "Äldre"), ("Arkiv", "Gammalt")];
    assert_eq!(titles(&form), expected);
}

#[test]
fn card_keeps_dates_labels_people_and_checklists() {
    let form = form(&board());
    let card = &form.cards[0];
    let at: Timestamp = "2026-05-14T10:00:00Z".parse().unwrap();
    assert_eq!(card.due_at, Some(Moment(at.as_millisecond())));
    assert_eq!((card.due_date, card.time_zone.as_deref()), (None, Some("Europe/Stockholm")));
    // Half past midnight in Sweden.
    assert_eq!(card.start_date, Some(Day("2026-05-02".parse().unwrap())));
    assert_eq!((card.status, form.cards[1].status), (TaskStatus::Done, TaskStatus::Todo));
    assert_eq!(card.labels, ["Resa", "Röd"]);
    assert_eq!(card.people, ["Anna Lindberg"]);
    let line = |text: &str, done| (text.to_owned(), done);
    let expected = [line("Före: Jämför", true), line("Före: Fråga", false), line("Efter: Betala", false)];
    assert_eq!(card.checklist, expected);
}

#[test]
fn orphan_checklist_breaks_nothing_and_is_named() {
    let form = form(&board());
    assert_eq!(form.cards.len(), 4);
    let expected =
        [("Arkiverade listor", 1), ("Bilagor", 2), ("Checklistor utan kort", 1), ("Kommentarer", 3)];
    assert_eq!(lost(&form), expected);
}

#[test]
fn card_whose_list_is_gone_is_named() {
    let mut board = board();
    board["cards"][0]["idList"] = json!("borta");
    let form = form(&board);
    assert_eq!(form.cards.len(), 3);
    assert!(lost(&form).contains(&("Kort utan lista", 1)), "{:?}", form.lost);
}

#[test]
fn wrong_types_lose_no_more_than_themselves() {
    let mut board = board();
    board["name"] = json!(["fel"]);
    board["desc"] = json!({"a": [1, {"b": null}]});
    board["members"] = json!("inga");
    board["cards"][0] = json!([1, 2]);
    for (field, value) in [
        ("pos", json!("överst")),
        ("due", json!("snart")),
        ("dueComplete", json!("ja")),
        ("labels", json!({"a": 1})),
        ("desc", json!(17)),
        ("badges", json!([])),
        ("name", json!(null)),
    ] {
        board["cards"][1][field] = value;
    }
    board["checklists"][0]["checkItems"] = json!(5);
    board["checklists"][1] = json!(null);
    let form = form(&board);
    assert_eq!(form.name, "Importerad tavla");
    assert_eq!(titles(&form), [("Först", "Utan rubrik"), ("Arkiv", "Äldre"), ("Arkiv", "Gammalt")]);
    let card = &form.cards[0];
    assert_eq!((card.status, card.due_at, card.description.as_str()), (TaskStatus::Todo, None, "17"));
    assert_eq!((&card.labels, &card.people, &card.checklist), (&vec![], &vec![], &vec![]));
    for told in [("Kort", 1), ("Checklistor", 1), ("Datum", 1)] {
        assert!(lost(&form).contains(&told), "{told:?} in {:?}", form.lost);
    }
}

#[test]
fn what_is_too_long_is_cut_and_counted() {
    let mut board = board();
    board["cards"][0]["name"] = json!("å".repeat(300));
    board["cards"][0]["desc"] = json!("ö".repeat(16_384));
    let items: Vec<Value> = (0..150).map(|n| json!({"name": format!("rad {n}"), "pos": n})).collect();
    board["checklists"] = json!([{"idCard": "c2", "name": "Lång", "checkItems": items}]);
    let form = form(&board);
    let card = &form.cards[1];
    assert_eq!((card.title.chars().count(), card.description.chars().count()), (200, 10_000));
    assert_eq!((card.checklist.len(), card.checklist[0].0.as_str()), (100, "rad 0"));
    for told in [("Förkortade texter", 2), ("Rader i checklistor", 50)] {
        assert!(lost(&form).contains(&told), "{told:?} in {:?}", form.lost);
    }
}

#[test]
fn hostile_json_is_refused_and_nothing_overflows() {
    let deep = format!("{{\"lists\":[],\"cards\":{}{}}}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(matches!(read(deep.as_bytes()), Err(Unread::Unreadable)));
    let inside = format!(
        "{{\"lists\":[{{\"id\":\"l\"}}],\"cards\":[{{\"id\":\"c\",\"idList\":\"l\",\"labels\":{}{}}}]}}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    assert_eq!(read(inside.as_bytes()).map(|form| form.cards.len()), Ok(1));
    for bad in
        ["", " ", "{", "[]", "{}", "null", "{\"lists\":[],\"cards\":[]}", "{\"lists\":{},\"cards\":{}}"]
    {
        assert_eq!(read(bad.as_bytes()).map(|_| ()), Err(Unread::Unreadable), "{bad}");
    }
}

#[test]
fn one_card_or_list_too_many_is_refused() {
    let mut board = board();
    let card = |n: usize| json!({"id": n.to_string(), "name": "k", "idList": "l1", "pos": n});
    board["cards"] = (0..10_000).map(card).collect();
    assert_eq!(form(&board).cards.len(), 10_000);
    board["cards"] = (0..10_001).map(card).collect();
    assert_eq!(read(board.to_string().as_bytes()).map(|_| ()), Err(Unread::TooLarge));
    board["cards"] = json!([]);
    board["lists"] = (0..251).map(|n| json!({"id": n.to_string(), "name": "l", "pos": n})).collect();
    assert_eq!(read(board.to_string().as_bytes()).map(|_| ()), Err(Unread::TooLarge));
}
