//! What is unread and what counts as a mention: one set of rules, pure. Reading, `kalender check` and the tests' table ask
//! these and nothing else. Contract §3.7.
//!
//! A mark is a cursor of its channel (or of a thread: a reply's id). What a mark is held against is the cursor at which
//! something came before a reader's eyes: a message when it was sent or approved, a mention when it was written, approved or
//! added by an edit.

use super::Message;
use crate::ids::{EventId, MessageId, UserId};

/// A mention of one person, or of everybody, that is kept until it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The message.
    pub message_id: MessageId,
    /// Whose message.
    pub sender_id: UserId,
    /// The thread it is in; none: the channel itself.
    pub parent_id: Option<MessageId>,
    /// The cursor at which it began to call.
    pub since: EventId,
}

/// How far somebody has read: the channel, and the thread in question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marks {
    /// Of the channel.
    pub channel: Option<MessageId>,
    /// Of the thread.
    pub thread: Option<MessageId>,
}

/// Is this message, which came before everybody's eyes at `shown`, unread in its channel for `me`?
pub fn is_unread(message: &Message, shown: EventId, me: UserId, mark: Option<MessageId>) -> bool {
    message.parent_id.is_none()
        && !message.deleted
        && message.user_id != me
        && mark.is_none_or(|mark| shown.0 > mark.0)
}

/// Does this call count for `me`?
pub fn counts(call: &Call, me: UserId, marks: Marks) -> bool {
    let mark = if call.parent_id.is_some() { marks.thread } else { marks.channel };
    call.sender_id != me && mark.is_none_or(|mark| call.since.0 > mark.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ChannelId;

    const ME: UserId = UserId(1);
    const OTHER: UserId = UserId(2);

    fn message(by: UserId, parent: Option<i64>, deleted: bool) -> Message {
        Message {
            message_id: MessageId(10),
            channel_id: ChannelId(1),
            user_id: by,
            parent_id: parent.map(MessageId),
            content: String::new(),
            formatted: None,
            mentions: Vec::new(),
            mention_all: false,
            client_message_id: None,
            created: 0,
            updated: 0,
            edited: false,
            deleted,
            threaded: false,
            version: 1,
        }
    }

    #[test]
    fn what_is_unread() {
        // what, by whom, in a thread, deleted, shown at, mark → unread
        let cases = [
            ("never read", OTHER, None, false, 10, None, true),
            ("sent after the mark", OTHER, None, false, 10, Some(9), true),
            ("sent before the mark", OTHER, None, false, 10, Some(10), false),
            ("approved after the mark", OTHER, None, false, 20, Some(15), true),
            ("approved before the mark", OTHER, None, false, 20, Some(20), false),
            ("own", ME, None, false, 10, None, false),
            ("own, approved after the mark", ME, None, false, 20, Some(15), false),
            ("deleted", OTHER, None, true, 10, Some(9), false),
            ("a reply", OTHER, Some(5), false, 10, Some(9), false),
        ];
        for (what, by, parent, deleted, shown, mark, expected) in cases {
            let mark = mark.map(MessageId);
            assert_eq!(
                is_unread(&message(by, parent, deleted), EventId(shown), ME, mark),
                expected,
                "{what}"
            );
        }
    }

    #[test]
    fn what_counts_as_a_mention() {
        // what, by whom, in a thread, since, the channel's mark, the thread's mark → counts
        let cases = [
            ("never read", OTHER, None, 10, None, None, true),
            ("after the mark", OTHER, None, 10, Some(9), None, true),
            ("read", OTHER, None, 10, Some(10), None, false),
            ("added by an edit after the mark", OTHER, None, 20, Some(15), None, true),
            ("added by an edit and read", OTHER, None, 20, Some(20), None, false),
            ("own", ME, None, 10, None, None, false),
            ("in a thread, the channel read", OTHER, Some(5), 10, Some(30), None, true),
            ("in a thread, the thread read", OTHER, Some(5), 10, None, Some(10), false),
            ("in a thread, after its mark", OTHER, Some(5), 10, Some(30), Some(9), true),
        ];
        for (what, sender_id, parent, since, channel, thread, expected) in cases {
            let (parent_id, since) = (parent.map(MessageId), EventId(since));
            let call = Call { message_id: MessageId(10), sender_id, parent_id, since };
            let marks = Marks { channel: channel.map(MessageId), thread: thread.map(MessageId) };
            assert_eq!(counts(&call, ME, marks), expected, "{what}");
        }
    }
}
