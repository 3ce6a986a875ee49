//! Parses a text's lines into paragraphs, quotes, lists and code.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Block, Item, inline, is_blank};

/// Deepest level of quotes; deeper ones become part of the innermost.
const QUOTES_MAX: usize = 5;
/// Deepest level of a list.
const DEPTH_MAX: usize = 3;
const FENCE: &str = "```";

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static ITEM: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^( *)(?:[-*•]|([0-9]{1,9})[.)]) +").unwrap());
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static QUOTES: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^(?:> ?)+").unwrap());

pub(super) fn read<'a>(text: &'a str, names: &[Range<usize>]) -> Vec<Block<'a>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        lines.push(start..end);
        start = end + 1;
    }
    Reader { text, names }.blocks(lines, 0)
}

#[derive(Clone, Copy)]
struct Reader<'a, 'n> {
    text: &'a str,
    names: &'n [Range<usize>],
}

impl<'a> Reader<'a, '_> {
    /// The blocks of some lines, whose quote marks are already removed.
    fn blocks(self, mut lines: Vec<Range<usize>>, quotes: usize) -> Vec<Block<'a>> {
        let mut blocks: Vec<Block<'a>> = Vec::new();
        // Whether the last block is a list to whose last item an indented fence belongs.
        let mut in_item = false;
        let mut at = 0;
        while let Some(line) = lines.get(at).cloned() {
            if quotes < QUOTES_MAX && self.is_quoted(&line) {
                let quoted = lines[at..].iter().take_while(|line| self.is_quoted(line));
                let inner: Vec<_> = quoted.map(|line| self.unquoted(line, quotes + 1)).collect();
                at += inner.len();
                blocks.push(Block::Quote(self.blocks(inner, quotes + 1)));
                in_item = false;
                continue;
            }
            let sign = item(&self.text[line.clone()]);
            let from = line.start + sign.as_ref().map_or(0, |sign| sign.length);
            let fence = self.fence(&lines, at, from);
            let before = line.start..fence.as_ref().map_or(line.end, |fence| fence.start);
            let written = &self.text[before.clone()];
            if let Some(sign) = sign {
                self.add_item(&mut blocks, &sign, from..before.end);
                in_item = true;
            } else if fence.is_none() || !written.trim().is_empty() {
                self.add_line(&mut blocks, before);
                in_item = false;
            } else if written.len() < 2 || written.bytes().any(|sign| sign != b' ') {
                in_item = false;
            }
            let Some(fence) = fence else {
                at += 1;
                continue;
            };
            match blocks.last_mut() {
                Some(Block::List { items, .. }) if in_item => {
                    if let Some(item) = items.last_mut() {
                        item.code.push(fence.code);
                    }
                }
                _ => blocks.push(Block::Code(fence.code)),
            }
            // Text after the closing fence is a line of its own.
            at = fence.line;
            if fence.end < lines[at].end {
                lines[at].start = fence.end;
            } else {
                at += 1;
            }
        }
        blocks.retain(is_seen);
        blocks
    }

    fn is_quoted(self, line: &Range<usize>) -> bool {
        self.text[line.clone()].starts_with('>')
    }

    /// Removes the quote mark; at the deepest level all of them.
    fn unquoted(self, line: &Range<usize>, depth: usize) -> Range<usize> {
        let quoted = &self.text[line.clone()];
        let length = if depth < QUOTES_MAX {
            1 + usize::from(quoted[1..].starts_with(' '))
        } else {
            QUOTES.find(quoted).map_or(0, |signs| signs.end())
        };
        line.start + length..line.end
    }

    fn add_item(self, blocks: &mut Vec<Block<'a>>, sign: &Sign, part: Range<usize>) {
        let line = inline::read(self.text, part, self.names);
        let one = Item { depth: sign.depth, line, code: Vec::new() };
        match blocks.last_mut() {
            Some(Block::List { start, items }) if start.is_none() == sign.number.is_none() => items.push(one),
            _ => blocks.push(Block::List { start: sign.number, items: vec![one] }),
        }
    }

    fn add_line(self, blocks: &mut Vec<Block<'a>>, part: Range<usize>) {
        let line = inline::read(self.text, part, self.names);
        match blocks.last_mut() {
            Some(Block::Paragraph(lines)) => lines.push(line),
            _ => blocks.push(Block::Paragraph(vec![line])),
        }
    }

    /// The first fenced code that begins on a line, at `from` or after; none if no fence closes it.
    fn fence(self, lines: &[Range<usize>], first: usize, from: usize) -> Option<Fence> {
        let opening = lines.get(first)?.clone();
        let mut start = self.find(from..opening.end)?;
        loop {
            // The code's lines lose the indentation of the fence, or that of the item's text.
            let is_alone = self.text[from..start].trim().is_empty();
            let indent = if is_alone { start } else { from } - opening.start;
            let mut at = start + FENCE.len();
            let mut line = first;
            let mut close = self.find(at..opening.end);
            let rest = &self.text[at..close.unwrap_or(opening.end)];
            let mut parts = Vec::new();
            if close.is_some() || !is_language(rest) {
                parts.push(rest);
            }
            let end = loop {
                if let Some(close) = close {
                    break close;
                }
                line += 1;
                let next = lines.get(line)?;
                let spaces = self.text[next.clone()].bytes().take(indent).take_while(|sign| *sign == b' ');
                at = next.start + spaces.count();
                close = self.find(at..next.end);
                parts.push(&self.text[at..close.unwrap_or(next.end)]);
            };
            let code = within(&parts.join("\n")).to_owned();
            if !code.trim().is_empty() {
                return Some(Fence { start, code, line, end: end + FENCE.len() });
            }
            // An empty fence: the second mark may open another.
            if line > first {
                return None;
            }
            start = end;
        }
    }

    fn find(self, part: Range<usize>) -> Option<usize> {
        self.text[part.clone()].find(FENCE).map(|found| part.start + found)
    }
}

struct Fence {
    start: usize,
    code: String,
    /// The line and the offset at which it ends.
    line: usize,
    end: usize,
}

/// The marker of a list item: its length, its depth, and its number.
struct Sign {
    length: usize,
    depth: usize,
    number: Option<u32>,
}

fn item(line: &str) -> Option<Sign> {
    let found = ITEM.captures(line)?;
    let length = found.get(0)?.end();
    line[length..].chars().next().filter(|next| !next.is_whitespace())?;
    let depth = (found[1].len() / 2).min(DEPTH_MAX);
    Some(Sign { length, depth, number: found.get(2).and_then(|number| number.as_str().parse().ok()) })
}

/// Whether the text beside the opening fence can be a language's name.
fn is_language(rest: &str) -> bool {
    rest.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"_+#-".contains(&sign))
}

/// The code without the line breaks beside its fences.
fn within(code: &str) -> &str {
    let code = code.strip_prefix('\n').unwrap_or(code);
    code.trim_end_matches(' ').strip_suffix('\n').unwrap_or(code)
}

fn is_seen(block: &Block<'_>) -> bool {
    match block {
        Block::Paragraph(lines) => !lines.iter().all(|line| is_blank(line)),
        Block::Quote(blocks) => !blocks.is_empty(),
        Block::List { .. } | Block::Code(_) => true,
    }
}
