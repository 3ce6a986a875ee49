//! A board itself: made, changed, archived, deleted, watched.

use std::time::Duration;

use jiff::ToSpan;
use storage::ids::{EntityId, UserId};
use storage::record::Stored as _;
use storage::tasks::{
    Board, BoardId, BoardList, BoardListId, BoardMember, BoardRole, BoardStep, Boards, LimitMode,
    MOST_BOARDS, Placement, Task, TaskChange, TaskId, Tasks,
};
use storage::time::{Day, Moment};
use storage::value::Json;

use super::facts::{owned, role_of, seen};
use super::reading::{list, one};
use super::view::{BoardDraft, BoardEdit, BoardView, MemberDraft};
use crate::Platform;
use crate::accounts::Who;
use crate::contacts::rules::are_contacts;
use crate::entities::relation;
use crate::entities::rules::belongs;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::quotas::below;
use crate::platform::text::{prose, required_line};
use crate::platform::time::now;
use crate::tasks::creating::blank;
use crate::tasks::deciding::{Decided, decide};
use crate::tasks::rules::order;

/// Cards of a deleted board that go in one decision.
const SLICE: usize = 40;

/// Removes the cards of a deleted board, and then the board.
pub(in crate::tasks) const CLEAR: JobKind = JobKind {
    name: "board-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let id = serde_json::from_str(&job.payload)?;
            Ok(clear(&platform, id).await?)
        })
    },
};

fn name(text: &str) -> Result<String> {
    required_line("name", text, 80, "Ge tavlan ett namn.")
}

/// A board without a name, of its maker or for an organisation, which may change what lies on it.
pub(in crate::tasks) fn new_board(
    board_id: BoardId,
    created_by: UserId,
    entity_id: Option<EntityId>,
    created: Moment,
) -> Board {
    Board {
        board_id,
        created_by,
        entity_id,
        entity_role: entity_id.map(|_| BoardRole::Editor),
        members: Json(Vec::new()),
        name: String::new(),
        description: String::new(),
        created,
        settings_version: 1,
        archived: None,
        deleted: None,
    }
}

/// Makes a board with what its template has. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED.
pub async fn create(platform: &Platform, who: &Who, draft: BoardDraft) -> Result<BoardView> {
    let before = list(platform, who, draft.id_entity).await?;
    below(before.content.len(), MOST_BOARDS, "tavlor")?;
    let at = Moment(now());
    let id = BoardId(platform.ids.next(at.0)?);
    let new = new_board(id, who.user_id, draft.id_entity, at);
    let board = Board {
        entity_role: draft.entity_role.filter(|_| draft.id_entity.is_some()).or(new.entity_role),
        name: name(&draft.name)?,
        description: prose("txDescription", &draft.tx_description)?,
        ..new
    };
    let lists = new_lists(platform, id, &draft)?;
    let cards = new_cards(platform, who.user_id, &board, lists.first(), &draft)?;
    decide(platform, who.user_id, id.home(), Some(id), async |_| {
        let board = Some((None, board.clone()));
        let step = BoardStep { board, lists: lists.clone(), removed_lists: Vec::new(), cards: cards.clone() };
        Ok(Decided { step, ..Decided::default() })
    })
    .await?;
    one(platform, who, id).await
}

fn new_lists(platform: &Platform, board_id: BoardId, draft: &BoardDraft) -> Result<Vec<BoardList>> {
    let new = draft.template.lists();
    let list = |(list, order_key): (&super::templates::NewList, String)| {
        Ok(BoardList {
            board_id,
            list_id: BoardListId(platform.ids.next(now())?),
            version: 0,
            order_key,
            name: list.name.to_owned(),
            list_type: list.kind,
            status: list.status,
            card_limit: 0,
            limit_mode: LimitMode::Soft,
        })
    };
    new.iter().zip(order::spread(new.len())).map(list).collect()
}

fn new_cards(
    platform: &Platform,
    by: UserId,
    board: &Board,
    list: Option<&BoardList>,
    draft: &BoardDraft,
) -> Result<Vec<TaskChange>> {
    let (new, board_id) = (draft.template.cards(), board.board_id);
    let Some(list) = list else { return Ok(Vec::new()) };
    let card = |((title, days), order_key): (&super::templates::NewCard, String)| {
        let task_id = TaskId(platform.ids.next(now())?);
        let due_date = draft.date.map(|day| Day(day.0.saturating_add(days.days())));
        let placement = Placement { board_id, list_id: list.list_id, order_key };
        Ok(TaskChange::insert(Task {
            home_id: board_id.home(),
            entity_id: board.entity_id,
            title: (*title).to_owned(),
            due_date,
            placement: Json(Some(placement)),
            ..blank(task_id, by, board.created)
        }))
    };
    new.iter().zip(order::spread(new.len())).map(card).collect()
}

/// Members as they shall be: each once, and none whom the board's owner does not know. 422 NOT_ASSIGNABLE.
async fn members(platform: &Platform, board: &Board, wanted: &[MemberDraft]) -> Result<Vec<BoardMember>> {
    let mut members: Vec<BoardMember> = Vec::with_capacity(wanted.len());
    for &MemberDraft { id_auth_user: user_id, role } in wanted {
        let is_old = board.members.0.iter().any(|member| member.user_id == user_id);
        let may = is_old
            || match board.entity_id {
                Some(entity_id) => belongs(relation(platform, entity_id, user_id).await?),
                None => are_contacts(&platform.storage.contacts.pair(board.created_by, user_id).await?),
            };
        if !may {
            let message = "Bara den som hör till organisationen, eller en kontakt, kan vara med.";
            return Err(Refusal::field("members", "NOT_ASSIGNABLE", message));
        }
        if members.iter().all(|member| member.user_id != user_id) {
            members.push(BoardMember { user_id, role });
        }
    }
    Ok(members)
}

/// Decides a change of a board itself, by its owners. 403 ROLE_TOO_LOW; 404.
async fn changed(
    platform: &Platform,
    who: &Who,
    id: BoardId,
    change: impl AsyncFn(&Board) -> Result<Board>,
    then: impl Fn() -> Result<Vec<storage::engine::Write>>,
) -> Result<()> {
    decide(platform, who.user_id, id.home(), Some(id), async |_| {
        let old = owned(platform, who.user_id, id).await?;
        let new = change(&old).await?;
        if new == old {
            return Ok(Decided::default());
        }
        let step = BoardStep { board: Some((Some(old), new)), ..BoardStep::default() };
        Ok(Decided { step, writes: then()?, ..Decided::default() })
    })
    .await?;
    Ok(())
}

/// Changes name, description and roles, as an owner. 403 ROLE_TOO_LOW; 404; 409 STALE (with what stands as `current`);
/// 422 NOT_ASSIGNABLE.
pub async fn change(platform: &Platform, who: &Who, id: BoardId, edit: BoardEdit) -> Result<BoardView> {
    let (name, description) = (name(&edit.name)?, prose("txDescription", &edit.tx_description)?);
    let saved = changed(
        platform,
        who,
        id,
        async |old| {
            if edit.settings_version != old.settings_version {
                return Err(Refusal::stale("Tavlan har ändrats sedan du såg den. Läs om och försök igen."));
            }
            Ok(Board {
                settings_version: old.settings_version + 1,
                name: name.clone(),
                description: description.clone(),
                entity_role: edit.entity_role.filter(|_| old.entity_id.is_some()),
                members: Json(members(platform, old, &edit.members).await?),
                ..old.clone()
            })
        },
        || Ok(Vec::new()),
    )
    .await;
    match saved {
        Ok(()) => one(platform, who, id).await,
        Err(refusal) => Err(refusal.with_current(one(platform, who, id)).await),
    }
}

/// Puts a board out of sight, or brings it back, as an owner. 403 ROLE_TOO_LOW; 404.
pub async fn archive(platform: &Platform, who: &Who, id: BoardId, archived: bool) -> Result<BoardView> {
    let at = archived.then(|| Moment(now()));
    let change = async |old: &Board| Ok(Board { archived: at.and(old.archived.or(at)), ..old.clone() });
    changed(platform, who, id, change, || Ok(Vec::new())).await?;
    one(platform, who, id).await
}

/// Deletes a board with its cards, as an owner. 403 ROLE_TOO_LOW; 404.
pub async fn delete(platform: &Platform, who: &Who, id: BoardId) -> Result<()> {
    let at = Moment(now());
    let change = async |old: &Board| Ok(Board { deleted: Some(at), ..old.clone() });
    let then = || Ok(vec![jobs::job(platform, CLEAR.name, now(), &id)?.insert()]);
    changed(platform, who, id, change, then).await
}

async fn clear(platform: &Platform, id: BoardId) -> Result<()> {
    let (boards, tasks) = (Boards::of(&platform.storage), Tasks::of(&platform.storage));
    let Some(board) = boards.board(id).await?.filter(|board| board.deleted.is_some()) else { return Ok(()) };
    loop {
        let cards = tasks.cards(id.home(), SLICE).await?;
        if cards.is_empty() {
            break;
        }
        for card in &cards {
            crate::tasks::changing::remove(platform, card.task_id, |_| true).await?;
        }
    }
    // Who removes a board that is gone already removes nothing.
    platform.storage.engine().write(Boards::removal(board.board_id)).await?;
    Ok(())
}

/// Takes an erased person off a board: their own goes with its cards, of another they lose their role.
pub(in crate::tasks) async fn leave(platform: &Platform, id: BoardId, user_id: UserId) -> Result<()> {
    let mut is_deleted = false;
    decide(platform, user_id, id.home(), Some(id), async |_| {
        let Some(old) = Boards::of(&platform.storage).board(id).await? else { return Ok(Decided::default()) };
        is_deleted = old.entity_id.is_none() && old.created_by == user_id;
        let mut new = old.clone();
        new.deleted = new.deleted.or(is_deleted.then(|| Moment(now())));
        new.members.0.retain(|member| member.user_id != user_id);
        if new == old {
            return Ok(Decided::default());
        }
        let step = BoardStep { board: Some((Some(old), new)), ..BoardStep::default() };
        Ok(Decided { step, ..Decided::default() })
    })
    .await?;
    if is_deleted { clear(platform, id).await } else { Ok(()) }
}

/// Sets whether the caller is notified of what happens on a board. 404.
pub async fn watch(platform: &Platform, who: &Who, id: BoardId, watching: bool) -> Result<()> {
    seen(platform, who.user_id, id).await?;
    Ok(Boards::of(&platform.storage).watch(id, who.user_id, watching).await?)
}

/// Refuses people who have no role on a board. 422 NOT_ASSIGNABLE.
pub(in crate::tasks) async fn assignable(platform: &Platform, id: BoardId, users: &[UserId]) -> Result<()> {
    if users.is_empty() {
        return Ok(());
    }
    let Some(board) = Boards::of(&platform.storage).board(id).await? else { return Ok(()) };
    for user_id in users {
        if role_of(platform, &board, *user_id).await?.is_none() {
            let message = "Kortet kan bara ges till någon som ser tavlan.";
            return Err(Refusal::field("assignees", "NOT_ASSIGNABLE", message));
        }
    }
    Ok(())
}
