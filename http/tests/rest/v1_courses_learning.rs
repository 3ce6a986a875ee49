//! Taking a course: percent, what is locked, where one goes on, invitations. Contract §10.1.

use crate::harness::{Person, Value, World, each, id, json, until};
use crate::v1_courses::{
    at, course, does, done, enrols, lesson, module, of_lesson, of_module, outline, published,
};

async fn progress(person: &Person, course: &Value) -> Value {
    person.get(&at(course, "/progress")).await.is(200)
}

async fn enrolled(person: &Person) -> Value {
    person.get("/api/v1/courses/enrolled").await.is(200)["content"].clone()
}

/// [contract 10.1] Percent = done ∩ required now over required now, never above 100; what was once earned stays.
#[actix_web::test]
async fn percent_follows_the_lessons_that_are_required_now() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, part, lessons) = published(&org, "MEMBERS", 3).await;
    assert_eq!(enrols(&anna, &made).await["progress"]["percent"], 0);
    let mut percents = Vec::new();
    for one in &lessons {
        percents.push(done(&anna, one).await.is(200)["percent"].clone());
    }
    assert_eq!(percents, [json!(33), json!(66), json!(100)]);
    assert_eq!(done(&anna, &lessons[0]).await.is(200)["percent"], 100, "done again, it stays so");
    let finished = progress(&anna, &made).await["daFinished"].clone();
    assert!(finished.is_string());

    let added = lesson(&org.owner, &part, json!({"title": "Ny", "body": "T"})).await;
    let now = progress(&anna, &made).await;
    assert_eq!(
        (&now["percent"], &now["doneCount"], &now["requiredCount"]),
        (&json!(75), &json!(3), &json!(4))
    );
    assert_eq!(now["daFinished"], finished, "what was once earned stays");
    // Optional lessons, and those that are not published, do not count.
    org.owner.put(&of_lesson(&added, ""), json!({"required": false, "version": 1})).await.is(200);
    lesson(&org.owner, &part, json!({"title": "Senare", "publish": false})).await;
    assert_eq!(progress(&anna, &made).await["percent"], 100);
    assert_eq!(each(&outline(&anna, &made).await["content"][0]["lessons"], "title").len(), 4);
    org.owner.delete(&of_lesson(&lessons[0], "")).await.is(204);
    let now = progress(&anna, &made).await;
    assert_eq!((&now["percent"], &now["done"]), (&json!(100), &json!([lessons[1]["id"], lessons[2]["id"]])));
    let back = anna.delete(&of_lesson(&lessons[1], "/done")).await.is(200);
    assert_eq!((&back["percent"], &back["daFinished"]), (&json!(50), &finished));
    assert_eq!(
        anna.delete(&of_lesson(&lessons[1], "/done")).await.is(200)["percent"],
        50,
        "taken back again"
    );
    assert_eq!(enrolled(&anna).await[0]["progress"]["percent"], 50);
}

/// [contract 10.1] sequential: a locked lesson is 403 LOCKED and its body in no answer.
#[actix_web::test]
async fn a_locked_lesson_is_in_no_answer() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, _, lessons) = published(&org, "MEMBERS", 3).await;
    let version = made["version"].clone();
    org.owner.put(&at(&made, ""), json!({"sequential": true, "version": version})).await.is(200);
    enrols(&anna, &made).await;
    let lessons: Vec<&Value> = lessons.iter().collect();
    let refused = anna.get(&of_lesson(lessons[1], "")).await;
    assert!(!refused.text().contains("Text 2"));
    refused.refused(403, "LOCKED");
    done(&anna, lessons[1]).await.refused(403, "LOCKED");
    anna.put(&of_lesson(lessons[2], "/position"), json!({"position": 1})).await.refused(403, "LOCKED");
    let shown = outline(&anna, &made).await;
    assert_eq!(each(&shown["content"][0]["lessons"], "locked"), [false, true, true]);
    // The answer says what is open now, so that the next opens without a reload.
    let now = done(&anna, lessons[0]).await.is(200);
    assert_eq!((&now["locked"], &now["resume"]), (&json!([lessons[2]["id"]]), &lessons[1]["id"]));
    let next = anna.get(&of_lesson(lessons[1], "")).await.is(200);
    assert_eq!(
        (&next["body"], &next["previous"], &next["next"]),
        (&json!("Text 2"), &lessons[0]["id"], &lessons[2]["id"])
    );
    // Whoever writes the course reads all of it.
    assert_eq!(org.owner.get(&of_lesson(lessons[2], "")).await.is(200)["locked"], false);
    // What is taken back closes what comes after it again.
    let back = anna.delete(&of_lesson(lessons[0], "/done")).await.is(200);
    assert_eq!(back["locked"], json!([lessons[1]["id"], lessons[2]["id"]]));
}

/// [contract 10.1] Resume: last opened, else first not done.
#[actix_web::test]
async fn a_course_goes_on_where_it_was_left() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, _, lessons) = published(&org, "MEMBERS", 3).await;
    let (other, ..) = published(&org, "MEMBERS", 1).await;
    assert_eq!(enrols(&anna, &made).await["progress"]["resume"], lessons[0]["id"]);
    enrols(&anna, &other).await;
    done(&anna, &lessons[0]).await.is(200);
    assert_eq!(progress(&anna, &made).await["resume"], lessons[1]["id"]);
    anna.put(&of_lesson(&lessons[2], "/position"), json!({"position": 420})).await.is(204);
    let now = progress(&anna, &made).await;
    assert_eq!((&now["resume"], &now["position"]), (&lessons[2]["id"], &json!(420)));
    // The course in which something was done last is the first.
    assert_eq!(each(&enrolled(&anna).await, "id"), [&made["id"], &other["id"]]);
    for wrong in [-1, 1_001] {
        anna.put(&of_lesson(&lessons[2], "/position"), json!({"position": wrong}))
            .await
            .refused(422, "INVALID");
    }
    // The lesson is removed while it is read.
    org.owner.delete(&of_lesson(&lessons[2], "")).await.is(204);
    anna.get(&of_lesson(&lessons[2], "")).await.refused(404, "NOT_FOUND");
    done(&anna, &lessons[2]).await.refused(404, "NOT_FOUND");
    anna.put(&of_lesson(&lessons[2], "/position"), json!({"position": 500})).await.refused(404, "NOT_FOUND");
    let now = progress(&anna, &made).await;
    assert_eq!((&now["resume"], &now["position"]), (&lessons[1]["id"], &json!(0)));
}

#[actix_web::test]
async fn who_leaves_keeps_what_was_done() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, _, lessons) = published(&org, "MEMBERS", 2).await;
    enrols(&anna, &made).await;
    done(&anna, &lessons[0]).await.is(200);
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    assert_eq!(enrolled(&anna).await, json!([]));
    anna.get(&of_lesson(&lessons[0], "")).await.refused(403, "NOT_ENROLLED");
    done(&anna, &lessons[1]).await.refused(403, "NOT_ENROLLED");
    assert_eq!(enrols(&anna, &made).await["progress"]["percent"], 50);
    // Whoever has left the organisation has lost its course.
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    anna.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
    anna.get(&of_lesson(&lessons[0], "")).await.refused(404, "NOT_FOUND");
    done(&anna, &lessons[1]).await.refused(404, "NOT_FOUND");
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn an_invited_person_sees_the_course_and_is_told() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let (made, _, lessons) = published(&org, "INVITED", 1).await;
    let invite = async |whom: i64| {
        org.owner.call("POST", &at(&made, &format!("/enrolment?idAuthUser={whom}"))).send().await
    };
    for person in [&anna, &bo] {
        person.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
        does(person, &made, "/enrolment").await.refused(404, "NOT_FOUND");
    }
    invite(anna.id).await.is(201);
    invite(anna.id).await.is(201);
    let bell = anna.bell(1).await;
    assert_eq!(
        (&bell[0]["type"], &bell[0]["path"]),
        (&json!("COURSE_INVITED"), &json!(format!("/klyftig/{}", made["id"])))
    );
    assert!(bell[0]["title"].as_str().unwrap().ends_with("bjuder in dig till kursen Ny hos oss"), "{bell}");
    let waits = enrolled(&anna).await;
    assert_eq!(
        (&waits[0]["progress"]["state"], &waits[0]["abilities"]),
        (&json!("INVITED"), &json!(["ENROL"]))
    );
    // An invitation makes nobody a learner.
    anna.get(&of_lesson(&lessons[0], "")).await.refused(403, "NOT_ENROLLED");
    enrols(&anna, &made).await;
    assert_eq!(done(&anna, &lessons[0]).await.is(200)["percent"], 100);

    let stranger = world.person("Sten").await;
    invite(stranger.id).await.wrong_field("idAuthUser", "NOT_INVITABLE");
    invite(404_404).await.wrong_field("idAuthUser", "NOT_INVITABLE");
    invite(bo.id).await.is(201);
    let list = org.owner.get(&at(&made, "/learners")).await.is(200);
    let mut listed: Vec<(i64, String)> = list["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (id(&one["idAuthUser"]), format!("{} {}", one["state"].as_str().unwrap(), one["percent"])))
        .collect();
    listed.sort_unstable();
    assert_eq!(listed, [(anna.id, "ACTIVE 100".to_owned()), (bo.id, "INVITED 0".to_owned())]);
    let first = org.owner.get(&at(&made, "/learners?limit=1")).await.is(200);
    let rest =
        org.owner.get(&at(&made, &format!("/learners?limit=1&cursor={}", first["cursor"]))).await.is(200);
    assert_eq!((&first["hasMore"], &rest["hasMore"]), (&json!(true), &json!(false)));
    assert_ne!(first["content"][0]["idAuthUser"], rest["content"][0]["idAuthUser"]);
    // Whoever has left learns nothing more of the course from the bell.
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    anna.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
    let bell = anna.bell(1).await;
    assert_eq!(bell[0]["title"], "En inbjudan till en kurs som inte finns längre");
    // The invitation is withdrawn.
    org.owner.delete(&at(&made, &format!("/enrolment?idAuthUser={}", bo.id))).await.is(204);
    bo.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn invitations_to_an_own_course_are_for_contacts() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let own = course(&anna, json!({"title": "Egen"})).await;
    let part = module(&anna, &own, "M").await;
    lesson(&anna, &part, json!({"title": "L", "body": "T"})).await;
    let invite =
        async || anna.call("POST", &at(&own, &format!("/enrolment?idAuthUser={}", bo.id))).send().await;
    invite().await.refused(409, "NOT_PUBLISHED");
    does(&anna, &own, "/publish").await.is(200);
    invite().await.wrong_field("idAuthUser", "NOT_INVITABLE");
    crate::v1_feed::findable(&anna).await;
    let asked = bo.post("/api/v1/contacts/requests", json!({"toUserId": anna.id})).await.is(201);
    anna.call("POST", &format!("/api/v1/contacts/requests/{}/accept", asked["requestId"]))
        .send()
        .await
        .is(200);
    invite().await.is(201);
    assert_eq!(enrols(&bo, &own).await["progress"]["state"], "ACTIVE");
}

/// Random edits and done-marks at the same time: what the progress says is what a recount of outline and marks says, and
/// no lesson is lost or there twice.
#[actix_web::test]
async fn percent_is_a_recount_after_random_edits() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (editor, anna) = (org.with("EDITOR").await, org.with("MEMBER").await);
    let (made, first, lessons) = published(&org, "MEMBERS", 6).await;
    let second = module(&org.owner, &made, "Mer").await;
    enrols(&anna, &made).await;
    let edits = async |writer: &Person, seed: usize| {
        for n in 0..6 {
            match (seed + n) % 3 {
                0 => drop(
                    lesson(
                        writer,
                        if n % 2 == 0 { &first } else { &second },
                        json!({"title": "Ny", "body": "T"}),
                    )
                    .await,
                ),
                1 => {
                    let now = outline(writer, &made).await;
                    let ids = |at: usize| -> Vec<Value> {
                        each(&now["content"][at]["lessons"], "id").into_iter().cloned().collect()
                    };
                    let (mut one, mut two) = (ids(0), ids(1));
                    if let Some(moved) = one.pop() {
                        two.insert(0, moved);
                    }
                    let order = json!({"version": now["version"], "modules": [
                        {"id": now["content"][1]["id"], "lessons": two}, {"id": now["content"][0]["id"], "lessons": one},
                    ]});
                    let answer = writer.put(&at(&made, "/outline"), order).await;
                    assert!([200, 409].contains(&answer.status), "{}", answer.text());
                }
                _ => {
                    let now = outline(writer, &made).await;
                    let some = now["content"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .find_map(|module| module["lessons"].get(0).cloned());
                    let answer = writer
                        .put(&of_lesson(&some.unwrap(), ""), json!({"required": n % 2 == 0, "version": 1}))
                        .await;
                    assert!([200, 409].contains(&answer.status), "{}", answer.text());
                }
            }
        }
    };
    let marks = async || {
        for (n, one) in lessons.iter().enumerate() {
            done(&anna, one).await.is(200);
            if n % 2 == 0 {
                anna.delete(&of_lesson(one, "/done")).await.is(200);
            }
        }
    };
    futures_util::join!(edits(&org.owner, 0), edits(&editor, 1), marks());
    let (now, mine) = (outline(&anna, &made).await, progress(&anna, &made).await);
    let all: Vec<&Value> = now["content"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|module| module["lessons"].as_array().unwrap())
        .collect();
    let distinct: std::collections::BTreeSet<i64> = all.iter().map(|one| id(&one["id"])).collect();
    assert_eq!(distinct.len(), all.len(), "a lesson is there twice");
    assert!(lessons.iter().all(|one| distinct.contains(&id(&one["id"]))), "a lesson is lost");
    assert_eq!(all.len(), 6 + 4);
    let required: Vec<_> = all.iter().filter(|one| one["required"] == true).collect();
    let marked = required.iter().filter(|one| one["done"] == true).count();
    let percent = if required.is_empty() { 0 } else { marked * 100 / required.len() };
    if !required.is_empty() {
        assert_eq!(mine["percent"], json!(percent));
    }
    assert_eq!(mine["done"].as_array().unwrap().len(), 3, "every other mark was taken back");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// What is stored of the people of a deleted course goes by a job.
#[actix_web::test]
async fn a_deleted_course_leaves_nothing_of_its_people() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (made, part, lessons) = published(&org, "MEMBERS", 1).await;
    enrols(&anna, &made).await;
    done(&anna, &lessons[0]).await.is(200);
    anna.delete(&at(&made, "/enrolment")).await.is(204);
    org.owner.delete(&at(&made, "")).await.is(204);
    org.owner.put(&of_module(&part, ""), json!({"title": "T", "version": 1})).await.refused(404, "NOT_FOUND");
    until(async || {
        world.come("course-clear").await;
        world.storage.check().await.unwrap().is_empty().then_some(())
    })
    .await;
}
