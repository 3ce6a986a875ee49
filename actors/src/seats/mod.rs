//! Waitlists and the limited places that they wait for: one engine for everything with places. Contract §7.
//!
//! Every act reads the counts, then the person's row, applies the rules, and writes with compare and set; a concurrent
//! act on any node is then decided by what is left. Concurrent acts on one node are decided together.

mod line;
pub mod rules;

use std::collections::HashSet;

use futures_util::future::{BoxFuture, try_join_all};
use storage::ids::{EnrollmentId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::record::Stored;
use storage::seats::{Seat, SeatCounts, Subject};
use tokio::sync::oneshot;

use crate::Platform;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{before_retry, now};
use line::Asked;
pub use line::Lines;
use rules::{Act, Next, Plan};

/// Attempts at a concurrent change.
const TRIES: u32 = 64;
/// People at the head of the waitlist who may move up in one decision.
const AT_ONCE: usize = 20;
/// Stands for no person, in acts that concern nobody.
pub const NOBODY: UserId = UserId(0);

/// Something with places: an area's side of the engine.
pub trait Places: Send + Sync {
    /// The current plan, independent of the person; read again for every attempt.
    fn plan(&self, now: i64) -> BoxFuture<'_, Result<Plan>>;

    /// Those whose turn on the waitlist comes but who may not get a place any more; checked then, and again for every
    /// attempt.
    fn gone<'a>(&'a self, _: &'a [&'a Seat]) -> BoxFuture<'a, Result<Vec<UserId>>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Jobs that follow later: stored before the decision, so that none is lost; without it they have no effect.
    fn later(&self, _: &Next) -> Result<Vec<Job>> {
        Ok(Vec::new())
    }

    /// The notifications of the decision.
    fn bells(&self, _: &Next, _: &Act, _: i64) -> Result<Vec<Notification>> {
        Ok(Vec::new())
    }

    /// Mails to the acting person: jobs that join the decision.
    fn mails(&self, _: &Next) -> Result<Vec<Job>> {
        Ok(Vec::new())
    }

    /// Publishes the counts to viewers; cannot fail.
    fn publish_counts(&self, _: &SeatCounts) {}
}

/// A person's status after an act.
pub struct Stands {
    pub counts: SeatCounts,
    pub seat: Option<Seat>,
    /// Whether something was written.
    pub is_changed: bool,
}

/// Carries out an act on a person's place, and moves up the waitlist; refusals of [`rules::next`].
pub async fn act(
    platform: &Platform,
    places: impl Places + 'static,
    subject: Subject,
    user_id: UserId,
    act: Act,
) -> Result<Stands> {
    let (answer, stands) = oneshot::channel();
    let asked = Asked { places: Box::new(places), user_id, act, answer };
    if platform.lines.join(subject, asked)? {
        // In a task of its own, because it serves others too even if the first caller goes away.
        actix_rt::spawn(serve(platform.clone(), subject));
    }
    stands.await.map_err(|_| Refusal::busy())?
}

async fn serve(platform: Platform, subject: Subject) {
    let mut serving = platform.lines.serving(subject);
    while let Some(mut some) = serving.next(line::served_together) {
        while !some.is_empty() {
            let steps: Vec<Step<'_>> = some.iter().map(Step::of).collect();
            match decide(&platform, subject, &steps).await {
                Err(refusal) => some.drain(..).for_each(|asked| asked.answered(Err(refusal.clone()))),
                Ok(done) => {
                    for (asked, one) in some.drain(..done.len()).zip(done) {
                        let stands = moved_up(&platform, subject, &asked, one).await;
                        asked.answered(stands);
                    }
                }
            }
        }
    }
}

/// An act on one person's place.
struct Step<'a> {
    places: &'a dyn Places,
    user_id: UserId,
    act: Act,
}

impl<'a> Step<'a> {
    fn of(asked: &'a Asked) -> Self {
        Self { places: &*asked.places, user_id: asked.user_id, act: asked.act.clone() }
    }
}

/// The result of a step, and whether the waitlist has to be checked again.
type Outcome = Result<(Stands, bool)>;

/// Repeats while a full batch moved up, or somebody left the waitlist so that a concurrent arrival may be its head.
async fn moved_up(platform: &Platform, subject: Subject, asked: &Asked, one: Outcome) -> Result<Stands> {
    let (mut stands, mut is_more) = one?;
    let mut moves = false;
    while is_more {
        let step = Step { user_id: NOBODY, act: Act::Expire, ..Step::of(asked) };
        let more = decide(platform, subject, &[step]).await?;
        let Some(more) = more.into_iter().next() else { break };
        let (then, again) = more?;
        (stands.counts, is_more, moves) = (then.counts, again, true);
    }
    if moves {
        stands.seat = platform.storage.seats.seat(subject, asked.user_id).await?;
    }
    Ok(stands)
}

/// The result of one step. Only people whose turn it is are checked: one who may not get a place any more leaves the
/// waitlist, and it is the next one's turn.
async fn judged(
    step: &Step<'_>,
    (plan, counts, queue): (&Plan, &SeatCounts, &[Seat]),
    own: Option<&Seat>,
    id: EnrollmentId,
    at: i64,
) -> Result<Next> {
    let (mut known, mut gone) = (HashSet::new(), HashSet::new());
    loop {
        let by = (step.user_id, own);
        let next = rules::next(plan, counts, (queue, &gone), by, step.act.clone(), id, at)?;
        let turns: HashSet<UserId> = next.turns.iter().copied().filter(|one| known.insert(*one)).collect();
        if turns.is_empty() {
            return Ok(next);
        }
        let asked: Vec<&Seat> = queue.iter().filter(|seat| turns.contains(&seat.user_id)).collect();
        gone.extend(step.places.gone(&asked).await?);
    }
}

/// Decides the first steps, at least one; returns their results.
async fn decide(platform: &Platform, subject: Subject, some: &[Step<'_>]) -> Result<Vec<Outcome>> {
    for attempt in 0..TRIES {
        if let Some(done) = attempted(platform, subject, some).await? {
            return Ok(done);
        }
        // Another node was faster: wait a little.
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// None: something has changed meanwhile, and nothing is written.
async fn attempted(platform: &Platform, subject: Subject, some: &[Step<'_>]) -> Result<Option<Vec<Outcome>>> {
    let Some(first) = some.first() else { return Ok(Some(Vec::new())) };
    let (at, seats) = (now(), &platform.storage.seats);
    let plan = first.places.plan(at).await?;
    let stored = seats.counts(subject).await?;
    let old = stored.unwrap_or_else(|| SeatCounts::none(subject, plan.capacity, plan.settings));
    // After the counts, whose version decides.
    let own = try_join_all(some.iter().map(|step| seats.seat(subject, step.user_id))).await?;
    let queue = if old.waiting > 0 { seats.queue(subject, AT_ONCE).await? } else { Vec::new() };
    let (mut counts, mut moved, mut later) = (old.clone(), Vec::new(), Vec::new());
    let (mut bells, mut mails) = (Vec::new(), Vec::new());
    let mut done: Vec<Result<(Option<Seat>, bool)>> = Vec::new();
    for (step, own) in some.iter().zip(own) {
        let id = EnrollmentId(platform.ids.next(at)?);
        let next = match judged(step, (&plan, &counts, &queue), own.as_ref(), id, at).await {
            Ok(next) => next,
            Err(refusal) => {
                done.push(Err(refusal));
                continue;
            }
        };
        later.extend(step.places.later(&next)?);
        bells.extend(step.places.bells(&next, &step.act, at)?);
        mails.extend(step.places.mails(&next)?);
        moved.extend(next.moved());
        let others = next.up.len() + next.out.len();
        let is_more = others >= AT_ONCE || !next.out.is_empty() && next.counts.waiting > 0;
        done.push(Ok((next.own.map_or(own, |moved| moved.new), is_more)));
        counts = next.counts;
        if others > 0 {
            // The next one is decided by the waitlist as it is then.
            break;
        }
    }
    let is_changed = !moved.is_empty() || counts != old;
    if is_changed {
        if !later.is_empty() {
            platform.storage.jobs.put(&later).await?;
        }
        let mut then = writes(platform, &bells)?;
        then.extend(mails.iter().map(Stored::insert));
        if !seats.decide(&old, &counts, &moved, then).await? {
            return Ok(None);
        }
        counts.version = old.version + 1;
        platform.jobs.wake();
        announce(platform, &bells);
        first.places.publish_counts(&counts);
    }
    let stands = |(seat, is_more)| (Stands { counts: counts.clone(), seat, is_changed }, is_more);
    Ok(Some(done.into_iter().map(|one| one.map(stands)).collect()))
}

/// Sets the capacity if no more places are taken: otherwise 409 CAPACITY_TAKEN. `settings`: the version of the
/// settings.
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
