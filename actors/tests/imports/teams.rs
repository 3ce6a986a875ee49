//! Imports of Microsoft Teams.

use actors::transfer::imports::teams::teams;

use super::*;

const GENERAL: &str = "19%3A4a95f7d8db4c4e7fae857bcebe0623e6%40thread.tacv2";

fn export() -> Vec<(String, Vec<u8>)> {
    let file = |name: &str, from: &str| (format!("export/{name}"), fixture(&format!("teams/{from}")));
    vec![
        file("team.json", "team.json"),
        file("members.json", "members.json"),
        file("channels.json", "channels.json"),
        file(&format!("channels/{GENERAL}/messages-1.json"), "messages-1.json"),
        file(&format!("channels/{GENERAL}/messages-2.json"), "messages-2.json"),
        // Folder names as Windows allows them.
        file("channels/19_561fbdbbfca848a484f0a6f00ce9dbbd_thread.tacv2/messages.json", "loner.json"),
        file("channels/19_561fbdbbfca848a484f0a6f00ce9dbbd_thread.tacv2/members.json", "loner-members.json"),
        (format!("export/channels/{GENERAL}/files/anteckning.txt"), b"text".to_vec()),
        ("export/channels/19_0_thread.tacv2/messages.json".to_owned(), b"[]".to_vec()),
    ]
}

async fn import(test: &Test, files: &[(String, Vec<u8>)]) -> Result<Report, ImportError> {
    let path = packed(test, files);
    teams(&test.platform, &path, "firman", Options::default(), &|_: Progress| {}).await
}

#[actix::test]
async fn everything_the_format_holds() {
    let (test, _) = organisation().await;
    let report = import(&test, &export()).await.unwrap();
    assert_eq!(
        (report.messages, report.replies, report.reactions, report.files),
        (4, 3, 2, 1),
        "{report:#?}"
    );
    counted(
        &report,
        &[
            ("events (joins, calls …)", 1),
            ("deleted messages", 1),
            ("cards", 1),
            ("pictures within texts", 1),
            ("replies whose thread is missing (taken as messages)", 1),
            ("files of channels that are not listed", 1),
        ],
    );
    let channels = channels(&test).await;
    let general = channels.values().find(|channel| channel.general).cloned().unwrap();
    let said = texts(&test, &general).await;
    let jane = test.platform.storage.accounts.user_by_email("jane@firman.example").await.unwrap().unwrap();
    let first = &said[&format!("**Veckomöte**\nHej @{}, **läs**", jane.user_id)];
    assert_eq!((first.created, first.updated, first.edited), (1_616_990_032_035, 1_616_990_070_500, true));
    assert_eq!(first.priority, storage::chat::Priority::Important);
    assert_eq!(first.mentions, [jane.user_id]);
    assert_eq!(first.attachments[0].name, "anteckning.txt");
    let emoji: Vec<String> = emoji(&test, first).await.into_iter().map(|(emoji, _)| emoji).collect();
    assert_eq!(emoji, ["👍", "💯"]);
    for reply in ["Ja <absolut>", "> läs\nLäst"] {
        assert_eq!(said[reply].parent_id, Some(first.message_id), "{reply}");
    }
    let deleted = said.values().find(|message| message.deleted).unwrap();
    assert_eq!(said["Påminnelse"].parent_id, Some(deleted.message_id));
    assert_eq!(said["Svar på något som inte är med"].parent_id, None);

    let closed = at(&channels, "Firman", "löner");
    assert_eq!(closed.channel_type, ChannelType::Private);
    // Robin, and a member from outside the team: a name without an account.
    let mut within = Vec::new();
    for row in test.platform.storage.chat.members(closed.channel_id).await.unwrap() {
        let user = test.platform.storage.accounts.user(row.user_id).await.unwrap().unwrap();
        within.push((user.display_name, user.status));
    }
    within.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [("Robin Kline", UserStatus::Imported), ("Utifrån", UserStatus::Deactivated)];
    assert_eq!(within, expected.map(|(name, status)| (name.to_owned(), status)));
    let relation = async |user: &User| {
        let found = test.platform.storage.entities.relation(EntityId(1_000), user.user_id).await.unwrap();
        found.map(|relation| relation.relation_type)
    };
    assert_eq!((jane.status, relation(&jane).await), (UserStatus::Imported, Some(RelationType::Member)));
    let guest = test.platform.storage.accounts.user_by_email("gast@annan.example").await.unwrap().unwrap();
    assert_eq!(relation(&guest).await, Some(RelationType::Customer));
    let outside = test.platform.storage.accounts.user_by_email("u@annan.example").await.unwrap();
    assert!(outside.is_none(), "an address of somebody outside the team stays free");
    assert_eq!(test.platform.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix::test]
async fn killed_or_twice_it_ends_the_same() {
    let (whole, _) = organisation().await;
    import(&whole, &export()).await.unwrap();
    let expected = told(&whole, "whole.zip").await;
    let again = import(&whole, &export()).await.unwrap();
    assert_eq!((again.users, again.channels, again.messages, again.replies, again.files), (0, 0, 0, 0, 0));
    assert!(again.updated.is_empty() && again.already_there == 7, "{again:#?}");
    assert_eq!(told(&whole, "again.zip").await, expected);

    let (test, _) = organisation().await;
    killed_until_done(async || import(&test, &export()).await).await;
    import(&test, &export()).await.unwrap();
    assert_eq!(lines(&told(&test, "killed.zip").await), lines(&expected));
}

#[actix::test]
async fn broken_files_are_named() {
    let (test, _) = organisation().await;
    let refused = import(&test, &[("team.json".to_owned(), b"{}".to_vec())]).await.unwrap_err();
    assert_eq!(refused.to_string(), "this is not an export of a team: it holds no channels.json");
    let mut files = export();
    files[4].1.truncate(1_000);
    let refused = import(&test, &files).await.unwrap_err();
    assert!(
        matches!(&refused, ImportError::Json { entry, .. } if entry.ends_with("messages-2.json")),
        "{refused}"
    );
}
