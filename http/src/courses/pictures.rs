//! Pictures in lessons: `/api/v1/courses/{id}/pictures`. Contract §10.1.

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse};
use actors::accounts::Who;
use actors::courses;
use actors::courses::view::PictureView;
use storage::courses::CourseId;
use storage::ids::AttachmentId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::files::{Width, drawn};
use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(add_picture).service(picture).service(public_picture);
}

/// Bring a picture to a course (JPEG, PNG or WebP, up to 10 MiB), for its lessons' texts; who writes the course. It is written
/// anew without metadata, and counts for its sender and the organisation as files of messages do. After a day it is gone unless a
/// text shows it.
#[utoipa::path(
    tag = "courses",
    params(Once),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 201, body = PictureView), Problems)
)]
#[post("/api/v1/courses/{id}/pictures")]
async fn add_picture(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>, form: Multipart) -> Bare {
    courses::may_picture(&platform, &who.0, *id).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(HttpResponse::Created().json(courses::add_picture(&platform, &who.0, *id, image.bytes).await?))
}

/// A picture of a course as JPEG: for who may read a lesson that shows it, and who writes the course.
#[utoipa::path(
    tag = "courses",
    params(("id" = i64, Path), ("picture" = i64, Path), Width),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), Problems)
)]
#[get("/api/v1/courses/{id}/pictures/{picture}")]
async fn picture(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    path: Path<(CourseId, AttachmentId)>,
    width: ValidQuery<Width>,
) -> Bare {
    shown(&platform, Some(&who.0), &request, *path, width.w).await
}

/// As above, for everybody: a picture of a lesson that is marked `preview`, of a course that is published for everybody.
#[utoipa::path(
    tag = "courses",
    params(("id" = i64, Path), ("picture" = i64, Path), Width),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), Problems)
)]
#[get("/api/public/courses/{id}/pictures/{picture}")]
async fn public_picture(
    platform: Data<Platform>,
    request: HttpRequest,
    path: Path<(CourseId, AttachmentId)>,
    width: ValidQuery<Width>,
) -> Bare {
    shown(&platform, None, &request, *path, width.w).await
}

async fn shown(
    platform: &Platform,
    who: Option<&Who>,
    request: &HttpRequest,
    (course, id): (CourseId, AttachmentId),
    width: u32,
) -> Bare {
    let served = courses::picture(platform, who, course, id).await?;
    drawn(platform, request, id, &served, width).await
}
