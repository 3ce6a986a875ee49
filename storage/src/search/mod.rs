//! The index of names that the global search looks through: derived from the store, kept in a folder of its own on each
//! node, made anew when it is missing or of an older version.
//!
//! Decisions, with 1,000,000 names (two or three words each) on a machine of 2 cores:
//! - tantivy, not SQLite's FTS5. FTS5 answers a prefix in 9 ms at the 95th percentile in the order of the rows, but needs
//!   over a second to order a common one by rank, and knows no typos. tantivy's dictionary is an automaton: prefixes and
//!   one wrong letter are asked of it directly.
//! - A typo is looked for only where the letters as typed find nothing: who types right gets what was typed, and fast.
//! - One writer thread gathers changes and commits them together; a search sees them within a second.
//!
//! `cargo bench -p kalender-storage --bench search` measures it.

mod collect;
pub mod messages;
mod opened;
mod query;
mod schema;
mod writer;

use std::ops::Deref;
use std::path::Path;

use tantivy::schema::Value as _;
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};

use self::collect::Grouped;
pub use self::opened::Opened;
use self::schema::Fields;
use self::writer::Change;
use crate::error::Result;

/// Grows when an index of this version is of no use to an older program, or the other way round.
const VERSION: u32 = 4;
/// Groups there may be.
pub const GROUPS: usize = 16;

/// Something that can be found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Unique; an entry with the same key replaces it.
    pub key: String,
    /// Which list of the answer it belongs to: below [`GROUPS`].
    pub group: u8,
    /// What it is, a word of the caller's.
    pub kind: String,
    /// What is searched and shown.
    pub name: String,
    /// Further words to be found by, not shown.
    pub also: String,
    /// Its address.
    pub slug: String,
    /// Where it is, shown beside the name.
    pub location: Option<String>,
    /// Its picture.
    pub image: Option<String>,
    /// Words that are asked for as a whole, beside those that are typed ([`Search::any_of`]).
    pub marks: Vec<String>,
    /// Of those that fit equally well the higher ones come first.
    pub rank: u8,
}

/// What to look for.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// As typed.
    pub text: String,
    /// Only what has one of these marks; none: whatever it has. With some of them nothing need be typed.
    pub any_of: Vec<String>,
    /// Only these groups; none: all.
    pub groups: Vec<u8>,
    /// Only these kinds; none: all.
    pub kinds: Vec<String>,
    /// At most so many of each group.
    pub limit: usize,
}

/// The index. Cheap to clone.
#[derive(Clone)]
pub struct SearchIndex {
    opened: Opened,
    fields: Fields,
}

impl Deref for SearchIndex {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}

/// What was found, one list for each group that has any, the best first.
pub type Found = Vec<(u8, Vec<Entry>)>;

impl SearchIndex {
    /// Opens the index in a folder; makes an empty one where there is none of this version, or it cannot be read.
    /// Blocks for the time the disk takes. [`Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        let (schema, fields) = schema::schema();
        let folder = folder.join(format!("v{VERSION}"));
        let opened = Opened::open(&folder, schema, schema::tokenizers(), fields.generation)?;
        Ok(Self { opened, fields })
    }

    /// Takes entries in, in place of those with the same keys; found within a second. `generation` tells entries of one
    /// going-through of the store from older ones. [`Error::Busy`]: too much waits to be written.
    pub fn put(&self, entries: Vec<Entry>, generation: u64) -> Result<()> {
        let fields = self.fields;
        let documents = entries.iter().map(|entry| {
            (Term::from_field_text(fields.key, &entry.key), schema::document(fields, entry, generation))
        });
        self.opened.send(Change::Put(documents.collect()))
    }

    /// Forgets entries.
    pub fn remove(&self, keys: Vec<String>) -> Result<()> {
        let key = |key: &String| Term::from_field_text(self.fields.key, key);
        self.opened.send(Change::Remove(keys.iter().map(key).collect()))
    }

    /// Looks for names whose words begin with those typed, or with them but for one letter. Works on a thread of its own.
    pub async fn find(&self, search: Search) -> Result<Found> {
        let index = self.clone();
        self.opened.beside(move || index.find_here(&search)).await
    }

    /// As [`SearchIndex::find`], on this thread.
    pub fn find_here(&self, search: &Search) -> Result<Found> {
        let searcher = self.opened.searcher();
        let words = query::Words::of(&search.text);
        if words.is_none() && search.any_of.is_empty() {
            return Ok(Vec::new());
        }
        let collector = || Grouped::new(&search.groups, search.limit);
        let of = |query| query::of_kinds(self.fields, &search.kinds, query);
        let of = |query| of(query::marked(self.fields, &search.any_of, query));
        let typed = words.as_ref().map_or_else(query::nothing, |words| words.as_typed(self.fields));
        let mut found = searcher.search(&of(typed), &collector())?;
        if found.iter().all(Vec::is_empty)
            && let Some(words) = words
            && let Some(query) = words.with_a_typo(self.fields, &searcher)?
        {
            found = searcher.search(&of(query), &collector())?;
        }
        let groups = found.into_iter().enumerate().filter(|(_, list)| !list.is_empty());
        groups
            .map(|(group, list)| {
                let mut entries = Vec::with_capacity(list.len());
                for (score, at) in list {
                    entries.push((score, self.read(&searcher, at)?));
                }
                // Of those that fit equally well the shorter name is meant more often.
                entries.sort_by(|(score, one), (other_score, other)| {
                    let by_length =
                        (one.name.chars().count(), &one.name).cmp(&(other.name.chars().count(), &other.name));
                    other_score.total_cmp(score).then(by_length)
                });
                Ok((group as u8, entries.into_iter().map(|(_, entry)| entry).collect()))
            })
            .collect()
    }

    fn read(&self, searcher: &Searcher, at: DocAddress) -> Result<Entry> {
        let document: TantivyDocument = searcher.doc(at)?;
        let text = |field| document.get_first(field).and_then(|value| value.as_str()).map(str::to_owned);
        let listed = document.get_first(self.fields.listed).and_then(|value| value.as_u64());
        let (group, rank) = schema::unlisted(listed.unwrap_or_default());
        Ok(Entry {
            key: text(self.fields.key).unwrap_or_default(),
            group,
            kind: text(self.fields.kind).unwrap_or_default(),
            name: text(self.fields.name).unwrap_or_default(),
            also: String::new(),
            marks: Vec::new(),
            slug: text(self.fields.slug).unwrap_or_default(),
            location: text(self.fields.location),
            image: text(self.fields.image),
            rank,
        })
    }
}
