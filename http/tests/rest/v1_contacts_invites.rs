//! `/api/v1/contacts/invite`, `/link` and `/tokens`: secrets that connect two people. Contract §1 and §5; texts of
//! specification §8.

use actors::platform::limits::Rates;
use storage::contacts::{ContactToken, LinkKind};
use storage::ids::UserId;

use crate::harness::{Answer, Patience, Person, Value, World, each, json};
use crate::v1_contacts_requests::status;

const DAY: i64 = 86_400_000;
const LINK: &str = "/api/v1/contacts/link";

async fn look(world: &World, token: &str) -> Answer {
    world.anyone("GET", &format!("/api/public/contacts/tokens/{token}")).send().await
}

async fn open(person: &Person, token: &str) -> Answer {
    person.call("POST", &format!("/api/v1/contacts/tokens/{token}")).send().await
}

async fn new_link(person: &Person) -> String {
    let link = person.call("POST", LINK).send().await.is(201);
    link["token"].as_str().unwrap().to_owned()
}

/// The secret in a sent mail.
fn token_in(text: &str) -> String {
    let rest =
        text.split("http://kalender.test/kontakter/lagg-till/").nth(1).unwrap_or_else(|| panic!("{text}"));
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

async fn invited(person: &Person, email: &str) -> String {
    let invite = json!({"email": email, "message": "Vi ses på skolgården. Läs https://evil.example/x"});
    let answer = person.post("/api/v1/contacts/invite/email", invite).await.is(200);
    assert_eq!(answer, json!({"message": "Inbjudan skickad"}));
    let mails = person.world.mails(email, 1).await;
    assert!(
        mails[0].contains("Vi ses på skolgården") && !mails[0].contains("evil.example/x"),
        "{}",
        mails[0]
    );
    token_in(&mails[0])
}

/// Asserts that it expires in `days` days.
fn lives(answer: &Value, days: i64) {
    let expires: storage::time::Moment = serde_json::from_value(answer["expires"].clone()).unwrap();
    let left = expires.0 - actors::platform::time::now();
    assert!((days * DAY - 60_000..=days * DAY).contains(&left), "{left}");
}

#[actix_web::test]
async fn invitation_gives_a_request_to_its_first_reader() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    let token = invited(&anna, "ny@example.se").await;
    let dump = format!("{:?}", world.dump().await);
    assert!(!dump.contains(&token), "the secret is in the store");
    for _ in 0..2 {
        let seen = look(&world, &token).await.is(200);
        assert_eq!((&seen["kind"], &seen["user"]["slug"]), (&json!("INVITATION"), &json!(anna.name)));
        assert_eq!(seen["message"], "Vi ses på skolgården. Läs https://evil.example/x");
        assert_eq!(seen["user"].as_object().unwrap().len(), 3, "name, address and picture alone");
        lives(&seen, 30);
    }
    open(&anna, &token).await.wrong_field("token", "SELF");
    let brought = open(&bo, &token).await.is(200);
    assert_eq!(
        (&brought["status"], &brought["userId"], &brought["slug"]),
        (&json!("request_received"), &json!(anna.id), &json!(anna.name))
    );
    let now = status(&bo, &anna).await;
    assert_eq!((&now["status"], &now["requestId"]), (&json!("request_received"), &brought["requestId"]));
    let waits = bo.get("/api/v1/contacts/requests/incoming").await.is(200)["content"].take();
    assert_eq!(waits[0]["message"], "Vi ses på skolgården. Läs https://evil.example/x");
    // Single use.
    for person in [&bo, &cia] {
        open(person, &token).await.refused(404, "NOT_FOUND");
    }
    look(&world, &token).await.refused(404, "NOT_FOUND");
    let accept = format!("/api/v1/contacts/requests/{}/accept", brought["requestId"]);
    bo.call("POST", &accept).send().await.is(200);
    assert_eq!(status(&anna, &bo).await["status"], "contact");
}

#[actix_web::test]
async fn concurrent_openers_of_an_invitation_get_it_once() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    for n in 0..4 {
        let token = invited(&anna, &format!("ny{n}@example.se")).await;
        let (first, second) = futures_util::future::join(open(&bo, &token), open(&cia, &token)).await;
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404]);
    }
}

#[actix_web::test]
async fn invitation_respects_the_existing_relationship() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    // Somebody who had sent a request becomes a contact at once.
    let bo = org.with("MEMBER").await;
    bo.post("/api/v1/contacts/requests", json!({"toUserId": anna.id})).await.is(201);
    let brought = open(&bo, &invited(&anna, "a@example.se").await).await.is(200);
    assert_eq!(brought["status"], "contact");
    assert_eq!(brought["contactIds"][0], status(&bo, &anna).await["contactId"]);
    // An existing contact stays one.
    assert_eq!(open(&bo, &invited(&anna, "b@example.se").await).await.is(200)["status"], "contact");
    // Somebody with an open request, and somebody who rejected one.
    let cia = org.with("MEMBER").await;
    let asked = anna.post("/api/v1/contacts/requests", json!({"toUserId": cia.id})).await.is(201);
    let again = open(&cia, &invited(&anna, "c@example.se").await).await.is(200);
    assert_eq!((&again["status"], &again["requestId"]), (&json!("request_received"), &asked["requestId"]));
    cia.call("POST", &format!("/api/v1/contacts/requests/{}/reject", asked["requestId"]))
        .send()
        .await
        .is(200);
    assert_eq!(open(&cia, &invited(&anna, "d@example.se").await).await.is(200)["status"], "request_received");
    // A block: the invitation stays valid for others.
    let dan = org.with("MEMBER").await;
    dan.post("/api/v1/contacts/block", json!({"userId": anna.id})).await.is(200);
    let token = invited(&anna, "e@example.se").await;
    open(&dan, &token).await.refused(404, "NOT_FOUND");
    look(&world, &token).await.is(200);
}

#[actix_web::test]
async fn an_invitation_by_text_message() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for wrong in ["", "112", "ring mig", "+46 0", "0"] {
        anna.post("/api/v1/contacts/invite/sms", json!({"phone": wrong})).await.wrong_field("phone", "PHONE");
    }
    let invite = json!({"phone": "070-123 45 67", "message": "Hej där"});
    let answer = anna.post("/api/v1/contacts/invite/sms", invite).await.is(200);
    assert_eq!(answer, json!({"message": "SMS-inbjudan skickad"}));
    let mut sent = Vec::new();
    let mut patience = Patience::new();
    while patience.lasts().await {
        let files =
            std::fs::read_dir(world.folder.path().join("outbox")).unwrap().map(|file| file.unwrap().path());
        sent = files.filter(|path| path.extension().is_some_and(|end| end == "sms")).collect();
        if !sent.is_empty() {
            break;
        }
    }
    assert_eq!(sent.len(), 1);
    let text = std::fs::read_to_string(&sent[0]).unwrap();
    assert!(text.starts_with("To: +46701234567\n") && text.contains("Hej där"), "{text}");
    look(&world, &token_in(&text)).await.is(200);
}

#[actix_web::test]
async fn invite_answer_does_not_reveal_the_address() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let invite = |email: &str| anna.post("/api/v1/contacts/invite/email", json!({"email": email}));
    let (known, unknown) = (invite(&bo.email).await, invite("ny@example.se").await);
    assert_eq!((known.status, known.body), (unknown.status, unknown.body));
    assert_eq!(world.mails(&bo.email, 1).await.len(), world.mails("ny@example.se", 1).await.len());
    invite(&anna.email).await.wrong_field("email", "SELF");
    invite("ingen").await.wrong_field("email", "EMAIL");
    assert_eq!(status(&anna, &anna).await["status"], "self");
}

#[actix_web::test]
async fn twenty_invitations_an_hour_together_with_requests() {
    let world = World::with_rates(Rates::default()).await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    for n in 0..10 {
        let invite = json!({"email": format!("ny{n}@example.se")});
        anna.post("/api/v1/contacts/invite/email", invite).await.is(200);
        anna.post("/api/v1/contacts/invite/sms", json!({"phone": format!("07012345{n}0")})).await.is(200);
    }
    anna.post("/api/v1/contacts/invite/email", json!({"email": "x@example.se"}))
        .await
        .refused(429, "RATE_LIMITED");
    anna.post("/api/v1/contacts/invite/sms", json!({"phone": "0701234567"}))
        .await
        .refused(429, "RATE_LIMITED");
    let bo = org.with("MEMBER").await;
    anna.post("/api/v1/contacts/requests", json!({"toUserId": bo.id})).await.refused(429, "RATE_LIMITED");
}

#[actix_web::test]
async fn invite_link_makes_everybody_who_opens_it_a_contact() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    anna.get(LINK).await.refused(404, "NOT_FOUND");
    let link = anna.call("POST", LINK).send().await.is(201);
    let token = link["token"].as_str().unwrap();
    assert_eq!(link["url"], format!("http://kalender.test/kontakter/lagg-till/{token}"));
    lives(&link, 7);
    assert_eq!(anna.get(LINK).await.is(200), link);
    assert!(!format!("{:?}", world.dump().await).contains(token), "the secret is in the store");
    let seen = look(&world, token).await.is(200);
    assert_eq!(
        (&seen["kind"], &seen["user"]["slug"], &seen["message"]),
        (&json!("LINK"), &json!(anna.name), &Value::Null)
    );
    for person in [&bo, &cia, &bo] {
        let brought = open(person, token).await.is(200);
        assert_eq!((&brought["status"], &brought["slug"]), (&json!("contact"), &json!(anna.name)));
        assert_eq!(brought["contactIds"][0], status(person, &anna).await["contactId"]);
    }
    let bell = anna.bell(2).await;
    assert_eq!(each(&bell, "type"), [&json!("CONTACT_ACCEPTED"), &json!("CONTACT_ACCEPTED")]);
    open(&anna, token).await.wrong_field("token", "SELF");
    // A new link replaces the old one, and withdrawing ends it.
    let next = new_link(&anna).await;
    look(&world, token).await.refused(404, "NOT_FOUND");
    look(&world, &next).await.is(200);
    for _ in 0..2 {
        anna.delete(LINK).await.is(204);
    }
    anna.get(LINK).await.refused(404, "NOT_FOUND");
    look(&world, &next).await.refused(404, "NOT_FOUND");
    open(&bo, &next).await.refused(404, "NOT_FOUND");
    // It does not override a block.
    let dan = world.person("Dan").await;
    befriend_by_link(&anna, &dan).await;
    anna.post("/api/v1/contacts/block", json!({"userId": dan.id})).await.is(200);
    open(&dan, &new_link(&anna).await).await.refused(404, "NOT_FOUND");
}

async fn befriend_by_link(one: &Person, other: &Person) {
    open(other, &new_link(one).await).await.is(200);
    assert_eq!(status(one, other).await["status"], "contact");
}

#[actix_web::test]
async fn invitations_and_links_expire() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let hash = actors::accounts::secrets::token_hash("gammal");
    let (kind, user_id, message) = (LinkKind::Invitation, UserId(anna.id), None);
    let old = ContactToken { hash, kind, user_id, message, expires: actors::platform::time::now() - 1 };
    world.storage.contacts.invite(&old, Vec::new()).await.unwrap();
    look(&world, "gammal").await.refused(404, "NOT_FOUND");
    open(&bo, "gammal").await.refused(404, "NOT_FOUND");
    // The inviter's account is erased.
    let token = invited(&anna, "ny@example.se").await;
    anna.delete("/api/v1/me").await.is(200);
    let due = actors::platform::time::now() + actors::accounts::erasure::PATIENCE + 60_000;
    assert!(actors::accounts::erasure::erase_due(&world.platform, UserId(anna.id), due).await.unwrap());
    look(&world, &token).await.refused(404, "NOT_FOUND");
    open(&bo, &token).await.refused(404, "NOT_FOUND");
}
