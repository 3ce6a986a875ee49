//! An index in a folder: the common part of the name and message indexes.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tantivy::directory::MmapDirectory;
use tantivy::schema::{Field, Schema};
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, IndexReader, ReloadPolicy, Searcher, TantivyError};
use tokio::sync::Semaphore;

use super::writer::{Change, Writer};
use crate::platform::error::{Error, Result};

/// Searches that may wait for a core; more are refused.
const WAITING: usize = 256;

/// An open index. Cheap to clone.
#[derive(Clone)]
pub struct Opened {
    reader: IndexReader,
    writer: Arc<Writer>,
    cores: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl From<TantivyError> for Error {
    fn from(error: TantivyError) -> Self {
        Self::Unavailable(format!("the search index: {error}"))
    }
}

impl Opened {
    /// Opens the index in a folder; creates an empty one if there is none or it is unreadable. Blocks while the disk
    /// works. `generation`: the field with a document's generation; `longest`: longest time for which changes are
    /// collected if commits are slow. [`Error::Busy`]: another process has it open.
    pub(super) fn open(
        folder: &Path,
        schema: Schema,
        tokenizers: TokenizerManager,
        generation: Field,
        longest: Duration,
    ) -> Result<Self> {
        match Self::open_in(folder, schema.clone(), tokenizers.clone(), generation, longest) {
            Ok(opened) => Ok(opened),
            Err(TantivyError::LockFailure(..)) => Err(Error::Busy),
            Err(error) => {
                tracing::warn!(%error, "the search index is made anew");
                remove(folder)?;
                Ok(Self::open_in(folder, schema, tokenizers, generation, longest)?)
            }
        }
    }

    fn open_in(
        folder: &Path,
        schema: Schema,
        tokenizers: TokenizerManager,
        generation: Field,
        longest: Duration,
    ) -> tantivy::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let index = Index::builder().schema(schema).tokenizers(tokenizers);
        let index = index.open_or_create(MmapDirectory::open(folder)?)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let writer = Writer::start(&index, reader.clone(), generation, longest)?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self {
            reader,
            writer: Arc::new(writer),
            cores: Arc::new(Semaphore::new(cores)),
            waiting: Arc::new(Semaphore::new(WAITING)),
        })
    }

    pub(super) fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    pub(super) fn send(&self, change: Change) -> Result<()> {
        self.writer.send(change)
    }

    /// Runs a search on a thread of its own. [`Error::Busy`]: too many wait.
    pub(super) async fn beside<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let _waiting = self.waiting.try_acquire().map_err(|_| Error::Busy)?;
        let core = Arc::clone(&self.cores).acquire_owned().await.map_err(|_| Error::Busy)?;
        let found = tokio::task::spawn_blocking(move || {
            let _core = core;
            search()
        });
        found.await.map_err(|error| Error::Unavailable(format!("the search index: {error}")))?
    }

    /// Deletes entries that were last put before a generation.
    pub fn forget_before(&self, generation: u64) -> Result<()> {
        self.send(Change::ForgetBefore(generation))
    }

    /// Stores a text with the index, after or together with everything sent before: the feed cursor of its owner.
    pub fn keep(&self, text: String) -> Result<()> {
        self.send(Change::Keep(text))
    }

    /// The stored text.
    pub fn kept(&self) -> Result<Option<String>> {
        Ok(self.reader.searcher().index().load_metas()?.payload)
    }

    /// Waits until everything sent before is searchable.
    pub async fn flush(&self) -> Result<()> {
        self.writer.flush().await
    }

    /// Number of entries.
    pub fn len(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::Unavailable(error.to_string()))
        }
        _ => Ok(()),
    }
}
