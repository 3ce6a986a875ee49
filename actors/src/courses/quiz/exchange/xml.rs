//! XML as a tree, for readers of whole files. No entity is ever expanded but the five of XML and characters by number, so
//! that a small file stays small; depth and number of elements are bounded.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::Read;

/// Deepest element.
const DEPTH: usize = 40;
const BROKEN: &str = "Filen är inte hel XML.";
/// Most elements.
const MOST: usize = 20_000;

/// An element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// Without its prefix.
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Child>,
    /// On which it begins.
    pub line: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Child {
    Node(Node),
    Text(String),
}

impl Node {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The elements right below it.
    pub fn nodes(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Child::Node(node) => Some(node),
            Child::Text(_) => None,
        })
    }

    /// It and all elements below it, in the file's order.
    pub fn all(&self) -> Vec<&Self> {
        let mut found = vec![self];
        for node in self.nodes() {
            found.extend(node.all());
        }
        found
    }

    /// Those of them with a name.
    pub fn named(&self, name: &str) -> Vec<&Self> {
        self.all().into_iter().filter(|node| node.name == name).collect()
    }
}

/// A file as a tree; none: it is no XML, or too large. What is not read is named.
pub fn tree(text: &str, found: &mut Read) -> Option<Node> {
    let named = found.left.len();
    let tree = parse(text, found);
    if tree.is_none() && found.left.len() == named {
        found.leave(1, "", BROKEN);
    }
    tree
}

fn parse(text: &str, found: &mut Read) -> Option<Node> {
    let mut reader = Reader::from_str(text);
    let (mut open, mut count, mut lines) = (vec![Node::default()], 0, Lines::of(text));
    loop {
        let at = lines.line(usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX));
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                found.leave(at, &error.to_string(), BROKEN);
                return None;
            }
        };
        match event {
            Event::Start(_) | Event::Empty(_) if count >= MOST || open.len() > DEPTH => {
                found.leave(at, "", "Filen har för många eller för djupa element.");
                return None;
            }
            Event::Start(start) => {
                count += 1;
                open.push(node(&start, at)?);
            }
            Event::Empty(start) => {
                count += 1;
                open.last_mut()?.children.push(Child::Node(node(&start, at)?));
            }
            Event::End(_) => {
                let done = open.pop()?;
                open.last_mut()?.children.push(Child::Node(done));
            }
            Event::Text(text) => push(open.last_mut()?, &text.into_inner()),
            Event::CData(text) => push(open.last_mut()?, &text.into_inner()),
            Event::GeneralRef(entity) => match known(&entity, entity.resolve_char_ref().ok().flatten()) {
                Some(c) => push(open.last_mut()?, c.encode_utf8(&mut [0; 4])),
                None => found.leave(at, &entity, "Entiteten är okänd och togs inte med."),
            },
            Event::DocType(text) => found.leave(at, &text, "En DTD läses inte."),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    (open.len() == 1).then(|| open.pop()).flatten()
}

fn known(name: &str, by_number: Option<char>) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => by_number.filter(|c| *c != '\0'),
    }
}

/// Text beside text is one.
fn push(node: &mut Node, text: &str) {
    if let Some(Child::Text(before)) = node.children.last_mut() {
        before.push_str(text);
    } else {
        node.children.push(Child::Text(text.to_owned()));
    }
}

fn node(start: &BytesStart<'_>, line: usize) -> Option<Node> {
    let mut attributes = Vec::new();
    let mut given = start.attributes();
    // Its check for repeated names compares each with all before it; the first of a name counts.
    given.with_checks(false);
    for one in given {
        let one = one.ok()?;
        let value = one.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned();
        attributes.push((one.key.local_name().into_inner().to_owned(), value));
    }
    let name = start.local_name().into_inner().to_owned();
    Some(Node { name, attributes, children: Vec::new(), line })
}

/// Lines of growing places in a text.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn line(&mut self, at: usize) -> usize {
        let at = at.clamp(self.at, self.text.len());
        // The reader's places lie between characters; elsewhere the line stays as it was.
        let passed = self.text.get(self.at..at).unwrap_or_default();
        self.line += passed.matches('\n').count();
        self.at = at;
        self.line
    }
}

/// A text in XML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("<br/>"),
            // XML has no other control characters.
            '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}
