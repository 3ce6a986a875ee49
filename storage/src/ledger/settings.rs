//! How an organisation bills: who it is, how it is paid, the accounts of its vouchers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Accounts (BAS) of an organisation's vouchers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = LedgerAccounts)]
pub struct Accounts {
    /// Kundfordringar.
    pub receivable: i64,
    /// Where payments arrive.
    pub bank: i64,
    /// Revenue with 25 % VAT.
    pub revenue25: i64,
    pub revenue12: i64,
    pub revenue6: i64,
    /// Revenue without VAT.
    pub revenue0: i64,
    /// Outgoing VAT of 25 %.
    pub vat25: i64,
    pub vat12: i64,
    pub vat6: i64,
    /// Öresavrundning.
    pub rounding: i64,
}

impl Default for Accounts {
    fn default() -> Self {
        Self {
            receivable: 1510,
            bank: 1930,
            revenue25: 3001,
            revenue12: 3002,
            revenue6: 3003,
            revenue0: 3004,
            vat25: 2611,
            vat12: 2621,
            vat6: 2631,
            rounding: 3740,
        }
    }
}

/// An organisation's settings. Empty texts: it has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LedgerSettings {
    pub org_number: String,
    pub vat_number: String,
    pub address: String,
    /// Days until an entry is due.
    pub payment_terms: i64,
    pub swish: String,
    pub bankgiro: String,
    pub plusgiro: String,
    /// Whoever has an overdue entry is stopped from owing more.
    pub stop_overdue: bool,
    pub accounts: Accounts,
}

impl Default for LedgerSettings {
    fn default() -> Self {
        Self {
            org_number: String::new(),
            vat_number: String::new(),
            address: String::new(),
            payment_terms: 30,
            swish: String::new(),
            bankgiro: String::new(),
            plusgiro: String::new(),
            stop_overdue: false,
            accounts: Accounts::default(),
        }
    }
}
