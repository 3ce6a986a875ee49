//! Messages that wait for approval.

use storage::{Appended, Decision, EventId, EventKind, Message, Page};

use crate::World;
use crate::make::{ANNA, BO, CIA, WORKSPACE, append_of, event_id, message, notification, now, room};

async fn waiting(world: &World, mentions: Vec<storage::UserId>) -> Message {
    let channel_id = room(&world.storage).await;
    let sent = Message { mentions, ..message(channel_id, BO, "Får jag?") };
    let appended = world.storage.chat.append_pending(&append_of(sent.clone())).await.unwrap();
    assert_eq!(appended, Appended::New);
    sent
}

async fn decide(world: &World, message: &Message, decision: Decision) -> bool {
    let bells = [notification(BO)];
    let chat = &world.storage.chat;
    chat.decide_pending(message, decision, ANNA, Some("skäl"), event_id(), WORKSPACE, &bells, &[])
        .await
        .unwrap()
        .is_some()
}

async fn visible(world: &World, message: &Message) -> Vec<Message> {
    world.storage.chat.page(message.channel_id, Page::Newest { offset: 0 }, 10).await.unwrap().messages
}

pub async fn concurrent_decisions_apply_once(world: &World) {
    let chat = &world.storage.chat;
    let sent = waiting(world, vec![CIA]).await;
    assert_eq!(chat.pending(sent.channel_id).await.unwrap(), std::slice::from_ref(&sent));
    assert!(visible(world, &sent).await.is_empty());
    let kinds = chat.events(sent.channel_id, EventId(0), 10).await.unwrap();
    assert_eq!(kinds.iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Pending]);
    assert!(chat.heads(WORKSPACE).await.unwrap().is_empty());
    assert!(chat.mention_counts(CIA, WORKSPACE).await.unwrap().is_empty());
    let located = chat.locate(sent.message_id).await.unwrap().unwrap();
    assert!(located.pending && located.decision.is_none());
    let decisions = [Decision::Approve, Decision::Reject, Decision::Withdraw];
    let tasks: Vec<_> = (0..30)
        .map(|n| {
            let (chat, sent) = (chat.clone(), sent.clone());
            let decision = decisions[n % 3];
            tokio::spawn(async move {
                let decided =
                    chat.decide_pending(&sent, decision, ANNA, None, event_id(), WORKSPACE, &[], &[]);
                decided.await.unwrap().map(|_| decision)
            })
        })
        .collect();
    let mut won = Vec::new();
    for task in tasks {
        won.extend(task.await.unwrap());
    }
    assert_eq!(won.len(), 1);
    assert!(chat.pending(sent.channel_id).await.unwrap().is_empty());
    assert_eq!(visible(world, &sent).await.len(), usize::from(won[0] == Decision::Approve));
    assert_eq!(chat.edit_pending(&sent, event_id()).await.unwrap(), None);
    assert!(!decide(world, &sent, Decision::Approve).await);
}

pub async fn edited_message_is_approved_as_edited(world: &World) {
    let chat = &world.storage.chat;
    let sent = waiting(world, vec![CIA]).await;
    let edited = Message { content: "Får vi?".to_owned(), edited: true, updated: now(), ..sent.clone() };
    assert_eq!(chat.edit_pending(&edited, event_id()).await.unwrap().unwrap().version, 2);
    let edited = Message { version: 3, ..edited };
    // Decided by somebody who had read it before the edit.
    assert!(decide(world, &sent, Decision::Approve).await);
    assert_eq!(visible(world, &sent).await, std::slice::from_ref(&edited));
    let located = chat.locate(sent.message_id).await.unwrap().unwrap();
    assert!(!located.pending);
    let events = chat.events(sent.channel_id, EventId(0), 10).await.unwrap();
    let kinds: Vec<_> = events.iter().map(|event| (event.kind, event.user_id)).collect();
    let told = [(EventKind::Pending, BO), (EventKind::Pending, BO), (EventKind::Approve, ANNA)];
    assert_eq!(kinds, told);
    assert_eq!(chat.heads(WORKSPACE).await.unwrap()[&sent.channel_id], sent.message_id);
    assert_eq!(chat.mention_counts(CIA, WORKSPACE).await.unwrap()[&sent.channel_id], [sent.message_id]);
    assert_eq!(world.storage.notifications.unread(BO, 10).await.unwrap(), 1);
    assert!(chat.edit(&Message { content: "Ja".to_owned(), ..edited }, event_id()).await.unwrap().is_some());
}

pub async fn rejection_deletes_the_text(world: &World) {
    let sent = waiting(world, vec![CIA]).await;
    assert!(decide(world, &sent, Decision::Reject).await);
    let located = world.storage.chat.locate(sent.message_id).await.unwrap().unwrap();
    assert_eq!((located.pending, located.decision), (true, Some(Decision::Reject)));
    assert_eq!((located.message.content.as_str(), located.message.mentions.len()), ("", 0));
    assert!(visible(world, &sent).await.is_empty());
    let events = world.storage.chat.events(sent.channel_id, EventId(0), 10).await.unwrap();
    assert_eq!(
        events.iter().map(|event| event.kind).collect::<Vec<_>>(),
        [EventKind::Pending, EventKind::Reject]
    );
    assert_eq!(world.storage.notifications.unread(BO, 10).await.unwrap(), 1);
}

/// A proposed edit waits beside its message: the message keeps its approved text.
pub async fn proposed_edit_waits_beside_the_message(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let sent = crate::make::send(&world.storage, message(channel_id, BO, "Första")).await;
    for (text, decision, version, shown) in
        [("Andra", Decision::Reject, 1, "Första"), ("Tredje", Decision::Approve, 2, "Tredje")]
    {
        let edited = Message {
            content: "utkast".to_owned(),
            edited: true,
            updated: now(),
            mentions: vec![CIA],
            ..sent.clone()
        };
        chat.propose_edit(&edited, event_id()).await.unwrap();
        chat.propose_edit(&Message { content: text.to_owned(), ..edited }, event_id()).await.unwrap();
        assert_eq!(visible(world, &sent).await[0].content, "Första");
        let located = chat.locate(sent.message_id).await.unwrap().unwrap();
        assert_eq!((located.pending, located.proposed.unwrap().content.as_str()), (false, text));
        let waiting = chat.pending(channel_id).await.unwrap();
        assert_eq!(waiting.iter().map(|message| message.content.as_str()).collect::<Vec<_>>(), [text]);
        assert!(chat.mention_counts(CIA, WORKSPACE).await.unwrap().is_empty());
        assert!(decide(world, &waiting[0], decision).await);
        assert!(!decide(world, &waiting[0], Decision::Approve).await);
        let now = visible(world, &sent).await;
        assert_eq!((now.len(), now[0].content.as_str(), now[0].version), (1, shown, version));
        assert!(chat.pending(channel_id).await.unwrap().is_empty());
        assert_eq!(chat.locate(sent.message_id).await.unwrap().unwrap().proposed, None);
    }
    assert_eq!(chat.mention_counts(CIA, WORKSPACE).await.unwrap()[&channel_id], [sent.message_id]);
    // The proposal is deleted with the message.
    chat.propose_edit(&Message { content: "Fjärde".to_owned(), ..sent.clone() }, event_id()).await.unwrap();
    assert!(chat.remove(&sent, BO, event_id(), "-").await.unwrap().is_some());
    assert!(chat.pending(channel_id).await.unwrap().is_empty());
}
