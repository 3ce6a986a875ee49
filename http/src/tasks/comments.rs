//! Comments of tasks: `/api/v1/tasks/{id}/comments`. They are written and read by the calls of chat.

use actors::tasks::comments::{self, TaskComments};
use storage::tasks::TaskId;
use utoipa_actix_web::service_config::ServiceConfig;

use super::caller::Caller;
use crate::prelude::*;

pub fn configure(config: &mut ServiceConfig) {
    config.service(task_comments).service(begin_comments);
}

/// Where the comments of a task are, how many, and what I may do there. They are a thread of chat: read, write and follow them by
/// `channelId` and `parentMessageId` once they have `begun`.
#[utoipa::path(tag = "tasks", responses((status = 200, body = TaskComments), Problems))]
#[get("/api/v1/tasks/{id}/comments")]
async fn task_comments(platform: Data<Platform>, who: Caller, id: Path<TaskId>) -> Answer<TaskComments> {
    Ok(Json(comments::comments(&platform, &who.0, *id).await?))
}

/// Begin the comments of a task, before the first is written. Done again, it stays so.
#[utoipa::path(tag = "tasks", responses((status = 200, body = TaskComments), Problems))]
#[put("/api/v1/tasks/{id}/comments")]
async fn begin_comments(platform: Data<Platform>, who: Caller, id: Path<TaskId>) -> Answer<TaskComments> {
    Ok(Json(comments::begin(&platform, &who.0, *id).await?))
}
