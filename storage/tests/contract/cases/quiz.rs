//! Quizzes: attempts are numbered without gaps and have one end, whoever is at it, and what `check` finds.

use std::sync::Arc;

use storage::Storage;
use storage::courses::quiz::{
    ANSWER, ATTEMPT, Attempt, AttemptHead, AttemptId, AttemptState, Choice, Question, QuestionKey,
    QuestionType, Quiz, QuizRevision, QuizSettings, Quizzes, SavedAnswer,
};
use storage::courses::{Certificate, CourseId, Courses, LessonId};
use storage::ids::UserId;
use storage::record::Stored;
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const ANNA: UserId = UserId(5);
const BO: UserId = UserId(6);

fn quiz(id: i64) -> (Quiz, QuizRevision) {
    let options = [2, 3].map(|id| Choice { id, text: "Svar".to_owned() }).to_vec();
    let question = Question {
        id: 1,
        kind: QuestionType::Single,
        text: "?".to_owned(),
        marks: 2,
        options,
        feedback: None,
    };
    let key = QuestionKey { question: 1, options: vec![2], ..QuestionKey::default() };
    let quiz = Quiz {
        quiz_id: LessonId(id),
        course_id: CourseId(id - 1),
        version: 1,
        revision: 1,
        next_id: 4,
        question_count: 1,
        max_score: 2,
        settings: Json(QuizSettings::default()),
        regrades: Json(Vec::new()),
    };
    let revision = QuizRevision {
        quiz_id: LessonId(id),
        revision: 1,
        pass_percent: 60,
        questions: Json(vec![question]),
        key: Json(vec![key]),
        created: Moment(1_000),
    };
    (quiz, revision)
}

/// A stored quiz of a stored lesson.
async fn made(storage: &Storage, id: i64) -> Quiz {
    super::courses::with_quiz(storage, id - 1, id).await;
    let (quiz, revision) = quiz(id);
    assert!(Quizzes::of(storage).decide(None, &quiz, vec![revision.insert()]).await.unwrap());
    quiz
}

fn attempt(head: &AttemptHead, id: i64) -> Attempt {
    Attempt {
        quiz_id: head.quiz_id,
        user_id: head.user_id,
        shelf: ATTEMPT,
        number: head.count + 1,
        question: 0,
        attempt_id: AttemptId(id),
        revision: 1,
        state: AttemptState::InProgress,
        started: Moment(1_000),
        deadline: None,
        finished: None,
        seq: 0,
        saved: None,
        score: 0,
        max: 2,
        percentage: 0,
        passed: None,
        waiting: 0,
        marks: Json(Vec::new()),
        grades: Json(Vec::new()),
        grades_version: 0,
    }
}

fn answer(of: &Attempt, option: i64) -> SavedAnswer {
    SavedAnswer {
        quiz_id: of.quiz_id,
        user_id: of.user_id,
        shelf: ANSWER,
        number: of.number,
        question: 1,
        saved: Some(Moment(1_000)),
        options: Json(vec![option]),
        answer: None,
    }
}

/// Begins an attempt if none is in progress; answers whether it did.
async fn start(quizzes: &Quizzes, quiz: &Quiz, user_id: UserId, id: i64) -> Option<Attempt> {
    let head = quizzes.head(quiz.quiz_id, user_id).await.unwrap();
    if head.open != 0 {
        return None;
    }
    let new = attempt(&head, id);
    let next = AttemptHead { count: new.number, open: new.number, ..head.clone() };
    let then = vec![new.insert(), new.place().insert()];
    quizzes.decide_attempts(&head, &next, then).await.unwrap().then_some(new)
}

pub async fn quiz_is_decided_by_its_version(world: &World) {
    let quiz = made(&world.storage, 8_101).await;
    let quizzes = Quizzes::of(&world.storage);
    assert!(!quizzes.decide(None, &quiz, Vec::new()).await.unwrap(), "there is one");
    let (_, revision) = self::quiz(8_101);
    let next = Quiz { version: 2, revision: 2, ..quiz.clone() };
    let later = QuizRevision { revision: 2, pass_percent: 80, ..revision.clone() };
    assert!(quizzes.decide(Some(&quiz), &next, vec![later.insert()]).await.unwrap());
    assert!(!quizzes.decide(Some(&quiz), &next, Vec::new()).await.unwrap(), "a stale copy");
    assert_eq!(quizzes.settled(quiz.quiz_id).await.unwrap(), Some(next.clone()));
    assert_eq!(quizzes.revision(quiz.quiz_id, 1).await.unwrap(), Some(revision), "an earlier one stays");
    assert_eq!(quizzes.revisions(quiz.quiz_id, &[2, 7]).await.unwrap(), [later]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    quizzes.remove(&next).await.unwrap();
    assert_eq!(quizzes.revisions(quiz.quiz_id, &[1, 2]).await.unwrap(), []);
}

/// Starts on several nodes at once: one in progress, numbered without gaps.
pub async fn starts_at_once_are_one_attempt(world: &World) {
    let quiz = made(&world.storage, 8_201).await;
    let nodes: Vec<Arc<Storage>> = (0..3).map(|_| Arc::new((world.reopen)())).collect();
    let quizzes = Quizzes::of(&world.storage);
    for round in 0..3 {
        let starts = (0..15).map(|n| {
            let quizzes = Quizzes::of(&nodes[n % 3]);
            let (quiz, id) = (&quiz, 8_210 + round * 20 + n as i64);
            async move { start(&quizzes, quiz, ANNA, id).await }
        });
        let begun: Vec<Attempt> =
            futures_util::future::join_all(starts).await.into_iter().flatten().collect();
        assert_eq!(begun.len(), 1);
        let head = quizzes.head(quiz.quiz_id, ANNA).await.unwrap();
        assert_eq!((head.count, head.open), (round + 1, round + 1));
        let all = quizzes.attempts(quiz.quiz_id, ANNA).await.unwrap();
        assert_eq!(all.iter().map(|one| one.number).collect::<Vec<_>>(), (1..=round + 1).collect::<Vec<_>>());
        let place = quizzes.place(begun[0].attempt_id).await.unwrap();
        assert_eq!(place, Some(begun[0].place()));
        // Of several ends one is decided, and whoever saved with the head of before is refused.
        let ended =
            Attempt { state: AttemptState::Finished, finished: Some(Moment(2_000)), ..begun[0].clone() };
        let ends = (0..6).map(|n| {
            let quizzes = Quizzes::of(&nodes[n % 3]);
            let (head, ended) = (&head, &ended);
            async move {
                let closed = AttemptHead { open: 0, ..head.clone() };
                quizzes.decide_attempts(head, &closed, vec![ended.insert()]).await.unwrap()
            }
        });
        let ends = futures_util::future::join_all(ends).await;
        assert_eq!(ends.iter().filter(|is| **is).count(), 1);
        let late = vec![answer(&ended, 2).insert()];
        assert!(!quizzes.decide_attempts(&head, &head, late).await.unwrap());
        assert_eq!(quizzes.answers(quiz.quiz_id, ANNA, ended.number).await.unwrap(), []);
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn answers_lie_beside_their_attempt(world: &World) {
    let quiz = made(&world.storage, 8_301).await;
    let quizzes = Quizzes::of(&world.storage);
    let mut all = Vec::new();
    for (user_id, id) in [(ANNA, 8_310), (BO, 8_311)] {
        let begun = start(&quizzes, &quiz, user_id, id).await.unwrap();
        let head = quizzes.head(quiz.quiz_id, user_id).await.unwrap();
        let saved = Attempt { seq: 1, saved: Some(Moment(1_500)), ..begun.clone() };
        let row = answer(&begun, 2);
        assert!(quizzes.decide_attempts(&head, &head, vec![saved.insert(), row.insert()]).await.unwrap());
        assert_eq!(quizzes.answers(quiz.quiz_id, user_id, 1).await.unwrap(), [row]);
        assert_eq!(quizzes.attempt(quiz.quiz_id, user_id, 1).await.unwrap(), Some(saved.clone()));
        all.push(saved);
    }
    let found = quizzes.attempts_of(quiz.quiz_id, &[BO, UserId(404), ANNA]).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|(head, attempts)| (head.count, attempts)).collect();
    assert_eq!(found, [(1, vec![all[1].clone()]), (0, Vec::new()), (1, vec![all[0].clone()])]);
    assert_eq!(quizzes.people(quiz.quiz_id, None, 1).await.unwrap(), [ANNA]);
    assert_eq!(quizzes.people(quiz.quiz_id, Some(ANNA), 9).await.unwrap(), [BO]);
    assert_eq!(quizzes.of_person(BO, None).await.unwrap(), [quiz.quiz_id]);
    // What is stored of a person goes, and of others stays. Done again, nothing is left to do.
    for _ in 0..2 {
        assert!(quizzes.forget(quiz.quiz_id, BO).await.unwrap());
    }
    assert_eq!(quizzes.of_person(BO, None).await.unwrap(), []);
    assert_eq!(quizzes.place(AttemptId(8_311)).await.unwrap(), None);
    assert_eq!(quizzes.answers(quiz.quiz_id, BO, 1).await.unwrap(), []);
    assert_eq!(quizzes.people(quiz.quiz_id, None, 9).await.unwrap(), [ANNA]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn a_person_has_one_certificate_of_a_course(world: &World) {
    let courses = Courses::of(&world.storage);
    let certificate = |code: &str| Certificate {
        code: code.to_owned(),
        course_id: CourseId(8_400),
        user_id: ANNA,
        name: "Anna".to_owned(),
        title: "Prov".to_owned(),
        issuer: "Skolan".to_owned(),
        finished: Moment(1_000),
        issued: Moment(2_000),
    };
    let (one, other) = (certificate("ETT"), certificate("TVÅ"));
    let issued = futures_util::join!(courses.issue(&one), courses.issue(&other));
    let issued = (issued.0.unwrap(), issued.1.unwrap());
    assert!(issued.0 != issued.1, "{issued:?}");
    let held = if issued.0 { one } else { other };
    assert_eq!(courses.certificate_of(ANNA, CourseId(8_400)).await.unwrap(), Some(held.clone()));
    assert_eq!(courses.certificates_of(ANNA).await.unwrap(), std::slice::from_ref(&held));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    courses.revoke(&held).await.unwrap();
    assert_eq!(courses.certificate(&held.code).await.unwrap(), None);
    assert_eq!(courses.certificate_of(ANNA, CourseId(8_400)).await.unwrap(), None);
}

pub async fn check_finds_attempts_that_do_not_add_up(world: &World) {
    let quiz = made(&world.storage, 8_501).await;
    let quizzes = Quizzes::of(&world.storage);
    let begun = start(&quizzes, &quiz, ANNA, 8_510).await.unwrap();
    let faults = async |wrong: Attempt| {
        world.storage.engine().write(vec![wrong.insert()]).await.unwrap();
        let found = world.storage.check().await.unwrap();
        world.storage.engine().write(vec![begun.insert()]).await.unwrap();
        found
    };
    for (wrong, expected) in [
        (
            Attempt { state: AttemptState::Finished, finished: Some(Moment(2)), ..begun.clone() },
            "in progress: []",
        ),
        (Attempt { score: 3, ..begun.clone() }, "count 3 of 2"),
        (Attempt { finished: Some(Moment(2)), ..begun.clone() }, "count 0 of 2"),
        (Attempt { number: 2, ..begun.clone() }, "not numbered from 1 to 1"),
    ] {
        let is_other = wrong.number == 2;
        let found = faults(wrong).await;
        assert!(found.iter().any(|fault| fault.contains(expected)), "{expected}: {found:?}");
        if is_other {
            quizzes.forget(quiz.quiz_id, ANNA).await.unwrap();
        }
    }
    let wrong = Quiz { version: 2, max_score: 3, ..quiz.clone() };
    assert!(quizzes.decide(Some(&quiz), &wrong, Vec::new()).await.unwrap());
    let found = world.storage.check().await.unwrap();
    assert_eq!(found, ["quiz 8501 counts other questions than its revision 1 has"]);
    let right = Quiz { version: 3, ..quiz };
    assert!(quizzes.decide(Some(&wrong), &right, Vec::new()).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
