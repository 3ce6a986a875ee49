//! Calendars of local areas: the public events to come that name a municipality, found by the index as its page finds
//! them.
//!
//! The index forgives a wrong letter and finds beginnings of words; a calendar holds only what says the name.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use storage::calendar::{Calendar, CalendarEvent};
use storage::entities::Entity;
use storage::ids::{CalendarEventId, EntityId};
use storage::search::Search;

use super::{DATED, find};
use crate::Platform;
use crate::area::found::Group;
use crate::calendar::found::{is_findable, may_come};
use crate::calendar::ics::{self, Outgoing};
use crate::calendar::view::ListedView;
use crate::calendar::{Window, day, indexed, of_public};
use crate::places::Municipality;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, ZONE, now};

/// Longest window whose days the index is asked for; in longer ones the best of all that name the place are shown.
const DAYS: usize = 62;

/// The days of a window, for the index; none: too many.
fn days((from, to): Window) -> Option<Vec<String>> {
    let (first, last) = (day(from, ZONE)?, day(to, ZONE)?);
    let days: Vec<String> =
        first.series(1.day()).take_while(|day| *day <= last).take(DAYS + 1).map(indexed::mark).collect();
    (days.len() <= DAYS).then_some(days)
}

/// Whether a text has a municipality's name, whole words, also in the genitive: `Linköpings`.
fn says(text: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.to_lowercase();
        let words = words.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (text, name) = (words(text), words(name));
    let Some((last, before)) = name.split_last() else { return false };
    text.windows(name.len()).any(|some| {
        let Some((end, begin)) = some.split_last() else { return false };
        begin == before && (end == last || end.strip_suffix('s') == Some(last))
    })
}

/// Whether an event names a municipality: it is there, or its title, place, calendar or organiser says the name.
fn names(
    municipality: &Municipality,
    event: &CalendarEvent,
    calendar: &Calendar,
    organiser: Option<&str>,
) -> bool {
    let place = event.place.0.as_ref();
    if place.and_then(|place| place.id_tatort) == Some(municipality.id_municipality) {
        return true;
    }
    let texts = [
        Some(event.title.as_str()),
        place.map(|place| place.name.as_str()),
        place.and_then(|place| place.address.as_deref()),
        Some(calendar.calendar_name.as_str()),
        organiser,
    ];
    texts.into_iter().flatten().any(|text| says(text, &municipality.name))
}

/// The municipality on whose page this is. 404.
fn municipality<'a>(platform: &'a Platform, address: &str) -> Result<&'a Municipality> {
    platform.places.on_page(address).ok_or_else(|| Refusal::not_found("Det finns ingen sådan kommun."))
}

/// The public events to come that name a municipality, at most [`DATED`], each with its calendar.
async fn named(
    platform: &Platform,
    municipality: &Municipality,
    any_of: Vec<String>,
) -> Result<Vec<(Calendar, CalendarEvent)>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let search = Search {
        text: municipality.name.clone(),
        any_of,
        groups: vec![Group::Events as u8],
        limit: DATED,
        ..Search::default()
    };
    let found = find(index, search).await?.into_iter().flat_map(|(_, entries)| entries);
    let ids: Vec<CalendarEventId> = found.filter_map(|entry| indexed::event_of(&entry.key)).collect();
    let found = platform.storage.calendars.events(&ids).await?;
    let calendars = indexed::calendars_of(platform, &found).await?;
    let organisers: BTreeSet<EntityId> = calendars.values().filter_map(Calendar::entity_id).collect();
    let organisers: Vec<Entity> =
        platform.storage.entities.entities(&organisers.into_iter().collect::<Vec<_>>()).await?;
    let from = Moment(now());
    let stands = |event: CalendarEvent| {
        let calendar = calendars.get(&event.calendar_id).filter(|one| is_findable(one, &event))?;
        let organiser = organisers.iter().find(|one| calendar.entity_id() == Some(one.entity_id));
        let organiser = organiser.map(|one| one.entity_name.as_str());
        let is_wanted = may_come(&event, from) && names(municipality, &event, calendar, organiser);
        is_wanted.then(|| (calendar.clone(), event))
    };
    Ok(found.into_iter().filter_map(stands).collect())
}

/// Occurrences of public events that name a municipality, between two moments, by beginning. 404; 422 RANGE; 429; 503.
/// `asks`: the address for the rate limit.
pub async fn between(
    platform: &Platform,
    asks: &str,
    address: &str,
    window: Window,
) -> Result<Vec<ListedView>> {
    let municipality = municipality(platform, address)?;
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let found = named(platform, municipality, days(window).unwrap_or_default()).await?;
    of_public(platform, found, window).await
}

/// The same as a calendar file, of all that is to come. 404; 429; 503.
pub async fn file(platform: &Platform, asks: &str, address: &str) -> Result<Outgoing> {
    let municipality = municipality(platform, address)?;
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let found = named(platform, municipality, Vec::new()).await?;
    // A changed occurrence is written with its series.
    let ids: BTreeSet<CalendarEventId> =
        found.iter().map(|(_, event)| event.series_id.unwrap_or(event.event_id)).collect();
    let name = format!("Evenemang i {}", municipality.full_name);
    ics::of_public(platform, &name, &ids.into_iter().collect::<Vec<_>>()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_said_in_whole_words() {
        for (text, name, expected) in [
            ("Marknad i Mora", "Mora", true),
            ("moras marknad", "Mora", true),
            ("Moraparken", "Mora", false),
            ("Mor", "Mora", false),
            ("Linköpings kommun", "Linköping", true),
            ("Konsert, Upplands Väsby", "Upplands Väsby", true),
            ("Väsby i Upplands", "Upplands Väsby", false),
            ("Habo", "Håbo", false),
            ("", "Mora", false),
        ] {
            assert_eq!(says(text, name), expected, "{text}: {name}");
        }
    }

    #[test]
    fn days_of_a_window_are_its_swedish_ones() {
        let at = |text: &str| Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        let window = (at("2026-11-30T23:30:00Z"), at("2026-12-02T10:00:00Z"));
        assert_eq!(days(window).unwrap(), ["2026-12-01", "2026-12-02"]);
        assert_eq!(days((window.0, at("2027-02-28T00:00:00Z"))), None);
    }
}
