//! What becomes of a booking, or of several of a series in one decision. Contract §8.2.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use storage::RelationType;
use storage::bookings::{Booking, Bookings};
use storage::entities::Entity;
use storage::notifications::Notification;
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, Window};
use storage::value::Json;

use super::bells;
use super::claims::Claimed;
use super::facts::{Asker, Facts};
use super::occupying::{occupation, occupied_as, overlap, price_changed, window, written};
use super::quotas::{self, Booker, Wanted};
use super::reading::no_booking;
use super::relocating::Far;
use super::rights;
use super::rules::series::{self, Skipped, clashes};
use super::rules::state::{self, Act, Status};
use super::rules::{cancel, slots};
use super::{EXPIRED, of_record, taken, time_of_booking, waitlist};
use crate::Platform;
use crate::accounts::Who;
use crate::occupancy::rules::View;
use crate::occupancy::{Decided, Judge, Request, Shared};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::hours::Interval;
use crate::platform::text::prose;
use crate::platform::time::Moment;

/// What changes a booking that exists.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Act(Act),
    Move(Move),
    /// What happens by itself.
    Due,
}

/// Another time, and perhaps another bookable.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub from: Interval,
    pub to: Interval,
    pub bookable_id: BookableId,
    /// The version that was read.
    pub version: i64,
    /// The price that was shown, in öre; none: whatever it is.
    pub expected_price: Option<i64>,
}

/// What a move is judged by besides.
#[derive(Clone)]
struct Others {
    /// What counts for quotas.
    counted: quotas::Counted,
    /// The bookings that move: none of them is in another's way.
    moving: Vec<OccupationId>,
    /// The organisation that it is booked for.
    customer: Option<Entity>,
}

#[derive(Clone)]
pub(super) struct Changing {
    pub platform: Platform,
    /// None: by nobody.
    pub who: Option<Who>,
    /// The one that is named, then others of its series with the same bookable.
    pub ids: Vec<OccupationId>,
    pub step: Step,
    pub reason: String,
    pub window: Window,
    /// Of a move: what whoever moves it is to the organisation, as it was when they asked.
    pub relation: Option<RelationType>,
    /// What was claimed of quotas that a move shares with other spaces.
    pub claimed: Option<Arc<Claimed>>,
    /// A move to another space, which takes its time there first.
    pub far: Option<Far>,
}

/// The row of a booking in its space; none: nothing of it is left. One that has just come from another space may lie
/// there under another id.
pub(super) fn row_of<'a>(view: &'a View, booking: &Booking) -> Option<&'a Occupation> {
    let has_arrived = |row: &&Occupation| {
        row.arriving == Some(booking.booking_id)
            && row.bookable_id == booking.bookable_id
            && (row.starts, row.ends) == (booking.starts, booking.ends)
    };
    view.row(booking.booking_id).or_else(|| view.all().find(has_arrived))
}

/// The change of a booking's row when the booking has become as it is: shorter once it has ended, none where nothing of
/// it is left.
pub(super) fn remaining(row: Option<&Occupation>, booking: &Booking) -> Option<Change> {
    let row = row?.clone();
    let status = Status::from_number(booking.status).unwrap_or(Status::Declined);
    let (time, ended) = (time_of_booking(booking), booking.ended.map(|ended| ended.0));
    let Some(left) = state::blocked(status, time, ended) else { return Some(Change::delete(row)) };
    let new = Occupation {
        occupation_id: booking.booking_id,
        status: occupied_as(status),
        ends: Moment(left.end),
        // Nobody answers a request any more once its time has begun.
        expires: (status == Status::Pending).then_some(booking.starts),
        revision: row.revision + 1,
        arriving: None,
        ..row.clone()
    };
    Some(Change::update(row, new))
}

impl Changing {
    /// A booking with another status.
    fn with_status(&self, view: &View, facts: &Facts, old: &Booking, status: Status) -> Result<Decided> {
        let time = time_of_booking(old);
        let (terms, price) = (old.cancellation.0.as_ref(), old.price.0.price);
        let fee = match status {
            Status::Cancelled if self.is_booker(old) => {
                let when = (time.start, view.now);
                cancel::cancelled(terms, price, when, &facts.zone, facts.is_red_day()).fee
            }
            // Whoever lets, and takes back, takes nothing.
            Status::Cancelled | Status::Declined => 0,
            Status::NoShow => cancel::no_show(terms, price).fee,
            _ => old.fee,
        };
        let is_ended = matches!(status, Status::Completed | Status::NoShow);
        let expired = matches!(self.step, Step::Due) && status == Status::Declined;
        let reason = if expired { EXPIRED.to_owned() } else { prose("reason", &self.reason)? };
        let new = Booking {
            status: status.number(),
            fee,
            ended: is_ended.then_some(Moment(view.now)).or(old.ended),
            reason: Some(reason).filter(|reason| !reason.is_empty()).or_else(|| old.reason.clone()),
            version: old.version + 1,
            changed: Moment(view.now),
            ..old.clone()
        };
        let changes = remaining(row_of(view, old), &new).into_iter().collect();
        let mut then = written(&self.platform, Some(old), &new, &facts.bookable.name)?;
        then.extend(waitlist::offering(&self.platform, view, window(time_of_booking(old)))?);
        let notifications = self.notifications(old, &new, view.now)?;
        Ok(Decided { changes, then, notifications, alone: true })
    }

    /// A booking at another time, or of another bookable.
    fn moved(
        &self,
        view: &View,
        facts: &Facts,
        (old, time): (&Booking, Interval),
        others: &Others,
    ) -> Result<Decided> {
        let manages = rights::manages(facts.relation);
        if !manages {
            rights::book(&facts.bookable, facts.relation)?;
        }
        slots::judge(time, &facts.times(), view.now)?;
        let wanted = taken(&facts.bookable, time);
        let conflicts = view.conflicts_with_waitlist(&wanted, &others.moving);
        if conflicts.iter().any(|row| row.arriving.is_some_and(|id| self.ids.contains(&id))) {
            // Another move of it is under way, or was cut short and is about to be taken back.
            return Err(Refusal::moved_on());
        }
        if !conflicts.is_empty() {
            return Err(overlap(&conflicts));
        }
        let stood = (old.bookable_id, time_of_booking(old));
        others.counted.judge(Wanted { id: old.booking_id, time, old: Some(stood) }, view.now)?;
        let waits = facts.bookable.settings.0.requires_approval && !manages;
        let status =
            if waits { Status::Pending } else { Status::from_number(old.status).unwrap_or(Status::Booked) };
        let price = facts.price(time, others.customer.as_ref());
        if let Step::Move(Move { expected_price: Some(expected), .. }) = &self.step
            && *expected != price.price
        {
            return Err(price_changed(price.price));
        }
        let new = Booking {
            status: status.number(),
            bookable_id: facts.bookable.bookable_id,
            space_id: facts.bookable.space_id,
            starts: Moment(time.start),
            ends: Moment(time.end),
            fee: price.price,
            price: Json(price),
            version: old.version + 1,
            changed: Moment(view.now),
            ..old.clone()
        };
        if let Some(far) = &self.far {
            return far.arrival(&self.platform, facts, (old, new), view.now);
        }
        let row = row_of(view, old).ok_or_else(Refusal::moved_on)?;
        let moved = Occupation {
            revision: row.revision + 1,
            ..occupation(facts, old.booking_id, old.user_id, time, occupied_as(status))
        };
        let mut then = written(&self.platform, Some(old), &new, &facts.bookable.name)?;
        let changes = vec![Change::update(row.clone(), moved)];
        then.extend(waitlist::offering(&self.platform, view, window(time_of_booking(old)))?);
        let notifications = self.notifications(old, &new, view.now)?;
        Ok(Decided { changes, then, notifications, alone: true })
    }

    fn notifications(&self, old: &Booking, new: &Booking, at: i64) -> Result<Vec<Notification>> {
        bells::of_change(&self.platform, (old, new), self.who.as_ref().map(|who| who.user_id), at)
    }

    fn is_booker(&self, booking: &Booking) -> bool {
        self.who.as_ref().is_some_and(|who| who.user_id == booking.user_id)
    }

    /// Refuses whoever may not take this step. 404: they may not see the booking; 403 ROLE_TOO_LOW.
    fn permitted(&self, facts: &Facts, booking: &Booking) -> Result<()> {
        if self.who.is_none() || rights::manages(facts.relation) {
            return Ok(());
        }
        let check_in = facts.bookable.settings.0.enable_check_in;
        match self.step {
            _ if !self.is_booker(booking) => Err(no_booking(booking.booking_id)),
            Step::Act(act) if !rights::is_for_booker(act, check_in) => Err(rights::not_manager()),
            _ => Ok(()),
        }
    }

    /// Judges one booking.
    fn judged_one(
        &self,
        view: &View,
        facts: &Facts,
        booking: &Booking,
        others: Option<&Others>,
    ) -> Result<Decided> {
        let stands = of_record(booking);
        match self.step {
            Step::Act(act) => {
                let status = state::act(&stands, act, view.now)?;
                self.with_status(view, facts, booking, status)
            }
            Step::Move(step) => {
                state::movable(&stands, view.now)?;
                let others = others.ok_or_else(Refusal::internal)?;
                self.moved(view, facts, (booking, step.of(booking, facts)), others)
            }
            Step::Due => match state::due(&stands).filter(|(at, _)| *at <= view.now) {
                Some((_, status)) => self.with_status(view, facts, booking, status),
                None => Ok(Decided::default()),
            },
        }
    }

    /// Judges the named booking, and those of its series that can be changed like it: all or none.
    fn judged(
        &self,
        view: &View,
        facts: &Facts,
        bookings: &[Booking],
        mut others: Option<Others>,
    ) -> Result<Decided> {
        let (named, rest) = bookings.split_first().ok_or_else(Refusal::internal)?;
        self.permitted(facts, named)?;
        if let Step::Move(step) = self.step {
            ensure_applied(named.version == step.version)?;
            let mut times: Vec<Interval> = bookings.iter().map(|one| step.of(one, facts)).collect();
            times.sort_unstable();
            series::overlapping(&times)?;
        }
        let (mut view, mut decided) = (view.clone(), Decided::default());
        let (mut clashing, mut first_refusal) = (Vec::new(), None);
        if let Some(far) = &self.far {
            far.begin(view.now);
        }
        for booking in bookings {
            let is_named = booking.booking_id == named.booking_id;
            match self.judged_one(&view, facts, booking, others.as_ref()) {
                Ok(more) => {
                    view.apply(more.changes.clone());
                    if let (Some(others), Step::Move(step)) = (&mut others, self.step) {
                        others.counted.add(step.of(booking, facts));
                    }
                    decided.changes.extend(more.changes);
                    decided.then.extend(more.then);
                    decided.alone |= more.alone;
                    if is_named {
                        // Of a series one is told, by the named booking.
                        decided.notifications = more.notifications;
                    }
                }
                // It is over, or was cancelled by itself.
                Err(refusal) if !is_named && matches!(refusal.code, "NOT_ACTIVE" | "WRONG_STATUS") => {}
                Err(refusal) => {
                    let clash = self.clash(booking, &refusal, facts).filter(|_| !rest.is_empty());
                    let Some(clash) = clash else { return Err(refusal) };
                    clashing.push(clash);
                    first_refusal.get_or_insert(refusal);
                }
            }
        }
        if let Some(refusal) = first_refusal {
            return Err(clashes(refusal, &clashing, false));
        }
        if let Some(far) = &self.far {
            decided.then.push(far.settling(&self.platform, view.now)?);
        }
        Ok(decided)
    }

    /// Where a booking of a moved series clashes; none: the refusal is one of the whole series.
    fn clash(&self, booking: &Booking, refusal: &Refusal, facts: &Facts) -> Option<Skipped> {
        let Step::Move(step) = self.step else { return None };
        Some(Skipped { time: step.of(booking, facts), code: series::skipped_for(refusal)? })
    }
}

impl Move {
    /// Where a booking of the series goes.
    fn of(&self, booking: &Booking, facts: &Facts) -> Interval {
        series::shifted(time_of_booking(booking), (self.from, self.to), &facts.zone)
    }
}

impl Changing {
    /// The bookings as they are, the named one first. 404.
    async fn bookings(&self) -> Result<Vec<Booking>> {
        let found = Bookings::of(&self.platform.storage).bookings(&self.ids).await?;
        let mut named: Vec<Booking> = found.into_iter().collect();
        named.sort_by_key(|one| self.ids.iter().position(|id| *id == one.booking_id));
        match (named.first(), self.ids.first()) {
            (Some(first), Some(id)) if first.booking_id == *id => Ok(named),
            (_, Some(id)) => Err(no_booking(*id)),
            (_, None) => Err(Refusal::internal()),
        }
    }

    async fn others(&self, facts: &Facts, booking: &Booking, span: Interval) -> Result<Others> {
        let (user_id, customer_id) = (booking.user_id, booking.customer_id);
        let booker = Booker { user_id, customer_id, relation: facts.relation };
        let claimed = self.claimed.clone();
        let counted = quotas::Counted::load(&self.platform, facts, booker, span, &self.ids, claimed).await?;
        let customer = match booking.customer_id {
            Some(id) => self.platform.storage.entities.entity(id).await?,
            None => None,
        };
        Ok(Others { counted, moving: self.ids.clone(), customer })
    }
}

impl Request for Changing {
    fn window(&self) -> Window {
        self.window
    }

    fn facts<'a>(&'a self, shared: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let platform = &self.platform;
            let bookings = self.bookings().await?;
            let booking = bookings.first().ok_or_else(Refusal::internal)?;
            let who = self.who.as_ref().map_or(booking.user_id, |who| who.user_id);
            let span = Interval::new(self.window.from, self.window.to);
            let facts = match self.step {
                Step::Move(step) => {
                    let (bookable_id, entity_id) = (step.bookable_id, booking.entity_id);
                    let asker = Asker { bookable_id, entity_id, user_id: who, relation: self.relation };
                    Facts::load(platform, shared, asker, span).await?
                }
                _ => Facts::of_booking(platform, shared, booking, who, span).await?,
            };
            let facts = facts.paid_by(platform, booking.user_id, who).await?;
            let others = match self.step {
                Step::Move(_) => Some(self.others(&facts, booking, span).await?),
                _ => None,
            };
            let request = self.clone();
            Ok(Box::new(move |view: &View| request.judged(view, &facts, &bookings, others)) as Judge)
        })
    }
}
