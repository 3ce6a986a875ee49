#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use proptest::prelude::*;
use storage::ledger::{PAID, REFUNDED};

use super::*;
use crate::ledger::rules::samples::{Model, NOW, due, line};
use LedgerEntryKind::{Booking, Fee, Refund};

fn told(model: &Model) -> Vec<(LedgerEntryKind, i64, i64)> {
    model.entries.values().map(|entry| (entry.kind, entry.amount, entry.status)).collect()
}

fn pay(model: &mut Model, at: usize) {
    let id = *model.entries.keys().nth(at).unwrap();
    model.act(NOW, |books| books.pay(id, Payment::default())).unwrap();
}

/// Checks that what stands is what is owed, at each rate.
fn assert_owed(model: &Model, owed: &[LedgerLine]) {
    let live = model.live();
    assert_eq!(amounts(live.iter().flat_map(|entry| &entry.lines.0)), amounts(owed), "{:?}", told(model));
    model.check();
}

#[test]
fn claim_bills_what_is_owed_once() {
    let mut model = Model::new();
    model.claim(1, Booking, vec![line(30_000, 6)]);
    model.claim(1, Booking, vec![line(30_000, 6)]);
    model.claim(2, Booking, vec![line(30_000, 6)]);
    assert_eq!(told(&model), [(Booking, 30_000, OPEN)]);
    model.claim(1, Booking, vec![line(99_000, 6)]);
    assert_eq!(told(&model), [(Booking, 30_000, OPEN)], "an older claim");
    model.claim(3, Booking, Vec::new());
    assert_eq!(told(&model), [(Booking, 30_000, CANCELLED)]);
    model.check();
}

#[test]
fn changed_price_replaces_what_is_open() {
    let mut model = Model::new();
    model.claim(1, Booking, vec![line(30_000, 6)]);
    model.claim(2, Booking, vec![line(20_000, 6), line(5_000, 25)]);
    assert_eq!(told(&model), [(Booking, 30_000, CANCELLED), (Booking, 25_000, OPEN)]);
    let first = model.entries.values().next().unwrap();
    assert_eq!(first.cancel_reason.as_deref(), Some("Ändrad bokning"));
    model.check();
}

#[test]
fn what_is_paid_is_settled_by_the_difference() {
    let mut model = Model::new();
    model.claim(1, Booking, vec![line(30_000, 6)]);
    pay(&mut model, 0);
    model.claim(2, Booking, vec![line(40_000, 6)]);
    assert_eq!(told(&model), [(Booking, 30_000, PAID), (Booking, 10_000, OPEN)]);
    assert_owed(&model, &[line(40_000, 6)]);
    // Cancelled with half of it as a fee: 30 000 are paid, so 10 000 go back.
    model.claim(3, Fee, vec![line(20_000, 6)]);
    let expected = [(Booking, 30_000, PAID), (Booking, 10_000, CANCELLED), (Refund, -10_000, OPEN)];
    assert_eq!(told(&model), expected);
    assert_eq!(model.entries.values().next().unwrap().refunded, 10_000);
    assert_owed(&model, &[line(20_000, 6)]);
}

#[test]
fn free_cancellation_refunds_all_of_it() {
    let mut model = Model::new();
    model.claim(1, Booking, vec![line(10_001, 25), line(333, 6)]);
    pay(&mut model, 0);
    model.claim(2, Booking, Vec::new());
    assert_eq!(told(&model), [(Booking, 10_334, REFUNDED), (Refund, -10_334, OPEN)]);
    let vat: i64 = model.entries.values().map(|entry| entry.vat).sum();
    assert_eq!(vat, 0, "and all of the VAT");
    // Paid out, and owed again.
    pay(&mut model, 1);
    model.claim(3, Booking, vec![line(10_334, 25)]);
    assert_eq!(told(&model)[2], (Booking, 10_334, OPEN));
    assert_owed(&model, &[line(10_334, 25)]);
}

#[test]
fn another_rate_for_the_same_sum_settles_itself() {
    let mut model = Model::new();
    model.claim(1, Booking, vec![line(10_000, 25)]);
    pay(&mut model, 0);
    model.claim(2, Booking, vec![line(10_000, 6)]);
    assert_eq!(told(&model), [(Booking, 10_000, PAID), (Booking, 0, PAID)]);
    assert_owed(&model, &[line(10_000, 6)]);
    let vat: i64 = model.live().iter().map(|entry| entry.vat).sum();
    assert_eq!(vat, line(10_000, 6).vat);
}

#[derive(Debug, Clone)]
enum Step {
    Claim(Vec<(i64, i64)>),
    /// An earlier claim comes once more.
    Again(usize),
    Pay(usize),
    Cancel(usize),
    Refund(usize, i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let lines = prop::collection::vec((0_i64..50_000, prop::sample::select(vec![0_i64, 6, 12, 25])), 0..4);
    let step = prop_oneof![
        3 => lines.prop_map(Step::Claim),
        1 => (0_usize..9).prop_map(Step::Again),
        3 => (0_usize..9).prop_map(Step::Pay),
        1 => (0_usize..9).prop_map(Step::Cancel),
        2 => (0_usize..9, 1_i64..=1_000).prop_map(|(at, part)| Step::Refund(at, part)),
    ];
    prop::collection::vec(step, 1..30)
}

proptest! {
    #[test]
    fn what_stands_is_what_is_owed_after_any_history(steps in steps()) {
        let mut model = Model::new();
        let mut claims: Vec<Vec<LedgerLine>> = Vec::new();
        for step in steps {
            let id = |at: usize| model.entries.keys().nth(at % model.entries.len().max(1)).copied();
            match step {
                Step::Claim(lines) => {
                    let lines: Vec<_> = lines.into_iter().map(|(amount, rate)| line(amount, rate)).collect();
                    claims.push(lines.clone());
                    model.claim(claims.len() as i64, Booking, lines.clone());
                    assert_owed(&model, &lines);
                }
                Step::Again(at) if !claims.is_empty() => {
                    let (before, at) = (told(&model), at % claims.len());
                    model.claim(at as i64 + 1, Booking, claims[at].clone());
                    prop_assert_eq!(told(&model), before);
                }
                Step::Pay(at) => {
                    if let Some(id) = id(at) {
                        let _ = model.act(NOW, |books| books.pay(id, Payment::default()));
                    }
                }
                Step::Cancel(at) => {
                    if let Some(id) = id(at) {
                        let _ = model.act(NOW, |books| books.cancel(id, "fel"));
                    }
                }
                Step::Refund(at, part) => {
                    if let Some(id) = id(at) {
                        let amount = (model.entry(id).amount * part / 1_000).max(1);
                        let new = model.next();
                        let fresh = (new, new.to_string(), due());
                        let _ = model.act(NOW, |books| books.refund(id, amount, None, fresh));
                    }
                }
                Step::Again(_) => {}
            }
            model.check();
        }
        // The next claim settles whatever was done by hand.
        let last = vec![line(12_345, 25), line(678, 6)];
        model.claim(claims.len() as i64 + 1, Booking, last.clone());
        assert_owed(&model, &last);
        let vat: i64 = model.live().iter().map(|entry| entry.vat).sum();
        let expected: i64 = last.iter().map(|line| line.vat).sum();
        prop_assert_eq!(vat, expected, "VAT to the öre");
    }
}
