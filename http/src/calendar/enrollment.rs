//! Enrolment in events: `/api/v1/event/{id}/enrollment`, `…/waitlist`, `…/enrollments`. Contract §7.
//!
//! All calls accept `recurrenceId`, which names the occurrence of a series.

use actix_web::HttpResponse;
use actors::calendar::enrollment::view::{
    CheckIns, CheckedIn, EnrolledView, Enrolling, EnrollmentView, Invited, Invitees, Ticket, Verb,
    WaitlistLeft, WaitlistView,
};
use actors::calendar::enrollment::{self, Own};
use garde::Validate;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use storage::seats::EnrollmentStatus;
use storage::time::Moment;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::{LIMITED, OperationCodes};
use crate::platform::error::ApiError;
use crate::prelude::*;

/// The routes.
pub fn routes(config: &mut ServiceConfig) {
    config.service(enrol).service(change_enrollment).service(cancel).service(decline_invitation);
    config.service(join_queue).service(leave_queue).service(accept).service(decline);
    config.service(enrolled).service(table).service(check_in).service(manage).service(invite).service(ticket);
}

/// The codes of these operations.
pub const CODES: &[OperationCodes] = &[
    (
        "calendar_enrollment_enrol",
        &[
            (403, &["ACCESS_DENIED", "BANNED", "ROLE_TOO_LOW"]),
            (409, &["ALREADY_ENROLLED", "CLOSED", "EVENT_FULL", "WRONG_STATUS"]),
        ],
    ),
    (
        "calendar_enrollment_change_enrollment",
        &[(403, &["ACCESS_DENIED", "BANNED"]), (409, &["CLOSED", "EVENT_FULL", "WRONG_STATUS"])],
    ),
    ("calendar_enrollment_cancel", &[(409, &["CLOSED"])]),
    ("calendar_decline_decline_invitation", &[(409, &["CLOSED", "WRONG_STATUS"])]),
    (
        "calendar_waitlist_join_queue",
        &[
            (403, &["ACCESS_DENIED", "BANNED"]),
            (409, &["ALREADY_ENROLLED", "CLOSED", "EVENT_FULL", "MOVED_ON", "SEATS_LEFT", "WRONG_STATUS"]),
        ],
    ),
    ("calendar_waitlist_leave_queue", &[(409, &["CLOSED"])]),
    (
        "calendar_accept_accept",
        &[(403, &["ACCESS_DENIED", "BANNED"]), (409, &["CLOSED", "OFFER_EXPIRED", "WRONG_STATUS"])],
    ),
    ("calendar_decline_decline", &[(409, &["CLOSED", "OFFER_EXPIRED", "WRONG_STATUS"])]),
    ("calendar_enrollments_enrolled", &[(403, &["ROLE_TOO_LOW"]), (409, &["CLOSED"])]),
    ("calendar_enrollments.csv_table", &[(403, &["ROLE_TOO_LOW"]), (409, &["CLOSED"])]),
    ("calendar_ticket_ticket", &[(409, &["CLOSED"])]),
    (
        "calendar_invitations_invite",
        &[
            (
                403,
                &["ACCESS_DENIED", "MAY_NOT_MESSAGE", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE", "ROLE_TOO_LOW"],
            ),
            (409, &["ARCHIVED", "CLOSED"]),
            (429, &[LIMITED]),
        ],
    ),
    ("calendar_checkin_check_in", &[(403, &["ROLE_TOO_LOW"]), (409, &["CLOSED"])]),
    (
        "calendar_enrollments_manage",
        &[
            (403, &["ACCESS_DENIED", "BANNED", "ROLE_TOO_LOW"]),
            (409, &["CLOSED", "EVENT_FULL", "WRONG_STATUS"]),
        ],
    ),
];

/// Which of a series.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Occurrence {
    /// When the one that is meant begins as one of the series; of what happens once nothing.
    #[garde(skip)]
    #[param(value_type = Option<String>, format = DateTime)]
    pub recurrence_id: Option<Moment>,
}

/// Which people.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Enrolled {
    /// As for every call of a series.
    #[garde(skip)]
    #[param(value_type = Option<String>, format = DateTime)]
    recurrence_id: Option<Moment>,
    /// Of this status alone, in its order: the queue by turn, others by when they came. Absent: all.
    #[garde(skip)]
    #[param(inline)]
    status: Option<EnrollmentStatus>,
    /// Those after this person (`idUser`).
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    after: Option<UserId>,
    /// `cursor` of the page before: the same as `after`.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    cursor: Option<UserId>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

fn fifty() -> usize {
    50
}

/// Enrol; where it is full and has a queue, or somebody waits, one is the last of that. `idUser`: somebody else, by who writes in
/// the calendar.
#[utoipa::path(tag = "calendar", params(Occurrence, Once), request_body = Enrolling, responses((status = 201, body = EnrollmentView), Problems))]
#[post("/api/v1/event/{id}/enrollment")]
async fn enrol(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
    body: Valid<Enrolling>,
) -> Bare {
    let seen = enrollment::enrol(&platform, &who.0, &id, of.recurrence_id, body.0).await?;
    Ok(HttpResponse::Created().json(seen))
}

/// Bring others, or answer otherwise, until enrolment closes. More guests than before come in while nobody waits.
#[utoipa::path(tag = "calendar", params(Occurrence), request_body = Enrolling, responses((status = 200, body = EnrollmentView), Problems))]
#[put("/api/v1/event/{id}/enrollment")]
async fn change_enrollment(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
    body: Valid<Enrolling>,
) -> Answer<EnrollmentView> {
    Ok(Json(enrollment::change(&platform, &who.0, &id, of.recurrence_id, body.0).await?))
}

/// Give the place up, before it begins; it goes to the head of the queue.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EnrollmentView), Problems))]
#[delete("/api/v1/event/{id}/enrollment")]
async fn cancel(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EnrollmentView> {
    Ok(Json(enrollment::own(&platform, &who.0, &id, of.recurrence_id, Own::Cancel).await?))
}

/// Say no to an invitation.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EnrollmentView), Problems))]
#[post("/api/v1/event/{id}/enrollment/decline")]
async fn decline_invitation(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EnrollmentView> {
    Ok(Json(enrollment::own(&platform, &who.0, &id, of.recurrence_id, Own::DeclineInvitation).await?))
}

/// Get into the queue of what is full.
#[utoipa::path(tag = "calendar", params(Occurrence, Once), responses((status = 200, body = WaitlistView), Problems))]
#[post("/api/v1/event/{id}/waitlist")]
async fn join_queue(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<WaitlistView> {
    Ok(Json(enrollment::join_queue(&platform, &who.0, &id, of.recurrence_id).await?))
}

/// Leave the queue; it does not matter whether one was in it.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = WaitlistLeft), Problems))]
#[delete("/api/v1/event/{id}/waitlist")]
async fn leave_queue(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<WaitlistLeft> {
    Ok(Json(enrollment::leave_queue(&platform, &who.0, &id, of.recurrence_id).await?))
}

/// Take the place that is offered.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EnrollmentView), Problems))]
#[post("/api/v1/event/{id}/waitlist/accept")]
async fn accept(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EnrollmentView> {
    Ok(Json(enrollment::own(&platform, &who.0, &id, of.recurrence_id, Own::Accept).await?))
}

/// Let the next have the place that is offered.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EnrollmentView), Problems))]
#[post("/api/v1/event/{id}/waitlist/decline")]
async fn decline(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EnrollmentView> {
    Ok(Json(enrollment::own(&platform, &who.0, &id, of.recurrence_id, Own::Decline).await?))
}

/// Those who have to do with an event; for who writes in the calendar.
#[utoipa::path(tag = "calendar", params(Enrolled), responses((status = 200, body = Listing<EnrolledView>), Problems))]
#[get("/api/v1/event/{id}/enrollments")]
async fn enrolled(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Enrolled>,
) -> Answer<Listing<EnrolledView>> {
    let (at, status, after, size) = (of.recurrence_id, of.status, of.cursor.or(of.after), of.limit);
    let (content, has_more) = enrollment::enrolled(&platform, &who.0, &id, at, status, after, size).await?;
    let cursor = content.last().map(|one| one.id_user.0).filter(|_| has_more);
    Ok(Json(Listing { content, page: 0, size, has_more, cursor }))
}

/// Everybody who has to do with an event, as a table; for who writes in the calendar.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, content_type = "text/csv", body = String), Problems))]
#[get("/api/v1/event/{id}/enrollments.csv")]
async fn table(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Bare {
    let table = enrollment::table(&platform, &who.0, &id, of.recurrence_id).await?;
    let name = "attachment; filename=\"anmalda.csv\"";
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(("Content-Disposition", name))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(table))
}

/// My ticket, for who checks in at the door.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = Ticket), Problems))]
#[get("/api/v1/event/{id}/enrollment/ticket")]
async fn ticket(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<Ticket> {
    Ok(Json(enrollment::ticket(&platform, &who.0, &id, of.recurrence_id).await?))
}

/// Ask people to come: those who are named, those of some relations to the organisation, those who read a channel; for who writes in
/// the calendar. Whom one may not know of is refused without a name.
#[utoipa::path(tag = "calendar", params(Occurrence, Once), request_body = Invitees, responses((status = 200, body = Invited), Problems))]
#[post("/api/v1/event/{id}/invitations")]
async fn invite(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
    body: Valid<Invitees>,
) -> Answer<Invited> {
    Ok(Json(enrollment::invite(&platform, &who.0, &id, of.recurrence_id, body.0).await?))
}

/// Those who came, by a ticket or by their numbers, also a while ago: done again nothing changes, and one that cannot be does not stop the others. For who writes in
/// the calendar.
#[utoipa::path(tag = "calendar", params(Occurrence), request_body = CheckIns, responses((status = 200, body = Whole<CheckedIn>), Problems))]
#[post("/api/v1/event/{id}/enrollments/checkin")]
async fn check_in(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
    body: Valid<CheckIns>,
) -> Answer<Whole<CheckedIn>> {
    let at = of.recurrence_id;
    let mut rows = Vec::new();
    if let Some(code) = &body.code {
        rows.push(enrollment::by_ticket(&platform, &who.0, &id, at, code).await?);
    }
    rows.extend(enrollment::check_in_many(&platform, &who.0, &id, at, &body.rows).await?);
    Ok(Whole::of(rows))
}

/// Decide about somebody: approve, reject, promote, checkin, noshow, undo, remove; for who writes in the calendar.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EnrolledView), Problems))]
#[post("/api/v1/event/{id}/enrollments/{user_id}/{verb}")]
async fn manage(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(String, UserId, String)>,
    of: ValidQuery<Occurrence>,
) -> Answer<EnrolledView> {
    let (id, user_id, verb) = path.into_inner();
    let verb: StrDeserializer<'_, serde::de::value::Error> = verb.as_str().into_deserializer();
    let verb = Verb::deserialize(verb).map_err(|_| ApiError::not_found())?;
    Ok(Json(enrollment::manage(&platform, &who.0, &id, of.recurrence_id, user_id, verb).await?))
}
