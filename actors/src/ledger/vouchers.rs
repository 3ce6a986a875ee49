//! Double-entry vouchers: what an event of an entry debits and credits. Pure. Contract §8.3.

use jiff::tz::TimeZone;
use storage::ledger::{Accounts, Entry, LedgerEventKind, LedgerVoucher};

use super::rules::refund::by_rate;
use super::sie::{SieAccount, SieRow, SieVoucher};
use crate::platform::hours::date_of;

/// The accounts of a VAT rate: revenue, and VAT.
fn accounts_of(rate: i64, accounts: &Accounts) -> (i64, i64) {
    match rate {
        12 => (accounts.revenue12, accounts.vat12),
        6 => (accounts.revenue6, accounts.vat6),
        0 => (accounts.revenue0, accounts.vat25),
        _ => (accounts.revenue25, accounts.vat25),
    }
}

/// The rows of an event by account; debit is positive. Their sum is 0; rows of 0 are left out.
fn rows(entry: &Entry, kind: LedgerEventKind, accounts: &Accounts) -> Vec<(i64, i64)> {
    let mut rows = match kind {
        LedgerEventKind::Created | LedgerEventKind::Cancelled => {
            let mut rows = vec![(accounts.receivable, entry.amount)];
            for (rate, amount, vat) in by_rate(&entry.lines.0) {
                let (revenue, vat_account) = accounts_of(rate, accounts);
                rows.extend([(revenue, vat - amount), (vat_account, -vat)]);
            }
            rows
        }
        LedgerEventKind::Paid => {
            vec![(accounts.bank, entry.amount), (accounts.receivable, -entry.amount)]
        }
        LedgerEventKind::Refunded => Vec::new(),
    };
    if kind == LedgerEventKind::Cancelled {
        for row in &mut rows {
            row.1 = -row.1;
        }
    }
    rows.retain(|row| row.1 != 0);
    rows
}

/// A voucher of the ledger as it is imported by another program. None: it moves nothing.
pub fn voucher(
    entry: &Entry,
    voucher: &LedgerVoucher,
    accounts: &Accounts,
    zone: &TimeZone,
) -> Option<SieVoucher> {
    let row = |(account, amount): (i64, i64)| Some(SieRow { account: u32::try_from(account).ok()?, amount });
    let rows: Vec<SieRow> = rows(entry, voucher.kind, accounts).into_iter().filter_map(row).collect();
    let what = match voucher.kind {
        LedgerEventKind::Cancelled => "Makulering ",
        LedgerEventKind::Paid if entry.amount < 0 => "Utbetalning ",
        LedgerEventKind::Paid => "Betalning ",
        _ => "",
    };
    (!rows.is_empty()).then(|| SieVoucher {
        number: voucher.number,
        date: date_of(zone, voucher.at.0),
        text: format!("{what}{} {}: {}", entry.reference(), entry.customer_name, entry.title),
        rows,
    })
}

/// The accounts of an organisation with their names.
pub fn named(accounts: &Accounts) -> Vec<SieAccount> {
    let all = [
        (accounts.receivable, "Kundfordringar"),
        (accounts.bank, "Bank"),
        (accounts.revenue25, "Försäljning 25 % moms"),
        (accounts.revenue12, "Försäljning 12 % moms"),
        (accounts.revenue6, "Försäljning 6 % moms"),
        (accounts.revenue0, "Försäljning momsfri"),
        (accounts.vat25, "Utgående moms 25 %"),
        (accounts.vat12, "Utgående moms 12 %"),
        (accounts.vat6, "Utgående moms 6 %"),
        (accounts.rounding, "Öresavrundning"),
    ];
    let account = |(number, name): (i64, &str)| {
        Some(SieAccount { number: u32::try_from(number).ok()?, name: name.to_owned() })
    };
    all.into_iter().filter_map(account).collect()
}

#[cfg(test)]
#[path = "vouchers_tests.rs"]
mod tests;
