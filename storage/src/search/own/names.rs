//! The index of names of this node.

use std::path::Path;

use tantivy::schema::Value as _;
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};

use super::collect::Grouped;
use super::opened::Opened;
use super::schema::Fields;
use super::writer::{Change, GATHER};
use super::{query, schema};
use crate::platform::error::Result;
use crate::search::{Entry, Found, Search, VERSION};

/// The index. Cheap to clone.
#[derive(Clone)]
pub struct Names {
    pub opened: Opened,
    fields: Fields,
}

impl Names {
    /// Opens the index in a folder; creates an empty one if there is none of this version or it is unreadable. Blocks
    /// while the disk works. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        let (schema, fields) = schema::schema();
        let folder = folder.join(format!("v{VERSION}"));
        let opened = Opened::open(&folder, schema, schema::tokenizers(), fields.generation, GATHER)?;
        Ok(Self { opened, fields })
    }

    /// Adds entries, replacing those with the same keys; searchable within a second. `generation` separates the entries
    /// of one rebuild from older ones. [`crate::Error::Busy`]: the queue is full.
    pub fn put(&self, entries: &[Entry], generation: u64) -> Result<()> {
        let fields = self.fields;
        let documents = entries.iter().map(|entry| {
            (Term::from_field_text(fields.key, &entry.key), schema::document(fields, entry, generation))
        });
        self.opened.send(Change::Put(documents.collect()))
    }

    /// Removes entries.
    pub fn remove(&self, keys: &[String]) -> Result<()> {
        let key = |key: &String| Term::from_field_text(self.fields.key, key);
        self.opened.send(Change::Remove(keys.iter().map(key).collect()))
    }

    /// Finds names whose words start with the typed ones, if need be with one typo. Runs on a thread of its own.
    pub async fn find(&self, search: Search) -> Result<Found> {
        let index = self.clone();
        self.opened.beside(move || index.find_here(&search)).await
    }

    /// As [`Names::find`], on this thread.
    pub fn find_here(&self, search: &Search) -> Result<Found> {
        let searcher = self.opened.searcher();
        let words = query::Words::of(&search.text);
        if words.is_none() && !search.is_marked() {
            return Ok(Vec::new());
        }
        let collector = || Grouped::new(&search.groups, search.limit);
        let of = |query| query::of_kinds(self.fields, &search.kinds, query);
        let of = |query| of(query::marked(self.fields, search, query));
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
                // Among equally good matches, the shorter name is meant more often.
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
