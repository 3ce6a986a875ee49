//! Ledgers: numbers without gaps, one decision after the other, lists, what is open and overdue.

use std::sync::Arc;

use storage::Storage;
use storage::ids::{EntityId, UserId};
use storage::ledger::{
    Change, Entry, EntryId, Ledger, LedgerClaim, LedgerEntryKind, LedgerEvent, LedgerEventKind, LedgerLine,
    LedgerSettings, LedgerVoucher, Ledgers, Numbers, OPEN, PAID,
};
use storage::time::{Day, Moment};
use storage::value::Json;

use crate::World;

const ENTITY: EntityId = EntityId(3);
const ANNA: UserId = UserId(5);
const CLUB: EntityId = EntityId(6);
/// 2026-06-01 in Sweden.
const NOW: i64 = 1_780_300_000_000;

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn event(entry: &Entry, kind: LedgerEventKind, at: Moment) -> LedgerEvent {
    LedgerEvent {
        entry_id: entry.entry_id,
        seq: entry.version + 1,
        kind,
        at,
        done_by: Some(UserId(9)),
        amount: entry.amount,
        method: None,
        reference: None,
        reason: None,
    }
}

fn happens(head: &mut Ledger, old: Option<Entry>, entry: &Entry, kind: LedgerEventKind) -> Change {
    let (at, year, entity_id) = (head.last_at, head.year, head.entity_id);
    let one = event(entry, kind, at);
    let number = head.take_voucher();
    let voucher = LedgerVoucher { entity_id, year, number, entry_id: entry.entry_id, seq: one.seq, kind, at };
    let new = entry.after(&one);
    head.weigh(old.as_ref(), &new);
    Change { old, new, events: vec![one], vouchers: vec![voucher] }
}

/// A new entry under the next number.
fn created(head: &mut Ledger, id: i64, customer_id: Option<EntityId>, due: &str) -> Change {
    let entry = Entry {
        entry_id: EntryId(id),
        uuid: format!("00000000-0000-4000-8000-{id:012}"),
        entity_id: head.entity_id,
        year: head.year,
        number: head.take_number(),
        user_id: ANNA,
        customer_id,
        customer_name: "Anna".to_owned(),
        customer_entity_name: None,
        kind: LedgerEntryKind::Booking,
        title: "Hallen".to_owned(),
        subject_kind: Some("booking".to_owned()),
        subject_id: Some(1),
        refunds: Json(Vec::new()),
        amount: 12_500,
        vat: 2_500,
        lines: Json(vec![LedgerLine { text: "Hyra".to_owned(), amount: 12_500, vat_rate: 25, vat: 2_500 }]),
        due: day(due),
        created: head.last_at,
        version: 0,
        status: OPEN,
        refunded: 0,
        payment_method: None,
        payment_reference: None,
        cancel_reason: None,
        paid: None,
        cancelled: None,
    };
    happens(head, None, &entry, LedgerEventKind::Created)
}

/// Makes an entry, again whenever another process was faster; answers its number.
async fn make(storage: &Storage, id: i64, customer_id: Option<EntityId>, due: &str, at: i64) -> (i64, i64) {
    let ledgers = Ledgers::of(storage);
    for _ in 0..500 {
        let Ok(old) = ledgers.head(ENTITY).await else { continue };
        let mut head = old.at_time(at);
        let change = created(&mut head, id, customer_id, due);
        let number = (change.new.year, change.new.number);
        if ledgers.decide(&old, &head, &[change], None, Vec::new()).await.unwrap_or(false) {
            return number;
        }
        if ledgers.entry(EntryId(id)).await.ok().flatten().is_some() {
            return number;
        }
    }
    panic!("others were faster five hundred times");
}

async fn pay(world: &World, id: i64) {
    let ledgers = Ledgers::of(&world.storage);
    let old = ledgers.head(ENTITY).await.unwrap();
    let entry = ledgers.entry(EntryId(id)).await.unwrap().unwrap();
    let mut head = old.at_time(NOW + 10_000);
    let change = happens(&mut head, Some(entry.clone()), &entry, LedgerEventKind::Paid);
    assert!(ledgers.decide(&old, &head, &[change], None, Vec::new()).await.unwrap());
}

pub async fn head_for_a_change_is_read_with_its_rows(world: &World) {
    let (ledgers, other) = (Ledgers::of(&world.storage), Ledgers::of(&(world.reopen)()));
    for round in 0..15 {
        let old = ledgers.settled_head(ENTITY).await.unwrap();
        let mut head = old.at_time(NOW);
        let changes: Vec<Change> =
            (1..=40).map(|n| created(&mut head, round * 100 + n, None, "2026-07-01")).collect();
        let ids: Vec<EntryId> = changes.iter().map(|change| change.new.entry_id).collect();
        let looking = async {
            let after = loop {
                let head = other.settled_head(ENTITY).await.unwrap();
                if head.version > old.version {
                    break head;
                }
            };
            (after.entry_count, other.entries(&ids).await.unwrap().len())
        };
        let (decided, (count, found)) =
            tokio::join!(ledgers.decide(&old, &head, &changes, None, Vec::new()), looking);
        assert!(decided.unwrap());
        assert_eq!((count, found), ((round + 1) * 40, 40), "in round {round}");
    }
}

pub async fn decision_on_a_stale_ledger_is_refused(world: &World) {
    let ledgers = Ledgers::of(&world.storage);
    let none = ledgers.head(ENTITY).await.unwrap();
    assert_eq!((none.version, none.entry_count), (0, 0));
    for (id, is_first) in [(11, true), (12, false)] {
        let mut head = none.at_time(NOW);
        let change = created(&mut head, id, None, "2026-07-01");
        assert_eq!(ledgers.decide(&none, &head, &[change], None, Vec::new()).await.unwrap(), is_first);
    }
    assert_eq!(ledgers.entry(EntryId(12)).await.unwrap(), None, "a refusal leaves nothing behind");
    let head = ledgers.head(ENTITY).await.unwrap();
    assert_eq!((head.version, head.year, head.next_number), (1, 2026, 2));
    assert_eq!((head.open_sum, head.paid_sum, head.entry_count), (12_500, 0, 1));
}

pub async fn an_entry_is_found_by_id_uuid_person_and_subject(world: &World) {
    make(&world.storage, 11, None, "2026-07-01", NOW).await;
    make(&world.storage, 12, None, "2026-07-01", NOW + 1).await;
    let ledgers = Ledgers::of(&world.storage);
    let first = ledgers.entry(EntryId(11)).await.unwrap().unwrap();
    assert_eq!((first.year, first.number, first.status, first.version), (2026, 1, OPEN, 1));
    assert_eq!(ledgers.by_uuid(&first.uuid).await.unwrap(), Some(first.clone()));
    assert_eq!(ledgers.by_uuid("00000000-0000-4000-8000-000000000099").await.unwrap(), None);
    assert_eq!(ledgers.of_person(ANNA).await.unwrap(), [EntryId(12), EntryId(11)], "newest first");
    let its: Vec<EntryId> =
        ledgers.of_subject("booking", 1).await.unwrap().iter().map(|entry| entry.entry_id).collect();
    assert_eq!(its, [EntryId(11), EntryId(12)]);
    assert!(ledgers.of_subject("booking", 2).await.unwrap().is_empty());
    pay(world, 11).await;
    let events = ledgers.events(&[EntryId(11), EntryId(12)]).await.unwrap();
    let kinds: Vec<Vec<_>> =
        events.iter().map(|all| all.iter().map(|event| (event.seq, event.kind)).collect()).collect();
    use LedgerEventKind::{Created, Paid};
    assert_eq!(kinds, [vec![(1, Created), (2, Paid)], vec![(1, Created)]]);
    let paid = ledgers.entry(EntryId(11)).await.unwrap().unwrap();
    assert_eq!((paid.status, paid.version, paid.paid), (PAID, 2, Some(Moment(NOW + 10_000))));
}

pub async fn numbers_of_a_period_are_found_by_year(world: &World) {
    // 2027-01-01 00:00 in Sweden.
    const YEAR: i64 = 1_798_758_000_000;
    for (id, at) in [(11, NOW), (12, NOW + 5), (13, NOW + 5), (14, YEAR - 1), (15, YEAR), (16, YEAR + 9)] {
        make(&world.storage, id, None, "2026-07-01", at).await;
    }
    let ledgers = Ledgers::of(&world.storage);
    let years = ledgers.head(ENTITY).await.unwrap().years();
    assert_eq!(years.iter().map(|one| (one.year, one.entries)).collect::<Vec<_>>(), [(2027, 2), (2026, 4)]);
    let between = async |at: usize, from: i64, to: i64| {
        let found = ledgers.numbers_between(ENTITY, years[at], (Moment(from), Moment(to))).await.unwrap();
        (found.from, found.to)
    };
    assert_eq!(between(1, i64::MIN, i64::MAX).await, (1, 4));
    assert_eq!(between(1, NOW + 5, YEAR - 1).await, (2, 3), "the end is exclusive");
    assert_eq!(between(1, NOW + 1, NOW + 2).await, (2, 1), "none");
    assert_eq!(between(0, YEAR + 1, i64::MAX).await, (2, 2));
    let numbers = Numbers { year: 2026, from: 2, to: 4 };
    let ids: Vec<i64> =
        ledgers.numbered(ENTITY, numbers).await.unwrap().iter().map(|row| row.entry_id.0).collect();
    assert_eq!(ids, [12, 13, 14]);
    let vouchers = ledgers.vouchers(ENTITY, Numbers { year: 2027, from: 1, to: 2 }).await.unwrap();
    assert_eq!(vouchers.iter().map(|one| one.entry_id.0).collect::<Vec<_>>(), [15, 16]);
}

pub async fn what_is_overdue_follows_what_is_open(world: &World) {
    make(&world.storage, 11, None, "2026-07-01", NOW).await;
    make(&world.storage, 12, Some(CLUB), "2026-06-10", NOW).await;
    let ledgers = Ledgers::of(&world.storage);
    let late = async |customer: Option<EntityId>, today: &str| {
        ledgers.has_overdue(ENTITY, ANNA, customer, day(today)).await.unwrap()
    };
    assert_eq!(ledgers.overdue(ENTITY, day("2026-06-10")).await.unwrap(), 0, "the day itself is in time");
    assert_eq!(ledgers.overdue(ENTITY, day("2026-06-11")).await.unwrap(), 12_500);
    assert_eq!(ledgers.overdue(ENTITY, day("2026-07-02")).await.unwrap(), 25_000);
    assert!(!late(None, "2026-06-11").await, "the club owes that one");
    assert!(late(Some(CLUB), "2026-06-11").await);
    assert!(late(None, "2026-07-02").await);
    pay(world, 11).await;
    assert!(!late(None, "2026-07-02").await);
    assert_eq!(ledgers.overdue(ENTITY, day("2026-07-02")).await.unwrap(), 12_500);
}

pub async fn a_claim_is_noted_with_its_decision(world: &World) {
    let ledgers = Ledgers::of(&world.storage);
    assert_eq!(ledgers.claim("booking", 1).await.unwrap(), None);
    let claim =
        LedgerClaim { subject_kind: "booking".to_owned(), subject_id: 1, version: 4, entity_id: ENTITY };
    let old = ledgers.head(ENTITY).await.unwrap();
    let mut head = old.at_time(NOW);
    let change = created(&mut head, 11, None, "2026-07-01");
    assert!(ledgers.decide(&old, &head, &[change], Some(&claim), Vec::new()).await.unwrap());
    let stale = LedgerClaim { version: 9, ..claim.clone() };
    assert!(!ledgers.decide(&old, &head, &[], Some(&stale), Vec::new()).await.unwrap());
    assert_eq!(ledgers.claim("booking", 1).await.unwrap(), Some(claim));
}

pub async fn stale_ledger_settings_are_refused(world: &World) {
    let ledgers = Ledgers::of(&world.storage);
    let none = ledgers.settings(ENTITY).await.unwrap();
    assert_eq!((none.version, none.settings.0.payment_terms), (0, 30));
    let new = LedgerSettings { payment_terms: 10, ..LedgerSettings::default() };
    assert!(ledgers.save_settings(&none, &new, Vec::new()).await.unwrap());
    assert!(!ledgers.save_settings(&none, &LedgerSettings::default(), Vec::new()).await.unwrap());
    let stands = ledgers.settings(ENTITY).await.unwrap();
    assert_eq!((stands.version, &stands.settings.0), (1, &new));
    assert!(ledgers.save_settings(&stands, &LedgerSettings::default(), Vec::new()).await.unwrap());
    let stands = ledgers.settings(ENTITY).await.unwrap();
    assert_eq!((stands.version, stands.settings.0), (2, LedgerSettings::default()));
}

/// Two processes, forty entries: the check after each case finds no gap, and the balance is their sum.
pub async fn two_processes_give_no_number_twice(world: &World) {
    let both = [Arc::new(world.storage.clone()), Arc::new((world.reopen)())];
    let tasks: Vec<_> = (1..=40_i64)
        .map(|n| {
            let storage = Arc::clone(&both[n as usize % 2]);
            tokio::spawn(async move { make(&storage, 100 + n, None, "2026-07-01", NOW).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let ledgers = Ledgers::of(&world.storage);
    let rows = ledgers.numbered(ENTITY, Numbers { year: 2026, from: 1, to: 100 }).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());
    assert_eq!(ledgers.head(ENTITY).await.unwrap().open_sum, 40 * 12_500);
}

pub async fn check_finds_a_ledger_that_does_not_add_up(world: &World) {
    make(&world.storage, 11, None, "2026-07-01", NOW).await;
    let ledgers = Ledgers::of(&world.storage);
    let old = ledgers.head(ENTITY).await.unwrap();
    let wrong = Ledger { open_sum: 1, ..old.clone() };
    assert!(ledgers.decide(&old, &wrong, &[], None, Vec::new()).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap().len(), 1);
    let wrong = ledgers.head(ENTITY).await.unwrap();
    assert!(ledgers.decide(&wrong, &old, &[], None, Vec::new()).await.unwrap());
    // A number that is skipped, and a status without its event.
    let old = ledgers.head(ENTITY).await.unwrap();
    let mut skipped = old.at_time(NOW);
    skipped.take_number();
    assert!(ledgers.decide(&old, &skipped, &[], None, Vec::new()).await.unwrap());
    assert!(!world.storage.check().await.unwrap().is_empty());
    let skipped = ledgers.head(ENTITY).await.unwrap();
    assert!(ledgers.decide(&skipped, &old, &[], None, Vec::new()).await.unwrap());
    let entry = ledgers.entry(EntryId(11)).await.unwrap().unwrap();
    let changed = |old: &Entry, new: Entry| Change {
        old: Some(old.clone()),
        new,
        events: Vec::new(),
        vouchers: Vec::new(),
    };
    let lied = Entry { refunded: 5, ..entry.clone() };
    let head = ledgers.head(ENTITY).await.unwrap();
    assert!(ledgers.decide(&head, &head, &[changed(&entry, lied.clone())], None, Vec::new()).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap().len(), 1);
    let head = ledgers.head(ENTITY).await.unwrap();
    assert!(ledgers.decide(&head, &head, &[changed(&lied, entry)], None, Vec::new()).await.unwrap());
}
