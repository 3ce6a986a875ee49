//! What an entry's events make of it.

use super::records::{CANCELLED, Entry, LedgerEvent, LedgerEventKind, OPEN, PAID, REFUNDED};

impl Entry {
    /// The entry after another event of it.
    #[must_use]
    pub fn after(&self, event: &LedgerEvent) -> Self {
        let mut new = Self { version: event.seq, ..self.clone() };
        match event.kind {
            LedgerEventKind::Created => new.status = OPEN,
            LedgerEventKind::Paid => {
                new.status = PAID;
                new.paid = Some(event.at);
                new.payment_method = event.method;
                new.payment_reference.clone_from(&event.reference);
            }
            LedgerEventKind::Cancelled => {
                new.status = CANCELLED;
                new.cancelled = Some(event.at);
                new.cancel_reason.clone_from(&event.reason);
            }
            LedgerEventKind::Refunded => {
                new.refunded += event.amount;
                new.status = if new.refunded >= new.amount { REFUNDED } else { PAID };
            }
        }
        new
    }

    /// Year and number, by which people know it: `2026-17`.
    pub fn reference(&self) -> String {
        format!("{}-{}", self.year, self.number)
    }

    /// The entry as it was billed, before any event.
    #[must_use]
    pub fn blank(&self) -> Self {
        Self {
            version: 0,
            status: OPEN,
            refunded: 0,
            payment_method: None,
            payment_reference: None,
            cancel_reason: None,
            paid: None,
            cancelled: None,
            ..self.clone()
        }
    }

    /// The entry that its events make of what it bills.
    #[must_use]
    pub fn folded(&self, events: &[LedgerEvent]) -> Self {
        events.iter().fold(self.blank(), |entry, event| entry.after(event))
    }

    /// Its part of the sum of open entries.
    pub fn open_amount(&self) -> i64 {
        if self.status == OPEN { self.amount } else { 0 }
    }

    /// Its part of the sum of paid entries.
    pub fn paid_amount(&self) -> i64 {
        if matches!(self.status, PAID | REFUNDED) { self.amount } else { 0 }
    }

    /// Whether somebody has yet to pay it.
    pub fn is_owed(&self) -> bool {
        self.status == OPEN && self.amount > 0
    }
}

impl LedgerEvent {
    /// Whether it moves money in the accounts.
    pub fn has_voucher(&self) -> bool {
        match self.kind {
            LedgerEventKind::Created => true,
            LedgerEventKind::Paid | LedgerEventKind::Cancelled => self.amount != 0,
            LedgerEventKind::Refunded => false,
        }
    }
}
