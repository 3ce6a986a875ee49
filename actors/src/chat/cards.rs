//! Cards: a message that points at something of another area, shown in its current state. Contract §3.8.
//!
//! The thing is not copied: neither into the message nor into its preview, notifications, push messages or mails. Each
//! reader fetches it by a call of their own and sees what they may.

use storage::chat::{Card, CardType};
use storage::ids::UserId;

use super::view::{MessageType, NewMessage};
use crate::Platform;
use crate::platform::error::{Refusal, Result};

/// Longest id that is looked up, in bytes.
const ID_MAX: usize = 64;

/// The preview of a card without text.
pub(super) fn brief(card: &Card) -> &'static str {
    match card.kind {
        CardType::Event => "Delade en händelse",
        CardType::Post => "Delade ett inlägg",
        CardType::Booking => "Delade en bokning",
        CardType::Task => "Delade en uppgift",
        CardType::Lesson => "Delade en lektion",
    }
}

fn absent() -> Refusal {
    Refusal::field("card", "NOT_FOUND", "Det du vill dela finns inte.")
}

/// Validates a new message's card, without looking up what it points at.
pub(super) fn judged(new: &NewMessage) -> Result<Option<Card>> {
    let wrong = |field: &'static str, code, message: &'static str| Err(Refusal::field(field, code, message));
    let Some(card) = &new.card else {
        return match new.message_type {
            Some(MessageType::Card) => wrong("card", "REQUIRED", "Välj vad som ska delas."),
            _ => Ok(None),
        };
    };
    if new.message_type.is_some_and(|kind| kind != MessageType::Card) {
        return wrong("messageType", "ONE_OF", "Ett kort har typen CARD.");
    }
    if new.poll.is_some() {
        return wrong("card", "ONE_OF", "En omröstning kan inte vara ett kort.");
    }
    if !(1..=ID_MAX).contains(&card.id.len())
        || !card.id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        return Err(absent());
    }
    Ok(Some(card.clone()))
}

/// Refuses a card whose sender may not see what it points at: 422 `card` NOT_FOUND, the same as for a missing thing.
pub(super) async fn may_share(platform: &Platform, user_id: UserId, card: &Card) -> Result<()> {
    let mut cards = platform.areas().flat_map(|area| area.cards);
    let (_, sees) = cards.find(|(kind, _)| *kind == card.kind).ok_or_else(absent)?;
    if sees(platform, user_id, &card.id).await? { Ok(()) } else { Err(absent()) }
}

#[cfg(test)]
mod tests {
    use super::super::view::PollInput;
    use super::*;

    #[test]
    fn what_may_be_asked() {
        let card = |id: &str| Some(Card { kind: CardType::Event, id: id.to_owned() });
        let uuid = "0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d";
        let poll = || {
            let options = vec!["a".to_owned(), "b".to_owned()];
            let question = "När?".to_owned();
            Some(PollInput {
                question,
                options,
                multiple: false,
                anonymous: false,
                closes: None,
                times: None,
            })
        };
        let long = "a".repeat(65);
        let cases = [
            (None, None, None, Ok(false)),
            (Some(MessageType::Text), None, None, Ok(false)),
            (Some(MessageType::Poll), None, poll(), Ok(false)),
            (Some(MessageType::Card), card(uuid), None, Ok(true)),
            (None, card(uuid), None, Ok(true)),
            (Some(MessageType::Card), None, None, Err(("card", "REQUIRED"))),
            (Some(MessageType::Text), card(uuid), None, Err(("messageType", "ONE_OF"))),
            (Some(MessageType::Card), card(uuid), poll(), Err(("card", "ONE_OF"))),
            (None, card("../../event"), None, Err(("card", "NOT_FOUND"))),
            (None, card("å"), None, Err(("card", "NOT_FOUND"))),
            (None, card(&long), None, Err(("card", "NOT_FOUND"))),
        ];
        for (message_type, card, poll, expected) in cases {
            let new = NewMessage { poll, message_type, card, ..NewMessage::default() };
            let found = judged(&new).map(|card| card.is_some());
            let found =
                found.map_err(|refusal| (refusal.fields[0].field.to_string(), refusal.fields[0].code));
            assert_eq!(found, expected.map_err(|(field, code)| (field.to_owned(), code)), "{new:?}");
        }
    }

    #[test]
    fn every_kind_of_card_has_a_brief() {
        for kind in CardType::ALL {
            let expected = match kind {
                CardType::Event => "Delade en händelse",
                CardType::Post => "Delade ett inlägg",
                CardType::Booking => "Delade en bokning",
                CardType::Task => "Delade en uppgift",
                CardType::Lesson => "Delade en lektion",
            };
            assert_eq!(brief(&Card { kind: *kind, id: String::new() }), expected);
        }
    }
}
