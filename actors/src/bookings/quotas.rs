//! What counts for the quotas of a bookable: loaded before a decision, judged in it.
//!
//! A quota of one bookable is exact, because its bookings are decided in one space after another. One of all bookables
//! of an organisation may be exceeded by bookings of different spaces that are decided at the same moment.

use storage::bookings::settings::{Quota, QuotaHolder, QuotaScope};
use storage::bookings::{Booking, Bookings};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId};

use super::facts::Facts;
use super::rights;
use super::rules::quota;
use super::rules::state;
use super::{of_record, time_of_booking};
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::hours::Interval;
use crate::platform::time::{Moment, now};

/// Most bookings of an organisation in the periods of a quota that are counted.
const COUNTED: usize = 5_000;
/// Before a period's start, in milliseconds: bookings that began earlier may reach into it.
const BEFORE_MS: i64 = 32 * 86_400_000;

/// The intervals that count for each quota of the settings, in their order.
#[derive(Clone)]
pub(super) struct Counted(Vec<(Quota, Vec<Interval>)>);

/// A bookable and all that are in a group with it.
async fn in_its_groups(
    platform: &Platform,
    entity_id: EntityId,
    bookable_id: BookableId,
) -> Result<Vec<BookableId>> {
    let groups = Bookings::of(&platform.storage).groups_of(entity_id).await?;
    let with_it = groups.into_iter().map(|group| group.bookables.0).filter(|all| all.contains(&bookable_id));
    Ok(with_it.flatten().chain([bookable_id]).collect())
}

impl Counted {
    /// Loads what counts for a booking of somebody, perhaps on behalf of an organisation, at a time, or for a series of
    /// them within it; without their own bookings `own`. Managers are bound by no quota.
    pub async fn load(
        platform: &Platform,
        facts: &Facts,
        (user_id, customer): (UserId, Option<EntityId>),
        time: Interval,
        own: &[OccupationId],
    ) -> Result<Self> {
        if rights::manages(facts.relation) {
            return Ok(Self(Vec::new()));
        }
        let (entity_id, bookable_id) = (facts.bookable.entity_id, facts.bookable.bookable_id);
        let applying: Vec<&Quota> = facts
            .bookable
            .settings
            .0
            .quotas
            .iter()
            .filter(|one| quota::applies(one, facts.relation, customer.is_some()))
            .collect();
        let mut beside = Vec::new();
        if applying.iter().any(|one| one.scope == QuotaScope::Group) {
            beside = in_its_groups(platform, entity_id, bookable_id).await?;
        }
        let mut counted = Vec::with_capacity(applying.len());
        for one in applying {
            let periods = quota::periods_of(one.per, time, &facts.zone);
            let (Some(first), Some(last)) = (periods.first(), periods.last()) else { continue };
            let (from, to) = (Moment(first.time.start - BEFORE_MS), Moment(last.time.end));
            let found = Bookings::of(&platform.storage).at_entity(entity_id, from, to, COUNTED).await?;
            let is_holder = |booking: &Booking| match one.holder {
                QuotaHolder::Person => booking.user_id == user_id,
                QuotaHolder::Organisation => booking.customer_id == customer,
                QuotaHolder::Relation => true,
            };
            let is_scope = |booking: &Booking| match one.scope {
                QuotaScope::Bookable => booking.bookable_id == bookable_id,
                QuotaScope::Group => beside.contains(&booking.bookable_id),
                QuotaScope::Entity => true,
            };
            let mut kept: Vec<Booking> = found
                .into_iter()
                .filter(|one| !own.contains(&one.booking_id) && is_holder(one) && is_scope(one))
                .filter(|one| state::current(&of_record(one), now()).counts())
                .collect();
            if one.holder == QuotaHolder::Relation {
                let people: Vec<UserId> = kept.iter().map(|one| one.user_id).collect();
                let relations = platform.storage.entities.relations_among(entity_id, &people).await?;
                kept.retain(|booking| relations.get(&booking.user_id).copied() == one.relation);
            }
            counted.push((one.clone(), kept.iter().map(time_of_booking).collect()));
        }
        Ok(Self(counted))
    }

    /// Counts one that is made or moved there in the same decision.
    pub fn add(&mut self, time: Interval) {
        for (_, others) in &mut self.0 {
            others.push(time);
        }
    }

    /// Whether a booking at a time, or moved there from another, keeps within the quotas. 409 QUOTA.
    pub fn judge(&self, facts: &Facts, time: Interval, old: Option<Interval>) -> Result<()> {
        self.0.iter().try_for_each(|(quota, others)| quota::judge(quota, time, old, others, &facts.zone))
    }
}
