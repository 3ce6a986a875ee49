//! Tasks, stacks and reminders: `/api/v1/tasks`, `/api/v1/task-stacks`, `/api/v1/task-reminders`. Contract §9.1.

mod boards;
mod caller;
mod comments;
mod reminders;
mod stacks;
mod transfer;

use actix_web::HttpResponse;
use actors::platform::error::Refusal;
use actors::tasks::view::{
    DoneView, HistoryView, StatusDraft, TaskDraft, TaskEdit, TaskView, TasksView, TickDraft,
};
use actors::tasks::{self, Part, Standing, Wanted, Whose};
use garde::Validate;
use serde::Deserialize;
use storage::tasks::{TaskId, TaskStatus, TaskTargetKind};
use storage::time::Day;
use utoipa::{IntoParams, ToSchema};

use crate::platform::codes::LIMITED;
use crate::prelude::*;
use caller::Caller;

const TOO_LOW: &[&str] = &["ROLE_TOO_LOW"];
const QUOTA: &[&str] = &["QUOTA_REACHED"];
const FULL: &[&str] = &["ARCHIVED", "BOARD_FULL", "LIST_LIMIT"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Tasks of people and organisations, their stacks and reminders"),
    routes: |config| {
        // Fixed names before `{id}`.
        transfer::configure(config);
        config.service(list).service(create).service(done).service(one).service(change).service(remove);
        config.service(set_status).service(tick).service(restore).service(history);
        boards::configure(config);
        comments::configure(config);
        stacks::configure(config);
        reminders::configure(config);
    },
    codes: &[
        ("tasks_tasks_list", &[(403, TOO_LOW)]),
        ("tasks_done_done", &[(403, TOO_LOW), (404, &["NOT_FOUND"])]),
        ("tasks_tasks_create", &[(403, TOO_LOW), (409, &["ARCHIVED", "QUOTA_REACHED"])]),
        ("tasks_tasks_change", &[(403, TOO_LOW), (409, &["ARCHIVED", "QUOTA_REACHED", "STALE"])]),
        ("tasks_status_set_status", &[(403, TOO_LOW), (409, FULL)]),
        ("tasks_checklist_tick", &[(403, TOO_LOW), (409, &["ARCHIVED"])]),
        ("tasks_tasks_remove", &[(403, TOO_LOW), (409, &["ARCHIVED"])]),
        ("tasks_restore_restore", &[(403, TOO_LOW), (409, FULL)]),
        ("tasks_comments_begin_comments", &[(403, &["READ_ONLY_ROLE"]), (429, &[LIMITED])]),
        ("tasks_boards_list", &[(403, TOO_LOW)]),
        ("tasks_boards_create", &[(403, TOO_LOW), (409, QUOTA)]),
        ("tasks_boards_change", &[(403, TOO_LOW), (409, &["STALE"])]),
        ("tasks_boards_remove", &[(403, TOO_LOW)]),
        ("tasks_archive_archive", &[(403, TOO_LOW)]),
        ("tasks_restore_bring_back", &[(403, TOO_LOW)]),
        ("tasks_lists_add_list", &[(403, TOO_LOW), (409, &["ARCHIVED", "QUOTA_REACHED"])]),
        ("tasks_lists_change_list", &[(403, TOO_LOW), (409, &["ARCHIVED", "STALE"])]),
        ("tasks_lists_remove_list", &[(403, TOO_LOW), (409, &["ARCHIVED", "LIST_NOT_EMPTY"])]),
        (
            "tasks_cards_add_card",
            &[(403, TOO_LOW), (409, &["ARCHIVED", "BOARD_FULL", "LIST_LIMIT", "MOVED_ON", "QUOTA_REACHED"])],
        ),
        ("tasks_move_move_card", &[(403, TOO_LOW), (409, &["ARCHIVED", "BOARD_FULL", "LIST_LIMIT"])]),
        ("tasks_bulk_bulk", &[(403, TOO_LOW), (409, &["ARCHIVED", "BOARD_FULL", "LIST_LIMIT"])]),
        ("tasks_copy_copy", &[(403, TOO_LOW), (409, &["ARCHIVED", "BOARD_FULL", "LIST_LIMIT"])]),
        ("tasks_cards_take_off", &[(403, TOO_LOW), (409, &["ARCHIVED"])]),
        ("tasks_export_tasks", &[(403, TOO_LOW), (404, &["NOT_FOUND"])]),
        ("tasks_preview_preview", &[(403, TOO_LOW), (429, &[LIMITED])]),
        ("tasks_import_begin", &[(403, TOO_LOW), (409, QUOTA), (429, &[LIMITED])]),
        ("tasks_task_stacks_list", &[(403, TOO_LOW)]),
        ("tasks_task_stacks_create", &[(403, TOO_LOW), (409, QUOTA)]),
        ("tasks_task_stacks_rename", &[(409, &["STALE"])]),
        ("tasks_tasks_add", &[(409, QUOTA)]),
        ("tasks_task_reminders_list", &[(403, TOO_LOW), (404, &["NOT_FOUND"])]),
        ("tasks_task_reminders_create", &[(409, &["MOVED_ON", "QUOTA_REACHED"])]),
        ("tasks_acknowledge_acknowledge", &[(409, &["MOVED_ON"])]),
        ("tasks_snooze_snooze", &[(409, &["MOVED_ON"])]),
    ],
    places: &[place(
        "boardEvents",
        By::Server,
        tasks::boards::live::BOARD,
        &["BoardEvent", "AccessDenied"],
        "What changes on a board, and who has it open, for whoever sees it. Whoever holds a smaller version than `from` has missed something and asks for the changes since.",
    )],
    bodies: Some(bodies::<tasks::boards::live::BoardEvents>),
    personal: Some(bodies::<tasks::personal::PersonalEvent>),
    ..Area::of(&storage::tasks::AREA, &tasks::AREA)
};

/// How tasks stand that are listed.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = TaskStanding)]
pub enum Status {
    Todo,
    InProgress,
    Done,
    Cancelled,
    /// TODO and IN_PROGRESS.
    Open,
    /// DONE and CANCELLED.
    Closed,
}

impl From<Status> for Standing {
    fn from(status: Status) -> Self {
        match status {
            Status::Todo => Self::One(TaskStatus::Todo),
            Status::InProgress => Self::One(TaskStatus::InProgress),
            Status::Done => Self::One(TaskStatus::Done),
            Status::Cancelled => Self::One(TaskStatus::Cancelled),
            Status::Open => Self::Open,
            Status::Closed => Self::Closed,
        }
    }
}

/// Which tasks: exactly one of `user`, `entity`, `assignee`, `target` and `parent`, or `entity` with `assignee`.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Query {
    /// What I made or am assigned: my own number.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    user: Option<UserId>,
    /// An organisation's.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    entity: Option<EntityId>,
    /// What I am assigned; with `entity` what somebody is assigned there.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    assignee: Option<UserId>,
    /// What is about a thing: its kind and id, as `EVENT:4711`.
    #[garde(inner(length(chars, min = 3, max = 120)))]
    #[param(min_length = 3, max_length = 120)]
    target: Option<String>,
    /// The parts of a task.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    parent: Option<TaskId>,
    /// How they stand; absent: open ones, then closed ones.
    #[garde(skip)]
    #[param(inline)]
    status: Option<Status>,
    /// Due on this day or later.
    #[garde(skip)]
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// Due on this day or earlier.
    #[garde(skip)]
    #[param(value_type = Option<String>, format = Date)]
    to: Option<Day>,
    /// `next` of the page before.
    #[garde(inner(length(chars, max = 80)))]
    #[param(max_length = 80)]
    after: Option<String>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
}

fn fifty() -> usize {
    50
}

impl Query {
    /// Which list is asked for. 422 REQUIRED: none, or several.
    fn wanted(&self) -> Result<Wanted, Refusal> {
        let Self { user, entity, assignee, target, parent, .. } = self;
        match (user, entity, assignee, target.as_deref(), parent) {
            (Some(user_id), None, None, None, None) => Ok(Wanted::User(*user_id)),
            (None, Some(entity_id), None, None, None) => Ok(Wanted::Entity(*entity_id)),
            (None, Some(entity_id), Some(user_id), None, None) => {
                Ok(Wanted::AssigneeIn(*entity_id, *user_id))
            }
            (None, None, Some(user_id), None, None) => Ok(Wanted::Assignee(*user_id)),
            (None, None, None, Some(target), None) => target_of(target),
            (None, None, None, None, Some(id)) => Ok(Wanted::Parent(*id)),
            _ => Err(Refusal::field("user", "REQUIRED", "Säg vems uppgifter du vill se.")),
        }
    }
}

/// A thing by its kind and id.
fn target_of(text: &str) -> Result<Wanted, Refusal> {
    let unknown = || Refusal::field("target", "UNKNOWN", "Skriv sort och nummer, till exempel EVENT:4711.");
    let (kind, id) = text.split_once(':').ok_or_else(unknown)?;
    let kind: TaskTargetKind = serde_json::from_value(kind.into()).map_err(|_| unknown())?;
    Ok(Wanted::Target(kind, id.to_owned()))
}

/// Tasks by when they are due, those without a date last; then closed ones, newest first.
#[utoipa::path(tag = "tasks", params(Query), responses((status = 200, body = TasksView), Problems))]
#[get("/api/v1/tasks")]
async fn list(platform: Data<Platform>, who: Caller, query: ValidQuery<Query>) -> Answer<TasksView> {
    let Query { status, from, to, ref after, size, .. } = *query;
    let standing = status.map_or(Standing::Any, Standing::from);
    let part = Part { standing, from, to, after: after.clone(), size };
    Ok(Json(tasks::list(&platform, &who.0, query.wanted()?, part).await?))
}

/// Whose done tasks of which days: mine, or those of `entity`.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Period {
    /// An organisation's.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    entity: Option<EntityId>,
    /// What I made or am assigned: my own number.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    user: Option<UserId>,
    /// The first day, in Sweden.
    #[garde(skip)]
    #[param(value_type = String, format = Date)]
    from: Day,
    /// The last day; at most 400 in all.
    #[garde(skip)]
    #[param(value_type = String, format = Date)]
    to: Day,
}

impl Period {
    /// 422 REQUIRED: of both at once.
    fn whose(&self, me: UserId) -> Result<Whose, Refusal> {
        match (self.user, self.entity) {
            (user, None) => Ok(Whose::User(user.unwrap_or(me))),
            (None, Some(entity_id)) => Ok(Whose::Entity(entity_id)),
            _ => Err(Refusal::field("user", "REQUIRED", "Säg vems uppgifter du vill se.")),
        }
    }
}

/// How many tasks were done and made in each week of a period.
#[utoipa::path(tag = "tasks", params(Period), responses((status = 200, body = DoneView), Problems))]
#[get("/api/v1/tasks/done")]
async fn done(platform: Data<Platform>, who: Caller, period: ValidQuery<Period>) -> Answer<DoneView> {
    let whose = period.whose(who.0.user_id)?;
    Ok(Json(tasks::done(&platform, &who.0, whose, period.from, period.to).await?))
}

/// Make a task, of one's own or for an organisation.
#[utoipa::path(tag = "tasks", params(Once), request_body = TaskDraft, responses((status = 201, body = TaskView), Problems))]
#[post("/api/v1/tasks")]
async fn create(platform: Data<Platform>, who: Caller, body: Valid<TaskDraft>) -> Bare {
    Ok(HttpResponse::Created().json(tasks::create(&platform, &who.0, body.0).await?))
}

/// One task.
#[utoipa::path(tag = "tasks", responses((status = 200, body = TaskView), Problems))]
#[get("/api/v1/tasks/{id}")]
async fn one(platform: Data<Platform>, who: Caller, id: Path<TaskId>) -> Answer<TaskView> {
    Ok(Json(tasks::one(&platform, &who.0, *id).await?))
}

/// Put what is sent in the place of what a task says. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "tasks", request_body = TaskEdit, responses((status = 200, body = TaskView), Problems))]
#[put("/api/v1/tasks/{id}")]
async fn change(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskId>,
    body: Valid<TaskEdit>,
) -> Answer<TaskView> {
    Ok(Json(tasks::change(&platform, &who.0, *id, body.0).await?))
}

/// Delete a task, as who made it or who manages its organisation. For a day it can be restored.
#[utoipa::path(tag = "tasks", responses((status = 204), Problems))]
#[delete("/api/v1/tasks/{id}")]
async fn remove(platform: Data<Platform>, who: Caller, id: Path<TaskId>) -> Bare {
    tasks::delete(&platform, &who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Restore a task that was deleted less than a day ago.
#[utoipa::path(tag = "tasks", responses((status = 200, body = TaskView), Problems))]
#[post("/api/v1/tasks/{id}/restore")]
async fn restore(platform: Data<Platform>, who: Caller, id: Path<TaskId>) -> Answer<TaskView> {
    Ok(Json(tasks::restore(&platform, &who.0, *id).await?))
}

/// Set a task's status. A repeating one that is done opens its next occurrence, `idNext`, once on any number of devices; taken
/// back, an untouched next one goes.
#[utoipa::path(tag = "tasks", request_body = StatusDraft, responses((status = 200, body = TaskView), Problems))]
#[put("/api/v1/tasks/{id}/status")]
async fn set_status(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskId>,
    body: Valid<StatusDraft>,
) -> Answer<TaskView> {
    Ok(Json(tasks::set_status(&platform, &who.0, *id, body.status).await?))
}

/// Tick a line of the checklist, or take the tick back.
#[utoipa::path(tag = "tasks", request_body = TickDraft, responses((status = 200, body = TaskView), Problems))]
#[put("/api/v1/tasks/{id}/checklist/{item}")]
async fn tick(
    platform: Data<Platform>,
    who: Caller,
    ids: Path<(TaskId, i64)>,
    body: Valid<TickDraft>,
) -> Answer<TaskView> {
    let (id, item) = ids.into_inner();
    Ok(Json(tasks::tick(&platform, &who.0, id, item, body.done).await?))
}

/// Which part of a history.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Steps {
    /// `next` of the page before.
    #[garde(skip)]
    after: Option<i64>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
}

/// Who changed what of a task, newest first.
#[utoipa::path(tag = "tasks", params(Steps), responses((status = 200, body = HistoryView), Problems))]
#[get("/api/v1/tasks/{id}/history")]
async fn history(
    platform: Data<Platform>,
    who: Caller,
    id: Path<TaskId>,
    steps: ValidQuery<Steps>,
) -> Answer<HistoryView> {
    Ok(Json(tasks::history(&platform, &who.0, *id, steps.after, steps.size).await?))
}
