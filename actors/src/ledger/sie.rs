//! SIE 4I: vouchers for another bookkeeping program to import (the standard is SIE 4B, sie.se). Pure: rows in, bytes
//! out.

use std::collections::BTreeMap;

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization;

use crate::platform::error::Refusal;
use crate::platform::money::decimal;
use crate::platform::text::is_unseen;

/// The series of our vouchers, apart from those of the receiving program.
const SERIES: &str = "B";
/// CP437 from 0x80 to 0xFE. 0xFF, a space that does not break, is none of the characters that the standard allows.
const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■";

/// What stands before the vouchers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SieHead {
    /// The program that writes the file, and its version.
    pub program: String,
    pub version: String,
    pub generated: Date,
    pub org_name: String,
    /// With or without hyphen and century; left out where it is not one.
    pub org_number: String,
    /// First and last day of the financial year.
    pub year: (Date, Date),
    /// Numbers and names. Those that no voucher uses are left out.
    pub accounts: Vec<SieAccount>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SieAccount {
    pub number: u32,
    pub name: String,
}

/// A voucher. Its number is unique in the file, which is for the caller to see to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SieVoucher {
    pub number: i64,
    pub date: Date,
    pub text: String,
    /// Their sum is 0.
    pub rows: Vec<SieRow>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SieRow {
    pub account: u32,
    /// In öre: debit is positive, credit negative.
    pub amount: i64,
}

/// Why there is no file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SieError {
    #[error("voucher {number} sums to {sum} öre")]
    Unbalanced { number: i64, sum: i128 },
    #[error("voucher {number} has no rows")]
    Empty { number: i64 },
}

impl From<SieError> for Refusal {
    /// Our own vouchers balance; one that does not is a defect.
    fn from(error: SieError) -> Self {
        tracing::error!(%error, "no SIE file can be made");
        Self::internal()
    }
}

/// The file: CP437, lines ended by CRLF.
pub fn file(head: &SieHead, vouchers: &[SieVoucher]) -> Result<Vec<u8>, SieError> {
    vouchers.iter().try_for_each(balanced)?;
    let mut lines = vec![
        "#FLAGGA 0".to_owned(),
        "#FORMAT PC8".to_owned(),
        "#SIETYP 4".to_owned(),
        format!("#PROGRAM {} {}", quoted(&head.program), quoted(&head.version)),
        format!("#GEN {}", day(head.generated)),
        format!("#FNAMN {}", quoted(&head.org_name)),
    ];
    lines.extend(org_number(&head.org_number).map(|number| format!("#ORGNR {number}")));
    lines.push(format!("#RAR 0 {} {}", day(head.year.0), day(head.year.1)));
    for (number, name) in used(head, vouchers) {
        lines.push(format!("#KONTO {number} {}", quoted(&name)));
    }
    for voucher in vouchers {
        let SieVoucher { number, date, text, rows } = voucher;
        lines.push(format!("#VER {} {number} {} {}", quoted(SERIES), day(*date), quoted(text)));
        lines.push("{".to_owned());
        lines.extend(rows.iter().map(|row| format!("#TRANS {} {{}} {}", row.account, amount(row.amount))));
        lines.push("}".to_owned());
    }
    Ok(lines.iter().flat_map(|line| line.chars().filter_map(byte).chain(*b"\r\n")).collect())
}

fn balanced(voucher: &SieVoucher) -> Result<(), SieError> {
    let number = voucher.number;
    let sum = voucher.rows.iter().map(|row| i128::from(row.amount)).sum();
    match sum {
        0 if voucher.rows.is_empty() => Err(SieError::Empty { number }),
        0 => Ok(()),
        sum => Err(SieError::Unbalanced { number, sum }),
    }
}

/// The accounts that vouchers use, in the order of their numbers. The standard wants a name: one without is called by
/// its number.
fn used(head: &SieHead, vouchers: &[SieVoucher]) -> BTreeMap<u32, String> {
    let numbers = vouchers.iter().flat_map(|voucher| &voucher.rows).map(|row| row.account);
    numbers
        .map(|number| {
            let named = head.accounts.iter().find(|account| account.number == number);
            let name = named.map(|account| account.name.trim()).filter(|name| !name.is_empty());
            (number, name.map_or_else(|| format!("Konto {number}"), ToOwned::to_owned))
        })
        .collect()
}

fn day(date: Date) -> String {
    date.strftime("%Y%m%d").to_string()
}

/// Kronor with a point and two decimals.
fn amount(ore: i64) -> String {
    decimal(ore, '.')
}

/// An organisation number as the standard wants it: `NNNNNN-NNNN`. A century before it (`16`, or that of a person) is
/// no part of it.
fn org_number(text: &str) -> Option<String> {
    let is_other = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | ' ');
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let ten = if digits.len() == 12 { digits.get(2..)? } else { digits.as_str() };
    let (six, four) = (ten.len() == 10 && !text.contains(is_other)).then(|| ten.split_at_checked(6))??;
    Some(format!("{six}-{four}"))
}

/// A text in quotation marks. A quotation mark in it is preceded by a backslash. The standard has no way to write a
/// backslash itself (one at the end would eat the closing mark): it becomes a slash. Control characters are not
/// allowed.
fn quoted(text: &str) -> String {
    let mut line = String::from("\"");
    for c in text.nfc() {
        match c {
            '\t' | '\n' | '\r' => line.push(' '),
            c if is_unseen(c) => {}
            c if byte(c).is_some() => push(&mut line, c),
            // The letters that it sounds like, or is drawn with.
            c => deunicode::deunicode_char(c).unwrap_or("?").chars().for_each(|c| push(&mut line, c)),
        }
    }
    line.push('"');
    line
}

fn push(line: &mut String, c: char) {
    match c {
        '"' => line.push_str("\\\""),
        '\\' => line.push('/'),
        c if c.is_control() => line.push(' '),
        c => line.push(c),
    }
}

/// A character in CP437, if it has it and the standard allows it.
fn byte(c: char) -> Option<u8> {
    match c {
        ' '..='~' => u8::try_from(c).ok(),
        c => UPPER.chars().position(|upper| upper == c).and_then(|at| u8::try_from(0x80 + at).ok()),
    }
}

#[cfg(test)]
#[path = "sie_tests.rs"]
mod tests;
