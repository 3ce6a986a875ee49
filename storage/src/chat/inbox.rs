//! Each person's inbox: their conversations by newest message.
//!
//! Moving one row per conversation to the top would mean finding and deleting the old one, which concurrent nodes would
//! lose or duplicate. So rows are never moved. A message writes one row per person **by hour and conversation** in its
//! own batch; further messages of that hour write the same row, whose `last` only grows. Only the row of a
//! conversation's latest hour counts; the conversation's head, which only grows as well, tells that hour. A page that
//! reaches an outdated row removes it for ever.
//!
//! So a page costs the rows shown plus outdated ones; a row per message would bury quiet conversations under busy ones
//! (and leave a tombstone per message when removed). Unread counts cover the whole inbox: three ranges in one round
//! trip, with a narrow row or two per conversation.

use crate::chat::Message;
use crate::platform::engine::Write;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::record::record;

const HOUR_MS: i64 = 3_600_000;

record! {
    /// A conversation had a message within this hour.
    pub struct Activity;
    /// `last` only grows.
    pub(crate) static INBOX: "inbox", Descending;
    partition {
        /// Whose inbox.
        user_id: UserId => bigint,
    }
    clustering {
        /// Hours since the Unix epoch.
        hour: i64 => bigint,
        /// The conversation.
        channel_id: ChannelId => bigint,
    }
    columns {
        /// The newest message of the hour; for a conversation without messages, the conversation's id.
        last: MessageId => bigint,
    }
}

pub(crate) const fn hour_of(id: MessageId) -> i64 {
    id.millis().div_euclid(HOUR_MS)
}

fn active(user_id: UserId, channel_id: ChannelId, last: MessageId) -> Write {
    Activity::at(user_id, hour_of(last), channel_id).raise([("last", last.0)])
}

/// Adds an opened conversation without messages.
pub(crate) fn opened(user_id: UserId, channel_id: ChannelId) -> Write {
    active(user_id, channel_id, MessageId(channel_id.0))
}

/// Adds a new message to these people's inboxes.
pub(crate) fn moved(message: &Message, people: &[UserId]) -> Vec<Write> {
    people.iter().map(|user_id| active(*user_id, message.channel_id, message.message_id)).collect()
}
