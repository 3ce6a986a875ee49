//! Series moved with their exceptions, and the fingerprints of calendars.

use storage::calendar::{Calendar, CalendarEvent, CalendarStamp, moved};
use storage::time::Moment;
use storage::value::Json;

use super::calendar::{at, event, made, put};
use crate::World;

async fn stamp(world: &World, calendar: &Calendar) -> Option<CalendarStamp> {
    world.storage.calendars.stamp(calendar.calendar_id).await.unwrap()
}

pub async fn event_change_renews_the_calendar_stamp(world: &World) {
    let (calendars, calendar, other) = (&world.storage.calendars, made(world).await, made(world).await);
    let mut seen = vec![stamp(world, &calendar).await];
    assert_eq!(seen, [None], "nothing has changed");
    let old = put(world, event(&calendar, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")).await;
    seen.push(stamp(world, &calendar).await);
    let new = CalendarEvent { title: "Nytt".to_owned(), version: 2, ..old.clone() };
    assert!(calendars.change_event(&old, &new, &[], &[], Vec::new()).await.unwrap());
    seen.push(stamp(world, &calendar).await);
    assert!(!calendars.change_event(&old, &new, &[], &[], Vec::new()).await.unwrap());
    assert_eq!(seen.last(), Some(&stamp(world, &calendar).await), "nothing was changed");
    assert_eq!(stamp(world, &other).await, None);
    // It is moved to the other calendar: both fingerprints change.
    let there = CalendarEvent { calendar_id: other.calendar_id, version: 3, ..new.clone() };
    assert!(calendars.change_event(&new, &there, &[], &[], Vec::new()).await.unwrap());
    seen.push(stamp(world, &calendar).await);
    let theirs = stamp(world, &other).await;
    assert!(theirs.is_some());
    assert!(calendars.remove_event(&there, &[], Vec::new()).await.unwrap());
    assert_ne!(stamp(world, &other).await, theirs);
    let copy = CalendarEvent {
        uid: Some("utifrån".to_owned()),
        ..event(&calendar, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")
    };
    assert!(calendars.put_once(&copy, &[], |_| Vec::new()).await.unwrap().1);
    seen.push(stamp(world, &calendar).await);
    for (nth, one) in seen.iter().enumerate() {
        assert!(!seen[..nth].contains(one), "{nth}: {seen:?}");
    }
    assert!(calendars.remove(&calendar, Vec::new()).await.unwrap());
    assert_eq!(stamp(world, &calendar).await, None);
}

pub async fn exceptions_move_with_their_series(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let days: Vec<String> = (1..=4).map(|day| format!("2026-06-0{day}T10:00:00Z")).collect();
    let series = event(&calendar, &days[0], "2026-06-01T11:00:00Z");
    let (rrule, exdates) = (Some("FREQ=DAILY".to_owned()), Json(vec![at(&days[1]), at(&days[2])]));
    let series = put(world, CalendarEvent { rrule, exdates, ..series }).await;
    let one = |at: Moment| CalendarEvent {
        series_id: Some(series.event_id),
        recurrence_id: Some(at),
        ..event(&calendar, "2026-06-10T10:00:00Z", "2026-06-10T11:00:00Z")
    };
    let (second, third) = (put(world, one(at(&days[1]))).await, put(world, one(at(&days[2]))).await);
    // A day later: the second takes the third's position. It is in another month by then, too.
    let later = |old: &CalendarEvent, to: &str| CalendarEvent {
        recurrence_id: Some(at(to)),
        starts: at("2026-07-10T10:00:00Z"),
        ends: at("2026-07-10T11:00:00Z"),
        version: 2,
        ..old.clone()
    };
    let (second_later, third_later) = (later(&second, &days[2]), later(&third, &days[3]));
    let moves = moved(&[(second, second_later.clone()), (third, third_later.clone())]);
    let new = CalendarEvent { starts: at(&days[1]), version: 2, ..series.clone() };
    assert!(calendars.change_event(&series, &new, &[], &[], moves).await.unwrap());
    let all = calendars.exceptions(series.event_id, Moment(0)).await.unwrap();
    assert_eq!(all, [second_later.clone(), third_later.clone()]);
    let id = calendar.calendar_id;
    let june =
        calendars.between(id, at("2026-06-01T00:00:00Z"), at("2026-07-01T00:00:00Z"), 9).await.unwrap();
    assert!(june.is_empty(), "{june:?}");
    let july =
        calendars.between(id, at("2026-07-01T00:00:00Z"), at("2026-08-01T00:00:00Z"), 9).await.unwrap();
    assert_eq!(
        july.iter().map(|one| one.event_id).collect::<Vec<_>>(),
        [second_later.event_id, third_later.event_id]
    );
    assert_eq!(july[0].recurrence_id, Some(at(&days[2])));
    assert!(calendars.remove_event(&new, &all, Vec::new()).await.unwrap());
    assert_eq!(calendars.all(id).await.unwrap(), []);
    assert_eq!(calendars.exceptions(series.event_id, Moment(0)).await.unwrap(), []);
}
