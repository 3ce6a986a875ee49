//! What is refused in conversations between people, and in an event's comments. Pure functions over facts. Contract §3.5.

use storage::accounts::WhoMayMessage;
use storage::chat::{Channel, ChannelType};

use crate::platform::error::{Refusal, Result};

/// What is known of somebody to whom one wants to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toward {
    /// Their choice.
    pub takes: WhoMayMessage,
    pub shares_organisation: bool,
    pub is_contact: bool,
    /// A block stands between the two, whoever set it.
    pub is_blocked: bool,
}

/// May a conversation with somebody be begun?
pub fn may_begin(toward: Toward) -> Result<()> {
    let takes = match toward.takes {
        WhoMayMessage::Everyone => true,
        WhoMayMessage::SharedOrg => toward.shares_organisation || toward.is_contact,
        WhoMayMessage::Contacts => toward.is_contact,
    };
    if takes && !toward.is_blocked { Ok(()) } else { Err(may_not()) }
}

/// May anything be added to a conversation? `barred`: a block stands between the two of it, or the other is no more. Nobody
/// learns which, or whose block it is.
pub fn not_barred(barred: bool) -> Result<()> {
    if barred { Err(may_not()) } else { Ok(()) }
}

/// The refusal that tells no reason.
pub fn may_not() -> Refusal {
    Refusal::forbidden("MAY_NOT_MESSAGE", "Det går inte att skriva till den här personen.")
}

/// A conversation is its people, and comments are for who sees their event: nobody manages them, is brought into them or taken
/// out of them.
pub fn not_direct(channel: &Channel) -> Result<()> {
    match channel.channel_type {
        ChannelType::Direct => Err(Refusal::conflict("DIRECT", "Det går inte i direktmeddelanden.")),
        ChannelType::Event | ChannelType::Public | ChannelType::Private => not_comments(channel),
    }
}

/// The comments of an event are one thread, in which nothing is put above the rest.
pub fn not_comments(channel: &Channel) -> Result<()> {
    if channel.event().is_some() {
        return Err(Refusal::conflict("DIRECT", "Det går inte i en händelses kommentarer."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_begin() {
        use WhoMayMessage::{Contacts, Everyone, SharedOrg};
        let (yes, no) = (true, false);
        // They take; we share an organisation; we are contacts; a block → may I?
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
