//! Calendars and events. Contract §7.

pub mod enrollment;
mod events;
pub mod recurrence;
pub mod reminders;
pub mod rules;
mod traces;
pub mod view;
mod when;

pub use events::{Which, between, change_event, create_event, event, remove_event};

use std::time::Duration;

use storage::calendar::{CLEAR, Calendar, CalendarOwner, Visibility};
use storage::entities::RelationType;
use storage::ids::{CalendarId, EntityId, UserId};
use storage::record::Stored;
use uuid::Uuid;

use crate::Platform;
use crate::accounts::Who;
use crate::error::{Refusal, Result};
use crate::features::Area;
use crate::jobs::{self, JobKind};
use crate::quotas::below;
use crate::room::Of;
use crate::time::{Moment, now};
use rules::Asker;
use view::{CalendarView, ChangeCalendar, NewCalendar};

/// Calendars that one owner has at most.
const MOST: usize = 50;

/// The area as the product lists it.
pub static AREA: Area = Area {
    jobs: &[CLEARING, enrollment::SETTLING, enrollment::OFFERS, reminders::REMINDING],
    rooms: &[&Of::<enrollment::EventSeats>::KIND],
    bells: &[enrollment::BELLS, reminders::BELLS],
    export: Some(|platform, who| Box::pin(traces::files(platform, who))),
    erase: Some(|platform, user| Box::pin(traces::erase(platform, user))),
    ..Area::named("calendar")
};

/// Takes out what was in a calendar that is gone.
const CLEARING: JobKind = JobKind {
    name: CLEAR,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let id: CalendarId = serde_json::from_str(&job.payload)?;
            enrollment::gone(&platform, id).await?;
            while platform.storage.calendars.clear(id).await? {}
            Ok(())
        })
    },
};

/// Somebody before a calendar.
async fn asker(platform: &Platform, calendar: &Calendar, user_id: Option<UserId>) -> Result<Asker> {
    let relation = match (calendar.entity_id(), user_id) {
        (Some(entity_id), Some(user_id)) => crate::entities::relation(platform, entity_id, user_id).await?,
        _ => None,
    };
    Ok(Asker { user_id, relation })
}

/// A calendar by its address, for somebody who may look at it.
async fn load(platform: &Platform, uuid: &str, user_id: Option<UserId>) -> Result<(Calendar, Asker)> {
    let calendars = &platform.storage.calendars;
    let address = calendars.address(uuid).await?.filter(|address| address.event_id.is_none());
    let address = address.ok_or_else(rules::no_calendar)?;
    let calendar = calendars.calendar(address.calendar_id).await?.ok_or_else(rules::no_calendar)?;
    let asker = asker(platform, &calendar, user_id).await?;
    rules::read(&calendar, asker).map(|()| (calendar, asker))
}

fn seen(calendar: &Calendar, asker: Asker) -> CalendarView {
    CalendarView::new(calendar, rules::abilities(calendar, asker))
}

/// My own calendars, the first of which everybody has, and those of my organisations that I may see; of one organisation, where
/// that is named.
pub async fn calendars(
    platform: &Platform,
    who: &Who,
    entity_id: Option<EntityId>,
) -> Result<Vec<CalendarView>> {
    Ok(visible(platform, who, entity_id).await?.into_iter().map(|(it, asker)| seen(&it, asker)).collect())
}

/// The same, with what I am to them.
async fn visible(
    platform: &Platform,
    who: &Who,
    entity_id: Option<EntityId>,
) -> Result<Vec<(Calendar, Asker)>> {
    let me = who.user_id;
    let relations: Vec<(EntityId, Option<RelationType>)> = if let Some(id) = entity_id {
        vec![(id, crate::entities::relation(platform, id, me).await?)]
    } else {
        ensure_first(platform, me).await?;
        let relations = platform.storage.entities.relations_of(me).await?;
        relations.into_iter().map(|one| (one.entity_id, Some(one.relation_type))).collect()
    };
    let own = entity_id.is_none().then_some((CalendarOwner::User, me.0));
    let theirs = relations.iter().map(|(id, _)| (CalendarOwner::Entity, id.0));
    let owners: Vec<_> = own.into_iter().chain(theirs).collect();
    let found = platform.storage.calendars.of(&owners).await?;
    let with_asker = found.into_iter().map(|calendar| {
        let relation = relations.iter().find(|(id, _)| calendar.entity_id() == Some(*id));
        let asker = Asker { user_id: Some(me), relation: relation.and_then(|(_, relation)| *relation) };
        (calendar, asker)
    });
    Ok(with_asker.filter(|(it, asker)| rules::sees(it, it.visibility, *asker, false)).collect())
}

/// Everybody has a calendar of their own. One that they remove stays removed.
async fn ensure_first(platform: &Platform, me: UserId) -> Result<()> {
    if !platform.storage.calendars.has_first(me).await? {
        let owner = (CalendarOwner::User, me.0);
        let first = blank(platform, owner, me, "Min kalender", Visibility::Private, None)?;
        platform.storage.calendars.create_first(me, &first).await?;
    }
    Ok(())
}

fn blank(
    platform: &Platform,
    (owner_kind, owner_id): (CalendarOwner, i64),
    created_by: UserId,
    name: &str,
    visibility: Visibility,
    color: Option<String>,
) -> Result<Calendar> {
    let at = now();
    Ok(Calendar {
        calendar_id: CalendarId(platform.ids.next(at)?),
        calendar_uuid: Uuid::new_v4().to_string(),
        owner_kind,
        owner_id,
        calendar_name: name.to_owned(),
        visibility,
        color,
        created_by,
        created: Moment(at),
        version: 1,
    })
}

fn name(text: &str) -> Result<String> {
    crate::text::display_name("name", text, 1, 100)
}

/// Makes a calendar: one's own, or an organisation's by who runs it.
pub async fn create(platform: &Platform, who: &Who, new: NewCalendar) -> Result<CalendarView> {
    let name = name(&new.name)?;
    let owner = match new.id_entity {
        Some(id) => (CalendarOwner::Entity, id.0),
        None => (CalendarOwner::User, who.user_id.0),
    };
    let calendar = blank(platform, owner, who.user_id, &name, new.visibility, new.color)?;
    let asker = asker(platform, &calendar, Some(who.user_id)).await?;
    if let Some(id) = new.id_entity {
        let entity = platform.storage.entities.entity(id).await?;
        entity.ok_or_else(|| Refusal::not_found("Organisationen finns inte."))?;
        crate::entities::rules::require_manager(asker.relation)?;
    }
    let _turn = platform.turns.of(who.user_id.0).await;
    below(platform.storage.calendars.of(&[owner]).await?.len(), MOST, "kalendrar")?;
    platform.storage.calendars.create(&calendar).await?;
    Ok(seen(&calendar, asker))
}

/// Changes a calendar. 409 MOVED_ON: somebody else has meanwhile.
pub async fn change(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    input: ChangeCalendar,
) -> Result<CalendarView> {
    let (old, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::write(&old, asker)?;
    let new = Calendar {
        calendar_name: name(&input.name)?,
        visibility: input.visibility,
        color: input.color,
        version: old.version + 1,
        ..old.clone()
    };
    if !platform.storage.calendars.change(&old, &new).await? {
        return Err(Refusal::moved_on());
    }
    Ok(seen(&new, asker))
}

/// Removes a calendar and everything in it. 409 MOVED_ON: somebody has changed it meanwhile.
pub async fn remove(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::write(&calendar, asker)?;
    let clearing = jobs::job(platform, CLEAR, 0, &calendar.calendar_id)?;
    if !platform.storage.calendars.remove(&calendar, vec![clearing.insert()]).await? {
        return Err(Refusal::moved_on());
    }
    platform.jobs.wake();
    Ok(())
}
