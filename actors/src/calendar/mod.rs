//! Calendars and events. Contract §7.

mod cleanup;
pub mod comments;
mod copies;
pub mod cover;
pub mod engagement;
pub mod enrollment;
mod events;
pub mod filters;
pub mod found;
pub(crate) mod guide;
pub mod ics;
pub(crate) mod indexed;
mod kept;
mod listing;
pub mod live;
mod moving;
mod own_found;
mod privacy;
pub mod promoted;
pub mod reminders;
pub mod rules;
pub mod school;
pub mod subscriptions;
pub mod view;
pub(crate) mod when;
mod writing;

pub use copies::{Republish, republish, save};
pub use events::{Which, change_event, create_event, event, is_seen, remove_event};
pub use kept::{File, file_of, public_between, widget};
pub use listing::{Window, between, bounded, of_public};
pub use school::template::SPORTLOV;
pub use when::{MONTHS, begins, day, day_in_words, in_words};

use std::time::Duration;

use storage::calendar::{CLEAR, Calendar, CalendarOwner, Visibility};
use storage::chat::CardType;
use storage::entities::RelationType;
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use storage::record::Stored;
use uuid::Uuid;

use crate::Platform;
use crate::accounts::{Who, profile};
use crate::area::{Area, Hooks};
use crate::live::room::Of;
use crate::platform::error::{Result, ensure_applied};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::below;
use crate::platform::time::{Moment, now};
use rules::Asker;
use view::{CalendarView, ChangeCalendar, NewCalendar};

/// Most calendars per owner.
const MOST: usize = 50;

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[
        CLEARING,
        cleanup::CLEARING,
        enrollment::SETTLING,
        enrollment::OFFERS,
        enrollment::ASKING,
        enrollment::MAILING,
        reminders::REMINDING,
        subscriptions::FETCHING,
    ],
    rooms: &[&Of::<enrollment::EventSeats>::KIND, &Of::<live::LiveCalendar>::KIND],
    follows: &[(live::EVENT_RIGHTS, live::verify_event), (live::CALENDAR_RIGHTS, live::verify_calendar)],
    bells: &[enrollment::BELLS, reminders::BELLS],
    cards: &[(CardType::Event, |platform, user_id, uuid| Box::pin(is_seen(platform, user_id, uuid)))],
    pictures: &[(PictureKind::Event, |platform, who, id, named| {
        Box::pin(cover::picture(platform, who, CalendarEventId(id), named))
    })],
    activity: &[&writing::CREATED],
    indexed: &[&indexed::EVENTS],
    own_results: &[&own_found::MINE],
    on: Hooks { comments: Some(&comments::COMMENTS), ..Hooks::NONE },
    encloses: Some(enrollment::enclosed),
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("calendar")
};

/// Deletes the content of a deleted calendar.
const CLEARING: JobKind = JobKind {
    name: CLEAR,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let id: CalendarId = serde_json::from_str(&job.payload)?;
            enrollment::gone(&platform, id).await?;
            cleanup::gone(&platform, id).await?;
            while platform.storage.calendars.clear(id).await? {}
            Ok(())
        })
    },
};

/// A person's facts towards a calendar.
async fn asker(platform: &Platform, calendar: &Calendar, user_id: Option<UserId>) -> Result<Asker> {
    let Some(me) = user_id else { return Ok(Asker::default()) };
    if let Some(entity_id) = calendar.entity_id() {
        let relation = crate::entities::relation(platform, entity_id, me).await?;
        return Ok(Asker { user_id, relation, ..Asker::default() });
    }
    match calendar.user_id() {
        Some(other) if other != me => Ok(Asker::of_pair(&platform.storage.contacts.pair(me, other).await?)),
        _ => Ok(Asker { user_id, ..Asker::default() }),
    }
}

/// A person's facts towards many calendars, in a few reads.
async fn askers(platform: &Platform, me: UserId, calendars: Vec<Calendar>) -> Result<Vec<(Calendar, Asker)>> {
    let mut others: Vec<UserId> =
        calendars.iter().filter_map(Calendar::user_id).filter(|owner| *owner != me).collect();
    others.sort_unstable();
    others.dedup();
    let (relations, pairs) = futures_util::try_join!(
        platform.storage.entities.relations_of(me),
        platform.storage.contacts.pairs(me, &others),
    )?;
    let before = |calendar: &Calendar| {
        let pair = pairs.iter().find(|pair| calendar.user_id() == Some(pair.other));
        let relation = relations.iter().find(|one| calendar.entity_id() == Some(one.entity_id));
        let relation = relation.map(|one| one.relation_type);
        pair.map_or(Asker { user_id: Some(me), relation, ..Asker::default() }, Asker::of_pair)
    };
    Ok(calendars
        .into_iter()
        .map(|calendar| (before(&calendar), calendar))
        .map(|(who, it)| (it, who))
        .collect())
}

/// A calendar by its uuid, for a person who may see it.
async fn load(platform: &Platform, uuid: &str, user_id: Option<UserId>) -> Result<(Calendar, Asker)> {
    let calendars = &platform.storage.calendars;
    let address = calendars.address(uuid).await?.filter(|address| address.event_id.is_none());
    let address = address.ok_or_else(rules::no_calendar)?;
    let calendar = calendars.calendar(address.calendar_id).await?.ok_or_else(rules::no_calendar)?;
    let asker = asker(platform, &calendar, user_id).await?;
    rules::read(&calendar, asker).map(|()| (calendar, asker))
}

fn seen(calendar: &Calendar, asker: Asker) -> CalendarView {
    let view = CalendarView::new(calendar, rules::abilities(calendar, asker));
    CalendarView { id_user: calendar.user_id().filter(|owner| asker.user_id != Some(*owner)), ..view }
}

/// My own calendars (everybody has a first one) and those of my organisations that I may see; only those of one
/// organisation if given.
pub async fn calendars(
    platform: &Platform,
    who: &Who,
    entity_id: Option<EntityId>,
) -> Result<Vec<CalendarView>> {
    let found = visible(platform, who.user_id, entity_id).await?;
    let views = found.into_iter().map(|(it, asker)| seen(&it, asker)).collect();
    subscriptions::all_shown(platform, views).await
}

/// A person's calendars that I may see; those visible only as busy times are without names. 404: nobody I may know of.
pub async fn of_person(platform: &Platform, who: &Who, user_id: UserId) -> Result<Vec<CalendarView>> {
    let pair = platform.storage.contacts.pair(who.user_id, user_id).await?;
    let asker = Asker::of_pair(&pair);
    if asker.is_barred || !profile::may_know(platform, &pair).await? {
        return Err(crate::contacts::rules::unknown());
    }
    if user_id == who.user_id {
        ensure_first(platform, user_id).await?;
    }
    let found = platform.storage.calendars.of(&[(CalendarOwner::User, user_id.0)]).await?;
    let shown = found.iter().filter_map(|calendar| {
        if rules::sees(calendar, calendar.visibility, asker, false) {
            return Some(seen(calendar, asker));
        }
        // The uuid of an unlisted calendar would give full access.
        let is_busy = rules::sees_busy(calendar, asker) && calendar.visibility != Visibility::Unlisted;
        is_busy.then(|| seen(calendar, asker).busy())
    });
    subscriptions::all_shown(platform, shown.collect()).await
}

/// The same, with my facts towards them.
async fn visible(
    platform: &Platform,
    me: UserId,
    entity_id: Option<EntityId>,
) -> Result<Vec<(Calendar, Asker)>> {
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
        let relation = relation.and_then(|(_, relation)| *relation);
        let asker = Asker { user_id: Some(me), relation, ..Asker::default() };
        (calendar, asker)
    });
    Ok(with_asker.filter(|(it, asker)| rules::sees(it, it.visibility, *asker, false)).collect())
}

/// Creates everybody's first calendar. A removed one is not created again.
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
        relation_types: Vec::new(),
        color,
        created_by,
        created: Moment(at),
        subscribed: None,
        version: 1,
    })
}

/// A calendar for people with certain relations; without any, for all whom its visibility includes.
fn for_some(calendar: Calendar, named: &[RelationType]) -> Result<Calendar> {
    // Without duplicates, in a fixed order.
    let relation_types = RelationType::ALL.iter().filter(|one| named.contains(one)).copied().collect();
    let calendar = Calendar { relation_types, ..calendar };
    rules::named(&calendar).map(|()| calendar)
}

fn name(text: &str) -> Result<String> {
    crate::platform::text::display_name("name", text, 1, 100)
}

/// Creates a calendar: one's own, or an organisation's by its managers; with its own events, or subscribed to an
/// address.
pub async fn create(platform: &Platform, who: &Who, new: NewCalendar) -> Result<CalendarView> {
    let name = name(&new.name)?;
    let address = new.source.as_deref().map(|text| subscriptions::read(platform, text)).transpose()?;
    let owner = match new.id_entity {
        Some(id) => (CalendarOwner::Entity, id.0),
        None => (CalendarOwner::User, who.user_id.0),
    };
    let calendar = blank(platform, owner, who.user_id, &name, new.visibility, new.color)?;
    let calendar = for_some(calendar, &new.relation_types.unwrap_or_default())?;
    let asker = asker(platform, &calendar, Some(who.user_id)).await?;
    if let Some(id) = new.id_entity {
        crate::entities::existing(platform, id).await?;
        crate::entities::rules::require_manager(asker.relation)?;
    }
    let _turn = platform.turns.of(who.user_id.0).await;
    let there = platform.storage.calendars.of(&[owner]).await?;
    below(there.len(), MOST, "kalendrar")?;
    let Some(address) = address else {
        platform.storage.calendars.create(&calendar).await?;
        return Ok(seen(&calendar, asker));
    };
    let subscribed = there.iter().filter(|one| one.subscribed.is_some()).count();
    below(subscribed, subscriptions::MOST, "kalendrar från andra adresser")?;
    subscriptions::may_call(platform, who.user_id).await?;
    let calendar = Calendar { subscribed: Some(calendar.created), ..calendar };
    let (subscription, job) = subscriptions::begun(platform, calendar.calendar_id, &address)?;
    platform.storage.calendars.create_subscribed(&calendar, &subscription, vec![job.insert()]).await?;
    platform.jobs.wake();
    subscriptions::shown(platform, seen(&calendar, asker)).await
}

/// Changes a calendar. 409 MOVED_ON: it has changed meanwhile; NOT_SUBSCRIBED: it has no address, and cannot get one.
pub async fn change(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    input: ChangeCalendar,
) -> Result<CalendarView> {
    let (old, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::manage(&old, asker)?;
    let address = input.source.as_deref().map(|text| subscriptions::read(platform, text)).transpose()?;
    let address = match address {
        Some(address) if subscriptions::moves(platform, &old, &address).await? => Some(address),
        _ => None,
    };
    if address.is_some() {
        subscriptions::may_call(platform, who.user_id).await?;
    }
    let stays = input.visibility == Visibility::Restricted;
    let kept = || if stays { old.relation_types.clone() } else { Vec::new() };
    let new = Calendar {
        calendar_name: name(&input.name)?,
        visibility: input.visibility,
        color: input.color,
        // It is fetched on behalf of the person who sets the address.
        created_by: if address.is_some() { who.user_id } else { old.created_by },
        version: old.version + 1,
        ..old.clone()
    };
    let new = for_some(new, &input.relation_types.unwrap_or_else(kept))?;
    ensure_applied(platform.storage.calendars.change(&old, &new).await?)?;
    if (new.visibility, &new.relation_types) != (old.visibility, &old.relation_types) {
        live::calendar_rights_moved(platform, &new);
    }
    live::calendar_changed(platform, &new);
    // Events get the calendar's visibility at the next fetch.
    if address.is_some() || new.subscribed.is_some() && new.visibility != old.visibility {
        subscriptions::fetch_now(platform, new.calendar_id, address.as_deref()).await?;
    }
    subscriptions::shown(platform, seen(&new, asker)).await
}

/// Deletes a calendar and everything in it. 409 MOVED_ON: it has changed meanwhile.
pub async fn remove(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::manage(&calendar, asker)?;
    let clearing = jobs::job(platform, CLEAR, 0, &calendar.calendar_id)?;
    ensure_applied(platform.storage.calendars.remove(&calendar, vec![clearing.insert()]).await?)?;
    platform.jobs.wake();
    live::calendar_rights_moved(platform, &calendar);
    Ok(())
}
