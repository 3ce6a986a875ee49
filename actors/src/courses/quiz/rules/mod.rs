//! Rules of quizzes: when an attempt begins, takes answers and ends, and who sees the key when. Contract §10.2.

pub mod authoring;
pub mod grading;
mod shuffle;

pub use shuffle::shuffled;
use storage::courses::quiz::{
    Attempt, AttemptHead, AttemptState, MOST_ATTEMPTS, Question, QuestionType, Quiz, QuizRevision,
    QuizSettings, SavedAnswer, ShowAnswers,
};
use storage::time::Moment;

use self::grading::{Graded, Override, grade};
use crate::platform::error::{Refusal, Result};

/// How long after the deadline answers that were on their way are taken (ms); then the attempt ends by itself.
pub const GRACE_MS: i64 = 30_000;

/// When an attempt that began then is over: after the time limit with the person's extra time, and never after the quiz
/// closes. None: it has no end.
pub fn deadline(started: Moment, settings: &QuizSettings, extra_time: i64) -> Option<Moment> {
    let limit = settings.time_limit.map(|limit| started.0 + limit * 10 * (100 + extra_time));
    match (limit, settings.closes) {
        (Some(limit), Some(closes)) => Some(Moment(limit.min(closes.0))),
        (limit, closes) => limit.map(Moment).or(closes),
    }
}

/// A deadline after settings have changed: it is never earlier than it was.
pub fn lengthened(stands: Option<Moment>, now: Option<Moment>) -> Option<Moment> {
    Some(stands?.max(now?))
}

/// Whether an attempt takes no more answers.
pub fn is_over(deadline: Option<Moment>, now: i64) -> bool {
    deadline.is_some_and(|deadline| now > deadline.0 + GRACE_MS)
}

/// How many attempts are left; none: there is no limit.
pub fn attempts_left(settings: &QuizSettings, count: i64) -> Option<i64> {
    (settings.max_attempts > 0).then(|| (settings.max_attempts - count).max(0))
}

/// May begin an attempt. 409 NO_QUESTIONS, NOT_OPEN, CLOSED, NO_ATTEMPTS_LEFT.
pub fn begin(quiz: &Quiz, count: i64, now: i64) -> Result<()> {
    let settings = &quiz.settings.0;
    let refuse = |code, message: &'static str| Err(Refusal::conflict(code, message));
    if quiz.question_count == 0 {
        return refuse("NO_QUESTIONS", "Provet har inga frågor än.");
    }
    if settings.opens.is_some_and(|opens| now < opens.0) {
        return refuse("NOT_OPEN", "Provet har inte öppnat än.");
    }
    if settings.closes.is_some_and(|closes| now >= closes.0) {
        return refuse("CLOSED", "Provet är stängt.");
    }
    if attempts_left(settings, count) == Some(0) || count >= MOST_ATTEMPTS {
        return refuse("NO_ATTEMPTS_LEFT", "Du har inga försök kvar.");
    }
    Ok(())
}

/// How an attempt ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The learner submits it.
    Submit,
    /// Its deadline has passed.
    Time,
}

/// An attempt with what it is worth.
pub fn graded(attempt: &Attempt, graded: Graded) -> Attempt {
    let Graded { marks, score, max, percentage, passed, waiting } = graded;
    let marks = storage::value::Json(marks);
    Attempt { marks, score, max, percentage, passed, waiting, ..attempt.clone() }
}

/// An attempt after its end: what was saved is graded, and it ended no later than at its deadline.
pub fn ended(
    attempt: &Attempt,
    revision: &QuizRevision,
    answers: &[SavedAnswer],
    overrides: &[Override],
    how: End,
    now: i64,
) -> Attempt {
    let is_blank = answers.iter().all(SavedAnswer::is_empty);
    let state = match how {
        End::Submit => AttemptState::Finished,
        End::Time if is_blank => AttemptState::Abandoned,
        End::Time => AttemptState::Overdue,
    };
    let at = attempt.deadline.map_or(now, |deadline| deadline.0.min(now));
    let worth = grade(revision, answers, overrides, &attempt.grades.0);
    Attempt { state, finished: Some(Moment(at)), ..graded(attempt, worth) }
}

/// Checks answers against the questions that they answer. 422 on `answers`.
pub fn answers(questions: &[Question], answers: &[(i64, Vec<i64>, String)]) -> Result<()> {
    let refuse = |code, message: &'static str| Err(Refusal::field("answers", code, message));
    let mut seen = std::collections::HashSet::new();
    for (id, options, text) in answers {
        let Some(question) = questions.iter().find(|question| question.id == *id) else {
            return refuse("UNKNOWN", "Frågan finns inte i provet.");
        };
        if !seen.insert(id) {
            return refuse("TWICE", "Samma fråga är besvarad två gånger.");
        }
        if options.iter().any(|option| !question.options.iter().any(|one| one.id == *option)) {
            return refuse("UNKNOWN", "Alternativet finns inte i frågan.");
        }
        if question.kind == QuestionType::Single && options.len() > 1 {
            return refuse("TOO_MANY", "Välj ett alternativ.");
        }
        let takes_text = matches!(question.kind, QuestionType::Text | QuestionType::Open);
        if !takes_text && !text.is_empty() {
            return refuse("TEXT", "Frågan besvaras med ett alternativ.");
        }
        if text.contains('\0') {
            return refuse("CHARACTERS", "Texten innehåller ett tecken som inte går att spara.");
        }
    }
    Ok(())
}

/// Whether a learner sees the key of an attempt of theirs: once it has ended, and while none is in progress.
pub fn shows_key(
    settings: &QuizSettings,
    attempt: &Attempt,
    head: &AttemptHead,
    has_passed: bool,
    now: i64,
) -> bool {
    if attempt.state == AttemptState::InProgress || head.open != 0 {
        return false;
    }
    match settings.show_answers {
        ShowAnswers::Never => false,
        ShowAnswers::AfterAttempt => true,
        ShowAnswers::AfterPass => has_passed,
        ShowAnswers::AfterClose => settings.closes.is_some_and(|closes| now >= closes.0),
    }
}

/// 404: there is no such quiz, or the caller does not see it.
pub fn no_such_quiz() -> Refusal {
    Refusal::not_found("Provet finns inte.")
}

/// 404: there is no such attempt, or the caller does not see it.
pub fn no_such_attempt() -> Refusal {
    Refusal::not_found("Försöket finns inte.")
}

#[cfg(test)]
#[path = "attempt_tests.rs"]
mod tests;
