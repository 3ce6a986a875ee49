//! What a booking bills: its price while it stands, a fee once it was cancelled or nobody came. Contract §8.3.

use storage::bookings::{Booking, PriceLine};
use storage::engine::Write;
use storage::ledger::LedgerEntryKind;
use storage::time::Day;

use super::facts::zone;
use super::guests::is_guest;
use super::guests_billing;
use super::rules::state::Status;
use crate::Platform;
use crate::calendar::when::in_words;
use crate::ledger::{self, Claim, ClaimLine};
use crate::platform::error::Result;
use crate::platform::hours::date_of;
use crate::platform::money::kronor;
use crate::platform::time::ZONE;

fn line(line: &PriceLine) -> ClaimLine {
    let (hours, minutes) = (line.minutes / 60, line.minutes % 60);
    let length = match (hours, minutes) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} tim"),
        (hours, minutes) => format!("{hours} tim {minutes} min"),
    };
    let text = format!("{length} à {} i timmen", kronor(line.price_per_hour));
    ClaimLine { text, amount: line.amount, vat_rate: line.vat_rate }
}

/// What is owed for a booking as it stands: nothing while it waits for an answer.
fn owed(booking: &Booking) -> (LedgerEntryKind, Vec<ClaimLine>) {
    let price = &booking.price.0;
    let fee = |text: &str| {
        let vat_rate = price.lines.first().map_or(0, |line| line.vat_rate);
        let line = ClaimLine { text: text.to_owned(), amount: booking.fee, vat_rate };
        (LedgerEntryKind::Fee, Some(line).filter(|line| line.amount > 0).into_iter().collect())
    };
    match Status::from_number(booking.status) {
        Some(Status::Booked | Status::CheckedIn | Status::Completed) => {
            let lines = price.lines.iter().filter(|line| line.amount > 0).map(line);
            (LedgerEntryKind::Booking, lines.collect())
        }
        Some(Status::Cancelled) => fee("Avbokningsavgift"),
        Some(Status::NoShow) => fee("Avgift för utebliven bokning"),
        Some(Status::Pending | Status::Declined) | None => (LedgerEntryKind::Booking, Vec::new()),
    }
}

/// Why what was billed before does not hold any more.
fn reason(booking: &Booking) -> &'static str {
    match Status::from_number(booking.status) {
        Some(Status::Cancelled) => "Avbokad",
        Some(Status::NoShow) => "Utebliven",
        Some(Status::Declined) => "Avböjd",
        _ => "Ändrad bokning",
    }
}

/// What a new or changed booking bills; none: as before. `name`: that of what is booked.
pub(super) fn claim(old: Option<&Booking>, new: &Booking, name: &str) -> Result<Option<Claim>> {
    let before = old.map_or((LedgerEntryKind::Booking, Vec::new()), owed);
    let (kind, lines) = owed(new);
    if (&before.0, &before.1) == (&kind, &lines) || before.1.is_empty() && lines.is_empty() {
        return Ok(None);
    }
    let name = if name.is_empty() { "Bokning" } else { name };
    Ok(Some(Claim {
        subject_kind: ledger::BOOKING.to_owned(),
        subject_id: new.booking_id.0,
        version: new.version,
        entity_id: new.entity_id,
        user_id: new.user_id,
        customer_name: None,
        customer_id: new.customer_id,
        kind,
        text: format!("{name}, {}", in_words(new.starts, ZONE)),
        lines,
        reason: Some(reason(new).to_owned()),
        due: Day(date_of(&zone()?, new.changed.0)),
        // Whoever books sees the price as they do.
        tells: old.is_some(),
    }))
}

/// The job that bills a new or changed booking; none: it costs what it cost.
pub(super) fn billing(
    platform: &Platform,
    old: Option<&Booking>,
    new: &Booking,
    name: &str,
) -> Result<Option<Write>> {
    let claiming = if is_guest(new.user_id) { guests_billing::claiming } else { ledger::claiming };
    claim(old, new, name)?.map(|claim| claiming(platform, &claim)).transpose()
}

#[cfg(test)]
#[path = "billing_tests.rs"]
mod tests;
