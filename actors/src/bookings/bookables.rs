//! Bookables of an organisation and their opening hours: listed, made, changed, removed.

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::RelationType;
use storage::audit::AuditKind;
use storage::bookings::{Bookable, Bookings, HoursOf, MOST_BOOKABLES, OpeningHours};
use storage::ids::EntityId;
use storage::occupancy::{BookableId, Occupancy, Space, SpaceId};
use storage::record::Stored as _;
use storage::value::Json;

use super::pictures::{CLEAR, sweep};
use super::recording;
use super::rights::{self, absent};
use super::rules::{self, settings};
use super::view::{
    AvailabilityDraft, AvailabilityView, BookableAbility, BookableDraft, BookableView, BookablesView,
    SpaceView,
};
use crate::Platform;
use crate::accounts::{Who, names};
use crate::calendar::guide::{require_place, shown_places};
use crate::entities::{existing, not_barred, relation, relation_and_bar};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs;
use crate::platform::quotas::below;
use crate::platform::text::{display_name, line, prose};
use crate::platform::time::{Moment, now};

/// Attempts at a free slug.
const SLUG_TRIES: u32 = 50;
/// Attempts at raising the version of a space.
const RAISE_TRIES: usize = 64;
/// Spaces whose versions are raised at once.
const RAISED_AT_ONCE: usize = 16;
/// Most spaces of an organisation.
const SPACES: usize = 200;
/// The field with the place of the guide.
const PLACE: &str = "idInfopoint";

/// All bookables of an organisation, by name.
pub(super) async fn by_name(platform: &Platform, entity_id: EntityId) -> Result<Vec<Bookable>> {
    let mut all = Bookings::of(&platform.storage).of_entity(entity_id).await?;
    all.sort_by_cached_key(|one| (one.name.to_lowercase(), one.bookable_id));
    Ok(all)
}

/// Leaves of the places of the guide that bookables name those that stand; of the others their text stays.
pub(super) async fn lead_to_places(platform: &Platform, all: &mut [Bookable]) -> Result<()> {
    let shown = shown_places(platform, all.iter().filter_map(|one| one.infopoint_id)).await?;
    for one in all {
        one.infopoint_id = one.infopoint_id.filter(|id| shown.contains(id));
    }
    Ok(())
}

/// The bookables of an organisation that the caller may see, by name. 403 BANNED; 404.
pub async fn list(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<BookablesView> {
    existing(platform, entity_id).await?;
    not_barred(platform, entity_id, who.user_id).await?;
    let relation = relation(platform, entity_id, who.user_id).await?;
    let mut all = by_name(platform, entity_id).await?;
    lead_to_places(platform, &mut all).await?;
    let seen = |one: &Bookable| rights::abilities(one, relation).map(|may| BookableView::of(one, may));
    let mut spaces = Vec::new();
    if rights::manages(relation) {
        spaces = Occupancy::of(&platform.storage).of_entity(entity_id).await?;
    }
    let space = |one: Space| SpaceView { id_space: one.space_id, name: one.name, unit_count: one.unit_count };
    Ok(BookablesView {
        content: all.iter().filter_map(seen).collect(),
        spaces: spaces.into_iter().map(space).collect(),
        abilities: rights::manages(relation).then_some(BookableAbility::Manage).into_iter().collect(),
    })
}

/// A bookable that the caller may see, with their abilities. 403 BANNED; 404.
pub(super) async fn seen(
    platform: &Platform,
    who: &Who,
    id: BookableId,
) -> Result<(Bookable, Vec<BookableAbility>)> {
    let (bookable, relation) = asked_for(platform, who, id).await?;
    let abilities = rights::abilities(&bookable, relation).ok_or_else(absent)?;
    Ok((bookable, abilities))
}

/// As [`seen`], with what the caller is to its organisation.
pub(super) async fn asked_for(
    platform: &Platform,
    who: &Who,
    id: BookableId,
) -> Result<(Bookable, Option<RelationType>)> {
    let bookable = Bookings::of(&platform.storage).bookable(id).await?.ok_or_else(absent)?;
    let (relation, not_barred) = relation_and_bar(platform, bookable.entity_id, who.user_id).await?;
    rights::abilities(&bookable, relation).ok_or_else(absent)?;
    not_barred?;
    Ok((bookable, relation))
}

/// One bookable. 403 BANNED; 404: there is no such, or the caller may not see it.
pub async fn get(platform: &Platform, who: &Who, id: BookableId) -> Result<BookableView> {
    let (mut bookable, abilities) = seen(platform, who, id).await?;
    lead_to_places(platform, std::slice::from_mut(&mut bookable)).await?;
    Ok(BookableView::of(&bookable, abilities))
}

/// A bookable that the caller manages. 403 ROLE_TOO_LOW; 404.
pub(super) async fn managed(
    platform: &Platform,
    who: &Who,
    id: BookableId,
) -> Result<(Bookable, Vec<BookableAbility>)> {
    let (bookable, abilities) = seen(platform, who, id).await?;
    if !rights::is_managed(&abilities) {
        return Err(rights::not_manager());
    }
    Ok((bookable, abilities))
}

/// The bits of units by their numbers; none: all of the space. 422 (`units`): the space has not that many.
fn mask(units: &[i64], space: &Space) -> Result<i64> {
    if units.is_empty() {
        return Ok(space.all_units().cast_signed());
    }
    if units.iter().any(|unit| *unit < 1 || *unit > space.unit_count) {
        return Err(Refusal::field("units", "UNKNOWN", "Så många delar har utrymmet inte."));
    }
    Ok(units.iter().fold(0, |mask, unit| mask | 1 << (unit - 1)))
}

/// The draft as it is stored, but for its own id, slug and space.
fn written(
    platform: &Platform,
    mut draft: BookableDraft,
    stands: Bookable,
    space: &Space,
) -> Result<Bookable> {
    let at = now();
    settings::number_prices(&mut draft.settings, || platform.ids.next(at))?;
    Ok(Bookable {
        name: display_name("name", &draft.name, 1, 80)?,
        kind: draft.kind,
        units: mask(&draft.units, space)?,
        description: prose("description", &draft.description)?,
        place: line("place", &draft.place, 200)?.unwrap_or_default(),
        infopoint_id: draft.id_infopoint,
        status: draft.status,
        settings: Json(settings::settings(&draft.settings)?),
        pictures: match &draft.pictures {
            Some(wanted) => Json(rules::pictures::arranged(&stands.pictures.0, wanted)?),
            None => stands.pictures,
        },
        ..stands
    })
}

/// A space of an organisation. 422 (`idSpace`): it has no such.
async fn space_of(platform: &Platform, id: SpaceId, entity_id: EntityId) -> Result<Space> {
    let space = Occupancy::of(&platform.storage).space(id).await?;
    space
        .filter(|space| space.entity_id == entity_id)
        .ok_or_else(|| Refusal::field("idSpace", "UNKNOWN", "Utrymmet finns inte."))
}

/// Makes a bookable, and a space of its own where none is named. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422.
pub async fn create(platform: &Platform, who: &Who, draft: BookableDraft) -> Result<BookableView> {
    let entity_id = draft.id_entity;
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    let (bookings, occupancy) = (Bookings::of(&platform.storage), Occupancy::of(&platform.storage));
    let _turn = platform.turns.of(entity_id.0).await;
    below(bookings.of_entity(entity_id).await?.len(), MOST_BOOKABLES, "resurser")?;
    let at = now();
    let named = draft.id_space;
    let space = if let Some(id) = named {
        space_of(platform, id, entity_id).await?
    } else {
        below(occupancy.of_entity(entity_id).await?.len(), SPACES, "utrymmen")?;
        Space::new(SpaceId(platform.ids.next(at)?), entity_id, &draft.name, draft.unit_count)
    };
    let stands = Bookable {
        bookable_id: BookableId(platform.ids.next(at)?),
        version: 1,
        entity_id,
        space_id: space.space_id,
        name: String::new(),
        slug: String::new(),
        kind: draft.kind,
        units: 0,
        description: String::new(),
        place: String::new(),
        infopoint_id: None,
        status: draft.status,
        settings: Json::default(),
        pictures: Json::default(),
        created: Moment(at),
    };
    require_place(platform, PLACE, draft.id_infopoint, None).await?;
    let bookable = written(platform, draft, stands, &space)?;
    if named.is_none() {
        ensure_applied(occupancy.create(&space).await?)?;
    }
    for n in 0..SLUG_TRIES {
        let bookable = Bookable { slug: names::attempt(&bookable.name, n), ..bookable.clone() };
        let recorded = recording::bookable(platform, who, AuditKind::BookableCreated, &bookable)?;
        if bookings.create(&bookable, recorded).await? {
            let abilities = rights::abilities(&bookable, Some(storage::RelationType::Owner));
            return Ok(BookableView::of(&bookable, abilities.unwrap_or_default()));
        }
    }
    Err(Refusal::busy())
}

/// 409 STALE: it has changed since it was read; `current` is what stands.
fn stale(stands: &BookableView) -> Refusal {
    Refusal::stale("Någon annan har ändrat resursen. Läs om den och försök igen.").showing(stands)
}

/// Changes a bookable; its organisation and space stay. 403 ROLE_TOO_LOW; 404; 409 STALE: it has changed since it was
/// read; 422.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    draft: BookableDraft,
) -> Result<BookableView> {
    let (old, abilities) = managed(platform, who, id).await?;
    if draft.version != Some(old.version) {
        return Err(stale(&BookableView::of(&old, abilities)));
    }
    let space = space_of(platform, old.space_id, old.entity_id).await?;
    require_place(platform, PLACE, draft.id_infopoint, old.infopoint_id).await?;
    let new = written(platform, draft, old.clone(), &space)?;
    let recorded = recording::changed(platform, who, &old, &new)?;
    if !Bookings::of(&platform.storage).change(&old, &new, recorded).await? {
        return Err(stale(&get(platform, who, id).await?));
    }
    raise(platform, old.space_id).await?;
    sweep(platform, &old, &new).await;
    let new = Bookable { version: old.version + 1, ..new };
    Ok(BookableView::of(&new, abilities))
}

/// Removes a bookable with its pictures; bookings that were made stay. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON.
pub async fn remove(platform: &Platform, who: &Who, id: BookableId) -> Result<()> {
    let (bookable, _) = managed(platform, who, id).await?;
    let mut then = recording::bookable(platform, who, AuditKind::BookableRemoved, &bookable)?;
    then.push(jobs::job(platform, CLEAR.name, 0, &id)?.insert());
    ensure_applied(Bookings::of(&platform.storage).remove(&bookable, then).await?)?;
    platform.jobs.wake();
    raise(platform, bookable.space_id).await
}

/// Raises the version of a space after the rules changed by which its bookings are judged: whoever was judged by the
/// old ones is judged again.
pub(super) async fn raise(platform: &Platform, space_id: SpaceId) -> Result<()> {
    let occupancy = Occupancy::of(&platform.storage);
    for _ in 0..RAISE_TRIES {
        let Some(space) = occupancy.space(space_id).await? else { return Ok(()) };
        if occupancy.decide(&space, &space, &[], Vec::new()).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The opening hours of a bookable. 403 BANNED; 404.
pub async fn hours(platform: &Platform, who: &Who, id: BookableId) -> Result<AvailabilityView> {
    seen(platform, who, id).await?;
    Ok(Bookings::of(&platform.storage).hours(HoursOf::Bookable, id.0).await?.into())
}

/// The opening hours of an organisation for all its bookables. 404.
pub async fn entity_hours(platform: &Platform, who: &Who, id: EntityId) -> Result<AvailabilityView> {
    existing(platform, id).await?;
    not_barred(platform, id, who.user_id).await?;
    Ok(Bookings::of(&platform.storage).hours(HoursOf::Entity, id.0).await?.into())
}

/// Replaces opening hours. 409 MOVED_ON; 422.
async fn save(
    platform: &Platform,
    who: &Who,
    (entity_id, of): (EntityId, Option<BookableId>),
    mut draft: AvailabilityDraft,
) -> Result<AvailabilityView> {
    let at = now();
    settings::number_hours(&mut draft.availability, || platform.ids.next(at))?;
    let availability = settings::availability(&draft.availability)?;
    let bookings = Bookings::of(&platform.storage);
    let (hours_of, owner_id) = of.map_or((HoursOf::Entity, entity_id.0), |id| (HoursOf::Bookable, id.0));
    let old = bookings.hours(hours_of, owner_id).await?;
    ensure_applied(draft.version == old.version)?;
    let new = OpeningHours { availability: Json(availability), ..old.clone() };
    let recorded = recording::hours(platform, who, (entity_id, of), (&old, &new))?;
    ensure_applied(bookings.save_hours(&old, &new, recorded).await?)?;
    Ok(OpeningHours { version: old.version + 1, ..new }.into())
}

/// Replaces the opening hours of a bookable; bookings that were made stay. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON; 422.
pub async fn save_hours(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    draft: AvailabilityDraft,
) -> Result<AvailabilityView> {
    let (bookable, _) = managed(platform, who, id).await?;
    let saved = save(platform, who, (bookable.entity_id, Some(id)), draft).await?;
    raise(platform, bookable.space_id).await?;
    Ok(saved)
}

/// Replaces the opening hours of an organisation. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON; 422.
pub async fn save_entity_hours(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft: AvailabilityDraft,
) -> Result<AvailabilityView> {
    existing(platform, id).await?;
    rights::manage(relation(platform, id, who.user_id).await?)?;
    let saved = save(platform, who, (id, None), draft).await?;
    let spaces = Occupancy::of(&platform.storage).of_entity(id).await?;
    stream::iter(spaces)
        .map(|space| raise(platform, space.space_id))
        .buffer_unordered(RAISED_AT_ONCE)
        .try_collect::<Vec<()>>()
        .await?;
    Ok(saved)
}
