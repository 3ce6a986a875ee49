//! The message index of this node.

use std::ops::Bound;
use std::path::Path;
use std::time::Duration;

use tantivy::collector::TopDocs;
use tantivy::query::{
    BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query, RangeQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Order, TantivyDocument, Term};

use super::opened::Opened;
use super::writer::Change;
use crate::platform::error::Result;
use crate::platform::ids::MessageId;
use crate::search::messages::{Question, Said, VERSION};
use crate::search::words::{self, Asked, AskedWord};

const STEMMED: &str = "stemmed";
const FOLDED: &str = "folded";
/// Longest delay until new messages are searchable under load: a commit costs as much as hundreds of messages.
const LONGEST: Duration = Duration::from_secs(2);

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

fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(STEMMED, words::stemmed());
    tokenizers.register(FOLDED, words::folded());
    tokenizers
}

fn query(asked: &Asked, fields: Fields) -> Vec<(Occur, Box<dyn Query>)> {
    let each = asked.words().map(|AskedWord { stem, folded, begins }| {
        let mut ways: Vec<(Occur, Box<dyn Query>)> =
            vec![should(is(fields.stemmed, stem)), should(is(fields.folded, folded))];
        if begins {
            let begun = Term::from_field_text(fields.folded, folded);
            ways.push(should(FuzzyTermQuery::new_prefix(begun, 0, true)));
        }
        must(BooleanQuery::new(ways))
    });
    each.collect()
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
pub struct Messages {
    pub(in crate::search) opened: Opened,
    fields: Fields,
}

impl Messages {
    /// Opens the index in a folder; creates an empty one if there is none of this version or it is unreadable. Blocks
    /// while the disk works. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        let (schema, fields) = schema();
        let folder = folder.join(format!("messages-v{VERSION}"));
        Ok(Self { opened: Opened::open(&folder, schema, tokenizers(), fields.generation, LONGEST)?, fields })
    }

    /// Adds messages, replacing those with the same ids; searchable within a second, under load within two. `generation`
    /// separates the messages of one rebuild from older ones. [`crate::Error::Busy`]: the queue is full.
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

    /// Removes messages from the index.
    pub fn remove(&self, messages: &[MessageId]) -> Result<()> {
        self.opened.send(Change::Remove(messages.iter().map(|id| self.key(*id)).collect()))
    }

    /// Messages that match, newest first. Runs on a thread of its own.
    pub async fn find(&self, question: Question) -> Result<Vec<MessageId>> {
        let index = self.clone();
        self.opened.beside(move || index.find_here(&question)).await
    }

    /// As [`Messages::find`], on this thread.
    pub fn find_here(&self, question: &Question) -> Result<Vec<MessageId>> {
        let asked = Asked::of(&question.text);
        let is_nothing = asked.is_none() && question.has.is_none();
        if is_nothing || question.channels.is_empty() || question.limit == 0 {
            return Ok(Vec::new());
        }
        let fields = self.fields;
        let mut all = asked.map(|asked| query(&asked, fields)).unwrap_or_default();
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
