//! Copies of events in another calendar: saved to one's own, or republished in a public one. social.md §8.

use garde::Validate;
use serde::Deserialize;
use storage::calendar::{Calendar, CalendarEvent, CalendarOwner, Visibility};
use storage::ids::{EntityId, UserId};
use utoipa::ToSchema;

use super::engagement::{self, EngagementView};
use super::events::{self, find, room_for_a_series};
use super::rules::Asker;
use super::view::EventView;
use super::writing::{self, Tells};
use super::{MOST, asker, blank, ensure_first, load, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::now;

/// Copies an event into my own private calendar; returns the copy, and whether it is new. An existing copy is returned
/// unchanged.
pub async fn save(platform: &Platform, who: &Who, name: &str) -> Result<(EventView, bool)> {
    let (_, source, _) = find(platform, name, Some(who.user_id)).await?;
    let calendar = own_private(platform, who.user_id).await?;
    copy(platform, who, source, calendar, Asker { user_id: Some(who.user_id), ..Asker::default() }).await
}

/// My first private calendar; created if there is none.
async fn own_private(platform: &Platform, me: UserId) -> Result<Calendar> {
    ensure_first(platform, me).await?;
    let owner = (CalendarOwner::User, me.0);
    let _turn = platform.turns.of(me.0).await;
    let mine = platform.storage.calendars.of(&[owner]).await?;
    let count = mine.len();
    let takes = |one: &Calendar| one.visibility == Visibility::Private && one.subscribed.is_none();
    if let Some(private) = mine.into_iter().find(takes) {
        return Ok(private);
    }
    below(count, MOST, "kalendrar")?;
    let calendar = blank(platform, owner, me, "Min kalender", Visibility::Private, None)?;
    platform.storage.calendars.create(&calendar).await?;
    Ok(calendar)
}

/// Where an event is published again.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Republish {
    /// In the first public calendar of this organisation; absent: of mine.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    /// In this calendar.
    #[serde(rename = "calendarUUID")]
    #[garde(inner(length(bytes, max = 36)))]
    #[schema(max_length = 36)]
    pub calendar_uuid: Option<String>,
}

/// Copies a public event into a public calendar of mine or of an organisation that I manage; returns as [`save`]. 409
/// NOT_PUBLIC: the event is not public. 409 NO_PUBLIC_CALENDAR: there is no such calendar.
pub async fn republish(
    platform: &Platform,
    who: &Who,
    name: &str,
    to: Republish,
) -> Result<(EventView, bool)> {
    let (home, source, _) = find(platform, name, Some(who.user_id)).await?;
    crate::entities::not_barred_by(platform, [home.entity_id()], who.user_id).await?;
    if [home.visibility, source.visibility] != [Visibility::Public; 2] {
        return Err(Refusal::conflict("NOT_PUBLIC", "Bara det som alla får se kan återpubliceras."));
    }
    let (calendar, asker) = target(platform, who, &to).await?;
    rules::edit(&calendar, asker)?;
    copy(platform, who, source, calendar, asker).await
}

async fn target(platform: &Platform, who: &Who, to: &Republish) -> Result<(Calendar, Asker)> {
    let me = Some(who.user_id);
    if let Some(uuid) = &to.calendar_uuid {
        let (calendar, asker) = load(platform, uuid, me).await?;
        let wrong = |code, message| Refusal::field("calendarUUID", code, message);
        if calendar.visibility != Visibility::Public {
            return Err(wrong("NOT_PUBLIC", "Kalendern är inte publik."));
        }
        if to.id_entity.is_some_and(|id| calendar.entity_id() != Some(id)) {
            return Err(wrong("OTHER_ENTITY", "Kalendern är inte organisationens."));
        }
        return Ok((calendar, asker));
    }
    let owner = match to.id_entity {
        Some(id) => (CalendarOwner::Entity, id.0),
        None => (CalendarOwner::User, who.user_id.0),
    };
    if let Some(id) = to.id_entity {
        let relation = crate::entities::relation(platform, id, who.user_id).await?;
        crate::entities::rules::require_manager(relation)?;
    }
    let found = platform.storage.calendars.of(&[owner]).await?;
    let takes = |one: &Calendar| one.visibility == Visibility::Public && one.subscribed.is_none();
    let public = found.into_iter().find(takes);
    let none = || Refusal::conflict("NO_PUBLIC_CALENDAR", "Det finns ingen publik kalender att publicera i.");
    let calendar = public.ok_or_else(none)?;
    let asker = asker(platform, &calendar, me).await?;
    Ok((calendar, asker))
}

async fn copy(
    platform: &Platform,
    who: &Who,
    source: CalendarEvent,
    calendar: Calendar,
    asker: Asker,
) -> Result<(EventView, bool)> {
    let abilities = rules::abilities(&calendar, asker);
    let (event, is_new) = if source.calendar_id == calendar.calendar_id {
        (source, false)
    } else {
        let copy = copied(source, events::blank(platform, &calendar, who.user_id, now())?);
        room_for_a_series(platform, &copy).await?;
        writing::put_once(platform, &calendar, &copy, &[], Tells::Each).await?
    };
    let engagement = if is_new {
        EngagementView::default()
    } else {
        engagement::of(platform, event.event_id, Some(who.user_id)).await?
    };
    Ok((EventView { engagement, ..EventView::new(&calendar, event, abilities) }, is_new))
}

/// The copied fields. An exception of a series becomes a single event.
fn copied(source: CalendarEvent, blank: CalendarEvent) -> CalendarEvent {
    CalendarEvent {
        title: source.title,
        description: source.description,
        starts: source.starts,
        ends: source.ends,
        all_day: source.all_day,
        start_date: source.start_date,
        end_date: source.end_date,
        time_zone: source.time_zone,
        event_status: source.event_status,
        rrule: source.rrule,
        exdates: source.exdates,
        until: source.until,
        place: source.place,
        cover_image: source.cover_image,
        cover_alt: source.cover_alt,
        links: source.links,
        saved_from: Some(source.event_uuid),
        ..blank
    }
}
