//! Who manages an organisation's ledger, and what may be done with an entry: pure. Contract §8.3.

use storage::RelationType;
use storage::ledger::{Entry, LedgerEntryKind, OPEN, PAID};
use storage::time::Day;

use super::view::EntryAbility;
pub use crate::entities::rules::runs_business as manages;
use crate::platform::error::{Refusal, Result};

/// 404: it does not exist, or the caller may not see it.
pub fn absent() -> Refusal {
    Refusal::not_found("Underlaget finns inte.")
}

/// 403 ROLE_TOO_LOW.
pub fn not_manager() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Du får inte hantera organisationens betalningar.")
}

/// Refuses whoever does not manage the ledger. 403 ROLE_TOO_LOW.
pub fn manage(relation: Option<RelationType>) -> Result<()> {
    if manages(relation) { Ok(()) } else { Err(not_manager()) }
}

/// What a manager may do with an entry as it stands.
pub fn abilities(entry: &Entry) -> Vec<EntryAbility> {
    let is_left = entry.amount > entry.refunded && entry.kind != LedgerEntryKind::Refund;
    match entry.status {
        OPEN => vec![EntryAbility::Pay, EntryAbility::Cancel],
        PAID if is_left => vec![EntryAbility::Refund],
        _ => Vec::new(),
    }
}

/// How an entry reads on a day.
pub fn label(entry: &Entry, today: Day) -> &'static str {
    use storage::ledger::{CANCELLED, REFUNDED};
    let is_refund = entry.kind == LedgerEntryKind::Refund;
    match entry.status {
        CANCELLED => "Makulerad",
        REFUNDED => "Återbetald",
        PAID if is_refund => "Utbetald",
        PAID => "Betald",
        _ if is_refund => "Att betala ut",
        _ if entry.is_owed() && entry.due < today => "Förfallen",
        _ => "Obetald",
    }
}

#[cfg(test)]
#[path = "rights_tests.rs"]
mod tests;
