//! Data beside events: engagements and their counts, copies, promotion, filters.

use futures_util::future::join_all;
use storage::calendar::{
    Calendar, CalendarEvent, Change, Engagement, EngagementKind, EventFilter, Marked, Visibility,
};
use storage::ids::{EngagementId, EventFilterId, UserId};
use storage::time::Moment;
use storage::value::Json;

use super::calendar::{at, event, made, put};
use crate::World;
use crate::make::{ANNA, BO, CIA, IDS, now};

const MOST: usize = 3;

async fn one(world: &World) -> (Calendar, CalendarEvent) {
    let calendar = made(world).await;
    let event = put(world, event(&calendar, "2026-06-01T10:00:00Z", "2026-06-01T11:00:00Z")).await;
    (calendar, event)
}

fn sign(event: &CalendarEvent, kind: EngagementKind, user_id: UserId, emoji: &str) -> Engagement {
    Engagement {
        event_id: event.event_id,
        kind,
        user_id,
        emoji: emoji.to_owned(),
        engagement_id: EngagementId(IDS.next(now())),
        times: 1,
        created: Moment(now()),
    }
}

pub async fn engagement_is_counted_once(world: &World) {
    use EngagementKind::{Bookmark, Like, Reaction, Share};
    let (calendars, (_, event)) = (&world.storage.calendars, one(world).await);
    let mark = async |one: Engagement, change| match calendars.mark(&one, change, MOST).await.unwrap() {
        Marked::Counted(counts) => Some(counts),
        Marked::TooMany => None,
    };
    for _ in 0..2 {
        assert_eq!(mark(sign(&event, Bookmark, ANNA, ""), Change::Put).await.unwrap().bookmarks, 1);
    }
    assert_eq!(mark(sign(&event, Bookmark, BO, ""), Change::Put).await.unwrap().bookmarks, 2);
    assert_eq!(mark(sign(&event, Like, BO, ""), Change::Put).await.unwrap().likes, 1);
    let copy = Change::Again("copy", "feed");
    for (person, shares, sharers) in [(ANNA, 1, 1), (ANNA, 2, 1), (BO, 3, 2)] {
        let counts = mark(sign(&event, Share, person, ""), copy).await.unwrap();
        assert_eq!((counts.shares, counts.sharers, counts.methods.0["copy"]), (shares, sharers, shares));
    }
    for emoji in ["👍", "🎉", "👀"] {
        mark(sign(&event, Reaction, ANNA, emoji), Change::Put).await.unwrap();
    }
    assert!(mark(sign(&event, Reaction, BO, "🙈"), Change::Put).await.is_none(), "one emoji too many");
    let counts = mark(sign(&event, Reaction, BO, "👍"), Change::Put).await.unwrap();
    assert_eq!((counts.reactions.0["👍"], counts.reactions.0.len()), (2, 3));
    assert_eq!(calendars.reacted(event.event_id, ANNA, 9).await.unwrap().len(), 3);
    let (counts, mine) = calendars.engagement(event.event_id, Some(BO)).await.unwrap();
    assert_eq!((counts.bookmarks, mine), (2, vec![Bookmark, Like]));
    for _ in 0..2 {
        assert_eq!(mark(sign(&event, Bookmark, BO, ""), Change::Take).await.unwrap().bookmarks, 1);
    }
    assert_eq!(mark(sign(&event, Bookmark, CIA, ""), Change::Take).await.unwrap().bookmarks, 1);
    // All engagements of one person are removed.
    calendars.disengage(ANNA).await.unwrap();
    calendars.disengage(ANNA).await.unwrap();
    let (counts, _) = calendars.engagement(event.event_id, None).await.unwrap();
    assert_eq!((counts.bookmarks, counts.likes, counts.sharers), (0, 1, 1));
    assert_eq!(counts.reactions.0.into_iter().collect::<Vec<_>>(), [("👍".to_owned(), 1)]);
    assert_eq!(calendars.all_engaged(ANNA, 99).await.unwrap(), []);
    assert_eq!(calendars.all_engaged(BO, 99).await.unwrap().len(), 3);
}

pub async fn concurrent_engagements_are_all_counted(world: &World) {
    let (_, event) = one(world).await;
    let (here, there) = (&world.storage.calendars, (world.reopen)().calendars);
    let (people, event) = ((100..120).map(UserId).collect::<Vec<_>>(), &event);
    let put = people.iter().flat_map(|person| [(*person, here), (*person, &there)]);
    let put = put.map(|(person, calendars)| async move {
        loop {
            // With two processes the store may refuse for a moment: retried, as a client does.
            let one = sign(event, EngagementKind::Like, person, "");
            if calendars.mark(&one, Change::Put, MOST).await.is_ok() {
                return;
            }
        }
    });
    join_all(put).await;
    assert_eq!(here.engagement(event.event_id, None).await.unwrap().0.likes, 20);
    let take = people[..5].iter().map(|person| {
        let one = sign(event, EngagementKind::Like, *person, "");
        async move { here.mark(&one, Change::Take, MOST).await }
    });
    assert!(join_all(take).await.iter().all(Result::is_ok));
    assert_eq!(here.engagement(event.event_id, None).await.unwrap().0.likes, 15);
}

pub async fn engagements_are_deleted_with_their_event(world: &World) {
    let (calendars, (calendar, gone)) = (&world.storage.calendars, one(world).await);
    let cleared = put(world, event(&calendar, "2026-07-01T10:00:00Z", "2026-07-01T11:00:00Z")).await;
    for event in [&gone, &cleared] {
        let one = sign(event, EngagementKind::Like, ANNA, "");
        calendars.mark(&one, Change::Put, MOST).await.unwrap();
    }
    assert!(calendars.remove_event(&gone, &[], Vec::new()).await.unwrap());
    assert!(calendars.remove(&calendar, Vec::new()).await.unwrap());
    while calendars.clear(calendar.calendar_id).await.unwrap() {}
    for event in [&gone, &cleared] {
        let (counts, mine) = calendars.engagement(event.event_id, Some(ANNA)).await.unwrap();
        assert_eq!((counts.likes, mine), (0, Vec::new()));
        // A late one leaves nothing.
        let one = sign(event, EngagementKind::Like, BO, "");
        calendars.mark(&one, Change::Put, MOST).await.unwrap();
        assert_eq!(calendars.engagement(event.event_id, None).await.unwrap().0.likes, 0);
    }
}

pub async fn a_copy_is_made_once(world: &World) {
    let (calendars, (_, source)) = (&world.storage.calendars, one(world).await);
    let target = made(world).await;
    let copy = || CalendarEvent {
        saved_from: Some(source.event_uuid.clone()),
        ..event(&target, "2026-06-01T10:00:00Z", "2026-06-01T11:00:00Z")
    };
    let there = (world.reopen)().calendars;
    let (one, two) = (copy(), copy());
    let (first, second) = futures_util::join!(
        calendars.put_once(&one, &[], |_| Vec::new()),
        there.put_once(&two, &[], |_| Vec::new())
    );
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(first.0.event_id, second.0.event_id);
    let listed = calendars.all(target.calendar_id).await.unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    let (same, is_new) = calendars.put_once(&copy(), &[], |_| Vec::new()).await.unwrap();
    assert_eq!((same.event_id, is_new), (first.0.event_id, false));
    assert!(calendars.remove_event(&listed[0], &[], Vec::new()).await.unwrap());
    let (anew, is_new) = calendars.put_once(&copy(), &[], |_| Vec::new()).await.unwrap();
    assert!(is_new && anew.event_id != same.event_id);
}

pub async fn promotion_follows_its_event(world: &World) {
    let (calendars, calendar) = (&world.storage.calendars, made(world).await);
    let plain = event(&calendar, "2026-06-10T10:00:00Z", "2026-06-10T11:00:00Z");
    let old = put(world, CalendarEvent { visibility: Visibility::Public, ..plain }).await;
    let listed = async || {
        let found = calendars.promoted(at("2026-06-01T00:00:00Z"), 10).await.unwrap();
        found.iter().filter(|one| one.event_id == old.event_id).map(|one| one.starts).collect::<Vec<_>>()
    };
    let change = async |old: &CalendarEvent, new: CalendarEvent| {
        let new = CalendarEvent { version: old.version + 1, ..new };
        assert!(calendars.change_event(old, &new, &[], &[], Vec::new()).await.unwrap());
        new
    };
    assert_eq!(listed().await, []);
    let shown = change(&old, CalendarEvent { promoted: Some(Moment(now())), ..old.clone() }).await;
    assert_eq!(listed().await, [old.starts]);
    let starts = at("2026-09-10T10:00:00Z");
    let moved = change(&shown, CalendarEvent { starts, ends: starts, ..shown.clone() }).await;
    assert_eq!(listed().await, [starts], "in its new month, and no more in the old one");
    let series =
        change(&moved, CalendarEvent { rrule: Some("FREQ=DAILY".to_owned()), ..moved.clone() }).await;
    assert_eq!(listed().await, [starts]);
    let once = change(&series, CalendarEvent { rrule: None, ..series.clone() }).await;
    assert_eq!(listed().await, [starts]);
    let hidden = change(&once, CalendarEvent { visibility: Visibility::Private, ..once.clone() }).await;
    assert_eq!(listed().await, []);
    let again = change(&hidden, CalendarEvent { visibility: Visibility::Public, ..hidden.clone() }).await;
    assert_eq!(listed().await, [starts]);
    assert!(calendars.remove_event(&again, &[], Vec::new()).await.unwrap());
    assert_eq!(listed().await, []);
}

pub async fn one_filter_is_active(world: &World) {
    let calendars = &world.storage.calendars;
    let none = calendars.filters(CIA).await.unwrap();
    assert_eq!((none.version, none.active, none.filters.0.len()), (0, None, 0));
    let filter =
        |id: i64| EventFilter { id: EventFilterId(id), name: format!("F{id}"), calendars: Vec::new() };
    let mut one = none.clone();
    (one.filters, one.active) = (Json(vec![filter(1)]), Some(EventFilterId(1)));
    let mut two = none.clone();
    two.filters = Json(vec![filter(2)]);
    let (first, second) =
        futures_util::join!(calendars.change_filters(&none, &one), calendars.change_filters(&none, &two));
    assert!(first.unwrap() != second.unwrap(), "of two at once one is made");
    let stands = calendars.filters(CIA).await.unwrap();
    assert_eq!((stands.version, stands.filters.0.len()), (1, 1));
    let mut more = stands.clone();
    more.filters.0.push(filter(3));
    more.active = Some(EventFilterId(3));
    assert!(calendars.change_filters(&stands, &more).await.unwrap());
    assert!(!calendars.change_filters(&stands, &none).await.unwrap(), "a stale copy overwrites nothing");
    let mut cleared = calendars.filters(CIA).await.unwrap();
    assert_eq!((cleared.active, cleared.filters.0.len()), (Some(EventFilterId(3)), 2));
    let before = cleared.clone();
    (cleared.active, cleared.filters) = (None, Json(Vec::new()));
    assert!(calendars.change_filters(&before, &cleared).await.unwrap());
    assert_eq!(calendars.filters(CIA).await.unwrap().filters.0, []);
    calendars.forget(CIA).await.unwrap();
    assert_eq!(calendars.filters(CIA).await.unwrap().version, 0);
}
