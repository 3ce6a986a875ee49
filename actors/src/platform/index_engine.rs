//! Handles a search engine that does not answer: the search is refused, and the rest goes on without it.

use super::error::{Refusal, RefusalKind, Result};

/// Seconds until a search is worth trying again.
const AGAIN: u32 = 5;

/// The search result, or the refusal that the search is unavailable.
pub(crate) fn answered<T>(found: storage::Result<T>) -> Result<T> {
    or_away(found, |why| {
        tracing::error!(%why, "the search does not answer");
        metrics::counter!("search_unanswered_total").increment(1);
    })
}

/// The result of a write to the index.
pub(crate) fn written<T>(done: storage::Result<T>) -> Result<T> {
    or_away(done, |why| tracing::warn!(%why, "the search index is not written"))
}

/// Turns an unreachable engine into the refusal; `note` gets the reason.
fn or_away<T>(done: storage::Result<T>, note: impl FnOnce(String)) -> Result<T> {
    done.map_err(|error| match error {
        storage::Error::Unavailable(why) => {
            note(why);
            let text = "Sökningen är inte tillgänglig just nu. Försök igen om en stund.";
            let refusal = Refusal::new(RefusalKind::Busy, Refusal::SEARCH_AWAY, text);
            Refusal { retry_after: Some(AGAIN), ..refusal }
        }
        error => error.into(),
    })
}
