//! What every way of taking time of a space has in common: its row, its bounds, and the refusal of taken time.

use serde_json::json;
use storage::bookings::Booking;
use storage::engine::Write;
use storage::ids::UserId;
use storage::occupancy::{BookableId, Occupation, OccupationId, OccupationList, OccupationStatus, Window};
use storage::record::Stored;

use super::billing::billing;
use super::calendar::reminding;
use super::facts::Facts;
use super::guests;
use super::rules::state::{self, Status};
use super::times::nearest;
use super::{DUE, of_record, time_of};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{DAY_MS, Interval};
use crate::platform::jobs;
use crate::platform::time::Moment;

/// The longest buffer.
const BUFFER_MS: i64 = DAY_MS;
/// Free times that are offered where one is taken.
const NEAREST: usize = 2;

/// 409 OVERLAP, with the times in the way.
pub(super) fn overlap(conflicts: &[&Occupation]) -> Refusal {
    let times: Vec<_> = conflicts.iter().map(|row| json!({ "start": row.starts, "end": row.ends })).collect();
    Refusal::conflict("OVERLAP", "Tiden är upptagen.").with("conflicts", times).with("canSkip", false)
}

pub(super) fn hold_expired() -> Refusal {
    Refusal::conflict("HOLD_EXPIRED", "Tiden hölls inte längre och har blivit bokad av någon annan.")
}

/// The occupation of a booking or a hold.
pub(super) fn occupation(
    facts: &Facts,
    id: OccupationId,
    user_id: UserId,
    time: Interval,
    status: OccupationStatus,
) -> Occupation {
    let (bookable, settings) = (&facts.bookable, &facts.bookable.settings.0);
    Occupation {
        space_id: bookable.space_id,
        list: OccupationList::Short,
        place: 0,
        occupation_id: id,
        status,
        starts: Moment(time.start),
        ends: Moment(time.end),
        units: bookable.units,
        most: settings.max_concurrent,
        buffer: settings.buffer_time,
        bookable_id: bookable.bookable_id,
        user_id,
        // Nobody answers a request any more once its time has begun.
        expires: (status == OccupationStatus::Pending).then_some(Moment(time.start)),
        price: None,
        revision: 1,
        arriving: None,
    }
}

/// The window of rows by which a time is judged: as far as the longest buffer reaches, because the bookable's own may
/// be longer than any that the space has known.
pub(super) fn window(time: Interval) -> Window {
    Window { from: time.start - BUFFER_MS, to: time.end + BUFFER_MS }
}

/// Refuses what cannot be a time before anything is read: 422 LENGTH (`end`).
pub(super) fn bounded(start: Moment, end: Moment) -> Result<Interval> {
    let time = Interval::new(start.0, end.0);
    if time_of(time) == time {
        return Ok(time);
    }
    Err(Refusal::field("end", "LENGTH", "Sluttiden ska ligga efter starttiden, högst 31 dagar."))
}

/// Adds the nearest free times to a refusal because of others' bookings.
pub(super) async fn with_nearest(
    platform: &Platform,
    who: &Who,
    bookable_id: BookableId,
    time: Interval,
    refusal: Refusal,
) -> Refusal {
    if !matches!(refusal.code, "OVERLAP" | "HOLD_EXPIRED") {
        return refusal;
    }
    let free = nearest(platform, who, bookable_id, time, NEAREST).await.unwrap_or_default();
    refusal.with("nearest", serde_json::to_value(free).unwrap_or_default())
}

/// 409: what it costs is not what was shown.
pub(super) fn price_changed(price: i64) -> Refusal {
    let message = "Priset har ändrats. Kontrollera det nya priset och boka igen.";
    Refusal::conflict("PRICE_CHANGED", message).with("price", price)
}

/// How the space holds a booking with a status.
pub(super) fn occupied_as(status: Status) -> OccupationStatus {
    match status {
        Status::Pending => OccupationStatus::Pending,
        Status::CheckedIn => OccupationStatus::CheckedIn,
        _ => OccupationStatus::Booked,
    }
}

/// The writes of a new or changed booking: its row, its list entries, the job that bills it, the one that tells
/// a guest, and the one that carries out what happens to it by itself. `name`: that of what is booked.
pub(super) fn written(
    platform: &Platform,
    old: Option<&Booking>,
    new: &Booking,
    name: &str,
) -> Result<Vec<Write>> {
    let mut writes = new.writes(old);
    writes.extend(billing(platform, old, new, name)?);
    writes.extend(reminding(platform, old, new)?);
    writes.extend(guests::telling(platform, old, new)?);
    if let Some((at, _)) = state::due(&of_record(new)) {
        writes.push(jobs::job(platform, DUE.name, at, &new.booking_id)?.insert());
    }
    Ok(writes)
}
