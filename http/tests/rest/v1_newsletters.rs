//! `/api/v1/entities/{id}/newsletters`: written once, in the bells and mailboxes of those whom they are for.

use actors::platform::jobs::job;
use actors::platform::time::now;
use storage::ids::{EntityId, UserId};
use storage::newsletters::{Newsletter, NewsletterAudience, NewsletterId, NewsletterState};
use storage::record::Stored as _;
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json};
use crate::v1_me_erasure::export;

async fn sends(person: &Person, org: &Org, audience: &str) -> Answer {
    let new = json!({"subject": "Höstkonsert", "body": "Kom och *lyssna*.\n\nBiljetter: https://example.se/b", "audience": audience});
    person.post(&org.at("/newsletters"), new).await
}

/// A newsletter for the followers, of whom there are none yet.
pub async fn in_scene(org: &Org) -> i64 {
    let sent = sends(&org.owner, org, "FOLLOWERS").await.is(201);
    org.world.done("newsletter-send").await;
    id(&sent["idNewsletter"])
}

/// A newsletter by somebody who manages the organisation, for followers that it does not have.
pub async fn leave_traces(org: &Org, person: &Person) {
    sends(person, org, "FOLLOWERS").await.is(201);
    org.world.done("newsletter-send").await;
}

/// How its sending stands: state, in how many bells, to how many mailboxes.
async fn standing(org: &Org) -> [Value; 3] {
    let list = org.owner.get(&org.at("/newsletters")).await.is(200);
    assert!(list["content"][0]["body"].is_null());
    let sending = &list["content"][0]["sending"];
    ["state", "nrRecipients", "nrMailed"].map(|field| sending[field].clone())
}

async fn is_rung(person: &Person) -> bool {
    let bell = person.get("/api/v1/notifications").await.is(200);
    each(&bell["content"], "type").contains(&&json!("NEWSLETTER"))
}

/// The secret of the address in a mail that ends such mails.
fn leaving(mail: &str) -> &str {
    let address = mail.split("Inga fler sådana mejl: ").nth(1).unwrap();
    address.split("/api/public/mails/").nth(1).unwrap().split('/').next().unwrap()
}

/// [shell 6.4]
#[actix_web::test]
async fn newsletter_is_mailed_until_its_reader_switches_it_off() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (follower, member, customer) =
        (org.with("FOLLOWER").await, org.with("MEMBER").await, org.with("CUSTOMER").await);
    let off =
        json!([{"entityId": org.id, "notificationType": "NEWSLETTER", "channel": "email", "enabled": false}]);
    member.put(&org.at("/notification-settings"), off).await.is(200);
    sends(&member, &org, "EVERYBODY").await.refused(403, "ROLE_TOO_LOW");
    let sent = sends(&org.owner, &org, "EVERYBODY").await.is(201);
    world.done("newsletter-send").await;
    // The owner, the member and the follower; the member takes no mail.
    assert_eq!(standing(&org).await, [json!("SENT"), json!(3), json!(2)]);
    assert!(is_rung(&member).await && is_rung(&follower).await && !is_rung(&customer).await);
    world.come("bell-mail").await;
    world.done("mail-bulk").await;
    assert_eq!([&member, &customer].map(|one| world.outbox(&one.email).len()), [0, 0]);
    let mails = world.mails(&follower.email, 1).await;
    let one_click = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
    for said in ["Nyhetsbrev", "Höstkonsert", "Kom och *lyssna*.", "https://example.se/b", one_click] {
        assert!(mails[0].contains(said), "{said}: {}", mails[0]);
    }
    let path = format!("/api/v1/entities/{}/newsletters/{}", org.id, sent["idNewsletter"]);
    let read = follower.get(&path).await.is(200);
    assert_eq!((&read["subject"], &read["sending"]), (&json!("Höstkonsert"), &Value::Null));
    customer.get(&path).await.refused(404, "NOT_FOUND");
    // RFC 8058: who only opens the address changes nothing; a POST ends such mails of this organisation alone.
    let leaves = format!("/api/public/mails/{}/unsubscribe", leaving(&mails[0]));
    let opened = world.anyone("GET", &leaves).send().await;
    assert!(opened.header("location").contains(&format!("entity={}&type=NEWSLETTER", org.id)));
    let takes = async || {
        let cells = follower.get(&org.at("/notification-settings")).await.is(200);
        let is_it = |cell: &&Value| cell["notificationType"] == "NEWSLETTER" && cell["channel"] == "email";
        cells.as_array().unwrap().iter().find(is_it).unwrap()["enabled"].clone()
    };
    assert_eq!(takes().await, true);
    world
        .anyone("POST", &leaves)
        .body("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click")
        .send()
        .await;
    assert_eq!(takes().await, false);
    sends(&org.owner, &org, "FOLLOWERS").await.is(201);
    world.done("newsletter-send").await;
    assert_eq!(standing(&org).await, [json!("SENT"), json!(1), json!(0)]);
    assert_eq!(export(&org.owner).await["newsletters.json"][0]["subject"], "Höstkonsert");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn newsletter_of_whoever_lost_the_right_stops() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (her, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let (entity_id, at) = (EntityId(org.id), now());
    let newsletter_id = NewsletterId(world.platform.ids.next(at).unwrap());
    let written = Newsletter {
        entity_id,
        newsletter_id,
        author_id: UserId(her.id),
        subject: "Höstkonsert".to_owned(),
        body: "Kom och lyssna.".to_owned(),
        audience: NewsletterAudience::Followers,
        state: NewsletterState::Sending,
        passed: None,
        recipients: 0,
        mailed: 0,
        created: Moment(at),
        version: 1,
    };
    let send = job(&world.platform, "newsletter-send", at, &(entity_id, newsletter_id)).unwrap();
    world.engine.write(vec![written.insert(), send.insert()]).await.unwrap();
    world.platform.jobs.wake();
    world.done("newsletter-send").await;
    assert_eq!(standing(&org).await, [json!("STOPPED"), json!(0), json!(0)]);
    assert!(!is_rung(&follower).await);
}

#[actix_web::test]
async fn newsletters_are_three_a_day_and_of_no_family() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    for _ in 0..3 {
        sends(&org.owner, &org, "MEMBERS").await.is(201);
    }
    let before = world.dump().await;
    let refused = sends(&org.owner, &org, "MEMBERS").await;
    assert!(refused.header("retry-after").parse::<i64>().unwrap() > 80_000);
    refused.refused(429, "RATE_LIMITED");
    for (field, value) in [("subject", "   "), ("body", " \n ")] {
        let mut new = json!({"subject": "S", "body": "B", "audience": "MEMBERS"});
        new[field] = json!(value);
        org.owner.post(&org.at("/newsletters"), new).await.wrong_field(field, "LENGTH");
    }
    World::assert_same(&before, &world.dump().await);
    let draft = json!({"entityName": "Familjen Ek", "entityType": "family"});
    let family = org.owner.post("/api/v1/entities", draft).await.is(201);
    let path = format!("/api/v1/entities/{}/newsletters", family["idEntity"]);
    let new = json!({"subject": "S", "body": "B", "audience": "MEMBERS"});
    org.owner.post(&path, new.clone()).await.refused(403, "ROLE_TOO_LOW");
    world.person("Bo").await.post(&path, new).await.refused(404, "NOT_FOUND");
}
