//! The areas of the product, one line each; what an area is says [`crate::platform::area`].

use crate::platform::area::{Area, More};

/// The product's areas that are declared as one; the older ones' routes stand in `routes.rs`.
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
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::moderation::AREA,
];

/// What the store is to keep besides.
pub fn kept(more: More) -> Vec<&'static storage::Area> {
    more.iter().map(|area| area.storage).collect()
}

/// What is to be done besides.
pub fn acting(more: More) -> Vec<&'static actors::area::Area> {
    more.iter().map(|area| area.actors).collect()
}

/// The product's areas, then those beside them.
pub fn all(more: More) -> impl Iterator<Item = &'static Area> {
    AREAS.iter().chain(more).copied()
}
