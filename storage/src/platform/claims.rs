//! Claims of unique names (addresses, slugs, channel names): a row keyed by the name, decided by compare and set, that
//! points at its owner.
//!
//! A claim may be orphaned when a process dies between the claim and the owner's row. An orphaned claim is taken over
//! once it is older than a minute and its owner does not use the name.

use crate::platform::clock;
use crate::platform::engine::{Db, Guard, Outcome, Write};
use crate::platform::error::Result;
use crate::platform::value::{Row, Value};

/// Milliseconds after which the owner's row must exist beside its claim.
const SETTLED_MS: i64 = 60_000;

/// Claims a name and writes `then`. `claim` has the column `since`; `stands` tells whether the owner of another's claim
/// still uses the name. Answers the claim that refused it; none if the name was won (also if it was this owner's
/// already).
pub(crate) async fn claim<F>(
    db: &Db,
    claim: Row,
    then: Vec<Write>,
    stands: impl FnOnce(Row) -> F + Send,
) -> Result<Option<Row>>
where
    F: Future<Output = Result<bool>> + Send,
{
    let outcome = db.write_if(vec![claim.clone().if_absent()], then.clone()).await?;
    let Outcome::Refused(rows) = outcome else { return Ok(None) };
    // The refusing row was deleted meanwhile: the next attempt will decide.
    let Some(current) = rows.into_iter().next().flatten() else { return Ok(Some(claim)) };
    let table = claim.table();
    let owner = |row: &Row| -> Vec<(&'static str, Value)> {
        table.columns.iter().map(|column| (column.name, row.peek(column.name).clone())).collect()
    };
    let is_mine = table
        .columns
        .iter()
        .filter(|column| column.name != "since")
        .all(|column| current.peek(column.name) == claim.peek(column.name));
    if is_mine {
        db.write(then).await?;
        return Ok(None);
    }
    let settled = match current.peek("since") {
        Value::Int(since) => clock::now() - since > SETTLED_MS,
        _ => true,
    };
    if !settled || stands(current.clone()).await? {
        return Ok(Some(current));
    }
    let takeover = Guard::UpdateIf {
        key: crate::platform::engine::Key { table, values: claim.key().to_vec() },
        set: owner(&claim),
        conditions: owner(&current).into_iter().map(|(name, value)| (name, value.into())).collect(),
        ttl: None,
    };
    Ok(if db.write_if(vec![takeover], then).await?.applied() { None } else { Some(current) })
}
