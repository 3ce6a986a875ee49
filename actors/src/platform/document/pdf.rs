//! A laid out document as the bytes of a PDF: what is drawn, and the tags that say what it means.

use std::num::NonZeroU16;

use krilla::SerializeSettings;
use krilla::configure::{Accessibility, ConfigurationBuilder, PdfVersion};
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, BBox, ContentTag, Identifier, ListNumbering, Node, SpanTag, TableHeaderScope,
    Tag, TagGroup, TagKind, TagTree,
};

use super::Document;
use super::font::{Faces, faces};
use super::layout::{Item, Layout, Mark, PAGE, Role, Shape, WIDTH, layout, share};
use crate::platform::error::{Refusal, Result};

const LANGUAGE: &str = "sv";

/// The document as a PDF. It takes processor time and waits for nothing: large ones belong on a thread of their own.
/// INTERNAL: a QR code that holds too much, or what PDF/UA does not allow.
pub fn pdf(document: &Document) -> Result<Vec<u8>> {
    let faces = faces().ok_or_else(|| failed("the fonts cannot be read"))?;
    let title = faces.printable(document.title.trim());
    let title = if title.is_empty() { "Dokument".to_owned() } else { title };
    let document = Document { title, ..document.clone() };
    let layout = layout(&document, faces)?;
    let configuration = ConfigurationBuilder::new()
        .with_version(PdfVersion::Pdf17)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| failed(&format!("{error:?}")))?;
    let mut file =
        krilla::Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    // What was drawn for each part.
    let mut drawn: Vec<Vec<Identifier>> = vec![Vec::new(); layout.nodes.len()];
    for items in &layout.pages {
        let settings =
            PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| failed("there is no such page"))?;
        let mut page = file.start_page_with(settings);
        let mut surface = page.surface();
        for item in items {
            let identifier = surface.start_tagged(tag(item));
            draw(&mut surface, faces, &item.shape);
            surface.end_tagged();
            if let Mark::Node(node) = item.mark
                && let Some(drawn) = drawn.get_mut(node)
            {
                drawn.push(identifier);
            }
        }
        surface.finish();
        page.finish();
    }
    let mut tree = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
    for root in &layout.roots {
        if let Some(group) = group(&layout, &document.title, &mut drawn, *root) {
            tree.push(group);
        }
    }
    file.set_tag_tree(tree);
    let mut outline = Outline::new();
    let beginning = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
    outline.push_child(OutlineNode::new(document.title.clone(), beginning));
    file.set_outline(outline);
    file.set_metadata(
        Metadata::new()
            .language(LANGUAGE.to_owned())
            .title(document.title.clone())
            .authors(vec![faces.printable(document.author.trim())]),
    );
    file.finish().map_err(|error| failed(&format!("{error:?}")))
}

fn failed(why: &str) -> Refusal {
    tracing::error!(why, "no PDF can be made");
    Refusal::internal()
}

fn tag(item: &Item) -> ContentTag<'static> {
    match (item.mark, &item.shape) {
        (Mark::Layout, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
        (Mark::Footer, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Footer)),
        (Mark::Node(_), Shape::Text { .. }) => ContentTag::Span(SpanTag::empty()),
        (Mark::Node(_), _) => ContentTag::Other,
    }
}

fn draw(surface: &mut Surface, faces: &Faces, shape: &Shape) {
    let mut path = PathBuilder::new();
    let mut rectangle = |[left, top, width, height]: [f32; 4]| {
        if let Some(rect) = Rect::from_xywh(left, top, width, height) {
            path.push_rect(rect);
        }
    };
    match shape {
        Shape::Text { x, y, style, text } => {
            let face = faces.of(*style);
            let glyphs = face.glyphs(text);
            surface.draw_glyphs(Point::from_xy(*x, *y), &glyphs, face.font.clone(), text, style.size, false);
        }
        Shape::Squares(squares) => squares.iter().copied().for_each(&mut rectangle),
        Shape::Rule { y } => rectangle([share(0.0, 1.0).x, *y, WIDTH, 0.5]),
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

/// A part with what was drawn for it, and the parts within it.
fn group(layout: &Layout, title: &str, drawn: &mut [Vec<Identifier>], number: usize) -> Option<TagGroup> {
    let node = layout.nodes.get(number)?;
    let tag: TagKind = match &node.role {
        Role::Title => Tag::Hn(NonZeroU16::MIN, Some(title.to_owned())).into(),
        Role::Heading(heading) => Tag::Hn(NonZeroU16::new(2)?, Some(heading.clone())).into(),
        Role::Paragraph => Tag::P.into(),
        Role::List => Tag::L(ListNumbering::None).into(),
        Role::ListItem => Tag::LI.into(),
        Role::Label => Tag::Lbl.into(),
        Role::ListBody => Tag::LBody.into(),
        Role::Table => Tag::Table.into(),
        Role::TableHead => Tag::THead.into(),
        Role::TableBody => Tag::TBody.into(),
        Role::Row => Tag::TR.into(),
        Role::HeaderCell => Tag::TH(TableHeaderScope::Column).into(),
        Role::Cell => Tag::TD.into(),
        Role::Figure(alt, page, [x, y, side]) => {
            let place = Rect::from_xywh(*x, *y, *side, *side).map(|rect| BBox::new(*page, rect));
            Tag::Figure(Some(alt.clone())).with_bbox(place).into()
        }
    };
    let mut group = TagGroup::new(tag);
    let own = drawn.get_mut(number).map(std::mem::take).unwrap_or_default();
    for identifier in own {
        group.push(identifier);
    }
    for child in &node.children {
        if let Some(child) = self::group(layout, title, drawn, *child) {
            group.push(Node::Group(child));
        }
    }
    Some(group)
}
