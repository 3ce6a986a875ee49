//! The lines of a refund: of each VAT rate its part, exact in sum.

use storage::ledger::{Entry, LedgerLine};

/// `amount × part / whole`, rounded half up; 0 of nothing.
fn proportion(amount: i64, part: i64, whole: i64) -> i64 {
    if whole == 0 {
        return 0;
    }
    let (amount, part, whole) = (i128::from(amount), i128::from(part), i128::from(whole));
    let (numerator, whole) = if whole < 0 { (-amount * part, -whole) } else { (amount * part, whole) };
    i64::try_from((2 * numerator + whole).div_euclid(2 * whole)).unwrap_or(0)
}

/// Sums by VAT rate: rate, amount, VAT; in the order in which the rates first appear.
pub fn by_rate<'a>(lines: impl IntoIterator<Item = &'a LedgerLine>) -> Vec<(i64, i64, i64)> {
    let mut sums: Vec<(i64, i64, i64)> = Vec::new();
    for line in lines {
        match sums.iter_mut().find(|(rate, ..)| *rate == line.vat_rate) {
            Some((_, amount, vat)) => {
                *amount += line.amount;
                *vat += line.vat;
            }
            None => sums.push((line.vat_rate, line.amount, line.vat)),
        }
    }
    sums
}

/// Of `total` öre of an entry, what belongs to each of its rates: amount and VAT.
fn shares(sums: &[(i64, i64, i64)], whole: i64, total: i64) -> Vec<(i64, i64)> {
    let mut left = total;
    let last = sums.len().saturating_sub(1);
    let share = |(at, (_, amount, vat)): (usize, &(i64, i64, i64))| {
        let part = if at == last { left } else { proportion(total, *amount, whole) };
        left -= part;
        (part, proportion(part, *vat, *amount))
    };
    sums.iter().enumerate().map(share).collect()
}

/// The lines of a refund of `amount` öre after what is refunded already: parts that add up to the whole refund exactly
/// what was billed, at each rate.
pub fn lines(entry: &Entry, amount: i64) -> Vec<LedgerLine> {
    let sums = by_rate(&entry.lines.0);
    let before = shares(&sums, entry.amount, entry.refunded);
    let after = shares(&sums, entry.amount, entry.refunded + amount);
    let line = |((rate, ..), (before, after)): (&(i64, i64, i64), ((i64, i64), (i64, i64)))| LedgerLine {
        text: format!("Återbetalning, moms {rate} %"),
        amount: before.0 - after.0,
        vat_rate: *rate,
        vat: before.1 - after.1,
    };
    let all = sums.iter().zip(before.into_iter().zip(after)).map(line);
    all.filter(|line| line.amount != 0 || line.vat != 0).collect()
}

#[cfg(test)]
#[path = "refund_tests.rs"]
mod tests;
