//! A search engine that does not answer: the search is away, and the rest goes on without it.

use super::error::{Refusal, RefusalKind, Result};

/// Seconds after which a search that is away is asked again.
const AGAIN: u32 = 5;

/// What was found, or that the search is away: the rest goes on without it.
pub(crate) fn answered<T>(found: storage::Result<T>) -> Result<T> {
    or_away(found, |why| {
        tracing::error!(%why, "the search does not answer");
        metrics::counter!("search_unanswered_total").increment(1);
    })
}

/// Whether an index did what keeps it true.
pub(crate) fn written<T>(done: storage::Result<T>) -> Result<T> {
    or_away(done, |why| tracing::warn!(%why, "the search index is not written"))
}

/// An engine that is not reached is the search that is away; `note` takes why.
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
