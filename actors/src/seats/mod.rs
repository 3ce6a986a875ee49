//! Places that are limited, and the queue for them: one engine for whatever has places. Contract §7.
//!
//! Every act reads how many are taken, then who it is about, asks the rules, and writes where nobody has changed anything since;
//! whoever comes at the same moment, on whatever node, is judged by what is left. Those who come to one node at the same moment
//! are decided together.

mod line;
pub mod rules;

use std::collections::HashSet;
use std::time::Duration;

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
use crate::platform::time::now;
use line::Asked;
pub use line::Lines;
use rules::{Act, Next, Plan};

/// Attempts at something that others change as well.
const TRIES: u32 = 64;
/// Those at the head of the queue who may move up in one decision.
const AT_ONCE: usize = 20;
/// Nobody, for what is done about no person.
pub const NOBODY: UserId = UserId(0);

/// Whatever has places: an area's side of the engine.
pub trait Places: Send + Sync {
    /// What is decided about them, the same whoever asks; read anew with every attempt.
    fn plan(&self, now: i64) -> BoxFuture<'_, Result<Plan>>;

    /// Who of those whose turn comes in the queue may not come any more: asked when it does, and again with every attempt.
    fn gone<'a>(&'a self, _: &'a [&'a Seat]) -> BoxFuture<'a, Result<Vec<UserId>>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// What is to happen later because of it: put before it is decided, so that nothing is forgotten; what comes to nothing
    /// does nothing.
    fn later(&self, _: &Next) -> Result<Vec<Job>> {
        Ok(Vec::new())
    }

    /// The entries that it puts into people's bells.
    fn bells(&self, _: &Next, _: &Act, _: i64) -> Result<Vec<Notification>> {
        Ok(Vec::new())
    }

    /// Of the person themselves, by mail: jobs that are decided with it.
    fn mails(&self, _: &Next) -> Result<Vec<Job>> {
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
    places: impl Places + 'static,
    subject: Subject,
    user_id: UserId,
    act: Act,
) -> Result<Stands> {
    let (answer, stands) = oneshot::channel();
    let asked = Asked { places: Box::new(places), user_id, act, answer };
    if platform.lines.join(subject, asked)? {
        // By itself: it serves others too, whatever becomes of the one who was first.
        actix_rt::spawn(serve(platform.clone(), subject));
    }
    stands.await.map_err(|_| Refusal::busy())?
}

async fn serve(platform: Platform, subject: Subject) {
    let mut serving = platform.lines.serving(subject);
    while let Some(mut some) = serving.next() {
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

/// What is done about one person's place.
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

/// What comes of a step, and whether the queue is to be looked at once more.
type Outcome = Result<(Stands, bool)>;

/// Where as many moved as are looked at in one go there may be more; where somebody left the queue, whoever came at that moment may
/// be its head.
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

/// What comes of one step. Those of the queue whose turn it is are asked about first, and nobody else: who may not come any more
/// leaves it, and it is the next one's turn.
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

/// Decides about the first of some steps, at least one; as many outcomes.
async fn decide(platform: &Platform, subject: Subject, some: &[Step<'_>]) -> Result<Vec<Outcome>> {
    for attempt in 0..TRIES {
        if let Some(done) = attempted(platform, subject, some).await? {
            return Ok(done);
        }
        // Another node was faster: it is given room.
        let pause = u64::from(attempt.min(8)) * 5;
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    Err(Refusal::busy())
}

/// None: somebody else has changed it meanwhile, and nothing is written.
async fn attempted(platform: &Platform, subject: Subject, some: &[Step<'_>]) -> Result<Option<Vec<Outcome>>> {
    let Some(first) = some.first() else { return Ok(Some(Vec::new())) };
    let (at, seats) = (now(), &platform.storage.seats);
    let plan = first.places.plan(at).await?;
    let stored = seats.counts(subject).await?;
    let old = stored.unwrap_or_else(|| SeatCounts::none(subject, plan.capacity, plan.settings));
    // After the counts, by whose version it is decided.
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
            // Whoever is next is judged by the queue as it is then.
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
        first.places.told(&counts);
    }
    let stands = |(seat, is_more)| (Stands { counts: counts.clone(), seat, is_changed }, is_more);
    Ok(Some(done.into_iter().map(|one| one.map(stands)).collect()))
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
