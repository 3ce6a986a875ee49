//! `/api/public/referral`, `/api/public/reserved`; what is compressed.

use crate::harness::{Limits, World, json};

#[actix_web::test]
async fn referral_is_counted_and_not_stored() {
    let world = World::new().await;
    let before = world.dump().await;
    let refer = |body| world.anyone("POST", "/api/public/referral").json(&body).send();
    for body in [
        json!({"txReferral": "https://example.se/sida?fråga=1", "txTarget": "https://kalender.test/helgdagar"}),
        json!({"txReferral": "", "txTarget": "/"}),
        json!({}),
    ] {
        assert_eq!(refer(body).await.status, 204);
    }
    let long = "x".repeat(2_049);
    refer(json!({"txReferral": long, "txTarget": "/"})).await.wrong_field("txReferral", "LENGTH");
    refer(json!({"txReferral": "/", "txTarget": long})).await.wrong_field("txTarget", "LENGTH");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn thirty_referrals_a_minute_from_an_address() {
    let world = World::with(Limits::Default, None).await;
    let refer = |peer: &'static str| {
        world.anyone("POST", "/api/public/referral").from(peer).json(&json!({"txTarget": "/"})).send()
    };
    for _ in 0..30 {
        assert_eq!(refer("198.51.100.1:1").await.status, 204);
    }
    refer("198.51.100.1:1").await.refused(429, "RATE_LIMITED");
    assert_eq!(refer("198.51.100.2:1").await.status, 204);
}

#[actix_web::test]
async fn reserved_segments_cannot_be_names() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let reserved = world.anyone("GET", "/api/public/reserved").send().await.is(200);
    let segments: Vec<String> = serde_json::from_value(reserved["segments"].clone()).unwrap();
    for segment in
        ["login", "register", "settings", "profile", "feed", "kontakter", "konversation", "namnsdagar"]
    {
        assert!(segments.iter().any(|known| known == segment), "{segment}");
        anna.patch("/api/v1/me", json!({"userName": segment})).await.wrong_field("userName", "SLUG");
    }
}

#[actix_web::test]
async fn answers_of_one_packet_are_not_compressed() {
    let world = World::new().await;
    let ask = |path: &'static str| world.anyone("GET", path).header("accept-encoding", "gzip, br").send();
    let small = ask("/api/public/version").await;
    assert_eq!((small.status, small.header("content-encoding")), (200, ""));
    let year = ask("/api/public/days?group=6&from=2026-01-01&to=2026-12-31").await;
    assert_eq!((year.status, year.header("content-encoding")), (200, "br"));
    assert!(year.header("vary").contains("accept-encoding"));
}
