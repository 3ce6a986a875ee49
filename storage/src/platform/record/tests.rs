//! The macro generates what was declared.

use super::*;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::table::Order;

record! {
    /// As in the macro's documentation.
    struct Notice;
    static NOTICES: "notices", Descending, ttl;
    partition { entity_id: EntityId => bigint }
    clustering { place: String => text, at: i64 => timestamp }
    columns { content: Option<String> => text, readers: Vec<UserId> => text, pinned: bool => boolean = true }
}

record! {
    /// A participant with a seat.
    struct Seat;
    static SEATED: "seated", Ascending has SEATS;
    partition { course_id: EntityId => bigint }
    clustering { user_id: UserId => bigint }
    columns { since: i64 => timestamp }
}

record! {
    /// A course's static columns.
    struct Seats;
    static SEATS: "seats" of SEATED;
    partition { course_id: EntityId => bigint }
    columns { places: i64 => int, name: Option<String> => text }
}

#[test]
fn static_columns_are_a_record() {
    let seats = Seats { course_id: EntityId(7), places: 3, name: None };
    assert_eq!((seats.key().values, Seats::at(EntityId(7)).values), (vec![7.into()], vec![7.into()]));
    assert_eq!(Seats::read(seats.row()).unwrap(), seats);
    assert!(std::ptr::eq(SEATS.home(), &raw const SEATED) && std::ptr::eq(SEATED.home(), &raw const SEATED));
    let seat = Seat { course_id: EntityId(7), user_id: UserId(1), since: 5 };
    assert_eq!(Seat::of(EntityId(7)).partition, seat.row().key()[..1]);
    assert_eq!(Seat::at(EntityId(7), UserId(1)).values, seat.row().key());
}

fn notice() -> Notice {
    let (place, content) = ("hall".to_owned(), Some("Städdag".to_owned()));
    Notice {
        entity_id: EntityId(7),
        place,
        at: 12,
        content,
        readers: vec![UserId(1), UserId(2)],
        pinned: false,
    }
}

#[test]
fn table_matches_the_declaration() {
    assert_eq!(
        NOTICES.cql_ddl(),
        "CREATE TABLE IF NOT EXISTS notices (entity_id bigint, place text, at timestamp, content text, readers text, \
         pinned boolean, by_decision blob, PRIMARY KEY ((entity_id), place, at)) WITH CLUSTERING ORDER BY (place DESC, at DESC)"
    );
    assert_eq!((NOTICES.ttl, NOTICES.page_order), (true, Order::Descending));
}

#[test]
fn record_round_trips_through_a_row() {
    let row = notice().row();
    row.verify().unwrap();
    assert_eq!(row.key(), Notice::at(EntityId(7), "hall", 12).values);
    assert_eq!(Notice::read(row).unwrap(), notice());
    let bare = Notice { content: None, readers: Vec::new(), ..notice() };
    assert_eq!(Notice::read(bare.row()).unwrap(), bare);
}

#[test]
fn null_becomes_the_default_or_is_refused() {
    let row = NOTICES.row([("entity_id", 7.into()), ("place", "hall".into()), ("at", 12.into())]);
    assert!(Notice::read(row).unwrap().pinned);
    let row = NOTICES.row([("entity_id", 7.into()), ("place", "hall".into())]);
    assert!(matches!(Notice::read(row), Err(Error::Corrupt(_))));
}

#[test]
fn update_sets_only_changed_columns() {
    assert!(notice().change_to(&notice()).is_none());
    let new = Notice { content: None, ..notice() };
    let Some(Guard::UpdateIf { key, set, conditions, .. }) = notice().change_to(&new) else {
        panic!("an update");
    };
    assert_eq!(key.values, notice().row().key());
    assert_eq!((set, conditions), (vec![("content", Value::Null)], Vec::new()));
}

#[test]
fn whole_row_change_is_guarded_by_all_columns() {
    let new = Notice { pinned: true, ..notice() };
    let Some(Guard::UpdateIf { set, conditions, .. }) = notice().change_whole_to(&new) else {
        panic!("an update");
    };
    assert_eq!(set, [("pinned", true.into())]);
    let stood = [("content", "Städdag".into()), ("readers", "1 2".into()), ("pinned", false.into())];
    assert_eq!(conditions, stood);
}

#[test]
fn a_partition_is_named_by_its_columns() {
    assert_eq!(Notice::of(EntityId(7)).partition, [Value::Int(7)]);
}
