//! Events that organisations promote publicly. Contract §7.

use std::collections::HashMap;

use serde::Serialize;
use storage::calendar::{CalendarEvent, EventStatus, Visibility};
use storage::ids::EntityId;
use storage::time::Moment;
use utoipa::ToSchema;

use super::engagement;
use super::events::find;
use super::events::rule_of;
use super::view::{EventView, ListedView};
use super::writing::{self, Change, People, Tells};
use super::{rules, when};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// How far ahead a series is expanded (ms).
const AHEAD: i64 = 400 * 86_400_000;
/// Attempts at a concurrently changed event.
const TRIES: usize = 16;

/// An event to come that an organisation shows to everybody.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PromotedEvent)]
pub struct PromotedView {
    pub cover_image: Option<String>,
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    /// Of a series: its next one.
    pub event: ListedView,
}

/// Promotes an organisation's event, or ends it. 409 NOT_PUBLIC: the event is not public; NOT_ORGANISATION: it is a
/// person's.
pub async fn promote(platform: &Platform, who: &Who, name: &str, is_shown: bool) -> Result<EventView> {
    for _ in 0..TRIES {
        let (calendar, old, asker) = find(platform, name, Some(who.user_id)).await?;
        rules::edit(&calendar, asker)?;
        if calendar.entity_id().is_none() {
            return Err(Refusal::conflict("NOT_ORGANISATION", "Bara organisationer lyfter fram händelser."));
        }
        if is_shown && [calendar.visibility, old.visibility] != [Visibility::Public; 2] {
            return Err(Refusal::conflict("NOT_PUBLIC", "Bara det som alla får se kan lyftas fram."));
        }
        let engagement = engagement::of(platform, old.event_id, asker.user_id).await?;
        let abilities = rules::abilities(&calendar, asker);
        if old.promoted.is_some() == is_shown {
            return Ok(EventView { engagement, ..EventView::new(&calendar, old, abilities) });
        }
        let new = CalendarEvent { promoted: is_shown.then(|| Moment(now())), ..old.clone() };
        let change = Change {
            calendar: &calendar,
            old: &old,
            new,
            gone: &[],
            more: &[],
            only: None,
            people: People::Stay,
            tells: Tells::Each,
            by: who.user_id,
        };
        match writing::change(platform, change).await {
            Ok(new) => return Ok(EventView { engagement, ..EventView::new(&calendar, new, abilities) }),
            Err(refusal) if refusal.code == "MOVED_ON" => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Err(Refusal::moved_on())
}

/// Promoted coming events, soonest first.
pub async fn promoted(platform: &Platform, limit: usize) -> Result<Vec<PromotedView>> {
    let (from, calendars) = (Moment(now()), &platform.storage.calendars);
    let listed = calendars.promoted(from, limit).await?;
    let events = calendars.events(&listed.iter().map(|one| one.event_id).collect::<Vec<_>>()).await?;
    let mut homes: Vec<_> = events.iter().map(|event| event.calendar_id).collect();
    homes.sort_unstable();
    homes.dedup();
    let homes = calendars.by_ids(&homes).await?;
    let homes = homes.into_iter().filter(|calendar| calendar.visibility == Visibility::Public);
    let homes: HashMap<_, _> = homes.map(|calendar| (calendar.calendar_id, calendar)).collect();
    let is_shown = |event: &&CalendarEvent| {
        event.promoted.is_some()
            && event.visibility == Visibility::Public
            && event.event_status != EventStatus::Cancelled
    };
    let mut shown: Vec<(ListedView, Option<String>, EntityId)> = Vec::with_capacity(events.len());
    for event in events.iter().filter(is_shown) {
        let Some(calendar) = homes.get(&event.calendar_id) else { continue };
        let (Some(entity_id), Some(view)) = (calendar.entity_id(), next(calendar, event, from)) else {
            continue;
        };
        shown.push((view, event.cover_image.clone(), entity_id));
    }
    shown.sort_by_key(|(view, ..)| (view.start, view.id));
    shown.truncate(limit);
    let mut named = Vec::with_capacity(shown.len());
    for (event, cover_image, id_entity) in shown {
        let Some(entity) = platform.storage.entities.entity(id_entity).await? else { continue };
        let (entity_name, entity_slug) = (entity.entity_name, entity.entity_slug);
        named.push(PromotedView { cover_image, id_entity, entity_name, entity_slug, event });
    }
    Ok(named)
}

/// An event if it begins after a moment; for a series its next occurrence.
pub(super) fn next(
    calendar: &storage::calendar::Calendar,
    event: &CalendarEvent,
    from: Moment,
) -> Option<ListedView> {
    let Some(rule) = rule_of(event) else {
        return (event.starts >= from).then(|| ListedView::whole(calendar, event));
    };
    let window = (from, Moment(from.0 + AHEAD));
    let one = rule.find(window, &event.exdates.0, |one| one.starts >= from)?;
    let days = event.start_date.zip(event.end_date);
    let days = days.and_then(|days| when::days_of(one, days, &event.time_zone));
    Some(ListedView::of_series(calendar, event, one, days))
}
