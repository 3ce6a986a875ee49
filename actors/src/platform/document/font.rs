//! The two faces of documents: which characters they have, how wide these are, and where lines break.

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use unicode_normalization::UnicodeNormalization;

use crate::platform::text::is_unseen;

/// Liberation Sans: Latin, Greek and Cyrillic letters; its licence lies beside it.
const REGULAR: &[u8] = include_bytes!("fonts/LiberationSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("fonts/LiberationSans-Bold.ttf");

static FACES: LazyLock<Option<Faces>> =
    LazyLock::new(|| Some(Faces { regular: face(REGULAR)?, bold: face(BOLD)? }));

/// What a font is asked for.
pub(super) struct Face {
    pub font: Font,
    characters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    units: f32,
}

pub(super) struct Faces {
    regular: Face,
    bold: Face,
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Style {
    pub size: f32,
    pub is_bold: bool,
}

impl Style {
    /// From one baseline to the next.
    pub fn leading(self) -> f32 {
        self.size * 1.4
    }
}

fn face(data: &'static [u8]) -> Option<Face> {
    let font = Font::new(data.into(), 0)?;
    let units = font.units_per_em();
    let reader = FontRef::new(data).ok()?;
    let metrics = reader.glyph_metrics(Size::unscaled(), LocationRef::default());
    Some(Face { font, characters: reader.charmap(), metrics, units })
}

/// None: the fonts in the program cannot be read.
pub(super) fn faces() -> Option<&'static Faces> {
    FACES.as_ref()
}

impl Faces {
    pub fn of(&self, style: Style) -> &Face {
        if style.is_bold { &self.bold } else { &self.regular }
    }

    /// The width of a printable text.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        let glyphs = self.of(style).glyphs(text);
        glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size
    }

    /// The width of a text whose lines are not broken.
    pub fn widest(&self, text: &str, style: Style) -> f32 {
        let lines = self.lines(text, style, f32::INFINITY);
        lines.iter().map(|line| self.width(line, style)).fold(0.0, f32::max)
    }

    /// A text's lines, none wider than `most` (unless a single character is): broken at spaces, and inside a word that
    /// is too long for a line. A line that goes on has a space at its end, which separates words for who does not see
    /// the break.
    pub fn lines(&self, text: &str, style: Style, most: f32) -> Vec<String> {
        text.split(['\n', '\u{2028}', '\u{2029}']).flat_map(|line| self.wrapped(line, style, most)).collect()
    }

    fn wrapped(&self, text: &str, style: Style, most: f32) -> Vec<String> {
        let text = self.printable(text);
        let space = self.width(" ", style);
        let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0.0);
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let width = self.width(word, style);
            if !line.is_empty() && used + space + width <= most {
                line.push(' ');
                line.push_str(word);
                used += space + width;
                continue;
            }
            if !line.is_empty() {
                line.push(' ');
                lines.push(std::mem::take(&mut line));
            }
            used = 0.0;
            for c in word.chars() {
                let width = self.width(c.encode_utf8(&mut [0; 4]), style);
                if !line.is_empty() && used + width > most {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(c);
                used += width;
            }
        }
        lines.push(line);
        lines
    }

    /// A text of characters that both faces have, on one line: composed (NFC), without invisible characters. What the
    /// faces lack is written with letters that it sounds like; so is what is written from right to left, which would
    /// need to be laid out otherwise.
    pub fn printable(&self, text: &str) -> String {
        let mut line = String::with_capacity(text.len());
        for c in text.nfc() {
            match c {
                c if c.is_whitespace() && c != '\u{a0}' => line.push(' '),
                c if is_unseen(c) => {}
                c if self.has(c) && !is_from_the_right(c) => line.push(c),
                c => {
                    let letters = deunicode::deunicode_char(c).unwrap_or("?");
                    line.extend(letters.chars().filter(|c| self.has(*c)));
                }
            }
        }
        line
    }

    fn has(&self, c: char) -> bool {
        self.regular.glyph(c).is_some() && self.bold.glyph(c).is_some()
    }
}

impl Face {
    fn glyph(&self, c: char) -> Option<skrifa::GlyphId> {
        self.characters.map(c).filter(|glyph| glyph.to_u32() != 0)
    }

    /// The glyphs of a text, one for each character. Characters that the face lacks are left out: `printable` has
    /// replaced them.
    pub fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let glyph = |(at, c): (usize, char)| {
            let glyph = self.glyph(c)?;
            let advance = self.metrics.advance_width(glyph).unwrap_or_default() / self.units;
            let range = at..at + c.len_utf8();
            Some(KrillaGlyph::new(GlyphId::new(glyph.to_u32()), advance, 0.0, 0.0, 0.0, range, None))
        };
        text.char_indices().filter_map(glyph).collect()
    }
}

/// Hebrew, Arabic and their neighbours.
fn is_from_the_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}
