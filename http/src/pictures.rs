//! Pictures: `/img/{kind}/{id}`.

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use actors::Platform;
use actors::platform::pictures::{PictureKind, rounded, rounded_quality};
use garde::Validate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::platform::answer::{Bare, Problems, is_known};
use crate::platform::auth::who::MaybeSignedIn;
use crate::platform::error::ApiError;
use crate::platform::extract::ValidQuery;

/// The wished copy.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Copy {
    /// Width in pixels, rounded up to 32, 64, 128, 256, 512 or 1024.
    #[serde(default = "whole")]
    #[garde(range(min = 1, max = 4096))]
    #[param(minimum = 1, maximum = 4096)]
    w: u32,
    /// Quality, 1–100, rounded up to 50, 75 or 90.
    #[serde(default = "half")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    q: u8,
    /// The picture's version, so that a new one has a new address. Of an event that only its address shows it is needed, and
    /// of a bookable or a place it says which of its pictures.
    #[serde(default)]
    #[garde(length(chars, max = 64))]
    #[param(max_length = 64)]
    v: String,
}

fn whole() -> u32 {
    1_024
}

fn half() -> u8 {
    50
}

/// The picture of a person (`user`) or organisation (`entity`), or a picture of a post (`post`), over an article (`article`), over an
/// event (`event`), of a bookable (`bookable`) or of a place (`infopoint`), for who may read it; resized, as JPEG with an ETag.
#[utoipa::path(
    tag = "pictures",
    params(("kind" = String, Path, description = "`user`, `entity`, `post`, `article`, `event`, `bookable` or `infopoint`"), ("id" = i64, Path), Copy),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), Problems)
)]
#[get("/img/{kind}/{id}")]
pub async fn picture(
    platform: Data<Platform>,
    request: HttpRequest,
    path: Path<(String, i64)>,
    who: MaybeSignedIn,
    copy: ValidQuery<Copy>,
) -> Bare {
    let (kind, id) = path.into_inner();
    let kind = PictureKind::parse(&kind).ok_or_else(ApiError::not_found)?;
    let mut all = platform.areas().flat_map(|area| area.pictures);
    let (_, current) = all.find(|(one, _)| *one == kind).ok_or_else(ApiError::not_found)?;
    let found = current(&platform, who.0.as_ref(), id, &copy.v).await?;
    let (version, is_open) = found.ok_or_else(ApiError::not_found)?;
    let caching = if is_open { "public, max-age=3600" } else { "private, no-cache" };
    let etag = EntityTag::new_strong(format!("{version}-{}-{}", rounded(copy.w), rounded_quality(copy.q)));
    let known = is_known(&request, &etag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((ETAG, etag.to_string())).insert_header((CACHE_CONTROL, caching));
    if known {
        return Ok(answer.finish());
    }
    let picture = platform.pictures.get(kind, id, &version, copy.w, copy.q).await?;
    Ok(answer.content_type(picture.content_type).body(picture.bytes))
}
