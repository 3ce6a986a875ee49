//! Deciding changes of tasks and boards: by the version of their home, on any number of nodes one after the other.

use storage::engine::Write;
use storage::ids::UserId;
use storage::notifications::Notification;
use storage::record::Stored;
use storage::tasks::{
    Board, BoardId, BoardStep, Boards, Task, TaskChange, TaskHistory, TaskHome, TaskHomeId, TaskId,
    TaskStatus, Tasks,
};
use storage::time::Moment;
use storage::value::Json;

use super::boards::facts::archived;
use super::boards::live::Prepared;
use super::boards::view::ChangeView;
use super::reminders;
use super::rules::history;
use super::rules::rights::absent;
use super::{bells, comments, personal};
use crate::Platform;
use crate::area::activity::ActivityKind;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{before_retry, now};

/// Tasks of an organisation that were done; one that is opened and done again on the same day counts once.
pub(super) static COMPLETED: ActivityKind = ActivityKind::named("TASKS_COMPLETED");

/// Attempts at a concurrent change.
const TRIES: u32 = 64;

/// The next state of a task that is other than before.
pub(super) fn next_of(new: Task) -> Task {
    Task { version: new.version + 1, changed: Moment(now()), ..new }
}

/// What becomes of tasks of a home, and of the board that it is.
#[derive(Default)]
pub(super) struct Decided {
    pub step: BoardStep,
    pub writes: Vec<Write>,
    /// What whoever moved a card called the move.
    pub client_move_id: Option<String>,
    /// Nobody is notified: much at once, of what is old.
    pub quiet: bool,
    /// An archived board does not refuse it: what lies there goes for good, or somebody is erased.
    pub on_archived: bool,
}

impl Decided {
    /// Changes of tasks.
    pub fn of(cards: Vec<TaskChange>) -> Self {
        Self { step: BoardStep { cards, ..BoardStep::default() }, ..Self::default() }
    }

    /// A task in another's place.
    pub fn update(old: &Task, new: Task) -> Self {
        Self::of(vec![TaskChange::update(old.clone(), new)])
    }

    /// With what another change of the same home comes to.
    pub fn join(&mut self, other: Self) {
        self.step.cards.extend(other.step.cards);
        self.writes.extend(other.writes);
    }

    fn is_empty(&self) -> bool {
        let BoardStep { board, lists, removed_lists, cards } = &self.step;
        board.is_none() && lists.is_empty() && removed_lists.is_empty() && cards.is_empty()
    }
}

/// What follows from changes of tasks, in the same write and after it: history, notifications, jobs of reminders that
/// move with a date.
struct Consequences {
    writes: Vec<Write>,
    notifications: Vec<Notification>,
}

impl Consequences {
    async fn of(platform: &Platform, by: UserId, watchers: &[UserId], decided: &Decided) -> Result<Self> {
        let mut found = Self { writes: decided.writes.clone(), notifications: Vec::new() };
        for TaskChange { old, new } in &decided.step.cards {
            let Some(new) = new else { continue };
            let old = old.as_ref();
            let step = TaskHistory {
                task_id: new.task_id,
                version: new.version,
                changed_by: by,
                at: new.changed,
                changes: Json(history::changes(old, new)),
            };
            found.writes.push(step.insert());
            let is_done =
                new.status == TaskStatus::Done && old.is_none_or(|old| old.status != TaskStatus::Done);
            if is_done && !decided.quiet {
                found.writes.extend(COMPLETED.mark_of(new.entity_id, new.task_id.0, new.changed.0)?);
            }
            if !decided.quiet {
                found.notifications.extend(bells::of_change(platform, by, old, new, watchers)?);
            }
            if old.is_some_and(|old| reminders::moves(old, new)) {
                found.writes.extend(reminders::rescheduled(platform, new).await?);
            }
        }
        found.writes.extend(writes(platform, &found.notifications)?);
        Ok(found)
    }
}

/// The board that a home is, and who watches it; `id` none: it is none.
async fn board_of(platform: &Platform, id: Option<BoardId>) -> Result<(Option<Board>, Vec<UserId>)> {
    let Some(id) = id else { return Ok((None, Vec::new())) };
    let boards = Boards::of(&platform.storage);
    Ok(futures_util::try_join!(boards.board(id), boards.watchers(id))?)
}

/// Decides what becomes of a home by what stands: `judge` is called again with the home as it is then when another was
/// faster; what it reads, it reads after the home. Answers the board's change; none: there was none. 409 ARCHIVED; 503.
pub(super) async fn decide(
    platform: &Platform,
    by: UserId,
    home_id: TaskHomeId,
    board: Option<BoardId>,
    mut judge: impl AsyncFnMut(&TaskHome) -> Result<Decided>,
) -> Result<Option<ChangeView>> {
    let tasks = Tasks::of(&platform.storage);
    for attempt in 0..TRIES {
        // On this node one after the other; the version decides between nodes.
        let turn = platform.turns.of(home_id.0).await;
        let home = tasks.settled_home(home_id).await?;
        let (decided, (stored, watchers)) = futures_util::try_join!(judge(&home), board_of(platform, board))?;
        if decided.is_empty() {
            return Ok(None);
        }
        // Archiving raises the home's version as well: what is decided after it has read it.
        let is_archived = stored.as_ref().is_some_and(|board| board.archived.is_some());
        if is_archived && decided.step.board.is_none() && !decided.on_archived {
            return Err(archived());
        }
        let Consequences { writes, notifications } =
            Consequences::of(platform, by, &watchers, &decided).await?;
        let prepared = match board {
            Some(id) => Some(Prepared::of(platform, id, home.version, (&decided, stored)).await?),
            None => None,
        };
        let is_applied = match board {
            Some(id) => Boards::of(&platform.storage).decide(id, &home, &decided.step, writes).await?,
            None => tasks.decide(&home, &decided.step.cards, writes).await?,
        };
        if is_applied {
            announce(platform, &notifications);
            platform.jobs.wake();
            for TaskChange { old, new } in &decided.step.cards {
                if let Some(changed) = new.as_ref().or(old.as_ref()) {
                    personal::publish(platform, old.as_ref(), changed);
                    comments::rights_moved(platform, old.as_ref(), changed);
                }
            }
            return Ok(prepared.and_then(|prepared| prepared.publish(platform)));
        }
        drop(turn);
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// Decides what becomes of a task, wherever it lies: `judge` gets it as it is, with its home. 404; 503.
pub(super) async fn decide_task(
    platform: &Platform,
    by: UserId,
    id: TaskId,
    mut judge: impl AsyncFnMut(&TaskHome, &Task) -> Result<Decided>,
) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for attempt in 0..TRIES {
        let found = tasks.task(id).await?.ok_or_else(absent)?;
        let (home_id, board) = (found.home_id, found.placement.0.map(|at| at.board_id));
        let mut has_left = false;
        decide(platform, by, home_id, board, async |home| {
            let task = tasks.task(id).await?.ok_or_else(absent)?;
            // It is put on a board, or has gone to another home meanwhile.
            has_left = task.moving.is_some() || task.home_id != home_id;
            if has_left { Ok(Decided::default()) } else { judge(home, &task).await }
        })
        .await?;
        if !has_left {
            return Ok(());
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}
