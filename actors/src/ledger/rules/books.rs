//! A change of an organisation's ledger, from its head and the entries that it concerns: numbers, events, vouchers,
//! balance. Nothing is written before all of it is decided.

use std::collections::BTreeMap;

use storage::ids::{EntityId, UserId};
use storage::ledger::{
    CANCELLED, Change, Entry, EntryId, Ledger, LedgerEntryKind, LedgerEvent, LedgerEventKind, LedgerLine,
    LedgerVoucher, OPEN, PAID, PaymentMethod, REFUNDED, RefundPart, year_of,
};
use storage::time::Day;
use storage::value::Json;

use super::refund;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::Moment;

/// Who is billed, as they are called then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub user_id: UserId,
    pub name: String,
    /// The organisation that pays.
    pub entity: Option<(EntityId, String)>,
}

/// An entry to be made.
#[derive(Debug, Clone)]
pub struct New {
    pub entry_id: EntryId,
    pub uuid: String,
    pub customer: Customer,
    pub kind: LedgerEntryKind,
    pub title: String,
    pub subject: Option<(String, i64)>,
    pub refunds: Vec<RefundPart>,
    pub lines: Vec<LedgerLine>,
    pub due: Day,
    /// Why it is made.
    pub reason: Option<String>,
}

/// How something was paid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payment {
    pub method: Option<PaymentMethod>,
    pub reference: Option<String>,
}

/// A ledger while it is changed.
pub struct Books {
    head: Ledger,
    by: Option<UserId>,
    changes: BTreeMap<EntryId, Change>,
}

/// 409: it is paid, and only a refund gives the money back.
fn already_paid() -> Refusal {
    Refusal::conflict("ALREADY_PAID", "Underlaget är betalt. Återbetala det i stället.")
}

fn not_paid() -> Refusal {
    Refusal::conflict("NOT_PAID", "Bara det som är betalt kan återbetalas.")
}

impl Books {
    /// The ledger as it was read, to be changed by somebody (none: by itself) at a time.
    pub fn open(head: &Ledger, now: i64, by: Option<UserId>) -> Self {
        Self { head: head.at_time(now), by, changes: BTreeMap::new() }
    }

    /// When the change is made.
    pub fn at(&self) -> Moment {
        self.head.last_at
    }

    /// Takes entries as they were read.
    pub fn load(&mut self, entries: impl IntoIterator<Item = Entry>) {
        for new in entries {
            let change = || Change {
                old: Some(new.clone()),
                new: new.clone(),
                events: Vec::new(),
                vouchers: Vec::new(),
            };
            self.changes.entry(new.entry_id).or_insert_with(change);
        }
    }

    /// An entry as it stands now.
    pub fn entry(&self, id: EntryId) -> Result<&Entry> {
        self.changes.get(&id).map(|change| &change.new).ok_or_else(Refusal::internal)
    }

    /// The entries of a subject that are here.
    pub fn of_subject(&self, subject: &(String, i64)) -> Vec<Entry> {
        let is_its = |entry: &&Entry| {
            entry.subject_kind.as_ref() == Some(&subject.0) && entry.subject_id == Some(subject.1)
        };
        self.changes.values().map(|change| &change.new).filter(is_its).cloned().collect()
    }

    /// The new head and what has changed.
    pub fn close(self) -> (Ledger, Vec<Change>) {
        let mut head = self.head;
        let changes: Vec<Change> =
            self.changes.into_values().filter(|change| !change.events.is_empty()).collect();
        for change in &changes {
            head.weigh(change.old.as_ref(), &change.new);
        }
        (head, changes)
    }

    fn happens(
        &mut self,
        id: EntryId,
        kind: LedgerEventKind,
        amount: i64,
        payment: Payment,
        reason: Option<String>,
    ) -> Result<()> {
        let (at, done_by, year) = (self.head.last_at, self.by, self.head.year);
        let change = self.changes.get_mut(&id).ok_or_else(Refusal::internal)?;
        let seq = change.new.version + 1;
        let Payment { method, reference } = payment;
        let event = LedgerEvent { entry_id: id, seq, kind, at, done_by, amount, method, reference, reason };
        if event.has_voucher() {
            let (entity_id, number) = (self.head.entity_id, self.head.take_voucher());
            change.vouchers.push(LedgerVoucher { entity_id, year, number, entry_id: id, seq, kind, at });
        }
        change.new = change.new.after(&event);
        change.events.push(event);
        Ok(())
    }

    /// Makes an entry under the next number of its year.
    pub fn create(&mut self, new: New) -> Result<()> {
        let (id, created) = (new.entry_id, self.head.last_at);
        debug_assert_eq!(year_of(created), self.head.year);
        let amount = new.lines.iter().map(|line| line.amount).sum();
        let (customer_id, customer_entity_name) = new.customer.entity.unzip();
        let (subject_kind, subject_id) = new.subject.unzip();
        let entry = Entry {
            entry_id: id,
            uuid: new.uuid,
            entity_id: self.head.entity_id,
            year: self.head.year,
            number: self.head.take_number(),
            user_id: new.customer.user_id,
            customer_id,
            customer_name: new.customer.name,
            customer_entity_name,
            kind: new.kind,
            title: new.title,
            subject_kind,
            subject_id,
            refunds: Json(new.refunds.clone()),
            amount,
            vat: new.lines.iter().map(|line| line.vat).sum(),
            lines: Json(new.lines),
            due: new.due,
            created,
            version: 0,
            status: OPEN,
            refunded: 0,
            payment_method: None,
            payment_reference: None,
            cancel_reason: None,
            paid: None,
            cancelled: None,
        };
        let change = Change { old: None, new: entry, events: Vec::new(), vouchers: Vec::new() };
        if self.changes.insert(id, change).is_some() {
            return Err(Refusal::internal());
        }
        self.happens(id, LedgerEventKind::Created, amount, Payment::default(), new.reason.clone())?;
        for part in new.refunds {
            let (kind, reason) = (LedgerEventKind::Refunded, new.reason.clone());
            self.happens(part.entry_id, kind, part.amount, Payment::default(), reason)?;
        }
        Ok(())
    }

    /// Marks an entry as paid, or a refund as paid out; one that is stays as it is. 409 CANCELLED.
    pub fn pay(&mut self, id: EntryId, payment: Payment) -> Result<()> {
        let entry = self.entry(id)?;
        match entry.status {
            PAID | REFUNDED => Ok(()),
            CANCELLED => Err(Refusal::conflict("CANCELLED", "Underlaget är makulerat.")),
            _ => {
                let amount = entry.amount;
                self.happens(id, LedgerEventKind::Paid, amount, payment, None)
            }
        }
    }

    /// Cancels an open entry; one that is stays as it is. What a cancelled refund would have refunded is paid again, so
    /// its entries must be here. 409 ALREADY_PAID.
    pub fn cancel(&mut self, id: EntryId, reason: &str) -> Result<()> {
        let entry = self.entry(id)?.clone();
        match entry.status {
            CANCELLED => return Ok(()),
            PAID | REFUNDED => return Err(already_paid()),
            _ => {}
        }
        let reason = Some(reason.to_owned());
        self.happens(id, LedgerEventKind::Cancelled, entry.amount, Payment::default(), reason.clone())?;
        for part in entry.refunds.0 {
            let (kind, reason) = (LedgerEventKind::Refunded, reason.clone());
            self.happens(part.entry_id, kind, -part.amount, Payment::default(), reason)?;
        }
        Ok(())
    }

    /// Refunds a part of a paid entry, or all of it, by an entry of its own that is open until it is paid out. 409
    /// NOT_PAID; 422 TOO_MUCH (`amount`).
    pub fn refund(
        &mut self,
        id: EntryId,
        amount: i64,
        reason: Option<String>,
        (entry_id, uuid, due): (EntryId, String, Day),
    ) -> Result<()> {
        let entry = self.entry(id)?.clone();
        if entry.kind == LedgerEntryKind::Refund || !matches!(entry.status, PAID | REFUNDED) {
            return Err(not_paid());
        }
        if amount > entry.amount - entry.refunded {
            let message = "Beloppet är större än det som är kvar att återbetala.";
            return Err(Refusal::field("amount", "TOO_MUCH", message));
        }
        let lines = refund::lines(&entry, amount);
        let title = format!("Återbetalning av {}", entry.reference());
        self.create(New {
            entry_id,
            uuid,
            customer: Customer {
                user_id: entry.user_id,
                name: entry.customer_name,
                entity: entry.customer_id.zip(entry.customer_entity_name),
            },
            kind: LedgerEntryKind::Refund,
            title,
            subject: entry.subject_kind.zip(entry.subject_id),
            refunds: vec![RefundPart { entry_id: id, amount }],
            lines,
            due,
            reason,
        })
    }
}

#[cfg(test)]
#[path = "books_tests.rs"]
mod tests;
