//! Channels as rooms: who receives events, on two nodes, and how losing the right ends a subscription.

use actors::chat::live::LiveChannel;
use actors::chat::view::{MemberInput, NewMessage};
use actors::live::bus::Topic;
use actors::live::repair::Scope;
use actors::live::room::Room as _;
use actors::{Platform, chat};
use serde_json::{Value, json};
use storage::accounts::{User, UserStatus, WhoMayMessage};
use storage::chat::{Append, Channel, ChannelType, Member, Message, Workspace};
use storage::entities::RelationType;
use storage::ids::{ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};

use super::ground::{ANNA, BO, Ground, ORGANISATION, Peer, who};

const SCHOOL: WorkspaceId = WorkspaceId(8);
const OPEN: ChannelId = ChannelId(100);
const CLOSED: ChannelId = ChannelId(101);
const OTHER: ChannelId = ChannelId(102);
const MODERATED: ChannelId = ChannelId(103);
const BETWEEN_TWO: ChannelId = ChannelId(104);
/// Moderator of the public channels.
const CIA: UserId = UserId(3);

fn channel(id: ChannelId, channel_type: ChannelType) -> Channel {
    Channel {
        channel_id: id,
        workspace_id: SCHOOL,
        entity_id: ORGANISATION,
        name: format!("kanal-{id}"),
        display_name: String::new(),
        description: String::new(),
        topic: String::new(),
        channel_type,
        archived: false,
        general: id == OPEN,
        read_only: false,
        allow_followers: false,
        visible_to_guests: false,
        require_moderation: id == MODERATED,
        auto_approve_members: false,
        relation_types: Vec::new(),
        created_by: CIA,
        created: 0,
    }
}

pub fn user(user_id: UserId, name: &str) -> User {
    User {
        user_id,
        email: None,
        user_name: name.to_lowercase(),
        first_name: name.to_owned(),
        last_name: String::new(),
        display_name: name.to_owned(),
        password_hash: None,
        status: UserStatus::Active,
        image: None,
        municipality: -1,
        created: 0,
        verified: None,
        findable: false,
        show_municipality: false,
        shows_bookables: true,
        shows_infopoint: true,
        shows_phocal: true,
        shows_boka_in: true,
        shows_order: true,
        erase_at: None,
        who_may_message: WhoMayMessage::SharedOrg,
        show_read_marks: true,
        mail_missed: false,
        discoverable: false,
        approve_followers: false,
        own_status: None,
        quiet: None,
        notify: None,
        phone: None,
    }
}

/// Cia is moderator, Anna and Bo are members; both are in the two private channels and in a conversation.
async fn school() -> Ground {
    let ground = Ground::new(&super::AREA).await;
    ground.relate(CIA, RelationType::Moderator, None).await;
    let store = &ground.nodes[0].storage;
    for (id, name) in [(ANNA, "Anna"), (BO, "Bo"), (CIA, "Cia")] {
        store.accounts.create_user(&user(id, name)).await.unwrap();
    }
    let workspace = Workspace {
        workspace_id: SCHOOL,
        entity_id: ORGANISATION,
        workspace_name: "Skolan".to_owned(),
        created: 0,
    };
    store.chat.create_workspace(&workspace, &channel(OPEN, ChannelType::Public)).await.unwrap();
    let between = Channel {
        workspace_id: WorkspaceId(0),
        entity_id: EntityId(0),
        name: "1-2".to_owned(),
        ..channel(BETWEEN_TWO, ChannelType::Direct)
    };
    for made in [
        channel(CLOSED, ChannelType::Private),
        channel(OTHER, ChannelType::Private),
        channel(MODERATED, ChannelType::Public),
        between,
    ] {
        assert!(store.chat.create_channel(&made, None).await.unwrap());
    }
    for channel_id in [CLOSED, OTHER, BETWEEN_TWO] {
        for user_id in [ANNA, BO] {
            let member = Member { channel_id, user_id, added_by: CIA, added: 0, role: None };
            store.chat.put_member(&member).await.unwrap();
        }
    }
    ground
}

fn place(channel: ChannelId) -> String {
    format!("/topic/chat/channel/{channel}")
}

async fn says(node: &Platform, user_id: UserId, channel: ChannelId, text: &str) -> i64 {
    let new: NewMessage = serde_json::from_value(json!({ "content": text })).unwrap();
    chat::send(node, &who(user_id), channel, new).await.unwrap().id.0
}

/// Type and text of the next message event; skips read marks of one's own connections.
async fn hears(peer: &mut Peer) -> (String, String) {
    loop {
        let body = peer.body().await;
        let kind = body["type"].as_str().unwrap().to_owned();
        if kind != "CHANNEL_READ" {
            return (kind, body["content"].as_str().unwrap_or_default().to_owned());
        }
    }
}

/// Topic and body of the next event of a type; skips all others.
async fn until(peer: &mut Peer, kind: &str) -> (String, Value) {
    loop {
        let (_, at, body) = peer.next().await;
        if body["type"] == kind {
            return (at, body);
        }
    }
}

fn created(text: &str) -> (String, String) {
    ("MESSAGE_CREATE".to_owned(), text.to_owned())
}

#[actix::test]
async fn messages_reach_channel_and_workspace_on_every_node() {
    let ground = school().await;
    let (mut anna, mut bo) = (ground.connect(0, ANNA).await, ground.connect(1, BO).await);
    let (mut beside, mut far) = (ground.connect(0, CIA).await, ground.connect(1, CIA).await);
    for peer in [&mut beside, &mut far] {
        peer.subscribe("w", "/topic/workspace/8/notifications").await;
    }
    anna.subscribe("c", &place(OPEN)).await;
    // The other node has no subscription to the channel itself yet.
    let first = says(&ground.nodes[0], ANNA, OPEN, "ett").await;
    let told = anna.body().await;
    assert_eq!((&told["content"], &told["messageId"]), (&json!("ett"), &json!(first)));
    for peer in [&mut beside, &mut far] {
        assert_eq!(hears(peer).await, created("ett"));
    }
    bo.subscribe("c", &place(OPEN)).await;
    says(&ground.nodes[0], ANNA, OPEN, "två").await;
    says(&ground.nodes[1], BO, OPEN, "tre").await;
    for peer in [&mut anna, &mut bo, &mut beside, &mut far] {
        assert_eq!(hears(peer).await, created("två"));
        assert_eq!(hears(peer).await, created("tre"));
    }
    // A subscriber to the workspace receives nothing from a private channel that they are not in.
    says(&ground.nodes[0], ANNA, CLOSED, "bara vi").await;
    says(&ground.nodes[0], ANNA, OPEN, "alla").await;
    for peer in [&mut beside, &mut far] {
        assert_eq!(hears(peer).await, created("alla"));
    }
}

#[actix::test]
async fn pending_message_reaches_moderators_and_author_only() {
    let ground = school().await;
    let (mut anna, mut bo) = (ground.connect(0, ANNA).await, ground.connect(1, BO).await);
    let (mut near, mut far) = (ground.connect(0, CIA).await, ground.connect(1, CIA).await);
    for peer in [&mut anna, &mut bo, &mut near, &mut far] {
        peer.subscribe("c", &place(MODERATED)).await;
    }
    let waiting = says(&ground.nodes[0], BO, MODERATED, "får jag?").await;
    for peer in [&mut bo, &mut near, &mut far] {
        let told = peer.body().await;
        assert_eq!((&told["type"], &told["messageId"]), (&json!("MESSAGE_PENDING"), &json!(waiting)));
    }
    says(&ground.nodes[1], CIA, MODERATED, "vänta").await;
    assert_eq!(hears(&mut anna).await, created("vänta"), "and nothing before it");
}

#[actix::test]
async fn private_channel_needs_a_member_row_of_its_own() {
    let ground = school().await;
    let (mut anna, mut bo) = (ground.connect(0, ANNA).await, ground.connect(1, BO).await);
    for peer in [&mut anna, &mut bo] {
        peer.subscribe("a", &place(CLOSED)).await;
        peer.subscribe("b", &place(OTHER)).await;
    }
    let mut cia = ground.connect(0, CIA).await;
    cia.ask("a", &place(CLOSED));
    assert_eq!(cia.body().await["type"], "ACCESS_DENIED");

    // Bo is removed from one of them, on the node that he is not connected to.
    chat::remove_member(&ground.nodes[0], &who(BO), CLOSED, BO).await.unwrap();
    assert_eq!(until(&mut bo, "ACCESS_DENIED").await.0, place(CLOSED));
    says(&ground.nodes[0], ANNA, CLOSED, "utan Bo").await;
    says(&ground.nodes[0], ANNA, OTHER, "med Bo").await;
    for (peer, at, text) in [(&mut bo, OTHER, "med Bo"), (&mut anna, CLOSED, "utan Bo")] {
        let (there, told) = until(peer, "MESSAGE_CREATE").await;
        assert_eq!((there, &told["content"]), (place(at), &json!(text)));
    }

    // Leaving the organisation ends access to its channels.
    ground.part(BO, RelationType::Member).await;
    let mut follows = ground.follows(BO, None).await;
    follows.announce(&ground.nodes[0], None);
    assert_eq!(until(&mut bo, "ACCESS_DENIED").await.0, place(OTHER));
}

#[actix::test]
async fn a_role_that_is_given_counts_at_once() {
    let ground = school().await;
    let mut bo = ground.connect(1, BO).await;
    bo.subscribe("c", &place(MODERATED)).await;
    let input: MemberInput = serde_json::from_value(json!({ "role": "MODERATOR" })).unwrap();
    ground.relate(CIA, RelationType::Administrator, Some(RelationType::Moderator)).await;
    chat::put_member(&ground.nodes[0], &who(CIA), MODERATED, BO, input).await.unwrap();
    // As a moderator he receives pending messages.
    let waiting = says(&ground.nodes[0], ANNA, MODERATED, "får jag?").await;
    assert_eq!(until(&mut bo, "MESSAGE_PENDING").await.1["messageId"], waiting);
}

#[actix::test]
async fn settings_that_close_a_channel_end_what_they_forbid() {
    let ground = school().await;
    ground.relate(CIA, RelationType::Administrator, Some(RelationType::Moderator)).await;
    let mut bo = ground.connect(1, BO).await;
    bo.subscribe("c", &place(MODERATED)).await;
    // The row that the creator of a channel has.
    let row = Member { channel_id: MODERATED, user_id: CIA, added_by: CIA, added: 0, role: None };
    ground.nodes[0].storage.chat.put_member(&row).await.unwrap();
    let closed = serde_json::from_value(json!({ "channelType": "PRIVATE" })).unwrap();
    chat::change(&ground.nodes[0], &who(CIA), MODERATED, closed).await.unwrap();
    assert_eq!(until(&mut bo, "ACCESS_DENIED").await.0, place(MODERATED));
}

#[actix::test]
async fn typing_is_published_in_workspace_or_conversation() {
    let ground = school().await;
    let (mut bo, mut cia) = (ground.connect(1, BO).await, ground.connect(0, CIA).await);
    for peer in [&mut bo, &mut cia] {
        peer.subscribe("t", "/topic/workspace/8/typing").await;
    }
    bo.subscribe("d", &place(BETWEEN_TWO)).await;
    let told = |body: &Value| {
        (
            body["channelId"].clone(),
            body["userId"].clone(),
            body["userName"].clone(),
            body["isTyping"].clone(),
        )
    };
    for is_typing in [true, false] {
        chat::typing(ground.nodes[0].clone(), who(ANNA), OPEN, is_typing).await.unwrap();
        let expected = (json!(OPEN), json!(ANNA), json!("Anna"), json!(is_typing));
        for peer in [&mut bo, &mut cia] {
            assert_eq!(told(&peer.body().await), expected);
        }
        chat::typing(ground.nodes[0].clone(), who(ANNA), BETWEEN_TWO, is_typing).await.unwrap();
        let body = bo.body().await;
        assert_eq!((&body["type"], &body["workspaceId"]), (&json!("TYPING"), &json!(0)));
        assert_eq!((&body["channelId"], &body["userId"]), (&json!(BETWEEN_TWO), &json!(ANNA)));
        assert_eq!((&body["senderName"], &body["isTyping"]), (&json!("Anna"), &json!(is_typing)));
    }
    // Typing ends after a timeout.
    chat::typing(ground.nodes[1].clone(), who(ANNA), OPEN, true).await.unwrap();
    for is_typing in [true, false] {
        assert_eq!(told(&bo.body().await).3, json!(is_typing));
    }
}

#[actix::test]
async fn resync_names_the_channel() {
    let ground = school().await;
    let mut bo = ground.connect(1, BO).await;
    bo.subscribe("c", &place(OPEN)).await;
    bo.subscribe("d", &place(BETWEEN_TWO)).await;
    for (topic, workspace, channel) in [("w:8", SCHOOL, OPEN), ("channel:104", WorkspaceId(0), BETWEEN_TWO)] {
        let topic: Topic = topic.parse().unwrap();
        assert!(ground.nodes[1].needs(topic));
        ground.nodes[1].missed(Scope::Topic(topic), 1_000);
        let told = bo.body().await;
        assert_eq!(
            (&told["type"], &told["workspaceId"], &told["channelId"]),
            (&json!("RESYNC"), &json!(workspace), &json!(channel))
        );
    }
}

/// Cursors continue after the newest in the store, even if that was written by a node whose clock is ahead.
#[actix::test]
async fn cursors_go_on_from_the_newest_in_the_store() {
    let ground = school().await;
    let newest = storage::ids::Ids::first_at(actors::platform::time::now() + 5_000);
    let append = Append {
        message: message(newest),
        workspace_id: SCHOOL,
        inboxes: Vec::new(),
        event_id: EventId(newest),
        notifications: Vec::new(),
        tells: false,
        pushes: None,
    };
    ground.nodes[0].storage.chat.append(&append).await.unwrap();
    assert!(says(&ground.nodes[0], BO, OPEN, "sedan").await > newest);
}

fn message(id: i64) -> Message {
    Message {
        message_id: MessageId(id),
        channel_id: OPEN,
        user_id: ANNA,
        parent_id: None,
        content: "först".to_owned(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: None,
        created: 0,
        updated: 0,
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: Vec::new(),
        version: 1,
    }
}

#[test]
fn events_use_the_topic_of_the_channels_rights() {
    let at = |channel: Channel| LiveChannel::from(&channel).topic(channel.channel_id.0).to_string();
    assert_eq!(at(channel(OPEN, ChannelType::Public)), "w:8");
    let between = Channel { workspace_id: WorkspaceId(0), ..channel(BETWEEN_TWO, ChannelType::Direct) };
    assert_eq!(at(between), "channel:104");
    // Comments of an event: in the organisation's topic, or in that of the person's contacts.
    let comments = Channel { workspace_id: WorkspaceId(0), ..channel(OTHER, ChannelType::Event) };
    assert_eq!(at(comments.clone()), actors::entities::topic(ORGANISATION).to_string());
    let persons = Channel { entity_id: EntityId(0), ..comments };
    assert_eq!(at(persons), "contacts:3");
}
