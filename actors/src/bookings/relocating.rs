//! Moving bookings to a bookable of another space. Contract §8.2.
//!
//! Two spaces cannot change in one decision, so a move is three, and at every moment exactly one of old and new stands:
//!
//! 1. In the new space the time is taken, judged as the move ([`super::changing`]): rows that hold it without an end, with
//!    a job that settles them in any case.
//! 2. In the old space the bookings move: by the version that was judged, and only shortly after the first step.
//! 3. In the new space the rows become the bookings'. The job does the same later: whatever does not stand there goes.
//!
//! The job raises the version of the old space before it looks, so that a second step that is still under way, of a
//! process that was halted, fails: what the job has seen stays so.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use storage::bookings::{Bookable, Booking, Bookings};
use storage::engine::Write;
use storage::ids::UserId;
use storage::occupancy::{Change, Occupancy, Occupation, OccupationId, OccupationStatus, SpaceId, Window};
use storage::record::Stored as _;

use super::bookables::raise;
use super::changing::{Changing, remaining, row_of};
use super::claims::is_unanswered;
use super::facts::Facts;
use super::occupying::{occupation, window, written};
use super::{bells, time_of_booking, waitlist};
use crate::Platform;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request, Shared};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs::{self, Class, JobKind};

/// How long after the first step the second may be decided, in milliseconds.
const DEPARTS_WITHIN_MS: i64 = 20_000;
/// When the job looks what has become of a move, in milliseconds after the first step.
const SETTLES_AFTER_MS: i64 = 60_000;

/// Settles a move that was cut short.
pub(super) const SETTLE: JobKind = JobKind {
    name: "booking-arrives",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (_, arrivals): (SpaceId, Arrivals) = serde_json::from_str(&job.payload)?;
            Ok(settle(&platform, &arrivals).await?)
        })
    },
};

/// A booking that moves: as it was and will be, and the row that holds its new time.
#[derive(Debug, Clone)]
struct Moving {
    old: Booking,
    new: Booking,
    row_id: OccupationId,
}

/// What a move has come to.
#[derive(Debug, Default)]
struct Progress {
    /// When the first step was judged last.
    at: i64,
    moving: Vec<Moving>,
}

/// A move to another space.
#[derive(Clone)]
pub(super) struct Far {
    from: SpaceId,
    to: SpaceId,
    progress: Arc<Mutex<Progress>>,
}

/// What has come to a space, for the job.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Arrivals {
    from: SpaceId,
    to: SpaceId,
    /// Start and end of the time in which they lie.
    time: (i64, i64),
    /// The rows, and the bookings that they are for.
    rows: Vec<(OccupationId, OccupationId)>,
}

impl Far {
    pub fn new(from: SpaceId, to: SpaceId) -> Self {
        Self { from, to, progress: Arc::default() }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> T {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins an attempt at the first step.
    pub fn begin(&self, now: i64) {
        self.with(|progress| *progress = Progress { at: now, moving: Vec::new() });
    }

    /// Takes the new time of a booking.
    pub fn arrival(
        &self,
        platform: &Platform,
        facts: &Facts,
        (old, new): (&Booking, Booking),
        now: i64,
    ) -> Result<Decided> {
        let row_id = OccupationId(platform.ids.next(now)?);
        let row = Occupation {
            arriving: Some(old.booking_id),
            ..occupation(facts, row_id, old.user_id, time_of_booking(&new), OccupationStatus::Hold)
        };
        self.with(|progress| progress.moving.push(Moving { old: old.clone(), new, row_id }));
        Ok(Decided { changes: vec![Change::insert(row)], alone: true, ..Decided::default() })
    }

    fn arrivals(&self) -> Arrivals {
        let moving = self.with(|progress| progress.moving.clone());
        let time = moving.iter().map(|one| window(time_of_booking(&one.new))).reduce(Window::with);
        let time = time.map_or((0, 0), |time| (time.from, time.to));
        let rows = moving.iter().map(|one| (one.row_id, one.old.booking_id)).collect();
        Arrivals { from: self.from, to: self.to, time, rows }
    }

    /// The job that settles the move in any case.
    pub fn settling(&self, platform: &Platform, now: i64) -> Result<Write> {
        // The space comes first: on its account the job runs.
        let payload = (self.to, self.arrivals());
        Ok(jobs::job(platform, SETTLE.name, now + SETTLES_AFTER_MS, &payload)?.insert())
    }
}

/// The second step: the bookings leave their space and are in the other from then on.
struct Departure {
    platform: Platform,
    by: Option<UserId>,
    /// The name of what is booked from then on.
    name: String,
    /// When the first step was judged.
    at: i64,
    moving: Vec<Moving>,
}

impl Departure {
    fn judged(&self, view: &View, stand: &[Booking]) -> Result<Decided> {
        ensure_applied(view.now < self.at + DEPARTS_WITHIN_MS)?;
        let mut decided = Decided { alone: true, ..Decided::default() };
        for Moving { old, new, .. } in &self.moving {
            let current = stand.iter().find(|one| one.booking_id == old.booking_id);
            let current = current.filter(|one| one.version == old.version).ok_or_else(Refusal::moved_on)?;
            // What a guest has written may have been erased meanwhile.
            let new = Booking { answers: current.answers.clone(), note: current.note.clone(), ..new.clone() };
            let row = row_of(view, current).ok_or_else(Refusal::moved_on)?;
            decided.changes.push(Change::delete(row.clone()));
            decided.then.extend(written(&self.platform, Some(current), &new, &self.name)?);
            let freed = window(time_of_booking(current));
            decided.then.extend(waitlist::offering(&self.platform, view, freed)?);
            if decided.notifications.is_empty() {
                decided.notifications = bells::of_change(&self.platform, (current, &new), self.by, view.now)?;
            }
        }
        Ok(decided)
    }
}

impl Request for Departure {
    fn window(&self) -> Window {
        let windows = self.moving.iter().map(|one| window(time_of_booking(&one.old)));
        windows.reduce(Window::with).unwrap_or(Window { from: 0, to: 0 })
    }

    fn facts<'a>(&'a self, _: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let ids: Vec<OccupationId> = self.moving.iter().map(|one| one.old.booking_id).collect();
            let stand = Bookings::of(&self.platform.storage).bookings(&ids).await?;
            let request = Self {
                platform: self.platform.clone(),
                name: self.name.clone(),
                moving: self.moving.clone(),
                ..*self
            };
            Ok(Box::new(move |view: &View| request.judged(view, &stand)) as Judge)
        })
    }
}

/// The third step: rows become those of the bookings that stand there, the others go.
struct Settling {
    platform: Platform,
    arrivals: Arrivals,
}

impl Settling {
    fn judged(&self, view: &View, stand: &[Booking]) -> Result<Decided> {
        let mut view = view.clone();
        let mut decided = Decided::default();
        for (row_id, booking_id) in &self.arrivals.rows {
            let Some(row) = view.row(*row_id).cloned() else { continue };
            let has_come = |one: &&Booking| {
                one.booking_id == *booking_id
                    && (one.space_id, one.bookable_id) == (row.space_id, row.bookable_id)
                    && (one.starts, one.ends) == (row.starts, row.ends)
            };
            let booking = stand.iter().find(has_come).filter(|_| view.row(*booking_id).is_none());
            let change = match booking {
                Some(booking) => remaining(Some(&row), booking),
                None => Some(Change::delete(row.clone())),
            };
            if change.as_ref().is_none_or(|change| change.new.as_ref().is_none_or(|new| new.ends < row.ends))
            {
                let freed = Window { from: row.starts.0, to: row.ends.0 };
                decided.then.extend(waitlist::offering(&self.platform, &view, freed)?);
            }
            decided.changes.extend(view.apply(change.into_iter().collect()));
        }
        Ok(decided)
    }
}

impl Request for Settling {
    fn window(&self) -> Window {
        Window { from: self.arrivals.time.0, to: self.arrivals.time.1 }
    }

    fn facts<'a>(&'a self, _: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let ids: Vec<OccupationId> = self.arrivals.rows.iter().map(|(_, id)| *id).collect();
            let stand = Bookings::of(&self.platform.storage).bookings(&ids).await?;
            let request = Self { platform: self.platform.clone(), arrivals: self.arrivals.clone() };
            Ok(Box::new(move |view: &View| request.judged(view, &stand)) as Judge)
        })
    }
}

/// The third step, once nothing of the second is under way any more; may be repeated.
async fn arrive(platform: &Platform, arrivals: &Arrivals) -> Result<()> {
    let request = Settling { platform: platform.clone(), arrivals: arrivals.clone() };
    occupancy::decide(platform, arrivals.to, request).await.map(drop)
}

/// Ends a move that may have been cut short.
async fn settle(platform: &Platform, arrivals: &Arrivals) -> Result<()> {
    raise(platform, arrivals.from).await?;
    // What followed from the second step is there once its space was read.
    Occupancy::of(&platform.storage).settled_space(arrivals.from).await?;
    arrive(platform, arrivals).await
}

/// Moves bookings to a bookable of another space, as `first` asks. Refusals of a move; 409 MOVED_ON.
pub(super) async fn relocate(
    platform: &Platform,
    first: Changing,
    to: &Bookable,
    from: SpaceId,
) -> Result<()> {
    let far = Far::new(from, to.space_id);
    let by = first.who.as_ref().map(|who| who.user_id);
    occupancy::decide(platform, to.space_id, Changing { far: Some(far.clone()), ..first }).await?;
    let (at, moving) = far.with(|progress| (progress.at, progress.moving.clone()));
    let departure = Departure { platform: platform.clone(), by, name: to.name.clone(), at, moving };
    let departed = occupancy::decide(platform, from, departure).await;
    if departed.as_ref().is_err_and(is_unanswered) {
        // Perhaps it was decided: the job will see.
        return departed.map(drop);
    }
    if let Err(refusal) = arrive(platform, &far.arrivals()).await {
        tracing::warn!(code = refusal.code, "a moved booking's time is left to the job");
    }
    departed.map(drop)
}
