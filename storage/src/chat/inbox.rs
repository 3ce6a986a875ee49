//! Each person's inbox: their conversations, by what was last said in them.
//!
//! A row per conversation that moves to the top with each message would have to be found and deleted for that, by two nodes at
//! the same time: lost or doubled. So nothing moves. A message writes one row per person, **by the hour and the conversation**,
//! in the same batch as itself: whoever else writes in that hour writes the same row, whose `last` only grows. Of a
//! conversation's rows the one of its newest hour says where it stands; which hour that is says the conversation's head, which
//! only grows as well. A row of an older hour is met once, by a page that reaches so far, and removed for good.
//!
//! So a page costs what it shows, and the hours that lie over; a row per message would bury quiet conversations under busy
//! ones (and, removed, leave a tombstone per message). What is unread is counted over the whole inbox: three ranges in
//! one hop, with a narrow row or two per conversation.

use crate::chat::Message;
use crate::platform::engine::Write;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::record::record;

const HOUR_MS: i64 = 3_600_000;

record! {
    /// That something was said in a conversation within an hour.
    pub struct Activity;
    /// `last` only grows.
    pub(crate) static INBOX: "inbox", Descending;
    partition {
        /// Whose inbox.
        user_id: UserId => bigint,
    }
    clustering {
        /// Hours since the unix epoch.
        hour: i64 => bigint,
        /// The conversation.
        channel_id: ChannelId => bigint,
    }
    columns {
        /// The newest message within the hour; a conversation in which nothing was said has its own id here.
        last: MessageId => bigint,
    }
}

pub(crate) const fn hour_of(id: MessageId) -> i64 {
    id.millis().div_euclid(HOUR_MS)
}

fn active(user_id: UserId, channel_id: ChannelId, last: MessageId) -> Write {
    Activity::at(user_id, hour_of(last), channel_id).raise([("last", last.0)])
}

/// Somebody opened a conversation in which nothing was said yet.
pub(crate) fn opened(user_id: UserId, channel_id: ChannelId) -> Write {
    active(user_id, channel_id, MessageId(channel_id.0))
}

/// A message is new in these people's inboxes.
pub(crate) fn moved(message: &Message, people: &[UserId]) -> Vec<Write> {
    people.iter().map(|user_id| active(*user_id, message.channel_id, message.message_id)).collect()
}
