//! Who manages an organisation's bookables, who may book them, and who sees them: pure. Contract §8.1.

use storage::RelationType;
use storage::bookings::Bookable;
use storage::bookings::settings::PUBLIC;

use super::rules::state;
use super::view::{BookableAbility, BookingAbility};
pub use crate::entities::rules::runs_business as manages;
use crate::platform::error::{Refusal, Result};

/// `status` of a bookable that only managers see.
pub const HIDDEN: i64 = 0;
/// `status` of a bookable that can be booked.
pub const AVAILABLE: i64 = 1;

/// Whether somebody with this relation may book: managers always, others as the settings say.
pub fn may_book(bookable: &Bookable, relation: Option<RelationType>) -> bool {
    let is_meant =
        |who: &String| who == PUBLIC || relation.is_some_and(|relation| relation.as_str() == who.as_str());
    manages(relation) || bookable.status != HIDDEN && bookable.settings.0.who_may_book.iter().any(is_meant)
}

/// What somebody with this relation may do with a bookable. None: they may not see it.
pub fn abilities(bookable: &Bookable, relation: Option<RelationType>) -> Option<Vec<BookableAbility>> {
    let (manages, books) = (manages(relation), may_book(bookable, relation));
    let is_seen = manages || bookable.status != HIDDEN && (books || relation.is_some());
    let book = (books && bookable.status == AVAILABLE).then_some(BookableAbility::Book);
    is_seen.then(|| book.into_iter().chain(manages.then_some(BookableAbility::Manage)).collect())
}

/// 404: it does not exist, or the caller may not see it.
pub fn absent() -> Refusal {
    Refusal::not_found("Det som skulle bokas finns inte.")
}

/// Whether somebody with these abilities manages a bookable.
pub fn is_managed(abilities: &[BookableAbility]) -> bool {
    abilities.contains(&BookableAbility::Manage)
}

/// 403 ROLE_TOO_LOW.
pub fn not_manager() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Du får inte hantera organisationens bokningar.")
}

/// Refuses whoever does not manage the organisation's bookables. 403 ROLE_TOO_LOW.
pub fn manage(relation: Option<RelationType>) -> Result<()> {
    if manages(relation) { Ok(()) } else { Err(not_manager()) }
}

/// Refuses whoever may not book. 404: they may not see it; 403 MAY_NOT_BOOK; 409 UNAVAILABLE.
pub fn book(bookable: &Bookable, relation: Option<RelationType>) -> Result<()> {
    let abilities = abilities(bookable, relation).ok_or_else(absent)?;
    if !may_book(bookable, relation) {
        return Err(Refusal::forbidden("MAY_NOT_BOOK", "Du får inte boka det här."));
    }
    if !abilities.contains(&BookableAbility::Book) {
        return Err(Refusal::conflict("UNAVAILABLE", "Det går inte att boka just nu."));
    }
    Ok(())
}

/// Whether an act is for whoever it is booked for; the others are for managers.
pub fn is_for_booker(act: state::Act, check_in: bool) -> bool {
    match act {
        state::Act::Cancel => true,
        state::Act::CheckIn | state::Act::CheckOut => check_in,
        state::Act::Confirm | state::Act::Decline | state::Act::NoShow => false,
    }
}

/// What somebody may do with a booking as it stands.
pub fn of_booking(
    booking: &state::Booking,
    (is_booker, manages, check_in): (bool, bool, bool),
    now: i64,
) -> Vec<BookingAbility> {
    use state::Act::{Cancel, CheckIn, CheckOut, Confirm, Decline, NoShow};
    let all = [
        (Confirm, BookingAbility::Confirm),
        (Decline, BookingAbility::Decline),
        (Cancel, BookingAbility::Cancel),
        (CheckIn, BookingAbility::CheckIn),
        (CheckOut, BookingAbility::CheckOut),
        (NoShow, BookingAbility::NoShow),
    ];
    let may = |act| manages || is_booker && is_for_booker(act, check_in);
    let acts = all.into_iter().filter(|(act, _)| may(*act) && state::act(booking, *act, now).is_ok());
    let moves = (manages || is_booker) && state::movable(booking, now).is_ok();
    acts.map(|(_, ability)| ability).chain(moves.then_some(BookingAbility::Move)).collect()
}

#[cfg(test)]
#[path = "rights_tests.rs"]
mod tests;
