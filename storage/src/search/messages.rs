//! The index of what was said: which messages hold words that somebody looks for, in the channels that they may read.
//!
//! Derived from the store, each node's own, in a folder of its own. It holds no text, only which words a message has: as
//! they are written and as Swedish inflects them, without case and diacritics. So it answers ids, and whoever shows a message
//! reads it from the store, where what was taken back is gone.

use std::collections::{BTreeSet, HashSet};
use std::ops::{Bound, Deref, Range};
use std::path::Path;

use tantivy::collector::TopDocs;
use tantivy::query::{
    BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query, RangeQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, TextAnalyzer,
    TokenizerManager,
};
use tantivy::{Order, TantivyDocument, Term};

use super::Opened;
use super::writer::Change;
use crate::error::Result;
use crate::ids::{ChannelId, MessageId, UserId};
use crate::text_enum::text_enum;

/// Grows when an index of this version is of no use to an older program, or the other way round.
const VERSION: u32 = 2;
/// Words of a question that are looked at.
const WORDS: usize = 12;
/// Letters that a word has before it finds what begins with it.
const PREFIX_FROM: usize = 3;
/// Longer words are not looked for; in bytes.
const LONGEST: usize = 100;

text_enum! {
    /// What a message can be found by beside its words.
    Has {
        /// A picture.
        Image = "IMAGE",
        /// A file of any kind but a picture.
        File = "FILE",
        /// An address in its text.
        Link = "LINK",
    }
}

const STEMMED: &str = "stemmed";
const FOLDED: &str = "folded";

/// A message as the index takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The message; a later entry of the same one replaces it.
    pub message_id: MessageId,
    pub channel_id: ChannelId,
    /// By whom.
    pub user_id: UserId,
    /// The words it is found by.
    pub text: String,
    /// What else it has.
    pub has: HashSet<Has>,
}

/// What to look for, newest first.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// As typed: every word of it is in the message, inflected or begun. Without a word everything that `has` says is meant.
    pub text: String,
    /// Only what has this.
    pub has: Option<Has>,
    /// Only in these channels.
    pub channels: Vec<ChannelId>,
    /// Only what this person wrote.
    pub from: Option<UserId>,
    /// Only what is older than this message.
    pub before: Option<MessageId>,
    /// At most so many.
    pub limit: usize,
}

#[derive(Clone, Copy)]
struct Fields {
    message: Field,
    channel: Field,
    author: Field,
    has: Field,
    generation: Field,
    stemmed: Field,
    folded: Field,
}

fn words_by(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_fieldnorms(false);
    TextOptions::default().set_indexing_options(indexing.set_index_option(IndexRecordOption::Basic))
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let fields = Fields {
        message: schema.add_u64_field("message", FAST | INDEXED),
        channel: schema.add_u64_field("channel", FAST | INDEXED),
        author: schema.add_u64_field("author", INDEXED),
        has: schema.add_text_field("has", STRING),
        generation: schema.add_u64_field("generation", INDEXED | FAST),
        stemmed: schema.add_text_field("stemmed", words_by(STEMMED)),
        folded: schema.add_text_field("folded", words_by(FOLDED)),
    };
    (schema.build(), fields)
}

/// Twice: what is left of `mötena` is `möten`, and of that what is left of `mötet` as well.
fn stemmed() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    let words = words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser);
    let stem = || Stemmer::new(Language::Swedish);
    words.filter(stem()).filter(stem()).filter(AsciiFoldingFilter).build()
}

fn folded() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default());
    words.filter(RemoveLongFilter::limit(LONGEST)).filter(LowerCaser).filter(AsciiFoldingFilter).build()
}

fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(STEMMED, stemmed());
    tokenizers.register(FOLDED, folded());
    tokenizers
}

/// A word of a text: where it stands (in bytes), as it is and with its inflected forms made one, each also without
/// diacritics.
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

/// The words of a question, ready to be looked for.
pub struct Asked(Vec<Word>);

impl Asked {
    /// None when there is not one word.
    pub fn of(text: &str) -> Option<Self> {
        let mut asked = words(text);
        asked.truncate(WORDS);
        (!asked.is_empty()).then_some(Self(asked))
    }

    /// Who types diacritics means them: `möte` is no `mot`. Who does not is understood all the same.
    fn meets(asked: &Word, word: &Word) -> bool {
        let (stem, typed) = (&asked.stem, &asked.folded);
        if asked.lower.is_ascii() {
            return word.stem == *stem || begins(&word.folded, typed);
        }
        word.root == asked.root || begins(&word.lower, &asked.lower)
    }

    /// The words of a text that are meant, each once, as they stand in it. None: one that was asked for is missing.
    pub fn found_in(&self, text: &str) -> Option<Vec<String>> {
        let words = words(text);
        if self.0.iter().any(|asked| !words.iter().any(|word| Self::meets(asked, word))) {
            return None;
        }
        let meant = words.iter().filter(|word| self.0.iter().any(|asked| Self::meets(asked, word)));
        let found: BTreeSet<&str> = meant.filter_map(|word| text.get(word.at.clone())).collect();
        Some(found.into_iter().map(str::to_owned).collect())
    }

    fn query(&self, fields: Fields) -> Vec<(Occur, Box<dyn Query>)> {
        let each = self.0.iter().map(|Word { stem, folded, .. }| {
            let mut ways: Vec<(Occur, Box<dyn Query>)> =
                vec![should(is(fields.stemmed, stem)), should(is(fields.folded, folded))];
            if folded.chars().count() >= PREFIX_FROM {
                ways.push(should(FuzzyTermQuery::new_prefix(
                    Term::from_field_text(fields.folded, folded),
                    0,
                    true,
                )));
            }
            must(BooleanQuery::new(ways))
        });
        each.collect()
    }
}

/// Whether a word is what was typed, or begins so.
fn begins(word: &str, typed: &str) -> bool {
    word == typed || (typed.chars().count() >= PREFIX_FROM && word.starts_with(typed))
}

fn is(field: Field, word: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::Basic)
}

fn should(query: impl Query) -> (Occur, Box<dyn Query>) {
    (Occur::Should, Box::new(ConstScoreQuery::new(Box::new(query), 0.0)))
}

fn must(query: impl Query) -> (Occur, Box<dyn Query>) {
    (Occur::Must, Box::new(ConstScoreQuery::new(Box::new(query), 0.0)))
}

fn number(id: i64) -> u64 {
    u64::try_from(id).unwrap_or_default()
}

/// The index. Cheap to clone.
#[derive(Clone)]
pub struct MessageIndex {
    opened: Opened,
    fields: Fields,
}

impl Deref for MessageIndex {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}

impl MessageIndex {
    /// Opens the index in a folder; makes an empty one where there is none of this version, or it cannot be read.
    /// Blocks for the time the disk takes. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        let (schema, fields) = schema();
        let folder = folder.join(format!("messages-v{VERSION}"));
        Ok(Self { opened: Opened::open(&folder, schema, tokenizers(), fields.generation)?, fields })
    }

    /// Takes messages in, in place of those with the same ids; found within a second. `generation` tells those of one
    /// going-through of the store from older ones. [`crate::Error::Busy`]: too much waits to be written.
    pub fn put(&self, said: &[Said], generation: u64) -> Result<()> {
        let fields = self.fields;
        let documents = said.iter().map(|said| {
            let mut document = TantivyDocument::default();
            document.add_u64(fields.message, number(said.message_id.0));
            document.add_u64(fields.channel, number(said.channel_id.0));
            document.add_u64(fields.author, number(said.user_id.0));
            document.add_u64(fields.generation, generation);
            for has in &said.has {
                document.add_text(fields.has, has.as_str());
            }
            document.add_text(fields.stemmed, &said.text);
            document.add_text(fields.folded, &said.text);
            (self.key(said.message_id), document)
        });
        self.opened.send(Change::Put(documents.collect()))
    }

    /// Forgets messages.
    pub fn remove(&self, messages: &[MessageId]) -> Result<()> {
        self.opened.send(Change::Remove(messages.iter().map(|id| self.key(*id)).collect()))
    }

    /// Messages that hold the words and have what is asked for, newest first. Works on a thread of its own.
    pub async fn find(&self, question: Question) -> Result<Vec<MessageId>> {
        let index = self.clone();
        self.opened.beside(move || index.find_here(&question)).await
    }

    /// As [`MessageIndex::find`], on this thread.
    pub fn find_here(&self, question: &Question) -> Result<Vec<MessageId>> {
        let asked = Asked::of(&question.text);
        let is_nothing = asked.is_none() && question.has.is_none();
        if is_nothing || question.channels.is_empty() || question.limit == 0 {
            return Ok(Vec::new());
        }
        let fields = self.fields;
        let mut all = asked.map(|asked| asked.query(fields)).unwrap_or_default();
        if let Some(has) = question.has {
            all.push(must(is(fields.has, has.as_str())));
        }
        let channels = question.channels.iter().map(|id| Term::from_field_u64(fields.channel, number(id.0)));
        all.push(must(TermSetQuery::new(channels)));
        if let Some(from) = question.from {
            let author = Term::from_field_u64(fields.author, number(from.0));
            all.push(must(TermQuery::new(author, IndexRecordOption::Basic)));
        }
        if let Some(before) = question.before {
            let before = Term::from_field_u64(fields.message, number(before.0));
            all.push(must(RangeQuery::new(Bound::Unbounded, Bound::Excluded(before))));
        }
        let newest = TopDocs::with_limit(question.limit).order_by_u64_field("message", Order::Desc);
        let found = self.opened.searcher().search(&BooleanQuery::new(all), &newest)?;
        let ids = found.into_iter().filter_map(|(id, _)| id.and_then(|id| i64::try_from(id).ok()));
        Ok(ids.map(MessageId).collect())
    }

    fn key(&self, id: MessageId) -> Term {
        Term::from_field_u64(self.fields.message, number(id.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_what_is_marked() {
        let asked = Asked::of("föräldramöte tors").unwrap();
        let text = "Föräldramötena flyttas: torsdag 14/5, inte tisdag. Vårt föräldramöte hålls i matsalen.";
        assert_eq!(asked.found_in(text).unwrap(), ["Föräldramötena", "föräldramöte", "torsdag"]);
        assert_eq!(asked.found_in("Föräldramöte på tisdag"), None);
        assert!(Asked::of("foraldramotet").unwrap().found_in(text).is_some());
        assert!(Asked::of(" … ").is_none());
        assert!(Asked::of("möte").unwrap().found_in("9A vann mot 9B").is_none());
        assert!(Asked::of("mote").unwrap().found_in("Mötet är flyttat").is_some());
        // Two letters are a word, not the beginning of one.
        assert!(Asked::of("to").unwrap().found_in(text).is_none());
    }
}
