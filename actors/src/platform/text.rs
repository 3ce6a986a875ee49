//! Validation of names and texts that people write. Names stand beside those of others in lists, mails and push
//! messages, so they must not look like something else or become a link.

use std::sync::LazyLock;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use regex::Regex;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::platform::error::{Refusal, Result};

/// Most combining marks on one letter.
const MARKS: usize = 3;

/// Texts that programs turn into links: a scheme, `www.`, a mail address, a domain with a known ending.
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) [a-z][a-z0-9+.-]*:// | \b(?:mailto|javascript|data|tel):\S | \bwww\. | \S@\S+\.\S
        | \b[\p{L}\p{N}][\p{L}\p{N}-]*\.(?:com|net|org|info|biz|io|co|app|dev|xyz|online|site|shop|top|link|click|club|
          live|store|example|me|tv|ly|gg|eu|se|nu|no|dk|fi|is|de|nl|fr|es|it|pl|uk|us|ca|ch|at|be|ru|cn|in|br|jp)
          (?:$|[\s/:?\#,;!.)\]])",
    )
    .ok()
});

/// Whether a program might turn a part of the text into a link.
fn has_address(text: &str) -> bool {
    ADDRESS.as_ref().is_some_and(|address| address.is_match(text))
}

/// Invisible, bidirectional, private-use or unassigned characters.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e000}'..='\u{f8ff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Characters that join emoji (a family, a flag's colours): visible there, invisible elsewhere.
fn joins(before: Option<char>, c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0f}') && before.is_some_and(|c| c >= '\u{203c}' && !c.is_alphabetic())
}

/// A name of `min` to `max` characters: normalized (NFC), whitespace collapsed. 422 `LENGTH`, `CHARACTERS` for
/// invisible or bidirectional characters, `ADDRESS` for links and addresses.
pub fn display_name(field: &'static str, text: &str, min: usize, max: usize) -> Result<String> {
    let wrong = |code, message: &'static str| Err(Refusal::field(field, code, message));
    let composed: String = text.trim().nfc().collect();
    let mut name = String::with_capacity(composed.len());
    let (mut before, mut marks) = (None, 0);
    for c in composed.chars() {
        let c = if c.is_whitespace() && !c.is_control() && !is_unseen(c) { ' ' } else { c };
        marks = if is_combining_mark(c) && !joins(before, c) { marks + 1 } else { 0 };
        if marks > MARKS || is_unseen(c) && !joins(before, c) {
            return wrong("CHARACTERS", "Innehåller tecken som inte kan användas.");
        }
        if c != ' ' || before != Some(' ') {
            name.push(c);
        }
        before = Some(c);
    }
    if !(min..=max).contains(&name.chars().count()) {
        return Err(Refusal::field(field, "LENGTH", format!("Ska vara {min}–{max} tecken.")));
    }
    if has_address(&name) {
        return wrong("ADDRESS", "Får inte innehålla länkar eller adresser.");
    }
    Ok(name)
}

/// A one-line text with collapsed whitespace; none: it is empty. 422 `CHARACTERS` for invisible or bidirectional
/// characters, `LENGTH` beyond `most` characters.
pub fn line(field: &str, text: &str, most: usize) -> Result<Option<String>> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().any(is_unseen) {
        let message = "Innehåller tecken som inte kan användas.";
        return Err(Refusal::field(field.to_owned(), "CHARACTERS", message));
    }
    if text.chars().count() > most {
        return Err(Refusal::field(field.to_owned(), "LENGTH", format!("Högst {most} tecken.")));
    }
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// As [`line`], of a text that must not be empty. 422 `LENGTH` with `message`: it is.
pub fn required_line(field: &'static str, text: &str, most: usize, message: &'static str) -> Result<String> {
    line(field, text, most)?.ok_or_else(|| Refusal::field(field, "LENGTH", message))
}

/// A text of several lines, trimmed. 422 `CHARACTERS` for characters that cannot be stored.
pub fn prose(field: &'static str, text: &str) -> Result<String> {
    if text.contains('\0') {
        let message = "Texten innehåller ett tecken som inte går att spara.";
        return Err(Refusal::field(field, "CHARACTERS", message));
    }
    Ok(text.trim().to_owned())
}

/// Longest line of a message in a mail.
const LINE: usize = 90;

/// A name made safe for mails, whatever was accepted when it was given: visible characters, one line, no link, bounded
/// length.
pub fn in_mail(name: &str) -> String {
    let seen = name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !is_unseen(*c));
    let seen: String = seen.collect();
    let short: String = seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let short: String = short.chars().take(100).collect();
    if has_address(&short) { short.replace(['.', '@', ':', '/'], " ") } else { short }
}

/// A longer text of somebody's for a mail to people who chose to hear from them: its lines and links stay, but nothing
/// that cannot be seen.
pub fn letter_in_mail(text: &str) -> String {
    let mut letter = String::new();
    for line in text.lines() {
        letter
            .extend(line.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !is_unseen(*c)));
        letter.push('\n');
    }
    letter
}

/// A message of somebody's made safe for a mail to a stranger: without links, in lines of at most [`LINE`] characters.
pub fn message_in_mail(message: &str) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for word in message.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() >= LINE {
            text.push_str(&in_mail(&std::mem::take(&mut line)));
            text.push('\n');
        }
        line = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
    }
    text + &in_mail(&line)
}

/// The text of an uploaded file, without a byte order mark: UTF-8, UTF-16 of either order, otherwise Windows-1252.
pub fn decoded(file: &[u8]) -> String {
    let (encoding, mark) = Encoding::for_bom(file).unwrap_or_else(|| {
        let encoding = match file {
            // UTF-16 without a mark: of Latin letters every second byte is 0.
            [first, 0, third, 0, ..] if *first != 0 && *third != 0 => UTF_16LE,
            [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => UTF_16BE,
            _ if std::str::from_utf8(file).is_ok() => UTF_8,
            _ => WINDOWS_1252,
        };
        (encoding, 0)
    });
    let (text, _) = encoding.decode_without_bom_handling(file.get(mark..).unwrap_or_default());
    text.trim_start_matches('\u{feff}').to_owned()
}

/// The delimiter of a CSV file, by its first line: a comma, a semicolon or a tab.
pub fn delimiter(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| heading.bytes().filter(|byte| byte == delimiter).count();
    [b',', b';', b'\t'].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Longest file name, in characters.
const FILE_NAME: usize = 120;

/// A CSV cell that spreadsheet programs do not interpret as a formula.
pub fn cell(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '\t', '|', '%']);
    if is_formula { format!("'{text}") } else { text }
}

/// A file name made safe for lists, headers and folders: only the last path component, no invisible characters, none
/// with a meaning to systems, bounded length; the extension stays.
pub fn file_name(text: &str) -> String {
    let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let (mut name, mut marks) = (String::new(), 0);
    for c in last.nfc() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS || is_unseen(c) && !joins(name.chars().last(), c) {
            continue;
        }
        match c {
            c if c.is_whitespace() => {
                if !name.ends_with(' ') {
                    name.push(' ');
                }
            }
            ':' | '*' | '?' | '"' | '<' | '>' | '|' => name.push('_'),
            c => name.push(c),
        }
    }
    let name = name.trim_matches([' ', '.']);
    let length = name.chars().count();
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if end.chars().count() <= 10 => (stem, Some(end)),
        _ => (name, None),
    };
    let short: String = if length > FILE_NAME {
        let room = FILE_NAME - end.map_or(0, |end| end.chars().count() + 1);
        let stem: String = stem.chars().take(room).collect();
        end.map_or_else(|| stem.clone(), |end| format!("{}.{end}", stem.trim_end()))
    } else {
        name.to_owned()
    };
    if short.is_empty() { "fil".to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        display_name("name", text, 1, 60).map_or_else(|refusal| refusal.fields[0].code, |_| "")
    }

    #[test]
    fn message_in_a_mail_contains_no_link() {
        let text = message_in_mail(&format!("hej {} se https://evil.example/x nu", "lång ".repeat(40)));
        assert!(!text.contains("://") && text.contains("hej lång"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100) && text.ends_with("nu"), "{text}");
        assert_eq!(message_in_mail(""), "");
    }

    #[test]
    fn names_as_people_have_them() {
        for name in [
            "Åsa Öberg",
            "D'Arcy O’Neill",
            "Jean-Luc",
            "J. R. R. Tolkien",
            "Dr. Andersson",
            "محمد",
            "李小龍",
            "Łukasz Żółć",
            "3:an",
            "AB Nr. 1",
            "IFK Göteborg (damer)",
            "Ada ❤️",
            "Familjen 👨‍👩‍👧",
            "नमस्ते",
            "Lag 2.0",
            "St.Göran",
            "A/B",
        ] {
            assert_eq!(display_name("name", name, 1, 60).unwrap(), name.nfc().collect::<String>());
        }
        assert_eq!(display_name("name", "  A\u{a0}\u{2003} b ", 1, 60).unwrap(), "A b");
        assert_eq!(display_name("name", "A\u{30a}sa", 1, 60).unwrap(), "Åsa", "composed");
    }

    #[test]
    fn deceptive_names_are_refused() {
        for name in [
            "An\u{200b}na",
            "\u{202e}annA",
            "Anna\u{2066}",
            "\u{feff}Anna",
            "An\u{ad}na",
            "An\u{200d}na",
            "\u{2800}",
            "\u{3164}",
            "En\nrad",
            "A\u{0}b",
            "\u{e0041}",
            "\u{e000}",
            "A\u{300}\u{301}\u{302}\u{303}\u{304}",
            "A\u{2028}b",
            "\u{1b}[31mAnna",
        ] {
            assert_eq!(code(name), "CHARACTERS", "{name:?}");
        }
        for name in ["", "   ", &"x".repeat(61)] {
            assert_eq!(code(name), "LENGTH", "{name:?}");
        }
    }

    #[test]
    fn names_that_look_like_links_are_refused() {
        for name in [
            "http://evil.example",
            "Vinn på https://x.y",
            "www.evil.se",
            "evil.se",
            "Klicka evil.com/vinst",
            "anna@evil.se",
            "mailto:a",
            "javascript:alert(1)",
            "Bank.SE: logga in",
            "xn--bnk-0na.com",
        ] {
            assert_eq!(code(name), "ADDRESS", "{name:?}");
        }
    }

    #[test]
    fn stored_names_are_made_harmless_in_mail() {
        assert_eq!(in_mail("Åsa Öberg"), "Åsa Öberg");
        assert_eq!(in_mail("Anna\r\nBcc: x"), "Anna Bcc: x");
        let told = in_mail("http://evil.se/vinst \u{202e}");
        assert!(!has_address(&told) && !told.contains('\u{202e}'), "{told}");
        assert_eq!(in_mail(&"x".repeat(500)).len(), 100);
    }

    #[test]
    fn files_of_each_encoding_are_decoded() {
        let text = "åäö “€”;a@b.se";
        let units = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
        let marked = |mark: &[u8], rest: &[u8]| [mark, rest].concat();
        let windows = b"\xe5\xe4\xf6 \x93\x80\x94;a@b.se".to_vec();
        for file in [
            text.as_bytes().to_vec(),
            marked(b"\xef\xbb\xbf", text.as_bytes()),
            marked(b"\xff\xfe", &little),
            marked(b"\xfe\xff", &big),
            windows,
        ] {
            assert_eq!(decoded(&file), text, "{file:?}");
        }
        let plain: Vec<u8> = "a@b.se".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&plain), "a@b.se", "without a mark");
        assert_eq!(decoded(b""), "");
    }

    #[test]
    fn names_of_files_are_harmless() {
        for (given, kept) in [
            ("Årsmöte 2026.pdf", "Årsmöte 2026.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Windows\\evil.exe", "evil.exe"),
            ("bild\u{202e}gpj.exe", "bildgpj.exe"),
            ("a\r\nSet-Cookie: x=1.png", "aSet-Cookie_ x=1.png"),
            ("a\0b.png", "ab.png"),
            ("  mycket   luft .txt", "mycket luft .txt"),
            ("\"><script>.svg", "___script_.svg"),
            (".htaccess", "htaccess"),
            ("...", "fil"),
            ("", "fil"),
            ("a/", "fil"),
            ("A\u{30a}.txt", "Å.txt"),
        ] {
            assert_eq!(file_name(given), kept, "{given:?}");
        }
        let long = file_name(&format!("{}.docx", "å".repeat(300)));
        assert_eq!((long.chars().count(), &long[long.len() - 5..]), (120, ".docx"));
    }
}
