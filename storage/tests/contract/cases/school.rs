//! School year calendars: changed by compare and set, their events found by `UID`.

use storage::calendar::{
    Calendar, CalendarEvent, CalendarOwner, SchoolCalendar, SchoolCalendarKind, SchoolDay, SchoolDayKind,
    SchoolYear,
};
use storage::ids::EntityId;
use storage::time::Day;
use storage::value::Json;

use super::calendar::{calendar, event};
use crate::World;
use crate::make::{IDS, now};

async fn school(world: &World, entity_id: EntityId, kind: SchoolCalendarKind) -> Calendar {
    let made = calendar(CalendarOwner::Entity, entity_id.0);
    let school = SchoolCalendar { entity_id, calendar_id: made.calendar_id, kind };
    world.storage.calendars.create_school(&made, &school).await.unwrap();
    made
}

fn a_school() -> EntityId {
    EntityId(IDS.next(now()))
}

fn day(key: &str) -> SchoolDay {
    SchoolDay {
        key: key.to_owned(),
        kind: SchoolDayKind::Break,
        title: "Höstlov".to_owned(),
        start_date: Day("2026-10-26".parse().unwrap()),
        end_date: Day("2026-10-30".parse().unwrap()),
    }
}

fn year(calendar: &Calendar, year: i64, version: i64) -> SchoolYear {
    let days = Json(vec![day("AUTUMN_BREAK")]);
    let calendar_id = calendar.calendar_id;
    SchoolYear { calendar_id, year, municipality_id: 180, days, begun: Json(Vec::new()), version }
}

pub async fn school_year_is_replaced_only_if_unchanged(world: &World) {
    let calendars = &world.storage.calendars;
    let made = school(world, a_school(), SchoolCalendarKind::School).await;
    let (first, second) = (year(&made, 2026, 1), year(&made, 2026, 2));
    assert!(calendars.set_school_year(None, &first).await.unwrap());
    assert!(!calendars.set_school_year(None, &first).await.unwrap(), "it is there already");
    let second = SchoolYear { begun: Json(vec![day("A"), day("B")]), ..second };
    assert!(calendars.set_school_year(Some(&first), &second).await.unwrap());
    assert!(!calendars.set_school_year(Some(&first), &second).await.unwrap(), "it was judged by the first");
    assert_eq!(calendars.school_year(made.calendar_id, 2026).await.unwrap(), Some(second.clone()));
    assert_eq!(calendars.school_year(made.calendar_id, 2027).await.unwrap(), None);
    let before = year(&made, 2025, 1);
    assert!(calendars.set_school_year(None, &before).await.unwrap());
    assert_eq!(calendars.school_years(&[made.calendar_id]).await.unwrap(), [before, second]);
}

pub async fn events_are_found_by_uid(world: &World) {
    let calendars = &world.storage.calendars;
    let school_id = a_school();
    let made = school(world, school_id, SchoolCalendarKind::Class).await;
    let other = school(world, school_id, SchoolCalendarKind::Staff).await;
    let named = |calendar: &Calendar, uid: &str| CalendarEvent {
        uid: Some(uid.to_owned()),
        ..event(calendar, "2026-10-26T10:00:00Z", "2026-10-26T11:00:00Z")
    };
    let uids = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let mut put = Vec::new();
    for event in [named(&made, "a"), named(&made, "b"), named(&other, "c")] {
        put.push(calendars.put_once(&event, &[], |_| Vec::new()).await.unwrap().0);
    }
    let found = async || {
        let mut found = calendars.named(made.calendar_id, &uids).await.unwrap();
        found.sort_by_key(|event| event.event_id);
        found
    };
    assert_eq!(found().await, put[..2], "of this calendar alone");
    assert!(calendars.remove_event(&put[0], &[], Vec::new()).await.unwrap());
    assert_eq!(found().await, put[1..2], "what is gone is not found");
    let moved = CalendarEvent { calendar_id: other.calendar_id, version: 2, ..put[1].clone() };
    assert!(calendars.change_event(&put[1], &moved, &[], &[], Vec::new()).await.unwrap());
    assert!(found().await.is_empty(), "what was moved is not in it any more");
}

pub async fn school_years_are_deleted_with_their_calendar(world: &World) {
    let calendars = &world.storage.calendars;
    let school_id = a_school();
    let made = school(world, school_id, SchoolCalendarKind::School).await;
    let stays = school(world, school_id, SchoolCalendarKind::Study).await;
    for calendar in [&made, &stays] {
        assert!(calendars.set_school_year(None, &year(calendar, 2026, 1)).await.unwrap());
    }
    let listed = async || {
        let all = calendars.school_calendars(school_id).await.unwrap();
        all.into_iter().map(|one| (one.calendar_id, one.kind)).collect::<Vec<_>>()
    };
    let kept = (stays.calendar_id, SchoolCalendarKind::Study);
    assert_eq!(listed().await, [(made.calendar_id, SchoolCalendarKind::School), kept]);
    assert!(calendars.remove(&made, Vec::new()).await.unwrap());
    assert_eq!(listed().await, [kept]);
    assert_eq!(calendars.school_calendar(school_id, made.calendar_id).await.unwrap(), None);
    assert_eq!(calendars.school_year(made.calendar_id, 2026).await.unwrap(), None);
    assert!(calendars.school_year(stays.calendar_id, 2026).await.unwrap().is_some());
}
