//! Guarded writes as lightweight transactions.

use std::time::Duration;

use scylla::deserialize::row::ColumnIterator;
use scylla::response::query_result::QueryResult;
use scylla::statement::batch::BatchType;

use super::cells;
use super::decision::Noted;
use super::fault::{Fault, unavailable};
use super::plan::{self, Statement};
use super::session::Store;
use super::write::BATCH_BYTES;
use crate::platform::engine::{Guard, Key, Outcome, Write};
use crate::platform::error::{Error, Result};
use crate::platform::value::Row;

/// Longest wait for other guards of the same partition within this process.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most attempts at guards that may be retried.
const ATTEMPTS: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_millis(30);
/// Most writes that are decided together with guards.
const JOINED: usize = 100;
/// Most retries after another decision wrote its mark first.
const OVERTAKEN: u32 = 20;

/// The store's verdict on a proposal.
enum Verdict {
    Applied,
    /// With the refusing row of a single guard, if the answer holds all its columns.
    Refused(Option<Row>),
}

impl Store {
    pub async fn write_if(&self, guards: &[Guard], then: Vec<Write>) -> Result<Outcome> {
        let Some(key) = guards.first().map(Guard::key) else { return Ok(Outcome::Applied) };
        let (joined, rest) = joining(guards, then);
        let partition = plan::partition(key.table, &key.values);
        let turn = tokio::time::timeout(PATIENCE, self.lock(partition).lock()).await;
        let turn = turn.map_err(|_| Error::Busy)?;
        if rest.is_empty() {
            return self.decide(guards, &joined, partition, None).await;
        }
        // Under the partition's lock: earlier decisions get earlier timestamps.
        let mut noted = self.note_decision(guards, rest, partition).await?;
        let outcome = self.decide(guards, &joined, partition, Some(&mut noted)).await;
        drop(turn);
        match &outcome {
            Ok(Outcome::Applied) => self.follow(noted).await?,
            Ok(Outcome::Refused(_)) => self.delete_note(noted.done).await,
            // Decided or not: a process that finds the note can tell.
            Err(_) => {}
        }
        outcome
    }

    /// Decides the guards together with the joined statements; the other writes are noted already.
    async fn decide(
        &self,
        guards: &[Guard],
        joined: &[Statement],
        partition: u64,
        mut noted: Option<&mut Noted>,
    ) -> Result<Outcome> {
        let (mut is_in_doubt, mut attempt, mut pause, mut overtaken) = (false, 1, FIRST_PAUSE, 0);
        loop {
            let marking = |at| noted.as_ref().and_then(|noted| noted.marking(at));
            let guarded = guards.iter().enumerate().map(|(at, guard)| plan::guard(guard, marking(at)));
            let statements: Vec<Statement> = guarded.chain(joined.iter().cloned()).collect();
            let wait = self.clock.until_past_plain(partition);
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            let verdict = self.propose(&statements).await;
            self.clock.guard_answered(partition);
            match verdict {
                Ok(Verdict::Applied) => return Ok(Outcome::Applied),
                Ok(Verdict::Refused(row)) => {
                    let rows = match row {
                        Some(row) => vec![Some(row).filter(cells::is_whole)],
                        None => self.as_they_stand(guards).await?,
                    };
                    // An earlier attempt of this call was not answered, and the rows are as it wrote them: it was
                    // applied.
                    if is_in_doubt && stands(guards, &rows) {
                        return Ok(Outcome::Applied);
                    }
                    let holds = guards.iter().zip(&rows).all(|(guard, row)| guard.holds(row.as_ref()));
                    let Some(noted) = noted.as_deref_mut().filter(|_| holds && overtaken < OVERTAKEN) else {
                        return Ok(Outcome::Refused(rows));
                    };
                    // Only another decision's mark came in between.
                    overtaken += 1;
                    let before = self.finished_mark(guards).await?;
                    self.set_before(noted, before, guards).await?;
                    continue;
                }
                Err(fault) if !fault.is_passing => return Err(fault.error),
                Err(fault) if attempt < ATTEMPTS && (!fault.is_in_doubt || only_inserts(guards)) => {
                    tracing::debug!(error = %fault.error, attempt, "a guard is tried again");
                    is_in_doubt |= fault.is_in_doubt;
                }
                Err(fault) if is_in_doubt || fault.is_in_doubt => {
                    return self.in_doubt(noted.as_deref(), fault.error).await;
                }
                Err(fault) => return Err(fault.error),
            }
            tokio::time::sleep(pause).await;
            (attempt, pause) = (attempt + 1, pause * 3);
        }
    }

    async fn propose(&self, statements: &[Statement]) -> std::result::Result<Verdict, Fault> {
        self.count_request();
        if let [only] = statements {
            let statement = self.prepared(only.table, &only.shape).await?;
            let answer = self.session.execute_unpaged(&statement, &only.cells).await?;
            return Ok(verdict(only, answer)?);
        }
        let batch = self.batch(BatchType::Unlogged, statements).await?;
        let values: Vec<_> = statements.iter().map(|statement| &statement.cells).collect();
        let answer = self.session.batch(&batch, values).await?;
        Ok(match statements.first() {
            Some(first) if !is_applied(answer.clone())? => {
                tracing::trace!(table = first.table.name, "a batch of guards was refused");
                Verdict::Refused(None)
            }
            _ => Verdict::Applied,
        })
    }

    async fn as_they_stand(&self, guards: &[Guard]) -> Result<Vec<Option<Row>>> {
        let mut rows = Vec::with_capacity(guards.len());
        for guard in guards {
            rows.push(self.get_serial(&guard.key()).await?);
        }
        Ok(rows)
    }

    /// The outcome of the guards is unknown. If they left their mark they were applied; otherwise it stays unknown, as
    /// the store may still apply them.
    async fn in_doubt(&self, noted: Option<&Noted>, error: Error) -> Result<Outcome> {
        metrics::counter!("storage_in_doubt_total").increment(1);
        if let Some(noted) = noted {
            match self.bears_mark(noted).await {
                Ok(true) => return Ok(Outcome::Applied),
                Ok(false) => {}
                Err(unread) => tracing::warn!(error = %unread, "a guard in doubt could not be looked up"),
            }
        }
        Err(Error::Unavailable(format!("whether it was done is not known: {error}")))
    }
}

/// Splits the writes into statements that are decided with the guards, and the rest. Writes to the guards' partition
/// join if each is of a distinct row that no guard is about and all fit into one batch; otherwise none joins. (The
/// store gives a whole decision one timestamp, so two writes to one row would have no order.)
fn joining(guards: &[Guard], then: Vec<Write>) -> (Vec<Statement>, Vec<Write>) {
    let mut keys: Vec<Key> = guards.iter().map(Guard::key).collect();
    let Some(first) = keys.first().cloned() else { return (Vec::new(), then) };
    let of_partition = first.table.partition.len();
    let is_own = |write: &Write| {
        let (table, values) = plan::place_of(write);
        std::ptr::eq(table.home(), first.table.home())
            && values.get(..of_partition) == first.values.get(..of_partition)
    };
    let mut joined = Vec::new();
    for write in then.iter().filter(|write| is_own(write)) {
        let (table, values) = plan::place_of(write);
        let meets = keys.iter().any(|key| std::ptr::eq(key.table, table) && key.values.as_slice() == values);
        let Some(statement) = plan::joined(write).filter(|_| !meets) else { return (Vec::new(), then) };
        keys.push(Key { table, values: values.to_vec() });
        joined.push(statement);
    }
    if joined.len() > JOINED || joined.iter().map(Statement::size).sum::<usize>() > BATCH_BYTES / 2 {
        return (Vec::new(), then);
    }
    let rest = then.into_iter().filter(|write| !is_own(write)).collect();
    (joined, rest)
}

fn only_inserts(guards: &[Guard]) -> bool {
    guards.iter().all(|guard| matches!(guard, Guard::InsertIfAbsent { .. }))
}

/// Whether the rows are as the guards would have left them.
fn stands(guards: &[Guard], rows: &[Option<Row>]) -> bool {
    guards.iter().zip(rows).all(|(guard, current)| match (guard, current) {
        (Guard::InsertIfAbsent { row, .. }, Some(current)) => row == current,
        (Guard::UpdateIf { set, .. }, Some(current)) => {
            set.iter().all(|(name, value)| current.peek(name) == value)
        }
        (Guard::DeleteIf { .. }, None) => true,
        _ => false,
    })
}

fn is_applied(answer: QueryResult) -> Result<bool> {
    let answer = answer.into_rows_result().map_err(unavailable)?;
    let mut columns = answer.first_row::<ColumnIterator>().map_err(unavailable)?;
    applied(&mut columns)
}

/// The answer's first column is `[applied]`.
fn applied(columns: &mut ColumnIterator<'_, '_>) -> Result<bool> {
    let column = columns.next().transpose().map_err(unavailable)?;
    let bytes = column.and_then(|column| column.slice);
    match bytes.and_then(|slice| slice.as_slice().first().copied()) {
        Some(byte) => Ok(byte != 0),
        None => Err(Error::Unavailable("a guard's answer does not say whether it held".into())),
    }
}

fn verdict(statement: &Statement, answer: QueryResult) -> Result<Verdict> {
    let answer = answer.into_rows_result().map_err(unavailable)?;
    let mut columns = answer.first_row::<ColumnIterator>().map_err(unavailable)?;
    Ok(if applied(&mut columns)? {
        Verdict::Applied
    } else {
        Verdict::Refused(cells::answered_row(statement.table, columns)?)
    })
}

/// Whether a conditional statement outside the declared tables was applied.
pub fn was_applied(answer: QueryResult) -> Result<bool> {
    is_applied(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::table::{Order, Statics, Table, bigint, text};
    use crate::platform::value::Value;

    static THINGS: Table = Table {
        name: "things",
        partition: &[bigint("id")],
        clustering: &[],
        columns: &[text("name"), text("other")],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::None,
    };

    #[test]
    fn rows_left_by_the_guards_are_recognized() {
        let thing = |name: &str| THINGS.row([("id", 1.into()), ("name", name.into())]);
        let insert = vec![thing("a").if_absent()];
        assert!(stands(&insert, &[Some(thing("a"))]));
        assert!(!stands(&insert, &[Some(thing("b"))]) && !stands(&insert, &[None]));
        let update = vec![THINGS.at([1.into()]).update_if([("other", Value::Null)], [("name", "a".into())])];
        assert!(stands(&update, &[Some(thing("anything"))]));
        assert!(
            !stands(&update, &[Some(thing("a").with([("other", "x".into())]))]) && !stands(&update, &[None])
        );
        let delete = vec![THINGS.at([1.into()]).delete_if([])];
        assert!(stands(&delete, &[None]) && !stands(&delete, &[Some(thing("a"))]));
        assert!(!stands(&[insert, delete].concat(), &[Some(thing("a")), Some(thing("a"))]));
    }
}
