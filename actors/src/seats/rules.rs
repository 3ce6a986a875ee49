//! Who gets a place, and when: pure, the time passed in. One engine for everything with places and a waitlist. Contract
//! §7.
//!
//! Places are never given beyond the capacity, guests included. A place that becomes free goes to the head of the
//! waitlist; nobody overtakes, even if somebody behind would fit. A person who may not get a place any more when their
//! turn comes leaves the waitlist instead.

use std::collections::{BTreeMap, HashSet};

use storage::ids::{EnrollmentId, UserId};
use storage::seats::{EnrollmentStatus, MOST_WAITING, Moved, PERSON, Seat, SeatCounts, WaitlistMode};
use storage::time::Moment;
use storage::value::Json;

use crate::platform::error::{Refusal, Result};

/// The current settings and state of something with places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Number of places; none: no limit.
    pub capacity: Option<i64>,
    /// The version of the settings: an older one never overrides a newer one.
    pub settings: i64,
    /// New people wait for approval.
    pub requires_approval: bool,
    /// None: there is no waitlist.
    pub mode: Option<WaitlistMode>,
    /// Nobody may enrol themselves any more.
    pub is_closed: bool,
    /// Nobody cancels or moves up any more.
    pub is_over: bool,
    /// It is cancelled: managers may not enrol people either.
    pub is_off: bool,
    /// When an offer made now ends; none: it is too late for offers.
    pub offer_until: Option<Moment>,
}

/// A person's guests and answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wish {
    pub guests: i64,
    pub answers: BTreeMap<String, String>,
}

/// An act on a person's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The person enrols, or joins the waitlist.
    Enrol(Wish),
    /// Changes guests or answers.
    Change(Wish),
    /// Cancels.
    Cancel,
    /// Joins the waitlist.
    Queue,
    /// Leaves the waitlist.
    Unqueue,
    /// Accepts an offer.
    Accept,
    /// Declines an offer.
    Decline,
    /// Declines an invitation.
    DeclineInvitation,
    /// By a manager: enrols the person.
    Add(Wish),
    /// Invites the person.
    Invite,
    Approve,
    Reject,
    /// Gives a place to a waiting person, before their turn or at it.
    Promote,
    /// The person was there, from a moment on.
    CheckIn(Moment),
    NoShow,
    /// Neither attended nor absent.
    ClearAttendance,
    /// Removes the person.
    Remove,
    /// By nobody: an offer may have expired.
    Expire,
    /// Erases the person.
    Forget,
}

/// The effect of an act.
#[derive(Debug, Clone)]
pub struct Next {
    pub counts: SeatCounts,
    /// The person's row, if it changes.
    pub own: Option<Moved>,
    /// Others who move up.
    pub up: Vec<Moved>,
    /// Others who leave the waitlist: their turn came, and they may not get a place any more.
    pub out: Vec<Moved>,
    /// Waiting people whose turn it was and who, as far as is known, may get a place.
    pub turns: Vec<UserId>,
}

impl Next {
    /// All rows to be written.
    pub fn moved(&self) -> Vec<Moved> {
        self.own.iter().chain(&self.up).chain(&self.out).cloned().collect()
    }
}

fn full() -> Refusal {
    Refusal::conflict("EVENT_FULL", "Det finns inga platser kvar.")
}

fn closed() -> Refusal {
    Refusal::conflict("CLOSED", "Anmälan är stängd.")
}

fn already() -> Refusal {
    Refusal::conflict("ALREADY_ENROLLED", "Den är redan anmäld.")
}

fn wrong_status() -> Refusal {
    Refusal::conflict("WRONG_STATUS", "Det går inte att göra med anmälan som den är nu.")
}

fn absent() -> Refusal {
    Refusal::not_found("Anmälan finns inte.")
}

fn expired() -> Refusal {
    Refusal::conflict("OFFER_EXPIRED", "Erbjudandet gäller inte längre.")
}

/// The places with the facts needed for a decision.
struct Hall<'a> {
    plan: &'a Plan,
    counts: SeatCounts,
    now: Moment,
}

impl Hall<'_> {
    fn fits(&self, places: i64) -> bool {
        self.counts.capacity.is_none_or(|capacity| self.counts.taken + places <= capacity)
    }

    /// The row of a new person: a place, or the end of the waitlist.
    fn come(&mut self, mut seat: Seat, wish: Wish, is_approved: bool) -> Result<Seat> {
        seat.guests = wish.guests;
        seat.answers = Json(wish.answers);
        if self.counts.waiting == 0 && self.fits(seat.places()) {
            seat.status = self.given(is_approved);
            return Ok(seat);
        }
        if self.plan.mode.is_none() || self.counts.waiting >= MOST_WAITING {
            return Err(full());
        }
        if self.counts.capacity.is_some_and(|capacity| seat.places() > capacity) {
            return Err(Refusal::field("guests", "TOO_MANY", "Så många platser finns det inte."));
        }
        Ok(self.queued(seat))
    }

    fn queued(&mut self, mut seat: Seat) -> Seat {
        self.counts.last_queued += 1;
        seat.queued = self.counts.last_queued;
        seat.status = EnrollmentStatus::Waitlisted;
        seat
    }

    fn given(&self, is_approved: bool) -> EnrollmentStatus {
        if self.plan.requires_approval && !is_approved {
            EnrollmentStatus::Pending
        } else {
            EnrollmentStatus::Confirmed
        }
    }

    fn count(&mut self, old: Option<&Seat>, new: Option<&Seat>) {
        let waits = |seat: &Seat| i64::from(seat.status == EnrollmentStatus::Waitlisted);
        self.counts.taken += new.map_or(0, Seat::held) - old.map_or(0, Seat::held);
        self.counts.waiting += new.map_or(0, waits) - old.map_or(0, waits);
    }

    /// The status of a person whose turn comes, and its end; none: nobody moves up automatically.
    fn turn(&self) -> Option<(EnrollmentStatus, Option<Moment>)> {
        match (self.plan.mode, self.plan.offer_until) {
            (Some(WaitlistMode::AutoConfirm), _) => Some((self.given(false), None)),
            (Some(WaitlistMode::Offer), until @ Some(_)) => Some((EnrollmentStatus::Offered, until)),
            _ => None,
        }
    }

    /// The people at the head of the waitlist who get, or are offered, free places; those in `gone` leave it.
    fn move_up(&mut self, queue: &[&Seat], gone: &HashSet<UserId>) -> Line {
        let mut line = Line::default();
        let Some((given, until)) = self.turn().filter(|_| !self.plan.is_over) else { return line };
        for seat in queue {
            if !self.fits(1) {
                break;
            }
            let is_gone = gone.contains(&seat.user_id);
            if !is_gone {
                line.turns.push(seat.user_id);
                if !self.fits(seat.places()) {
                    break;
                }
            }
            let (status, offered_until) =
                if is_gone { (EnrollmentStatus::Cancelled, None) } else { (given, until) };
            let new = Seat { status, offered_until, changed: self.now, ..(*seat).clone() };
            self.count(Some(seat), Some(&new));
            let moved = Moved { old: Some((*seat).clone()), new: Some(new) };
            if is_gone { line.out.push(moved) } else { line.up.push(moved) }
        }
        line
    }
}

/// What happens to the head of the waitlist.
#[derive(Default)]
struct Line {
    up: Vec<Moved>,
    out: Vec<Moved>,
    turns: Vec<UserId>,
}

/// The row of a person without any status.
pub fn blank(counts: &SeatCounts, user_id: UserId, enrollment_id: EnrollmentId, now: i64) -> Seat {
    Seat {
        subject_kind: counts.subject_kind,
        subject_id: counts.subject_id,
        occurrence: counts.occurrence,
        shelf: PERSON.to_owned(),
        place: user_id.0,
        user_id,
        enrollment_id,
        status: EnrollmentStatus::None,
        guests: 0,
        answers: Json::default(),
        queued: 0,
        offered_until: None,
        created: Moment(now),
        changed: Moment(now),
        checked_in: None,
        invited: Some(false),
    }
}

/// The counts with the settings of a newer plan. A capacity below the taken places is not applied.
pub fn settled(counts: SeatCounts, plan: &Plan) -> SeatCounts {
    let is_room = plan.capacity.is_none_or(|capacity| counts.taken <= capacity);
    if plan.settings > counts.settings && is_room {
        return SeatCounts { capacity: plan.capacity, settings: plan.settings, ..counts };
    }
    counts
}

/// The effect of an act. `own`: the person's row; `queue`: the first on the waitlist, in order, of whom those in `gone`
/// may not get a place any more; `id`: for a new row. 409: EVENT_FULL, ALREADY_ENROLLED, CLOSED, OFFER_EXPIRED,
/// SEATS_LEFT, WRONG_STATUS; 404: the person is not enrolled.
pub fn next(
    plan: &Plan,
    counts: &SeatCounts,
    (queue, gone): (&[Seat], &HashSet<UserId>),
    (user_id, own): (UserId, Option<&Seat>),
    act: Act,
    id: EnrollmentId,
    now: i64,
) -> Result<Next> {
    let mut hall = Hall { plan, counts: settled(counts.clone(), plan), now: Moment(now) };
    let fresh = blank(counts, user_id, id, now);
    let new = acted(&mut hall, own, fresh, act)?;
    let own_moved = (new.as_ref() != own).then(|| Moved { old: own.cloned(), new: new.clone() });
    hall.count(own, new.as_ref());
    let others: Vec<&Seat> = queue.iter().filter(|seat| seat.user_id != user_id).collect();
    let Line { up, out, turns } = hall.move_up(&others, gone);
    Ok(Next { counts: hall.counts, own: own_moved, up, out, turns })
}

/// The person's row before the act, and a fresh one.
struct Stood<'a> {
    own: Option<&'a Seat>,
    status: EnrollmentStatus,
    fresh: Seat,
    now: Moment,
}

impl Stood<'_> {
    /// The row with another status. 404: there is none.
    fn with(&self, status: EnrollmentStatus) -> Result<Seat> {
        let seat = self.own.cloned().ok_or_else(absent)?;
        Ok(Seat { status, offered_until: None, changed: self.now, ..seat })
    }

    /// The row with another status, from one of these. 404: there is none; 409: it has another status.
    fn from(&self, statuses: &[EnrollmentStatus], to: EnrollmentStatus) -> Result<Seat> {
        if self.status == EnrollmentStatus::None {
            return Err(absent());
        }
        if statuses.contains(&self.status) { self.with(to) } else { Err(wrong_status()) }
    }

    /// The row of a person who enrols themselves; an invited person stays marked as invited.
    fn by_themselves(self) -> Seat {
        let was_asked = self.status == EnrollmentStatus::Invited;
        Seat {
            invited: self.own.filter(|_| was_asked).map_or(self.fresh.invited, |own| own.invited),
            ..self.fresh
        }
    }

    fn is_in(&self) -> bool {
        self.status.holds() || self.status == EnrollmentStatus::Waitlisted
    }

    /// Refuses people who are enrolled already.
    fn not_in(&self) -> Result<()> {
        if self.is_in() { Err(already()) } else { Ok(()) }
    }

    /// As [`Stood::not_in`]; and rejected people have to wait for a manager.
    fn may_come(&self) -> Result<()> {
        self.not_in()?;
        if self.status == EnrollmentStatus::Rejected { Err(wrong_status()) } else { Ok(()) }
    }
}

fn open(is_closed: bool) -> Result<()> {
    if is_closed { Err(closed()) } else { Ok(()) }
}

/// The person's row after the act.
fn acted(hall: &mut Hall, own: Option<&Seat>, fresh: Seat, act: Act) -> Result<Option<Seat>> {
    use EnrollmentStatus as S;
    let status = own.map_or(S::None, |seat| seat.status);
    let stood = Stood { own, status, fresh, now: hall.now };
    let new = match act {
        Act::Enrol(wish) => {
            stood.not_in()?;
            open(hall.plan.is_closed)?;
            stood.may_come()?;
            let fresh = stood.by_themselves();
            hall.come(fresh, wish, false)?
        }
        Act::Queue => {
            stood.not_in()?;
            open(hall.plan.is_closed)?;
            stood.may_come()?;
            if hall.counts.waiting == 0 && hall.fits(1) {
                return Err(Refusal::conflict("SEATS_LEFT", "Det finns platser kvar: anmäl dig direkt."));
            }
            let fresh = stood.by_themselves();
            hall.come(fresh, Wish::default(), false)?
        }
        Act::Change(wish) => changed(hall, &stood, wish)?,
        Act::Cancel => {
            open(hall.plan.is_over && !hall.plan.is_off)?;
            match status {
                S::Confirmed | S::Pending | S::Waitlisted | S::Offered => stood.with(S::Cancelled)?,
                S::Attended | S::NoShow => return Err(closed()),
                S::Cancelled => return Ok(own.cloned()),
                _ => return Err(absent()),
            }
        }
        Act::Unqueue if status == S::Waitlisted => stood.with(S::Cancelled)?,
        Act::Accept | Act::Decline if status == S::OfferExpired => return Err(expired()),
        Act::Accept => {
            let accepted = stood.from(&[S::Offered], hall.given(false))?;
            if has_expired(own, hall.now) {
                return Err(expired());
            }
            open(hall.plan.is_over)?;
            accepted
        }
        Act::Decline => stood.from(&[S::Offered], S::Declined)?,
        Act::DeclineInvitation => stood.from(&[S::Invited], S::Declined)?,
        Act::Expire if status == S::Offered && has_expired(own, hall.now) => stood.with(S::OfferExpired)?,
        Act::Unqueue | Act::Expire => return Ok(own.cloned()),
        Act::Forget => return Ok(None),
        managed => return managed_by(hall, stood, managed).map(Some),
    };
    Ok(Some(new))
}

/// As [`acted`], for acts of managers.
fn managed_by(hall: &mut Hall, stood: Stood, act: Act) -> Result<Seat> {
    use EnrollmentStatus as S;
    match act {
        Act::Add(wish) => {
            stood.not_in()?;
            open(hall.plan.is_off)?;
            hall.come(Seat { invited: Some(true), ..stood.fresh }, wish, true)
        }
        Act::Invite => {
            open(hall.plan.is_closed)?;
            match stood.status {
                S::None | S::Cancelled | S::Declined | S::OfferExpired => {
                    Ok(Seat { status: S::Invited, invited: Some(true), ..stood.fresh })
                }
                _ => Err(already()),
            }
        }
        Act::Approve => stood.from(&[S::Pending], S::Confirmed),
        Act::Reject => stood.from(&[S::Pending, S::Waitlisted, S::Offered], S::Rejected),
        Act::Promote => {
            let promoted = stood.from(&[S::Waitlisted], S::Confirmed)?;
            open(hall.plan.is_off)?;
            if hall.fits(promoted.places()) { Ok(promoted) } else { Err(full()) }
        }
        Act::CheckIn(_) if stood.status == S::Attended => stood.own.cloned().ok_or_else(absent),
        Act::CheckIn(at) => {
            let there = stood.from(&[S::Confirmed, S::NoShow], S::Attended)?;
            Ok(Seat { checked_in: Some(at), ..there })
        }
        Act::NoShow if stood.status == S::NoShow => stood.own.cloned().ok_or_else(absent),
        Act::NoShow => stood.from(&[S::Confirmed], S::NoShow),
        Act::ClearAttendance => {
            let back = stood.from(&[S::Attended, S::NoShow], S::Confirmed)?;
            Ok(Seat { checked_in: None, ..back })
        }
        Act::Remove if stood.is_in() || stood.status == S::Invited => stood.with(S::Cancelled),
        // A person's own acts are handled above.
        _ if stood.status == S::None => Err(absent()),
        _ => Err(wrong_status()),
    }
}

/// As [`acted`], for changed guests or answers.
fn changed(hall: &Hall, stood: &Stood, wish: Wish) -> Result<Seat> {
    use EnrollmentStatus as S;
    open(hall.plan.is_closed)?;
    let old = stood.own.cloned().ok_or_else(absent)?;
    if !matches!(stood.status, S::Confirmed | S::Pending | S::Waitlisted) {
        return Err(wrong_status());
    }
    let held = old.held();
    let new = Seat { guests: wish.guests, answers: Json(wish.answers), changed: hall.now, ..old };
    let more = new.held() - held;
    if more > 0 && (hall.counts.waiting > 0 || !hall.fits(more)) {
        return Err(full());
    }
    if hall.counts.capacity.is_some_and(|capacity| new.places() > capacity) {
        return Err(Refusal::field("guests", "TOO_MANY", "Så många platser finns det inte."));
    }
    Ok(new)
}

fn has_expired(own: Option<&Seat>, now: Moment) -> bool {
    own.and_then(|seat| seat.offered_until).is_some_and(|until| until <= now)
}

#[cfg(test)]
mod tests;
