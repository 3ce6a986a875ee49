//! Writes that follow a decision into other partitions, completed even if the process dies in between.
//!
//! A note (an intent record) is written before the guards are decided: the following statements with their timestamps,
//! and the row that will carry the decision's **mark**, the note's id in an internal column ([`Table::mark`]). The
//! guard itself writes the mark. A process that finds the note later therefore knows the outcome: if the row carries
//! the mark, the statements are written, else the note is deleted.
//!
//! - Only another such decision overwrites a mark. It reads the current mark first, completes that mark's note, and
//!   holds only if the mark is still the same. A mark that is gone therefore has nothing left to complete.
//! - Deleting a row deletes its mark: statements that were still to follow from it are dropped.
//! - Guards that only delete leave no mark: they were applied if their row is missing.
//! - The statements' timestamps precede the decision, except in its own partition (where they could not be decided with
//!   it): those follow the mark's own time. Later decisions and writes have later timestamps, so that completing a note
//!   late, twice or concurrently overwrites nothing newer and restores nothing deleted.
//! - Two processes' clocks differ by some milliseconds, less than two decisions may be apart. So a decision's timestamps
//!   are also later than those of the decision whose mark it overwrites (a Lamport clock): the id of a note holds the
//!   last of them.

use futures_util::future::try_join;
use scylla::deserialize::FrameSlice;
use scylla::deserialize::row::ColumnIterator;
use scylla::response::query_result::QueryResult;
use scylla::statement::Consistency;
use scylla::statement::batch::BatchType;
use scylla::statement::unprepared;

use super::again::again;
use super::cells;
use super::fault::{Fault, unavailable};
use super::plan::{self, Marking, Statement};
use super::session::Store;
use super::text::Shape;
use super::unfinished::{self, NoteId, decode, encode};
use crate::platform::engine::{Guard, Key, Write, verify};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Order, Statics, Table, bigint, blob, boolean, int};
use crate::platform::value::{Row, Value};

/// The notes: the statements, the query for the mark, and whether a missing row means that the guards were applied.
pub static UNFINISHED_DECISIONS: Table = Table {
    name: "unfinished_decisions",
    partition: &[int("shard")],
    clustering: &[bigint("stamp"), bigint("salt")],
    columns: &[blob("statements"), blob("look"), boolean("is_removal")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// A row's state with regard to its mark.
enum Found {
    NoRow,
    Unmarked,
    Marked(Mark),
}

impl Found {
    fn mark(self) -> Option<Mark> {
        if let Self::Marked(mark) = self { Some(mark) } else { None }
    }
}

/// A row's mark.
struct Mark {
    id: NoteId,
    /// The decision's time, by the store's clock.
    at: i64,
}

/// A decision whose following writes are noted.
pub struct Noted {
    id: NoteId,
    /// What follows.
    rest: Vec<Write>,
    /// The decided partition.
    partition: u64,
    /// The timestamp of the first statement.
    first: i64,
    /// Index of the guard that writes the mark; none if all guards delete.
    bearer: Option<usize>,
    /// The previous mark, whose note is completed.
    before: Option<NoteId>,
    look: Statement,
    /// Those of the decided partition have timestamps relative to the decision.
    statements: Vec<Statement>,
    note: Statement,
    /// Deletes the note.
    pub done: Statement,
}

impl Noted {
    /// The mark that the guard at that index writes.
    pub fn marking(&self, at: usize) -> Option<Marking> {
        (self.bearer == Some(at)).then_some(Marking { own: self.id, before: self.before })
    }
}

/// The index of the guard whose row carries the mark. A new row has no previous mark and is therefore preferred.
fn bearer(guards: &[Guard]) -> Option<usize> {
    let is_new = |guard: &Guard| matches!(guard, Guard::InsertIfAbsent { .. });
    let is_changed = |guard: &Guard| matches!(guard, Guard::UpdateIf { .. });
    guards.iter().position(is_new).or_else(|| guards.iter().position(is_changed))
}

impl Store {
    /// Writes the note of what follows the guards.
    pub async fn note_decision(&self, guards: &[Guard], rest: Vec<Write>, partition: u64) -> Result<Noted> {
        let mut noted = self.noted(guards, rest, partition)?;
        let note = std::slice::from_ref(&noted.note);
        let (before, ()) =
            try_join(self.finished_mark(guards), self.apply(BatchType::Unlogged, note)).await?;
        self.set_before(&mut noted, before, guards).await?;
        Ok(noted)
    }

    /// What will be noted, with timestamps of now.
    fn noted(&self, guards: &[Guard], rest: Vec<Write>, partition: u64) -> Result<Noted> {
        let elsewhere = rest.iter().map(plan::partition_of).filter(|other| *other != partition);
        let count = rest.len().max(1);
        let first = self.clock.stamp(elsewhere, count);
        let id = NoteId { stamp: first + count as i64 - 1, salt: self.salt };
        let bearer = bearer(guards);
        let look = guards.get(bearer.unwrap_or_default()).map(|guard| plan::mark_of(&guard.key()));
        let look = look.ok_or_else(|| Error::Corrupt("a decision without a guard".into()))?;
        let statements = plan::to_note(&rest, first, partition);
        let row = id.row(&UNFINISHED_DECISIONS).with([
            ("look", Value::Blob(encode(std::slice::from_ref(&look)))),
            ("is_removal", bearer.is_none().into()),
        ]);
        let (note, done) = unfinished::noted(row, id, &statements)?;
        Ok(Noted { id, rest, partition, first, bearer, before: None, look, statements, note, done })
    }

    /// Sets the mark that the decision overwrites. If the timestamps of that one are not earlier, because its process's
    /// clock is ahead, the note is replaced by one with later timestamps.
    pub async fn set_before(
        &self,
        noted: &mut Noted,
        before: Option<NoteId>,
        guards: &[Guard],
    ) -> Result<()> {
        if let Some(previous) = before.filter(|previous| previous.stamp >= noted.first) {
            self.clock.observe(previous.stamp);
            let later = self.noted(guards, std::mem::take(&mut noted.rest), noted.partition)?;
            // No decision bears the old note's mark.
            self.apply(BatchType::Unlogged, &[later.note.clone(), noted.done.clone()]).await?;
            *noted = later;
        }
        noted.before = before;
        Ok(())
    }

    /// Writes the noted statements and deletes the note.
    pub async fn follow(&self, noted: Noted) -> Result<()> {
        let Noted { id, rest, partition, bearer, look, mut statements, done, .. } = noted;
        if rest.iter().any(|write| plan::partition_of(write) == partition) {
            let decided_at = if bearer.is_none() {
                // Guards that only delete leave no mark whose time could be read.
                Some(self.clock.stamp(std::iter::once(partition), rest.len()))
            } else {
                self.mark(&look, None).await?.mark().filter(|mark| mark.id == id).map(|mark| mark.at)
            };
            // Without the mark: a later decision overwrote it, and completed the note before.
            let Some(at) = decided_at else { return self.apply(BatchType::Unlogged, &[done]).await };
            plan::resolve(statements.iter_mut().flat_map(|one| &mut one.cells), at);
            self.clock.wrote(partition, at + rest.len() as i64);
        }
        self.apply_noted(statements, done).await?;
        self.finished.insert(id, ());
        Ok(())
    }

    /// The mark that the guards will overwrite, after its note was completed.
    pub async fn finished_mark(&self, guards: &[Guard]) -> Result<Option<NoteId>> {
        match bearer(guards).and_then(|at| guards.get(at)) {
            Some(Guard::UpdateIf { key, .. }) => self.finish_mark(key).await,
            _ => Ok(None),
        }
    }

    /// Completes the note of a row's mark; answers the mark.
    async fn finish_mark(&self, key: &Key) -> Result<Option<NoteId>> {
        let Some(before) = self.mark(&plan::mark_of(key), None).await?.mark() else { return Ok(None) };
        self.finish(&before).await?;
        Ok(Some(before.id))
    }

    /// Completes the note of a mark. One that is done never comes back.
    async fn finish(&self, mark: &Mark) -> Result<()> {
        if self.finished.contains_key(&mark.id) {
            return Ok(());
        }
        // A mark exists only after its decision.
        if let Some(note) = self.get(&mark.id.key(&UNFINISHED_DECISIONS)).await? {
            self.do_noted(mark.id, &note, mark.at).await?;
        }
        self.finished.insert(mark.id, ());
        Ok(())
    }

    /// A row with everything that followed from the decisions about it. Row and mark are read as one: the mark is of the
    /// last decision that left one, which completed what followed from those before it.
    pub async fn get_settled(&self, key: &Key) -> Result<Option<Row>> {
        if verify::is_nowhere(key.table, &key.values) {
            return Ok(None);
        }
        let found = again("a read with its mark", || async {
            let statement = self.prepared(key.table, &Shape::GetMarked).await?;
            self.count_request();
            Ok::<_, Fault>(self.session.execute_unpaged(&statement, plan::key_cells(key)).await?)
        });
        let (row, mark) = marked_row(key.table, found.await?)?;
        if let Some(mark) = mark.filter(|_| row.is_some()) {
            self.finish(&mark).await?;
        }
        Ok(row)
    }

    /// Whether the guards left their mark.
    pub async fn bears_mark(&self, noted: &Noted) -> Result<bool> {
        let found = self.mark(&noted.look, Some(Consistency::Serial)).await?.mark();
        Ok(noted.bearer.is_some() && found.is_some_and(|mark| mark.id == noted.id))
    }

    /// When the noted decision was made, by the store's clock; none: it was not made.
    pub async fn decided_at(&self, id: NoteId, note: &Row) -> Result<Option<i64>> {
        let wrong = || Error::Corrupt("a note of a decision cannot be read".into());
        let Value::Blob(look) = note.peek("look") else { return Err(wrong()) };
        let Some((text, cells)) = decode(look)?.into_iter().next() else { return Err(wrong()) };
        let mut statement = unprepared::Statement::new(text);
        // A serial read completes a pending Paxos round first.
        statement.set_consistency(Consistency::Serial);
        let found = again("a look at a mark", || async {
            self.count_request();
            Ok::<_, Fault>(self.session.query_unpaged(statement.clone(), &cells).await?)
        });
        let found = mark_in(found.await?)?;
        Ok(if *note.peek("is_removal") == Value::Bool(true) {
            matches!(found, Found::NoRow).then_some(id.stamp)
        } else {
            found.mark().filter(|mark| mark.id == id).map(|mark| mark.at)
        })
    }

    /// Whether the row exists, and its mark.
    async fn mark(&self, look: &Statement, consistency: Option<Consistency>) -> Result<Found> {
        let found = again("a look at a mark", || async {
            let mut statement = self.prepared(look.table, &look.shape).await?;
            if let Some(consistency) = consistency {
                statement.set_consistency(consistency);
            }
            self.count_request();
            Ok::<_, Fault>(self.session.execute_unpaged(&statement, &look.cells).await?)
        });
        mark_in(found.await?)
    }
}

/// A row and its mark; no row: it does not exist.
fn marked_row(table: &'static Table, found: QueryResult) -> Result<(Option<Row>, Option<Mark>)> {
    let found = found.into_rows_result().map_err(unavailable)?;
    let first = || found.maybe_first_row::<ColumnIterator>().map_err(unavailable);
    let (Some(row), Some(columns)) = (first()?, first()?) else { return Ok((None, None)) };
    let row = Some(cells::row(table, None, row)?).filter(cells::is_whole);
    let columns: Vec<_> = columns.collect::<std::result::Result<_, _>>().map_err(unavailable)?;
    let mark = match columns.as_slice() {
        [.., mark, at] => mark_of(mark.slice, at.slice),
        _ => None,
    };
    Ok((row, mark))
}

/// The mark of a row, by the two columns that say it.
fn mark_of(mark: Option<FrameSlice<'_>>, at: Option<FrameSlice<'_>>) -> Option<Mark> {
    let id = NoteId::read(mark?.as_slice())?;
    Some(Mark { id, at: i64::from_be_bytes(at?.as_slice().try_into().ok()?) })
}

/// The last three columns: one that is set in every existing row, the mark, and the mark's time.
fn mark_in(found: QueryResult) -> Result<Found> {
    let found = found.into_rows_result().map_err(unavailable)?;
    let Some(columns) = found.maybe_first_row::<ColumnIterator>().map_err(unavailable)? else {
        return Ok(Found::NoRow);
    };
    let columns: Vec<_> = columns.collect::<std::result::Result<_, _>>().map_err(unavailable)?;
    let [.., is_there, mark, at] = columns.as_slice() else { return Ok(Found::NoRow) };
    if is_there.slice.is_none() {
        return Ok(Found::NoRow);
    }
    Ok(mark_of(mark.slice, at.slice).map_or(Found::Unmarked, Found::Marked))
}
