#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::collections::BTreeMap as Map;

use EnrollmentStatus as S;
use proptest::prelude::*;
use storage::seats::{SeatSubject, Subject};

use super::*;

const NOW: i64 = 1_000_000;
const ME: UserId = UserId(1);

fn plan(mode: Option<WaitlistMode>) -> Plan {
    Plan {
        capacity: Some(2),
        settings: 1,
        requires_approval: false,
        mode,
        is_closed: false,
        is_over: false,
        is_off: false,
        offer_until: (mode == Some(WaitlistMode::Offer)).then_some(Moment(NOW + 10)),
    }
}

fn subject() -> Subject {
    Subject { kind: SeatSubject::Event, id: 7, occurrence: Moment(0) }
}

/// Places in memory, decided one after the other as the store does.
#[derive(Clone)]
struct Room {
    counts: SeatCounts,
    seats: Map<UserId, Seat>,
    ids: i64,
    /// People who may not get a place any more.
    gone: HashSet<UserId>,
}

impl Room {
    fn new(capacity: Option<i64>) -> Self {
        Self {
            counts: SeatCounts::none(subject(), capacity, 1),
            seats: Map::new(),
            ids: 0,
            gone: HashSet::new(),
        }
    }

    fn queue(&self) -> Vec<Seat> {
        let mut queue: Vec<Seat> =
            self.seats.values().filter(|seat| seat.status == S::Waitlisted).cloned().collect();
        queue.sort_by_key(|seat| seat.queued);
        queue
    }

    fn act(&mut self, plan: &Plan, who: UserId, act: Act, now: i64) -> Result<Vec<UserId>> {
        self.ids += 1;
        let id = EnrollmentId(self.ids);
        let own = self.seats.get(&who).cloned();
        let next = next(plan, &self.counts, (&self.queue(), &self.gone), (who, own.as_ref()), act, id, now)?;
        for moved in next.moved() {
            let user_id = moved.old.as_ref().or(moved.new.as_ref()).unwrap().user_id;
            match moved.new {
                Some(new) => _ = self.seats.insert(user_id, new),
                None => _ = self.seats.remove(&user_id),
            }
        }
        self.counts = next.counts;
        Ok(next.up.iter().map(|moved| moved.new.as_ref().unwrap().user_id).collect())
    }

    fn status(&self, who: UserId) -> EnrollmentStatus {
        self.seats.get(&who).map_or(S::None, |seat| seat.status)
    }

    /// A person with a status, in an otherwise empty room of that capacity.
    fn with(status: EnrollmentStatus) -> Self {
        let mut room = Self::new(Some(2));
        if status != S::None {
            let offered_until = (status == S::Offered).then_some(Moment(NOW + 10));
            let queued = i64::from(status == S::Waitlisted);
            let seat = Seat { status, queued, offered_until, ..blank(&room.counts, ME, EnrollmentId(1), 0) };
            room.counts.taken = seat.held();
            (room.counts.waiting, room.counts.last_queued) = (queued, queued);
            room.seats.insert(ME, seat);
        }
        room
    }
}

fn guests(guests: i64) -> Wish {
    Wish { guests, answers: Map::new() }
}

/// Every status × every act: the resulting status, or the code.
#[test]
fn outcome_of_each_act_in_each_status() {
    type Row = (&'static str, [&'static str; 12]);
    // NONE INVITED PENDING CONFIRMED WAITLISTED OFFERED OFFER_EXPIRED DECLINED REJECTED CANCELLED ATTENDED NO_SHOW
    #[rustfmt::skip]
    let table: [Row; 16] = [
        ("enrol", ["CONFIRMED", "CONFIRMED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "CONFIRMED", "CONFIRMED", "WRONG_STATUS", "CONFIRMED", "ALREADY_ENROLLED", "ALREADY_ENROLLED"]),
        ("change", ["NOT_FOUND", "WRONG_STATUS", "PENDING", "CONFIRMED", "WAITLISTED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("cancel", ["NOT_FOUND", "NOT_FOUND", "CANCELLED", "CANCELLED", "CANCELLED", "CANCELLED", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "CANCELLED", "CLOSED", "CLOSED"]),
        ("unqueue", ["NONE", "INVITED", "PENDING", "CONFIRMED", "CANCELLED", "OFFERED", "OFFER_EXPIRED", "DECLINED", "REJECTED", "CANCELLED", "ATTENDED", "NO_SHOW"]),
        ("accept", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "CONFIRMED", "OFFER_EXPIRED!", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("decline", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "DECLINED", "OFFER_EXPIRED!", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("decline invitation", ["NOT_FOUND", "DECLINED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("add", ["CONFIRMED", "CONFIRMED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "CONFIRMED", "CONFIRMED", "CONFIRMED", "CONFIRMED", "ALREADY_ENROLLED", "ALREADY_ENROLLED"]),
        ("invite", ["INVITED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "ALREADY_ENROLLED", "INVITED", "INVITED", "ALREADY_ENROLLED", "INVITED", "ALREADY_ENROLLED", "ALREADY_ENROLLED"]),
        ("approve", ["NOT_FOUND", "WRONG_STATUS", "CONFIRMED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("reject", ["NOT_FOUND", "WRONG_STATUS", "REJECTED", "WRONG_STATUS", "REJECTED", "REJECTED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("promote", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "CONFIRMED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS"]),
        ("check in", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "ATTENDED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "ATTENDED", "ATTENDED"]),
        ("no show", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "NO_SHOW", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "NO_SHOW"]),
        ("undo", ["NOT_FOUND", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "CONFIRMED", "CONFIRMED"]),
        ("remove", ["NOT_FOUND", "CANCELLED", "CANCELLED", "CANCELLED", "CANCELLED", "CANCELLED", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "WRONG_STATUS", "CANCELLED", "CANCELLED"]),
    ];
    let act = |name: &str| match name {
        "enrol" => Act::Enrol(guests(0)),
        "change" => Act::Change(guests(0)),
        "cancel" => Act::Cancel,
        "unqueue" => Act::Unqueue,
        "accept" => Act::Accept,
        "decline" => Act::Decline,
        "decline invitation" => Act::DeclineInvitation,
        "add" => Act::Add(guests(0)),
        "invite" => Act::Invite,
        "approve" => Act::Approve,
        "reject" => Act::Reject,
        "promote" => Act::Promote,
        "check in" => Act::CheckIn(Moment(NOW)),
        "no show" => Act::NoShow,
        "undo" => Act::ClearAttendance,
        "remove" => Act::Remove,
        other => panic!("{other}"),
    };
    for (name, row) in table {
        for (status, expected) in S::ALL.iter().zip(row) {
            let mut room = Room::with(*status);
            let outcome = room.act(&plan(Some(WaitlistMode::Manual)), ME, act(name), NOW);
            let found = match outcome {
                Ok(_) => room.status(ME).as_str(),
                Err(refusal) => refusal.code,
            };
            assert_eq!(found, expected.trim_end_matches('!'), "{name} of {status}");
        }
    }
}

#[test]
fn places_queue_and_approval() {
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let mut room = Room::new(Some(2));
    room.act(&auto, UserId(1), Act::Enrol(guests(1)), NOW).unwrap();
    assert_eq!((room.counts.taken, room.counts.left()), (2, Some(0)), "guests count");
    room.act(&auto, UserId(2), Act::Enrol(guests(0)), NOW).unwrap();
    room.act(&auto, UserId(3), Act::Enrol(guests(0)), NOW).unwrap();
    assert_eq!((room.counts.waiting, room.status(UserId(2))), (2, S::Waitlisted));
    let refusal = room.act(&auto, UserId(4), Act::Enrol(guests(2)), NOW).unwrap_err();
    assert_eq!(refusal.fields[0].code, "TOO_MANY", "who would never fit does not wait");
    // With one guest fewer, the head of the waitlist gets the place, not a new person.
    assert_eq!(room.act(&auto, UserId(1), Act::Change(guests(0)), NOW).unwrap(), [UserId(2)]);
    let refusal = room.act(&auto, UserId(1), Act::Change(guests(1)), NOW).unwrap_err();
    assert_eq!(refusal.code, "EVENT_FULL", "others wait");
    assert_eq!(room.act(&auto, UserId(1), Act::Cancel, NOW).unwrap(), [UserId(3)]);
    // Without a waitlist nobody waits; and if approval is required the place is held meanwhile.
    let asks = Plan { requires_approval: true, ..plan(None) };
    let mut room = Room::new(Some(1));
    room.act(&asks, UserId(1), Act::Enrol(guests(0)), NOW).unwrap();
    assert_eq!((room.status(UserId(1)), room.counts.taken), (S::Pending, 1));
    assert_eq!(room.act(&asks, UserId(2), Act::Enrol(guests(0)), NOW).unwrap_err().code, "EVENT_FULL");
    room.act(&asks, UserId(1), Act::Reject, NOW).unwrap();
    room.act(&asks, UserId(2), Act::Add(guests(0)), NOW).unwrap();
    assert_eq!(room.status(UserId(2)), S::Confirmed, "who runs it has approved by that");
}

#[test]
fn nobody_overtakes() {
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let mut room = Room::new(Some(2));
    room.act(&auto, UserId(1), Act::Enrol(guests(0)), NOW).unwrap();
    room.act(&auto, UserId(2), Act::Enrol(guests(0)), NOW).unwrap();
    room.act(&auto, UserId(3), Act::Enrol(guests(1)), NOW).unwrap();
    room.act(&auto, UserId(4), Act::Enrol(guests(0)), NOW).unwrap();
    assert_eq!(room.act(&auto, UserId(1), Act::Cancel, NOW).unwrap(), [], "two are needed");
    room.act(&auto, UserId(5), Act::Enrol(guests(0)), NOW).unwrap();
    assert_eq!(room.status(UserId(5)), S::Waitlisted, "though one is free");
    assert_eq!(room.act(&auto, UserId(2), Act::Cancel, NOW).unwrap(), [UserId(3)]);
    assert_eq!(room.act(&auto, UserId(3), Act::Cancel, NOW).unwrap(), [UserId(4), UserId(5)]);
}

#[test]
fn offers_stand_for_a_while() {
    let offers = plan(Some(WaitlistMode::Offer));
    let mut room = Room::new(Some(1));
    for who in 1..=3 {
        room.act(&offers, UserId(who), Act::Enrol(guests(0)), NOW).unwrap();
    }
    assert_eq!(room.act(&offers, UserId(1), Act::Cancel, NOW).unwrap(), [UserId(2)]);
    assert_eq!((room.status(UserId(2)), room.counts.taken), (S::Offered, 1));
    assert_eq!(room.act(&offers, UserId(2), Act::Expire, NOW + 9).unwrap(), [], "not yet");
    assert_eq!(room.act(&offers, UserId(2), Act::Accept, NOW + 10).unwrap_err().code, "OFFER_EXPIRED");
    assert_eq!(room.act(&offers, UserId(2), Act::Expire, NOW + 10).unwrap(), [UserId(3)]);
    assert_eq!(room.status(UserId(2)), S::OfferExpired);
    room.act(&offers, UserId(3), Act::Accept, NOW + 11).unwrap_err();
    let later = Plan { offer_until: Some(Moment(NOW + 30)), ..offers };
    room.act(&later, UserId(2), Act::Enrol(guests(0)), NOW + 11).unwrap();
    assert_eq!(room.status(UserId(2)), S::Waitlisted, "at the tail again");
    assert_eq!(room.act(&later, UserId(3), Act::Decline, NOW + 11).unwrap(), [UserId(2)]);
    room.act(&later, UserId(2), Act::Accept, NOW + 29).unwrap();
    assert_eq!(room.status(UserId(2)), S::Confirmed);
    // Too late for offers: the place stays free.
    room.act(&later, UserId(1), Act::Enrol(guests(0)), NOW + 29).unwrap();
    let late = Plan { offer_until: None, ..offers };
    assert_eq!(room.act(&late, UserId(2), Act::Cancel, NOW + 29).unwrap(), []);
    assert_eq!((room.status(UserId(1)), room.counts.taken), (S::Waitlisted, 0));
}

/// A person who may not get a place any more leaves the waitlist as by a cancel, and delays nobody.
#[test]
fn ineligible_person_is_skipped_on_the_waitlist() {
    for (mode, given) in [(WaitlistMode::AutoConfirm, S::Confirmed), (WaitlistMode::Offer, S::Offered)] {
        let plan = plan(Some(mode));
        let mut room = Room::new(Some(2));
        // Two wait with a guest each, then two alone.
        for (who, count) in [(1, 0), (6, 0), (2, 1), (3, 1), (4, 0), (5, 0)] {
            room.act(&plan, UserId(who), Act::Enrol(guests(count)), NOW).unwrap();
        }
        room.gone = [UserId(2), UserId(3), UserId(5)].into();
        // One place is free: the head needs two, is not allowed, and does not delay the one who fits.
        assert_eq!(room.act(&plan, UserId(1), Act::Cancel, NOW).unwrap(), [UserId(4)], "{mode}");
        let statuses = [2, 3, 4, 5].map(|who| room.status(UserId(who)));
        assert_eq!(statuses, [S::Cancelled, S::Cancelled, given, S::Waitlisted], "{mode}");
        assert_eq!((room.counts.taken, room.counts.waiting), (2, 1), "{mode}");
        assert_eq!(room.seats[&UserId(2)].offered_until, None);
    }
    // Nobody is checked, and nobody loses their turn, before it comes.
    let manual = plan(Some(WaitlistMode::Manual));
    let full = Plan { capacity: Some(1), ..plan(Some(WaitlistMode::AutoConfirm)) };
    for (plan, act) in [(&manual, Act::Cancel), (&full, Act::Change(guests(0)))] {
        let mut room = Room::new(Some(1));
        room.act(plan, UserId(1), Act::Enrol(guests(0)), NOW).unwrap();
        room.act(plan, UserId(2), Act::Enrol(guests(0)), NOW).unwrap();
        let (id, own) = (EnrollmentId(9), room.seats[&UserId(1)].clone());
        let gone = HashSet::from([UserId(2)]);
        let then =
            next(plan, &room.counts, (&room.queue(), &gone), (UserId(1), Some(&own)), act, id, NOW).unwrap();
        assert!(then.turns.is_empty() && then.up.is_empty() && then.out.is_empty());
    }
}

/// Only people whose turn it is are checked: those who move up, and the next who does not fit.
#[test]
fn only_people_whose_turn_it_is_are_checked() {
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let turns = |who: i64, act: Act| {
        let mut room = Room::new(Some(2));
        for (who, count) in [(1, 0), (2, 0), (3, 0), (4, 1), (5, 0)] {
            room.act(&auto, UserId(who), Act::Enrol(guests(count)), NOW).unwrap();
        }
        let own = room.seats[&UserId(who)].clone();
        let (queue, gone) = (room.queue(), HashSet::new());
        let by = (UserId(who), Some(&own));
        next(&auto, &room.counts, (&queue, &gone), by, act, EnrollmentId(9), NOW).unwrap().turns
    };
    assert_eq!(turns(1, Act::Cancel), [UserId(3)]);
    assert_eq!(turns(3, Act::Unqueue), []);
    let more = Plan { capacity: Some(4), settings: 2, ..auto };
    let mut room = Room::new(Some(2));
    for (who, count) in [(1, 0), (2, 0), (3, 0), (4, 1), (5, 0)] {
        room.act(&auto, UserId(who), Act::Enrol(guests(count)), NOW).unwrap();
    }
    let (queue, gone) = (room.queue(), HashSet::new());
    let by = (UserId(9), None);
    let then = next(&more, &room.counts, (&queue, &gone), by, Act::Expire, EnrollmentId(9), NOW).unwrap();
    assert_eq!(then.turns, [UserId(3), UserId(4)], "one place is left, and the next needs two");
    assert_eq!(then.up.len(), 1);
}

/// An invited or added person is recorded as such until they enrol again.
#[test]
fn invitation_is_recorded_until_enrolling_again() {
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let invited = |acts: &[Act]| {
        let mut room = Room::new(Some(2));
        for act in acts {
            room.act(&auto, ME, act.clone(), NOW).unwrap();
        }
        room.seats[&ME].invited
    };
    let enrol = || Act::Enrol(guests(0));
    assert_eq!(invited(&[enrol()]), Some(false));
    assert_eq!(invited(&[Act::Invite]), Some(true));
    assert_eq!(invited(&[Act::Invite, enrol()]), Some(true));
    assert_eq!(invited(&[Act::Invite, enrol(), Act::Change(guests(1))]), Some(true));
    assert_eq!(invited(&[Act::Add(guests(0))]), Some(true));
    assert_eq!(invited(&[Act::Invite, enrol(), Act::Cancel, enrol()]), Some(false));
}

#[test]
fn acts_on_closed_past_and_cancelled_events() {
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let closed = Plan { is_closed: true, ..auto };
    let over = Plan { is_over: true, ..closed };
    let off = Plan { is_off: true, ..over };
    let code = |plan: &Plan, status, act: Act| {
        Room::with(status).act(plan, ME, act, NOW).err().map_or("", |refusal| refusal.code)
    };
    for (plan, enrol, change, cancel, add, approve) in [
        (&closed, "CLOSED", "CLOSED", "", "", ""),
        (&over, "CLOSED", "CLOSED", "CLOSED", "", ""),
        (&off, "CLOSED", "CLOSED", "", "CLOSED", ""),
    ] {
        assert_eq!(code(plan, S::None, Act::Enrol(guests(0))), enrol);
        assert_eq!(code(plan, S::Confirmed, Act::Change(guests(0))), change);
        assert_eq!(code(plan, S::Confirmed, Act::Cancel), cancel);
        assert_eq!(code(plan, S::None, Act::Add(guests(0))), add);
        assert_eq!(code(plan, S::Pending, Act::Approve), approve);
    }
    // After the deadline the waitlist still moves; after the beginning it does not.
    for (plan, moved) in [(&closed, 1), (&over, 0)] {
        let mut room = Room::new(Some(1));
        room.act(&auto, UserId(1), Act::Enrol(guests(0)), NOW).unwrap();
        room.act(&auto, UserId(2), Act::Enrol(guests(0)), NOW).unwrap();
        assert_eq!(room.act(plan, UserId(1), Act::Remove, NOW).unwrap().len(), moved);
    }
}

#[test]
fn newer_settings_come_in_and_older_do_not() {
    let mut room = Room::new(Some(1));
    let auto = plan(Some(WaitlistMode::AutoConfirm));
    let auto = Plan { capacity: Some(1), ..auto };
    for who in 1..=3 {
        room.act(&auto, UserId(who), Act::Enrol(guests(0)), NOW).unwrap();
    }
    let stale = Plan { capacity: Some(9), settings: 0, ..auto };
    assert_eq!(room.act(&stale, UserId(9), Act::Expire, NOW).unwrap(), []);
    let more = Plan { capacity: Some(2), settings: 2, ..auto };
    assert_eq!(room.act(&more, UserId(9), Act::Expire, NOW).unwrap(), [UserId(2)]);
    let less = Plan { capacity: Some(1), settings: 3, ..auto };
    room.act(&less, UserId(9), Act::Expire, NOW).unwrap();
    assert_eq!(room.counts.capacity, Some(2), "more are taken");
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (0..3_i64).prop_map(|count| Act::Enrol(guests(count))),
        1 => (0..3_i64).prop_map(|count| Act::Change(guests(count))),
        2 => Just(Act::Cancel),
        1 => Just(Act::Queue),
        1 => Just(Act::Unqueue),
        2 => Just(Act::Accept),
        1 => Just(Act::Decline),
        1 => Just(Act::Invite),
        1 => Just(Act::DeclineInvitation),
        1 => (0..2_i64).prop_map(|count| Act::Add(guests(count))),
        1 => Just(Act::Approve),
        1 => Just(Act::Reject),
        1 => Just(Act::Promote),
        1 => Just(Act::CheckIn(Moment(NOW))),
        1 => Just(Act::NoShow),
        1 => Just(Act::ClearAttendance),
        1 => Just(Act::Remove),
        1 => Just(Act::Expire),
        1 => Just(Act::Forget),
    ]
}

proptest! {
    /// For any acts in any order: never more than the capacity is taken, the counts match the rows, and whoever moves
    /// up automatically was at the head.
    #[test]
    fn never_too_many_and_never_out_of_turn(
        acts in prop::collection::vec((1..8_i64, any_act(), 0..4_i64), 1..80),
        mode in prop::sample::select(vec![None, Some(WaitlistMode::AutoConfirm), Some(WaitlistMode::Offer), Some(WaitlistMode::Manual)]),
        capacity in 1..5_i64,
        requires_approval in any::<bool>(),
        gone in prop::collection::hash_set((1..8_i64).prop_map(UserId), 0..4),
    ) {
        let mut room = Room { gone, ..Room::new(Some(capacity)) };
        let mut now = NOW;
        for (who, act, passes) in acts {
            now += passes;
            let offer_until = (mode == Some(WaitlistMode::Offer)).then_some(Moment(now + 5));
            let plan = Plan { capacity: Some(capacity), requires_approval, offer_until, ..plan(mode) };
            let before = room.queue();
            let Ok(up) = room.act(&plan, UserId(who), act, now) else { continue };
            let may = |id: &UserId| *id != UserId(who) && !room.gone.contains(id);
            let turn = before.iter().map(|seat| seat.user_id).filter(may);
            prop_assert_eq!(&up, &turn.take(up.len()).collect::<Vec<_>>());
            prop_assert!(room.counts.taken <= capacity);
            prop_assert_eq!(room.counts.taken, room.seats.values().map(Seat::held).sum::<i64>());
            prop_assert_eq!(room.counts.waiting, room.queue().len() as i64);
        }
    }
}

proptest! {
    /// People served together are decided as if one after the other, with the waitlist as it was before them.
    #[test]
    fn batch_is_decided_as_if_sequential(
        before in prop::collection::vec((1..20_i64, any_act()), 0..40),
        come in prop::collection::btree_map(20..40_i64, prop_oneof![
            (0..3_i64).prop_map(|count| Act::Enrol(guests(count))),
            (0..3_i64).prop_map(|count| Act::Add(guests(count))),
            Just(Act::Queue),
        ], 1..12),
        mode in prop::sample::select(vec![None, Some(WaitlistMode::AutoConfirm), Some(WaitlistMode::Offer), Some(WaitlistMode::Manual)]),
        capacity in 1..9_i64,
    ) {
        let plan = Plan { capacity: Some(capacity), offer_until: Some(Moment(NOW + 5)), ..plan(mode) };
        let mut one_by_one = Room::new(Some(capacity));
        for (who, act) in before {
            let _ = one_by_one.act(&plan, UserId(who), act, NOW);
        }
        let (mut counts, queue) = (one_by_one.counts.clone(), one_by_one.queue());
        for (who, act) in come {
            let id = EnrollmentId(who);
            let together = next(&plan, &counts, (&queue, &HashSet::new()), (UserId(who), None), act.clone(), id, NOW);
            let alone = one_by_one.act(&plan, UserId(who), act, NOW);
            match (together, alone) {
                (Ok(together), Ok(up)) => {
                    prop_assert_eq!(&together.counts, &SeatCounts { version: together.counts.version, ..one_by_one.counts.clone() });
                    let moved: Vec<UserId> = together.up.iter().filter_map(|one| one.new.as_ref()).map(|seat| seat.user_id).collect();
                    prop_assert_eq!(moved, up.clone());
                    // Whoever comes after that is decided separately.
                    if !up.is_empty() {
                        break;
                    }
                    counts = together.counts;
                }
                (Err(together), Err(alone)) => prop_assert_eq!(together.code, alone.code),
                (together, alone) => prop_assert!(false, "together {together:?}, alone {alone:?}"),
            }
        }
    }
}
