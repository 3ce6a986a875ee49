//! Calendars of local areas (municipalities, localities): the public events to come that name one or are in it.
//!
//! The index knows each event by the areas that it names ([`crate::places::Said`]) and by its days, so a page costs what it
//! shows; whether an event is public and still names the area is read from the store.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;
use storage::calendar::{Calendar, CalendarEvent};
use storage::entities::Entity;
use storage::ids::{CalendarEventId, EntityId};
use storage::search::{Entry, Search, SearchIndex};

use super::find;
use crate::Platform;
use crate::area::found::Group;
use crate::calendar::found::{AHEAD, areas, is_findable, may_come};
use crate::calendar::ics::{self, Outgoing};
use crate::calendar::view::ListedView;
use crate::calendar::{Window, begins, bounded, day, indexed, of_public};
use crate::places::{Locality, Municipality};
use crate::platform::error::{Refusal, Result};
use crate::platform::paging::{Asked, Page};
use crate::platform::time::{Moment, ZONE, now};

/// Most different events of one day, and of a file.
const MOST: usize = 10_000;
const DAY: i64 = 86_400_000;

/// A local area, by the end of its page's address.
#[derive(Debug, Clone, Copy)]
pub enum LocalArea<'a> {
    Municipality(&'a str),
    Locality(&'a str),
}

impl LocalArea<'_> {
    /// Its page, and its name. 404. A locality with its municipality's name is one with it.
    fn read(self, platform: &Platform) -> Result<(&str, &str)> {
        match self {
            Self::Municipality(address) => {
                let found = municipality(platform, address)?;
                Ok((&found.slug, &found.full_name))
            }
            Self::Locality(slug) => {
                let Locality { page, name, municipality, .. } = locality(platform, slug)?;
                let is_one = page == municipality.slug;
                Ok((page, if is_one { &municipality.full_name } else { name }))
            }
        }
    }
}

/// The municipality whose page has this address. 404.
fn municipality<'a>(platform: &'a Platform, address: &str) -> Result<&'a Municipality> {
    platform.places.on_page(address).ok_or_else(|| Refusal::not_found("Det finns ingen sådan kommun."))
}

/// The locality with that slug. 404.
pub fn locality<'a>(platform: &'a Platform, slug: &str) -> Result<Locality<'a>> {
    let found = platform.places.locality(slug);
    found.ok_or_else(|| Refusal::not_found("Det finns ingen sådan tätort."))
}

/// The localities of the municipality whose page has this address. 404.
pub fn localities<'a>(platform: &'a Platform, address: &str) -> Result<Vec<Locality<'a>>> {
    let found = municipality(platform, address)?;
    Ok(platform.places.localities_of(found.id_municipality).collect())
}

/// Entries of events that name the area, on some days or on any (none), at most `limit`.
async fn entries(index: &SearchIndex, page: &str, any_of: Vec<String>, limit: usize) -> Result<Vec<Entry>> {
    let search = Search {
        any_of,
        all_of: vec![page.to_owned()],
        groups: vec![Group::Events as u8],
        limit,
        ..Search::default()
    };
    Ok(find(index, search).await?.into_iter().flat_map(|(_, entries)| entries).collect())
}

/// Those of the entries' events that are public, to come and name the area now, each with its calendar.
async fn standing(
    platform: &Platform,
    page: &str,
    entries: Vec<Entry>,
) -> Result<Vec<(Calendar, CalendarEvent)>> {
    let ids: Vec<CalendarEventId> =
        entries.into_iter().filter_map(|entry| indexed::event_of(&entry.key)).collect();
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
        let is_wanted =
            may_come(&event, from) && areas(&platform.places, &event, calendar, organiser).contains(page);
        is_wanted.then(|| (calendar.clone(), event))
    };
    Ok(found.into_iter().filter_map(stands).collect())
}

/// The Swedish days of a window.
fn days((from, to): Window) -> Vec<Date> {
    let (Some(first), Some(last)) = (day(from, ZONE), day(Moment(to.0 - 1), ZONE)) else { return Vec::new() };
    first.series(1.day()).take_while(|day| *day <= last).collect()
}

/// The first days of some that have at most `limit` events, or one day with all that it has; and these events' entries.
async fn first_days(
    index: &SearchIndex,
    page: &str,
    mut days: Vec<Date>,
    limit: usize,
) -> Result<(Vec<Date>, Vec<Entry>)> {
    let known = day(Moment(now() + AHEAD - 2 * DAY), ZONE);
    loop {
        let is_one = days.len() <= 1;
        // Series are known by their days for a while ahead only.
        let later = days.last().copied() > known;
        let later = later.then(|| indexed::GOES_ON.to_owned());
        let marks = days.iter().copied().map(indexed::mark).chain(later).collect();
        let found = entries(index, page, marks, if is_one { MOST } else { limit + 1 }).await?;
        if is_one || found.len() <= limit {
            return Ok((days, found));
        }
        days.truncate(days.len() / 2);
    }
}

/// Occurrences of public events that name a local area, between two moments, by beginning: those of the first days that
/// together have at most so many events, and where the next ones begin. 404; 422 RANGE; 429; 503. `asks`: the address for the
/// rate limit.
pub async fn between(
    platform: &Platform,
    asks: &str,
    area: LocalArea<'_>,
    (from, to): Window,
    asked: Asked,
) -> Result<Page<ListedView>> {
    let (page, _) = area.read(platform)?;
    bounded((from, to), &[])?;
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let none = Page { content: Vec::new(), cursor: None };
    let start = asked.cursor.map_or(from, |cursor| from.max(Moment(cursor)));
    let days = days((start, to));
    let Some(index) = platform.search.index().filter(|_| !days.is_empty()) else { return Ok(none) };
    let (days, found) = first_days(index, page, days, asked.limit).await?;
    let next = days.last().and_then(|last| last.tomorrow().ok()).and_then(|day| begins(day, ZONE));
    let end = next.map_or(to, |next| next.min(to));
    let found = standing(platform, page, found).await?;
    let mut content = of_public(platform, found, (start, end)).await?;
    // What began earlier was on the page before.
    content.retain(|one| start == from || one.start >= start);
    Ok(Page { content, cursor: Some(end.0).filter(|_| end < to) })
}

/// The same as a calendar file, of all that is to come. 404; 429; 503.
pub async fn file(platform: &Platform, asks: &str, area: LocalArea<'_>) -> Result<Outgoing> {
    let (page, name) = area.read(platform)?;
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let found = match platform.search.index() {
        Some(index) => entries(index, page, Vec::new(), MOST).await?,
        None => Vec::new(),
    };
    // A changed occurrence is written with its series.
    let found = standing(platform, page, found).await?;
    let ids: BTreeSet<CalendarEventId> =
        found.iter().map(|(_, event)| event.series_id.unwrap_or(event.event_id)).collect();
    let name = format!("Evenemang i {name}");
    ics::of_public(platform, &name, &ids.into_iter().collect::<Vec<_>>()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_a_window_are_its_swedish_ones() {
        let at = |text: &str| Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        let days = |from, to| days((at(from), at(to))).into_iter().map(indexed::mark).collect::<Vec<_>>();
        assert_eq!(days("2026-11-30T23:30:00Z", "2026-12-02T10:00:00Z"), ["2026-12-01", "2026-12-02"]);
        // Its end does not belong to it.
        assert_eq!(days("2026-11-30T23:00:00Z", "2026-12-01T23:00:00Z"), ["2026-12-01"]);
        assert_eq!(days("2026-01-01T00:00:00Z", "2027-02-05T00:00:00Z").len(), 401);
    }
}
