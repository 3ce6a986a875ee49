use storage::bookings::BookableKind;
use storage::ids::EntityId;
use storage::occupancy::{BookableId, SpaceId};
use storage::time::Moment;
use storage::value::Json;

use super::*;
use crate::bookings::rules::state::{Act, Status};
use crate::platform::hours::Interval;

const HOUR: i64 = 3_600_000;

fn bookable(status: i64, who_may_book: &[&str]) -> Bookable {
    let settings = storage::bookings::settings::BookableSettings {
        who_may_book: who_may_book.iter().map(|who| (*who).to_owned()).collect(),
        ..storage::bookings::settings::BookableSettings::default()
    };
    Bookable {
        bookable_id: BookableId(1),
        version: 1,
        entity_id: EntityId(1),
        space_id: SpaceId(1),
        name: "Hel hall".to_owned(),
        slug: "hel-hall".to_owned(),
        kind: BookableKind::Room,
        units: 1,
        description: String::new(),
        place: String::new(),
        infopoint_id: None,
        pictures: Json::default(),
        status,
        settings: Json(settings),
        created: Moment(0),
    }
}

#[test]
fn abilities_follow_relation_status_and_settings() {
    use BookableAbility::{Book, Manage};
    use RelationType::{Administrator, Follower, Manager, Member, Owner, President, Teacher};
    let table: [(i64, &[&str], Option<RelationType>, Option<&[BookableAbility]>); 14] = [
        (1, &["MEMBER"], Some(Member), Some(&[Book])),
        (1, &["MEMBER"], Some(Follower), Some(&[])),
        (1, &["MEMBER"], None, None),
        (1, &["PUBLIC"], None, Some(&[Book])),
        (1, &["TEACHER", "MEMBER"], Some(Teacher), Some(&[Book])),
        (1, &[], Some(Member), Some(&[])),
        (1, &[], Some(Owner), Some(&[Book, Manage])),
        (1, &[], Some(Administrator), Some(&[Book, Manage])),
        (1, &[], Some(President), Some(&[Book, Manage])),
        (1, &[], Some(Manager), Some(&[Book, Manage])),
        // Hidden: there is no such thing for others.
        (0, &["PUBLIC"], Some(Member), None),
        (0, &["PUBLIC"], Some(Owner), Some(&[Manage])),
        // Unavailable: seen, and booked by nobody.
        (2, &["MEMBER"], Some(Member), Some(&[])),
        (2, &["MEMBER"], Some(Owner), Some(&[Manage])),
    ];
    for (status, who, relation, expected) in table {
        let found = abilities(&bookable(status, who), relation);
        assert_eq!(found.as_deref(), expected, "{status} {who:?} {relation:?}");
    }
}

#[test]
fn refusals_say_why() {
    let code = |bookable: &Bookable, relation| book(bookable, relation).err().map(|refusal| refusal.code);
    let member = Some(RelationType::Member);
    assert_eq!(code(&bookable(1, &["MEMBER"]), member), None);
    assert_eq!(code(&bookable(1, &["MEMBER"]), None), Some("NOT_FOUND"));
    assert_eq!(code(&bookable(1, &["TEACHER"]), member), Some("MAY_NOT_BOOK"));
    assert_eq!(code(&bookable(2, &["MEMBER"]), member), Some("UNAVAILABLE"));
    assert_eq!(manage(member).err().map(|refusal| refusal.code), Some("ROLE_TOO_LOW"));
}

#[test]
fn abilities_of_a_booking_follow_its_status() {
    use BookingAbility::{Cancel, CheckIn, CheckOut, Confirm, Decline, Move, NoShow};
    let booking =
        |status| state::Booking { status, time: Interval::new(10 * HOUR, 12 * HOUR), release_after: None };
    let (booker, checking, manager) = ((true, false, false), (true, false, true), (false, true, false));
    let table: [(Status, _, i64, &[BookingAbility]); 8] = [
        (Status::Pending, booker, 0, &[Cancel, Move]),
        (Status::Pending, manager, 0, &[Confirm, Decline, Cancel, Move]),
        (Status::Booked, booker, 0, &[Cancel, Move]),
        (Status::Booked, checking, 0, &[Cancel, CheckIn, Move]),
        (Status::Booked, manager, 0, &[Cancel, CheckIn, NoShow, Move]),
        (Status::CheckedIn, manager, 11 * HOUR, &[CheckOut]),
        (Status::Cancelled, manager, 0, &[]),
        (Status::Booked, (false, false, false), 0, &[]),
    ];
    for (status, who, now, expected) in table {
        assert_eq!(of_booking(&booking(status), who, now), expected, "{status:?} {who:?}");
    }
    assert!(is_for_booker(Act::Cancel, false) && !is_for_booker(Act::Confirm, true));
}
