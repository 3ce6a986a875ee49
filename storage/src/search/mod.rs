//! The indexes that searches look through: names (the global search) and what was said ([`messages`]). Derived from the
//! store, made anew when they are missing or of an older version. Two engines behind the same few calls: each node's own
//! ([`own`], tantivy, in a folder), and an OpenSearch cluster that all nodes share ([`shared`]).
//!
//! Decisions, with 1,000,000 names (two or three words each) on a machine of 2 cores:
//! - tantivy, not SQLite's FTS5. FTS5 answers a prefix in 9 ms at the 95th percentile in the order of the rows, but needs
//!   over a second to order a common one by rank, and knows no typos. tantivy's dictionary is an automaton: prefixes and
//!   one wrong letter are asked of it directly.
//! - A typo is looked for only where the letters as typed find nothing: who types right gets what was typed, and fast.
//! - One writer thread gathers changes and commits them together; a search sees them within a second, two of what is said
//!   where much is.
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

/// Grows when an index of this version is of no use to an older program, or the other way round.
const VERSION: u32 = 5;
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

/// What was found, one list for each group that has any, the best first.
pub type Found = Vec<(u8, Vec<Entry>)>;

/// The index of names, on whichever engine. Cheap to clone.
#[derive(Clone)]
pub enum SearchIndex {
    /// This node's own.
    Own(own::names::Names),
    /// One that all nodes share.
    Shared(shared::names::Names),
}

impl SearchIndex {
    /// Opens the index in a folder; makes an empty one where there is none of this version, or it cannot be read.
    /// Blocks for the time the disk takes. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::Own(own::names::Names::open(folder)?))
    }

    /// The index on a server, which is not asked yet.
    pub fn on(server: &Server) -> Self {
        Self::Shared(shared::names::Names::on(server))
    }

    /// What all indexes can do.
    pub fn index(&self) -> Index {
        match self {
            Self::Own(own) => Index::Own(own.opened.clone()),
            Self::Shared(shared) => Index::Shared(shared.index.clone()),
        }
    }

    /// Takes entries in, in place of those with the same keys; found within a second. `generation` tells entries of one
    /// going-through of the store from older ones. [`crate::Error::Busy`]: too much waits to be written.
    pub async fn put(&self, entries: &[Entry], generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.put(entries, generation),
            Self::Shared(shared) => shared.put(entries, generation).await,
        }
    }

    /// Forgets entries.
    pub async fn remove(&self, keys: &[String]) -> Result<()> {
        match self {
            Self::Own(own) => own.remove(keys),
            Self::Shared(shared) => shared.remove(keys).await,
        }
    }

    /// Looks for names whose words begin with those typed, or with them but for one letter.
    pub async fn find(&self, search: Search) -> Result<Found> {
        match self {
            Self::Own(own) => own.find(search).await,
            Self::Shared(shared) => shared.find(&search).await,
        }
    }
}
