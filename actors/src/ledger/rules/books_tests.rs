#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use storage::ledger::{CANCELLED, LedgerEventKind, OPEN, PAID, PaymentMethod, REFUNDED};

use super::*;
use crate::ledger::rules::samples::{Model, NOW, due, line};

fn by_swish() -> Payment {
    Payment { method: Some(PaymentMethod::Swish), reference: Some("4711".to_owned()) }
}

fn refund(model: &mut Model, id: EntryId, amount: i64) -> Result<EntryId> {
    let new = model.next();
    let fresh = (new, new.to_string(), due());
    model.act(NOW, |books| books.refund(id, amount, Some("Trasig".to_owned()), fresh)).map(|()| new)
}

fn field_code(refusal: &Refusal) -> (&str, &str) {
    (refusal.fields[0].field.as_ref(), refusal.fields[0].code)
}

#[test]
fn entry_is_paid_once() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(12_500, 25)]);
    assert_eq!((model.head.open_sum, model.head.paid_sum), (12_500, 0));
    model.act(NOW + 1, |books| books.pay(id, by_swish())).unwrap();
    let other = Payment { method: Some(PaymentMethod::Cash), reference: None };
    model.act(NOW + 2, |books| books.pay(id, other)).unwrap();
    let paid = model.entry(id);
    assert_eq!((paid.status, paid.payment_method, paid.version), (PAID, Some(PaymentMethod::Swish), 2));
    assert_eq!(paid.paid, Some(Moment(NOW + 1)));
    assert_eq!((model.head.open_sum, model.head.paid_sum), (0, 12_500));
    let refused = model.act(NOW, |books| books.cancel(id, "fel")).unwrap_err();
    assert_eq!(refused.code, "ALREADY_PAID");
    model.check();
}

#[test]
fn cancelled_entry_is_not_paid() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(12_500, 25)]);
    model.act(NOW, |books| books.cancel(id, "Fel person")).unwrap();
    model.act(NOW, |books| books.cancel(id, "igen")).unwrap();
    let entry = model.entry(id);
    assert_eq!((entry.status, entry.cancel_reason.as_deref()), (CANCELLED, Some("Fel person")));
    assert_eq!(model.act(NOW, |books| books.pay(id, by_swish())).unwrap_err().code, "CANCELLED");
    assert_eq!(refund(&mut model, id, 100).unwrap_err().code, "NOT_PAID");
    assert_eq!((model.head.open_sum, model.head.paid_sum), (0, 0));
    model.check();
}

#[test]
fn refund_is_an_entry_of_its_own() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(10_000, 25)]);
    assert_eq!(refund(&mut model, id, 100).unwrap_err().code, "NOT_PAID");
    model.act(NOW, |books| books.pay(id, by_swish())).unwrap();
    assert_eq!(field_code(&refund(&mut model, id, 10_001).unwrap_err()), ("amount", "TOO_MUCH"));
    let first = refund(&mut model, id, 4_000).unwrap();
    assert_eq!((model.entry(id).status, model.entry(id).refunded), (PAID, 4_000));
    let entry = model.entry(first);
    assert_eq!((entry.kind, entry.amount, entry.vat), (LedgerEntryKind::Refund, -4_000, -800));
    assert_eq!((entry.status, entry.number), (OPEN, 2));
    assert_eq!((model.head.open_sum, model.head.paid_sum), (-4_000, 10_000));
    assert_eq!(field_code(&refund(&mut model, id, 6_001).unwrap_err()), ("amount", "TOO_MUCH"));
    refund(&mut model, id, 6_000).unwrap();
    assert_eq!(model.entry(id).status, REFUNDED);
    model.act(NOW, |books| books.pay(first, by_swish())).unwrap();
    assert_eq!((model.head.open_sum, model.head.paid_sum), (-6_000, 6_000));
    assert_eq!(refund(&mut model, first, 1).unwrap_err().code, "NOT_PAID", "no refund of a refund");
    model.check();
}

#[test]
fn cancelled_refund_can_be_made_again() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(10_000, 25)]);
    model.act(NOW, |books| books.pay(id, by_swish())).unwrap();
    let all = refund(&mut model, id, 10_000).unwrap();
    assert_eq!(model.entry(id).status, REFUNDED);
    model.act(NOW, |books| books.cancel(all, "Fel belopp")).unwrap();
    assert_eq!((model.entry(id).status, model.entry(id).refunded), (PAID, 0));
    refund(&mut model, id, 10_000).unwrap();
    model.check();
}

#[test]
fn numbers_begin_anew_with_the_year() {
    // 2026-12-31 23:59:59.999 and 2027-01-01 00:00 in Sweden.
    const LAST: i64 = 1_798_757_999_999;
    let mut model = Model::new();
    let ids = [LAST - 1, LAST, LAST + 1, LAST + 2].map(|at| model.bill(at, vec![line(100, 6)]));
    let numbers = ids.map(|id| (model.entry(id).year, model.entry(id).number));
    assert_eq!(numbers, [(2026, 1), (2026, 2), (2027, 1), (2027, 2)]);
    // A node whose clock is behind.
    let late = model.bill(LAST, vec![line(100, 6)]);
    assert_eq!((model.entry(late).year, model.entry(late).number), (2027, 3));
    model.act(LAST + 3, |books| books.pay(ids[0], by_swish())).unwrap();
    assert_eq!(model.vouchers, [(2026, 1), (2026, 2), (2027, 1), (2027, 2), (2027, 3), (2027, 4)]);
    model.check();
}

#[test]
fn events_say_who_did_what_and_when() {
    let mut model = Model::new();
    let id = model.bill(NOW, vec![line(100, 6)]);
    model.act(NOW + 5, |books| books.pay(id, by_swish())).unwrap();
    let events = &model.events[&id];
    let told: Vec<_> = events.iter().map(|one| (one.seq, one.kind, one.at.0, one.amount)).collect();
    let expected = [(1, LedgerEventKind::Created, NOW, 100), (2, LedgerEventKind::Paid, NOW + 5, 100)];
    assert_eq!(told, expected);
    assert!(events.iter().all(|one| one.done_by == Some(UserId(9))));
    assert_eq!(events[1].reference.as_deref(), Some("4711"));
}
