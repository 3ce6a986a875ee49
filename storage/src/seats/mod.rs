//! Waitlists and limited seats, for events and other subjects. Contract §7.
//!
//! The counts are static columns beside the people's rows and are changed with them in one decision, guarded by their
//! version: each of many concurrent enrolments is decided after the previous one, on any node. Pointer rows list people
//! by status. A person's own list is written before the decision, so that erasure finds everything.

mod check;
mod records;

use std::collections::HashMap;

pub use records::{EnrollmentStatus, PERSON, PersonSeat, Seat, SeatCounts, SeatSubject, WaitlistMode};
use records::{PERSON_SEATS, Pointer, SEAT_OCCURRENCES, SEATS, SeatOccurrence};
pub(crate) use records::{Place, SEAT_COUNTS};

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Guard, Key, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Record, Stored};
use crate::platform::time::Moment;

/// Most occurrences of one subject that are read.
const MANY: usize = 10_000;
/// Most people of one subject, if all are counted.
const EVERYBODY: usize = 1_000_000;
/// Longest waitlist.
pub const MOST_WAITING: i64 = 10_000;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&SEATS, &SEAT_COUNTS, &SEAT_OCCURRENCES, &PERSON_SEATS],
    people: &[
        people("seats", In("enrollments.json"), Nothing),
        people("person_seats", Not("the index of enrollments.json"), Nothing),
    ],
    checks: &[|check| Box::pin(check.seats())],
    ..Area::named("seats")
};

/// Something with seats: one occurrence of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subject {
    pub kind: SeatSubject,
    pub id: i64,
    /// The occurrence's original start in its series; 0: a single event.
    pub occurrence: Moment,
}

impl Subject {
    /// The occurrence's original start; none: a single event.
    pub fn recurrence_id(self) -> Option<Moment> {
        (self.occurrence.0 != 0).then_some(self.occurrence)
    }

    fn seat(self, user_id: UserId) -> Key {
        Seat::at(self.kind, self.id, self.occurrence, PERSON, user_id.0)
    }

    fn status_index(self, shelf: &str) -> Span {
        Seat::of(self.kind, self.id, self.occurrence).prefix([shelf.into()])
    }
}

impl Seat {
    /// The subject of the seat.
    pub fn subject(&self) -> Subject {
        Subject { kind: self.subject_kind, id: self.subject_id, occurrence: self.occurrence }
    }

    /// Seats that it takes or would take: the person's and the guests'.
    pub fn places(&self) -> i64 {
        1 + self.guests
    }

    /// Seats that it takes with its status.
    pub fn held(&self) -> i64 {
        if self.status.holds() { self.places() } else { 0 }
    }

    /// Its list entry by status: in the waitlist by turn, else by time of creation.
    fn pointer(&self) -> Option<Pointer> {
        let order =
            if self.status == EnrollmentStatus::Waitlisted { self.queued } else { self.enrollment_id.0 };
        (self.status != EnrollmentStatus::None).then(|| Pointer {
            subject_kind: self.subject_kind,
            subject_id: self.subject_id,
            occurrence: self.occurrence,
            shelf: self.status.as_str().to_owned(),
            place: order,
            user_id: self.user_id,
        })
    }
}

impl Place {
    /// The rows of all people of a subject.
    pub(crate) async fn all(db: &Db, subject: Subject) -> Result<Vec<Self>> {
        db.pick_all(subject.status_index(PERSON).ascending(EVERYBODY)).await
    }
}

impl Pointer {
    fn key(&self) -> Key {
        Seat::at(self.subject_kind, self.subject_id, self.occurrence, &self.shelf, self.place)
    }
}

impl SeatCounts {
    /// Counts before anybody enrolled; version 0 is never stored.
    pub fn none(subject: Subject, capacity: Option<i64>, settings: i64) -> Self {
        let Subject { kind, id, occurrence } = subject;
        let (version, taken, waiting, last_queued) = (0, 0, 0, 0);
        Self {
            subject_kind: kind,
            subject_id: id,
            occurrence,
            version,
            capacity,
            settings,
            taken,
            waiting,
            last_queued,
        }
    }

    /// The subject of the counts.
    pub fn subject(&self) -> Subject {
        Subject { kind: self.subject_kind, id: self.subject_id, occurrence: self.occurrence }
    }

    /// Free seats; none: no limit.
    pub fn left(&self) -> Option<i64> {
        self.capacity.map(|capacity| (capacity - self.taken).max(0))
    }
}

/// A change of a person's row; none: there was or will be none.
#[derive(Debug, Clone)]
pub struct Moved {
    pub old: Option<Seat>,
    pub new: Option<Seat>,
}

impl Moved {
    fn writes(&self) -> Vec<Write> {
        let (was, is) =
            (self.old.as_ref().and_then(Seat::pointer), self.new.as_ref().and_then(Seat::pointer));
        let mut writes = match (&self.old, &self.new) {
            (_, Some(new)) => vec![new.insert()],
            (Some(old), None) => vec![old.key().delete()],
            (None, None) => Vec::new(),
        };
        if was != is {
            writes.extend(was.map(|pointer| pointer.key().delete()));
            writes.extend(is.map(|pointer| pointer.row_in(&SEATS).insert()));
        }
        writes
    }
}

/// The repository of seats.
#[derive(Clone)]
pub struct Seats {
    db: Db,
}

impl Seats {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// The counts of a subject; none: nobody has enrolled yet.
    pub async fn counts(&self, subject: Subject) -> Result<Option<SeatCounts>> {
        self.db.find(SeatCounts::at(subject.kind, subject.id, subject.occurrence)).await
    }

    /// A person's row. For a decision, read it after the counts, whose version guards it.
    pub async fn seat(&self, subject: Subject, user_id: UserId) -> Result<Option<Seat>> {
        self.db.find(subject.seat(user_id)).await
    }

    /// The head of the waitlist, in order. For a decision, read it after the counts.
    pub async fn queue(&self, subject: Subject, limit: usize) -> Result<Vec<Seat>> {
        let shelf = subject.status_index(EnrollmentStatus::Waitlisted.as_str());
        self.pointed(subject, shelf.ascending(limit).columns(Pointer::FIELDS)).await
    }

    async fn pointed(&self, subject: Subject, range: crate::platform::engine::Range) -> Result<Vec<Seat>> {
        let pointers: Vec<Pointer> = self.db.list(range).await?;
        self.db.find_all(pointers.iter().map(|one| subject.seat(one.user_id)).collect()).await
    }

    /// The 1-based position in the waitlist; none: not in it.
    pub async fn position(&self, seat: &Seat) -> Result<Option<i64>> {
        if seat.status != EnrollmentStatus::Waitlisted {
            return Ok(None);
        }
        let before = seat.subject().status_index(seat.status.as_str()).before(seat.queued);
        let most = usize::try_from(MOST_WAITING).unwrap_or(usize::MAX);
        let before: Vec<Pointer> = self.db.pick_all(before.ascending(most)).await?;
        Ok(i64::try_from(before.len()).ok().map(|before| before + 1))
    }

    /// Everyone's 1-based position in the waitlist, in one read.
    pub async fn ranks(&self, subject: Subject) -> Result<HashMap<UserId, i64>> {
        let shelf = subject.status_index(EnrollmentStatus::Waitlisted.as_str());
        let most = usize::try_from(MOST_WAITING).unwrap_or(usize::MAX);
        let all: Vec<Pointer> = self.db.pick_all(shelf.ascending(most)).await?;
        Ok(all.iter().map(|one| one.user_id).zip(1..).collect())
    }

    /// A page of the people: those with a status, in the order of its list, or all; after somebody, if they are still
    /// in it.
    pub async fn page(
        &self,
        subject: Subject,
        status: Option<EnrollmentStatus>,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<(Vec<Seat>, bool)> {
        let Some(status) = status else {
            let span = subject.status_index(PERSON).after_any(after.map(|user_id| user_id.0));
            let mut found: Vec<Seat> = self.db.list(span.ascending(limit + 1)).await?;
            let has_more = found.len() > limit;
            found.truncate(limit);
            return Ok((found, has_more));
        };
        let last = match after {
            Some(user_id) => self.seat(subject, user_id).await?.as_ref().and_then(Seat::pointer),
            None => None,
        };
        let place = last.filter(|last| last.shelf == status.as_str()).map(|last| last.place);
        let span = subject.status_index(status.as_str()).after_any(place);
        let mut found = self.pointed(subject, span.ascending(limit + 1).columns(Pointer::FIELDS)).await?;
        let has_more = found.len() > limit;
        found.truncate(limit);
        Ok((found, has_more))
    }

    /// Decides a change: if the counts changed since they were read, nothing is written; answers whether it was
    /// applied. `then` follows.
    pub async fn decide(
        &self,
        old: &SeatCounts,
        new: &SeatCounts,
        moved: &[Moved],
        then: Vec<Write>,
    ) -> Result<bool> {
        let subject = old.subject();
        let new = SeatCounts { version: old.version + 1, ..new.clone() };
        // Before the decision: erasure and changes of settings find it by these rows even if the rest fails.
        let mut before: Vec<Write> = Vec::new();
        if old.version == 0 {
            let (subject_kind, subject_id, occurrence) = (subject.kind, subject.id, subject.occurrence);
            before.push(SeatOccurrence { subject_kind, subject_id, occurrence }.insert());
        }
        for one in moved.iter().filter(|one| one.old.is_none()) {
            before.extend(one.new.as_ref().map(|seat| person_seat(subject, seat.user_id).insert()));
        }
        if !before.is_empty() {
            self.db.write(before).await?;
        }
        let mut writes: Vec<Write> = moved.iter().flat_map(Moved::writes).collect();
        for one in moved.iter().filter(|one| one.new.is_none()) {
            writes.extend(one.old.as_ref().map(|seat| person_seat(subject, seat.user_id).key().delete()));
        }
        writes.extend(then);
        self.db.decide(guard(old, &new), writes).await
    }

    /// The occurrences of a subject with seats, from one on, in order.
    pub async fn occurrences(&self, kind: SeatSubject, id: i64, from: Moment) -> Result<Vec<Subject>> {
        let found: Vec<SeatOccurrence> =
            self.db.list(SeatOccurrence::of(kind, id).from(from).ascending(MANY)).await?;
        Ok(found.into_iter().map(|one| Subject { kind, id, occurrence: one.occurrence }).collect())
    }

    /// The subjects in which a person has or had a row.
    pub async fn of_person(&self, user_id: UserId) -> Result<Vec<Subject>> {
        let found: Vec<PersonSeat> = self.db.list(PersonSeat::of(user_id).ascending(MANY)).await?;
        let subject = |one: PersonSeat| Subject {
            kind: one.subject_kind,
            id: one.subject_id,
            occurrence: one.occurrence,
        };
        Ok(found.into_iter().map(subject).collect())
    }

    /// A person's rows in the occurrences of a subject.
    pub async fn of_person_in(&self, user_id: UserId, kind: SeatSubject, id: i64) -> Result<Vec<Seat>> {
        let span = PersonSeat::of(user_id).prefix([kind.into(), id.into()]);
        let found: Vec<PersonSeat> = self.db.list(span.ascending(MANY)).await?;
        let subjects: Vec<Subject> =
            found.iter().map(|one| Subject { kind, id, occurrence: one.occurrence }).collect();
        self.seats_of(user_id, &subjects).await
    }

    /// A person's rows in some subjects; subjects without are left out.
    pub async fn seats_of(&self, user_id: UserId, subjects: &[Subject]) -> Result<Vec<Seat>> {
        self.db.find_all(subjects.iter().map(|subject| subject.seat(user_id)).collect()).await
    }

    /// Deletes a person's list entry for a deleted subject. May be repeated.
    pub async fn forget(&self, user_id: UserId, subject: Subject) -> Result<()> {
        self.db.write(vec![person_seat(subject, user_id).key().delete()]).await
    }

    /// Deletes everything about a deleted subject. May be repeated.
    pub async fn clear(&self, subject: Subject) -> Result<()> {
        let Subject { kind, id, occurrence } = subject;
        loop {
            let (people, has_more) = self.page(subject, None, None, PORTION).await?;
            let mut gone: Vec<Write> =
                people.iter().map(|seat| person_seat(subject, seat.user_id).key().delete()).collect();
            for seat in &people {
                gone.extend(Moved { old: Some(seat.clone()), new: None }.writes());
            }
            self.db.write(gone).await?;
            if !has_more {
                break;
            }
        }
        let last = [SeatCounts::at(kind, id, occurrence), SeatOccurrence::at(kind, id, occurrence)];
        self.db.write(last.map(Key::delete).into()).await
    }
}

/// People deleted at once.
const PORTION: usize = 100;

fn person_seat(subject: Subject, user_id: UserId) -> PersonSeat {
    PersonSeat { user_id, subject_kind: subject.kind, subject_id: subject.id, occurrence: subject.occurrence }
}

fn guard(old: &SeatCounts, new: &SeatCounts) -> Guard {
    if old.version == 0 {
        return new.if_absent();
    }
    old.change_version_to(new)
}
