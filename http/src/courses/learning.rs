//! Taking a course: `/api/v1/courses/{id}/enrolment`, what is done, where somebody is.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::courses;
use actors::courses::view::{CourseView, LearnerView, PositionDraft, StandingView};
use garde::Validate;
use serde::Deserialize;
use storage::courses::{CourseId, LessonId};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::answer;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(enrol).service(invite_address).service(leave).service(progress).service(learners);
    config.service(done).service(undone).service(position);
}

/// Which page of a course's people.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Learners {
    /// `cursor` of the page before.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    pub(super) cursor: Option<i64>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub(super) limit: usize,
}

fn fifty() -> usize {
    50
}

/// Whose enrolment.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Whose {
    /// Somebody else's, by those who write the course; absent: my own.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    id_auth_user: Option<UserId>,
}

/// Begin a course. Done again, it stays so. With `idAuthUser`: invite somebody of the organisation, or to an own course a
/// contact, by those who write it.
#[utoipa::path(tag = "courses", params(Once, Whose), responses((status = 201, body = CourseView), Problems))]
#[post("/api/v1/courses/{id}/enrolment")]
async fn enrol(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    whose: ValidQuery<Whose>,
) -> Bare {
    let whom = whose.id_auth_user;
    Ok(HttpResponse::Created().json(courses::enrol(&platform, &who.0, *id, whom).await?))
}

/// An address.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct NewCourseInvitation {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254, example = "ny@example.se")]
    email: String,
}

/// Invite an address to a published course, by those who write it. Whoever has it and could be invited by `idAuthUser` is; to a
/// course of an organisation anybody else is invited to the organisation by mail, if the caller may do that (OWNER,
/// ADMINISTRATOR), and to the course once they accept. The answer is the same whether the address has an account or not.
#[utoipa::path(tag = "courses", params(Once), request_body = NewCourseInvitation, responses((status = 204), Problems))]
#[post("/api/v1/courses/{id}/invitations")]
async fn invite_address(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    body: Valid<NewCourseInvitation>,
) -> Bare {
    courses::invite_address(&platform, &who.0, *id, &body.email).await?;
    Ok(answer::done())
}

/// End taking a course, or decline an invitation. What was done is kept for whoever begins it again.
#[utoipa::path(tag = "courses", params(Whose), responses((status = 204), Problems))]
#[delete("/api/v1/courses/{id}/enrolment")]
async fn leave(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    whose: ValidQuery<Whose>,
) -> Bare {
    courses::leave(&platform, &who.0, *id, whose.id_auth_user).await?;
    Ok(answer::done())
}

/// How far I am, with the lessons that I have done.
#[utoipa::path(tag = "courses", responses((status = 200, body = StandingView), Problems))]
#[get("/api/v1/courses/{id}/progress")]
async fn progress(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<StandingView> {
    Ok(Json(courses::standing(&platform, &who.0, *id).await?))
}

/// Who takes or is invited to a course and how far they are, for those who write it.
#[utoipa::path(tag = "courses", params(Learners), responses((status = 200, body = Listing<LearnerView>), Problems))]
#[get("/api/v1/courses/{id}/learners")]
async fn learners(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    page: ValidQuery<Learners>,
) -> Answer<Listing<LearnerView>> {
    let after = page.cursor.map(UserId);
    let (content, next) = courses::learners(&platform, &who.0, *id, after, page.limit).await?;
    let cursor = next.map(|next| next.0);
    Ok(Json(Listing { content, page: 0, size: page.limit, has_more: cursor.is_some(), cursor }))
}

/// Mark a lesson as done. Done again, it stays so. The answer says what is open now.
#[utoipa::path(tag = "courses", responses((status = 200, body = StandingView), Problems))]
#[put("/api/v1/lessons/{id}/done")]
async fn done(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Answer<StandingView> {
    Ok(Json(courses::set_done(&platform, &who.0, *id, true).await?))
}

/// Take back that a lesson is done.
#[utoipa::path(tag = "courses", responses((status = 200, body = StandingView), Problems))]
#[delete("/api/v1/lessons/{id}/done")]
async fn undone(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Answer<StandingView> {
    Ok(Json(courses::set_done(&platform, &who.0, *id, false).await?))
}

/// Note that I am in a lesson, and how far: where I go on.
#[utoipa::path(tag = "courses", request_body = PositionDraft, responses((status = 204), Problems))]
#[put("/api/v1/lessons/{id}/position")]
async fn position(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    body: Valid<PositionDraft>,
) -> Bare {
    courses::set_position(&platform, &who.0, *id, body.0).await?;
    Ok(answer::done())
}
