//! Export and import of calendar files: `/ics/…`, `/api/v1/me/ics`, `/api/v1/calendars/{uuid}/import`.

use actix_multipart::Multipart;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag};
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use actors::calendar::ics::{self, FeedSettings, FeedView, ImportedEvents, TasksAs};
use actors::calendar::{self, File};
use actors::platform::error::Refusal;
use futures_util::Stream;
use garde::Validate;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::given;
use crate::platform::answer::is_known;
use crate::platform::auth::who::address;
use crate::platform::error::ApiError;
use crate::platform::extract::unreadable_body;
use crate::platform::upload::field;
use crate::prelude::*;

const TYPE: &str = "text/calendar; charset=utf-8";
/// Largest file, in bytes.
const MOST: usize = 10 << 20;

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(feed)
        .service(set_feed)
        .service(renew)
        .service(import)
        .service(calendar_file)
        .service(feed_file);
}

/// The address at which other programs read my calendars; made when I first ask. Whoever has it sees what I see.
#[utoipa::path(tag = "calendar", responses((status = 200, body = FeedView), Problems))]
#[get("/api/v1/me/ics")]
async fn feed(platform: Data<Platform>, who: SignedIn) -> Answer<FeedView> {
    Ok(Json(ics::feed(&platform, &who.0).await?))
}

/// Whether my reminders go out with my events (`VALARM`). They do not at first: I am reminded here already.
#[utoipa::path(tag = "calendar", request_body = FeedSettings, responses((status = 200, body = FeedView), Problems))]
#[put("/api/v1/me/ics")]
async fn set_feed(platform: Data<Platform>, who: SignedIn, body: Valid<FeedSettings>) -> Answer<FeedView> {
    Ok(Json(ics::set_feed(&platform, &who.0, body.0).await?))
}

/// A new address; the old one ends at once.
#[utoipa::path(tag = "calendar", responses((status = 200, body = FeedView), Problems))]
#[post("/api/v1/me/ics/renew")]
async fn renew(platform: Data<Platform>, who: SignedIn) -> Answer<FeedView> {
    Ok(Json(ics::renew_feed(&platform, &who.0).await?))
}

/// The part of a file name before `.ics`.
pub(super) fn stem(file: &str) -> Result<&str, ApiError> {
    file.strip_suffix(".ics").filter(|stem| !stem.is_empty()).ok_or_else(ApiError::not_found)
}

pub(super) fn answered<S>(
    request: &HttpRequest,
    version: String,
    cached: &'static str,
    pieces: impl FnOnce() -> S,
) -> HttpResponse
where
    S: Stream<Item = Result<Bytes, Refusal>> + 'static,
{
    let etag = EntityTag::new_weak(version);
    let is_known = is_known(request, &etag);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((ETAG, etag.to_string())).insert_header((CACHE_CONTROL, cached));
    if is_known {
        return answer.finish();
    }
    answer.content_type(TYPE);
    answer.streaming(Box::pin(pieces()))
}

/// What a program asks of a calendar file.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[garde(allow_unvalidated)]
#[into_params(parameter_in = Query)]
struct FeedQuery {
    /// As what tasks with a date are written: `VTODO` for programs that show those, else as events.
    #[serde(default)]
    #[param(inline, required = false)]
    tasks: TasksAs,
}

/// Everything that the person of this address sees: their own calendars, those of their organisations, and what they come to. The
/// file's name is a secret and `.ics`. With an ETag; whoever guesses is limited.
#[utoipa::path(
    tag = "calendar",
    params(("file" = String, Path, description = "A secret, and `.ics`"), FeedQuery),
    responses((status = 200, content_type = "text/calendar"), (status = 304), Problems)
)]
#[get("/ics/{file}")]
async fn feed_file(
    platform: Data<Platform>,
    request: HttpRequest,
    file: Path<String>,
    asked: ValidQuery<FeedQuery>,
) -> Bare {
    let outgoing = ics::of_token(&platform, stem(&file)?, asked.tasks, &address(&request)).await?;
    let version = outgoing.version.clone();
    Ok(answered(&request, version, "private, max-age=300", move || outgoing.pieces()))
}

/// What everybody sees of a calendar that is PUBLIC or UNLISTED; the file's name is its `calendarUUID` and `.ics`. With an ETag.
#[utoipa::path(
    tag = "calendar",
    params(("file" = String, Path, description = "A `calendarUUID`, and `.ics`")),
    responses((status = 200, content_type = "text/calendar"), (status = 304), Problems)
)]
#[get("/ics/calendar/{file}")]
async fn calendar_file(platform: Data<Platform>, request: HttpRequest, file: Path<String>) -> Bare {
    const CACHED: &str = "public, max-age=300";
    let to_write = match calendar::file_of(&platform, stem(&file)?).await? {
        File::Kept(kept) => return Ok(given(&request, kept, TYPE, CACHED)),
        File::ToWrite(to_write) => to_write,
    };
    let etag = to_write.etag().to_owned();
    Ok(answered(&request, etag, CACHED, move || to_write.pieces()))
}

/// The file of a form (`file`), or the body itself.
async fn sent(request: &HttpRequest, body: Payload) -> Result<Vec<u8>, ApiError> {
    if request.content_type() == "text/calendar" {
        let too_large = |_| ApiError::of(StatusCode::PAYLOAD_TOO_LARGE);
        let file = body.to_bytes_limited(MOST).await.map_err(too_large)?;
        return Ok(file.map_err(|error| unreadable_body(&error))?.to_vec());
    }
    if request.content_type() != "multipart/form-data" {
        return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let form = Multipart::new(request.headers(), body);
    field(form, "file", MOST).await?.ok_or_else(|| ApiError::of(StatusCode::BAD_REQUEST))
}

/// Put the events of a file (RFC 5545, up to 10 MiB and 5,000 events) into a calendar; who writes in it. As `text/calendar`, or the
/// field `file` of a form.
///
/// What was imported before under the same UID is changed. What is not taken is told, and keeps nothing else out: `skipped` events,
/// and what of others (`partly`).
#[utoipa::path(tag = "calendar", params(Once), request_body(content = String, content_type = "text/calendar"), responses((status = 200, body = ImportedEvents), Problems))]
#[post("/api/v1/calendars/{uuid}/import")]
async fn import(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    request: HttpRequest,
    body: Payload,
) -> Answer<ImportedEvents> {
    // Before anything of a large body is read.
    ics::may_import(&platform, &who.0, &uuid).await?;
    let file = sent(&request, body).await?;
    Ok(Json(ics::import(&platform, &who.0, &uuid, file).await?))
}
