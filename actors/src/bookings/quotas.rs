//! What counts for the quotas of a bookable, and whether a booking keeps within them. Contract §8.2.
//!
//! Bookings of one bookable are decided in one space, one after the other: what counts is read there, after the space's
//! version. What bookables of several spaces share is claimed before ([`super::claims`]).

use std::collections::HashSet;
use std::sync::Arc;

use jiff::tz::TimeZone;
use storage::RelationType;
use storage::bookings::settings::{Quota, QuotaHolder, QuotaScope};
use storage::bookings::{Bookable, Bookings, Holder, QuotaClaim};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId};

use super::claims::{Claimed, unclaimed};
use super::facts::Facts;
use super::rights;
use super::rules::quota;
use super::rules::state;
use super::{of_record, time_of_booking};
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::Interval;
use crate::platform::time::{Moment, now};

/// Before a period's start, in milliseconds: bookings that began earlier may reach into it.
const BEFORE_MS: i64 = 32 * 86_400_000;

/// Who books, as far as quotas ask.
#[derive(Debug, Clone, Copy)]
pub(super) struct Booker {
    pub user_id: UserId,
    /// The organisation that it is booked for.
    pub customer_id: Option<EntityId>,
    /// What whoever decides is to the organisation whose bookable it is.
    pub relation: Option<RelationType>,
}

/// A booking that is made or moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wanted {
    pub id: OccupationId,
    pub time: Interval,
    /// Where it stood.
    pub old: Option<(BookableId, Interval)>,
}

/// The quotas of a bookable that bind somebody; managers are bound by none.
pub(super) fn applying(bookable: &Bookable, booker: &Booker) -> Vec<Quota> {
    if rights::manages(booker.relation) {
        return Vec::new();
    }
    let all = bookable.settings.0.quotas.iter();
    all.filter(|one| quota::applies(one, booker.relation, booker.customer_id.is_some())).cloned().collect()
}

/// Whose bookings a quota counts together; none: it binds nobody.
fn holder(quota: &Quota, booker: &Booker) -> Option<Holder> {
    match quota.holder {
        QuotaHolder::Person => Some(Holder::Person(booker.user_id)),
        QuotaHolder::Organisation => booker.customer_id.map(Holder::Organisation),
        QuotaHolder::Relation => quota.relation.map(Holder::Relation),
    }
}

/// The bookables whose bookings a quota counts.
#[derive(Debug, Clone)]
struct Counts {
    scope: QuotaScope,
    bookable_id: BookableId,
    /// Those that are in a group with it.
    beside: Arc<[BookableId]>,
}

impl Counts {
    fn has(&self, id: BookableId) -> bool {
        match self.scope {
            QuotaScope::Bookable => id == self.bookable_id,
            QuotaScope::Group => id == self.bookable_id || self.beside.contains(&id),
            QuotaScope::Entity => true,
        }
    }
}

/// A quota, and the intervals that count for it.
#[derive(Debug, Clone)]
struct Tally {
    quota: Quota,
    counts: Counts,
    /// Bookings that stand.
    booked: Vec<Interval>,
    /// Times that are claimed and not booked yet.
    claimed: Vec<Interval>,
}

/// What counts for some quotas of a bookable that have one holder.
#[derive(Debug, Clone)]
pub(super) struct Tallies {
    all: Vec<Tally>,
    zone: TimeZone,
    /// The last of the claims that count; 0: there is none.
    pub last_claim: i64,
}

/// The bookables that are in a group with one.
async fn in_its_groups(
    platform: &Platform,
    bookable: &Bookable,
    quotas: &[Quota],
) -> Result<Arc<[BookableId]>> {
    if !quotas.iter().any(|one| one.scope == QuotaScope::Group) {
        return Ok(Arc::default());
    }
    let groups = Bookings::of(&platform.storage).groups_of(bookable.entity_id).await?;
    let with_it = groups.into_iter().map(|group| group.bookables.0);
    Ok(with_it.filter(|all| all.contains(&bookable.bookable_id)).flatten().collect())
}

impl Tallies {
    /// Reads what counts for quotas of one holder around a time, without the bookings `own`: claims first, then the
    /// bookings, so that one whose claim is deleted in between is among them.
    pub async fn load(
        platform: &Platform,
        bookable: &Bookable,
        (holder, quotas): (Holder, Vec<Quota>),
        (span, zone): (Interval, &TimeZone),
        own: &[OccupationId],
    ) -> Result<Self> {
        let periods = |one: &Quota| quota::periods_of(one.per, span, zone);
        let ends = quotas.iter().flat_map(periods).map(|period| period.time).reduce(Interval::with);
        let Some(reach) = ends else {
            return Ok(Self { all: Vec::new(), zone: zone.clone(), last_claim: 0 });
        };
        let bookings = Bookings::of(&platform.storage);
        let entity_id = bookable.entity_id;
        let beside = in_its_groups(platform, bookable, &quotas).await?;
        let mut claims = bookings.claims(entity_id, holder).await?;
        let (from, to) = (Moment(reach.start - BEFORE_MS), Moment(reach.end));
        let mut found = bookings.of_holder(entity_id, holder, from, to).await?;
        let at = now();
        claims.retain(|one| at < one.expires.0 && !own.contains(&one.occupation_id));
        found.retain(|one| !own.contains(&one.booking_id) && state::current(&of_record(one), at).counts());
        if let Holder::Relation(relation) = holder {
            let mut people: Vec<UserId> = found.iter().map(|one| one.user_id).collect();
            people.sort_unstable();
            people.dedup();
            let relations = platform.storage.entities.relations_among(entity_id, &people).await?;
            found.retain(|one| relations.get(&one.user_id) == Some(&relation));
        }
        let tally = |quota: Quota| {
            let counts =
                Counts { scope: quota.scope, bookable_id: bookable.bookable_id, beside: Arc::clone(&beside) };
            let booked = found.iter().filter(|one| counts.has(one.bookable_id));
            let booked: Vec<_> = booked.map(|one| (one.booking_id, time_of_booking(one))).collect();
            let is_there: HashSet<(OccupationId, i64, i64)> =
                booked.iter().map(|(id, time)| (*id, time.start, time.end)).collect();
            let claimed = not_booked(&claims, &counts, &is_there);
            let booked = booked.into_iter().map(|(_, time)| time).collect();
            Tally { quota, counts, booked, claimed }
        };
        let last_claim = claims.iter().map(|one| one.claim_id).max().unwrap_or_default();
        Ok(Self { all: quotas.into_iter().map(tally).collect(), zone: zone.clone(), last_claim })
    }

    /// Counts one that is made or moved there in the same decision.
    pub fn add(&mut self, time: Interval) {
        for tally in &mut self.all {
            tally.booked.push(time);
        }
    }

    /// Whether a booking keeps within the quotas. 409 QUOTA. `claims`: whether times count that others claim.
    pub fn judge(&self, time: Interval, old: Option<(BookableId, Interval)>, claims: bool) -> Result<()> {
        self.all.iter().try_for_each(|tally| {
            // Where it did not count before it is new.
            let old = old.filter(|(bookable_id, _)| tally.counts.has(*bookable_id)).map(|(_, time)| time);
            let mut others = tally.booked.clone();
            others.extend(tally.claimed.iter().filter(|_| claims));
            quota::judge(&tally.quota, time, old, &others, &self.zone)
        })
    }
}

/// What of some wanted bookings keeps within the quotas of one holder, and what does not.
pub(super) struct Judged {
    pub permitted: Vec<Wanted>,
    pub refused: Vec<(OccupationId, Refusal)>,
    /// Whether some would be permitted but for others' claims.
    pub waits: bool,
}

impl Tallies {
    /// Judges some bookings one after the other, each beside those that were permitted before it.
    pub fn judged(&self, wanted: &[Wanted]) -> Judged {
        let (mut with_claims, mut without) = (self.clone(), self.clone());
        let mut judged = Judged { permitted: Vec::new(), refused: Vec::new(), waits: false };
        for one in wanted {
            let is_free = without.judge(one.time, one.old, false).is_ok();
            if is_free {
                without.add(one.time);
            }
            match with_claims.judge(one.time, one.old, true) {
                Ok(()) => {
                    with_claims.add(one.time);
                    judged.permitted.push(*one);
                }
                Err(refusal) => {
                    judged.waits |= is_free;
                    judged.refused.push((one.id, refusal));
                }
            }
        }
        judged
    }
}

/// The claimed times of some bookables whose bookings do not stand there yet.
fn not_booked(
    claims: &[QuotaClaim],
    counts: &Counts,
    is_there: &HashSet<(OccupationId, i64, i64)>,
) -> Vec<Interval> {
    let claims = claims.iter().filter(|one| counts.has(one.bookable_id));
    let times: HashSet<_> = claims.map(|one| (one.occupation_id, one.starts.0, one.ends.0)).collect();
    times.difference(is_there).map(|(_, starts, ends)| Interval::new(*starts, *ends)).collect()
}

/// What a decision in a space is judged by as to quotas.
#[derive(Clone)]
pub(super) struct Counted {
    /// Of the quotas of the bookable alone, by holder.
    own: Vec<Tallies>,
    /// The quotas that must have been claimed.
    shared: Vec<Quota>,
    claimed: Option<Arc<Claimed>>,
}

impl Counted {
    /// Loads what counts for bookings at a time or within it, without those that are made or moved (`own`).
    pub async fn load(
        platform: &Platform,
        facts: &Facts,
        booker: Booker,
        span: Interval,
        own: &[OccupationId],
        claimed: Option<Arc<Claimed>>,
    ) -> Result<Self> {
        let applying = applying(&facts.bookable, &booker);
        let far = claimed.as_ref().is_some_and(|claimed| claimed.far);
        let shared = applying.iter().filter(|one| is_shared(one, far)).cloned().collect();
        let mut tallies = Vec::new();
        let of_bookable = applying.into_iter().filter(|one| one.scope == QuotaScope::Bookable);
        for quotas in by_holder(of_bookable.collect(), &booker) {
            let reach = (span, &facts.zone);
            tallies.push(Tallies::load(platform, &facts.bookable, quotas, reach, own).await?);
        }
        Ok(Self { own: tallies, shared, claimed })
    }

    /// Counts one that is made or moved there in the same decision.
    pub fn add(&mut self, time: Interval) {
        self.own.iter_mut().for_each(|tallies| tallies.add(time));
    }

    /// Whether a booking keeps within the quotas at a moment. 409 QUOTA.
    pub fn judge(&self, wanted: Wanted, now: i64) -> Result<()> {
        self.own.iter().try_for_each(|tallies| tallies.judge(wanted.time, wanted.old, true))?;
        match &self.claimed {
            _ if self.shared.is_empty() => Ok(()),
            Some(claimed) => claimed.judge(&self.shared, wanted, now),
            None => Err(unclaimed()),
        }
    }
}

/// Whether bookings of several spaces count for a quota. `far`: of a move to another space also the bookable's own, whose
/// bookings do not show it until it has arrived.
pub(super) fn is_shared(quota: &Quota, far: bool) -> bool {
    far || quota.scope != QuotaScope::Bookable
}

/// Quotas with the same holder together, in the order in which they are claimed.
pub(super) fn by_holder(quotas: Vec<Quota>, booker: &Booker) -> Vec<(Holder, Vec<Quota>)> {
    let mut found: Vec<(Holder, Vec<Quota>)> = Vec::new();
    for quota in quotas {
        let Some(holder) = holder(&quota, booker) else { continue };
        match found.iter_mut().find(|(known, _)| *known == holder) {
            Some((_, all)) => all.push(quota),
            None => found.push((holder, vec![quota])),
        }
    }
    found.sort_by_cached_key(|(holder, _)| holder.name());
    found
}

#[cfg(test)]
#[path = "quotas_tests.rs"]
mod tests;
