//! The rate limits of contract §1, as `KALENDER_LIMITS=default` has them.

use storage::UserStatus;

use crate::harness::{Answer, Limits, PASSWORD, World, json};

async fn log_in(world: &World, peer: &'static str, email: &str) -> Answer {
    let body = json!({"email": email, "password": "fel-paraply-1"});
    world.anyone("POST", "/api/public/auth/login").from(peer).json(&body).send().await
}

#[actix_web::test]
async fn ten_sign_ins_a_minute_from_an_address() {
    let world = World::with(Limits::Default, None).await;
    for n in 0..10 {
        log_in(&world, "198.51.100.1:1", &format!("n{n}@example.se")).await.refused(401, "WRONG_CREDENTIALS");
    }
    log_in(&world, "198.51.100.1:2", "n11@example.se").await.refused(429, "RATE_LIMITED");
    log_in(&world, "198.51.100.2:1", "n11@example.se").await.refused(401, "WRONG_CREDENTIALS");
}

#[actix_web::test]
async fn ten_sign_ins_a_minute_to_an_account() {
    let world = World::with(Limits::Default, None).await;
    let anna = world.person("Anna").await;
    let peers = ["198.51.100.1:1", "198.51.100.2:1"];
    for n in 0..10 {
        log_in(&world, peers[n % 2], &anna.email).await.refused(401, "WRONG_CREDENTIALS");
    }
    log_in(&world, "198.51.100.3:1", &anna.email.to_uppercase()).await.refused(429, "RATE_LIMITED");
}

#[actix_web::test]
async fn a_forwarded_address_counts_only_from_a_balancer_nearby() {
    let world = World::with(Limits::Default, None).await;
    let tries = |peer: &'static str, forwarded: &str, n: usize| {
        let body = json!({"email": format!("{peer}{n}@example.se"), "password": PASSWORD});
        let call = world.anyone("POST", "/api/public/auth/login").from(peer).json(&body);
        call.header("x-forwarded-for", forwarded).send()
    };
    for n in 0..10 {
        tries("198.51.100.1:1", &format!("192.0.2.{n}"), n).await.refused(401, "WRONG_CREDENTIALS");
    }
    tries("198.51.100.1:1", "192.0.2.99", 99).await.refused(429, "RATE_LIMITED");
    for n in 0..12 {
        tries("10.0.0.1:1", &format!("192.0.2.{n}"), n).await.refused(401, "WRONG_CREDENTIALS");
    }
}

#[actix_web::test]
async fn five_sign_ups_an_hour_from_an_address() {
    let world = World::with(Limits::Default, None).await;
    let sign_up = |peer: &'static str, n: u32| {
        let body = json!({"email": format!("n{n}@example.se"), "password": PASSWORD, "firstName": "A", "lastName": "B"});
        world.anyone("POST", "/api/public/auth/signup").from(peer).json(&body).send()
    };
    for n in 0..5 {
        sign_up("198.51.100.1:1", n).await.is(201);
    }
    sign_up("198.51.100.1:1", 5).await.refused(429, "RATE_LIMITED");
    assert!(world.storage.accounts.user_by_email("n5@example.se").await.unwrap().is_none());
    sign_up("198.51.100.2:1", 6).await.is(201);
}

#[actix_web::test]
async fn thirty_messages_at_once() {
    let world = World::with(Limits::Default, None).await;
    let org = world.org("Orkestern").await;
    let anna = org.with("MEMBER").await;
    let sends = (0..60).map(|n| anna.sends(org.general, json!({"content": format!("nummer {n}")})));
    let answers = futures_util::future::join_all(sends).await;
    let sent = answers.iter().filter(|answer| answer.status == 201).count();
    // Ten more come free with every second that the sending takes.
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
