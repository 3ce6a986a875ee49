//! Lunch menus of schools: written by assigned people, public for reading. Contract §7.

mod demo;
mod rules;
mod sheet;
pub mod view;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use storage::entities::Entity;
use storage::ids::EntityId;
use storage::lunch::{Changed, Lunch, LunchDay, Mark};
use storage::time::Day;
use storage::value::Json;

use crate::Platform;
use crate::accounts::Who;
use crate::area::Area;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::time::{ZONE, now};
use rules::Wanted;
use view::{DayView, ImportedView, MenuDraft, MenuView, SavedView, SchoolView, SchoolsView, week};

/// The area's declaration. Schools are listed by name, so it follows renames.
pub static AREA: Area = Area {
    follows: &[(crate::entities::CHANGED, renamed)],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    ..Area::named("lunch")
};

fn no_menu() -> Refusal {
    Refusal::not_found("Matsedeln finns inte.")
}

/// The current day in Sweden.
fn today() -> Day {
    let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
    let at = Timestamp::from_millisecond(now()).unwrap_or(Timestamp::UNIX_EPOCH);
    Day(at.to_zoned(zone).date())
}

/// A school. 404: there is none, or it is another kind of organisation.
async fn school(platform: &Platform, id: EntityId) -> Result<Entity> {
    let entity = platform.storage.entities.entity(id).await?;
    entity.filter(|entity| rules::serves(entity.entity_type)).ok_or_else(no_menu)
}

/// A school's menu from one day to another, both included, for anybody; at most 400 days.
pub async fn menu(
    platform: &Platform,
    who: Option<&Who>,
    id: EntityId,
    from: Day,
    to: Day,
) -> Result<MenuView> {
    rules::window(from, to)?;
    let school = school(platform, id).await?;
    let relation = match who {
        Some(who) => relation(platform, id, who.user_id).await?,
        None => None,
    };
    let days = Lunch::of(&platform.storage).days(id, from, to).await?;
    Ok(MenuView {
        school: SchoolView::from(&school),
        days: days.into_iter().filter(|day| !day.is_empty()).map(DayView::from).collect(),
        abilities: rules::abilities(relation),
    })
}

/// Refuses people who may not write the menu, before their upload is read. 403 ROLE_TOO_LOW; 404; 409 NOT_A_SCHOOL.
pub async fn may_write(platform: &Platform, who: &Who, id: EntityId) -> Result<Entity> {
    let entity = existing(platform, id).await?;
    rules::write(entity.entity_type, relation(platform, id, who.user_id).await?)?;
    Ok(entity)
}

async fn stand(platform: &Platform, id: EntityId, days: &[Wanted]) -> Result<HashMap<Day, LunchDay>> {
    let dates: Vec<Day> = days.iter().map(|day| day.date).collect();
    Ok(Lunch::of(&platform.storage).on(id, &dates).await?)
}

/// Replaces days; unchanged ones are left alone. 409 MOVED_ON: a concurrent change was faster.
async fn write(
    platform: &Platform,
    school: &Entity,
    days: Vec<Wanted>,
    mut stand: HashMap<Day, LunchDay>,
) -> Result<Vec<DayView>> {
    let (mut changed, mut seen) = (Vec::new(), Vec::with_capacity(days.len()));
    for Wanted { date, dishes, note, .. } in days {
        let old = stand.remove(&date);
        let version = old.as_ref().map_or(0, |old| old.version);
        let new = LunchDay { entity_id: school.entity_id, date, dishes: Json(dishes), note, version };
        if old.as_ref() == Some(&new) || (old.is_none() && new.is_empty()) {
            seen.push(DayView::from(new));
            continue;
        }
        seen.push(DayView::from(LunchDay { version: version + 1, ..new.clone() }));
        changed.push(Changed { old, new });
    }
    if !changed.is_empty() {
        ensure_applied(
            Lunch::of(&platform.storage).save(school.entity_id, &school.entity_name, &changed).await?,
        )?;
    }
    Ok(seen)
}

/// Replaces days, all of them or none. 409 MOVED_ON: one has changed since it was read.
pub async fn save(platform: &Platform, who: &Who, id: EntityId, draft: MenuDraft) -> Result<SavedView> {
    let school = may_write(platform, who, id).await?;
    let days = rules::wanted(&draft.days, today())?;
    let stand = stand(platform, id, &days).await?;
    rules::fresh(days.iter().map(|day| (day, stand.get(&day.date))))?;
    Ok(SavedView { days: write(platform, &school, days, stand).await? })
}

/// Imports the days of a CSV file, replacing existing ones; or returns a preview. 422: errors by line, and nothing is
/// written; 429.
pub async fn import(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    file: Vec<u8>,
    is_preview: bool,
) -> Result<ImportedView> {
    let school = may_write(platform, who, id).await?;
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let today = today();
    let unreadable = || Refusal::field("file", "UNREADABLE", "Filen går inte att läsa.");
    // Off the workers, so that a file on which the parser fails affects nothing else.
    let read = tokio::task::spawn_blocking(move || sheet::read(&file, today));
    let days = read.await.map_err(|_| unreadable())??;
    let stand = stand(platform, id, &days).await?;
    let differs = |day: &&Wanted| {
        stand.get(&day.date).is_some_and(|stands| {
            !stands.is_empty() && (stands.dishes.0 != day.dishes || stands.note != day.note)
        })
    };
    let replaced = days.iter().filter(differs).map(|day| day.date).collect();
    if !is_preview {
        let days = write(platform, &school, days, stand).await?;
        return Ok(ImportedView { days, replaced, is_saved: true });
    }
    let days = days.into_iter().map(|day| DayView {
        date: day.date,
        week: week(day.date),
        dishes: day.dishes,
        note: day.note,
        version: stand.get(&day.date).map_or(0, |stands| stands.version),
    });
    Ok(ImportedView { days: days.collect(), replaced, is_saved: false })
}

/// Schools with a menu: all by name, in pages, or those whose name or a word of it begins with `q`. 10 a second;
/// `asks`: the person or address for the rate limit.
pub async fn schools(
    platform: &Platform,
    asks: &str,
    q: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<SchoolsView> {
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let lunch = &Lunch::of(&platform.storage);
    let (ids, next, has_more) = if q.trim().is_empty() {
        let (ids, next) = lunch.schools(after.map(mark).transpose()?, limit).await?;
        let has_more = next.is_some();
        (ids, next.map(|(name, id)| format!("{id} {name}")), has_more)
    } else {
        let mut ids = lunch.named(q, limit + 1).await?;
        let has_more = ids.len() > limit;
        ids.truncate(limit);
        (ids, None, has_more)
    };
    let mut found: HashMap<EntityId, Entity> = platform
        .storage
        .entities
        .entities(&ids)
        .await?
        .into_iter()
        .map(|entity| (entity.entity_id, entity))
        .collect();
    let kept = ids.iter().filter_map(|id| found.remove(id)).filter(|one| rules::serves(one.entity_type));
    let (content, cursor) = (kept.map(|one| SchoolView::from(&one)).collect(), next.clone());
    Ok(SchoolsView { content, next, cursor, has_more })
}

/// Parses the cursor of a list.
fn mark(text: &str) -> Result<Mark> {
    let known =
        text.split_once(' ').and_then(|(id, name)| Some((name.to_owned(), EntityId(id.parse().ok()?))));
    known.ok_or_else(|| Refusal::field("after", "UNKNOWN", "Börja om från början av listan."))
}

/// An organisation may have been renamed. A lost announcement is repaired by the next save.
fn renamed(platform: &Platform, id: i64) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let storage = &platform.storage;
        let listed = async {
            match storage.entities.entity(EntityId(id)).await? {
                Some(entity) => Lunch::of(storage).relist(entity.entity_id, &entity.entity_name).await,
                None => Ok(()),
            }
        };
        if let Err(error) = listed.await {
            tracing::warn!(%error, "a school is listed under its new name later");
        }
    });
}
