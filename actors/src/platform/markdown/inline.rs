//! Parses one line of a text: links, code, names, emoji, and emphasis.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::links::{link, named_link};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Bold,
    Italic,
    Strike,
}

impl Mark {
    fn of(sign: char) -> Option<Self> {
        match sign {
            '*' => Some(Self::Bold),
            '_' => Some(Self::Italic),
            '~' => Some(Self::Strike),
            _ => None,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum Inline<'a> {
    Text(&'a str),
    Marked(Mark, Vec<Inline<'a>>),
    Code(&'a str),
    /// The shown text, and the address: web or mail.
    Link(&'a str, Cow<'a, str>),
    /// `#name` of a channel.
    Channel(&'a str),
    /// One of the given names, as it stands in the text.
    Name(&'a str),
}

impl Inline<'_> {
    /// Appends the plain text.
    pub(super) fn words(&self, into: &mut String) {
        match self {
            Self::Marked(_, children) => children.iter().for_each(|child| child.words(into)),
            Self::Text(text)
            | Self::Code(text)
            | Self::Link(text, _)
            | Self::Channel(text)
            | Self::Name(text) => into.push_str(text),
        }
    }
}

/// Whether a character belongs to a word.
pub(super) fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// A token of a line, marks not yet paired.
enum Piece<'a> {
    Inline(Inline<'a>),
    Mark { text: &'a str, sign: char, opens: bool, closes: bool },
}

/// Parses a range of a text that is one line or a part of it.
pub(super) fn read<'a>(text: &'a str, part: Range<usize>, names: &[Range<usize>]) -> Vec<Inline<'a>> {
    paired(pieces(text, part, names))
}

fn pieces<'a>(text: &'a str, part: Range<usize>, names: &[Range<usize>]) -> Vec<Piece<'a>> {
    let mut found = Vec::new();
    let (mut plain, mut at) = (part.start, part.start);
    let mut before: Option<char> = None;
    while let Some(here) = text[at..part.end].chars().next() {
        let Some((piece, end)) = piece(text, at, part.end, (before, here), names) else {
            at += here.len_utf8();
            before = Some(here);
            continue;
        };
        if at > plain {
            found.push(Piece::Inline(Inline::Text(&text[plain..at])));
        }
        found.push(piece);
        before = text[at..end].chars().next_back();
        (at, plain) = (end, end);
    }
    if part.end > plain {
        found.push(Piece::Inline(Inline::Text(&text[plain..part.end])));
    }
    found
}

/// The token that begins at an offset, and where it ends.
fn piece<'a>(
    text: &'a str,
    at: usize,
    end: usize,
    (before, here): (Option<char>, char),
    names: &[Range<usize>],
) -> Option<(Piece<'a>, usize)> {
    let found = name(text, at, end, names)
        .or_else(|| code(text, at, end))
        .or_else(|| named_link(text, at, end))
        .or_else(|| link(text, at, end, (before, here)))
        .or_else(|| channel(text, at, end, before))
        .or_else(|| emoji(text, at, end, before));
    found.map(|(inline, end)| (Piece::Inline(inline), end)).or_else(|| mark(text, at, end, (before, here)))
}

type Found<'a> = Option<(Inline<'a>, usize)>;

fn name<'a>(text: &'a str, at: usize, end: usize, names: &[Range<usize>]) -> Found<'a> {
    let index = names.binary_search_by_key(&at, |name| name.start).ok()?;
    let name = names[index].clone();
    (name.end <= end).then(|| (Inline::Name(&text[name.clone()]), name.end))
}

fn code(text: &str, at: usize, end: usize) -> Found<'_> {
    let within = text[at..end].strip_prefix('`')?;
    let length = within.find('`').filter(|length| *length > 0)?;
    Some((Inline::Code(&within[..length]), at + length + 2))
}

/// `:name:` not adjacent to a word; an unknown name stays as typed.
fn emoji(text: &str, at: usize, end: usize, before: Option<char>) -> Found<'_> {
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let (emoji, length) = super::emoji::at_start(&text[at..end])?;
    Some((Inline::Text(emoji), at + length))
}

/// `#name`, of 2 to 80 lowercase letters, digits, `-` and `_`, not adjacent to a word.
fn channel(text: &str, at: usize, end: usize, before: Option<char>) -> Found<'_> {
    let within = text[at..end].strip_prefix('#').filter(|_| !before.is_some_and(is_word))?;
    let fits = |sign: &char| sign.is_lowercase() || sign.is_numeric() || *sign == '-' || *sign == '_';
    let mut length = within.chars().take_while(fits).take(80).map(char::len_utf8).sum::<usize>();
    while within[length..].chars().next().is_some_and(is_word) {
        length -= within[..length].chars().next_back()?.len_utf8();
    }
    let name = &within[..length];
    (name.chars().count() >= 2).then(|| (Inline::Channel(&text[at..=at + length]), at + 1 + length))
}

fn mark(
    text: &str,
    at: usize,
    end: usize,
    (before, sign): (Option<char>, char),
) -> Option<(Piece<'_>, usize)> {
    let most = match Mark::of(sign)? {
        Mark::Bold => 3,
        Mark::Italic => 1,
        Mark::Strike => 2,
    };
    let length = text[at..end].chars().take(most).take_while(|one| *one == sign).count();
    let after = text[at + length..end].chars().next();
    let is_word_or_none = |side: Option<char>| side.is_some_and(is_word);
    let stands = |side: Option<char>| side.is_some_and(|one| one != sign && !one.is_whitespace());
    let opens = stands(after) && !is_word_or_none(before);
    let closes = stands(before) && after != Some(sign) && !is_word_or_none(after);
    Some((Piece::Mark { text: &text[at..at + length], sign, opens, closes }, at + length))
}

/// The indices of paired marks, each mapped to its partner.
fn partners(all: &[Piece<'_>]) -> HashMap<usize, usize> {
    let mut partner = HashMap::new();
    let mut open: Vec<usize> = Vec::new();
    // By the mark's text: its indices in `open`.
    let mut waiting: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, piece) in all.iter().enumerate() {
        let Piece::Mark { text, opens, closes, .. } = piece else { continue };
        let places = waiting.entry(text).or_default();
        // Marks opened inside a pair that has closed are no longer open.
        while places.last().is_some_and(|place| *place >= open.len()) {
            places.pop();
        }
        if let (true, Some(place)) = (*closes, places.last().copied()) {
            partner.insert(open[place], index);
            partner.insert(index, open[place]);
            open.truncate(place);
            places.pop();
        } else if *opens {
            places.push(open.len());
            open.push(index);
        }
    }
    partner
}

/// Pairs each closing mark with the nearest open one of its kind; unpaired marks are text.
fn paired(all: Vec<Piece<'_>>) -> Vec<Inline<'_>> {
    let partner = partners(&all);
    let mut stack: Vec<(Option<Mark>, Vec<Inline<'_>>)> = vec![(None, Vec::new())];
    let mut inside: HashMap<char, usize> = HashMap::new();
    for (index, piece) in all.into_iter().enumerate() {
        let (text, sign) = match piece {
            Piece::Inline(inline) => {
                push(&mut stack, inline);
                continue;
            }
            Piece::Mark { text, sign, .. } => (text, sign),
        };
        match partner.get(&index) {
            None => push(&mut stack, Inline::Text(text)),
            Some(other) if *other > index => {
                let depth = inside.entry(sign).or_default();
                *depth += 1;
                if *depth == 1 {
                    stack.push((Mark::of(sign), Vec::new()));
                }
            }
            Some(_) => {
                let depth = inside.entry(sign).or_default();
                *depth = depth.saturating_sub(1);
                if *depth == 0
                    && let Some((Some(mark), children)) = stack.pop()
                {
                    push(&mut stack, Inline::Marked(mark, children));
                }
            }
        }
    }
    stack.pop().map(|(_, root)| root).unwrap_or_default()
}

fn push<'a>(stack: &mut [(Option<Mark>, Vec<Inline<'a>>)], inline: Inline<'a>) {
    if let Some((_, into)) = stack.last_mut() {
        into.push(inline);
    }
}
