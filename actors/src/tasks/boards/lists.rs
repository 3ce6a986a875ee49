//! The lists of a board: made, changed, moved, removed.

use storage::tasks::{BoardId, BoardList, BoardListId, BoardStep, Boards, MOST_LISTS, Tasks};

use super::facts::edited;
use super::view::{ChangeView, ListDraft, ListView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::text::required_line;
use crate::platform::time::now;
use crate::tasks::deciding::{Decided, decide};
use crate::tasks::rules::order;
use crate::tasks::rules::rights::no_board;

fn name(text: &str) -> Result<String> {
    required_line("name", text, 60, "Ge listan ett namn.")
}

/// The key of a list's place among the others: between the named ones, else where `kept` stands, else at the end.
fn place(others: &[&BoardList], draft: &ListDraft, kept: Option<&BoardList>) -> Result<String> {
    if let Some(kept) = kept.filter(|_| draft.after.is_none() && draft.before.is_none()) {
        return Ok(kept.order_key.clone());
    }
    let keys: Vec<(&str, BoardListId)> =
        others.iter().map(|list| (list.order_key.as_str(), list.list_id)).collect();
    order::place(&keys, draft.after, draft.before)
}

/// A list of a board. 404.
fn existing(lists: &[BoardList], id: BoardListId) -> Result<&BoardList> {
    let found = lists.iter().find(|list| list.list_id == id);
    found.ok_or_else(|| Refusal::not_found("Listan finns inte längre."))
}

fn filled(draft: &ListDraft, list: BoardList) -> Result<BoardList> {
    Ok(BoardList {
        name: name(&draft.name)?,
        list_type: draft.kind,
        status: draft.status,
        card_limit: draft.limit,
        limit_mode: draft.limit_mode,
        ..list
    })
}

fn of_list(list: BoardList) -> Decided {
    let step = BoardStep { lists: vec![list], ..BoardStep::default() };
    Decided { step, ..Decided::default() }
}

/// A decided change of a board; one that changes nothing is one all the same.
pub(super) fn change_of(change: Option<ChangeView>) -> Result<ChangeView> {
    change.ok_or_else(no_board)
}

/// Makes a list, as an editor. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED.
pub async fn create(platform: &Platform, who: &Who, id: BoardId, draft: ListDraft) -> Result<ChangeView> {
    edited(platform, who.user_id, id).await?;
    let list_id = BoardListId(platform.ids.next(now())?);
    let change = decide(platform, who.user_id, id.home(), Some(id), async |_| {
        let all = Boards::of(&platform.storage).lists(id).await?;
        below(all.len(), MOST_LISTS, "listor")?;
        let new = BoardList {
            board_id: id,
            list_id,
            version: 0,
            order_key: place(&all.iter().collect::<Vec<_>>(), &draft, None)?,
            name: String::new(),
            list_type: draft.kind,
            status: None,
            card_limit: 0,
            limit_mode: draft.limit_mode,
        };
        Ok(of_list(filled(&draft, new)?))
    });
    change_of(change.await?)
}

/// Changes a list, as an editor; a limit below what lies in it is allowed. Its cards keep their status. 403
/// ROLE_TOO_LOW; 404; 409 ARCHIVED, STALE (with what stands as `current`); 422 REQUIRED (`version`).
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: BoardId,
    list_id: BoardListId,
    draft: ListDraft,
) -> Result<ChangeView> {
    edited(platform, who.user_id, id).await?;
    let read = draft.version.ok_or_else(|| Refusal::field("version", "REQUIRED", "Versionen saknas."))?;
    let change = decide(platform, who.user_id, id.home(), Some(id), async |_| {
        let all = Boards::of(&platform.storage).lists(id).await?;
        let old = existing(&all, list_id)?;
        if old.version != read {
            return Err(Refusal::stale("Listan har ändrats sedan du såg den. Läs om och försök igen.")
                .showing(&ListView::from(old)));
        }
        let others: Vec<&BoardList> = all.iter().filter(|list| list.list_id != list_id).collect();
        let order_key = place(&others, &draft, Some(old))?;
        Ok(of_list(filled(&draft, BoardList { order_key, ..old.clone() })?))
    });
    change_of(change.await?)
}

/// Removes an empty list, as an editor. 403 ROLE_TOO_LOW; 404; 409 LIST_NOT_EMPTY.
pub async fn remove(platform: &Platform, who: &Who, id: BoardId, list_id: BoardListId) -> Result<ChangeView> {
    edited(platform, who.user_id, id).await?;
    let change = decide(platform, who.user_id, id.home(), Some(id), async |_| {
        existing(&Boards::of(&platform.storage).lists(id).await?, list_id)?;
        let cards = Tasks::of(&platform.storage).cards_of(id.home(), list_id, 1).await?;
        if !cards.is_empty() {
            return Err(Refusal::conflict("LIST_NOT_EMPTY", "Flytta korten i listan först."));
        }
        let step = BoardStep { removed_lists: vec![list_id], ..BoardStep::default() };
        Ok(Decided { step, ..Decided::default() })
    });
    change_of(change.await?)
}
