//! A ledger in memory, for tests of the rules.

use std::collections::BTreeMap;

use jiff::civil::date;
use storage::ids::{EntityId, UserId};
use storage::ledger::{CANCELLED, Entry, EntryId, Ledger, LedgerEntryKind, LedgerEvent, LedgerLine};
use storage::time::Day;

use super::books::{Books, Customer, New};
use super::claim::{self, Owed};
use crate::platform::error::Result;
use crate::platform::money::vat_contained;

/// A moment of 2026.
pub const NOW: i64 = 1_780_000_000_000;
pub const ENTITY: EntityId = EntityId(7);

pub fn line(amount: i64, vat_rate: i64) -> LedgerLine {
    LedgerLine { text: "Hallhyra".to_owned(), amount, vat_rate, vat: vat_contained(amount, vat_rate) }
}

pub fn subject() -> (String, i64) {
    ("booking".to_owned(), 4711)
}

pub fn due() -> Day {
    Day(date(2026, 7, 1))
}

fn customer() -> Customer {
    Customer { user_id: UserId(5), name: "Anna Andersson".to_owned(), entity: None }
}

/// A ledger and what happened in it.
pub struct Model {
    pub head: Ledger,
    pub entries: BTreeMap<EntryId, Entry>,
    pub events: BTreeMap<EntryId, Vec<LedgerEvent>>,
    pub vouchers: Vec<(i64, i64)>,
    applied: Option<i64>,
    next: i64,
}

impl Model {
    pub fn new() -> Self {
        Self {
            head: Ledger::none(ENTITY),
            entries: BTreeMap::new(),
            events: BTreeMap::new(),
            vouchers: Vec::new(),
            applied: None,
            next: 1,
        }
    }

    pub fn next(&mut self) -> EntryId {
        self.next += 1;
        EntryId(self.next)
    }

    /// Changes the ledger at a time; a refusal leaves it as it was.
    pub fn act(&mut self, now: i64, step: impl FnOnce(&mut Books) -> Result<()>) -> Result<()> {
        let mut books = Books::open(&self.head, now, Some(UserId(9)));
        books.load(self.entries.values().cloned());
        step(&mut books)?;
        let (head, changes) = books.close();
        for change in changes {
            assert_eq!(change.old.as_ref(), self.entries.get(&change.new.entry_id));
            let id = change.new.entry_id;
            self.events.entry(id).or_default().extend(change.events);
            self.vouchers.extend(change.vouchers.iter().map(|voucher| (voucher.year, voucher.number)));
            self.entries.insert(id, change.new);
        }
        self.head = Ledger { version: self.head.version + 1, ..head };
        Ok(())
    }

    /// Bills something by hand.
    pub fn bill(&mut self, now: i64, lines: Vec<LedgerLine>) -> EntryId {
        let entry_id = self.next();
        let new = New {
            entry_id,
            uuid: entry_id.to_string(),
            customer: customer(),
            kind: LedgerEntryKind::Manual,
            title: "Hallhyra".to_owned(),
            subject: None,
            refunds: Vec::new(),
            lines,
            due: due(),
            reason: None,
        };
        self.act(now, |books| books.create(new)).unwrap();
        entry_id
    }

    /// Applies a claim unless it is outdated.
    pub fn claim(&mut self, version: i64, kind: LedgerEntryKind, lines: Vec<LedgerLine>) {
        if !claim::is_news(self.applied, version) {
            return;
        }
        let entry_id = self.next();
        let owed = Owed {
            subject: subject(),
            customer: customer(),
            kind,
            title: "Stora hallen".to_owned(),
            lines,
            reason: "Ändrad bokning".to_owned(),
            due: due(),
            entry_id,
            uuid: entry_id.to_string(),
        };
        self.act(NOW, |books| claim::apply(books, owed)).unwrap();
        self.applied = Some(version);
    }

    pub fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[&id]
    }

    /// The subject's entries that are not cancelled.
    pub fn live(&self) -> Vec<&Entry> {
        self.entries
            .values()
            .filter(|entry| entry.subject_id.is_some() && entry.status != CANCELLED)
            .collect()
    }

    /// Checks what holds after anything: numbers, vouchers, folds, balance, refunds.
    pub fn check(&self) {
        let mut numbers: Vec<(i64, i64)> =
            self.entries.values().map(|entry| (entry.year, entry.number)).collect();
        let mut vouchers = self.vouchers.clone();
        numbers.sort_unstable();
        vouchers.sort_unstable();
        for all in [numbers, vouchers] {
            for (at, (year, number)) in all.iter().enumerate() {
                let before = at.checked_sub(1).map(|at| all[at]);
                let expected = before.filter(|before| before.0 == *year).map_or(1, |before| before.1 + 1);
                assert_eq!(*number, expected, "{all:?}");
            }
        }
        let (mut open, mut paid) = (0, 0);
        for entry in self.entries.values() {
            assert_eq!(entry.folded(&self.events[&entry.entry_id]), *entry);
            assert_eq!(entry.lines.0.iter().map(|line| line.amount).sum::<i64>(), entry.amount);
            assert_eq!(entry.lines.0.iter().map(|line| line.vat).sum::<i64>(), entry.vat);
            let standing = self.entries.values().filter(|other| other.status != CANCELLED);
            let parts = standing.flat_map(|other| &other.refunds.0);
            let refunded = parts.filter(|part| part.entry_id == entry.entry_id).map(|part| part.amount);
            assert_eq!(refunded.sum::<i64>(), entry.refunded, "{entry:?}");
            assert!(entry.refunded >= 0 && entry.refunded <= entry.amount.max(0), "{entry:?}");
            match entry.status {
                1 => open += entry.amount,
                3 | 4 => paid += entry.amount,
                _ => {}
            }
        }
        assert_eq!((self.head.open_sum, self.head.paid_sum), (open, paid));
        assert_eq!(self.head.entry_count, self.entries.len() as i64);
    }
}
