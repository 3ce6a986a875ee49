//! An export that is newer than what is here, and an import that was cut short.

use super::*;

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
