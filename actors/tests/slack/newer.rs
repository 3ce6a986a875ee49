//! An export that is newer than the stored data, and an interrupted import.

use super::*;

#[actix::test]
async fn newer_export_updates_messages_reactions_and_people() {
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
    let at = actors::platform::time::now();
    let ours = Message { content: "ändrat av oss".to_owned(), edited: true, updated: at, ..here };
    assert!(chat.edit(&ours, storage::EventId(test.platform.ids.next(at).unwrap())).await.unwrap().is_some());

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
    // A repeated run: nothing is new.
    let again = import(&test, &small(users(true), newer)).await.unwrap();
    assert!(again.updated.is_empty(), "{again:#?}");
    assert_eq!(test.platform.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Slack omits deleted messages. Messages outside the export's time span do not count as missing: it may cover only
/// some months.
#[actix::test]
async fn messages_missing_in_a_newer_export_are_kept_and_reported() {
    let test = platform::platform();
    organisation(&test).await;
    let users = json!([person_of("U1", "anna")]);
    let post = |ts: &str, text: &str| json!({"user": "U1", "ts": ts, "text": text});
    let reply =
        |ts: &str, text: &str| json!({"user": "U1", "ts": ts, "text": text, "thread_ts": "1483437612.0"});
    let day = json!([
        post("1483437611.0", "före"),
        post("1483437612.0", "först"),
        post("1483437613.0", "borta"),
        reply("1483437614.0", "svar som är borta"),
        post("1483437615.0", "sist"),
        post("1483437616.0", "efter"),
    ]);
    import(&test, &small(users.clone(), day.clone())).await.unwrap();
    let kind = "messages of an earlier export that this one does not hold (kept)";
    let again = import(&test, &small(users.clone(), day)).await.unwrap();
    assert_eq!(again.skipped.get(kind), None, "{again:#?}");

    let newer = json!([post("1483437612.0", "först"), post("1483437615.0", "sist")]);
    let report = import(&test, &small(users, newer)).await.unwrap();
    assert_eq!(report.skipped.get(kind), Some(&2), "{report:#?}");
    let general = channels(&test).await["allmänt"].clone();
    assert!(texts(&test, &general).await.contains_key("borta"));
}

#[actix::test]
async fn names_are_what_they_look_like() {
    let test = platform::platform();
    organisation(&test).await;
    let named = |id: &str, name: &str, real: &str, shown: &str| json!({"id": id, "name": name, "profile": {"real_name": real, "display_name": shown, "email": format!("{name}@example.se")}});
    let users = json!([
        named("U1", "anna", "An\u{202e}na Be\u{200b}rg", ""),
        named("U2", "bo", "Bo Ek", "https://falsk.example.se"),
        named("U3", "cia", "www.falsk.se", "köp på falsk.se"),
    ]);
    let report = import(&test, &small(users, json!([]))).await.unwrap();
    let mut shown = Vec::new();
    for mail in ["anna@example.se", "bo@example.se", "cia@example.se"] {
        let user = test.platform.storage.accounts.user_by_email(mail).await.unwrap().unwrap();
        shown.push(user.display_name);
    }
    assert_eq!(shown, ["Anna Berg", "Bo Ek", "cia"]);
    let kind = "names that are links or nothing (another of theirs is taken, or 'Okänd')";
    assert_eq!(report.skipped.get(kind), Some(&2), "{report:#?}");
}

#[actix::test]
async fn interrupted_import_still_marks_as_read() {
    let test = platform::platform();
    organisation(&test).await;
    let mut files = small(
        json!([person_of("U1", "anna")]),
        json!([{"user": "U1", "ts": "1483437617.0", "text": "sist"}]),
    );
    files.push(("general/2017-01-04.json".to_owned(), b"[1,2".to_vec()));
    // Fails after the messages and before the read marks.
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
