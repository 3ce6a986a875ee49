//! People, organisations, places and days as index entries.

use std::collections::HashSet;

use jiff::civil::Date;
use storage::accounts::User;
use storage::calendar::{Calendar, CalendarEvent};
use storage::entities::Entity;
use storage::ids::{CalendarEventId, EntityId, UserId};
use storage::infopoints::{Infopoint, InfopointId};
use storage::search::Entry;

use super::rules::{EVENT, Group, INFOPOINT, LOCALITY, MUNICIPALITY, PERSON, type_of};
use crate::Platform;
use crate::calendar::found::days;
use crate::days::slug_of;
use crate::entities::view::picture;
use crate::platform::time::Moment;

pub fn user_key(id: UserId) -> String {
    format!("user:{id}")
}

pub fn entity_key(id: EntityId) -> String {
    format!("entity:{id}")
}

pub fn event_key(id: CalendarEventId) -> String {
    format!("{EVENT}:{id}")
}

pub fn infopoint_key(id: InfopointId) -> String {
    format!("{INFOPOINT}:{id}")
}

/// The organisation of an index entry.
pub fn entity_of(key: &str) -> Option<EntityId> {
    key.strip_prefix("entity:")?.parse().ok().map(EntityId)
}

/// The place of an index entry.
pub fn infopoint_of(key: &str) -> Option<InfopointId> {
    key.strip_prefix(INFOPOINT)?.strip_prefix(':')?.parse().ok().map(InfopointId)
}

/// The event of an index entry.
pub fn event_of(key: &str) -> Option<CalendarEventId> {
    key.strip_prefix(EVENT)?.strip_prefix(':')?.parse().ok()
}

/// The person of an index entry.
pub fn user_of(key: &str) -> Option<UserId> {
    key.strip_prefix("user:")?.parse().ok()
}

/// The municipality of a person who shows it.
pub fn shown_municipality(platform: &Platform, user: &User) -> Option<String> {
    let municipality = platform.places.municipality(user.municipality).filter(|_| user.show_municipality);
    municipality.map(|one| one.name.clone())
}

/// A person; what is displayed is read when they are found.
pub fn of_user(user: &User) -> Entry {
    Entry {
        key: user_key(user.user_id),
        group: Group::People as u8,
        kind: PERSON.to_owned(),
        name: user.display_name.clone(),
        also: format!("{} {}", user.first_name, user.last_name),
        slug: user.user_name.clone(),
        ..Entry::default()
    }
}

/// A place of the guide, also found by its address and municipality.
pub fn of_infopoint(platform: &Platform, infopoint: &Infopoint) -> Entry {
    let municipality = infopoint.municipality.and_then(|id| platform.places.municipality(id));
    let municipality = municipality.map(|one| one.name.clone());
    let words = [infopoint.address.clone(), municipality.clone()];
    Entry {
        key: infopoint_key(infopoint.infopoint_id),
        group: Group::Places as u8,
        kind: INFOPOINT.to_owned(),
        name: infopoint.name.clone(),
        also: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        slug: format!("{INFOPOINT}/{}", infopoint.infopoint_id),
        location: municipality,
        ..Entry::default()
    }
}

pub fn of_entity(entity: &Entity) -> Entry {
    Entry {
        key: entity_key(entity.entity_id),
        group: Group::Organisations as u8,
        kind: type_of(entity.entity_type).to_owned(),
        name: entity.entity_name.clone(),
        slug: entity.entity_slug.clone(),
        image: picture(entity),
        ..Entry::default()
    }
}

/// An event, also found by its place, its municipality and organiser; what is displayed is read when it is found.
pub fn of_event(
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
    Entry {
        key: event_key(event.event_id),
        group: Group::Events as u8,
        kind: EVENT.to_owned(),
        name: event.title.clone(),
        also: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        slug: format!("{EVENT}/{}", event.event_uuid),
        marks: days(event, from).into_iter().map(mark).collect(),
        ..Entry::default()
    }
}

/// The term for a day in events' entries.
pub fn mark(day: Date) -> String {
    day.to_string()
}

/// All places and days: they change only with the program.
pub fn of_the_almanac(platform: &Platform) -> Vec<Entry> {
    let places = platform.places.municipalities().iter().map(|one| Entry {
        key: one.slug.clone(),
        group: Group::Places as u8,
        kind: MUNICIPALITY.to_owned(),
        name: one.name.clone(),
        also: "kommun".to_owned(),
        slug: one.slug.clone(),
        location: Some(one.county_name.clone()),
        // Ranked before localities, which often have the same name.
        rank: 1,
        ..Entry::default()
    });
    let localities = platform.places.localities().map(|one| Entry {
        key: format!("{LOCALITY}:{}:{}", one.municipality.code, one.name),
        group: Group::Places as u8,
        kind: LOCALITY.to_owned(),
        name: one.name.to_owned(),
        // It has no page of its own yet.
        slug: one.municipality.slug.clone(),
        location: Some(format!("Tätort i {}", one.municipality.full_name)),
        ..Entry::default()
    });
    // A day that occurs in the data for each of its years is indexed once.
    let mut seen = HashSet::new();
    let days = platform.days.all_names().filter(|day| seen.insert(*day)).map(|(kind, name)| Entry {
        key: format!("{}:{name}", kind.as_str()),
        group: Group::of_day(kind) as u8,
        kind: kind.as_str().to_owned(),
        name: name.to_owned(),
        slug: slug_of(kind, name),
        ..Entry::default()
    });
    places.chain(localities).chain(days).collect()
}
