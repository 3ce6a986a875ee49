//! Quiz attempts by those who take a course: beginning, saving answers, submitting, reading.

use futures_util::{join, try_join};
use storage::courses::LessonId;
use storage::courses::quiz::{
    ANSWER, ATTEMPT, Attempt, AttemptHead, AttemptId, AttemptState, Question, QuestionType, Quiz,
    QuizRevision, Quizzes, SavedAnswer,
};
use storage::ids::UserId;
use storage::value::Json;

use super::ending::{self, Key, deadline_job, end, end_of, now_until};
use super::facts::{QuizFacts, attempted, found, name, own, pinned};
use super::making::TRIES;
use super::rules::{self, End, grading, shuffled};
use super::view::{AnswerView, AttemptView, ResultView, SaveAnswers, SavedView, SummaryView, marks};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, before_retry, now};

fn begun(quiz: &Quiz, head: &AttemptHead, attempt_id: AttemptId, at: i64) -> Attempt {
    Attempt {
        quiz_id: head.quiz_id,
        user_id: head.user_id,
        shelf: ATTEMPT,
        number: head.count + 1,
        question: 0,
        attempt_id,
        revision: quiz.revision,
        state: AttemptState::InProgress,
        started: Moment(at),
        deadline: rules::deadline(Moment(at), &quiz.settings.0, head.extra_time),
        finished: None,
        seq: 0,
        saved: None,
        score: 0,
        max: quiz.max_score,
        percentage: 0,
        passed: None,
        waiting: 0,
        marks: Json(Vec::new()),
        grades: Json(Vec::new()),
        grades_version: 0,
    }
}

/// Begins an attempt, with the job that ends it; whether it is new: the one in progress is answered again and not
/// counted. 403 NOT_ENROLLED, LOCKED; 404; 409 NO_ATTEMPTS_LEFT, NOT_OPEN, CLOSED, NO_QUESTIONS.
pub async fn start(platform: &Platform, who: &Who, id: LessonId) -> Result<(AttemptView, bool)> {
    let quizzes = Quizzes::of(&platform.storage);
    for attempt in 0..TRIES {
        let turn = platform.turns.of(who.user_id.0).await;
        let head = quizzes.head(id, who.user_id).await?;
        // After the head: what is decided by its version was judged by these settings.
        let it = QuizFacts::taken(platform, who, id).await?;
        if head.open != 0 {
            let open = quizzes.attempt(id, who.user_id, head.open).await?;
            let open = open.ok_or_else(rules::no_such_attempt)?;
            if !rules::is_over(now_until(&it.quiz, &head, &open), now()) {
                return Ok((view(platform, who, &it, open).await?, false));
            }
            drop(turn);
            end(platform, (id, who.user_id, head.open), End::Time).await?;
            continue;
        }
        let at = now();
        rules::begin(&it.quiz, head.count, at)?;
        let new = begun(&it.quiz, &head, AttemptId(platform.ids.next(at)?), at);
        let mut then = vec![new.insert(), storage::record::Stored::insert(&new.place())];
        then.extend(deadline_job(platform, &new)?);
        let next = AttemptHead { count: new.number, open: new.number, ..head.clone() };
        if quizzes.decide_attempts(&head, &next, then).await? {
            return Ok((view(platform, who, &it, new).await?, true));
        }
        drop(turn);
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// An attempt with its questions and answers: to its learner, and to those who write the course. 404.
pub async fn attempt(platform: &Platform, who: &Who, id: AttemptId) -> Result<AttemptView> {
    let (place, it) = found(platform, who, id).await?;
    let quizzes = Quizzes::of(&platform.storage);
    let key = (place.quiz_id, place.user_id, place.number);
    let (head, attempt) = try_join!(quizzes.head(key.0, key.1), quizzes.attempt(key.0, key.1, key.2))?;
    let mut attempt = attempt.ok_or_else(rules::no_such_attempt)?;
    let is_open = attempt.state == AttemptState::InProgress;
    if is_open && rules::is_over(now_until(&it.quiz, &head, &attempt), now()) {
        attempt = end(platform, key, End::Time).await?;
    }
    view(platform, who, &it, attempt).await
}

/// An attempt as the caller sees it: the key and what follows from it only when it is shown to them.
pub(super) async fn view(
    platform: &Platform,
    who: &Who,
    it: &QuizFacts,
    attempt: Attempt,
) -> Result<AttemptView> {
    let quizzes = Quizzes::of(&platform.storage);
    let (id, user_id) = (attempt.quiz_id, attempt.user_id);
    let regrades = &it.quiz.regrades.0;
    let (people, answers, (revision, _), display_name) = try_join!(
        async { Ok::<_, Refusal>(quizzes.attempts_of(id, &[user_id]).await?) },
        async { Ok(quizzes.answers(id, user_id, attempt.number).await?) },
        pinned(platform, id, regrades, attempt.revision),
        name(platform, user_id),
    )?;
    let (head, all) = people.into_iter().next().ok_or_else(rules::no_such_attempt)?;
    let settings = &it.quiz.settings.0;
    let overall = grading::overall(settings.grade_method, settings.pass_percent, &all);
    let has_passed = overall.is_some_and(|it| it.passed == Some(true));
    let at = now();
    let has_ended = attempt.state != AttemptState::InProgress;
    let is_teacher = it.facts.writes() && user_id != who.user_id;
    let shows = has_ended && (is_teacher || rules::shows_key(settings, &attempt, &head, has_passed, at));
    let open: Vec<i64> = revision.questions.0.iter().filter(|one| is_open(one)).map(|one| one.id).collect();
    let shown = marks(&attempt).into_iter().filter(|mark| shows || open.contains(&mark.question));
    let mut questions = revision.questions.0;
    if settings.shuffle {
        questions = shuffled(questions, attempt.attempt_id);
    }
    if !shows {
        for question in &mut questions {
            question.feedback = None;
        }
    }
    Ok(AttemptView {
        summary: SummaryView {
            da_deadline: if has_ended { attempt.deadline } else { now_until(&it.quiz, &head, &attempt) },
            ..SummaryView::of(&attempt, settings, head.count)
        },
        id_quiz: id,
        id_course: it.quiz.course_id,
        id_auth_user: user_id,
        display_name,
        da_now: Moment(at),
        seq: attempt.seq,
        da_saved: attempt.saved,
        questions: questions.into_iter().map(Into::into).collect(),
        answers: answers.into_iter().filter(|one| !one.is_empty()).map(Into::into).collect(),
        marks: has_ended.then(|| shown.collect()),
        key: shows.then(|| revision.key.0.into_iter().map(Into::into).collect()),
        version: attempt.grades_version,
    })
}

fn is_open(question: &Question) -> bool {
    question.kind == QuestionType::Open
}

/// What an ended attempt is worth; else internal.
fn result(quiz: &Quiz, attempt: &Attempt, count: i64) -> Result<ResultView> {
    ResultView::of(attempt, &quiz.settings.0, count).ok_or_else(Refusal::internal)
}

/// 409 with the result: the attempt takes no answers any more.
fn late(quiz: &Quiz, attempt: &Attempt, count: i64) -> Refusal {
    let refusal = if attempt.state == AttemptState::Finished {
        Refusal::conflict("ENDED", "Provet är redan inlämnat.")
    } else {
        Refusal::conflict("TIME_OVER", "Tiden är ute. Det som var sparat är rättat.")
    };
    match result(quiz, attempt, count) {
        Ok(result) => refusal.showing(&result),
        Err(other) => other,
    }
}

/// Saves answers of an attempt in progress; a `seq` that is not larger than what stands is ignored, and the answer says
/// what stands. 403 NOT_ENROLLED; 404; 409 TIME_OVER, ENDED with the result; 422.
pub async fn save(platform: &Platform, who: &Who, id: AttemptId, input: SaveAnswers) -> Result<SavedView> {
    let place = own(platform, who, id).await?;
    let quizzes = Quizzes::of(&platform.storage);
    let key = (place.quiz_id, place.user_id, place.number);
    let mut right = Some(attempted(platform, who, place.quiz_id));
    let given: Vec<(i64, Vec<i64>, String)> =
        input.answers.into_iter().map(|one| (one.question, one.options, one.text)).collect();
    for attempt in 0..TRIES {
        let turn = platform.turns.of(who.user_id.0).await;
        let stands = standing(&quizzes, key);
        let stands = match right.take() {
            // The right is read beside what the save is decided by, and judged before it.
            Some(right) => {
                let (may, stands) = join!(right, stands);
                may.and(stands)?
            }
            None => stands.await?,
        };
        let Standing { head, quiz, old, revision } = stands;
        if old.state != AttemptState::InProgress {
            return Err(late(&quiz, &old, head.count));
        }
        let (at, deadline) = (now(), now_until(&quiz, &head, &old));
        if rules::is_over(deadline, at) {
            drop(turn);
            let ended = end(platform, key, End::Time).await?;
            return Err(late(&quiz, &ended, head.count));
        }
        rules::answers(&revision.questions.0, &given)?;
        if input.seq <= old.seq {
            let stands = quizzes.answers(key.0, key.1, key.2).await?;
            return Ok(saved(&Attempt { deadline, ..old }, false, stands));
        }
        let new = Attempt { seq: input.seq, saved: Some(Moment(at)), deadline, ..old };
        let rows: Vec<SavedAnswer> = given.iter().map(|one| row(key, at, one)).collect();
        let mut then: Vec<_> = rows.iter().map(SavedAnswer::insert).collect();
        then.push(new.insert());
        if quizzes.decide_attempts(&head, &head, then).await? {
            return Ok(saved(&new, true, rows));
        }
        drop(turn);
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}

/// What a save is decided by.
struct Standing {
    head: AttemptHead,
    quiz: Quiz,
    old: Attempt,
    revision: QuizRevision,
}

async fn standing(quizzes: &Quizzes, (quiz_id, user_id, number): Key) -> Result<Standing> {
    let head = quizzes.head(quiz_id, user_id).await?;
    // After the head, whose version guards all of it.
    let (quiz, old) = try_join!(quizzes.settled(quiz_id), quizzes.attempt(quiz_id, user_id, number))?;
    let (quiz, old) = (quiz.ok_or_else(rules::no_such_quiz)?, old.ok_or_else(rules::no_such_attempt)?);
    let revision = quizzes.revision(quiz_id, old.revision).await?.ok_or_else(rules::no_such_quiz)?;
    Ok(Standing { head, quiz, old, revision })
}

fn row(
    (quiz_id, user_id, number): (LessonId, UserId, i64),
    at: i64,
    (question, options, text): &(i64, Vec<i64>, String),
) -> SavedAnswer {
    SavedAnswer {
        quiz_id,
        user_id,
        shelf: ANSWER,
        number,
        question: *question,
        saved: Some(Moment(at)),
        options: Json(options.clone()),
        answer: Some(text.clone()).filter(|text| !text.is_empty()),
    }
}

fn saved(attempt: &Attempt, accepted: bool, answers: Vec<SavedAnswer>) -> SavedView {
    let answers = answers.into_iter().filter(|one| accepted || !one.is_empty());
    SavedView {
        accepted,
        seq: attempt.seq,
        da_saved: attempt.saved,
        da_deadline: attempt.deadline,
        da_now: Moment(now()),
        answers: answers.map(AnswerView::from).collect(),
    }
}

/// Submits an attempt, and answers what it is worth; again, and after its time, the first result. 403 NOT_ENROLLED; 404.
pub async fn submit(platform: &Platform, who: &Who, id: AttemptId) -> Result<ResultView> {
    let place = own(platform, who, id).await?;
    let key = (place.quiz_id, place.user_id, place.number);
    // The right is read beside what the end is decided by, and judged before it.
    let (quiz, stands) = join!(attempted(platform, who, place.quiz_id), ending::standing(platform, key));
    let quiz = quiz?;
    let (ended, count) = end_of(platform, key, End::Submit, stands?).await?;
    result(&quiz, &ended, count)
}
