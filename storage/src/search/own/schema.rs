//! The fields of an index entry, and how text is split into words.

use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{
    AsciiFoldingFilter, LowerCaser, RemoveLongFilter, SimpleTokenizer, TextAnalyzer, TokenizerManager,
};

use crate::search::Entry;

/// Words without case and diacritics.
const FOLDED: &str = "folded";
/// Words without case.
const LOWER: &str = "lower";
/// Longer words are ignored; in bytes.
const LONGEST: usize = 60;

/// The fields of the index.
#[derive(Clone, Copy)]
pub struct Fields {
    pub key: Field,
    /// Group and rank in one number: see [`listed`].
    pub listed: Field,
    pub generation: Field,
    pub kind: Field,
    pub name: Field,
    pub slug: Field,
    pub location: Field,
    pub image: Field,
    /// All words, folded.
    pub words: Field,
    /// All words, with diacritics.
    pub exact: Field,
    /// The first word, folded.
    pub first: Field,
    /// Labels, matched as a whole.
    pub marks: Field,
}

fn words_by(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_fieldnorms(false);
    TextOptions::default().set_indexing_options(indexing.set_index_option(IndexRecordOption::Basic))
}

/// The schema and its fields.
pub fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let fields = Fields {
        key: schema.add_text_field("key", STRING | STORED),
        listed: schema.add_u64_field("listed", FAST | STORED),
        generation: schema.add_u64_field("generation", INDEXED | FAST),
        kind: schema.add_text_field("kind", STRING | STORED),
        name: schema.add_text_field("name", STORED),
        slug: schema.add_text_field("slug", STORED),
        location: schema.add_text_field("location", STORED),
        image: schema.add_text_field("image", STORED),
        words: schema.add_text_field("words", words_by(FOLDED)),
        exact: schema.add_text_field("exact", words_by(LOWER)),
        first: schema.add_text_field("first", words_by(FOLDED)),
        marks: schema.add_text_field("marks", STRING),
    };
    (schema.build(), fields)
}

/// Packs group and rank into one number: a search reads it for every hit, and one column is read faster than two.
pub fn listed(group: u8, rank: u8) -> u64 {
    u64::from(u16::from_be_bytes([rank, group]))
}

/// Unpacks group and rank.
pub fn unlisted(listed: u64) -> (u8, u8) {
    let [.., rank, group] = listed.to_be_bytes();
    (group, rank)
}

fn lower() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser).build()
}

fn folded() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser).filter(AsciiFoldingFilter).build()
}

pub fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(FOLDED, folded());
    tokenizers.register(LOWER, lower());
    tokenizers
}

fn words_of(mut analyzer: TextAnalyzer, text: &str) -> Vec<String> {
    let mut words = Vec::new();
    analyzer.token_stream(text).process(&mut |token| words.push(token.text.clone()));
    words
}

/// The words of a text, each with diacritics and folded.
pub(in crate::search) fn words(text: &str) -> Vec<(String, String)> {
    words_of(lower(), text).into_iter().zip(words_of(folded(), text)).collect()
}

pub fn document(fields: Fields, entry: &Entry, generation: u64) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.key, &entry.key);
    document.add_u64(fields.listed, listed(entry.group, entry.rank));
    document.add_u64(fields.generation, generation);
    for (field, text) in [(fields.kind, &entry.kind), (fields.name, &entry.name), (fields.slug, &entry.slug)]
    {
        document.add_text(field, text);
    }
    for (field, text) in [(fields.location, &entry.location), (fields.image, &entry.image)] {
        if let Some(text) = text {
            document.add_text(field, text);
        }
    }
    for text in [&entry.name, &entry.also] {
        document.add_text(fields.words, text);
        document.add_text(fields.exact, text);
    }
    for mark in &entry.marks {
        document.add_text(fields.marks, mark);
    }
    if let Some((_, first)) = words(&entry.name).first() {
        document.add_text(fields.first, first);
    }
    document
}
