//! A Slack export comes in: everything it can hold, twice, and files that mean harm.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod platform;

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;

use actors::accounts::{Made, NewUser, make_user};
use actors::imports::slack::{Options, slack};
use actors::imports::{ImportError, Progress, Report};
use platform::Test;
use serde_json::{Value, json};
use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, ChannelRole, ChannelType, Message, Page};
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
    slack(&test.platform, &path, "firman", Options::default(), &|_: Progress| {}).await
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
    assert_eq!((report.messages, report.replies, report.reactions), (19, 4, 4), "{report:#?}");
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
        ("files (name and link are taken, the file is not)", 2),
        ("replies shown in the channel too (taken as replies)", 1),
        ("messages that stand twice", 1),
        ("replies whose thread is missing (taken as messages)", 1),
        ("times out of bounds (moved)", 2),
        ("messages over 4,000 characters (split)", 1),
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
    for text in [
        "Klart\npå 3 min",
        "Sol",
        "_går hem_",
        "📎 ritning.pdf",
        "Se bild\nx\n📎 bild.png",
        "utan tråd",
        "från en gäst",
    ] {
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
    let error = slack(&test.platform, &path, "ingen", Options::default(), &none).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no organisation with the slug ingen");
    let error = slack(&test.platform, &path, "firman", Options::default(), &none).await.unwrap_err();
    assert_eq!(error.to_string(), "this is not a Slack export: it holds no channels.json");
    let path = packed(&test, &[("a/readme.txt", b"hej"), ("../users.json", b"[]")]);
    let error = slack(&test.platform, &path, "firman", Options::default(), &none).await.unwrap_err();
    assert_eq!(error.to_string(), "this is not a Slack export: it holds no users.json");
    std::fs::write(&path, b"PK\x03\x04 och sedan inget").unwrap();
    assert!(matches!(
        slack(&test.platform, &path, "firman", Options::default(), &none).await,
        Err(ImportError::NotZip(_))
    ));
    let absent =
        slack(&test.platform, &test.folder.path().join("saknas.zip"), "firman", Options::default(), &none)
            .await;
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
    let error =
        slack(&test.platform, &path, "firman", Options::default(), &|_: Progress| {}).await.unwrap_err();
    assert_eq!(error.to_string(), "users.json is larger than 256 MiB");
}

/// An export of one channel with these people and this day.
fn small(users: Value, day: Value) -> Vec<(String, Vec<u8>)> {
    let channels = json!([{"id": "C1", "name": "general", "is_general": true, "members": ["U1", "U2"]},
        {"id": "C2", "name": "gastkanal", "members": ["U1", "U2"]}]);
    let groups = json!([{"id": "G1", "name": "styrelsen", "creator": "U1", "members": ["U1", "U2", "U3"]}]);
    json_files(&[
        ("users.json", users),
        ("channels.json", channels),
        ("groups.json", groups),
        ("general/2017-01-03.json", day),
    ])
}

fn person_of(id: &str, name: &str) -> Value {
    json!({"id": id, "name": name, "profile": {"real_name": name, "email": format!("{name}@example.se")}})
}

#[actix::test]
async fn guests_become_guests_of_their_channels() {
    let test = platform::platform();
    organisation(&test).await;
    let mut multi = person_of("U2", "gast");
    multi["is_restricted"] = json!(true);
    let mut single = person_of("U3", "engang");
    single["is_ultra_restricted"] = json!(true);
    import(&test, &small(json!([person_of("U1", "anna"), multi, single]), json!([]))).await.unwrap();
    let storage = &test.platform.storage;
    let user = async |name: &str| storage.accounts.user_by_name(name).await.unwrap().unwrap().user_id;
    let relation =
        async |id| storage.entities.relation(EntityId(1_000), id).await.unwrap().unwrap().relation_type;
    let (anna, guest, once) = (user("anna").await, user("gast").await, user("engang").await);
    assert_eq!(relation(anna).await, RelationType::Member);
    assert_eq!(
        (relation(guest).await, relation(once).await),
        (RelationType::Customer, RelationType::Customer)
    );
    let channels = channels(&test).await;
    let role = async |channel: &str, id| {
        storage.chat.member(channels[channel].channel_id, id).await.unwrap().map(|row| row.role)
    };
    assert_eq!(role("gastkanal", guest).await, Some(Some(ChannelRole::Member)));
    assert_eq!(role("gastkanal", once).await, None);
    assert_eq!(role("gastkanal", anna).await, None);
    assert_eq!(role("styrelsen", once).await, Some(None));
}

#[actix::test]
async fn nobody_becomes_an_author_without_belonging_here() {
    let test = platform::platform();
    organisation(&test).await;
    let eva = person(&test, "eva@example.se", "Eva Utanför").await;
    let day = json!([{"user": "U9", "ts": "1483437617.0", "text": "i Evas namn"}]);
    let files = small(json!([person_of("U9", "eva")]), day);
    let report = import(&test, &files).await.unwrap();
    let storage = &test.platform.storage;
    let said = texts(&test, &channels(&test).await["allmänt"]).await;
    let author = storage.accounts.user(said["i Evas namn"].user_id).await.unwrap().unwrap();
    assert_ne!(author.user_id, eva.user_id);
    assert_eq!((author.status, author.email), (UserStatus::Deactivated, None));
    assert_eq!(storage.entities.relation(EntityId(1_000), eva.user_id).await.unwrap(), None);
    assert!(report.skipped.keys().any(|kind| kind.contains("--take-accounts")), "{report:#?}");

    // With the operator's word it is the person.
    let other = platform::platform();
    organisation(&other).await;
    let eva = person(&other, "eva@example.se", "Eva Utanför").await;
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    let path = packed(&other, &files);
    let options = Options { take_accounts: true };
    slack(&other.platform, &path, "firman", options, &|_: Progress| {}).await.unwrap();
    let said = texts(&other, &channels(&other).await["allmänt"]).await;
    assert_eq!(said["i Evas namn"].user_id, eva.user_id);
}

#[actix::test]
async fn nothing_of_a_message_is_lost_without_a_word() {
    let test = platform::platform();
    organisation(&test).await;
    let bot = json!({"id": "U4", "name": "roboten", "is_bot": true, "profile": {"real_name": "Roboten", "bot_id": "B7"}});
    let long = format!("{}\n{}\nslutet", "rad ett ".repeat(400), "rad två ".repeat(400));
    let day = json!([
        {"user": "U1", "ts": "1483437617.0", "text": "Se ritningen", "files": [{"name": "ritning.pdf", "permalink": "https://a.slack.com/files/U1/F1/ritning.pdf?t=xoxe-hemlig"}]},
        {"user": "U1", "ts": "1483437618.0", "text": "Bygget", "attachments": [{"title": "Klart", "title_link": "https://bygg.se/1", "text": "på 3 min"}]},
        {"user": "U1", "ts": "1483437619.0", "text": "Läs https://a.se", "attachments": [{"title": "A", "from_url": "https://a.se"}]},
        {"subtype": "bot_message", "bot_id": "B7", "ts": "1483437620.0", "text": "kort", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "*Hela* texten"}}]},
        {"user": "U1", "ts": "1483437621.0", "text": "~struket~", "pinned_to": ["C1"]},
        {"user": "U1", "ts": "1483437622.0", "text": long}
    ]);
    let report = import(&test, &small(json!([person_of("U1", "anna"), bot]), day)).await.unwrap();
    let said = texts(&test, &channels(&test).await["allmänt"]).await;
    for text in [
        "Se ritningen\n📎 ritning.pdf (https://a.slack.com/files/U1/F1/ritning.pdf)",
        "Bygget\nKlart (https://bygg.se/1)\npå 3 min",
        "Läs https://a.se",
        "~struket~",
    ] {
        assert!(said.contains_key(text), "{text}: {:#?}", said.keys());
    }
    let robot = test.platform.storage.accounts.user_by_name("roboten").await.unwrap().unwrap();
    assert_eq!(said["*Hela* texten"].user_id, robot.user_id);
    let mut parts: Vec<&Message> = said
        .values()
        .filter(|message| message.content.contains("rad") || message.content == "slutet")
        .collect();
    parts.sort_by_key(|message| message.message_id);
    let whole: String = parts.iter().map(|part| part.content.as_str()).collect::<Vec<_>>().join(" ");
    assert!(parts.len() >= 2 && whole.ends_with("slutet"), "{}", parts.len());
    assert_eq!(whole.matches("rad ett").count() + whole.matches("rad två").count(), 800);
    assert!(parts.iter().all(|part| part.content.chars().count() <= 4_000));
    for (kind, many) in [
        ("files (name and link are taken, the file is not)", 1),
        ("previews of links", 1),
        ("pins", 1),
        ("messages over 4,000 characters (split)", 1),
    ] {
        assert_eq!(report.skipped.get(kind), Some(&many), "{kind}: {report:#?}");
    }
    // Again: nothing doubles, also of what was split.
    let again = import(
        &test,
        &small(json!([person_of("U1", "anna")]), json!([{"user": "U1", "ts": "1483437622.0", "text": long}])),
    )
    .await
    .unwrap();
    assert_eq!((again.messages, again.updated.len()), (0, 0), "{again:#?}");
}

#[actix::test]
async fn a_newer_export_brings_edits_deletions_reactions_and_departures() {
    let test = platform::platform();
    organisation(&test).await;
    let users = |has_left: bool| {
        let mut bo = person_of("U2", "bo");
        bo["deleted"] = json!(has_left);
        json!([person_of("U1", "anna"), bo, person_of("U3", "cia")])
    };
    let day = json!([
        {"user": "U1", "ts": "1483437617.0", "text": "så här", "reactions": [{"name": "tada", "users": ["U2"], "count": 1}]},
        {"user": "U1", "ts": "1483437618.0", "text": "tas bort", "reply_count": 1, "thread_ts": "1483437618.0"},
        {"user": "U2", "ts": "1483437619.0", "text": "svar", "thread_ts": "1483437618.0"},
        {"user": "U1", "ts": "1483437620.0", "text": "ändras här"}
    ]);
    import(&test, &small(users(false), day)).await.unwrap();
    let chat = &test.platform.storage.chat;
    let general = channels(&test).await["allmänt"].clone();
    let here = texts(&test, &general).await["ändras här"].clone();
    let at = actors::time::now();
    let ours = Message { content: "ändrat av oss".to_owned(), edited: true, updated: at, ..here };
    assert!(chat.edit(&ours, storage::EventId(test.platform.ids.next(at).unwrap())).await.unwrap());

    let newer = json!([
        {"user": "U1", "ts": "1483437617.0", "text": "så där", "edited": {"user": "U1", "ts": "1483441217.0"},
         "reactions": [{"name": "thumbsup", "users": ["U1", "U3"], "count": 2}]},
        {"user": "USLACKBOT", "subtype": "tombstone", "ts": "1483437618.0", "text": "This message was deleted.", "reply_count": 1, "thread_ts": "1483437618.0"},
        {"user": "U2", "ts": "1483437619.0", "text": "svar", "thread_ts": "1483437618.0"},
        {"user": "U1", "ts": "1483437620.0", "text": "ändrat där", "edited": {"user": "U1", "ts": "1483441217.0"}}
    ]);
    let report = import(&test, &small(users(true), newer.clone())).await.unwrap();
    assert_eq!((report.messages, report.replies), (0, 0));
    let said = texts(&test, &general).await;
    let edited = &said["så där"];
    assert!(edited.edited && edited.updated == 1_483_441_217_000 && edited.created == 1_483_437_617_000);
    let given = chat
        .reactions(general.channel_id, &[edited.message_id])
        .await
        .unwrap()
        .remove(&edited.message_id)
        .unwrap();
    assert_eq!(given.iter().map(|reaction| reaction.emoji.as_str()).collect::<Vec<_>>(), ["👍", "👍"]);
    assert!(!said.contains_key("tas bort") && said.values().any(|message| message.deleted));
    assert!(said.contains_key("ändrat av oss") && said.contains_key("svar"));
    let bo = test.platform.storage.accounts.user_by_name("bo").await.unwrap().unwrap();
    assert_eq!(bo.status, UserStatus::Deactivated);
    assert_eq!(test.platform.storage.entities.relation(EntityId(1_000), bo.user_id).await.unwrap(), None);
    for (kind, many) in [
        ("messages edited", 1),
        ("messages deleted", 1),
        ("reactions given or taken back", 3),
        ("people who have left", 1),
    ] {
        assert_eq!(report.updated.get(kind), Some(&many), "{kind}: {report:#?}");
    }
    assert_eq!(report.skipped.get("messages edited both there and here (ours are kept)"), Some(&1));
    // Once more: all of it is known.
    let again = import(&test, &small(users(true), newer)).await.unwrap();
    assert!(again.updated.is_empty(), "{again:#?}");
    assert_eq!(test.platform.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn an_import_that_was_cut_short_marks_as_read_all_the_same() {
    let test = platform::platform();
    organisation(&test).await;
    let mut files = small(
        json!([person_of("U1", "anna")]),
        json!([{"user": "U1", "ts": "1483437617.0", "text": "sist"}]),
    );
    files.push(("general/2017-01-04.json".to_owned(), b"[1,2".to_vec()));
    // Ends after the messages and before the marks.
    import(&test, &files).await.unwrap_err();
    files.pop();
    import(&test, &files).await.unwrap();
    let anna = test.platform.storage.accounts.user_by_name("anna").await.unwrap().unwrap();
    let general = channels(&test).await["allmänt"].clone();
    let last = texts(&test, &general).await["sist"].message_id;
    let marks = test.platform.storage.chat.readers(anna.user_id, general.workspace_id).await.unwrap();
    let mark = marks.iter().find(|reader| reader.channel_id == general.channel_id).unwrap();
    assert_eq!(mark.last_read, Some(last));
}
