//! Boards as they are shown.

use std::collections::{HashMap, HashSet};

use storage::ids::EntityId;
use storage::tasks::{Board, BoardChange, BoardId, BoardRole, Boards, Task, TaskHome, TaskId, Tasks};

use super::facts::{seen, with_roles};
use super::live::{people, title};
use super::view::{
    BoardHead, BoardView, BoardsView, CardView, ChangeView, ChangesView, ListView, MemberView,
};
use crate::Platform;
use crate::accounts::Who;
use crate::contacts::view::Person;
use crate::platform::error::Result;
use crate::tasks::facts::acting;
use crate::tasks::rules::rights::no_board;

/// Most changes that are answered one by one.
const MOST_CHANGES: usize = 1_000;

/// The caller's boards (none), or an organisation's. 403 ROLE_TOO_LOW; 404.
pub async fn list(platform: &Platform, who: &Who, entity_id: Option<EntityId>) -> Result<BoardsView> {
    let boards = Boards::of(&platform.storage);
    let owner_id = match entity_id {
        Some(entity_id) => {
            acting(platform, who.user_id, entity_id).await?;
            entity_id.0
        }
        None => who.user_id.0,
    };
    let ids = boards.owned(owner_id).await?;
    let heads = boards.heads(&ids).await?;
    let heads: HashMap<BoardId, TaskHome> =
        heads.into_iter().map(|head| (BoardId(head.home_id.0), head)).collect();
    let head = |(board, role): (Board, BoardRole)| {
        let home = heads.get(&board.board_id)?;
        let (id_board, id_entity) = (board.board_id, board.entity_id);
        let Board { name, archived, .. } = board;
        Some(BoardHead {
            id_board,
            name,
            id_entity,
            role,
            version: home.version,
            archived,
            cards: home.cards,
        })
    };
    let shown = with_roles(platform, who.user_id, &ids).await?;
    Ok(BoardsView { content: shown.into_iter().filter_map(head).collect() })
}

/// A board with its lists and cards. 404.
pub async fn one(platform: &Platform, who: &Who, id: BoardId) -> Result<BoardView> {
    let (board, role) = seen(platform, who.user_id, id).await?;
    let boards = Boards::of(&platform.storage);
    let whole = boards.whole(board.board_id).await?.ok_or_else(no_board)?;
    let cards: Vec<CardView> = whole.cards.into_iter().map(CardView::from).collect();
    let entity = match board.entity_id {
        Some(entity_id) => platform.storage.entities.entity(entity_id).await?,
        None => None,
    };
    let named = board.members.0.iter().map(|member| member.user_id);
    let users = platform.people.all(named.chain([board.created_by])).await?;
    let member = |member: &storage::tasks::BoardMember| {
        let user = Person::from(&**users.get(&member.user_id)?);
        Some(MemberView { user, role: member.role })
    };
    let maker = users.get(&board.created_by).map(|user| Person::from(&**user));
    Ok(BoardView {
        id_board: board.board_id,
        name: board.name.clone(),
        tx_description: board.description.clone(),
        id_entity: board.entity_id,
        entity_name: entity.as_ref().map(|entity| entity.entity_name.clone()),
        entity_slug: entity.map(|entity| entity.entity_slug),
        created_by: maker.unwrap_or_else(|| Person::erased(board.created_by)),
        version: whole.head.version,
        settings_version: board.settings_version,
        role,
        entity_role: board.entity_role,
        members: board.members.0.iter().filter_map(member).collect(),
        archived: board.archived,
        watching: boards.watches(board.board_id, who.user_id).await?,
        lists: whole.lists.iter().map(ListView::from).collect(),
        people: people(platform, &cards).await?,
        cards,
    })
}

/// What has changed on a board since a version, as it is now. 404.
pub async fn changes(platform: &Platform, who: &Who, id: BoardId, after: i64) -> Result<ChangesView> {
    let (board, _) = seen(platform, who.user_id, id).await?;
    let (boards, tasks) = (Boards::of(&platform.storage), Tasks::of(&platform.storage));
    // The head first: what is read after it is of that version or a later one.
    let head = tasks.settled_home(id.home()).await?;
    let log: Vec<BoardChange> = boards.changes(id, after, MOST_CHANGES).await?;
    // What is older than the log, or more than it answers, is fetched anew.
    let is_whole = log.first().map_or(after >= head.version, |first| first.version == after + 1);
    let reset = !is_whole || log.len() == MOST_CHANGES;
    let mut change = ChangeView::empty(id, after, head.version);
    if reset {
        return Ok(ChangesView { reset, change });
    }
    let mut ids: Vec<TaskId> = log.iter().flat_map(|change| change.tasks.0.iter().copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    let found = tasks.tasks(&ids).await?;
    let lies = |task: &&Task| task.home_id == id.home();
    let cards = found.iter().filter(lies).filter_map(Task::card).map(CardView::from);
    change.cards = cards.collect();
    let there: HashSet<TaskId> = change.cards.iter().map(|card| card.id_task).collect();
    change.removed = ids.into_iter().filter(|id| !there.contains(id)).collect();
    if log.iter().any(|change| !change.lists.0.is_empty()) {
        let all = boards.lists(id).await?;
        let named = |list_id| log.iter().any(|change| change.lists.0.contains(&list_id));
        change.lists = all.iter().filter(|list| named(list.list_id)).map(ListView::from).collect();
        let gone = log.iter().flat_map(|change| change.lists.0.iter().copied());
        let gone = gone.filter(|id| all.iter().all(|list| list.list_id != *id));
        change.removed_lists = gone.collect();
        change.removed_lists.sort_unstable();
        change.removed_lists.dedup();
    }
    change.head = log.iter().any(|change| change.head).then(|| title(&board));
    change.people = people(platform, &change.cards).await?;
    Ok(ChangesView { reset, change })
}
