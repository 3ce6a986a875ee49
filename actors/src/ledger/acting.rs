//! What managers do with entries: making, paying, cancelling, refunding.

use std::borrow::Cow;

use storage::ids::EntityId;
use storage::ledger::{Entry, EntryId, LedgerEntryKind, LedgerLine, Ledgers, PaymentMethod};
use storage::time::Day;

use super::claims::{customer, line_of};
use super::deciding::{By, decide, fresh, load};
use super::reading::{view_of, visible};
use super::rights;
use super::rules::books::{Books, New, Payment};
use super::view::{CancelDraft, EntryDraft, EntryView, LineDraft, PaidDraft, RefundDraft, StatusDraft};
use super::{day_of, days_after};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::money::is_vat_percent;
use crate::platform::text::{line, prose};
use crate::platform::time::now;

/// How far from today an entry may be due, in days.
const DUE_DAYS: i64 = 1_100;

fn by(who: &Who) -> By {
    By { user_id: Some(who.user_id), tells: true }
}

fn required(field: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::field(field, "REQUIRED", "Fältet måste fyllas i.")
}

/// A line of text that must not be empty. 422.
fn filled(field: &str, text: &str) -> Result<String> {
    line(field, text, 200)?.ok_or_else(|| required(field.to_owned()))
}

/// The lines as they are stored. 422: an empty text, or a VAT rate that does not exist.
fn lines_of(drafts: &[LineDraft], today: Day) -> Result<Vec<LedgerLine>> {
    let line = |(at, draft): (usize, &LineDraft)| {
        if !is_vat_percent(draft.vat_rate, today.0) {
            let message = "Momsen är 25, 12, 6 eller 0 procent.";
            return Err(Refusal::field(format!("lines[{at}].vatRate"), "UNKNOWN", message));
        }
        let text = filled(&format!("lines[{at}].text"), &draft.text)?;
        Ok(line_of(text, draft.amount, draft.vat_rate))
    };
    drafts.iter().enumerate().map(line).collect()
}

/// When an entry is due. 422 RANGE (`dueDate`).
fn due(given: Option<Day>, today: Day, terms: i64) -> Result<Day> {
    let due = given.unwrap_or_else(|| days_after(today, terms));
    if due < days_after(today, -DUE_DAYS) || due > days_after(today, DUE_DAYS) {
        return Err(Refusal::field("dueDate", "RANGE", "Välj en dag inom tre år från idag."));
    }
    Ok(due)
}

/// 422: the person or the organisation that is to be billed does not exist.
async fn known(platform: &Platform, draft: &EntryDraft) -> Result<()> {
    if platform.people.get(draft.id_auth_user_customer).await?.is_none() {
        return Err(Refusal::field("idAuthUserCustomer", "UNKNOWN", "Personen finns inte."));
    }
    if let Some(id) = draft.id_customer_entity
        && platform.storage.entities.entity(id).await?.is_none()
    {
        return Err(Refusal::field("idCustomerEntity", "UNKNOWN", "Organisationen finns inte."));
    }
    Ok(())
}

/// Makes an entry by hand. 403 ROLE_TOO_LOW; 404; 422.
pub async fn create(platform: &Platform, who: &Who, draft: EntryDraft) -> Result<EntryView> {
    let entity_id = draft.id_entity;
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    known(platform, &draft).await?;
    let settings = Ledgers::of(&platform.storage).settings(entity_id).await?;
    let today = day_of(now())?;
    let due = due(draft.due_date, today, settings.settings.0.payment_terms)?;
    let (lines, title) = (lines_of(&draft.lines, today)?, filled("text", &draft.text)?);
    let customer = customer(platform, draft.id_auth_user_customer, draft.id_customer_entity).await?;
    let (entry_id, uuid) = fresh(platform)?;
    let new = New {
        entry_id,
        uuid,
        customer,
        kind: LedgerEntryKind::Manual,
        title,
        subject: None,
        refunds: Vec::new(),
        lines,
        due,
        reason: None,
    };
    let judge = async |books: &mut Books| {
        books.create(new.clone())?;
        Ok(None)
    };
    decide(platform, entity_id, by(who), judge).await?;
    view_of(platform, who, entry_id).await
}

/// An entry that the caller manages. 403 ROLE_TOO_LOW: it is theirs to pay; 404.
async fn managed(platform: &Platform, who: &Who, named: &str) -> Result<Entry> {
    let entry = visible(platform, who, named).await?;
    rights::manage(relation(platform, entry.entity_id, who.user_id).await?)?;
    Ok(entry)
}

/// Decides about an entry; answers it as it stands then.
async fn change(
    platform: &Platform,
    who: &Who,
    (entity_id, id): (EntityId, EntryId),
    step: impl Fn(&mut Books) -> Result<()>,
) -> Result<EntryView> {
    let judge = async |books: &mut Books| {
        load(platform, books, id).await?;
        step(books)?;
        Ok(None)
    };
    decide(platform, entity_id, by(who), judge).await?;
    view_of(platform, who, id).await
}

/// Marks an entry as paid; once more changes nothing. 403 ROLE_TOO_LOW; 404; 409 CANCELLED; 422.
pub async fn pay(platform: &Platform, who: &Who, named: &str, draft: PaidDraft) -> Result<EntryView> {
    let reference = line("reference", draft.reference.as_deref().unwrap_or_default(), 100)?;
    let payment = Payment { method: Some(draft.method), reference };
    let entry = managed(platform, who, named).await?;
    let (id, at) = (entry.entry_id, (entry.entity_id, entry.entry_id));
    change(platform, who, at, |books| books.pay(id, payment.clone())).await
}

/// Cancels an open entry; once more changes nothing. 403 ROLE_TOO_LOW; 404; 409 ALREADY_PAID; 422.
pub async fn cancel(platform: &Platform, who: &Who, named: &str, draft: CancelDraft) -> Result<EntryView> {
    let reason = prose("reason", &draft.reason)?;
    if reason.is_empty() {
        return Err(required("reason"));
    }
    let entry = managed(platform, who, named).await?;
    let (id, at) = (entry.entry_id, (entry.entity_id, entry.entry_id));
    change(platform, who, at, |books| books.cancel(id, &reason)).await
}

/// Refunds a part of a paid entry, or all of it; answers the entry. 403 ROLE_TOO_LOW; 404; 409 NOT_PAID; 422 TOO_MUCH.
pub async fn refund(platform: &Platform, who: &Who, named: &str, draft: RefundDraft) -> Result<EntryView> {
    let reason = prose("reason", draft.reason.as_deref().unwrap_or_default())?;
    let reason = Some(reason).filter(|reason| !reason.is_empty());
    let entry = managed(platform, who, named).await?;
    let (id, at) = (entry.entry_id, (entry.entity_id, entry.entry_id));
    let (entry_id, uuid) = fresh(platform)?;
    let step = |books: &mut Books| {
        let due = day_of(books.at().0)?;
        books.refund(id, draft.amount, reason.clone(), (entry_id, uuid.clone(), due))
    };
    change(platform, who, at, step).await
}

/// Cancels or marks as paid, as the new status says. As [`cancel`] and [`pay`].
pub async fn set_status(
    platform: &Platform,
    who: &Who,
    named: &str,
    draft: StatusDraft,
) -> Result<EntryView> {
    if draft.fl_status == storage::ledger::CANCELLED {
        let reason = draft.reason.ok_or_else(|| required("reason"))?;
        return cancel(platform, who, named, CancelDraft { reason }).await;
    }
    let method = draft.method.unwrap_or(PaymentMethod::Other);
    pay(platform, who, named, PaidDraft { method, reference: draft.reference }).await
}
