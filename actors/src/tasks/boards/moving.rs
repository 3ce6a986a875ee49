//! Cards are moved, one or several at a time.

use storage::tasks::{
    BoardId, BoardList, BoardListId, Boards, ListType, MOST_CARDS, Placement, Task, TaskCard, TaskChange,
    TaskHome, TaskId, Tasks,
};
use storage::value::Json;

use super::cards::{card, cards, status_in};
use super::facts::{Beside, board_room, edited, named, place_beside, room};
use super::lists::change_of;
use super::settings::assignable;
use super::view::{BulkAct, BulkDraft, ChangeView, MoveDraft};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::line;
use crate::tasks::deciding::{Decided, decide, next_of};
use crate::tasks::rules::order;
use crate::tasks::rules::room::Growth;
use crate::tasks::standing::{self, Drawn};
use crate::tasks::view::{LABEL, Neighbours};

/// Cards of a list that get other keys in one decision: each is two rows of at most a hundred.
const SLICE: usize = 45;

/// A card in a list; in another one than before its status follows the list. 409 LIST_LIMIT.
async fn into(
    platform: &Platform,
    head: &TaskHome,
    task: &Task,
    list: &BoardList,
    placement: Placement,
    drawn: &Drawn,
) -> Result<Decided> {
    let to = status_in(list, task.status);
    if to != task.status {
        return standing::set(platform, head, task, to, Some(placement), drawn).await;
    }
    let new = Task { placement: Json(Some(placement)), ..task.clone() };
    Ok(Decided::update(task, next_of(new)))
}

/// From one row of a board to another: what of a card's people and labels changes as it is moved.
struct Row<'a> {
    to: &'a MoveDraft,
    label: Option<String>,
}

impl<'a> Row<'a> {
    /// 422 NOT_ASSIGNABLE.
    async fn of(platform: &Platform, id: BoardId, to: &'a MoveDraft) -> Result<Self> {
        assignable(platform, id, to.assign.as_slice()).await?;
        let label = to.label.as_deref().map(|label| line("label", label, LABEL)).transpose()?.flatten();
        Ok(Self { to, label })
    }

    fn change(&self, task: &mut Task) {
        task.assignees.0.retain(|one| Some(*one) != self.to.unassign);
        let unlabel = self.to.unlabel.as_deref().map(str::to_lowercase);
        task.labels.0.retain(|one| Some(one.to_lowercase()) != unlabel);
        if let Some(TaskChange { new: Some(new), .. }) = with(task, self.to.assign, self.label.as_deref()) {
            (task.assignees, task.labels) = (new.assignees, new.labels);
        }
    }
}

/// Moves a card between others of a list, and from one row of the board to another, as an editor. Of two who move it at
/// once the later one holds, on every screen. 403 ROLE_TOO_LOW; 404; 409 BOARD_FULL, LIST_LIMIT; 422 NOT_ASSIGNABLE,
/// UNKNOWN.
pub async fn shift(
    platform: &Platform,
    who: &Who,
    id: BoardId,
    task_id: TaskId,
    to: MoveDraft,
) -> Result<ChangeView> {
    let mut drawn = None;
    let neighbours = Neighbours { after: to.after, before: to.before };
    loop {
        let mut is_long = false;
        let change = decide(platform, who.user_id, id.home(), Some(id), async |head| {
            // Who may not see the board is told no more than that, whatever else was read beside it.
            let (editor, found) = futures_util::join!(edited(platform, who.user_id, id), async {
                let lists = async { Ok(Boards::of(&platform.storage).lists(id).await?) };
                futures_util::try_join!(
                    card(platform, id, task_id),
                    lists,
                    Beside::load(platform, &neighbours, Some(task_id))
                )
            });
            editor?;
            let row = Row::of(platform, id, &to).await?;
            let (task, all, beside) = found?;
            let list = named(&all, to.id_list)?;
            let drawn = match &drawn {
                Some(drawn) => drawn,
                None => drawn.insert(Drawn::of(platform, &task)?),
            };
            if !lies_in(&task, list) {
                room(platform, head, list, 1).await?;
                board_room(platform, head, &all, Growth::between(of(&task, &all), list)).await?;
            }
            let placement = place_beside(platform, head, list, &beside).await?;
            is_long = order::is_long(&placement.order_key);
            if is_long {
                return Ok(Decided::default());
            }
            let mut decided = into(platform, head, &task, list, placement, drawn).await?;
            let cards = decided.step.cards.iter_mut().filter_map(|card| card.new.as_mut());
            cards.filter(|card| card.task_id == task_id).for_each(|card| row.change(card));
            Ok(Decided { client_move_id: to.client_move_id.clone(), ..decided })
        })
        .await?;
        if !is_long {
            return change_of(change);
        }
        spread(platform, who, id, to.id_list).await?;
    }
}

/// Gives a list's cards short keys again, behind all present ones: slice by slice from the end, so that the order is
/// right after each.
async fn spread(platform: &Platform, who: &Who, id: BoardId, list_id: BoardListId) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    let cards = tasks.cards_of(id.home(), list_id, MOST_CARDS).await?;
    let keys = order::following_all(cards.last().map(|card| card.order_key.as_str()), cards.len())?;
    let fresh: Vec<(TaskCard, String)> = cards.into_iter().zip(keys).collect();
    for slice in fresh.rchunks(SLICE) {
        decide(platform, who.user_id, id.home(), Some(id), async |_| {
            let ids: Vec<TaskId> = slice.iter().map(|(card, _)| card.task_id).collect();
            let found = tasks.tasks(&ids).await?;
            let respread = |task: &Task| {
                let at = task.placement.0.clone().filter(|at| at.list_id == list_id)?;
                // One that was moved meanwhile has its place.
                let as_found =
                    |card: &TaskCard| card.task_id == task.task_id && card.order_key == at.order_key;
                let (_, key) = slice.iter().find(|(card, _)| as_found(card))?;
                let placement = Placement { order_key: key.clone(), ..at };
                let new =
                    Task { version: task.version + 1, placement: Json(Some(placement)), ..task.clone() };
                Some(TaskChange::update(task.clone(), new))
            };
            Ok(Decided::of(found.iter().filter_map(respread).collect()))
        })
        .await?;
    }
    Ok(())
}

/// Does something with several cards, all of them or none, as an editor. 403 ROLE_TOO_LOW; 404; 409 BOARD_FULL,
/// LIST_LIMIT; 422 NOT_ASSIGNABLE, UNKNOWN.
pub async fn bulk(platform: &Platform, who: &Who, id: BoardId, draft: BulkDraft) -> Result<ChangeView> {
    edited(platform, who.user_id, id).await?;
    let mut ids = draft.id_tasks.clone();
    ids.sort_unstable();
    ids.dedup();
    if let Some(assignee) = draft.assignee.filter(|_| draft.act == BulkAct::Assign) {
        assignable(platform, id, &[assignee]).await?;
    }
    let label = match (draft.act, &draft.label) {
        (BulkAct::Label, Some(label)) => line("label", label, LABEL)?,
        _ => None,
    };
    let found = cards(platform, id, &ids).await?;
    let drawn = found.iter().map(|task| Drawn::of(platform, task)).collect::<Result<Vec<_>>>()?;
    let change = decide(platform, who.user_id, id.home(), Some(id), async |head| {
        let all = Boards::of(&platform.storage).lists(id).await?;
        let found = cards(platform, id, &ids).await?;
        let mut decided = Decided::default();
        match draft.act {
            BulkAct::Move | BulkAct::Archive => {
                let list = target(&all, &draft)?;
                let comers = found.iter().filter(|task| !lies_in(task, list)).count();
                room(platform, head, list, comers).await?;
                let growth = found.iter().map(|task| Growth::between(of(task, &all), list));
                board_room(platform, head, &all, growth.fold(Growth::default(), Growth::and)).await?;
                let last = Tasks::of(&platform.storage).card_before(head.home_id, list.list_id, None).await?;
                let last = last.as_ref().map(|card| card.order_key.as_str());
                let keys = order::following_all(last, found.len())?;
                for ((task, drawn), order_key) in found.iter().zip(&drawn).zip(keys) {
                    let placement = Placement { board_id: id, list_id: list.list_id, order_key };
                    decided.join(into(platform, head, task, list, placement, drawn).await?);
                }
            }
            BulkAct::Delete => return crate::tasks::changing::deleted(platform, &found),
            BulkAct::Assign | BulkAct::Label => {
                let change = |task: &Task| with(task, draft.assignee, label.as_deref());
                decided.step.cards.extend(found.iter().filter_map(change));
            }
        }
        Ok(decided)
    })
    .await?;
    match change {
        Some(change) => Ok(change),
        None => nothing(platform, id).await,
    }
}

fn lies_in(task: &Task, list: &BoardList) -> bool {
    task.placement.0.as_ref().is_some_and(|at| at.list_id == list.list_id)
}

/// The list in which a card lies; none: it is gone.
fn of<'a>(task: &Task, lists: &'a [BoardList]) -> Option<&'a BoardList> {
    lists.iter().find(|list| lies_in(task, list))
}

/// The list into which several cards go. 422 UNKNOWN.
fn target<'a>(all: &'a [BoardList], draft: &BulkDraft) -> Result<&'a BoardList> {
    let unknown = || Refusal::field("idList", "UNKNOWN", "Välj en lista.");
    if draft.act == BulkAct::Archive {
        return all.iter().find(|list| list.list_type == ListType::Archive).ok_or_else(unknown);
    }
    named(all, draft.id_list.ok_or_else(unknown)?)
}

/// A card with one more assignee or label; none: it has it already.
fn with(task: &Task, assignee: Option<storage::ids::UserId>, label: Option<&str>) -> Option<TaskChange> {
    let (mut assignees, mut labels) = (task.assignees.0.clone(), task.labels.0.clone());
    assignees.extend(assignee.filter(|one| !task.assignees.0.contains(one)));
    let has = |label: &&str| !task.labels.0.iter().any(|other| other.to_lowercase() == label.to_lowercase());
    labels.extend(label.filter(has).map(str::to_owned));
    // No more than a task may have of them.
    assignees.truncate(20);
    labels.truncate(10);
    let new = Task { assignees: Json(assignees), labels: Json(labels), ..task.clone() };
    (new != *task).then(|| TaskChange::update(task.clone(), next_of(new)))
}

/// A change of a board that changes nothing.
async fn nothing(platform: &Platform, id: BoardId) -> Result<ChangeView> {
    let head = Boards::of(&platform.storage).heads(&[id]).await?;
    let version = head.first().map(|head| head.version).unwrap_or_default();
    Ok(ChangeView::empty(id, version, version))
}
