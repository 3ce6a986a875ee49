//! What boards are judged by: who has which role, where a card goes.

use storage::ids::UserId;
use storage::tasks::{
    Board, BoardId, BoardList, BoardListId, BoardRole, Boards, ListType, MOST_CARDS, Placement, Task,
    TaskHome, TaskId, TaskStatus, Tasks,
};

use crate::Platform;
use crate::entities::relation;
use crate::platform::error::{Refusal, Result};
use crate::tasks::facts::relations;
use crate::tasks::rules::order;
use crate::tasks::rules::rights::{may_edit, no_board, reads_only, role};
use crate::tasks::rules::room::{Growth, is_over};
use crate::tasks::view::Neighbours;

/// A person's role on a board; none: they do not see it.
pub(in crate::tasks) async fn role_of(
    platform: &Platform,
    board: &Board,
    user_id: UserId,
) -> Result<Option<BoardRole>> {
    let relation = match board.entity_id {
        Some(entity_id) => relation(platform, entity_id, user_id).await?,
        None => None,
    };
    Ok(role(board, user_id, relation))
}

/// Some boards with a person's role on each; those that they do not see are left out.
pub(in crate::tasks) async fn with_roles(
    platform: &Platform,
    user_id: UserId,
    ids: &[BoardId],
) -> Result<Vec<(Board, BoardRole)>> {
    let boards = Boards::of(&platform.storage).boards(ids).await?;
    let relations = relations(platform, user_id, boards.iter().filter_map(|board| board.entity_id)).await?;
    let with_role = |board: Board| {
        let relation = board.entity_id.and_then(|entity_id| relations.get(&entity_id).copied());
        role(&board, user_id, relation).map(|role| (board, role))
    };
    Ok(boards.into_iter().filter_map(with_role).collect())
}

/// A board and the caller's role. 404.
pub(in crate::tasks) async fn seen(
    platform: &Platform,
    user_id: UserId,
    id: BoardId,
) -> Result<(Board, BoardRole)> {
    let board = Boards::of(&platform.storage).board(id).await?.ok_or_else(no_board)?;
    let role = role_of(platform, &board, user_id).await?.ok_or_else(no_board)?;
    Ok((board, role))
}

/// As [`seen`], for who changes lists and cards. 403 ROLE_TOO_LOW; 404; 409 ARCHIVED.
pub(in crate::tasks) async fn edited(platform: &Platform, user_id: UserId, id: BoardId) -> Result<Board> {
    let (board, role) = seen(platform, user_id, id).await?;
    if !may_edit(role) {
        return Err(reads_only());
    }
    if board.archived.is_some() {
        return Err(archived());
    }
    Ok(board)
}

/// 409: the board is archived, so nothing on it changes.
pub(in crate::tasks) fn archived() -> Refusal {
    Refusal::conflict("ARCHIVED", "Tavlan är arkiverad. Hämta tillbaka den för att ändra.")
}

/// As [`seen`], for owners. 403 ROLE_TOO_LOW; 404.
pub(super) async fn owned(platform: &Platform, user_id: UserId, id: BoardId) -> Result<Board> {
    let (board, role) = seen(platform, user_id, id).await?;
    if role == BoardRole::Owner { Ok(board) } else { Err(reads_only()) }
}

/// A list of a board. 422 UNKNOWN.
pub(in crate::tasks) fn named(lists: &[BoardList], id: BoardListId) -> Result<&BoardList> {
    let found = lists.iter().find(|list| list.list_id == id);
    found.ok_or_else(|| Refusal::field("idList", "UNKNOWN", "Listan finns inte längre."))
}

/// The list to which a card of that status belongs: the first one that has it; none: no list has.
pub(in crate::tasks) fn of_status(lists: &[BoardList], status: TaskStatus) -> Option<&BoardList> {
    lists.iter().filter(|list| list.list_type != ListType::Archive).find(|list| list.status == Some(status))
}

/// 409: the list is full.
fn full(list: &BoardList) -> Refusal {
    let (name, limit) = (&list.name, list.card_limit);
    Refusal::conflict("LIST_LIMIT", format!("{name} är full: högst {limit} kort."))
}

/// Refuses a list that takes no more. Read after the head. 409 LIST_LIMIT.
pub(in crate::tasks) async fn room(
    platform: &Platform,
    head: &TaskHome,
    list: &BoardList,
    more: usize,
) -> Result<()> {
    let is_hard = list.limit_mode == storage::tasks::LimitMode::Hard;
    if let Some(limit) = usize::try_from(list.card_limit).ok().filter(|limit| *limit > 0 && is_hard) {
        let tasks = Tasks::of(&platform.storage);
        let there = tasks.cards_of(head.home_id, list.list_id, limit + 1).await?.len();
        if there + more > limit {
            return Err(full(list));
        }
    }
    Ok(())
}

/// Refuses a board that has no room for more open cards. Read after the head. 409 BOARD_FULL.
pub(in crate::tasks) async fn board_room(
    platform: &Platform,
    head: &TaskHome,
    lists: &[BoardList],
    growth: Growth,
) -> Result<()> {
    let cards = head.cards + growth.cards;
    // Archived ones are counted only where it depends on them.
    if !growth.opens() && growth.cards == 0 || !is_over(cards, 0) {
        return Ok(());
    }
    let tasks = Tasks::of(&platform.storage);
    let mut archived = growth.archived;
    for list in lists.iter().filter(|list| list.list_type == ListType::Archive) {
        archived += tasks.cards_of(head.home_id, list.list_id, 2 * MOST_CARDS).await?.len() as i64;
    }
    if is_over(cards, archived) {
        return Err(Refusal::conflict("BOARD_FULL", "Tavlan är full: högst 10 000 öppna kort."));
    }
    Ok(())
}

/// The cards beside which another is put, as they are.
#[derive(Default)]
pub(in crate::tasks) struct Beside {
    after: Option<Task>,
    before: Option<Task>,
}

impl Beside {
    /// Reads them at once. Read after the head. `moved`: the card itself, which is no neighbour of its own.
    pub async fn load(platform: &Platform, wanted: &Neighbours, moved: Option<TaskId>) -> Result<Self> {
        let wanted = [wanted.after, wanted.before].map(|id| id.filter(|id| Some(*id) != moved));
        if wanted == [None, None] {
            return Ok(Self::default());
        }
        let ids: Vec<TaskId> = wanted.into_iter().flatten().collect();
        let found = Tasks::of(&platform.storage).tasks(&ids).await?;
        let [after, before] = wanted.map(|id| found.iter().find(|task| Some(task.task_id) == id).cloned());
        Ok(Self { after, before })
    }
}

/// A place in a list: between two cards of it, as far as they lie there; else at its end. Read after the head.
pub(in crate::tasks) async fn place(
    platform: &Platform,
    head: &TaskHome,
    list: &BoardList,
    neighbours: &Neighbours,
) -> Result<Placement> {
    place_beside(platform, head, list, &Beside::load(platform, neighbours, None).await?).await
}

/// As [`place`], where the neighbours are read already.
pub(in crate::tasks) async fn place_beside(
    platform: &Platform,
    head: &TaskHome,
    list: &BoardList,
    Beside { after, before }: &Beside,
) -> Result<Placement> {
    let (tasks, home_id, list_id) = (Tasks::of(&platform.storage), head.home_id, list.list_id);
    let key_in_list = |task: &Option<Task>| {
        let card = task.as_ref().filter(|task| task.home_id == home_id).and_then(Task::card);
        card.filter(|card| card.list_id == list_id).map(|card| card.order_key)
    };
    let (previous, next) = match (key_in_list(after), key_in_list(before)) {
        (Some(previous), _) => {
            let next = tasks.card_after(home_id, list_id, &previous).await?;
            (Some(previous), next.map(|card| card.order_key))
        }
        (None, Some(next)) => {
            let previous = tasks.card_before(home_id, list_id, Some(&next)).await?;
            (previous.map(|card| card.order_key), Some(next))
        }
        (None, None) => {
            let last = tasks.card_before(home_id, list_id, None).await?;
            (last.map(|card| card.order_key), None)
        }
    };
    let order_key = order::between(previous.as_deref(), next.as_deref())?;
    Ok(Placement { board_id: list.board_id, list_id, order_key })
}
