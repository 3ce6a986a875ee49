//! Checks conversations against their channels.

use crate::chat::Channel;
use crate::chat::inbox::{Activity, INBOX};
use crate::chat::records::CHANNELS;
use crate::messages::{CONVERSATIONS, Conversation};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

impl Check<'_> {
    /// A conversation's channel has its people. One without a channel was left by a process that died; it is completed
    /// when it is next opened.
    pub(crate) async fn conversations(&mut self) -> Result<()> {
        let mut walk = Walk::over(&CONVERSATIONS);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let Conversation { people, channel_id, .. } = Conversation::read(row)?;
                let channel: Option<Channel> = self.db.find(Channel::at(channel_id)).await?;
                if channel.is_some_and(|channel| !channel.is_direct() || channel.name != people) {
                    self.say(format!(
                        "the conversation of {people} is channel {channel_id}, which is not theirs"
                    ));
                }
            }
        }
        let mut walk = Walk::over(&CHANNELS);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let channel = Channel::read(row)?;
                let (id, name) = (channel.channel_id, &channel.name);
                if !channel.is_direct() {
                    continue;
                }
                let known: Option<Conversation> = self.db.find(Conversation::at(name)).await?;
                if known.is_none_or(|known| known.channel_id != id) {
                    self.say(format!("channel {id} is not the conversation of its people {name}"));
                }
            }
        }
        Ok(())
    }

    /// Everything in an inbox is a conversation of its person.
    pub(crate) async fn inboxes(&mut self) -> Result<()> {
        let mut walk = Walk::over(&INBOX);
        while let Some(found) = walk.next(self.db).await? {
            let rows = found.into_iter().map(Activity::read).collect::<Result<Vec<_>>>()?;
            let channels = self.db.get_many(rows.iter().map(|row| Channel::at(row.channel_id)).collect());
            for (row, channel) in rows.iter().zip(channels.await?) {
                let channel = channel.map(Channel::read).transpose()?;
                if !channel.is_some_and(|channel| channel.people().contains(&row.user_id)) {
                    let (user, id) = (row.user_id, row.channel_id);
                    self.say(format!("the inbox of {user} has channel {id}, which is none of theirs"));
                }
            }
        }
        Ok(())
    }
}
