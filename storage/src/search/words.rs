//! Turns message texts into words: as written and stemmed (Swedish), with and without diacritics.
//!
//! Used by both engines and by highlighting, so that they agree, whatever a server's own analysis does with Swedish:
//! that of Lucene 9 leaves `mötet` as it is and does not find `mötena` by it.

use std::collections::BTreeSet;
use std::ops::Range;

use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, TextAnalyzer,
};

/// Most words of a search text.
const WORDS: usize = 12;
/// Number of letters from which a word also matches as a prefix.
const PREFIX_FROM: usize = 3;
/// Longer words are ignored; in bytes.
const LONGEST: usize = 100;

/// Stemmed twice: `mötena` becomes `möten`, and that becomes the stem of `mötet` as well.
pub(super) fn stemmed() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    let words = words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser);
    let stem = || Stemmer::new(Language::Swedish);
    words.filter(stem()).filter(stem()).filter(AsciiFoldingFilter).build()
}

pub(super) fn folded() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser).filter(AsciiFoldingFilter).build()
}

/// A word of a text: its byte range, lower case and stemmed, each also without diacritics.
struct Word {
    at: Range<usize>,
    lower: String,
    root: String,
    stem: String,
    folded: String,
}

fn words(text: &str) -> Vec<Word> {
    let of = |mut analyzer: TextAnalyzer| {
        let mut found = Vec::new();
        analyzer.token_stream(text).process(&mut |token| {
            found.push((token.offset_from..token.offset_to, token.text.clone()));
        });
        found
    };
    let plain = || {
        let words = TextAnalyzer::builder(SimpleTokenizer::default());
        words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser)
    };
    let stem = || Stemmer::new(Language::Swedish);
    let with_diacritics =
        of(plain().build()).into_iter().zip(of(plain().filter(stem()).filter(stem()).build()));
    let without = of(stemmed()).into_iter().zip(of(folded()));
    let each = with_diacritics
        .zip(without)
        .map(|(((at, lower), (_, root)), ((_, stem), (_, folded)))| Word { at, lower, root, stem, folded });
    each.collect()
}

fn each_once(mut analyzer: TextAnalyzer, text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    analyzer.token_stream(text).process(&mut |token| {
        words.insert(token.text.clone());
    });
    words
}

/// The distinct words of a text, unordered: stemmed, and as written.
pub(super) fn of_text(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    (each_once(stemmed(), text), each_once(folded(), text))
}

/// The parsed words of a search text.
pub struct Asked(Vec<Word>);

impl Asked {
    /// None if there is no word.
    pub fn of(text: &str) -> Option<Self> {
        let mut asked = words(text);
        asked.truncate(WORDS);
        (!asked.is_empty()).then_some(Self(asked))
    }

    /// Typed diacritics are significant: `möte` is not `mot`. Without them both are found.
    fn meets(asked: &Word, word: &Word) -> bool {
        let (stem, typed) = (&asked.stem, &asked.folded);
        if asked.lower.is_ascii() {
            return word.stem == *stem || begins(&word.folded, typed);
        }
        word.root == asked.root || begins(&word.lower, &asked.lower)
    }

    /// The distinct words of a text that match, as written in it. None: a searched word is missing.
    pub fn found_in(&self, text: &str) -> Option<Vec<String>> {
        let words = words(text);
        if self.0.iter().any(|asked| !words.iter().any(|word| Self::meets(asked, word))) {
            return None;
        }
        let meant = words.iter().filter(|word| self.0.iter().any(|asked| Self::meets(asked, word)));
        let found: BTreeSet<&str> = meant.filter_map(|word| text.get(word.at.clone())).collect();
        Some(found.into_iter().map(str::to_owned).collect())
    }

    /// The words stemmed and without diacritics, for the query.
    pub(super) fn words(&self) -> impl Iterator<Item = AskedWord<'_>> {
        self.0.iter().map(|Word { stem, folded, .. }| AskedWord {
            stem,
            folded,
            begins: folded.chars().count() >= PREFIX_FROM,
        })
    }
}

/// A word of a query.
pub(super) struct AskedWord<'a> {
    pub stem: &'a str,
    pub folded: &'a str,
    /// Whether it also matches as a prefix.
    pub begins: bool,
}

/// Whether a word equals what was typed, or starts with it.
fn begins(word: &str, typed: &str) -> bool {
    word == typed || (typed.chars().count() >= PREFIX_FROM && word.starts_with(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highlighted_words_are_those_that_match() {
        let asked = Asked::of("föräldramöte tors").unwrap();
        let text = "Föräldramötena flyttas: torsdag 14/5, inte tisdag. Vårt föräldramöte hålls i matsalen.";
        assert_eq!(asked.found_in(text).unwrap(), ["Föräldramötena", "föräldramöte", "torsdag"]);
        assert_eq!(asked.found_in("Föräldramöte på tisdag"), None);
        assert!(Asked::of("foraldramotet").unwrap().found_in(text).is_some());
        assert!(Asked::of(" … ").is_none());
        assert!(Asked::of("möte").unwrap().found_in("9A vann mot 9B").is_none());
        assert!(Asked::of("mote").unwrap().found_in("Mötet är flyttat").is_some());
        // Two letters are a word, not a prefix.
        assert!(Asked::of("to").unwrap().found_in(text).is_none());
    }
}
