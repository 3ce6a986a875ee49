//! Batches of invitations: `/api/v1/entities/{id}/invitation-batches`, `/api/v1/invitation-batches`.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use actors::invitations::view::{BatchView, NewBatch, PreviewView};
use actors::invitations::{self, LIST_BYTES, Sent};
use garde::Validate;
use serde::Deserialize;
use storage::RelationType;
use storage::invitations::InvitationBatchId;
use utoipa::IntoParams;

use crate::platform::error::ApiError;
use crate::platform::extract::{parse_json, unreadable_body};
use crate::prelude::*;

/// What holds for all rows of a list.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct All {
    /// What the people of rows without a relation become; MEMBER if absent.
    #[garde(skip)]
    relation_type: Option<RelationType>,
}

impl All {
    fn relation(&self) -> RelationType {
        self.relation_type.unwrap_or(RelationType::Member)
    }
}

/// Which rows of a batch.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Rows {
    /// `cursor` of the page before.
    #[serde(default)]
    #[garde(range(min = 0, max = 10_000))]
    #[param(minimum = 0, maximum = 10000)]
    cursor: i64,
    /// 0–200; rounded up to whole fifties. 0: no rows, which is enough to follow how far it is.
    #[serde(default = "hundred")]
    #[garde(range(max = 200))]
    #[param(maximum = 200)]
    limit: usize,
    /// Only rows that failed.
    #[serde(default)]
    #[garde(skip)]
    failed: bool,
}

fn hundred() -> usize {
    100
}

/// The list in a body: `text/csv` or `application/json`, up to 2 MiB; JSON is read off the workers.
async fn sent(request: &HttpRequest, body: Payload) -> Result<Sent, ApiError> {
    let is_json = match request.content_type() {
        "text/csv" => false,
        "application/json" => true,
        _ => return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    };
    let too_large = |_| ApiError::of(StatusCode::PAYLOAD_TOO_LARGE);
    let bytes = body.to_bytes_limited(LIST_BYTES).await.map_err(too_large)?;
    let bytes = bytes.map_err(|error| unreadable_body(&error))?;
    if !is_json {
        return Ok(Sent::Csv(bytes.to_vec()));
    }
    let read = web::block(move || parse_json::<NewBatch>(&bytes, "{")).await;
    Ok(Sent::Json(read.map_err(|_| ApiError::of(StatusCode::SERVICE_UNAVAILABLE))??))
}

/// What a list would become, row by row; nothing is changed. Rows that are mended are sent as JSON.
#[utoipa::path(
    tag = "invitations",
    params(All),
    request_body(content((NewBatch = "application/json"), (String = "text/csv"))),
    responses((status = 200, body = PreviewView), Problems)
)]
#[post("/api/v1/entities/{id}/invitation-batches/preview")]
pub async fn preview(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    all: ValidQuery<All>,
    request: HttpRequest,
    body: Payload,
) -> Answer<PreviewView> {
    invitations::may_send(&platform, &who.0, *id, all.relation()).await?;
    let rows = sent(&request, body).await?;
    Ok(Json(invitations::preview(&platform, &who.0, *id, all.relation(), rows).await?))
}

/// The newest batches of the organisation, without their rows; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "invitations", responses((status = 200, body = Whole<BatchView>), Problems))]
#[get("/api/v1/entities/{id}/invitation-batches")]
pub async fn list(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Whole<BatchView>> {
    Ok(Whole::of(invitations::batches(&platform, &who.0, *id).await?))
}

/// Invite many: 202, and they are mailed one after the other. Up to 10,000 rows and 2 MiB, five lists a day.
///
/// As CSV with the columns e-post, förnamn, efternamn and roll (or without headings, as pasted), with `,`, `;` or tabs, in UTF-8,
/// UTF-16 or Windows-1252; or as JSON. A row that cannot be used says so by its code and keeps nobody else out.
#[utoipa::path(
    tag = "invitations",
    params(All, Once),
    request_body(content((NewBatch = "application/json"), (String = "text/csv"))),
    responses((status = 202, body = BatchView), Problems)
)]
#[post("/api/v1/entities/{id}/invitation-batches")]
pub async fn send(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    all: ValidQuery<All>,
    request: HttpRequest,
    body: Payload,
) -> Bare {
    invitations::may_send(&platform, &who.0, *id, all.relation()).await?;
    let rows = sent(&request, body).await?;
    let begun = invitations::send(&platform, &who.0, *id, all.relation(), rows).await?;
    Ok(HttpResponse::Accepted().json(begun))
}

/// How far a batch is: QUEUED, RUNNING, then COMPLETED or FAILED; with some of its rows. For 90 days.
#[utoipa::path(tag = "invitations", params(Rows), responses((status = 200, body = BatchView), Problems))]
#[get("/api/v1/invitation-batches/{id}")]
pub async fn look(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<InvitationBatchId>,
    rows: ValidQuery<Rows>,
) -> Answer<BatchView> {
    let Rows { cursor, limit, failed } = rows.0;
    Ok(Json(invitations::batch(&platform, &who.0, *id, cursor, limit, failed).await?))
}

/// All rows of a batch as CSV: UTF-8 with a byte order mark, semicolons; the columns of a list, and each row's code.
#[utoipa::path(
    tag = "invitations",
    responses((status = 200, content_type = "text/csv", body = String), Problems)
)]
#[get("/api/v1/invitation-batches/{id}/rows.csv")]
pub async fn table(platform: Data<Platform>, who: SignedIn, id: Path<InvitationBatchId>) -> Bare {
    let table = invitations::table(&platform, &who.0, *id).await?;
    let name = format!("attachment; filename=\"inbjudningar-{}.csv\"", *id);
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(("Content-Disposition", name))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "private, no-store"))
        .body(table))
}

/// Send nothing more of a batch: what waits is CANCELLED. What was sent stays.
#[utoipa::path(tag = "invitations", responses((status = 200, body = BatchView), Problems))]
#[post("/api/v1/invitation-batches/{id}/cancel")]
pub async fn cancel(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<InvitationBatchId>,
) -> Answer<BatchView> {
    Ok(Json(invitations::cancel(&platform, &who.0, *id).await?))
}
