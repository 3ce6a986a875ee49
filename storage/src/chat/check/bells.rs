//! Checks notifications and listeners against messages and read marks.

use std::collections::HashMap;

use crate::chat::counting::{self, Marks, Why};
use crate::chat::records::CHANNELS;
use crate::chat::tables::{CHANNEL_LISTENERS, THREAD_READERS};
use crate::chat::{CHANNEL, Channel, MESSAGE, Message, Reader, THREAD, rows};
use crate::notifications::{BELLS, Notification, UNSEEN_BELLS, Unseen, unseen};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::record::{Record, Stored};
use crate::platform::value::Row;
use crate::platform::walk::Walk;

/// An unread notification about a message.
struct Bell {
    user_id: UserId,
    message_id: MessageId,
    since: EventId,
    kind: String,
    channel_id: ChannelId,
    parent_id: Option<MessageId>,
    mark: Key,
}

fn bell(entry: &Notification, channels: &HashMap<ChannelId, WorkspaceId>) -> Option<Bell> {
    let user_id = entry.user_id;
    let message_id = MessageId(entry.about(MESSAGE).filter(|_| entry.calls && !entry.read)?);
    let channel_id = ChannelId(entry.within(CHANNEL).unwrap_or_default());
    let parent_id = entry.within(THREAD).map(MessageId);
    let mark = match parent_id {
        Some(parent) => THREAD_READERS.at([user_id.into(), parent.into()]),
        None => Reader::at(user_id, *channels.get(&channel_id)?, channel_id),
    };
    let (since, kind) = (EventId(entry.notification_id.0), entry.kind.clone());
    Some(Bell { user_id, message_id, since, kind, channel_id, parent_id, mark })
}

impl Check<'_> {
    /// Everyone in `channel_listeners` has chosen to be notified of every message.
    pub(crate) async fn listeners(&mut self) -> Result<()> {
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

    /// Every entry of the unseen list is unseen, and every unseen notification is listed.
    pub(crate) async fn bells(&mut self) -> Result<()> {
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
        let mut walk = Walk::over(&BELLS);
        while let Some(found) = walk.next(self.db).await? {
            let entries = found.into_iter().map(Notification::read).collect::<Result<Vec<_>>>()?;
            let unread: Vec<&Notification> = entries.iter().filter(|entry| !entry.read).collect();
            let listed = self.db.get_many(unread.iter().map(|entry| unseen(entry).key()).collect()).await?;
            for (entry, _) in unread.iter().zip(listed).filter(|(_, listed)| listed.is_none()) {
                self.say(format!("an entry of {}'s bell is not seen and not listed", entry.user_id));
            }
            self.ringing(&entries).await?;
        }
        Ok(())
    }

    /// Every unread notification is about an existing, unread message that still mentions the person if it is a
    /// mention.
    async fn ringing(&mut self, entries: &[Notification]) -> Result<()> {
        let channels = entries.iter().filter_map(|entry| entry.within(CHANNEL));
        let keys = channels.map(|id| CHANNELS.at([id.into()])).collect();
        let found: Vec<Channel> = self.db.find_all(keys).await?;
        let channels = found.iter().map(|channel| (channel.channel_id, channel.workspace_id)).collect();
        let bells: Vec<Bell> = entries.iter().filter_map(|entry| bell(entry, &channels)).collect();
        let messages =
            bells.iter().map(|bell| rows::message_key(bell.channel_id, bell.parent_id, bell.message_id));
        let messages = self.db.get_many(messages.collect()).await?;
        let marks = self.db.get_many(bells.iter().map(|bell| bell.mark.clone()).collect()).await?;
        for ((bell, message), mark) in bells.iter().zip(messages).zip(marks) {
            self.bell(bell, message, mark)?;
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
