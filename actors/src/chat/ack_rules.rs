//! The rules of announcements: pure functions over facts. Contract §3.3, §3.8.

use storage::chat::{ChannelRole, Message};
use storage::ids::UserId;

use super::rules::{not_deleted, require_moderator};
use crate::platform::error::{Refusal, Result};

/// May somebody of `role` send an announcement? `field` makes the message one; none: it is not.
pub fn announce(role: ChannelRole, field: Option<&'static str>, in_thread: bool) -> Result<()> {
    let Some(field) = field else { return Ok(()) };
    require_moderator(role)?;
    if in_thread {
        return Err(Refusal::field(field, "NOT_IN_THREAD", "Det går inte i en tråd."));
    }
    Ok(())
}

/// Only a message's author and moderators see its acknowledgements.
pub fn see_receipts(message: &Message, user: UserId, role: ChannelRole) -> Result<()> {
    if message.user_id != user {
        require_moderator(role)?;
    }
    asks(message)
}

/// Does this message ask for acknowledgements?
pub fn asks(message: &Message) -> Result<()> {
    not_deleted(message)?;
    if message.asked.is_some() { Ok(()) } else { Err(not_asked()) }
}

/// May `user` acknowledge a message? Not their own.
pub fn confirm(message: &Message, user: UserId) -> Result<()> {
    asks(message)?;
    if message.user_id == user { Err(not_asked()) } else { Ok(()) }
}

fn not_asked() -> Refusal {
    Refusal::field("id", "NOT_ASKED", "Meddelandet ber inte om någon bekräftelse.")
}

/// Shortest time between two reminders (ms).
const REMINDED_EVERY: i64 = 3_600_000;

/// May a reminder be sent, when the previous one was at `last` (epoch milliseconds; 0: never)?
pub fn remind(last: i64, now: i64) -> Result<()> {
    let left = last + REMINDED_EVERY - now;
    if last == 0 || left <= 0 {
        return Ok(());
    }
    Err(Refusal::limited(u32::try_from((left + 999) / 1000).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::super::rules::tests::message;
    use super::*;

    #[test]
    fn who_may_announce_where() {
        use ChannelRole::{Follower, Member, Moderator, Owner};
        let cases = [
            (Member, None, false, None),
            (Follower, None, true, None),
            (Member, Some("priority"), false, Some("ROLE_TOO_LOW")),
            (Member, Some("priority"), true, Some("ROLE_TOO_LOW")),
            (Moderator, Some("priority"), false, None),
            (Moderator, Some("requestedAck"), true, Some("INVALID")),
            (Owner, Some("requestedAck"), false, None),
        ];
        for (role, field, in_thread, refused) in cases {
            let code = announce(role, field, in_thread).err().map(|refusal| refusal.code);
            assert_eq!(code, refused, "{role} {field:?} {in_thread}");
        }
    }

    #[test]
    fn who_confirms_and_who_sees_it() {
        let (author, other) = (UserId(1), UserId(2));
        let asking = Message { asked: Some(0), ..message(1) };
        let gone = Message { deleted: true, asked: None, ..message(1) };
        let code = |result: Result<()>| result.err().map(|refusal| refusal.code);
        let confirms = [(&asking, other, None), (&asking, author, Some("INVALID"))];
        for (message, user, refused) in confirms
            .into_iter()
            .chain([(&message(1), other, Some("INVALID")), (&gone, other, Some("DELETED"))])
        {
            assert_eq!(code(confirm(message, user)), refused, "{user}");
        }
        let sees = [
            (&asking, author, ChannelRole::Member, None),
            (&asking, other, ChannelRole::Moderator, None),
            (&asking, other, ChannelRole::Member, Some("ROLE_TOO_LOW")),
            (&message(1), other, ChannelRole::Member, Some("ROLE_TOO_LOW")),
            (&message(1), author, ChannelRole::Member, Some("INVALID")),
            (&gone, author, ChannelRole::Member, Some("DELETED")),
        ];
        for (message, user, role, refused) in sees {
            assert_eq!(code(see_receipts(message, user, role)), refused, "{user} {role}");
        }
    }

    #[test]
    fn reminding_rests_for_an_hour() {
        let at = 1_790_000_000_000;
        for (last, waits) in [
            (0, None),
            (at - 3_600_000, None),
            (at - 3_599_999, Some(1)),
            (at - 1_800_000, Some(1_800)),
            (at, Some(3_600)),
        ] {
            let refused = remind(last, at).err();
            assert_eq!(refused.as_ref().and_then(|refusal| refusal.retry_after), waits, "{last}");
        }
    }
}
