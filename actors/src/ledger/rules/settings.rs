//! Validation of an organisation's settings: numbers with their check digits, as they are written.

use storage::ledger::LedgerSettings;

use crate::platform::error::{Refusal, Result};
use crate::platform::money::PAYEE;
use crate::platform::text::{line, prose};

/// Longest address, in characters.
const ADDRESS: usize = 300;

fn refuse<T>(field: &'static str, message: &'static str) -> Result<T> {
    Err(Refusal::field(field, "FORMAT", message))
}

/// The digits of a number that may be written with spaces and hyphens. None: it holds something else.
fn digits(text: &str) -> Option<String> {
    let kept: String =
        text.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}' | '\u{2011}' | '–')).collect();
    kept.bytes().all(|byte| byte.is_ascii_digit()).then_some(kept)
}

/// Whether the last digit is the check digit of the others (Luhn).
fn is_checked(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte.saturating_sub(b'0'));
            if at % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
        })
        .sum();
    !digits.is_empty() && sum.is_multiple_of(10)
}

/// A number with its last `tail` digits after a hyphen.
fn hyphened(digits: &str, tail: usize) -> String {
    let (head, tail) = digits.split_at(digits.len().saturating_sub(tail));
    format!("{head}-{tail}")
}

fn org_number(text: &str) -> Result<String> {
    match digits(text) {
        Some(digits) if digits.is_empty() => Ok(digits),
        Some(digits) if digits.len() == 10 && is_checked(&digits) => Ok(hyphened(&digits, 4)),
        _ => refuse("orgNumber", "Skriv organisationsnumret med tio siffror, till exempel 556016-0680."),
    }
}

fn vat_number(text: &str) -> Result<String> {
    let text: String = text.split_whitespace().collect::<String>().to_uppercase();
    let digits = text.strip_prefix("SE").unwrap_or_default();
    let is_whole = digits.len() == 12 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || is_whole {
        return Ok(text);
    }
    refuse("vatNumber", "Skriv momsregistreringsnumret som SE och tolv siffror, till exempel SE556016068001.")
}

fn swish(text: &str) -> Result<String> {
    let given = text.trim().trim_start_matches('+');
    let number = digits(given).map(|digits| match digits.strip_prefix('0') {
        Some(rest) if !rest.starts_with('0') && !rest.is_empty() => format!("46{rest}"),
        _ => digits,
    });
    match number {
        Some(digits) if digits.is_empty() || PAYEE.contains(&digits.len()) => Ok(digits),
        _ => refuse("swish", "Skriv Swish-numret med bara siffror, till exempel 123 456 78 90."),
    }
}

fn bankgiro(text: &str) -> Result<String> {
    match digits(text) {
        Some(digits) if digits.is_empty() => Ok(digits),
        Some(digits) if matches!(digits.len(), 7 | 8) && is_checked(&digits) => Ok(hyphened(&digits, 4)),
        _ => refuse("bankgiro", "Skriv bankgironumret med sju eller åtta siffror, till exempel 5050-1055."),
    }
}

fn plusgiro(text: &str) -> Result<String> {
    match digits(text) {
        Some(digits) if digits.is_empty() => Ok(digits),
        Some(digits) if (2..=8).contains(&digits.len()) && is_checked(&digits) => Ok(hyphened(&digits, 1)),
        _ => refuse("plusgiro", "Skriv plusgironumret med två till åtta siffror, till exempel 4-2."),
    }
}

/// Settings as they are stored. 422 FORMAT, LENGTH, CHARACTERS.
pub fn settings(given: LedgerSettings) -> Result<LedgerSettings> {
    let address = prose("address", &given.address)?;
    for one in address.lines() {
        line("address", one, ADDRESS)?;
    }
    Ok(LedgerSettings {
        org_number: org_number(&given.org_number)?,
        vat_number: vat_number(&given.vat_number)?,
        address,
        swish: swish(&given.swish)?,
        bankgiro: bankgiro(&given.bankgiro)?,
        plusgiro: plusgiro(&given.plusgiro)?,
        ..given
    })
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
