//! What a push message says, in the words of the bell.

use serde::Serialize;

use crate::notifications::view::NotificationView;

/// What the browser's worker shows; the shape that `service-worker.js` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shown {
    pub title: String,
    pub body: String,
    /// Where a click leads, on this site.
    pub path: String,
    /// A later one with the same tag takes its place: many of a channel are one.
    pub tag: String,
}

/// `slug`: of the organisation it is about.
pub fn shown(one: &NotificationView, slug: Option<&str>) -> Shown {
    let who = one.actor_name.as_deref().unwrap_or("Någon");
    let channel = one.channel_name.as_deref().unwrap_or("en kanal");
    let title = match one.kind.as_str() {
        "MENTION" => format!("{who} nämnde dig i {channel}"),
        "REPLY" => format!("{who} svarade i en tråd i {channel}"),
        "MESSAGE" => format!("{who} skrev i {channel}"),
        "MESSAGE_REJECTED" => format!("Ditt meddelande i {channel} godkändes inte"),
        "APPLICATION_RECEIVED" => format!("{who} ansöker om medlemskap"),
        "APPLICATION_APPROVED" => "Din ansökan om medlemskap är godkänd".to_owned(),
        "APPLICATION_DENIED" => "Din ansökan om medlemskap avslogs".to_owned(),
        "INVITATION_RECEIVED" => format!("{who} bjuder in dig till en organisation"),
        "INVITATION_ACCEPTED" => format!("{who} har tackat ja till din inbjudan"),
        "OWNERSHIP_OFFERED" => format!("{who} vill lämna över en organisation till dig"),
        _ => "Du har en ny notis".to_owned(),
    };
    let tag = match (one.channel_id, one.entity_id) {
        (Some(channel), _) => format!("channel-{channel}"),
        (None, Some(entity)) => format!("organisation-{entity}"),
        (None, None) => format!("notification-{}", one.id),
    };
    Shown { title, body: one.preview.clone().unwrap_or_default(), path: path(one, slug), tag }
}

/// As the bell's own entries lead.
fn path(one: &NotificationView, slug: Option<&str>) -> String {
    // Answered where the bell is.
    if matches!(one.kind.as_str(), "INVITATION_RECEIVED" | "OWNERSHIP_OFFERED") {
        return "/notifications".to_owned();
    }
    let (Some(workspace), Some(channel)) = (one.workspace_id, one.channel_id) else {
        return slug.map_or_else(|| "/notifications".to_owned(), |slug| format!("/{slug}"));
    };
    let channel = format!("/konversation/{workspace}/{channel}");
    match (one.parent_message_id, one.message_id) {
        (Some(parent), _) => format!("{channel}/trad/{parent}"),
        (None, Some(message)) if one.kind != "MESSAGE_REJECTED" => format!("{channel}?message={message}"),
        _ => channel,
    }
}

#[cfg(test)]
mod tests {
    use storage::ids::{ChannelId, EntityId, MessageId, NotificationId, WorkspaceId};

    use super::*;
    use crate::time::Moment;

    fn entry(kind: &str) -> NotificationView {
        NotificationView {
            id: NotificationId(1),
            kind: kind.to_owned(),
            created: Moment(0),
            read: false,
            actor_id: None,
            actor_name: Some("Anna Ek".to_owned()),
            actor_avatar: None,
            entity_id: Some(EntityId(2)),
            workspace_id: Some(WorkspaceId(3)),
            channel_id: Some(ChannelId(4)),
            channel_name: Some("Styrelsen".to_owned()),
            message_id: Some(MessageId(5)),
            parent_message_id: None,
            preview: Some("Kommer du?".to_owned()),
        }
    }

    #[test]
    fn it_says_what_the_bell_says_and_leads_where_that_leads() {
        let mention = shown(&entry("MENTION"), None);
        assert_eq!(
            (mention.title.as_str(), mention.body.as_str()),
            ("Anna Ek nämnde dig i Styrelsen", "Kommer du?")
        );
        assert_eq!(
            (mention.path.as_str(), mention.tag.as_str()),
            ("/konversation/3/4?message=5", "channel-4")
        );
        let reply =
            shown(&NotificationView { parent_message_id: Some(MessageId(9)), ..entry("REPLY") }, None);
        assert_eq!((reply.path.as_str(), reply.tag.as_str()), ("/konversation/3/4/trad/9", "channel-4"));
        assert_eq!(shown(&entry("MESSAGE_REJECTED"), None).path, "/konversation/3/4");
        let application = NotificationView {
            workspace_id: None,
            channel_id: None,
            preview: None,
            ..entry("APPLICATION_RECEIVED")
        };
        let told = shown(&application, Some("skolan"));
        assert_eq!(
            (told.path.as_str(), told.tag.as_str(), told.body.as_str()),
            ("/skolan", "organisation-2", "")
        );
        assert_eq!(shown(&application, None).path, "/notifications");
        for kind in ["INVITATION_RECEIVED", "OWNERSHIP_OFFERED"] {
            let invitation = NotificationView { kind: kind.to_owned(), ..application.clone() };
            let told = shown(&invitation, Some("skolan"));
            assert!(told.title.starts_with("Anna Ek "), "{}", told.title);
            assert_eq!(told.path, "/notifications", "{kind} is answered there");
        }
    }
}
