//! Builds the query for a typed text.
//!
//! Every typed word must be a prefix of a word of the name. Better matches have the letters as typed (å is not a),
//! match the first word, and match whole words. One wrong, missing, added or swapped letter is accepted in one word of
//! four or more letters.

use tantivy::query::{BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query, TermQuery, TermSetQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term};

use super::schema::{self, Fields};
use crate::platform::error::Result;
use crate::search::Search;

/// Most words of a search text.
pub(in crate::search) const WORDS: usize = 6;
/// Number of letters from which a word may have a typo.
pub(in crate::search) const TYPO_FROM: usize = 4;

// Scores of matches, on both engines.
pub(in crate::search) const BEGINS: f32 = 4.0;
pub(in crate::search) const AS_TYPED: f32 = 2.0;
pub(in crate::search) const WHOLE_WORD: f32 = 1.0;

/// The words of a text, with diacritics and folded.
pub struct Words(Vec<(String, String)>);

fn scored(query: impl Query, score: f32) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(Box::new(query), score))
}

fn begins(field: Field, word: &str) -> FuzzyTermQuery {
    FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, true)
}

fn nearly_begins(field: Field, word: &str) -> FuzzyTermQuery {
    FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 1, true)
}

fn is(field: Field, word: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::Basic)
}

/// Restricts to these kinds; empty: no restriction.
pub fn of_kinds(fields: Fields, kinds: &[String], query: BooleanQuery) -> BooleanQuery {
    if kinds.is_empty() {
        return query;
    }
    let kinds = TermSetQuery::new(kinds.iter().map(|kind| Term::from_field_text(fields.kind, kind)));
    BooleanQuery::new(vec![(Occur::Must, Box::new(query)), (Occur::Must, scored(kinds, 0.0))])
}

/// The query for an empty text.
pub fn nothing() -> BooleanQuery {
    BooleanQuery::new(Vec::new())
}

/// Restricts to entries with one of the marks, and with each of the others; without any: no restriction.
pub fn marked(fields: Fields, search: &Search, query: BooleanQuery) -> BooleanQuery {
    if !search.is_marked() {
        return query;
    }
    let terms = |marks: &[String]| {
        TermSetQuery::new(marks.iter().map(|mark| Term::from_field_text(fields.marks, mark)))
    };
    let any = (!search.any_of.is_empty()).then(|| scored(terms(&search.any_of), 0.0));
    let each = search.all_of.iter().map(|mark| scored(is(fields.marks, mark), 0.0));
    let typed = (!query.clauses().is_empty()).then(|| Box::new(query) as Box<dyn Query>);
    BooleanQuery::new(typed.into_iter().chain(any).chain(each).map(|one| (Occur::Must, one)).collect())
}

impl Words {
    /// None if there is no word.
    pub fn of(text: &str) -> Option<Self> {
        let mut words = schema::words(text);
        words.truncate(WORDS);
        (!words.is_empty()).then_some(Self(words))
    }

    /// Names with the words as prefixes.
    pub fn as_typed(&self, fields: Fields) -> BooleanQuery {
        let must = self.0.iter().map(|(_, folded)| (Occur::Must, scored(begins(fields.words, folded), 0.0)));
        BooleanQuery::new(must.chain(self.better(fields)).collect())
    }

    /// Clauses that raise the score.
    fn better(&self, fields: Fields) -> impl Iterator<Item = (Occur, Box<dyn Query>)> {
        let first = self.0.first().map(|(_, folded)| scored(begins(fields.first, folded), BEGINS));
        let each = self.0.iter().flat_map(move |(lower, folded)| {
            [scored(begins(fields.exact, lower), AS_TYPED), scored(is(fields.words, folded), WHOLE_WORD)]
        });
        first.into_iter().chain(each).map(|query| (Occur::Should, query))
    }

    /// Names with the words as prefixes, one of them with a typo; none: no word is long enough.
    pub fn with_a_typo(&self, fields: Fields, searcher: &Searcher) -> Result<Option<BooleanQuery>> {
        let mut wrong = Vec::new();
        for at in 0..self.0.len() {
            if self.0.get(at).is_some_and(|(_, folded)| folded.chars().count() >= TYPO_FROM) {
                wrong.push(at);
            }
        }
        // A word that no name starts with is the one with the typo.
        for at in &wrong {
            if let Some((_, folded)) = self.0.get(*at)
                && !known(searcher, fields.words, folded)?
            {
                wrong = vec![*at];
                break;
            }
        }
        let attempts: Vec<(Occur, Box<dyn Query>)> = wrong
            .into_iter()
            .map(|wrong| {
                let words = self.0.iter().enumerate().map(|(at, (_, folded))| {
                    let query = if at == wrong {
                        scored(nearly_begins(fields.words, folded), 0.0)
                    } else {
                        scored(begins(fields.words, folded), WHOLE_WORD)
                    };
                    (Occur::Must, query)
                });
                (Occur::Should, Box::new(BooleanQuery::new(words.collect())) as Box<dyn Query>)
            })
            .collect();
        Ok((!attempts.is_empty()).then(|| BooleanQuery::new(attempts)))
    }
}

/// Whether any name has a word with this prefix.
fn known(searcher: &Searcher, field: Field, word: &str) -> Result<bool> {
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut words = index
            .terms()
            .range()
            .ge(word.as_bytes())
            .into_stream()
            .map_err(|error| crate::Error::Unavailable(format!("the search index: {error}")))?;
        if words.advance() && words.key().starts_with(word.as_bytes()) {
            return Ok(true);
        }
    }
    Ok(false)
}
