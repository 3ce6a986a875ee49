//! Every table that names people: what its person is given of it, and what becomes of it when they are erased. A table that is
//! not declared here fails, and so does one that the scenario does not fill.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::time::now;
use storage::UserId;
use storage::table::{Column, Kind, Table};

use crate::harness::{Person, World, json};
use crate::v1_push::browser;

/// What the copy of one's data holds of a table: a file of it, or why not.
enum Given {
    In(&'static str),
    Not(&'static str),
}

/// What erasure leaves of a table: nothing that names the person; nothing that lies with the person, and why they are named
/// elsewhere; or why it stays.
enum Left {
    Nothing,
    Elsewhere(&'static str),
    Stays(&'static str),
}

use Given::{In, Not};
use Left::{Elsewhere, Nothing, Stays};

const TABLES: &[(&str, Given, Left)] = &[
    ("users", In("account.json"), Stays("the number, so that what was written has an author without a name")),
    ("user_emails", In("account.json"), Nothing),
    ("sessions", In("sessions.json"), Nothing),
    ("tokens", Not("hashes of mailed secrets"), Stays("runs out, in thirty days at most")),
    ("erasures", Not("as versions without jobs wrote it"), Nothing),
    ("entities", In("organisations.json"), Nothing),
    ("relations", In("organisations.json"), Nothing),
    ("user_relations", In("organisations.json"), Nothing),
    ("applications", In("applications.json"), Nothing),
    ("user_applications", In("applications.json"), Nothing),
    ("invitations", In("invitations.json"), Nothing),
    ("user_invitations", In("invitations.json"), Nothing),
    ("channels", Not("a channel is its organisation's"), Stays("who made it, a number without a name")),
    ("channel_members", Not("who is in a channel is its organisation's list"), Nothing),
    ("messages", In("messages.json"), Stays("an organisation keeps its history")),
    ("thread_messages", In("messages.json"), Stays("an organisation keeps its history")),
    (
        "pending_messages",
        In("messages.json"),
        Stays("that something was taken back, without text; runs out in thirty days"),
    ),
    ("client_messages", Not("marks of repeated sends"), Stays("runs out in a day")),
    ("reactions", In("reactions.json"), Stays("part of what an organisation has said")),
    ("readers", Not("how far one has read"), Nothing),
    ("thread_readers", Not("how far one has read"), Stays("how far a number without a name has read")),
    (
        "mentions",
        Not("who called is told in notifications.json"),
        Elsewhere("who called others; runs out in ninety days"),
    ),
    ("channel_mentions", Not("follows from messages"), Stays("runs out in ninety days")),
    ("channel_calls", Not("follows from messages"), Stays("runs out with the call")),
    ("channel_listeners", Not("follows from a channel's settings"), Nothing),
    ("channel_events", Not("the log of what messages.json says"), Stays("runs out in eight days")),
    (
        "notifications",
        In("notifications.json"),
        Elsewhere("who caused others' entries; runs out in half a year"),
    ),
    ("message_bells", Not("the index of notifications.json"), Stays("runs out with its entry")),
    ("unseen_bells", Not("the index of notifications.json"), Nothing),
    ("push_subscriptions", In("push.json"), Nothing),
    ("push_endpoints", Not("the index of push.json"), Nothing),
    ("guide_statuses", In("guides.json"), Nothing),
    ("idempotency", Not("answers kept for a day"), Nothing),
];

/// Tables that nobody fills who may ask to be erased: what older versions wrote, and who owns an organisation.
const UNMET: [&str; 2] = ["erasures", "entities"];

fn names_a_person(column: &Column) -> bool {
    let name = column.name;
    let id = ["user_id", "owner", "sender_id", "actor_id"].contains(&name) || name.ends_with("_by");
    column.kind == Kind::BigInt && id || name == "mentions"
}

fn tables() -> Vec<&'static Table> {
    storage::catalog::tables().into_iter().filter(|table| table.all().any(names_a_person)).collect()
}

#[test]
fn every_table_with_people_is_declared() {
    let declared: BTreeSet<&str> = TABLES.iter().map(|(name, ..)| *name).collect();
    let there: BTreeSet<&str> = tables().iter().map(|table| table.name).collect();
    assert_eq!(declared, there);
}

/// Rows that name the person, by table.
async fn naming(world: &World, id: i64) -> BTreeMap<&'static str, Vec<String>> {
    let mut found = BTreeMap::new();
    for table in tables() {
        let rows = world.engine.scan(table, None, 100_000).await.unwrap();
        let places: Vec<usize> =
            (0..table.width()).filter(|at| table.column_at(*at).is_some_and(names_a_person)).collect();
        let names = |row: &storage::value::Row| {
            places.iter().any(|at| match &row.values()[*at] {
                storage::value::Value::Int(value) => *value == id,
                storage::value::Value::Text(people) => people.split(' ').any(|one| one == id.to_string()),
                _ => false,
            })
        };
        let rows: Vec<String> =
            rows.iter().filter(|row| names(row)).map(|row| format!("{:?}", row.values())).collect();
        found.insert(table.name, rows);
    }
    found
}

/// Anna does all that leaves a trace.
async fn busy(world: &World) -> Person {
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let open = anna.call("POST", &format!("/api/v1/chat/workspaces/{}/channels", org.workspace));
    let open = open.header("Idempotency-Key", "nyckel-1").json(&json!({"name": "annas"}));
    let own = open.send().await.data()["id"].as_i64().unwrap();
    let first =
        anna.sends(org.general, json!({"content": "det första", "clientMessageId": "m1"})).await.data();
    let first = first["id"].as_i64().unwrap();
    bo.says(org.general, &format!("något annat @{}", anna.name)).await;
    anna.says(org.general, "hör upp @channel").await;
    anna.says(org.general, &format!("och @{}", bo.name)).await;
    org.owner.says(org.general, "alla ska höra @channel").await;
    let reply = bo.replies(org.general, first, "ett svar").await;
    anna.replies(org.general, first, &format!("mitt svar @{}", bo.name)).await;
    anna.put(&format!("/api/v1/chat/messages/{reply}/reactions/%F0%9F%91%8D"), json!({})).await.data();
    anna.put(&format!("/api/v1/chat/channels/{own}/settings"), json!({"notifyLevel": "all"})).await.data();
    let strict = org.channel("strikt", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let demoted = json!({"txRelationType": "MEMBER"});
    org.owner.put(&org.at(&format!("/relations/{}", anna.id)), demoted).await.is(200);
    anna.says(strict, "väntar på en moderator").await;
    anna.call("POST", "/api/v1/guides/menu/complete").send().await.is(200);
    let elsewhere = world.org("Klubben").await;
    anna.post(&elsewhere.at("/applications"), json!({"message": "släpp in mig"})).await.is(201);
    elsewhere
        .owner
        .put(&elsewhere.at(&format!("/relations/{}", anna.id)), json!({"txRelationType": "MEMBER"}))
        .await;
    assert_eq!(
        anna.put("/api/v1/push/subscription", browser("https://fcm.googleapis.com/fcm/send/a")).await.status,
        204
    );
    world.anyone("POST", "/api/public/auth/reset/request").json(&json!({"email": anna.email})).send().await;
    world.mails(&anna.email, 2).await;
    anna.bell(4).await;
    anna
}

#[actix_web::test]
async fn what_names_a_person_is_given_to_them_and_goes_with_them() {
    let world = World::new().await;
    let anna = busy(&world).await;
    let before = naming(&world, anna.id).await;
    let unmet: Vec<_> =
        before.iter().filter(|(table, rows)| rows.is_empty() && !UNMET.contains(table)).collect();
    assert!(unmet.is_empty(), "the scenario leaves nothing in {unmet:?}");

    let answer = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
    for (table, given, _) in TABLES {
        match given {
            In(name) => {
                let mut text = String::new();
                zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
                assert!(text.len() > 10, "{table} is not in {name}: {text}");
            }
            Not(why) => assert!(!why.is_empty(), "{table}"),
        }
    }

    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let after = naming(&world, anna.id).await;
    for (table, _, left) in TABLES {
        match left {
            Nothing => assert!(after[table].is_empty(), "{table} keeps {:?}", after[table]),
            Elsewhere(why) => {
                let own = format!("[Int({})", anna.id);
                let rows: Vec<_> = after[table].iter().filter(|row| row.starts_with(&own)).collect();
                assert!(rows.is_empty() && !why.is_empty(), "{table} keeps {rows:?}");
            }
            Stays(why) => assert!(!why.is_empty(), "{table}"),
        }
    }
}
