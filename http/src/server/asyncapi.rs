//! The AsyncAPI 3 document of the WebSocket, generated from the server's own destinations and schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use crate::areas;
use crate::platform::area::More;
use crate::platform::destinations::{By, Place, place};

/// Destinations of areas that have no declaration yet.
const PLACES: &[Place] = &[
    place(
        "channelEvents",
        By::Server,
        "/topic/chat/channel/{id}",
        &["LiveNotification", "AccessDenied"],
        "What happens in one channel, in the order of its cursors. Who subscribes with the header `body:lean` is not told what says \
         nothing: members that are null, empty, as with nearly all (`visible` true, `hasAttachments`, `edited`, `deleted` and \
         `pinned` false, `replyCount` 0, `priority` NORMAL, `messageType` TEXT) or as another (`formattedContent` as `content`, \
         `updated` as `created`, `threadId` as `parentMessageId`), and of a message `preview` and `timestamp`.",
    ),
    place(
        "workspaceNotifications",
        By::Server,
        "/topic/workspace/{id}/notifications",
        &["LiveNotification", "AccessDenied"],
        "What happens in every channel of a workspace that the subscriber may read; `body:lean` as there. Who subscribes with the \
         header `mode:digest` hears of a channel's messages in brief: a message after a quiet second, one that mentions or is of \
         the subscriber, and what is for moderators at once; of all others one `CHANNEL_DIGEST` a second at most; of reactions \
         nothing.",
    ),
    place(
        "workspaceTyping",
        By::Server,
        "/topic/workspace/{id}/typing",
        &["Typing", "AccessDenied"],
        "Who is typing; a sign holds for six seconds.",
    ),
    place(
        "workspacePresence",
        By::Server,
        "/topic/workspace/{id}/presence",
        &["Presence", "PresenceBatch", "StatusChanged", "AccessDenied"],
        "Who comes and goes, over twenty within a second told at once; and what people say of themselves.",
    ),
    place(
        "ownNotifications",
        By::Server,
        "/user/queue/notifications",
        &["PersonalEvent"],
        "The bell and what else concerns one person, on all their connections.",
    ),
    place(
        "ownReplies",
        By::Server,
        "/user/queue/reply",
        &["Reply"],
        "Answers to SEND. Who does not listen here gets a refusal as an ERROR that ends the connection.",
    ),
    place(
        "typing",
        By::Client,
        "/app/typing",
        &["TypingSign"],
        "A sign of typing; repeat it every three seconds while somebody types.",
    ),
    place(
        "attention",
        By::Client,
        "/app/attention",
        &["Attention"],
        "Whether the page is hidden. Who has hidden all their pages for a minute is called by push and mail as if they were away; \
         who never says so is taken to look.",
    ),
    place(
        "channelMessages",
        By::Client,
        "/app/chat/channel/{id}",
        &["NewMessage"],
        "The same as POST /api/v1/chat/channels/{id}/messages.",
    ),
];

/// All destinations.
pub fn places(more: More) -> impl Iterator<Item = &'static Place> {
    PLACES.iter().chain(areas::all(more).flat_map(|area| area.places))
}

/// Bodies without a schema in the OpenAPI document; [`only_here`] defines them.
pub const ONLY_LIVE: [&str; 4] = ["AccessDenied", "Attention", "Reply", "TypingSign"];

/// The document; schemas are those of the OpenAPI document.
pub fn document(api: &OpenApi, more: More) -> Value {
    let api = serde_json::to_value(api).unwrap_or_default();
    let mut schemas = only_here();
    let known = &api["components"]["schemas"];
    let mut wanted: BTreeSet<String> =
        places(more).flat_map(|it| it.bodies).map(|&it| it.to_owned()).collect();
    schemas.values().for_each(|schema| references(schema, &mut wanted));
    while let Some(name) = wanted.pop_first() {
        if schemas.contains_key(&name) {
            continue;
        }
        let schema = known[&name].clone();
        references(&schema, &mut wanted);
        schemas.insert(name, schema);
    }
    let names: BTreeSet<&str> = places(more).flat_map(|it| it.bodies).copied().collect();
    let messages: Map<_, _> = names
        .into_iter()
        .map(|name| {
            let schema = format!("#/components/schemas/{name}");
            (name.to_owned(), json!({"contentType": "application/json", "payload": {"$ref": schema}}))
        })
        .collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Kalender, live",
            "version": api["info"]["version"],
            "tags": [{"name": "live", "description": "What the server tells by itself"}],
            "license": {"name": "All rights reserved"},
            "description": "STOMP 1.2 or 1.1 over one WebSocket, `/ws-notify`, with the sub-protocol `v12.stomp` or `v11.stomp`. \
                CONNECT proves who one is, by the session's cookie or the header `token` (`POST /api/v1/websocket/token`) or \
                `Authorization: Bearer`. A program does so with an access token (`kal_…`): it needs `chat:read`, `calendar:read` or `feed:read` \
                for what it listens to, `notifications:read` for the bell and `chat:write` for what it sends. Heart-beats are offered as 4000,4000. A frame is 64 KiB at most, before CONNECTED all \
                of them 16 KiB; a connection holds 200 subscriptions, a person 20 connections. Who subscribes more than \
                400 times at once waits, for 20 ms each, and with it what the connection sends after that. A frame that breaks the \
                protocol gets an ERROR and the connection ends; a subscription without the right gets one AccessDenied and is \
                over, the connection lives on. After a reconnect: subscribe, ask \
                `GET /api/v1/chat/channels/{id}/events?after={cursor}`, then apply what came meanwhile.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "here": {
                "host": "{host}",
                "pathname": "/ws-notify",
                "protocol": "wss",
                "protocolVersion": "STOMP 1.2",
                "description": "The same host as the web app; `ws` where that is http.",
                "variables": {"host": {"default": "localhost:8080", "description": "Host and port of the installation."}},
                "security": [{"$ref": "#/components/securitySchemes/session"}, {"$ref": "#/components/securitySchemes/bearer"}, {"$ref": "#/components/securitySchemes/token"}],
            },
        },
        "channels": places(more).map(|it| (it.name.to_owned(), channel(it))).collect::<Map<_, _>>(),
        "operations": places(more).map(operation).collect::<Map<_, _>>(),
        "components": {
            "messages": messages,
            "schemas": schemas,
            "securitySchemes": {
                "session": {"type": "httpApiKey", "in": "cookie", "name": "kalender_jwt"},
                "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "kal_…"},
            },
        },
    })
}

fn channel(place: &Place) -> Value {
    let messages: Map<_, _> = place
        .bodies
        .iter()
        .map(|&name| (name.to_owned(), json!({"$ref": format!("#/components/messages/{name}")})))
        .collect();
    let mut channel = json!({"address": place.address, "description": place.about, "messages": messages});
    if place.address.contains("{id}") {
        channel["parameters"] = json!({"id": {"description": "A number below 2^53, without leading zeros."}});
    }
    if place.address.contains("{uuid}") {
        channel["parameters"] =
            json!({"uuid": {"description": "As it is given out: small letters and hyphens."}});
    }
    channel
}

/// From the server's view, as AsyncAPI requires: it sends what clients subscribe to.
fn operation(place: &Place) -> (String, Value) {
    let (verb, action) = match place.by {
        By::Server => ("tell", "send"),
        By::Client => ("take", "receive"),
    };
    let mut name = place.name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let channel = format!("#/channels/{}", place.name);
    let operation = json!({"action": action, "description": place.about, "channel": {"$ref": channel}});
    (format!("{verb}{name}"), operation)
}

fn only_here() -> Map<String, Value> {
    let id = json!({"type": "integer", "format": "int64", "minimum": 0});
    let text = json!({"type": "string"});
    let schemas = json!({
        "AccessDenied": {
            "type": "object",
            "description": "The subscription is refused, or its right was lost; nothing follows on it. Where somebody else took the \
                right, and no block stands between the two, it says who and how.",
            "required": ["type", "code", "message"],
            "properties": {
                "type": {"const": "ACCESS_DENIED"}, "code": text, "message": text, "byUserId": id, "byName": text,
                "reason": {"enum": ["REMOVED", "CLOSED", "EXPELLED", "ROLE"]},
            },
        },
        "Reply": {
            "type": "object",
            "description": "The answer to one SEND.",
            "required": ["type", "destination", "success"],
            "properties": {
                "type": {"const": "REPLY"},
                "destination": text,
                "success": {"type": "boolean"},
                "clientMessageId": {"type": ["string", "null"]},
                "data": {"$ref": "#/components/schemas/Message"},
                "code": text,
                "message": text,
                "retryAfter": {"type": ["integer", "null"], "description": "Whole seconds."},
            },
        },
        "Attention": {
            "type": "object",
            "required": ["hidden"],
            "properties": {"hidden": {"type": "boolean"}},
        },
        "TypingSign": {
            "type": "object",
            "required": ["channelId", "isTyping"],
            "properties": {
                "type": {"const": "TYPING"},
                "channelId": id,
                "isTyping": {"type": "boolean"},
                "timestamp": {"type": "integer", "format": "int64"},
            },
        },
    });
    match schemas {
        Value::Object(schemas) => schemas,
        _ => Map::new(),
    }
}

/// The names of the schemas that a schema refers to.
pub fn references(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            names.extend(name.and_then(|it| it.strip_prefix("#/components/schemas/")).map(str::to_owned));
            fields.values().for_each(|it| references(it, names));
        }
        Value::Array(items) => items.iter().for_each(|it| references(it, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_destination_is_described_as_it_is_written() {
        let rooms = actors::areas::rooms(&[]);
        let described = |by| -> BTreeSet<&str> {
            places(&[]).filter(|place| place.by == by).map(|place| place.address).collect()
        };
        let queues = ["/user/queue/notifications", "/user/queue/reply"];
        assert_eq!(described(By::Server), rooms.places().chain(queues).collect());
        assert_eq!(described(By::Client), rooms.to_send().collect());
        assert!(queues.iter().all(|queue| rooms.destination(queue).is_some()));
    }

    #[test]
    fn every_reference_resolves() {
        let document = document(&crate::server::routes::document(&[]), &[]);
        let mut names = BTreeSet::new();
        references(&document, &mut names);
        assert!(names.len() > 10);
        for name in names {
            assert!(document["components"]["schemas"][&name].is_object(), "{name}");
        }
    }
}
