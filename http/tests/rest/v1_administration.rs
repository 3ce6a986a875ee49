//! Administration: the audit log, people, failed jobs, the platform's pages. Contract §11.4.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::ids::{JobId, UserId};
use storage::jobs::Job;

use crate::harness::{Org, Value, World, each, id, json};
use crate::v1_moderation::operator;

/// The log, newest first.
async fn audit(org: &Org, query: &str) -> Value {
    org.owner.get(&org.at(&format!("/audit{query}"))).await.is(200)["content"].take()
}

#[actix_web::test]
async fn acts_on_people_are_recorded_with_who_and_whom() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (admin, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let of = |what: &str| org.at(&format!("/{what}/{}", member.id));
    admin.put(&of("relations"), json!({"txRelationType": "TEACHER"})).await.is(200);
    // What is refused, or changes nothing, is no act.
    admin.put(&of("relations"), json!({"txRelationType": "ADMINISTRATOR"})).await.refused(403, "ONLY_OWNER");
    member.put(&of("relations"), json!({"txRelationType": "MEMBER"})).await.is(403);
    let follower = world.person("följare").await;
    follower.post(&org.at("/follow"), json!({})).await.is(204);
    org.owner.put(&of("bans"), json!({})).await.is(204);
    org.owner.delete(&of("bans")).await.is(204);
    let log = audit(&org, "").await;
    assert_eq!(each(&log, "kind"), ["BAN_LIFTED", "MEMBER_BANNED", "ROLE_CHANGED", "ENTITY_CREATED"]);
    let role = &log[2];
    assert_eq!((&role["actor"]["idUser"], &role["person"]["idUser"]), (&json!(admin.id), &json!(member.id)));
    assert_eq!(role["facts"], json!({"from": "MEMBER", "to": "TEACHER", "by": "ROLE"}));
    let own = audit(&org, &format!("?actor={}", admin.id)).await;
    assert_eq!(each(&own, "kind"), ["ROLE_CHANGED"]);
    let bans = audit(&org, "?kind=MEMBER_BANNED").await;
    assert_eq!(each(&bans, "kind"), ["MEMBER_BANNED"]);
    let none = audit(&org, &format!("?kind=MEMBER_BANNED&actor={}", admin.id)).await;
    assert_eq!(none, json!([]), "the owner did it");
    org.owner.get(&org.at("/audit?kind=SOMETHING")).await.is(422);
    let first = org.owner.get(&org.at("/audit?limit=3")).await.is(200);
    assert_eq!((&first["hasMore"], each(&first["content"], "kind").len()), (&json!(true), 3));
    let rest = audit(&org, &format!("?before={}", first["cursor"])).await;
    assert_eq!(each(&rest, "kind"), ["ENTITY_CREATED"]);
}

#[actix_web::test]
async fn joining_and_leaving_are_recorded_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let person = world.person("bo").await;
    let at = org.at(&format!("/relations/{}", person.id));
    org.owner.put(&at, json!({"txRelationType": "MEMBER"})).await.is(200);
    person.post(&format!("/api/v1/me/invitations/{}/accept", org.id), json!({})).await.is(200);
    person.delete(&at).await.is(204);
    person.post(&org.at("/applications"), json!({"message": "hej"})).await.is(201);
    let application = org.at(&format!("/applications/{}", person.id));
    org.owner.post(&format!("{application}/approve"), json!({})).await.is(200);
    org.owner.post(&format!("{application}/approve"), json!({})).await.refused(409, "ALREADY_DECIDED");
    let log = audit(&org, "").await;
    let kinds = ["MEMBER_ADDED", "MEMBER_REMOVED", "MEMBER_ADDED", "INVITATION_SENT", "ENTITY_CREATED"];
    assert_eq!(each(&log, "kind"), kinds);
    assert_eq!(log[0]["facts"], json!({"to": "MEMBER", "by": "APPLICATION"}));
    assert_eq!(log[0]["actor"]["idUser"], org.owner.id);
    assert_eq!(log[1]["facts"], json!({"from": "MEMBER", "by": "OWN"}));
    assert_eq!(log[2]["facts"], json!({"to": "MEMBER", "by": "INVITATION"}));
}

#[actix_web::test]
async fn acts_on_things_are_recorded_without_texts_and_addresses() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    org.owner.patch(&org.at(""), json!({"entityName": "Nya skolan", "membershipMode": "OPEN"})).await.is(200);
    org.owner.patch(&org.at(""), json!({"entityName": "Nya skolan"})).await.is(200);
    let channel = org.channel("personal", json!({"description": "hemlig text"})).await;
    let at = |what: &str| format!("/api/v1/chat/channels/{channel}{what}");
    org.owner.put(&at(""), json!({"readOnly": true, "topic": "hemlig text"})).await.data();
    let hook = org.owner.post(&at("/webhooks"), json!({"name": "Byggaren"})).await.is(201);
    let hook = id(&hook["data"]["id"]);
    org.owner.delete(&at(&format!("/webhooks/{hook}"))).await;
    org.owner.post(&at("/archive"), json!({})).await.data();
    let invited = json!({"email": "hemlig@example.se", "relationType": "MEMBER", "message": "hemlig text"});
    let invitation = org.owner.post(&org.at("/invitations"), invited).await.is(201);
    let invitation = id(&invitation["idEntityInvitation"]);
    org.owner.delete(&format!("/api/v1/invitations/{invitation}")).await.is(204);
    let log = audit(&org, "").await;
    let kinds = [
        "INVITATION_REVOKED",
        "INVITATION_SENT",
        "CHANNEL_ARCHIVED",
        "WEBHOOK_REMOVED",
        "WEBHOOK_CREATED",
        "CHANNEL_CHANGED",
        "CHANNEL_CREATED",
        "ENTITY_CHANGED",
        "ENTITY_CREATED",
    ];
    assert_eq!(each(&log, "kind"), kinds);
    assert_eq!(log[0]["subject"], json!({"kind": "INVITATION", "id": invitation, "name": null}));
    assert_eq!(log[4]["subject"], json!({"kind": "WEBHOOK", "id": hook, "name": "Byggaren"}));
    assert_eq!(log[5]["facts"], json!({"readOnly": "false → true"}));
    assert_eq!(log[6]["subject"], json!({"kind": "CHANNEL", "id": channel, "name": "personal"}));
    assert_eq!(
        log[7]["facts"],
        json!({"entityName": "Skolan → Nya skolan", "membershipMode": "MODERATED → OPEN"})
    );
    let table = org.owner.get(&org.at("/audit.csv")).await;
    let text = table.text();
    assert!(text.starts_with("\u{feff}created;kind;actor;person;"), "{text}");
    assert_eq!(text.lines().count(), 1 + kinds.len(), "{text}");
    assert!(!format!("{log}{text}").contains("hemlig"), "{log}{text}");
    assert_eq!(audit(&org, "").await[0]["kind"], "EXPORT_MADE");
}

#[actix_web::test]
async fn only_who_manages_the_organisation_reads_its_log() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    for path in ["/audit", "/audit.csv"] {
        let path = org.at(path);
        for relation in ["MODERATOR", "MEMBER", "PRESIDENT", "FOLLOWER"] {
            org.with(relation).await.get(&path).await.refused(403, "ROLE_TOO_LOW");
        }
        other.owner.get(&path).await.refused(403, "ROLE_TOO_LOW");
        world.person("ingen").await.get(&path).await.refused(403, "ROLE_TOO_LOW");
        world.anyone("GET", &path).send().await.is(401);
        org.with("ADMINISTRATOR").await.get(&path).await;
    }
    org.owner.get("/api/v1/entities/999999/audit").await.is(404);
}

#[actix_web::test]
async fn administrators_see_the_day_of_a_members_last_use() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let people = org.owner.get(&org.at("/administration/people")).await.is(200)["content"].take();
    let today = || jiff::Timestamp::now().in_tz("Europe/Stockholm").unwrap().date().to_string();
    let seen = |who: i64| {
        let all = people.as_array().unwrap();
        all.iter().find(|one| one["userId"] == who).unwrap()["lastSeen"].clone()
    };
    let day = seen(member.id).as_str().unwrap().to_owned();
    assert!(day.len() == "2026-11-29".len() && day <= today(), "a day and no time: {day}");
    assert_eq!(seen(follower.id), Value::Null, "no business of the organisation");
    let first = org.owner.get(&org.at("/administration/people?limit=2")).await.is(200);
    assert_eq!((&first["hasMore"], each(&first["content"], "userId").len()), (&json!(true), 2));
}

#[actix_web::test]
async fn a_failed_job_is_seen_and_retried_by_its_organisation_alone() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let operator = operator(&world).await;
    let (at, jobs) = (now() + 3_600_000, &world.storage.jobs);
    // An invitation that is not there any more: trying again does nothing.
    let own = Job::new(JobId(71), at, "invitation-mail", format!("[{},\"x@example.se\",1,0]", org.id));
    let general = Job::new(JobId(72), at, "mail", format!("[{}]", org.id));
    jobs.put(&[own.clone(), general.clone()]).await.unwrap();
    jobs.set_aside(&own, "10.0.0.7 svarar inte".to_owned(), now()).await.unwrap();
    jobs.set_aside(&general, "nej".to_owned(), now()).await.unwrap();
    let list = org.at("/administration/jobs");
    let seen = org.owner.get(&list).await.is(200)["content"].take();
    assert_eq!(each(&seen, "idJob"), [71], "not what is not the organisation's");
    assert_eq!((&seen[0]["kind"], &seen[0]["error"]), (&json!("invitation-mail"), &Value::Null));
    assert_eq!(other.owner.get(&other.at("/administration/jobs")).await.is(200)["content"], json!([]));
    let every = operator.get("/api/v1/entities/1/administration/jobs").await.is(200)["content"].take();
    assert_eq!(each(&every, "idJob"), [72, 71]);
    assert_eq!((&every[1]["error"], &every[1]["idEntity"]), (&json!("10.0.0.7 svarar inte"), &json!(org.id)));
    let retry = |org: &Org, job: i64| org.at(&format!("/administration/jobs/{job}/retry"));
    other.owner.post(&retry(&other, 71), json!({})).await.is(404);
    org.owner.post(&retry(&org, 72), json!({})).await.is(404);
    org.owner.post(&retry(&org, 71), json!({})).await.is(204);
    org.owner.post(&retry(&org, 71), json!({})).await.is(404);
    let log = audit(&org, "?kind=JOB_RETRIED").await;
    assert_eq!(each(&log, "subject"), [&json!({"kind": "JOB", "id": 71, "name": "invitation-mail"})]);
    operator.post("/api/v1/entities/1/administration/jobs/72/retry", json!({})).await.is(204);
}

#[actix_web::test]
async fn the_platforms_administrators_see_organisations_and_limits() {
    let world = World::with_rates(actors::platform::limits::Rates::default()).await;
    let (org, operator) = (world.org("Skolan").await, operator(&world).await);
    let admin = org.with("ADMINISTRATOR").await;
    let path = format!("/api/v1/administration/entities?slug={}", org.slug);
    let found = operator.get(&path).await.is(200)["content"].take();
    assert_eq!((each(&found, "idEntity"), &found[0]["usedBytes"]), (vec![&json!(org.id)], &json!(0)));
    assert_eq!(found[0]["owner"]["idUser"], org.owner.id);
    assert_eq!(each(&found[0]["administrators"], "idUser"), [admin.id]);
    let (mut cursor, mut seen) = (String::new(), Vec::new());
    loop {
        let page = operator.get(&format!("/api/v1/administration/entities?limit=1{cursor}")).await.is(200);
        seen.push(page["content"][0]["idEntity"].clone());
        cursor = format!("&cursor={}", page["cursor"]);
        if page["hasMore"] == false {
            break;
        }
    }
    assert_eq!(seen.iter().filter(|one| **one == org.id).count(), 1, "{seen:?}");
    // By a word of its name as well, or its address; the one of that address comes first.
    let other = world.org("Gymnasiet Skolan").await;
    world.open_search();
    world.search_is_whole().await;
    let named = async |q: &str| {
        let found = operator.get(&format!("/api/v1/administration/entities?q={q}")).await.is(200);
        each(&found["content"], "idEntity").into_iter().cloned().collect::<Vec<_>>()
    };
    assert_eq!(named("gymnasiet").await, [json!(other.id)]);
    let both = named(&org.slug.to_uppercase()).await;
    assert_eq!(both.first(), Some(&json!(org.id)), "{both:?}");
    assert_eq!(named("finns-inte-alls").await, Vec::<Value>::new());
    let limits = operator.get("/api/v1/administration/limits").await.is(200);
    let of = |list: &str, name: &str| {
        limits[list].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
    };
    // Contract §1: 10 messages a second, 30 at once; §12: 20 organisations a person.
    assert_eq!(of("limits", "message")["rate"], "10/s,30");
    assert_eq!(of("quotas", "entities")["value"], 20);
    for path in ["/api/v1/administration/entities", "/api/v1/administration/limits"] {
        org.owner.get(path).await.refused(403, "ROLE_TOO_LOW");
    }
}

/// The row of an erased person stays, with what is shown of anybody who is gone.
#[actix_web::test]
async fn an_erased_person_has_no_name_in_the_log() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (admin, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let at = org.at(&format!("/relations/{}", member.id));
    admin.put(&at, json!({"txRelationType": "TEACHER"})).await.is(200);
    admin.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(admin.id), now() + PATIENCE + 60_000).await.unwrap());
    let log = audit(&org, "?kind=ROLE_CHANGED").await;
    assert_eq!(log[0]["actor"]["displayName"], "Borttagen användare");
    assert!(!log.to_string().contains("ADMINISTRATOR"), "their first name: {log}");
}

/// An act on something of an organisation: the call, with what `{id}` stands for and the body; and what the log says.
struct Recorded {
    method: &'static str,
    path: &'static str,
    body: Value,
    kind: &'static str,
    subject: &'static str,
    facts: Value,
}

fn recorded(
    (method, path): (&'static str, &'static str),
    body: Value,
    (kind, subject): (&'static str, &'static str),
    facts: Value,
) -> Recorded {
    Recorded { method, path, body, kind, subject, facts }
}

/// The newest entry, less who and when.
async fn newest(org: &Org) -> Value {
    let entry = audit(org, "").await[0].take();
    let subject = &entry["subject"];
    json!({"kind": entry["kind"], "subject": subject["kind"], "id": subject["id"], "name": subject["name"], "facts": entry["facts"]})
}

/// Contract §11.4: what changes rules is recorded with its act, without a word of what somebody wrote.
#[actix_web::test]
async fn changes_of_rules_are_recorded_without_their_texts() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let room = |name: &str, version: i64| json!({"idEntity": org.id, "name": name, "kind": "ROOM", "status": 1, "whoMayBook": ["MEMBER"], "version": version});
    let bookable =
        id(&org.owner.post("/api/v1/bookables", room("Hemlig sal", 0)).await.is(201)["idBookable"]);
    let made =
        json!({"kind": "BOOKABLE_CREATED", "subject": "BOOKABLE", "id": bookable, "name": null, "facts": {}});
    assert_eq!(newest(&org).await, made);
    let group = json!({"idEntity": org.id, "name": "Hemlig grupp", "bookables": [bookable], "version": 1});
    let group_id = id(&org.owner.post("/api/v1/bookable-groups", group.clone()).await.is(201)["idGroup"]);
    assert_eq!(newest(&org).await["kind"], "BOOKABLE_GROUP_CREATED");
    let (course, _, _) = crate::v1_courses::in_scene(&org, "hemligt").await;
    let path = format!("/api/v1/courses/{course}");
    let settings = async || org.owner.get(&path).await.is(200)["version"].clone();
    let hours = json!({
        "version": 0, "periods": [{"weekdays": [1], "start": "08:00", "end": "16:00"}], "closures": [],
        "closedOnRedDays": false, "closedOnSchoolBreaks": false,
    });
    let ruled = json!({"minLength": 60, "minNotice": 120, "name": "Hemlig aula"});
    let mut rules = room("Hemlig aula", 1);
    rules.as_object_mut().unwrap().extend(ruled.as_object().unwrap().clone());
    let mut smaller = group.clone();
    smaller["name"] = json!("Hemligare");
    let none = || json!({});
    let version = settings().await;
    #[rustfmt::skip]
    let acts = [
        recorded(("PUT", "/api/v1/bookables/{b}"), rules.clone(), ("BOOKABLE_CHANGED", "BOOKABLE"), json!({"changed": "minLength, minNotice, name"})),
        recorded(("PUT", "/api/v1/bookables/{b}/availability"), hours.clone(), ("OPENING_HOURS_CHANGED", "BOOKABLE"), none()),
        recorded(("PUT", "/api/v1/entities/{e}/availability"), hours, ("OPENING_HOURS_CHANGED", ""), none()),
        recorded(("PUT", "/api/v1/bookable-groups/{g}"), smaller, ("BOOKABLE_GROUP_CHANGED", "BOOKABLE_GROUP"), none()),
        recorded(("DELETE", "/api/v1/bookable-groups/{g}"), none(), ("BOOKABLE_GROUP_REMOVED", "BOOKABLE_GROUP"), none()),
        recorded(("DELETE", "/api/v1/bookables/{b}"), none(), ("BOOKABLE_REMOVED", "BOOKABLE"), none()),
        recorded(("PUT", "/api/v1/courses/{c}"), json!({"access": "MEMBERS", "version": version}), ("COURSE_ACCESS_CHANGED", "COURSE"), json!({"access": "PUBLIC → MEMBERS"})),
        recorded(("POST", "/api/v1/courses/{c}/publish"), none(), ("COURSE_PUBLISHED", "COURSE"), none()),
        recorded(("POST", "/api/v1/courses/{c}/archive"), none(), ("COURSE_ARCHIVED", "COURSE"), none()),
        recorded(("PUT", "/api/v1/courses/{c}"), json!({"status": "DRAFT", "version": null}), ("COURSE_UNPUBLISHED", "COURSE"), none()),
        recorded(("DELETE", "/api/v1/courses/{c}"), none(), ("COURSE_REMOVED", "COURSE"), none()),
        recorded(("PUT", "/api/v1/entities/{e}/vacation/settings"), json!({"holidayYear": "CALENDAR", "groups": [], "version": 0}), ("VACATION_SETTINGS_CHANGED", ""), json!({"changed": "holidayYear"})),
    ];
    for act in acts {
        let ids = [("{b}", bookable), ("{g}", group_id), ("{c}", course), ("{e}", org.id)];
        let path =
            ids.iter().fold(act.path.to_owned(), |path, (name, id)| path.replace(name, &id.to_string()));
        let mut body = act.body;
        if body.get("version").is_some_and(Value::is_null) {
            body["version"] = settings().await;
        }
        let answer = org.owner.call(act.method, &path).json(&body).send().await;
        assert!((200..300).contains(&answer.status), "{} {path}: {}", act.method, answer.text());
        let entry = newest(&org).await;
        assert_eq!(entry["kind"], act.kind, "{} {path}", act.method);
        assert_eq!(entry["subject"].as_str().unwrap_or_default(), act.subject, "{entry}");
        assert_eq!((&entry["name"], &entry["facts"]), (&Value::Null, &act.facts), "{path}");
    }
    let text = org.owner.get(&org.at("/audit.csv")).await.text();
    assert!(text.contains(";Kurs publicerad") && text.contains(";Öppettider ändrade"), "{text}");
    assert!(!text.to_lowercase().contains("hemlig"), "{text}");
    // What was refused is no act.
    let before = audit(&org, "").await;
    org.owner.put(&format!("/api/v1/bookables/{bookable}"), rules).await.refused(404, "NOT_FOUND");
    assert_eq!(audit(&org, "").await, before);
}

/// One's own tokens act in all organisations that one belongs to: the platform's log has them, and one's own data.
#[actix_web::test]
async fn personal_tokens_are_recorded_in_the_log_of_the_platform() {
    let world = World::new().await;
    let (anna, operator) = (world.person("Anna").await, operator(&world).await);
    let new =
        json!({"name": "hemlig", "scopes": ["read"], "expires": storage::time::Moment(now() + 86_400_000)});
    let token = id(&anna.post("/api/v1/me/tokens", new).await.is(201)["id"]);
    anna.delete(&format!("/api/v1/me/tokens/{token}")).await.is(204);
    let log = operator.get("/api/v1/entities/1/audit").await.is(200)["content"].take();
    assert_eq!(each(&log, "kind"), ["PERSONAL_TOKEN_REVOKED", "PERSONAL_TOKEN_CREATED"]);
    let subject = json!({"kind": "TOKEN", "id": token, "name": null});
    assert_eq!(each(&log, "subject"), [&subject, &subject]);
    let own = crate::v1_me_erasure::export(&anna).await["administration.json"].clone();
    assert_eq!(each(&own, "kind"), ["PERSONAL_TOKEN_REVOKED", "PERSONAL_TOKEN_CREATED"]);
}
