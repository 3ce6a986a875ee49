//! Ledgers of organisations: entries that bill somebody, what happens to them, numbers without gaps. Contract §8.3.
//!
//! Every change of an organisation's ledger is decided by compare and set on its head ([`Ledger`]), so that numbers,
//! states and balance are one decision; rows and lists follow in the same write. Read the head first, then what a change
//! depends on.

mod check;
mod fold;
mod head;
mod records;
mod settings;

use std::sync::Arc;

pub use head::year_of;
pub use records::{
    CANCELLED, Entry, EntryId, Ledger, LedgerClaim, LedgerEntryKind, LedgerEvent, LedgerEventKind,
    LedgerLine, LedgerNumber, LedgerSettingsRow, LedgerVoucher, OPEN, PAID, PaymentMethod, REFUNDED,
    RefundPart, YearCount,
};
use records::{
    CUSTOMER_OPEN, CustomerOpen, ENTITY_OPEN, EntityOpen, LEDGER_CLAIMS, LEDGER_ENTRIES, LEDGER_EVENTS,
    LEDGER_NUMBERS, LEDGER_SETTINGS, LEDGER_UUIDS, LEDGER_VOUCHERS, LEDGERS, LedgerUuid, PERSON_ENTRIES,
    PersonEntry, SUBJECT_ENTRIES, SubjectEntry,
};
pub use settings::{Accounts, LedgerSettings};

use crate::Storage;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Stays;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;
use crate::platform::time::{Day, Moment};
use crate::platform::value::{Cell, Json, Value};

/// Most events of an entry that are read.
const EVENTS: usize = 1_000;
/// Most entries of one subject, or of one person, that are read.
const MANY: usize = 10_000;
/// Rows of an organisation's open entries that are read at once.
const SLICE: usize = 5_000;
/// Why an erased person stays in a ledger.
const KEPT: &str = "vouchers are kept for seven years (bokföringslagen, 7 kap. 2 §)";

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &LEDGERS,
        &LEDGER_ENTRIES,
        &LEDGER_EVENTS,
        &LEDGER_NUMBERS,
        &LEDGER_VOUCHERS,
        &LEDGER_UUIDS,
        &PERSON_ENTRIES,
        &ENTITY_OPEN,
        &CUSTOMER_OPEN,
        &LEDGER_CLAIMS,
        &SUBJECT_ENTRIES,
        &LEDGER_SETTINGS,
    ],
    people: &[
        people("ledger_entries", In("ledger.json"), Stays(KEPT)),
        people("ledger_events", In("ledger.json"), Stays(KEPT)),
        people("person_entries", Not("the index of ledger.json"), Stays(KEPT)),
        people("customer_open_entries", Not("the index of what is open in ledger.json"), Stays(KEPT)),
    ],
    checks: &[|check| Box::pin(check.ledgers())],
    ..Area::named("ledger")
};

/// A change of an entry: as it was read (none: it is new), as it becomes, its new events and their vouchers.
#[derive(Debug, Clone)]
pub struct Change {
    pub old: Option<Entry>,
    pub new: Entry,
    pub events: Vec<LedgerEvent>,
    pub vouchers: Vec<LedgerVoucher>,
}

impl Entry {
    fn open_rows(&self) -> [Write; 2] {
        let (entity_id, due, entry_id, amount) = (self.entity_id, self.due, self.entry_id, self.amount);
        let (user_id, customer_id) = payer(self.user_id, self.customer_id);
        [
            EntityOpen { entity_id, due, entry_id, amount }.insert(),
            CustomerOpen { entity_id, user_id, customer_id, due, entry_id }.insert(),
        ]
    }

    fn open_keys(&self) -> [Key; 2] {
        let (user_id, customer_id) = payer(self.user_id, self.customer_id);
        [
            EntityOpen::at(self.entity_id, self.due.to_value(), self.entry_id),
            CustomerOpen::at(self.entity_id, user_id, customer_id, self.due.to_value(), self.entry_id),
        ]
    }

    fn listed(&self) -> Vec<Write> {
        let entry_id = self.entry_id;
        let mut writes = vec![
            LedgerUuid { uuid: self.uuid.clone(), entry_id }.insert(),
            PersonEntry { user_id: self.user_id, entry_id }.insert(),
        ];
        if let (Some(subject_kind), Some(subject_id)) = (self.subject_kind.clone(), self.subject_id) {
            writes.push(SubjectEntry { subject_kind, subject_id, entry_id }.insert());
        }
        writes
    }

    fn numbered(&self) -> LedgerNumber {
        let Self { entity_id, year, number, entry_id, created: at, status, .. } = *self;
        LedgerNumber { entity_id, year, number, entry_id, at, status }
    }
}

impl Change {
    fn writes(&self) -> Vec<Write> {
        let mut writes = vec![self.new.insert()];
        writes.extend(self.events.iter().map(Stored::insert));
        writes.extend(self.vouchers.iter().map(Stored::insert));
        if self.old.as_ref().is_none_or(|old| old.status != self.new.status) {
            writes.push(self.new.numbered().insert());
        }
        match &self.old {
            None => writes.extend(self.new.listed()),
            Some(old) if old.is_owed() && !self.new.is_owed() => {
                writes.extend(old.open_keys().map(Key::delete));
            }
            Some(_) => {}
        }
        if self.new.is_owed() && !self.old.as_ref().is_some_and(Entry::is_owed) {
            writes.extend(self.new.open_rows());
        }
        writes
    }
}

/// Who pays: an organisation, or else the person.
fn payer(user_id: UserId, customer_id: Option<EntityId>) -> (UserId, EntityId) {
    customer_id.map_or((user_id, EntityId(0)), |customer_id| (UserId(0), customer_id))
}

/// Adjacent numbers of a year, both included; empty: `from` is above `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    pub year: i64,
    pub from: i64,
    pub to: i64,
}

impl Numbers {
    /// How many they are.
    pub fn count(&self) -> i64 {
        (self.to - self.from + 1).max(0)
    }
}

/// The repository of ledgers.
#[derive(Clone)]
pub struct Ledgers {
    db: Db,
}

impl Ledgers {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// The head of an organisation's ledger; version 0: nothing is stored yet.
    pub async fn head(&self, entity_id: EntityId) -> Result<Ledger> {
        let found = self.db.find(Ledger::at(entity_id)).await?;
        Ok(found.unwrap_or_else(|| Ledger::none(entity_id)))
    }

    /// As [`Self::head`], for a change: what followed from earlier ones is there.
    pub async fn settled_head(&self, entity_id: EntityId) -> Result<Ledger> {
        let found = self.db.find_settled(Ledger::at(entity_id)).await?;
        Ok(found.unwrap_or_else(|| Ledger::none(entity_id)))
    }

    /// Decides changes of a ledger if its head still has the version of `old`; answers whether it had. Raises the
    /// version. `then` follows.
    pub async fn decide(
        &self,
        old: &Ledger,
        new: &Ledger,
        changes: &[Change],
        claim: Option<&LedgerClaim>,
        then: Vec<Write>,
    ) -> Result<bool> {
        let new = Ledger { version: old.version + 1, ..new.clone() };
        let guard = if old.version == 0 { new.if_absent() } else { old.change_version_to(&new) };
        let writes = changes.iter().flat_map(Change::writes).chain(claim.map(Stored::insert)).chain(then);
        self.db.decide(guard, writes.collect()).await
    }

    /// An entry; none: there is no such.
    pub async fn entry(&self, id: EntryId) -> Result<Option<Entry>> {
        self.db.find(Entry::at(id)).await
    }

    /// Some entries; those that do not exist are left out.
    pub async fn entries(&self, ids: &[EntryId]) -> Result<Vec<Entry>> {
        self.db.find_all(ids.iter().map(|id| Entry::at(*id)).collect()).await
    }

    /// The entry that a uuid names.
    pub async fn by_uuid(&self, uuid: &str) -> Result<Option<Entry>> {
        let Some(named) = self.db.find::<LedgerUuid>(LedgerUuid::at(uuid)).await? else { return Ok(None) };
        self.entry(named.entry_id).await
    }

    /// The events of some entries, each entry's in order.
    pub async fn events(&self, ids: &[EntryId]) -> Result<Vec<Vec<LedgerEvent>>> {
        self.db.list_many(ids.iter().map(|id| LedgerEvent::of(*id).ascending(EVENTS)).collect()).await
    }

    /// Entries by number, ascending.
    pub async fn numbered(&self, entity_id: EntityId, numbers: Numbers) -> Result<Vec<LedgerNumber>> {
        let limit = usize::try_from(numbers.count()).unwrap_or(0);
        if limit == 0 {
            return Ok(Vec::new());
        }
        let span = LedgerNumber::of(entity_id, numbers.year).from(numbers.from).up_to(numbers.to);
        self.db.list(span.ascending(limit)).await
    }

    /// Vouchers by number, ascending.
    pub async fn vouchers(&self, entity_id: EntityId, numbers: Numbers) -> Result<Vec<LedgerVoucher>> {
        let limit = usize::try_from(numbers.count()).unwrap_or(0);
        if limit == 0 {
            return Ok(Vec::new());
        }
        let span = LedgerVoucher::of(entity_id, numbers.year).from(numbers.from).up_to(numbers.to);
        self.db.list(span.ascending(limit)).await
    }

    /// The numbers of a year's entries that were made in `[from, to)`: a few single reads, however many there are.
    pub async fn numbers_between(
        &self,
        entity_id: EntityId,
        year: YearCount,
        (from, to): (Moment, Moment),
    ) -> Result<Numbers> {
        let key = |number| LedgerNumber::at(entity_id, year.year, number);
        self.between(year.year, year.entries, (from, to), key).await
    }

    /// As [`Self::numbers_between`], of vouchers.
    pub async fn vouchers_between(
        &self,
        entity_id: EntityId,
        year: YearCount,
        (from, to): (Moment, Moment),
    ) -> Result<Numbers> {
        let key = |number| LedgerVoucher::at(entity_id, year.year, number);
        self.between(year.year, year.vouchers, (from, to), key).await
    }

    async fn between(
        &self,
        year: i64,
        last: i64,
        (from, to): (Moment, Moment),
        key: impl Fn(i64) -> Key,
    ) -> Result<Numbers> {
        let from = self.first_since(last, from, &key).await?;
        let to = self.first_since(last, to, &key).await? - 1;
        Ok(Numbers { year, from, to })
    }

    /// The first of the numbers 1..=last whose time is not before `at`; one beyond the last: there is none.
    async fn first_since(&self, last: i64, at: Moment, key: impl Fn(i64) -> Key) -> Result<i64> {
        let (mut low, mut high) = (1, last + 1);
        while low < high {
            let middle = i64::midpoint(low, high);
            let row = self.db.get(key(middle)).await?;
            let is_before = match row.as_ref().map(|row| row.peek("at")) {
                Some(Value::Int(found)) => *found < at.0,
                _ => false,
            };
            if is_before {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// The ids of a person's entries, newest first.
    pub async fn of_person(&self, user_id: UserId) -> Result<Vec<EntryId>> {
        let rows: Vec<PersonEntry> = self.db.list(PersonEntry::of(user_id).descending(MANY)).await?;
        Ok(rows.into_iter().map(|row| row.entry_id).collect())
    }

    /// The sum of an organisation's open entries that were due before a day, in öre.
    pub async fn overdue(&self, entity_id: EntityId, today: Day) -> Result<i64> {
        let (mut sum, mut after): (i64, Option<[Value; 2]>) = (0, None);
        loop {
            let span = EntityOpen::of(entity_id).before(today.to_value());
            let span = match after.take() {
                Some(after) => span.after_all(after),
                None => span,
            };
            let rows: Vec<EntityOpen> = self.db.list(span.ascending(SLICE)).await?;
            sum += rows.iter().map(|row| row.amount).sum::<i64>();
            match rows.last() {
                Some(last) if rows.len() == SLICE => {
                    after = Some([last.due.to_value(), last.entry_id.into()]);
                }
                _ => return Ok(sum),
            }
        }
    }

    /// Whether a customer has an open entry that was due before a day: one read.
    pub async fn has_overdue(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        customer_id: Option<EntityId>,
        today: Day,
    ) -> Result<bool> {
        let (user_id, customer_id) = payer(user_id, customer_id);
        let span = CustomerOpen::of(entity_id, user_id, customer_id).before(today.to_value());
        Ok(!self.db.range(span.ascending(1)).await?.is_empty())
    }

    /// The last claim for a subject that was applied.
    pub async fn claim(&self, subject_kind: &str, subject_id: i64) -> Result<Option<LedgerClaim>> {
        self.db.find(LedgerClaim::at(subject_kind, subject_id)).await
    }

    /// All entries of a subject, oldest first.
    pub async fn of_subject(&self, subject_kind: &str, subject_id: i64) -> Result<Vec<Entry>> {
        let span = SubjectEntry::of(subject_kind, subject_id);
        let rows: Vec<SubjectEntry> = self.db.list(span.ascending(MANY)).await?;
        self.entries(&rows.iter().map(|row| row.entry_id).collect::<Vec<_>>()).await
    }

    /// An organisation's settings; version 0: it has set nothing.
    pub async fn settings(&self, entity_id: EntityId) -> Result<LedgerSettingsRow> {
        let found = self.db.find(LedgerSettingsRow::at(entity_id)).await?;
        Ok(found.unwrap_or_else(|| LedgerSettingsRow { entity_id, version: 0, settings: Json::default() }))
    }

    /// Replaces settings if they still have the version of `old`; answers whether they had. Raises the version.
    pub async fn save_settings(
        &self,
        old: &LedgerSettingsRow,
        new: &LedgerSettings,
        then: Vec<Write>,
    ) -> Result<bool> {
        let (entity_id, version) = (old.entity_id, old.version + 1);
        let new = LedgerSettingsRow { entity_id, version, settings: Json(new.clone()) };
        let guard = if old.version == 0 { new.if_absent() } else { old.change_version_to(&new) };
        self.db.decide(guard, then).await
    }
}
