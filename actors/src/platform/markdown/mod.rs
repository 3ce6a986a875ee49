//! Parses what people write into a small tree (contract §3.8), for what is rendered here: pages without scripts, feeds,
//! previews.
//! The web app parses texts in the same way (`web/src/lib/tokenize.ts`); both are tested against
//! `web/src/lib/markdown.json`.
//!
//! Marks open only at a word's beginning and close at its end, and none nests within its own kind; quotes nest five
//! deep. So the tree is shallow and any text is read in linear time.

mod addresses;
mod blocks;
mod emoji;
mod inline;
mod links;

use std::ops::Range;

pub use addresses::addresses;
pub use inline::{Inline, Mark};

/// The content of one line.
pub type Line<'a> = Vec<Inline<'a>>;

#[derive(Debug, PartialEq, Eq)]
pub enum Block<'a> {
    Paragraph(Vec<Line<'a>>),
    Quote(Vec<Block<'a>>),
    List {
        /// The first number of a numbered list; none: bullets.
        start: Option<u32>,
        items: Vec<Item<'a>>,
    },
    Code(String),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// 0 for the outermost.
    pub depth: usize,
    pub line: Line<'a>,
    /// Code within the item, below its text.
    pub code: Vec<String>,
}

/// Parses a text. `names` are its ranges (bytes, in order) that name somebody or something: they are not parsed
/// further.
pub fn read<'a>(text: &'a str, names: &[Range<usize>]) -> Vec<Block<'a>> {
    blocks::read(text, names)
}

/// Whether nothing of it is visible.
pub fn is_blank(line: &[Inline<'_>]) -> bool {
    line.iter().all(|one| matches!(one, Inline::Text(text) if text.trim().is_empty()))
}

/// The plain text on one line, without marks and fences. `names` as for [`read`].
pub fn plain(text: &str, names: &[Range<usize>]) -> String {
    let words = read(text, names).iter().map(text_of).collect::<Vec<_>>().join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text_of(block: &Block<'_>) -> String {
    let line = |line: &Line<'_>| {
        let mut words = String::new();
        for one in line {
            one.words(&mut words);
        }
        words
    };
    let item = |item: &Item<'_>| {
        let code = item.code.iter().cloned();
        std::iter::once(line(&item.line)).chain(code).collect::<Vec<_>>().join(" ").trim().to_owned()
    };
    match block {
        Block::Code(code) => code.clone(),
        Block::List { items, .. } => items.iter().map(item).collect::<Vec<_>>().join(", "),
        Block::Paragraph(lines) => lines.iter().map(line).collect::<Vec<_>>().join(" "),
        Block::Quote(blocks) => blocks.iter().map(text_of).collect::<Vec<_>>().join(" "),
    }
}

/// The first characters of a text's plain text, on one line.
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
