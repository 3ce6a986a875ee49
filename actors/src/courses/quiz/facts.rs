//! What quizzes and attempts are judged by.

use futures_util::try_join;
use storage::courses::quiz::{AttemptId, AttemptPlace, Quiz, QuizRevision, QuizSettings, Quizzes, Regrade};
use storage::courses::{LessonId, LessonKind};
use storage::ids::UserId;
use storage::value::Json;

use super::rules::grading::{Override, overrides};
use super::rules::{no_such_attempt, no_such_quiz};
use crate::Platform;
use crate::accounts::Who;
use crate::courses::arranging::place;
use crate::courses::facts::Facts;
use crate::courses::{lessons, rules as courses};
use crate::platform::error::{Refusal, RefusalKind, Result};

/// A quiz with what the reader is to its course.
pub(super) struct QuizFacts {
    pub facts: Facts,
    pub title: String,
    pub quiz: Quiz,
}

/// A quiz of which nothing was saved yet.
pub(super) fn blank(quiz_id: LessonId, course_id: storage::courses::CourseId) -> Quiz {
    Quiz {
        quiz_id,
        course_id,
        version: 0,
        revision: 0,
        next_id: 1,
        question_count: 0,
        max_score: 0,
        settings: Json(QuizSettings::default()),
        regrades: Json(Vec::new()),
    }
}

impl QuizFacts {
    /// A quiz whose lesson the reader sees in the outline, whether it is open to them or not. 404.
    pub async fn load(platform: &Platform, who: &Who, id: LessonId) -> Result<Self> {
        let quiz = async { Ok(Quizzes::of(&platform.storage).settled(id).await?) };
        let ((facts, lesson, title), quiz) =
            try_join!(lessons::load(platform, Some(who), id), quiz).map_err(as_quiz)?;
        place(&facts, id).map_err(as_quiz)?;
        (title.kind == LessonKind::Quiz).then_some(()).ok_or_else(no_such_quiz)?;
        let quiz = quiz.unwrap_or_else(|| blank(id, lesson.course_id));
        Ok(Self { facts, title: title.title, quiz })
    }

    /// A quiz that the reader may read. 403 LOCKED, NOT_ENROLLED; 404.
    pub async fn readable(platform: &Platform, who: &Who, id: LessonId) -> Result<Self> {
        let found = Self::load(platform, who, id).await?;
        lessons::read(&found.facts, place(&found.facts, id)?.1)?;
        Ok(found)
    }

    /// A quiz of a course that the caller takes, and may read. 403 NOT_ENROLLED, LOCKED; 404.
    pub async fn taken(platform: &Platform, who: &Who, id: LessonId) -> Result<Self> {
        let found = Self::load(platform, who, id).await?;
        found.facts.takes().then_some(()).ok_or_else(courses::not_enrolled)?;
        lessons::read(&found.facts, place(&found.facts, id)?.1)?;
        Ok(found)
    }

    /// A quiz of a course that the caller writes. 403; 404.
    pub async fn written(platform: &Platform, who: &Who, id: LessonId) -> Result<Self> {
        let found = Self::load(platform, who, id).await?;
        courses::write(&found.facts.head, &found.facts.reader)?;
        Ok(found)
    }

    pub fn id(&self) -> LessonId {
        self.quiz.quiz_id
    }
}

fn as_quiz(refusal: Refusal) -> Refusal {
    if refusal.kind == RefusalKind::NotFound { no_such_quiz() } else { refusal }
}

fn as_attempt(refusal: Refusal) -> Refusal {
    if refusal.kind == RefusalKind::NotFound { no_such_attempt() } else { refusal }
}

/// Whose and which an attempt is: to its learner, and to those who write the course. 404 to everybody else.
pub(super) async fn found(
    platform: &Platform,
    who: &Who,
    id: AttemptId,
) -> Result<(AttemptPlace, QuizFacts)> {
    let place = Quizzes::of(&platform.storage).place(id).await?.ok_or_else(no_such_attempt)?;
    let quiz = QuizFacts::load(platform, who, place.quiz_id).await.map_err(as_attempt)?;
    if place.user_id != who.user_id && !quiz.facts.writes() {
        return Err(no_such_attempt());
    }
    Ok((place, quiz))
}

/// Whose and which an attempt is: to its learner. 404 to everybody else.
pub(super) async fn own(platform: &Platform, who: &Who, id: AttemptId) -> Result<AttemptPlace> {
    let place = Quizzes::of(&platform.storage).place(id).await?;
    place.filter(|place| place.user_id == who.user_id).ok_or_else(no_such_attempt)
}

/// Whether the learner of an attempt may still act in it: they take the course, and see the quiz in its outline; the
/// quiz. 403 NOT_ENROLLED; 404.
pub(super) async fn attempted(platform: &Platform, who: &Who, id: LessonId) -> Result<Quiz> {
    let quiz = Quizzes::of(&platform.storage).quiz(id).await?.ok_or_else(no_such_attempt)?;
    let facts = Facts::load(platform, Some(who.user_id), quiz.course_id).await.map_err(as_attempt)?;
    place(&facts, id).map_err(as_attempt)?;
    facts.takes().then_some(()).ok_or_else(courses::not_enrolled)?;
    Ok(quiz)
}

/// The revision that an attempt answers, and what is graded otherwise in it.
pub(super) async fn pinned(
    platform: &Platform,
    quiz_id: LessonId,
    regrades: &[Regrade],
    revision: i64,
) -> Result<(QuizRevision, Vec<Override>)> {
    let later = regrades.iter().map(|it| it.revision).filter(|it| *it > revision);
    let mut wanted: Vec<i64> = later.chain([revision]).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let all = Quizzes::of(&platform.storage).revisions(quiz_id, &wanted).await?;
    let overrides = overrides(regrades, revision, &all);
    let pinned = all.into_iter().find(|one| one.revision == revision).ok_or_else(no_such_quiz)?;
    Ok((pinned, overrides))
}

/// The name that is shown of a person.
pub(super) async fn name(platform: &Platform, user_id: UserId) -> Result<String> {
    let names = platform.people.all([user_id]).await?;
    Ok(names.get(&user_id).map(|one| one.display_name.clone()).unwrap_or_default())
}
