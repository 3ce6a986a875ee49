//! Checks that numbers have no gaps, that entries are what their events make of them, and that the balance is their sum.

use std::collections::HashMap;

use super::records::{
    CUSTOMER_OPEN, ENTITY_OPEN, EntityOpen, Entry, LEDGERS, Ledger, LedgerEvent, LedgerNumber, LedgerVoucher,
    YearCount,
};
use super::{EVENTS, EntryId};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

/// Numbers that are read at once.
const SLICE: usize = 500;

/// What is counted of a ledger.
#[derive(Default, PartialEq, Eq, Debug)]
struct Sums {
    open: i64,
    paid: i64,
    entries: i64,
    /// Entries that somebody has yet to pay.
    owed: i64,
}

impl Check<'_> {
    /// Every ledger, recounted from its entries and their events.
    pub(crate) async fn ledgers(&mut self) -> Result<()> {
        let (mut walk, mut owed) = (Walk::over(&LEDGERS), 0);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                owed += self.ledger(&Ledger::read(row)?).await?;
            }
        }
        for table in [&ENTITY_OPEN, &CUSTOMER_OPEN] {
            let (mut walk, mut listed) = (Walk::over(table), 0);
            while let Some(rows) = walk.next(self.db).await? {
                listed += rows.len() as i64;
            }
            if listed != owed {
                self.say(format!("{} lists {listed} entries, and {owed} are to be paid", table.name));
            }
        }
        Ok(())
    }

    async fn ledger(&mut self, head: &Ledger) -> Result<i64> {
        let (id, mut sums) = (head.entity_id, Sums::default());
        let mut vouchers = 0;
        for year in head.years() {
            vouchers += self.year(head, year, &mut sums).await?;
            let last = self.vouchers(head, year).await?;
            if last != year.vouchers {
                self.say(format!(
                    "ledger {id}: {last} vouchers of {}, and {} counted",
                    year.year, year.vouchers
                ));
            }
        }
        let counted: i64 = head.years().iter().map(|year| year.vouchers).sum();
        if vouchers != counted {
            self.say(format!(
                "ledger {id}: {vouchers} events move money, and {counted} vouchers are counted"
            ));
        }
        let stored =
            Sums { open: head.open_sum, paid: head.paid_sum, entries: head.entry_count, owed: sums.owed };
        if stored != sums {
            self.say(format!("ledger {id} is {sums:?}, and stores {stored:?}"));
        }
        Ok(sums.owed)
    }

    /// Checks a year's entries; answers how many of their events have vouchers.
    async fn year(&mut self, head: &Ledger, year: YearCount, sums: &mut Sums) -> Result<i64> {
        let (id, mut last, mut vouchers) = (head.entity_id, 0, 0);
        loop {
            let span = LedgerNumber::of(id, year.year).after(last);
            let rows: Vec<LedgerNumber> = self.db.list(span.ascending(SLICE)).await?;
            let ids: Vec<EntryId> = rows.iter().map(|row| row.entry_id).collect();
            let entries: Vec<Entry> = self.db.find_all(ids.iter().map(|id| Entry::at(*id)).collect()).await?;
            let entries: HashMap<EntryId, Entry> =
                entries.into_iter().map(|entry| (entry.entry_id, entry)).collect();
            let events = ids.iter().map(|id| LedgerEvent::of(*id).ascending(EVENTS)).collect();
            let events: Vec<Vec<LedgerEvent>> = self.db.list_many(events).await?;
            for (row, events) in rows.iter().zip(&events) {
                let number = last + 1;
                if row.number != number {
                    self.say(format!("ledger {id}: number {}-{number} is missing", year.year));
                }
                last = row.number;
                let Some(entry) = entries.get(&row.entry_id) else {
                    self.say(format!("ledger {id}: {}-{last} has no entry", year.year));
                    continue;
                };
                vouchers += events.iter().filter(|event| event.has_voucher()).count() as i64;
                self.entry(row, entry, events);
                sums.open += entry.open_amount();
                sums.paid += entry.paid_amount();
                sums.entries += 1;
                sums.owed += i64::from(entry.is_owed());
                if entry.is_owed() {
                    let key = EntityOpen::at(
                        id,
                        crate::platform::value::Cell::to_value(&entry.due),
                        entry.entry_id,
                    );
                    if self.db.get(key).await?.is_none() {
                        self.say(format!("entry {} is to be paid, and not listed so", entry.entry_id));
                    }
                }
            }
            if rows.len() < SLICE {
                break;
            }
        }
        if last != year.entries {
            self.say(format!("ledger {id}: {last} entries of {}, and {} counted", year.year, year.entries));
        }
        Ok(vouchers)
    }

    fn entry(&mut self, row: &LedgerNumber, entry: &Entry, events: &[LedgerEvent]) {
        let id = entry.entry_id;
        let named = (entry.entity_id, entry.year, entry.number, entry.created, entry.status);
        if named != (row.entity_id, row.year, row.number, row.at, row.status) {
            self.say(format!("entry {id} is listed under another number, time or status"));
        }
        if entry.folded(events) != *entry {
            self.say(format!("entry {id} is not what its events make of it"));
        }
        let lines = &entry.lines.0;
        let sums = (lines.iter().map(|line| line.amount).sum(), lines.iter().map(|line| line.vat).sum());
        if sums != (entry.amount, entry.vat) {
            self.say(format!("entry {id} bills something else than its lines"));
        }
    }

    /// The last of a year's vouchers, which have no gap before it.
    async fn vouchers(&mut self, head: &Ledger, year: YearCount) -> Result<i64> {
        let mut last = 0;
        loop {
            let span = LedgerVoucher::of(head.entity_id, year.year).after(last);
            let rows: Vec<LedgerVoucher> = self.db.list(span.ascending(SLICE)).await?;
            for row in &rows {
                if row.number != last + 1 {
                    self.say(format!(
                        "ledger {}: voucher {}-{} is missing",
                        head.entity_id,
                        year.year,
                        last + 1
                    ));
                }
                last = row.number;
            }
            if rows.len() < SLICE {
                return Ok(last);
            }
        }
    }
}
