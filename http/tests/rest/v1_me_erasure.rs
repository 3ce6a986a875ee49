//! `/api/v1/me/export`, `DELETE /api/v1/me`: export and erasure of a person's data.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due, replay};
use actors::files::Home;
use actors::platform::time::now;
use sha2::{Digest as _, Sha256};
use storage::accounts::{User, UserStatus};
use storage::ids::AttachmentId;
use storage::{EntityId, RelationType, UserId};

use crate::harness::{Person, Value, World, files_form, form, id, json, png};

/// The export's JSON files, by name.
pub async fn export(person: &Person) -> BTreeMap<String, Value> {
    let files = unpacked(person).await.into_iter();
    let json = files.filter(|(name, _)| name.strip_suffix(".json").is_some_and(|name| name != "manifest"));
    json.map(|(name, bytes)| (name, serde_json::from_slice(&bytes).unwrap())).collect()
}

/// All files of the export.
async fn unpacked(person: &Person) -> BTreeMap<String, Vec<u8>> {
    let answer = person.get("/api/v1/me/export").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"), "{}", answer.text());
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"kalender-export.zip\"");
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.insert(file.name().to_owned(), bytes);
    }
    files
}

#[actix_web::test]
async fn export_has_own_data_and_nothing_of_others() {
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
            "administration.json",
            "applications.json",
            "articles.json",
            "blocks.json",
            "board-imports.json",
            "boards.json",
            "bookings.json",
            "calendars.json",
            "chat.json",
            "comments.json",
            "contacts.json",
            "conversations.json",
            "courses.json",
            "enrollments.json",
            "event-filters.json",
            "event-signs.json",
            "events.json",
            "files.json",
            "guides.json",
            "infopoints.json",
            "invitations-sent.json",
            "invitations.json",
            "ledger.json",
            "likes.json",
            "messages.json",
            "newsletters.json",
            "notification-settings.json",
            "notifications.json",
            "organisations.json",
            "posts.json",
            "push.json",
            "quizzes.json",
            "reactions.json",
            "reminders.json",
            "reports.json",
            "sent-invitations.json",
            "sent-organisation-invitations.json",
            "sessions.json",
            "suggestions.json",
            "task-reminders.json",
            "task-stacks.json",
            "tasks.json",
            "tokens.json",
            "vacation.json",
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

/// Uploads and sends a file; answers its id.
pub async fn sends_file(person: &Person, channel: i64, name: &str, bytes: &[u8]) -> i64 {
    let (kind, body) = files_form(&[(name, bytes)]);
    let path = format!("/api/v1/chat/channels/{channel}/attachments");
    let file = id(&person.call("POST", &path).body(&kind, body).send().await.data()[0]["id"]);
    person.sends(channel, json!({"content": "", "attachmentIds": [file]})).await.data();
    file
}

async fn talk(person: &Person, others: &[&Person]) -> i64 {
    let others: Vec<i64> = others.iter().map(|one| one.id).collect();
    let talk = json!({"userIds": others, "idType": 1});
    id(&person.post("/api/v1/messages/conversations", talk).await.is(201)["data"]["id"])
}

#[actix_web::test]
async fn export_has_files_and_pictures_byte_by_byte() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("TEACHER").await, org.with("MEMBER").await);
    // More than the writer buffers.
    let long: Vec<u8> =
        (0..1_000_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let mine = sends_file(&anna, org.general, "Årets plan.bin", &long).await;
    sends_file(&bo, org.general, "bos.bin", b"inte hennes").await;
    let (kind, body) = form("image", &png(8, 8));
    anna.call("PUT", "/api/v1/me/image").body(&kind, body).send().await.is(200);

    let files = unpacked(&anna).await;
    let listed: Value = serde_json::from_slice(&files["files.json"]).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let path = listed[0]["path"].as_str().unwrap();
    assert_eq!(path, format!("files/{mine}-Årets plan.bin"));
    assert!(files[path] == long, "as it was sent");
    let others: Vec<&String> = files.keys().filter(|name| name.contains("bos")).collect();
    assert!(others.is_empty(), "{others:?}");
    let pictures: Vec<&String> = files.keys().filter(|name| name.starts_with("pictures/user-")).collect();
    assert_eq!(pictures.len(), 1);
    assert_eq!(image::load_from_memory(&files[pictures[0]]).unwrap().width(), 8);

    // The manifest lists all other files.
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    assert_eq!(manifest["about"]["userId"], anna.id);
    assert_eq!(manifest["missing"], json!([]));
    let said: BTreeMap<&str, (u64, &str)> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (one["name"].as_str().unwrap(), (one["bytes"].as_u64().unwrap(), one["sha256"].as_str().unwrap()))
        })
        .collect();
    assert_eq!(said.len() + 1, files.len(), "every file but itself");
    for (name, (size, hash)) in &said {
        assert_eq!(*size, files[*name].len() as u64, "{name}");
        let digest = Sha256::digest(&files[*name]);
        assert_eq!(
            *hash,
            digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat(),
            "{name}"
        );
    }

    // A file whose bytes are lost is listed as missing, and the rest is exported.
    let file = world.storage.files.file(AttachmentId(mine)).await.unwrap().unwrap();
    if let Home::Folder(folder) = &world.platform.settings.files {
        std::fs::remove_file(folder.join(format!("chat/{}/{}", file.place.0 % 1_000, file.place))).unwrap();
        let files = unpacked(&anna).await;
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        assert_eq!(manifest["missing"], json!([path]));
        assert!(files.contains_key("account.json") && !files.contains_key(path));
    }
}

#[actix_web::test]
async fn export_has_both_sides_of_a_conversation() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("TEACHER").await, org.with("TEACHER").await, org.with("TEACHER").await);
    let ours = talk(&anna, &[&bo]).await;
    let theirs = talk(&bo, &[&cia]).await;
    let first = anna.says(ours, "hej Bo").await;
    let taken = bo.says(ours, "det här ångrar jag").await;
    bo.replies(ours, first, &format!("hej @{}", anna.name)).await;
    bo.delete(&format!("/api/v1/chat/messages/{taken}")).await;
    sends_file(&bo, ours, "bos brev.txt", b"bos bytes").await;
    bo.says(theirs, "oss emellan").await;
    cia.says(org.general, "i skolans kanal").await;

    let files = unpacked(&anna).await;
    let read = |name: &str| serde_json::from_slice::<Value>(&files[name]).unwrap();
    let list = read("conversations.json");
    assert_eq!(list.as_array().unwrap().len(), 1);
    let people = list[0]["people"].as_array().unwrap();
    assert!(people.iter().all(|one| one["isBot"] == false && one["displayName"].is_string()), "{list}");
    let said = read(&format!("conversations/{ours}.json"));
    let said: Vec<_> = said
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["mine"].as_bool().unwrap(), one["author"].clone(), one["content"].clone()))
        .collect();
    let (me, him) = (json!(anna.called().await), json!(bo.called().await));
    let reply = json!(format!("hej @{}", anna.name));
    assert_eq!(
        said,
        [(true, me, json!("hej Bo")), (false, him.clone(), reply), (false, him, json!(""))],
        "in their order, without what was taken back"
    );
    let all: String = files.values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    for not in ["oss emellan", "i skolans kanal", "bos bytes", "ångrar", bo.email.as_str()] {
        assert!(!all.contains(not), "{not}");
    }
    assert!(all.contains("bos brev.txt"), "what it was called stands in the conversation");
}

#[actix_web::test]
async fn sent_invitations_are_exported_and_erased() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("ADMINISTRATOR").await;
    let invite = json!({"email": "ny@example.se", "message": "kom till annas kör"});
    anna.post("/api/v1/contacts/invite/email", invite).await.is(200);
    let asked = world.person("Dan").await;
    anna.put(&org.at(&format!("/relations/{}", asked.id)), json!({"txRelationType": "MEMBER"})).await;
    let token = world.mails("ny@example.se", 1).await[0]
        .split("/kontakter/lagg-till/")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next())
        .unwrap()
        .to_owned();
    let look = format!("/api/public/contacts/tokens/{token}");
    let before = world.anyone("GET", &look).send().await.status;

    let files = export(&anna).await;
    assert_eq!(files["sent-invitations.json"][0]["message"], "kom till annas kör");
    assert_eq!(files["sent-organisation-invitations.json"][0]["userId"], asked.id);
    assert!(!files["sent-invitations.json"].to_string().contains("ny@example.se"), "kept nowhere");

    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    for (table, rows) in world.dump().await {
        assert!(!rows.iter().any(|row| row.contains("annas kör")), "{table}");
    }
    assert_ne!(before, world.anyone("GET", &look).send().await.status, "the mailed link is void");
    let left = world.storage.entities.invitations(EntityId(org.id)).await.unwrap();
    assert!(left.is_empty(), "nobody stands behind it");
}

#[actix_web::test]
async fn erasure_keeps_files_without_their_names() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("TEACHER").await, org.with("TEACHER").await);
    let file = sends_file(&anna, org.general, "Anna Ek läkarintyg.PDF", b"%PDF-1.4 intyget").await;
    sends_file(&bo, org.general, "bos.txt", b"bos").await;
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    for (table, rows) in world.dump().await {
        assert!(!rows.iter().any(|row| row.contains("läkarintyg")), "{table}");
    }
    let page = bo.reads(org.general).await;
    let shown: Vec<&Value> =
        page.as_array().unwrap().iter().flat_map(|one| one["attachments"].as_array().unwrap()).collect();
    let names: Vec<&Value> = shown.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Fil.pdf", "bos.txt"]);
    let url = shown.iter().find(|one| one["id"] == file).unwrap()["url"].as_str().unwrap();
    let bytes = bo.get(url).await;
    assert_eq!((bytes.status, &bytes.body[..]), (200, &b"%PDF-1.4 intyget"[..]));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// After a restore of the store, the erasure journal in the file store names the accounts to erase again.
#[actix_web::test]
async fn erasure_is_recorded_outside_the_store() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let id = UserId(anna.id);
    let before = world.storage.accounts.user(id).await.unwrap().unwrap();
    anna.delete("/api/v1/me").await.is(200);
    assert!(world.kept_under("erasures").await.is_empty(), "not before it is done");
    assert!(erase_due(&world.platform, id, now() + PATIENCE + 60_000).await.unwrap());
    let noted = world.kept_under("erasures").await;
    assert_eq!(noted.len(), 1);
    let line: Value = serde_json::from_slice(&noted[0]).unwrap();
    assert_eq!(line["userId"], anna.id);
    assert!(!line.to_string().contains(&anna.name) && !line.to_string().contains(&anna.email));
    assert_eq!(replay(&world.platform).await.unwrap(), 0, "nothing came back");

    // As restoring an older backup would.
    let back = User::at(id).update_if(
        [
            ("status", before.status.into()),
            ("user_name", (&before.user_name).into()),
            ("display_name", (&before.display_name).into()),
            ("email", before.email.as_ref().into()),
        ],
        [("status", UserStatus::Deactivated.into())],
    );
    assert!(world.engine.decide(back, Vec::new()).await.unwrap());
    world.platform.people.forget(id);
    assert_eq!(replay(&world.platform).await.unwrap(), 1);
    let left = world.storage.accounts.user(id).await.unwrap().unwrap();
    assert_eq!((left.display_name.as_str(), left.email), ("Borttagen användare", None));
    assert_eq!(replay(&world.platform).await.unwrap(), 0);
    bo.get("/api/v1/me").await.is(200);
}

#[actix_web::test]
async fn account_is_erased_after_two_weeks() {
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
    // Only what she wrote and her id remain.
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
async fn erasure_is_cancelled_in_time() {
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
    // A person who has requested erasure cannot become an owner …
    org.owner.post(&org.at("/transfer"), json!({"userId": anna.id})).await.is(204);
    let accept = format!("/api/v1/me/invitations/{}/accept", org.id);
    anna.call("POST", &accept).send().await.refused(409, "ERASURE_ASKED");
    // … but the operator may have made them one during the two weeks.
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
