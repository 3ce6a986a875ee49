//! Reading and writing quizzes.

use futures_util::try_join;
use storage::courses::quiz::{Question, QuestionKey, Quiz, QuizRevision, Quizzes};
use storage::courses::{CourseId, Courses, LessonId};
use storage::record::Stored;
use storage::value::Json;

use super::facts::{QuizFacts, blank};
use super::rules::{authoring, grading};
use super::view::{ChangeQuiz, MineView, QuizView};
use super::{clearing, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, before_retry, now};

/// Attempts at a concurrent change.
pub(super) const TRIES: u32 = 64;

/// A quiz as the caller sees it: to those who write the course with questions and key. 403 LOCKED, NOT_ENROLLED; 404.
pub async fn quiz(platform: &Platform, who: &Who, id: LessonId) -> Result<QuizView> {
    view(platform, who, QuizFacts::readable(platform, who, id).await?).await
}

pub(super) async fn view(platform: &Platform, who: &Who, it: QuizFacts) -> Result<QuizView> {
    let quizzes = Quizzes::of(&platform.storage);
    let id = it.id();
    let revision = async {
        if !it.facts.writes() || it.quiz.revision == 0 {
            return Ok(None);
        }
        quizzes.revision(id, it.quiz.revision).await
    };
    let mine = async {
        if !it.facts.takes() {
            return Ok(None);
        }
        Ok(quizzes.attempts_of(id, &[who.user_id]).await?.pop())
    };
    let (revision, mine) = try_join!(revision, mine)?;
    let mine = mine.map(|(head, attempts)| {
        let settings = &it.quiz.settings.0;
        let overall = grading::overall(settings.grade_method, settings.pass_percent, &attempts);
        MineView::of(&it.quiz, &head, &attempts, overall)
    });
    let is_written = it.facts.writes();
    let content = |revision: QuizRevision| (revision.questions.0, revision.key.0);
    let (questions, key) = revision.map(content).unwrap_or_default();
    Ok(QuizView {
        id,
        id_course: it.quiz.course_id,
        title: it.title,
        version: it.quiz.version,
        question_count: it.quiz.question_count,
        max_score: it.quiz.max_score,
        questions: is_written.then(|| questions.into_iter().map(Into::into).collect()),
        key: is_written.then(|| key.into_iter().map(Into::into).collect()),
        next_id: is_written.then_some(it.quiz.next_id),
        regrades: is_written.then(|| it.quiz.regrades.0.iter().cloned().map(Into::into).collect()),
        settings: it.quiz.settings.0.into(),
        mine,
    })
}

/// Saves a quiz: another revision, which the attempts from now on answer. 403; 404; 409 STALE with `current`; 422.
pub async fn change(platform: &Platform, who: &Who, id: LessonId, input: ChangeQuiz) -> Result<QuizView> {
    let questions: Vec<Question> = input.questions.iter().cloned().map(Into::into).collect();
    let key: Vec<QuestionKey> = input.key.iter().cloned().map(Into::into).collect();
    let saved = save(platform, who, id, input.version, |old, before| {
        let settings = authoring::settings(input.settings(&old.settings.0))?;
        let content = authoring::content(questions.clone(), key.clone(), before, old.next_id)?;
        Ok((Quiz { settings: Json(settings), ..old.clone() }, content))
    })
    .await;
    match saved {
        Ok(()) => quiz(platform, who, id).await,
        Err(refusal) => Err(refusal.with_current(quiz(platform, who, id)).await),
    }
}

/// Questions, key, and the smallest id that is free.
pub(super) type Content = (Vec<Question>, Vec<QuestionKey>, i64);

/// Saves what `judge` makes of a quiz that has that version. Content as before is no new revision. 409 STALE.
pub(super) async fn save(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    version: i64,
    judge: impl Fn(&Quiz, Option<&QuizRevision>) -> Result<(Quiz, Content)>,
) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    let _turn = platform.turns.of(id.0).await;
    let old = QuizFacts::written(platform, who, id).await?.quiz;
    let stale = || Refusal::stale("Provet har ändrats av någon annan.");
    if old.version != version {
        return Err(stale());
    }
    let before = quizzes.revision(id, old.revision).await?;
    let (quiz, (questions, key, next_id)) = judge(&old, before.as_ref())?;
    let pass_percent = quiz.settings.0.pass_percent;
    let is_same = before.as_ref().is_some_and(|one| {
        one.questions.0 == questions && one.key.0 == key && one.pass_percent == pass_percent
    });
    if is_same && quiz == old {
        return Ok(());
    }
    let version = old.version + 1;
    let new = Quiz {
        version,
        revision: if is_same { old.revision } else { version },
        next_id,
        question_count: i64::try_from(questions.len()).unwrap_or_default(),
        max_score: questions.iter().map(|one| one.marks).sum(),
        ..quiz
    };
    let revision = QuizRevision {
        quiz_id: id,
        revision: version,
        pass_percent,
        questions: Json(questions),
        key: Json(key),
        created: Moment(now()),
    };
    let then = if is_same { Vec::new() } else { vec![revision.insert()] };
    if !quizzes.decide((old.version > 0).then_some(&old), &new, then).await? {
        return Err(stale());
    }
    // The lesson was removed meanwhile: so is what was just written.
    if Courses::of(&platform.storage).lesson(id).await?.is_none() {
        clearing::clear(platform, id).await?;
        return Err(rules::no_such_quiz());
    }
    Ok(())
}

/// Gives a new lesson a copy of the questions and settings of another's quiz.
pub(in crate::courses) async fn copy(
    platform: &Platform,
    from: LessonId,
    into: CourseId,
    to: LessonId,
) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    let Some(quiz) = quizzes.settled(from).await? else { return Ok(()) };
    let Some(revision) = quizzes.revision(from, quiz.revision).await? else { return Ok(()) };
    let new = Quiz { version: 1, revision: 1, ..blank(to, into) };
    let Quiz { next_id, question_count, max_score, settings, .. } = quiz;
    let new = Quiz { next_id, question_count, max_score, settings, ..new };
    let revision = QuizRevision { quiz_id: to, revision: 1, created: Moment(now()), ..revision };
    quizzes.decide(None, &new, vec![revision.insert()]).await?;
    Ok(())
}

/// Decides what becomes of a quiz by what stands; `judge` is called again when another was faster. None: nothing.
pub(super) async fn decide(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    then: &[storage::engine::Write],
    judge: impl Fn(&Quiz) -> Result<Option<Quiz>>,
) -> Result<Quiz> {
    let quizzes = Quizzes::of(&platform.storage);
    for attempt in 0..TRIES {
        let old = QuizFacts::written(platform, who, id).await?.quiz;
        let Some(new) = judge(&old)? else { return Ok(old) };
        let new = Quiz { version: old.version + 1, ..new };
        if quizzes.decide(Some(&old), &new, then.to_vec()).await? {
            return Ok(new);
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}
