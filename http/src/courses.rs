//! Courses (Klyftig): `/api/v1/courses`, `/api/v1/modules`, `/api/v1/lessons`, `/api/public/courses`, quizzes and
//! certificates. Contract §10.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

mod certificates;
mod comments;
mod learning;
mod lessons;
mod pictures;
mod public;
mod quiz;

use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actors::courses::rules::Turn;
use actors::courses::view::{ChangeCourse, CourseView, NewCourse};
use actors::courses::{self, Asked};
use garde::Validate;
use serde::Deserialize;
use storage::courses::CourseId;
use utoipa::IntoParams;

use crate::platform::answer::{At, Pages};
use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::prelude::*;

const NOT_MINE: &[&str] = &["NOT_AUTHOR", "ROLE_TOO_LOW"];
const READS: &[&str] = &["LOCKED", "NOT_ENROLLED"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Courses (Klyftig): outlines, lessons, and how far who takes them is"),
    routes: |config| {
        // The fixed names before `{id}`.
        config.service(list).service(mine).service(enrolled).service(create);
        config
            .service(course)
            .service(change)
            .service(remove)
            .service(publish)
            .service(archive)
            .service(copy);
        lessons::configure(config);
        learning::configure(config);
        quiz::configure(config);
        certificates::configure(config);
        comments::configure(config);
        pictures::configure(config);
        public::configure(config);
    },
    codes: &[
        ("courses_courses_list", &[(404, &["NOT_FOUND"])]),
        ("courses_courses_public_list", &[(404, &["NOT_FOUND"])]),
        (
            "courses_courses_create",
            &[(403, &["ROLE_TOO_LOW"]), (404, &["NOT_FOUND"]), (409, &["QUOTA_REACHED"]), (429, &[LIMITED])],
        ),
        (
            "courses_courses_change",
            &[(403, NOT_MINE), (409, &["HAS_LEARNERS", "NOT_PUBLISHED", "STALE"]), (422, &["NO_LESSON"])],
        ),
        ("courses_courses_remove", &[(403, NOT_MINE), (409, &["HAS_LEARNERS"])]),
        ("courses_publish_publish", &[(403, NOT_MINE), (422, &["NO_LESSON"])]),
        ("courses_archive_archive", &[(403, NOT_MINE), (409, &["NOT_PUBLISHED"])]),
        ("courses_copy_copy", &[(403, NOT_MINE), (409, &["QUOTA_REACHED"]), (429, &[LIMITED])]),
        ("courses_modules_add_module", &[(403, NOT_MINE), (409, &["QUOTA_REACHED"])]),
        ("courses_modules_change_module", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("courses_modules_remove_module", &[(403, NOT_MINE), (422, &["NO_LESSON"])]),
        ("courses_outline_arrange", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("courses_lessons_add_lesson", &[(403, NOT_MINE), (409, &["QUOTA_REACHED"])]),
        (
            "courses_pictures_add_picture",
            &[
                (403, NOT_MINE),
                (409, &["QUOTA_REACHED"]),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED, "FILES_UNAVAILABLE"]),
            ],
        ),
        ("courses_pictures_picture", &[(503, &["FILES_UNAVAILABLE"])]),
        ("courses_pictures_public_picture", &[(503, &["FILES_UNAVAILABLE"])]),
        ("courses_comments_lesson_comments", &[(403, READS)]),
        (
            "courses_comments_begin_comments",
            &[(403, &["LOCKED", "NOT_ENROLLED", "READ_ONLY_ROLE"]), (429, &[LIMITED])],
        ),
        ("courses_lessons_lesson", &[(403, READS)]),
        ("courses_lessons_change_lesson", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("courses_lessons_remove_lesson", &[(403, NOT_MINE), (422, &["NO_LESSON"])]),
        (
            "courses_enrolment_enrol",
            &[(403, &["BANNED", "NOT_AUTHOR", "ROLE_TOO_LOW"]), (409, &["NOT_PUBLISHED", "QUOTA_REACHED"])],
        ),
        (
            "courses_invitations_invite_address",
            &[(403, NOT_MINE), (409, &["NOT_PUBLISHED"]), (429, &[LIMITED])],
        ),
        ("courses_enrolment_leave", &[(403, NOT_MINE)]),
        ("courses_progress_progress", &[(403, &["NOT_ENROLLED"])]),
        ("courses_learners_learners", &[(403, NOT_MINE)]),
        ("courses_done_done", &[(403, READS), (409, &["BY_QUIZ"])]),
        ("courses_done_undone", &[(403, READS), (409, &["BY_QUIZ"])]),
        ("courses_position_position", &[(403, READS)]),
        ("courses_quiz_quiz", &[(403, READS)]),
        ("courses_quiz_change", &[(403, NOT_MINE), (409, &["STALE"])]),
        (
            "courses_attempt_start",
            &[(403, READS), (409, &["CLOSED", "NOT_OPEN", "NO_ATTEMPTS_LEFT", "NO_QUESTIONS"])],
        ),
        ("courses_answers_save", &[(403, &["NOT_ENROLLED"]), (409, &["ENDED", "TIME_OVER"])]),
        ("courses_submit_submit", &[(403, &["NOT_ENROLLED"])]),
        ("courses_grades_grade", &[(403, NOT_MINE), (409, &["IN_PROGRESS", "STALE"])]),
        ("courses_results_results", &[(403, NOT_MINE)]),
        ("courses_results.csv_table", &[(403, NOT_MINE), (409, &["TOO_MANY"])]),
        ("courses_people_give_time", &[(403, NOT_MINE)]),
        ("courses_regrade_regrade", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("courses_import_import", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("courses_export_export", &[(403, NOT_MINE)]),
        ("courses_certificate_certificate", &[(403, &["NOT_ENROLLED"]), (409, &["NOT_FINISHED"])]),
        ("courses_certificate.pdf_pdf", &[(403, &["NOT_ENROLLED"]), (409, &["NOT_FINISHED"])]),
    ],
    ..Area::of(&storage::courses::AREA, &courses::AREA)
};

/// Which courses of an organisation.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The organisation; absent: Klyftig (112).
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    entity: Option<i64>,
    /// From 0.
    #[serde(default)]
    #[garde(range(max = 1_000))]
    #[param(maximum = 1000)]
    page: usize,
    /// 1–100.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
    /// `cursor` of the page before, in the place of `page`.
    #[garde(range(max = 1_000))]
    #[param(maximum = 1000)]
    cursor: Option<usize>,
    /// 1–100, in the place of `size`.
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

impl Wanted {
    fn at(&self) -> At {
        At { page: self.cursor.unwrap_or(self.page), size: self.limit.unwrap_or(self.size) }
    }
}

fn twenty() -> usize {
    20
}

/// A file to save.
fn file(content_type: &str, name: &str, body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header(("Content-Disposition", format!("attachment; filename=\"{name}\"")))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "private, no-store"))
        .body(body)
}

fn asked(at: At) -> Asked {
    Asked { offset: at.offset(), size: at.size }
}

/// An organisation's courses, newest first: all for those who write them, to others what is published for them.
#[utoipa::path(tag = "courses", params(Wanted), responses((status = 200, body = Listing<CourseView>), Problems))]
#[get("/api/v1/courses")]
async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    wanted: ValidQuery<Wanted>,
) -> Answer<Listing<CourseView>> {
    let (at, entity) = (wanted.at(), wanted.entity.map(EntityId));
    Ok(Json(Listing::numbered(courses::list(&platform, Some(&who.0), entity, asked(at)).await?, at)))
}

/// The courses that I made, in whatever name, newest first.
#[utoipa::path(tag = "courses", params(Pages), responses((status = 200, body = Listing<CourseView>), Problems))]
#[get("/api/v1/courses/mine")]
async fn mine(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<Listing<CourseView>> {
    let at = page.at();
    Ok(Json(Listing::numbered(courses::mine(&platform, &who.0, asked(at)).await?, at)))
}

/// The courses that I take or am invited to, those first in which I did something last.
#[utoipa::path(tag = "courses", params(Pages), responses((status = 200, body = Listing<CourseView>), Problems))]
#[get("/api/v1/courses/enrolled")]
async fn enrolled(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<Listing<CourseView>> {
    let at = page.at();
    Ok(Json(Listing::numbered(courses::enrolled(&platform, &who.0, asked(at)).await?, at)))
}

/// Make a course: a draft, as myself or for an organisation (OWNER, ADMINISTRATOR, EDITOR, TEACHER and LEADER). 30 an hour,
/// posts of the feed among them.
#[utoipa::path(tag = "courses", params(Once), request_body = NewCourse, responses((status = 201, body = CourseView), Problems))]
#[post("/api/v1/courses")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewCourse>) -> Bare {
    Ok(HttpResponse::Created().json(courses::create(&platform, &who.0, body.0).await?))
}

/// A course: a draft for those who write it, a published one for those whom its access admits, an archived one for those
/// who take it.
#[utoipa::path(tag = "courses", responses((status = 200, body = CourseView), Problems))]
#[get("/api/v1/courses/{id}")]
async fn course(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<CourseView> {
    Ok(Json(courses::course(&platform, Some(&who.0), *id).await?))
}

/// Change a course's title, summary and settings; what is absent stays. 409 STALE: it has another `version` by now;
/// `current` is what stands. `status` DRAFT with learners is 409 HAS_LEARNERS.
#[utoipa::path(tag = "courses", request_body = ChangeCourse, responses((status = 200, body = CourseView), Problems))]
#[put("/api/v1/courses/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<CourseId>,
    body: Valid<ChangeCourse>,
) -> Answer<CourseView> {
    Ok(Json(courses::change(&platform, &who.0, *id, body.0).await?))
}

/// Delete a course with its modules and lessons. 409 HAS_LEARNERS: somebody takes it; archive it instead.
#[utoipa::path(tag = "courses", responses((status = 204), Problems))]
#[delete("/api/v1/courses/{id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Bare {
    courses::remove(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Publish a course, also an archived one. Done again, it stays so. 422 NO_LESSON: it has no lesson to show.
#[utoipa::path(tag = "courses", responses((status = 200, body = CourseView), Problems))]
#[post("/api/v1/courses/{id}/publish")]
async fn publish(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<CourseView> {
    Ok(Json(courses::turn(&platform, &who.0, *id, Turn::Publish).await?))
}

/// Archive a course: whoever takes it goes on, nobody new begins it. Done again, it stays so.
#[utoipa::path(tag = "courses", responses((status = 200, body = CourseView), Problems))]
#[post("/api/v1/courses/{id}/archive")]
async fn archive(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<CourseView> {
    Ok(Json(courses::turn(&platform, &who.0, *id, Turn::Archive).await?))
}

/// A new draft with the modules and published lessons of a course, without its learners.
#[utoipa::path(tag = "courses", params(Once), responses((status = 201, body = CourseView), Problems))]
#[post("/api/v1/courses/{id}/copy")]
async fn copy(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Bare {
    Ok(HttpResponse::Created().json(courses::copy(&platform, &who.0, *id).await?))
}
