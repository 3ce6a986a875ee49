//! Stored records of ledgers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::settings::LedgerSettings;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::{Day, Moment};
use crate::platform::value::Json;

crate::ids! {
    /// An entry of an organisation's ledger.
    EntryId,
}

text_enum! {
    /// What an entry is about.
    LedgerEntryKind {
        /// The price of something that is booked.
        Booking = "BOOKING",
        /// A fee for a cancellation or a no-show.
        Fee = "FEE",
        /// Money that goes back; its amount is negative.
        Refund = "REFUND",
        /// Written by hand.
        Manual = "MANUAL",
    }
}

text_enum! {
    /// What happens to an entry.
    LedgerEventKind {
        /// It was made.
        Created = "CREATED",
        /// It was paid; of a refund: paid out.
        Paid = "PAID",
        /// It was cancelled.
        Cancelled = "CANCELLED",
        /// A refund of it was made, or taken back (negative amount).
        Refunded = "REFUNDED",
    }
}

text_enum! {
    /// How something was paid.
    PaymentMethod {
        /// Swish.
        Swish = "SWISH",
        /// Kort.
        Card = "CARD",
        /// Bankgiro, plusgiro.
        Bankgiro = "BANKGIRO",
        /// Kontant.
        Cash = "CASH",
        /// Annat.
        Other = "OTHER",
    }
}

/// `flStatus`: not paid yet.
pub const OPEN: i64 = 1;
/// `flStatus`: cancelled.
pub const CANCELLED: i64 = 2;
/// `flStatus`: paid; of a refund: paid out.
pub const PAID: i64 = 3;
/// `flStatus`: paid, and all of it refunded.
pub const REFUNDED: i64 = 4;

/// A line of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerLine {
    pub text: String,
    /// Öre, VAT included.
    pub amount: i64,
    /// Percent.
    pub vat_rate: i64,
    /// The VAT contained in the amount, in öre.
    pub vat: i64,
}

/// What of a paid entry is refunded by another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundPart {
    pub entry_id: EntryId,
    /// Öre, positive.
    pub amount: i64,
}

/// How many numbers a year has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct YearCount {
    pub year: i64,
    pub entries: i64,
    pub vouchers: i64,
}

record! {
    /// The head of an organisation's ledger: every change of the ledger raises its version in the same decision.
    pub struct Ledger;
    pub(crate) static LEDGERS: "ledgers", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
        /// The year of the last change, in Sweden.
        year: i64 => bigint,
        /// The next entry's number in that year.
        next_number: i64 => bigint,
        /// The next voucher's number in that year.
        next_voucher: i64 => bigint,
        /// Earlier years, oldest first.
        past: Json<Vec<YearCount>> => text,
        /// The time of the last change; later ones are not before it, whatever their clock says.
        last_at: Moment => timestamp,
        /// The sum of open entries, in öre.
        open_sum: i64 => bigint,
        /// The sum of paid entries and refunds that are paid out, in öre.
        paid_sum: i64 => bigint,
        /// Number of entries.
        entry_count: i64 => bigint,
    }
}

record! {
    /// An entry. What it bills never changes; `status` and what follows it is the fold of its events.
    pub struct Entry;
    pub(crate) static LEDGER_ENTRIES: "ledger_entries", Ascending;
    partition {
        entry_id: EntryId => bigint,
    }
    clustering {}
    columns {
        uuid: String => text,
        entity_id: EntityId => bigint,
        year: i64 => bigint,
        /// Without gaps in its year and organisation.
        number: i64 => bigint,
        /// Who pays, or answers for the organisation that does.
        user_id: UserId => bigint,
        /// The organisation that pays.
        customer_id: Option<EntityId> => bigint,
        /// The person's name when it was made.
        customer_name: String => text,
        /// That organisation's name when it was made.
        customer_entity_name: Option<String> => text,
        kind: LedgerEntryKind => text,
        title: String => text,
        /// What another area bills with it: its kind and id.
        subject_kind: Option<String> => text,
        subject_id: Option<i64> => bigint,
        /// Of a refund: what it refunds.
        refunds: Json<Vec<RefundPart>> => text,
        /// Öre, VAT included: the sum of the lines; negative: a refund.
        amount: i64 => bigint,
        /// Öre: the sum of the lines' VAT.
        vat: i64 => bigint,
        lines: Json<Vec<LedgerLine>> => text,
        due: Day => text,
        created: Moment => timestamp,
        /// Number of its events.
        version: i64 => bigint,
        /// `flStatus`.
        status: i64 => int,
        /// Öre of it that are refunded.
        refunded: i64 => bigint,
        payment_method: Option<PaymentMethod> => text,
        payment_reference: Option<String> => text,
        cancel_reason: Option<String> => text,
        paid: Option<Moment> => timestamp,
        cancelled: Option<Moment> => timestamp,
    }
}

record! {
    /// What happened to an entry. Never changed.
    pub struct LedgerEvent;
    pub(crate) static LEDGER_EVENTS: "ledger_events", Ascending;
    partition {
        entry_id: EntryId => bigint,
    }
    clustering {
        /// From 1.
        seq: i64 => bigint,
    }
    columns {
        kind: LedgerEventKind => text,
        at: Moment => timestamp,
        /// None: what was billed changed by itself.
        done_by: Option<UserId> => bigint,
        /// Öre.
        amount: i64 => bigint,
        method: Option<PaymentMethod> => text,
        reference: Option<String> => text,
        reason: Option<String> => text,
    }
}

record! {
    /// An entry by its number. In the order of numbers `created` never falls.
    pub struct LedgerNumber;
    pub(crate) static LEDGER_NUMBERS: "ledger_numbers", Ascending;
    partition {
        entity_id: EntityId => bigint,
        year: i64 => bigint,
    }
    clustering {
        number: i64 => bigint,
    }
    columns {
        entry_id: EntryId => bigint,
        at: Moment => timestamp,
        /// `flStatus`.
        status: i64 => int,
    }
}

record! {
    /// A voucher of the accounts: an event that moves money, by its number. In their order `at` never falls.
    pub struct LedgerVoucher;
    pub(crate) static LEDGER_VOUCHERS: "ledger_vouchers", Ascending;
    partition {
        entity_id: EntityId => bigint,
        year: i64 => bigint,
    }
    clustering {
        number: i64 => bigint,
    }
    columns {
        entry_id: EntryId => bigint,
        /// The event of the entry.
        seq: i64 => bigint,
        kind: LedgerEventKind => text,
        at: Moment => timestamp,
    }
}

record! {
    /// The entry that a uuid names.
    pub(crate) struct LedgerUuid;
    pub(crate) static LEDGER_UUIDS: "ledger_uuids", Ascending;
    partition {
        uuid: String => text,
    }
    clustering {}
    columns {
        entry_id: EntryId => bigint,
    }
}

record! {
    /// An entry of a person.
    pub(crate) struct PersonEntry;
    pub(crate) static PERSON_ENTRIES: "person_entries", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        entry_id: EntryId => bigint,
    }
    columns {}
}

record! {
    /// An entry that an organisation waits to be paid for.
    pub(crate) struct EntityOpen;
    pub(crate) static ENTITY_OPEN: "entity_open_entries", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        due: Day => text,
        entry_id: EntryId => bigint,
    }
    columns {
        /// Öre, positive.
        amount: i64 => bigint,
    }
}

record! {
    /// An entry that a customer has yet to pay to an organisation.
    pub(crate) struct CustomerOpen;
    pub(crate) static CUSTOMER_OPEN: "customer_open_entries", Ascending;
    partition {
        entity_id: EntityId => bigint,
        /// Who pays; 0: an organisation does.
        user_id: UserId => bigint,
        /// The organisation that pays; 0: a person does.
        customer_id: EntityId => bigint,
    }
    clustering {
        due: Day => text,
        entry_id: EntryId => bigint,
    }
    columns {}
}

record! {
    /// The last claim for a subject that was applied.
    pub struct LedgerClaim;
    pub(crate) static LEDGER_CLAIMS: "ledger_claims", Ascending;
    partition {
        subject_kind: String => text,
        subject_id: i64 => bigint,
    }
    clustering {}
    columns {
        /// The subject's; claims of this and older versions are ignored.
        version: i64 => bigint,
        entity_id: EntityId => bigint,
    }
}

record! {
    /// An entry of a subject.
    pub(crate) struct SubjectEntry;
    pub(crate) static SUBJECT_ENTRIES: "subject_entries", Ascending;
    partition {
        subject_kind: String => text,
        subject_id: i64 => bigint,
    }
    clustering {
        entry_id: EntryId => bigint,
    }
    columns {}
}

record! {
    /// How an organisation bills.
    pub struct LedgerSettingsRow;
    pub(crate) static LEDGER_SETTINGS: "ledger_settings", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
        settings: Json<LedgerSettings> => text,
    }
}
