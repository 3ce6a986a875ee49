//! Entries as they are shown: one, an organisation's, a person's; and a person's data export.

use std::collections::{BTreeSet, HashMap};

use futures_util::future::try_join_all;
use storage::RelationType;
use storage::entities::Entity;
use storage::ids::EntityId;
use storage::ledger::{Entry, EntryId, Ledger, LedgerEvent, LedgerSettings, Ledgers, Numbers};
use storage::time::Day;

use super::rights::{self, absent};
use super::view::{
    BalanceView, BillView, EntriesView, EntryView, EventView, PaymentView, SenderView, SwishView,
};
use super::{BOOKING, day_of, days_after, zone};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::midnight;
use crate::platform::money::{SwishEditable, decimal, swish};
use crate::platform::time::{Moment, now};

/// Entries, or their events, that are read at once.
const PORTION: usize = 200;
/// Numbers that are read at once where not all of them are shown.
const SLICE: i64 = 2_000;
/// Most days of a period.
const MOST_DAYS: i32 = 400;

/// The settings of some organisations.
async fn settings_of(
    platform: &Platform,
    ids: impl Iterator<Item = EntityId>,
) -> Result<HashMap<EntityId, LedgerSettings>> {
    let ledgers = Ledgers::of(&platform.storage);
    let rows = try_join_all(ids.map(|id| ledgers.settings(id))).await?;
    Ok(rows.into_iter().map(|row| (row.entity_id, row.settings.0)).collect())
}

/// What entries are shown with.
struct Around {
    entities: HashMap<EntityId, Entity>,
    relations: HashMap<EntityId, RelationType>,
    /// Of organisations with open entries.
    settings: HashMap<EntityId, LedgerSettings>,
    today: Day,
}

impl Around {
    async fn load(platform: &Platform, who: &Who, entries: &[Entry]) -> Result<Self> {
        let mut ids: Vec<EntityId> = entries.iter().map(|entry| entry.entity_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let owed = |id: &EntityId| entries.iter().any(|entry| entry.entity_id == *id && entry.is_owed());
        let settings = settings_of(platform, ids.iter().copied().filter(owed)).await?;
        let entities = platform.storage.entities.entities(&ids).await?;
        Ok(Self {
            entities: entities.into_iter().map(|entity| (entity.entity_id, entity)).collect(),
            relations: platform.storage.entities.relations_to(who.user_id, &ids).await?.into_iter().collect(),
            settings,
            today: day_of(now())?,
        })
    }

    fn view(&self, one: Entry) -> EntryView {
        let entity = self.entities.get(&one.entity_id);
        let manages = rights::manages(self.relations.get(&one.entity_id).copied());
        let settings = self.settings.get(&one.entity_id);
        EntryView {
            abilities: if manages { rights::abilities(&one) } else { Vec::new() },
            payment: settings.and_then(|settings| payment(settings, &one)),
            status_text: rights::label(&one, self.today).to_owned(),
            reference: one.reference(),
            id_booking_ledger: one.entry_id,
            uuid: one.uuid,
            year: one.year,
            number: one.number,
            id_entity: one.entity_id,
            entity_name: entity.map(|entity| entity.entity_name.clone()).unwrap_or_default(),
            entity_slug: entity.map(|entity| entity.entity_slug.clone()).unwrap_or_default(),
            id_auth_user_customer: one.user_id,
            customer_name: one.customer_name,
            id_customer_entity: one.customer_id,
            customer_entity_name: one.customer_entity_name,
            kind: one.kind,
            text: one.title,
            id_reservation_exclusive: one.subject_id.filter(|_| one.subject_kind.as_deref() == Some(BOOKING)),
            id_refund_of: one.refunds.0.first().map(|part| part.entry_id),
            amount: one.amount,
            vat: one.vat,
            lines: one.lines.0,
            refunded: one.refunded,
            fl_status: one.status,
            status: one.status,
            due_date: one.due,
            payment_method: one.payment_method,
            payment_reference: one.payment_reference,
            cancel_reason: one.cancel_reason,
            da_created: one.created,
            da_paid: one.paid,
            da_cancelled: one.cancelled,
            version: one.version,
            sender: None,
            events: None,
        }
    }
}

/// How an entry can be paid; none: it is not open, or the organisation has no number for it.
pub(super) fn payment(settings: &LedgerSettings, entry: &Entry) -> Option<PaymentView> {
    if !entry.is_owed() {
        return None;
    }
    let reference = entry.reference();
    let given = |number: &String| Some(number.clone()).filter(|number| !number.is_empty());
    let qr = swish(&settings.swish, entry.amount, &reference, SwishEditable::default()).ok();
    let swish = qr.map(|qr| SwishView {
        payee: settings.swish.clone(),
        amount: decimal(entry.amount, ','),
        message: reference.clone(),
        qr,
        // The address has a point in the amount; year, number and hyphen need no encoding.
        link: format!(
            "https://app.swish.nu/1/p/sw/?sw={}&amt={}&msg={reference}",
            settings.swish,
            decimal(entry.amount, '.')
        ),
    });
    let (bankgiro, plusgiro) = (given(&settings.bankgiro), given(&settings.plusgiro));
    let is_any = swish.is_some() || bankgiro.is_some() || plusgiro.is_some();
    is_any.then_some(PaymentView { swish, bankgiro, plusgiro, reference })
}

async fn views(platform: &Platform, who: &Who, entries: Vec<Entry>) -> Result<Vec<EntryView>> {
    let around = Around::load(platform, who, &entries).await?;
    Ok(entries.into_iter().map(|entry| around.view(entry)).collect())
}

fn sender(settings: &LedgerSettings) -> SenderView {
    SenderView {
        address: settings.address.clone(),
        org_number: settings.org_number.clone(),
        vat_number: settings.vat_number.clone(),
    }
}

/// Entries with who bills them and their events.
async fn whole_views(platform: &Platform, who: &Who, entries: Vec<Entry>) -> Result<Vec<EntryView>> {
    let ids: Vec<EntryId> = entries.iter().map(|entry| entry.entry_id).collect();
    let bill: BTreeSet<EntityId> = entries.iter().map(|entry| entry.entity_id).collect();
    let settings = settings_of(platform, bill.into_iter()).await?;
    let events = Ledgers::of(&platform.storage).events(&ids).await?;
    let people = platform.people.all(events.iter().flatten().filter_map(|event| event.done_by)).await?;
    let shown = |event: LedgerEvent| EventView {
        kind: event.kind,
        at: event.at,
        by_name: event.done_by.and_then(|id| people.get(&id)).map(|user| user.display_name.clone()),
        amount: event.amount,
        method: event.method,
        reference: event.reference,
        reason: event.reason,
    };
    let mut views = views(platform, who, entries).await?;
    for (view, events) in views.iter_mut().zip(events) {
        view.sender = settings.get(&view.id_entity).map(sender);
        view.events = Some(events.into_iter().map(shown).collect());
    }
    Ok(views)
}

async fn whole_view(platform: &Platform, who: &Who, entry: Entry) -> Result<EntryView> {
    whole_views(platform, who, vec![entry]).await?.pop().ok_or_else(Refusal::internal)
}

/// An entry that the caller has changed, as they see it. 404.
pub(super) async fn view_of(platform: &Platform, who: &Who, id: EntryId) -> Result<EntryView> {
    let entry = Ledgers::of(&platform.storage).entry(id).await?.ok_or_else(absent)?;
    whole_view(platform, who, entry).await
}

/// The entry that a path names, by id or uuid.
async fn named(platform: &Platform, name: &str) -> Result<Option<Entry>> {
    let ledgers = Ledgers::of(&platform.storage);
    if let Some(id) = name.parse().ok().map(EntryId).filter(|id| id.can_be()) {
        return Ok(ledgers.entry(id).await?);
    }
    match uuid::Uuid::try_parse(name) {
        Ok(uuid) => Ok(ledgers.by_uuid(&uuid.hyphenated().to_string()).await?),
        Err(_) => Ok(None),
    }
}

/// An entry that the caller may see: who manages the ledger, who is billed, and who manages the organisation that is.
/// 404.
pub(super) async fn visible(platform: &Platform, who: &Who, name: &str) -> Result<Entry> {
    let entry = named(platform, name).await?.ok_or_else(absent)?;
    if entry.user_id == who.user_id {
        return Ok(entry);
    }
    for id in [Some(entry.entity_id), entry.customer_id].into_iter().flatten() {
        if rights::manages(relation(platform, id, who.user_id).await?) {
            return Ok(entry);
        }
    }
    Err(absent())
}

/// One entry, with what happened to it. 404: there is no such, or the caller may not see it.
pub async fn one(platform: &Platform, who: &Who, name: &str) -> Result<EntryView> {
    let entry = visible(platform, who, name).await?;
    whole_view(platform, who, entry).await
}

/// Which entries of an organisation.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub entity_id: EntityId,
    /// `flStatus`.
    pub status: Option<i64>,
    /// Made on this day or later.
    pub from: Option<Day>,
    /// Made on this day or earlier.
    pub to: Option<Day>,
    pub page: usize,
    pub size: usize,
}

/// Refuses a period that is empty or too long. 422 RANGE (`to`).
pub(super) fn period(from: Day, to: Day) -> Result<()> {
    let days = from.0.until(to.0).map_or(i32::MAX, |span| span.get_days());
    if to < from || days >= MOST_DAYS {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 400 dagar."));
    }
    Ok(())
}

/// The moments between which whole days lie; the end is exclusive.
pub(super) fn moments(from: Option<Day>, to: Option<Day>) -> Result<(Moment, Moment)> {
    let zone = zone()?;
    let from = from.map_or(i64::MIN, |day| midnight(&zone, day.0));
    let to = to.map_or(i64::MAX, |day| midnight(&zone, days_after(day, 1).0));
    Ok((Moment(from), Moment(to)))
}

/// The numbers of entries that were made in a period, by year, newest first.
async fn numbers(
    ledgers: &Ledgers,
    head: &Ledger,
    (from, to): (Option<Day>, Option<Day>),
) -> Result<Vec<Numbers>> {
    let mut found = Vec::new();
    let between = moments(from, to)?;
    for year in head.years() {
        let is_before = to.is_some_and(|to| i64::from(to.0.year()) < year.year);
        let is_after = from.is_some_and(|from| i64::from(from.0.year()) > year.year);
        if is_before || is_after {
            continue;
        }
        let all = Numbers { year: year.year, from: 1, to: year.entries };
        found.push(match (from, to) {
            (None, None) => all,
            _ => ledgers.numbers_between(head.entity_id, year, between).await?,
        });
    }
    Ok(found)
}

/// The ids of a page of entries, newest first, and how many there are in all.
async fn page(ledgers: &Ledgers, wanted: &Wanted, all: &[Numbers]) -> Result<(Vec<EntryId>, i64)> {
    let (mut skip, mut found) = (wanted.page * wanted.size, Vec::with_capacity(wanted.size));
    let Some(status) = wanted.status else {
        let mut total = 0;
        for years in all {
            let count = usize::try_from(years.count()).unwrap_or(0);
            total += years.count();
            let take = count.saturating_sub(skip).min(wanted.size - found.len());
            let to = years.to - skip.min(count) as i64;
            skip -= skip.min(count);
            let some = Numbers { from: to - take as i64 + 1, to, ..*years };
            let rows = ledgers.numbered(wanted.entity_id, some).await?;
            found.extend(rows.into_iter().rev().map(|row| row.entry_id));
        }
        return Ok((found, total));
    };
    let mut total = 0;
    for years in all {
        let mut to = years.to;
        while to >= years.from {
            let some = Numbers { from: years.from.max(to - SLICE + 1), to, ..*years };
            let rows = ledgers.numbered(wanted.entity_id, some).await?;
            for row in rows.iter().rev().filter(|row| row.status == status) {
                let at = total as usize;
                if at >= skip && found.len() < wanted.size {
                    found.push(row.entry_id);
                }
                total += 1;
            }
            to = some.from - 1;
        }
    }
    Ok((found, total))
}

/// The entries of an organisation, newest first, for who manages its ledger. 403 ROLE_TOO_LOW; 404; 422 RANGE.
pub async fn list(platform: &Platform, who: &Who, wanted: Wanted) -> Result<EntriesView> {
    if let (Some(from), Some(to)) = (wanted.from, wanted.to) {
        period(from, to)?;
    }
    let entity_id = wanted.entity_id;
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    let ledgers = Ledgers::of(&platform.storage);
    let head = ledgers.head(entity_id).await?;
    let all = numbers(&ledgers, &head, (wanted.from, wanted.to)).await?;
    let (ids, total) = page(&ledgers, &wanted, &all).await?;
    let content = views(platform, who, ledgers.entries(&ids).await?).await?;
    let overdue = ledgers.overdue(entity_id, day_of(now())?).await?;
    let balance = Some(BalanceView { open: head.open_sum, overdue, paid: head.paid_sum });
    Ok(EntriesView { content, page: wanted.page, size: wanted.size, total, balance })
}

/// What was billed for a subject of another area; who may see that, it knows.
pub async fn of_subject(platform: &Platform, kind: &str, id: i64) -> Result<Vec<BillView>> {
    let ledgers = Ledgers::of(&platform.storage);
    let entries = ledgers.of_subject(kind, id).await?;
    let Some(first) = entries.first() else { return Ok(Vec::new()) };
    let (settings, today) = (ledgers.settings(first.entity_id).await?.settings.0, day_of(now())?);
    let shown = |entry: &Entry| BillView {
        reference: entry.reference(),
        amount: entry.amount,
        status_text: rights::label(entry, today),
        due: entry.due,
        payment: payment(&settings, entry),
    };
    Ok(entries.iter().map(shown).collect())
}

/// What the caller is billed for, by any organisation, newest first.
pub async fn mine(platform: &Platform, who: &Who, page: usize, size: usize) -> Result<EntriesView> {
    let ledgers = Ledgers::of(&platform.storage);
    let ids = ledgers.of_person(who.user_id).await?;
    let some: Vec<EntryId> = ids.iter().skip(page * size).take(size).copied().collect();
    let content = views(platform, who, ledgers.entries(&some).await?).await?;
    Ok(EntriesView { content, page, size, total: ids.len() as i64, balance: None })
}

/// A person's part of the data export.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let ledgers = Ledgers::of(&platform.storage);
    let ids = ledgers.of_person(who.user_id).await?;
    let mut all = Vec::with_capacity(ids.len());
    for some in ids.chunks(PORTION) {
        all.extend(whole_views(platform, who, ledgers.entries(some).await?).await?);
    }
    Ok(vec![file("ledger.json", all)?])
}
