//! What somebody waits for, and what of it is held for them now. Contract §8.2.

use std::collections::HashMap;

use futures_util::future::try_join_all;
use futures_util::try_join;
use storage::bookings::{Bookable, Bookings, PersonWaiting};
use storage::entities::Entity;
use storage::ids::EntityId;
use storage::occupancy::{BookableId, Occupation, OccupationStatus};

use super::bookables::asked_for;
use super::view::{QueuedTimesView, QueuedView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::Result;
use crate::platform::time::now;

/// A bookable, if the caller may see it now.
async fn seen_now(platform: &Platform, who: &Who, id: BookableId) -> Result<Option<Bookable>> {
    match asked_for(platform, who, id).await {
        Ok((bookable, _)) => Ok(Some(bookable)),
        Err(refusal) if refusal.may_pass() => Err(refusal),
        Err(_) => Ok(None),
    }
}

/// Names for what people wait for.
struct Names {
    bookables: HashMap<BookableId, Bookable>,
    entities: HashMap<EntityId, Entity>,
}

impl Names {
    async fn load(platform: &Platform, who: &Who, all: &[PersonWaiting]) -> Result<Self> {
        let mut ids: Vec<BookableId> = all.iter().map(|one| one.bookable_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let found = try_join_all(ids.iter().map(|id| seen_now(platform, who, *id))).await?;
        let bookables: HashMap<BookableId, Bookable> =
            found.into_iter().flatten().map(|one| (one.bookable_id, one)).collect();
        let mut ids: Vec<EntityId> = bookables.values().map(|one| one.entity_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let entities = platform.storage.entities.entities(&ids).await?;
        Ok(Self { bookables, entities: entities.into_iter().map(|one| (one.entity_id, one)).collect() })
    }

    /// None: the caller may not see what it is of any more.
    fn view(&self, one: &PersonWaiting, offer: Option<&Occupation>) -> Option<QueuedView> {
        let bookable = self.bookables.get(&one.bookable_id)?;
        let entity = self.entities.get(&bookable.entity_id)?;
        Some(QueuedView {
            id_waiting: one.waiting_id,
            id_bookable: one.bookable_id,
            bookable_name: bookable.name.clone(),
            id_entity: bookable.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
            start: one.starts,
            end: one.ends,
            offered_until: offer.and_then(|row| row.expires),
        })
    }
}

/// The times for which somebody waits and those that are offered to them, by start. What is over, what was offered too
/// long ago and what they may not see any more is left out.
pub async fn waiting(platform: &Platform, who: &Who) -> Result<QueuedTimesView> {
    let at = now();
    let bookings = Bookings::of(&platform.storage);
    let mut all = bookings.waiting(who.user_id).await?;
    all.retain(|one| at < one.starts.0);
    all.sort_by_key(|one| (one.starts, one.waiting_id));
    let offers = async { Ok(bookings.offers(&all).await?) };
    let (offers, names) = try_join!(offers, Names::load(platform, who, &all))?;
    let stands = |row: &Option<Occupation>| {
        row.as_ref().is_none_or(|row| row.is_live(at) && row.status == OccupationStatus::Offer)
    };
    let all = all.iter().zip(&offers).filter(|(_, offer)| stands(offer));
    Ok(QueuedTimesView { content: all.filter_map(|(one, offer)| names.view(one, offer.as_ref())).collect() })
}
