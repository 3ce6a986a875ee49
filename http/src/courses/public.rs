//! What of courses is open to everybody: `/api/public/courses`, `/api/public/lessons`.

use actors::courses;
use actors::courses::view::{CourseView, LessonView, ModulesView};
use storage::courses::{CourseId, LessonId};
use utoipa_actix_web::service_config::ServiceConfig;

use super::{Wanted, asked};
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(public_list).service(public_course).service(public_modules).service(public_lesson);
}

/// What an organisation has published for everybody, newest first.
#[utoipa::path(tag = "courses", params(Wanted), responses((status = 200, body = Listing<CourseView>), Problems))]
#[get("/api/public/courses")]
async fn public_list(platform: Data<Platform>, wanted: ValidQuery<Wanted>) -> Answer<Listing<CourseView>> {
    let (at, entity) = (wanted.at(), wanted.entity.map(EntityId));
    Ok(Json(Listing::numbered(courses::list(&platform, None, entity, asked(at)).await?, at)))
}

/// A course that is published for everybody.
#[utoipa::path(tag = "courses", responses((status = 200, body = CourseView), Problems))]
#[get("/api/public/courses/{id}")]
async fn public_course(platform: Data<Platform>, id: Path<CourseId>) -> Answer<CourseView> {
    Ok(Json(courses::course(&platform, None, *id).await?))
}

/// The outline of a course that is published for everybody.
#[utoipa::path(tag = "courses", responses((status = 200, body = ModulesView), Problems))]
#[get("/api/public/courses/{id}/modules")]
async fn public_modules(platform: Data<Platform>, id: Path<CourseId>) -> Answer<ModulesView> {
    Ok(Json(courses::modules(&platform, None, *id).await?))
}

/// A lesson that is marked `preview`, of a course that is published for everybody.
#[utoipa::path(tag = "courses", responses((status = 200, body = LessonView), Problems))]
#[get("/api/public/lessons/{id}")]
async fn public_lesson(platform: Data<Platform>, id: Path<LessonId>) -> Answer<LessonView> {
    Ok(Json(courses::open(&platform, *id).await?))
}
