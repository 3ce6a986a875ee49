//! `/api/v1/feed`: posts, their lists, likes, reposts, pictures. Contract §6.

use crate::harness::{Org, Patience, Person, Value, World, count, each, form, id, json, piece, png};
use crate::v1_contacts_requests::befriend;

/// Writes a post, public unless `body` sets an audience; answers it.
pub async fn says(person: &Person, mut body: Value) -> Value {
    if body["audience"].is_null() {
        body["audience"] = json!("PUBLIC");
    }
    person.post("/api/v1/feed/posts", body).await.is(201)
}

pub fn uuid(post: &Value) -> &str {
    post["uuid"].as_str().unwrap_or_else(|| panic!("no post: {post}"))
}

pub fn at(post: &Value, rest: &str) -> String {
    format!("/api/v1/feed/posts/{}{rest}", uuid(post))
}

/// The texts of a list.
pub async fn texts(person: &Person, path: &str) -> Vec<String> {
    let page = person.get(path).await.is(200);
    each(&page["content"], "txMessage").iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Waits until a list holds these texts: timelines are written after the response.
pub async fn comes(person: &Person, path: &str, expected: &[&str]) {
    let mut seen = Vec::new();
    let mut patience = Patience::new();
    while patience.lasts().await {
        seen = texts(person, path).await;
        if seen == expected {
            return;
        }
    }
    panic!("{}: {path} holds {seen:?}, not {expected:?}", person.name);
}

pub async fn follows(person: &Person, other: &Person) {
    person.post("/api/v1/contacts/follow", json!({"toUserId": other.id})).await.is(200);
}

/// Makes the person findable by everybody.
pub async fn findable(person: &Person) {
    person.patch("/api/v1/me", json!({"findable": true})).await.is(200);
}

#[actix_web::test]
async fn post_has_its_wire_format() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = says(&anna, json!({"txMessage": "  Hej på er  "})).await;
    assert_eq!((&made["txMessage"], &made["audience"]), (&json!("Hej på er"), &json!("PUBLIC")));
    assert_eq!(made["uuid"], made["txUuid"]);
    assert!(id(&made["idFeedPost"]) > 0);
    assert_eq!(
        (&made["idEntity"], &made["original"], &made["edited"]),
        (&Value::Null, &Value::Null, &json!(false))
    );
    for counted in ["nrLikes", "nrComments", "nrReposts"] {
        assert_eq!(made[counted], 0, "{counted}");
    }
    assert_eq!((&made["liked"], &made["reposted"]), (&json!(false), &json!(false)));
    let author = &made["author"];
    assert_eq!((&author["kind"], &author["idUser"]), (&json!("person"), &json!(anna.id)));
    assert_eq!((&author["userName"], &author["idEntity"]), (&json!(anna.name), &Value::Null));
    assert_eq!(made["abilities"], json!(["EDIT", "DELETE", "LIKE", "COMMENT", "REPOST"]));
    assert!(made.get("writtenBy").is_none());
    assert_eq!(anna.get(&at(&made, "")).await.is(200), made);
    for path in ["/api/v1/feed", "/api/v1/feed/mine", "/api/public/feed"] {
        let page = anna.get(path).await.is(200);
        assert_eq!(page["content"], json!([made]), "{path}");
        assert_eq!((&page["hasMore"], &page["cursor"]), (&json!(false), &Value::Null), "{path}");
    }
    let seen = world.anyone("GET", &format!("/api/public/feed/posts/{}", uuid(&made))).send().await.is(200);
    assert_eq!((&seen["txMessage"], &seen["abilities"]), (&made["txMessage"], &json!([])));
}

#[actix_web::test]
async fn invalid_posts_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let post = async |body| anna.post("/api/v1/feed/posts", body).await;
    says(&anna, json!({"txMessage": "a".repeat(10_000)})).await;
    post(json!({"txMessage": "a".repeat(10_001)})).await.wrong_field("txMessage", "LENGTH");
    post(json!({"txMessage": " \n "})).await.wrong_field("txMessage", "REQUIRED");
    post(json!({})).await.wrong_field("txMessage", "REQUIRED");
    post(json!({"txMessage": "a\u{0}b"})).await.wrong_field("txMessage", "CHARACTERS");
    post(json!({"txMessage": "a", "audience": "ENTITY_MEMBERS"})).await.wrong_field("audience", "AUDIENCE");
    post(json!({"txMessage": "a", "audience": "ALLA"})).await.refused(422, "INVALID");
    post(json!({"txMessage": "a", "mediaIds": [1]})).await.wrong_field("media", "MEDIA");
    post(json!({"txMessage": "a", "idEntity": 1})).await.refused(404, "NOT_FOUND");
    let org = world.org("Skolan").await;
    let own = json!({"txMessage": "a", "idEntity": org.id, "audience": "CONTACTS"});
    org.owner.post("/api/v1/feed/posts", own).await.wrong_field("audience", "AUDIENCE");
    assert_eq!(texts(&anna, "/api/v1/feed/mine").await.len(), 1, "what was refused is not there");
}

#[actix_web::test]
async fn the_same_post_of_a_client_is_one() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let body = json!({"txMessage": "En gång", "clientPostId": "p1"});
    let first = says(&anna, body.clone()).await;
    let (one, other) = futures_util::future::join(
        anna.post("/api/v1/feed/posts", body.clone()),
        anna.post("/api/v1/feed/posts", body.clone()),
    )
    .await;
    assert_eq!(uuid(&one.is(201)), uuid(&first));
    assert_eq!(uuid(&other.is(201)), uuid(&first));
    assert_ne!(uuid(&says(&bo, body).await), uuid(&first), "another's is another");
    assert_eq!(texts(&anna, "/api/v1/feed/mine").await, ["En gång"]);
}

/// [social 9.3]
#[actix_web::test]
async fn pages_are_stable_while_posts_come_in() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for n in 1..=7 {
        says(&anna, json!({"txMessage": format!("{n}")})).await;
    }
    for path in ["/api/v1/feed", "/api/v1/feed/mine", "/api/public/feed"] {
        let first = anna.get(&format!("{path}?limit=3")).await.is(200);
        assert_eq!(each(&first["content"], "txMessage"), ["7", "6", "5"]);
        assert_eq!((&first["hasMore"], &first["size"], &first["page"]), (&json!(true), &json!(3), &json!(0)));
        let new = says(&anna, json!({"txMessage": "8"})).await;
        let second = anna.get(&format!("{path}?limit=3&cursor={}", first["cursor"])).await.is(200);
        assert_eq!(each(&second["content"], "txMessage"), ["4", "3", "2"]);
        let third = anna.get(&format!("{path}?limit=3&cursor={}", second["cursor"])).await.is(200);
        assert_eq!(each(&third["content"], "txMessage"), ["1"]);
        assert_eq!((&third["hasMore"], &third["cursor"]), (&json!(false), &Value::Null));
        anna.delete(&at(&new, "")).await.is(204);
        let by_offset = anna.get(&format!("{path}?limit=3&offset=3")).await.is(200);
        assert_eq!(each(&by_offset["content"], "txMessage"), ["4", "3", "2"]);
        assert_eq!(by_offset["page"], 1);
        assert_eq!(anna.get(path).await.is(200)["size"], count(piece("social 9.3", "feedPage")));
    }
    anna.get("/api/v1/feed?limit=51").await.refused(422, "INVALID");
    anna.get("/api/v1/feed?offset=1001").await.refused(422, "INVALID");
}

#[actix_web::test]
async fn posts_for_an_organisation_follow_roles() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (runs, member, follower) =
        (org.with("ADMINISTRATOR").await, org.with("MEMBER").await, org.with("FOLLOWER").await);
    let moderator = org.with("MODERATOR").await;
    let body = |text: &str| json!({"txMessage": text, "idEntity": org.id});
    for other in [&follower, &moderator, &world.person("Främling").await] {
        other.post("/api/v1/feed/posts", body("nej")).await.refused(403, "ROLE_TOO_LOW");
    }
    let made = says(&member, body("Vårfest")).await;
    let author = &made["author"];
    assert_eq!((&author["kind"], &author["idUser"]), (&json!("entity"), &Value::Null));
    assert_eq!((&author["idEntity"], &author["slug"]), (&json!(org.id), &json!(org.slug)));
    assert!(made.get("writtenBy").is_none(), "not even who wrote it");
    for (person, sees) in [(&runs, true), (&org.owner, true), (&follower, false), (&moderator, false)] {
        let seen = person.get(&at(&made, "")).await.is(200);
        assert_eq!(seen.get("writtenBy").is_some(), sees, "{}", person.name);
        let text = seen.to_string();
        assert_eq!(text.contains(&member.id.to_string()), sees, "{}: {text}", person.name);
    }
    let abilities = async |person: &Person| person.get(&at(&made, "")).await.is(200)["abilities"].take();
    assert_eq!(abilities(&runs).await, json!(["EDIT", "DELETE", "LIKE", "COMMENT", "REPOST"]));
    assert_eq!(abilities(&moderator).await, json!(["DELETE", "LIKE", "COMMENT", "REPOST"]));
    assert_eq!(abilities(&follower).await, json!(["LIKE", "COMMENT", "REPOST"]));
    let change = json!({"txMessage": "Vårfest på lördag"});
    moderator.put(&at(&made, ""), change.clone()).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(runs.put(&at(&made, ""), change).await.is(200)["edited"], true);
    let path = format!("/api/v1/feed/entity/{}", org.id);
    assert_eq!(texts(&follower, &path).await, ["Vårfest på lördag"]);
    assert_eq!(texts(&member, "/api/v1/feed/mine").await, Vec::<String>::new());
    // Its writer may not edit it any more without the right to post for the organisation.
    let demoted = json!({"txRelationType": "PUPIL"});
    org.owner.put(&org.at(&format!("/relations/{}", member.id)), demoted).await.is(200);
    member.delete(&at(&made, "")).await.refused(403, "ROLE_TOO_LOW");
    moderator.delete(&at(&made, "")).await.is(204);
    follower.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
    follower.get("/api/v1/feed/entity/1").await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn change_of_a_stale_version_is_refused() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let made = says(&anna, json!({"txMessage": "Ett #ett"})).await;
    let new = anna.put(&at(&made, ""), json!({"txMessage": "Två #två", "version": 1})).await.is(200);
    assert_eq!((&new["version"], &new["edited"], &new["topics"]), (&json!(2), &json!(true), &json!(["två"])));
    anna.put(&at(&made, ""), json!({"txMessage": "Tre", "version": 1})).await.refused(409, "MOVED_ON");
    bo.put(&at(&made, ""), json!({"txMessage": "Bos"})).await.refused(403, "NOT_AUTHOR");
    bo.delete(&at(&made, "")).await.refused(403, "NOT_AUTHOR");
    bo.get("/api/v1/feed/topic/ett").await.refused(404, "NOT_FOUND");
    assert_eq!(texts(&bo, "/api/v1/feed/topic/TV%C3%85").await, ["Två #två"]);
    // A post that is not public is under no topic, and reappears there when it is public again.
    anna.put(&at(&made, ""), json!({"audience": "CONTACTS"})).await.is(200);
    anna.get("/api/v1/feed/topic/tv%C3%A5").await.refused(404, "NOT_FOUND");
    assert_eq!(texts(&anna, "/api/public/feed").await, Vec::<String>::new());
    bo.get(&at(&made, "")).await.refused(404, "NOT_FOUND");
    anna.put(&at(&made, ""), json!({"audience": "PUBLIC"})).await.is(200);
    assert_eq!(texts(&bo, "/api/public/feed").await, ["Två #två"]);
}

#[actix_web::test]
async fn likes_count_each_once() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    let made = says(&anna, json!({"txMessage": "Gilla mig"})).await;
    let like = at(&made, "/like");
    let all = futures_util::future::join_all(
        [&anna, &bo, &cia, &bo, &cia].map(|person| person.call("PUT", &like).send()),
    );
    for answer in all.await {
        assert_eq!(answer.is(200)["liked"], true);
    }
    assert_eq!(bo.call("PUT", &like).send().await.is(200), json!({"liked": true, "nrLikes": 3}));
    let seen = bo.get(&at(&made, "")).await.is(200);
    assert_eq!((&seen["nrLikes"], &seen["liked"]), (&json!(3), &json!(true)));
    for _ in 0..2 {
        assert_eq!(bo.delete(&like).await.is(200), json!({"liked": false, "nrLikes": 2}));
    }
    for person in [&anna, &cia] {
        person.delete(&like).await.is(200);
    }
    assert_eq!(anna.delete(&like).await.is(200), json!({"liked": false, "nrLikes": 0}), "never below 0");
    assert!(anna.get("/api/v1/notifications").await.is(200)["content"].as_array().unwrap().is_empty());
}

#[actix_web::test]
async fn a_repost_points_at_the_original() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let first = says(&anna, json!({"txMessage": "Läs detta"})).await;
    let again = bo.post(&at(&first, "/repost"), json!({"comment": "Ja, läs"})).await.is(201);
    assert_eq!(again["originalUuid"], first["uuid"]);
    bo.post(&at(&first, "/repost"), json!({})).await.refused(409, "ALREADY_REPOSTED");
    // Reposting a repost reposts the original, also in another name.
    let path = format!("/api/v1/feed/posts/{}/repost", again["uuid"].as_str().unwrap());
    bo.post(&path, json!({"comment": ""})).await.refused(409, "ALREADY_REPOSTED");
    bo.post(&path, json!({"entityId": org.id})).await.refused(403, "ROLE_TOO_LOW");
    let theirs = org.owner.post(&path, json!({"entityId": org.id})).await.is(201);
    assert_eq!(theirs["originalUuid"], first["uuid"]);
    let seen = bo.get(&at(&again, "")).await.is(200);
    assert_eq!(
        (&seen["txMessage"], &seen["original"]["txMessage"]),
        (&json!("Ja, läs"), &json!("Läs detta"))
    );
    assert_eq!((&seen["original"]["nrReposts"], &seen["original"]["reposted"]), (&json!(2), &json!(true)));
    bo.put(&at(&again, ""), json!({"audience": "CONTACTS"})).await.wrong_field("audience", "AUDIENCE");
    // After deletion it can be reposted again.
    bo.delete(&at(&again, "")).await.is(204);
    assert_eq!(bo.get(&at(&first, "")).await.is(200)["nrReposts"], 1);
    bo.post(&at(&first, "/repost"), json!({})).await.is(201);
    // A repost shows that its original is missing.
    anna.delete(&at(&first, "")).await.is(204);
    assert_eq!(bo.get(&at(&theirs, "")).await.is(200)["original"], json!({"gone": true}));
    let mine = says(&anna, json!({"txMessage": "För kontakter", "audience": "CONTACTS"})).await;
    anna.post(&at(&mine, "/repost"), json!({})).await.refused(403, "NOT_PUBLIC");
    bo.post(&at(&mine, "/repost"), json!({})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn concurrent_reposts_make_one() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let first = says(&anna, json!({"txMessage": "Läs detta"})).await;
    let path = at(&first, "/repost");
    let all = futures_util::future::join_all((0..5).map(|_| bo.post(&path, json!({})))).await;
    assert_eq!(all.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(bo.get(&at(&first, "")).await.is(200)["nrReposts"], 1);
    assert_eq!(bo.get("/api/v1/feed/mine").await.is(200)["content"].as_array().unwrap().len(), 1);
}

/// Uploads a picture; answers its description.
pub async fn sends_picture(person: &Person, side: u32) -> Value {
    let (kind, body) = form("image", &png(side, side / 2));
    person.call("POST", "/api/v1/feed/media").body(&kind, body).send().await.is(201)
}

#[actix_web::test]
async fn pictures_are_visible_to_readers_of_the_post() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    findable(&anna).await;
    befriend(&bo, &anna).await;
    let sent = sends_picture(&anna, 64).await;
    assert_eq!((&sent["width"], &sent["height"]), (&json!(64), &json!(32)));
    let url = sent["url"].as_str().unwrap();
    assert_eq!(anna.get(url).await.header("content-type"), "image/jpeg");
    for other in [&bo, &cia] {
        other.get(url).await.refused(404, "NOT_FOUND");
        let take = json!({"txMessage": "", "media": [{"id": sent["id"]}]});
        other.post("/api/v1/feed/posts", take).await.wrong_field("media", "MEDIA");
    }
    let choice = json!([{"id": sent["id"], "alt": " En fest "}]);
    let made = says(&anna, json!({"media": choice, "audience": "CONTACTS"})).await;
    assert_eq!(
        made["media"],
        json!([{"id": sent["id"], "url": url, "width": 64, "height": 32, "alt": "En fest"}])
    );
    let twice = json!({"mediaIds": [sent["id"]]});
    anna.post("/api/v1/feed/posts", twice).await.wrong_field("media", "MEDIA");
    let seen = bo.get(url).await;
    assert_eq!((seen.status, seen.header("cache-control")), (200, "private, no-cache"));
    cia.get(url).await.refused(404, "NOT_FOUND");
    world.anyone("GET", url).send().await.refused(404, "NOT_FOUND");
    anna.put(&at(&made, ""), json!({"audience": "PUBLIC"})).await.is(200);
    assert_eq!(world.anyone("GET", url).send().await.status, 200);
    // Without its picture it needs a text; the picture is deleted then.
    anna.put(&at(&made, ""), json!({"media": []})).await.wrong_field("txMessage", "REQUIRED");
    anna.put(&at(&made, ""), json!({"media": [], "txMessage": "Utan bild"})).await.is(200);
    gone(&anna, url).await;
    let other = sends_picture(&anna, 32).await;
    let made = says(&anna, json!({"mediaIds": [other["id"]]})).await;
    anna.delete(&at(&made, "")).await.is(204);
    gone(&anna, other["url"].as_str().unwrap()).await;
}

/// Waits until a picture is deleted, which happens after the response.
async fn gone(person: &Person, url: &str) {
    let mut patience = Patience::new();
    while patience.lasts().await {
        if person.get(url).await.status == 404 {
            return;
        }
    }
    panic!("{url} is still there");
}

#[actix_web::test]
async fn reading_follows_the_audience() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, contact, limited) =
        (world.person("Anna").await, world.person("K").await, world.person("B").await);
    let (follower, stranger, blocked) =
        (world.person("F").await, world.person("S").await, world.person("X").await);
    findable(&anna).await;
    befriend(&contact, &anna).await;
    befriend(&limited, &anna).await;
    let id_of = anna.get("/api/v1/contacts").await.is(200)["content"].take();
    let theirs = id_of.as_array().unwrap().iter().find(|one| one["user"]["id"] == limited.id).unwrap();
    let privacy = format!("/api/v1/contacts/{}/privacy", theirs["id"]);
    anna.put(&privacy, json!({"feedSetting": "PUBLIC"})).await.is(200);
    follows(&follower, &anna).await;
    anna.post("/api/v1/contacts/block", json!({"userId": blocked.id})).await.is(404);
    findable(&blocked).await;
    anna.post("/api/v1/contacts/block", json!({"userId": blocked.id})).await.is(200);
    let readers = [
        ("herself", &anna),
        ("a contact", &contact),
        ("a limited contact", &limited),
        ("a follower", &follower),
        ("a stranger", &stranger),
        ("who is blocked", &blocked),
    ];
    for (audience, allowed) in [
        ("PUBLIC", "herself|a contact|a limited contact|a follower|a stranger"),
        ("FOLLOWERS", "herself|a contact|a follower"),
        ("CONTACTS", "herself|a contact"),
    ] {
        let made = says(&anna, json!({"txMessage": "x", "audience": audience})).await;
        check(&made, audience, &readers, &allowed.split('|').collect::<Vec<_>>()).await;
        let nobody = world.anyone("GET", &format!("/api/public/feed/posts/{}", uuid(&made))).send().await;
        assert_eq!(nobody.status, if audience == "PUBLIC" { 200 } else { 404 });
    }
    in_org(&org, &stranger).await;
}

async fn in_org(org: &Org, stranger: &Person) {
    let readers = [
        ("a member", &org.with("TEACHER").await),
        ("a follower", &org.with("FOLLOWER").await),
        ("a customer", &org.with("CUSTOMER").await),
        ("a stranger", stranger),
    ];
    for (audience, allowed) in [
        ("PUBLIC", &["a member", "a follower", "a customer", "a stranger"][..]),
        ("FOLLOWERS", &["a member", "a follower", "a customer"]),
        ("ENTITY_MEMBERS", &["a member"]),
    ] {
        let made =
            says(&org.owner, json!({"txMessage": "x", "audience": audience, "idEntity": org.id})).await;
        check(&made, audience, &readers, allowed).await;
    }
}

/// Readers may do all that readers may; others get 404.
async fn check(made: &Value, audience: &str, readers: &[(&str, &Person)], allowed: &[&str]) {
    for (who, person) in readers {
        let may = allowed.contains(who);
        let expected = |status| if may { status } else { 404 };
        let about = format!("{audience} by {who}");
        assert_eq!(person.get(&at(made, "")).await.status, expected(200), "{about}");
        assert_eq!(person.call("PUT", &at(made, "/like")).send().await.status, expected(200), "{about}");
        assert_eq!(person.delete(&at(made, "/like")).await.status, expected(200), "{about}");
        assert_eq!(person.get(&at(made, "/comments")).await.status, expected(200), "{about}");
        let comment = person.post(&at(made, "/comments"), json!({"txMessage": "y"})).await;
        assert_eq!(comment.status, expected(201), "{about}");
        let repost = person.post(&at(made, "/repost"), json!({})).await;
        let reposts = if audience == "PUBLIC" { 201 } else { 403 };
        assert_eq!(repost.status, expected(reposts), "{about}: {}", repost.text());
    }
}

/// Contract §6: the default audience is people one knows for a person, everybody for an organisation.
#[actix_web::test]
async fn post_without_audience_defaults_to_contacts() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let wrote =
        async |body: Value| org.owner.post("/api/v1/feed/posts", body).await.is(201)["audience"].take();
    assert_eq!(wrote(json!({"txMessage": "Hej"})).await, "CONTACTS");
    assert_eq!(wrote(json!({"txMessage": "Hej", "audience": null})).await, "CONTACTS");
    assert_eq!(wrote(json!({"txMessage": "Hej", "audience": "FOLLOWERS"})).await, "FOLLOWERS");
    assert_eq!(wrote(json!({"txMessage": "Hej", "idEntity": org.id})).await, "PUBLIC");
}
