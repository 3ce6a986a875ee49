//! Money in öre: exact sums of prices per hour, VAT, and how amounts are written for people and for Swish.

use jiff::civil::{Date, date};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::platform::error::{Refusal, Result};

/// Longest message of a Swish payment, in characters.
const MESSAGE: usize = 50;
/// Digits of a Swish number or a mobile number with its country.
pub const PAYEE: std::ops::RangeInclusive<usize> = 9..=15;
/// Not encoded in a Swish message, besides letters and digits.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `numerator / denominator`, rounded to the nearest integer, halves up. The denominator is positive.
pub fn half_up(numerator: i64, denominator: i64) -> i64 {
    numerator.saturating_mul(2).saturating_add(denominator).div_euclid(denominator.saturating_mul(2))
}

/// An exact sum of (öre per hour × minutes): a number of sixtieths of an öre.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OreMinutes(i64);

impl OreMinutes {
    /// What `minutes` cost at `per_hour` öre per hour.
    pub fn of(per_hour: i64, minutes: i64) -> Self {
        Self(per_hour.saturating_mul(minutes))
    }

    /// Whole öre, rounded half up. Only the sum is rounded, and once.
    pub fn rounded(self) -> i64 {
        half_up(self.0, 60)
    }

    /// Whole öre, rounded down, and the sixtieths that are left (0 to 59).
    pub fn split(self) -> (i64, i64) {
        (self.0.div_euclid(60), self.0.rem_euclid(60))
    }
}

impl std::ops::Add for OreMinutes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for OreMinutes {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), std::ops::Add::add)
    }
}

/// Divides `total` öre among exact sums that it is the rounded sum of: each gets its whole öre, and what is left goes
/// to the largest fractions, the earlier of equal ones first. The shares sum to `total`.
pub fn divided(total: i64, among: &[OreMinutes]) -> Vec<i64> {
    let mut shares: Vec<i64> = among.iter().map(|one| one.split().0).collect();
    let left = total - shares.iter().sum::<i64>();
    let mut order: Vec<usize> = (0..among.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(among.get(*at).map(|one| one.split().1)));
    for at in order.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        if let Some(share) = shares.get_mut(at) {
            *share += 1;
        }
    }
    shares
}

/// What VAT is charged on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supply {
    /// Whatever has no lower rate.
    Standard,
    /// Hotels and restaurants, among others.
    Reduced,
    /// Sport and culture, among others.
    Low,
    /// Exempt, such as letting of premises to somebody who pays no VAT.
    Exempt,
    /// Groceries.
    Food,
}

/// A VAT rate in Sweden and the dates that it holds, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatRate {
    pub supply: Supply,
    pub percent: i64,
    /// None: since before the product.
    pub from: Option<Date>,
    /// None: until the law is changed.
    pub to: Option<Date>,
}

const fn rate(supply: Supply, percent: i64, from: Option<Date>, to: Option<Date>) -> VatRate {
    VatRate { supply, percent, from, to }
}

/// Every rate. A change of the law is a new row, and the last date of the old one.
pub const VAT_RATES: [VatRate; 7] = [
    rate(Supply::Standard, 25, None, None),
    rate(Supply::Reduced, 12, None, None),
    rate(Supply::Low, 6, None, None),
    rate(Supply::Exempt, 0, None, None),
    rate(Supply::Food, 12, None, Some(date(2026, 3, 31))),
    rate(Supply::Food, 6, Some(date(2026, 4, 1)), Some(date(2027, 12, 31))),
    rate(Supply::Food, 12, Some(date(2028, 1, 1)), None),
];

impl VatRate {
    fn holds(&self, on: Date) -> bool {
        self.from.is_none_or(|from| from <= on) && self.to.is_none_or(|to| on <= to)
    }
}

/// The VAT on a supply on a date, in percent.
pub fn vat_percent(supply: Supply, on: Date) -> i64 {
    let row = VAT_RATES.iter().find(|row| row.supply == supply && row.holds(on));
    row.map_or(0, |row| row.percent)
}

/// Whether VAT of so many percent exists on a date.
pub fn is_vat_percent(percent: i64, on: Date) -> bool {
    VAT_RATES.iter().any(|row| row.percent == percent && row.holds(on))
}

/// The VAT contained in an amount, rounded half up to öre. A negative amount contains as much as the positive one, so
/// that a refund takes back what was charged.
pub fn vat_contained(gross: i64, percent: i64) -> i64 {
    let percent = percent.max(0);
    gross.signum() * half_up(gross.saturating_abs().saturating_mul(percent), 100_i64.saturating_add(percent))
}

/// Kronor and öre of the absolute amount.
fn parts(ore: i64) -> (u64, u64) {
    (ore.unsigned_abs() / 100, ore.unsigned_abs() % 100)
}

/// Kronor with two decimals after a mark, without spaces between thousands: `-1234,50`.
pub fn decimal(ore: i64, mark: char) -> String {
    let (sign, (whole, rest)) = (if ore < 0 { "-" } else { "" }, parts(ore));
    format!("{sign}{whole}{mark}{rest:02}")
}

/// An amount for people: `1 234,50 kr`.
pub fn kronor(ore: i64) -> String {
    let (whole, rest) = parts(ore);
    let digits = whole.to_string();
    let mut text = String::from(if ore < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    format!("{text},{rest:02} kr")
}

/// What somebody who pays by Swish may change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SwishEditable {
    pub payee: bool,
    pub amount: bool,
    pub message: bool,
}

/// The text of a Swish QR code, as Swish publishes it: `C{payee};{amount};{message};{editable mask}`, the amount in
/// kronor with a comma and two decimals, the message percent-encoded, the mask 1 for the payee, 2 for the amount and 4
/// for the message.
///
/// 422: `payee` is not 9 to 15 digits (PAYEE), `amount` is not positive (AMOUNT), `message` has over 50 characters
/// (LENGTH).
pub fn swish(payee: &str, ore: i64, message: &str, editable: SwishEditable) -> Result<String> {
    if !PAYEE.contains(&payee.len()) || !payee.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Refusal::field("payee", "PAYEE", "Skriv Swish-numret med bara siffror."));
    }
    if ore <= 0 {
        return Err(Refusal::field("amount", "AMOUNT", "Beloppet ska vara större än noll."));
    }
    if message.chars().count() > MESSAGE {
        return Err(Refusal::field("message", "LENGTH", "Meddelandet får ha högst 50 tecken."));
    }
    let amount = decimal(ore, ',');
    let message = utf8_percent_encode(message, ENCODED);
    let mask = u8::from(editable.payee) + 2 * u8::from(editable.amount) + 4 * u8::from(editable.message);
    Ok(format!("C{payee};{amount};{message};{mask}"))
}

#[cfg(test)]
#[path = "money_tests.rs"]
mod tests;
