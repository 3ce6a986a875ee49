//! A Slack export comes in: everything it can hold, twice, and files that mean harm.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod platform;

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;

use actors::accounts::{Made, NewUser, make_user};
use actors::imports::slack::slack;
use actors::imports::{ImportError, Progress, Report};
use platform::Test;
use serde_json::{Value, json};
use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, ChannelType, Message, Page};
use storage::entities::{Entity, EntityType, MembershipMode, RelationType};
use storage::ids::EntityId;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const CREATED: i64 = 1_480_000_000_000;

/// An organisation with its workspace, owned by Ola.
async fn organisation(test: &Test) -> User {
    let ola = person(test, "ola@example.se", "Ola Ek").await;
    let entity = Entity {
        entity_id: EntityId(1_000),
        entity_name: "Firman".to_owned(),
        entity_slug: "firman".to_owned(),
        entity_type: EntityType::Company,
        membership_mode: MembershipMode::Open,
        image: None,
        owner: ola.user_id,
        created: CREATED,
    };
    assert!(test.platform.storage.entities.create_entity(&entity).await.unwrap());
    actors::chat::create_first(&test.platform, &entity).await.unwrap();
    ola
}

async fn person(test: &Test, email: &str, name: &str) -> User {
    let new = NewUser {
        email: Some(email.to_owned()),
        first_name: name.to_owned(),
        last_name: String::new(),
        display_name: name.to_owned(),
        password_hash: Some("x".to_owned()),
        status: UserStatus::Active,
        user_name: None,
        created: CREATED,
    };
    let Made::New(user) = make_user(&test.platform, new).await.unwrap() else {
        panic!("the address is taken")
    };
    *user
}

/// Files → a zip file in the test's folder.
fn packed(test: &Test, files: &[(&str, &[u8])]) -> PathBuf {
    let path = test.folder.path().join("export.zip");
    let mut zip = ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
    path
}

fn json_files(files: &[(&str, Value)]) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(name, value)| ((*name).to_owned(), value.to_string().into_bytes())).collect()
}

async fn import(test: &Test, files: &[(String, Vec<u8>)]) -> Result<Report, ImportError> {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    let path = packed(test, &files);
    slack(&test.platform, &path, "firman", &|_: Progress| {}).await
}

/// Every feature of the format.
fn export() -> Vec<(String, Vec<u8>)> {
    let users = json!([
        {"id": "U1", "name": "anna", "is_admin": true, "profile": {"real_name": "Anna Berg", "display_name": "Anna B", "email": "Anna@Example.se"}},
        {"id": "U2", "name": "ola", "profile": {"real_name": "Ola i Slack", "email": "ola@example.se"}},
        {"id": "U3", "name": "gammal", "deleted": true, "profile": {"real_name": "Gammal Kollega", "email": "gammal@example.se"}},
        {"id": "U4", "name": "roboten", "is_bot": true, "profile": {"real_name": "Roboten"}},
        {"id": "U5", "name": "utan", "profile": {"real_name": "Utan Adress", "email": 17}},
        {"id": "U6", "name": "eva", "profile": {"real_name": "Eva Sten", "email": "eva@example.se"}},
        {"name": "ingen"}, "skräp", 7, null
    ]);
    let channels = json!([
        {"id": "C1", "name": "general", "created": 1_480_000_000, "creator": "U1", "is_general": true, "members": ["U1", "U2"],
         "topic": {"value": "Hej <@U1> :tada:"}, "purpose": {"value": "Allt"}},
        {"id": "C2", "name": "Ärenden!", "created": 1_480_000_100, "creator": "U2", "is_archived": true, "members": ["U1"],
         "topic": {"value": "Frågor"}, "purpose": {"value": "Om ärenden"}},
        {"id": "C3", "name": "allmänt", "creator": "U1", "members": "fel"},
        {"id": "C4", "name": "tom"}
    ]);
    let groups =
        json!([{"id": "G1", "name": "styrelsen", "creator": "U1", "members": ["U1", "U2", "U3", "U999"]}]);
    let general = json!([
        {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1483437600.000001", "text": "<@U1> has joined"},
        {"type": "message", "user": "U1", "ts": "1483437617.000100", "text": "Hej <@U2>, titta på <https://a.se/?a=1&amp;b=2|sidan> :tada: &lt;3",
         "reply_count": 2, "thread_ts": "1483437617.000100",
         "reactions": [{"name": "thumbsup", "users": ["U1", "U2"], "count": 2}, {"name": "partyparrot", "users": ["U6"], "count": 3},
                       {"name": "+1::skin-tone-3", "users": ["U6", "U999"], "count": 2}]},
        {"type": "message", "user": "U2", "ts": "1483437700.000200", "text": "Svar", "thread_ts": "1483437617.000100", "parent_user_id": "U1"},
        {"type": "message", "subtype": "thread_broadcast", "user": "U6", "ts": "1483437800.000200", "text": "Svar till alla", "thread_ts": "1483437617.000100"},
        {"type": "message", "user": "U6", "ts": "1483437900.000000", "text": "Rättat", "edited": {"user": "U6", "ts": "1483438000.000000"}},
        {"type": "message", "subtype": "bot_message", "bot_id": "B1", "username": "Bygget", "text": "", "ts": "1483437901.000000",
         "attachments": [{"title": "Klart", "text": "på 3 min"}]},
        {"type": "message", "subtype": "bot_message", "username": "Vädret", "text": "Sol", "ts": "1483437902.000000"},
        {"type": "message", "subtype": "me_message", "user": "U1", "text": "går hem", "ts": "1483437903.000000"},
        {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "ts": "1483437904.000000"},
        {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "ts": "1483437905.000000", "reply_count": 1},
        {"type": "message", "user": "U6", "text": "kvar", "ts": "1483437906.000000", "thread_ts": "1483437905.000000"},
        {"type": "message", "user": "U1", "text": "", "ts": "1483437907.000000", "files": [{"name": "ritning.pdf"}], "subtype": "file_share"},
        {"type": "message", "user": "U1", "text": "Se bild", "ts": "1483437908.000000", "files": [{"name": "bild.png"}], "attachments": [{"text": "x"}]},
        {"type": "message", "user": "U1", "text": "<!channel> möte i <#C2|gammalt>", "ts": "1483437909.000000"},
        {"type": "message", "user": "U6", "text": "utan tråd", "ts": "1483437910.000000", "thread_ts": "1400000000.000000"},
        {"type": "message", "user": "U404", "text": "från en gäst", "ts": "1483437911.000000", "user_profile": {"real_name": "Gäst Gästsson"}},
        {"type": "message", "user": "U1", "text": "samma", "ts": "1483437912.000100"},
        {"type": "message", "user": "U1", "text": "samma", "ts": "1483437912.000100"},
        {"type": "message", "user": "U1", "text": "nästan samma", "ts": "1483437912.000101"},
        {"type": "presence", "ts": "1483437913.000000"}, 7, {"user": "U1"}, {"type": "message", "user": ["U1"], "text": {"a": 1}, "ts": "1483437914.0"}
    ]);
    let late = json!([
        {"type": "message", "user": "U2", "ts": "1483524000.000000", "text": "dagen efter", "thread_ts": "1483437617.000100"},
        {"type": "message", "user": "U1", "ts": "-5.0", "text": "före tiden"},
        {"type": "message", "user": "U1", "ts": "99999999999.0", "text": "efter tiden"},
        {"type": "message", "user": "U1", "ts": "NaN", "text": "ingen tid"},
        {"type": "message", "user": "U1", "ts": "1483524001.0", "text": "å".repeat(4_500)}
    ]);
    let same = json!([{"type": "message", "user": "U1", "ts": "1483437617.000100", "text": "samma stund i en annan kanal"}]);
    let private = json!([{"type": "message", "user": "U1", "ts": "1483437618.000000", "text": "hemligt"}]);
    let mut files = json_files(&[
        ("export/users.json", users),
        ("export/channels.json", channels),
        ("export/groups.json", groups),
        ("export/dms.json", json!([{"id": "D1"}, {"id": "D2"}])),
        ("export/mpims.json", json!([{"id": "M1"}])),
        ("export/integration_logs.json", json!([{"x": 1}])),
        ("export/general/2017-01-03.json", general),
        ("export/general/2017-01-04.json", late),
        ("export/Ärenden!/2017-01-03.json", same),
        ("export/styrelsen/2017-01-03.json", private),
        (
            "export/D1/2017-01-03.json",
            json!([{"type": "message", "user": "U1", "ts": "1483437618.0", "text": "privat"}]),
        ),
        ("export/general/canvas_in_the_conversation.json", json!([])),
        ("__MACOSX/export/users.json", json!("fel")),
    ]);
    files.push(("../../evil.json".to_owned(), b"[]".to_vec()));
    files.push(("C:\\evil.json".to_owned(), b"[]".to_vec()));
    files
}

/// Everything a channel holds, by text: top level, then replies.
async fn texts(test: &Test, channel: &Channel) -> HashMap<String, Message> {
    let chat = &test.platform.storage.chat;
    let page = chat.page(channel.channel_id, Page::Newest { offset: 0 }, 100).await.unwrap();
    let mut found = HashMap::new();
    for message in page.messages {
        let (replies, _) = chat.thread(message.message_id, None, 100).await.unwrap();
        found.extend(replies.into_iter().map(|reply| (reply.content.clone(), reply)));
        found.insert(message.content.clone(), message);
    }
    found
}

async fn channels(test: &Test) -> HashMap<String, Channel> {
    let chat = &test.platform.storage.chat;
    let workspace = chat.workspaces_of(EntityId(1_000)).await.unwrap().remove(0);
    let list = chat.channels_of(workspace.workspace_id).await.unwrap();
    list.into_iter().map(|channel| (channel.name.clone(), channel)).collect()
}

#[actix::test]
async fn everything_an_export_holds() {
    let test = platform::platform();
    let ola = organisation(&test).await;
    let report = import(&test, &export()).await.unwrap();
    assert_eq!((report.messages, report.replies, report.reactions), (18, 4, 4), "{report:#?}");
    assert_eq!(report.channels, 4, "{report:#?}");
    let skipped = &report.skipped;
    let expected = [
        ("direct conversations", 3),
        ("entries of the integrations' log", 1),
        ("days of conversations that are not taken", 1),
        ("files of other kinds in the zip", 1),
        ("files whose names lead out of the zip (refused)", 2),
        ("events (joins, topics, names …)", 1),
        ("deleted messages", 1),
        ("files (their messages are taken)", 2),
        ("attachments and previews", 1),
        ("messages that stand twice", 1),
        ("replies whose thread is missing (taken as messages)", 1),
        ("times out of bounds (moved)", 2),
        ("messages over 4,000 characters (shortened)", 1),
        ("reactions of people the export does not name", 3),
    ];
    for (kind, many) in expected {
        assert_eq!(skipped.get(kind), Some(&many), "{kind}: {report:#?}");
    }

    let storage = &test.platform.storage;
    let anna = storage.accounts.user_by_email("anna@example.se").await.unwrap().unwrap();
    assert_eq!(
        (anna.status, anna.display_name.as_str(), anna.user_name.as_str()),
        (UserStatus::Imported, "Anna B", "anna-b")
    );
    assert_eq!((anna.first_name.as_str(), anna.password_hash.as_deref()), ("Anna", None));
    assert!(storage.accounts.user_by_email("gammal@example.se").await.unwrap().is_none());
    let same = storage.accounts.user(ola.user_id).await.unwrap().unwrap();
    assert_eq!(same, ola, "an account that was here is not changed");
    let relation = |user_id| storage.entities.relation(EntityId(1_000), user_id);
    assert_eq!(relation(anna.user_id).await.unwrap().unwrap().relation_type, RelationType::Member);
    assert_eq!(relation(ola.user_id).await.unwrap().unwrap().relation_type, RelationType::Owner);
    let eva = storage.accounts.user_by_name("eva-sten").await.unwrap().unwrap();
    for (name, status) in [
        ("gammal-kollega", UserStatus::Deactivated),
        ("roboten", UserStatus::Bot),
        ("bygget", UserStatus::Bot),
        ("gast-gastsson", UserStatus::Deactivated),
    ] {
        let user = storage.accounts.user_by_name(name).await.unwrap().unwrap();
        assert_eq!((user.status, user.email), (status, None), "{name}");
        assert!(relation(user.user_id).await.unwrap().is_none(), "{name}");
    }

    let channels = channels(&test).await;
    let general = &channels["allmänt"];
    assert!(general.general && general.topic == "Hej @anna-b 🎉");
    let issues = &channels["ärenden"];
    assert!(issues.archived && issues.display_name == "Ärenden!" && issues.description == "Om ärenden");
    assert_eq!((issues.created_by, issues.created), (ola.user_id, 1_480_000_100_000));
    assert!(!channels["allmänt-2"].general);
    let board = &channels["styrelsen"];
    assert_eq!(board.channel_type, ChannelType::Private);
    assert_eq!(storage.chat.members(board.channel_id).await.unwrap().len(), 3);

    let said = texts(&test, general).await;
    let first = &said[&format!("Hej @{}, titta på sidan (https://a.se/?a=1&b=2) 🎉 <3", ola.user_id)];
    assert_eq!(first.formatted.as_deref(), Some("Hej @ola-ek, titta på sidan (https://a.se/?a=1&b=2) 🎉 <3"));
    assert_eq!(
        (first.user_id, &first.mentions[..], first.created),
        (anna.user_id, &[ola.user_id][..], 1_483_437_617_000)
    );
    assert_eq!(first.message_id.millis(), 1_483_437_617_000);
    assert!(first.threaded);
    for reply in ["Svar", "Svar till alla", "dagen efter"] {
        assert_eq!(said[reply].parent_id, Some(first.message_id), "{reply}");
    }
    let given = storage
        .chat
        .reactions(general.channel_id, &[first.message_id])
        .await
        .unwrap()
        .remove(&first.message_id)
        .unwrap();
    let mut emoji: Vec<&str> = given.iter().map(|reaction| reaction.emoji.as_str()).collect();
    emoji.sort_unstable();
    assert_eq!(emoji, [":partyparrot:", "👍", "👍", "👍🏼"]);
    let edited = &said["Rättat"];
    assert!(edited.edited && edited.updated == 1_483_438_000_000 && edited.user_id == eva.user_id);
    let gone = said.values().find(|message| message.deleted).unwrap();
    assert_eq!(said["kvar"].parent_id, Some(gone.message_id));
    for text in
        ["Klart\npå 3 min", "Sol", "_går hem_", "📎 ritning.pdf", "Se bild", "utan tråd", "från en gäst"]
    {
        assert_eq!(said[text].parent_id, None, "{text}");
    }
    assert!(said["@channel möte i #ärenden"].mention_all);
    assert!(said["samma"].message_id < said["nästan samma"].message_id);
    assert_eq!(said["före tiden"].message_id.millis(), storage::ids::ID_EPOCH_MS);
    assert!(said["efter tiden"].message_id.millis() <= actors::time::now());
    let other = texts(&test, issues).await;
    assert_ne!(other["samma stund i en annan kanal"].message_id, first.message_id);

    let unread = storage.chat.readers(anna.user_id, general.workspace_id).await.unwrap();
    let mark = unread.iter().find(|reader| reader.channel_id == general.channel_id).unwrap();
    assert_eq!(mark.last_read, Some(said["efter tiden"].message_id));
    assert!(storage.chat.readers(ola.user_id, general.workspace_id).await.unwrap().len() >= 3);
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn a_second_run_adds_only_what_is_new() {
    let test = platform::platform();
    organisation(&test).await;
    let first = import(&test, &export()).await.unwrap();
    let before = texts(&test, &channels(&test).await["allmänt"]).await;
    let second = import(&test, &export()).await.unwrap();
    assert_eq!(
        (second.users, second.channels, second.messages, second.replies, second.reactions),
        (0, 0, 0, 0, 0)
    );
    assert_eq!(second.already_there, first.messages + first.replies);
    assert_eq!(texts(&test, &channels(&test).await["allmänt"]).await, before);

    let mut more = export();
    let day = json!([
        {"type": "message", "user": "U1", "ts": "1483524002.000000", "text": "nytt"},
        {"type": "message", "user": "U1", "ts": "1483524003.000000", "text": "nytt svar", "thread_ts": "1483437617.000100"}
    ]);
    more.push(("export/general/2017-01-05.json".to_owned(), day.to_string().into_bytes()));
    let third = import(&test, &more).await.unwrap();
    assert_eq!((third.users, third.messages, third.replies), (0, 1, 1));
    let after = texts(&test, &channels(&test).await["allmänt"]).await;
    assert_eq!(after.len(), before.len() + 2);
    assert_eq!(test.platform.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn who_has_left_is_not_brought_back() {
    let test = platform::platform();
    organisation(&test).await;
    import(&test, &export()).await.unwrap();
    let entities = &test.platform.storage.entities;
    let anna = test.platform.storage.accounts.user_by_email("anna@example.se").await.unwrap().unwrap();
    assert!(entities.remove_relation(EntityId(1_000), anna.user_id, RelationType::Member).await.unwrap());
    import(&test, &export()).await.unwrap();
    assert!(entities.relation(EntityId(1_000), anna.user_id).await.unwrap().is_none());
}

/// A small export whose only day is this.
fn with_day(day: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = json_files(&[
        ("users.json", json!([{"id": "U1", "name": "a"}])),
        ("channels.json", json!([{"id": "C1", "name": "general", "is_general": true}])),
        ("general/2017-01-03.json", json!([{"user": "U1", "ts": "1483437617.0", "text": "först"}])),
    ]);
    files.push(("general/2017-01-04.json".to_owned(), day.to_vec()));
    files
}

#[actix::test]
async fn broken_files_are_named_and_what_came_before_them_stays() {
    let test = platform::platform();
    organisation(&test).await;
    for broken in [&b"[{\"ts\": "[..], b"{}", b"", b"[1,2"] {
        let error = import(&test, &with_day(broken)).await.unwrap_err();
        assert!(
            matches!(&error, ImportError::Json { entry, .. } if entry == "general/2017-01-04.json"),
            "{error}"
        );
        assert!(!error.to_string().contains('\n'));
    }
    assert_eq!(texts(&test, &channels(&test).await["allmänt"]).await.len(), 1);
    let whole = with_day(b"[{\"user\":\"U1\",\"ts\":\"1483437618.0\",\"text\":\"sist \xff\xfe\"}]");
    let report = import(&test, &whole).await.unwrap();
    assert_eq!((report.messages, report.already_there), (1, 1));
}

#[actix::test]
async fn what_is_no_export_is_refused() {
    let test = platform::platform();
    organisation(&test).await;
    let none = |_: Progress| {};
    let path = packed(&test, &[("users.json", b"[]")]);
    let error = slack(&test.platform, &path, "ingen", &none).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no organisation with the slug ingen");
    let error = slack(&test.platform, &path, "firman", &none).await.unwrap_err();
    assert_eq!(error.to_string(), "this is not a Slack export: it holds no channels.json");
    let path = packed(&test, &[("a/readme.txt", b"hej"), ("../users.json", b"[]")]);
    let error = slack(&test.platform, &path, "firman", &none).await.unwrap_err();
    assert_eq!(error.to_string(), "this is not a Slack export: it holds no users.json");
    std::fs::write(&path, b"PK\x03\x04 och sedan inget").unwrap();
    assert!(matches!(slack(&test.platform, &path, "firman", &none).await, Err(ImportError::NotZip(_))));
    let absent = slack(&test.platform, &test.folder.path().join("saknas.zip"), "firman", &none).await;
    assert!(matches!(absent, Err(ImportError::Open { .. })));
}

#[actix::test]
async fn bombs_are_found_while_they_unpack() {
    let test = platform::platform();
    organisation(&test).await;
    let mut bomb = vec![b' '; 70 << 20];
    bomb[0] = b'[';
    bomb.push(b']');
    let error = import(&test, &with_day(&bomb)).await.unwrap_err();
    assert!(matches!(&error, ImportError::Bomb(entry) if entry == "general/2017-01-04.json"), "{error}");
    // Too large by itself, however badly it packs: stored as it is.
    let path = test.folder.path().join("large.zip");
    let mut zip = ZipWriter::new(std::fs::File::create(&path).unwrap());
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("users.json", stored).unwrap();
    for _ in 0..257 {
        zip.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    zip.start_file("channels.json", stored).unwrap();
    zip.write_all(b"[]").unwrap();
    zip.finish().unwrap();
    let error = slack(&test.platform, &path, "firman", &|_: Progress| {}).await.unwrap_err();
    assert_eq!(error.to_string(), "users.json is larger than 256 MiB");
}
