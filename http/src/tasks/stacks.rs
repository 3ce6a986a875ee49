//! Stacks of tasks: `/api/v1/task-stacks`.

use actix_web::HttpResponse;
use actors::platform::error::Refusal;
use actors::tasks;
use actors::tasks::view::{Neighbours, StackAddition, StackDraft, StackEdit, StackView, StacksView};
use garde::Validate;
use serde::Deserialize;
use storage::tasks::{TaskId, TaskStackId};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::Caller;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(list).service(create).service(one).service(rename).service(remove);
    config.service(add).service(shift).service(take_out);
}

/// Whose stacks: one's own, or an organisation's.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Owner {
    /// My own number.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    user: Option<UserId>,
    /// An organisation's.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    pub(super) entity: Option<EntityId>,
}

impl Owner {
    /// Refuses what is another person's. 403 ROLE_TOO_LOW.
    pub(super) fn is_mine_or_theirs(&self, who: &Caller) -> Result<(), Refusal> {
        if self.entity.is_some() || self.user.is_none_or(|user_id| user_id == who.0.user_id) {
            return Ok(());
        }
        Err(Refusal::forbidden("ROLE_TOO_LOW", "Andras syns inte."))
    }
}

/// Stacks by age, without their tasks.
#[utoipa::path(tag = "tasks", params(Owner), responses((status = 200, body = StacksView), Problems))]
#[get("/api/v1/task-stacks")]
async fn list(platform: Data<Platform>, who: Caller, owner: ValidQuery<Owner>) -> Answer<StacksView> {
    owner.is_mine_or_theirs(&who)?;
    Ok(Json(tasks::stacks(&platform, &who.0, owner.entity).await?))
}

/// Make a stack, of one's own or for an organisation.
#[utoipa::path(tag = "tasks", params(Once), request_body = StackDraft, responses((status = 201, body = StackView), Problems))]
#[post("/api/v1/task-stacks")]
async fn create(platform: Data<Platform>, who: Caller, body: Valid<StackDraft>) -> Bare {
    Ok(HttpResponse::Created().json(tasks::create_stack(&platform, &who.0, body.0).await?))
}

/// A stack with its tasks in their order, as far as I see them.
#[utoipa::path(tag = "tasks", responses((status = 200, body = StackView), Problems))]
#[get("/api/v1/task-stacks/{id}")]
async fn one(platform: Data<Platform>, who: Caller, id: Path<TaskStackId>) -> Answer<StackView> {
    Ok(Json(tasks::stack(&platform, &who.0, *id).await?))
}

/// Rename a stack. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "tasks", request_body = StackEdit, responses((status = 200, body = StackView), Problems))]
#[put("/api/v1/task-stacks/{id}")]
async fn rename(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskStackId>,
    body: Valid<StackEdit>,
) -> Answer<StackView> {
    Ok(Json(tasks::rename_stack(&platform, &who.0, *id, body.0).await?))
}

/// Delete a stack; its tasks stay.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/task-stacks/{id}")]
async fn remove(platform: Data<Platform>, who: Caller, id: Path<TaskStackId>) -> Bare {
    tasks::delete_stack(&platform, &who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Put a task into a stack: between its neighbours there, else at the end. One that lies in it already is moved.
#[utoipa::path(tag = "tasks", params(Once), request_body = StackAddition, responses((status = 201, body = StackView), Problems))]
#[post("/api/v1/task-stacks/{id}/tasks")]
async fn add(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskStackId>,
    body: Valid<StackAddition>,
) -> Bare {
    let StackAddition { id_task, after, before } = body.0;
    let neighbours = Neighbours { after, before };
    let stack = tasks::add_to_stack(&platform, &who.0, *id, id_task, neighbours).await?;
    Ok(HttpResponse::Created().json(stack))
}

/// Move a task within a stack: between its new neighbours, else to the end.
#[utoipa::path(tag = "tasks", request_body = Neighbours, responses((status = 200, body = StackView), Problems))]
#[post("/api/v1/task-stacks/{id}/tasks/{task_id}/move")]
async fn shift(
    platform: Data<Platform>,
    who: Caller,
    ids: Path<(TaskStackId, TaskId)>,
    body: Valid<Neighbours>,
) -> Answer<StackView> {
    let (id, task_id) = ids.into_inner();
    Ok(Json(tasks::move_in_stack(&platform, &who.0, id, task_id, body.0).await?))
}

/// Take a task out of a stack.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/task-stacks/{id}/tasks/{task_id}")]
async fn take_out(platform: Data<Platform>, who: Caller, ids: Path<(TaskStackId, TaskId)>) -> Bare {
    let (id, task_id) = ids.into_inner();
    tasks::remove_from_stack(&platform, &who.0, id, task_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
