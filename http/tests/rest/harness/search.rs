//! A search index per test: in its folder, or with its own prefix on the configured OpenSearch.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actors::search::Place;
use storage::search::Server;

use super::{Patience, World};

/// The OpenSearch for the tests, `http://127.0.0.1:9200`; if unset, an index in a folder.
const SEARCH: &str = "KALENDER_TEST_SEARCH";

/// Prefix of the next test's index names.
fn prefix() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("t{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A prefix on the configured server, whose indexes are deleted at the end.
pub struct Part {
    at: String,
}

impl Part {
    /// Long enough that a node on a busy machine does not lose the lease.
    fn server(&self) -> Server {
        Server::with_patience(&self.at, Duration::from_secs(60), Duration::from_secs(30)).unwrap()
    }
}

impl Drop for Part {
    /// On another thread while this one waits: nothing is written any more.
    fn drop(&mut self) {
        // With connections of its own: those of the test belong to this thread.
        let server = self.server();
        let clear = move || actix_web::rt::System::new().block_on(server.clear());
        if let Ok(Err(error)) = std::thread::spawn(clear).join() {
            eprintln!("the indexes of a test stay: {error}");
        }
    }
}

/// The server's address and the test's prefix, for other clients. None: no server is configured.
pub fn search_part() -> Option<(Part, String, String)> {
    let at = std::env::var(SEARCH).ok()?;
    let prefix = prefix();
    Some((Part { at: format!("{at}/{prefix}") }, at, prefix))
}

impl World {
    /// Opens the search and keeps it up to date.
    pub fn open_search(&self) {
        let place = match search_part() {
            Some((part, ..)) => {
                let place = Place::Server(part.server());
                *self.search.borrow_mut() = Some(part);
                place
            }
            None => Place::Folder(self.folder.path().join("search")),
        };
        self.open_search_at(&place);
    }

    /// Waits until everything present is in the index of names: a server gets it in several writes.
    pub async fn search_is_whole(&self) {
        let index = self.platform.search.index().unwrap().index();
        let mut patience = Patience::new();
        while index.kept().await.unwrap().is_none() {
            assert!(patience.lasts().await, "the index of names was not made");
        }
        index.flush().await.unwrap();
    }

    /// As [`World::open_search`], at a place.
    pub fn open_search_at(&self, place: &Place) {
        self.platform.search.open(place).unwrap();
        actix_web::rt::spawn(actors::search::keep_true(self.platform.clone()));
    }
}
