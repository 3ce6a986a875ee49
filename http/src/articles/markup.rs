//! An article's text as markup for pages without a script: the Markdown subset of contract §3.8, as the web app draws it
//! (`web/src/lib/tokenize.ts`), in simpler words. Every text of people is escaped.

use crate::feed::markup::word;
use crate::web_app::drawing::escape;

/// Characters of a text that stand for the whole.
const BRIEF: usize = 200;
/// Characters within which what has begun in a line ends, and how deep marks lie in each other: whatever is written, a text
/// costs its length.
const REACH: usize = 400;
const DEPTH: usize = 3;
const FENCE: &str = "```";
/// What marks a stretch of a line, and the element that it becomes.
const MARKS: [(&str, &str); 5] = [("**", "strong"), ("*", "strong"), ("~~", "s"), ("~", "s"), ("_", "em")];

/// Its first words on one line, without marks; empty where it has none.
pub fn brief(text: &str) -> String {
    let plain = text.replace(['*', '~', '`', '>'], " ").replace(" _", " ").replace("_ ", " ");
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// What kind of block a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Quote,
    Bullets,
    Numbers,
}

impl Kind {
    fn wrap(self, lines: &[String], start: &str) -> String {
        let items = || lines.iter().map(|line| format!("<li>{line}</li>")).collect::<String>();
        match self {
            Self::Paragraph => format!("<p>{}</p>", lines.join("<br>")),
            Self::Quote => format!("<blockquote><p>{}</p></blockquote>", lines.join("<br>")),
            Self::Bullets => format!("<ul>{}</ul>", items()),
            Self::Numbers => format!("<ol start=\"{start}\">{}</ol>", items()),
        }
    }
}

/// A line, what it belongs to, and the number of a numbered one.
fn read(line: &str) -> (Kind, &str, &str) {
    let trimmed = line.trim_start_matches(' ');
    for bullet in ["- ", "* ", "• "] {
        if let Some(rest) = trimmed.strip_prefix(bullet).map(str::trim_start).filter(|rest| !rest.is_empty())
        {
            return (Kind::Bullets, rest, "");
        }
    }
    let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=9).contains(&digits) {
        let (number, rest) = trimmed.split_at(digits);
        let rest = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")).map(str::trim_start);
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            return (Kind::Numbers, rest, number);
        }
    }
    match line.strip_prefix('>') {
        Some(rest) => (Kind::Quote, rest.trim_start_matches(['>', ' ']), ""),
        None => (Kind::Paragraph, line, ""),
    }
}

/// What an article says.
pub fn body(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(FENCE) {
        let Some((code, after)) = after.split_once(FENCE) else { break };
        out.push_str(&prose(before));
        // The first line may name a language.
        let code = match code.split_once('\n') {
            Some((named, code)) if named.chars().all(|c| c.is_alphanumeric() || "+#-_".contains(c)) => code,
            _ => code,
        };
        out.push_str(&format!("<pre><code>{}</code></pre>", escape(code.trim_matches('\n'))));
        rest = after;
    }
    out + &prose(rest)
}

fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut open: Option<(Kind, Vec<String>, &str)> = None;
    let close = |open: &mut Option<(Kind, Vec<String>, &str)>| {
        open.take().map_or_else(String::new, |(kind, lines, start)| kind.wrap(&lines, start))
    };
    for line in text.split('\n') {
        if line.trim().is_empty() {
            out.push_str(&close(&mut open));
            continue;
        }
        let (kind, said, number) = read(line);
        let said = inline(said, 0);
        match &mut open {
            Some((as_before, lines, _)) if *as_before == kind => lines.push(said),
            _ => {
                out.push_str(&close(&mut open));
                open = Some((kind, vec![said], number));
            }
        }
    }
    out + &close(&mut open)
}

/// A stretch of one line, with what is marked in it.
fn inline(text: &str, depth: usize) -> String {
    let (mut out, mut plain, mut at) = (String::new(), 0, 0);
    while at < text.len() {
        let (before, after) = text.split_at(at);
        let found = code(after)
            .or_else(|| link(after))
            .or_else(|| if depth < DEPTH { marked(before, after, depth) } else { None });
        if let Some((markup, length)) = found {
            out.push_str(&words(text.get(plain..at).unwrap_or_default()));
            out.push_str(&markup);
            at += length;
            plain = at;
        } else {
            at += skipped(before, after);
        }
    }
    out + &words(text.get(plain..).unwrap_or_default())
}

/// How far to go on: over a whole address, so that nothing in it is a mark.
fn skipped(before: &str, after: &str) -> usize {
    let begins = before.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
    if begins && (after.starts_with("https://") || after.starts_with("http://")) {
        return after.find(char::is_whitespace).unwrap_or(after.len());
    }
    after.chars().next().map_or(1, char::len_utf8)
}

/// Plain words; addresses lead where they say.
fn words(text: &str) -> String {
    text.split(' ').map(|one| word(one, &[], "")).collect::<Vec<_>>().join(" ")
}

/// As much of a text as is looked through for the end of what has begun.
fn near(text: &str) -> &str {
    let end = text.char_indices().nth(REACH).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text)
}

/// `` `code` `` at the beginning, and how long it is.
fn code(text: &str) -> Option<(String, usize)> {
    let rest = near(text.strip_prefix('`')?);
    let end = rest.find('`').filter(|end| *end > 0)?;
    Some((format!("<code>{}</code>", escape(rest.get(..end)?)), end + 2))
}

/// `[text](address)` at the beginning, and how long it is.
fn link(text: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix('[')?;
    let (label, _) = near(rest).split_once(']')?;
    let (address, _) = near(rest.get(label.len() + 1..)?.strip_prefix('(')?).split_once(')')?;
    let is_address = address.starts_with("https://") || address.starts_with("http://");
    if label.trim().is_empty() || !is_address || address.contains(char::is_whitespace) {
        return None;
    }
    let markup =
        format!("<a href=\"{}\" rel=\"nofollow ugc noopener\">{}</a>", escape(address), escape(label));
    Some((markup, label.len() + address.len() + 4))
}

/// A marked stretch at the beginning, and how long it is. Marks open at a word's beginning and close at its end.
fn marked(before: &str, text: &str, depth: usize) -> Option<(String, usize)> {
    let (mark, element) = *MARKS.iter().find(|(mark, _)| text.starts_with(mark))?;
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let rest = text.strip_prefix(mark)?;
    let first = rest.chars().next().filter(|c| !c.is_whitespace() && !mark.starts_with(*c));
    if is_word(before.chars().next_back()) || first.is_none() {
        return None;
    }
    let closes = |at: &usize| {
        let (inner, after) = rest.split_at(*at);
        let last = inner.chars().next_back();
        let next = after.get(mark.len()..).and_then(|after| after.chars().next());
        let is_run = |c: Option<char>| c.is_some_and(|c| mark.starts_with(c));
        last.is_some_and(|c| !c.is_whitespace()) && !is_run(last) && !is_word(next) && !is_run(next)
    };
    let end = near(rest).match_indices(mark).map(|(at, _)| at).find(closes)?;
    let inner = inline(rest.get(..end)?, depth + 1);
    Some((format!("<{element}>{inner}</{element}>"), end + 2 * mark.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subset_of_the_contract_is_drawn() {
        for (text, markup) in [
            ("Hej", "<p>Hej</p>"),
            ("En\nrad\n\nEn till", "<p>En<br>rad</p><p>En till</p>"),
            (
                "*fet* **fet** _kursiv_ ~struken~",
                "<p><strong>fet</strong> <strong>fet</strong> <em>kursiv</em> <s>struken</s></p>",
            ),
            ("*fet och _kursiv_*", "<p><strong>fet och <em>kursiv</em></strong></p>"),
            ("snake_case_namn 2*3*4 * ensam", "<p>snake_case_namn 2*3*4 * ensam</p>"),
            ("`a * b` *c*", "<p><code>a * b</code> <strong>c</strong></p>"),
            ("- ett\n- två", "<ul><li>ett</li><li>två</li></ul>"),
            ("3. tre\n4. fyra", "<ol start=\"3\"><li>tre</li><li>fyra</li></ol>"),
            ("> sagt\n> mer\n\nsvar", "<blockquote><p>sagt<br>mer</p></blockquote><p>svar</p>"),
            (
                "före\n```rust\nlet a = *b*;\n```\nefter",
                "<p>före</p><pre><code>let a = *b*;</code></pre><p>efter</p>",
            ),
            (
                "[här](https://a.se/_x_) och https://b.se/_y_.",
                "<p><a href=\"https://a.se/_x_\" rel=\"nofollow ugc noopener\">här</a> och \
                 <a href=\"https://b.se/_y_\" rel=\"nofollow ugc noopener\">https://b.se/_y_</a>.</p>",
            ),
        ] {
            assert_eq!(body(text), markup, "{text}");
        }
    }

    #[test]
    fn nothing_that_is_written_is_markup() {
        for text in [
            "<script>alert(1)</script>",
            "*<b>*",
            "`</code><script>`",
            "```\n</pre><script>\n```",
            "[<img onerror=x>](https://a.se/\"onclick=\"x)",
            "[x](javascript:alert(1))",
            "> <svg onload=1>",
        ] {
            let drawn = body(text);
            for never in ["<script", "<b>", "<img", "<svg", "\"onclick", "href=\"javascript"] {
                assert!(!drawn.contains(never), "{text}: {drawn}");
            }
        }
    }

    #[test]
    fn its_first_words_stand_for_it() {
        assert_eq!(brief("*Ett.* Gå\n\n> långsamt"), "Ett. Gå långsamt");
        assert_eq!(brief(&"ord ".repeat(100)).chars().count(), BRIEF);
    }
}
