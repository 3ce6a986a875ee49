//! The rate limits of contract §1, as `KALENDER_LIMITS=default` has them.

use std::sync::{Arc, Mutex};

use actors::accounts::SESSIONS;
use actors::articles::DRAFTS;
use actors::chat::{CHANNELS, WORKSPACES};
use actors::entities::OWNED;
use actors::platform::limits::Rates;
use actors::platform::quotas::Quotas;
use storage::UserStatus;

use crate::harness::{Answer, Limits, PASSWORD, Person, Value, World, json};

async fn log_in(world: &World, peer: &'static str, email: &str) -> Answer {
    signs_in(world, peer, email, "fel-paraply-1").await
}

async fn signs_in(world: &World, peer: &'static str, email: &str, password: &str) -> Answer {
    let body = json!({"email": email, "password": password});
    world.anyone("POST", "/api/public/auth/login").from(peer).json(&body).send().await
}

/// Sign-in limits that restore nothing during a test, however slow the machine; the contract's numbers are checked by
/// the test of the settings.
async fn strict() -> World {
    let rate = |text: &str| text.parse().unwrap();
    let rates = Rates {
        sign_in: rate("10/day"),
        sign_in_address: rate("25/day"),
        sign_in_account: rate("40/day"),
        ..Rates::default()
    };
    World::with_rates(rates).await
}

#[actix_web::test]
async fn thirty_people_sign_in_from_one_address() {
    let world = World::with(Limits::Default, None).await;
    let mut people = Vec::new();
    for n in 0..30 {
        people.push(world.person(&format!("Elev{n}")).await);
    }
    let all = people.iter().map(|one| signs_in(&world, "198.51.100.1:1", &one.email, PASSWORD));
    for answer in futures_util::future::join_all(all).await {
        answer.is(200);
    }
    // Successful sign-ins are not counted.
    for _ in 0..15 {
        signs_in(&world, "198.51.100.1:1", &people[0].email, PASSWORD).await.is(200);
    }
}

#[actix_web::test]
async fn failed_sign_ins_are_limited_by_address() {
    let world = strict().await;
    for n in 0..25 {
        log_in(&world, "198.51.100.1:1", &format!("n{n}@example.se")).await.refused(401, "WRONG_CREDENTIALS");
    }
    log_in(&world, "198.51.100.1:2", "n26@example.se").await.refused(429, "RATE_LIMITED");
    log_in(&world, "198.51.100.2:1", "n26@example.se").await.refused(401, "WRONG_CREDENTIALS");
}

#[actix_web::test]
async fn failed_sign_ins_are_limited_by_account_and_address() {
    let world = strict().await;
    let anna = world.person("Anna").await;
    for _ in 0..10 {
        log_in(&world, "198.51.100.1:1", &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    log_in(&world, "198.51.100.1:1", &anna.email.to_uppercase()).await.refused(429, "RATE_LIMITED");
    signs_in(&world, "198.51.100.1:1", &anna.email, PASSWORD).await.refused(429, "RATE_LIMITED");
    // She can still sign in from elsewhere.
    signs_in(&world, "198.51.100.2:1", &anna.email, PASSWORD).await.is(200);
}

#[actix_web::test]
async fn an_ipv6_customer_is_one_address() {
    let world = strict().await;
    let anna = world.person("Anna").await;
    let peers = ["[2001:db8:1:2::1]:1", "[2001:db8:1:2:ffff::9]:1"];
    for n in 0..10 {
        log_in(&world, peers[n % 2], &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    log_in(&world, "[2001:db8:1:2:3:4:5:6]:1", &anna.email).await.refused(429, "RATE_LIMITED");
    log_in(&world, "[2001:db8:1:3::1]:1", &anna.email).await.refused(401, "WRONG_CREDENTIALS");
}

/// A call through proxies: the harness trusts 10.0.0.0/8.
async fn forwarded(world: &World, peer: &'static str, lines: &[&str], email: &str) -> Answer {
    let body = json!({"email": email, "password": "fel-paraply-1"});
    let mut call = world.anyone("POST", "/api/public/auth/login").from(peer).json(&body);
    for line in lines {
        call = call.header("x-forwarded-for", line);
    }
    call.send().await
}

#[actix_web::test]
async fn forged_forwarding_headers_are_ignored() {
    let world = strict().await;
    let anna = world.person("Anna").await;
    // Ten from one address, each claiming another one: before the proxy's, in a header line of their own, or without
    // any proxy.
    for n in 0..10 {
        let said = format!("192.0.2.{n}");
        let lines: [&[&str]; 2] = [&[&format!("{said}, 198.51.100.1")], &[&said, "198.51.100.1"]];
        forwarded(&world, "10.0.0.1:1", lines[n % 2], &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    forwarded(&world, "10.0.0.1:1", &["192.0.2.99", "198.51.100.1"], &anna.email)
        .await
        .refused(429, "RATE_LIMITED");
    log_in(&world, "198.51.100.1:1", &anna.email).await.refused(429, "RATE_LIMITED");
    // A private address is not trusted just for being private.
    for n in 0..10 {
        let said = format!("192.0.2.{n}");
        forwarded(&world, "192.168.0.1:1", &[&said], &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    forwarded(&world, "192.168.0.1:1", &["192.0.2.99"], &anna.email).await.refused(429, "RATE_LIMITED");
    // Behind the proxy everybody has their own address.
    for n in 0..12 {
        let said = format!("203.0.113.{n}");
        forwarded(&world, "10.0.0.1:1", &[&said], "ingen@example.se").await.refused(401, "WRONG_CREDENTIALS");
    }
}

#[actix_web::test]
async fn attacked_account_signs_in_on_known_devices_or_by_mail() {
    let world = strict().await;
    let anna = world.person("Anna").await;
    let mine = signs_in(&world, "203.0.113.9:1", &anna.email, PASSWORD).await;
    let device = mine.cookies().into_iter().find(|c| c.name() == "kalender_device").unwrap();
    assert_eq!((device.http_only(), device.path()), (Some(true), Some("/api/public/auth")));
    world.anyone("GET", "/api/v1/me").bearer(device.value()).send().await.refused(401, "NOT_SIGNED_IN");
    // Failures from everywhere.
    for n in 0..40 {
        let said = format!("192.0.2.{n}");
        forwarded(&world, "10.0.0.1:1", &[&said], &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    // Right or wrong, an unknown device gets the same answer.
    let wrong = log_in(&world, "198.51.100.1:1", &anna.email).await;
    let right = signs_in(&world, "198.51.100.1:1", &anna.email, PASSWORD).await;
    let (mut wrong, mut right) =
        (wrong.refused(403, "SIGN_IN_BY_LINK"), right.refused(403, "SIGN_IN_BY_LINK"));
    wrong["requestId"] = Value::Null;
    right["requestId"] = Value::Null;
    assert_eq!(wrong, right);
    let token = world.mailed_token(&anna.email, 1).await;
    let body = json!({"token": token});
    let link = || world.anyone("POST", "/api/public/auth/login/link").json(&body).send();
    let signed = link().await;
    assert!(signed.cookies().iter().any(|c| c.name() == "kalender_device"), "known from now on");
    assert_eq!(signed.is(200)["user"]["email"], anna.email.as_str());
    link().await.wrong_field("token", "TOKEN_INVALID");
    // Known devices are not affected; another person's device does not help.
    let known = |email: &str| {
        let body = json!({"email": email, "password": PASSWORD});
        let call = world.anyone("POST", "/api/public/auth/login").from("198.51.100.1:1").json(&body);
        call.header("cookie", &format!("kalender_device={}", device.value())).send()
    };
    known(&anna.email).await.is(200);
}

#[actix_web::test]
async fn refused_sign_ins_are_logged_with_their_address() {
    let world = strict().await;
    let anna = world.person("Anna").await;
    // For the whole process: a subscriber per thread misses callsites that another thread reached first.
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    for _ in 0..11 {
        log_in(&world, "198.51.100.77:1", &anna.email).await;
    }
    let lines = log.lines();
    let told: Vec<_> = lines.iter().filter(|line| line.contains("198.51.100.77")).collect();
    assert_eq!(told.len(), 11, "{told:#?}");
    assert!(told.iter().all(|line| line.contains("a sign-in was refused")), "{told:#?}");
    assert!(told[10].contains("RATE_LIMITED") && told[0].contains("WRONG_CREDENTIALS"), "{told:#?}");
    let telling: Vec<_> =
        lines.iter().filter(|line| line.contains("@example.se") || line.contains("-paraply-")).collect();
    assert!(telling.is_empty(), "{telling:#?}");
}

/// The logged lines.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap();
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> tracing_subscriber::fmt::MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

async fn signs_up(world: &World, peer: &'static str, email: &str) -> Answer {
    let body = json!({"email": email, "password": PASSWORD, "firstName": "A", "lastName": "B"});
    world.anyone("POST", "/api/public/auth/signup").from(peer).json(&body).send().await
}

#[actix_web::test]
async fn thirty_sign_ups_an_hour_from_an_address() {
    let world = World::with(Limits::Default, None).await;
    for n in 0..30 {
        signs_up(&world, "198.51.100.1:1", &format!("n{n}@example.se")).await.is(201);
    }
    signs_up(&world, "198.51.100.1:1", "n30@example.se").await.refused(429, "RATE_LIMITED");
    assert!(world.storage.accounts.user_by_email("n30@example.se").await.unwrap().is_none());
    signs_up(&world, "198.51.100.2:1", "n31@example.se").await.is(201);
    // The limit comes first, so that password checks are bounded.
    let weak =
        json!({"email": "n32@example.se", "password": "1234567890", "firstName": "A", "lastName": "B"});
    let call = |peer| world.anyone("POST", "/api/public/auth/signup").from(peer).json(&weak).send();
    call("198.51.100.1:1").await.refused(429, "RATE_LIMITED");
    call("198.51.100.2:1").await.wrong_field("password", "PASSWORD_TOO_COMMON");
}

#[actix_web::test]
async fn three_mails_an_hour_to_an_address() {
    let world = World::with(Limits::Default, None).await;
    let peers = ["198.51.100.1:1", "198.51.100.2:1", "198.51.100.3:1", "198.51.100.4:1"];
    for peer in &peers[..3] {
        signs_up(&world, peer, "asa@example.se").await.is(201);
    }
    signs_up(&world, peers[3], " ASA@Example.SE ").await.refused(429, "RATE_LIMITED");
    world.mails("asa@example.se", 3).await;

    // However it is spelt, and whether it is known or not.
    let anna = world.person("Anna").await;
    for email in [anna.email.clone(), "ingen@example.se".to_owned()] {
        let spelt = [email.clone(), email.to_uppercase(), format!(" {email} "), email.clone()];
        for (n, spelt) in spelt.iter().enumerate() {
            let body = json!({"email": spelt});
            let call = world.anyone("POST", "/api/public/auth/reset/request").from(peers[n]).json(&body);
            let answer = call.send().await;
            if n < 3 {
                answer.is(204);
            } else {
                answer.refused(429, "RATE_LIMITED");
            }
        }
    }
    world.mails(&anna.email, 3).await;
}

#[actix_web::test]
async fn quotas_of_one_person_are_enforced() {
    let quotas = Quotas::default().with(&OWNED, 3).with(&WORKSPACES, 2).with(&CHANNELS, 4).with(&SESSIONS, 3);
    let world = World::with_quotas(quotas).await;
    let anna = world.person("Anna").await;
    let new = |n: usize| json!({"entityName": format!("Förening {n}"), "entityType": "association"});
    let all = (0..8).map(|n| anna.post("/api/v1/entities", new(n)));
    let made = futures_util::future::join_all(all).await;
    assert_eq!(made.iter().filter(|answer| answer.status == 201).count(), 3);
    anna.post("/api/v1/entities", new(9)).await.refused(409, "QUOTA_REACHED");
    // Another person has their own limit.
    let org = world.org("Skolan").await;
    let workspace = json!({"entityId": org.id, "workspaceName": "Två"});
    org.owner.post("/api/v1/chat/workspaces", workspace.clone()).await.data();
    org.owner.post("/api/v1/chat/workspaces", workspace).await.refused(409, "QUOTA_REACHED");
    let channels = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    for n in 0..3 {
        org.owner.post(&channels, json!({"name": format!("k{n}")})).await.data();
    }
    org.owner.post(&channels, json!({"name": "k4"})).await.refused(409, "QUOTA_REACHED");
}

#[actix_web::test]
async fn least_recently_used_session_is_ended() {
    let world = World::with_quotas(Quotas::default().with(&SESSIONS, 3)).await;
    let user = world.user("Anna", UserStatus::Active).await;
    let mut devices = Vec::new();
    for _ in 0..5 {
        devices.push(world.signed_in(user.clone()).await);
    }
    let alive = futures_util::future::join_all(devices.iter().map(|one| one.get("/api/v1/me"))).await;
    assert_eq!(alive.iter().map(|answer| answer.status).collect::<Vec<_>>(), [401, 401, 200, 200, 200]);
}

#[actix_web::test]
async fn thirty_messages_at_once() {
    let world = World::with(Limits::Default, None).await;
    let org = world.org("Orkestern").await;
    let anna = org.with("MEMBER").await;
    let sends = (0..60).map(|n| anna.sends(org.general, json!({"content": format!("nummer {n}")})));
    let answers = futures_util::future::join_all(sends).await;
    let sent = answers.iter().filter(|answer| answer.status == 201).count();
    // Each second that the sending takes restores ten more.
    assert!((30..50).contains(&sent), "{sent} were sent");
    for answer in answers {
        if answer.status != 201 {
            answer.refused(429, "RATE_LIMITED");
        }
    }
    org.owner.says(org.general, "en annan").await;
    let stored = org.owner.get(&format!("/api/v1/chat/channels/{}/messages?limit=100", org.general)).await;
    assert_eq!(stored.data().as_array().unwrap().len(), sent + 1, "what was refused is not written");
}

#[actix_web::test]
async fn twenty_invitations_an_hour() {
    let world = World::with(Limits::Default, None).await;
    let org = world.org("Orkestern").await;
    let imported = world.user("Importerad", UserStatus::Imported).await;
    let email = imported.email.clone().unwrap();
    let imported = world.signed_in(imported).await;
    org.relate(&imported, "MEMBER").await;
    let path = org.at(&format!("/relations/{}/invite", imported.id));
    for _ in 0..20 {
        org.owner.call("POST", &path).send().await.is(204);
    }
    org.owner.call("POST", &path).send().await.refused(429, "RATE_LIMITED");
    world.mails(&email, 20).await;
}

#[actix_web::test]
async fn a_person_has_so_many_drafts() {
    let world = World::with_quotas(Quotas::default().with(&DRAFTS, 2)).await;
    let (org, anna) = (world.org("Skolan").await, world.person("Anna").await);
    let begins = async |person: &Person| person.post("/api/v1/articles", json!({"title": "Utkast"})).await;
    let first = begins(&org.owner).await.is(201);
    // In any name, all together.
    let of_org = json!({"title": "Skolans", "idEntity": org.id});
    let many = (0..5).map(|_| org.owner.post("/api/v1/articles", of_org.clone()));
    let made = futures_util::future::join_all(many).await;
    assert_eq!(made.iter().filter(|answer| answer.status == 201).count(), 1);
    begins(&org.owner).await.refused(409, "QUOTA_REACHED");
    begins(&anna).await.is(201);
    // Published and deleted ones do not count.
    let path = format!("/api/v1/articles/{}", first["uuid"].as_str().unwrap());
    org.owner.put(&path, json!({"body": "Text.", "version": first["version"]})).await.is(200);
    org.owner.call("POST", &format!("{path}/publish")).send().await.is(200);
    let next = begins(&org.owner).await.is(201);
    begins(&org.owner).await.refused(409, "QUOTA_REACHED");
    let path = format!("/api/v1/articles/{}", next["uuid"].as_str().unwrap());
    assert_eq!(org.owner.delete(&path).await.status, 204);
    begins(&org.owner).await.is(201);
}
