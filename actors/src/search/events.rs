//! Public events in the index of names, and as search results.

use std::collections::{BTreeSet, HashMap};

use storage::calendar::{Calendar, CalendarEvent, CalendarOwner, Visibility};
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use storage::search::Entry;

use super::entries;
use super::follow::SLICE;
use super::rules::{EVENT, Group};
use super::view::Suggestion;
use crate::Platform;
use crate::calendar::found::{Coming, coming, is_findable, may_come};
use crate::platform::error::Result;
use crate::platform::time::{Moment, now};

/// The calendars of some events, by id.
pub(super) async fn calendars_of(
    platform: &Platform,
    events: &[CalendarEvent],
) -> Result<HashMap<CalendarId, Calendar>> {
    let ids: BTreeSet<CalendarId> = events.iter().map(|event| event.calendar_id).collect();
    let found = platform.storage.calendars.by_ids(&ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(found.into_iter().map(|calendar| (calendar.calendar_id, calendar)).collect())
}

/// The index entries of those events that are public and not over. A series is expanded when it is found.
pub async fn entries_of(platform: &Platform, ids: &[CalendarEventId]) -> Result<Vec<Entry>> {
    let events = platform.storage.calendars.events(ids).await?;
    let calendars = calendars_of(platform, &events).await?;
    let organisers: BTreeSet<EntityId> = calendars.values().filter_map(Calendar::entity_id).collect();
    let organisers = platform.storage.entities.entities(&organisers.into_iter().collect::<Vec<_>>()).await?;
    let from = Moment(now());
    let entry = |event: &CalendarEvent| {
        let calendar = calendars.get(&event.calendar_id).filter(|it| is_findable(it, event))?;
        let organiser = organisers.iter().find(|one| calendar.entity_id() == Some(one.entity_id));
        let organiser = organiser.map(|one| one.entity_name.as_str());
        Some(entries::of_event(platform, event, calendar, organiser, from))
    };
    Ok(events.iter().filter(|event| may_come(event, from)).filter_map(entry).collect())
}

/// The public calendars of renamed organisations.
pub async fn of_entities(platform: &Platform, ids: &BTreeSet<EntityId>) -> Result<Vec<CalendarId>> {
    let owners: Vec<_> = ids.iter().map(|id| (CalendarOwner::Entity, id.0)).collect();
    let found = platform.storage.calendars.of(&owners).await?;
    let public = found.iter().filter(|calendar| calendar.visibility == Visibility::Public);
    Ok(public.map(|calendar| calendar.calendar_id).collect())
}

/// The coming events of a calendar, in chunks.
pub async fn portions(platform: &Platform, id: CalendarId) -> Result<Vec<Vec<CalendarEventId>>> {
    let ids = platform.storage.calendars.coming(id, Moment(now())).await?;
    Ok(ids.chunks(SLICE).map(<[_]>::to_vec).collect())
}

/// The events of these entries in their current state, if the viewer may find them, soonest first, at most `limit`. A
/// series and exceptions with the same title are one result. `within`: between two moments, the second excluded.
pub async fn shown(
    platform: &Platform,
    viewer: Option<UserId>,
    entries: &[Entry],
    limit: usize,
    within: Option<(Moment, Moment)>,
) -> Result<Vec<Suggestion>> {
    let ids: Vec<CalendarEventId> =
        entries.iter().filter_map(|entry| entries::event_of(&entry.key)).collect();
    let events = platform.storage.calendars.events(&ids).await?;
    let calendars = calendars_of(platform, &events).await?;
    let owners: BTreeSet<UserId> = calendars.values().filter_map(Calendar::user_id).collect();
    let apart = match viewer {
        Some(viewer) => {
            let others: Vec<UserId> = owners.into_iter().filter(|owner| *owner != viewer).collect();
            platform.storage.contacts.blocked_among(viewer, &others).await?
        }
        None => Vec::new(),
    };
    let from = within.map_or(Moment(now()), |(first, _)| first.max(Moment(now())));
    let mut found: Vec<(Coming, &CalendarEvent)> = Vec::with_capacity(events.len());
    for event in &events {
        let Some(calendar) = calendars.get(&event.calendar_id) else { continue };
        let is_barred = calendar.user_id().is_some_and(|owner| apart.contains(&owner));
        if is_findable(calendar, event)
            && !is_barred
            && let Some(next) = coming(event, from)
            && within.is_none_or(|(_, last)| next.starts < last)
        {
            found.push((next, event));
        }
    }
    found.sort_by_key(|(next, event)| (next.starts, event.event_id));
    let mut seen = BTreeSet::new();
    found.retain(|(_, event)| seen.insert((event.series_id.unwrap_or(event.event_id), &event.title)));
    found.truncate(limit);
    Ok(found.into_iter().map(|(next, event)| suggestion(&next, event)).collect())
}

fn suggestion(next: &Coming, event: &CalendarEvent) -> Suggestion {
    Suggestion {
        slug: format!("{EVENT}/{}", event.event_uuid),
        name: event.title.clone(),
        kind: EVENT.to_owned(),
        location: event.place.0.as_ref().map(|place| place.name.clone()),
        img_url: event.cover_image.clone(),
        start: next.first_day.is_none().then_some(next.starts),
        start_date: next.first_day,
        group: Group::Events.label(),
    }
}
