//! Bookings of spaces, things and people's time. Contract §8.

pub mod rules;
