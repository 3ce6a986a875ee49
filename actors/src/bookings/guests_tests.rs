use std::collections::BTreeMap;

use storage::bookings::Price;
use storage::occupancy::{BookableId, SpaceId};
use storage::time::Moment;
use storage::value::Json;

use super::*;

fn booking(status: Status, starts: i64) -> Booking {
    Booking {
        booking_id: OccupationId(7),
        version: 1,
        status: status.number(),
        bookable_id: BookableId(1),
        space_id: SpaceId(1),
        entity_id: storage::ids::EntityId(2),
        user_id: UserId(-3),
        customer_id: None,
        series_id: None,
        starts: Moment(starts),
        ends: Moment(starts + 3_600_000),
        participants: None,
        answers: Json(BTreeMap::new()),
        note: String::new(),
        price: Json(Price::default()),
        cancellation: Json(None),
        fee: 0,
        release_after: None,
        ended: None,
        reason: None,
        created: Moment(0),
        changed: Moment(0),
    }
}

#[test]
fn guest_is_told_of_what_changes_for_them() {
    let at = |status| booking(status, 0);
    let later = booking(Status::Booked, 3_600_000);
    let cases = [
        (None, at(Status::Booked), Some(News::Confirmed)),
        (None, at(Status::Pending), Some(News::Asked)),
        (Some(at(Status::Pending)), at(Status::Booked), Some(News::Confirmed)),
        (Some(at(Status::Pending)), at(Status::Declined), Some(News::Declined)),
        (Some(at(Status::Booked)), at(Status::Cancelled), Some(News::Cancelled)),
        (Some(at(Status::Booked)), later, Some(News::Moved)),
        (Some(at(Status::Booked)), at(Status::Booked), None),
        (Some(at(Status::Booked)), at(Status::CheckedIn), None),
        (Some(at(Status::Booked)), at(Status::NoShow), None),
    ];
    for (n, (old, new, told)) in cases.into_iter().enumerate() {
        assert_eq!(news(old.as_ref(), &new), told, "case {n}");
    }
}

#[test]
fn guest_is_kept_thirty_days_after_the_end_or_a_day_unconfirmed() {
    let guest = GuestBooking {
        booking_id: OccupationId(7),
        token_hash: String::new(),
        name: "Kim".into(),
        email: "kim@example.se".into(),
        bookable_id: BookableId(1),
        hold_id: OccupationId(8),
        starts: Moment(0),
        ends: Moment(0),
        participants: None,
        answers: Json(BTreeMap::new()),
        note: String::new(),
        created: Moment(1_000),
    };
    assert_eq!(erased_at(&guest, None), 1_000 + 86_400_000);
    assert_eq!(erased_at(&guest, Some(&booking(Status::Booked, 0))), 3_600_000 + 30 * 86_400_000);
}
