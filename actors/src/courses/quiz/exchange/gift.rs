//! GIFT, Moodle's text format for questions: https://docs.moodle.org/en/GIFT_format.
//!
//! Taken: one right option or several, true or false, texts, numbers with a tolerance or a range, open answers, the
//! general feedback, and marks from a comment as [`write`] makes it. Everything else is named with its line.

use std::fmt::Write as _;

use storage::courses::quiz::QuestionType;

use super::{Draft, Read};

/// Comments by which marks are kept; other programs skip them.
const MARKS: &str = "// poäng:";
/// What stands in the text where the answer was, when there is text after it.
const GAP: &str = "_____";

/// The questions of a file.
pub fn read(text: &str) -> Read {
    let mut found = Read::default();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut block = Block::default();
    for (at, line) in text.lines().enumerate() {
        block.line(at + 1, line, &mut found);
    }
    block.end(&mut found);
    found
}

/// Lines between blank ones: a question.
#[derive(Default)]
struct Block {
    begins: usize,
    text: String,
    marks: Option<i64>,
}

impl Block {
    fn line(&mut self, at: usize, line: &str, found: &mut Read) {
        let trimmed = line.trim();
        if let Some(marks) = trimmed.strip_prefix(MARKS) {
            self.marks = marks.trim().parse().ok().filter(|marks| (1..=100).contains(marks));
        } else if trimmed.starts_with("//") {
            // Said to whoever reads the file.
        } else if trimmed.starts_with("$CATEGORY:") {
            self.end(found);
            found.leave(at, trimmed, "Kategorier finns inte här.");
        } else if trimmed.is_empty() {
            if !self.text.is_empty() {
                self.end(found);
            }
        } else {
            if self.text.is_empty() {
                self.begins = at;
            } else {
                self.text.push('\n');
            }
            self.text.push_str(line);
        }
    }

    fn end(&mut self, found: &mut Read) {
        let Self { begins, text, marks } = std::mem::take(self);
        if !text.trim().is_empty() {
            question(begins, &text, marks.unwrap_or(1), found);
        }
    }
}

/// Splits at the first `mark` that is not escaped.
fn split<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if text[at..].starts_with(mark) {
            return Some((&text[..at], &text[at + mark.len()..]));
        }
    }
    None
}

/// A text without its escapes.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.trim().chars();
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some('n')) => {
                plain.push('\n');
                chars.next();
            }
            ('\\', Some(next)) if is_special(next) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

const fn is_special(c: char) -> bool {
    matches!(c, '~' | '=' | '#' | '{' | '}' | ':' | '\\')
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\r' => {}
            c if is_special(c) => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

fn question(begins: usize, text: &str, marks: i64, found: &mut Read) {
    let mut rest = text.trim();
    if let Some(titled) = rest.strip_prefix("::")
        && let Some((title, after)) = split(titled, "::")
    {
        if !title.trim().is_empty() {
            found.leave(begins, title, "Frågans rubrik togs inte med.");
        }
        rest = after.trim_start();
    }
    for (mark, is_kept) in [("[markdown]", true), ("[plain]", true), ("[moodle]", true), ("[html]", false)] {
        if let Some(after) = rest.strip_prefix(mark) {
            if !is_kept {
                found.leave(begins, rest, "HTML visas som text.");
            }
            rest = after.trim_start();
        }
    }
    let Some((before, answers)) = split(rest, "{") else {
        return found.leave(begins, rest, "Texten har inget svar.");
    };
    let Some((answers, after)) = split(answers, "}") else {
        return found.leave(begins, rest, "Svaret saknar sin sista klammer.");
    };
    if split(after, "{").is_some() {
        return found.leave(begins, rest, "Frågor med flera luckor stöds inte.");
    }
    let after = plain(after);
    let mut asked = plain(before);
    if !after.is_empty() {
        format!("{asked} {GAP} {after}").trim().clone_into(&mut asked);
    }
    let (answers, feedback) = split(answers, "####").unwrap_or((answers, ""));
    let feedback = Some(plain(feedback)).filter(|text| !text.is_empty());
    match answered(begins, answers.trim(), asked, found) {
        Ok(draft) => found.drafts.push((begins, Draft { marks, feedback, ..draft })),
        Err(reason) => found.leave(begins, rest, reason),
    }
}

/// The question by what its answers look like.
fn answered(begins: usize, answers: &str, asked: String, found: &mut Read) -> Result<Draft, &'static str> {
    if answers.is_empty() {
        return Ok(Draft::of(QuestionType::Open, asked));
    }
    if let Some(number) = answers.strip_prefix('#') {
        return numbered(begins, number.trim(), asked, found);
    }
    if !answers.starts_with(['=', '~']) {
        return truth(begins, answers, asked, found);
    }
    let all = choices(begins, answers, found);
    if all.iter().any(|one| one.text.contains("->") && one.is_right) {
        return Err("Parfrågor stöds inte.");
    }
    if all.iter().all(|one| one.is_right) {
        if all.iter().any(|one| one.weight.is_some_and(|weight| weight != 10_000_000)) {
            found.leave(begins, answers, "Svar som ger en del av poängen ger här alla.");
        }
        let texts = all.into_iter().map(|one| plain(&one.text)).filter(|text| !text.is_empty()).collect();
        return Ok(Draft { texts, ..Draft::of(QuestionType::Text, asked) });
    }
    let is_single = all.iter().filter(|one| one.is_right).count() == 1;
    let is_multi = !all.iter().any(|one| one.is_right);
    if !is_single && !is_multi {
        return Err("Flera helt rätta svar bland alternativ stöds inte.");
    }
    let is_right = |one: &Choice| {
        if is_single { one.is_right } else { one.weight.is_some_and(|weight| weight > 0) }
    };
    if is_single && all.iter().any(|one| one.weight.is_some_and(|weight| weight > 0) && !one.is_right) {
        found.leave(begins, answers, "Svar som ger en del av poängen ger här ingen.");
    }
    let weights: Vec<i64> =
        all.iter().filter(|one| !is_single && is_right(one)).filter_map(|one| one.weight).collect();
    if weights.iter().any(|weight| *weight != weights[0]) {
        found.leave(begins, answers, "De rätta svaren väger här lika.");
    }
    let kind = if is_single { QuestionType::Single } else { QuestionType::Multi };
    let options = all.iter().map(|one| (plain(&one.text), is_right(one))).collect();
    Ok(Draft { options, ..Draft::of(kind, asked) })
}

struct Choice {
    is_right: bool,
    /// In hundred-thousandths of a percent.
    weight: Option<i64>,
    text: String,
}

/// The answers of a list: each begins with `=` or `~`, and may have a weight and feedback.
fn choices(begins: usize, answers: &str, found: &mut Read) -> Vec<Choice> {
    let mut all = Vec::new();
    let mut rest = answers;
    while let Some(mark) = rest.chars().next() {
        let body = &rest[mark.len_utf8()..];
        let ends = [split(body, "="), split(body, "~")].into_iter().flatten().map(|(one, _)| one.len()).min();
        let (one, after) = body.split_at(ends.unwrap_or(body.len()));
        rest = after;
        let (one, feedback) = split(one, "#").unwrap_or((one, ""));
        if !feedback.trim().is_empty() {
            found.leave(begins, feedback, "Kommentaren till ett enskilt svar togs inte med.");
        }
        let (weight, text) = weighted(one.trim());
        all.push(Choice { is_right: mark == '=', weight, text: text.to_owned() });
    }
    all
}

/// A weight in percent before an answer: `%33.33333%`.
fn weighted(text: &str) -> (Option<i64>, &str) {
    let parts = text.strip_prefix('%').and_then(|text| text.split_once('%'));
    let Some((weight, rest)) = parts else { return (None, text) };
    let hundredths = super::super::rules::grading::decimal(weight);
    match hundredths.and_then(|weight| i64::try_from(weight / 10_000).ok()) {
        Some(weight) => (Some(weight), rest),
        None => (None, text),
    }
}

fn numbered(begins: usize, answers: &str, asked: String, found: &mut Read) -> Result<Draft, &'static str> {
    let mut first = answers;
    if answers.starts_with('=') {
        let all = choices(begins, answers, found);
        if all.len() > 1 {
            found.leave(begins, answers, "Bara det första talet togs med.");
        }
        let Some(one) = all.into_iter().next() else { return Err("Talet går inte att läsa.") };
        return number(&plain(&one.text), asked);
    }
    if let Some((one, feedback)) = split(answers, "#") {
        found.leave(begins, feedback, "Kommentaren till ett enskilt svar togs inte med.");
        first = one;
    }
    number(&plain(first), asked)
}

/// `3.14`, `3.14:0.01`, `3.1..3.2`.
fn number(text: &str, asked: String) -> Result<Draft, &'static str> {
    use super::super::rules::grading::decimal;
    let of = |number: String, tolerance: Option<String>| {
        let is_read =
            decimal(&number).is_some() && tolerance.as_deref().is_none_or(|it| decimal(it).is_some());
        let draft = Draft { number: Some(number), tolerance, ..Draft::of(QuestionType::Text, asked.clone()) };
        is_read.then_some(draft).ok_or("Talet går inte att läsa.")
    };
    if let Some((from, to)) = text.split_once("..") {
        let (Some(from), Some(to)) = (decimal(from), decimal(to)) else {
            return Err("Talet går inte att läsa.");
        };
        // The middle, and half of the range: exact, for a half of a billionth is not written.
        if (from + to) % 2 != 0 {
            return Err("Talet har för många decimaler.");
        }
        return of(decimals(i128::midpoint(from, to)), Some(decimals((to - from).abs() / 2)));
    }
    match text.split_once(':') {
        Some((number, tolerance)) => of(number.trim().to_owned(), Some(tolerance.trim().to_owned())),
        None => of(text.trim().to_owned(), None),
    }
}

/// Billionths as a text.
fn decimals(billionths: i128) -> String {
    let (sign, rest) = (if billionths < 0 { "-" } else { "" }, billionths.abs());
    let text = format!("{sign}{}.{:09}", rest / 1_000_000_000, rest % 1_000_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn truth(begins: usize, answers: &str, asked: String, found: &mut Read) -> Result<Draft, &'static str> {
    let (word, feedback) = split(answers, "#").unwrap_or((answers, ""));
    let is_true = match word.trim().to_uppercase().as_str() {
        "T" | "TRUE" => true,
        "F" | "FALSE" => false,
        _ => return Err("Svaret går inte att läsa."),
    };
    if !feedback.trim().is_empty() {
        found.leave(begins, feedback, "Kommentaren till ett enskilt svar togs inte med.");
    }
    let options = vec![("Sant".to_owned(), is_true), ("Falskt".to_owned(), !is_true)];
    Ok(Draft { options, ..Draft::of(QuestionType::Single, asked) })
}

/// Questions as a file.
pub fn write(drafts: &[Draft]) -> String {
    let mut text = String::new();
    for draft in drafts {
        if draft.marks != 1 {
            let _ = writeln!(text, "{MARKS} {}", draft.marks);
        }
        let _ = write!(text, "{} {{", first(&escaped(&draft.text)));
        answers(&mut text, draft);
        if let Some(feedback) = &draft.feedback {
            let _ = write!(text, "####{}", escaped(feedback));
        }
        text.push_str("}\n\n");
    }
    text
}

/// A question's text so that its beginning is not taken for something else: a comment, a category, a format.
fn first(text: &str) -> String {
    if text.starts_with("//") || text.starts_with("$CATEGORY") || text.starts_with('[') {
        return format!("[markdown]{text}");
    }
    text.to_owned()
}

fn answers(text: &mut String, draft: &Draft) {
    let right = draft.options.iter().filter(|(_, is_right)| *is_right).count();
    match draft.kind {
        QuestionType::Open => {}
        QuestionType::Single => {
            for (option, is_right) in &draft.options {
                let (mark, weight) = if *is_right { ('=', 100) } else { ('~', 0) };
                let _ = write!(text, "{mark}{}", option_of(option, weight));
            }
        }
        QuestionType::Multi => {
            let share = 100.0 / right.max(1) as f64;
            for (option, is_right) in &draft.options {
                let weight = if *is_right { format!("{share:.5}") } else { "-100".to_owned() };
                let _ = write!(text, "~%{weight}%{}", escaped(option));
            }
        }
        QuestionType::Text if draft.texts.is_empty() => {
            let number = draft.number.as_deref().unwrap_or_default();
            let _ = write!(text, "#{}", escaped(number));
            if let Some(tolerance) = &draft.tolerance {
                let _ = write!(text, ":{}", escaped(tolerance));
            }
        }
        QuestionType::Text => {
            // A number beside texts has no place of its own.
            for one in draft.texts.iter().chain(&draft.number) {
                let _ = write!(text, "={}", option_of(one, 100));
            }
        }
    }
}

/// An answer so that its beginning is not taken for a weight: with the one that it has anyway.
fn option_of(text: &str, weight: i64) -> String {
    let text = escaped(text);
    if text.starts_with('%') { format!("%{weight}%{text}") } else { text }
}

#[cfg(test)]
#[path = "gift_tests.rs"]
pub(super) mod tests;
