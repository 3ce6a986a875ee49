//! Test fixtures.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use storage::accounts::WhoMayMessage;
use storage::{
    Append, Channel, ChannelId, ChannelType, Entity, EntityId, EntityType, EventId, Ids, MembershipMode,
    Message, MessageId, Notification, NotificationId, Storage, User, UserId, UserStatus, Workspace,
    WorkspaceId,
};

pub static IDS: LazyLock<Ids> = LazyLock::new(|| Ids::new(7));

pub const ENTITY: EntityId = EntityId(900);
pub const WORKSPACE: WorkspaceId = WorkspaceId(800);
pub const ANNA: UserId = UserId(1);
pub const BO: UserId = UserId(2);
pub const CIA: UserId = UserId(3);

pub fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

pub fn event_id() -> EventId {
    EventId(IDS.next(now()))
}

pub fn user(id: UserId, name: &str, email: Option<&str>) -> User {
    User {
        user_id: id,
        email: email.map(str::to_owned),
        user_name: name.to_owned(),
        first_name: "Åsa".to_owned(),
        last_name: "Öberg".to_owned(),
        display_name: "Åsa Öberg".to_owned(),
        password_hash: None,
        status: UserStatus::Pending,
        image: None,
        municipality: -1,
        created: now(),
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
        mail_missed: true,
        discoverable: true,
        approve_followers: false,
        own_status: None,
        quiet: None,
        notify: None,
        phone: None,
    }
}

pub fn entity(id: EntityId, slug: &str, owner: UserId) -> Entity {
    Entity {
        entity_id: id,
        entity_name: "Skolan".to_owned(),
        entity_slug: slug.to_owned(),
        entity_type: EntityType::HighSchool,
        membership_mode: MembershipMode::Moderated,
        image: None,
        owner,
        created: now(),
    }
}

pub fn workspace() -> Workspace {
    Workspace {
        workspace_id: WORKSPACE,
        entity_id: ENTITY,
        workspace_name: "Skolan".to_owned(),
        created: now(),
    }
}

pub fn channel(id: i64, name: &str) -> Channel {
    Channel {
        channel_id: ChannelId(id),
        workspace_id: WORKSPACE,
        entity_id: ENTITY,
        name: name.to_owned(),
        display_name: name.to_owned(),
        description: String::new(),
        topic: String::new(),
        channel_type: ChannelType::Public,
        archived: false,
        general: false,
        read_only: false,
        allow_followers: true,
        visible_to_guests: false,
        require_moderation: false,
        auto_approve_members: true,
        relation_types: Vec::new(),
        created_by: ANNA,
        created: now(),
    }
}

/// A workspace with the channel `allmänt`.
pub async fn room(storage: &Storage) -> ChannelId {
    let general = Channel { general: true, ..channel(100, "allmänt") };
    storage.chat.create_workspace(&workspace(), &general).await.unwrap();
    general.channel_id
}

/// A workspace with two channels.
pub async fn two_rooms(storage: &Storage) -> (ChannelId, ChannelId) {
    let first = room(storage).await;
    assert!(storage.chat.create_channel(&channel(101, "personal"), None).await.unwrap());
    (first, ChannelId(101))
}

pub fn message_at(channel_id: ChannelId, user_id: UserId, content: &str, ms: i64) -> Message {
    Message {
        message_id: MessageId(IDS.at(ms, 1)),
        channel_id,
        user_id,
        parent_id: None,
        content: content.to_owned(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: None,
        created: ms,
        updated: ms,
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

pub fn message(channel_id: ChannelId, user_id: UserId, content: &str) -> Message {
    let now = now();
    Message { message_id: MessageId(IDS.next(now)), ..message_at(channel_id, user_id, content, now) }
}

pub fn append_of(message: Message) -> Append {
    let event_id = EventId(message.message_id.0);
    let notifications = Vec::new();
    Append {
        message,
        workspace_id: WORKSPACE,
        inboxes: Vec::new(),
        event_id,
        notifications,
        tells: false,
        pushes: None,
    }
}

/// Sends a message and answers it.
pub async fn send(storage: &Storage, message: Message) -> Message {
    let appended = storage.chat.append(&append_of(message.clone())).await.unwrap();
    assert_eq!(appended, storage::Appended::New);
    message
}

/// A notification that calls to a message.
pub fn calling(user_id: UserId, message: &Message) -> Notification {
    Notification {
        notification_id: NotificationId(message.message_id.0),
        subject_id: message.message_id.0,
        scope_id: message.channel_id.0,
        calls: true,
        created: message.created,
        ..notification(user_id)
    }
}

pub fn notification(user_id: UserId) -> Notification {
    Notification {
        user_id,
        notification_id: NotificationId(IDS.next(now())),
        kind: "MENTION".to_owned(),
        actor_id: Some(ANNA),
        entity_id: None,
        subject_kind: storage::chat::MESSAGE.to_owned(),
        subject_id: 0,
        scope_kind: storage::chat::CHANNEL.to_owned(),
        scope_id: 0,
        calls: false,
        read: false,
        created: now(),
    }
}
