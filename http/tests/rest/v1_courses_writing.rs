//! Writing courses: outline, lessons and their drafts, stale copies, limits, copies. Contract §10.1.

use crate::harness::{Person, Value, World, each, json};
use crate::v1_courses::{
    at, course, does, done, enrols, lesson, module, of_lesson, of_module, outline, published,
};

async fn changes(person: &Person, one: &Value, change: Value) -> crate::harness::Answer {
    person.put(&of_lesson(one, ""), change).await
}

/// An outline as a change of it names it.
fn named(outline: &Value) -> Vec<(Value, Vec<Value>)> {
    let modules = outline["content"].as_array().unwrap();
    let ids = |module: &Value| each(&module["lessons"], "id").into_iter().cloned().collect();
    modules.iter().map(|module| (module["id"].clone(), ids(module))).collect()
}

fn order(version: &Value, modules: &[(Value, Vec<Value>)]) -> Value {
    let modules: Vec<Value> =
        modules.iter().map(|(id, lessons)| json!({"id": id, "lessons": lessons})).collect();
    json!({"version": version, "modules": modules})
}

/// An old tab's autosave overwrites nobody: 409 STALE with what stands.
#[actix_web::test]
async fn autosave_of_an_old_tab_is_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let editor = org.with("EDITOR").await;
    let made = course(&org.owner, json!({"title": "Ny hos oss", "idEntity": org.id})).await;
    let part = module(&org.owner, &made, "Början").await;
    let one = lesson(&org.owner, &part, json!({"title": "Ett", "body": "Ett."})).await;
    let mine = changes(&org.owner, &one, json!({"body": "Två.", "version": 1})).await.is(200);
    assert_eq!((&mine["body"], &mine["version"], &mine["draft"]), (&json!("Två."), &json!(2), &Value::Null));
    let late = changes(&editor, &one, json!({"title": "Sent", "body": "Tre.", "version": 1}))
        .await
        .refused(409, "STALE");
    assert_eq!((&late["current"]["body"], &late["current"]["version"]), (&json!("Två."), &json!(2)));
    assert_eq!(editor.get(&of_lesson(&one, "")).await.is(200)["body"], "Två.");
    assert_eq!(
        changes(&editor, &one, json!({"title": "Ett", "version": 2})).await.is(200)["version"],
        2,
        "nothing was changed"
    );
    // Of many with the same version one succeeds.
    let tries = (0..6).map(|n| changes(&editor, &one, json!({"body": format!("Försök {n}"), "version": 2})));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
    // The same holds for modules and for the course itself.
    org.owner.put(&of_module(&part, ""), json!({"title": "Starten", "version": 1})).await.is(200);
    let late = editor
        .put(&of_module(&part, ""), json!({"title": "Annat", "version": 1}))
        .await
        .refused(409, "STALE");
    assert_eq!(late["current"]["title"], "Starten");
    org.owner.put(&at(&made, ""), json!({"summary": "Kort.", "version": 1})).await.is(200);
    let late =
        editor.put(&at(&made, ""), json!({"title": "Annat", "version": 1})).await.refused(409, "STALE");
    assert_eq!(
        (&late["current"]["summary"], &late["current"]["title"]),
        (&json!("Kort."), &json!("Ny hos oss"))
    );
}

/// [contract 10.1] A published lesson keeps a draft that 'Publicera ändringar' swaps in by version.
#[actix_web::test]
async fn learners_read_what_is_published() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, part, lessons) = published(&org, "MEMBERS", 1).await;
    let one = &lessons[0];
    enrols(&anna, &made).await;
    let saved = changes(&org.owner, one, json!({"title": "Nytt namn", "body": "Ny text", "version": 1}))
        .await
        .is(200);
    assert_eq!((&saved["title"], &saved["body"]), (&json!("Lektion 1"), &json!("Text 1")));
    assert_eq!(saved["draft"], json!({"title": "Nytt namn", "body": "Ny text", "media": null}));
    let read = anna.get(&of_lesson(one, "")).await;
    assert!(!read.text().contains("Ny text"));
    assert_eq!(read.is(200)["draft"], Value::Null);
    changes(&org.owner, one, json!({"publish": true, "version": 1})).await.refused(409, "STALE");
    let out = changes(&org.owner, one, json!({"publish": true, "version": 2})).await.is(200);
    assert_eq!(
        (&out["title"], &out["body"], &out["draft"]),
        (&json!("Nytt namn"), &json!("Ny text"), &Value::Null)
    );
    assert_eq!(anna.get(&of_lesson(one, "")).await.is(200)["body"], "Ny text");
    assert_eq!(outline(&anna, &made).await["content"][0]["lessons"][0]["title"], "Nytt namn");
    // A draft that comes back to what is published is none.
    changes(&org.owner, one, json!({"body": "Ny text!", "version": 3})).await.is(200);
    assert_eq!(
        changes(&org.owner, one, json!({"body": "Ny text", "version": 4})).await.is(200)["draft"],
        Value::Null
    );

    // A lesson that is not published yet is for those who write the course.
    let later =
        lesson(&org.owner, &part, json!({"title": "Senare", "body": "Hemligt", "publish": false})).await;
    assert_eq!(later["published"], false);
    anna.get(&of_lesson(&later, "")).await.refused(404, "NOT_FOUND");
    done(&anna, &later).await.refused(404, "NOT_FOUND");
    assert_eq!(anna.get(&of_lesson(one, "")).await.is(200)["next"], Value::Null);
    changes(&org.owner, &later, json!({"publish": true, "version": 1})).await.is(200);
    assert_eq!(anna.get(&of_lesson(&later, "")).await.is(200)["body"], "Hemligt");
}

/// [contract 10.1] PUT outline: any drag.
#[actix_web::test]
async fn outline_takes_any_order_and_loses_nothing() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let editor = org.with("EDITOR").await;
    let (made, _, _) = published(&org, "MEMBERS", 3).await;
    let more = module(&org.owner, &made, "Mer").await;
    assert_eq!((&more["courseId"], &more["lessons"]), (&made["id"], &json!([])));
    let before = outline(&org.owner, &made).await;
    let [(a, one), (b, _)] = &named(&before)[..] else { panic!("{before}") };
    let moved = [(b.clone(), vec![one[2].clone(), one[0].clone()]), (a.clone(), vec![one[1].clone()])];
    let now = org.owner.put(&at(&made, "/outline"), order(&before["version"], &moved)).await.is(200);
    assert_eq!(named(&now), moved);
    assert_eq!(each(&now["content"], "title"), ["Mer", "Början"]);
    // A colleague's stale order is refused with what stands.
    let late =
        editor.put(&at(&made, "/outline"), order(&before["version"], &moved)).await.refused(409, "STALE");
    assert_eq!(late["current"], now);
    let version = &now["version"];
    let whole = |first: &[&Value], second: &[&Value]| {
        let own = |ids: &[&Value]| ids.iter().map(|id| (*id).clone()).collect::<Vec<_>>();
        order(version, &[(a.clone(), own(first)), (b.clone(), own(second))])
    };
    for (what, wrong) in [
        ("lost", whole(&[&one[0]], &[&one[1]])),
        ("doubled", whole(&[&one[0], &one[1], &one[2]], &[&one[0]])),
        ("unknown", whole(&[&one[0], &one[1], &one[2]], &[&json!(77)])),
        ("a module lost", order(version, &[(a.clone(), one.clone())])),
    ] {
        let answer = org.owner.put(&at(&made, "/outline"), wrong).await;
        assert_eq!(answer.status, 422, "{what}");
        answer.wrong_field("modules", "OTHER_PARTS");
    }
    assert_eq!(outline(&editor, &made).await, now);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn wrong_lessons_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let own = course(&anna, json!({"title": "Egen"})).await;
    let part = module(&anna, &own, "M").await;
    let add = async |new: Value| anna.post(&of_module(&part, "/lessons"), new).await;
    add(json!({"title": "Film", "kind": "VIDEO", "media": "http://example.se/"}))
        .await
        .wrong_field("media", "ADDRESS");
    add(json!({"title": " "})).await.wrong_field("title", "LENGTH");
    add(json!({"title": "T", "body": "x".repeat(50_001)})).await.refused(422, "INVALID");
    let long = add(json!({"title": "T", "body": "å".repeat(50_000), "kind": "VIDEO", "media": "https://example.se/film"})).await.is(201);
    assert_eq!((&long["kind"], &long["media"]), (&json!("VIDEO"), &json!("https://example.se/film")));
    assert_eq!(changes(&anna, &long, json!({"media": "", "version": 1})).await.is(200)["media"], Value::Null);
    anna.post("/api/v1/courses", json!({"title": "T", "access": "MEMBERS"}))
        .await
        .wrong_field("access", "NO_ENTITY");
}

/// [contract 10.1] At most 50 modules.
#[actix_web::test]
async fn a_course_has_fifty_modules_at_most() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let own = course(&anna, json!({"title": "Egen"})).await;
    for n in 0..50 {
        module(&anna, &own, &format!("Modul {n}")).await;
    }
    anna.post(&at(&own, "/modules"), json!({"title": "En till"})).await.refused(409, "QUOTA_REACHED");
    assert_eq!(outline(&anna, &own).await["size"], 50);
}

#[actix_web::test]
async fn a_copy_is_a_draft_without_learners() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, part, lessons) = published(&org, "MEMBERS", 2).await;
    lesson(&org.owner, &part, json!({"title": "Senare", "publish": false})).await;
    changes(&org.owner, &lessons[0], json!({"body": "Utkast", "version": 1})).await.is(200);
    enrols(&anna, &made).await;
    let copy = does(&org.owner, &made, "/copy").await.is(201);
    assert_eq!(
        (&copy["title"], &copy["status"], &copy["lessonCount"]),
        (&json!("Kopia av Ny hos oss"), &json!("DRAFT"), &json!(2))
    );
    let shown = outline(&org.owner, &copy).await;
    let copied = &shown["content"][0]["lessons"];
    assert_eq!(
        (&shown["content"][0]["title"], each(copied, "title")),
        (&json!("Början"), vec![&json!("Lektion 1"), &json!("Lektion 2")])
    );
    assert_ne!(copied[0]["id"], lessons[0]["id"]);
    let text = org.owner.get(&of_lesson(&copied[0], "")).await.is(200);
    assert_eq!((&text["body"], &text["draft"]), (&json!("Text 1"), &Value::Null));
    assert_eq!(org.owner.get(&at(&copy, "/learners")).await.is(200)["content"], json!([]));
    anna.get(&at(&copy, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
