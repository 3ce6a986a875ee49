//! What is taken out of a ledger: an entry as a paper, a period as a table, a period's vouchers for another program.

use std::collections::HashMap;

use storage::ids::EntityId;
use storage::ledger::{Entry, EntryId, LedgerVoucher, Ledgers, Numbers};
use storage::time::Day;

use super::csv::{self, CsvRow};
use super::reading::{moments, payment, period, visible};
use super::sie::{self, SieHead, SieVoucher};
use super::{day_of, paper, rights, vouchers, zone};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::{existing, relation};
use crate::platform::document;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::date_of;
use crate::platform::time::{Moment, now};

/// Rows that are read at once.
const SLICE: i64 = 500;
/// Most rows of a file.
const MOST: i64 = 20_000;

/// Runs what only computes off the workers.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::internal())?
}

/// An entry as a PDF, for whoever sees it, and its reference. 404.
pub async fn pdf(platform: &Platform, who: &Who, named: &str) -> Result<(String, Vec<u8>)> {
    paper_of(platform, visible(platform, who, named).await?).await
}

/// The same of an entry that another area has billed for one of its subjects; who may see that, it knows. 404.
pub async fn pdf_of_subject(
    platform: &Platform,
    (kind, id): (&str, i64),
    reference: &str,
) -> Result<(String, Vec<u8>)> {
    let entries = Ledgers::of(&platform.storage).of_subject(kind, id).await?;
    let found = entries.into_iter().find(|entry| entry.reference() == reference);
    paper_of(platform, found.ok_or_else(rights::absent)?).await
}

async fn paper_of(platform: &Platform, entry: Entry) -> Result<(String, Vec<u8>)> {
    let ledgers = Ledgers::of(&platform.storage);
    let settings = ledgers.settings(entry.entity_id).await?.settings.0;
    let entity = platform.storage.entities.entity(entry.entity_id).await?;
    let (today, zone) = (day_of(now())?, zone()?);
    let reference = entry.reference();
    let bytes = aside(move || {
        let way = payment(&settings, &entry);
        let paper = paper::document(&entry, (entity.as_ref(), &settings, way.as_ref()), today, &zone);
        document::pdf(&paper)
    });
    Ok((reference, bytes.await?))
}

/// Slices of numbers, ascending. 422 TOO_MANY (`to`).
fn slices(all: &[Numbers]) -> Result<Vec<Numbers>> {
    if all.iter().map(Numbers::count).sum::<i64>() > MOST {
        return Err(Refusal::field("to", "TOO_MANY", "Välj en kortare period."));
    }
    let mut slices = Vec::new();
    for years in all {
        let mut from = years.from;
        while from <= years.to {
            let to = years.to.min(from + SLICE - 1);
            slices.push(Numbers { from, to, ..*years });
            from = to + 1;
        }
    }
    Ok(slices)
}

/// Refuses whoever may not take a period out. 403 ROLE_TOO_LOW; 404; 422 RANGE.
async fn permitted(platform: &Platform, who: &Who, entity_id: EntityId, from: Day, to: Day) -> Result<()> {
    period(from, to)?;
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)
}

/// The entries that were made in a period as a table. 403 ROLE_TOO_LOW; 404; 422 RANGE, TOO_MANY.
pub async fn table(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    (from, to): (Day, Day),
) -> Result<String> {
    permitted(platform, who, entity_id, from, to).await?;
    let ledgers = Ledgers::of(&platform.storage);
    let (head, between) = (ledgers.head(entity_id).await?, moments(Some(from), Some(to))?);
    let mut all = Vec::new();
    for year in head.years().into_iter().rev() {
        all.push(ledgers.numbers_between(entity_id, year, between).await?);
    }
    let mut entries = Vec::new();
    for some in slices(&all)? {
        let ids: Vec<EntryId> =
            ledgers.numbered(entity_id, some).await?.into_iter().map(|row| row.entry_id).collect();
        entries.extend(ledgers.entries(&ids).await?);
    }
    let (today, zone) = (day_of(now())?, zone()?);
    let row = move |entry: Entry| {
        let day = |at: Moment| date_of(&zone, at.0);
        CsvRow {
            reference: entry.reference(),
            created: day(entry.created),
            due: Some(entry.due.0),
            kind: paper::kind(entry.kind).to_owned(),
            status: rights::label(&entry, today).to_owned(),
            paid: entry.paid.map(day),
            cancelled: entry.cancelled.map(day),
            payment_method: entry.payment_method.map(paper::method).unwrap_or_default().to_owned(),
            customer: entry.customer_name,
            customer_entity: entry.customer_entity_name.unwrap_or_default(),
            text: entry.title,
            amount: entry.amount,
            vat: entry.vat,
            refunded: entry.refunded,
            payment_reference: entry.payment_reference.unwrap_or_default(),
            reason: entry.cancel_reason.unwrap_or_default(),
        }
    };
    aside(move || Ok(csv::file(&entries.into_iter().map(row).collect::<Vec<_>>()))).await
}

/// The vouchers of a period within one year (SIE 4I). 403 ROLE_TOO_LOW; 404; 422 RANGE, TOO_MANY, YEAR.
pub async fn accounts(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    (from, to): (Day, Day),
) -> Result<Vec<u8>> {
    permitted(platform, who, entity_id, from, to).await?;
    if from.0.year() != to.0.year() {
        return Err(Refusal::field("to", "YEAR", "Välj en period inom ett kalenderår."));
    }
    let entity = existing(platform, entity_id).await?;
    let ledgers = Ledgers::of(&platform.storage);
    let settings = ledgers.settings(entity_id).await?.settings.0;
    let (head, between) = (ledgers.head(entity_id).await?, moments(Some(from), Some(to))?);
    let mut all = Vec::new();
    for year in head.years().into_iter().filter(|year| year.year == i64::from(from.0.year())) {
        all.push(ledgers.vouchers_between(entity_id, year, between).await?);
    }
    let zone = zone()?;
    let mut found: Vec<SieVoucher> = Vec::new();
    for some in slices(&all)? {
        let rows = ledgers.vouchers(entity_id, some).await?;
        let mut ids: Vec<EntryId> = rows.iter().map(|row| row.entry_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let entries = ledgers.entries(&ids).await?;
        let entries: HashMap<EntryId, Entry> =
            entries.into_iter().map(|entry| (entry.entry_id, entry)).collect();
        let voucher = |row: &LedgerVoucher| {
            vouchers::voucher(entries.get(&row.entry_id)?, row, &settings.accounts, &zone)
        };
        found.extend(rows.iter().filter_map(voucher));
    }
    let head = SieHead {
        program: "Kalender".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        generated: day_of(now())?.0,
        org_name: entity.entity_name,
        org_number: settings.org_number.clone(),
        year: (from.0.first_of_year(), from.0.last_of_year()),
        accounts: vouchers::named(&settings.accounts),
    };
    aside(move || Ok(sie::file(&head, &found)?)).await
}
