//! Boards: `/api/v1/boards`. Contract §9.2.

use actix_web::HttpResponse;
use actors::tasks::boards;
use actors::tasks::boards::view::{
    BoardDraft, BoardEdit, BoardView, BoardsView, BulkDraft, CardDraft, ChangeView, ChangesView, ListDraft,
    MoveDraft, WatchDraft,
};
use garde::Validate;
use serde::Deserialize;
use storage::tasks::{BoardId, BoardListId, TaskId};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::Caller;
use super::stacks::Owner;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list).service(create).service(one).service(change).service(remove);
    config.service(archive).service(bring_back).service(watch).service(changes);
    config.service(add_list).service(change_list).service(remove_list);
    // The fixed name before `{id}`.
    config.service(bulk).service(add_card).service(move_card).service(copy).service(take_off);
}

/// My boards, or an organisation's, by age.
#[utoipa::path(tag = "tasks", params(Owner), responses((status = 200, body = BoardsView), Problems))]
#[get("/api/v1/boards")]
async fn list(platform: Data<Platform>, who: Caller, owner: ValidQuery<Owner>) -> Answer<BoardsView> {
    owner.is_mine_or_theirs(&who)?;
    Ok(Json(boards::list(&platform, &who.0, owner.entity).await?))
}

/// Make a board, of one's own or for an organisation.
#[utoipa::path(tag = "tasks", params(Once), request_body = BoardDraft, responses((status = 201, body = BoardView), Problems))]
#[post("/api/v1/boards")]
async fn create(platform: Data<Platform>, who: Caller, body: Valid<BoardDraft>) -> Bare {
    Ok(HttpResponse::Created().json(boards::create(&platform, &who.0, body.0).await?))
}

/// A board with its lists and cards; the texts of the cards are their tasks'.
#[utoipa::path(tag = "tasks", responses((status = 200, body = BoardView), Problems))]
#[get("/api/v1/boards/{id}")]
async fn one(platform: Data<Platform>, who: Caller, id: Path<BoardId>) -> Answer<BoardView> {
    Ok(Json(boards::one(&platform, &who.0, *id).await?))
}

/// Change a board's name, description and roles, as an owner. 409 STALE: they have another `settingsVersion` by now; `current` is what
/// stands.
#[utoipa::path(tag = "tasks", request_body = BoardEdit, responses((status = 200, body = BoardView), Problems))]
#[put("/api/v1/boards/{id}")]
async fn change(
    platform: Data<Platform>,
    who: Caller,
    id: Path<BoardId>,
    body: Valid<BoardEdit>,
) -> Answer<BoardView> {
    Ok(Json(boards::change(&platform, &who.0, *id, body.0).await?))
}

/// Delete a board with its cards, as an owner.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/boards/{id}")]
async fn remove(platform: Data<Platform>, who: Caller, id: Path<BoardId>) -> Bare {
    boards::delete(&platform, &who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Put a board out of sight, as an owner.
#[utoipa::path(tag = "tasks", responses((status = 200, body = BoardView), Problems))]
#[post("/api/v1/boards/{id}/archive")]
async fn archive(platform: Data<Platform>, who: Caller, id: Path<BoardId>) -> Answer<BoardView> {
    Ok(Json(boards::archive(&platform, &who.0, *id, true).await?))
}

/// Bring a board back that was put out of sight, as an owner.
#[utoipa::path(tag = "tasks", responses((status = 200, body = BoardView), Problems))]
#[post("/api/v1/boards/{id}/restore")]
async fn bring_back(platform: Data<Platform>, who: Caller, id: Path<BoardId>) -> Answer<BoardView> {
    Ok(Json(boards::archive(&platform, &who.0, *id, false).await?))
}

/// Be notified of what happens on a board, or not.
#[utoipa::path(tag = "tasks", request_body = WatchDraft, responses((status = 204), Problems))]
#[put("/api/v1/boards/{id}/watch")]
async fn watch(platform: Data<Platform>, who: Caller, id: Path<BoardId>, body: Valid<WatchDraft>) -> Bare {
    boards::watch(&platform, &who.0, *id, body.watching).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Since when.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// The board's version that the caller holds.
    #[garde(range(min = 0))]
    #[param(minimum = 0)]
    after: i64,
}

/// What has changed on a board since a version, as it is now. `reset`: it was too long ago, the board is to be fetched anew.
#[utoipa::path(tag = "tasks", params(Since), responses((status = 200, body = ChangesView), Problems))]
#[get("/api/v1/boards/{id}/changes")]
async fn changes(
    platform: Data<Platform>,
    who: Caller,
    id: Path<BoardId>,
    since: ValidQuery<Since>,
) -> Answer<ChangesView> {
    Ok(Json(boards::changes(&platform, &who.0, *id, since.after).await?))
}

/// Add a list to a board.
#[utoipa::path(tag = "tasks", params(Once), request_body = ListDraft, responses((status = 201, body = ChangeView), Problems))]
#[post("/api/v1/boards/{id}/lists")]
async fn add_list(platform: Data<Platform>, who: Caller, id: Path<BoardId>, body: Valid<ListDraft>) -> Bare {
    Ok(HttpResponse::Created().json(boards::add_list(&platform, &who.0, *id, body.0).await?))
}

/// Change a list, or move it: a limit below what lies in it is allowed. 409 STALE: it has another `version` by now; `current` is what
/// stands.
#[utoipa::path(tag = "tasks", request_body = ListDraft, responses((status = 200, body = ChangeView), Problems))]
#[put("/api/v1/boards/{id}/lists/{list_id}")]
async fn change_list(
    platform: Data<Platform>,
    who: Caller,
    ids: Path<(BoardId, BoardListId)>,
    body: Valid<ListDraft>,
) -> Answer<ChangeView> {
    let (id, list_id) = ids.into_inner();
    Ok(Json(boards::change_list(&platform, &who.0, id, list_id, body.0).await?))
}

/// Remove an empty list.
#[utoipa::path(tag = "tasks", responses((status = 200, body = ChangeView), Problems))]
#[delete("/api/v1/boards/{id}/lists/{list_id}")]
async fn remove_list(
    platform: Data<Platform>,
    who: Caller,
    ids: Path<(BoardId, BoardListId)>,
) -> Answer<ChangeView> {
    let (id, list_id) = ids.into_inner();
    Ok(Json(boards::remove_list(&platform, &who.0, id, list_id).await?))
}

/// Put a card on a board: a new task, or one that stands already, between its neighbours in the list or at its end.
#[utoipa::path(tag = "tasks", params(Once), request_body = CardDraft, responses((status = 201, body = ChangeView), Problems))]
#[post("/api/v1/boards/{id}/cards")]
async fn add_card(platform: Data<Platform>, who: Caller, id: Path<BoardId>, body: Valid<CardDraft>) -> Bare {
    Ok(HttpResponse::Created().json(boards::add_card(&platform, &who.0, *id, body.0).await?))
}

/// Move a card: between its neighbours in the list, or to its end. A status of the list becomes the card's.
#[utoipa::path(tag = "tasks", params(Once), request_body = MoveDraft, responses((status = 200, body = ChangeView), Problems))]
#[post("/api/v1/boards/{id}/cards/{task_id}/move")]
async fn move_card(
    platform: Data<Platform>,
    who: Caller,
    ids: Path<(BoardId, TaskId)>,
    body: Valid<MoveDraft>,
) -> Answer<ChangeView> {
    let (id, task_id) = ids.into_inner();
    Ok(Json(boards::shift(&platform, &who.0, id, task_id, body.0).await?))
}

/// Do something with several cards: all of them or none.
#[utoipa::path(tag = "tasks", params(Once), request_body = BulkDraft, responses((status = 200, body = ChangeView), Problems))]
#[post("/api/v1/boards/{id}/cards/bulk")]
async fn bulk(
    platform: Data<Platform>,
    who: Caller,
    id: Path<BoardId>,
    body: Valid<BulkDraft>,
) -> Answer<ChangeView> {
    Ok(Json(boards::bulk(&platform, &who.0, *id, body.0).await?))
}

/// Copy a card right behind it, with nothing of it done.
#[utoipa::path(tag = "tasks", params(Once), responses((status = 201, body = ChangeView), Problems))]
#[post("/api/v1/boards/{id}/cards/{task_id}/copy")]
async fn copy(platform: Data<Platform>, who: Caller, ids: Path<(BoardId, TaskId)>) -> Bare {
    let (id, task_id) = ids.into_inner();
    Ok(HttpResponse::Created().json(boards::copy(&platform, &who.0, id, task_id).await?))
}

/// Take a card off its board; it stays a task.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/boards/{id}/cards/{task_id}")]
async fn take_off(platform: Data<Platform>, who: Caller, ids: Path<(BoardId, TaskId)>) -> Bare {
    let (id, task_id) = ids.into_inner();
    boards::take_off(&platform, &who.0, id, task_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
