use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationList, SpaceId};
use storage::time::Moment;

use super::*;

const HOUR: i64 = 3_600_000;
const NOW: i64 = 1_000 * HOUR;

fn row(id: i64, status: OccupationStatus, hours: (i64, i64)) -> Occupation {
    Occupation {
        space_id: SpaceId(1),
        list: OccupationList::Short,
        place: 0,
        occupation_id: OccupationId(id),
        status,
        starts: Moment(NOW + hours.0 * HOUR),
        ends: Moment(NOW + hours.1 * HOUR),
        units: 1,
        most: 1,
        buffer: 0,
        bookable_id: BookableId(1),
        user_id: UserId(id),
        expires: None,
        price: None,
        revision: 1,
        arriving: None,
    }
    .placed(id)
}

fn booked(id: i64, hours: (i64, i64)) -> Occupation {
    row(id, OccupationStatus::Booked, hours)
}

fn waiting(id: i64, hours: (i64, i64)) -> Occupation {
    row(id, OccupationStatus::Waiting, hours)
}

fn hold(id: i64, hours: (i64, i64), expires: i64) -> Occupation {
    Occupation { expires: Some(Moment(expires)), ..row(id, OccupationStatus::Hold, hours) }
}

fn view(rows: Vec<Occupation>, waitlist: Vec<Occupation>) -> View {
    View::new(Space::new(SpaceId(1), EntityId(1), "Hall", 1), rows, waitlist, NOW)
}

fn ids(rows: &[&Occupation]) -> Vec<i64> {
    rows.iter().map(|row| row.occupation_id.0).collect()
}

fn offered(view: &View) -> Vec<i64> {
    let offers = view.offers(|_| Some(NOW + HOUR));
    offers.iter().filter_map(|offer| offer.new.as_ref()).map(|new| new.occupation_id.0).collect()
}

#[test]
fn a_hold_blocks_until_it_expires() {
    for (expires, expected) in [(NOW + 1, vec![1]), (NOW, vec![])] {
        let view = view(vec![hold(1, (1, 2), expires)], vec![]);
        assert_eq!(ids(&view.conflicts(&booked(2, (1, 2)).taken(), &[])), expected);
    }
}

#[test]
fn a_row_never_counts_against_itself() {
    let view = view(vec![booked(1, (1, 3)), booked(2, (4, 5))], vec![]);
    let moved = booked(1, (2, 4)).taken();
    assert_eq!(ids(&view.conflicts(&moved, &[])), [1]);
    assert!(view.conflicts(&moved, &[OccupationId(1)]).is_empty());
}

#[test]
fn newcomer_does_not_overtake_the_waitlist() {
    // Somebody waits for a time that an expired hold has left.
    let free = view(vec![hold(1, (1, 3), NOW)], vec![waiting(2, (1, 3))]);
    assert_eq!(ids(&free.conflicts_with_waitlist(&booked(3, (2, 4)).taken(), &[])), [2]);
    assert!(free.conflicts_with_waitlist(&booked(3, (3, 4)).taken(), &[]).is_empty(), "another time");
    // Whoever holds a time has it before those who wait for it.
    let held = view(vec![hold(1, (1, 3), NOW + 1)], vec![waiting(2, (1, 3))]);
    assert!(held.conflicts_with_waitlist(&booked(3, (1, 3)).taken(), &[OccupationId(1)]).is_empty());
    // Whoever's own time is not free keeps nobody from another part of it.
    let taken = view(vec![booked(1, (1, 2))], vec![waiting(2, (1, 3))]);
    assert!(taken.conflicts_with_waitlist(&booked(3, (2, 3)).taken(), &[]).is_empty());
}

#[test]
fn free_time_is_offered_in_the_waitlists_order() {
    let all = vec![waiting(1, (1, 3)), waiting(2, (2, 4)), waiting(3, (3, 5)), waiting(4, (8, 9))];
    assert_eq!(offered(&view(vec![booked(9, (8, 9))], all.clone())), [1, 3]);
    assert_eq!(offered(&view(vec![booked(9, (1, 2))], all.clone())), [2, 4]);
    assert!(view(vec![], all).offers(|_| None).is_empty(), "too late for offers");
}

#[test]
fn next_request_sees_what_was_decided() {
    let mut view = view(vec![booked(1, (1, 2))], vec![]);
    let changes = view.apply(vec![
        Change::insert(booked(2, (2, 3))),
        Change::insert(waiting(3, (1, 2))),
        Change::insert(row(4, OccupationStatus::Waiting, (1, 2))),
        Change::delete(booked(1, (1, 2))),
    ]);
    assert_eq!(view.space.last_queued, 2);
    let places: Vec<i64> =
        changes.iter().filter_map(|change| change.new.as_ref()).map(|new| new.place).collect();
    assert_eq!(places, [NOW + 2 * HOUR, 1, 2], "by start, and by number on the waitlist");
    assert_eq!(ids(&view.conflicts(&booked(5, (1, 3)).taken(), &[])), [2]);
    assert_eq!(view.waitlist().len(), 2);
    // An offer leaves the waitlist.
    let offers = view.offers(|_| Some(NOW + HOUR));
    view.apply(offers);
    assert_eq!((view.waitlist().len(), view.live().count()), (1, 2));
}

#[test]
fn long_rows_lie_apart_from_short_ones() {
    assert_eq!(booked(1, (0, 24)).list, OccupationList::Short);
    assert_eq!(booked(1, (0, 25)).list, OccupationList::Long);
}

#[test]
fn expired_holds_are_kept_for_a_day() {
    let view = view(vec![hold(1, (1, 2), NOW - 23 * HOUR), hold(2, (1, 2), NOW - 25 * HOUR)], vec![]);
    let gone = view.outdated(9);
    assert_eq!(
        gone.iter().filter_map(|gone| gone.old.as_ref()).map(|old| old.occupation_id.0).collect::<Vec<_>>(),
        [2]
    );
}
