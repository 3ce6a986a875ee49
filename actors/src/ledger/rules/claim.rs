//! What another area claims for one of its subjects, compared with the subject's entries: what is not paid is billed
//! anew, what is paid is settled by the difference.

use storage::ledger::{CANCELLED, Entry, EntryId, LedgerEntryKind, LedgerLine, OPEN, RefundPart};
use storage::time::Day;

use super::books::{Books, Customer, New, Payment};
use super::refund::by_rate;
use crate::platform::error::Result;

/// A claim that is to be applied: what is owed for a subject now.
#[derive(Debug, Clone)]
pub struct Owed {
    pub subject: (String, i64),
    pub customer: Customer,
    pub kind: LedgerEntryKind,
    pub title: String,
    pub lines: Vec<LedgerLine>,
    /// Why what stood before is cancelled.
    pub reason: String,
    pub due: Day,
    /// Of the entry that it may make.
    pub entry_id: EntryId,
    pub uuid: String,
}

/// Amounts by rate that are not 0, in the order of rates.
fn amounts<'a>(lines: impl IntoIterator<Item = &'a LedgerLine>) -> Vec<(i64, i64)> {
    let mut sums: Vec<(i64, i64)> =
        by_rate(lines).into_iter().map(|(rate, amount, _)| (rate, amount)).filter(|sum| sum.1 != 0).collect();
    sums.sort_unstable();
    sums
}

/// The lines of the difference between what is owed and what is settled.
fn difference(owed: &Owed, settled: &[&LedgerLine]) -> Vec<LedgerLine> {
    let settled = by_rate(settled.iter().copied());
    let stands = by_rate(&owed.lines);
    let mut rates: Vec<i64> = stands.iter().chain(&settled).map(|(rate, ..)| *rate).collect();
    let mut seen = Vec::new();
    rates.retain(|rate| {
        !seen.contains(rate) && {
            seen.push(*rate);
            true
        }
    });
    let mut lines = Vec::new();
    for rate in rates {
        let of = |sums: &[(i64, i64, i64)]| {
            sums.iter().find(|sum| sum.0 == rate).map_or((0, 0), |(_, amount, vat)| (*amount, *vat))
        };
        let ((owes, vat), (paid, vat_paid)) = (of(&stands), of(&settled));
        if (paid, vat_paid) == (0, 0) {
            lines.extend(owed.lines.iter().filter(|line| line.vat_rate == rate && line.amount != 0).cloned());
        } else if owes != paid {
            let text = owed.title.clone();
            lines.push(LedgerLine { text, amount: owes - paid, vat_rate: rate, vat: vat - vat_paid });
        }
    }
    lines
}

/// What a refund of `amount` öre takes from the paid entries, the newest first.
fn taken(paid: &[Entry], amount: i64) -> Vec<RefundPart> {
    let mut left = amount;
    let mut parts = Vec::new();
    for entry in paid.iter().rev().filter(|entry| entry.amount > 0) {
        let amount = left.min(entry.amount - entry.refunded);
        if amount > 0 {
            parts.push(RefundPart { entry_id: entry.entry_id, amount });
            left -= amount;
        }
    }
    parts
}

/// Whether a claim of this version is to be applied, after the last one that was.
pub fn is_news(applied: Option<i64>, version: i64) -> bool {
    applied.is_none_or(|applied| version > applied)
}

/// Applies a claim; all entries of its subject are in the books. Applied again it changes nothing.
pub fn apply(books: &mut Books, owed: Owed) -> Result<()> {
    let stands = |books: &Books| -> Vec<Entry> {
        books.of_subject(&owed.subject).into_iter().filter(|entry| entry.status != CANCELLED).collect()
    };
    let live = stands(books);
    if amounts(&owed.lines) == amounts(live.iter().flat_map(|entry| &entry.lines.0)) {
        return Ok(());
    }
    for entry in live.iter().filter(|entry| entry.status == OPEN) {
        books.cancel(entry.entry_id, &owed.reason)?;
    }
    let paid = stands(books);
    let settled: Vec<&LedgerLine> = paid.iter().flat_map(|entry| &entry.lines.0).collect();
    let lines = difference(&owed, &settled);
    if lines.is_empty() {
        return Ok(());
    }
    let amount: i64 = lines.iter().map(|line| line.amount).sum();
    let (kind, refunds) =
        if amount < 0 { (LedgerEntryKind::Refund, taken(&paid, -amount)) } else { (owed.kind, Vec::new()) };
    let entry_id = owed.entry_id;
    books.create(New {
        entry_id,
        uuid: owed.uuid,
        customer: owed.customer,
        kind,
        title: owed.title,
        subject: Some(owed.subject),
        refunds,
        lines,
        due: owed.due,
        reason: Some(owed.reason).filter(|_| !paid.is_empty()),
    })?;
    if amount == 0 {
        // Another VAT rate for the same sum: nobody has anything to pay.
        books.pay(entry_id, Payment::default())?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
