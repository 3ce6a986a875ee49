//! The rules of direct messages: pure functions over facts. Contract §3.5.

use storage::accounts::WhoMayMessage;
use storage::chat::{Channel, ChannelType};
use storage::ids::UserId;

use super::view::PERSON;
use crate::platform::error::{Refusal, Result};

/// Most people in a conversation.
pub const PEOPLE_MAX: usize = 8;

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

/// Only people talk with each other here.
pub fn kind(id_type: i64) -> Result<()> {
    if id_type == PERSON {
        return Ok(());
    }
    Err(Refusal::field("idType", "ID_TYPE", "Det går bara att skriva till personer."))
}

/// The people of a conversation that `me` asks for, `me` among them, by ascending id.
pub fn circle(me: UserId, asked: &[UserId]) -> Result<Vec<UserId>> {
    let mut people: Vec<UserId> = asked.iter().copied().chain([me]).collect();
    people.sort_unstable();
    people.dedup();
    if (2..=PEOPLE_MAX).contains(&people.len()) {
        return Ok(people);
    }
    Err(Refusal::field("userIds", "PEOPLE", "En konversation har 2–8 personer."))
}

/// Somebody who does not exist, or of whom one may not know.
pub fn unknown() -> Refusal {
    Refusal::field("userIds", "UNKNOWN", "Personen finns inte.")
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

    #[test]
    fn two_to_eight_people() {
        let ids = |ids: &[i64]| ids.iter().map(|id| UserId(*id)).collect::<Vec<_>>();
        let me = UserId(5);
        assert_eq!(circle(me, &ids(&[9, 5, 1, 9])).unwrap(), ids(&[1, 5, 9]));
        assert_eq!(circle(me, &ids(&[9])).unwrap(), ids(&[5, 9]));
        assert_eq!(circle(me, &ids(&[1, 2, 3, 4, 6, 7, 8])).unwrap().len(), 8);
        for wrong in [&[][..], &[5], &[1, 2, 3, 4, 6, 7, 8, 9]] {
            assert_eq!(circle(me, &ids(wrong)).unwrap_err().fields[0].field, "userIds");
        }
    }

    #[test]
    fn only_people() {
        assert!(kind(1).is_ok());
        for other in [0, 2, 114, -1] {
            assert_eq!(kind(other).unwrap_err().fields[0].field, "idType");
        }
    }
}
