//! The search indexes: names (global search) and messages ([`messages`]). Derived from the store, rebuilt if they are
//! missing or of an older version. Two engines behind the same operations: each node's own ([`own`], tantivy, in a
//! folder), and an OpenSearch cluster shared by all nodes ([`shared`]).
//!
//! Decisions, with 1,000,000 names (two or three words each) on a machine of 2 cores:
//! - tantivy, not SQLite's FTS5. FTS5 answers a prefix in 9 ms at the 95th percentile in the order of the rows, but needs
//!   over a second to order a common one by rank, and knows no typos. tantivy's dictionary is an automaton: prefixes and
//!   one wrong letter are asked of it directly.
//! - Typos are searched for only if the text as typed finds nothing, so that correct input is exact and fast.
//! - One writer thread collects changes and commits them together; they are searchable within a second, messages under
//!   load within two.
//!
//! `cargo bench -p kalender-storage --bench search` measures it.

mod index;
pub mod messages;
pub mod own;
pub mod shared;
mod words;

use std::path::Path;

pub use self::index::Index;
pub use self::shared::Server;
use crate::platform::error::Result;

/// Raised when an index of this version is unusable for an older program, or the reverse.
const VERSION: u32 = 6;
/// Number of groups.
pub const GROUPS: usize = 16;

/// An index entry: something that can be found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Unique; an entry with the same key replaces it.
    pub key: String,
    /// The list of results that it belongs to: below [`GROUPS`].
    pub group: u8,
    /// Its kind, named by the caller.
    pub kind: String,
    /// The name, searched and shown.
    pub name: String,
    /// Further searchable words, not shown.
    pub also: String,
    /// Its slug.
    pub slug: String,
    /// Its location, shown beside the name.
    pub location: Option<String>,
    /// Its picture's version.
    pub image: Option<String>,
    /// Labels that are matched as a whole, independent of the text ([`Search::any_of`], [`Search::all_of`]).
    pub marks: Vec<String>,
    /// Among equally good matches, higher ranks come first.
    pub rank: u8,
}

/// A search for names.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The search text.
    pub text: String,
    /// Only entries with one of these marks; empty: no restriction. With marks the text may be empty.
    pub any_of: Vec<String>,
    /// Only entries with each of these marks; with marks the text may be empty.
    pub all_of: Vec<String>,
    /// Only these groups; empty: all.
    pub groups: Vec<u8>,
    /// Only these kinds; empty: all.
    pub kinds: Vec<String>,
    /// Most results per group.
    pub limit: usize,
}

/// Results: one list per group with any, best first.
pub type Found = Vec<(u8, Vec<Entry>)>;

/// The index of names, on either engine. Cheap to clone.
#[derive(Clone)]
pub enum SearchIndex {
    /// This node's own index.
    Own(own::names::Names),
    /// An index shared by all nodes.
    Shared(shared::names::Names),
}

impl Search {
    /// Whether it names any mark.
    fn is_marked(&self) -> bool {
        !(self.any_of.is_empty() && self.all_of.is_empty())
    }
}

impl SearchIndex {
    /// Opens the index in a folder; creates an empty one if there is none of this version or it is unreadable. Blocks
    /// while the disk works. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::Own(own::names::Names::open(folder)?))
    }

    /// The index on a server; does not connect yet.
    pub fn on(server: &Server) -> Self {
        Self::Shared(shared::names::Names::on(server))
    }

    /// The index operations that are independent of contents.
    pub fn index(&self) -> Index {
        match self {
            Self::Own(own) => Index::Own(own.opened.clone()),
            Self::Shared(shared) => Index::Shared(shared.index.clone()),
        }
    }

    /// Adds entries, replacing those with the same keys; searchable within a second. `generation` separates the entries
    /// of one rebuild from older ones. [`crate::Error::Busy`]: the queue is full.
    pub async fn put(&self, entries: &[Entry], generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.put(entries, generation),
            Self::Shared(shared) => shared.put(entries, generation).await,
        }
    }

    /// Removes entries.
    pub async fn remove(&self, keys: &[String]) -> Result<()> {
        match self {
            Self::Own(own) => own.remove(keys),
            Self::Shared(shared) => shared.remove(keys).await,
        }
    }

    /// Finds names whose words start with the typed ones, if need be with one typo.
    pub async fn find(&self, search: Search) -> Result<Found> {
        match self {
            Self::Own(own) => own.find(search).await,
            Self::Shared(shared) => shared.find(&search).await,
        }
    }
}
