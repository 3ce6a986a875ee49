//! Ledgers of organisations: what they bill, whether it is paid, and the papers about it. Contract §8.3.
//!
//! Other areas bill by a claim that joins their own write ([`claims`]). Every change is decided by the head of the
//! organisation's ledger ([`deciding`]).

mod acting;
mod bells;
mod claims;
pub mod csv;
mod deciding;
mod downloads;
mod paper;
mod reading;
mod rights;
pub mod rules;
mod setting;
pub mod settings_view;
pub mod sie;
pub mod view;
mod vouchers;

pub use acting::{cancel, create, pay, refund, set_status};
pub use claims::{Claim, ClaimLine, apply, claiming};
pub use downloads::{accounts, pdf, pdf_of_subject, table};
pub use reading::{Wanted, list, mine, of_subject, one};
pub use setting::{is_overdue, owes_overdue, save_settings, settings, stops_overdue};

use storage::time::Day;

use crate::area::Area;
use crate::platform::error::Result;
use crate::platform::hours::{date_of, zone};

/// The kind of a subject that is a booking, shown as `idReservationExclusive`.
pub const BOOKING: &str = "booking";

/// The area's declaration. Nobody is erased from it: vouchers are kept for seven years by law.
pub static AREA: Area = Area {
    jobs: &[claims::CLAIM],
    bells: &[bells::BELLS],
    entity_jobs: &[claims::CLAIM.name],
    export: Some(|platform, who| Box::pin(reading::files(platform, who))),
    ..Area::named("ledger")
};

/// The day of a moment.
fn day_of(at: i64) -> Result<Day> {
    Ok(Day(date_of(&zone()?, at)))
}

/// Some days after a day.
fn days_after(day: Day, days: i64) -> Day {
    Day(day.0.saturating_add(jiff::Span::new().days(days)))
}
