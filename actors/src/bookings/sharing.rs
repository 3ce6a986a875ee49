//! A booking shared in a message: what it is of, where and when, for whoever has its share id; nothing else of it.
//!
//! The share id is the booking's id and a code that only this installation can make, so that it needs no row and cannot
//! be guessed. Only who may see the booking gets it.

use data_encoding::HEXLOWER;
use storage::ids::UserId;
use storage::occupancy::OccupationId;

use super::facts::Names;
use super::of_record;
use super::reading::{existing_booking, visible};
use super::rules::state;
use super::view::SharedBookingView;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

const PURPOSE: &str = "shared booking";
/// Bytes of the code.
const CODE: usize = 16;

fn absent() -> Refusal {
    Refusal::not_found("Bokningen finns inte.")
}

/// The share id of a booking.
pub(super) fn share_id(platform: &Platform, id: OccupationId) -> String {
    let code = platform.secrets.mark(PURPOSE, &id.0.to_be_bytes());
    format!("{id}-{}", HEXLOWER.encode(code.get(..CODE).unwrap_or_default()))
}

/// The booking that a share id names; none: it is none of ours.
fn parsed(platform: &Platform, share_id: &str) -> Option<OccupationId> {
    let (id, code) = share_id.split_once('-')?;
    let id: OccupationId = id.parse().ok()?;
    let code = HEXLOWER.decode(code.as_bytes()).ok().filter(|code| code.len() == CODE)?;
    platform.secrets.is_marked(PURPOSE, &id.0.to_be_bytes(), &code).then_some(id)
}

/// What a shared booking shows, to anybody who is signed in and has its share id. 404.
pub async fn shared(platform: &Platform, who: &Who, share_id: &str) -> Result<SharedBookingView> {
    let id = parsed(platform, share_id).ok_or_else(absent)?;
    let booking = existing_booking(platform, id).await?;
    let names = Names::load(platform, std::slice::from_ref(&booking), None).await?;
    let (stands, at) = (of_record(&booking), now());
    let bookable = names.bookables.get(&booking.bookable_id);
    let entity = names.entities.get(&booking.entity_id);
    let is_visible = crate::area::seen(visible(platform, who.user_id, id).await)?;
    Ok(SharedBookingView {
        bookable_name: bookable.map(|one| one.name.clone()).unwrap_or_default(),
        place: bookable.map(|one| one.place.clone()).unwrap_or_default(),
        entity_name: entity.map(|one| one.entity_name.clone()).unwrap_or_default(),
        entity_slug: entity.map(|one| one.entity_slug.clone()).unwrap_or_default(),
        start: booking.starts,
        end: booking.ends,
        fl_status: state::current(&stands, at).number(),
        status_text: state::label(&stands, at).to_owned(),
        id_reservation_exclusive: is_visible.then_some(id),
    })
}

/// Whether somebody may put a booking into a message: whoever it is for, and who manages what is booked.
pub(super) async fn may_share(platform: &Platform, user_id: UserId, share_id: &str) -> Result<bool> {
    let Some(id) = parsed(platform, share_id) else { return Ok(false) };
    crate::area::seen(visible(platform, user_id, id).await)
}
