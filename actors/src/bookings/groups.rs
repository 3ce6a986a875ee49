//! Groups of bookables of which any is as good ('valfri ledig sal'): kept, looked at, held and booked. Contract §8.1.
//!
//! A group takes no time itself: each of its bookables is tried in order, and decided in its own space as if it had
//! been named.

use std::collections::BTreeMap;

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::audit::AuditKind;
use storage::bookings::{Bookable, BookableGroup, Bookings, MOST_GROUPS};
use storage::ids::EntityId;
use storage::occupancy::{BookableGroupId, BookableId};
use storage::value::Json;

use super::rules::series;
use super::view::{
    BookableGroupDraft, BookableGroupView, BookableGroupsView, BookedView, BookingDraft, GroupSlotsView,
    HoldDraft, HoldView, SlotView,
};
use super::{booking, holding, recording, rights, times};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::{existing, not_barred, relation};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::quotas::below;
use crate::platform::text::display_name;
use crate::platform::time::{Moment, now};

/// Bookables whose free times are read at once.
const AT_ONCE: usize = 8;

fn absent() -> Refusal {
    Refusal::not_found("Gruppen finns inte.")
}

/// A group with those of its bookables that the caller may see, in order. None: they may see none of them.
fn shown(group: BookableGroup, known: &[Bookable], manages: bool) -> Option<BookableGroupView> {
    let is_known = |id: &BookableId| known.iter().any(|one| one.bookable_id == *id);
    let bookables: Vec<BookableId> = group.bookables.0.into_iter().filter(is_known).collect();
    (manages || !bookables.is_empty()).then_some(BookableGroupView {
        id_group: group.group_id,
        id_entity: group.entity_id,
        name: group.name,
        bookables,
        version: group.version,
    })
}

/// The groups of an organisation that the caller may see, by name. 403 BANNED; 404.
pub async fn list(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<BookableGroupsView> {
    existing(platform, entity_id).await?;
    not_barred(platform, entity_id, who.user_id).await?;
    let relation = relation(platform, entity_id, who.user_id).await?;
    let bookings = Bookings::of(&platform.storage);
    let (mut groups, mut known) =
        futures_util::try_join!(bookings.groups_of(entity_id), bookings.of_entity(entity_id))?;
    known.retain(|one| rights::abilities(one, relation).is_some());
    groups.sort_by_cached_key(|one| (one.name.to_lowercase(), one.group_id));
    let manages = rights::manages(relation);
    Ok(BookableGroupsView {
        content: groups.into_iter().filter_map(|one| shown(one, &known, manages)).collect(),
    })
}

/// A group that the caller may see, as it is stored and as it is shown, and whether they manage it. 403 BANNED; 404.
async fn seen(
    platform: &Platform,
    who: &Who,
    id: BookableGroupId,
) -> Result<(BookableGroup, BookableGroupView, bool)> {
    let bookings = Bookings::of(&platform.storage);
    let group = bookings.group(id).await?.ok_or_else(absent)?;
    let relation = relation(platform, group.entity_id, who.user_id).await?;
    let mut known = bookings.bookables(&group.bookables.0).await?;
    known.retain(|one| rights::abilities(one, relation).is_some());
    let manages = rights::manages(relation);
    let view = shown(group.clone(), &known, manages).ok_or_else(absent)?;
    not_barred(platform, group.entity_id, who.user_id).await?;
    Ok((group, view, manages))
}

/// A group that the caller may see. 403 BANNED; 404.
pub async fn get(platform: &Platform, who: &Who, id: BookableGroupId) -> Result<BookableGroupView> {
    Ok(seen(platform, who, id).await?.1)
}

/// The bookables of a group as they are stored. 422 (`bookables`): one is named twice, or is not the organisation's.
async fn members(
    platform: &Platform,
    entity_id: EntityId,
    ids: &[BookableId],
) -> Result<Json<Vec<BookableId>>> {
    let found = Bookings::of(&platform.storage).bookables(ids).await?;
    let is_own = |id: &BookableId| {
        found.iter().any(|one| one.bookable_id == *id && one.entity_id == entity_id)
            && ids.iter().filter(|other| *other == id).count() == 1
    };
    if ids.iter().all(is_own) {
        return Ok(Json(ids.to_vec()));
    }
    Err(Refusal::field("bookables", "UNKNOWN", "Välj organisationens egna resurser, var och en en gång."))
}

/// Makes a group. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422.
pub async fn create(platform: &Platform, who: &Who, draft: BookableGroupDraft) -> Result<BookableGroupView> {
    let entity_id = draft.id_entity;
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    let bookings = Bookings::of(&platform.storage);
    let _turn = platform.turns.of(entity_id.0).await;
    below(bookings.groups_of(entity_id).await?.len(), MOST_GROUPS, "grupper")?;
    let group = BookableGroup {
        group_id: BookableGroupId(platform.ids.next(now())?),
        version: 1,
        entity_id,
        name: display_name("name", &draft.name, 1, 80)?,
        bookables: members(platform, entity_id, &draft.bookables).await?,
    };
    let recorded = recording::group(platform, who, AuditKind::BookableGroupCreated, &group)?;
    bookings.create_group(&group, recorded).await?;
    get(platform, who, group.group_id).await
}

/// A group that the caller manages. 403 ROLE_TOO_LOW; 404.
async fn managed(platform: &Platform, who: &Who, id: BookableGroupId) -> Result<BookableGroup> {
    let (group, _, manages) = seen(platform, who, id).await?;
    if manages { Ok(group) } else { Err(rights::not_manager()) }
}

/// 409 STALE: it has changed since it was read; `current` is what stands.
fn stale(stands: &BookableGroupView) -> Refusal {
    Refusal::stale("Någon annan har ändrat gruppen. Läs om den och försök igen.").showing(stands)
}

/// Changes a group; its organisation stays. 403 ROLE_TOO_LOW; 404; 409 STALE; 422.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: BookableGroupId,
    draft: BookableGroupDraft,
) -> Result<BookableGroupView> {
    let old = managed(platform, who, id).await?;
    let new = BookableGroup {
        name: display_name("name", &draft.name, 1, 80)?,
        bookables: members(platform, old.entity_id, &draft.bookables).await?,
        ..old.clone()
    };
    let recorded = if old == new {
        Vec::new()
    } else {
        recording::group(platform, who, AuditKind::BookableGroupChanged, &new)?
    };
    let is_current = draft.version == Some(old.version);
    if !is_current || !Bookings::of(&platform.storage).change_group(&old, &new, recorded).await? {
        return Err(stale(&get(platform, who, id).await?));
    }
    get(platform, who, id).await
}

/// Removes a group; its bookables and bookings stay. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON.
pub async fn remove(platform: &Platform, who: &Who, id: BookableGroupId) -> Result<()> {
    let group = managed(platform, who, id).await?;
    let recorded = recording::group(platform, who, AuditKind::BookableGroupRemoved, &group)?;
    ensure_applied(Bookings::of(&platform.storage).remove_group(&group, recorded).await?)
}

/// Of two possible times with the same start the one to show: what is free before what is not, then the longest.
fn better(one: SlotView, other: SlotView) -> SlotView {
    if (other.free, other.latest) > (one.free, one.latest) { other } else { one }
}

/// The possible times of a group by start: free where any of its bookables is. 403 BANNED; 404; 422 RANGE.
pub async fn slots(
    platform: &Platform,
    who: &Who,
    id: BookableGroupId,
    (from, to): (Moment, Moment),
) -> Result<GroupSlotsView> {
    let group = get(platform, who, id).await?;
    let of_each = group.bookables.into_iter().map(|one| times::slots(platform, who, one, (from, to), None));
    let found: Vec<_> = stream::iter(of_each).buffered(AT_ONCE).try_collect().await?;
    let mut by_start: BTreeMap<Moment, SlotView> = BTreeMap::new();
    for slot in found.into_iter().flat_map(|one| one.content) {
        let known = by_start.remove(&slot.start);
        by_start.insert(slot.start, known.map_or(slot.clone(), |known| better(known, slot)));
    }
    Ok(GroupSlotsView { id_group: id, content: by_start.into_values().collect() })
}

/// Whether the next bookable may be free where one refuses; not what the caller gave wrong for all of them.
fn is_tried_on(refusal: &Refusal) -> bool {
    let is_of_one = matches!(refusal.code, "MAY_NOT_BOOK" | "NOT_FOUND" | "UNAVAILABLE");
    is_of_one
        || series::skipped_for(refusal).is_some()
        || refusal.fields.iter().any(|one| matches!(one.code, "LENGTH" | "NOT_ALIGNED"))
}

/// Holds a time of the first bookable that is free, in order. Refusals of a hold, as the first bookable gives them.
pub async fn hold(platform: &Platform, who: &Who, id: BookableGroupId, draft: HoldDraft) -> Result<HoldView> {
    let group = get(platform, who, id).await?;
    let mut refused = None;
    for bookable_id in group.bookables {
        match holding::hold(platform, who, bookable_id, draft.clone()).await {
            Err(refusal) if is_tried_on(&refusal) => refused = refused.or(Some(refusal)),
            answer => return answer,
        }
    }
    Err(refused.unwrap_or_else(absent))
}

/// Books one time, or a series: of a bookable, of what is held, or of the first bookable of a group that is free, in
/// order. A series of a group is booked in one bookable: one in which all of it fits comes before one that leaves times
/// out. Refusals of a booking, as the first bookable gives them.
pub async fn book(platform: &Platform, who: &Who, draft: BookingDraft) -> Result<BookedView> {
    let (Some(id), None, None) = (draft.id_group, draft.id_bookable, draft.hold_id) else {
        return booking::book(platform, who, draft).await;
    };
    let group = get(platform, who, id).await?;
    let mut refused = None;
    for skip_conflicts in [false, true].into_iter().take(1 + usize::from(draft.skip_conflicts)) {
        for bookable_id in &group.bookables {
            let draft = BookingDraft { id_bookable: Some(*bookable_id), skip_conflicts, ..draft.clone() };
            match booking::book(platform, who, draft).await {
                Err(refusal) if is_tried_on(&refusal) => refused = refused.or(Some(refusal)),
                answer => return answer,
            }
        }
    }
    Err(refused.unwrap_or_else(absent))
}
