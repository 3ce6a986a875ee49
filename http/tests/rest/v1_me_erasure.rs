//! `/api/v1/me/export`, `DELETE /api/v1/me`: everything about oneself, taken along or erased.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::time::now;
use storage::{EntityId, RelationType, UserId};

use crate::harness::{Person, Value, World, form, json, png};

pub async fn export(person: &Person) -> BTreeMap<String, Value> {
    let answer = person.get("/api/v1/me/export").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"), "{}", answer.text());
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"kalender-export.zip\"");
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(file.name().to_owned(), serde_json::from_str(&text).unwrap());
    }
    files
}

#[actix_web::test]
async fn everything_about_oneself_and_nothing_of_others() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("TEACHER").await, org.with("MEMBER").await);
    let first = anna.says(org.general, "det första").await;
    bo.says(org.general, &format!("något annat @{}", anna.name)).await;
    let answer = bo.replies(org.general, first, "ett svar").await;
    for (person, message, emoji) in [(&anna, answer, "%F0%9F%91%8D"), (&bo, first, "%F0%9F%8E%89")] {
        person.put(&format!("/api/v1/chat/messages/{message}/reactions/{emoji}"), json!({})).await.data();
    }
    anna.replies(org.general, first, "mitt svar").await;
    anna.call("POST", "/api/v1/guides/menu/complete").send().await.is(200);
    let elsewhere = world.org("Klubben").await;
    anna.post(&elsewhere.at("/applications"), json!({"message": "släpp in mig"})).await.is(201);
    anna.bell(2).await;
    let strict = org.channel("strikt", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    anna.says(strict, "väntar på en moderator").await;
    bo.says(strict, "väntar också").await;

    let files = export(&anna).await;
    let waiting: Vec<_> =
        files["messages.json"].as_array().unwrap().iter().filter(|one| one["waiting"] == true).collect();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["content"], "väntar på en moderator");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "account.json",
            "acks.json",
            "applications.json",
            "articles.json",
            "blocks.json",
            "calendars.json",
            "chat.json",
            "comments.json",
            "contacts.json",
            "conversations.json",
            "enrollments.json",
            "event-filters.json",
            "event-signs.json",
            "events.json",
            "files.json",
            "guides.json",
            "invitations.json",
            "likes.json",
            "messages.json",
            "notifications.json",
            "organisations.json",
            "posts.json",
            "push.json",
            "reactions.json",
            "reminders.json",
            "reports.json",
            "sessions.json",
            "suggestions.json",
            "votes.json"
        ]
    );
    assert_eq!(files["account.json"]["email"], anna.email.as_str());
    assert_eq!(files["organisations.json"][0]["idEntity"], org.id);
    assert_eq!(files["applications.json"][0]["message"], "släpp in mig");
    assert_eq!(files["guides.json"]["guides"][0]["completed"], true);
    assert_eq!(files["notifications.json"].as_array().unwrap().len(), 2);
    assert_eq!(files["sessions.json"].as_array().unwrap().len(), 1);
    let written: Vec<&str> =
        files["messages.json"].as_array().unwrap().iter().map(|m| m["content"].as_str().unwrap()).collect();
    assert_eq!(written, ["det första", "mitt svar", "väntar på en moderator"]);
    let reactions = files["reactions.json"].as_array().unwrap();
    assert_eq!(reactions.len(), 1);
    assert_eq!((&reactions[0]["messageId"], reactions[0]["emoji"].as_str()), (&json!(answer), Some("👍")));
}

#[actix_web::test]
async fn erased_after_two_weeks() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("TEACHER").await;
    let (kind, body) = form("image", &png(8, 8));
    anna.call("PUT", "/api/v1/me/image").body(&kind, body).send().await.is(200);
    let message = anna.says(org.general, "kvar i skolans historia").await;
    let called = org.owner.says(org.general, &format!("fråga @{} och @{}", anna.name, org.owner.name)).await;
    let reply = org.owner.replies(org.general, message, &format!("tack @{}", anna.name)).await;
    let strict = org.channel("strikt", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let waiting = anna.says(strict, "väntar på en moderator").await;
    let bo = org.with("MEMBER").await;
    bo.says(strict, &format!("väntar också, @{}", anna.name)).await;
    anna.call("POST", "/api/v1/guides/menu/complete").send().await.is(200);
    let elsewhere = world.org("Klubben").await;
    anna.post(&elsewhere.at("/applications"), json!({"message": "släpp in mig"})).await.is(201);
    anna.bell(2).await;

    let me = anna.delete("/api/v1/me").await.is(200);
    let at = me["erasureAt"].as_str().unwrap().to_owned();
    assert_eq!(anna.delete("/api/v1/me").await.is(200)["erasureAt"], at.as_str(), "the first moment stands");
    world.mails(&anna.email, 1).await;
    assert!(!erase_due(&world.platform, UserId(anna.id), now() + PATIENCE - 60_000).await.unwrap());
    anna.get("/api/v1/me").await.is(200);

    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    assert!(!erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap(), "once");
    anna.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    let id = UserId(anna.id);
    let left = world.storage.accounts.user(id).await.unwrap().unwrap();
    assert_eq!(
        (left.display_name.as_str(), &left.email, &left.password_hash),
        ("Borttagen användare", &None, &None)
    );
    assert_eq!((&left.image, left.municipality), (&None, -1));
    assert!(world.storage.accounts.user_by_email(&anna.email).await.unwrap().is_none());
    assert!(world.storage.accounts.user_by_name(&anna.name).await.unwrap().is_none());
    assert_eq!(world.storage.entities.relations_of(id).await.unwrap(), []);
    assert!(
        !world
            .folder
            .path()
            .join(format!("files/user/{}", anna.id))
            .read_dir()
            .is_ok_and(|mut d| d.next().is_some())
    );
    // Nothing of hers is left but what she wrote, and her number.
    let dump = world.dump().await;
    for (table, rows) in &dump {
        for gone in [anna.email.as_str(), anna.name.as_str(), "släpp in mig", "väntar på en moderator"] {
            let rest: Vec<_> = rows.iter().filter(|row| row.contains(gone)).collect();
            assert!(rest.is_empty(), "{table} keeps {gone}: {rest:?}");
        }
    }
    for table in ["sessions", "bells", "guide_statuses", "readers", "user_relations", "user_applications"] {
        let hers = |row: &&String| row.starts_with(&format!("[Int({})", anna.id));
        assert_eq!(dump[table].iter().filter(hers).count(), 0, "{table}");
    }
    let page = org.owner.reads(org.general).await;
    let kept = page.as_array().unwrap().iter().find(|one| one["id"] == message).unwrap();
    assert_eq!(
        (&kept["content"], &kept["userName"]),
        (&json!("kvar i skolans historia"), &json!("Borttagen användare"))
    );
    let text = |id: i64| {
        page.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["formattedContent"].clone()
    };
    assert_eq!(text(called), format!("fråga @Borttagen användare och @{}", org.owner.name));
    let thread = org.owner.get(&format!("/api/v1/chat/messages/{message}/thread")).await.data();
    let answer = thread["replies"].as_array().unwrap().iter().find(|one| one["id"] == reply).unwrap();
    assert_eq!(answer["formattedContent"], "tack @Borttagen användare");
    let pending = org.owner.get(&format!("/api/v1/chat/channels/{strict}/pending")).await.data();
    assert!(!pending.to_string().contains(&waiting.to_string()), "{pending}");
    assert_eq!(pending[0]["formattedContent"], "väntar också, @Borttagen användare");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn taken_back_in_time() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    anna.delete("/api/v1/me/erasure").await.refused(404, "NOT_FOUND");
    anna.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let page = format!("/api/public/users/{}", anna.name);
    anna.delete("/api/v1/me").await.is(200);
    world.anyone("GET", &page).send().await.refused(404, "NOT_FOUND");
    assert_eq!(anna.delete("/api/v1/me/erasure").await.is(200)["erasureAt"], Value::Null);
    world.anyone("GET", &page).send().await.is(200);
    assert!(!erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    anna.get("/api/v1/me").await.is(200);
}

#[actix_web::test]
async fn an_organisation_keeps_an_owner() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    org.owner.delete("/api/v1/me").await.refused(409, "OWNER_STAYS");
    let (anna, heir) = (org.with("MEMBER").await, org.with("ADMINISTRATOR").await);
    anna.delete("/api/v1/me").await.is(200);
    // Whoever goes takes nothing over …
    org.owner.post(&org.at("/transfer"), json!({"userId": anna.id})).await.is(204);
    let accept = format!("/api/v1/me/invitations/{}/accept", org.id);
    anna.call("POST", &accept).send().await.refused(409, "ERASURE_ASKED");
    // … but the operator may have made them owner while the two weeks run.
    let (id, owner) = (EntityId(org.id), UserId(org.owner.id));
    assert!(world.storage.entities.transfer(id, owner, UserId(anna.id), now()).await.unwrap());
    let entity = world.storage.entities.entity(EntityId(org.id)).await.unwrap().unwrap();
    assert_eq!(entity.owner, UserId(anna.id));
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let entity = world.storage.entities.entity(EntityId(org.id)).await.unwrap().unwrap();
    let new = world.storage.entities.relation(EntityId(org.id), entity.owner).await.unwrap().unwrap();
    assert_eq!(new.relation_type, RelationType::Owner);
    assert!([heir.id, org.owner.id].contains(&entity.owner.0), "an administrator");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
