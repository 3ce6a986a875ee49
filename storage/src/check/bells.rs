//! Bells and who is told of what, against messages and read marks.

use super::{Check, Walk};
use crate::chat::counting::{self, Marks, Why};
use crate::chat::records::CHANNELS;
use crate::chat::tables::{CHANNEL_LISTENERS, THREAD_READERS};
use crate::chat::{Message, Reader, rows};
use crate::engine::Key;
use crate::error::Result;
use crate::ids::{ChannelId, EventId, MessageId, NotificationId, UserId, WorkspaceId};
use crate::migrations;
use crate::notifications::{
    LIST_UNSEEN, MESSAGE_BELLS, NOTIFICATIONS, Notification, UNSEEN_BELLS, Unseen, unseen,
};
use crate::record::{Record, Stored};
use crate::value::Row;

/// An unread entry that calls somebody to a message.
struct Bell {
    user_id: UserId,
    message_id: MessageId,
    since: EventId,
    kind: String,
    channel_id: ChannelId,
    parent_id: Option<MessageId>,
    mark: Key,
}

fn bell(mut row: Row) -> Result<Option<Bell>> {
    if row.take("read")? {
        return Ok(None);
    }
    let (user_id, since): (UserId, NotificationId) = (row.take("user_id")?, row.take("notification_id")?);
    let workspace: Option<WorkspaceId> = row.take("workspace_id")?;
    let channel: Option<ChannelId> = row.take("channel_id")?;
    let parent_id: Option<MessageId> = row.take("parent_id")?;
    let (Some(message_id), Some(workspace_id), Some(channel_id)) =
        (row.take("message_id")?, workspace, channel)
    else {
        return Ok(None);
    };
    let mark = match parent_id {
        Some(parent) => THREAD_READERS.at([user_id.into(), parent.into()]),
        None => Reader::at(user_id, workspace_id, channel_id),
    };
    let (since, kind) = (EventId(since.0), row.take("kind")?);
    Ok(Some(Bell { user_id, message_id, since, kind, channel_id, parent_id, mark }))
}

impl Check<'_> {
    /// Who is told of every message of a channel has chosen so.
    pub(super) async fn listeners(&mut self) -> Result<()> {
        let mut walk = Walk::over(&CHANNEL_LISTENERS);
        while let Some(found) = walk.next(self.db).await? {
            for mut row in found {
                let (channel_id, user_id): (ChannelId, UserId) =
                    (row.take("channel_id")?, row.take("user_id")?);
                let mut wants = false;
                if let Some(mut channel) = self.db.get(CHANNELS.at([channel_id.into()])).await? {
                    let workspace_id: WorkspaceId = channel.take("workspace_id")?;
                    let key = Reader::at(user_id, workspace_id, channel_id);
                    let reader = self.db.get(key).await?.map(Reader::read).transpose()?;
                    wants = reader.is_some_and(|reader| {
                        counting::rings(reader.notify_level, reader.muted, false, Why::Message)
                    });
                }
                if !wants {
                    self.say(format!(
                        "{user_id} is told of every message of channel {channel_id} and did not ask"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What is listed as not seen is not, and what is not seen is listed, once older entries were.
    pub(super) async fn unseen(&mut self) -> Result<()> {
        let mut walk = Walk::over(&UNSEEN_BELLS);
        while let Some(found) = walk.next(self.db).await? {
            let found = found.into_iter().map(Unseen::read).collect::<Result<Vec<_>>>()?;
            let keys = found.iter().map(|place| Notification::at(place.user_id, place.notification_id));
            let entries = self.db.get_many(keys.collect()).await?;
            for (place, entry) in found.iter().zip(entries) {
                let entry = entry.map(Notification::read).transpose()?;
                if !entry.is_some_and(|entry| !entry.read && unseen(&entry) == *place) {
                    self.say(format!(
                        "an entry of {}'s bell is listed as not seen and is not",
                        place.user_id
                    ));
                }
            }
        }
        if !migrations::is_done(self.db, &LIST_UNSEEN).await? {
            return Ok(());
        }
        let mut walk = Walk::over(&NOTIFICATIONS);
        while let Some(found) = walk.next(self.db).await? {
            let mut entries = found.into_iter().map(Notification::read).collect::<Result<Vec<_>>>()?;
            entries.retain(|entry| !entry.read);
            let keys = entries.iter().map(|entry| unseen(entry).key());
            let listed = self.db.get_many(keys.collect()).await?;
            for (entry, place) in entries.iter().zip(listed) {
                if place.is_none() {
                    self.say(format!("an entry of {}'s bell is not seen and not listed", entry.user_id));
                }
            }
        }
        Ok(())
    }

    /// Whatever rings unread is about a message that stands, is not read and, as a mention, calls.
    pub(super) async fn bells(&mut self) -> Result<()> {
        let mut walk = Walk::over(&MESSAGE_BELLS);
        while let Some(found) = walk.next(self.db).await? {
            let mut keys = Vec::with_capacity(found.len());
            for mut row in found {
                let (user, id): (UserId, NotificationId) =
                    (row.take("user_id")?, row.take("notification_id")?);
                keys.push(NOTIFICATIONS.at([user.into(), id.into()]));
            }
            let entries = self.db.get_many(keys).await?.into_iter().flatten();
            let bells: Vec<Bell> = entries.filter_map(|row| bell(row).transpose()).collect::<Result<_>>()?;
            let messages =
                bells.iter().map(|bell| rows::message_key(bell.channel_id, bell.parent_id, bell.message_id));
            let messages = self.db.get_many(messages.collect()).await?;
            let marks = self.db.get_many(bells.iter().map(|bell| bell.mark.clone()).collect()).await?;
            for ((bell, message), mark) in bells.iter().zip(messages).zip(marks) {
                self.bell(bell, message, mark)?;
            }
        }
        Ok(())
    }

    fn bell(&mut self, bell: &Bell, message: Option<Row>, mark: Option<Row>) -> Result<()> {
        let about = format!("an entry of {}'s bell about message {}", bell.user_id, bell.message_id);
        let Some(message) = message.map(Message::read).transpose()? else {
            self.say(format!("{about}, which is not there"));
            return Ok(());
        };
        let mark: Option<MessageId> = match mark {
            Some(mut row) => row.take("last_read")?,
            None => None,
        };
        let calls = message.mention_all || message.mentions.contains(&bell.user_id);
        if message.deleted || bell.kind == "MENTION" && !calls {
            self.say(format!("{about}, which no longer calls"));
        } else if !counting::is_news(bell.since, bell.parent_id, Marks { channel: mark, thread: mark }) {
            self.say(format!("{about}, which is read"));
        }
        Ok(())
    }
}
