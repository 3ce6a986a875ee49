//! Boards: cards and lists, limits, roles, concurrent moves, recovery. Contract §9.2.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use storage::record::Stored as _;
use storage::tasks::{BoardId, Boards, TaskHome, Tasks};

use crate::harness::{Answer, Org, Person, Value, World, each, id, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_tasks::{edits, its as of_task, read, sets, task};

pub fn its(board: &Value, rest: &str) -> String {
    format!("/api/v1/boards/{}{rest}", board["idBoard"])
}

pub async fn board(person: &Person, more: Value) -> Value {
    let mut draft = json!({"name": "Terminsstart"});
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/boards", draft).await.is(201)
}

/// Sends the settings of a board, of the version that was read.
pub async fn settings(person: &Person, board: &Value, mut settings: Value) -> Answer {
    settings["settingsVersion"] = board["settingsVersion"].clone();
    person.put(&its(board, ""), settings).await
}

/// Changes a list of a board, of the version that was read.
pub async fn changes(person: &Person, board: &Value, name: &str, more: Value) -> Answer {
    let all = board["lists"].as_array().unwrap();
    let mut draft = all.iter().find(|list| list["name"] == name).unwrap().clone();
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.put(&its(board, &format!("/lists/{}", draft["idList"])), draft).await
}

pub async fn shown(person: &Person, board: &Value) -> Value {
    person.get(&its(board, "")).await.is(200)
}

/// The number of a board's list by its name.
fn list(board: &Value, name: &str) -> Value {
    let all = board["lists"].as_array().unwrap();
    all.iter().find(|list| list["name"] == name).unwrap()["idList"].clone()
}

async fn adds(person: &Person, board: &Value, to: &Value, title: &str) -> Value {
    let draft = json!({"idList": to, "txTitle": title});
    person.post(&its(board, "/cards"), draft).await.is(201)["cards"][0].clone()
}

async fn moves(person: &Person, board: &Value, card: &Value, to: Value) -> Answer {
    person.post(&its(board, &format!("/cards/{}/move", card["idTask"])), to).await
}

/// The titles of a list in its order, as a client sorts them.
fn order(board: &Value, list: &Value) -> Vec<String> {
    let mut cards: Vec<&Value> =
        board["cards"].as_array().unwrap().iter().filter(|card| card["idList"] == *list).collect();
    cards.sort_by_key(|card| (card["orderKey"].as_str().unwrap().to_owned(), id(&card["idTask"])));
    cards.into_iter().map(|card| card["txTitle"].as_str().unwrap().to_owned()).collect()
}

/// What a client holds of a board, by the rules of recovery.
#[derive(Debug, Clone, PartialEq)]
struct Held {
    cards: BTreeMap<i64, Value>,
    lists: BTreeMap<i64, Value>,
}

impl Held {
    fn of(board: &Value) -> Self {
        let by = |list: &str, key: &str| {
            let all = board[list].as_array().unwrap();
            all.iter().map(|one| (id(&one[key]), one.clone())).collect()
        };
        Self { cards: by("cards", "idTask"), lists: by("lists", "idList") }
    }

    fn apply(&mut self, change: &Value) {
        for card in change["cards"].as_array().unwrap() {
            self.cards.insert(id(&card["idTask"]), card.clone());
        }
        for gone in change["removed"].as_array().unwrap() {
            self.cards.remove(&id(gone));
        }
        for list in change["lists"].as_array().unwrap() {
            self.lists.insert(id(&list["idList"]), list.clone());
        }
        for gone in change["removedLists"].as_array().unwrap() {
            self.lists.remove(&id(gone));
        }
    }
}

/// For the table of routes: a board of the organisation with a card; its number, its list's and its card's.
pub async fn in_scene(org: &Org, secret: &str) -> (i64, i64, i64) {
    let made = board(&org.owner, json!({"name": secret, "idEntity": org.id, "entityRole": null})).await;
    let closed = json!({"name": secret, "entityRole": null, "members": []});
    let made = settings(&org.owner, &made, closed).await.is(200);
    let to = list(&made, "Att göra");
    let card = adds(&org.owner, &made, &to, secret).await;
    (id(&made["idBoard"]), id(&to), id(&card["idTask"]))
}

#[actix_web::test]
async fn new_board_has_its_templates_lists_and_cards() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let empty = board(&anna, json!({})).await;
    let lists: Vec<(&Value, &Value, &Value)> = empty["lists"]
        .as_array()
        .unwrap()
        .iter()
        .map(|list| (&list["name"], &list["type"], &list["status"]))
        .collect();
    let expected = [
        (json!("Att göra"), json!("active"), json!("TODO")),
        (json!("Pågår"), json!("active"), json!("IN_PROGRESS")),
        (json!("Klart"), json!("closed"), json!("DONE")),
        (json!("Arkiv"), json!("archive"), Value::Null),
    ];
    assert_eq!(lists, expected.iter().map(|(a, b, c)| (a, b, c)).collect::<Vec<_>>());
    assert_eq!((&empty["role"], &empty["cards"]), (&json!("owner"), &json!([])));
    let cup = board(&anna, json!({"name": "Cup", "template": "CUP", "date": "2098-05-14"})).await;
    let cards = cup["cards"].as_array().unwrap();
    let day = cards.iter().find(|card| card["txTitle"] == "Cupdag").unwrap();
    assert_eq!((&day["dueDate"], &day["idList"]), (&json!("2098-05-14"), &list(&cup, "Att göra")));
    let thanks = cards.iter().find(|card| card["txTitle"] == "Tacka funktionärerna").unwrap();
    assert_eq!(thanks["dueDate"], "2098-05-16");
    let mine = anna.get(&format!("/api/v1/boards?user={}", anna.id)).await.is(200);
    assert_eq!(each(&mine["content"], "name"), ["Terminsstart", "Cup"]);
    assert_eq!(each(&mine["content"], "cards"), [&json!(0), &json!(cards.len())]);
    anna.post("/api/v1/boards", json!({"name": " "})).await.wrong_field("name", "LENGTH");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn card_is_moved_between_its_neighbours_and_its_status_follows() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing, done) = (list(&made, "Att göra"), list(&made, "Pågår"), list(&made, "Klart"));
    let mut cards = Vec::new();
    for title in ["A", "B", "C"] {
        cards.push(adds(&anna, &made, &todo, title).await);
    }
    let name = |at: usize| cards[at]["idTask"].clone();
    for (moved, to, expected) in [
        (2, json!({"idList": todo, "before": name(0)}), ["C", "A", "B"]),
        (0, json!({"idList": todo, "after": name(1)}), ["C", "B", "A"]),
        (2, json!({"idList": todo, "after": name(1), "before": name(0)}), ["B", "C", "A"]),
        // A neighbour that is gone: the other one, else the end.
        (1, json!({"idList": todo, "after": 4711, "before": name(0)}), ["C", "B", "A"]),
        (2, json!({"idList": todo, "after": 4711}), ["B", "A", "C"]),
    ] {
        moves(&anna, &made, &cards[moved], to.clone()).await.is(200);
        assert_eq!(order(&shown(&anna, &made).await, &todo), expected, "{to}");
    }
    let change =
        moves(&anna, &made, &cards[0], json!({"idList": done, "clientMoveId": "drag-1"})).await.is(200);
    assert_eq!((&change["clientMoveId"], &change["cards"][0]["status"]), (&json!("drag-1"), &json!("DONE")));
    assert!(change["cards"][0]["completed"].is_string());
    assert_eq!(id(&change["version"]), id(&change["from"]) + 1);
    let back = read(&anna, &cards[0]).await;
    assert_eq!(
        (&back["status"], &back["idList"], &back["idBoard"]),
        (&json!("DONE"), &done, &made["idBoard"])
    );
    // The other way round the list follows the status.
    sets(&anna, &cards[0], "IN_PROGRESS").await.is(200);
    assert_eq!(order(&shown(&anna, &made).await, &doing), ["A"]);
    moves(&anna, &made, &cards[1], json!({"idList": 4711})).await.wrong_field("idList", "UNKNOWN");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn hard_limit_lets_nothing_in_and_everything_out() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, "Att göra"), list(&made, "Pågår"));
    let limited = async |limit: i64, mode: &str| {
        let now = shown(&anna, &made).await;
        changes(&anna, &now, "Pågår", json!({"limit": limit, "limitMode": mode})).await.is(200)
    };
    let change = limited(2, "hard").await;
    assert_eq!((&change["lists"][0]["limit"], &change["lists"][0]["limitMode"]), (&json!(2), &json!("hard")));
    let (one, two) = (adds(&anna, &made, &doing, "1").await, adds(&anna, &made, &doing, "2").await);
    let three = adds(&anna, &made, &todo, "3").await;
    let full = json!({"idList": doing, "txTitle": "4"});
    anna.post(&its(&made, "/cards"), full).await.refused(409, "LIST_LIMIT");
    moves(&anna, &made, &three, json!({"idList": doing})).await.refused(409, "LIST_LIMIT");
    sets(&anna, &three, "IN_PROGRESS").await.refused(409, "LIST_LIMIT");
    let bulk = json!({"idTasks": [three["idTask"]], "act": "MOVE", "idList": doing});
    anna.post(&its(&made, "/cards/bulk"), bulk).await.refused(409, "LIST_LIMIT");
    // Reordering in it and leaving it work.
    moves(&anna, &made, &two, json!({"idList": doing, "before": one["idTask"]})).await.is(200);
    assert_eq!(order(&shown(&anna, &made).await, &doing), ["2", "1"]);
    anna.delete(&of_task(&one, "")).await.is(204);
    moves(&anna, &made, &three, json!({"idList": doing})).await.is(200);
    anna.post(&of_task(&one, "/restore"), json!({})).await.refused(409, "LIST_LIMIT");
    // Below what lies in it is allowed; a soft one is only shown.
    limited(1, "hard").await;
    moves(&anna, &made, &two, json!({"idList": todo})).await.is(200);
    limited(1, "soft").await;
    anna.post(&of_task(&one, "/restore"), json!({})).await.is(200);
    assert_eq!(order(&shown(&anna, &made).await, &doing), ["3", "1"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Contract §9.2: whatever is decided after a board was archived finds it archived, though it was asked for before.
#[actix_web::test]
async fn nothing_lands_on_a_board_after_it_is_archived() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, "Att göra"), list(&made, "Pågår"));
    let mut cards = Vec::new();
    for n in 0..8 {
        cards.push(adds(&anna, &made, &todo, &n.to_string()).await);
    }
    let (before, after) = cards.split_at(2);
    let moved = async |cards: &[Value]| {
        join_all(cards.iter().map(|card| moves(&anna, &made, card, json!({"idList": doing})))).await
    };
    let archive = anna.call("POST", &its(&made, "/archive")).send();
    let (some, archived, others) = futures_util::join!(moved(before), archive, moved(after));
    archived.is(200);
    let landed = some.iter().chain(&others).filter(|answer| answer.status == 200).count();
    for refused in some.into_iter().chain(others).filter(|answer| answer.status != 200) {
        refused.refused(409, "ARCHIVED");
    }
    let log = Boards::of(&world.storage).changes(BoardId(id(&made["idBoard"])), 0, 100).await.unwrap();
    assert!(log.last().unwrap().head, "{log:?}");
    assert_eq!(order(&shown(&anna, &made).await, &doing).len(), landed);
}

/// A repeating card that is done opens its next in the place that it leaves; where it leaves none, the list would grow.
#[actix_web::test]
async fn next_occurrence_of_a_card_obeys_the_limit_of_its_list() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let doing = list(&made, "Pågår");
    changes(&anna, &made, "Pågår", json!({"limit": 1, "limitMode": "hard"})).await.is(200);
    let draft = json!({
        "idList": doing, "txTitle": "Vattna", "dueDate": "2098-05-14",
        "repeat": {"rrule": "FREQ=WEEKLY", "from": "SCHEDULE"},
    });
    let card = anna.post(&its(&made, "/cards"), draft).await.is(201)["cards"][0].clone();
    sets(&anna, &card, "DONE").await.is(200);
    let now = shown(&anna, &made).await;
    assert_eq!((order(&now, &doing).len(), order(&now, &list(&made, "Klart")).len()), (1, 1));
    // Without a list of what is done the card stays where it is.
    moves(&anna, &made, &card, json!({"idList": list(&made, "Arkiv")})).await.is(200);
    anna.delete(&its(&made, &format!("/lists/{}", list(&made, "Klart")))).await.is(200);
    let now = shown(&anna, &made).await;
    let next = now["cards"].as_array().unwrap().iter().find(|card| card["idList"] == doing).unwrap();
    sets(&anna, next, "DONE").await.refused(409, "LIST_LIMIT");
    assert_eq!(order(&shown(&anna, &made).await, &doing).len(), 1);
}

#[actix_web::test]
async fn full_hard_list_never_grows_however_many_come_at_once() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, "Att göra"), list(&made, "Pågår"));
    changes(&anna, &made, "Pågår", json!({"limit": 3, "limitMode": "hard"})).await.is(200);
    let mut cards = Vec::new();
    for n in 0..8 {
        cards.push(adds(&anna, &made, &todo, &n.to_string()).await);
    }
    let all = join_all(cards.iter().map(|card| moves(&anna, &made, card, json!({"idList": doing})))).await;
    assert_eq!(all.iter().filter(|answer| answer.status == 200).count(), 3);
    let now = shown(&anna, &made).await;
    assert_eq!((order(&now, &doing).len(), order(&now, &todo).len()), (3, 5));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn recovery_by_changes_equals_a_fresh_fetch() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, "Att göra"), list(&made, "Pågår"));
    let first = adds(&anna, &made, &todo, "A").await;
    let early = shown(&anna, &made).await;
    let second = adds(&anna, &made, &todo, "B").await;
    moves(&anna, &made, &first, json!({"idList": doing})).await.is(200);
    let extra = json!({"name": "Väntar", "after": todo});
    let extra = anna.post(&its(&made, "/lists"), extra).await.is(201)["lists"][0].clone();
    anna.delete(&of_task(&second, "")).await.is(204);
    anna.put(&of_task(&first, "/checklist/1"), json!({"done": true})).await.refused(404, "NOT_FOUND");
    anna.delete(&its(&made, &format!("/lists/{}", list(&made, "Arkiv")))).await.is(200);
    settings(&anna, &made, json!({"name": "Höst"})).await.is(200);
    let fresh = shown(&anna, &made).await;
    let mut held = Held::of(&early);
    let missed = anna.get(&its(&made, &format!("/changes?after={}", early["version"]))).await.is(200);
    assert_eq!((&missed["reset"], &missed["version"]), (&json!(false), &fresh["version"]));
    assert_eq!(missed["head"]["name"], "Höst");
    held.apply(&missed);
    assert_eq!(held, Held::of(&fresh));
    // Applied twice it says the same.
    held.apply(&missed);
    assert_eq!(held, Held::of(&fresh));
    assert_eq!(held.lists.keys().filter(|list| **list == id(&extra["idList"])).count(), 1);
    let none = anna.get(&its(&made, &format!("/changes?after={}", fresh["version"]))).await.is(200);
    assert_eq!((&none["reset"], &none["cards"]), (&json!(false), &json!([])));
    let names: Vec<&str> = {
        let mut lists: Vec<&Value> = fresh["lists"].as_array().unwrap().iter().collect();
        lists.sort_by_key(|list| list["orderKey"].as_str().unwrap());
        lists.into_iter().map(|list| list["name"].as_str().unwrap()).collect()
    };
    assert_eq!(names, ["Att göra", "Väntar", "Pågår", "Klart"]);
    anna.delete(&its(&made, &format!("/lists/{doing}"))).await.refused(409, "LIST_NOT_EMPTY");
}

#[actix_web::test]
async fn concurrent_moves_end_in_one_order_for_everybody() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let bo = org.with("EMPLOYEE").await;
    let made = board(&org.owner, json!({"idEntity": org.id})).await;
    let todo = list(&made, "Att göra");
    let mut cards = Vec::new();
    for title in ["A", "B", "C", "D"] {
        cards.push(adds(&org.owner, &made, &todo, title).await);
    }
    let start = shown(&org.owner, &made).await;
    let targets = [list(&made, "Pågår"), list(&made, "Klart"), todo.clone()];
    let both = (0..12).map(|n| {
        let who = if n % 2 == 0 { &org.owner } else { &bo };
        let to = json!({"idList": targets[n % 3], "after": cards[(n + 1) % 4]["idTask"]});
        moves(who, &made, &cards[n % 4], to)
    });
    let changes: Vec<Value> = join_all(both).await.into_iter().map(|answer| answer.is(200)).collect();
    let fresh = shown(&bo, &made).await;
    // Whatever the order in which the changes arrive, the highest version of each card is what a fresh fetch says.
    let mut held = Held::of(&start);
    let mut sorted: Vec<&Value> = changes.iter().collect();
    sorted.sort_by_key(|change| id(&change["version"]));
    for change in sorted {
        held.apply(change);
    }
    assert_eq!(held, Held::of(&fresh));
    assert_eq!(id(&fresh["version"]), id(&start["version"]) + 12);
    assert_eq!(fresh["cards"].as_array().unwrap().len(), 4);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn repeated_move_with_its_key_is_done_once() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, doing) = (list(&made, "Att göra"), list(&made, "Pågår"));
    let card = adds(&anna, &made, &todo, "A").await;
    let path = its(&made, &format!("/cards/{}/move", card["idTask"]));
    let queued = || {
        let to = json!({"idList": doing, "clientMoveId": "m1"});
        anna.call("POST", &path).header("Idempotency-Key", "m1").json(&to).send()
    };
    let first = queued().await.is(200);
    moves(&anna, &made, &card, json!({"idList": todo})).await.is(200);
    let again = queued().await.is(200);
    assert_eq!(again["version"], first["version"]);
    assert_eq!(order(&shown(&anna, &made).await, &todo), ["A"], "what came later holds");
}

#[actix_web::test]
async fn stale_settings_and_lists_overwrite_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    // Cards that come and go make no settings stale.
    adds(&anna, &made, &list(&made, "Att göra"), "A").await;
    settings(&anna, &made, json!({"name": "Höst", "txDescription": "Läsåret"})).await.is(200);
    let stale = settings(&anna, &made, json!({"name": "Vår"})).await.refused(409, "STALE");
    assert_eq!(
        (&stale["current"]["name"], &stale["current"]["txDescription"]),
        (&json!("Höst"), &json!("Läsåret"))
    );
    settings(&anna, &stale["current"], json!({"name": "Vår"})).await.is(200);
    changes(&anna, &made, "Pågår", json!({"name": "Görs"})).await.is(200);
    let stale = changes(&anna, &made, "Pågår", json!({"limit": 3})).await.refused(409, "STALE");
    assert_eq!((&stale["current"]["name"], &stale["current"]["limit"]), (&json!("Görs"), &json!(0)));
    changes(&anna, &made, "Pågår", json!({"version": stale["current"]["version"]})).await.is(200);
    changes(&anna, &made, "Klart", json!({"version": null})).await.wrong_field("version", "REQUIRED");
}

#[actix_web::test]
async fn archived_board_is_read_and_not_changed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let todo = list(&made, "Att göra");
    let card = json!({"idList": todo, "txTitle": "A", "checklist": [{"text": "Boka"}]});
    let card = anna.post(&its(&made, "/cards"), card).await.is(201)["cards"][0].clone();
    let comments = anna.put(&of_task(&card, "/comments"), json!({})).await.is(200);
    anna.sends(id(&comments["channelId"]), json!({"content": "Hej"})).await.is(201);
    anna.call("POST", &its(&made, "/archive")).send().await.is(200);
    let draft = json!({"idList": todo, "txTitle": "B"});
    anna.post(&its(&made, "/cards"), draft.clone()).await.refused(409, "ARCHIVED");
    moves(&anna, &made, &card, json!({"idList": list(&made, "Klart")})).await.refused(409, "ARCHIVED");
    anna.post(&its(&made, "/lists"), json!({"name": "Ny"})).await.refused(409, "ARCHIVED");
    changes(&anna, &made, "Klart", json!({"name": "Färdigt"})).await.refused(409, "ARCHIVED");
    // Nor is a card by the task's own routes.
    let task = read(&anna, &card).await;
    assert_eq!(task["abilities"], json!({"edit": false, "delete": false, "comment": false}));
    let comments = anna.get(&of_task(&card, "/comments")).await.is(200);
    assert_eq!(comments["permissions"], json!(["READ"]));
    anna.sends(id(&comments["channelId"]), json!({"content": "Hej"})).await.refused(403, "READ_ONLY_ROLE");
    edits(&anna, &task, json!({"txTitle": "B"})).await.refused(409, "ARCHIVED");
    sets(&anna, &card, "DONE").await.refused(409, "ARCHIVED");
    let line = of_task(&card, &format!("/checklist/{}", task["checklist"][0]["id"]));
    anna.put(&line, json!({"done": true})).await.refused(409, "ARCHIVED");
    anna.delete(&of_task(&card, "")).await.refused(409, "ARCHIVED");
    let part = json!({"txTitle": "Del", "idParent": card["idTask"]});
    anna.post("/api/v1/tasks", part).await.refused(409, "ARCHIVED");
    assert_eq!(read(&anna, &card).await, task);
    assert_eq!(order(&shown(&anna, &made).await, &todo), ["A"]);
    anna.call("POST", &its(&made, "/restore")).send().await.is(200);
    edits(&anna, &task, json!({"txTitle": "B"})).await.is(200);
    anna.delete(&of_task(&card, "")).await.is(204);
    anna.call("POST", &its(&made, "/archive")).send().await.is(200);
    anna.post(&of_task(&card, "/restore"), json!({})).await.refused(409, "ARCHIVED");
    anna.call("POST", &its(&made, "/restore")).send().await.is(200);
    anna.post(&its(&made, "/cards"), draft).await.is(201);
}

/// Says how many cards a board has.
async fn counts(world: &World, board: &Value, cards: i64) {
    let home = BoardId(id(&board["idBoard"])).home();
    let old = Tasks::of(&world.storage).settled_home(home).await.unwrap();
    let new = TaskHome { cards, ..old };
    world.storage.engine().write(vec![new.insert()]).await.unwrap();
}

#[actix_web::test]
async fn full_board_counts_neither_archived_nor_deleted_cards() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, archive) = (list(&made, "Att göra"), list(&made, "Arkiv"));
    let (old, open) = (adds(&anna, &made, &archive, "Gammalt").await, adds(&anna, &made, &todo, "A").await);
    let draft = json!({"idList": todo, "txTitle": "B"});
    // As with 10,000 open ones beside the archived one.
    counts(&world, &made, 10_001).await;
    anna.post(&its(&made, "/cards"), draft.clone()).await.refused(409, "BOARD_FULL");
    moves(&anna, &made, &old, json!({"idList": todo})).await.refused(409, "BOARD_FULL");
    sets(&anna, &old, "DONE").await.refused(409, "BOARD_FULL");
    let bulk = json!({"idTasks": [old["idTask"]], "act": "MOVE", "idList": todo});
    anna.post(&its(&made, "/cards/bulk"), bulk).await.refused(409, "BOARD_FULL");
    // What lies in the archive takes no place of them, and what goes there, or is deleted, leaves one.
    adds(&anna, &made, &archive, "Äldre").await;
    moves(&anna, &made, &open, json!({"idList": archive})).await.is(200);
    anna.post(&its(&made, "/cards"), draft.clone()).await.is(201);
    anna.post(&its(&made, "/cards"), draft.clone()).await.refused(409, "BOARD_FULL");
    let stands = shown(&anna, &made).await;
    let b = stands["cards"].as_array().unwrap().iter().find(|one| one["txTitle"] == "B").unwrap();
    anna.delete(&of_task(b, "")).await.is(204);
    anna.post(&its(&made, "/cards"), draft).await.is(201);
    anna.post(&of_task(b, "/restore"), json!({})).await.refused(409, "BOARD_FULL");
}

#[actix_web::test]
async fn roles_say_who_sees_and_who_changes() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (editor, viewer) = (org.with("EMPLOYEE").await, org.with("PARTICIPANT").await);
    let (follower, elsewhere) = (org.with("FOLLOWER").await, world.org("Skolan").await);
    let made = board(&org.owner, json!({"idEntity": org.id})).await;
    let todo = list(&made, "Att göra");
    let card = adds(&editor, &made, &todo, "A").await;
    for stranger in [&viewer, &follower, &elsewhere.owner] {
        stranger.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
        stranger.get(&of_task(&card, "")).await.refused(404, "NOT_FOUND");
    }
    let roles = json!({
        "name": "Cup", "entityRole": "commenter",
        "members": [{"idAuthUser": viewer.id, "role": "viewer"}, {"idAuthUser": editor.id, "role": "editor"}],
    });
    settings(&editor, &made, roles.clone()).await.refused(403, "ROLE_TOO_LOW");
    editor.delete(&its(&made, "")).await.refused(403, "ROLE_TOO_LOW");
    let made = settings(&org.owner, &made, roles).await.is(200);
    assert_eq!(shown(&viewer, &made).await["role"], "viewer");
    let seen = read(&viewer, &card).await;
    assert_eq!(seen["abilities"], json!({"edit": false, "delete": false, "comment": false}));
    let commenter = org.with("MEMBER").await;
    assert_eq!(shown(&commenter, &made).await["role"], "commenter");
    for reader in [&viewer, &commenter] {
        sets(reader, &card, "DONE").await.refused(403, "ROLE_TOO_LOW");
        moves(reader, &made, &card, json!({"idList": todo})).await.refused(403, "ROLE_TOO_LOW");
        let draft = json!({"idList": todo, "txTitle": "B"});
        reader.post(&its(&made, "/cards"), draft).await.refused(403, "ROLE_TOO_LOW");
        reader.post(&its(&made, "/lists"), json!({"name": "Ny"})).await.refused(403, "ROLE_TOO_LOW");
        reader.delete(&of_task(&card, "")).await.refused(403, "ROLE_TOO_LOW");
    }
    moves(&editor, &made, &card, json!({"idList": todo})).await.is(200);
    let stranger = json!({"idTasks": [card["idTask"]], "act": "ASSIGN", "assignee": elsewhere.owner.id});
    editor.post(&its(&made, "/cards/bulk"), stranger).await.wrong_field("assignees", "NOT_ASSIGNABLE");
    let unknown = json!({"name": "Cup", "members": [{"idAuthUser": elsewhere.owner.id, "role": "viewer"}]});
    settings(&org.owner, &made, unknown).await.wrong_field("members", "NOT_ASSIGNABLE");
    // Who leaves the organisation has no role there any more.
    org.owner.delete(&org.at(&format!("/relations/{}", editor.id))).await;
    editor.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    editor.get(&of_task(&card, "")).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn own_board_is_shared_with_contacts() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    befriend(&anna, &bo).await;
    let made = board(&anna, json!({})).await;
    let members = json!([{"idAuthUser": bo.id, "role": "editor"}]);
    settings(&anna, &made, json!({"name": "Flytten", "members": members})).await.is(200);
    let theirs = bo.get("/api/v1/boards").await.is(200);
    assert_eq!(each(&theirs["content"], "role"), ["editor"]);
    let card = adds(&bo, &made, &list(&made, "Att göra"), "Packa").await;
    // A task of one's own is put on it and taken off again.
    let own = task(&anna, "Städa", json!({"checklist": [{"text": "Golv"}]})).await;
    let put = json!({"idList": list(&made, "Klart"), "idTask": own["idTask"], "before": card["idTask"]});
    let change = anna.post(&its(&made, "/cards"), put.clone()).await.is(201);
    assert_eq!(change["cards"][0]["status"], "DONE");
    anna.post(&its(&made, "/cards"), put).await.wrong_field("idTask", "UNKNOWN");
    anna.put(&of_task(&own, "/checklist/1"), json!({"done": true})).await.is(200);
    let whole = shown(&bo, &made).await;
    let cards = whole["cards"].as_array().unwrap();
    let found = cards.iter().find(|card| card["idTask"] == own["idTask"]).unwrap();
    assert_eq!(found["checklist"], json!({"total": 1, "done": 1}));
    bo.delete(&its(&made, &format!("/cards/{}", own["idTask"]))).await.is(204);
    let off = read(&anna, &own).await;
    assert_eq!((&off["idBoard"], &off["status"]), (&Value::Null, &json!("DONE")));
    bo.get(&of_task(&own, "")).await.refused(404, "NOT_FOUND");
    let bos = task(&bo, "Bos egen", json!({})).await;
    let foreign = json!({"idList": list(&made, "Klart"), "idTask": bos["idTask"]});
    bo.post(&its(&made, "/cards"), foreign).await.wrong_field("idTask", "UNKNOWN");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn several_cards_are_changed_all_or_none() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, done, archive) = (list(&made, "Att göra"), list(&made, "Klart"), list(&made, "Arkiv"));
    let mut ids = Vec::new();
    for title in ["A", "B", "C"] {
        ids.push(adds(&anna, &made, &todo, title).await["idTask"].clone());
    }
    let path = its(&made, "/cards/bulk");
    let bulk = |more: Value| {
        let mut draft = json!({"idTasks": ids});
        draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        anna.post(&path, draft)
    };
    let labelled = bulk(json!({"act": "LABEL", "label": "Resa"})).await.is(200);
    assert!(labelled["cards"].as_array().unwrap().iter().all(|card| card["labels"] == json!(["Resa"])));
    let again = bulk(json!({"act": "LABEL", "label": "resa"})).await.is(200);
    assert_eq!((&again["cards"], &again["version"]), (&json!([]), &labelled["version"]));
    bulk(json!({"act": "MOVE", "idList": done})).await.is(200);
    assert_eq!(order(&shown(&anna, &made).await, &done), ["A", "B", "C"]);
    bulk(json!({"act": "ARCHIVE"})).await.is(200);
    assert_eq!(order(&shown(&anna, &made).await, &archive), ["A", "B", "C"]);
    let with_stranger = json!({"idTasks": [ids[0], 4711], "act": "DELETE"});
    anna.post(&its(&made, "/cards/bulk"), with_stranger).await.refused(404, "NOT_FOUND");
    assert_eq!(order(&shown(&anna, &made).await, &archive).len(), 3);
    let gone = bulk(json!({"act": "DELETE"})).await.is(200);
    assert_eq!(gone["removed"].as_array().unwrap().len(), 3);
    let copied = adds(&anna, &made, &todo, "D").await;
    let copy = anna.call("POST", &its(&made, &format!("/cards/{}/copy", copied["idTask"]))).send().await;
    copy.is(201);
    assert_eq!(order(&shown(&anna, &made).await, &todo), ["D", "D"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn deleted_board_is_gone_with_its_cards() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let card = adds(&anna, &made, &list(&made, "Att göra"), "A").await;
    let archived = anna.call("POST", &its(&made, "/archive")).send().await.is(200);
    assert!(archived["archived"].is_string());
    assert_eq!(anna.call("POST", &its(&made, "/restore")).send().await.is(200)["archived"], Value::Null);
    anna.put(&its(&made, "/watch"), json!({"watching": true})).await.is(204);
    assert_eq!(shown(&anna, &made).await["watching"], true);
    anna.delete(&its(&made, "")).await.is(204);
    anna.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    anna.get(&of_task(&card, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(anna.get("/api/v1/boards").await.is(200)["content"], json!([]));
    world.come("board-clear").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn repeating_card_opens_its_next_where_it_was() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let (todo, done) = (list(&made, "Att göra"), list(&made, "Klart"));
    let weekly = json!({
        "idList": todo, "txTitle": "Städa", "dueDate": "2098-05-14",
        "repeat": {"rrule": "FREQ=WEEKLY", "from": "SCHEDULE"},
    });
    let card = anna.post(&its(&made, "/cards"), weekly).await.is(201)["cards"][0].clone();
    adds(&anna, &made, &todo, "Annat").await;
    let change = moves(&anna, &made, &card, json!({"idList": done})).await.is(200);
    assert_eq!(change["cards"].as_array().unwrap().len(), 2);
    let now = shown(&anna, &made).await;
    assert_eq!(
        (order(&now, &todo), order(&now, &done)),
        (vec!["Städa".into(), "Annat".into()], vec!["Städa".to_owned()])
    );
    let next = now["cards"].as_array().unwrap().iter().find(|one| one["idList"] == todo).unwrap();
    assert_eq!(next["dueDate"], "2098-05-21");
    let back = moves(&anna, &made, &card, json!({"idList": todo})).await.is(200);
    assert_eq!(back["removed"], json!([next["idTask"]]));
    assert_eq!(order(&shown(&anna, &made).await, &todo), ["Annat", "Städa"]);
}
