//! Quizzes and attempts: `/api/v1/quiz/{id}`, `/api/v1/attempt/{id}`. Contract §10.2.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::courses::quiz as quizzes;
use actors::courses::quiz::exchange::{self, FileDraft, Format, ImportView};
use actors::courses::quiz::view::{
    AttemptView, ChangeQuiz, ExtraTimeDraft, GradesDraft, QuizView, RegradeDraft, ResultView, RowView,
    SaveAnswers, SavedView,
};
use garde::Validate;
use serde::Deserialize;
use storage::courses::LessonId;
use storage::courses::quiz::AttemptId;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::learning::Learners;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(quiz).service(change).service(start).service(attempt).service(save).service(submit);
    config.service(grade).service(results).service(table).service(give_time).service(regrade);
    config.service(import).service(export);
}

/// A quiz: its settings, and my attempts. Its id is that of its lesson. To those who write the course with its questions
/// and their key; nobody else sees the key here.
#[utoipa::path(tag = "courses", responses((status = 200, body = QuizView), Problems))]
#[get("/api/v1/quiz/{id}")]
async fn quiz(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Answer<QuizView> {
    Ok(Json(quizzes::quiz(&platform, &who.0, *id).await?))
}

/// Save a quiz, by those who write the course: all its questions and their key. Each save is a revision; attempts that
/// were begun keep theirs. Ids of questions and options are the caller's, new ones from `nextId` on. 409 STALE: it has
/// another `version` by now; `current` is what stands.
#[utoipa::path(tag = "courses", request_body = ChangeQuiz, responses((status = 200, body = QuizView), Problems))]
#[put("/api/v1/quiz/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    body: Valid<ChangeQuiz>,
) -> Answer<QuizView> {
    Ok(Json(quizzes::change(&platform, &who.0, *id, body.0).await?))
}

/// Begin an attempt, by those who take the course. The one in progress is answered again (200) and not counted.
#[utoipa::path(tag = "courses", responses(
    (status = 200, body = AttemptView, description = "The one in progress"), (status = 201, body = AttemptView), Problems
))]
#[post("/api/v1/quiz/{id}/attempt")]
async fn start(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Bare {
    let (begun, is_new) = quizzes::start(&platform, &who.0, *id).await?;
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.json(begun))
}

/// An attempt with its questions and the saved answers: to its learner, and to those who write the course. What is right
/// is in it only as `showAnswers` says.
#[utoipa::path(tag = "courses", responses((status = 200, body = AttemptView), Problems))]
#[get("/api/v1/attempt/{id}")]
async fn attempt(platform: Data<Platform>, who: SignedIn, id: Path<AttemptId>) -> Answer<AttemptView> {
    Ok(Json(quizzes::attempt(&platform, &who.0, *id).await?))
}

/// Save answers of an attempt. A `seq` that is not larger than what stands is ignored, and `answers` says what stands.
/// Taken until 30 s after the deadline, for what was on its way; then 409 TIME_OVER, and of a submitted one 409 ENDED,
/// with the result as `current`.
#[utoipa::path(tag = "courses", request_body = SaveAnswers, responses((status = 200, body = SavedView), Problems))]
#[put("/api/v1/attempt/{id}/answers")]
async fn save(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<AttemptId>,
    body: Valid<SaveAnswers>,
) -> Answer<SavedView> {
    Ok(Json(quizzes::save(&platform, &who.0, *id, body.0).await?))
}

/// Submit an attempt. Again: the first result.
#[utoipa::path(tag = "courses", responses((status = 200, body = ResultView), Problems))]
#[post("/api/v1/attempt/{id}/submit")]
async fn submit(platform: Data<Platform>, who: SignedIn, id: Path<AttemptId>) -> Answer<ResultView> {
    Ok(Json(quizzes::submit(&platform, &who.0, *id).await?))
}

/// Grade answers of an ended attempt by hand, by those who write the course; it stands above the key. 409 STALE: somebody
/// else has graded it; `current` is what stands.
#[utoipa::path(tag = "courses", request_body = GradesDraft, responses((status = 200, body = AttemptView), Problems))]
#[put("/api/v1/attempt/{id}/grades")]
async fn grade(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<AttemptId>,
    body: Valid<GradesDraft>,
) -> Answer<AttemptView> {
    Ok(Json(quizzes::grade(&platform, &who.0, *id, body.0).await?))
}

/// The results of those who have attempted a quiz, question by question, for those who write the course.
#[utoipa::path(tag = "courses", params(Learners), responses((status = 200, body = Listing<RowView>), Problems))]
#[get("/api/v1/quiz/{id}/results")]
async fn results(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    page: ValidQuery<Learners>,
) -> Answer<Listing<RowView>> {
    let after = page.cursor.map(UserId);
    let (content, next) = quizzes::results(&platform, &who.0, *id, after, page.limit).await?;
    let cursor = next.map(|next| next.0);
    Ok(Json(Listing { content, page: 0, size: page.limit, has_more: cursor.is_some(), cursor }))
}

/// All results as a table for spreadsheet programs. 409 TOO_MANY: of more than 10 000 people.
#[utoipa::path(tag = "courses", responses((status = 200, content_type = "text/csv", body = String), Problems))]
#[get("/api/v1/quiz/{id}/results.csv")]
async fn table(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>) -> Bare {
    let table = quizzes::table(&platform, &who.0, *id).await?;
    Ok(super::file("text/csv; charset=utf-8", &format!("provresultat-{id}.csv"), table))
}

/// Give somebody who takes the course extra time, also in an attempt that is in progress. By those who write the course.
#[utoipa::path(tag = "courses", request_body = ExtraTimeDraft, responses((status = 200, body = RowView), Problems))]
#[put("/api/v1/quiz/{id}/people/{user_id}")]
async fn give_time(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(LessonId, UserId)>,
    body: Valid<ExtraTimeDraft>,
) -> Answer<RowView> {
    let (id, user_id) = path.into_inner();
    Ok(Json(quizzes::give_time(&platform, &who.0, id, user_id, body.0).await?))
}

/// Grade questions again in the attempts that were begun before the quiz was last saved: by the key as it is now, by it or
/// the one before, whichever gives more, or with full marks for everybody. A job does it; asked twice it is done once. By
/// those who write the course.
#[utoipa::path(tag = "courses", request_body = RegradeDraft, responses((status = 200, body = QuizView), Problems))]
#[post("/api/v1/quiz/{id}/regrade")]
async fn regrade(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    body: Valid<RegradeDraft>,
) -> Answer<QuizView> {
    Ok(Json(quizzes::regrade(&platform, &who.0, *id, body.0).await?))
}

/// Which format.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct As {
    #[garde(skip)]
    #[param(inline)]
    format: Format,
}

/// Add the questions of a file at the end of a quiz, by those who write the course. What is not taken is named by line.
#[utoipa::path(tag = "courses", params(As), request_body = FileDraft, responses((status = 200, body = ImportView), Problems))]
#[post("/api/v1/quiz/{id}/import")]
async fn import(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<LessonId>,
    of: ValidQuery<As>,
    body: Valid<FileDraft>,
) -> Answer<ImportView> {
    Ok(Json(exchange::import(&platform, &who.0, *id, of.format, body.0).await?))
}

/// The questions of a quiz as a file, with their key, for those who write the course.
#[utoipa::path(tag = "courses", params(As), responses(
    (status = 200, content((String = "text/plain"), (String = "application/xml"))), Problems
))]
#[post("/api/v1/quiz/{id}/export")]
async fn export(platform: Data<Platform>, who: SignedIn, id: Path<LessonId>, of: ValidQuery<As>) -> Bare {
    let text = exchange::export(&platform, &who.0, *id, of.format).await?;
    let (of, end) = match of.format {
        Format::Gift => ("text/plain; charset=utf-8", "gift.txt"),
        Format::Qti => ("application/xml", "xml"),
    };
    Ok(super::file(of, &format!("prov-{id}.{end}"), text))
}
