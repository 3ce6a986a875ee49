//! Texts of the notifications about messages. Contract §3.7.

use storage::accounts::NotificationType;
use storage::chat::comments::SubjectKind;
use storage::chat::counting::Why;
use storage::chat::direct::BETWEEN_PEOPLE;
use storage::chat::{CHANNEL, Channel, MESSAGE, Message, THREAD};
use storage::ids::{ChannelId, EventId, MessageId, NotificationId, UserId, WorkspaceId};
use storage::notifications::Notification;

use super::Facts;
use super::brief::in_brief;
use super::facts::{found, people_of};
use crate::Platform;
use crate::notifications::view::InChat;
use crate::notifications::{Kinds, NotificationText, scope_read};
use crate::platform::error::Result;

pub const MENTION: &str = "MENTION";
pub const REPLY: &str = "REPLY";
/// A message in a channel where the recipient chose to be notified of every message.
pub const EVERY: &str = "MESSAGE";
pub const MESSAGE_REJECTED: &str = "MESSAGE_REJECTED";
/// A message asks for an acknowledgement.
pub const ACK_REQUESTED: &str = "ACK_REQUESTED";
/// A reminder of a message that the recipient asked for.
pub const REMINDER: &str = "REMINDER";
/// A scheduled message could not be sent.
pub const SCHEDULED_REFUSED: &str = "SCHEDULED_REFUSED";

/// The kinds of notifications about messages.
pub const BELLS: Kinds = Kinds {
    types: &[
        (NotificationType::Mention, &[MENTION]),
        (NotificationType::Reply, &[REPLY]),
        (NotificationType::Message, &[EVERY, REMINDER, SCHEDULED_REFUSED]),
        (NotificationType::Announcement, &[ACK_REQUESTED]),
        (NotificationType::Moderation, &[MESSAGE_REJECTED]),
    ],
    always: &[],
    mailed: &[],
    missed: &[MENTION, REPLY, EVERY, ACK_REQUESTED],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// The kind of a notification by its reason.
pub const fn kind(why: Why) -> &'static str {
    match why {
        Why::Mention => MENTION,
        Why::Asked => ACK_REQUESTED,
        Why::Reply => REPLY,
        Why::Message => EVERY,
    }
}

/// A notification about a message, from its author, since the cursor at which it began to concern the recipient. For a
/// new message that is its own id (see `storage::Append`).
pub fn about(
    channel: &Channel,
    message: &Message,
    user_id: UserId,
    kind: &str,
    since: EventId,
) -> Notification {
    let (scope_kind, scope_id) = match message.parent_id {
        // A thread is marked read separately.
        Some(parent) => (THREAD, parent.0),
        None => (CHANNEL, message.channel_id.0),
    };
    Notification {
        user_id,
        notification_id: NotificationId(since.0),
        kind: kind.to_owned(),
        subject_kind: MESSAGE.to_owned(),
        subject_id: message.message_id.0,
        scope_kind: scope_kind.to_owned(),
        scope_id,
        // Reading the channel does not mark a refusal or a requested reminder as read.
        calls: kind != MESSAGE_REJECTED && kind != REMINDER,
        actor_id: Some(message.user_id),
        entity_id: channel.owner(),
        read: false,
        created: since.millis(),
    }
}

/// The scope of a notification: a channel's own messages, or a thread.
pub fn scope(channel_id: ChannelId, thread: Option<MessageId>) -> (&'static str, i64) {
    thread.map_or((CHANNEL, channel_id.0), |parent| (THREAD, parent.0))
}

/// A channel, or a `thread` of it, is read up to a mark: its notifications become read. A rejected message stays news,
/// and a reply is read in its thread.
pub async fn read(
    platform: &Platform,
    user_id: UserId,
    channel_id: ChannelId,
    thread: Option<MessageId>,
    up_to: MessageId,
) -> Result<()> {
    let (kind, id) = scope(channel_id, thread);
    scope_read(platform, user_id, kind, id, NotificationId(up_to.0)).await
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let chat = &platform.storage.chat;
    if entry.kind == SCHEDULED_REFUSED {
        return not_sent(platform, entry).await;
    }
    let message_id = MessageId(entry.subject_id);
    let parent = entry.within(THREAD).map(MessageId);
    let located = chat.locate(message_id).await?;
    let channel_id = match (&located, entry.within(CHANNEL), parent) {
        (Some(located), ..) => Some(located.message.channel_id),
        (None, Some(channel), _) => Some(ChannelId(channel)),
        // A rejected message is forgotten before its notification; its thread is not.
        (None, None, Some(parent)) => chat.locate(parent).await?.map(|found| found.message.channel_id),
        (None, None, None) => None,
    };
    let found = match channel_id {
        Some(id) => found(platform, id, entry.user_id).await?,
        None => None,
    };
    let mut said = NotificationText {
        title: String::new(),
        preview: None,
        path: None,
        tag: channel_id.map_or_else(|| format!("message-{message_id}"), |id| format!("channel-{id}")),
        aloud: false,
        in_chat: InChat {
            workspace_id: found.as_ref().map(|facts| facts.channel.workspace_id),
            channel_id,
            channel_name: None,
            message_id: Some(message_id),
            parent_message_id: parent,
        },
    };
    said.path = path(&said.in_chat, &entry.kind);
    if let Some(Ok(facts)) = found.map(Facts::judge) {
        let (user, workspace, id) = (entry.user_id, facts.channel.workspace_id, facts.channel.channel_id);
        let is_muted = chat.reader(user, workspace, id).await?.is_some_and(|reader| reader.muted);
        let stands = located.as_ref().filter(|located| !located.message.deleted);
        said.aloud = !is_muted && (stands.is_some() || !entry.calls);
        if let Some(located) = located {
            let people = people_of(platform, [&located.message]).await?;
            said.preview = Some(in_brief(&located.message, &people));
        }
        if facts.channel.is_direct() {
            said.title = direct_title(&entry.kind, who, facts.channel.people().len());
            return Ok(said);
        }
        if facts.channel.subject().is_some() {
            said.title = comment_title(&entry.kind, who, &facts.channel.display_name);
            said.in_chat.channel_name = Some(facts.channel.display_name);
            return Ok(said);
        }
        said.in_chat.channel_name = Some(facts.channel.display_name);
    }
    said.title = title(&entry.kind, who, said.in_chat.channel_name.as_deref().unwrap_or("en kanal"));
    Ok(said)
}

/// The text for a message of the person's own that was not sent.
async fn not_sent(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let channel_id = ChannelId(entry.subject_id);
    let found = found(platform, channel_id, entry.user_id).await?;
    let channel = found.and_then(|facts| Facts::judge(facts).ok()).map(|facts| facts.channel);
    let in_chat = InChat {
        workspace_id: channel.as_ref().map(|channel| channel.workspace_id),
        channel_id: Some(channel_id),
        channel_name: channel.map(|channel| channel.display_name),
        message_id: None,
        parent_message_id: None,
    };
    let title = title(SCHEDULED_REFUSED, "", in_chat.channel_name.as_deref().unwrap_or("en kanal"));
    let path = path(&in_chat, SCHEDULED_REFUSED);
    Ok(NotificationText {
        title,
        preview: None,
        path,
        tag: format!("scheduled-{channel_id}"),
        aloud: true,
        in_chat,
    })
}

fn title(kind: &str, who: &str, channel: &str) -> String {
    match kind {
        MENTION => format!("{who} nämnde dig i {channel}"),
        REPLY => format!("{who} svarade i en tråd i {channel}"),
        EVERY => format!("{who} skrev i {channel}"),
        ACK_REQUESTED => format!("{who} vill att du bekräftar ett meddelande i {channel}"),
        REMINDER => format!("Påminnelse om ett meddelande i {channel}"),
        SCHEDULED_REFUSED => format!("Ditt schemalagda meddelande i {channel} kunde inte skickas"),
        _ => format!("Ditt meddelande i {channel} godkändes inte"),
    }
}

/// Titles for comments.
fn comment_title(kind: &str, who: &str, subject: &str) -> String {
    match kind {
        MENTION => format!("{who} nämnde dig i en kommentar till {subject}"),
        REMINDER => format!("Påminnelse om en kommentar till {subject}"),
        SCHEDULED_REFUSED => format!("Din schemalagda kommentar till {subject} kunde inte skickas"),
        _ => format!("{who} kommenterade {subject}"),
    }
}

/// Titles for a conversation of that many people.
fn direct_title(kind: &str, who: &str, people: usize) -> String {
    let whom = if people > 2 { "er" } else { "dig" };
    match kind {
        MENTION => format!("{who} nämnde dig i ett meddelande"),
        REPLY => format!("{who} svarade {whom} i en tråd"),
        _ => format!("{who} skrev till {whom}"),
    }
}

/// The page of a channel or a conversation, or of what comments are about.
pub(crate) fn address(workspace: WorkspaceId, channel: ChannelId) -> String {
    match workspace {
        BETWEEN_PEOPLE => format!("/messages/{channel}"),
        _ => match SubjectKind::of_workspace(workspace) {
            Some(SubjectKind::Event) => format!("/event/{channel}"),
            Some(SubjectKind::Task) => format!("/uppgifter/{channel}"),
            Some(SubjectKind::Lesson) => format!("/klyftig/lektion/{channel}"),
            None => format!("/konversation/{workspace}/{channel}"),
        },
    }
}

/// The link to a message, in its thread if it is a reply; to the channel without a message.
pub(crate) fn path_to(
    workspace: WorkspaceId,
    channel: ChannelId,
    parent: Option<MessageId>,
    message: Option<MessageId>,
) -> String {
    let channel = address(workspace, channel);
    match (parent, message) {
        (Some(parent), _) => format!("{channel}/trad/{parent}"),
        (None, Some(message)) => format!("{channel}?message={message}"),
        (None, None) => channel,
    }
}

/// The link to a notification's message; to the channel if the message is not visible.
fn path(place: &InChat, kind: &str) -> Option<String> {
    let message = place.message_id.filter(|_| kind != MESSAGE_REJECTED);
    Some(path_to(place.workspace_id?, place.channel_id?, place.parent_message_id, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(parent: Option<i64>) -> InChat {
        InChat {
            workspace_id: Some(WorkspaceId(30)),
            channel_id: Some(ChannelId(4)),
            channel_name: None,
            message_id: Some(MessageId(5)),
            parent_message_id: parent.map(MessageId),
        }
    }

    #[test]
    fn an_entry_leads_to_what_it_is_about() {
        let comment =
            |kind: SubjectKind| InChat { workspace_id: Some(kind.workspace_id()), ..place(Some(4)) };
        let cases = [
            (place(None), MENTION, Some("/konversation/30/4?message=5")),
            (place(Some(9)), REPLY, Some("/konversation/30/4/trad/9")),
            (place(None), MESSAGE_REJECTED, Some("/konversation/30/4")),
            (
                InChat { workspace_id: Some(BETWEEN_PEOPLE), ..place(None) },
                EVERY,
                Some("/messages/4?message=5"),
            ),
            (
                InChat { workspace_id: Some(BETWEEN_PEOPLE), ..place(Some(9)) },
                REPLY,
                Some("/messages/4/trad/9"),
            ),
            (comment(SubjectKind::Event), REPLY, Some("/event/4/trad/4")),
            (comment(SubjectKind::Task), REPLY, Some("/uppgifter/4/trad/4")),
            (comment(SubjectKind::Lesson), REPLY, Some("/klyftig/lektion/4/trad/4")),
            (InChat { workspace_id: None, ..place(None) }, MENTION, None),
        ];
        for (place, kind, leads) in cases {
            assert_eq!(path(&place, kind).as_deref(), leads, "{kind}");
        }
    }

    #[test]
    fn title_names_sender_and_channel() {
        assert_eq!(title(MENTION, "Anna Ek", "Styrelsen"), "Anna Ek nämnde dig i Styrelsen");
        assert_eq!(direct_title(EVERY, "Anna Ek", 2), "Anna Ek skrev till dig");
        assert_eq!(direct_title(EVERY, "Anna Ek", 3), "Anna Ek skrev till er");
        assert_eq!(direct_title(MENTION, "Anna Ek", 3), "Anna Ek nämnde dig i ett meddelande");
        assert_eq!(direct_title(REPLY, "Anna Ek", 2), "Anna Ek svarade dig i en tråd");
        assert_eq!(title(REPLY, "Anna Ek", "Styrelsen"), "Anna Ek svarade i en tråd i Styrelsen");
        assert_eq!(title(EVERY, "Anna Ek", "Styrelsen"), "Anna Ek skrev i Styrelsen");
        let asked = title(ACK_REQUESTED, "Anna Ek", "Styrelsen");
        assert_eq!(asked, "Anna Ek vill att du bekräftar ett meddelande i Styrelsen");
        assert_eq!(comment_title(REPLY, "Anna Ek", "Föräldramöte"), "Anna Ek kommenterade Föräldramöte");
        let named = comment_title(MENTION, "Anna Ek", "Föräldramöte");
        assert_eq!(named, "Anna Ek nämnde dig i en kommentar till Föräldramöte");
        let rejected = title(MESSAGE_REJECTED, "Anna Ek", "Styrelsen");
        assert_eq!(rejected, "Ditt meddelande i Styrelsen godkändes inte");
    }
}
