//! Claiming what a quota allows before a booking is decided, where bookables of several spaces share the quota.
//!
//! Claim, decide, release. A claim counts like a booking until its own is there, so of concurrent requests for bookables
//! of different spaces, on any node, no more are booked than the quota allows. What a crash leaves runs out by itself, so
//! it can only allow too little, for a while.

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use storage::bookings::settings::Quota;
use storage::bookings::{Bookable, Bookings, CLAIM_MS, Holder, QuotaClaim};
use storage::occupancy::OccupationId;

use super::facts::zone;
use super::quotas::{Booker, Judged, Tallies, Wanted, applying, by_holder, is_shared};
use crate::Platform;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::hours::Interval;
use crate::platform::time::{Moment, before_retry, now};

/// How long a decision may follow a claim, in milliseconds: long before the claim runs out.
const DECIDED_WITHIN_MS: i64 = 60_000;
/// Attempts to write a claim beside others.
const TRIES: u32 = 64;
/// How often somebody looks again whom only others' claims are in the way of, and how long they wait in between.
const LOOKS: u32 = 40;
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// Older claims are of requests that have died, in milliseconds: nobody waits for them.
const WAITED_FOR_MS: i64 = 15_000;
/// Attempts where what was claimed is not what must be by now.
const CLAIMS: u32 = 4;

/// The code by which a decision asks for other claims; nobody sees it.
const UNCLAIMED: &str = "QUOTA_UNCLAIMED";

/// The refusal of a decision that is not within what was claimed, because the bookable's quotas or something else has
/// changed meanwhile, or too much time has passed.
pub(super) fn unclaimed() -> Refusal {
    Refusal::conflict(UNCLAIMED, "Bokningen tog för lång tid. Försök igen.")
}

/// What a request may use of the quotas that bookables of several spaces share.
pub(super) struct Claimed {
    /// It is a move to another space.
    pub far: bool,
    /// The quotas, in the order of the settings.
    quotas: Vec<Quota>,
    /// What keeps within them.
    permitted: Vec<Wanted>,
    /// What does not, and why.
    refused: Vec<(OccupationId, Refusal)>,
    /// Later decisions do not count on it, epoch milliseconds.
    until: i64,
    rows: Vec<QuotaClaim>,
}

impl Claimed {
    /// Whether a booking keeps within quotas. 409 QUOTA; QUOTA_UNCLAIMED.
    pub fn judge(&self, quotas: &[Quota], wanted: Wanted, now: i64) -> Result<()> {
        if quotas != self.quotas || self.until <= now {
            return Err(unclaimed());
        }
        if let Some((_, refusal)) = self.refused.iter().find(|(id, _)| *id == wanted.id) {
            return Err(refusal.clone());
        }
        if self.permitted.contains(&wanted) { Ok(()) } else { Err(unclaimed()) }
    }
}

/// What is asked of the quotas of a bookable.
pub(super) struct Asking {
    pub bookable: Arc<Bookable>,
    pub booker: Booker,
    /// By start. Several are a series.
    pub wanted: Vec<Wanted>,
    /// It is a move to another space.
    pub far: bool,
}

impl Asking {
    /// The quotas that are claimed.
    fn shared(&self) -> Vec<Quota> {
        let mut quotas = applying(&self.bookable, &self.booker);
        quotas.retain(|one| is_shared(one, self.far));
        quotas
    }

    fn span(&self) -> Interval {
        self.wanted.iter().map(|one| one.time).reduce(Interval::with).unwrap_or_default()
    }

    /// Claims for quotas of one holder what of the wanted keeps within them. Whoever is refused only because of others'
    /// claims waits for what becomes of them: nobody is refused because of somebody who is then refused.
    async fn of_holder(
        &self,
        platform: &Platform,
        (holder, quotas): &(Holder, Vec<Quota>),
        wanted: &[Wanted],
        zone: &TimeZone,
    ) -> Result<(Judged, Vec<QuotaClaim>)> {
        let (mut tries, mut looks) = (0, 0);
        loop {
            // Requests of one holder on this node do not have to compete.
            let turn = platform.turns.of(turn_of(*holder, self.bookable.entity_id.0)).await;
            match self.attempt(platform, (*holder, quotas.clone()), wanted, zone, looks < LOOKS).await? {
                Attempt::Claimed(judged, rows) => return Ok((judged, rows)),
                Attempt::Wait => {
                    drop(turn);
                    looks += 1;
                    tokio::time::sleep(LOOK_AGAIN).await;
                }
                Attempt::Overtaken if tries < TRIES => {
                    drop(turn);
                    tries += 1;
                    before_retry(tries).await;
                }
                Attempt::Overtaken => return Err(Refusal::busy()),
            }
        }
    }

    async fn attempt(
        &self,
        platform: &Platform,
        (holder, quotas): (Holder, Vec<Quota>),
        wanted: &[Wanted],
        zone: &TimeZone,
        may_wait: bool,
    ) -> Result<Attempt> {
        let bookings = Bookings::of(&platform.storage);
        let entity_id = self.bookable.entity_id;
        let last = bookings.last_claim(entity_id, holder).await?;
        let own: Vec<OccupationId> = self.wanted.iter().map(|one| one.id).collect();
        let reach = (self.span(), zone);
        let tallies = Tallies::load(platform, &self.bookable, (holder, quotas), reach, &own).await?;
        let judged = tallies.judged(wanted);
        let at = now();
        // An id says when it was made.
        let is_recent = at - OccupationId(tallies.last_claim).millis() < WAITED_FOR_MS;
        if judged.waits && may_wait && is_recent {
            return Ok(Attempt::Wait);
        }
        let claim_id = platform.ids.next(at)?;
        let claim = |one: &Wanted| QuotaClaim {
            entity_id,
            holder: holder.name(),
            claim_id,
            occupation_id: one.id,
            expires: Moment(at + CLAIM_MS),
            bookable_id: self.bookable.bookable_id,
            starts: Moment(one.time.start),
            ends: Moment(one.time.end),
        };
        let rows: Vec<QuotaClaim> = judged.permitted.iter().map(claim).collect();
        if bookings.claim(last, &rows).await? {
            return Ok(Attempt::Claimed(judged, rows));
        }
        Ok(Attempt::Overtaken)
    }

    /// Claims for all quotas that are shared; none: there are none.
    async fn claim(&self, platform: &Platform) -> Result<Option<Claimed>> {
        let quotas = self.shared();
        if quotas.is_empty() && !self.far {
            return Ok(None);
        }
        let zone = zone()?;
        let until = now() + DECIDED_WITHIN_MS;
        let mut claimed = Claimed {
            far: self.far,
            quotas: quotas.clone(),
            permitted: self.wanted.clone(),
            refused: Vec::new(),
            until,
            rows: Vec::new(),
        };
        for of_holder in by_holder(quotas, &self.booker) {
            match self.of_holder(platform, &of_holder, &claimed.permitted, &zone).await {
                Ok((judged, rows)) => {
                    claimed.permitted = judged.permitted;
                    claimed.refused.extend(judged.refused);
                    claimed.rows.extend(rows);
                }
                Err(refusal) => {
                    release(platform, &claimed.rows).await;
                    return Err(refusal);
                }
            }
        }
        Ok(Some(claimed))
    }
}

enum Attempt {
    Claimed(Judged, Vec<QuotaClaim>),
    /// Others' claims are in the way.
    Wait,
    /// Somebody else has claimed meanwhile.
    Overtaken,
}

/// Under which number requests of a holder take turns.
fn turn_of(holder: Holder, entity_id: i64) -> i64 {
    match holder {
        Holder::Person(id) => id.0,
        Holder::Organisation(id) => id.0,
        Holder::Relation(_) => entity_id,
    }
}

/// Deletes claims. One that stays because the store is away runs out by itself.
async fn release(platform: &Platform, rows: &[QuotaClaim]) {
    if rows.is_empty() {
        return;
    }
    if let Err(error) = Bookings::of(&platform.storage).release(rows).await {
        tracing::warn!(%error, "a quota's claim is left to run out");
    }
}

/// Whether it is unknown what a decision has written.
pub(super) fn is_unanswered(refusal: &Refusal) -> bool {
    refusal.code == Refusal::UNANSWERED || refusal.kind == RefusalKind::Internal
}

/// Claims, decides, and releases the claims: also after a refusal, but not where nobody knows whether it was decided. What
/// is claimed is decided in a task of its own, so that a client that goes away in between leaves neither a claim nor half
/// of a move.
pub(super) async fn within(
    platform: &Platform,
    asking: Asking,
    decide: impl AsyncFn(Option<Arc<Claimed>>) -> Result<()> + 'static,
) -> Result<()> {
    if asking.shared().is_empty() && !asking.far {
        match decide(None).await {
            // It is bound by now.
            Err(refusal) if refusal.code == UNCLAIMED => {}
            other => return other,
        }
    }
    let platform = platform.clone();
    let deciding = actix_rt::spawn(async move { claimed_and_decided(&platform, asking, decide).await });
    deciding.await.map_err(|_| Refusal::internal())?
}

async fn claimed_and_decided(
    platform: &Platform,
    mut asking: Asking,
    decide: impl AsyncFn(Option<Arc<Claimed>>) -> Result<()>,
) -> Result<()> {
    for _ in 0..CLAIMS {
        let claimed = asking.claim(platform).await?.map(Arc::new);
        let decided = decide(claimed.clone()).await;
        if let Some(claimed) = &claimed
            && !decided.as_ref().is_err_and(is_unanswered)
        {
            release(platform, &claimed.rows).await;
        }
        match decided {
            Err(refusal) if refusal.code == UNCLAIMED => {
                let bookable_id = asking.bookable.bookable_id;
                let found = Bookings::of(&platform.storage).bookable(bookable_id).await?;
                asking.bookable = Arc::new(found.ok_or_else(super::rights::absent)?);
            }
            other => return other,
        }
    }
    Err(Refusal::moved_on())
}
