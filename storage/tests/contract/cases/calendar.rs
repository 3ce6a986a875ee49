//! Calendars: where events are listed, series and their exceptions, and the deletion of calendars.

use storage::calendar::{Calendar, CalendarEvent, CalendarOwner, Visibility};
use storage::changes::{ChangeKind, Cursor};
use storage::entities::RelationType;
use storage::ids::{CalendarEventId, CalendarId};
use storage::time::Moment;
use storage::value::Json;

use crate::World;
use crate::make::{ANNA, BO, ENTITY, IDS, now};

const DAY: i64 = 86_400_000;

pub fn at(text: &str) -> Moment {
    Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

pub fn calendar(owner_kind: CalendarOwner, owner_id: i64) -> Calendar {
    let id = IDS.next(now());
    Calendar {
        calendar_id: CalendarId(id),
        calendar_uuid: format!("kalender-{id}"),
        owner_kind,
        owner_id,
        calendar_name: "Läsåret".to_owned(),
        visibility: Visibility::Restricted,
        relation_types: vec![RelationType::Teacher, RelationType::Employee],
        color: Some("#336699".to_owned()),
        created_by: ANNA,
        created: Moment(now()),
        subscribed: None,
        version: 1,
    }
}

pub async fn made(world: &World) -> Calendar {
    let calendar = calendar(CalendarOwner::Entity, ENTITY.0);
    world.storage.calendars.create(&calendar).await.unwrap();
    calendar
}

pub fn event(calendar: &Calendar, starts: &str, ends: &str) -> CalendarEvent {
    let id = IDS.next(now());
    CalendarEvent {
        event_uuid: format!("händelse-{id}"),
        title: "Föräldramöte".to_owned(),
        description: "Ta med \"kaffe\"".to_owned(),
        starts: at(starts),
        ends: at(ends),
        time_zone: "Europe/Stockholm".to_owned(),
        visibility: Visibility::Restricted,
        ..CalendarEvent::blank(CalendarEventId(id), calendar.calendar_id, ANNA, Moment(now()))
    }
}

pub async fn put(world: &World, event: CalendarEvent) -> CalendarEvent {
    world.storage.calendars.put_in(&event, Vec::new()).await.unwrap();
    event
}

async fn seen(world: &World, calendar: &Calendar, from: &str, to: &str) -> Vec<CalendarEventId> {
    let calendars = &world.storage.calendars;
    let found = calendars.between(calendar.calendar_id, at(from), at(to), 1_000).await.unwrap();
    found.iter().map(|event| event.event_id).collect()
}

pub async fn month_lists_the_events_that_touch_it(world: &World) {
    let calendar = made(world).await;
    let other = made(world).await;
    put(world, event(&other, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")).await;
    let long = put(world, event(&calendar, "2025-12-20T10:00:00Z", "2026-03-02T10:00:00Z")).await.event_id;
    let eve = put(world, event(&calendar, "2026-02-28T22:00:00Z", "2026-03-01T00:00:00Z")).await.event_id;
    let late =
        put(world, event(&calendar, "2026-03-31T23:59:59.999Z", "2026-04-01T01:00:00Z")).await.event_id;
    let once = put(world, event(&calendar, "2026-03-10T10:00:00Z", "2026-03-10T10:00:00Z")).await.event_id;
    let next = put(world, event(&calendar, "2026-04-01T00:00:00Z", "2026-04-01T01:00:00Z")).await.event_id;
    let march = seen(world, &calendar, "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z").await;
    assert_eq!(
        march,
        [long, once, late],
        "what ends at the first moment is not in it, what begins at the last is not either"
    );
    let february = seen(world, &calendar, "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z").await;
    assert_eq!(february, [long, eve]);
    let all = seen(world, &calendar, "2025-12-01T00:00:00Z", "2026-05-01T00:00:00Z").await;
    assert_eq!(all, [long, eve, once, late, next], "each once");
    let hour = seen(world, &calendar, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z").await;
    assert_eq!(hour, [once], "a moment at the beginning");
    assert_eq!(seen(world, &calendar, "2026-04-01T00:30:00Z", "2026-04-01T02:00:00Z").await, [late, next]);
}

pub async fn event_is_listed_in_exactly_its_months(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let old = put(world, event(&calendar, "2026-03-30T10:00:00Z", "2026-04-02T10:00:00Z")).await;
    let same = CalendarEvent { title: "Nytt".to_owned(), version: 2, ..old.clone() };
    assert!(calendars.change_event(&old, &same, &[], &[], Vec::new()).await.unwrap());
    let april = calendars
        .between(calendar.calendar_id, at("2026-04-01T00:00:00Z"), at("2026-05-01T00:00:00Z"), 9)
        .await;
    assert_eq!(april.unwrap()[0].title, "Nytt", "in every month that it touches");
    let moved = CalendarEvent {
        starts: at("2026-06-01T10:00:00Z"),
        ends: at("2026-06-01T11:00:00Z"),
        version: 3,
        ..same.clone()
    };
    assert!(calendars.change_event(&same, &moved, &[], &[], Vec::new()).await.unwrap());
    assert!(seen(world, &calendar, "2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z").await.is_empty());
    assert_eq!(
        seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z").await,
        [moved.event_id]
    );
    // It becomes a series, and a single event again.
    let series = CalendarEvent { rrule: Some("FREQ=DAILY".to_owned()), version: 4, ..moved.clone() };
    assert!(calendars.change_event(&moved, &series, &[], &[], Vec::new()).await.unwrap());
    assert!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z").await.is_empty());
    let (from, to) = (at("2027-01-01T00:00:00Z"), at("2027-02-01T00:00:00Z"));
    assert_eq!(
        calendars.series(calendar.calendar_id, from, to).await.unwrap(),
        std::slice::from_ref(&series)
    );
    assert_eq!(
        calendars
            .series(calendar.calendar_id, at("2025-01-01T00:00:00Z"), at("2026-06-01T10:00:00Z"))
            .await
            .unwrap(),
        []
    );
    let over = CalendarEvent { until: Some(at("2026-06-05T10:00:00Z")), version: 5, ..series.clone() };
    assert!(calendars.change_event(&series, &over, &[], &[], Vec::new()).await.unwrap());
    let later = Moment(over.until.unwrap().0 + storage::calendar::LONGEST_MS + DAY);
    assert_eq!(calendars.series(calendar.calendar_id, later, Moment(later.0 + DAY)).await.unwrap(), []);
    let once = CalendarEvent { rrule: None, until: None, version: 6, ..over.clone() };
    assert!(calendars.change_event(&over, &once, &[], &[], Vec::new()).await.unwrap());
    assert_eq!(calendars.series_count(calendar.calendar_id).await.unwrap(), 0);
    assert_eq!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z").await, [once.event_id]);
    let address = calendars.address(&once.event_uuid).await.unwrap().unwrap();
    assert_eq!((address.calendar_id, address.event_id), (calendar.calendar_id, Some(once.event_id)));
    assert!(calendars.remove_event(&once, &[], Vec::new()).await.unwrap());
    assert!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z").await.is_empty());
    assert_eq!(calendars.address(&once.event_uuid).await.unwrap(), None);
    assert_eq!(calendars.event(once.event_id).await.unwrap(), None);
}

pub async fn exception_is_separate_from_its_series(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let series = event(&calendar, "2026-06-01T10:00:00Z", "2026-06-01T11:00:00Z");
    let series = put(world, CalendarEvent { rrule: Some("FREQ=DAILY".to_owned()), ..series }).await;
    let (mut old, mut own) = (series.clone(), Vec::new());
    for day in [3, 5, 7] {
        let moment = at(&format!("2026-06-0{day}T10:00:00Z"));
        let mut exdates = old.exdates.0.clone();
        exdates.push(moment);
        let new = CalendarEvent { exdates: Json(exdates), version: old.version + 1, ..old.clone() };
        let one = CalendarEvent {
            series_id: Some(series.event_id),
            recurrence_id: Some(moment),
            ..event(&calendar, &format!("2026-06-0{day}T12:00:00Z"), &format!("2026-06-0{day}T13:00:00Z"))
        };
        assert!(
            calendars.change_event(&old, &new, &[], std::slice::from_ref(&one), Vec::new()).await.unwrap()
        );
        old = new;
        own.push(one);
    }
    assert_eq!(calendars.event(series.event_id).await.unwrap().unwrap().exdates.0.len(), 3);
    assert_eq!(calendars.exceptions(series.event_id, at("2026-06-05T10:00:00Z")).await.unwrap(), own[1..]);
    let ids: Vec<_> = own.iter().map(|one| one.event_id).collect();
    assert_eq!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z").await, ids);
    // The rest of the series is deleted, with its exceptions.
    let shorter =
        CalendarEvent { until: Some(at("2026-06-05T09:59:59Z")), version: old.version + 1, ..old.clone() };
    assert!(calendars.change_event(&old, &shorter, &own[1..], &[], Vec::new()).await.unwrap());
    assert_eq!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z").await, ids[..1]);
    let left = calendars.exceptions(series.event_id, Moment(0)).await.unwrap();
    assert_eq!(left, own[..1]);
    assert!(calendars.remove_event(&shorter, &left, Vec::new()).await.unwrap());
    assert!(seen(world, &calendar, "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z").await.is_empty());
    assert_eq!(calendars.all(calendar.calendar_id).await.unwrap(), []);
}

pub async fn a_stale_copy_overwrites_nothing(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let old = put(world, event(&calendar, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")).await;
    let mine = CalendarEvent { title: "Mitt".to_owned(), version: 2, ..old.clone() };
    let theirs = CalendarEvent {
        starts: at("2026-05-10T10:00:00Z"),
        ends: at("2026-05-10T11:00:00Z"),
        version: 2,
        ..old.clone()
    };
    assert!(calendars.change_event(&old, &mine, &[], &[], Vec::new()).await.unwrap());
    assert!(!calendars.change_event(&old, &theirs, &[], &[], Vec::new()).await.unwrap());
    assert!(!calendars.remove_event(&old, &[], Vec::new()).await.unwrap());
    assert_eq!(seen(world, &calendar, "2026-03-01T00:00:00Z", "2026-06-01T00:00:00Z").await, [old.event_id]);
    assert_eq!(calendars.event(old.event_id).await.unwrap(), Some(mine));
    let renamed = Calendar { calendar_name: "Nytt".to_owned(), version: 2, ..calendar.clone() };
    assert!(calendars.change(&calendar, &renamed).await.unwrap());
    assert!(
        !calendars
            .change(&calendar, &Calendar { version: 2, color: None, ..calendar.clone() })
            .await
            .unwrap()
    );
    assert!(!calendars.remove(&calendar, Vec::new()).await.unwrap());
    assert_eq!(calendars.calendar(calendar.calendar_id).await.unwrap(), Some(renamed));
}

pub async fn events_are_deleted_with_their_calendar(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let mut events = Vec::new();
    for day in 1..=28 {
        for month in [1, 2, 3, 4, 5] {
            let day = format!("2026-{month:02}-{day:02}T10:00:00Z");
            events.push(put(world, event(&calendar, &day, &day)).await);
        }
    }
    events.push(put(world, event(&calendar, "2026-01-31T10:00:00Z", "2026-04-01T10:00:00Z")).await);
    let series = event(&calendar, "2026-06-01T10:00:00Z", "2026-06-01T11:00:00Z");
    events.push(put(world, CalendarEvent { rrule: Some("FREQ=DAILY".to_owned()), ..series }).await);
    assert_eq!(calendars.all(calendar.calendar_id).await.unwrap().len(), events.len());
    let kept = made(world).await;
    let stays = put(world, event(&kept, "2026-01-10T10:00:00Z", "2026-01-10T11:00:00Z")).await;
    assert!(calendars.remove(&calendar, Vec::new()).await.unwrap());
    assert_eq!(calendars.calendar(calendar.calendar_id).await.unwrap(), None);
    assert_eq!(
        calendars.of(&[(CalendarOwner::Entity, ENTITY.0)]).await.unwrap(),
        std::slice::from_ref(&kept)
    );
    while calendars.clear(calendar.calendar_id).await.unwrap() {}
    for event in &events {
        assert_eq!(calendars.event(event.event_id).await.unwrap(), None);
        assert_eq!(calendars.address(&event.event_uuid).await.unwrap(), None);
    }
    assert!(seen(world, &calendar, "2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z").await.is_empty());
    assert!(!calendars.clear(calendar.calendar_id).await.unwrap(), "again");
    assert_eq!(calendars.all(kept.calendar_id).await.unwrap(), [stays]);
}

pub async fn default_calendar_is_created_once(world: &World) {
    let calendars = &world.storage.calendars;
    let (first, second) = (calendar(CalendarOwner::User, BO.0), calendar(CalendarOwner::User, BO.0));
    assert!(!calendars.has_first(BO).await.unwrap());
    let (one, two) =
        futures_util::join!(calendars.create_first(BO, &first), calendars.create_first(BO, &second));
    assert!(one.unwrap() != two.unwrap(), "two at the same moment make one");
    let mine = calendars.of(&[(CalendarOwner::User, BO.0)]).await.unwrap();
    assert_eq!(mine.len(), 1);
    assert!(calendars.remove(&mine[0], Vec::new()).await.unwrap());
    assert!(calendars.has_first(BO).await.unwrap(), "what was removed does not come back");
    calendars.forget(BO).await.unwrap();
    assert!(!calendars.has_first(BO).await.unwrap());
}

/// Only for public events, current or former: the global search finds no others.
pub async fn event_changes_that_affect_search_are_recorded(world: &World) {
    let calendars = &world.storage.calendars;
    let mut follower = world.storage.changes.after(Cursor::from(now()));
    // Each with its own millisecond, or it would be one change with the last.
    let mut new = async |what: &str, expected: &[(ChangeKind, i64)]| {
        let found = follower.next(now(), 99).await.unwrap();
        let mut found: Vec<_> = found.iter().map(|change| (change.kind, change.subject)).collect();
        found.sort();
        assert_eq!(found, expected, "{what}");
        let before = now();
        while now() == before {
            tokio::task::yield_now().await;
        }
    };
    let inside = made(world).await;
    let public = Calendar { visibility: Visibility::Public, version: 2, ..inside.clone() };
    assert!(calendars.change(&inside, &public).await.unwrap());
    let of_calendar = [(ChangeKind::Calendar, inside.calendar_id.0)];
    new("a calendar that is for everybody now", &of_calendar).await;
    put(world, event(&public, "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")).await;
    new("an event for fewer", &[]).await;
    let one = CalendarEvent {
        visibility: Visibility::Public,
        ..event(&public, "2026-03-11T10:00:00Z", "2026-03-11T11:00:00Z")
    };
    let of_event = [(ChangeKind::Event, one.event_id.0)];
    put(world, one.clone()).await;
    new("an event for everybody", &of_event).await;
    let named = CalendarEvent { title: "Vårmöte".to_owned(), version: 2, ..one };
    let old = calendars.event(named.event_id).await.unwrap().unwrap();
    assert!(calendars.change_event(&old, &named, &[], &[], Vec::new()).await.unwrap());
    new("its title", &of_event).await;
    assert!(!calendars.change_event(&old, &named, &[], &[], Vec::new()).await.unwrap());
    new("a change by who is late", &[]).await;
    let hidden = CalendarEvent { visibility: Visibility::Private, version: 3, ..named.clone() };
    assert!(calendars.change_event(&named, &hidden, &[], &[], Vec::new()).await.unwrap());
    new("for fewer", &of_event).await;
    let shown = CalendarEvent { visibility: Visibility::Public, version: 4, ..hidden.clone() };
    assert!(calendars.change_event(&hidden, &shown, &[], &[], Vec::new()).await.unwrap());
    new("for everybody again", &of_event).await;
    assert!(calendars.remove_event(&shown, &[], Vec::new()).await.unwrap());
    new("its end", &of_event).await;
    let last = CalendarEvent {
        visibility: Visibility::Public,
        ..event(&public, "2026-03-12T10:00:00Z", "2026-03-12T11:00:00Z")
    };
    put(world, last.clone()).await;
    let of_last = [(ChangeKind::Event, last.event_id.0)];
    new("another", &of_last).await;
    assert!(calendars.remove(&public, Vec::new()).await.unwrap());
    new("the end of a calendar", &of_calendar).await;
    while calendars.clear(public.calendar_id).await.unwrap() {}
    new("what was in it", &of_last).await;
}

pub async fn coming_events_are_read_once(world: &World) {
    let calendar = made(world).await;
    let other = made(world).await;
    put(world, event(&other, "2026-03-20T10:00:00Z", "2026-03-20T11:00:00Z")).await;
    put(world, event(&calendar, "2026-02-10T10:00:00Z", "2026-02-10T11:00:00Z")).await;
    put(world, event(&calendar, "2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z")).await;
    let long = put(world, event(&calendar, "2026-01-20T10:00:00Z", "2026-05-02T10:00:00Z")).await;
    let soon = put(world, event(&calendar, "2026-03-20T10:00:00Z", "2026-03-20T11:00:00Z")).await;
    let across = put(world, event(&calendar, "2026-03-31T10:00:00Z", "2026-04-02T11:00:00Z")).await;
    let weekly = |starts: &str, until: Option<&str>| CalendarEvent {
        rrule: Some("FREQ=WEEKLY".to_owned()),
        until: until.map(at),
        ..event(&calendar, starts, "2026-03-03T11:00:00Z")
    };
    let goes_on = put(world, weekly("2024-03-03T10:00:00Z", None)).await;
    put(world, weekly("2023-03-03T10:00:00Z", Some("2024-03-03T10:00:00Z"))).await;
    let from = at("2026-03-15T00:00:00Z");
    let found = world.storage.calendars.coming(calendar.calendar_id, from).await.unwrap();
    let expected = [goes_on, long, soon, across].map(|event| event.event_id);
    assert_eq!(found, expected);
    // For walks over all of them, in portions.
    let (mut after, mut all) = (None, Vec::new());
    loop {
        let some = world.storage.calendars.scan(after, 1).await.unwrap();
        let Some(last) = some.last() else { break };
        after = Some(last.calendar_id);
        all.push(last.calendar_id);
    }
    all.sort_unstable();
    let mut both = [calendar.calendar_id, other.calendar_id];
    both.sort_unstable();
    assert_eq!(all, both);
}
