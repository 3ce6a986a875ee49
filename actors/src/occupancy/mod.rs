//! Occupancy of spaces, which units are taken when: one engine for everything that is booked. Contract §8.
//!
//! Every request reads the space, whose version guards the decision, then the rows around its window and the facts by
//! which it is judged; a concurrent request on any node is judged by what is left. Concurrent requests for a space on
//! one node are judged one after the other and written in one decision.

pub mod rules;
mod shared;

use std::collections::VecDeque;

use futures_util::future::{BoxFuture, join_all};
use storage::engine::Write;
use storage::notifications::Notification;
use storage::occupancy::{Change, MOST_WAITING, Occupancy, SpaceId, Window};
use tokio::sync::oneshot;

use crate::Platform;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::line;
use crate::platform::time::{before_retry, now};
use rules::View;
pub use shared::Shared;

/// Attempts at a concurrent change.
const TRIES: u32 = 64;
/// Most requests served together.
const TOGETHER: usize = 16;
/// Longest window of requests that are served together, in milliseconds: one alone may have a longer one.
const WINDOW_MS: i64 = 35 * 86_400_000;
/// Most rows that change in one decision; the store's limit is 100, the space's own row included.
const ROWS: usize = 90;

/// What a request changes.
#[derive(Debug, Default)]
pub struct Decided {
    /// Rows of the space; empty, and nothing else: nothing is written.
    pub changes: Vec<Change>,
    /// Follows in the same write.
    pub then: Vec<Write>,
    /// Notifications of the decision.
    pub notifications: Vec<Notification>,
    /// It changes facts by which others are judged (a booking, what counts for quotas): they are judged once it is
    /// written.
    pub alone: bool,
}

/// Judges a request by the space as it is; called again when another request was faster.
pub type Judge = Box<dyn FnOnce(&View) -> Result<Decided> + Send>;

/// A request for time of a space: an area's side of the engine.
pub trait Request: Send + Sync {
    /// The time whose rows it is judged by.
    fn window(&self) -> Window;

    /// Loads the facts it is judged by, after the version of the space was read: whoever changes them raises it.
    /// What others are judged by as well is read once for all of them.
    fn facts<'a>(&'a self, shared: &'a Shared) -> BoxFuture<'a, Result<Judge>>;
}

/// A request with the channel for its result.
pub struct Waiting {
    request: Box<dyn Request>,
    answer: oneshot::Sender<Result<Vec<Change>>>,
}

/// The queues for spaces on this node.
pub type Lines = line::Lines<SpaceId, Waiting>;

fn absent() -> Refusal {
    Refusal::not_found("Det som skulle bokas finns inte.")
}

/// Decides a request; answers the changed rows as they were and are. 404: there is no such space; refusals of its
/// judge; 503.
pub async fn decide(
    platform: &Platform,
    space_id: SpaceId,
    request: impl Request + 'static,
) -> Result<Vec<Change>> {
    let (answer, result) = oneshot::channel();
    if platform.spaces.join(space_id, Waiting { request: Box::new(request), answer })? {
        // In a task of its own, because it serves others too even if the first caller goes away.
        actix_rt::spawn(serve(platform.clone(), space_id));
    }
    result.await.map_err(|_| Refusal::busy())?
}

/// How many requests from the head are served together.
fn together(line: &VecDeque<Waiting>) -> usize {
    let mut window: Option<Window> = None;
    let fits = |one: &&Waiting| {
        let with = window.map_or(one.request.window(), |window| window.with(one.request.window()));
        window = Some(with);
        with.to - with.from <= WINDOW_MS
    };
    line.iter().take(TOGETHER).take_while(fits).count()
}

async fn serve(platform: Platform, space_id: SpaceId) {
    let mut serving = platform.spaces.serving(space_id);
    while let Some(mut some) = serving.next(together) {
        while !some.is_empty() {
            match decided(&platform, space_id, &some).await {
                Err(refusal) => some.drain(..).for_each(|one| answer(one, Err(refusal.clone()))),
                Ok(done) => some.drain(..done.len()).zip(done).for_each(|(one, done)| answer(one, done)),
            }
        }
    }
}

/// Sends a result; the caller may have gone.
fn answer(waiting: Waiting, result: Result<Vec<Change>>) {
    let _ = waiting.answer.send(result);
}

/// The results of the first requests, at least one.
async fn decided(
    platform: &Platform,
    space_id: SpaceId,
    some: &[Waiting],
) -> Result<Vec<Result<Vec<Change>>>> {
    for attempt in 0..TRIES {
        if let Some(done) = attempted(platform, space_id, some).await? {
            return Ok(done);
        }
        // Another node was faster: wait a little.
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// None: the space has changed meanwhile, and nothing is written.
async fn attempted(
    platform: &Platform,
    space_id: SpaceId,
    some: &[Waiting],
) -> Result<Option<Vec<Result<Vec<Change>>>>> {
    let occupancy = Occupancy::of(&platform.storage);
    let space = occupancy.settled_space(space_id).await?.ok_or_else(absent)?;
    let windows = some.iter().map(|one| one.request.window());
    let window = windows.reduce(Window::with).ok_or_else(Refusal::internal)?;
    let waitlist = async {
        if space.waiting > 0 {
            occupancy.waitlist(space_id, MOST_WAITING as usize).await
        } else {
            Ok(Vec::new())
        }
    };
    let shared = Shared::default();
    let judges = async { Ok(join_all(some.iter().map(|one| one.request.facts(&shared))).await) };
    let (rows, waitlist, judges) =
        futures_util::try_join!(occupancy.window(&space, window), waitlist, judges)?;
    let mut view = View::new(space.clone(), rows, waitlist, now());
    let (mut then, mut notifications) = (Vec::new(), Vec::new());
    let (mut changes, mut done): (Vec<Change>, Vec<Result<Vec<Change>>>) = (Vec::new(), Vec::new());
    for judge in judges {
        let decided = match judge.and_then(|judge| judge(&view)) {
            Ok(decided) => decided,
            Err(refusal) => {
                done.push(Err(refusal));
                continue;
            }
        };
        if !changes.is_empty() && changes.len() + decided.changes.len() > ROWS {
            // Decided next, by what is left then.
            break;
        }
        let is_alone = decided.alone;
        let placed = view.apply(decided.changes);
        changes.extend(placed.iter().cloned());
        then.extend(decided.then);
        notifications.extend(decided.notifications);
        done.push(Ok(placed));
        if is_alone {
            break;
        }
    }
    if changes.is_empty() && then.is_empty() && notifications.is_empty() {
        return Ok(Some(done));
    }
    changes.extend(view.outdated(ROWS.saturating_sub(changes.len())));
    then.extend(writes(platform, &notifications)?);
    if !occupancy.decide(&space, &view.space, &changes, then).await? {
        return Ok(None);
    }
    platform.jobs.wake();
    announce(platform, &notifications);
    Ok(Some(done))
}
