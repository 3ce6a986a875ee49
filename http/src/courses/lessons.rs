//! The outline of a course and its lessons: `/api/v1/courses/{id}/modules`, `/api/v1/modules`, `/api/v1/lessons`.

use actix_web::HttpResponse;
use actors::courses;
use actors::courses::view::{
    ChangeLesson, ChangeModule, LessonView, ModuleView, ModulesView, NewLesson, NewModule, OutlineDraft,
};
use storage::courses::{CourseId, LessonId, ModuleId};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(modules).service(add_module).service(change_module).service(remove_module);
    config.service(arrange).service(add_lesson);
    config.service(lesson).service(change_lesson).service(remove_lesson);
}

/// The outline: modules with their lessons. To learners without what is not published; no lesson's text is in it.
#[utoipa::path(tag = "courses", responses((status = 200, body = ModulesView), Problems))]
#[get("/api/v1/courses/{id}/modules")]
async fn modules(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<ModulesView> {
    Ok(Json(courses::modules(&platform, Some(&who.0), *id).await?))
}

/// A new module at the end of a course; 50 at most.
#[utoipa::path(tag = "courses", params(Once), request_body = NewModule, responses((status = 201, body = ModuleView), Problems))]
#[post("/api/v1/courses/{id}/modules")]
async fn add_module(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    body: Valid<NewModule>,
) -> Bare {
    Ok(HttpResponse::Created().json(courses::add_module(&platform, &who.0, *id, body.0).await?))
}

/// Give a module another title. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "courses", request_body = ChangeModule, responses((status = 200, body = ModuleView), Problems))]
#[put("/api/v1/modules/{id}")]
async fn change_module(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ModuleId>,
    body: Valid<ChangeModule>,
) -> Answer<ModuleView> {
    Ok(Json(courses::change_module(&platform, &who.0, *id, body.0).await?))
}

/// Remove a module with its lessons. 422 NO_LESSON: of a published course a lesson stays.
#[utoipa::path(tag = "courses", responses((status = 204), Problems))]
#[delete("/api/v1/modules/{id}")]
async fn remove_module(platform: Data<Platform>, who: SignedIn, id: Path<ModuleId>) -> Bare {
    courses::remove_module(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Put modules and lessons into another order, each of them once. 409 STALE: the outline has another `version` by now;
/// `current` is what stands.
#[utoipa::path(tag = "courses", request_body = OutlineDraft, responses((status = 200, body = ModulesView), Problems))]
#[put("/api/v1/courses/{id}/outline")]
async fn arrange(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    body: Valid<OutlineDraft>,
) -> Answer<ModulesView> {
    Ok(Json(courses::arrange(&platform, &who.0, *id, body.0).await?))
}

/// A new lesson at the end of a module; 100 a module and 500 a course at most.
#[utoipa::path(tag = "courses", params(Once), request_body = NewLesson, responses((status = 201, body = LessonView), Problems))]
#[post("/api/v1/modules/{id}/lessons")]
async fn add_lesson(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ModuleId>,
    body: Valid<NewLesson>,
) -> Bare {
    Ok(HttpResponse::Created().json(courses::add_lesson(&platform, &who.0, *id, body.0).await?))
}

/// A lesson with its text, for those who write or take the course; a preview for whoever sees it. 403 LOCKED: earlier lessons
/// are to be done first.
#[utoipa::path(tag = "courses", responses((status = 200, body = LessonView), Problems))]
#[get("/api/v1/lessons/{id}")]
async fn lesson(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Answer<LessonView> {
    Ok(Json(courses::lesson(&platform, &who.0, *id).await?))
}

/// Change a lesson; what is absent stays. Of a course that is no draft its text lies beside the published one, as `draft`, until
/// a change with `publish` puts it in its place. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "courses", request_body = ChangeLesson, responses((status = 200, body = LessonView), Problems))]
#[put("/api/v1/lessons/{id}")]
async fn change_lesson(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    body: Valid<ChangeLesson>,
) -> Answer<LessonView> {
    Ok(Json(courses::change_lesson(&platform, &who.0, *id, body.0).await?))
}

/// Remove a lesson; what learners have done stays theirs. 422 NO_LESSON: of a published course a lesson stays.
#[utoipa::path(tag = "courses", responses((status = 204), Problems))]
#[delete("/api/v1/lessons/{id}")]
async fn remove_lesson(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Bare {
    courses::remove_lesson(&platform, &who.0, *id).await?;
    Ok(done())
}
