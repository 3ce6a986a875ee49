#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use storage::ledger::{CANCELLED, REFUNDED};

use super::*;
use crate::ledger::days_after;
use crate::ledger::rules::samples::{Model, NOW, due, line};

fn entry(amount: i64, kind: LedgerEntryKind, status: i64) -> Entry {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(amount, 25)]);
    Entry { kind, status, ..model.entry(id).clone() }
}

#[test]
fn managers_are_those_who_manage_bookings() {
    let managing: Vec<&str> = RelationType::ALL
        .iter()
        .filter(|relation| manages(Some(**relation)))
        .map(|relation| relation.as_str())
        .collect();
    assert_eq!(managing, ["OWNER", "ADMINISTRATOR", "MANAGER", "PRESIDENT"]);
    assert!(!manages(None));
}

#[test]
fn entry_reads_as_it_stands_on_the_day() {
    use LedgerEntryKind::{Manual, Refund};
    let cases = [
        (100, Manual, OPEN, 0, "Obetald"),
        (100, Manual, OPEN, 1, "Förfallen"),
        (100, Manual, PAID, 1, "Betald"),
        (100, Manual, CANCELLED, 1, "Makulerad"),
        (100, Manual, REFUNDED, 1, "Återbetald"),
        (-100, Refund, OPEN, 1, "Att betala ut"),
        (-100, Refund, PAID, 1, "Utbetald"),
        (-100, Refund, CANCELLED, 1, "Makulerad"),
    ];
    for (amount, kind, status, days, expected) in cases {
        assert_eq!(label(&entry(amount, kind, status), days_after(due(), days)), expected);
    }
}

#[test]
fn abilities_follow_the_status() {
    use EntryAbility::{Cancel, Pay, Refund};
    use LedgerEntryKind::Manual;
    assert_eq!(abilities(&entry(100, Manual, OPEN)), [Pay, Cancel]);
    assert_eq!(abilities(&entry(-100, LedgerEntryKind::Refund, OPEN)), [Pay, Cancel]);
    assert_eq!(abilities(&entry(100, Manual, PAID)), [Refund]);
    for (amount, kind, status) in
        [(100, Manual, CANCELLED), (100, Manual, REFUNDED), (-100, LedgerEntryKind::Refund, PAID)]
    {
        assert_eq!(abilities(&entry(amount, kind, status)), []);
    }
}
