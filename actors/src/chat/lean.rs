//! The lean form of chat's live events, which the web app subscribes to.
//!
//! By default events have all of the specification's fields, even if they are null, repeat another field or have the
//! usual value. Subscribers with the header `body:lean` do not receive those; a missing field has the value in
//! [`SILENT`], or null, or an empty list, or that of the field it repeats.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// Fields that are omitted with this value.
const SILENT: [(&str, &str); 8] = [
    ("visible", "true"),
    ("hasAttachments", "false"),
    ("edited", "false"),
    ("deleted", "false"),
    ("pinned", "false"),
    ("replyCount", "0"),
    ("priority", "\"NORMAL\""),
    ("messageType", "\"TEXT\""),
];
/// Fields that are omitted when they equal another.
const REPEATS: [(&str, &str); 3] =
    [("formattedContent", "content"), ("updated", "created"), ("threadId", "parentMessageId")];
/// Fields that can be derived from the message's others: its preview, and the time of the event.
const DERIVED: [&str; 2] = ["preview", "timestamp"];

/// Omits fields without information from an event. None: it is not a JSON object.
pub fn lean(full: &str) -> Option<String> {
    let all: BTreeMap<&str, &RawValue> = serde_json::from_str(full).ok()?;
    let said = |name: &str| all.get(name).map(|value| value.get());
    let is_about_a_message = said("messageId").is_some_and(|id| id != "null");
    let says = |name: &str, value: &str| {
        let is_silent = value == "null" || value == "[]" || SILENT.contains(&(name, value));
        let repeats = REPEATS.iter().any(|(one, other)| *one == name && said(other) == Some(value));
        !(is_silent || repeats || is_about_a_message && DERIVED.contains(&name))
    };
    let lean: BTreeMap<&str, &RawValue> = all
        .iter()
        .filter(|(name, value)| says(name, value.get()))
        .map(|(name, value)| (*name, *value))
        .collect();
    serde_json::to_string(&lean).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn made(full: &Value) -> Value {
        serde_json::from_str(&lean(&full.to_string()).unwrap()).unwrap()
    }

    #[test]
    fn lean_message_omits_defaults() {
        let full = json!({
            "type": "MESSAGE_CREATE", "workspaceId": 1, "channelId": 2, "messageId": 3, "senderId": 4, "senderName": "Anna",
            "senderSlug": "anna", "senderAvatar": null, "preview": "Hej", "content": "Hej", "created": "2026-05-14T16:00:00Z",
            "timestamp": 5, "threadId": null, "parentMessageId": null, "mentions": [], "hasAttachments": false,
            "attachments": [], "visible": true, "cursor": 6, "formattedContent": "Hej", "updated": "2026-05-14T16:00:00Z",
            "version": 1, "priority": "NORMAL", "messageType": "TEXT", "clientMessageId": "a",
        });
        let wanted = json!({
            "type": "MESSAGE_CREATE", "workspaceId": 1, "channelId": 2, "messageId": 3, "senderId": 4, "senderName": "Anna",
            "senderSlug": "anna", "content": "Hej", "created": "2026-05-14T16:00:00Z", "cursor": 6, "version": 1,
            "clientMessageId": "a",
        });
        assert_eq!(made(&full), wanted);
    }

    #[test]
    fn values_other_than_defaults_are_kept() {
        let full = json!({
            "type": "MESSAGE_UPDATE", "messageId": 3, "content": "Hej *du*", "formattedContent": "Hej <du>",
            "created": "2026-05-14T16:00:00Z", "updated": "2026-05-14T16:01:00Z", "threadId": 2, "parentMessageId": 1,
            "mentions": [4], "hasAttachments": true, "visible": false, "edited": true, "deleted": true, "pinned": true,
            "replyCount": 2, "priority": "IMPORTANT", "messageType": "POLL", "added": false, "count": 0,
            "reactions": [{ "emoji": "👍", "count": 0 }],
        });
        assert_eq!(made(&full), full);
    }

    #[test]
    fn event_without_message_keeps_its_timestamp() {
        let full =
            json!({ "type": "TYPING", "messageId": null, "timestamp": 5, "isTyping": false, "userId": 4 });
        assert_eq!(made(&full), json!({ "type": "TYPING", "timestamp": 5, "isTyping": false, "userId": 4 }));
        assert_eq!(lean("[1]"), None);
    }
}
