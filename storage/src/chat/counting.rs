//! The pure rules of what is unread, what counts as a mention, and what makes a notification. Read state, the bell,
//! `kalender check` and the table tests use these alone. Contract §3.7.
//!
//! A read mark is a cursor of its channel (or of a thread: a reply's id). It is compared with the cursor at which
//! something became visible to its reader: a message when sent or approved, a mention when written, approved or added
//! by an edit.

use super::{Message, NotifyLevel};
use crate::platform::ids::{EventId, MessageId, UserId};

/// A mention of one person, or of the whole channel, stored until it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The message.
    pub message_id: MessageId,
    /// The message's author.
    pub sender_id: UserId,
    /// The message's thread; none: top level.
    pub parent_id: Option<MessageId>,
    /// The cursor since which it mentions the person.
    pub since: EventId,
}

/// How far somebody has read the channel, and the thread in question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marks {
    /// Read mark of the channel.
    pub channel: Option<MessageId>,
    /// Read mark of the thread.
    pub thread: Option<MessageId>,
}

/// Is this message, visible since `shown`, unread in its channel for `me`?
pub fn is_unread(message: &Message, shown: EventId, me: UserId, mark: Option<MessageId>) -> bool {
    message.parent_id.is_none()
        && !message.deleted
        && message.user_id != me
        && mark.is_none_or(|mark| shown.0 > mark.0)
}

/// Does this mention count for `me`?
pub fn counts(call: &Call, me: UserId, marks: Marks) -> bool {
    call.sender_id != me && is_news(call.since, call.parent_id, marks)
}

/// Is something that became visible at `since`, in a thread or at top level, still unread? A notification is thus
/// unread exactly as long as its message's mention.
pub fn is_news(since: EventId, parent_id: Option<MessageId>, marks: Marks) -> bool {
    let mark = if parent_id.is_some() { marks.thread } else { marks.channel };
    mark.is_none_or(|mark| since.0 > mark.0)
}

/// Why somebody may be notified of a message; the first reason that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It mentions them, by name or with the whole channel.
    Mention,
    /// It asks them for an acknowledgement.
    Asked,
    /// It is a reply in a thread that they follow.
    Reply,
    /// It is in a channel that they may read.
    Message,
}

/// Does it notify (in the bell and by push) somebody with these settings for the channel?
pub fn rings(level: NotifyLevel, muted: bool, is_direct: bool, why: Why) -> bool {
    let wanted = match level {
        NotifyLevel::None => false,
        NotifyLevel::Mention => matches!(why, Why::Mention | Why::Asked),
        NotifyLevel::Default => is_direct || why != Why::Message,
        NotifyLevel::All => true,
    };
    wanted && !muted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::ids::ChannelId;

    const ME: UserId = UserId(1);
    const OTHER: UserId = UserId(2);

    fn message(by: UserId, parent: Option<i64>, deleted: bool) -> Message {
        Message {
            message_id: MessageId(20),
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
            priority: crate::chat::Priority::Normal,
            asked: None,
            poll: None,
            card: None,
            attachments: Vec::new(),
            version: 1,
        }
    }

    /// A message of somebody else (20; in a moderated channel approved at 40), and my state.
    struct Case {
        what: &'static str,
        by: UserId,
        parent: Option<i64>,
        deleted: bool,
        shown: i64,
        /// Since when it mentions me by name or with the channel; none: it does not.
        called: Option<i64>,
        /// It is a reply in a thread that I follow.
        replies: bool,
        channel: Option<i64>,
        thread: Option<i64>,
        level: NotifyLevel,
        muted: bool,
        is_direct: bool,
    }

    const CASE: Case = Case {
        what: "",
        by: OTHER,
        parent: None,
        deleted: false,
        shown: 20,
        called: None,
        replies: false,
        channel: Some(10),
        thread: None,
        level: NotifyLevel::Default,
        muted: false,
        is_direct: false,
    };

    /// Unread in its channel; counted as a mention; an unread notification.
    fn stands(case: &Case) -> (bool, bool, bool) {
        let message = message(case.by, case.parent, case.deleted);
        let marks = Marks { channel: case.channel.map(MessageId), thread: case.thread.map(MessageId) };
        // A deleted message mentions nobody: its mentions and notifications are deleted with its text.
        let called = case.called.filter(|_| !case.deleted);
        let call = called.map(|since| Call {
            message_id: message.message_id,
            sender_id: case.by,
            parent_id: message.parent_id,
            since: EventId(since),
        });
        let why = match (called, case.replies) {
            (Some(_), _) => Why::Mention,
            (None, true) => Why::Reply,
            (None, false) => Why::Message,
        };
        let rung = case.by != ME
            && !case.deleted
            && rings(case.level, case.muted, case.is_direct, why)
            && is_news(EventId(called.unwrap_or(case.shown)), message.parent_id, marks);
        (
            is_unread(&message, EventId(case.shown), ME, marks.channel),
            call.is_some_and(|call| counts(&call, ME, marks)),
            rung,
        )
    }

    #[test]
    fn unread_mentions_and_notifications_follow_the_rules() {
        use NotifyLevel::{All, Default, Mention, None as Never};
        let (yes, no) = (true, false);
        // State → unread in the channel, counted as a mention, an unread notification.
        #[rustfmt::skip]
        let cases = [
            (Case { what: "sent after the mark", ..CASE }, (yes, no, no)),
            (Case { what: "never read anything", channel: None, ..CASE }, (yes, no, no)),
            (Case { what: "read", channel: Some(20), ..CASE }, (no, no, no)),
            (Case { what: "approved late, after the mark", shown: 40, channel: Some(30), ..CASE }, (yes, no, no)),
            (Case { what: "approved late, and read", shown: 40, channel: Some(40), ..CASE }, (no, no, no)),
            (Case { what: "a call approved late", shown: 40, called: Some(40), channel: Some(30), ..CASE }, (yes, yes, yes)),
            (Case { what: "own", by: ME, level: All, ..CASE }, (no, no, no)),
            (Case { what: "own, approved late", by: ME, shown: 40, level: All, ..CASE }, (no, no, no)),
            (Case { what: "own, calling oneself", by: ME, called: Some(20), ..CASE }, (no, no, no)),
            (Case { what: "deleted", deleted: true, called: Some(20), level: All, ..CASE }, (no, no, no)),
            (Case { what: "called", called: Some(20), ..CASE }, (yes, yes, yes)),
            (Case { what: "called, and read", called: Some(20), channel: Some(20), ..CASE }, (no, no, no)),
            // Posting after it moves the read mark likewise.
            (Case { what: "called, and posted since", called: Some(20), channel: Some(25), ..CASE }, (no, no, no)),
            (Case { what: "called by an edit, unread", called: Some(40), ..CASE }, (yes, yes, yes)),
            (Case { what: "called by an edit, read before", called: Some(40), channel: Some(30), ..CASE }, (no, yes, yes)),
            (Case { what: "called by an edit, read since", called: Some(40), channel: Some(40), ..CASE }, (no, no, no)),
            (Case { what: "edited away", called: None, ..CASE }, (yes, no, no)),
            (Case { what: "@channel before joining", called: None, channel: None, ..CASE }, (yes, no, no)),
            (Case { what: "@channel after joining", called: Some(20), channel: None, ..CASE }, (yes, yes, yes)),
            (Case { what: "a reply", parent: Some(5), ..CASE }, (no, no, no)),
            (Case { what: "a reply in a thread of mine", parent: Some(5), replies: true, ..CASE }, (no, no, yes)),
            (Case { what: "… the channel read", parent: Some(5), replies: true, channel: Some(30), ..CASE }, (no, no, yes)),
            (Case { what: "… the thread read", parent: Some(5), replies: true, thread: Some(20), ..CASE }, (no, no, no)),
            (Case { what: "called in a thread", parent: Some(5), called: Some(20), channel: Some(30), ..CASE }, (no, yes, yes)),
            (Case { what: "… and read there", parent: Some(5), called: Some(20), thread: Some(20), ..CASE }, (no, no, no)),
            (Case { what: "muted", called: Some(20), level: All, muted: true, ..CASE }, (yes, yes, no)),
            (Case { what: "all: any message", level: All, ..CASE }, (yes, no, yes)),
            (Case { what: "all: any reply", level: All, parent: Some(5), ..CASE }, (no, no, yes)),
            (Case { what: "all, and read", level: All, channel: Some(20), ..CASE }, (no, no, no)),
            (Case { what: "mention: a call", level: Mention, called: Some(20), ..CASE }, (yes, yes, yes)),
            (Case { what: "mention: a reply", level: Mention, parent: Some(5), replies: true, ..CASE }, (no, no, no)),
            (Case { what: "mention: a message", level: Mention, ..CASE }, (yes, no, no)),
            (Case { what: "none: a call", level: Never, called: Some(20), ..CASE }, (yes, yes, no)),
            (Case { what: "default: a direct message", level: Default, is_direct: true, ..CASE }, (yes, no, yes)),
            (Case { what: "mention: a direct message", level: Mention, is_direct: true, ..CASE }, (yes, no, no)),
        ];
        for (case, expected) in cases {
            assert_eq!(stands(&case), expected, "{}", case.what);
        }
    }
}
