//! `/api/v1/me`, `/api/v1/auth`, `/api/v1/websocket/token`: the signed-in person.

use actors::accounts::names;
use actors::tokens::who_of_socket_token;
use futures_util::future::join_all;
use storage::UserStatus;

use crate::harness::{PASSWORD, Value, World, each, form, id, json, png};

#[actix_web::test]
async fn concurrent_profile_changes_are_all_kept() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let changes = [
        json!({"whoMayMessage": "EVERYONE"}),
        json!({"showReadMarks": false}),
        json!({"findable": true}),
        json!({"showMunicipality": true}),
        json!({"displayFlags": {"bookables": false, "infopoint": true, "phocal": true, "bokaIn": true, "order": true}}),
        json!({"discoverable": false}),
        json!({"firstName": "Eva"}),
        json!({"lastName": "Alm"}),
        json!({"displayName": "Eva på kansliet"}),
        json!({"selectedMunicipalityId": 180}),
    ];
    for answer in join_all(changes.iter().map(|change| anna.patch("/api/v1/me", change.clone()))).await {
        answer.is(200);
    }
    let me = anna.get("/api/v1/me").await.is(200);
    for (field, value) in changes.iter().filter_map(Value::as_object).flatten() {
        assert_eq!(&me[field], value, "{field}");
    }
}

#[actix_web::test]
async fn absent_fields_stay() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = anna.get("/api/v1/me").await.is(200);
    assert_eq!(before["idUser"], anna.id);
    assert_eq!(before["email"], anna.email.as_str());
    assert_eq!(anna.patch("/api/v1/me", json!({})).await.is(200), before);

    let change = json!({"displayName": "  Anna på kansliet ", "selectedMunicipalityId": 180});
    let after = anna.patch("/api/v1/me", change).await.is(200);
    assert_eq!(after["displayName"], "Anna på kansliet");
    assert_eq!(after["selectedMunicipalityId"], 180);
    for field in ["firstName", "lastName", "userName", "email", "created", "verified"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(anna.get("/api/v1/me").await.is(200), after);
}

#[actix_web::test]
async fn read_only_fields_cannot_be_changed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = anna.get("/api/v1/me").await.is(200);
    let change =
        json!({"idUser": 1, "email": "annan@example.se", "verified": false, "created": "2001-01-01"});
    assert_eq!(anna.patch("/api/v1/me", change).await.is(200), before);
    for (field, value, code) in [
        ("firstName", json!(""), "LENGTH"),
        ("displayName", json!("x".repeat(61)), "LENGTH"),
        ("lastName", json!("rad\nbrott"), "CHARACTERS"),
        ("selectedMunicipalityId", json!(-2), "RANGE"),
        ("userName", json!("Stora"), "SLUG"),
        ("userName", json!("login"), "SLUG"),
        ("userName", json!("123"), "SLUG"),
        ("userName", json!("a"), "LENGTH"),
    ] {
        let mut body = json!({});
        body[field] = value;
        anna.patch("/api/v1/me", body).await.wrong_field(field, code);
    }
    assert_eq!(anna.get("/api/v1/me").await.is(200), before);
}

#[actix_web::test]
async fn slugs_are_unique_over_people_and_organisations() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let org = world.org("Hörnebo SK").await;
    let rename = |name: &str| json!({"userName": name});
    anna.patch("/api/v1/me", rename("anna-ek")).await.is(200);
    bo.patch("/api/v1/me", rename("anna-ek")).await.refused(409, "NAME_TAKEN");
    bo.patch("/api/v1/me", rename(&org.slug)).await.refused(409, "NAME_TAKEN");
    let new = json!({"entityName": "Anna", "entityType": "company", "entitySlug": "anna-ek"});
    bo.post("/api/v1/entities", new.clone()).await.refused(409, "SLUG_TAKEN");
    // Her present name is no change; a name given up is available.
    anna.patch("/api/v1/me", rename("anna-ek")).await.is(200);
    anna.patch("/api/v1/me", rename("anna-ekman")).await.is(200);
    bo.post("/api/v1/entities", new).await.is(201);
}

#[actix_web::test]
async fn slugs_of_swedish_names_get_numbers() {
    let world = World::new().await;
    let sign_up = |n: u32, first: &str, last: &str| {
        let body = json!({"email": format!("n{n}@example.se"), "password": PASSWORD, "firstName": first, "lastName": last});
        world.anyone("POST", "/api/public/auth/signup").json(&body).send()
    };
    let cases =
        [("Åsa", "Öberg", "asa-oberg"), ("Asa", "Oberg", "asa-oberg-2"), ("ÄSA", "öberg", "asa-oberg-3")];
    for (n, (first, last, slug)) in (1..).zip(cases) {
        sign_up(n, first, last).await.is(201);
        let user = world.storage.accounts.user_by_email(&format!("n{n}@example.se")).await.unwrap().unwrap();
        assert_eq!(user.user_name, slug);
    }
}

#[actix_web::test]
async fn reserved_words_cannot_be_names() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for word in names::RESERVED {
        let answer = anna.patch("/api/v1/me", json!({"userName": word})).await;
        assert_eq!(answer.status, 422, "{word}");
    }
}

#[actix_web::test]
async fn sessions_are_listed_and_ended() {
    let world = World::new().await;
    let user = world.user("Anna", UserStatus::Active).await;
    let (phone, desk) = (world.signed_in(user.clone()).await, world.signed_in(user).await);
    let bo = world.person("Bo").await;
    let list = desk.get("/api/v1/auth/sessions").await.is(200)["content"].take();
    assert_eq!(
        each(&list, "current"),
        [&json!(true), &json!(false)],
        "newest first, and the desk's is the newest"
    );
    let theirs = id(&list[1]["id"]);

    bo.delete(&format!("/api/v1/auth/sessions/{theirs}")).await.refused(404, "NOT_FOUND");
    phone.get("/api/v1/me").await.is(200);
    desk.delete(&format!("/api/v1/auth/sessions/{theirs}")).await.is(204);
    phone.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    desk.delete(&format!("/api/v1/auth/sessions/{theirs}")).await.refused(404, "NOT_FOUND");
    let list = desk.get("/api/v1/auth/sessions").await.is(200)["content"].take();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn logging_out_ends_only_this_session() {
    let world = World::new().await;
    let user = world.user("Anna", UserStatus::Active).await;
    let (phone, desk) = (world.signed_in(user.clone()).await, world.signed_in(user).await);
    let answer = desk.call("POST", "/api/v1/auth/logout").send().await;
    for name in ["kalender_jwt", "kalender_jwt_present"] {
        let cookies = answer.cookies();
        let cookie = cookies.iter().find(|cookie| cookie.name() == name).unwrap();
        assert_eq!((cookie.value(), cookie.max_age().unwrap().whole_seconds()), ("", 0));
    }
    answer.is(204);
    desk.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    phone.get("/api/v1/me").await.is(200);
}

#[actix_web::test]
async fn a_token_for_a_socket_is_used_once() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let token = anna.post("/api/v1/websocket/token", json!({})).await.is(200)["token"].take();
    let token = token.as_str().unwrap();
    let who = who_of_socket_token(&world.platform, token).await.unwrap();
    assert_eq!(who.user_id.0, anna.id);
    assert_eq!(who_of_socket_token(&world.platform, token).await.unwrap_err().code, "NOT_SIGNED_IN");
    // It is valid for the WebSocket only.
    let token = anna.post("/api/v1/websocket/token", json!({})).await.is(200)["token"].take();
    let token = token.as_str().unwrap();
    world.anyone("GET", "/api/v1/me").bearer(token).send().await.refused(401, "NOT_SIGNED_IN");
    // It is invalid once its session has ended.
    anna.call("POST", "/api/v1/auth/logout").send().await.is(204);
    assert_eq!(who_of_socket_token(&world.platform, token).await.unwrap_err().code, "NOT_SIGNED_IN");
}

#[actix_web::test]
async fn my_organisations_by_name() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (zeta, alfa) = (world.org("Örnen").await, world.org("Alfa").await);
    world.org("Andras").await;
    zeta.relate(&anna, "TEACHER").await;
    alfa.relate(&anna, "FOLLOWER").await;
    let list = anna.get("/api/v1/me/entities").await.is(200)["content"].take();
    assert_eq!(each(&list, "entityName"), ["Alfa", "Örnen"]);
    assert_eq!(each(&list, "txRelationType"), ["FOLLOWER", "TEACHER"]);
    assert_eq!(list[1]["idEntity"], zeta.id);
}

#[actix_web::test]
async fn a_picture_is_set_and_has_an_address() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (kind, body) = form("image", &png(300, 200));
    let me = anna.call("PUT", "/api/v1/me/image").body(&kind, body).send().await.is(200);
    let address = me["profileImage"].as_str().unwrap();
    assert!(address.starts_with(&format!("/img/user/{}?v=", anna.id)), "{address}");
    assert_eq!(anna.get("/api/v1/me").await.is(200)["profileImage"], address);
    let answer = world.anyone("GET", address).send().await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/jpeg"));
    // Others see it with her messages.
    let org = world.org("Orkestern").await;
    org.relate(&anna, "MEMBER").await;
    anna.says(org.general, "hej").await;
    assert_eq!(org.owner.reads(org.general).await[0]["userAvatar"], address);
}

#[actix_web::test]
async fn everything_unread_in_one_call() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = org.with("MEMBER").await;
    let nothing = json!({"messages": 0, "chat": 0, "contacts": 0, "notifications": 0});
    assert_eq!(anna.get("/api/v1/me/unread").await.is(200), nothing);
    org.owner.says(org.general, &format!("hej @{}", anna.name)).await;
    anna.bell(1).await;
    let unread = anna.get("/api/v1/me/unread").await.is(200);
    assert_eq!((&unread["chat"], &unread["notifications"]), (&json!(1), &json!(1)));
    let quiet: Value = json!({"muted": true});
    anna.put(&format!("/api/v1/chat/channels/{}/settings", org.general), quiet).await.is(200);
    assert_eq!(anna.get("/api/v1/me/unread").await.is(200)["chat"], 0);
}

#[actix_web::test]
async fn display_name_follows_names_until_it_is_set() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let change = async |body: Value| anna.patch("/api/v1/me", body).await.is(200)["displayName"].take();
    change(json!({"firstName": "Anna", "lastName": "Ek", "displayName": "Anna Ek"})).await;
    assert_eq!(change(json!({"lastName": "Alm"})).await, "Anna Alm");
    assert_eq!(change(json!({"firstName": "Ann"})).await, "Ann Alm");
    assert_eq!(change(json!({"firstName": "Anna", "displayName": "Annis"})).await, "Annis");
    assert_eq!(change(json!({"lastName": "Ek"})).await, "Annis");
    assert_eq!(change(json!({"displayName": "Anna Ek"})).await, "Anna Ek");
    assert_eq!(change(json!({"lastName": "Alm"})).await, "Anna Alm");
}

/// [shell 3.14]
#[actix_web::test]
async fn display_flags_are_kept_one_by_one() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let flags = async || anna.get("/api/v1/me").await.is(200)["displayFlags"].take();
    let all = json!({"bookables": true, "infopoint": true, "phocal": true, "bokaIn": true, "order": true});
    assert_eq!(flags().await, all);
    let changes = ["bookables", "infopoint", "phocal", "bokaIn", "order"];
    let change = |flag: &&str| anna.patch("/api/v1/me", json!({"displayFlags": {*flag: false}}));
    for answer in join_all(changes[..4].iter().map(change)).await {
        answer.is(200);
    }
    let left =
        json!({"bookables": false, "infopoint": false, "phocal": false, "bokaIn": false, "order": true});
    assert_eq!(flags().await, left);
    anna.patch("/api/v1/me", json!({"displayFlags": {}})).await.is(200);
    anna.patch("/api/v1/me", json!({"firstName": "Eva"})).await.is(200);
    assert_eq!(flags().await, left);
}
