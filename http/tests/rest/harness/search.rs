//! The search of a test's own: an index in its folder, or its own part of the OpenSearch that is asked for.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actors::search::Place;
use storage::search::Server;

use super::{Patience, World};

/// The OpenSearch that the tests search on, `http://127.0.0.1:9200`; an index in a folder when nothing is said.
const SEARCH: &str = "KALENDER_TEST_SEARCH";

/// What the names of the next test's indexes begin with.
fn prefix() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("t{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A part of the server that is asked for, whose indexes are deleted in the end.
pub struct Part {
    at: String,
}

impl Part {
    /// Who is held up by a busy machine is not gone.
    fn server(&self) -> Server {
        Server::with_patience(&self.at, Duration::from_secs(60), Duration::from_secs(30)).unwrap()
    }
}

impl Drop for Part {
    /// Beside this thread, which stands still meanwhile: nothing is written any more.
    fn drop(&mut self) {
        // By connections of its own: those of the test are this thread's.
        let server = self.server();
        let clear = move || actix_web::rt::System::new().block_on(server.clear());
        if let Ok(Err(error)) = std::thread::spawn(clear).join() {
            eprintln!("the indexes of a test stay: {error}");
        }
    }
}

/// A part of the server, where it is, and what the part is called: for who speaks to it by a way of their own.
/// None: no server is asked for.
pub fn search_part() -> Option<(Part, String, String)> {
    let at = std::env::var(SEARCH).ok()?;
    let prefix = prefix();
    Some((Part { at: format!("{at}/{prefix}") }, at, prefix))
}

impl World {
    /// Opens the search and keeps it true to the store.
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

    /// Waits until everything that was there is in the index of names: a server is given it in several writes.
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
