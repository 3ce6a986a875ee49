//! Names that people and organisations give themselves, wherever one is taken: they stand in lists, mails and push messages
//! beside others', so they must be what they look like and must not be a link.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::platform::error::{Refusal, Result};

/// Most marks on one letter.
const MARKS: usize = 3;

/// Addresses that programs make links of: a scheme, `www.`, a mail address, a domain that one knows by its end.
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) [a-z][a-z0-9+.-]*:// | \b(?:mailto|javascript|data|tel):\S | \bwww\. | \S@\S+\.\S
        | \b[\p{L}\p{N}][\p{L}\p{N}-]*\.(?:com|net|org|info|biz|io|co|app|dev|xyz|online|site|shop|top|link|click|club|
          live|store|example|me|tv|ly|gg|eu|se|nu|no|dk|fi|is|de|nl|fr|es|it|pl|uk|us|ca|ch|at|be|ru|cn|in|br|jp)
          (?:$|[\s/:?\#,;!.)\]])",
    )
    .ok()
});

/// Whether a program might make a link of a part of it.
fn has_address(text: &str) -> bool {
    ADDRESS.as_ref().is_some_and(|address| address.is_match(text))
}

/// Characters that are not seen, change the direction, or are nobody's.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e000}'..='\u{f8ff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// What joins pictures to one (a family, a flag's colours): seen there, unseen elsewhere.
fn joins(before: Option<char>, c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0f}') && before.is_some_and(|c| c >= '\u{203c}' && !c.is_alphabetic())
}

/// A name of `min` to `max` characters: composed, spaces put together. 422 `LENGTH`, `CHARACTERS` for what is not seen or
/// changes the direction, `ADDRESS` for links and addresses.
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

/// A text of one line as it is kept: spaces are put together; none: nothing is left. 422 `CHARACTERS` for what is not seen or
/// changes the direction, `LENGTH` beyond `most` characters.
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

/// A text of many lines as it is kept, without what stands empty around it. 422 `CHARACTERS` for what cannot be stored.
pub fn prose(field: &'static str, text: &str) -> Result<String> {
    if text.contains('\0') {
        let message = "Texten innehåller ett tecken som inte går att spara.";
        return Err(Refusal::field(field, "CHARACTERS", message));
    }
    Ok(text.trim().to_owned())
}

/// A name as a mail may carry it, whenever it was given: nothing unseen, one line, no link, not endless.
pub fn in_mail(name: &str) -> String {
    let seen = name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !is_unseen(*c));
    let seen: String = seen.collect();
    let short: String = seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let short: String = short.chars().take(100).collect();
    if has_address(&short) { short.replace(['.', '@', ':', '/'], " ") } else { short }
}

/// The text of a file that somebody's program wrote: UTF-8, or what older programs on Windows write.
pub fn decoded(file: &[u8]) -> String {
    match std::str::from_utf8(file) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => file.iter().copied().map(char::from).collect(),
    }
}

/// What stands between the cells of a table (CSV), by its first line: a comma, a semicolon or a tab.
pub fn delimiter(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| heading.bytes().filter(|byte| byte == delimiter).count();
    [b',', b';', b'\t'].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Longest name of a file, in characters.
const FILE_NAME: usize = 120;

/// A cell of a table (CSV) that no program takes for a formula.
pub fn cell(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '\t', '|', '%']);
    if is_formula { format!("'{text}") } else { text }
}

/// The name of a file as it may stand in a list, a header and a folder, whatever it was: its last part alone, nothing unseen,
/// nothing that systems give a meaning, not endless; what it ends with stays.
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
    fn what_is_not_what_it_looks_like() {
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
    fn what_a_program_makes_a_link_of() {
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
    fn what_was_given_before_is_harmless_in_a_mail() {
        assert_eq!(in_mail("Åsa Öberg"), "Åsa Öberg");
        assert_eq!(in_mail("Anna\r\nBcc: x"), "Anna Bcc: x");
        let told = in_mail("http://evil.se/vinst \u{202e}");
        assert!(!has_address(&told) && !told.contains('\u{202e}'), "{told}");
        assert_eq!(in_mail(&"x".repeat(500)).len(), 100);
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
