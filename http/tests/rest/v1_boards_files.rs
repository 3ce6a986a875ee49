//! Boards and tasks as files: exports, and imports that are previewed, taken by one job, and repeated. Contract §9.

use actors::platform::jobs::{Failure, TRIES};
use actors::platform::time::now;
use futures_util::future::join_all;
use storage::ids::{JobId, UserId};
use storage::jobs::Job;
use storage::record::Stored as _;
use storage::tasks::{BoardImport, BoardImportId, BoardSource, Boards, ImportStatus};
use storage::time::Moment;
use storage::value::Json;

use crate::harness::{Answer, Person, Value, World, each, id, json, until};
use crate::v1_boards::{board, changes, its, settings, shown};
use crate::v1_tasks::task;

/// A board as Trello exports it: an archived card, and a checklist whose card is gone.
pub fn trello() -> Value {
    json!({
        "id": "5f0", "name": "Klassresa", "desc": "Till Öland",
        "lists": [{"id": "l1", "name": "Först", "pos": 1}, {"id": "l2", "name": "Sedan", "pos": 2}],
        "cards": [
            {"id": "c2", "name": "Packa", "idList": "l1", "pos": 2, "idMembers": ["m1", "m2"]},
            {"id": "c1", "name": "Boka buss", "idList": "l1", "pos": 1, "due": "2098-05-14T10:00:00.000Z", "dueComplete": true},
            {"id": "c3", "name": "Gammalt", "idList": "l2", "pos": 1, "closed": true},
        ],
        "checklists": [
            {"idCard": "c2", "name": "Lista", "pos": 1, "checkItems": [{"name": "Tält", "state": "complete", "pos": 1}]},
            {"idCard": "borta", "name": "Vilse", "pos": 1, "checkItems": []},
        ],
        "members": [{"id": "m1", "fullName": "Okänd Person"}],
    })
}

async fn sends(person: &Person, path: &str, file: impl Into<Vec<u8>>) -> Answer {
    person.call("POST", path).body("application/octet-stream", file).send().await
}

async fn previews(person: &Person, file: impl Into<Vec<u8>>) -> Answer {
    sends(person, "/api/v1/boards/import/preview", file).await
}

/// An import as it is once it is over.
async fn over(person: &Person, begun: &Value) -> Value {
    let path = format!("/api/v1/boards/imports/{}", begun["idImport"]);
    let look = async || {
        let import = person.get(&path).await.is(200);
        matches!(import["status"].as_str(), Some("DONE" | "FAILED")).then_some(import)
    };
    until(look).await
}

pub async fn imports(person: &Person, query: &str, file: &Value) -> Value {
    let begun = sends(person, &format!("/api/v1/boards/import{query}"), file.to_string()).await.is(202);
    over(person, &begun).await
}

async fn exported(person: &Person, board: &Value) -> Value {
    let answer = person.get(&its(board, "/export?format=json")).await;
    let disposition = answer.header("content-disposition").to_owned();
    assert!(disposition.starts_with("attachment; filename=\"tavla-"), "{disposition}");
    answer.is(200)
}

async fn name(person: &Person) -> String {
    person.get("/api/v1/me").await.is(200)["displayName"].as_str().unwrap().to_owned()
}

async fn boards_of(person: &Person) -> Vec<Value> {
    let all = person.get("/api/v1/boards").await.is(200);
    all["content"].as_array().unwrap().clone()
}

fn list(board: &Value, name: &str) -> Value {
    let all = board["lists"].as_array().unwrap();
    all.iter().find(|list| list["name"] == name).unwrap()["idList"].clone()
}

#[actix_web::test]
async fn import_of_an_export_is_the_same_board() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let made = board(
        &anna,
        json!({"name": "Terminsstart", "txDescription": "Hösten", "template": "CUP", "date": "2098-05-14"}),
    )
    .await;
    let to = list(&made, "Pågår");
    let card = json!({
        "idList": to, "txTitle": "Ring \"Karin\"", "txDescription": "Om *bussen*\noch maten", "priority": 4, "labels": ["Resa", "Brådskar"],
        "dueAt": "2098-12-01T13:00:00.000Z", "timeZone": "America/New_York", "startDate": "2098-11-01", "assignees": [anna.id],
        "checklist": [{"text": "Leta upp numret", "done": true}, {"text": "Ring"}],
    });
    anna.post(&its(&made, "/cards"), card).await.is(201);
    anna.post(&its(&made, "/cards"), json!({"idList": list(&made, "Arkiv"), "txTitle": "Gammalt"}))
        .await
        .is(201);
    let draft =
        json!({"idList": to, "txTitle": "Först", "before": shown(&anna, &made).await["cards"][8]["idTask"]});
    anna.post(&its(&made, "/cards"), draft).await.is(201);
    changes(&anna, &made, "Pågår", json!({"limit": 1, "limitMode": "hard"})).await.is(200);
    let first = exported(&anna, &made).await;
    assert_eq!((&first["format"], &first["version"]), (&json!("kalender-board"), &json!(1)));
    assert_eq!(first["board"]["cards"].as_array().unwrap().len(), 11);
    // By somebody else, who is nobody of whom it names: all but the people.
    let import = imports(&bo, "", &first).await;
    assert_eq!(
        (&import["status"], &import["done"], &import["total"]),
        (&json!("DONE"), &json!(11), &json!(11))
    );
    assert_eq!(each(&import["notTaken"], "count"), [&json!(1)]);
    let second = exported(&bo, &import).await;
    let mut expected = first["board"].clone();
    for card in expected["cards"].as_array_mut().unwrap() {
        card["assignees"] = json!([]);
    }
    assert_eq!(second["board"], expected);
    // By whoever made it: the people too.
    let import = imports(&anna, "", &first).await;
    assert_eq!(exported(&anna, &import).await["board"], first["board"]);
    assert_ne!(import["idBoard"], made["idBoard"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn trello_board_is_previewed_and_taken_and_an_orphan_checklist_breaks_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    let preview = previews(&anna, trello().to_string()).await.is(200);
    World::assert_same(&before, &world.dump().await);
    assert_eq!((&preview["source"], &preview["txName"]), (&json!("TRELLO"), &json!("Klassresa")));
    assert_eq!((&preview["cards"], &preview["checklistItems"]), (&json!(3), &json!(1)));
    let lists = json!([{"txName": "Först", "cards": 2}, {"txName": "Sedan", "cards": 0}, {"txName": "Arkiv", "cards": 1}]);
    assert_eq!(preview["lists"], lists);
    assert_eq!(preview["people"], json!([{"name": "Okänd Person", "idUser": null}]));
    let lost = each(&preview["notTaken"], "what");
    assert_eq!(lost, [&json!("Checklistor utan kort"), &json!("Ansvarig: Okänd Person")]);
    let import = imports(&anna, "", &trello()).await;
    assert_eq!((&import["status"], &import["code"]), (&json!("DONE"), &Value::Null));
    assert_eq!(import["notTaken"], preview["notTaken"]);
    let made = shown(&anna, &import).await;
    assert_eq!((&made["name"], &made["txDescription"]), (&json!("Klassresa"), &json!("Till Öland")));
    assert_eq!(each(&made["lists"], "type"), ["active", "active", "archive"]);
    assert_eq!(each(&made["cards"], "txTitle"), ["Boka buss", "Packa", "Gammalt"]);
    assert_eq!(each(&made["cards"], "status"), ["DONE", "TODO", "TODO"]);
    assert_eq!(made["cards"][0]["dueAt"], "2098-05-14T10:00:00.000Z");
    assert_eq!(made["cards"][1]["checklist"], json!({"total": 1, "done": 1}));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn repeated_import_changes_nothing_and_takes_what_is_new() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let first = imports(&anna, "", &trello()).await;
    let made = shown(&anna, &first).await;
    // What was done here since stays: a card that is gone, one that was moved.
    let (bus, pack) = (&made["cards"][0]["idTask"], &made["cards"][1]["idTask"]);
    anna.delete(&format!("/api/v1/tasks/{bus}")).await.is(204);
    let to = json!({"idList": list(&made, "Sedan")});
    anna.post(&its(&made, &format!("/cards/{pack}/move")), to).await.is(200);
    let stood = shown(&anna, &first).await;
    let again = imports(&anna, "", &trello()).await;
    assert_eq!((&again["status"], &again["idBoard"]), (&json!("DONE"), &first["idBoard"]));
    let stands = shown(&anna, &first).await;
    assert_eq!(
        (&stands["cards"], &stands["lists"], &stands["version"]),
        (&stood["cards"], &stood["lists"], &stood["version"])
    );
    assert_eq!(boards_of(&anna).await.len(), 1);
    let mut newer = trello();
    newer["lists"].as_array_mut().unwrap().push(json!({"id": "l3", "name": "Efter", "pos": 3}));
    newer["cards"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "c9", "name": "Tacka", "idList": "l3", "pos": 1}));
    imports(&anna, "", &newer).await;
    let stands = shown(&anna, &first).await;
    assert_eq!(stands["cards"].as_array().unwrap().len(), stood["cards"].as_array().unwrap().len() + 1);
    let tacka = stands["cards"].as_array().unwrap().iter().find(|card| card["txTitle"] == "Tacka").unwrap();
    assert_eq!(tacka["idList"], list(&stands, "Efter"));
    // Once the board is deleted, it is made anew.
    anna.delete(&its(&first, "")).await.is(204);
    let anew = imports(&anna, "", &trello()).await;
    assert_ne!(anew["idBoard"], first["idBoard"]);
    assert_eq!(shown(&anna, &anew).await["cards"].as_array().unwrap().len(), 3);
}

#[actix_web::test]
async fn two_imports_of_one_export_at_once_make_one_board() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let file = trello();
    let both = join_all([imports(&anna, "", &file), imports(&anna, "", &file)]).await;
    assert_eq!(both[0]["idBoard"], both[1]["idBoard"]);
    assert_eq!(boards_of(&anna).await.len(), 1);
    assert_eq!(shown(&anna, &both[0]).await["cards"].as_array().unwrap().len(), 3);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Carries out the job of an import here and now.
async fn driven(world: &World, person: &Person, import: BoardImportId) -> Result<(), Failure> {
    let kind = actors::tasks::AREA.jobs.iter().find(|kind| kind.name == "board-import").unwrap();
    let payload = json!([person.id, import]).to_string();
    (kind.work)(world.platform.clone(), Job::new(JobId(1), 0, kind.name, payload)).await
}

#[actix_web::test]
async fn job_that_was_killed_goes_on_and_adds_nothing_twice() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let cards: Vec<Value> = (0..45)
        .map(|n| json!({"id": format!("c{n}"), "name": format!("Kort {n}"), "idList": "l1", "pos": n}))
        .collect();
    let file = json!({"id": "b", "name": "Lång", "lists": [{"id": "l1", "name": "Lista", "pos": 1}], "cards": cards});
    // Jobs are carried out by hand.
    world.platform.jobs.end();
    let begun = sends(&anna, "/api/v1/boards/import", file.to_string()).await.is(202);
    let (boards, import_id) = (Boards::of(&world.storage), BoardImportId(id(&begun["idImport"])));
    let user_id = UserId(anna.id);
    let waiting = boards.import(user_id, import_id).await.unwrap().unwrap();
    assert_eq!((waiting.parts, waiting.total), (4, 45), "its frame, and twenty cards at a time");
    let mut parts = Vec::new();
    for part in 0..waiting.parts {
        parts.push(boards.import_part(import_id, part).await.unwrap().unwrap());
    }
    driven(&world, &anna, import_id).await.unwrap();
    let done = boards.import(user_id, import_id).await.unwrap().unwrap();
    assert_eq!((done.status, done.done), (ImportStatus::Done, 45));
    assert_eq!(boards.import_part(import_id, 1).await.unwrap(), None, "its content is gone");
    let path = format!("/api/v1/boards/{}", done.board_id.unwrap());
    let stood = anna.get(&path).await.is(200);
    let titles: Vec<Value> = (0..45).map(|n| json!(format!("Kort {n}"))).collect();
    assert_eq!(each(&stood["cards"], "txTitle"), titles.iter().collect::<Vec<_>>());
    // As a process leaves it that dies after the second part was taken and before that is noted, and at other places.
    for (status, next) in [(ImportStatus::Running, 2), (ImportStatus::Waiting, 1), (ImportStatus::Running, 4)]
    {
        let left = BoardImport { status, next, done: (next - 1) * 20, ended: None, ..waiting.clone() };
        boards.begin_import(&left, parts.clone(), Vec::new()).await.unwrap();
        driven(&world, &anna, import_id).await.unwrap();
        driven(&world, &anna, import_id).await.unwrap();
        let ended = boards.import(user_id, import_id).await.unwrap().unwrap();
        assert_eq!((ended.status, ended.code), (ImportStatus::Done, None));
        let stands = anna.get(&path).await.is(200);
        assert_eq!((&stands["cards"], &stands["version"]), (&stood["cards"], &stood["version"]));
    }
    assert_eq!(boards_of(&anna).await.len(), 1);
    // Its content has expired.
    boards.begin_import(&BoardImport { next: 2, ..waiting }, Vec::new(), Vec::new()).await.unwrap();
    driven(&world, &anna, import_id).await.unwrap();
    let look = anna.get(&format!("/api/v1/boards/imports/{import_id}")).await.is(200);
    assert_eq!((&look["status"], &look["code"]), (&json!("FAILED"), &json!("EXPIRED")));
}

#[actix_web::test]
async fn import_whose_job_is_given_up_has_failed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (user_id, import_id) = (UserId(anna.id), BoardImportId(1));
    let import = BoardImport {
        user_id,
        import_id,
        version: 1,
        entity_id: None,
        source: BoardSource::Trello,
        external_id: "5f0".to_owned(),
        status: ImportStatus::Running,
        board_id: None,
        parts: 2,
        next: 1,
        done: 0,
        total: 1,
        not_taken: Json(Vec::new()),
        code: None,
        created: Moment(now()),
        ended: None,
    };
    // Content that cannot be taken, at the last attempt.
    let payload = json!([user_id, import_id]).to_string();
    let job = Job::new(JobId(world.platform.ids.next(now()).unwrap()), now(), "board-import", payload);
    let job = Job { tries: TRIES - 1, ..job };
    let boards = Boards::of(&world.storage);
    boards.begin_import(&import, vec!["{".to_owned()], vec![job.insert()]).await.unwrap();
    world.platform.jobs.wake();
    let ended = over(&anna, &json!({"idImport": import_id})).await;
    assert_eq!((&ended["status"], &ended["code"]), (&json!("FAILED"), &json!("INTERNAL")));
    assert_eq!(boards.import_part(import_id, 0).await.unwrap(), None, "its content is gone");
    let aside = async || {
        let jobs = &world.dump().await["failed_jobs"];
        jobs.iter().any(|row| row.contains("board-import")).then_some(())
    };
    until(aside).await;
    // Given up by an older program, which ended no import: the next node that starts does.
    let left = BoardImport { import_id: BoardImportId(2), ..import };
    boards.begin_import(&left, vec!["{".to_owned()], Vec::new()).await.unwrap();
    let payload = json!([user_id, left.import_id]).to_string();
    let job = Job::new(JobId(world.platform.ids.next(now()).unwrap()), now(), "board-import", payload);
    world.storage.jobs.set_aside(&job, "it took longer than 300 s".to_owned(), now()).await.unwrap();
    actix_web::rt::spawn(actors::platform::jobs::run(world.platform.clone()));
    let ended = over(&anna, &json!({"idImport": left.import_id})).await;
    assert_eq!((&ended["status"], &ended["code"]), (&json!("FAILED"), &json!("INTERNAL")));
}

#[actix_web::test]
async fn right_that_is_lost_before_the_job_runs_ends_the_import() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bo = org.with("MEMBER").await;
    world.platform.jobs.end();
    let path = format!("/api/v1/boards/import?idEntity={}", org.id);
    let begun = sends(&bo, &path, trello().to_string()).await.is(202);
    org.owner.delete(&org.at(&format!("/relations/{}", bo.id))).await;
    driven(&world, &bo, BoardImportId(id(&begun["idImport"]))).await.unwrap();
    let import = bo.get(&format!("/api/v1/boards/imports/{}", begun["idImport"])).await.is(200);
    assert_eq!((&import["status"], &import["code"]), (&json!("FAILED"), &json!("ROLE_TOO_LOW")));
    let boards = org.owner.get(&format!("/api/v1/boards?entity={}", org.id)).await.is(200);
    assert_eq!(boards["content"], json!([]));
}

#[actix_web::test]
async fn cards_are_given_to_the_people_of_the_organisation_that_bear_the_name() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (bo, fan) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let (his, hers) = (name(&bo).await, name(&fan).await);
    let mut file = trello();
    file["members"] = json!([{"id": "m1", "fullName": his}, {"id": "m2", "fullName": hers}]);
    let query = format!("?idEntity={}", org.id);
    let path = format!("/api/v1/boards/import/preview{query}");
    let preview = sends(&org.owner, &path, file.to_string()).await.is(200);
    let people = preview["people"].as_array().unwrap();
    let of = |name: &str| people.iter().find(|one| one["name"] == name).unwrap()["idUser"].clone();
    assert_eq!((of(&his), of(&hers)), (json!(bo.id), Value::Null));
    let import = imports(&org.owner, &query, &file).await;
    let made = shown(&bo, &import).await;
    assert_eq!((&made["idEntity"], &made["cards"][1]["assignees"]), (&json!(org.id), &json!([bo.id])));
    // Nobody is notified of what is old.
    assert_eq!(bo.get("/api/v1/notifications").await.is(200)["content"], json!([]));
    // Of another owner it is another board.
    assert_ne!(imports(&org.owner, "", &file).await["idBoard"], import["idBoard"]);
}

#[actix_web::test]
async fn hostile_files_are_refused_and_change_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    let many: Vec<Value> = (0..10_001).map(|n| json!({"id": n, "name": "k", "idList": "l1"})).collect();
    let many = json!({"lists": [{"id": "l1", "name": "l"}], "cards": many}).to_string();
    let deep = format!("{{\"lists\":[],\"cards\":{}", "[".repeat(100_000));
    for (what, file, code) in [
        ("nothing", String::new(), "IMPORT_UNREADABLE"),
        ("no board", "{\"a\":1}".to_owned(), "IMPORT_UNREADABLE"),
        ("deep", deep, "IMPORT_UNREADABLE"),
        (
            "wrong types",
            "{\"format\":\"kalender-board\",\"board\":{\"lists\":7}}".to_owned(),
            "IMPORT_UNREADABLE",
        ),
        ("a broken spreadsheet", "PK\u{3}\u{4}hej".to_owned(), "IMPORT_UNREADABLE"),
        ("too many cards", many, "TOO_LARGE"),
    ] {
        for path in ["/api/v1/boards/import/preview", "/api/v1/boards/import"] {
            let answer = sends(&anna, path, file.clone()).await;
            assert_eq!(answer.status, 422, "{what}: {}", answer.text());
            answer.wrong_field("file", code);
        }
    }
    let large = vec![b' '; (16 << 20) + 1];
    assert_eq!(previews(&anna, large).await.status, 413);
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn files_are_for_whoever_sees_what_is_in_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, fan, stranger) =
        (org.with("MEMBER").await, org.with("FOLLOWER").await, world.person("Cia").await);
    let closed = board(&org.owner, json!({"name": "Hemlig", "idEntity": org.id})).await;
    let closed_now = json!({"name": "Hemlig", "entityRole": null, "members": []});
    settings(&org.owner, &closed, closed_now).await.is(200);
    for person in [&member, &fan, &stranger] {
        for format in ["json", "csv"] {
            person.get(&its(&closed, &format!("/export?format={format}"))).await.refused(404, "NOT_FOUND");
        }
    }
    assert_eq!(world.anyone("GET", &its(&closed, "/export")).send().await.status, 401);
    for person in [&fan, &stranger] {
        let path = format!("/api/v1/tasks/export?entity={}", org.id);
        person.get(&path).await.refused(403, "ROLE_TOO_LOW");
        let path = format!("/api/v1/boards/import?idEntity={}", org.id);
        sends(person, &path, trello().to_string()).await.refused(403, "ROLE_TOO_LOW");
        let path = format!("/api/v1/boards/import/preview?idEntity={}", org.id);
        sends(person, &path, trello().to_string()).await.refused(403, "ROLE_TOO_LOW");
    }
    let begun = sends(&member, "/api/v1/boards/import", trello().to_string()).await.is(202);
    stranger.get(&format!("/api/v1/boards/imports/{}", begun["idImport"])).await.refused(404, "NOT_FOUND");
    over(&member, &begun).await;
    // Three at once, of which none is finished.
    world.platform.jobs.end();
    for _ in 0..3 {
        sends(&stranger, "/api/v1/boards/import", trello().to_string()).await.is(202);
    }
    sends(&stranger, "/api/v1/boards/import", trello().to_string()).await.refused(409, "QUOTA_REACHED");
}

#[actix_web::test]
async fn tables_have_swedish_headings_and_no_formulas() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({"name": "Resan"})).await;
    let card = json!({"idList": list(&made, "Pågår"), "txTitle": "=1+1", "labels": ["Resa"], "dueDate": "2098-12-01", "assignees": [anna.id]});
    anna.post(&its(&made, "/cards"), card).await.is(201);
    changes(&anna, &made, "Pågår", json!({"limit": 4, "limitMode": "hard"})).await.is(200);
    task(&anna, "Ring hem", json!({"txDescription": "Två\nrader", "priority": 4})).await;
    let answer = anna.get(&its(&made, "/export?format=csv")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    let text = answer.text();
    let name = name(&anna).await;
    let expected = format!(
        "\u{feff}Tavla;Lista;Titel;Beskrivning;Checklista;Etiketter;Prioritet;Status;Startdatum;Slutdatum;Klockslag;Tidszon;Ansvariga;Arkiverat;Högst antal kort;Gränsens verkan;Listans status\r\n\
         Resan;Att göra;;;;;;;;;;;;;;;Att göra\r\n\
         Resan;Pågår;'=1+1;;;Resa;;Pågår;;2098-12-01;;;{name};;4;Stoppar;Pågår\r\n\
         Resan;Klart;;;;;;;;;;;;;;;Klar\r\n\
         Resan;Arkiv;;;;;;;;;;;;ja;;;\r\n"
    );
    assert_eq!(text, expected);
    let preview = previews(&anna, text.clone()).await.is(200);
    assert_eq!(
        (&preview["source"], &preview["txName"], &preview["cards"], &preview["notTaken"]),
        (&json!("CSV"), &json!("Resan"), &json!(1), &json!([]))
    );
    // Taken again, its lists are those that it had, those without cards too.
    let begun = sends(&anna, "/api/v1/boards/import", text).await.is(202);
    let taken = shown(&anna, &over(&anna, &begun).await).await;
    assert_eq!(each(&taken["lists"], "name"), ["Att göra", "Pågår", "Klart", "Arkiv"]);
    assert_eq!(each(&taken["lists"], "limit"), [&json!(0), &json!(4), &json!(0), &json!(0)]);
    assert_eq!(each(&taken["lists"], "limitMode"), ["soft", "hard", "soft", "soft"]);
    assert_eq!(
        each(&taken["lists"], "status"),
        [&json!("TODO"), &json!("IN_PROGRESS"), &json!("DONE"), &json!(null)]
    );
    assert_eq!(each(&taken["lists"], "type"), ["active", "active", "closed", "archive"]);
    let rows = anna.get("/api/v1/tasks/export").await;
    assert_eq!((rows.status, rows.header("content-type")), (200, "text/csv; charset=utf-8"));
    let rows = rows.text();
    assert!(rows.starts_with("\u{feff}Organisation;Tavla;Titel;"), "{rows}");
    assert!(
        rows.contains("\r\n;Resan;'=1+1;")
            && rows.contains(";Ring hem;\"Två\nrader\";;;Brådskande;Att göra;"),
        "{rows}"
    );
}
