//! Boards: tasks in lists. A board's version is that of its home, by which every change of the board, its lists and its
//! cards is decided; what was changed is logged by version for a week.

use std::sync::Arc;

use crate::Storage;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::Stored;
use crate::platform::value::Json;
use crate::tasks::board_records::{BoardWatcher, OwnedBoard, WatchedBoard};
use crate::tasks::{
    Board, BoardChange, BoardId, BoardList, BoardListId, BoardRef, TaskCard, TaskChange, TaskHome,
    TaskHomeId, Tasks, owner_id,
};

/// Most lists of a board.
pub const MOST_LISTS: usize = 300;
/// Most cards of a board.
pub const MOST_CARDS: usize = 10_000;
/// Most boards of a person, and of an organisation.
pub const MOST_BOARDS: usize = 500;
/// Most people who watch a board.
pub const MOST_WATCHERS: usize = 1_000;
/// How long a change can be asked for, in seconds.
const LOGGED: u32 = 7 * 86_400;

impl BoardId {
    /// Where the board's cards are decided.
    pub const fn home(self) -> TaskHomeId {
        TaskHomeId(self.0)
    }
}

impl Board {
    /// The organisation's or its maker's id.
    pub fn owner_id(&self) -> i64 {
        owner_id(self.entity_id, self.created_by)
    }

    /// Those in whose lists of boards it stands: its organisation or its maker, and its members.
    pub(super) fn owned(&self) -> Vec<OwnedBoard> {
        if self.deleted.is_some() {
            return Vec::new();
        }
        let owner = self.owner_id();
        let members = self.members.0.iter().map(|member| member.user_id.0).filter(|id| *id != owner);
        let owned = |owner_id| OwnedBoard { owner_id, board_id: self.board_id };
        [owner].into_iter().chain(members).map(owned).collect()
    }
}

/// A board with all that it shows.
#[derive(Debug, Clone)]
pub struct WholeBoard {
    pub head: TaskHome,
    /// In their order.
    pub lists: Vec<BoardList>,
    /// By list and order.
    pub cards: Vec<TaskCard>,
}

/// A change of a board; what is empty stays.
#[derive(Debug, Clone, Default)]
pub struct BoardStep {
    /// The board as it was and as it is.
    pub board: Option<(Option<Board>, Board)>,
    /// Lists that are new or changed; their version is set.
    pub lists: Vec<BoardList>,
    pub removed_lists: Vec<BoardListId>,
    pub cards: Vec<TaskChange>,
}

impl BoardStep {
    fn log(&self, board_id: BoardId, version: i64) -> BoardChange {
        let tasks = self.cards.iter().filter_map(|change| change.new.as_ref().or(change.old.as_ref()));
        let lists = self.lists.iter().map(|list| list.list_id).chain(self.removed_lists.iter().copied());
        BoardChange {
            board_id,
            version,
            tasks: Json(tasks.map(|task| task.task_id).collect()),
            lists: Json(lists.collect()),
            head: self.board.is_some(),
        }
    }

    /// What is written besides the cards.
    fn writes(&self, board_id: BoardId, version: i64) -> Vec<Write> {
        let mut writes = vec![self.log(board_id, version).row().insert_for(LOGGED)];
        if let Some((old, new)) = &self.board {
            let before = old.as_ref().map(Board::owned).unwrap_or_default();
            writes.extend(super::differences(&before, &new.owned()));
            writes.push(new.insert());
        }
        writes.extend(self.lists.iter().map(|list| BoardList { version, ..list.clone() }.insert()));
        writes.extend(self.removed_lists.iter().map(|id| BoardList::at(board_id, *id).delete()));
        writes
    }
}

/// The repository of boards.
#[derive(Clone)]
pub struct Boards {
    pub(super) db: Db,
}

impl Boards {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A board, deleted ones too; none: there is no such.
    pub async fn board(&self, board_id: BoardId) -> Result<Option<Board>> {
        self.db.find(Board::at(board_id)).await
    }

    /// Some boards; those that do not exist are left out.
    pub async fn boards(&self, ids: &[BoardId]) -> Result<Vec<Board>> {
        self.db.find_all(ids.iter().map(|id| Board::at(*id)).collect()).await
    }

    /// The heads of some boards; those in which nothing was decided are left out.
    pub async fn heads(&self, ids: &[BoardId]) -> Result<Vec<TaskHome>> {
        self.db.find_all(ids.iter().map(|id| TaskHome::at(id.home())).collect()).await
    }

    /// The boards of a person or an organisation, by age.
    pub async fn owned(&self, owner_id: i64) -> Result<Vec<BoardId>> {
        let rows: Vec<OwnedBoard> = self.db.list(OwnedBoard::of(owner_id).ascending(MOST_BOARDS + 1)).await?;
        Ok(rows.into_iter().map(|row| row.board_id).collect())
    }

    /// A board's lists, in their order; of the same key by age.
    pub async fn lists(&self, board_id: BoardId) -> Result<Vec<BoardList>> {
        let mut lists: Vec<BoardList> =
            self.db.list(BoardList::of(board_id).ascending(MOST_LISTS + 1)).await?;
        lists.sort_by(|a, b| (&a.order_key, a.list_id).cmp(&(&b.order_key, b.list_id)));
        Ok(lists)
    }

    /// All that a board shows, of one version or a later one.
    pub async fn whole(&self, board_id: BoardId) -> Result<Option<WholeBoard>> {
        let home_id = board_id.home();
        // The head first: whoever applies later changes to what is read misses none.
        let Some(head) = self.db.find::<TaskHome>(TaskHome::at(home_id)).await? else { return Ok(None) };
        let cards = TaskCard::of(home_id).ascending(2 * MOST_CARDS);
        let (lists, cards) = futures_util::try_join!(self.lists(board_id), self.db.list(cards))?;
        Ok(Some(WholeBoard { head, lists, cards }))
    }

    /// Decides a change of a board if it still has that version, and what follows; answers whether it had.
    pub async fn decide(
        &self,
        board_id: BoardId,
        head: &TaskHome,
        step: &BoardStep,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        then.extend(step.writes(board_id, head.version + 1));
        Tasks { db: Arc::clone(&self.db) }.decide(head, &step.cards, then).await
    }

    /// The log of a board after a version, oldest first.
    pub async fn changes(&self, board_id: BoardId, after: i64, limit: usize) -> Result<Vec<BoardChange>> {
        self.db.list(BoardChange::of(board_id).after(after).ascending(limit)).await
    }

    /// Who watches a board.
    pub async fn watchers(&self, board_id: BoardId) -> Result<Vec<UserId>> {
        let rows: Vec<BoardWatcher> =
            self.db.list(BoardWatcher::of(board_id).ascending(MOST_WATCHERS)).await?;
        Ok(rows.into_iter().map(|row| row.user_id).collect())
    }

    /// Whether somebody watches a board.
    pub async fn watches(&self, board_id: BoardId, user_id: UserId) -> Result<bool> {
        Ok(self.db.get(BoardWatcher::at(board_id, user_id)).await?.is_some())
    }

    /// Sets whether somebody watches a board.
    pub async fn watch(&self, board_id: BoardId, user_id: UserId, watches: bool) -> Result<()> {
        let (watcher, watched) = (BoardWatcher { board_id, user_id }, WatchedBoard { user_id, board_id });
        let writes = if watches {
            vec![watcher.insert(), watched.insert()]
        } else {
            vec![watcher.key().delete(), watched.key().delete()]
        };
        self.db.write(writes).await
    }

    /// The boards that a person watches.
    pub async fn watched(&self, user_id: UserId) -> Result<Vec<BoardId>> {
        let rows: Vec<WatchedBoard> = self.db.list(WatchedBoard::of(user_id).ascending(MOST_BOARDS)).await?;
        Ok(rows.into_iter().map(|row| row.board_id).collect())
    }

    /// The writes that remove a deleted board, once no card is left on it.
    pub fn removal(board_id: BoardId) -> Vec<Write> {
        vec![
            Board::at(board_id).delete(),
            BoardList::of(board_id).delete(),
            BoardWatcher::of(board_id).delete(),
            BoardRef::of(board_id).delete(),
        ]
    }
}
