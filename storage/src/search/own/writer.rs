//! The only thread that writes the index: it collects changes, commits them together and makes them searchable.

use std::ops::Bound;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tantivy::query::RangeQuery;
use tantivy::schema::Field;
use tantivy::{Index, IndexReader, IndexWriter, TantivyDocument, Term};
use tokio::sync::oneshot;

use crate::platform::error::{Error, Result};

/// Capacity of the queue of changes; one may hold hundreds of entries.
const QUEUE: usize = 64;
/// Shortest time for which changes are collected before a commit.
pub const GATHER: Duration = Duration::from_millis(500);
/// Collecting time as a multiple of a commit's duration: a commit costs as much as hundreds of entries.
const GATHER_FOR_A_COMMIT: u32 = 20;
/// Longest collecting time under constant load, as during a rebuild.
const GATHER_AT_MOST: Duration = Duration::from_secs(5);
/// Longest time that words of removed entries stay in the index files.
const PURGE: Duration = Duration::from_secs(3_600);
/// Memory for uncommitted entries, in bytes: twice the library's minimum.
const MEMORY: usize = 32 * 1_024 * 1_024;

/// A request to the thread.
pub enum Change {
    /// Documents that replace those with the same keys.
    Put(Vec<(Term, TantivyDocument)>),
    /// Deletes the documents with these keys.
    Remove(Vec<Term>),
    /// Deletes documents from before a generation.
    ForgetBefore(u64),
    Keep(String),
    Flush(oneshot::Sender<Result<()>>),
}

/// The handle of the thread, which ends when this is dropped.
pub struct Writer {
    changes: Option<SyncSender<Change>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Writer {
    /// Waits for the thread: everything sent is written, and the index can be opened again.
    fn drop(&mut self) {
        drop(self.changes.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread. `longest`: longest time for which changes are collected if commits are slow. Fails if another
    /// process writes the index.
    pub fn start(
        index: &Index,
        reader: IndexReader,
        generation: Field,
        longest: Duration,
    ) -> tantivy::Result<Self> {
        let writer = index.writer_with_num_threads(1, MEMORY)?;
        let kept = index.load_metas()?.payload;
        let (sender, changes) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new()
            .name("search-writer".to_owned())
            .spawn(move || Thread::new(writer, reader, generation, kept).run(&changes, longest))?;
        Ok(Self { changes: Some(sender), thread: Some(thread) })
    }

    pub fn send(&self, change: Change) -> Result<()> {
        let closed = || Error::Unavailable("the search index is closed".to_owned());
        let changes = self.changes.as_ref().ok_or_else(closed)?;
        changes.try_send(change).map_err(|error| match error {
            TrySendError::Full(_) => Error::Busy,
            TrySendError::Disconnected(_) => closed(),
        })
    }

    pub async fn flush(&self) -> Result<()> {
        let (done, answer) = oneshot::channel();
        self.send(Change::Flush(done))?;
        answer.await.map_err(|_| Error::Unavailable("the search index is closed".to_owned()))?
    }
}

struct Thread {
    writer: IndexWriter<TantivyDocument>,
    reader: IndexReader,
    /// The field with a document's generation.
    generation: Field,
    /// Whether anything was deleted since the files were last purged, and when that was.
    has_removed: bool,
    purged: Instant,
    /// The owner's text: repeated in every commit, else it would be lost.
    kept: Option<String>,
}

impl Thread {
    fn new(
        writer: IndexWriter<TantivyDocument>,
        reader: IndexReader,
        generation: Field,
        kept: Option<String>,
    ) -> Self {
        // Includes what an earlier process deleted.
        Self { writer, reader, generation, has_removed: true, purged: Instant::now(), kept }
    }

    fn run(mut self, changes: &Receiver<Change>, longest: Duration) {
        let mut gather = GATHER;
        while let Ok(first) = changes.recv() {
            let began = Instant::now();
            let mut waiting = Vec::new();
            let mut next = Some(first);
            while let Some(change) = next {
                match change {
                    Change::Flush(done) => {
                        waiting.push(done);
                        break;
                    }
                    change => {
                        if let Err(error) = self.apply(change) {
                            tracing::error!(%error, "the search index was not changed");
                        }
                    }
                }
                next = gathered(changes, began.elapsed(), gather);
            }
            let began = Instant::now();
            let committed = self.commit();
            gather = (began.elapsed() * GATHER_FOR_A_COMMIT).clamp(GATHER, longest);
            if let Err(error) = &committed {
                tracing::error!(%error, "the search index was not written");
            }
            for done in waiting {
                let _ = done.send(committed.clone());
            }
        }
    }

    fn apply(&mut self, change: Change) -> Result<()> {
        match change {
            Change::Put(documents) => {
                for (key, document) in documents {
                    self.writer.delete_term(key);
                    self.writer.add_document(document)?;
                }
                self.has_removed = true;
            }
            Change::Remove(keys) => {
                for key in keys {
                    self.writer.delete_term(key);
                }
                self.has_removed = true;
            }
            Change::ForgetBefore(generation) => {
                let before = Bound::Excluded(Term::from_field_u64(self.generation, generation));
                self.writer.delete_query(Box::new(RangeQuery::new(Bound::Unbounded, before)))?;
                self.has_removed = true;
            }
            Change::Keep(text) => self.kept = Some(text),
            Change::Flush(_) => {}
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        let mut commit = self.writer.prepare_commit()?;
        if let Some(kept) = &self.kept {
            commit.set_payload(kept);
        }
        commit.commit()?;
        self.reader.reload()?;
        if self.has_removed && self.purged.elapsed() > PURGE {
            self.purge()?;
        }
        Ok(())
    }

    /// Rewrites the segments with deletions: until then deleted words remain in their files, though never found.
    fn purge(&mut self) -> Result<()> {
        let parts = self.writer.index().searchable_segment_metas()?;
        let stale: Vec<_> =
            parts.iter().filter(|part| part.has_deletes()).map(tantivy::index::SegmentMeta::id).collect();
        if !stale.is_empty() {
            self.writer.merge(&stale).wait()?;
            self.reader.reload()?;
            self.writer.garbage_collect_files().wait()?;
        }
        (self.has_removed, self.purged) = (false, Instant::now());
        Ok(())
    }
}

/// The next change for the current commit. None: none in time, or all senders are gone.
fn gathered(changes: &Receiver<Change>, since: Duration, gather: Duration) -> Option<Change> {
    if since < gather {
        changes.recv_timeout(gather - since).ok()
    } else if since < GATHER_AT_MOST {
        changes.try_recv().ok()
    } else {
        None
    }
}
