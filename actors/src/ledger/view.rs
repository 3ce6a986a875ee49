//! Ledgers on the wire.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::ledger::{EntryId, LedgerEntryKind, LedgerEventKind, LedgerLine, PaymentMethod};
use storage::time::Day;
use utoipa::ToSchema;

use crate::platform::time::Moment;

/// Highest amount of a line, in öre.
pub const MOST_AMOUNT: i64 = 100_000_000;

/// What somebody may do with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = LedgerAbility)]
pub enum EntryAbility {
    /// Mark it as paid, or paid out.
    Pay,
    Cancel,
    Refund,
}

/// How an entry can be paid by Swish.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SwishPayment)]
pub struct SwishView {
    pub payee: String,
    /// Kronor with a comma: `1234,50`.
    pub amount: String,
    pub message: String,
    /// The text of a QR code.
    pub qr: String,
    /// Opens the app.
    pub link: String,
}

/// How an open entry can be paid; what the organisation has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LedgerPayment)]
pub struct PaymentView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub swish: Option<SwishView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bankgiro: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plusgiro: Option<String>,
    /// What to write with the payment.
    pub reference: String,
}

/// Who bills, as it stands on the paper; empty: none.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerSender)]
pub struct SenderView {
    pub address: String,
    pub org_number: String,
    pub vat_number: String,
}

/// Something that happened to an entry.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerEvent)]
pub struct EventView {
    pub kind: LedgerEventKind,
    pub at: Moment,
    /// Absent: by itself, because what it bills was changed; or somebody who has no account any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub by_name: Option<String>,
    /// Öre.
    pub amount: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub method: Option<PaymentMethod>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
}

/// An entry of an organisation's ledger.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerEntry)]
pub struct EntryView {
    pub id_booking_ledger: EntryId,
    pub uuid: String,
    /// In which it was made.
    pub year: i64,
    /// Without gaps in its year and organisation.
    pub number: i64,
    /// Year and number: `2026-17`.
    pub reference: String,
    /// The organisation that bills.
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub id_auth_user_customer: UserId,
    /// As they were called when it was made.
    pub customer_name: String,
    /// The organisation that pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_customer_entity: Option<EntityId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub customer_entity_name: Option<String>,
    pub kind: LedgerEntryKind,
    pub text: String,
    /// The booking that it bills.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_reservation_exclusive: Option<i64>,
    /// The entry that it refunds; of several the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_refund_of: Option<EntryId>,
    /// Öre, VAT included; negative: money that goes back.
    pub amount: i64,
    /// The VAT in it, in öre.
    pub vat: i64,
    pub lines: Vec<LedgerLine>,
    /// Öre of it that are refunded.
    pub refunded: i64,
    /// 1 open, 2 cancelled, 3 paid, 4 refunded.
    pub fl_status: i64,
    /// The same number.
    pub status: i64,
    /// How it reads now: `Obetald`, `Förfallen`, `Makulerad`, `Betald`, `Återbetald`; of a refund `Att betala ut`, `Utbetald`.
    pub status_text: String,
    pub due_date: Day,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub payment_method: Option<PaymentMethod>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub payment_reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancel_reason: Option<String>,
    pub da_created: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub da_paid: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub da_cancelled: Option<Moment>,
    pub abilities: Vec<EntryAbility>,
    /// Grows with every change.
    pub version: i64,
    /// How to pay it, while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub payment: Option<PaymentView>,
    /// Who bills; where one entry is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sender: Option<SenderView>,
    /// What happened to it, oldest first; where one entry is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub events: Option<Vec<EventView>>,
}

/// The balance of an organisation's ledger, in öre.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LedgerBalance)]
pub struct BalanceView {
    /// The sum of all open entries, refunds that are to be paid out taken off.
    pub open: i64,
    /// The part of it that was due before today, without refunds.
    pub overdue: i64,
    /// The sum of what is paid, refunds that are paid out taken off.
    pub paid: i64,
}

/// A page of entries, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LedgerPage)]
pub struct EntriesView {
    pub content: Vec<EntryView>,
    pub page: usize,
    pub size: usize,
    /// How many there are in all pages.
    pub total: i64,
    /// Of the organisation; absent in my own list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub balance: Option<BalanceView>,
}

/// A line of a new entry.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerLineDraft)]
pub struct LineDraft {
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub text: String,
    /// Öre, VAT included.
    #[garde(range(min = 1, max = MOST_AMOUNT))]
    #[schema(minimum = 1, maximum = 100000000)]
    pub amount: i64,
    /// Percent: a rate that exists.
    #[garde(range(min = 0, max = 100))]
    #[schema(minimum = 0, maximum = 100)]
    pub vat_rate: i64,
}

/// A new entry, written by hand.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerEntryDraft)]
pub struct EntryDraft {
    #[garde(skip)]
    pub id_entity: EntityId,
    #[garde(skip)]
    pub id_auth_user_customer: UserId,
    /// The organisation that pays; absent: the person.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_customer_entity: Option<EntityId>,
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub text: String,
    #[garde(length(min = 1, max = 20), dive)]
    #[schema(min_items = 1, max_items = 20)]
    pub lines: Vec<LineDraft>,
    /// Absent: as many days from today as the settings say.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub due_date: Option<Day>,
}

/// How an entry was paid.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = LedgerPaidDraft)]
pub struct PaidDraft {
    #[garde(skip)]
    pub method: PaymentMethod,
    #[garde(inner(length(chars, max = 100)))]
    #[schema(max_length = 100, nullable = false)]
    pub reference: Option<String>,
}

/// Why an entry is cancelled.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = LedgerCancelDraft)]
pub struct CancelDraft {
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// What goes back.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = LedgerRefundDraft)]
pub struct RefundDraft {
    /// Öre.
    #[garde(range(min = 1, max = MOST_AMOUNT * 20))]
    #[schema(minimum = 1, maximum = 2000000000)]
    pub amount: i64,
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500, nullable = false)]
    pub reason: Option<String>,
}

/// A new status, with what belongs to it.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerStatusDraft)]
pub struct StatusDraft {
    /// 2 cancelled, 3 paid.
    #[garde(range(min = 2, max = 3))]
    #[schema(minimum = 2, maximum = 3)]
    pub fl_status: i64,
    /// Of 3; absent: `OTHER`.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub method: Option<PaymentMethod>,
    /// Of 3.
    #[garde(inner(length(chars, max = 100)))]
    #[schema(max_length = 100, nullable = false)]
    pub reference: Option<String>,
    /// Of 2, where it is needed.
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500, nullable = false)]
    pub reason: Option<String>,
}

/// An entry for whoever is shown its subject.
#[derive(Debug, Clone)]
pub struct BillView {
    pub reference: String,
    /// Öre, VAT included.
    pub amount: i64,
    pub status_text: &'static str,
    pub due: Day,
    /// How it can be paid; none: it is not open, or the organisation has no number for it.
    pub payment: Option<PaymentView>,
}
