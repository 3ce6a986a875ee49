//! What teachers do with attempts: grading answers by hand, extra time, grading again by another key.

use std::time::Duration;

use futures_util::try_join;
use storage::courses::quiz::{Attempt, AttemptHead, AttemptId, AttemptState, Grade, Quiz, Quizzes, Regrade};
use storage::courses::{EnrolmentState, LessonId};
use storage::engine::Write;
use storage::ids::UserId;
use storage::notifications::Notification;
use storage::record::Stored;
use storage::value::Json;

use super::attempting::view;
use super::ending::{now_until, passed, passing};
use super::facts::{QuizFacts, found, name, pinned};
use super::making::{self, TRIES};
use super::results::row;
use super::rules::{self, grading};
use super::view::{AttemptView, ExtraTimeDraft, GradesDraft, QuizView, RegradeDraft, RowView};
use crate::Platform;
use crate::accounts::Who;
use crate::courses::{bells, rules as courses};
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::text::prose;
use crate::platform::time::{Moment, before_retry, now};

/// People whose attempts are graded again in one go.
const SLICE: usize = 100;

/// Grades the attempts of everybody again, by what stands then. Run twice, it changes nothing the second time: each score
/// follows from the attempt's own revision and answers, not from the score before.
pub(in crate::courses) const REGRADE: JobKind = JobKind {
    name: "quiz-regrade",
    class: Class::Bulk,
    share: jobs::of_subject,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let id: LessonId = serde_json::from_str(&job.payload)?;
            let quizzes = Quizzes::of(&platform.storage);
            let mut after = None;
            loop {
                let some = quizzes.people(id, after, SLICE).await?;
                let Some(last) = some.last().copied() else { return Ok(()) };
                for user_id in some {
                    again(&platform, id, user_id).await?;
                }
                after = Some(last);
            }
        })
    },
};

/// Grades somebody's ended attempts again.
async fn again(platform: &Platform, id: LessonId, user_id: UserId) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    for attempt in 0..TRIES {
        let head = quizzes.head(id, user_id).await?;
        let (quiz, mut all) = try_join!(quizzes.settled(id), quizzes.attempts(id, user_id))?;
        let Some(quiz) = quiz else { return Ok(()) };
        let mut then = Vec::new();
        for one in all.iter_mut().filter(|one| one.state != AttemptState::InProgress) {
            let new = regraded(platform, &quiz, one, &one.grades.0).await?;
            if new != *one {
                then.push(new.insert());
                *one = new;
            }
        }
        // An attempt in progress may be ending right now, judged by the quiz as it was: raising the head's version lets
        // it be judged again.
        if then.is_empty() && head.open == 0 {
            return Ok(());
        }
        let note = passing(platform, &quiz, user_id, &all)?;
        let has_passed = note.is_some();
        then.extend(note);
        if quizzes.decide_attempts(&head, &head, then).await? {
            if has_passed {
                passed(platform, &quiz, user_id).await;
            }
            return Ok(());
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// An ended attempt, graded by what stands now and by these grades.
async fn regraded(platform: &Platform, quiz: &Quiz, attempt: &Attempt, grades: &[Grade]) -> Result<Attempt> {
    let (answers, (revision, overrides)) = try_join!(
        async {
            let quizzes = Quizzes::of(&platform.storage);
            Ok::<_, Refusal>(quizzes.answers(attempt.quiz_id, attempt.user_id, attempt.number).await?)
        },
        pinned(platform, attempt.quiz_id, &quiz.regrades.0, attempt.revision),
    )?;
    let worth = grading::grade(&revision, &answers, &overrides, grades);
    Ok(rules::graded(&Attempt { grades: Json(grades.to_vec()), ..attempt.clone() }, worth))
}

/// Decides that questions are graded again in the attempts that were begun before the quiz was last saved, and leaves
/// the work to a job. 403; 404; 409 STALE with `current`; 422 on `questions`.
pub async fn regrade(platform: &Platform, who: &Who, id: LessonId, input: RegradeDraft) -> Result<QuizView> {
    let it = QuizFacts::written(platform, who, id).await?;
    let revision = Quizzes::of(&platform.storage).revision(id, it.quiz.revision).await?;
    let known: Vec<i64> =
        revision.iter().flat_map(|one| &one.questions.0).map(|question| question.id).collect();
    if input.questions.iter().any(|question| !known.contains(question)) {
        return Err(Refusal::field("questions", "UNKNOWN", "Frågan finns inte i provet."));
    }
    let at = Moment(now());
    let job = jobs::job(platform, REGRADE.name, at.0, &id)?.insert();
    let decided = making::decide(platform, who, id, &[job], |old| {
        if old.version != input.version {
            return Err(Refusal::stale("Provet har ändrats av någon annan."));
        }
        let mut regrades = old.regrades.0.clone();
        regrades.retain(|one| !input.questions.contains(&one.question));
        let mut questions = input.questions.clone();
        questions.sort_unstable();
        questions.dedup();
        let (mode, revision) = (input.mode, old.revision);
        regrades.extend(questions.into_iter().map(|question| Regrade { question, mode, revision, at }));
        Ok(Some(Quiz { regrades: Json(regrades), ..old.clone() }))
    })
    .await;
    match decided {
        Ok(_) => {
            platform.jobs.wake();
            making::quiz(platform, who, id).await
        }
        Err(refusal) => Err(refusal.with_current(making::quiz(platform, who, id)).await),
    }
}

/// Gives marks for answers of an ended attempt. Its learner is notified once nothing waits any more. 403; 404; 409
/// IN_PROGRESS, STALE with `current`; 422 on `grades`.
pub async fn grade(platform: &Platform, who: &Who, id: AttemptId, input: GradesDraft) -> Result<AttemptView> {
    let (place, it) = found(platform, who, id).await?;
    courses::write(&it.facts.head, &it.facts.reader)?;
    let quizzes = Quizzes::of(&platform.storage);
    let (quiz_id, user_id) = (place.quiz_id, place.user_id);
    for attempt in 0..TRIES {
        let head = quizzes.head(quiz_id, user_id).await?;
        let (quiz, mut all) = try_join!(quizzes.settled(quiz_id), quizzes.attempts(quiz_id, user_id))?;
        let quiz = quiz.ok_or_else(rules::no_such_quiz)?;
        let old = all.iter_mut().find(|one| one.number == place.number);
        let old = old.ok_or_else(rules::no_such_attempt)?;
        if old.state == AttemptState::InProgress {
            return Err(Refusal::conflict("IN_PROGRESS", "Försöket pågår fortfarande."));
        }
        if old.grades_version != input.version {
            let stale = Refusal::stale("Försöket har rättats av någon annan.");
            return Err(stale.with_current(view(platform, who, &it, old.clone())).await);
        }
        let grades = merged(old, &input)?;
        let new = regraded(platform, &quiz, old, &grades).await?;
        let new = Attempt { grades_version: old.grades_version + 1, ..new };
        let is_told = new.waiting == 0 && old.waiting > 0;
        *old = new.clone();
        let note = passing(platform, &quiz, user_id, &all)?;
        let has_passed = note.is_some();
        let bells: Vec<Notification> =
            if is_told { vec![bells::graded(platform, &it.facts, user_id, quiz_id)?] } else { Vec::new() };
        let mut then: Vec<Write> = std::iter::once(new.insert()).chain(note).collect();
        then.extend(writes(platform, &bells)?);
        if quizzes.decide_attempts(&head, &head, then).await? {
            announce(platform, &bells);
            if has_passed {
                passed(platform, &quiz, user_id).await;
            }
            return view(platform, who, &it, new).await;
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// The grades of an attempt with the new ones. 422 on `grades`.
fn merged(attempt: &Attempt, input: &GradesDraft) -> Result<Vec<Grade>> {
    let mut grades = attempt.grades.0.clone();
    for one in &input.grades {
        let Some(mark) = attempt.marks.0.iter().find(|mark| mark.question == one.question) else {
            return Err(Refusal::field("grades", "UNKNOWN", "Frågan finns inte i försöket."));
        };
        if one.score > mark.max {
            let message = format!("Frågan ger högst {} poäng.", mark.max);
            return Err(Refusal::field("grades", "RANGE", message));
        }
        let comment = one.comment.as_deref().map(|text| prose("grades", text)).transpose()?;
        let comment = comment.filter(|text| !text.is_empty());
        grades.retain(|grade| grade.question != one.question);
        grades.push(Grade { question: one.question, score: one.score, comment });
    }
    Ok(grades)
}

/// Gives somebody who takes the course more time, also in an attempt that is in progress. 403; 404; 422 NOT_ENROLLED.
pub async fn give_time(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    user_id: UserId,
    ExtraTimeDraft { extra_time }: ExtraTimeDraft,
) -> Result<RowView> {
    let it = QuizFacts::written(platform, who, id).await?;
    let courses = storage::courses::Courses::of(&platform.storage);
    let progress = courses.progress(it.quiz.course_id, user_id).await?;
    if progress.is_none_or(|one| one.state != EnrolmentState::Active) {
        return Err(Refusal::field("extraTime", "NOT_ENROLLED", "Personen går inte kursen."));
    }
    let quizzes = Quizzes::of(&platform.storage);
    for attempt in 0..TRIES {
        let head = quizzes.head(id, user_id).await?;
        let mut all = quizzes.attempts(id, user_id).await?;
        let next = AttemptHead { extra_time, ..head.clone() };
        let mut then = Vec::new();
        if let Some(open) = all.iter_mut().find(|one| one.number == head.open) {
            // Its job finds the later deadline and comes back.
            open.deadline = now_until(&it.quiz, &next, open);
            then.push(open.insert());
        }
        if quizzes.decide_attempts(&head, &next, then).await? {
            return Ok(row(&it.quiz, name(platform, user_id).await?, &next, &all));
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}
