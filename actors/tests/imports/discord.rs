//! Imports of DiscordChatExporter's files.

use actors::transfer::imports::discord::discord;

use super::*;

fn export() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = ["trad2", "forum", "direkt", "trad", "allmant"]
        .iter()
        .map(|name| (format!("klubben/{name}.json"), fixture(&format!("discord/{name}.json"))))
        .collect();
    files.push(("klubben/allmant.json_Files/anteckning-1A2B.txt".to_owned(), b"text".to_vec()));
    files
}

async fn import(test: &Test, files: &[(String, Vec<u8>)], public: bool) -> Result<Report, ImportError> {
    let path = packed(test, files);
    discord(&test.platform, &path, "firman", public, Options::default(), &|_: Progress| {}).await
}

#[actix::test]
async fn everything_the_format_holds() {
    let (test, _) = organisation().await;
    let report = import(&test, &export(), true).await.unwrap();
    assert_eq!(
        (report.channels, report.messages, report.replies, report.files),
        (2, 11, 6, 1),
        "{report:#?}"
    );
    counted(
        &report,
        &[
            ("direct conversations", 1),
            ("events (joins, pins, calls …)", 1),
            ("previews of links", 1),
            ("stickers (their names are taken)", 1),
            ("files that are not in the export (their names are taken)", 1),
            ("replies whose thread is missing (taken as messages)", 1),
            ("reactions of people the export does not name", 2),
            ("pins of answers", 1),
        ],
    );
    let channels = channels(&test).await;
    let general = at(&channels, "Firman", "allmänt-2");
    assert_eq!((general.display_name.as_str(), general.topic.as_str()), ("allmänt", "Om **allt**"));
    let said = texts(&test, &general).await;
    let bo = user(&test, "bo").await;
    let first = &said[&format!("Hej @{}, _nu_ kör vi ~sen~ :katt:", bo.user_id)];
    assert_eq!((first.created, first.updated, first.edited), (1_600_000_001_000, 1_600_000_200_500, true));
    assert_eq!(
        emoji(&test, first).await.iter().map(|(emoji, _)| emoji.as_str()).collect::<Vec<_>>(),
        [":katt:", "👍", "👍"]
    );
    assert_eq!(
        test.platform.storage.chat.pins(general.channel_id).await.unwrap()[0].message_id,
        first.message_id
    );
    for (reply, root) in [
        ("Svar", &first.content),
        ("Svar på svar", &first.content),
        ("I tråden", &"Här börjar en tråd".to_owned()),
        ("Mer i tråden", &"Här börjar en tråd".to_owned()),
        ("Plan A", &"🧵 Planer".to_owned()),
    ] {
        assert_eq!(said[reply].parent_id, Some(said[root].message_id), "{reply}");
    }
    for alone in [
        "Klart (https://bygg.se/1)\npå **3** min\n**Gren** main",
        "Läs https://a.se/x",
        "Fil\n📎 borta.pdf",
        "[vinka]",
        "> Vidare\n> sagt",
        "Svar på borttaget",
        "Kommandosvar",
    ] {
        assert_eq!(said[alone].parent_id, None, "{alone}");
    }
    assert_eq!(said["Fil\n📎 borta.pdf"].attachments[0].name, "anteckning.txt");
    let questions = texts(&test, &at(&channels, "Firman", "frågor")).await;
    assert_eq!(questions["Så här"].parent_id, Some(questions["Hur gör man?"].message_id));
    for (name, status) in [
        ("anna-b", UserStatus::Deactivated),
        ("bo", UserStatus::Deactivated),
        ("bygget", UserStatus::Bot),
        ("dyno", UserStatus::Bot),
    ] {
        let user = user(&test, name).await;
        assert_eq!((user.status, user.email), (status, None), "{name}");
        assert_eq!(
            test.platform.storage.entities.relation(EntityId(1_000), user.user_id).await.unwrap(),
            None
        );
    }
    assert_eq!(test.platform.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn channels_are_imported_as_private() {
    let (test, _) = organisation().await;
    import(&test, &export(), false).await.unwrap();
    let channel = at(&channels(&test).await, "Firman", "allmänt-2");
    assert_eq!(channel.channel_type, ChannelType::Private);
    assert_eq!(channel.relation_types, [RelationType::Owner, RelationType::Administrator]);
    assert_eq!(test.platform.storage.chat.members(channel.channel_id).await.unwrap(), []);
}

#[actix::test]
async fn killed_or_twice_it_ends_the_same() {
    let (whole, _) = organisation().await;
    import(&whole, &export(), true).await.unwrap();
    let expected = told(&whole, "whole.zip").await;
    let again = import(&whole, &export(), true).await.unwrap();
    assert_eq!((again.users, again.channels, again.messages, again.replies, again.files), (0, 0, 0, 0, 0));
    assert!(again.updated.is_empty() && again.already_there == 17, "{again:#?}");
    assert_eq!(told(&whole, "again.zip").await, expected);

    let (test, _) = organisation().await;
    killed_until_done(async || import(&test, &export(), true).await).await;
    import(&test, &export(), true).await.unwrap();
    assert_eq!(lines(&told(&test, "killed.zip").await), lines(&expected));
}

#[actix::test]
async fn broken_files_are_named() {
    let (test, _) = organisation().await;
    let mut cut = fixture("discord/allmant.json");
    cut.truncate(cut.len() / 2);
    let refused = import(&test, &[("a.json".to_owned(), cut)], true).await.unwrap_err();
    assert!(matches!(&refused, ImportError::Json { entry, .. } if entry == "a.json"), "{refused}");
    let said = texts(&test, &at(&channels(&test).await, "Firman", "allmänt-2")).await;
    assert!(said.contains_key("Svar"), "what came before is taken");
    for other in ["[]", "{}", "{\"messages\":[]}"] {
        let refused = import(&test, &[("a.json".to_owned(), other.into())], true).await.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "this is not an export of DiscordChatExporter: it holds no channel of a server (JSON)"
        );
    }
    let path = test.folder.path().join("allmant.json");
    std::fs::write(&path, fixture("discord/allmant.json")).unwrap();
    let report =
        discord(&test.platform, &path, "firman", true, Options::default(), &|_: Progress| {}).await.unwrap();
    assert!(report.messages > 0, "one file by itself");
}
