//! Vacation of organisations' employees: `/api/v1/entities/{id}/vacation` and `/api/v1/vacation`. Contract §8.4.

use actix_web::HttpResponse;
use actors::vacation::rules::state::Act;
use actors::vacation::view::{
    AbsenceDraft, AbsenceView, CheckDraft, CheckView, DecisionDraft, EmployeeDraft, EmployeeView,
    EmployeesView, MineView, PlanView, ReservationChange, ReservationDraft, ReservationView,
    ReservationsView, SettingsDraft, SettingsView,
};
use actors::vacation::{self, Wanted};
use garde::Validate;
use serde::Deserialize;
use storage::vacation::PeriodId;
use utoipa::IntoParams;

use crate::prelude::*;

const TOO_LOW: &[&str] = &["ROLE_TOO_LOW"];
const DECIDED: &[&str] = &["NOT_ACTIVE", "STALE"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Vacation of organisations' employees: who is away when, and who decides"),
    routes: |config| {
        // The fixed names before `{id}`.
        config.service(settings).service(set_settings).service(employees).service(employ).service(dismiss);
        config.service(mine).service(check).service(applications).service(export);
        config.service(plan).service(reserve).service(note_absence).service(remove_absence);
        config.service(reservation).service(change);
        config.service(apply).service(approve).service(reject).service(cancel);
    },
    codes: &[
        ("vacation_settings_settings", &[(403, TOO_LOW)]),
        ("vacation_settings_set_settings", &[(403, TOO_LOW), (409, &["STALE"])]),
        ("vacation_employees_employees", &[(403, TOO_LOW)]),
        ("vacation_employees_employ", &[(403, TOO_LOW), (409, &["MOVED_ON", "QUOTA_REACHED", "STALE"])]),
        ("vacation_employees_dismiss", &[(403, TOO_LOW)]),
        ("vacation_mine_mine", &[(403, TOO_LOW)]),
        ("vacation_check_check", &[(403, TOO_LOW)]),
        ("vacation_applications_applications", &[(403, TOO_LOW)]),
        ("vacation_export_export", &[(403, TOO_LOW)]),
        ("vacation_vacation_plan", &[(403, TOO_LOW)]),
        ("vacation_vacation_reserve", &[(403, TOO_LOW), (409, &["OVERLAP", "QUOTA_REACHED"])]),
        ("vacation_absences_note_absence", &[(403, TOO_LOW), (409, &["QUOTA_REACHED"])]),
        ("vacation_vacation_change", &[(403, TOO_LOW), (409, &["NOT_ACTIVE", "OVERLAP", "STALE"])]),
        ("vacation_apply_apply", &[(409, DECIDED)]),
        ("vacation_approve_approve", &[(403, &["OWN"]), (409, DECIDED)]),
        ("vacation_reject_reject", &[(403, &["OWN"]), (409, DECIDED)]),
        ("vacation_cancel_cancel", &[(409, DECIDED)]),
    ],
    ..Area::of(&storage::vacation::AREA, &vacation::AREA)
};

/// Which holiday year.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InYear {
    /// The calendar year in which the holiday year begins; absent: the current one.
    #[garde(inner(range(min = 2001, max = 2099)))]
    #[param(minimum = 2001, maximum = 2099, example = 2026)]
    year: Option<i16>,
}

/// Which part of the plan.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// The calendar year in which the holiday year begins; absent: the current one.
    #[garde(inner(range(min = 2001, max = 2099)))]
    #[param(minimum = 2001, maximum = 2099, example = 2026)]
    year: Option<i16>,
    /// `next` of the page before.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    after: Option<UserId>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
    /// Of this group alone.
    #[garde(skip)]
    group: Option<i64>,
}

/// Which page of employees.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// `next` of the page before.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    after: Option<UserId>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
}

/// Which page of what waits.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Waiting {
    /// `next` of the page before.
    #[garde(inner(length(chars, max = 60)))]
    #[param(max_length = 60)]
    after: Option<String>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    size: usize,
}

fn fifty() -> usize {
    50
}

fn twenty() -> usize {
    20
}

/// How an organisation plans vacation, for its staff: who manages it (OWNER, ADMINISTRATOR, PRESIDENT and MANAGER), and its
/// employees.
#[utoipa::path(tag = "vacation", responses((status = 200, body = SettingsView), Problems))]
#[get("/api/v1/entities/{id}/vacation/settings")]
async fn settings(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<SettingsView> {
    Ok(Json(vacation::settings(&platform, &who.0, *id).await?))
}

/// Put other settings in the place of what stands there. 409 STALE: they have another `version` by now; `current` is what stands.
#[utoipa::path(tag = "vacation", request_body = SettingsDraft, responses((status = 200, body = SettingsView), Problems))]
#[put("/api/v1/entities/{id}/vacation/settings")]
async fn set_settings(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<SettingsDraft>,
) -> Answer<SettingsView> {
    Ok(Json(vacation::save_settings(&platform, &who.0, *id, body.0).await?))
}

/// The organisation's employees, for who manages its vacation.
#[utoipa::path(tag = "vacation", params(Page), responses((status = 200, body = EmployeesView), Problems))]
#[get("/api/v1/entities/{id}/vacation/employees")]
async fn employees(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    page: ValidQuery<Page>,
) -> Answer<EmployeesView> {
    Ok(Json(vacation::employees(&platform, &who.0, *id, page.after, page.size).await?))
}

/// Make a member an employee, or change the terms. 409 STALE: they have another `version` by now; `current` is what stands.
#[utoipa::path(tag = "vacation", request_body = EmployeeDraft, responses((status = 200, body = EmployeeView), Problems))]
#[put("/api/v1/entities/{id}/vacation/employees/{user_id}")]
async fn employ(
    platform: Data<Platform>,
    who: SignedIn,
    ids: Path<(EntityId, UserId)>,
    body: Valid<EmployeeDraft>,
) -> Answer<EmployeeView> {
    let (id, user_id) = ids.into_inner();
    Ok(Json(vacation::employ(&platform, &who.0, id, user_id, body.0).await?))
}

/// Take an employee out of the plan: what waits is cancelled, what was decided is kept. Of who merely leaves, set
/// `employedUntil`.
#[utoipa::path(tag = "vacation", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/vacation/employees/{user_id}")]
async fn dismiss(platform: Data<Platform>, who: SignedIn, ids: Path<(EntityId, UserId)>) -> Bare {
    let (id, user_id) = ids.into_inner();
    vacation::dismiss(&platform, &who.0, id, user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The plan of a holiday year, for the staff, by id of the people. Of colleagues it tells when they are away, and no more.
#[utoipa::path(tag = "vacation", params(Part), responses((status = 200, body = PlanView), Problems))]
#[get("/api/v1/entities/{id}/vacation")]
async fn plan(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    part: ValidQuery<Part>,
) -> Answer<PlanView> {
    let Part { year, after, size, group } = part.0;
    Ok(Json(vacation::plan(&platform, &who.0, *id, Wanted { year, after, size, group }).await?))
}

/// My vacation in a holiday year: what I have, what I reserved, what is odd about it. 404: I have no plan there.
#[utoipa::path(tag = "vacation", params(InYear), responses((status = 200, body = MineView), Problems))]
#[get("/api/v1/entities/{id}/vacation/mine")]
async fn mine(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    of: ValidQuery<InYear>,
) -> Answer<MineView> {
    Ok(Json(vacation::mine(&platform, &who.0, *id, of.year).await?))
}

/// Reserve vacation, as a draft or to apply for it at once. `idAuthUser`: for somebody else, by who manages the organisation's
/// vacation. 409 OVERLAP: one of these days is reserved already.
#[utoipa::path(
    tag = "vacation",
    params(Once),
    request_body = ReservationDraft,
    responses((status = 201, body = ReservationView), Problems)
)]
#[post("/api/v1/entities/{id}/vacation")]
async fn reserve(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<ReservationDraft>,
) -> Bare {
    Ok(HttpResponse::Created().json(vacation::create(&platform, &who.0, *id, body.0).await?))
}

/// What would become of days that I think of reserving; nothing is written.
#[utoipa::path(tag = "vacation", request_body = CheckDraft, responses((status = 200, body = CheckView), Problems))]
#[post("/api/v1/entities/{id}/vacation/check")]
async fn check(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<CheckDraft>,
) -> Answer<CheckView> {
    Ok(Json(vacation::check(&platform, &who.0, *id, body.0).await?))
}

/// What waits for a manager, oldest first.
#[utoipa::path(tag = "vacation", params(Waiting), responses((status = 200, body = ReservationsView), Problems))]
#[get("/api/v1/entities/{id}/vacation/applications")]
async fn applications(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    page: ValidQuery<Waiting>,
) -> Answer<ReservationsView> {
    let after = page.after.as_deref();
    Ok(Json(vacation::applications(&platform, &who.0, *id, after, page.size).await?))
}

/// Note an absence other than vacation. Why somebody is ill is said nowhere.
#[utoipa::path(tag = "vacation", params(Once), request_body = AbsenceDraft, responses((status = 201, body = AbsenceView), Problems))]
#[post("/api/v1/entities/{id}/vacation/absences")]
async fn note_absence(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<AbsenceDraft>,
) -> Bare {
    Ok(HttpResponse::Created().json(vacation::note_absence(&platform, &who.0, *id, body.0).await?))
}

/// Delete an absence, as its person or who manages the organisation's vacation.
#[utoipa::path(tag = "vacation", responses((status = 204), Problems))]
#[delete("/api/v1/vacation/absences/{id}")]
async fn remove_absence(platform: Data<Platform>, who: SignedIn, id: Path<PeriodId>) -> Bare {
    vacation::remove_absence(&platform, &who.0, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A holiday year as a table (CSV), for who manages the organisation's vacation: of each employee what they have, then each period.
#[utoipa::path(
    tag = "vacation",
    params(InYear),
    responses((status = 200, content_type = "text/csv", body = String), Problems)
)]
#[get("/api/v1/entities/{id}/vacation/export")]
async fn export(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, of: ValidQuery<InYear>) -> Bare {
    let (year, table) = vacation::export(&platform, &who.0, *id, of.year).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(("Content-Disposition", format!("attachment; filename=\"semester-{year}.csv\"")))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "private, no-store"))
        .body(table))
}

/// A reservation, for its person and who manages the organisation's vacation.
#[utoipa::path(tag = "vacation", responses((status = 200, body = ReservationView), Problems))]
#[get("/api/v1/vacation/{id}")]
async fn reservation(platform: Data<Platform>, who: SignedIn, id: Path<PeriodId>) -> Answer<ReservationView> {
    Ok(Json(vacation::one(&platform, &who.0, *id).await?))
}

/// Change the days of a reservation of mine that is a draft or waits. 409 STALE: it has another `version` by now; `current` is what
/// stands.
#[utoipa::path(tag = "vacation", request_body = ReservationChange, responses((status = 200, body = ReservationView), Problems))]
#[put("/api/v1/vacation/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<PeriodId>,
    body: Valid<ReservationChange>,
) -> Answer<ReservationView> {
    Ok(Json(vacation::change(&platform, &who.0, *id, body.0).await?))
}

macro_rules! act {
    ($(#[$doc:meta])* $name:ident $path:literal $act:ident) => {
        $(#[$doc])*
        #[utoipa::path(tag = "vacation", request_body = DecisionDraft, responses((status = 200, body = ReservationView), Problems))]
        #[post($path)]
        async fn $name(
            platform: Data<Platform>,
            who: SignedIn,
            id: Path<PeriodId>,
            body: Valid<DecisionDraft>,
        ) -> Answer<ReservationView> {
            Ok(Json(vacation::act(&platform, &who.0, *id, Act::$act, body.0).await?))
        }
    };
}

act! {
    /// Apply for what is a draft.
    apply "/api/v1/vacation/{id}/apply" Apply
}
act! {
    /// Approve what somebody applies for. 403 OWN: nobody approves their own.
    approve "/api/v1/vacation/{id}/approve" Approve
}
act! {
    /// Reject what somebody applies for. 403 OWN: nobody rejects their own.
    reject "/api/v1/vacation/{id}/reject" Reject
}
act! {
    /// Cancel a reservation of mine, or as who manages the organisation's vacation; also an approved one.
    cancel "/api/v1/vacation/{id}/cancel" Cancel
}
