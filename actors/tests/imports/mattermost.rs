//! Mattermost's bulk format.

use actors::transfer::imports::mattermost::mattermost;
use storage::chat::ChannelRole;

use super::*;

fn export() -> Vec<(String, Vec<u8>)> {
    vec![
        ("import.jsonl".to_owned(), fixture("mattermost.jsonl")),
        ("data/20200913/teams/lag/x/anteckning.txt".to_owned(), b"Minns mj\xc3\xb6lken".to_vec()),
        ("../evil.txt".to_owned(), b"x".to_vec()),
    ]
}

async fn import(test: &Test, files: &[(String, Vec<u8>)]) -> Result<Report, ImportError> {
    only(test, files, Vec::new()).await
}

async fn only(test: &Test, files: &[(String, Vec<u8>)], teams: Vec<String>) -> Result<Report, ImportError> {
    let path = packed(test, files);
    mattermost(&test.platform, &path, "firman", teams, Options::default(), &|_: Progress| {}).await
}

#[actix::test]
async fn everything_the_format_holds() {
    let (test, ola) = organisation().await;
    let report = import(&test, &export()).await.unwrap();
    // 11 posts in channels and 2 direct ones; 2 replies and 1.
    assert_eq!(
        (report.messages, report.replies, report.reactions, report.files),
        (13, 3, 5, 2),
        "{report:#?}"
    );
    assert_eq!(report.channels, 4, "two channels and two conversations are new: {report:#?}");
    counted(
        &report,
        &[
            ("roles and schemes of permissions", 1),
            ("emoji of its own", 1),
            ("channels of teams that are not taken", 1),
            ("administrators (they come as members)", 1),
            ("pictures of people", 1),
            ("people of no team that is taken (names where they wrote)", 1),
            ("headers of conversations", 1),
            ("conversations of people who are not taken", 1),
            ("saved messages (flags)", 1),
            ("events (joins, topics, names …)", 2),
            ("messages of channels and teams that are not taken", 2),
            ("messages without a time or an author", 1),
            ("files that are not in the export (their names are taken)", 1),
            ("files whose names lead out of the zip (refused)", 1),
            ("conversations of one person alone, or of more than eight", 1),
            ("messages of conversations that are not taken", 1),
        ],
    );
    let storage = &test.platform.storage;
    let relation = async |id| {
        storage.entities.relation(EntityId(1_000), id).await.unwrap().map(|relation| relation.relation_type)
    };
    let (anna, eva, guest) = (user(&test, "anna").await, user(&test, "eva").await, user(&test, "gast").await);
    assert_eq!(
        (anna.status, anna.display_name.as_str(), anna.email.as_deref()),
        (UserStatus::Imported, "Anna B", Some("anna@example.se"))
    );
    assert_eq!(
        relation(anna.user_id).await,
        Some(RelationType::Member),
        "an administrator there decides nothing here"
    );
    assert_eq!(relation(guest.user_id).await, Some(RelationType::Customer));
    for (name, status) in [
        ("gammal", UserStatus::Deactivated),
        ("utan-lag", UserStatus::Deactivated),
        ("okand", UserStatus::Deactivated),
        ("larmbot", UserStatus::Bot),
        ("bygget", UserStatus::Bot),
    ] {
        let user = user(&test, name).await;
        assert_eq!((user.status, user.email, relation(user.user_id).await), (status, None, None), "{name}");
    }

    let channels = channels(&test).await;
    let (square, alarms) = (at(&channels, "Firman", "allmänt"), at(&channels, "Firman", "drift"));
    assert!(square.general && square.topic == "Hej @anna" && square.description == "Allt _möjligt_");
    let board = at(&channels, "Firman", "styrelsen");
    assert!(
        board.archived && board.channel_type == ChannelType::Private && alarms.display_name == "Drift & larm"
    );
    assert_eq!(alarms.created, 1_600_000_013_000, "as old as what was first said in it");
    let mut members: Vec<_> =
        storage.chat.members(board.channel_id).await.unwrap().iter().map(|row| row.user_id).collect();
    members.sort_unstable();
    let mut expected = [anna.user_id, ola.user_id, user(&test, "gammal").await.user_id];
    expected.sort_unstable();
    assert_eq!(members, expected);
    let row = storage.chat.member(alarms.channel_id, guest.user_id).await.unwrap().unwrap();
    assert_eq!(row.role, Some(ChannelRole::Member));

    let said = texts(&test, &square).await;
    let first = &said[&format!("Hej @{}! Läs #drift, _nu_ 🎉 a<b", ola.user_id)];
    assert_eq!((first.created, first.updated, first.edited), (1_600_000_001_000, 1_600_000_009_000, true));
    assert_eq!((first.user_id, &first.mentions[..]), (anna.user_id, &[ola.user_id][..]));
    assert_eq!(
        emoji(&test, first).await,
        [
            (":partyparrot:".to_owned(), 1_600_000_004_000),
            ("👍".to_owned(), 1_600_000_002_000),
            ("👍🏽".to_owned(), 1_600_000_003_000)
        ]
    );
    assert_eq!(storage.chat.pins(square.channel_id).await.unwrap()[0].message_id, first.message_id);
    let reply = &said["Ett till @channel"];
    assert!(
        reply.mention_all
            && reply.parent_id == Some(first.message_id)
            && said["Svar"].parent_id == Some(first.message_id)
    );
    assert!(said["samma stund 1"].message_id < said["samma stund 2"].message_id);
    assert_eq!(said["_går hem_"].user_id, eva.user_id);

    let said = texts(&test, &alarms).await;
    assert_eq!(
        said["Obs\nKlart (https://bygg.se/1)\npå _3_ min"].user_id,
        user(&test, "bygget").await.user_id
    );
    assert_eq!(said["Larm i hall 3"].user_id, user(&test, "larmbot").await.user_id);
    let note = &said["Se filerna\n📎 borta.pdf"].attachments;
    assert_eq!((note.len(), note[0].name.as_str(), note[0].size), (1, "anteckning.txt", 14));
    assert_eq!(said[""].attachments[0].name, "anteckning.txt");
    assert!(texts(&test, &at(&channels, "Kören", "allmänt")).await.contains_key("Sjung"));
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn conversations_are_their_peoples() {
    let (test, ola) = organisation().await;
    import(&test, &export()).await.unwrap();
    let messages = &test.platform.storage.messages;
    let (anna, eva) = (user(&test, "anna").await.user_id, user(&test, "eva").await.user_id);
    let two = messages.of_people(&[anna, ola.user_id]).await.unwrap().unwrap();
    let three = messages.of_people(&[ola.user_id, eva, anna]).await.unwrap().unwrap();
    let channel = test.platform.storage.chat.channel(two).await.unwrap().unwrap();
    assert_eq!(channel.created, 1_600_000_021_000, "as old as what was first said in it");
    let said = texts(&test, &channel).await;
    assert_eq!(said["Ja"].parent_id, Some(said["Bara vi"].message_id));
    // Newest first, at the time of the last message, and read, for each participant.
    for person in [anna, ola.user_id] {
        let (inbox, more) = messages.inbox(person, None, 10).await.unwrap();
        assert_eq!(
            (inbox.iter().map(|place| place.channel_id).collect::<Vec<_>>(), more),
            (vec![three, two], false)
        );
        let standing = messages.standing(person, &[two]).await.unwrap().remove(0);
        assert_eq!(standing.last.as_ref().map(|last| last.content.as_str()), Some("Bara vi"));
        assert_eq!(standing.reader.unwrap().last_read, Some(said["Bara vi"].message_id));
    }
    assert_eq!(messages.inbox(eva, None, 10).await.unwrap().0.len(), 1);
}

#[actix::test]
async fn a_second_run_changes_nothing() {
    let (test, ola) = organisation().await;
    import(&test, &export()).await.unwrap();
    let before = told(&test, "before.zip").await;
    let again = import(&test, &export()).await.unwrap();
    assert_eq!(
        (again.users, again.channels, again.messages, again.replies, again.reactions, again.files),
        (0, 0, 0, 0, 0, 0),
        "{again:#?}"
    );
    assert!(again.updated.is_empty() && again.already_there == 16, "{again:#?}");
    let after = told(&test, "after.zip").await;
    assert_eq!(lines(&after), lines(&before));
    assert_eq!(after, before);
    let anna = user(&test, "anna").await.user_id;
    let two = test.platform.storage.messages.of_people(&[anna, ola.user_id]).await.unwrap().unwrap();
    let channel = test.platform.storage.chat.channel(two).await.unwrap().unwrap();
    assert_eq!(texts(&test, &channel).await.len(), 2);
}

#[actix::test]
async fn killed_import_is_completed_by_a_repeat() {
    let (whole, _) = organisation().await;
    import(&whole, &export()).await.unwrap();
    let (test, _) = organisation().await;
    killed_until_done(async || import(&test, &export()).await).await;
    // What the last killed run had read is completed as well.
    import(&test, &export()).await.unwrap();
    assert_eq!(lines(&told(&test, "a.zip").await), lines(&told(&whole, "b.zip").await));
    // Files whose rows were not written yet are deleted by the job that was stored before them.
    let mut wrong = test.platform.storage.check().await.unwrap();
    wrong.retain(|line| !(line.starts_with("bytes ") && line.ends_with("which is not there")));
    assert_eq!(wrong, Vec::<String>::new());
}

#[actix::test]
async fn a_newer_export_brings_what_changed() {
    let (test, _) = organisation().await;
    import(&test, &export()).await.unwrap();
    let newer = String::from_utf8(fixture("mattermost.jsonl")).unwrap();
    let newer = newer
        .replace(
            "\"Larm i hall 3\",\"create_at\":1600000014000",
            "\"Larm i hall 4\",\"create_at\":1600000014000,\"edit_at\":1600000099000,\"is_pinned\":true",
        )
        .replace("{\"user\":\"ola\",\"create_at\":1600000002000,\"emoji_name\":\"+1\"},", "");
    let report = import(&test, &[("import.jsonl".to_owned(), newer.into_bytes())]).await.unwrap();
    let kinds: Vec<_> = report.updated.iter().map(|(kind, many)| (*kind, *many)).collect();
    assert_eq!(kinds, [("messages edited", 1), ("messages pinned", 1), ("reactions given or taken back", 1)]);
    assert!(texts(&test, &at(&channels(&test).await, "Firman", "drift")).await.contains_key("Larm i hall 4"));
}

#[actix::test]
async fn one_team_of_several_is_taken_alone() {
    let (test, _) = organisation().await;
    let report = only(&test, &export(), vec!["kor".to_owned()]).await.unwrap();
    assert_eq!(report.skipped.get("teams that were not asked for"), Some(&1));
    // Anna is in the choir. Of people outside it, only those who talk with her are imported, as names without accounts.
    assert_eq!(report.messages, 3, "{report:#?}");
    let channels = channels(&test).await;
    assert!(texts(&test, &at(&channels, "Firman", "allmänt")).await.contains_key("Sjung"));
    assert_eq!(channels.len(), 1);
    assert_eq!(user(&test, "eva").await.status, UserStatus::Deactivated);
    let refused = only(&test, &export(), vec!["korr".to_owned()]).await.unwrap_err();
    assert_eq!(refused.to_string(), "the export holds no team korr");
}

#[actix::test]
async fn account_is_not_used_without_consent() {
    let (test, _) = organisation().await;
    let stranger = person(&test, "eva@example.se", "Eva Utanför").await;
    let report = import(&test, &export()).await.unwrap();
    assert!(report.skipped.keys().any(|kind| kind.contains("--take-accounts")), "{report:#?}");
    let relation = test.platform.storage.entities.relation(EntityId(1_000), stranger.user_id).await.unwrap();
    assert_eq!(relation, None);
    let said = texts(&test, &at(&channels(&test).await, "Firman", "allmänt")).await;
    assert_ne!(said["_går hem_"].user_id, stranger.user_id);
}

#[actix::test]
async fn other_files_are_refused() {
    let (test, _) = organisation().await;
    for (lines, error) in [
        ("", "this is not a Mattermost export: it holds no version in its first line"),
        (
            "{\"type\":\"team\",\"team\":{}}\n",
            "this is not a Mattermost export: it holds no version in its first line",
        ),
        (
            "{\"type\":\"version\",\"version\":2}\n",
            "the file is of version 2 of the format, and only 1 is known",
        ),
    ] {
        let refused = import(&test, &[("x.jsonl".to_owned(), lines.as_bytes().to_vec())]).await.unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
    let refused = import(&test, &[("x.txt".to_owned(), b"hej".to_vec())]).await.unwrap_err();
    assert_eq!(refused.to_string(), "this is not a Mattermost export: it holds no file of lines (.jsonl)");
    // A truncated line is reported before anything is imported.
    let mut cut = fixture("mattermost.jsonl");
    cut.truncate(cut.len() - 40);
    let refused = import(&test, &[("import.jsonl".to_owned(), cut)]).await.unwrap_err();
    assert!(
        matches!(&refused, ImportError::Json { entry, .. } if entry == "line 37 of import.jsonl"),
        "{refused}"
    );
    assert_eq!(channels(&test).await.len(), 1);
    // The lines alone, without a zip.
    let path = test.folder.path().join("export.jsonl");
    std::fs::write(&path, fixture("mattermost.jsonl")).unwrap();
    let report =
        mattermost(&test.platform, &path, "firman", Vec::new(), Options::default(), &|_: Progress| {})
            .await
            .unwrap();
    assert_eq!((report.messages, report.files), (13, 0), "{report:#?}");
    assert!(
        texts(&test, &at(&channels(&test).await, "Firman", "drift")).await.contains_key("📎 anteckning.txt")
    );
}

/// Speaks clamd's INSTREAM; reports data that contains this word as infected.
async fn scanner(word: &'static [u8]) -> actors::platform::antivirus::Options {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = actors::platform::antivirus::Place::read(&listener.local_addr().unwrap().to_string());
    actix::spawn(async move {
        while let Ok((mut line, _)) = listener.accept().await {
            let mut came = Vec::new();
            while !came.ends_with(&[0; 4]) && line.read_buf(&mut came).await.unwrap() > 0 {}
            let found = came.windows(word.len()).any(|part| part == word);
            let answer: &[u8] = if found { b"stream: Test.Word FOUND\0" } else { b"stream: OK\0" };
            line.write_all(answer).await.unwrap();
        }
    });
    place.into()
}

#[actix::test]
async fn infected_files_are_left_out_and_the_rest_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let storage = storage::Storage::open_sqlite(&folder.path().join("store.db"), &[]).unwrap();
    let mut settings = platform::settings(folder.path());
    settings.antivirus = scanner("mjölken".as_bytes()).await;
    let mail =
        actors::platform::mail::Mail::outbox(folder.path().join("outbox"), "kalender@example.com").unwrap();
    let (bus, wire) = (Box::new(actors::live::bus::Local), Box::new(platform::Silent));
    let platform = actors::Platform::new(storage, 0, settings, mail, bus, wire, Vec::new()).unwrap();
    let test = Test { platform, folder };
    firm::organisation(&test).await;
    let report = import(&test, &export()).await.unwrap();
    let refused = "files with malicious code, by the virus scanner (their names are taken)";
    // The file that a message and its reply share, or one each: none of them is stored.
    assert_eq!((report.messages, report.files), (13, 0), "{report:#?}");
    assert_eq!(report.skipped.get(refused), Some(&2), "{report:#?}");
    let store = actors::files::Store::open(&test.platform.settings.files).unwrap();
    assert_eq!(store.names().await.unwrap(), Vec::<String>::new(), "nothing of it is left");
    let told = told(&test, "ut.zip").await;
    let named = lines(&told).into_iter().filter(|line| line.contains("📎 anteckning.txt")).count();
    assert_eq!(named, 2, "whoever reads sees that there was one");
    let again = import(&test, &export()).await.unwrap();
    assert_eq!((again.messages, again.files), (0, 0), "{again:#?}");
}
