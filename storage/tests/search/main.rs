//! Tests of the search indexes, each case on both engines: in a folder, and on the OpenSearch that
//! `KALENDER_TEST_SEARCH` names, if set (`http/tests/opensearch/with.sh`).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on should say where")]

mod names;
mod said;
mod turns;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use storage::search::messages::MessageIndex;
use storage::search::{SearchIndex, Server};

/// Long enough that a node on a busy machine does not lose the lease.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a test's indexes are.
enum Engine {
    Own(tempfile::TempDir),
    Shared(Part),
}

/// A prefix on the server, whose indexes are deleted at the end.
struct Part {
    at: String,
}

impl Part {
    /// None: no server is configured.
    fn new() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let at = std::env::var("KALENDER_TEST_SEARCH").ok()?;
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Some(Self { at: format!("{at}/s{process}-{number}") })
    }

    /// A node that uses it; the lease expires after `turn`.
    fn node(&self, turn: Duration) -> Server {
        Server::with_patience(&self.at, turn, PATIENCE).unwrap()
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let server = self.node(PATIENCE);
        let clear = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(server.clear()).unwrap();
        };
        let _ = std::thread::spawn(clear).join();
    }
}

/// All available engines.
fn engines() -> Vec<Engine> {
    let own = Engine::Own(tempfile::tempdir().unwrap());
    std::iter::once(own).chain(Part::new().map(Engine::Shared)).collect()
}

impl Engine {
    /// The index of names, with the lease to write.
    async fn names(&self) -> SearchIndex {
        let index = match self {
            Self::Own(folder) => SearchIndex::open(folder.path()).unwrap(),
            Self::Shared(part) => SearchIndex::on(&part.node(PATIENCE)),
        };
        index.index().take_turn().await.unwrap();
        index
    }

    /// The message index, with the lease to write.
    async fn messages(&self) -> MessageIndex {
        let index = match self {
            Self::Own(folder) => MessageIndex::open(folder.path()).unwrap(),
            Self::Shared(part) => MessageIndex::on(&part.node(PATIENCE)),
        };
        index.index().take_turn().await.unwrap();
        index
    }
}
