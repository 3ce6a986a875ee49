//! Bookables and bookings on the wire. Contract §8.

mod bookables;
mod bookings;
mod times;

pub use bookables::*;
pub use bookings::*;
pub use times::*;
