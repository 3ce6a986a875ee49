#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use super::*;
use crate::ledger::rules::samples::{ENTITY, Model, NOW, line};
use LedgerEventKind::{Cancelled, Created, Paid};

/// 125 kr with 25 %, 106 with 6 %, 50 without.
fn entry() -> Entry {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(12_500, 25), line(10_600, 6), line(5_000, 0)]);
    model.entry(id).clone()
}

fn refund(of: &Entry) -> Entry {
    let mut back = of.clone();
    for line in &mut back.lines.0 {
        (line.amount, line.vat) = (-line.amount, -line.vat);
    }
    Entry { amount: -of.amount, vat: -of.vat, ..back }
}

const BILLED: [(i64, i64); 6] =
    [(1510, 28_100), (3001, -10_000), (2611, -2_500), (3003, -10_000), (2631, -600), (3004, -5_000)];

#[test]
fn each_event_moves_its_accounts() {
    let (entry, accounts) = (entry(), Accounts::default());
    assert_eq!(rows(&entry, Created, &accounts), BILLED);
    assert_eq!(rows(&entry, Cancelled, &accounts), BILLED.map(|(account, amount)| (account, -amount)));
    assert_eq!(rows(&entry, Paid, &accounts), [(1930, 28_100), (1510, -28_100)]);
    let back = refund(&entry);
    assert_eq!(rows(&back, Created, &accounts), BILLED.map(|(account, amount)| (account, -amount)));
    assert_eq!(rows(&back, Paid, &accounts), [(1930, -28_100), (1510, 28_100)], "paid out");
    for entry in [&entry, &back] {
        for kind in [Created, Cancelled, Paid] {
            assert_eq!(rows(entry, kind, &accounts).iter().map(|row| row.1).sum::<i64>(), 0);
        }
    }
}

#[test]
fn voucher_says_which_entry_and_when() {
    let entry = entry();
    let of = |kind, at: &str| LedgerVoucher {
        entity_id: ENTITY,
        year: 2026,
        number: 7,
        entry_id: entry.entry_id,
        seq: 1,
        kind,
        at: at.parse().unwrap(),
    };
    let zone = TimeZone::get("Europe/Stockholm").unwrap();
    let accounts = Accounts { bank: 1920, ..Accounts::default() };
    let paid = voucher(&entry, &of(Paid, "2026-06-30T22:00:00.000Z"), &accounts, &zone).unwrap();
    assert_eq!((paid.number, paid.date.to_string().as_str()), (7, "2026-07-01"), "a day in Sweden");
    assert_eq!(paid.text, "Betalning 2026-1 Anna Andersson: Hallhyra");
    assert_eq!(paid.rows[0], SieRow { account: 1920, amount: 28_100 });
    let made = voucher(&entry, &of(Created, "2026-06-30T22:00:00.000Z"), &accounts, &zone).unwrap();
    assert_eq!(made.text, "2026-1 Anna Andersson: Hallhyra");
    let refunded = of(LedgerEventKind::Refunded, "2026-06-30T22:00:00.000Z");
    assert_eq!(voucher(&entry, &refunded, &accounts, &zone), None);
}

#[test]
fn every_account_of_the_settings_is_named() {
    let numbers: Vec<u32> = named(&Accounts::default()).iter().map(|account| account.number).collect();
    assert_eq!(numbers, [1510, 1930, 3001, 3002, 3003, 3004, 2611, 2621, 2631, 3740]);
}
