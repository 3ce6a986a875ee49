//! Bookable spaces and things: their settings, and the bookings of them. Contract §8.

pub mod settings;
