//! What stands in and around lessons: their pictures, their comments, the course's channel. Contract §10.1.

use storage::files::OwnerKind;

use crate::harness::{Answer, Person, Value, World, form, id, json, png};
use crate::v1_courses::{at, course, does, done, enrols, lesson, module, of_lesson, published};
use crate::v1_me_erasure::export;

async fn brings(person: &Person, course: &Value, file: &[u8]) -> Answer {
    let (kind, body) = form("image", file);
    person.call("POST", &at(course, "/pictures")).body(&kind, body).send().await
}

fn shows(text: &str, picture: &Value) -> String {
    format!("{text}\n![Karta över skolan](bild:{})\noch vidare", picture["id"])
}

async fn changes(person: &Person, lesson: &Value, mut new: Value) -> Value {
    new["version"] = person.get(&of_lesson(lesson, "")).await.is(200)["version"].take();
    person.put(&of_lesson(lesson, ""), new).await.is(200)
}

/// Contract §10.1: own pictures; a locked lesson's are in no answer, and a draft's are for those who write.
#[actix_web::test]
async fn pictures_are_for_whoever_reads_the_lesson_that_shows_them() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Grannskolan").await);
    let (teacher, anna) = (org.with("TEACHER").await, org.with("MEMBER").await);
    let made = course(&org.owner, json!({"title": "Kurs", "idEntity": org.id, "access": "PUBLIC"})).await;
    let part = module(&org.owner, &made, "Ett").await;
    let map = brings(&teacher, &made, &png(48, 32)).await.is(201);
    assert_eq!((&map["width"], &map["height"]), (&json!(48), &json!(32)));
    let url = map["url"].as_str().unwrap().to_owned();
    let open = url.replace("/v1/", "/public/");
    let sees = async |person: &Person, url: &str| person.get(url).await.status;
    let anyone = async |url: &str| world.anyone("GET", url).send().await.status;
    // Nothing shows it, and the course is a draft.
    let drawn = teacher.get(&format!("{url}?w=240")).await;
    assert_eq!((drawn.status, drawn.header("content-type")), (200, "image/jpeg"));
    for person in [&anna, &other.owner] {
        assert_eq!(sees(person, &url).await, 404);
        brings(person, &made, &png(8, 8)).await.refused(404, "NOT_FOUND");
    }
    assert_eq!((anyone(&url).await, anyone(&open).await), (401, 404));
    brings(&teacher, &made, b"hej").await.refused(415, "NOT_AN_IMAGE");

    let first = lesson(&org.owner, &part, json!({"title": "Ett", "body": "Text"})).await;
    let second = lesson(&org.owner, &part, json!({"title": "Två", "body": shows("Se", &map)})).await;
    assert_eq!(second["pictures"], json!([map]));
    let made = org.owner.put(&at(&made, ""), json!({"sequential": true, "version": made["version"]})).await;
    let made = made.is(200);
    does(&org.owner, &made, "/publish").await.is(200);
    assert_eq!(sees(&anna, &url).await, 404, "who does not take the course");
    enrols(&anna, &made).await;
    assert_eq!(sees(&anna, &url).await, 404, "the lesson is locked");
    done(&anna, &first).await.is(200);
    assert_eq!(anna.get(&of_lesson(&second, "")).await.is(200)["pictures"], json!([map]));
    assert_eq!((sees(&anna, &url).await, sees(&other.owner, &url).await), (200, 404));
    assert_eq!(anyone(&open).await, 404);
    let preview = changes(&org.owner, &second, json!({"preview": true})).await;
    assert_eq!(preview["pictures"], json!([map]));
    assert_eq!((anyone(&open).await, sees(&other.owner, &url).await), (200, 200));
    let public = world.anyone("GET", &format!("/api/public/lessons/{}", second["id"])).send().await.is(200);
    assert_eq!(public["pictures"][0]["url"], open);

    // What only the draft shows is not for learners yet; then the published text shows only that.
    let new = brings(&teacher, &made, &png(16, 16)).await.is(201);
    let new_url = new["url"].as_str().unwrap().to_owned();
    changes(&teacher, &second, json!({"body": shows("Nytt", &new)})).await;
    assert_eq!((sees(&anna, &new_url).await, sees(&teacher, &new_url).await), (404, 200));
    assert_eq!(anna.get(&of_lesson(&second, "")).await.is(200)["pictures"], json!([map]));
    // A picture of another course is none of this one's, and the other way round.
    let (elsewhere, _, lessons) = published(&org, "PUBLIC", 1).await;
    let stolen = changes(&org.owner, &lessons[0], json!({"body": shows("Se", &map), "publish": true})).await;
    assert_eq!(stolen["pictures"], json!([]));
    let path = format!("/pictures/{}", map["id"]);
    org.owner.get(&at(&elsewhere, &path)).await.refused(404, "NOT_FOUND");
    // Chat serves none of them, not even to who brought it.
    let as_file = format!("/api/v1/chat/attachments/{}/preview", map["id"]);
    teacher.get(&as_file).await.refused(404, "NOT_FOUND");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// They count as files do, a copy has its own, and they go with what shows them.
#[actix_web::test]
async fn pictures_count_and_go_with_what_shows_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let room = async || world.storage.files.space(OwnerKind::Entity, org.id).await.unwrap();
    let made = course(&org.owner, json!({"title": "Kurs", "idEntity": org.id})).await;
    let part = module(&org.owner, &made, "Ett").await;
    let [one, two] = [png(48, 32), png(16, 16)];
    let [one, two] =
        [brings(&org.owner, &made, &one).await.is(201), brings(&org.owner, &made, &two).await.is(201)];
    let both = room().await;
    assert!(both > 0);
    let text = lesson(&org.owner, &part, json!({"title": "T", "body": shows(&shows("", &one), &two)})).await;
    assert_eq!(text["pictures"].as_array().unwrap().len(), 2);
    let sees = async |picture: &Value| org.owner.get(picture["url"].as_str().unwrap()).await.status;

    let copy = does(&org.owner, &made, "/copy").await.is(201);
    let outline = org.owner.get(&at(&copy, "/modules")).await.is(200);
    let copied = org.owner.get(&of_lesson(&outline["content"][0]["lessons"][0], "")).await.is(200);
    let own = copied["pictures"][0].clone();
    assert_ne!(own["id"], one["id"]);
    assert_eq!(
        copied["body"],
        text["body"]
            .as_str()
            .unwrap()
            .replace(&one["id"].to_string(), &own["id"].to_string())
            .replace(&two["id"].to_string(), &copied["pictures"][1]["id"].to_string())
    );
    assert_eq!((sees(&own).await, room().await), (200, 2 * both));

    // What a day after its upload no text shows, and what none shows any more.
    brings(&org.owner, &made, &png(64, 64)).await.is(201);
    changes(&org.owner, &text, json!({"body": shows("", &one)})).await;
    assert_eq!(sees(&two).await, 200, "for whoever takes their change back");
    world.come("course-pictures").await;
    world.come("files.unsent").await;
    assert_eq!((sees(&one).await, sees(&two).await), (200, 404));
    org.owner.delete(&at(&copy, "")).await.is(204);
    world.done("course-clear").await;
    world.done("course-pictures").await;
    assert!(room().await < both, "the copy's are gone");
    assert_eq!(sees(&one).await, 200, "their bytes lie once, for both");
    org.owner.delete(&of_lesson(&text, "")).await.is(204);
    world.done("course-pictures").await;
    assert_eq!((sees(&one).await, room().await), (404, 0));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Comments of a lesson: for whoever reads it; those who write the course moderate.
#[actix_web::test]
async fn whoever_takes_a_course_comments_on_its_lessons() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Grannskolan").await);
    let (teacher, anna, bo) = (org.with("TEACHER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let (made, _, lessons) = published(&org, "MEMBERS", 2).await;
    let comments = of_lesson(&lessons[0], "/comments");
    anna.get(&comments).await.refused(403, "NOT_ENROLLED");
    anna.put(&comments, json!({})).await.refused(403, "NOT_ENROLLED");
    other.owner.get(&comments).await.refused(404, "NOT_FOUND");
    enrols(&anna, &made).await;
    let begun = anna.put(&comments, json!({})).await.is(200);
    assert_eq!((&begun["begun"], &begun["idLesson"]), (&json!(true), &lessons[0]["id"]));
    let (channel, thread) = (id(&begun["channelId"]), id(&begun["parentMessageId"]));
    let said = anna.says(channel, "Vad menas?").await;
    assert_eq!(teacher.get(&comments).await.is(200)["permissions"], json!(["READ", "POST", "MODERATE"]));
    assert_eq!(anna.get(&comments).await.is(200)["permissions"], json!(["READ", "POST"]));
    // Who made the course is told, whoever asks.
    let told = org.owner.bell(1).await;
    assert_eq!(told[0]["title"], format!("{} kommenterade Lektion 1", anna.called().await));
    assert_eq!(told[0]["path"], format!("/klyftig/lektion/{channel}/trad/{thread}"));
    let head = teacher.get(&format!("/api/v1/chat/messages/{thread}/thread")).await.data();
    assert_eq!(head["parent"]["card"], json!({"type": "LESSON", "id": lessons[0]["id"].to_string()}));
    assert_eq!(export(&anna).await["messages.json"][0]["content"], "Vad menas?");
    for person in [&bo, &other.owner] {
        person.sends(channel, json!({"content": "Hej"})).await.refused(403, "ACCESS_DENIED");
    }
    teacher.delete(&format!("/api/v1/chat/messages/{said}")).await.is(200);
    anna.delete(&format!("/api/v1/chat/messages/{thread}")).await.refused(409, "LESSON_STANDS");
    // Open as a preview, everybody who sees it reads, and nobody more writes.
    changes(&org.owner, &lessons[0], json!({"preview": true})).await;
    assert_eq!(bo.get(&comments).await.is(200)["permissions"], json!(["READ"]));
    bo.put(&comments, json!({})).await.refused(403, "READ_ONLY_ROLE");
    anna.says(channel, "Hemligheten").await;
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    anna.sends(channel, json!({"content": "Hej"})).await.refused(403, "READ_ONLY_ROLE");
    org.owner.delete(&of_lesson(&lessons[0], "")).await.is(204);
    world.done("lesson-comments").await;
    teacher.get(&comments).await.refused(404, "NOT_FOUND");
    for (table, rows) in world.dump().await {
        assert!(!rows.iter().any(|row| row.contains("Hemligheten")), "{table}");
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// A course has a channel of its organisation; whoever reads that channel is led there.
#[actix_web::test]
async fn a_course_has_a_channel_of_its_organisation() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Grannskolan").await);
    let (made, _, _) = published(&org, "PUBLIC", 1).await;
    assert_eq!(made["channel"], Value::Null);
    let sets = async |channel: i64| {
        let version = org.owner.get(&at(&made, "")).await.is(200)["version"].take();
        org.owner.put(&at(&made, ""), json!({"idChannel": channel, "version": version})).await
    };
    for channel in [other.general, 1] {
        sets(channel).await.wrong_field("idChannel", "NOT_OF_ENTITY");
    }
    let led = sets(org.general).await.is(200)["channel"].take();
    assert_eq!(led["path"], format!("/konversation/{}/{}", org.workspace, org.general));
    let shown = async |person: &Person| person.get(&at(&made, "")).await.is(200)["channel"].take();
    assert_eq!(shown(&org.with("MEMBER").await).await, led);
    assert_eq!(shown(&other.owner).await, Value::Null);
    let open = format!("/api/public/courses/{}", made["id"]);
    assert_eq!(world.anyone("GET", &open).send().await.is(200)["channel"], Value::Null);
    assert_eq!(sets(0).await.is(200)["channel"], Value::Null);
}
