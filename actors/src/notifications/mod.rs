//! The bell: stored notifications, told live and read by page. Contract §3.6, §4.
//!
//! A notification stores whom and what it is about, never the text: a deleted message leaves nothing behind here.

pub mod view;

use std::collections::{HashMap, HashSet};

use storage::chat::{Channel, Message, NotifyLevel};
use storage::ids::{ChannelId, EntityId, MessageId, NotificationId, UserId};
use storage::notifications::Notification;

use crate::Platform;
use crate::accounts::Who;
use crate::bus::Announcement;
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
/// Participants of a thread who are told of a reply, at most.
const THREAD_TOLD: usize = 200;
/// People told by `@channel`, at most, and how many rows go into one write.
const EVERYBODY_TOLD: usize = 10_000;
const CHUNK: usize = 200;

/// Why somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Mention,
    Reply,
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

/// Who is told of a message by the bell: whom it mentions, then who takes part in its thread and may still read it.
pub async fn audience_of(
    platform: &Platform,
    channel: &Channel,
    author: UserId,
    mentions: &[UserId],
    parent: Option<Message>,
) -> Result<Vec<(UserId, Kind)>> {
    let mut told: Vec<(UserId, Kind)> =
        mentions.iter().filter(|id| **id != author).map(|id| (*id, Kind::Mention)).collect();
    if let Some(parent) = parent {
        let mut part: Vec<UserId> = vec![parent.user_id];
        if parent.threaded {
            let (replies, _) = platform.storage.chat.thread(parent.message_id, None, THREAD_TOLD).await?;
            part.extend(replies.iter().map(|reply| reply.user_id));
        }
        let mut seen: HashSet<UserId> = told.iter().map(|(id, _)| *id).collect();
        seen.insert(author);
        for user_id in part {
            if seen.insert(user_id) {
                let facts = platform.storage.chat.facts(channel.channel_id, user_id).await?;
                if facts.is_some_and(|f| crate::chat::Facts::judge(f).is_ok()) {
                    told.push((user_id, Kind::Reply));
                }
            }
        }
    }
    let mut wanted = Vec::with_capacity(told.len());
    for (user_id, kind) in told {
        let reader = platform.storage.chat.reader(user_id, channel.workspace_id, channel.channel_id).await?;
        let (level, muted) = reader.map_or((NotifyLevel::Default, false), |r| (r.notify_level, r.muted));
        if rings(level, muted, kind) {
            wanted.push((user_id, kind));
        }
    }
    Ok(wanted)
}

/// What a person's bell holds of a message, from its author, with the message's own id and time (see `storage::Append`).
pub fn about(channel: &Channel, message: &Message, user_id: UserId, kind: Kind) -> Notification {
    Notification {
        user_id,
        notification_id: NotificationId(message.message_id.0),
        kind: kind.as_str().to_owned(),
        actor_id: Some(message.user_id),
        entity_id: Some(channel.entity_id),
        workspace_id: Some(channel.workspace_id),
        channel_id: Some(message.channel_id),
        message_id: Some(message.message_id),
        parent_id: message.parent_id,
        read: false,
        created: message.created,
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
                        platform.announce(Announcement::Personal { user_id, event });
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

/// `@channel` of a moderator: everybody in the channel, in portions, in the background. The count of mentions does not
/// depend on it.
pub fn call_everybody(platform: &Platform, channel: &Channel, message: &Message) {
    let (platform, channel, message) = (platform.clone(), channel.clone(), message.clone());
    actix_rt::spawn(async move {
        if let Err(refusal) = everybody(&platform, &channel, &message).await {
            tracing::warn!(%refusal, "not everybody was told of a message to all");
        }
    });
}

async fn everybody(platform: &Platform, channel: &Channel, message: &Message) -> Result<()> {
    let people = crate::chat::everybody(platform, channel).await?;
    let mut rows = Vec::new();
    for (user_id, ..) in people.into_iter().take(EVERYBODY_TOLD) {
        if user_id == message.user_id || message.mentions.contains(&user_id) {
            continue;
        }
        let reader = platform.storage.chat.reader(user_id, channel.workspace_id, channel.channel_id).await?;
        if reader.is_some_and(|r| !rings(r.notify_level, r.muted, Kind::Mention)) {
            continue;
        }
        // The message's own id: who is told of it as one who takes part in the thread has one entry, not two.
        rows.push(about(channel, message, user_id, Kind::Mention));
    }
    for chunk in rows.chunks(CHUNK) {
        platform.storage.notifications.add(chunk).await?;
        announce(platform, chunk);
    }
    Ok(())
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
    platform.announce(Announcement::Personal { user_id: who.user_id, event });
    Ok(notifications)
}

/// A channel is read up to a message: the bell no longer rings for what calls me there. A refusal (a rejected message)
/// is news wherever one stands, and a reply is read in its thread.
pub async fn channel_read(
    platform: &Platform,
    user_id: UserId,
    channel_id: ChannelId,
    up_to: MessageId,
) -> Result<()> {
    let kinds = [Kind::Mention.as_str(), Kind::Reply.as_str()];
    let bells = &platform.storage.notifications;
    if bells.mark_channel_read(user_id, channel_id, up_to, None, &kinds).await? {
        let event = PersonalEvent::Unread { notifications: unread(platform, user_id).await? };
        platform.announce(Announcement::Personal { user_id, event });
    }
    Ok(())
}

/// A thread is read up to a reply.
pub async fn thread_read(
    platform: &Platform,
    user_id: UserId,
    channel_id: ChannelId,
    parent_id: MessageId,
    up_to: MessageId,
) -> Result<()> {
    let kinds = [Kind::Mention.as_str(), Kind::Reply.as_str()];
    let bells = &platform.storage.notifications;
    if bells.mark_channel_read(user_id, channel_id, up_to, Some(parent_id), &kinds).await? {
        let event = PersonalEvent::Unread { notifications: unread(platform, user_id).await? };
        platform.announce(Announcement::Personal { user_id, event });
    }
    Ok(())
}

/// A message was given a new text, or deleted: whom it calls now and did not is rung for, whom it called and no longer does is
/// not. In the background, as what is told of a new message.
pub fn mentions_changed(platform: &Platform, channel: &Channel, old: &Message, new: &Message) {
    let (platform, channel, old, new) = (platform.clone(), channel.clone(), old.clone(), new.clone());
    actix_rt::spawn(async move {
        if let Err(refusal) = follow_mentions(&platform, &channel, &old, &new).await {
            tracing::warn!(%refusal, "bells do not say yet what a changed message does");
        }
    });
}

async fn follow_mentions(platform: &Platform, channel: &Channel, old: &Message, new: &Message) -> Result<()> {
    let mut gone: Vec<UserId> =
        old.mentions.iter().copied().filter(|id| !new.mentions.contains(id)).collect();
    if new.deleted {
        // Whoever takes part in the thread was told of a reply.
        if let Some(parent) = old.parent_id {
            gone.push(old.user_id);
            if let Some(located) = platform.storage.chat.locate(parent).await? {
                gone.push(located.message.user_id);
            }
            let (replies, _) = platform.storage.chat.thread(parent, None, THREAD_TOLD).await?;
            gone.extend(replies.iter().map(|reply| reply.user_id));
        }
    }
    if old.mention_all && !new.mention_all {
        let people = crate::chat::everybody(platform, channel).await?;
        gone.extend(people.into_iter().map(|(id, ..)| id).filter(|id| !new.mentions.contains(id)));
    }
    gone.sort_unstable();
    gone.dedup();
    for some in gone.chunks(CHUNK) {
        for user_id in platform.storage.notifications.withdraw(new.message_id, some).await? {
            let event = PersonalEvent::Unread { notifications: unread(platform, user_id).await? };
            platform.announce(Announcement::Personal { user_id, event });
        }
    }
    let added: Vec<UserId> = new.mentions.iter().copied().filter(|id| !old.mentions.contains(id)).collect();
    let told = audience_of(platform, channel, new.user_id, &added, None).await?;
    let rows: Vec<Notification> = told
        .into_iter()
        .map(|(user_id, kind)| Notification { created: new.updated, ..about(channel, new, user_id, kind) })
        .collect();
    platform.storage.notifications.add(&rows).await?;
    announce(platform, &rows);
    if new.mention_all && !old.mention_all {
        everybody(platform, channel, new).await?;
    }
    Ok(())
}

/// Does it ring, for somebody who has chosen this for the channel? Contract §3.7.
pub fn rings(level: NotifyLevel, muted: bool, kind: Kind) -> bool {
    if muted {
        return false;
    }
    match level {
        NotifyLevel::None => false,
        NotifyLevel::Mention => kind == Kind::Mention,
        NotifyLevel::Default | NotifyLevel::All => true,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rings() {
        use NotifyLevel::{All, Default, Mention, None};
        // level, muted → by a mention, by a reply in one's thread
        let cases = [
            (Default, false, true, true),
            (All, false, true, true),
            (Mention, false, true, false),
            (None, false, false, false),
            (Default, true, false, false),
            (All, true, false, false),
            (Mention, true, false, false),
        ];
        for (level, muted, mention, reply) in cases {
            let rung = (rings(level, muted, Kind::Mention), rings(level, muted, Kind::Reply));
            assert_eq!(rung, (mention, reply), "{level:?} {muted}");
        }
    }
}
