//! An organisation's settings of its ledger on the wire.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ledger::{Accounts, LedgerSettings};
use utoipa::ToSchema;

/// Accounts of vouchers (BAS); absent: the usual ones.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = LedgerAccountsDraft)]
pub struct AccountsDraft {
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub receivable: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub bank: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub revenue25: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub revenue12: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub revenue6: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub revenue0: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub vat25: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub vat12: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub vat6: i64,
    #[garde(range(min = 1000, max = 9999))]
    #[schema(minimum = 1000, maximum = 9999)]
    pub rounding: i64,
}

macro_rules! same_fields {
    ($from:ty => $to:ty { $($field:ident),* $(,)? }) => {
        impl From<$from> for $to {
            fn from(of: $from) -> Self {
                Self { $($field: of.$field),* }
            }
        }
    };
}

same_fields! { AccountsDraft => Accounts { receivable, bank, revenue25, revenue12, revenue6, revenue0, vat25, vat12, vat6, rounding } }
same_fields! { Accounts => AccountsDraft { receivable, bank, revenue25, revenue12, revenue6, revenue0, vat25, vat12, vat6, rounding } }

impl Default for AccountsDraft {
    fn default() -> Self {
        Accounts::default().into()
    }
}

/// How an organisation bills, in the place of what stands there.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerSettingsDraft)]
pub struct SettingsDraft {
    /// The version that was read; 0: nothing was set.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9007199254740991_i64)]
    pub version: i64,
    #[serde(default)]
    #[garde(length(chars, max = 20))]
    #[schema(max_length = 20)]
    pub org_number: String,
    #[serde(default)]
    #[garde(length(chars, max = 20))]
    #[schema(max_length = 20)]
    pub vat_number: String,
    #[serde(default)]
    #[garde(length(chars, max = 300))]
    #[schema(max_length = 300)]
    pub address: String,
    /// Days until an entry is due.
    #[serde(default = "thirty")]
    #[garde(range(min = 0, max = 90))]
    #[schema(minimum = 0, maximum = 90)]
    pub payment_terms: i64,
    #[serde(default)]
    #[garde(length(chars, max = 20))]
    #[schema(max_length = 20)]
    pub swish: String,
    #[serde(default)]
    #[garde(length(chars, max = 20))]
    #[schema(max_length = 20)]
    pub bankgiro: String,
    #[serde(default)]
    #[garde(length(chars, max = 20))]
    #[schema(max_length = 20)]
    pub plusgiro: String,
    /// Whoever has an overdue entry is stopped from owing more.
    #[serde(default)]
    #[garde(skip)]
    pub stop_overdue: bool,
    #[serde(default)]
    #[garde(dive)]
    pub accounts: AccountsDraft,
}

fn thirty() -> i64 {
    30
}

impl From<SettingsDraft> for LedgerSettings {
    fn from(draft: SettingsDraft) -> Self {
        Self {
            org_number: draft.org_number,
            vat_number: draft.vat_number,
            address: draft.address,
            payment_terms: draft.payment_terms,
            swish: draft.swish,
            bankgiro: draft.bankgiro,
            plusgiro: draft.plusgiro,
            stop_overdue: draft.stop_overdue,
            accounts: draft.accounts.into(),
        }
    }
}

/// How an organisation bills.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerSettings)]
pub struct SettingsView {
    /// Grows with every change; 0: nothing is set.
    pub version: i64,
    /// Empty: none. So are the other numbers.
    pub org_number: String,
    pub vat_number: String,
    pub address: String,
    /// Days until an entry is due.
    pub payment_terms: i64,
    pub swish: String,
    pub bankgiro: String,
    pub plusgiro: String,
    pub stop_overdue: bool,
    pub accounts: Accounts,
}
