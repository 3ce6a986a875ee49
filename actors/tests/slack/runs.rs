//! Everything that an export can contain, repeated, and malicious files.

use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

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
    assert!(said["efter tiden"].message_id.millis() <= actors::platform::time::now());
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
    // Messages that were split are one message in the export.
    assert_eq!(second.already_there, first.messages + first.replies - 1);
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
async fn people_who_left_are_not_brought_back() {
    let test = platform::platform();
    organisation(&test).await;
    import(&test, &export()).await.unwrap();
    let entities = &test.platform.storage.entities;
    let anna = test.platform.storage.accounts.user_by_email("anna@example.se").await.unwrap().unwrap();
    assert!(
        entities
            .remove_relation(EntityId(1_000), anna.user_id, RelationType::Member, Vec::new())
            .await
            .unwrap()
    );
    import(&test, &export()).await.unwrap();
    assert!(entities.relation(EntityId(1_000), anna.user_id).await.unwrap().is_none());
}

/// A small export with this as its only day.
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
async fn other_files_are_refused() {
    let test = platform::platform();
    organisation(&test).await;
    let none = |_: Progress| {};
    let path = packed(&test, &[("users.json", b"[]")]);
    let error = slack(&test.platform, &path, "ingen", Options::default(), &none).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no organisation with the slug ingen");
    let error = slack(&test.platform, &path, "firman", Options::default(), &none).await.unwrap_err();
    assert_eq!(error.to_string(), "this is not a Slack export: it holds no channels.json");
    let path = packed(&test, &[("a/readme.txt", "hej"), ("../users.json", "[]")]);
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
    // Too large even without compression: stored uncompressed.
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
