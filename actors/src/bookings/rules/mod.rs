//! The rules of bookings: pure, with the time, the time zone and the public holidays passed in.
//!
//! Whether a time is still free is decided with the space's occupations (`crate::occupancy`), not here.

pub mod cancel;
pub mod pictures;
pub mod price;
pub mod quota;
pub mod series;
pub mod settings;
pub mod slots;
pub mod state;

#[cfg(test)]
pub(super) mod samples;
