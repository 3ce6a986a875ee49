//! Reminders of tasks: `/api/v1/task-reminders`. Each is for whoever made it.

use actix_web::HttpResponse;
use actors::platform::error::Refusal;
use actors::tasks;
use actors::tasks::view::{ReminderDraft, ReminderView, RemindersView, SnoozeDraft};
use garde::Validate;
use serde::Deserialize;
use storage::tasks::{TaskId, TaskReminderId};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::Caller;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list).service(create).service(acknowledge).service(snooze).service(remove);
}

/// Which of my reminders.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Of {
    /// Those of a task.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    task: Option<TaskId>,
    /// All of mine: my own number.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    user: Option<UserId>,
}

/// My reminders, by age.
#[utoipa::path(tag = "tasks", params(Of), responses((status = 200, body = RemindersView), Problems))]
#[get("/api/v1/task-reminders")]
async fn list(platform: Data<Platform>, who: Caller, of: ValidQuery<Of>) -> Answer<RemindersView> {
    if of.user.is_some_and(|user_id| user_id != who.0.user_id) {
        let message = "Andras påminnelser syns inte.";
        return Err(Refusal::forbidden("ROLE_TOO_LOW", message).into());
    }
    Ok(Json(tasks::reminders(&platform, &who.0, of.task).await?))
}

/// Be reminded of a task: at a moment, or some seconds before or after one of its dates.
#[utoipa::path(tag = "tasks", params(Once), request_body = ReminderDraft, responses((status = 201, body = ReminderView), Problems))]
#[post("/api/v1/task-reminders")]
async fn create(platform: Data<Platform>, who: Caller, body: Valid<ReminderDraft>) -> Bare {
    Ok(HttpResponse::Created().json(tasks::remind(&platform, &who.0, body.0).await?))
}

/// Acknowledge a reminder that rings.
#[utoipa::path(tag = "tasks", responses((status = 200, body = ReminderView), Problems))]
#[put("/api/v1/task-reminders/{id}/acknowledge")]
async fn acknowledge(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskReminderId>,
) -> Answer<ReminderView> {
    Ok(Json(tasks::acknowledge(&platform, &who.0, *id).await?))
}

/// Let a reminder ring again at a moment.
#[utoipa::path(tag = "tasks", request_body = SnoozeDraft, responses((status = 200, body = ReminderView), Problems))]
#[put("/api/v1/task-reminders/{id}/snooze")]
async fn snooze(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskReminderId>,
    body: Valid<SnoozeDraft>,
) -> Answer<ReminderView> {
    Ok(Json(tasks::snooze(&platform, &who.0, *id, body.until).await?))
}

/// Delete a reminder.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/task-reminders/{id}")]
async fn remove(platform: Data<Platform>, who: Caller, id: Path<TaskReminderId>) -> Bare {
    tasks::forget_reminder(&platform, &who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}
