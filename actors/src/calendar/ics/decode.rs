//! Decodes the bytes of a file: unfolds lines first, then decodes the text. Pure.
//!
//! A program may fold a line in the middle of a character (RFC 5545 §3.1 counts octets), so lines are unfolded before
//! they are decoded as UTF-8.

use std::borrow::Cow;

/// Windows-1252 at 0x80–0x9F; undefined values are as in Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file in unfolded lines: UTF-8, UTF-16, or otherwise Windows-1252.
pub fn decoded(file: &[u8]) -> String {
    let text = match file {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // UTF-16 without a BOM: `BEGIN` has a 0 in every second byte.
        [_, 0, _, 0, ..] => utf16(file, u16::from_le_bytes),
        [0, _, 0, _, ..] => utf16(file, u16::from_be_bytes),
        _ => {
            let lines = unfolded(file);
            let line = |line: &[u8]| match std::str::from_utf8(line) {
                Ok(text) => text.to_owned(),
                Err(_) => line.iter().copied().map(windows).collect(),
            };
            lines.split(|byte| *byte == b'\n').map(line).collect::<Vec<_>>().join("\n")
        }
    };
    let text = text.trim_start_matches('\u{feff}');
    text.lines().map(readable).collect::<Vec<_>>().join("\r\n") + "\r\n"
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    String::from_utf8(unfolded(text.as_bytes())).unwrap_or(text)
}

fn windows(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| WINDOWS.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}

/// Removes line ends that are followed by a space or tab. Line ends become `\n`.
fn unfolded(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        if *byte != b'\r' && *byte != b'\n' {
            out.push(*byte);
            continue;
        }
        if *byte == b'\r' && bytes.get(at) == Some(&b'\n') {
            at += 1;
        }
        match bytes.get(at) {
            Some(b' ' | b'\t') => at += 1,
            _ => out.push(b'\n'),
        }
    }
    out
}

/// A line that the parser accepts: time zone names are quoted if needed, and a rule with numbers that the parser would
/// truncate becomes an unreadable one.
fn readable(line: &str) -> Cow<'_, str> {
    let Some((name, value)) = line.split_once(':') else { return line.into() };
    if let Some(quoted) = quoted(line, name) {
        return quoted.into();
    }
    if !name.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("RRULE")) {
        return line.into();
    }
    let most = |part: &str| match part.to_ascii_uppercase().as_str() {
        "INTERVAL" => 10_000,
        "COUNT" => i64::from(u32::MAX),
        "BYSETPOS" | "BYYEARDAY" => 366,
        "BYMONTHDAY" | "BYWEEKNO" | "BYHOUR" | "BYMINUTE" | "BYSECOND" | "BYMONTH" => 60,
        _ => i64::MAX,
    };
    let fits = |part: &str| {
        let Some((name, values)) = part.split_once('=') else { return true };
        let most = most(name.trim());
        let fits = |value: &str| value.trim().parse::<i64>().is_ok_and(|value| value.abs() <= most);
        // Values with letters are left to the parser.
        let is_number =
            |value: &&str| value.trim().trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit());
        most == i64::MAX || values.split(',').filter(is_number).all(fits)
    };
    if value.trim().is_empty() {
        return "".into();
    }
    if !value.split(';').all(fits) {
        return "RRULE:FREQ=UNREADABLE".into();
    }
    // The parser would turn a count below one into one.
    let is_none = |part: &&str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        name.trim().eq_ignore_ascii_case("COUNT") && value.trim().parse::<i64>().is_ok_and(|count| count < 1)
    };
    if value.split(';').any(|part| is_none(&part)) {
        let parts: Vec<&str> = value.split(';').filter(|part| !is_none(part)).collect();
        return format!("{name}:{}", parts.join(";")).into();
    }
    line.into()
}

/// A line of dates with its time zone quoted: `TZID=tzone://Microsoft/Utc`, `TZID=UTC+01:00`.
fn quoted(line: &str, name: &str) -> Option<String> {
    const DATES: [&str; 5] = ["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE"];
    let property = name.split(';').next()?;
    let at = name.to_ascii_uppercase().find(";TZID=")? + ";TZID=".len();
    if !DATES.iter().any(|known| known.eq_ignore_ascii_case(property)) || line.get(at..)?.starts_with('"') {
        return None;
    }
    // The value has no colon, so the last one precedes it.
    let zone = line.get(at..line.rfind(':')?)?;
    let zone = zone.split(';').next()?;
    let needs = zone.contains([':', ',']);
    let (before, after) = (line.get(..at)?, line.get(at + zone.len()..)?);
    needs.then(|| format!("{before}\"{zone}\"{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_unfolded_before_they_are_decoded() {
        let folded = b"SUMMARY:F\xc3\r\n \xb6r\xc3\n\t\xa4ldrar\r\nB:1\r\n";
        assert_eq!(decoded(folded), "SUMMARY:Föräldrar\r\nB:1\r\n");
    }

    #[test]
    fn windows_1252_and_utf_16_are_read() {
        assert_eq!(decoded(b"SUMMARY:M\xf6te \x96 100 \x80\r\n"), "SUMMARY:Möte – 100 €\r\n");
        let text = "BEGIN:VCALENDAR\r\nSUMMARY:Mö\r\n te\r\n";
        for (mark, unit) in [
            (&[0xff, 0xfe][..], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (&[0xfe, 0xff], u16::to_be_bytes),
            (&[], u16::to_le_bytes),
            (&[], u16::to_be_bytes),
        ] {
            let file: Vec<u8> = mark.iter().copied().chain(text.encode_utf16().flat_map(unit)).collect();
            assert_eq!(decoded(&file), "BEGIN:VCALENDAR\r\nSUMMARY:Möte\r\n");
        }
    }

    #[test]
    fn a_zone_gets_the_quotes_that_it_needs() {
        for (line, expected) in [
            (
                "DTSTART;TZID=tzone://Microsoft/Utc:20260601T090000",
                "DTSTART;TZID=\"tzone://Microsoft/Utc\":20260601T090000",
            ),
            (
                "DTEND;TZID=(UTC+01:00) Rom, Wien;VALUE=DATE-TIME:20260601T090000",
                "DTEND;TZID=\"(UTC+01:00) Rom, Wien\";VALUE=DATE-TIME:20260601T090000",
            ),
            ("DTSTART;TZID=\"UTC+01:00\":20260601T090000", "DTSTART;TZID=\"UTC+01:00\":20260601T090000"),
            (
                "DTSTART;TZID=Europe/Stockholm:20260601T090000",
                "DTSTART;TZID=Europe/Stockholm:20260601T090000",
            ),
            ("SUMMARY;TZID=a:b:c", "SUMMARY;TZID=a:b:c"),
        ] {
            assert_eq!(readable(line), expected);
        }
    }

    #[test]
    fn a_rule_whose_numbers_would_be_cut_off_is_unreadable() {
        assert_eq!(readable("RRULE:FREQ=DAILY;INTERVAL=65537"), "RRULE:FREQ=UNREADABLE");
        assert_eq!(readable("RRULE:FREQ=DAILY;BYHOUR=264"), "RRULE:FREQ=UNREADABLE");
        assert_eq!(readable("RRULE:FREQ=WEEKLY;COUNT=-1;UNTIL=20261231"), "RRULE:FREQ=WEEKLY;UNTIL=20261231");
        assert_eq!(readable("RRULE:"), "");
        let fine = "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;COUNT=4000000000";
        assert_eq!(readable(fine), fine);
    }
}
