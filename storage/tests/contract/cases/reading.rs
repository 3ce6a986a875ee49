//! Read marks, mentions, heads.

use storage::{Message, MessageId, NotifyLevel, Reader, UserId};

use crate::World;
use crate::make::{ANNA, BO, CIA, WORKSPACE, message, message_at, now, room, send, two_rooms};

pub async fn marks_never_go_back(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    assert_eq!(chat.reader(BO, WORKSPACE, channel_id).await.unwrap(), None);
    let mark = |id: i64| chat.mark_read(BO, WORKSPACE, channel_id, MessageId(id), id * 10);
    assert_eq!(mark(5).await.unwrap(), Some(MessageId(5)));
    assert_eq!(mark(3).await.unwrap(), Some(MessageId(5)));
    let prefs = Reader {
        user_id: BO,
        workspace_id: WORKSPACE,
        channel_id,
        last_read: None,
        last_read_at: 0,
        notify_level: NotifyLevel::Mention,
        muted: true,
        unread_from: None,
        unread_at: 0,
    };
    chat.set_reader(&prefs).await.unwrap();
    let tasks: Vec<_> = (6..60)
        .map(|id| {
            let chat = chat.clone();
            tokio::spawn(async move {
                chat.mark_read(BO, WORKSPACE, channel_id, MessageId(id), id).await.unwrap()
                    >= Some(MessageId(id))
            })
        })
        .collect();
    for task in tasks {
        assert!(task.await.unwrap());
    }
    let reader = chat.reader(BO, WORKSPACE, channel_id).await.unwrap().unwrap();
    assert_eq!(reader, Reader { last_read: Some(MessageId(59)), last_read_at: 59, ..prefs });
    assert_eq!(chat.readers(BO, WORKSPACE).await.unwrap(), [reader]);
}

pub async fn mention_counts_follow_reading(world: &World) {
    let chat = &world.storage.chat;
    let (one, two) = two_rooms(&world.storage).await;
    let calling = |channel_id, user_id| Message { mentions: vec![BO], ..message(channel_id, user_id, "@bo") };
    let first = send(&world.storage, calling(one, ANNA)).await;
    let second = send(&world.storage, calling(one, ANNA)).await;
    let all = send(&world.storage, Message { mention_all: true, ..message(one, ANNA, "@alla") }).await;
    chat.call(all.message_id, &[BO, CIA]).await.unwrap();
    send(&world.storage, calling(two, ANNA)).await;
    // Posting marks earlier messages read; one's own message does not mention oneself.
    send(&world.storage, Message { mention_all: true, ..calling(two, BO) }).await;
    let both = send(&world.storage, Message { mention_all: true, ..calling(two, ANNA) }).await;
    chat.call(both.message_id, &[BO]).await.unwrap();
    send(&world.storage, message(one, ANNA, "nobody")).await;
    let counts = chat.mention_counts(BO, WORKSPACE).await.unwrap();
    assert_eq!(counts[&one], [first.message_id, second.message_id, all.message_id]);
    assert_eq!(counts[&two], [both.message_id]);
    chat.mark_read(BO, WORKSPACE, one, first.message_id, now()).await.unwrap();
    let counts = chat.mention_counts(BO, WORKSPACE).await.unwrap();
    assert_eq!(counts[&one], [second.message_id, all.message_id]);
    chat.mark_read(BO, WORKSPACE, one, all.message_id, now()).await.unwrap();
    let counts = chat.mention_counts(BO, WORKSPACE).await.unwrap();
    assert!(!counts.contains_key(&one) && counts[&two].len() == 1);
    assert!(!chat.mention_counts(ANNA, WORKSPACE).await.unwrap().contains_key(&one));
}

pub async fn listeners_of_a_channel_follow_their_settings(world: &World) {
    let chat = &world.storage.chat;
    let (one, two) = two_rooms(&world.storage).await;
    let chosen = |user_id, channel_id, notify_level, muted| Reader {
        user_id,
        workspace_id: WORKSPACE,
        channel_id,
        last_read: None,
        last_read_at: 0,
        notify_level,
        muted,
        unread_from: None,
        unread_at: 0,
    };
    let listeners = |channel_id| async move { chat.listeners(channel_id, None, 10).await.unwrap() };
    for (user_id, level, muted) in [
        (ANNA, NotifyLevel::All, false),
        (BO, NotifyLevel::Default, false),
        (CIA, NotifyLevel::All, false),
        (UserId(9), NotifyLevel::All, true),
    ] {
        chat.set_reader(&chosen(user_id, one, level, muted)).await.unwrap();
    }
    let mut both = vec![ANNA, CIA];
    both.sort_unstable();
    assert_eq!(listeners(one).await, both);
    assert_eq!(listeners(two).await, []);
    assert_eq!(chat.listeners(one, Some(both[0]), 10).await.unwrap(), both[1..]);
    assert_eq!(chat.listeners(one, None, 1).await.unwrap(), both[..1]);
    chat.set_reader(&chosen(ANNA, one, NotifyLevel::Mention, false)).await.unwrap();
    assert_eq!(listeners(one).await, [CIA]);
    chat.set_reader(&chosen(CIA, one, NotifyLevel::All, true)).await.unwrap();
    assert_eq!(listeners(one).await, []);
    chat.set_reader(&chosen(BO, one, NotifyLevel::All, false)).await.unwrap();
    chat.forget_person(BO, WORKSPACE).await.unwrap();
    assert_eq!(listeners(one).await, []);
}

pub async fn heads_only_grow(world: &World) {
    let channel_id = room(&world.storage).await;
    let newest = send(&world.storage, message(channel_id, ANNA, "new")).await;
    send(&world.storage, message_at(channel_id, ANNA, "old", now() - 86_400_000)).await;
    assert_eq!(world.storage.chat.heads(WORKSPACE).await.unwrap()[&channel_id], newest.message_id);
}
