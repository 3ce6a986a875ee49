//! The areas of the product, one line each; see [`crate::area`] for what an area is.

use crate::area::Area;
use crate::live::room::Rooms;

/// The product's areas, then the additional ones.
pub fn all(more: &[&'static Area]) -> impl Iterator<Item = &'static Area> {
    AREAS.iter().chain(more).copied()
}

/// Every kind of room: the product's own, and those of `more` areas. Called once per platform; the list is leaked.
pub fn rooms(more: &[&'static Area]) -> Rooms {
    let kinds = all(more).flat_map(|area| area.rooms).copied().collect::<Vec<_>>();
    Rooms::new(kinds.leak())
}

/// The product's areas, in the order in which a person is erased from them: what somebody wrote before what they belong
/// to.
pub static AREAS: &[&Area] = &[
    &crate::tokens::AREA,
    &crate::chat::AREA,
    &crate::files::AREA,
    &crate::messages::AREA,
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::infopoints::AREA,
    &crate::courses::AREA,
    &crate::moderation::AREA,
    &crate::contacts::AREA,
    &crate::calendar::AREA,
    &crate::webhooks::AREA,
    &crate::links::AREA,
    &crate::lunch::AREA,
    &crate::newsletters::AREA,
    &crate::bookings::AREA,
    &crate::ledger::AREA,
    &crate::vacation::AREA,
    &crate::tasks::AREA,
    &crate::invitations::AREA,
    &crate::entities::AREA,
    &crate::audit::AREA,
    &crate::administration::AREA,
    &crate::notifications::AREA,
    &crate::guides::AREA,
    &crate::push::AREA,
    &crate::search::AREA,
    &crate::accounts::AREA,
];

#[cfg(test)]
mod tests {
    use storage::chat::CardType;

    use super::AREAS;
    use crate::platform::pictures::PictureKind;

    #[test]
    fn every_kind_of_card_is_declared_by_one_area() {
        for kind in CardType::ALL {
            let cards = AREAS.iter().flat_map(|area| area.cards);
            assert_eq!(cards.filter(|(one, _)| one == kind).count(), 1, "{kind}");
        }
    }

    #[test]
    fn every_kind_of_picture_is_declared_by_one_area() {
        for kind in PictureKind::ALL {
            let pictures = AREAS.iter().flat_map(|area| area.pictures);
            assert_eq!(pictures.filter(|(one, _)| *one == kind).count(), 1, "{kind:?}");
        }
    }
}
