#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use proptest::prelude::*;

use super::*;
use crate::ledger::rules::samples::{Model, NOW, line};

fn entry(lines: Vec<LedgerLine>) -> Entry {
    let mut model = Model::new();
    let id = model.bill(NOW, lines);
    model.entry(id).clone()
}

fn sums(lines: &[LedgerLine]) -> Vec<(i64, i64, i64)> {
    by_rate(lines)
}

#[test]
fn whole_refund_takes_back_what_was_billed() {
    let billed = entry(vec![line(333, 25), line(333, 25), line(1_001, 6), line(50, 0)]);
    let back = sums(&lines(&billed, billed.amount));
    let expected: Vec<_> =
        sums(&billed.lines.0).into_iter().map(|(rate, amount, vat)| (rate, -amount, -vat)).collect();
    assert_eq!(back, expected);
}

#[test]
fn each_rate_goes_back_in_proportion() {
    // Two thirds at 25 %, one third at 6 %.
    let billed = entry(vec![line(20_000, 25), line(10_000, 6)]);
    assert_eq!(sums(&lines(&billed, 3_000)), [(25, -2_000, -400), (6, -1_000, -57)]);
    // 66.67 öre are 67, and the last rate takes what is left of 100.
    assert_eq!(sums(&lines(&billed, 100)), [(25, -67, -13), (6, -33, -2)]);
}

proptest! {
    #[test]
    fn partial_refunds_sum_to_the_whole(
        amounts in prop::collection::vec((1_i64..100_000_000, prop::sample::select(vec![0_i64, 6, 12, 25])), 1..20),
        cuts in prop::collection::vec(1_i64..1_000, 0..6),
    ) {
        let mut billed = entry(amounts.into_iter().map(|(amount, rate)| line(amount, rate)).collect());
        let mut all = Vec::new();
        for cut in cuts {
            let part = (billed.amount - billed.refunded) * cut / 1_000;
            let some = lines(&billed, part);
            prop_assert_eq!(some.iter().map(|line| line.amount).sum::<i64>(), -part);
            all.extend(some);
            billed.refunded += part;
        }
        all.extend(lines(&billed, billed.amount - billed.refunded));
        let mut back: Vec<_> = sums(&all).into_iter().map(|(rate, amount, vat)| (rate, -amount, -vat)).collect();
        let mut expected = sums(&billed.lines.0);
        back.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(back, expected);
    }
}
