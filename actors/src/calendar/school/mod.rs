//! School year calendars: terms, breaks and study days of a school, proposed by municipality, inserted and updated.
//!
//! What was inserted is recorded beside the calendar, and its events are found by UID. So inserting again changes what
//! nobody has changed by hand, and duplicates nothing. The intent is recorded before the events are written, so that
//! after a crash the next run recognises those events as inserted.

mod rules;
pub mod template;
pub mod view;

use std::collections::HashMap;

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::calendar as stored;
use storage::calendar::{Calendar, CalendarEvent, SchoolCalendarKind, SchoolDay};
use storage::entities::{Entity, RelationType};
use storage::ids::{EntityId, UserId};
use storage::value::Json;

use super::events;
use super::rules::{Asker, edit, no_calendar, sees};
use super::writing::{self, Change, People, Tells};
use super::{MOST, blank, for_some, live, load, name, seen};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::rules::{is_school, manages, require_manager};
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::quotas::below;
use crate::platform::time::now;
use rules::{Planned, Step, Wanted};
use template::EasterBreak;
use view::{
    Ability, CalendarSchool, NewSchoolCalendar, PlannedSchoolDay, SchoolCalendar, SchoolCalendars,
    SchoolDayStands, SchoolYear, SchoolYearDraft, SchoolYearProposal,
};

/// Events written concurrently.
const AT_ONCE: usize = 8;

/// A proposal for the school year that begins in a year, by municipality, with optional other weeks. 422: no such
/// municipality (`UNKNOWN`), or the year is out of range (`RANGE`).
pub fn proposal(
    platform: &Platform,
    municipality: i64,
    year: i64,
    sports_week: Option<i8>,
    around_easter: Option<EasterBreak>,
) -> Result<SchoolYearProposal> {
    let begins = rules::year(year)?;
    known(platform, municipality)?;
    let sports_week = sports_week.or_else(|| template::sports_week(municipality));
    let easter_break = around_easter.unwrap_or_else(|| template::easter_break(begins + 1));
    let days = template::proposed(begins, sports_week, easter_break);
    Ok(SchoolYearProposal { id_municipality: municipality, year, sports_week, easter_break, days })
}

fn known(platform: &Platform, municipality: i64) -> Result<()> {
    let is_known = platform.places.municipalities().iter().any(|one| one.id_municipality == municipality);
    let unknown = || Refusal::field("idMunicipality", "UNKNOWN", "Välj en kommun.");
    is_known.then_some(()).ok_or_else(unknown)
}

/// A school's school year calendars that the caller may see. 404: there is no such school.
pub async fn calendars(platform: &Platform, who: Option<&Who>, id: EntityId) -> Result<SchoolCalendars> {
    let entity = platform.storage.entities.entity(id).await?;
    let school = entity.filter(|entity| is_school(entity.entity_type));
    let school = school.ok_or_else(|| Refusal::not_found("Skolan finns inte."))?;
    let relation = match who {
        Some(who) => relation(platform, id, who.user_id).await?,
        None => None,
    };
    let asker = Asker { user_id: who.map(|who| who.user_id), relation, ..Asker::default() };
    let store = &platform.storage.calendars;
    let listed = store.school_calendars(id).await?;
    let ids: Vec<_> = listed.iter().map(|one| one.calendar_id).collect();
    let (found, years) = futures_util::try_join!(store.by_ids(&ids), store.school_years(&ids))?;
    let content = listed.iter().filter_map(|one| {
        let calendar = found.iter().find(|calendar| calendar.calendar_id == one.calendar_id)?;
        sees(calendar, calendar.visibility, asker, false).then(|| SchoolCalendar {
            kind: one.kind,
            calendar: seen(calendar, asker),
            years: years.iter().filter(|it| it.calendar_id == one.calendar_id).map(|it| it.year).collect(),
        })
    });
    let abilities: &[_] = if manages(relation) { &[Ability::Write] } else { &[] };
    Ok(SchoolCalendars { school: CalendarSchool::from(&school), content: content.collect(), abilities })
}

/// Refuses people who do not manage the organisation. 403 ROLE_TOO_LOW; 404.
async fn managed(platform: &Platform, who: &Who, id: EntityId) -> Result<(Entity, Option<RelationType>)> {
    let entity = existing(platform, id).await?;
    let relation = relation(platform, id, who.user_id).await?;
    require_manager(relation)?;
    Ok((entity, relation))
}

/// A school year calendar, with the caller's facts. 404: it is not one of this school's.
async fn kept(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    uuid: &str,
) -> Result<(Calendar, Asker, SchoolCalendarKind)> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    edit(&calendar, asker)?;
    let listed = platform.storage.calendars.school_calendar(id, calendar.calendar_id).await?;
    let kind = listed.ok_or_else(no_calendar)?.kind;
    Ok((calendar, asker, kind))
}

/// The UID of a day's event.
fn uid(calendar: &Calendar, year: i64, key: &str) -> String {
    format!("{year}.{}.{}@school", key.to_lowercase(), calendar.calendar_uuid)
}

/// The existing events of a school year, by the keys of its days.
async fn stands(
    platform: &Platform,
    calendar: &Calendar,
    year: i64,
    days: impl Iterator<Item = &SchoolDay>,
) -> Result<HashMap<String, CalendarEvent>> {
    let keys: HashMap<String, String> =
        days.map(|day| (uid(calendar, year, &day.key), day.key.clone())).collect();
    let uids: Vec<String> = keys.keys().cloned().collect();
    let found = platform.storage.calendars.named(calendar.calendar_id, &uids).await?;
    let by_key = found.into_iter().filter_map(|event| Some((keys.get(event.uid.as_ref()?)?.clone(), event)));
    Ok(by_key.collect())
}

fn shown(planned: &[Planned], stands: &HashMap<String, CalendarEvent>) -> Vec<PlannedSchoolDay> {
    let one = |planned: &Planned| PlannedSchoolDay {
        day: planned.day.clone(),
        outcome: planned.outcome,
        stands: stands.get(&planned.day.key).map(SchoolDayStands::from),
    };
    planned.iter().map(one).collect()
}

/// A school year as last inserted, and its current state, for managers of the school. 404: there is none.
pub async fn year(platform: &Platform, who: &Who, id: EntityId, uuid: &str, year: i64) -> Result<SchoolYear> {
    managed(platform, who, id).await?;
    let (calendar, asker, kind) = kept(platform, who, id, uuid).await?;
    let noted = platform.storage.calendars.school_year(calendar.calendar_id, year).await?;
    let noted = noted.ok_or_else(|| Refusal::not_found("Läsåret finns inte i kalendern."))?;
    let stands = stands(platform, &calendar, year, noted.days.0.iter().chain(&noted.begun.0)).await?;
    // If an insertion was interrupted: its intent.
    let meant = if noted.begun.0.is_empty() { &noted.days.0 } else { &noted.begun.0 };
    let mut wanted: Vec<Wanted> = Vec::with_capacity(meant.len());
    for day in meant {
        if wanted.iter().all(|one| one.day.key != day.key) {
            wanted.push(Wanted { day: day.clone(), again: false });
        }
    }
    let planned = rules::plan(&wanted, &noted.days.0, &noted.begun.0, &stands, calendar.visibility)?;
    Ok(SchoolYear {
        kind,
        calendar: Some(seen(&calendar, asker)),
        id_municipality: noted.municipality_id,
        year,
        days: shown(&planned, &stands),
        version: noted.version,
    })
}

/// Inserts a school year into a calendar of a school, or into a new one; or returns what would change (`is_preview`).
/// 409 MOVED_ON: it has been changed since it was read; QUOTA_REACHED; NOT_A_SCHOOL.
pub async fn put(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft: SchoolYearDraft,
    is_preview: bool,
) -> Result<SchoolYear> {
    let (entity, relation) = managed(platform, who, id).await?;
    rules::school(entity.entity_type)?;
    known(platform, draft.id_municipality)?;
    let wanted = rules::wanted(rules::year(draft.year)?, &draft.days)?;
    let (calendar, asker, kind, is_new) = match (&draft.calendar_uuid, &draft.calendar) {
        (Some(uuid), _) => {
            let (calendar, asker, kind) = kept(platform, who, id, uuid).await?;
            (calendar, asker, kind, false)
        }
        (None, Some(new)) => {
            let asker = Asker { user_id: Some(who.user_id), relation, ..Asker::default() };
            (fresh(platform, who, id, new)?, asker, new.kind, true)
        }
        (None, None) => {
            let message = "Välj en kalender, eller säg hur den nya ska vara.";
            return Err(Refusal::field("calendarUUID", "REQUIRED", message));
        }
    };
    let noted = platform.storage.calendars.school_year(calendar.calendar_id, draft.year).await?;
    if draft.version != noted.as_ref().map_or(0, |noted| noted.version) {
        return Err(Refusal::moved_on());
    }
    let none = Vec::new();
    let (put, begun) = noted.as_ref().map_or((&none, &none), |noted| (&noted.days.0, &noted.begun.0));
    let all = wanted.iter().map(|one| &one.day).chain(put).chain(begun);
    let before = stands(platform, &calendar, draft.year, all.clone()).await?;
    let planned = rules::plan(&wanted, put, begun, &before, calendar.visibility)?;
    let view = |planned: &[Planned], stands: &HashMap<_, _>, version, is_there: bool| SchoolYear {
        kind,
        calendar: is_there.then(|| seen(&calendar, asker)),
        id_municipality: draft.id_municipality,
        year: draft.year,
        days: shown(planned, stands),
        version,
    };
    if is_preview {
        return Ok(view(&planned, &before, draft.version, !is_new));
    }
    if is_new {
        make(platform, id, &calendar, kind).await?;
    }
    let days: Vec<SchoolDay> = wanted.iter().map(|one| one.day.clone()).collect();
    let row = |put: Vec<SchoolDay>, begun: Vec<SchoolDay>, version| stored::SchoolYear {
        calendar_id: calendar.calendar_id,
        year: draft.year,
        municipality_id: draft.id_municipality,
        days: Json(put),
        begun: Json(begun),
        version,
    };
    let store = &platform.storage.calendars;
    // Days of earlier interrupted insertions stay recorded as well.
    let begins = days.iter().chain(begun).cloned().collect();
    let began = row(put.clone(), begins, draft.version + 1);
    ensure_applied(store.set_school_year(noted.as_ref(), &began).await?)?;
    let written = write(platform, &calendar, who.user_id, draft.year, &planned).await;
    // Some events may be written even if others failed.
    live::calendar_changed(platform, &calendar);
    written?;
    let done = row(days, Vec::new(), draft.version + 2);
    ensure_applied(store.set_school_year(Some(&began), &done).await?)?;
    let after = stands(platform, &calendar, draft.year, all).await?;
    Ok(view(&planned, &after, done.version, true))
}

fn fresh(platform: &Platform, who: &Who, id: EntityId, new: &NewSchoolCalendar) -> Result<Calendar> {
    let owner = (stored::CalendarOwner::Entity, id.0);
    let calendar = blank(platform, owner, who.user_id, &name(&new.name)?, new.visibility, new.color.clone())?;
    for_some(calendar, new.relation_types.as_deref().unwrap_or_default())
}

/// Creates a calendar, if the school has fewer than the quota.
async fn make(
    platform: &Platform,
    id: EntityId,
    calendar: &Calendar,
    kind: SchoolCalendarKind,
) -> Result<()> {
    let _turn = platform.turns.of(calendar.created_by.0).await;
    let there = platform.storage.calendars.of(&[(stored::CalendarOwner::Entity, id.0)]).await?;
    below(there.len(), MOST, "kalendrar")?;
    let school = stored::SchoolCalendar { entity_id: id, calendar_id: calendar.calendar_id, kind };
    Ok(platform.storage.calendars.create_school(calendar, &school).await?)
}

async fn write(
    platform: &Platform,
    calendar: &Calendar,
    me: UserId,
    year: i64,
    planned: &[Planned],
) -> Result<()> {
    let all = planned.iter().map(|one| async move {
        match &one.step {
            Step::Leave => Ok(()),
            Step::Make(when) => {
                let event = CalendarEvent {
                    title: one.day.title.clone(),
                    starts: when.starts,
                    ends: when.ends,
                    all_day: true,
                    start_date: Some(one.day.start_date),
                    end_date: Some(one.day.end_date),
                    time_zone: when.time_zone.clone(),
                    uid: Some(uid(calendar, year, &one.day.key)),
                    ..events::blank(platform, calendar, me, now())?
                };
                writing::put_once(platform, calendar, &event, &[], Tells::Later).await.map(drop)
            }
            Step::Change { old, new } => {
                let change = Change {
                    calendar,
                    old,
                    new: CalendarEvent::clone(new),
                    gone: &[],
                    more: &[],
                    only: None,
                    people: People::Stay,
                    tells: Tells::Later,
                    by: me,
                };
                writing::change(platform, change).await.map(drop)
            }
            Step::Remove(event) => writing::remove(platform, calendar, event, &[], Tells::Later, me).await,
        }
    });
    stream::iter(all).buffer_unordered(AT_ONCE).try_collect().await
}
