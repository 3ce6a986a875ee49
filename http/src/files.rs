//! Files of messages: `/api/v1/chat/channels/{id}/attachments`, `/api/v1/chat/attachments`.

mod tus;

use std::ops::Range;
use std::time::Duration;

use actix_multipart::{Field, Multipart};
use actix_web::body::SizedStream;
use actix_web::http::header::{
    self, ByteRangeSpec, ContentEncoding, ETAG, EntityTag, HeaderValue, IF_RANGE, RANGE,
};
use actix_web::http::{StatusCode, header::CACHE_CONTROL};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, delete, get, post};
use actors::accounts::Who;
use actors::files::view::{AttachmentView, encoded};
use actors::files::{self, FILES_MAX, Served, kinds};
use actors::{Platform, files::rounded};
use futures_util::TryStreamExt;
use garde::Validate;
use serde::Deserialize;
use storage::chat::Channel;
use storage::ids::{AttachmentId, ChannelId};
use utoipa::{IntoParams, ToSchema};

use crate::platform::answer::{Bare, Problems, Success, created, done, is_known};
use crate::platform::area::Area;
use crate::platform::auth::who::SignedIn;
use crate::platform::codes::{Codes, LIMITED, NO_SUCH_PART, SCANNED, UNSCANNED};
use crate::platform::error::{ApiError, FieldError};
use crate::platform::extract::ValidQuery;
use crate::platform::idempotency::Once;
use crate::platform::upload::unreadable;

/// The area's declaration for http.
pub static AREA: Area = Area {
    routes: |config| {
        config.service(send).service(preview).service(content).service(withdraw);
        config.service(tus::spoken).service(tus::begin);
        config.service(tus::stands).service(tus::read).service(tus::go_on).service(tus::give_up);
    },
    codes: &[
        (
            "chat_attachments_send",
            &[
                (403, &["ACCESS_DENIED", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE"]),
                (409, &["ARCHIVED", "QUOTA_REACHED"]),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED, AWAY]),
            ],
        ),
        ("chat_uploads_begin", IN_GOES),
        (
            "chat_uploads_spoken",
            &[(403, &["ACCESS_DENIED", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE"]), (409, &["ARCHIVED"])],
        ),
        ("chat_uploads_stands", &[(412, VERSIONS)]),
        ("chat_uploads_go_on", IN_GOES),
        ("chat_uploads_give_up", &[(409, &["MOVED_ON", "SENT"]), (412, VERSIONS), (503, &[AWAY])]),
        ("chat_preview_preview", &[(503, &[AWAY])]),
        ("chat_attachments_content", &[(416, &[NO_SUCH_PART]), (503, &[AWAY])]),
        ("chat_attachments_withdraw", &[(409, &["SENT"]), (503, &[AWAY])]),
    ],
    ..Area::of(&storage::files::AREA, &files::AREA)
};

/// The codes of operations that receive bytes of resumable uploads.
const IN_GOES: Codes = &[
    (403, &["ACCESS_DENIED", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE"]),
    (409, &["ARCHIVED", "MOVED_ON", "QUOTA_REACHED"]),
    (412, VERSIONS),
    (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
    (422, SCANNED),
    (429, &[LIMITED]),
    (503, &[UNSCANNED, AWAY]),
];
/// The codes of the 412 of tus operations.
const VERSIONS: &[&str] = &[tus::OTHER_VERSION];
/// The file storage is unavailable.
const AWAY: &str = "FILES_UNAVAILABLE";
/// Deadline for a body at any pace: others wait for the gate.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// Policy for displayed files: no capabilities. Browsers show no PDF in a sandbox.
const ALONE: &str = "sandbox; default-src 'none'";
const ALONE_PDF: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

/// The form of an upload: one to ten files, each at most 25 MiB.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form to OpenAPI")]
pub struct FilesForm {
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1, max_items = 10)]
    file: Vec<Vec<u8>>,
}

/// Bring files to a channel, to send them with a message (`attachmentIds`) within a day. Field `file`, once to ten times, each
/// at most 25 MiB. JPEG, PNG and WebP are written anew without metadata; what a file is, its bytes say.
/// Where the operator has a virus scanner it sees everything first: 422 `INFECTED`, 503 `ANTIVIRUS_UNAVAILABLE` while it is away.
#[utoipa::path(
    tag = "chat",
    params(Once),
    request_body(content = FilesForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Success<Vec<AttachmentView>>), Problems)
)]
#[post("/api/v1/chat/channels/{id}/attachments")]
pub async fn send(platform: Data<Platform>, who: SignedIn, id: Path<ChannelId>, form: Multipart) -> Bare {
    let (channel, _admitted) = files::may_send(&platform, &who.0, *id).await?;
    let mut taken = Vec::new();
    let took =
        actix_web::rt::time::timeout(PATIENCE, take(&platform, &who.0, &channel, form, &mut taken)).await;
    if let Err(error) = took.unwrap_or_else(|_| Err(ApiError::of(StatusCode::REQUEST_TIMEOUT))) {
        files::discard(&platform, &taken).await;
        return Err(error);
    }
    Ok(created(taken))
}

fn wrong(code: &'static str, message: &'static str) -> ApiError {
    ApiError::invalid(vec![FieldError { field: "file".into(), code: code.into(), message: message.into() }])
}

async fn take(
    platform: &Platform,
    who: &Who,
    channel: &Channel,
    mut form: Multipart,
    taken: &mut Vec<AttachmentView>,
) -> Result<(), ApiError> {
    while let Some(field) = form.try_next().await.map_err(|e| unreadable(&e))? {
        if field.name() != Some("file") {
            continue;
        }
        if taken.len() == FILES_MAX {
            return Err(wrong("LENGTH", "Högst tio filer åt gången."));
        }
        let name = named(&field);
        let body = field.map_err(|e| unreadable(&e));
        taken.push(files::receive(platform, who, channel, &name, body).await?);
    }
    if taken.is_empty() { Err(wrong("REQUIRED", "Välj en fil.")) } else { Ok(()) }
}

fn named(field: &Field) -> String {
    let disposition = field.content_disposition();
    let name = disposition.and_then(|one| {
        one.get_filename_ext()
            .map(|name| String::from_utf8_lossy(&name.value).into_owned())
            .or_else(|| one.get_filename().map(str::to_owned))
    });
    name.unwrap_or_default()
}

/// A file, for who may read its message now, or a part of it (`Range`). What browsers may not show is a download.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path), ("name" = String, Path, description = "The file's name, as its `url` has it")),
    responses(
        (status = 200, content_type = "*/*", description = "By its own type where browsers may show it, else application/octet-stream"),
        (status = 206, content_type = "*/*", description = "The part that was asked for"),
        (status = 304),
        Problems
    )
)]
#[get("/api/v1/chat/attachments/{id}/{name}")]
pub async fn content(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    path: Path<(AttachmentId, String)>,
) -> Bare {
    let served = files::served(&platform, &who.0, path.0).await?;
    if served.file.name != path.1 {
        return Err(ApiError::not_found());
    }
    let size = served.file.size as u64;
    let etag = EntityTag::new_strong(served.file.hash.get(..32).unwrap_or_default().to_owned());
    if is_known(&request, &etag) {
        return Ok(guarded(HttpResponse::NotModified(), &served, &etag).finish());
    }
    let (status, range) = match part(&request, &etag, size) {
        Part::Whole => (StatusCode::OK, 0..size),
        Part::Of(range) => (StatusCode::PARTIAL_CONTENT, range),
        Part::None => return Ok(no_such_part(size)),
    };
    let length = range.end - range.start;
    let mut answer = guarded(HttpResponse::build(status), &served, &etag);
    answer.insert_header((header::ACCEPT_RANGES, "bytes"));
    if status == StatusCode::PARTIAL_CONTENT {
        answer.insert_header((
            header::CONTENT_RANGE,
            format!("bytes {}-{}/{size}", range.start, range.end - 1),
        ));
    }
    let bytes = files::open(&platform, &served, (length < size).then_some(range)).await?;
    Ok(answer.content_type(served.file.content_type.as_str()).body(SizedStream::new(length, Box::pin(bytes))))
}

/// The requested part of a file.
enum Part {
    Whole,
    Of(Range<u64>),
    None,
}

/// At most one range: for several, or an unreadable one, the whole file is sent, as RFC 9110 allows.
fn part(request: &HttpRequest, etag: &EntityTag, size: u64) -> Part {
    let Some(Ok(text)) = request.headers().get(RANGE).map(HeaderValue::to_str) else { return Part::Whole };
    // Parts of different versions of a file must not be combined.
    let of_this =
        request.headers().get(IF_RANGE).is_none_or(|tag| tag.as_bytes() == etag.to_string().as_bytes());
    let Ok(header::Range::Bytes(parts)) = text.parse::<header::Range>() else { return Part::Whole };
    let [one] = parts.as_slice() else { return Part::Whole };
    if !of_this {
        return Part::Whole;
    }
    match ByteRangeSpec::to_satisfiable_range(one, size) {
        Some((first, last)) => Part::Of(first..last + 1),
        None => Part::None,
    }
}

fn no_such_part(size: u64) -> HttpResponse {
    use actix_web::ResponseError as _;
    let refused = ApiError::of(StatusCode::RANGE_NOT_SATISFIABLE);
    let mut answer = refused.error_response();
    if let Ok(value) = HeaderValue::from_str(&format!("bytes */{size}")) {
        answer.headers_mut().insert(header::CONTENT_RANGE, value);
    }
    answer
}

/// Headers of every answer with a file: caching, type, and no capabilities.
fn guarded(mut answer: HttpResponseBuilder, served: &Served, etag: &EntityTag) -> HttpResponseBuilder {
    let file = &served.file;
    let shown = if kinds::is_shown(&file.content_type) { "inline" } else { "attachment" };
    // An ASCII name for clients that know no other form (RFC 6266).
    let plain: String = file
        .name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || " -_.()".contains(c) { c } else { '_' })
        .collect();
    let name = format!("{shown}; filename=\"{plain}\"; filename*=UTF-8''{}", encoded(&file.name));
    let policy = if file.content_type == "application/pdf" { ALONE_PDF } else { ALONE };
    answer
        .insert_header((ETAG, etag.to_string()))
        .insert_header((CACHE_CONTROL, "private, max-age=0, must-revalidate"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header(ContentEncoding::Identity);
    answer
}

/// The wished copy.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Width {
    /// Width in pixels, rounded up to 240, 480, 960 or 1920.
    #[serde(default = "usual")]
    #[garde(range(min = 1, max = 4096))]
    #[param(minimum = 1, maximum = 4096)]
    pub w: u32,
}

fn usual() -> u32 {
    960
}

/// A smaller copy of a picture, as JPEG; for who may read its message now.
#[utoipa::path(
    tag = "chat",
    params(("id" = i64, Path), Width),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), Problems)
)]
#[get("/api/v1/chat/attachments/{id}/preview")]
pub async fn preview(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    id: Path<AttachmentId>,
    width: ValidQuery<Width>,
) -> Bare {
    let served = files::served(&platform, &who.0, *id).await?;
    let hash = served.file.hash.get(..32).unwrap_or_default();
    let etag = EntityTag::new_strong(format!("{hash}-{}", rounded(width.w)));
    if is_known(&request, &etag) {
        return Ok(guarded(HttpResponse::NotModified(), &served, &etag).finish());
    }
    let bytes = files::preview(&platform, &served, width.w).await?;
    Ok(guarded(HttpResponse::Ok(), &served, &etag).content_type("image/jpeg").body(bytes))
}

/// A picture of another area's text as JPEG, for who may see it; whether they still may is asked each time.
pub async fn drawn(
    platform: &Platform,
    request: &HttpRequest,
    id: AttachmentId,
    served: &Served,
    width: u32,
) -> Bare {
    let etag = EntityTag::new_strong(format!("{id}-{}", rounded(width)));
    let is_known = is_known(request, &etag);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((ETAG, etag.to_string())).insert_header((CACHE_CONTROL, "private, no-cache"));
    if is_known {
        return Ok(answer.finish());
    }
    Ok(answer.content_type("image/jpeg").body(files::preview(platform, served, width).await?))
}

/// Take back a file that I have brought and not sent. 409 `SENT`: it goes with its message.
#[utoipa::path(tag = "chat", params(("id" = i64, Path)), responses((status = 204), Problems))]
#[delete("/api/v1/chat/attachments/{id}")]
pub async fn withdraw(platform: Data<Platform>, who: SignedIn, id: Path<AttachmentId>) -> Bare {
    files::withdraw(&platform, &who.0, *id).await?;
    Ok(done())
}
