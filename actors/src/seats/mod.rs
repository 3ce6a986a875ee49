//! Places that are limited, and the queue for them: one engine for whatever has places. Contract §7.
//!
//! Every act reads how many are taken, then who it is about, asks the rules, and writes where nobody has changed anything since;
//! whoever comes at the same moment, on whatever node, is judged by what is left.

pub mod rules;

use std::time::Duration;

use storage::ids::{EnrollmentId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::seats::{Seat, SeatCounts, Subject};

use crate::Platform;
use crate::error::{Refusal, Result};
use crate::notifications::{announce, writes};
use crate::time::now;
use rules::{Act, Next, Plan};

/// Attempts at something that others change as well.
const TRIES: u32 = 64;
/// Those at the head of the queue who may move up in one decision.
const AT_ONCE: usize = 20;

/// Whatever has places: an area's side of the engine.
pub trait Places {
    /// What is decided about them; read anew with every attempt.
    fn plan(&self, now: i64) -> impl Future<Output = Result<Plan>>;

    /// What is to happen later because of it: put before it is decided, so that nothing is forgotten; what comes to nothing
    /// does nothing.
    fn later(&self, _: &Next) -> Result<Vec<Job>> {
        Ok(Vec::new())
    }

    /// The entries that it puts into people's bells.
    fn bells(&self, _: &Next, _: &Act, _: i64) -> Result<Vec<Notification>> {
        Ok(Vec::new())
    }

    /// Whoever looks is told; nothing can fail.
    fn told(&self, _: &SeatCounts) {}
}

/// How somebody stands after an act.
pub struct Stands {
    pub counts: SeatCounts,
    pub seat: Option<Seat>,
    /// Something was written.
    pub is_changed: bool,
}

/// Does something about a person's place, and moves up who can; refusals of [`rules::next`].
pub async fn act(
    platform: &Platform,
    places: &impl Places,
    subject: Subject,
    user_id: UserId,
    act: &Act,
) -> Result<Stands> {
    // Many of one node take turns, instead of judging again and again what others change.
    let _turn = platform.turns.of(subject.id).await;
    let mut stands = attempt(platform, places, subject, user_id, act).await?;
    let mut last = stands.1;
    while last >= AT_ONCE {
        let more = attempt(platform, places, subject, user_id, &Act::Expire).await?;
        stands.0.counts = more.0.counts;
        last = more.1;
    }
    Ok(stands.0)
}

/// With how many have moved up.
async fn attempt(
    platform: &Platform,
    places: &impl Places,
    subject: Subject,
    user_id: UserId,
    act: &Act,
) -> Result<(Stands, usize)> {
    let seats = &platform.storage.seats;
    for attempt in 0..TRIES {
        let at = now();
        let plan = places.plan(at).await?;
        let stored = seats.counts(subject).await?;
        let old = stored.unwrap_or_else(|| SeatCounts::none(subject, plan.capacity, plan.settings));
        // After the counts, by whose version it is decided.
        let own = seats.seat(subject, user_id).await?;
        let queue = if old.waiting > 0 { seats.queue(subject, AT_ONCE).await? } else { Vec::new() };
        let id = EnrollmentId(platform.ids.next(at)?);
        let next = rules::next(&plan, &old, &queue, (user_id, own.as_ref()), act.clone(), id, at)?;
        let counts = SeatCounts { version: old.version + 1, ..next.counts.clone() };
        if next.is_nothing() && next.counts == old {
            return Ok((Stands { counts: old, seat: own, is_changed: false }, 0));
        }
        let later = places.later(&next)?;
        if !later.is_empty() {
            platform.storage.jobs.put(&later).await?;
        }
        let bells = places.bells(&next, act, at)?;
        let then = writes(platform, &bells)?;
        if seats.decide(&old, &next.counts, &next.moved(), then).await? {
            platform.jobs.wake();
            announce(platform, &bells);
            places.told(&counts);
            let seat = next.own.map_or(own, |moved| moved.new);
            return Ok((Stands { counts, seat, is_changed: true }, next.up.len()));
        }
        // Another node was faster: it is given room.
        let pause = u64::from(attempt.min(8)) * 5;
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    Err(Refusal::busy())
}

/// Sets how many places there are, where no more are taken: 409 CAPACITY_TAKEN. `settings`: the version of what says so.
pub async fn resize(
    platform: &Platform,
    subject: Subject,
    capacity: Option<i64>,
    settings: i64,
) -> Result<()> {
    let seats = &platform.storage.seats;
    for _ in 0..TRIES {
        let old =
            seats.counts(subject).await?.unwrap_or_else(|| SeatCounts::none(subject, capacity, settings));
        if capacity.is_some_and(|capacity| old.taken > capacity) {
            return Err(Refusal::conflict("CAPACITY_TAKEN", "Fler platser än så är redan tagna."));
        }
        let new = SeatCounts { capacity, settings, ..old.clone() };
        if seats.decide(&old, &new, &[], Vec::new()).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
