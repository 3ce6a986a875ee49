//! Moderation: `/api/v1/report` and `/api/v1/moderation`. Contract §3.4, §6.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::moderation::rules::Act;
use actors::moderation::view::{
    CaseView, NewObjection, NewReport, Note, OpenCases, OwnCase, Reported, StepView,
};
use actors::moderation::{self, Asked, Decided};
use actors::platform::error::Refusal;
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{CaseId, CaseStepId};
use storage::moderation::CaseState;
use utoipa::{IntoParams, ToSchema};

use crate::platform::codes::LIMITED;
use crate::platform::error::ApiError;
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Reports, and what is decided about them"),
    routes: |config| {
        config.service(report).service(mine).service(ask_again);
        config.service(open).service(cases).service(table).service(log).service(decide);
    },
    codes: &[
        ("moderation_report_report", &[(429, &[LIMITED])]),
        ("moderation_objection_ask_again", &[(409, &["ALREADY_OBJECTED"])]),
        ("moderation_open_open", &[(403, &["ROLE_TOO_LOW"])]),
        ("moderation_cases_cases", &[(403, &["ROLE_TOO_LOW"])]),
        ("moderation_log_log", &[(403, &["ROLE_TOO_LOW"])]),
        ("moderation_log.csv_table", &[(403, &["ROLE_TOO_LOW"])]),
        ("moderation_cases_decide", &[(403, &["ROLE_TOO_LOW"]), (409, &["CASE_CLOSED", "NOT_HERE"])]),
    ],
    ..Area::of(&storage::moderation::AREA, &moderation::AREA)
};

fn open_state() -> CaseState {
    CaseState::Open
}

fn twenty() -> usize {
    20
}

/// Which cases.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedCases {
    /// Open ones, oldest first; or closed ones, newest first.
    #[serde(default = "open_state")]
    #[garde(skip)]
    state: CaseState,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
}

/// Which steps.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedSteps {
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
    /// 1–100.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

/// A page of what waits, or of what was decided.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CasesPage {
    content: Vec<CaseView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// What asks for the next page; null: there is none.
    cursor: Option<i64>,
}

/// A page of the log, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepsPage {
    content: Vec<StepView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// What asks for the next page; null: there is none.
    cursor: Option<CaseStepId>,
}

/// Report a message, a post, a comment or a person that one may see, to those who moderate there: of an organisation's channels
/// and posts and what is written under them, and of what is said in its name, that organisation's, of everything else the platform's. 201; the same person's again
/// while the case is open is the same report (200). 404: nothing that one may see.
#[utoipa::path(
    tag = "moderation",
    params(Once),
    request_body = NewReport,
    responses((status = 201, body = Reported), (status = 200, description = "It was reported already.", body = Reported), Problems)
)]
#[post("/api/v1/report")]
async fn report(platform: Data<Platform>, who: SignedIn, body: Valid<NewReport>) -> Bare {
    let (reported, is_new) = moderation::report(&platform, &who.0, body.0).await?;
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.json(reported))
}

/// What was decided about something of mine; `REPORT_HANDLED` and `MODERATION_…` ring for it. 404: nothing was.
#[utoipa::path(tag = "moderation", responses((status = 200, body = OwnCase), Problems))]
#[get("/api/v1/moderation/cases/{id}")]
async fn mine(platform: Data<Platform>, who: SignedIn, id: Path<CaseId>) -> Answer<OwnCase> {
    Ok(Json(moderation::mine(&platform, &who.0, *id).await?))
}

/// Ask for another look at what was decided about something of mine, once. The case is open again.
#[utoipa::path(tag = "moderation", params(Once), request_body = NewObjection, responses((status = 200, body = OwnCase), Problems))]
#[post("/api/v1/moderation/cases/{id}/objection")]
async fn ask_again(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CaseId>,
    body: Valid<NewObjection>,
) -> Answer<OwnCase> {
    Ok(Json(moderation::object(&platform, &who.0, *id, &body.text).await?))
}

/// How much waits for my decision in an organisation, up to 100.
#[utoipa::path(tag = "moderation", params(("id_entity" = EntityId, Path)), responses((status = 200, body = OpenCases), Problems))]
#[get("/api/v1/moderation/{id_entity}/open")]
async fn open(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<OpenCases> {
    Ok(Json(OpenCases { open: moderation::open(&platform, &who.0, *id).await? }))
}

/// What waits in an organisation, or was decided there: for OWNER and ADMINISTRATOR everything, for who moderates channels the
/// messages there. Messages that wait in moderated channels stand among the open cases (`WAITING_MESSAGE`, without `idCase`).
#[utoipa::path(
    tag = "moderation",
    params(("id_entity" = EntityId, Path), WantedCases),
    responses((status = 200, body = CasesPage), Problems)
)]
#[get("/api/v1/moderation/{id_entity}/cases")]
async fn cases(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    of: ValidQuery<WantedCases>,
) -> Answer<CasesPage> {
    let asked = Asked { state: of.state, cursor: of.cursor, limit: of.limit };
    let page = moderation::cases(&platform, &who.0, *id, asked).await?;
    let (has_more, size) = (page.cursor.is_some(), of.limit);
    Ok(Json(CasesPage { content: page.cases, page: 0, size, has_more, cursor: page.cursor }))
}

/// Decide an open case: `dismiss`, `hide` (a post, a comment), `remove` (a message, a post, a comment), `warn` its author, `ban` them
/// from the organisation. Who reported is told that it was handled, and its author what was done. 409 CASE_CLOSED: somebody else
/// was faster; `case` beside `code` says how it is now. 409 NOT_HERE: it has no meaning there.
#[utoipa::path(
    tag = "moderation",
    params(
        ("id_entity" = EntityId, Path),
        ("id" = CaseId, Path),
        ("act" = String, Path, pattern = "^(dismiss|hide|remove|warn|ban)$")
    ),
    request_body = Note,
    responses((status = 200, body = CaseView), Problems)
)]
#[post("/api/v1/moderation/{id_entity}/cases/{id}/{act}")]
async fn decide(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, CaseId, String)>,
    body: Valid<Note>,
) -> Bare {
    let (entity, id, act) = path.into_inner();
    let act = Act::parse(&act).ok_or_else(ApiError::not_found)?;
    match moderation::decide(&platform, &who.0, entity, id, act, &body.note).await? {
        Decided::Done(case) => Ok(HttpResponse::Ok().json(case)),
        Decided::Closed(case) => Err(closed(&case)),
    }
}

/// 409 with the case in its current state.
fn closed(case: &CaseView) -> ApiError {
    let refusal = Refusal::conflict("CASE_CLOSED", "Någon annan har redan avgjort ärendet.");
    refusal.with("case", serde_json::to_value(case).unwrap_or_default()).into()
}

/// What was decided in an organisation, newest first; for OWNER and ADMINISTRATOR. Nothing of it is ever changed.
#[utoipa::path(
    tag = "moderation",
    params(("id_entity" = EntityId, Path), WantedSteps),
    responses((status = 200, body = StepsPage), Problems)
)]
#[get("/api/v1/moderation/{id_entity}/log")]
async fn log(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    of: ValidQuery<WantedSteps>,
) -> Answer<StepsPage> {
    let before = of.cursor.map(CaseStepId);
    let (content, cursor) = moderation::log(&platform, &who.0, *id, before, of.limit).await?;
    Ok(Json(StepsPage { content, page: 0, size: of.limit, has_more: cursor.is_some(), cursor }))
}

/// The same as a table, its newest 10 000 steps.
#[utoipa::path(
    tag = "moderation",
    params(("id_entity" = EntityId, Path)),
    responses((status = 200, content_type = "text/csv", body = String), Problems)
)]
#[get("/api/v1/moderation/{id_entity}/log.csv")]
async fn table(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Bare {
    let table = moderation::table(&platform, &who.0, *id).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(("Content-Disposition", "attachment; filename=\"moderering.csv\""))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(table))
}
