//! The example area (`http/examples/notices`) through the real router, as a model for tests of new areas.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should say where")]
#![allow(clippy::future_not_send, reason = "actix runs a test on one thread")]

#[path = "../../examples/notices/board/mod.rs"]
mod board;
#[allow(dead_code, unused_imports, reason = "shared with the REST suite, which uses more of it")]
#[path = "../rest/harness/mod.rs"]
mod harness;

use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::notifications::to_members;
use actors::platform::jobs;
use actors::platform::time::now;
use board::rules::{Ability, OWN};
use harness::{Org, Person, Value, World, each, id, json};
use kalender::server::openapi;
use storage::RelationType::{self, Administrator, BoardMember, Follower, Member, Owner};
use storage::area::names_a_person;
use storage::ids::{EntityId, UserId};
use storage::time::Moment;

/// The additional area.
const MORE: kalender::platform::area::More = &[&board::http::AREA];

fn notice(author: i64) -> board::storage::Notice {
    board::storage::Notice {
        entity_id: EntityId(1),
        notice_id: board::storage::NoticeId(2),
        author_id: UserId(author),
        title: "Städdag".to_owned(),
        text: "Ta med kratta.".to_owned(),
        created: Moment(0),
        updated: Moment(0),
        remind_at: None,
        version: 1,
    }
}

#[test]
fn rights_follow_roles() {
    // Relation; may read, write, change another person's notice, change their own.
    let cases: [(Option<RelationType>, [bool; 4]); 6] = [
        (None, [false, false, false, false]),
        (Some(Follower), [false, false, false, false]),
        (Some(Member), [true, false, false, true]),
        (Some(BoardMember), [true, false, false, true]),
        (Some(Administrator), [true, true, true, true]),
        (Some(Owner), [true, true, true, true]),
    ];
    for (relation, may) in cases {
        let (own, others) = (notice(7), notice(8));
        let is = [
            board::rules::read(relation).is_ok(),
            board::rules::write(relation).is_ok(),
            board::rules::change(relation, UserId(7), &others).is_ok(),
            board::rules::change(relation, UserId(7), &own).is_ok(),
        ];
        assert_eq!(is, may, "{relation:?}");
        let abilities: &[Ability] = if may[2] { OWN } else { &[] };
        assert_eq!(board::rules::abilities(relation, UserId(7), &others), abilities, "{relation:?}");
    }
    assert!(board::rules::remind_at(None, 5).is_ok() && board::rules::remind_at(Some(Moment(6)), 5).is_ok());
    assert_eq!(board::rules::remind_at(Some(Moment(5)), 5).unwrap_err().fields[0].field, "remindAt");
}

fn board(org: &Org) -> String {
    org.at("/notices")
}

/// The display name.
async fn name(person: &Person) -> String {
    let user = person.world.storage.accounts.user(UserId(person.id)).await.unwrap();
    user.unwrap().display_name
}

async fn posts(person: &Person, org: &Org, title: &str) -> Value {
    let draft = json!({"title": title, "text": "Ta med kratta."});
    let answer = person.post(&board(org), draft).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["data"].take()
}

#[actix_web::test]
async fn notice_is_created_changed_and_deleted() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let first = posts(&org.owner, &org, "Städdag").await;
    assert_eq!((&first["version"], &first["authorName"]), (&json!(1), &json!(name(&org.owner).await)));
    let at = format!("{}/{}", board(&org), first["id"]);
    let new = json!({"title": "Städdag i maj", "text": "Ta med kratta."});
    let changed = org.owner.put(&at, new.clone()).await.data();
    assert_eq!((&changed["title"], &changed["version"]), (&json!("Städdag i maj"), &json!(2)));
    org.owner.put(&at, json!({"title": "", "text": "x"})).await.wrong_field("title", "LENGTH");
    let past = json!({"title": "a", "text": "x", "remindAt": "2020-01-01T00:00:00Z"});
    org.owner.post(&board(&org), past).await.wrong_field("remindAt", "PAST");
    let listed = org.owner.get(&board(&org)).await.is(200);
    assert_eq!((listed["content"][0].clone(), &listed["hasMore"]), (changed, &json!(false)));
    assert_eq!(org.owner.delete(&at).await.status, 204);
    org.owner.put(&at, new).await.refused(404, "NOT_FOUND");
    assert_eq!(org.owner.get(&board(&org)).await.is(200)["content"], json!([]));
}

#[actix_web::test]
async fn pages_are_newest_first() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    for n in 1..=5 {
        posts(&org.owner, &org, &format!("Anslag {n}")).await;
    }
    let page = org.owner.get(&format!("{}?limit=2", board(&org))).await.is(200);
    assert_eq!(each(&page["content"], "title"), ["Anslag 5", "Anslag 4"]);
    assert_eq!(page["hasMore"], true);
    let before = id(&page["content"][1]["id"]);
    let rest = org.owner.get(&format!("{}?limit=3&before={before}", board(&org))).await.is(200);
    assert_eq!(each(&rest["content"], "title"), ["Anslag 3", "Anslag 2", "Anslag 1"]);
    assert_eq!(rest["hasMore"], false);
}

#[actix_web::test]
async fn stale_version_is_refused() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let first = posts(&org.owner, &org, "Städdag").await;
    let at = format!("{}/{}", board(&org), first["id"]);
    let tries = (0..8).map(|n| org.owner.put(&at, json!({"title": format!("Försök {n}"), "text": "x"})));
    let answers = futures_util::future::join_all(tries).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(done >= 1 && answers.iter().all(|answer| [200, 409].contains(&answer.status)));
    let now = org.owner.get(&board(&org)).await.is(200);
    assert_eq!(now["content"][0]["version"], json!(1 + done), "each that was answered is a version");
}

#[actix_web::test]
async fn outsiders_neither_read_nor_write() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let other = world.org("Klubben").await;
    let own = posts(&org.owner, &org, "Städdag").await;
    let at = format!("{}/{}", board(&org), own["id"]);
    let draft = || json!({"title": "a", "text": "b"});
    for outsider in [world.person("Okänd").await, other.owner.clone(), org.with("FOLLOWER").await] {
        outsider.get(&board(&org)).await.refused(404, "NOT_FOUND");
        outsider.post(&board(&org), draft()).await.refused(404, "NOT_FOUND");
        outsider.put(&at, draft()).await.refused(404, "NOT_FOUND");
        outsider.delete(&at).await.refused(404, "NOT_FOUND");
    }
    let member = org.with("MEMBER").await;
    let seen = member.get(&board(&org)).await.is(200);
    assert_eq!(seen["content"][0]["abilities"], json!([]));
    member.post(&board(&org), draft()).await.refused(403, "ROLE_TOO_LOW");
    member.put(&at, draft()).await.refused(403, "ROLE_TOO_LOW");
    member.delete(&at).await.refused(403, "ROLE_TOO_LOW");
    // A notice's id is valid on its own board only.
    other.owner.put(&format!("{}/{}", board(&other), own["id"]), draft()).await.refused(404, "NOT_FOUND");
    world.anyone("GET", &board(&org)).send().await.refused(401, "UNAUTHENTICATED");
}

#[actix_web::test]
async fn members_are_notified_and_reminded() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let (anna, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let soon = Moment(now() + 1_500).to_string();
    let draft = json!({"title": "Städdag", "text": "Ta med kratta.", "remindAt": soon});
    assert_eq!(org.owner.post(&board(&org), draft).await.status, 201);
    let bell = anna.bell(2).await;
    assert_eq!(each(&bell, "type"), ["NOTICE_REMINDER", "NOTICE_POSTED"]);
    let posted = &bell[1];
    let name = name(&org.owner).await;
    assert_eq!(posted["title"], format!("{name} har satt upp ett anslag"));
    assert_eq!(
        (&posted["preview"], &posted["path"]),
        (&json!("Städdag"), &json!(format!("/anslag/{}", org.id)))
    );
    assert_eq!(each(&follower.bell(0).await, "type"), Vec::<&str>::new());
    // The mail, due a minute later, has the notification's text.
    let entry = (UserId(anna.id), storage::NotificationId(id(&posted["id"])));
    let mail = jobs::job(&world.platform, "bell-mail", now(), &entry).unwrap();
    world.storage.jobs.put(&[mail]).await.unwrap();
    world.platform.jobs.wake();
    let mail = world.mails(&anna.email, 1).await.pop().unwrap();
    assert!(mail.contains(&format!("{name} har satt upp ett anslag")), "{mail}");
    assert!(mail.contains("Städdag") && mail.contains(&format!("/anslag/{}\r\n", org.id)), "{mail}");
}

/// `to_members` determines the recipients when its job runs, not when it is created.
#[actix_web::test]
async fn former_members_are_not_notified() {
    for loss in ["nothing", "removal", "a ban", "narrowing"] {
        let world = World::new().await;
        let org = world.org("Föreningen").await;
        let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
        let notice = posts(&org.owner, &org, "Städdag").await;
        let about = ("notice", id(&notice["id"]));
        let (entity, by) = (EntityId(org.id), UserId(org.owner.id));
        let job = to_members(&world.platform, entity, "NOTICE_REMINDER", about, by).unwrap();
        let relation = org.at(&format!("/relations/{}", anna.id));
        let lost = match loss {
            "removal" => org.owner.delete(&relation).await.status,
            "a ban" => org.owner.call("PUT", &org.at(&format!("/bans/{}", anna.id))).send().await.status,
            "narrowing" => org.owner.put(&relation, json!({"txRelationType": "FOLLOWER"})).await.status,
            _ => 200,
        };
        assert!([200, 204].contains(&lost), "{loss}: {lost}");
        world.storage.jobs.put(&[job]).await.unwrap();
        world.platform.jobs.wake();
        let rang = async |person: &Person| {
            let bell = person.get("/api/v1/notifications").await.is(200)["content"].take();
            each(&bell, "type").contains(&&json!("NOTICE_REMINDER"))
        };
        // All recipients are notified by one write.
        harness::until(async || rang(&bo).await.then_some(())).await;
        assert_eq!(rang(&anna).await, loss == "nothing", "{loss}");
    }
}

#[actix_web::test]
async fn cancelled_reminder_is_not_sent() {
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let anna = org.with("MEMBER").await;
    let soon = Moment(now() + 1_000).to_string();
    let draft = json!({"title": "Städdag", "text": "x", "remindAt": soon});
    let own = org.owner.post(&board(&org), draft).await.json()["data"].take();
    let at = format!("{}/{}", board(&org), own["id"]);
    org.owner.put(&at, json!({"title": "Städdag", "text": "x"})).await.data();
    let other = Moment(now() + 2_000).to_string();
    org.owner.post(&board(&org), json!({"title": "Vårfest", "text": "x", "remindAt": other})).await.is(201);
    // The later reminder of another notice has come, so the earlier one would have too.
    let bell = anna.bell(3).await;
    assert_eq!(each(&bell, "preview")[0], "Vårfest");
    assert_eq!(each(&bell, "type"), ["NOTICE_REMINDER", "NOTICE_POSTED", "NOTICE_POSTED"]);
}

#[actix_web::test]
async fn personal_data_is_declared_exported_and_erased() {
    for area in kalender::areas::kept(MORE) {
        let named = area.tables.iter().filter(|table| table.all().any(names_a_person));
        let named: Vec<_> = named.map(|table| table.name).collect();
        assert_eq!(area.people.iter().map(|one| one.table).collect::<Vec<_>>(), named);
    }
    let world = World::new().await;
    let org = world.org("Föreningen").await;
    let anna = org.with("ADMINISTRATOR").await;
    posts(&anna, &org, "Annas anslag").await;
    posts(&org.owner, &org, "Någon annans").await;
    let copy = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(copy.body.to_vec())).unwrap();
    let mut text = String::new();
    zip.by_name("notices.json").unwrap().read_to_string(&mut text).unwrap();
    assert!(text.contains("Annas anslag") && !text.contains("Någon annans"), "{text}");
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let kept = org.owner.get(&board(&org)).await.is(200);
    let kept = kept["content"].as_array().unwrap().iter().find(|one| one["title"] == "Annas anslag").unwrap();
    assert_eq!(kept["authorName"], "Borttagen användare", "the board is the organisation's");
}

#[test]
fn document_describes_the_area() {
    let document = openapi::written(&kalender::server::routes::document(MORE), MORE);
    let path = &document["paths"]["/api/v1/entities/{id}/notices"];
    assert_eq!(path["post"]["operationId"], "notices_notices_create");
    let draft = &document["components"]["schemas"]["Draft"]["properties"];
    assert_eq!((&draft["title"]["maxLength"], &draft["text"]["maxLength"]), (&json!(120), &json!(4000)));
    assert!(document["components"]["schemas"]["NoticeView"].is_object());
    // The web page's types are generated from a part of it.
    let kept: Value =
        serde_json::from_str(include_str!("../../../web/examples/notices/openapi.json")).unwrap();
    for part in ["paths", "webhooks", "components/schemas", "components/responses"] {
        let (kept, whole) = (kept.pointer(&format!("/{part}")), document.pointer(&format!("/{part}")));
        for (name, one) in kept.and_then(Value::as_object).unwrap() {
            assert!(*one == whole.unwrap()[name], "{part}/{name} differs from the routes: run make openapi");
        }
    }
    let live = kalender::server::asyncapi::document(&kalender::server::routes::document(MORE), MORE);
    assert_eq!(live["channels"]["notices"]["address"], "/topic/entity/{id}/notices");
    assert!(live["components"]["schemas"]["NoticeEvent"].is_object());
    // Every place that can be subscribed to is described.
    let described = kalender::server::asyncapi::places(MORE).map(|place| place.address).collect::<Vec<_>>();
    assert!(actors::areas::rooms(&[&board::actors::AREA]).places().all(|place| described.contains(&place)));
}
