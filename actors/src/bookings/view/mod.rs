//! Bookables and bookings on the wire. Contract §8.

mod bookables;
mod bookings;
mod guests;
mod times;

pub use bookables::*;
pub use bookings::*;
pub use guests::*;
pub use times::*;
