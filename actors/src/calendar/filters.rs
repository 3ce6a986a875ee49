//! Calendar filters of a person: saved sets of calendars, one active at a time. Contract §7, social.md §4.

use std::collections::HashMap;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::calendar::{Calendar, EventFilter, EventFilters};
use storage::ids::{CalendarId, EventFilterId};
use utoipa::ToSchema;

use super::{askers, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::now;

/// Most filters of one person.
const MOST: usize = 50;
/// Attempts at a person's filters that another tab of theirs changes concurrently.
const TRIES: usize = 16;

/// A choice of calendars.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventFilter)]
pub struct FilterView {
    pub id_filter: EventFilterId,
    pub name: String,
    pub is_active: bool,
    /// Those of its calendars that I may see now.
    pub rules: Vec<RuleView>,
}

/// A calendar of a choice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventFilterRule)]
pub struct RuleView {
    pub id_calendar: CalendarId,
    #[serde(rename = "calendarUUID")]
    pub calendar_uuid: String,
}

/// A choice to make, or as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterDraft {
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    /// It is applied from now on, and no other.
    #[serde(default)]
    #[garde(skip)]
    pub is_active: bool,
    #[serde(default)]
    #[garde(length(max = 50), dive)]
    #[schema(max_items = 50)]
    pub rules: Vec<NewRule>,
}

/// A calendar, by its number or by the part of its address that cannot be guessed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRule {
    #[garde(skip)]
    pub id_calendar: Option<CalendarId>,
    #[serde(rename = "calendarUUID")]
    #[garde(inner(length(bytes, max = 36)))]
    #[schema(max_length = 36)]
    pub calendar_uuid: Option<String>,
}

fn no_filter() -> Refusal {
    Refusal::not_found("Filtret finns inte.")
}

/// Replaces the filter with the same id, or appends it. Activated it is the only active one; deactivated, none is.
fn put(filters: &mut EventFilters, filter: EventFilter, is_active: bool) {
    let id = filter.id;
    match filters.filters.0.iter_mut().find(|one| one.id == id) {
        Some(one) => *one = filter,
        None => filters.filters.0.push(filter),
    }
    if is_active {
        filters.active = Some(id);
    } else if filters.active == Some(id) {
        filters.active = None;
    }
}

fn activate(filters: &mut EventFilters, id: EventFilterId) -> Result<()> {
    found(filters, id)?;
    filters.active = Some(id);
    Ok(())
}

/// Removes a filter; if it was active, none is.
fn take(filters: &mut EventFilters, id: EventFilterId) -> Result<()> {
    found(filters, id)?;
    filters.filters.0.retain(|one| one.id != id);
    filters.active = filters.active.filter(|active| *active != id);
    Ok(())
}

fn found(filters: &EventFilters, id: EventFilterId) -> Result<&EventFilter> {
    filters.filters.0.iter().find(|one| one.id == id).ok_or_else(no_filter)
}

/// Applies `change` to my current filters with compare and set.
async fn change(
    platform: &Platform,
    who: &Who,
    change: impl Fn(&mut EventFilters) -> Result<()>,
) -> Result<EventFilters> {
    let calendars = &platform.storage.calendars;
    for _ in 0..TRIES {
        let old = calendars.filters(who.user_id).await?;
        let mut new = old.clone();
        change(&mut new)?;
        if new == old || calendars.change_filters(&old, &new).await? {
            return Ok(new);
        }
    }
    Err(Refusal::busy())
}

/// The calendars of filters that I may see, by id.
async fn seen(
    platform: &Platform,
    who: &Who,
    filters: &[&EventFilter],
) -> Result<HashMap<CalendarId, Calendar>> {
    let mut ids: Vec<CalendarId> = filters.iter().flat_map(|one| one.calendars.iter().copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    let found = platform.storage.calendars.by_ids(&ids).await?;
    let found = askers(platform, who.user_id, found).await?.into_iter();
    let found = found.filter(|(calendar, asker)| rules::read(calendar, *asker).is_ok());
    Ok(found.map(|(calendar, _)| (calendar.calendar_id, calendar)).collect())
}

fn view(
    filter: &EventFilter,
    active: Option<EventFilterId>,
    calendars: &HashMap<CalendarId, Calendar>,
) -> FilterView {
    let rule = |id: &CalendarId| {
        let calendar_uuid = calendars.get(id)?.calendar_uuid.clone();
        Some(RuleView { id_calendar: *id, calendar_uuid })
    };
    FilterView {
        id_filter: filter.id,
        name: filter.name.clone(),
        is_active: active == Some(filter.id),
        rules: filter.calendars.iter().filter_map(rule).collect(),
    }
}

async fn one(
    platform: &Platform,
    who: &Who,
    filters: &EventFilters,
    id: EventFilterId,
) -> Result<FilterView> {
    let filter = found(filters, id)?;
    Ok(view(filter, filters.active, &seen(platform, who, &[filter]).await?))
}

/// My filters, in the order of their creation.
pub async fn filters(platform: &Platform, who: &Who) -> Result<Vec<FilterView>> {
    let filters = platform.storage.calendars.filters(who.user_id).await?;
    let all: Vec<&EventFilter> = filters.filters.0.iter().collect();
    let calendars = seen(platform, who, &all).await?;
    Ok(all.into_iter().map(|filter| view(filter, filters.active, &calendars)).collect())
}

/// The active filter.
pub async fn active(platform: &Platform, who: &Who) -> Result<Option<FilterView>> {
    let filters = platform.storage.calendars.filters(who.user_id).await?;
    match filters.active {
        Some(id) => one(platform, who, &filters, id).await.map(Some),
        None => Ok(None),
    }
}

/// The calendars that a draft names. 404: I may not see one. 422: none, or id and uuid name different ones.
async fn named(platform: &Platform, who: &Who, draft: &FilterDraft) -> Result<Vec<CalendarId>> {
    let calendars = &platform.storage.calendars;
    let mut wanted: Vec<(CalendarId, bool)> = Vec::with_capacity(draft.rules.len());
    for (at, rule) in draft.rules.iter().enumerate() {
        let addressed = match &rule.calendar_uuid {
            Some(uuid) => {
                let address = calendars.address(uuid).await?.filter(|it| it.event_id.is_none());
                Some(address.ok_or_else(rules::no_calendar)?.calendar_id)
            }
            None => None,
        };
        let unclear = || Refusal::field(format!("rules[{at}]"), "WHICH", "Ange en kalender.");
        if addressed.zip(rule.id_calendar).is_some_and(|(one, other)| one != other) {
            return Err(unclear());
        }
        let id = addressed.or(rule.id_calendar).ok_or_else(unclear)?;
        if !wanted.iter().any(|(known, _)| *known == id) {
            wanted.push((id, addressed.is_some()));
        }
    }
    let ids: Vec<CalendarId> = wanted.iter().map(|(id, _)| *id).collect();
    let found = askers(platform, who.user_id, calendars.by_ids(&ids).await?).await?;
    let is_seen = |(id, addressed): &(CalendarId, bool)| {
        found.iter().any(|(calendar, asker)| {
            calendar.calendar_id == *id
                && (rules::sees(calendar, calendar.visibility, *asker, *addressed)
                    || rules::sees_busy(calendar, *asker))
        })
    };
    wanted.iter().all(is_seen).then_some(ids).ok_or_else(rules::no_calendar)
}

async fn drafted(
    platform: &Platform,
    who: &Who,
    id: EventFilterId,
    draft: &FilterDraft,
) -> Result<EventFilter> {
    let name = crate::platform::text::display_name("name", &draft.name, 1, 100)?;
    Ok(EventFilter { id, name, calendars: named(platform, who, draft).await? })
}

/// Creates a filter; it becomes the only active one if the draft says so. 409 QUOTA_REACHED: at most 50.
pub async fn create(platform: &Platform, who: &Who, draft: FilterDraft) -> Result<FilterView> {
    let id = EventFilterId(platform.ids.next(now())?);
    let filter = drafted(platform, who, id, &draft).await?;
    let made = change(platform, who, |filters| {
        below(filters.filters.0.len(), MOST, "filter")?;
        put(filters, filter.clone(), draft.is_active);
        Ok(())
    });
    one(platform, who, &made.await?, id).await
}

/// Changes a filter of mine.
pub async fn update(
    platform: &Platform,
    who: &Who,
    id: EventFilterId,
    draft: FilterDraft,
) -> Result<FilterView> {
    found(&platform.storage.calendars.filters(who.user_id).await?, id)?;
    let filter = drafted(platform, who, id, &draft).await?;
    let changed = change(platform, who, |filters| {
        found(filters, id)?;
        put(filters, filter.clone(), draft.is_active);
        Ok(())
    });
    one(platform, who, &changed.await?, id).await
}

/// Activates a filter of mine, and no other.
pub async fn apply(platform: &Platform, who: &Who, id: EventFilterId) -> Result<FilterView> {
    let applied = change(platform, who, |filters| activate(filters, id)).await?;
    one(platform, who, &applied, id).await
}

/// Deletes a filter of mine; if it was active, none is.
pub async fn remove(platform: &Platform, who: &Who, id: EventFilterId) -> Result<()> {
    change(platform, who, |filters| take(filters, id)).await.map(drop)
}

#[cfg(test)]
mod tests {
    use storage::ids::UserId;
    use storage::value::Json;

    use super::*;

    fn filter(id: i64) -> EventFilter {
        EventFilter { id: EventFilterId(id), name: format!("F{id}"), calendars: Vec::new() }
    }

    #[test]
    fn one_is_active_at_a_time() {
        let mut all =
            EventFilters { user_id: UserId(1), version: 0, active: None, filters: Json(Vec::new()) };
        let active = |all: &EventFilters| all.active.map(|id| id.0);
        put(&mut all, filter(1), true);
        put(&mut all, filter(2), false);
        assert_eq!(active(&all), Some(1), "creating one that is not applied leaves the other");
        put(&mut all, filter(3), true);
        assert_eq!(active(&all), Some(3), "creating one that is applied takes its place");
        put(&mut all, filter(2), true);
        assert_eq!(active(&all), Some(2), "so does changing one");
        put(&mut all, filter(1), false);
        assert_eq!(active(&all), Some(2));
        put(&mut all, filter(2), false);
        assert_eq!(active(&all), None);
        activate(&mut all, EventFilterId(3)).unwrap();
        take(&mut all, EventFilterId(1)).unwrap();
        assert_eq!(active(&all), Some(3), "removing another leaves it");
        take(&mut all, EventFilterId(3)).unwrap();
        assert_eq!(active(&all), None, "removing the active one clears");
        assert_eq!(activate(&mut all, EventFilterId(3)).unwrap_err().code, "NOT_FOUND");
        assert_eq!(take(&mut all, EventFilterId(3)).unwrap_err().code, "NOT_FOUND");
        assert_eq!(all.filters.0, [filter(2)]);
    }
}
