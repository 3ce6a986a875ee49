//! Batches of invitations: lists are looked at, sent, followed, cancelled; they go on after a kill. Contract §11.2.

use std::collections::BTreeSet;

use actors::platform::jobs;
use actors::platform::time::now;
use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};
use storage::invitations::{
    BatchRow, InvitationBatch, InvitationBatchId, InvitationId, InvitationState, Invitations, MailInvitation,
    SendCode,
};

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, pieces, until};
use crate::v1_invitations::{accepts, invites, secret};

fn to(org: &Org, rest: &str) -> String {
    org.at(&format!("/invitation-batches{rest}"))
}

pub async fn sends(person: &Person, org: &Org, list: &str) -> Answer {
    person.call("POST", &to(org, "")).body("text/csv", list.as_bytes()).send().await
}

/// The path of a batch.
fn its(batch: &Value, rest: &str) -> String {
    format!("/api/v1/invitation-batches/{}{rest}", batch["idBatchInvitation"])
}

/// Follows a batch until it is over, as social §6 says: COMPLETED or FAILED.
pub async fn over(person: &Person, batch: &Value) -> Value {
    until(|| async {
        let seen = person.get(&its(batch, "")).await.is(200);
        matches!(seen["status"].as_str(), Some("COMPLETED" | "FAILED")).then_some(seen)
    })
    .await
}

fn codes(batch: &Value) -> Vec<&str> {
    each(&batch["rows"], "code").into_iter().map(|code| code.as_str().unwrap()).collect()
}

/// The Message-IDs of somebody's mails.
fn numbers(world: &World, to: &str) -> BTreeSet<String> {
    let number =
        |mail: &String| mail.split_once("Message-ID: ").unwrap().1.lines().next().unwrap().to_owned();
    world.outbox(to).iter().map(number).collect()
}

/// [contract 11.2] [social 3.18] [social 4.33]: 202, counts, a bad row never fails the batch; A, A, B: 2 sent, 1 DUPLICATE.
#[actix_web::test]
async fn each_row_of_a_batch_says_what_became_of_it() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    invites(&org.owner, &org, "star@example.se", "MEMBER").await.is(201);
    let list = "\u{feff}e-post;förnamn;efternamn;roll\r\na@example.se;Åsa;Ek;Lärare\r\nA@Example.SE;;;\r\nb@example.se;;;\r\n\
                ingen;;;\r\nc@example.se;;;trollkarl\r\nstar@example.se;;;\r\nd@example.se;;;Ägare\r\n";
    let preview =
        org.owner.call("POST", &to(&org, "/preview")).body("text/csv", list.as_bytes()).send().await;
    let preview = preview.is(200);
    assert_eq!((&preview["total"], &preview["good"]), (&json!(7), &json!(3)));
    let begun = sends(&org.owner, &org, list).await.is(202);
    for name in pieces("social 3.18", "batch") {
        assert!(begun.get(name).is_some(), "{name}: {begun}");
    }
    assert_eq!((&begun["total"], &begun["failed"], &begun["skipped"]), (&json!(7), &json!(3), &json!(1)));
    let done = over(&org.owner, &begun).await;
    let expected = ["SENT", "DUPLICATE", "SENT", "INVALID_EMAIL", "ROLE_UNKNOWN", "STANDING", "ROLE_TOO_LOW"];
    assert_eq!(codes(&done), expected);
    assert_eq!(done["status"], pieces("social 4.33", "over")[0]);
    let counts = ["sent", "skipped", "failed", "waiting"].map(|name| done[name].as_i64().unwrap());
    assert_eq!(counts, [2, 2, 3, 0]);
    assert_eq!(done["rows"][0]["relationType"], "TEACHER");
    let mail = world.mails("a@example.se", 1).await.remove(0);
    assert!(mail.contains("Hej Åsa!"), "{mail}");
    let failed = org.owner.get(&its(&done, "?failed=true")).await.is(200);
    assert_eq!(each(&failed["rows"], "row"), [4, 5, 7]);
    assert_eq!(org.owner.get(&its(&done, "?limit=0")).await.is(200)["rows"], json!([]));
    let listed = org.owner.get(&to(&org, "")).await.is(200);
    assert_eq!(each(&listed["content"], "idBatchInvitation"), [&begun["idBatchInvitation"]]);

    let table = org.owner.get(&its(&done, "/rows.csv")).await;
    assert!(table.header("content-disposition").contains(".csv"));
    let table = table.text();
    assert!(
        table.starts_with(
            "\u{feff}E-post;Förnamn;Efternamn;Roll;Status\r\na@example.se;Åsa;Ek;TEACHER;SENT\r\n"
        ),
        "{table}"
    );
    // What failed is mended and sent again, as JSON.
    let mended = json!({"message": "Kom med!", "rows": [
        {"email": "e@example.se", "firstName": "Eva"}, {"email": "c@example.se", "relationType": "Medlem"}
    ]});
    let again = org.owner.post(&to(&org, "?relationType=PUPIL"), mended).await.is(202);
    let again = over(&org.owner, &again).await;
    assert_eq!((codes(&again), &again["rows"][0]["relationType"]), (vec!["SENT", "SENT"], &json!("PUPIL")));
    let person = world.person("Eva").await;
    let mail = world.mails("e@example.se", 1).await.remove(0);
    assert!(mail.contains("Hej Eva!") && mail.contains("Kom med!"), "{mail}");
    accepts(&person, &secret(&mail)).await.refused(403, "EMAIL_MISMATCH");
}

/// [contract 11.2]: it goes on after a kill; one Message-ID a row.
#[actix_web::test]
async fn a_batch_goes_on_where_it_was_killed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let invitations = Invitations::of(&world.storage);
    let batch_id = InvitationBatchId(world.platform.ids.next(now()).unwrap());
    let row = |email: &str, code| BatchRow {
        email: email.to_owned(),
        first_name: None,
        last_name: None,
        relation_type: Some(RelationType::Member),
        code,
        tries: 0,
        due: 0,
    };
    // Killed after the second row's mail, before its code: its invitation is there.
    let rows = vec![
        row("a@example.se", SendCode::Sent),
        row("b@example.se", SendCode::Waiting),
        row("c@example.se", SendCode::Waiting),
    ];
    let batch = InvitationBatch {
        batch_id,
        entity_id: EntityId(org.id),
        created_by: UserId(org.owner.id),
        message: None,
        total: 3,
        portions: 1,
        begun: true,
        stopped: None,
        created: now(),
        kept_until: now() + 86_400_000,
    };
    let sealed = world.platform.secrets.seal(b"hemlig").unwrap();
    let half = MailInvitation {
        entity_id: EntityId(org.id),
        address: "b@example.se".to_owned(),
        version: 1,
        invitation_id: InvitationId(world.platform.ids.next(now()).unwrap()),
        relation_type: RelationType::Member,
        state: InvitationState::Pending,
        hash: actors::accounts::secrets::token_hash("hemlig"),
        sealed,
        invited_by: UserId(org.owner.id),
        first_name: None,
        message: None,
        created: now(),
        expires: now() + 86_400_000,
        resent: 0,
        trouble: None,
        batch_id: Some(batch_id),
        ended: None,
        accepted_by: None,
    };
    assert!(invitations.invite(None, &half, Vec::new()).await.unwrap());
    invitations.create_batch(&batch, rows, Vec::new()).await.unwrap();
    let job = jobs::job(&world.platform, "invitation-batch", now(), &(org.id, batch_id)).unwrap();
    // Two nodes that take it on at once.
    let twin = jobs::job(&world.platform, "invitation-batch", now(), &(org.id, batch_id)).unwrap();
    world.storage.jobs.put(&[job, twin]).await.unwrap();
    world.platform.jobs.wake();
    let done = over(&org.owner, &json!({"idBatchInvitation": batch_id})).await;
    assert_eq!(codes(&done), ["SENT", "SENT", "SENT"]);
    assert_eq!(world.outbox("a@example.se").len(), 0, "a row that is done is not sent again");
    let number = format!("<invitation-{}-0@kalender.test>", half.invitation_id);
    assert_eq!(numbers(&world, "b@example.se"), BTreeSet::from([number]));
    assert_eq!(numbers(&world, "c@example.se").len(), 1);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [contract 11.2]: five a day; ≤ 10,000 rows.
#[actix_web::test]
async fn five_lists_a_day_are_sent() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    for n in 0..5 {
        sends(&org.owner, &org, &format!("a{n}@example.se\n")).await.is(202);
    }
    let answer = sends(&org.owner, &org, "b@example.se\n").await;
    assert!(answer.header("retry-after").parse::<i64>().unwrap() > 86_000, "{}", answer.text());
    answer.refused(429, "RATE_LIMITED");
    let other = world.org("Kören").await;
    let many = std::iter::once("e-post".to_owned())
        .chain((0..10_001).map(|n| format!("a{n}@example.se")))
        .collect::<Vec<_>>()
        .join("\n");
    sends(&other.owner, &other, &many).await.wrong_field("file", "TOO_MANY");
    sends(&other.owner, &other, "namn;telefon\nÅsa;1\n").await.wrong_field("file", "COLUMNS");
    let call = |kind: &str, body: &str| other.owner.call("POST", &to(&other, "")).body(kind, body.as_bytes());
    call("application/json", "{").send().await.refused(400, "UNREADABLE");
    call("application/json", "{\"rows\": 5}").send().await.refused(422, "INVALID");
    let long = json!({"rows": [{"email": "a@example.se"}], "message": "x".repeat(501)}).to_string();
    call("application/json", &long).send().await.wrong_field("message", "LENGTH");
    call("application/json", "{\"rows\": []}").send().await.wrong_field("rows", "EMPTY");
    call("text/plain", "a@example.se").send().await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    let large = "x".repeat(3 << 20);
    call("text/csv", &large).send().await.refused(413, "TOO_LARGE");
}

/// [contract 11.2]: cancel; the inviter's right is asked before each mail.
#[actix_web::test]
async fn what_waits_of_a_stopped_batch_is_not_sent() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let admin = org.with("ADMINISTRATOR").await;
    let invitations = Invitations::of(&world.storage);
    let waiting = async |by: &Person| {
        let batch_id = InvitationBatchId(world.platform.ids.next(now()).unwrap());
        let rows = (0..60).map(|n| BatchRow {
            email: format!("{}-{n}@example.se", batch_id.0),
            first_name: None,
            last_name: None,
            relation_type: Some(RelationType::Member),
            code: SendCode::Waiting,
            tries: 1,
            due: now() + 3_600_000,
        });
        let batch = InvitationBatch {
            batch_id,
            entity_id: EntityId(org.id),
            created_by: UserId(by.id),
            message: None,
            total: 60,
            portions: 2,
            begun: true,
            stopped: None,
            created: now(),
            kept_until: now() + 86_400_000,
        };
        invitations.create_batch(&batch, rows.collect(), Vec::new()).await.unwrap();
        json!({"idBatchInvitation": batch_id})
    };
    let batch = waiting(&org.owner).await;
    assert_eq!(org.owner.get(&its(&batch, "?limit=0")).await.is(200)["status"], "RUNNING");
    let page = org.owner.get(&its(&batch, "?limit=50")).await.is(200);
    assert_eq!((page["rows"].as_array().unwrap().len(), &page["cursor"]), (50, &json!(1)));
    let rest = org.owner.get(&its(&batch, "?limit=50&cursor=1")).await.is(200);
    assert_eq!((rest["rows"].as_array().unwrap().len(), rest.get("cursor")), (10, None));
    assert_eq!(rest["rows"][0]["row"], 51);
    let cancel = its(&batch, "/cancel");
    assert_eq!(org.owner.call("POST", &cancel).send().await.is(200)["stopped"], "CANCELLED");
    let done = over(&org.owner, &batch).await;
    assert_eq!(
        (&done["status"], &done["skipped"], &done["sent"]),
        (&json!("COMPLETED"), &json!(60), &json!(0))
    );
    org.owner.call("POST", &cancel).send().await.is(200);

    let batch = waiting(&admin).await;
    let number = id(&batch["idBatchInvitation"]);
    for portion in 0..2 {
        let stored = invitations.batch(InvitationBatchId(number)).await.unwrap().unwrap();
        let old = invitations.portion(InvitationBatchId(number), portion).await.unwrap().unwrap();
        let due = old.rows.0.iter().map(|row| BatchRow { due: 0, ..row.clone() }).collect();
        invitations.change_portion(&stored, &old, due).await.unwrap().unwrap();
    }
    org.owner.delete(&org.at(&format!("/relations/{}", admin.id))).await.is(204);
    let job = jobs::job(&world.platform, "invitation-batch", now(), &(org.id, number)).unwrap();
    world.storage.jobs.put(&[job]).await.unwrap();
    world.platform.jobs.wake();
    let done = over(&org.owner, &batch).await;
    assert_eq!((&done["status"], &done["failed"]), (&json!("FAILED"), &json!(60)));
    assert!(codes(&done).iter().all(|code| *code == "INVITER_LOST_RIGHT"), "{done}");
    assert!(world.outbox(&format!("{number}-0@example.se")).is_empty());
}
