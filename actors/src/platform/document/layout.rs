//! Where everything of a document stands: pages of items in points from the upper left corner, and the tree of what
//! they mean, in the order of reading.

use super::font::{Faces, Style};
use super::table;
use super::{Align, Document, Fact, Party, Qr, Total};
use crate::platform::error::{Refusal, Result};

/// A4.
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 56.7;
pub(super) const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
/// Between blocks.
const GAP: f32 = 20.0;
/// Between what stands side by side.
pub(super) const GUTTER: f32 = 12.0;
/// The side of a QR code.
const QR: f32 = 110.0;
/// Light modules that a reader wants around a QR code.
const QUIET: f32 = 4.0;
/// Lines of the footer that there is room for.
const FOOTER: usize = 4;

const TITLE: Style = Style { size: 20.0, is_bold: true };
pub(super) const TEXT: Style = Style { size: 10.0, is_bold: false };
pub(super) const BOLD: Style = Style { size: 10.0, is_bold: true };
const MAIN: Style = Style { size: 12.0, is_bold: true };
const SMALL: Style = Style { size: 8.5, is_bold: false };

/// What a part of the document is to a screen reader.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Role {
    Title,
    Heading(String),
    Paragraph,
    List,
    ListItem,
    Label,
    ListBody,
    Table,
    TableHead,
    TableBody,
    Row,
    HeaderCell,
    Cell,
    /// With what it says, and where it is: page, left, top, side.
    Figure(String, usize, [f32; 3]),
}

/// A part of the document. Its number is its place among the nodes.
pub(super) struct Node {
    pub role: Role,
    pub children: Vec<usize>,
}

/// Which part something drawn belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Node(usize),
    /// None: lines, and headings that are repeated on a further page.
    Layout,
    /// None: it is on every page.
    Footer,
}

pub(super) enum Shape {
    /// `y` is that of the baseline.
    Text { x: f32, y: f32, style: Style, text: String },
    /// Filled rectangles: left, top, width, height.
    Squares(Vec<[f32; 4]>),
    /// A thin line across the page.
    Rule { y: f32 },
}

pub(super) struct Item {
    pub mark: Mark,
    pub shape: Shape,
}

/// Where the next thing goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub page: usize,
    pub y: f32,
}

impl Place {
    /// The later of two.
    pub fn or_later(self, other: Self) -> Self {
        if (other.page, other.y) > (self.page, self.y) { other } else { self }
    }
}

/// A column of text: its left edge, its width, and to which side it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure {
    pub x: f32,
    pub width: f32,
    pub align: Align,
}

pub(super) struct Layout<'a> {
    pub faces: &'a Faces,
    pub pages: Vec<Vec<Item>>,
    pub nodes: Vec<Node>,
    /// The parts that are in no other.
    pub roots: Vec<usize>,
    /// Where a page begins.
    pub top: f32,
    /// Where a page ends.
    bottom: f32,
    /// What further pages begin with.
    pub repeated: Vec<Item>,
}

/// Lays a document out.
pub(super) fn layout<'a>(document: &Document, faces: &'a Faces) -> Result<Layout<'a>> {
    let mut footer = faces.lines(&document.footer, SMALL, WIDTH - 80.0);
    footer.truncate(FOOTER);
    let bottom = PAGE.1 - MARGIN - (footer.len() as f32) * SMALL.leading();
    let (nodes, roots, repeated) = (Vec::new(), Vec::new(), Vec::new());
    let mut layout = Layout { faces, pages: vec![Vec::new()], nodes, roots, top: MARGIN, bottom, repeated };
    let mut at = Place { page: 0, y: MARGIN };
    let title = layout.node(None, Role::Title);
    at = layout.text(title, &document.title, TITLE, LINE, at);
    at.y += GAP / 2.0;
    at = layout.parties(&document.sender, &document.receiver, at);
    at = layout.facts(&document.facts, at);
    if let Some(table) = document.table.as_ref().filter(|table| !table.columns.is_empty()) {
        at = table::lay(&mut layout, table, at);
        at.y += GAP / 2.0;
    }
    at = layout.totals(&document.totals, at);
    if let Some(qr) = &document.qr {
        at = layout.qr(qr, at)?;
    }
    for note in document.notes.iter().filter(|note| !note.trim().is_empty()) {
        let node = layout.node(None, Role::Paragraph);
        at = layout.text(node, note, TEXT, LINE, at);
        at.y += GAP / 3.0;
    }
    layout.footers(&footer);
    Ok(layout)
}

/// The whole width.
const LINE: Measure = Measure { x: MARGIN, width: WIDTH, align: Align::Left };

/// A part of the width, from one share of it to another.
pub(super) fn share(from: f32, to: f32) -> Measure {
    Measure { x: MARGIN + WIDTH * from, width: WIDTH * (to - from), align: Align::Left }
}

impl Layout<'_> {
    pub fn node(&mut self, parent: Option<usize>, role: Role) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { role, children: Vec::new() });
        match parent.and_then(|parent| self.nodes.get_mut(parent)) {
            Some(parent) => parent.children.push(number),
            None => self.roots.push(number),
        }
        number
    }

    /// How much a page holds.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub fn draw(&mut self, page: usize, mark: Mark, shape: Shape) {
        if let Some(items) = self.pages.get_mut(page) {
            items.push(Item { mark, shape });
        }
    }

    /// The place, or the beginning of the next page where there is no room for `height`.
    pub fn room(&mut self, height: f32, at: Place) -> Place {
        if at.y + height <= self.bottom || at.y <= self.top {
            return at;
        }
        let page = at.page + 1;
        if page == self.pages.len() {
            self.pages.push(self.repeated.iter().map(|item| item.repeated(0.0)).collect());
        }
        Place { page, y: self.top }
    }

    /// Lines of a part, one below the other; they go on on the next page. An empty text is a space, so that its part
    /// is there.
    pub fn text(&mut self, node: usize, text: &str, style: Style, within: Measure, mut at: Place) -> Place {
        for line in self.faces.lines(text, style, within.width) {
            at = self.room(style.leading(), at);
            let shape = self.line(line, style, within, at.y);
            self.draw(at.page, Mark::Node(node), shape);
            at.y += style.leading();
        }
        at
    }

    pub fn line(&self, text: String, style: Style, within: Measure, top: f32) -> Shape {
        let text = if text.is_empty() { " ".to_owned() } else { text };
        let free = within.width - self.faces.width(text.trim_end(), style);
        let x = within.x + if within.align == Align::Right { free.max(0.0) } else { 0.0 };
        Shape::Text { x, y: top + style.size * 1.05, style, text }
    }

    /// How high a text becomes.
    pub fn text_height(&self, text: &str, style: Style, width: f32) -> f32 {
        self.faces.lines(text, style, width).len() as f32 * style.leading()
    }

    /// Sender and receiver, side by side.
    fn parties(&mut self, sender: &Party, receiver: &Party, at: Place) -> Place {
        let mut end = at;
        for (party, within) in [(sender, share(0.0, 0.48)), (receiver, share(0.52, 1.0))] {
            let mut at = at;
            let heading = self.faces.printable(party.heading.trim());
            if !heading.is_empty() {
                let node = self.node(None, Role::Heading(heading.clone()));
                at = self.text(node, &heading, BOLD, within, at);
            }
            if !party.lines.is_empty() {
                let node = self.node(None, Role::Paragraph);
                for line in &party.lines {
                    at = self.text(node, line, TEXT, within, at);
                }
            }
            end = end.or_later(at);
        }
        if end != at {
            end.y += GAP;
        }
        end
    }

    fn facts(&mut self, facts: &[Fact], mut at: Place) -> Place {
        if facts.is_empty() {
            return at;
        }
        let widest = facts.iter().map(|fact| self.faces.widest(&fact.label, TEXT)).fold(0.0, f32::max);
        let split = ((widest + 0.5 + GUTTER) / WIDTH).min(0.45);
        let list = self.node(None, Role::List);
        for fact in facts {
            let (label, value) = (share(0.0, split - GUTTER / WIDTH), share(split, 1.0));
            at = self.pair(list, (&fact.label, TEXT, label), (&fact.value, TEXT, value), at);
        }
        Place { y: at.y + GAP, ..at }
    }

    fn totals(&mut self, totals: &[Total], at: Place) -> Place {
        if totals.is_empty() {
            return at;
        }
        let style = |total: &Total| if total.is_main { MAIN } else { TEXT };
        let height = totals.iter().map(|total| style(total).leading()).sum::<f32>();
        let mut at = self.room(height, at);
        let widest = totals.iter().map(|total| (self.faces.widest(&total.value, style(total)) + 0.5) / WIDTH);
        let split = 1.0 - widest.fold(0.0, f32::max).min(0.3);
        let list = self.node(None, Role::List);
        for total in totals {
            let label = share(0.45, split - GUTTER / WIDTH);
            let value = Measure { align: Align::Right, ..share(split, 1.0) };
            let style = style(total);
            at = self.pair(list, (&total.label, style, label), (&total.value, style, value), at);
        }
        Place { y: at.y + GAP, ..at }
    }

    /// A label and what it says, on the same line.
    fn pair(
        &mut self,
        list: usize,
        (label, label_style, label_within): (&str, Style, Measure),
        (value, value_style, value_within): (&str, Style, Measure),
        at: Place,
    ) -> Place {
        let at = self.room(label_style.leading().max(value_style.leading()), at);
        let item = self.node(Some(list), Role::ListItem);
        let node = self.node(Some(item), Role::Label);
        let end = self.text(node, label, label_style, label_within, at);
        let node = self.node(Some(item), Role::ListBody);
        end.or_later(self.text(node, value, value_style, value_within, at))
    }

    /// The code, and its caption beside it.
    fn qr(&mut self, qr: &Qr, at: Place) -> Result<Place> {
        let code = qrcode::QrCode::with_error_correction_level(&qr.content, qrcode::EcLevel::M)
            .map_err(|_| Refusal::internal())?;
        let modules = code.width();
        let side = QR / modules as f32;
        let x = MARGIN + QUIET * side;
        let beside = share((x - MARGIN + QR + QUIET * side + GUTTER) / WIDTH, 1.0);
        let height = (QR + 2.0 * QUIET * side).max(self.text_height(&qr.caption, TEXT, beside.width));
        let at = self.room(height, at);
        let y = at.y + QUIET * side;
        let colors = code.to_colors();
        let mut squares: Vec<[f32; 4]> = Vec::new();
        for (row, colors) in colors.chunks(modules.max(1)).enumerate() {
            let mut column = 0;
            // Dark modules beside each other are one, without a seam.
            for run in colors.chunk_by(|one, next| one == next) {
                if run.contains(&qrcode::Color::Dark) {
                    let (left, top) = (x + column as f32 * side, y + row as f32 * side);
                    squares.push([left, top, run.len() as f32 * side, side]);
                }
                column += run.len();
            }
        }
        let alt = [&qr.alt, &qr.caption].map(|text| self.faces.printable(text.trim()));
        let alt = alt.into_iter().find(|text| !text.is_empty()).unwrap_or_else(|| "QR-kod".to_owned());
        let figure = self.node(None, Role::Figure(alt, at.page, [x, y, QR]));
        self.draw(at.page, Mark::Node(figure), Shape::Squares(squares));
        let below = Place { y: at.y + height, ..at };
        if qr.caption.trim().is_empty() {
            return Ok(Place { y: below.y + GAP / 2.0, ..below });
        }
        let caption = self.node(None, Role::Paragraph);
        let end = self.text(caption, &qr.caption, TEXT, beside, Place { y, ..at }).or_later(below);
        Ok(Place { y: end.y + GAP / 2.0, ..end })
    }

    fn footers(&mut self, footer: &[String]) {
        let (count, top) = (self.pages.len(), self.bottom + GAP / 2.0);
        for page in 0..count {
            for (at, line) in footer.iter().enumerate() {
                let shape = self.line(line.clone(), SMALL, LINE, top + at as f32 * SMALL.leading());
                self.draw(page, Mark::Footer, shape);
            }
            let number = format!("Sida {} av {count}", page + 1);
            let right = Measure { align: Align::Right, ..LINE };
            let shape = self.line(number, SMALL, right, top);
            self.draw(page, Mark::Footer, shape);
        }
    }
}

impl Item {
    /// The same once more, further down or on another page: it says nothing new.
    pub fn repeated(&self, by: f32) -> Self {
        let shape = match &self.shape {
            Shape::Text { x, y, style, text } => {
                Shape::Text { x: *x, y: y + by, style: *style, text: text.clone() }
            }
            Shape::Squares(squares) => {
                let moved = |[x, y, width, height]: &[f32; 4]| [*x, y + by, *width, *height];
                Shape::Squares(squares.iter().map(moved).collect())
            }
            Shape::Rule { y } => Shape::Rule { y: y + by },
        };
        Self { mark: Mark::Layout, shape }
    }
}
