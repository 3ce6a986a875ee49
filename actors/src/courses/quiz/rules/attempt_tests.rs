use storage::courses::quiz::QuestionType::{Open, Single};
use storage::courses::{CourseId, LessonId};
use storage::ids::UserId;
use storage::value::Json;

use super::grading::tests::{answer, attempt, key, question, revision};
use super::*;

const MINUTE: i64 = 60_000;

fn settings(time_limit: Option<i64>, closes: Option<i64>) -> QuizSettings {
    QuizSettings { time_limit, closes: closes.map(Moment), ..QuizSettings::default() }
}

/// [contract 10.2] Deadline = min(start + limit × extra, closes), only ever lengthened.
#[test]
fn deadline_follows_from_limit_extra_time_and_closing() {
    let at = |limit, closes, extra| deadline(Moment(0), &settings(limit, closes), extra).map(|at| at.0);
    for (limit, closes, extra, expected) in [
        (None, None, 0, None),
        (Some(600), None, 0, Some(10 * MINUTE)),
        (Some(600), None, 50, Some(15 * MINUTE)),
        (Some(600), Some(5 * MINUTE), 50, Some(5 * MINUTE)),
        (Some(600), Some(20 * MINUTE), 50, Some(15 * MINUTE)),
        (None, Some(20 * MINUTE), 300, Some(20 * MINUTE)),
    ] {
        assert_eq!(at(limit, closes, extra), expected, "{limit:?} {closes:?} {extra}");
    }
    let (early, late) = (Some(Moment(1)), Some(Moment(2)));
    for (stands, now, expected) in [
        (early, late, late),
        // A quiz that is closed, or shortened, while somebody writes takes nothing from them.
        (late, early, late),
        (early, None, None),
        (None, early, None),
    ] {
        assert_eq!(lengthened(stands, now), expected);
    }
}

/// [contract 10.2] overdue: deadline + 30 s.
#[test]
fn answers_on_their_way_are_taken_for_thirty_seconds() {
    let deadline = Some(Moment(1_000));
    assert!(!is_over(deadline, 1_000 + 30_000));
    assert!(is_over(deadline, 1_000 + 30_001));
    assert!(!is_over(None, i64::MAX));
}

fn quiz(settings: QuizSettings, question_count: i64) -> Quiz {
    Quiz {
        quiz_id: LessonId(1),
        course_id: CourseId(3),
        version: 1,
        revision: 1,
        next_id: 9,
        question_count,
        max_score: 0,
        settings: Json(settings),
        regrades: Json(Vec::new()),
    }
}

#[test]
fn attempts_begin_while_the_quiz_is_open_and_some_are_left() {
    let hours = QuizSettings {
        opens: Some(Moment(10)),
        closes: Some(Moment(20)),
        max_attempts: 2,
        ..settings(None, None)
    };
    let code = |quiz: &Quiz, count, now| begin(quiz, count, now).map_err(|refusal| refusal.code);
    let one = quiz(hours, 1);
    for (count, now, expected) in [
        (0, 9, Err("NOT_OPEN")),
        (0, 10, Ok(())),
        (1, 19, Ok(())),
        (2, 19, Err("NO_ATTEMPTS_LEFT")),
        (0, 20, Err("CLOSED")),
    ] {
        assert_eq!(code(&one, count, now), expected, "{count} {now}");
    }
    assert_eq!(code(&quiz(settings(None, None), 0), 0, 1), Err("NO_QUESTIONS"));
    // 0 is no limit, but for one that nobody reaches.
    assert_eq!(code(&quiz(settings(None, None), 1), 999, 1), Ok(()));
    assert_eq!(code(&quiz(settings(None, None), 1), 1_000, 1), Err("NO_ATTEMPTS_LEFT"));
}

/// [contract 10.2] finished | overdue (what was saved is graded, `finishedAt` = deadline) | abandoned (nothing saved).
#[test]
fn attempts_end_as_the_contract_says() {
    let asked = revision(1, vec![question(1, Single, 2, &[11, 12])], vec![key(1, &[11])]);
    let open = Attempt { deadline: Some(Moment(1_000)), ..attempt(1, AttemptState::InProgress, 0, None) };
    let end = |answers: &[SavedAnswer], how, now| {
        let it = ended(&open, &asked, answers, &[], how, now);
        (it.state, it.finished.map(|at| at.0), it.score, it.passed)
    };
    let saved = [answer(1, &[11], "")];
    use AttemptState::{Abandoned, Finished, Overdue};
    assert_eq!(end(&saved, End::Submit, 500), (Finished, Some(500), 2, Some(true)));
    assert_eq!(end(&saved, End::Submit, 20_000), (Finished, Some(1_000), 2, Some(true)));
    assert_eq!(end(&saved, End::Time, 90_000), (Overdue, Some(1_000), 2, Some(true)));
    assert_eq!(end(&[], End::Time, 90_000), (Abandoned, Some(1_000), 0, Some(false)));
    // An answer that was taken back is none.
    assert_eq!(end(&[answer(1, &[], "")], End::Time, 90_000).0, Abandoned);
    assert_eq!(end(&[], End::Submit, 500), (Finished, Some(500), 0, Some(false)));
}

/// [contract 10.2] No answer or frame holds the key earlier.
#[test]
fn key_is_shown_when_its_time_has_come() {
    use ShowAnswers::{AfterAttempt, AfterClose, AfterPass, Never};
    let head = |open| AttemptHead { open, count: 2, ..AttemptHead::blank(LessonId(1), UserId(2)) };
    let ended = attempt(1, AttemptState::Finished, 50, Some(false));
    let running = attempt(1, AttemptState::InProgress, 0, None);
    for (show, has_passed, now, expected) in [
        (Never, true, 99, false),
        (AfterAttempt, false, 1, true),
        (AfterPass, false, 99, false),
        (AfterPass, true, 1, true),
        (AfterClose, true, 19, false),
        (AfterClose, false, 20, true),
    ] {
        let settings = QuizSettings { show_answers: show, ..settings(None, Some(20)) };
        assert_eq!(shows_key(&settings, &ended, &head(0), has_passed, now), expected, "{show} {now}");
        assert!(!shows_key(&settings, &running, &head(1), has_passed, now), "{show} in progress");
        assert!(!shows_key(&settings, &ended, &head(2), has_passed, now), "{show}, another is in progress");
    }
    let never_closes = QuizSettings { show_answers: AfterClose, ..settings(None, None) };
    assert!(!shows_key(&never_closes, &ended, &head(0), true, i64::MAX));
}

#[test]
fn answers_fit_their_questions() {
    let asked = [question(1, Single, 1, &[11, 12]), question(2, Open, 1, &[])];
    let code = |given: &[(i64, Vec<i64>, String)]| {
        answers(&asked, given)
            .map_err(|refusal| (refusal.fields[0].field.to_string(), refusal.fields[0].code))
    };
    let one = |question, options: &[i64], text: &str| (question, options.to_vec(), text.to_owned());
    assert!(code(&[one(1, &[12], ""), one(2, &[], "Fritt")]).is_ok());
    assert!(code(&[one(1, &[], ""), one(2, &[], "")]).is_ok(), "taken back");
    for (given, expected) in [
        (vec![one(3, &[], "")], "UNKNOWN"),
        (vec![one(1, &[13], "")], "UNKNOWN"),
        (vec![one(2, &[11], "")], "UNKNOWN"),
        (vec![one(1, &[11], ""), one(1, &[12], "")], "TWICE"),
        (vec![one(1, &[11, 12], "")], "TOO_MANY"),
        (vec![one(1, &[], "Ett")], "TEXT"),
        (vec![one(2, &[], "\0")], "CHARACTERS"),
    ] {
        assert_eq!(code(&given), Err(("answers".to_owned(), expected)), "{given:?}");
    }
}

/// Another order in each attempt, the same whenever it is shown, with nothing lost.
#[test]
fn shuffled_questions_stay_as_they_are() {
    use storage::courses::quiz::AttemptId;
    let all: Vec<Question> =
        (1..=8).map(|n| question(n * 10, Single, 1, &[n * 10 + 1, n * 10 + 2, n * 10 + 3])).collect();
    let one = shuffled(all.clone(), AttemptId(5));
    assert_eq!(one, shuffled(all.clone(), AttemptId(5)));
    assert_ne!(one, all);
    assert_ne!(one, shuffled(all.clone(), AttemptId(6)));
    let mut sorted = one;
    sorted.sort_by_key(|question| question.id);
    for question in &mut sorted {
        question.options.sort_by_key(|option| option.id);
    }
    assert_eq!(sorted, all);
}
