//! `/api/v1/guides`: progress in the guides.

use crate::harness::{Person, Value, World, each, json};
use storage::guides::Guides;

async fn happens(person: &Person, guide: &str, what: &str) -> Value {
    person.call("POST", &format!("/api/v1/guides/{guide}/{what}")).send().await.is(200)
}

async fn all(person: &Person) -> Value {
    person.get("/api/v1/guides/status").await.is(200)["status"].take()
}

async fn can_dismiss(person: &Person) -> Value {
    person.get("/api/v1/guides/can-dismiss").await.is(200)["canDismiss"].take()
}

#[actix_web::test]
async fn from_the_first_visit_to_the_last_guide() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let first = all(&anna).await;
    let ids = [
        "menu",
        "homepage",
        "calendar",
        "create-event",
        "search",
        "organization-view",
        "organization-admin",
        "organization",
        "event-view",
        "calendar-edit",
    ];
    assert_eq!(each(&first["guides"], "guideId"), ids);
    assert_eq!(first["hasCompletedMandatoryGuides"], false);
    assert!(each(&first["guides"], "completed").into_iter().all(|done| *done == json!(false)));
    assert_eq!(can_dismiss(&anna).await, false);

    assert_eq!(happens(&anna, "menu-guide", "start").await["state"], "STARTED");
    assert_eq!(can_dismiss(&anna).await, false);
    let done = happens(&anna, "menu", "complete").await;
    assert_eq!(
        (&done["guideId"], &done["completed"], &done["mandatory"]),
        (&json!("menu"), &json!(true), &json!(true))
    );
    assert_eq!(can_dismiss(&anna).await, true);
    assert_eq!(all(&anna).await["hasCompletedMandatoryGuides"], true);
    // Seen again of one's own accord it stays completed.
    assert_eq!(happens(&anna, "menu", "start").await["completed"], true);

    assert_eq!(happens(&anna, "menu", "reset").await["state"], Value::Null);
    assert_eq!(can_dismiss(&anna).await, false);
    assert_eq!(can_dismiss(&bo).await, false);
    assert_eq!(all(&bo).await, first, "guides are one's own");
}

#[actix_web::test]
async fn guides_are_skipped_with_a_reason() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let skip = |guide: &'static str| {
        let call = anna.call("POST", &format!("/api/v1/guides/{guide}/skip"));
        call.json(&json!({"reason": " ingen tid "})).send()
    };
    let skipped = skip("calendar").await.is(200);
    assert_eq!((&skipped["completed"], &skipped["state"]), (&json!(false), &json!("SKIPPED")));
    // What everybody must see is completed by skipping it.
    let menu = skip("menu").await.is(200);
    assert_eq!((&menu["completed"], &menu["state"]), (&json!(true), &json!("COMPLETED")));
    assert_eq!(happens(&anna, "search", "skip").await["state"], "SKIPPED", "a reason is not demanded");
    let stored =
        Guides::of(&world.storage).status(storage::UserId(anna.id), "calendar").await.unwrap().unwrap();
    assert_eq!(stored.reason.as_deref(), Some("ingen tid"));
    let long = json!({"reason": "x".repeat(201)});
    anna.post("/api/v1/guides/calendar/skip", long).await.wrong_field("reason", "LENGTH");
}

#[actix_web::test]
async fn unknown_guides_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    happens(&anna, "org_112_owner", "complete").await;
    let guides = all(&anna).await["guides"].take();
    assert_eq!(each(&guides, "guideId").last(), Some(&&json!("org_112_owner")));
    for guide in ["nowhere", "org_112_king", "MENU", "org_0_owner"] {
        for what in ["start", "complete", "skip", "reset"] {
            let path = format!("/api/v1/guides/{guide}/{what}");
            anna.call("POST", &path).send().await.wrong_field("guideId", "UNKNOWN_GUIDE");
        }
        anna.get(&format!("/api/v1/guides/{guide}/status")).await.wrong_field("guideId", "UNKNOWN_GUIDE");
    }
}

#[actix_web::test]
async fn stored_guides_are_bounded() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for n in 1..=490 {
        happens(&anna, &format!("org_{n}_member"), "start").await;
    }
    anna.call("POST", "/api/v1/guides/org_491_member/start").send().await.refused(409, "TOO_MANY_GUIDES");
    // What is begun goes on, and the product's own guides have room.
    happens(&anna, "org_490_member", "complete").await;
    happens(&anna, "menu", "complete").await;
}
