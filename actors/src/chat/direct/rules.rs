//! The rules of conversations between people, and of comments. Pure functions over facts. Contract §3.5.

use storage::accounts::WhoMayMessage;
use storage::chat::comments::SubjectKind;
use storage::chat::{Channel, ChannelType};

use crate::platform::error::{Refusal, Result};

/// Facts about the recipient of a new conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toward {
    /// Whose messages they accept.
    pub takes: WhoMayMessage,
    pub shares_organisation: bool,
    pub is_contact: bool,
    /// There is a block between the two, by either.
    pub is_blocked: bool,
}

/// May a conversation be begun with somebody?
pub fn may_begin(toward: Toward) -> Result<()> {
    let takes = match toward.takes {
        WhoMayMessage::Everyone => true,
        WhoMayMessage::SharedOrg => toward.shares_organisation || toward.is_contact,
        WhoMayMessage::Contacts => toward.is_contact,
    };
    if takes && !toward.is_blocked { Ok(()) } else { Err(may_not()) }
}

/// May anything be added to a conversation? `barred`: there is a block between its two people, or the other is gone.
/// The refusal does not reveal which.
pub fn not_barred(barred: bool) -> Result<()> {
    if barred { Err(may_not()) } else { Ok(()) }
}

/// The refusal, which reveals no reason.
pub fn may_not() -> Refusal {
    Refusal::forbidden("MAY_NOT_MESSAGE", "Det går inte att skriva till den här personen.")
}

/// Conversations and comments cannot be managed like channels: their people are fixed, or decided by what they comment on.
pub fn not_direct(channel: &Channel) -> Result<()> {
    match channel.channel_type {
        ChannelType::Direct => Err(Refusal::conflict("DIRECT", "Det går inte i direktmeddelanden.")),
        ChannelType::Event
        | ChannelType::Task
        | ChannelType::Lesson
        | ChannelType::Public
        | ChannelType::Private => not_comments(channel),
    }
}

/// Comments are one thread, without pins.
pub fn not_comments(channel: &Channel) -> Result<()> {
    let Some(subject) = channel.subject() else { return Ok(()) };
    let message = match subject.kind {
        SubjectKind::Event => "Det går inte i en händelses kommentarer.",
        SubjectKind::Task => "Det går inte i en uppgifts kommentarer.",
        SubjectKind::Lesson => "Det går inte i en lektions kommentarer.",
    };
    Err(Refusal::conflict("DIRECT", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_begin() {
        use WhoMayMessage::{Contacts, Everyone, SharedOrg};
        let (yes, no) = (true, false);
        // Accepted senders; a shared organisation; contacts; a block → allowed?
        let cases = [
            (SharedOrg, no, no, no, no),
            (SharedOrg, yes, no, no, yes),
            (SharedOrg, no, yes, no, yes),
            (SharedOrg, yes, yes, yes, no),
            (Everyone, no, no, no, yes),
            (Everyone, no, no, yes, no),
            (Contacts, yes, no, no, no),
            (Contacts, no, yes, no, yes),
            (Contacts, yes, yes, yes, no),
        ];
        for (takes, shares_organisation, is_contact, is_blocked, may) in cases {
            let toward = Toward { takes, shares_organisation, is_contact, is_blocked };
            assert_eq!(may_begin(toward).is_ok(), may, "{toward:?}");
            let code = may_begin(toward).err().map(|refusal| refusal.code);
            assert!(code.is_none_or(|code| code == "MAY_NOT_MESSAGE"));
        }
    }
}
