//! Who gets a place, and when: pure, the time passed in. One engine for whatever has places and a queue. Contract §7.
//!
//! Places are never given beyond the capacity, guests counted. A place that opens goes to the head of the queue; nobody
//! overtakes, also where somebody behind would fit. Whose turn comes and who may not come any more leaves the queue instead.

use std::collections::{BTreeMap, HashSet};

use storage::ids::{EnrollmentId, UserId};
use storage::seats::{EnrollmentStatus, MOST_WAITING, Moved, PERSON, Seat, SeatCounts, WaitlistMode};
use storage::time::Moment;
use storage::value::Json;

use crate::platform::error::{Refusal, Result};

/// What whoever has places decides about them, as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Places there are; none: no limit.
    pub capacity: Option<i64>,
    /// The version of what says so: an older one never overrules a newer one.
    pub settings: i64,
    /// Who comes waits for approval.
    pub requires_approval: bool,
    /// None: there is no queue.
    pub mode: Option<WaitlistMode>,
    /// Nobody comes by themselves any more.
    pub is_closed: bool,
    /// Nobody gives up a place or moves up any more.
    pub is_over: bool,
    /// It does not take place: nobody is put in either.
    pub is_off: bool,
    /// Until when an offer stands that is made now; none: it is too late for offers.
    pub offer_until: Option<Moment>,
}

/// What somebody brings and answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wish {
    pub guests: i64,
    pub answers: BTreeMap<String, String>,
}

/// What is done about a person's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// They come, or get into the queue.
    Enrol(Wish),
    /// They bring others, or answer otherwise.
    Change(Wish),
    /// They give it up.
    Cancel,
    /// They get into the queue.
    Queue,
    /// They leave it.
    Unqueue,
    /// They take what is offered.
    Accept,
    /// They do not.
    Decline,
    /// They do not come, though asked to.
    DeclineInvitation,
    /// By who runs it: they are put in.
    Add(Wish),
    /// They are asked to come.
    Invite,
    Approve,
    Reject,
    /// From the queue, before their turn or in it.
    Promote,
    /// They were there, from a moment on.
    CheckIn(Moment),
    NoShow,
    /// Neither there nor not there.
    ClearAttendance,
    /// They are taken out.
    Remove,
    /// Nobody did anything: an offer's time may be over.
    Expire,
    /// They are forgotten.
    Forget,
}

/// What comes of it.
#[derive(Debug, Clone)]
pub struct Next {
    pub counts: SeatCounts,
    /// The person's row, where it changes.
    pub own: Option<Moved>,
    /// Others, who move up.
    pub up: Vec<Moved>,
    /// Others who leave the queue: their turn came, and they may not come any more.
    pub out: Vec<Moved>,
    /// Those of the queue whose turn it was, as far as they are held for people who may come.
    pub turns: Vec<UserId>,
}

impl Next {
    /// Everything that is to be written.
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

/// A place that may be given, with what is known when it is judged.
struct Hall<'a> {
    plan: &'a Plan,
    counts: SeatCounts,
    now: Moment,
}

impl Hall<'_> {
    fn fits(&self, places: i64) -> bool {
        self.counts.capacity.is_none_or(|capacity| self.counts.taken + places <= capacity)
    }

    /// The row of somebody who comes: their place, or the tail of the queue.
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

    /// How somebody stands whose turn comes, and until when; none: it comes by itself to nobody.
    fn turn(&self) -> Option<(EnrollmentStatus, Option<Moment>)> {
        match (self.plan.mode, self.plan.offer_until) {
            (Some(WaitlistMode::AutoConfirm), _) => Some((self.given(false), None)),
            (Some(WaitlistMode::Offer), until @ Some(_)) => Some((EnrollmentStatus::Offered, until)),
            _ => None,
        }
    }

    /// Those at the head of the queue who get, or are offered, what is free; `gone` of them leave it.
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

/// What becomes of the head of the queue.
#[derive(Default)]
struct Line {
    up: Vec<Moved>,
    out: Vec<Moved>,
    turns: Vec<UserId>,
}

/// Somebody who has had nothing to do with it.
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

/// The counts with what a plan says that is newer than what they know. A capacity below what is taken does not come in.
pub fn settled(counts: SeatCounts, plan: &Plan) -> SeatCounts {
    let is_room = plan.capacity.is_none_or(|capacity| counts.taken <= capacity);
    if plan.settings > counts.settings && is_room {
        return SeatCounts { capacity: plan.capacity, settings: plan.settings, ..counts };
    }
    counts
}

/// What comes of an act. `own`: how the person stands; `queue`: the first in it, in order, of whom `gone` may not come any more;
/// `id`: for a row that is new.
/// 409: EVENT_FULL, ALREADY_ENROLLED, CLOSED, OFFER_EXPIRED, SEATS_LEFT, WRONG_STATUS; 404: the person is not enrolled.
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

/// The person's row as it was and as it may be.
struct Stood<'a> {
    own: Option<&'a Seat>,
    status: EnrollmentStatus,
    fresh: Seat,
    now: Moment,
}

impl Stood<'_> {
    /// As it was, with another status. 404: there was none.
    fn with(&self, status: EnrollmentStatus) -> Result<Seat> {
        let seat = self.own.cloned().ok_or_else(absent)?;
        Ok(Seat { status, offered_until: None, changed: self.now, ..seat })
    }

    /// With another status, from one of these. 404: there was none; 409: it was another.
    fn from(&self, statuses: &[EnrollmentStatus], to: EnrollmentStatus) -> Result<Seat> {
        if self.status == EnrollmentStatus::None {
            return Err(absent());
        }
        if statuses.contains(&self.status) { self.with(to) } else { Err(wrong_status()) }
    }

    /// The row of somebody who comes by themselves; who was asked to is invited still.
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

    /// Who is in does not come again.
    fn not_in(&self) -> Result<()> {
        if self.is_in() { Err(already()) } else { Ok(()) }
    }

    /// As [`Stood::not_in`]; and who was turned down waits for who runs it.
    fn may_come(&self) -> Result<()> {
        self.not_in()?;
        if self.status == EnrollmentStatus::Rejected { Err(wrong_status()) } else { Ok(()) }
    }
}

fn open(is_closed: bool) -> Result<()> {
    if is_closed { Err(closed()) } else { Ok(()) }
}

/// The person's row as it shall be.
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

/// As [`acted`], of what who runs it does.
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
        // What a person does about themselves is judged above.
        _ if stood.status == S::None => Err(absent()),
        _ => Err(wrong_status()),
    }
}

/// As [`acted`], of somebody who brings others or answers otherwise.
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
