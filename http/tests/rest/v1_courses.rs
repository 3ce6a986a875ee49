//! Courses: who sees and writes them, their states, lists and public routes. Contract §10.1.

use crate::harness::{Answer, Org, Person, Value, World, each, id, json};

const PATH: &str = "/api/v1/courses";

pub fn at(course: &Value, more: &str) -> String {
    format!("{PATH}/{}{more}", course["id"])
}

pub fn of_module(module: &Value, more: &str) -> String {
    format!("/api/v1/modules/{}{more}", module["id"])
}

pub fn of_lesson(lesson: &Value, more: &str) -> String {
    format!("/api/v1/lessons/{}{more}", lesson["id"])
}

fn open_at(course: &Value, more: &str) -> String {
    format!("/api/public/courses/{}{more}", course["id"])
}

pub async fn course(person: &Person, new: Value) -> Value {
    person.post(PATH, new).await.is(201)
}

pub async fn module(person: &Person, course: &Value, title: &str) -> Value {
    person.post(&at(course, "/modules"), json!({"title": title})).await.is(201)
}

pub async fn lesson(person: &Person, module: &Value, new: Value) -> Value {
    person.post(&of_module(module, "/lessons"), new).await.is(201)
}

pub async fn does(person: &Person, course: &Value, act: &str) -> Answer {
    person.call("POST", &at(course, act)).send().await
}

pub async fn enrols(person: &Person, course: &Value) -> Value {
    does(person, course, "/enrolment").await.is(201)
}

pub async fn done(person: &Person, lesson: &Value) -> Answer {
    person.call("PUT", &of_lesson(lesson, "/done")).send().await
}

pub async fn outline(person: &Person, course: &Value) -> Value {
    person.get(&at(course, "/modules")).await.is(200)
}

/// A published course of an organisation with one module of so many lessons; its lessons too.
pub async fn published(org: &Org, access: &str, lessons: usize) -> (Value, Value, Vec<Value>) {
    let made = course(&org.owner, json!({"title": "Ny hos oss", "idEntity": org.id, "access": access})).await;
    let part = module(&org.owner, &made, "Början").await;
    let mut all = Vec::with_capacity(lessons);
    for n in 1..=lessons {
        let new = json!({"title": format!("Lektion {n}"), "body": format!("Text {n}")});
        all.push(lesson(&org.owner, &part, new).await);
    }
    (does(&org.owner, &made, "/publish").await.is(200), part, all)
}

/// A draft in the organisation's name, for the table of routes.
pub async fn in_scene(org: &Org, secret: &str) -> (i64, i64, i64) {
    let new = json!({"title": secret, "summary": secret, "idEntity": org.id, "access": "PUBLIC"});
    let made = course(&org.owner, new).await;
    let part = module(&org.owner, &made, secret).await;
    let one = lesson(&org.owner, &part, json!({"title": secret, "body": secret, "preview": true})).await;
    (id(&made["id"]), id(&part["id"]), id(&one["id"]))
}

/// What is stored of somebody who makes courses and takes one.
pub async fn leave_traces(org: &Org, person: &Person) {
    let own = course(person, json!({"title": "Min egen"})).await;
    let part = module(person, &own, "Ett").await;
    lesson(person, &part, json!({"title": "Ett", "body": "Text"})).await;
    course(person, json!({"title": "Skolans", "idEntity": org.id})).await;
    let (taken, _, lessons) = published(org, "MEMBERS", 2).await;
    enrols(person, &taken).await;
    done(person, &lessons[0]).await.is(200);
    crate::v1_courses_invitations::leave_traces(org, person, &taken).await;
    crate::v1_quiz::leave_traces(org, person).await;
}

fn titles(answer: Answer) -> Vec<String> {
    let page = answer.is(200);
    page["content"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

/// [contract 10.1]
#[actix_web::test]
async fn a_course_is_made_published_archived_and_removed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    let made =
        course(&org.owner, json!({"title": "  Ny   hos oss ", "summary": "Kort.", "idEntity": org.id})).await;
    assert_eq!(
        (&made["title"], &made["status"], &made["access"]),
        (&json!("Ny hos oss"), &json!("DRAFT"), &json!("MEMBERS"))
    );
    assert_eq!(
        (&made["lessonCount"], &made["version"], &made["progress"]),
        (&json!(0), &json!(1), &Value::Null)
    );
    assert_eq!(made["author"]["displayName"], "Skolan");
    assert_eq!(made["abilities"], json!(["EDIT", "PUBLISH", "DELETE", "COPY"]));
    member.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
    does(&org.owner, &made, "/publish").await.refused(422, "NO_LESSON");
    does(&org.owner, &made, "/archive").await.refused(409, "NOT_PUBLISHED");

    let part = module(&org.owner, &made, "Början").await;
    let one = lesson(&org.owner, &part, json!({"title": "Ett", "body": "Hej"})).await;
    let out = does(&org.owner, &made, "/publish").await.is(200);
    assert_eq!((&out["status"], &out["lessonCount"]), (&json!("PUBLISHED"), &json!(1)));
    assert_eq!(does(&org.owner, &made, "/publish").await.is(200)["daPublished"], out["daPublished"], "again");
    let seen = member.get(&at(&made, "")).await.is(200);
    assert_eq!((&seen["title"], &seen["abilities"]), (&json!("Ny hos oss"), &json!(["ENROL"])));
    // The last lesson of a published course stays.
    org.owner.delete(&of_lesson(&one, "")).await.refused(422, "NO_LESSON");
    org.owner.delete(&of_module(&part, "")).await.refused(422, "NO_LESSON");

    enrols(&member, &made).await;
    let back = json!({"status": "DRAFT", "version": org.owner.get(&at(&made, "")).await.is(200)["version"]});
    org.owner.put(&at(&made, ""), back.clone()).await.refused(409, "HAS_LEARNERS");
    org.owner.delete(&at(&made, "")).await.refused(409, "HAS_LEARNERS");
    assert_eq!(does(&org.owner, &made, "/archive").await.is(200)["status"], "ARCHIVED");
    // Who takes it goes on; nobody new begins.
    assert_eq!(member.get(&of_lesson(&one, "")).await.is(200)["body"], "Hej");
    let late = org.with("MEMBER").await;
    does(&late, &made, "/enrolment").await.refused(404, "NOT_FOUND");
    does(&org.owner, &made, "/enrolment").await.refused(409, "NOT_PUBLISHED");
    assert_eq!(does(&org.owner, &made, "/publish").await.is(200)["status"], "PUBLISHED");

    member.delete(&at(&made, "/enrolment")).await.is(204);
    let back = json!({"status": "DRAFT", "version": org.owner.get(&at(&made, "")).await.is(200)["version"]});
    assert_eq!(org.owner.put(&at(&made, ""), back).await.is(200)["status"], "DRAFT");
    org.owner.delete(&at(&made, "")).await.is(204);
    for path in [at(&made, ""), at(&made, "/modules"), of_lesson(&one, "")] {
        org.owner.get(&path).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 10.1] Written by OWNER, ADMINISTRATOR, EDITOR, TEACHER, LEADER.
#[actix_web::test]
async fn courses_of_an_organisation_are_written_by_role() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let (made, part, lessons) = published(&org, "PUBLIC", 1).await;
    let mut outsiders = vec![world.person("Främling").await, other.owner.clone()];
    for relation in ["FOLLOWER", "CUSTOMER", "MEMBER", "EMPLOYEE", "PUPIL", "MODERATOR", "PRESIDENT"] {
        outsiders.push(org.with(relation).await);
    }
    for outsider in &outsiders {
        let new = json!({"title": "T", "idEntity": org.id});
        outsider.post(PATH, new).await.refused(403, "ROLE_TOO_LOW");
        outsider.put(&at(&made, ""), json!({"title": "T", "version": 1})).await.refused(403, "ROLE_TOO_LOW");
        outsider.post(&at(&made, "/modules"), json!({"title": "T"})).await.refused(403, "ROLE_TOO_LOW");
        outsider
            .put(&of_module(&part, ""), json!({"title": "T", "version": 1}))
            .await
            .refused(403, "ROLE_TOO_LOW");
        outsider.delete(&of_module(&part, "")).await.refused(403, "ROLE_TOO_LOW");
        outsider
            .post(&of_module(&part, "/lessons"), json!({"title": "T"}))
            .await
            .refused(403, "ROLE_TOO_LOW");
        outsider
            .put(&of_lesson(&lessons[0], ""), json!({"title": "T", "version": 1}))
            .await
            .refused(403, "ROLE_TOO_LOW");
        outsider.delete(&of_lesson(&lessons[0], "")).await.refused(403, "ROLE_TOO_LOW");
        outsider
            .put(&at(&made, "/outline"), json!({"version": 1, "modules": []}))
            .await
            .refused(403, "ROLE_TOO_LOW");
        outsider.get(&at(&made, "/learners")).await.refused(403, "ROLE_TOO_LOW");
        for act in ["/publish", "/archive", "/copy"] {
            does(outsider, &made, act).await.refused(403, "ROLE_TOO_LOW");
        }
        outsider.delete(&at(&made, "")).await.refused(403, "ROLE_TOO_LOW");
        outsider
            .call("POST", &at(&made, &format!("/enrolment?idAuthUser={}", org.owner.id)))
            .send()
            .await
            .refused(403, "ROLE_TOO_LOW");
    }
    for relation in ["ADMINISTRATOR", "EDITOR", "TEACHER", "LEADER"] {
        let writer = org.with(relation).await;
        let own = course(&writer, json!({"title": relation, "idEntity": org.id})).await;
        let demoted = json!({"txRelationType": "MEMBER"});
        org.owner.put(&org.at(&format!("/relations/{}", writer.id)), demoted).await.is(200);
        // The right is checked on each call.
        writer.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
    }
    // An own course is its author's alone.
    let own = course(&outsiders[0], json!({"title": "Egen", "access": "PUBLIC"})).await;
    org.owner.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
    outsiders[0]
        .put(&at(&own, ""), json!({"access": "MEMBERS", "version": 1}))
        .await
        .wrong_field("access", "NO_ENTITY");
    org.owner.post(PATH, json!({"title": "T", "idEntity": 9_999_999})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn lists_show_what_each_may_see() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, stranger) = (org.with("MEMBER").await, world.person("Sten").await);
    for (title, access, publish) in [
        ("Öppen", "PUBLIC", true),
        ("Inre", "MEMBERS", true),
        ("Bjuden", "INVITED", true),
        ("Utkast", "PUBLIC", false),
    ] {
        let made = course(&org.owner, json!({"title": title, "idEntity": org.id, "access": access})).await;
        let part = module(&org.owner, &made, "M").await;
        lesson(&org.owner, &part, json!({"title": "L", "body": "T"})).await;
        if publish {
            does(&org.owner, &made, "/publish").await.is(200);
        }
    }
    let of = format!("{PATH}?entity={}", org.id);
    assert_eq!(titles(org.owner.get(&of).await), ["Utkast", "Bjuden", "Inre", "Öppen"], "newest first");
    assert_eq!(titles(member.get(&of).await), ["Inre", "Öppen"]);
    assert_eq!(titles(stranger.get(&of).await), ["Öppen"]);
    let open = format!("/api/public/courses?entity={}", org.id);
    assert_eq!(titles(world.anyone("GET", &open).send().await), ["Öppen"]);
    let page = org.owner.get(&format!("{of}&page=1&size=3")).await.is(200);
    assert_eq!((each(&page["content"], "title"), &page["hasMore"]), (vec![&json!("Öppen")], &json!(false)));
    let first = org.owner.get(&format!("{of}&limit=3")).await.is(200);
    assert_eq!((&first["hasMore"], &first["cursor"]), (&json!(true), &json!(1)));
    assert_eq!(titles(org.owner.get(&format!("{PATH}/mine?size=2")).await), ["Utkast", "Bjuden"]);
    assert_eq!(titles(member.get(&format!("{PATH}/mine")).await), Vec::<String>::new());
    stranger.get(&format!("{PATH}?entity=9999999")).await.refused(404, "NOT_FOUND");
    // Without an organisation Klyftig's are shown, and there need be none.
    assert_eq!(titles(world.anyone("GET", "/api/public/courses").send().await), Vec::<String>::new());
    for wrong in ["size=0", "size=101", "page=-1"] {
        let answer = world.anyone("GET", &format!("{open}&{wrong}")).send().await;
        assert!([400, 422].contains(&answer.status), "{wrong}: {}", answer.status);
    }
}

/// [contract 10.1] Public: courses, their outline, lessons marked `preview`.
#[actix_web::test]
async fn public_routes_show_previews_alone() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (made, part, lessons) = published(&org, "PUBLIC", 2).await;
    let shown =
        lesson(&org.owner, &part, json!({"title": "Smakprov", "body": "Fritt", "preview": true})).await;
    let anyone = async |path: &str| world.anyone("GET", path).send().await;
    assert_eq!(anyone(&open_at(&made, "")).await.is(200)["title"], "Ny hos oss");
    let modules = anyone(&open_at(&made, "/modules")).await;
    assert!(!modules.text().contains("Text 1"), "an outline holds no lesson's text");
    let found = modules.is(200);
    assert_eq!(each(&found["content"][0]["lessons"], "title"), ["Lektion 1", "Lektion 2", "Smakprov"]);
    let open = |lesson: &Value| format!("/api/public/lessons/{}", lesson["id"]);
    let preview = anyone(&open(&shown)).await.is(200);
    assert_eq!(
        (&preview["body"], &preview["previous"], &preview["draft"]),
        (&json!("Fritt"), &Value::Null, &Value::Null)
    );
    anyone(&open(&lessons[0])).await.refused(404, "NOT_FOUND");
    // Signed in and not enrolled: previews, and the rest after beginning.
    let stranger = world.person("Sten").await;
    assert_eq!(stranger.get(&of_lesson(&shown, "")).await.is(200)["body"], "Fritt");
    stranger.get(&of_lesson(&lessons[0], "")).await.refused(403, "NOT_ENROLLED");
    done(&stranger, &shown).await.refused(403, "NOT_ENROLLED");
    stranger.get(&at(&made, "/progress")).await.refused(403, "NOT_ENROLLED");
    enrols(&stranger, &made).await;
    assert_eq!(stranger.get(&of_lesson(&lessons[0], "")).await.is(200)["body"], "Text 1");
    // What is not for everybody is nowhere.
    let version = org.owner.get(&at(&made, "")).await.is(200)["version"].clone();
    org.owner.put(&at(&made, ""), json!({"access": "MEMBERS", "version": version})).await.is(200);
    for path in [open_at(&made, ""), open_at(&made, "/modules"), open(&shown)] {
        anyone(&path).await.refused(404, "NOT_FOUND");
    }
    stranger.get(&of_lesson(&lessons[0], "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(stranger.get(&format!("{PATH}/enrolled")).await), Vec::<String>::new());
}

#[actix_web::test]
async fn a_block_hides_an_own_course() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let own = course(&anna, json!({"title": "Egen", "access": "PUBLIC"})).await;
    let part = module(&anna, &own, "M").await;
    lesson(&anna, &part, json!({"title": "L", "body": "T"})).await;
    does(&anna, &own, "/publish").await.is(200);
    enrols(&bo, &own).await;
    crate::v1_feed::findable(&bo).await;
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    bo.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
    does(&bo, &own, "/enrolment").await.refused(404, "NOT_FOUND");
    // Leaving is always possible.
    bo.delete(&at(&own, "/enrolment")).await.is(204);
}
