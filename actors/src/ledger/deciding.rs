//! Deciding a change of a ledger: by its head, on any number of nodes one after the other.

use storage::ids::{EntityId, UserId};
use storage::ledger::{Entry, EntryId, LedgerClaim, Ledgers};

use super::bells;
use super::rights::absent;
use super::rules::books::Books;
use crate::Platform;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{before_retry, now};

/// Attempts at a concurrent change.
const TRIES: u32 = 64;

/// Who changes a ledger, and whether whoever is to pay a new entry is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct By {
    /// None: what it bills has changed by itself.
    pub user_id: Option<UserId>,
    pub tells: bool,
}

/// Decides a change by the ledger as it is: `judge` reads what it depends on and is called again when another node was
/// faster. The claim that it answers is noted as applied. 503.
pub(super) async fn decide(
    platform: &Platform,
    entity_id: EntityId,
    by: By,
    mut judge: impl AsyncFnMut(&mut Books) -> Result<Option<LedgerClaim>>,
) -> Result<()> {
    let ledgers = Ledgers::of(&platform.storage);
    // On this node one after the other; the head decides between nodes.
    let _turn = platform.turns.of(entity_id.0).await;
    for attempt in 0..TRIES {
        let head = ledgers.settled_head(entity_id).await?;
        let mut books = Books::open(&head, now(), by.user_id);
        let claim = judge(&mut books).await?;
        let (new, changes) = books.close();
        if changes.is_empty() && claim.is_none() {
            return Ok(());
        }
        let told = if by.tells { bells::of_new(platform, &changes, by.user_id)? } else { Vec::new() };
        let then = writes(platform, &told)?;
        if ledgers.decide(&head, &new, &changes, claim.as_ref(), then).await? {
            announce(platform, &told);
            return Ok(());
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// The id and uuid of an entry that is made now.
pub(super) fn fresh(platform: &Platform) -> Result<(EntryId, String)> {
    Ok((EntryId(platform.ids.next(now())?), uuid::Uuid::new_v4().to_string()))
}

/// Loads an entry and what it refunds. 404.
pub(super) async fn load(platform: &Platform, books: &mut Books, id: EntryId) -> Result<()> {
    let ledgers = Ledgers::of(&platform.storage);
    let entry: Entry = ledgers.entry(id).await?.ok_or_else(absent)?;
    let refunded: Vec<EntryId> = entry.refunds.0.iter().map(|part| part.entry_id).collect();
    if !refunded.is_empty() {
        books.load(ledgers.entries(&refunded).await?);
    }
    books.load([entry]);
    Ok(())
}
