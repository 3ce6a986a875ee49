//! What people write → a small tree (contract §3.8), for whatever is drawn here: pages without a script, feeds, previews.
//! The web app reads texts in the same way (`web/src/lib/tokenize.ts`); both are held to `web/src/lib/markdown.json`.
//!
//! Marks open only at a word's beginning and close at its end, and none stands within its like: so the tree is three deep at
//! most, whatever is written.

mod addresses;
mod inline;
mod links;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

pub use addresses::addresses;
pub use inline::{Inline, Mark};

/// Deepest level of a list.
const DEPTH_MAX: usize = 3;

/// What stands on one line.
pub type Line<'a> = Vec<Inline<'a>>;

#[derive(Debug, PartialEq, Eq)]
pub enum Block<'a> {
    Paragraph(Vec<Line<'a>>),
    Quote(Vec<Line<'a>>),
    List {
        /// The first number of a numbered list; none: bullets.
        start: Option<u32>,
        items: Vec<Item<'a>>,
    },
    Code(&'a str),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// 0 for the outermost.
    pub depth: usize,
    pub line: Line<'a>,
}

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static FENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)```(?:[A-Za-z0-9_+#-]*\n)?(.*?)```").unwrap());
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static ITEM: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^( *)(?:[-*•]|([0-9]{1,9})[.)]) +").unwrap());
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static QUOTE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^(?:> ?)+").unwrap());

/// Reads a text. `names` are the stretches of it (bytes, in order) that name somebody or something: they stay whole.
pub fn read<'a>(text: &'a str, names: &[Range<usize>]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut from = 0;
    for found in FENCE.captures_iter(text) {
        let (Some(whole), Some(code)) = (found.get(0), found.get(1)) else { continue };
        let code = code.as_str();
        let code = code.strip_prefix('\n').unwrap_or(code);
        let code = code.strip_suffix('\n').unwrap_or(code);
        if code.trim().is_empty() {
            continue;
        }
        prose(text, from..whole.start(), names, &mut blocks);
        blocks.push(Block::Code(code));
        from = whole.end();
    }
    prose(text, from..text.len(), names, &mut blocks);
    blocks
}

fn prose<'a>(text: &'a str, part: Range<usize>, names: &[Range<usize>], blocks: &mut Vec<Block<'a>>) {
    let Range { start, end } = part;
    let begun = blocks.len();
    let mut at = start;
    // The line break beside a code block belongs to the block's own margin.
    if start > 0 && text[at..end].starts_with('\n') {
        at += 1;
    }
    while at < end {
        let line_end = text[at..end].find('\n').map_or(end, |length| at + length);
        let line = &text[at..line_end];
        // A block of the text before a fence goes on in none after it.
        let open = if blocks.len() > begun { blocks.last_mut() } else { None };
        if let Some((length, depth, number)) = item(line) {
            let one = Item { depth, line: inline::read(text, at + length..line_end, names) };
            match open {
                Some(Block::List { start, items }) if start.is_none() == number.is_none() => items.push(one),
                _ => blocks.push(Block::List { start: number, items: vec![one] }),
            }
        } else {
            let quoted = QUOTE.find(line).map(|found| found.end());
            let read = inline::read(text, at + quoted.unwrap_or(0)..line_end, names);
            match (open, quoted) {
                (Some(Block::Quote(lines)), Some(_)) | (Some(Block::Paragraph(lines)), None) => {
                    lines.push(read);
                }
                (_, Some(_)) => blocks.push(Block::Quote(vec![read])),
                (_, None) => blocks.push(Block::Paragraph(vec![read])),
            }
        }
        at = line_end + 1;
    }
    blocks.retain(|block| match block {
        Block::Paragraph(lines) | Block::Quote(lines) => !lines.iter().all(|line| is_blank(line)),
        Block::List { .. } | Block::Code(_) => true,
    });
}

/// How long its mark is, how deep it stands, and its number.
fn item(line: &str) -> Option<(usize, usize, Option<u32>)> {
    let found = ITEM.captures(line)?;
    let length = found.get(0)?.end();
    line[length..].chars().next().filter(|next| !next.is_whitespace())?;
    let depth = (found[1].len() / 2).min(DEPTH_MAX);
    Some((length, depth, found.get(2).and_then(|number| number.as_str().parse().ok())))
}

/// Nothing is to be seen of it.
pub fn is_blank(line: &[Inline<'_>]) -> bool {
    line.iter().all(|one| matches!(one, Inline::Text(text) if text.trim().is_empty()))
}

/// The words alone: no marks, no fences, on one line. `names` as for [`read`].
pub fn plain(text: &str, names: &[Range<usize>]) -> String {
    let line = |line: &Line<'_>| {
        let mut words = String::new();
        for one in line {
            one.words(&mut words);
        }
        words
    };
    let blocks = read(text, names).into_iter().map(|block| match block {
        Block::Code(code) => code.to_owned(),
        Block::List { items, .. } => items.iter().map(|item| line(&item.line)).collect::<Vec<_>>().join(", "),
        Block::Paragraph(lines) | Block::Quote(lines) => lines.iter().map(line).collect::<Vec<_>>().join(" "),
    });
    let words = blocks.collect::<Vec<_>>().join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first characters of a text's words, on one line.
pub fn brief(text: &str, names: &[Range<usize>], most: usize) -> String {
    cut(plain(text, names), most)
}

/// A line's first characters.
pub fn cut(mut line: String, most: usize) -> String {
    if let Some((end, _)) = line.char_indices().nth(most) {
        line.truncate(end);
        line.truncate(line.trim_end().len());
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests;
