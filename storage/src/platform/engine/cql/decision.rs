//! What follows a decision in other partitions, done whatever dies in between.
//!
//! It is noted before the guards are asked: the statements with their times, and the row in which the decision will leave its
//! **mark**, which is the note's id in a column of the engine's own ([`Table::mark`]). The guard writes that itself, so whoever
//! finds the note later knows what was decided: where the row bears the mark what follows is written, else the note is
//! thrown away.
//!
//! - A mark is written over only by another such decision. That looks first whose mark is there, finishes what that one noted,
//!   and holds only while no other mark came in between. A mark that is gone therefore has nothing left to be done.
//! - A row that is removed takes its mark along: what followed from it and was not yet written stays away with it.
//! - Guards that only remove leave no mark: they were carried out when their row is not there.
//! - The statements' times are of before the decision, but for what lies in its own partition and could not be decided with it: that
//!   comes just after it, by the mark's own time. Whatever is decided or written later has later ones, so that doing
//!   them late, twice or by several at once changes nothing that came after, and brings back nothing that was removed.

use futures_util::future::try_join;
use scylla::deserialize::row::ColumnIterator;
use scylla::response::query_result::QueryResult;
use scylla::statement::Consistency;
use scylla::statement::batch::BatchType;
use scylla::statement::unprepared;

use super::again::again;
use super::fault::{Fault, told};
use super::plan::{self, Marking, Statement};
use super::session::Store;
use super::unfinished::{self, NoteId, decode, encode};
use super::write::is_large;
use crate::platform::engine::{Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Order, Statics, Table, bigint, blob, boolean, int};
use crate::platform::value::{Row, Value};

/// The notes: what follows, where the mark is looked for, and whether the row's absence says that it was decided.
pub static UNFINISHED_DECISIONS: Table = Table {
    name: "unfinished_decisions",
    partition: &[int("shard")],
    clustering: &[bigint("stamp"), bigint("salt")],
    columns: &[blob("statements"), blob("look"), boolean("is_removal")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// A row, as far as its mark is concerned.
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

/// What stands in a row as its mark.
struct Mark {
    id: NoteId,
    /// When it was decided, by the store's time.
    at: i64,
}

/// A decision whose consequences are noted.
pub struct Noted {
    id: NoteId,
    /// The guard that leaves the mark; none where all remove.
    bearer: Option<usize>,
    /// The mark that was there, of which nothing is left to be done.
    pub before: Option<NoteId>,
    look: Statement,
    statements: Vec<Statement>,
    /// Takes the note away.
    pub done: Statement,
}

impl Noted {
    /// What the guard at that place writes as its mark.
    pub fn marking(&self, at: usize) -> Option<Marking> {
        (self.bearer == Some(at)).then_some(Marking { own: self.id, before: self.before })
    }
}

/// The guard whose row bears the mark. A new row has none before it, so it comes first.
fn bearer(guards: &[Guard]) -> Option<usize> {
    let is_new = |guard: &Guard| matches!(guard, Guard::InsertIfAbsent { .. });
    let is_changed = |guard: &Guard| matches!(guard, Guard::UpdateIf { .. });
    guards.iter().position(is_new).or_else(|| guards.iter().position(is_changed))
}

impl Store {
    /// Notes what follows the guards, if they hold.
    pub async fn note_decision(&self, guards: &[Guard], rest: &[Write], partition: u64) -> Result<Noted> {
        let elsewhere = rest.iter().map(plan::partition_of).filter(|other| *other != partition);
        let id = NoteId { stamp: self.clock.stamp(elsewhere, rest.len()), salt: self.salt };
        let bearer = bearer(guards);
        let look = guards.get(bearer.unwrap_or_default()).map(|guard| plan::mark_of(&guard.key()));
        let look = look.ok_or_else(|| Error::Corrupt("a decision without a guard".into()))?;
        let statements = plan::stamped(rest, id.stamp);
        let row = id.row(&UNFINISHED_DECISIONS).with([
            ("look", Value::Blob(encode(std::slice::from_ref(&look)))),
            ("is_removal", bearer.is_none().into()),
        ]);
        let (note, done) = unfinished::noted(row, id, &plan::to_note(rest, id.stamp, partition))?;
        let note = [note];
        let (before, ()) =
            try_join(self.finished_mark(guards), self.apply(BatchType::Unlogged, &note)).await?;
        Ok(Noted { id, bearer, before, look, statements, done })
    }

    /// Writes what was noted, and takes the note away with it.
    pub async fn follow(&self, noted: Noted, rest: &[Write], partition: u64) -> Result<()> {
        let Noted { statements, done, .. } = noted;
        // What lies beside the guards and could not be decided with them must not be earlier than they are.
        let is_beside = rest.iter().any(|write| plan::partition_of(write) == partition);
        let mut statements = if is_beside {
            let stamp = self.clock.stamp(rest.iter().map(plan::partition_of), rest.len());
            plan::stamped(rest, stamp)
        } else {
            statements
        };
        if is_large(&statements) {
            self.apply_each(&statements).await?;
            self.take_away(done).await;
            return Ok(());
        }
        statements.push(done);
        self.apply(BatchType::Logged, &statements).await
    }

    /// The mark that the guards will write over, when nothing of what its decision noted is left to be done.
    pub async fn finished_mark(&self, guards: &[Guard]) -> Result<Option<NoteId>> {
        let changed = bearer(guards).and_then(|at| guards.get(at));
        let Some(Guard::UpdateIf { key, .. }) = changed else { return Ok(None) };
        let Some(before) = self.mark(&plan::mark_of(key), None).await?.mark() else { return Ok(None) };
        // It is there, so it was decided.
        if let Some(note) = self.get(&before.id.key(&UNFINISHED_DECISIONS)).await? {
            self.do_noted(before.id, &note, before.at).await?;
        }
        Ok(Some(before.id))
    }

    /// Whether the guards left their mark.
    pub async fn bears_mark(&self, noted: &Noted) -> Result<bool> {
        let found = self.mark(&noted.look, Some(Consistency::Serial)).await?.mark();
        Ok(noted.bearer.is_some() && found.is_some_and(|mark| mark.id == noted.id))
    }

    /// When what a note follows was decided, by the store's time; none: it was not.
    pub async fn decided_at(&self, id: NoteId, note: &Row) -> Result<Option<i64>> {
        let wrong = || Error::Corrupt("a note of a decision cannot be read".into());
        let Value::Blob(look) = note.peek("look") else { return Err(wrong()) };
        let Some((text, cells)) = decode(look)?.into_iter().next() else { return Err(wrong()) };
        let mut statement = unprepared::Statement::new(text);
        // Finishes what the store itself has half decided.
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

    /// Whether the row is there, and the mark that it bears.
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

/// The last columns are what tells a row from none, the mark, and its time.
fn mark_in(found: QueryResult) -> Result<Found> {
    let found = found.into_rows_result().map_err(told)?;
    let Some(columns) = found.maybe_first_row::<ColumnIterator>().map_err(told)? else {
        return Ok(Found::NoRow);
    };
    let columns: Vec<_> = columns.collect::<std::result::Result<_, _>>().map_err(told)?;
    let [.., is_there, mark, at] = columns.as_slice() else { return Ok(Found::NoRow) };
    if is_there.slice.is_none() {
        return Ok(Found::NoRow);
    }
    let mark = match (mark.slice, at.slice) {
        (Some(mark), Some(at)) => at.as_slice().try_into().ok().and_then(|at| {
            let id = NoteId::read(mark.as_slice())?;
            Some(Mark { id, at: i64::from_be_bytes(at) })
        }),
        _ => None,
    };
    Ok(mark.map_or(Found::Unmarked, Found::Marked))
}
