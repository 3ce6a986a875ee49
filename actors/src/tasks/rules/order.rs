//! Order keys: a place in a list as a text, so that what moves changes its own key alone. Made by the server, compared
//! byte by byte, never by locale.
//!
//! A key is a fraction in base 62, without trailing zeros. The crate `fractional_index` (2.0.2) is not used: after 128
//! moves to the front its `new_between` overflows (its pull request 14, open since 2025), and without overflow checks
//! answers a key that is out of order.

use crate::platform::error::{Refusal, Result};

/// Longest key, in bytes; see [`is_long`].
pub const LONGEST: usize = 40;
/// In the order of their bytes.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE: usize = DIGITS.len();
/// Digits that are counted on at a list's ends, so that keys there hardly grow.
const STEP: usize = 4;

type Digits = Vec<usize>;

fn corrupt(what: &str) -> Refusal {
    tracing::error!(what, "order keys do not say an order");
    Refusal::internal()
}

fn read(key: &str) -> Result<Digits> {
    let digit = |byte: u8| DIGITS.binary_search(&byte).ok();
    let digits: Option<Digits> = key.bytes().map(digit).collect();
    digits.filter(|digits| digits.last().is_some_and(|last| *last > 0)).ok_or_else(|| corrupt(key))
}

fn write(digits: &[usize]) -> String {
    let digits = &digits[..digits.iter().rposition(|digit| *digit > 0).map_or(0, |last| last + 1)];
    digits.iter().filter_map(|digit| DIGITS.get(*digit)).copied().map(char::from).collect()
}

/// The first `width` digits from a place on, as a number.
fn number(digits: &[usize], from: usize, width: usize) -> usize {
    (from..from + width).fold(0, |sum, at| sum * BASE + digits.get(at).copied().unwrap_or(0))
}

/// A number in so many digits.
fn digits(number: usize, width: usize) -> impl Iterator<Item = usize> {
    (0..width).rev().map(move |place| number / BASE.pow(place as u32) % BASE)
}

/// A fraction between two, of which the second is larger; none: 1.
fn middle(low: &[usize], high: Option<&[usize]>) -> Digits {
    let mut key = Digits::new();
    let mut high = high;
    loop {
        let least = low.get(key.len()).copied().unwrap_or(0);
        let most = high.map_or(BASE, |high| high.get(key.len()).copied().unwrap_or(0));
        if most > least + 1 {
            key.push(usize::midpoint(least, most));
            return key;
        }
        key.push(least);
        if most > least {
            // Whatever follows is less than `high`.
            high = None;
        }
    }
}

/// A fraction after another, with room for many more.
fn following(low: &[usize]) -> Digits {
    let mut key = Digits::new();
    loop {
        let next = number(low, key.len(), STEP) + 1;
        if next < BASE.pow(STEP as u32) {
            key.extend(digits(next, STEP));
            return key;
        }
        key.extend([BASE - 1; STEP]);
    }
}

/// A fraction before another, with room for many more.
fn preceding(high: &[usize]) -> Digits {
    let mut key = Digits::new();
    loop {
        match number(high, key.len(), STEP) {
            0 => key.extend([0; STEP]),
            1 => {
                key.extend([0; STEP]);
                key.extend(middle(&[], None));
                return key;
            }
            found => {
                key.extend(digits(found - 1, STEP));
                return key;
            }
        }
    }
}

/// A key after one and before another; none: the list ends there. 500: the two are no keys, or not in order.
pub fn between(previous: Option<&str>, next: Option<&str>) -> Result<String> {
    let (low, high) = (previous.map(read).transpose()?, next.map(read).transpose()?);
    let key = match (low, high) {
        (Some(low), Some(high)) if low >= high => return Err(corrupt("two keys out of order")),
        (Some(low), Some(high)) => middle(&low, Some(&high)),
        (Some(low), None) => following(&low),
        (None, Some(high)) => preceding(&high),
        (None, None) => middle(&[], None),
    };
    Ok(write(&key))
}

/// Whether a key has become so long that its list is to be spread anew.
pub fn is_long(key: &str) -> bool {
    key.len() > LONGEST
}

/// Keys for so many in a row, short and evenly spread.
pub fn spread(count: usize) -> Vec<String> {
    let (mut width, mut all) = (1, BASE);
    // Between any two is room for one more digit's worth.
    while all / BASE < count + 1 {
        (width, all) = (width + 1, all * BASE);
    }
    let gap = all / (count + 1);
    (1..=count).map(|nth| write(&digits(nth * gap, width).collect::<Digits>())).collect()
}

/// Keys for so many in a row behind another; none: the list is empty. 500: it is no key.
pub fn following_all(last: Option<&str>, count: usize) -> Result<Vec<String>> {
    let mut keys: Vec<String> = Vec::with_capacity(count);
    for _ in 0..count {
        keys.push(between(keys.last().map(String::as_str).or(last), None)?);
    }
    Ok(keys)
}

/// The key for a place in a list, which is in order and without what moves: after one, or before another. A neighbour
/// that is gone: the other one decides; both are gone, or none is named: the end. Two that are not neighbours any more:
/// right after the first.
pub fn place<Id: PartialEq>(list: &[(&str, Id)], after: Option<Id>, before: Option<Id>) -> Result<String> {
    let find = |id: Option<Id>| id.and_then(|id| list.iter().position(|(_, one)| *one == id));
    let at = find(after).map(|at| at + 1).or_else(|| find(before)).unwrap_or(list.len());
    let key = |at: usize| list.get(at).map(|(key, _)| *key);
    between(at.checked_sub(1).and_then(key), key(at))
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
