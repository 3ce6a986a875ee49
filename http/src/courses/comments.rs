//! Comments of lessons: `/api/v1/lessons/{id}/comments`. They are written and read by the calls of chat.

use actors::courses::comments::{self, LessonComments};
use storage::courses::LessonId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(lesson_comments).service(begin_comments);
}

/// Where the comments of a lesson are, how many, and what I may do there. They are a thread of chat: read, write and follow them by
/// `channelId` and `parentMessageId` once they have `begun`.
#[utoipa::path(tag = "courses", responses((status = 200, body = LessonComments), Problems))]
#[get("/api/v1/lessons/{id}/comments")]
async fn lesson_comments(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
) -> Answer<LessonComments> {
    Ok(Json(comments::comments(&platform, &who.0, *id).await?))
}

/// Begin the comments of a lesson, before the first is written; who takes or writes the course. Done again, it stays so.
#[utoipa::path(tag = "courses", responses((status = 200, body = LessonComments), Problems))]
#[put("/api/v1/lessons/{id}/comments")]
async fn begin_comments(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
) -> Answer<LessonComments> {
    Ok(Json(comments::begin(&platform, &who.0, *id).await?))
}
