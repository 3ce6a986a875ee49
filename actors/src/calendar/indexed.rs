//! Search results: public events that are not over, in the index of names.

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use storage::calendar::{Calendar, CalendarEvent, CalendarOwner, Visibility};
use storage::changes::{Change, ChangeKind};
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};

use super::found::{Coming, areas, coming, days, goes_on, is_findable, may_come};
use crate::Platform;
use crate::area::found::{Entry, Group, Indexed, NameIndex, SLICE, Suggestion};
use crate::platform::error::Result;
use crate::platform::time::{Moment, now};

/// Their type.
pub const EVENT: &str = "event";

pub(super) static EVENTS: Indexed = Indexed {
    types: &[(EVENT, Group::Events)],
    follow: |platform, changes, index| Box::pin(follow(platform, changes, index)),
    fill: |platform, index| Box::pin(fill(platform, index)),
    results: Some(|platform, viewer, entries, limit| {
        Box::pin(async move { shown(platform, viewer, &entries, limit, None).await })
    }),
};

fn key(id: CalendarEventId) -> String {
    format!("{EVENT}:{id}")
}

/// The event of an index entry.
pub fn event_of(key: &str) -> Option<CalendarEventId> {
    key.strip_prefix(EVENT)?.strip_prefix(':')?.parse().ok()
}

/// The term for a day in events' entries. The page of a local area is one as well.
pub fn mark(day: Date) -> String {
    day.to_string()
}

/// The term in entries of series that go on after the days by which they are found. The index is made anew every day.
pub const GOES_ON: &str = "goes-on";

/// An event, also found by its place, its municipality and organiser; what is displayed is read when it is found.
fn entry(
    platform: &Platform,
    event: &CalendarEvent,
    calendar: &Calendar,
    organiser: Option<&str>,
    from: Moment,
) -> Entry {
    let place = event.place.0.as_ref();
    let municipality = place.and_then(|place| platform.places.municipality(place.id_tatort?));
    let words = [
        Some(calendar.calendar_name.as_str()),
        organiser,
        place.map(|place| place.name.as_str()),
        place.and_then(|place| place.address.as_deref()),
        municipality.map(|one| one.name.as_str()),
    ];
    let days = days(event, from).into_iter().map(mark);
    let areas = areas(&platform.places, event, calendar, organiser);
    let later = goes_on(event, from).then(|| GOES_ON.to_owned());
    Entry {
        key: key(event.event_id),
        group: Group::Events as u8,
        kind: EVENT.to_owned(),
        name: event.title.clone(),
        also: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        slug: format!("{EVENT}/{}", event.event_uuid),
        marks: days.chain(areas.into_iter().map(str::to_owned)).chain(later).collect(),
        ..Entry::default()
    }
}

/// The calendars of some events, by id.
pub async fn calendars_of(
    platform: &Platform,
    events: &[CalendarEvent],
) -> Result<HashMap<CalendarId, Calendar>> {
    let ids: BTreeSet<CalendarId> = events.iter().map(|event| event.calendar_id).collect();
    let found = platform.storage.calendars.by_ids(&ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(found.into_iter().map(|calendar| (calendar.calendar_id, calendar)).collect())
}

/// The index entries of those events that are public and not over. A series is expanded when it is found.
async fn entries(platform: &Platform, ids: &[CalendarEventId]) -> Result<Vec<Entry>> {
    let events = platform.storage.calendars.events(ids).await?;
    let calendars = calendars_of(platform, &events).await?;
    let organisers: BTreeSet<EntityId> = calendars.values().filter_map(Calendar::entity_id).collect();
    let organisers = platform.storage.entities.entities(&organisers.into_iter().collect::<Vec<_>>()).await?;
    let from = Moment(now());
    let entry = |event: &CalendarEvent| {
        let calendar = calendars.get(&event.calendar_id).filter(|it| is_findable(it, event))?;
        let organiser = organisers.iter().find(|one| calendar.entity_id() == Some(one.entity_id));
        let organiser = organiser.map(|one| one.entity_name.as_str());
        Some(entry(platform, event, calendar, organiser, from))
    };
    Ok(events.iter().filter(|event| may_come(event, from)).filter_map(entry).collect())
}

/// The public calendars of renamed organisations.
async fn of_entities(platform: &Platform, ids: &BTreeSet<EntityId>) -> Result<Vec<CalendarId>> {
    let owners: Vec<_> = ids.iter().map(|id| (CalendarOwner::Entity, id.0)).collect();
    let found = platform.storage.calendars.of(&owners).await?;
    let public = found.iter().filter(|calendar| calendar.visibility == Visibility::Public);
    Ok(public.map(|calendar| calendar.calendar_id).collect())
}

/// The coming events of a calendar, in chunks.
async fn portions(platform: &Platform, id: CalendarId) -> Result<Vec<Vec<CalendarEventId>>> {
    let ids = platform.storage.calendars.coming(id, Moment(now())).await?;
    Ok(ids.chunks(SLICE).map(<[_]>::to_vec).collect())
}

async fn follow(platform: &Platform, changes: &[Change], index: &dyn NameIndex) -> Result<bool> {
    let of = |kind| changes.iter().filter(move |change| change.kind == kind).map(|change| change.subject);
    let events: BTreeSet<CalendarEventId> = of(ChangeKind::Event).map(CalendarEventId).collect();
    let entities: BTreeSet<EntityId> = of(ChangeKind::Entity).map(EntityId).collect();
    let mut calendars: BTreeSet<CalendarId> = of(ChangeKind::Calendar).map(CalendarId).collect();
    if events.is_empty() && entities.is_empty() && calendars.is_empty() {
        return Ok(false);
    }
    calendars.extend(of_entities(platform, &entities).await?);
    replace(platform, &events.into_iter().collect::<Vec<_>>(), index).await?;
    for id in calendars {
        for portion in portions(platform, id).await? {
            replace(platform, &portion, index).await?;
        }
    }
    Ok(true)
}

/// Puts events in as they are now, and takes out those that are not to be found.
async fn replace(platform: &Platform, ids: &[CalendarEventId], index: &dyn NameIndex) -> Result<()> {
    let found = entries(platform, ids).await?;
    index.replace(ids.iter().copied().map(key).collect(), found).await
}

async fn fill(platform: &Platform, index: &dyn NameIndex) -> Result<()> {
    let mut after = None;
    loop {
        let calendars = platform.storage.calendars.scan(after, SLICE).await?;
        for calendar in calendars.iter().filter(|it| it.visibility == Visibility::Public) {
            for portion in portions(platform, calendar.calendar_id).await? {
                index.put(entries(platform, &portion).await?).await?;
            }
        }
        match calendars.last().filter(|_| calendars.len() == SLICE) {
            Some(last) => after = Some(last.calendar_id),
            None => return Ok(()),
        }
    }
}

/// The events of these entries in their current state, if the viewer may find them, soonest first, at most `limit`. A
/// series and exceptions with the same title are one result. `within`: between two moments, the second excluded.
pub async fn shown(
    platform: &Platform,
    viewer: Option<UserId>,
    entries: &[Entry],
    limit: usize,
    within: Option<(Moment, Moment)>,
) -> Result<Vec<(String, Suggestion)>> {
    let ids: Vec<CalendarEventId> = entries.iter().filter_map(|entry| event_of(&entry.key)).collect();
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
    Ok(found.into_iter().map(|(next, event)| (key(event.event_id), suggestion(&next, event))).collect())
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
