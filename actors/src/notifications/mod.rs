//! The bell: stored notifications, told live and read by page. Contract §3.6, §4.
//!
//! A notification stores whom and what it is about, never the text: a deleted message leaves nothing behind here.

mod calls;
pub mod view;

use std::collections::HashMap;

pub use calls::{audience_of, changed, readers, sent};
use storage::chat::counting::Why;
use storage::chat::{Channel, Message};
use storage::ids::{ChannelId, EntityId, EventId, MessageId, NotificationId, UserId};
use storage::notifications::Notification;

use crate::Platform;
use crate::accounts::Who;
use crate::chat::rules::TOMBSTONE;
use crate::chat::view::{formatted, preview};
use crate::error::Result;
use crate::event::PersonalEvent;
use crate::people::avatar;
use crate::time::Moment;
use crate::time::now;
use view::NotificationView;

/// The bell counts to this at most (it shows 99+).
pub const COUNT_CAP: usize = 100;

/// Why somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Mention,
    Reply,
    Message,
    MessageRejected,
    ApplicationReceived,
    ApplicationApproved,
    ApplicationDenied,
    InvitationReceived,
    InvitationAccepted,
    OwnershipOffered,
}

impl Kind {
    /// The string on the wire and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mention => "MENTION",
            Self::Reply => "REPLY",
            Self::Message => "MESSAGE",
            Self::MessageRejected => "MESSAGE_REJECTED",
            Self::ApplicationReceived => "APPLICATION_RECEIVED",
            Self::ApplicationApproved => "APPLICATION_APPROVED",
            Self::ApplicationDenied => "APPLICATION_DENIED",
            Self::InvitationReceived => "INVITATION_RECEIVED",
            Self::InvitationAccepted => "INVITATION_ACCEPTED",
            Self::OwnershipOffered => "OWNERSHIP_OFFERED",
        }
    }
}

/// What a person's bell holds of a message, from its author, since the cursor at which it began to call them. Sent and
/// published at once that is the message's own id (see `storage::Append`).
pub fn about(
    channel: &Channel,
    message: &Message,
    user_id: UserId,
    kind: Kind,
    since: EventId,
) -> Notification {
    Notification {
        user_id,
        notification_id: NotificationId(since.0),
        kind: kind.as_str().to_owned(),
        actor_id: Some(message.user_id),
        entity_id: Some(channel.entity_id),
        workspace_id: Some(channel.workspace_id),
        channel_id: Some(message.channel_id),
        message_id: Some(message.message_id),
        parent_id: message.parent_id,
        read: false,
        created: since.millis(),
    }
}

impl From<Why> for Kind {
    fn from(why: Why) -> Self {
        match why {
            Why::Mention => Self::Mention,
            Why::Reply => Self::Reply,
            Why::Message => Self::Message,
        }
    }
}

/// Tells people of rows that are stored: live, and by push where they have nothing open. In the background: the answer to
/// the sender does not wait for it.
pub fn announce(platform: &Platform, rows: &[Notification]) {
    if rows.is_empty() {
        return;
    }
    for row in rows {
        crate::push::offer(platform, row);
    }
    let (platform, rows) = (platform.clone(), rows.to_vec());
    actix_rt::spawn(async move {
        for row in rows {
            let user_id = row.user_id;
            match views(&platform, std::slice::from_ref(&row)).await {
                Ok(mut list) => {
                    if let Some(notification) = list.pop() {
                        let event = PersonalEvent::Notification { notification: Box::new(notification) };
                        platform.announce(event.to(user_id));
                    }
                }
                Err(refusal) => tracing::warn!(%refusal, "a notification was stored but not told live"),
            }
        }
    });
}

/// Tells one person and stores it.
pub async fn tell(platform: &Platform, row: Notification) -> Result<()> {
    platform.storage.notifications.add(std::slice::from_ref(&row)).await?;
    announce(platform, &[row]);
    Ok(())
}

/// Tells one person of what became of them and an organisation.
pub async fn tell_of_entity(
    platform: &Platform,
    to: UserId,
    kind: Kind,
    id: EntityId,
    actor: UserId,
) -> Result<()> {
    let at = now();
    let row = Notification {
        user_id: to,
        notification_id: NotificationId(platform.ids.along(at)),
        kind: kind.as_str().to_owned(),
        actor_id: Some(actor),
        entity_id: Some(id),
        workspace_id: None,
        channel_id: None,
        message_id: None,
        parent_id: None,
        read: false,
        created: at,
    };
    tell(platform, row).await
}

/// My notifications, newest first; whether there are more.
pub async fn list(
    platform: &Platform,
    who: &Who,
    before: Option<NotificationId>,
    limit: usize,
) -> Result<(Vec<NotificationView>, bool)> {
    let mut rows = platform.storage.notifications.list(who.user_id, before, limit + 1).await?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((views(platform, &rows).await?, more))
}

/// How many are unread, up to [`COUNT_CAP`].
pub async fn unread(platform: &Platform, user_id: UserId) -> Result<usize> {
    Ok(platform.storage.notifications.unread(user_id, COUNT_CAP).await?)
}

/// Marks some (or, with `None`, all) as read; answers how many are left.
pub async fn mark_read(platform: &Platform, who: &Who, ids: Option<&[NotificationId]>) -> Result<usize> {
    match ids {
        Some(ids) => platform.storage.notifications.mark_read(who.user_id, ids).await?,
        None => platform.storage.notifications.mark_all_read(who.user_id).await?,
    }
    let notifications = unread(platform, who.user_id).await?;
    let event = PersonalEvent::Unread { notifications };
    platform.announce(event.to(who.user_id));
    Ok(notifications)
}

/// A channel, or a `thread` of it, is read up to a mark: the bell no longer rings for what calls me there. A
/// refusal (a rejected message) is news wherever one stands, and a reply is read in its thread.
pub async fn channel_read(
    platform: &Platform,
    user_id: UserId,
    channel_id: ChannelId,
    thread: Option<MessageId>,
    up_to: MessageId,
) -> Result<()> {
    let bells = &platform.storage.notifications;
    if bells.mark_channel_read(user_id, channel_id, thread, up_to).await? {
        tell_unread(platform, user_id).await?;
    }
    Ok(())
}

/// How many are unread, to all devices of a person.
async fn tell_unread(platform: &Platform, user_id: UserId) -> Result<()> {
    let event = PersonalEvent::Unread { notifications: unread(platform, user_id).await? };
    platform.announce(event.to(user_id));
    Ok(())
}

/// Notifications with the names and texts of now. What the person may no longer read has no preview.
pub(crate) async fn views(platform: &Platform, rows: &[Notification]) -> Result<Vec<NotificationView>> {
    let actors = platform.people.all(rows.iter().filter_map(|row| row.actor_id)).await?;
    let mut previews: HashMap<(UserId, MessageId), (String, String)> = HashMap::new();
    for row in rows {
        let Some(id) = row.message_id else { continue };
        if previews.contains_key(&(row.user_id, id)) {
            continue;
        }
        let Some(located) = platform.storage.chat.locate(id).await? else { continue };
        let facts = platform.storage.chat.facts(located.message.channel_id, row.user_id).await?;
        if let Some(Ok(facts)) = facts.map(crate::chat::Facts::judge) {
            let text = if located.message.deleted { TOMBSTONE } else { formatted(&located.message) };
            previews.insert((row.user_id, id), (facts.channel.display_name, preview(text)));
        }
    }
    let list = rows.iter().map(|row| {
        let actor = row.actor_id.and_then(|id| actors.get(&id));
        let about = row.message_id.and_then(|id| previews.get(&(row.user_id, id)));
        NotificationView {
            id: row.notification_id,
            kind: row.kind.clone(),
            created: Moment(row.created),
            read: row.read,
            actor_id: row.actor_id,
            actor_name: actor.map(|u| u.display_name.clone()),
            actor_avatar: actor.and_then(|u| avatar(u)),
            entity_id: row.entity_id,
            workspace_id: row.workspace_id,
            channel_id: row.channel_id,
            channel_name: about.map(|(name, _)| name.clone()),
            message_id: row.message_id,
            parent_message_id: row.parent_id,
            preview: about.map(|(_, text)| text.clone()),
        }
    });
    Ok(list.collect())
}
