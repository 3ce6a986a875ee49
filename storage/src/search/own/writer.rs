//! The one thread that writes the index: it gathers what comes, commits it together and lets searches see it.

use std::ops::Bound;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tantivy::query::RangeQuery;
use tantivy::schema::Field;
use tantivy::{Index, IndexReader, IndexWriter, TantivyDocument, Term};
use tokio::sync::oneshot;

use crate::platform::error::{Error, Result};

/// Changes that may wait; a change may hold hundreds of entries.
const QUEUE: usize = 64;
/// How long changes are gathered before they are committed, at least.
pub const GATHER: Duration = Duration::from_millis(500);
/// So many times as long as a commit took: it costs what hundreds of entries do, however few it has.
const GATHER_FOR_A_COMMIT: u32 = 20;
/// As long as more waits all the time, as where an index is made anew.
const GATHER_AT_MOST: Duration = Duration::from_secs(5);
/// How long the words of what was taken out may stay in the index's files.
const PURGE: Duration = Duration::from_secs(3_600);
/// Memory for entries on their way, in bytes: the least that the library takes, twice.
const MEMORY: usize = 32 * 1_024 * 1_024;

/// What the thread is asked to do.
pub enum Change {
    /// Documents, each in place of what has its key.
    Put(Vec<(Term, TantivyDocument)>),
    /// What has one of these keys goes.
    Remove(Vec<Term>),
    /// What was put in before a generation began goes.
    ForgetBefore(u64),
    Keep(String),
    Flush(oneshot::Sender<Result<()>>),
}

/// The way to the thread, which ends when this is dropped.
pub struct Writer {
    changes: Option<SyncSender<Change>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Writer {
    /// Waits for the thread: what was sent is written, and the index can be opened again.
    fn drop(&mut self) {
        drop(self.changes.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread. `longest`: how long changes may be gathered where commits take their time. Fails when another process
    /// writes the index.
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
    /// The field that says when a document was put in.
    generation: Field,
    /// Whether anything was taken out since the files were last rid of what was, and when that was.
    has_removed: bool,
    purged: Instant,
    /// What the index's owner keeps with it: written with every commit, or it would be lost.
    kept: Option<String>,
}

impl Thread {
    fn new(
        writer: IndexWriter<TantivyDocument>,
        reader: IndexReader,
        generation: Field,
        kept: Option<String>,
    ) -> Self {
        // What an earlier process took out is looked for as well.
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

    /// Makes the parts of the index anew that hold anything taken out: until then it is in their files, though never found.
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

/// What is still written with what has been gathered for so long. None: nothing more in time, or nobody is left to send.
fn gathered(changes: &Receiver<Change>, since: Duration, gather: Duration) -> Option<Change> {
    if since < gather {
        changes.recv_timeout(gather - since).ok()
    } else if since < GATHER_AT_MOST {
        changes.try_recv().ok()
    } else {
        None
    }
}
