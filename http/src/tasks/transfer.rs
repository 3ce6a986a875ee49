//! Boards and tasks as files: `/api/v1/boards/{id}/export`, `/api/v1/tasks/export`, `/api/v1/boards/import`.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Payload};
use actors::platform::error::Refusal;
use actors::tasks::transfer::view::{BegunView, ImportView, PreviewView};
use actors::tasks::transfer::{self, Format};
use futures_util::Stream;
use garde::Validate;
use serde::Deserialize;
use storage::tasks::{BoardId, BoardImportId};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::Caller;
use super::stacks::Owner;
use crate::platform::error::ApiError;
use crate::platform::extract::unreadable_body;
use crate::prelude::*;

/// Largest file, in bytes.
const MOST: usize = 16 << 20;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(board).service(tasks).service(preview).service(begin).service(look);
}

/// The kinds of files.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BoardFileFormat)]
pub enum Kind {
    #[default]
    Json,
    Csv,
}

/// As what.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct As {
    #[serde(default)]
    #[garde(skip)]
    #[param(inline)]
    format: Kind,
}

/// Whose board it becomes.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct To {
    /// An organisation's; absent: one's own.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    id_entity: Option<EntityId>,
}

/// A file to be saved.
fn file<S>(kind: &'static str, name: &str, pieces: S) -> HttpResponse
where
    S: Stream<Item = Result<Bytes, Refusal>> + 'static,
{
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header(("Content-Disposition", format!("attachment; filename=\"{name}\"")))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "private, no-store"))
        .streaming(Box::pin(pieces))
}

/// The body, up to 16 MiB. 413.
async fn sent(body: Payload) -> Result<Vec<u8>, ApiError> {
    let too_large = |_| ApiError::of(StatusCode::PAYLOAD_TOO_LARGE);
    let file = body.to_bytes_limited(MOST).await.map_err(too_large)?;
    Ok(file.map_err(|error| unreadable_body(&error))?.to_vec())
}

/// A board as a file, for whoever sees it.
///
/// As JSON, which an import makes the same board of: `{"format":"kalender-board","version":1,"id","board":{"txName",
/// "txDescription","lists":[{"txName","type","limit","limitMode","status"}],"cards":[{"list","title","description",
/// "checklist":[{"text","done"}],"labels","priority","dueDate"|"dueAt"+"timeZone","startDate","status","assignees","archived"}]},
/// "ids":{"lists","cards"}}`; `list` is the place of the card's list, people are named, and all is in its order. Or as CSV: UTF-8
/// with a byte order mark, semicolons, Swedish headings, a row a card.
#[utoipa::path(
    tag = "tasks",
    params(As),
    responses(
        (status = 200, content((serde_json::Value = "application/json"), (String = "text/csv"))),
        Problems
    )
)]
#[get("/api/v1/boards/{id}/export")]
async fn board(platform: Data<Platform>, who: Caller, id: Path<BoardId>, kind: ValidQuery<As>) -> Bare {
    let (format, of, end) = match kind.format {
        Kind::Json => (Format::Json, "application/json", "json"),
        Kind::Csv => (Format::Csv, "text/csv; charset=utf-8", "csv"),
    };
    let outgoing = transfer::board(&platform, &who.0, *id, format).await?;
    Ok(file(of, &format!("tavla-{}.{end}", *id), outgoing.pieces()))
}

/// My tasks, or an organisation's, as CSV: UTF-8 with a byte order mark, semicolons, Swedish headings; open ones by when they are
/// due, then closed ones.
#[utoipa::path(
    tag = "tasks",
    params(Owner),
    responses((status = 200, content_type = "text/csv", body = String), Problems)
)]
#[get("/api/v1/tasks/export")]
async fn tasks(platform: Data<Platform>, who: Caller, owner: ValidQuery<Owner>) -> Bare {
    owner.is_mine_or_theirs(&who)?;
    let outgoing = transfer::tasks(&platform, &who.0, owner.entity).await?;
    Ok(file("text/csv; charset=utf-8", "uppgifter.csv", outgoing.pieces()))
}

/// What a file would become as a board; nothing is changed. The body is the file, up to 16 MiB, 10,000 cards and 250 lists; its
/// kind is recognised by its content: our own JSON, Trello's JSON, Planner's Excel, or CSV with headings. 422 IMPORT_UNREADABLE,
/// TOO_LARGE.
#[utoipa::path(
    tag = "tasks",
    params(To),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = PreviewView), Problems)
)]
#[post("/api/v1/boards/import/preview")]
async fn preview(
    platform: Data<Platform>,
    who: Caller,
    to: ValidQuery<To>,
    body: Payload,
) -> Answer<PreviewView> {
    transfer::may_import(&platform, &who.0, to.id_entity).await?;
    Ok(Json(transfer::preview(&platform, &who.0, to.id_entity, sent(body).await?).await?))
}

/// Begin to make a board of a file, as previewed. What the same owner imported before of the same export (by the board's number
/// there, else by the file's content) is found again: only cards that are new in the file are added. 422 IMPORT_UNREADABLE,
/// TOO_LARGE.
#[utoipa::path(
    tag = "tasks",
    params(To, Once),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 202, body = BegunView), Problems)
)]
#[post("/api/v1/boards/import")]
async fn begin(platform: Data<Platform>, who: Caller, to: ValidQuery<To>, body: Payload) -> Bare {
    transfer::may_import(&platform, &who.0, to.id_entity).await?;
    let begun = transfer::begin(&platform, &who.0, to.id_entity, sent(body).await?).await?;
    Ok(HttpResponse::Accepted().json(begun))
}

/// How far an import of mine is; for a week.
#[utoipa::path(tag = "tasks", responses((status = 200, body = ImportView), Problems))]
#[get("/api/v1/boards/imports/{id}")]
async fn look(platform: Data<Platform>, who: Caller, id: Path<BoardImportId>) -> Answer<ImportView> {
    Ok(Json(transfer::progress(&platform, &who.0, *id).await?))
}
