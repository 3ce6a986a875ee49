//! Resumable uploads of files by tus 1.0.0 (<https://tus.io/protocols/resumable-upload>): the core, and the extensions
//! creation, creation-with-upload, expiration and termination. The uploads themselves are in `actors::files::uploads`.
//!
//! Decisions: implemented here in a few lines. Of the crates, `rustus` is a server of its own, and `fileloft-actix` 0.3
//! and `tus-protocol` 0.1 are young, with their own stores and locks, while ours are essential (one row, any node). The
//! protocol answers PATCH with 204, so `GET` of the same address tells in JSON what an upload became; the 201 of a
//! creation contains it. `X-HTTP-Method-Override` is ignored: a POST with another meaning would bypass everything that
//! checks methods.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, HttpDate, LOCATION,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Data, Path, Payload};
use actix_web::{
    Error, HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError as _, delete, get, head, options,
    patch, post,
};
use actors::Platform;
use actors::accounts::Who;
use actors::files::FILE_MAX;
use actors::files::uploads::{self, Upload};
use actors::files::view::AttachmentView;
use actors::platform::time::Moment;
use futures_util::StreamExt as _;
use serde::Serialize;
use storage::ids::{AttachmentId, ChannelId};
use utoipa::ToSchema;

use super::PATIENCE;
use crate::platform::answer::{Answer, Bare, Problems, Success, done, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::error::ApiError;
use crate::platform::extract::unreadable_payload;

/// The supported version.
const VERSION: &str = "1.0.0";
const EXTENSIONS: &str = "creation,creation-with-upload,expiration,termination";
/// The content type of an upload's bytes.
const OFFSET_OCTETS: &str = "application/offset+octet-stream";
/// Longest `Upload-Metadata` (bytes): a file's name four times over.
const METADATA_MAX: usize = 4 * 1024;

const RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");

/// Refuses calls of other versions before they are processed (412 with `Tus-Version`), and adds the version to answers.
/// `OPTIONS` is for clients that do not know it yet, and `GET` is not part of the protocol.
pub async fn speak<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let asks = matches!(*request.method(), Method::GET | Method::OPTIONS);
    let version = request.headers().get(RESUMABLE);
    let mut answer = if asks || version.is_some_and(|version| version == VERSION) {
        next.call(request).await?.map_into_left_body()
    } else {
        request.into_response(other_version()).map_into_right_body()
    };
    answer.headers_mut().insert(RESUMABLE, HeaderValue::from_static(VERSION));
    Ok(answer)
}

fn other_version() -> HttpResponse {
    let text = "Uppladdningen talar en annan version av tus än 1.0.0.";
    let mut answer = ApiError::new(StatusCode::PRECONDITION_FAILED, OTHER_VERSION, text).error_response();
    answer.headers_mut().insert(HeaderName::from_static("tus-version"), HeaderValue::from_static(VERSION));
    answer
}

/// The code of a 412.
pub const OTHER_VERSION: &str = "TUS_VERSION";

/// A file on its way, and what it became.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Upload)]
pub struct UploadView {
    /// Of the upload, and of the attachment that it becomes.
    pub id: AttachmentId,
    /// Bytes that are here: where to go on. The same as `length` once it is an attachment, and never before.
    pub offset: i64,
    /// Bytes that it will be.
    pub length: i64,
    /// When it is over; an attachment stays.
    pub expires: Moment,
    /// What it became.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attachment: Option<AttachmentView>,
}

impl From<Upload> for UploadView {
    fn from(upload: Upload) -> Self {
        Self {
            id: upload.id,
            offset: upload.offset,
            length: upload.length,
            expires: Moment(upload.expires),
            attachment: upload.attachment,
        }
    }
}

/// Bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[allow(dead_code, reason = "describes the body to OpenAPI")]
pub struct Octets(Vec<u8>);

/// The refusal of invalid headers and bodies.
fn unreadable(detail: &'static str) -> ApiError {
    ApiError::of(StatusCode::BAD_REQUEST).with_detail(detail)
}

/// A header with a whole number.
fn number(request: &HttpRequest, name: &HeaderName) -> Option<u64> {
    let text = request.headers().get(name)?.to_str().ok()?;
    // `parse` would accept a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The file's metadata, returned as sent: pairs of a key and base64, separated by commas.
fn metadata(request: &HttpRequest) -> Result<String, ApiError> {
    let Some(value) = request.headers().get(UPLOAD_METADATA) else { return Ok(String::new()) };
    let text = value.to_str().ok().filter(|text| text.len() <= METADATA_MAX && text.is_ascii());
    let text = text.ok_or_else(|| unreadable("Upload-Metadata is at most 4096 characters of ASCII."))?;
    Ok(text.to_owned())
}

fn is_of_octets(request: &HttpRequest) -> bool {
    request.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == OFFSET_OCTETS)
}

fn place(upload: &Upload) -> String {
    format!("/api/v1/chat/uploads/{}", upload.id)
}

/// An upload's state in the protocol's headers.
fn state_headers(mut answer: HttpResponseBuilder, upload: &Upload) -> HttpResponseBuilder {
    let expires = std::time::UNIX_EPOCH + std::time::Duration::from_millis(upload.expires.max(0) as u64);
    answer
        .insert_header((UPLOAD_OFFSET, upload.offset.to_string()))
        .insert_header((UPLOAD_EXPIRES, HttpDate::from(expires).to_string()))
        .insert_header((CACHE_CONTROL, "no-store"));
    answer
}

/// Receives more of an upload, within the time allowed for a body.
async fn take(
    platform: &Platform,
    who: &Who,
    request: &HttpRequest,
    (id, offset): (AttachmentId, u64),
    body: Payload,
) -> Result<Upload, ApiError> {
    let said = number(request, &CONTENT_LENGTH);
    let body = body.map(|piece| piece.map_err(|error| unreadable_payload(&error)));
    let went = uploads::go_on(platform, who, id, offset, said, body);
    let went = actix_web::rt::time::timeout(PATIENCE, went).await;
    went.unwrap_or_else(|_| Err(ApiError::of(StatusCode::REQUEST_TIMEOUT)))
}

/// What is spoken here: tus 1.0.0, its extensions, and the largest file (bytes); for who may bring one.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path)),
    responses(
        (status = 204, headers(
            ("Tus-Resumable" = String), ("Tus-Version" = String), ("Tus-Extension" = String), ("Tus-Max-Size" = i64)
        )),
        Problems
    )
)]
#[options("/api/v1/chat/channels/{id}/uploads", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn spoken(platform: Data<Platform>, who: SignedIn, id: Path<ChannelId>) -> Bare {
    uploads::may_begin(&platform, &who.0, *id).await?;
    let mut answer = HttpResponse::NoContent();
    answer
        .insert_header(("tus-version", VERSION))
        .insert_header(("tus-extension", EXTENSIONS))
        .insert_header(("tus-max-size", FILE_MAX.to_string()));
    Ok(answer.finish())
}

/// Begin to bring a file to a channel in as many goes as the line needs (tus 1.0.0); it is an attachment once its last byte is
/// here, and sent with a message (`attachmentIds`) within a day. Its first bytes may come at once, as a body. Refused as
/// `POST …/attachments`, which takes whole files; an upload that is cut goes on by `PATCH` from where `HEAD` says. 412: another version.
#[utoipa::path(
    tag = "chat",
    params(
        ("id" = i64, Path),
        ("Tus-Resumable" = String, Header, description = "`1.0.0`"),
        ("Upload-Length" = i64, Header, description = "Bytes of the whole file, 1 to 26214400"),
        ("Upload-Metadata" = Option<String>, Header, description = "`filename` and base64 of the file's name; other keys are kept and \
                                                                   said back. What a file is, its bytes say")
    ),
    request_body(content = Option<Octets>, content_type = "application/offset+octet-stream"),
    responses(
        (status = 201, body = Success<UploadView>, headers(
            ("Tus-Resumable" = String), ("Location" = String), ("Upload-Offset" = i64), ("Upload-Expires" = String)
        )),
        Problems
    )
)]
#[post("/api/v1/chat/channels/{id}/uploads", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn begin(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    id: Path<ChannelId>,
    body: Payload,
) -> Bare {
    let brings = number(&request, &CONTENT_LENGTH) != Some(0) && request.headers().contains_key(CONTENT_TYPE);
    if brings && !is_of_octets(&request) {
        return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let length = number(&request, &UPLOAD_LENGTH)
        .ok_or_else(|| unreadable("Upload-Length says how many bytes the file is."))?;
    let mut upload = uploads::begin(&platform, &who.0, *id, length, metadata(&request)?).await?;
    if brings {
        let took = take(&platform, &who.0, &request, (upload.id, 0), body).await;
        upload = match took {
            Ok(upload) => upload,
            Err(error) => {
                // Nobody knows its address, so nobody could continue it.
                let _ = uploads::give_up(&platform, &who.0, upload.id).await;
                return Err(error);
            }
        };
    }
    let mut answer = state_headers(HttpResponse::Created(), &upload);
    answer.insert_header((LOCATION, place(&upload)));
    Ok(answer.json(Success { success: true, data: UploadView::from(upload) }))
}

/// How far an upload of mine has come (tus 1.0.0), in headers. Its `Upload-Offset` is its `Upload-Length` once it is an attachment.
/// 404: another's, or it is over.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path), ("Tus-Resumable" = String, Header, description = "`1.0.0`")),
    responses(
        (status = 200, headers(
            ("Tus-Resumable" = String), ("Upload-Offset" = i64), ("Upload-Length" = i64), ("Upload-Metadata" = String),
            ("Upload-Expires" = String)
        )),
        Problems
    )
)]
#[head("/api/v1/chat/uploads/{id}", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn stands(platform: Data<Platform>, who: SignedIn, id: Path<AttachmentId>) -> Bare {
    let upload = uploads::upload(&platform, &who.0, *id).await?;
    let mut answer = state_headers(HttpResponse::Ok(), &upload);
    answer.insert_header((UPLOAD_LENGTH, upload.length.to_string()));
    if !upload.metadata.is_empty() {
        answer.insert_header((UPLOAD_METADATA, upload.metadata));
    }
    Ok(answer.finish())
}

/// How far an upload of mine has come, and what it became. 404: another's, or it is over.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path)),
    responses((status = 200, body = Success<UploadView>), Problems)
)]
#[get("/api/v1/chat/uploads/{id}", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn read(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<AttachmentId>,
) -> Answer<Success<UploadView>> {
    Ok(success(uploads::upload(&platform, &who.0, *id).await?.into()))
}

/// More bytes of an upload of mine, from `Upload-Offset` on (tus 1.0.0). What has come before the line is cut stays. 409 `MOVED_ON`:
/// it has come further or less far, ask `HEAD`. With the last byte it is an attachment, or refused as `POST …/attachments`; where
/// the refusal may pass (503) the last bytes are to come again.
#[utoipa::path(
    tag = "chat",
    params(
        ("id" = i64, Path),
        ("Tus-Resumable" = String, Header, description = "`1.0.0`"),
        ("Upload-Offset" = i64, Header, description = "Where the body begins")
    ),
    request_body(content = Octets, content_type = "application/offset+octet-stream"),
    responses(
        (status = 204, headers(("Tus-Resumable" = String), ("Upload-Offset" = i64), ("Upload-Expires" = String))),
        Problems
    )
)]
#[patch("/api/v1/chat/uploads/{id}", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn go_on(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    id: Path<AttachmentId>,
    body: Payload,
) -> Bare {
    if !is_of_octets(&request) {
        return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let offset = number(&request, &UPLOAD_OFFSET)
        .ok_or_else(|| unreadable("Upload-Offset says where the body begins."))?;
    let upload = take(&platform, &who.0, &request, (*id, offset), body).await?;
    Ok(state_headers(HttpResponse::NoContent(), &upload).finish())
}

/// Give up an upload of mine (tus 1.0.0): what has come of it goes, and the attachment that it became. 409 `SENT`: that goes with its message.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path), ("Tus-Resumable" = String, Header, description = "`1.0.0`")),
    responses((status = 204), Problems)
)]
#[delete("/api/v1/chat/uploads/{id}", wrap = "actix_web::middleware::from_fn(speak)")]
pub async fn give_up(platform: Data<Platform>, who: SignedIn, id: Path<AttachmentId>) -> Bare {
    uploads::give_up(&platform, &who.0, *id).await?;
    Ok(done())
}
