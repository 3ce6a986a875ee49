//! Notifications of a message are sent even if the process that wrote it was killed before.

use storage::ids::Ids;
use storage::{Append, ChannelId, EventId, Message, MessageId, UserId, WorkspaceId};

use crate::harness::{Org, Patience, Person, World, each, json};

/// Long enough ago that the writing process is presumed dead.
fn a_while_ago(n: i64) -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    Ids::first_at(now - 120_000) + n
}

/// The write of a process that is killed right afterwards.
pub async fn written(org: &Org, channel: i64, by: &Person, message_id: MessageId) {
    let at = message_id.millis();
    let message = Message {
        message_id,
        channel_id: ChannelId(channel),
        user_id: UserId(by.id),
        parent_id: None,
        content: "@channel".into(),
        formatted: None,
        mentions: vec![],
        mention_all: true,
        client_message_id: None,
        created: at,
        updated: at,
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        version: 1,
        attachments: Vec::new(),
    };
    let append = Append {
        inboxes: Vec::new(),
        message,
        workspace_id: WorkspaceId(org.workspace),
        event_id: EventId(message_id.0),
        notifications: vec![],
        tells: true,
        pushes: None,
    };
    org.world.storage.chat.append(&append).await.unwrap();
}

#[actix_web::test]
async fn message_of_a_dead_process_notifies_its_recipients() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let id = MessageId(a_while_ago(1));
    world.storage.chat.call(id, &[UserId(anna.id), UserId(bo.id)]).await.unwrap();
    written(&org, org.general, &org.owner, id).await;
    world.platform.jobs.wake();
    for person in [&anna, &bo] {
        let bell = person.bell(1).await;
        assert_eq!(each(&bell, "type"), ["MENTION"]);
    }
    org.owner.bell(0).await;
}

#[actix_web::test]
async fn notifications_follow_an_edit_by_a_dead_process() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let said = org.owner.says(org.general, &format!("@{}", anna.name)).await;
    let calls = anna.bell(1).await;
    assert_eq!(each(&calls, "type"), ["MENTION"]);
    let stored = world.storage.chat.locate(MessageId(said)).await.unwrap().unwrap().message;
    let edited = Message { mentions: vec![UserId(bo.id)], edited: true, ..stored };
    world.storage.chat.edit(&edited, EventId(a_while_ago(2))).await.unwrap().unwrap();
    world.platform.jobs.wake();
    bo.bell(1).await;
    let mut patience = Patience::new();
    while patience.lasts().await {
        if anna.get("/api/v1/notifications").await.is(200)["content"] == json!([]) {
            return;
        }
    }
    panic!("what called is still there");
}
