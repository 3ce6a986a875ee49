//! The product's areas, one line each; [`crate::platform::area`] defines an area.

use crate::platform::area::{Area, More};

/// The product's areas with a declaration; the routes of the others are in `routes.rs`.
pub static AREAS: More = &[
    &crate::tokens::AREA,
    &crate::notifications::AREA,
    &crate::push::AREA,
    &crate::guides::AREA,
    &crate::files::AREA,
    &crate::messages::AREA,
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
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::infopoints::AREA,
    &crate::courses::AREA,
    &crate::moderation::AREA,
    &crate::administration::AREA,
];

/// The storage parts of additional areas.
pub fn kept(more: More) -> Vec<&'static storage::Area> {
    more.iter().map(|area| area.storage).collect()
}

/// The actors' parts of additional areas.
pub fn acting(more: More) -> Vec<&'static actors::area::Area> {
    more.iter().map(|area| area.actors).collect()
}

/// The product's areas, then additional ones.
pub fn all(more: More) -> impl Iterator<Item = &'static Area> {
    AREAS.iter().chain(more).copied()
}
