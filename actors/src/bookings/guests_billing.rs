//! What guests are billed for. They have no account by which the ledger could name them: their name lies with their booking.

use std::time::Duration;

use storage::bookings::{Booking, Bookings};
use storage::engine::Write;
use storage::ids::EntityId;
use storage::occupancy::OccupationId;
use storage::record::Stored as _;

use super::guests::{by_token, no_link};
use crate::Platform;
use crate::ledger::view::BillView;
use crate::ledger::{self, BOOKING, Claim};
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// How a guest is billed whose name is erased.
const ERASED: &str = "Gäst";

/// Bills a guest, by the name that they gave.
pub(super) const BILL: JobKind = JobKind {
    name: "booking-guest-claim",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (_, mut claim): (EntityId, Claim) = serde_json::from_str(&job.payload)?;
            let id = OccupationId(claim.subject_id);
            let guest = Bookings::of(&platform.storage).guest(id).await?;
            claim.customer_name = Some(guest.map_or_else(|| ERASED.to_owned(), |guest| guest.name));
            Ok(ledger::apply(&platform, &claim).await?)
        })
    },
};

/// The job that bills a guest.
pub(super) fn claiming(platform: &Platform, claim: &Claim) -> Result<Write> {
    Ok(jobs::job(platform, BILL.name, now(), &(claim.entity_id, claim))?.insert())
}

/// What was billed for a booking.
pub(super) async fn bills(platform: &Platform, booking: Option<&Booking>) -> Result<Vec<BillView>> {
    match booking {
        Some(booking) => ledger::of_subject(platform, BOOKING, booking.booking_id.0).await,
        None => Ok(Vec::new()),
    }
}

/// A bill of the booking of a mailed link as a PDF, and its reference. 404: the link is not valid, or has no such bill.
pub async fn bill(platform: &Platform, token: &str, reference: &str) -> Result<(String, Vec<u8>)> {
    let (_, booking) = by_token(platform, token).await?;
    let booking = booking.ok_or_else(no_link)?;
    ledger::pdf_of_subject(platform, (BOOKING, booking.booking_id.0), reference).await
}
