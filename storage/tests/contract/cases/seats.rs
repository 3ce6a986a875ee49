//! Seats: counts and rows are one decision, lists follow the status; and reminder settings.

use std::sync::Arc;

use storage::calendar::{ReminderSettings, USUAL};
use storage::ids::{CalendarEventId, EnrollmentId, UserId};
use storage::seats::{EnrollmentStatus as S, Moved, PERSON, Seat, SeatCounts, SeatSubject, Subject};
use storage::time::Moment;
use storage::value::Json;
use storage::{Seats, Storage};

use crate::World;
use crate::make::{ANNA, BO, CIA, IDS, now};

const SUBJECT: Subject = Subject { kind: SeatSubject::Event, id: 77, occurrence: Moment(0) };

fn seat(user_id: UserId, status: S) -> Seat {
    Seat {
        subject_kind: SUBJECT.kind,
        subject_id: SUBJECT.id,
        occurrence: SUBJECT.occurrence,
        shelf: PERSON.to_owned(),
        place: user_id.0,
        user_id,
        enrollment_id: EnrollmentId(IDS.next(now())),
        status,
        guests: 0,
        answers: Json([("mat".to_owned(), "Grönt".to_owned())].into()),
        queued: 0,
        offered_until: None,
        created: Moment(now()),
        changed: Moment(now()),
        checked_in: None,
        invited: Some(false),
    }
}

async fn counts(seats: &Seats) -> SeatCounts {
    seats.counts(SUBJECT).await.unwrap().unwrap_or_else(|| SeatCounts::none(SUBJECT, Some(5), 1))
}

/// Enrols somebody, or puts them on the waitlist, or removes them, without any rules; answers whether it was written.
async fn set(seats: &Seats, old: &SeatCounts, user_id: UserId, status: Option<S>) -> bool {
    let was = seats.seat(SUBJECT, user_id).await.unwrap();
    let waits = |status: S| i64::from(status == S::Waitlisted);
    let mut new = old.clone();
    let mut is = status.map(|status| seat(user_id, status));
    if let Some(is) = is.as_mut().filter(|is| is.status == S::Waitlisted) {
        new.last_queued += 1;
        is.queued = new.last_queued;
    }
    new.taken += is.as_ref().map_or(0, Seat::held) - was.as_ref().map_or(0, Seat::held);
    new.waiting +=
        is.as_ref().map_or(0, |is| waits(is.status)) - was.as_ref().map_or(0, |was| waits(was.status));
    seats.decide(old, &new, &[Moved { old: was, new: is }], Vec::new()).await.unwrap()
}

pub async fn decision_on_stale_counts_is_refused(world: &World) {
    let seats = &world.storage.seats;
    let first = counts(seats).await;
    assert_eq!((first.version, first.left()), (0, Some(5)));
    assert!(set(seats, &first, ANNA, Some(S::Confirmed)).await);
    assert!(!set(seats, &first, BO, Some(S::Confirmed)).await, "somebody else was the first");
    let second = counts(seats).await;
    assert_eq!((second.version, second.taken, second.left()), (1, 1, Some(4)));
    assert!(set(seats, &second, BO, Some(S::Waitlisted)).await);
    assert!(!set(seats, &second, CIA, Some(S::Confirmed)).await);
    assert_eq!(seats.seat(SUBJECT, CIA).await.unwrap(), None, "a refusal leaves nothing behind");
    let found = seats.seat(SUBJECT, ANNA).await.unwrap().unwrap();
    assert_eq!((found.status, found.answers.0["mat"].as_str()), (S::Confirmed, "Grönt"));
    assert_eq!(seats.occurrences(SeatSubject::Event, 77, Moment(0)).await.unwrap(), [SUBJECT]);
    assert_eq!(seats.of_person(ANNA).await.unwrap(), [SUBJECT]);
    assert_eq!(seats.of_person_in(ANNA, SeatSubject::Event, 77).await.unwrap(), [found]);
}

pub async fn people_are_listed_by_status(world: &World) {
    let seats = &world.storage.seats;
    for n in 1..=7 {
        let status = if n <= 2 { S::Confirmed } else { S::Waitlisted };
        // In another order than their ids.
        assert!(set(seats, &counts(seats).await, UserId(10 - n), Some(status)).await);
    }
    let ids = |page: &(Vec<Seat>, bool)| page.0.iter().map(|seat| seat.user_id.0).collect::<Vec<_>>();
    let queue = seats.queue(SUBJECT, 3).await.unwrap();
    assert_eq!(queue.iter().map(|seat| seat.user_id.0).collect::<Vec<_>>(), [7, 6, 5]);
    for (at, seat) in queue.iter().enumerate() {
        assert_eq!(seats.position(seat).await.unwrap(), Some(at as i64 + 1));
    }
    let first = seats.page(SUBJECT, Some(S::Waitlisted), None, 2).await.unwrap();
    assert_eq!((ids(&first), first.1), (vec![7, 6], true));
    let rest = seats.page(SUBJECT, Some(S::Waitlisted), Some(UserId(6)), 9).await.unwrap();
    assert_eq!((ids(&rest), rest.1), (vec![5, 4, 3], false));
    let all = seats.page(SUBJECT, None, Some(UserId(4)), 3).await.unwrap();
    assert_eq!((ids(&all), all.1), (vec![5, 6, 7], true));
    // Another status moves the list entry; a removed person has none.
    assert!(set(seats, &counts(seats).await, UserId(7), Some(S::Confirmed)).await);
    assert!(set(seats, &counts(seats).await, UserId(9), Some(S::Cancelled)).await);
    assert!(set(seats, &counts(seats).await, UserId(6), None).await);
    let of = async |status| ids(&seats.page(SUBJECT, Some(status), None, 9).await.unwrap());
    assert_eq!(of(S::Waitlisted).await, [5, 4, 3]);
    assert_eq!(of(S::Confirmed).await, [8, 7]);
    assert_eq!(of(S::Cancelled).await, [9]);
    assert_eq!(seats.position(&seats.queue(SUBJECT, 1).await.unwrap()[0]).await.unwrap(), Some(1));
    assert!(seats.of_person(UserId(6)).await.unwrap().is_empty());
}

async fn enrol(storage: &Storage, user_id: UserId) -> bool {
    let seats = &storage.seats;
    for _ in 0..500 {
        let Ok(Some(old)) = seats.counts(SUBJECT).await else { continue };
        let Ok(None) = seats.seat(SUBJECT, user_id).await else { return true };
        if old.left() == Some(0) {
            return false;
        }
        let new = SeatCounts { taken: old.taken + 1, ..old.clone() };
        let moved = [Moved { old: None, new: Some(seat(user_id, S::Confirmed)) }];
        if seats.decide(&old, &new, &moved, Vec::new()).await.unwrap_or(false) {
            return true;
        }
    }
    panic!("others were faster five hundred times");
}

/// Two processes, sixty people, five seats.
pub async fn two_processes_never_give_a_place_twice(world: &World) {
    let first = counts(&world.storage.seats).await;
    assert!(world.storage.seats.decide(&first, &first, &[], Vec::new()).await.unwrap());
    let both = [Arc::new(world.storage.clone()), Arc::new((world.reopen)())];
    let tasks: Vec<_> = (1..=60)
        .map(|n| {
            let storage = Arc::clone(&both[n % 2]);
            tokio::spawn(async move { enrol(&storage, UserId(n as i64)).await })
        })
        .collect();
    let mut in_it = 0;
    for task in tasks {
        in_it += usize::from(task.await.unwrap());
    }
    let all = world.storage.seats.page(SUBJECT, Some(S::Confirmed), None, 99).await.unwrap().0;
    assert_eq!((in_it, all.len(), counts(&world.storage.seats).await.taken), (5, 5, 5));
}

pub async fn deleted_subject_leaves_no_rows(world: &World) {
    let seats = &world.storage.seats;
    for n in 1..=250 {
        let status = if n % 2 == 0 { S::Confirmed } else { S::Waitlisted };
        assert!(set(seats, &counts(seats).await, UserId(n), Some(status)).await);
    }
    seats.clear(SUBJECT).await.unwrap();
    assert_eq!(seats.counts(SUBJECT).await.unwrap(), None);
    assert!(seats.page(SUBJECT, None, None, 9).await.unwrap().0.is_empty());
    assert!(seats.queue(SUBJECT, 9).await.unwrap().is_empty());
    assert!(seats.occurrences(SeatSubject::Event, 77, Moment(0)).await.unwrap().is_empty());
    assert!(seats.of_person(UserId(249)).await.unwrap().is_empty());
    // And may start again.
    assert!(set(seats, &counts(seats).await, ANNA, Some(S::Confirmed)).await);
    assert_eq!(counts(seats).await.taken, 1);
}

pub async fn reminders_are_each_persons_own(world: &World) {
    let calendars = &world.storage.calendars;
    let event = CalendarEventId(5);
    let said = |user_id, event_id, minutes: &[i64]| ReminderSettings {
        user_id,
        event_id,
        custom: true,
        disabled: false,
        minutes: minutes.to_vec(),
    };
    let (own, usual, theirs) = (said(ANNA, event, &[0, 60]), said(ANNA, USUAL, &[]), said(BO, USUAL, &[5]));
    for settings in [&own, &usual, &theirs] {
        calendars.set_reminders(settings).await.unwrap();
    }
    let found = calendars.reminders_of(&[BO, CIA, ANNA], event).await.unwrap();
    assert_eq!(found, [[None, Some(theirs)], [None, None], [Some(own), Some(usual.clone())]]);
    calendars.unset_reminders(ANNA, event).await.unwrap();
    assert_eq!(calendars.reminders(ANNA, event).await.unwrap(), [None, Some(usual)]);
    calendars.forget_reminders(ANNA).await.unwrap();
    assert!(calendars.all_reminders(ANNA).await.unwrap().is_empty());
    assert_eq!(calendars.all_reminders(BO).await.unwrap().len(), 1);
}
