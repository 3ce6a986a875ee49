//! `/api/public/auth`: sign-up, verification, sign-in, reset.

use std::time::Duration;

use actix_web::cookie::SameSite;
use actors::accounts::secrets::token_hash;
use actors::platform::time::now;
use futures_util::FutureExt;
use storage::ids::UserId;
use storage::{Token, TokenPurpose, UserStatus};

use crate::harness::{Answer, Limits, PASSWORD, Value, World, json};

async fn post(world: &World, path: &str, body: Value) -> Answer {
    world.anyone("POST", &format!("/api/public/auth/{path}")).json(&body).send().await
}

fn newcomer(email: &str) -> Value {
    json!({"email": email, "password": PASSWORD, "firstName": "Åsa", "lastName": "Öberg"})
}

async fn log_in(world: &World, email: &str, password: &str) -> Answer {
    post(world, "login", json!({"email": email, "password": password})).await
}

/// Expects of the token of a link that was mailed just now that it is good for some hours, and no longer.
async fn lives(world: &World, token: &str, purpose: TokenPurpose, hours: i64) {
    let (accounts, hash) = (&world.storage.accounts, token_hash(token));
    let (over, minute) = (now() + hours * 3_600_000, 60_000);
    assert!(accounts.peek_token(&hash, purpose, over - minute).await.unwrap().is_some());
    assert!(accounts.peek_token(&hash, purpose, over).await.unwrap().is_none());
}

#[actix_web::test]
async fn from_sign_up_to_signed_in() {
    let world = World::new().await;
    let said = post(&world, "signup", newcomer(" Asa@Example.se ")).await.is(201);
    assert!(said["message"].as_str().is_some_and(|text| !text.is_empty()));
    log_in(&world, "asa@example.se", PASSWORD).await.refused(403, "NOT_VERIFIED");

    let token = world.mailed_token("asa@example.se", 1).await;
    lives(&world, &token, TokenPurpose::Verify, 48).await;
    let answer = post(&world, "verify", json!({"token": token})).await;
    assert!(answer.cookies().is_empty(), "verifying does not sign in");
    let user = answer.is(200);
    assert_eq!((&user["verified"], &user["userName"]), (&json!(true), &json!("asa-oberg")));
    post(&world, "verify", json!({"token": token})).await.wrong_field("token", "TOKEN_INVALID");

    let user = log_in(&world, "ASA@example.se", PASSWORD).await.is(200)["user"].take();
    assert_eq!(user["email"], "asa@example.se");
    assert_eq!(user["displayName"], "Åsa Öberg");
    assert_eq!(user["selectedMunicipalityId"], -1);
    assert_eq!(user["profileImage"], Value::Null);
    assert!(user.get("passwordHash").is_none() && user.get("password").is_none());
}

#[actix_web::test]
async fn a_known_address_is_answered_like_an_unknown_one() {
    let world = World::new().await;
    let known = world.person("Anna").await;
    let unknown = post(&world, "signup", newcomer("ny@example.se")).await;
    let answer = post(&world, "signup", newcomer(&known.email)).await;
    assert_eq!((unknown.status, unknown.text()), (answer.status, answer.text()));
    assert!(answer.cookies().is_empty());
    let mail = world.mails(&known.email, 1).await.remove(0);
    assert!(mail.contains("du har redan ett") && !mail.contains("token="), "{mail}");
    // The account is unchanged.
    log_in(&world, &known.email, PASSWORD).await.is(200);
    let me = known.get("/api/v1/me").await.is(200);
    assert_eq!(me["firstName"], "Anna");
    // An unverified person gets a new link.
    post(&world, "signup", newcomer("ny@example.se")).await.is(201);
    let token = world.mailed_token("ny@example.se", 2).await;
    post(&world, "verify", json!({"token": token})).await.is(200);
}

#[actix_web::test]
async fn invalid_sign_ups_are_refused() {
    let world = World::new().await;
    let long = "x7!kö".repeat(26);
    let cases = [
        ("password", "Kort-9!xy", "LENGTH"),
        ("password", long.as_str(), "LENGTH"),
        ("password", "1234567890", "PASSWORD_TOO_COMMON"),
        ("password", "lösenord123", "PASSWORD_TOO_COMMON"),
        ("password", "qwertyuiop", "PASSWORD_TOO_COMMON"),
        ("password", "ny@example.se", "PASSWORD_TOO_COMMON"),
        ("email", "", "EMAIL"),
        ("email", "anna", "EMAIL"),
        ("email", "anna@example", "EMAIL"),
        ("email", "a b@example.se", "EMAIL"),
        ("email", "a@b.se\r\nBcc: c@d.se", "EMAIL"),
        ("firstName", "", "LENGTH"),
        ("firstName", "   ", "LENGTH"),
        ("lastName", "En\nrad", "CHARACTERS"),
    ];
    let before = world.dump().await;
    for (field, value, code) in cases {
        let mut body = newcomer("ny@example.se");
        body[field] = json!(value);
        let answer = post(&world, "signup", body).await;
        assert_eq!(answer.status, 422, "{field} {value:?}: {}", answer.text());
        answer.wrong_field(field, code);
    }
    World::assert_same(&before, &world.dump().await);
    let mut body = newcomer("ny@example.se");
    body["password"] = json!("korrekt häst batteri");
    post(&world, "signup", body).await.is(201);
}

#[actix_web::test]
async fn forged_foreign_or_expired_links_are_refused() {
    let world = World::new().await;
    let user = world.user("Anna", UserStatus::Pending).await;
    let link = |secret: &str, purpose, expires| Token {
        hash: token_hash(secret),
        purpose,
        user_id: UserId(user.user_id.0),
        session_id: None,
        password_hash: None,
        first_name: None,
        last_name: None,
        expires,
    };
    let accounts = &world.storage.accounts;
    accounts.put_token(&link("over", TokenPurpose::Verify, now() + 5), Vec::new()).await.unwrap();
    accounts.put_token(&link("over-reset", TokenPurpose::Reset, now() + 5), Vec::new()).await.unwrap();
    accounts.put_token(&link("reset", TokenPurpose::Reset, now() + 60_000), Vec::new()).await.unwrap();
    accounts.put_token(&link("socket", TokenPurpose::Socket, now() + 60_000), Vec::new()).await.unwrap();
    actix_web::rt::time::sleep(Duration::from_millis(20)).await;
    for token in ["over", "reset", "socket", "forged", &token_hash("reset")] {
        post(&world, "verify", json!({"token": token})).await.wrong_field("token", "TOKEN_INVALID");
    }
    for token in ["over-reset", "socket", "forged", &token_hash("reset")] {
        let body = json!({"token": token, "password": "ett-nytt-paraply-1"});
        post(&world, "reset", body).await.wrong_field("token", "TOKEN_INVALID");
    }
    log_in(&world, user.email.as_deref().unwrap(), PASSWORD).await.refused(403, "NOT_VERIFIED");
}

#[actix_web::test]
async fn wrong_password_and_unknown_address_look_alike() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let imported = world.user("Importerad", UserStatus::Imported).await;
    let closed = world.user("Stängd", UserStatus::Deactivated).await;
    let mut said = Vec::new();
    for (email, password) in [
        (anna.email.as_str(), "fel-paraply-4711"),
        (anna.email.as_str(), ""),
        ("ingen@example.se", PASSWORD),
        (imported.email.as_deref().unwrap(), PASSWORD),
        (closed.email.as_deref().unwrap(), PASSWORD),
    ] {
        let answer = log_in(&world, email, password).await;
        assert!(answer.cookies().is_empty());
        let mut problem = answer.refused(401, "WRONG_CREDENTIALS");
        problem["requestId"] = Value::Null;
        said.push(problem);
    }
    assert!(said.iter().all(|problem| *problem == said[0]));
}

#[actix_web::test]
async fn the_cookies_of_a_session() {
    for (url, secure) in [(None, None), (Some("https://kalender.test"), Some(true))] {
        let world = World::with(Limits::Off, url).await;
        let anna = world.person("Anna").await;
        let cookies = log_in(&world, &anna.email, PASSWORD).await.cookies();
        let find = |name: &str| cookies.iter().find(|cookie| cookie.name() == name).unwrap();
        let (session, marker) = (find("kalender_jwt"), find("kalender_jwt_present"));
        assert_eq!((session.http_only(), marker.http_only()), (Some(true), None));
        assert_eq!(marker.value(), "1");
        for cookie in [session, marker] {
            assert_eq!(cookie.same_site(), Some(SameSite::Lax));
            assert_eq!(cookie.path(), Some("/"));
            assert_eq!(cookie.secure(), secure);
            assert_eq!(cookie.domain(), None);
            assert_eq!(cookie.max_age().unwrap().whole_days(), 30);
        }
        let me = world.anyone("GET", "/api/v1/me").cookie(session.value()).send().await.is(200);
        assert_eq!(me["idUser"], anna.id);
        let me = world.anyone("GET", "/api/v1/me").bearer(session.value()).send().await.is(200);
        assert_eq!(me["idUser"], anna.id);
    }
}

#[actix_web::test]
async fn a_reset_ends_every_session() {
    let world = World::new().await;
    let user = world.user("Anna", UserStatus::Active).await;
    let email = user.email.clone().unwrap();
    let (phone, desk) = (world.signed_in(user.clone()).await, world.signed_in(user).await);
    let other = world.person("Bo").await;

    post(&world, "reset/request", json!({"email": email.to_uppercase()})).await.is(204);
    let token = world.mailed_token(&email, 1).await;
    lives(&world, &token, TokenPurpose::Reset, 1).await;
    let reset = |password: &str| post(&world, "reset", json!({"token": token, "password": password}));
    // A refused password does not consume the link.
    reset("kort").await.wrong_field("password", "LENGTH");
    reset("1234567890").await.wrong_field("password", "PASSWORD_TOO_COMMON");
    phone.get("/api/v1/me").await.is(200);
    reset("ett-nytt-paraply-1").await.is(204);
    reset("ett-annat-paraply-2").await.wrong_field("token", "TOKEN_INVALID");

    phone.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    desk.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    other.get("/api/v1/me").await.is(200);
    log_in(&world, &email, PASSWORD).await.refused(401, "WRONG_CREDENTIALS");
    log_in(&world, &email, "ett-nytt-paraply-1").await.is(200);
}

#[actix_web::test]
async fn reset_of_known_and_unknown_addresses_looks_alike() {
    let world = World::new().await;
    let closed = world.user("Stängd", UserStatus::Deactivated).await;
    let imported = world.user("Importerad", UserStatus::Imported).await;
    let anna = world.person("Anna").await;
    let closed = closed.email.unwrap();
    let imported = imported.email.unwrap();
    for email in ["ingen@example.se", "inte en adress", "", &closed, &imported, &anna.email] {
        let answer = post(&world, "reset/request", json!({"email": email})).await;
        assert_eq!((answer.status, answer.text().as_str()), (204, ""), "{email}");
    }
    world.mails(&anna.email, 1).await;
    world.mails(&closed, 0).await;
    // An imported person takes over the account by mail.
    let token = world.mailed_token(&imported, 1).await;
    post(&world, "reset", json!({"token": token, "password": "ett-nytt-paraply-1"})).await.is(204);
    log_in(&world, &imported, "ett-nytt-paraply-1").await.is(200);
}

/// The answer's timing reveals nothing: it does not wait for anything, least of all the store; a known address is
/// processed afterwards.
#[actix_web::test]
async fn a_reset_is_answered_before_the_address_is_looked_up() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for email in [anna.email.as_str(), "ingen@example.se"] {
        let asked = actors::accounts::ask_for_reset(&world.platform, email, "192.0.2.1");
        assert!(matches!(asked.now_or_never(), Some(Ok(()))), "{email} waits for something");
    }
    world.mails(&anna.email, 1).await;
}

#[actix_web::test]
async fn using_one_link_ends_all_others() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let mut tokens = Vec::new();
    for n in 1..=3 {
        post(&world, "reset/request", json!({"email": anna.email})).await.is(204);
        tokens.push(world.mailed_token(&anna.email, n).await);
    }
    let reset =
        |n: usize| post(&world, "reset", json!({"token": tokens[n], "password": "ett-nytt-paraply-1"}));
    reset(1).await.is(204);
    reset(0).await.wrong_field("token", "TOKEN_INVALID");
    reset(2).await.wrong_field("token", "TOKEN_INVALID");
    // A new one works.
    post(&world, "reset/request", json!({"email": anna.email})).await.is(204);
    let token = world.mailed_token(&anna.email, 4).await;
    post(&world, "reset", json!({"token": token, "password": "ett-annat-paraply-2"})).await.is(204);
    log_in(&world, &anna.email, "ett-annat-paraply-2").await.is(200);
}

#[actix_web::test]
async fn sign_up_with_anothers_address_reserves_nothing() {
    let world = World::new().await;
    let spoilt =
        json!({"email": "asa@example.se", "password": PASSWORD, "firstName": "Ful", "lastName": "Fisk"});
    post(&world, "signup", spoilt.clone()).await.is(201);
    let mut hers = newcomer("asa@example.se");
    hers["password"] = json!("mitt-eget-paraply-1");
    post(&world, "signup", hers).await.is(201);
    // Again after her: only her own followed link counts.
    post(&world, "signup", spoilt).await.is(201);
    let mails = world.mails("asa@example.se", 3).await;
    let own = mails.iter().find(|mail| mail.contains("Hej Åsa!")).unwrap();
    let token: String =
        own.split_once("?token=").unwrap().1.chars().take_while(char::is_ascii_alphanumeric).collect();
    let user = post(&world, "verify", json!({"token": token})).await.is(200);
    assert_eq!(
        (&user["displayName"], &user["firstName"], &user["userName"]),
        (&json!("Åsa Öberg"), &json!("Åsa"), &json!("asa-oberg"))
    );
    log_in(&world, "asa@example.se", "mitt-eget-paraply-1").await.is(200);
    log_in(&world, "asa@example.se", PASSWORD).await.refused(401, "WRONG_CREDENTIALS");
    assert!(
        world.storage.accounts.user_by_name("ful-fisk").await.unwrap().is_none(),
        "the name is free again"
    );
}

#[actix_web::test]
async fn misleading_names_are_refused_everywhere() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let channels = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    let channel = format!("/api/v1/chat/channels/{}", org.general);
    let workspace = format!("/api/v1/chat/workspaces/{}", org.workspace);
    let cases = [
        ("Anna\u{202e}nnA", "CHARACTERS"),
        ("An\u{200b}na", "CHARACTERS"),
        ("https://evil.example", "ADDRESS"),
        ("Vinn på evil.se", "ADDRESS"),
    ];
    for (name, code) in cases {
        let mut body = newcomer("ny@example.se");
        body["firstName"] = json!(name);
        post(&world, "signup", body).await.wrong_field("firstName", code);
        let me = json!({"displayName": name});
        org.owner.patch("/api/v1/me", me).await.wrong_field("displayName", code);
        let entity = json!({"entityName": name, "entityType": "school"});
        org.owner.post("/api/v1/entities", entity.clone()).await.wrong_field("entityName", code);
        org.owner.patch(&org.at(""), entity).await.wrong_field("entityName", code);
        let new = json!({"entityId": org.id, "workspaceName": name});
        org.owner.post("/api/v1/chat/workspaces", new.clone()).await.wrong_field("workspaceName", code);
        org.owner.put(&workspace, new).await.wrong_field("workspaceName", code);
        let new = json!({"name": "ny", "displayName": name});
        org.owner.post(&channels, new).await.wrong_field("displayName", code);
        org.owner.put(&channel, json!({"displayName": name})).await.wrong_field("displayName", code);
    }
}
