//! The areas of the product, one line each; what an area is says [`crate::area`].

use storage::chat::CardType;
use storage::ids::SessionId;

use crate::accounts::Who;
use crate::area::Area;
use crate::chat::cards::{CardKind, seen};
use crate::live::room::Rooms;

/// Every kind of room: the product's own, and those of `more` areas. Made once for a platform, and kept as long as the process.
pub fn rooms(more: &[&'static Area]) -> Rooms {
    let kinds = AREAS.iter().chain(more).flat_map(|area| area.rooms).copied().collect::<Vec<_>>();
    Rooms::new(kinds.leak())
}

/// What a message may point at ([`crate::chat::cards`]).
pub static CARDS: &[CardKind] = &[
    CardKind {
        kind: CardType::Event,
        brief: "Delade en händelse",
        sees: |platform, user_id, uuid| Box::pin(crate::calendar::is_seen(platform, user_id, uuid)),
    },
    CardKind {
        kind: CardType::Post,
        brief: "Delade ett inlägg",
        sees: |platform, user_id, uuid| {
            Box::pin(async move {
                let who = Who { user_id, session_id: SessionId(0), expires: 0, scopes: None };
                seen(crate::feed::post(platform, Some(&who), uuid).await)
            })
        },
    },
];

/// The product's areas, in the order in which they give up somebody who is erased: what they wrote before what they belong
/// to.
pub static AREAS: &[&Area] = &[
    &crate::tokens::AREA,
    &crate::chat::AREA,
    &crate::files::AREA,
    &crate::messages::AREA,
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::moderation::AREA,
    &crate::contacts::AREA,
    &crate::calendar::AREA,
    &crate::webhooks::AREA,
    &crate::links::AREA,
    &crate::lunch::AREA,
    &crate::entities::AREA,
    &crate::notifications::AREA,
    &crate::guides::AREA,
    &crate::push::AREA,
    &crate::search::AREA,
    &crate::accounts::AREA,
];
