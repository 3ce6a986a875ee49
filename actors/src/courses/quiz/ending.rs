//! How attempts end: submitted, or by their deadline. What follows from passing.

use std::time::Duration;

use futures_util::try_join;
use storage::courses::quiz::{Attempt, AttemptHead, AttemptState, Quiz, QuizRevision, Quizzes, SavedAnswer};
use storage::courses::{CourseId, LessonId};
use storage::engine::Write;
use storage::ids::UserId;
use storage::record::Stored;

use super::facts::pinned;
use super::making::TRIES;
use super::rules::grading::{self, Override};
use super::rules::{self, End, GRACE_MS};
use super::waiting::waiting;
use crate::Platform;
use crate::courses::learning::note_done;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::time::{Moment, before_retry, now};

/// How long the job of a passed quiz leaves it to whoever decided it (ms): so the many that pass when their time is up
/// together are noted once each, and their jobs come when that is over.
const PATIENCE: i64 = 60_000;

/// Whose attempt at which quiz, and its number.
pub(super) type Key = (LessonId, UserId, i64);

/// Ends an attempt whose deadline has passed.
pub(in crate::courses) const DEADLINE: JobKind = JobKind {
    name: "quiz-deadline",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let key: Key = serde_json::from_str(&job.payload)?;
            match end(&platform, key, End::Time).await {
                // The time was lengthened meanwhile, so it comes back; without a deadline there is nothing to wait for.
                Ok(open) if open.state == AttemptState::InProgress => match open.deadline {
                    Some(deadline) => Err(Failure::NotYet(due(deadline))),
                    None => Ok(()),
                },
                Ok(_) => Ok(()),
                Err(refusal) if refusal.kind == RefusalKind::NotFound => Ok(()),
                Err(refusal) => Err(refusal.into()),
            }
        })
    },
};

/// Notes that a quiz is passed as its lesson being done, if the process that decided it died before it did.
pub(in crate::courses) const PASSED: JobKind = JobKind {
    name: "quiz-passed",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, course_id, lesson_id): (UserId, CourseId, LessonId) =
                serde_json::from_str(&job.payload)?;
            note_done(&platform, course_id, user_id, lesson_id).await?;
            Ok(())
        })
    },
};

fn due(deadline: Moment) -> i64 {
    deadline.0 + GRACE_MS + 1
}

/// The job that ends a new attempt; none: it has no deadline.
pub(super) fn deadline_job(platform: &Platform, attempt: &Attempt) -> Result<Option<Write>> {
    let Some(deadline) = attempt.deadline else { return Ok(None) };
    let key: Key = (attempt.quiz_id, attempt.user_id, attempt.number);
    Ok(Some(jobs::job(platform, DEADLINE.name, due(deadline), &key)?.insert()))
}

/// The deadline of an attempt by the settings and the extra time as they are now; never earlier than it was.
pub(super) fn now_until(quiz: &Quiz, head: &AttemptHead, attempt: &Attempt) -> Option<Moment> {
    let now = rules::deadline(attempt.started, &quiz.settings.0, head.extra_time);
    rules::lengthened(attempt.deadline, now)
}

/// The write that notes a passed quiz, where somebody's attempts have passed it.
pub(super) fn passing(
    platform: &Platform,
    quiz: &Quiz,
    user_id: UserId,
    attempts: &[Attempt],
) -> Result<Option<Write>> {
    let settings = &quiz.settings.0;
    let overall = grading::overall(settings.grade_method, settings.pass_percent, attempts);
    if overall.is_none_or(|it| it.passed != Some(true)) {
        return Ok(None);
    }
    let payload = (user_id, quiz.course_id, quiz.quiz_id);
    Ok(Some(jobs::job(platform, PASSED.name, now() + PATIENCE, &payload)?.insert()))
}

/// Marks the lesson of a quiz that was just passed as done, so that the answer finds it so. If it does not succeed, the
/// job that was stored with the decision does.
pub(super) async fn passed(platform: &Platform, quiz: &Quiz, user_id: UserId) {
    platform.jobs.wake();
    if let Err(refusal) = note_done(platform, quiz.course_id, user_id, quiz.quiz_id).await {
        tracing::warn!(%refusal, "a passed quiz is noted later");
    }
}

/// What the end of an attempt is decided by.
pub(super) struct Standing {
    head: AttemptHead,
    quiz: Quiz,
    all: Vec<Attempt>,
    answers: Vec<SavedAnswer>,
    pinned: (QuizRevision, Vec<Override>),
}

/// Reads it in three round trips. 404.
pub(super) async fn standing(platform: &Platform, (quiz_id, user_id, number): Key) -> Result<Standing> {
    let quizzes = Quizzes::of(&platform.storage);
    let head = quizzes.head(quiz_id, user_id).await?;
    // After the head, whose version guards all of it: whoever grades again raises it as well.
    let (quiz, all, answers) = try_join!(
        quizzes.settled(quiz_id),
        quizzes.attempts(quiz_id, user_id),
        quizzes.answers(quiz_id, user_id, number)
    )?;
    let quiz = quiz.ok_or_else(rules::no_such_quiz)?;
    let open = all.iter().find(|one| one.number == number).ok_or_else(rules::no_such_attempt)?;
    let pinned = pinned(platform, quiz_id, &quiz.regrades.0, open.revision).await?;
    Ok(Standing { head, quiz, all, answers, pinned })
}

/// Ends an attempt and answers it as it stands then: an ended one stays as it is, and so does one whose deadline has
/// not passed (its deadline is that of now). Who submits too late gets what was saved in time. 404; 503.
pub(super) async fn end(platform: &Platform, key: Key, how: End) -> Result<Attempt> {
    let stands = standing(platform, key).await?;
    Ok(end_of(platform, key, how, stands).await?.0)
}

/// The same by what was read; answers also how many attempts its learner has begun.
pub(super) async fn end_of(
    platform: &Platform,
    key: Key,
    how: End,
    mut stands: Standing,
) -> Result<(Attempt, i64)> {
    let (_, user_id, number) = key;
    for attempt in 0..TRIES {
        let Standing { head, quiz, mut all, answers, pinned: (revision, overrides) } = stands;
        let old = all.iter_mut().find(|one| one.number == number).ok_or_else(rules::no_such_attempt)?;
        if old.state != AttemptState::InProgress {
            return Ok((old.clone(), head.count));
        }
        let deadline = now_until(&quiz, &head, old);
        let at = now();
        let how = if rules::is_over(deadline, at) { End::Time } else { how };
        let open = Attempt { deadline, ..old.clone() };
        if how == End::Time && !rules::is_over(deadline, at) {
            return Ok((open, head.count));
        }
        let new = rules::ended(&open, &revision, &answers, &overrides, how, at);
        *old = new.clone();
        let note = passing(platform, &quiz, user_id, &all)?;
        let has_passed = note.is_some();
        let then = std::iter::once(new.insert()).chain(note).chain(waiting(platform, &new)?).collect();
        let next = AttemptHead { open: 0, ..head.clone() };
        if Quizzes::of(&platform.storage).decide_attempts(&head, &next, then).await? {
            platform.jobs.wake();
            if has_passed {
                passed(platform, &quiz, user_id).await;
            }
            return Ok((new, head.count));
        }
        before_retry(attempt).await;
        stands = standing(platform, key).await?;
    }
    Err(Refusal::busy())
}
