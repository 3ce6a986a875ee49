//! Nothing of an export is dropped without being reported, and no account is used without consent.

use super::*;

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
async fn account_without_a_relation_is_not_used() {
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

    // If the operator decides so, the account is used.
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
async fn everything_left_out_is_reported() {
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
    let general = &channels(&test).await["allmänt"];
    let said = texts(&test, general).await;
    let pins = test.platform.storage.chat.pins(general.channel_id).await.unwrap();
    let pinned: Vec<_> = pins.iter().map(|pin| pin.message_id).collect();
    assert_eq!(pinned, [said["~struket~"].message_id]);
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
        ("messages over 4,000 characters (split)", 1),
    ] {
        assert_eq!(report.skipped.get(kind), Some(&many), "{kind}: {report:#?}");
    }
    // A second run: no duplicates, also of messages that were split.
    let again = import(
        &test,
        &small(json!([person_of("U1", "anna")]), json!([{"user": "U1", "ts": "1483437622.0", "text": long}])),
    )
    .await
    .unwrap();
    assert_eq!((again.messages, again.updated.len()), (0, 0), "{again:#?}");
}
