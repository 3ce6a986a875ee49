use serde_json::{Value, json};

use super::*;

fn said(event: &LiveNotification) -> Value {
    serde_json::to_value(event).unwrap()
}

/// The fields of the specification in an event that is not about a message.
fn specified(kind: &str, at: i64, more: Value) -> Value {
    let mut wanted = json!({
        "type": kind, "workspaceId": 1, "channelId": 2, "messageId": null, "senderId": null, "senderName": null,
        "senderSlug": null, "senderAvatar": null, "preview": null, "content": null, "created": null,
        "timestamp": at, "threadId": null, "parentMessageId": null, "mentions": [], "hasAttachments": false,
        "attachments": [], "visible": true, "cursor": null,
    });
    let Value::Object(more) = more else { unreachable!() };
    wanted.as_object_mut().unwrap().extend(more);
    wanted
}

#[test]
fn events_without_message_have_the_specified_fields() {
    let (workspace_id, channel_id, user_id) = (WorkspaceId(1), ChannelId(2), UserId(3));
    let (unsaid, timestamp, sender_name) = (Unsaid::default, 5, Null);
    let read = LiveNotification::ChannelRead(ReadEvent {
        workspace_id,
        channel_id,
        last_read_message_id: MessageId(6),
        cursor: EventId(6),
        sender_name,
        timestamp,
        unsaid: unsaid(),
    });
    assert_eq!(said(&read), specified("CHANNEL_READ", 5, json!({"lastReadMessageId": 6, "cursor": 6})));
    assert_eq!((read.cursor(), read.at()), (Some(6), 5));
    let cursor = EventId(6);
    let member = |role| {
        LiveNotification::MemberChanged(MemberEvent {
            workspace_id,
            channel_id,
            user_id,
            role,
            cursor,
            sender_name,
            timestamp,
            unsaid: unsaid(),
        })
    };
    let gone = json!({"userId": 3, "cursor": 6});
    assert_eq!(said(&member(None)), specified("MEMBER_CHANGED", 5, gone));
    let made = json!({"userId": 3, "cursor": 6, "role": "MODERATOR"});
    assert_eq!(said(&member(Some(ChannelRole::Moderator))), specified("MEMBER_CHANGED", 5, made));
    let typing = LiveNotification::Typing(TypingEvent {
        workspace_id,
        channel_id,
        user_id,
        sender_name: "Anna".to_owned(),
        is_typing: false,
        cursor: Null,
        timestamp,
        unsaid: unsaid(),
    });
    let signed = json!({"userId": 3, "senderName": "Anna", "isTyping": false});
    assert_eq!(said(&typing), specified("TYPING", 5, signed));
    assert_eq!((typing.cursor(), typing.at()), (None, 5));
    let renamed = LiveNotification::WorkspaceUpdated(WorkspaceEvent {
        workspace_id,
        channel_id: Null,
        workspace_name: "Skolan".to_owned(),
        cursor: Null,
        sender_name,
        timestamp,
        unsaid: unsaid(),
    });
    let named = json!({"channelId": null, "workspaceName": "Skolan"});
    assert_eq!(said(&renamed), specified("WORKSPACE_UPDATED", 5, named));
    let resync = ResyncEvent::new(workspace_id, None, 1_790_000_000_000, 5);
    let from = json!({"channelId": null, "cursor": resync.cursor.0});
    assert_eq!(said(&LiveNotification::Resync(resync)), specified("RESYNC", 5, from));
}
