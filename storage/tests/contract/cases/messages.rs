//! Sending, replying, editing, reacting.

use storage::{Appended, EventId, EventKind, Message, Page, Reaction};

use crate::World;
use crate::make::{
    ANNA, BO, CIA, IDS, WORKSPACE, append_of, calling, event_id, message, message_at, notification, now,
    room, send, two_rooms,
};

fn marked(message: Message, mark: &str) -> Message {
    Message { client_message_id: Some(mark.to_owned()), ..message }
}

pub async fn a_repeated_send_is_one_message(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let mut append = append_of(marked(message(channel_id, ANNA, "Hej"), "m1"));
    append.message.formatted = Some("<b>Hej</b>".to_owned());
    append.message.mentions = vec![BO, CIA];
    append.notifications = vec![notification(BO)];
    assert_eq!(chat.append(&append).await.unwrap(), Appended::New);
    // The client got no answer and repeats the send, through another process.
    let again = append_of(marked(message(channel_id, ANNA, "Hej"), "m1"));
    let other = (world.reopen)();
    assert_eq!(other.chat.append(&again).await.unwrap(), Appended::Repeated(append.message.clone()));
    assert_eq!(other.chat.append_pending(&again).await.unwrap(), Appended::Repeated(append.message.clone()));
    // Another person's key is another key.
    send(&world.storage, marked(message(channel_id, BO, "Hej"), "m1")).await;
    let page = chat.page(channel_id, Page::Newest { offset: 0 }, 10).await.unwrap();
    assert_eq!(page.messages.len(), 2);
    assert_eq!(page.messages[0], append.message);
    assert_eq!(world.storage.notifications.list(BO, None, 10).await.unwrap().len(), 1);
    let located = chat.locate(append.message.message_id).await.unwrap().unwrap();
    assert_eq!((located.message, located.pending), (append.message, false));
    assert_eq!(chat.locate(again.message.message_id).await.unwrap(), None);
}

pub async fn repeated_send_in_a_new_week_lists_no_empty_week(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let past = now() - 8 * 86_400_000;
    let first = send(&world.storage, marked(message_at(channel_id, ANNA, "Hej", past), "m1")).await;
    // Repeated in the next week, through a process that has not written in it yet.
    let again = append_of(marked(message(channel_id, ANNA, "Hej"), "m1"));
    assert_eq!(chat.append(&again).await.unwrap(), Appended::Repeated(first.clone()));
    let next = send(&world.storage, message(channel_id, ANNA, "Hej igen")).await;
    let page = chat.page(channel_id, Page::Newest { offset: 0 }, 10).await.unwrap();
    assert_eq!(page.messages, [first, next]);
}

pub async fn many_repeats_at_once(world: &World) {
    let channel_id = room(&world.storage).await;
    let other = (world.reopen)();
    for round in 1..=10 {
        let mark = format!("same{round}");
        // Two processes, as when a client repeats through another node.
        let tasks: Vec<_> = (0..20)
            .map(|task| {
                let chat = if task % 2 == 0 { world.storage.chat.clone() } else { other.chat.clone() };
                let calls = Message { mentions: vec![BO], ..message(channel_id, ANNA, "Hej") };
                let mut append = append_of(marked(calls, &mark));
                append.notifications = vec![calling(BO, &append.message)];
                tokio::spawn(async move { chat.append(&append).await.unwrap() })
            })
            .collect();
        let mut new = 0;
        for task in tasks {
            new += usize::from(task.await.unwrap() == Appended::New);
        }
        assert_eq!(new, 1);
        let page = world.storage.chat.page(channel_id, Page::Newest { offset: 0 }, 100).await.unwrap();
        assert_eq!(page.messages.len(), round);
        assert_eq!(world.storage.chat.events(channel_id, EventId(0), 100).await.unwrap().len(), round);
        assert_eq!(world.storage.notifications.list(BO, None, 100).await.unwrap().len(), round);
    }
}

pub async fn channels_do_not_mix(world: &World) {
    let chat = &world.storage.chat;
    let (one, two) = two_rooms(&world.storage).await;
    for n in 0..20 {
        send(&world.storage, message(if n % 2 == 0 { one } else { two }, ANNA, &n.to_string())).await;
    }
    for channel_id in [one, two] {
        let page = chat.page(channel_id, Page::Newest { offset: 0 }, 100).await.unwrap();
        assert_eq!(page.messages.len(), 10);
        assert!(page.messages.iter().all(|message| message.channel_id == channel_id));
        let events = chat.events(channel_id, EventId(0), 100).await.unwrap();
        assert!(events.len() == 10 && events.iter().all(|event| event.channel_id == channel_id));
        // A cursor or position of the other channel shows nothing of it.
        let around = page.messages[5].message_id;
        let other = if channel_id == one { two } else { one };
        let page = chat.page(other, Page::Around(around), 100).await.unwrap();
        assert!(page.messages.iter().all(|message| message.channel_id == other));
        assert!(chat.reactions(other, &[around]).await.unwrap().is_empty());
    }
}

pub async fn replies_lie_with_their_parent(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let parent = send(&world.storage, message(channel_id, ANNA, "Fråga")).await;
    let mut replies = Vec::new();
    for n in 0..5 {
        let reply = Message { parent_id: Some(parent.message_id), ..message(channel_id, BO, &n.to_string()) };
        replies.push(send(&world.storage, reply).await);
    }
    let page = chat.page(channel_id, Page::Newest { offset: 0 }, 10).await.unwrap();
    // Five replies are five changes of it.
    assert_eq!(page.messages, [Message { threaded: true, version: 6, ..parent.clone() }]);
    let (first, more) = chat.thread(parent.message_id, None, 2).await.unwrap();
    assert_eq!((first.as_slice(), more), (&replies[..2], true));
    let (rest, more) = chat.thread(parent.message_id, Some(first[1].message_id), 3).await.unwrap();
    assert_eq!((rest.as_slice(), more), (&replies[2..], false));
    assert!(chat.remove(&replies[4], BO, event_id(), "Borta").await.unwrap().is_some());
    let other = send(&world.storage, message(channel_id, ANNA, "Ensam")).await;
    let summaries = chat.thread_summaries(channel_id, &[parent.message_id, other.message_id]).await.unwrap();
    assert_eq!(summaries.len(), 1);
    assert_eq!(summaries[&parent.message_id], (4, replies[3].created));
    assert_eq!(chat.locate(replies[0].message_id).await.unwrap().unwrap().message, replies[0]);
    // A reply does not move the channel's head.
    assert_eq!(chat.heads(WORKSPACE).await.unwrap()[&channel_id], other.message_id);
}

pub async fn edit_and_remove(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let sent = send(&world.storage, message(channel_id, ANNA, "Hej")).await;
    let edited = Message { content: "Hej då".to_owned(), edited: true, updated: now(), ..sent.clone() };
    let edited = Message { version: 2, ..edited };
    assert_eq!(chat.edit(&edited, event_id()).await.unwrap(), Some(edited.clone()));
    assert_eq!(chat.locate(sent.message_id).await.unwrap().unwrap().message, edited);
    let reaction =
        Reaction { message_id: sent.message_id, emoji: "👍".to_owned(), user_id: BO, created: now() };
    assert!(chat.react(&reaction, true, event_id()).await.unwrap());
    let tasks: Vec<_> = (0..10)
        .map(|_| {
            let (chat, edited) = (chat.clone(), edited.clone());
            tokio::spawn(async move {
                chat.remove(&edited, BO, event_id(), "Borttaget.").await.unwrap().is_some()
            })
        })
        .collect();
    let mut removed = 0;
    for task in tasks {
        removed += usize::from(task.await.unwrap());
    }
    assert_eq!(removed, 1);
    assert_eq!(chat.edit(&edited, event_id()).await.unwrap(), None);
    let gone = chat.locate(sent.message_id).await.unwrap().unwrap().message;
    assert_eq!((gone.content.as_str(), gone.deleted, gone.mentions.len()), ("Borttaget.", true, 0));
    assert!(chat.reactions(channel_id, &[sent.message_id]).await.unwrap().is_empty());
    let kinds: Vec<(EventKind, _)> =
        chat.events(channel_id, EventId(0), 10).await.unwrap().iter().map(|e| (e.kind, e.user_id)).collect();
    assert_eq!(
        kinds,
        [
            (EventKind::Create, ANNA),
            (EventKind::Update, ANNA),
            (EventKind::Reaction, BO),
            (EventKind::Delete, BO)
        ]
    );
    assert_eq!(chat.edit(&message(channel_id, ANNA, "never sent"), event_id()).await.unwrap(), None);
    assert!(chat.locate(IDS.next(now()).to_string().parse().unwrap()).await.unwrap().is_none());
}

pub async fn edits_move_mentions(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let sent = Message { mentions: vec![ANNA, BO], ..message(channel_id, ANNA, "Hej @bo") };
    let sent = send(&world.storage, sent).await;
    let is_called = |user_id| async move {
        !world.storage.chat.mention_counts(user_id, WORKSPACE).await.unwrap().is_empty()
    };
    assert!(is_called(BO).await && !is_called(CIA).await && !is_called(ANNA).await);
    let edited = Message { mentions: vec![CIA], edited: true, ..sent.clone() };
    assert!(chat.edit(&edited, event_id()).await.unwrap().is_some());
    assert!(!is_called(BO).await && is_called(CIA).await);
    let all = Message { mentions: vec![], mention_all: true, ..edited };
    chat.call(all.message_id, &[CIA]).await.unwrap();
    assert!(chat.edit(&all, event_id()).await.unwrap().is_some());
    // Somebody who could not read the channel then is not mentioned.
    assert!(!is_called(BO).await && is_called(CIA).await && !is_called(ANNA).await);
    assert!(chat.remove(&all, ANNA, event_id(), "-").await.unwrap().is_some());
    assert!(!is_called(BO).await && !is_called(CIA).await);
    assert!(chat.called(all.message_id).await.unwrap().is_empty());
}

pub async fn reactions_come_and_go(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let one = send(&world.storage, message(channel_id, ANNA, "1")).await;
    let between = send(&world.storage, message(channel_id, ANNA, "2")).await;
    let three = send(&world.storage, message(channel_id, ANNA, "3")).await;
    for (message, emoji, user_id) in
        [(&one, "👍", ANNA), (&one, "👍", BO), (&between, "🎉", BO), (&three, "🎉", BO)]
    {
        let reaction =
            Reaction { message_id: message.message_id, emoji: emoji.to_owned(), user_id, created: 1 };
        assert!(chat.react(&reaction, true, event_id()).await.unwrap());
        assert!(!chat.react(&reaction, true, event_id()).await.unwrap());
    }
    let found = chat.reactions(channel_id, &[one.message_id, three.message_id]).await.unwrap();
    assert_eq!((found.len(), found[&one.message_id].len(), found[&three.message_id].len()), (2, 2, 1));
    let back = found[&three.message_id][0].clone();
    assert!(chat.react(&back, false, event_id()).await.unwrap());
    assert!(!chat.react(&back, false, event_id()).await.unwrap());
    let added: Vec<bool> = chat
        .events(channel_id, EventId(0), 100)
        .await
        .unwrap()
        .iter()
        .filter(|event| event.kind == EventKind::Reaction)
        .map(|event| event.added)
        .collect();
    assert_eq!(added, [true, true, true, true, false]);
    let nowhere = Reaction { message_id: IDS.next(now()).to_string().parse().unwrap(), ..back };
    assert!(!chat.react(&nowhere, true, event_id()).await.unwrap());
}

pub async fn events_follow_the_cursor(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    assert_eq!(chat.newest_event(channel_id).await.unwrap(), None);
    let mut cursors = Vec::new();
    for n in 0..10 {
        let append = append_of(message(channel_id, ANNA, &n.to_string()));
        assert_eq!(chat.append(&append).await.unwrap(), Appended::New);
        cursors.push(append.event_id);
    }
    assert_eq!(chat.newest_event(channel_id).await.unwrap(), Some(cursors[9]));
    let events = |after, limit| async move {
        let events = world.storage.chat.events(channel_id, after, limit).await.unwrap();
        events.into_iter().map(|event| event.event_id).collect::<Vec<_>>()
    };
    assert_eq!(events(EventId(0), 100).await, cursors);
    assert_eq!(events(cursors[3], 3).await, &cursors[4..7]);
    assert_eq!(events(cursors[9], 3).await, []);
}

/// Two processes change one message concurrently. Its dependent data are rows of their own, and every change is a
/// version: a reader after the last one has all of them.
pub async fn every_change_is_a_version(world: &World) {
    let one = world.storage.chat.clone();
    let other = (world.reopen)().chat;
    let channel_id = room(&world.storage).await;
    let sent = send(&world.storage, message(channel_id, ANNA, "Hej")).await;
    assert_eq!(sent.version, 1);
    let tasks: Vec<_> = (0..24_i64)
        .map(|n| {
            let chat = if n % 2 == 0 { one.clone() } else { other.clone() };
            let sent = sent.clone();
            tokio::spawn(async move {
                let reaction = Reaction {
                    message_id: sent.message_id,
                    emoji: ["👍", "🎉"][(n % 4 / 2) as usize].to_owned(),
                    user_id: storage::UserId(100 + n),
                    created: now(),
                };
                match n % 3 {
                    0 => assert!(chat.react(&reaction, true, event_id()).await.unwrap()),
                    1 => {
                        let edited = Message { content: n.to_string(), edited: true, ..sent.clone() };
                        assert!(chat.edit(&edited, event_id()).await.unwrap().is_some());
                    }
                    _ => {
                        let reply =
                            Message { parent_id: Some(sent.message_id), ..message(channel_id, BO, "svar") };
                        assert_eq!(chat.append(&append_of(reply)).await.unwrap(), Appended::New);
                    }
                }
                // A process reads its own change, with at least that version.
                let state = chat.state(channel_id, None, sent.message_id).await.unwrap().unwrap();
                let mine = state.reactions.iter().any(|found| found.user_id == reaction.user_id);
                assert_eq!(mine, n % 3 == 0);
                state
            })
        })
        .collect();
    let mut states = Vec::new();
    for task in tasks {
        states.push(task.await.unwrap());
    }
    let last = one.state(channel_id, None, sent.message_id).await.unwrap().unwrap();
    assert_eq!((last.message.version, last.reactions.len(), last.replies.unwrap().0), (25, 8, 8));
    // The newest state that anybody read is what the store holds.
    let newest = states.iter().max_by_key(|state| state.message.version).unwrap();
    assert_eq!(newest, &last);
    // A deletion is final: no reaction, and a late one leaves nothing.
    assert_eq!(one.remove(&sent, ANNA, event_id(), "-").await.unwrap().unwrap().version, 26);
    let late =
        Reaction { message_id: sent.message_id, emoji: "👍".to_owned(), user_id: CIA, created: now() };
    assert!(!other.react(&late, true, event_id()).await.unwrap());
    let gone = other.state(channel_id, None, sent.message_id).await.unwrap().unwrap();
    assert_eq!((gone.message.version, gone.reactions.len()), (26, 0));
    assert!(other.reactions(channel_id, &[sent.message_id]).await.unwrap().is_empty());
}
