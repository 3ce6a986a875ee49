//! `/api/v1/entities/{id}/newsletters`: written once, in the bells and mailboxes of those whom they are for.

use actors::platform::jobs::job;
use actors::platform::time::now;
use storage::ids::{EntityId, UserId};
use storage::newsletters::{Newsletter, NewsletterAudience, NewsletterId, NewsletterState};
use storage::record::Stored as _;
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, form, id, json, png};
use crate::v1_me_erasure::export;

async fn sends(person: &Person, org: &Org, audience: &str) -> Answer {
    let new = json!({"subject": "Höstkonsert", "body": "Kom och *lyssna*.\n\nBiljetter: https://example.se/b", "audience": audience});
    person.post(&org.at("/newsletters"), new).await
}

async fn begins(person: &Person, org: &Org, body: &str) -> Answer {
    let draft = json!({"subject": "Vårkonsert", "body": body, "audience": "FOLLOWERS"});
    person.post(&org.at("/newsletter-drafts"), draft).await
}

/// A newsletter for the followers, of whom there are none yet, and a draft of another.
pub async fn in_scene(org: &Org, secret: &str) -> (i64, i64) {
    let sent = sends(&org.owner, org, "FOLLOWERS").await.is(201);
    org.world.done("newsletter-send").await;
    (id(&sent["idNewsletter"]), id(&begins(&org.owner, org, secret).await.is(201)["idDraft"]))
}

/// A newsletter by somebody who manages the organisation, for followers that it does not have.
pub async fn leave_traces(org: &Org, person: &Person) {
    sends(person, org, "FOLLOWERS").await.is(201);
    org.world.done("newsletter-send").await;
    begins(person, org, "Snart").await.is(201);
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

/// A newsletter by somebody for the followers of an organisation, whose job is still to come.
pub async fn is_to_be_sent(org: &Org, by: &Person) {
    let (world, entity_id, at) = (&org.world, EntityId(org.id), now());
    let newsletter_id = NewsletterId(world.platform.ids.next(at).unwrap());
    let written = Newsletter {
        entity_id,
        newsletter_id,
        author_id: UserId(by.id),
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
    let due = at + 86_400_000;
    let send = job(&world.platform, "newsletter-send", due, &(entity_id, newsletter_id)).unwrap();
    world.engine.write(vec![written.insert(), send.insert()]).await.unwrap();
}

#[actix_web::test]
async fn newsletter_of_whoever_lost_the_right_stops() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (her, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    is_to_be_sent(&org, &her).await;
    world.come("newsletter-send").await;
    assert_eq!(standing(&org).await, [json!("STOPPED"), json!(0), json!(0)]);
    assert!(!is_rung(&follower).await);
}

/// Contract §1: what one wrote another's stale copy never overwrites; a draft is sent once, as it stands.
#[actix_web::test]
async fn drafts_are_saved_as_they_are_written_and_sent_once() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (anna, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let draft = begins(&anna, &org, "").await.is(201);
    let path = org.at(&format!("/newsletter-drafts/{}", draft["idDraft"]));
    let text = |body: &str, version: i64| json!({"subject": "Vårkonsert", "body": body, "audience": "MEMBERS", "version": version});
    member.get(&path).await.refused(403, "ROLE_TOO_LOW");
    let saved = anna.put(&path, text("Kom!", 1)).await.is(200);
    assert_eq!((&saved["version"], &saved["changedBy"]), (&json!(2), &json!("ADMINISTRATOR Nummer2")));
    // The same again changes nothing.
    assert_eq!(anna.put(&path, text("Kom!", 2)).await.is(200)["version"], 2);
    let stale = org.owner.put(&path, text("Mitt", 1)).await.is(409);
    assert_eq!([&stale["code"], &stale["current"]["body"]], [&json!("STALE"), &json!("Kom!")]);
    let list = org.owner.get(&org.at("/newsletter-drafts")).await.is(200)["content"].take();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!((&list[0]["subject"], &list[0]["body"]), (&json!("Vårkonsert"), &Value::Null));
    let long = json!({"subject": "S".repeat(121), "body": "", "audience": "MEMBERS", "version": 2});
    anna.put(&path, long).await.wrong_field("subject", "LENGTH");
    // It is sent as its writer saw it, or not at all.
    let sends = async |version: Option<i64>| {
        let mut new = text("Kom!", 0);
        new["idDraft"] = draft["idDraft"].clone();
        new["version"] = json!(version);
        org.owner.post(&org.at("/newsletters"), new).await
    };
    let before = world.dump().await;
    sends(None).await.wrong_field("version", "REQUIRED");
    assert_eq!(sends(Some(1)).await.is(409)["current"]["version"], 2);
    World::assert_same(&before, &world.dump().await);
    sends(Some(2)).await.is(201);
    sends(Some(2)).await.refused(404, "NOT_FOUND");
    anna.put(&path, text("Sent", 2)).await.refused(404, "NOT_FOUND");
    let sent = org.owner.get(&org.at("/newsletters")).await.is(200)["content"].take();
    assert_eq!(sent.as_array().unwrap().len(), 1);
    // And one that is not wanted goes by hand.
    let other = begins(&anna, &org, "Nej").await.is(201);
    org.owner.delete(&org.at(&format!("/newsletter-drafts/{}", other["idDraft"]))).await.is(204);
    assert_eq!(anna.get(&org.at("/newsletter-drafts")).await.is(200)["content"], json!([]));
}

async fn brings(person: &Person, org: &Org) -> Value {
    let (kind, body) = form("image", &png(48, 32));
    person.call("POST", &org.at("/newsletter-pictures")).body(&kind, body).send().await.is(201)
}

/// A picture is for whom a newsletter is for that shows it, and goes a day after nothing shows it.
#[actix_web::test]
async fn pictures_are_for_the_readers_of_what_shows_them() {
    let world = World::new().await;
    let org = world.org("Kören").await;
    let (follower, member) = (org.with("FOLLOWER").await, org.with("MEMBER").await);
    let stage = brings(&org.owner, &org).await;
    let line = format!("Kom!\n\n![Karta](bild:{})", stage["id"]);
    let draft = begins(&org.owner, &org, &line).await.is(201);
    assert_eq!(draft["pictures"], json!([stage]));
    let url = stage["url"].as_str().unwrap();
    let sees = async |person: &Person, url: &str| person.get(url).await.status;
    assert_eq!([sees(&org.owner, url).await, sees(&follower, url).await], [200, 404]);
    let new = json!({"subject": "Vårkonsert", "body": line, "audience": "FOLLOWERS", "idDraft": draft["idDraft"], "version": 1});
    let sent = org.owner.post(&org.at("/newsletters"), new).await.is(201);
    world.done("newsletter-send").await;
    let read = follower.get(&org.at(&format!("/newsletters/{}", sent["idNewsletter"]))).await.is(200);
    assert_eq!(read["pictures"], json!([stage]));
    assert_eq!([sees(&follower, url).await, sees(&member, url).await], [200, 404]);
    // A mail has no pictures: it says what is to be seen, and where.
    world.come("bell-mail").await;
    world.done("mail-bulk").await;
    let mails = world.mails(&follower.email, 1).await;
    let page = format!("/nyhetsbrev/{}/{}", org.id, sent["idNewsletter"]);
    assert!(mails[0].contains("[Bild: Karta]") && mails[0].contains(&page), "{}", mails[0]);
    // The draft is gone, the picture stays with what was sent; of another organisation's nothing is shown.
    let other = world.org("Laget").await;
    let stolen = begins(&other.owner, &other, &line).await.is(201);
    assert_eq!(stolen["pictures"], json!([]));
    let unused = brings(&org.owner, &org).await;
    let shows = format!("![](bild:{})", unused["id"]);
    let draft = begins(&org.owner, &org, &shows).await.is(201);
    let path = org.at(&format!("/newsletter-drafts/{}", draft["idDraft"]));
    let text = json!({"subject": "", "body": "", "audience": "MEMBERS", "version": 1});
    org.owner.put(&path, text).await.is(200);
    world.come("newsletter-pictures").await;
    assert_eq!(
        [sees(&follower, url).await, sees(&org.owner, unused["url"].as_str().unwrap()).await],
        [200, 404]
    );
    let many: Vec<String> = (1..=21).map(|n| format!("![](bild:{n})")).collect();
    begins(&org.owner, &org, &many.join("\n")).await.wrong_field("body", "TOO_MANY_PICTURES");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
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
