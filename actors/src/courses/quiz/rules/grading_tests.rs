use proptest::prelude::*;
use storage::courses::LessonId;
use storage::courses::quiz::{ANSWER, ATTEMPT, AttemptId, Choice};
use storage::ids::UserId;
use storage::time::Moment;
use storage::value::Json;

use super::*;

pub fn question(id: i64, kind: QuestionType, marks: i64, options: &[i64]) -> Question {
    let options = options.iter().map(|id| Choice { id: *id, text: format!("Svar {id}") }).collect();
    Question { id, kind, text: format!("Fråga {id}"), marks, options, feedback: None }
}

pub fn key(question: i64, options: &[i64]) -> QuestionKey {
    QuestionKey { question, options: options.to_vec(), ..QuestionKey::default() }
}

pub fn revision(number: i64, questions: Vec<Question>, key: Vec<QuestionKey>) -> QuizRevision {
    QuizRevision {
        quiz_id: LessonId(1),
        revision: number,
        pass_percent: 60,
        questions: Json(questions),
        key: Json(key),
        created: Moment(0),
    }
}

pub fn answer(question: i64, options: &[i64], text: &str) -> SavedAnswer {
    SavedAnswer {
        quiz_id: LessonId(1),
        user_id: UserId(2),
        shelf: ANSWER,
        number: 1,
        question,
        saved: None,
        options: Json(options.to_vec()),
        answer: Some(text.to_owned()).filter(|text| !text.is_empty()),
    }
}

pub fn attempt(number: i64, state: AttemptState, percentage: i64, passed: Option<bool>) -> Attempt {
    Attempt {
        quiz_id: LessonId(1),
        user_id: UserId(2),
        shelf: ATTEMPT,
        number,
        question: 0,
        attempt_id: AttemptId(100 + number),
        revision: 1,
        state,
        started: Moment(0),
        deadline: None,
        finished: None,
        seq: 0,
        saved: None,
        score: percentage,
        max: 100,
        percentage,
        passed,
        waiting: i64::from(passed.is_none()),
        marks: Json(Vec::new()),
        grades: Json(Vec::new()),
        grades_version: 0,
    }
}

/// What one answer to one question is worth.
fn of(question: Question, key: QuestionKey, answer: SavedAnswer) -> Option<i64> {
    grade(&revision(1, vec![question], vec![key]), &[answer], &[], &[]).marks[0].score
}

/// [contract 10.2] SINGLE all or nothing; MULTI marks × max(0, (right − wrong) / right options).
#[test]
fn options_are_worth_what_the_contract_says() {
    use QuestionType::{Multi, Single};
    for (kind, marks, right, chosen, expected) in [
        (Single, 3, &[11][..], &[11][..], 3),
        (Single, 3, &[11], &[12], 0),
        (Single, 3, &[11], &[11, 12], 0),
        (Single, 3, &[11], &[], 0),
        (Multi, 4, &[11, 12], &[11, 12], 4),
        (Multi, 4, &[11, 12], &[11], 2),
        (Multi, 4, &[11, 12], &[11, 13], 0),
        // Ticking all four with two right.
        (Multi, 4, &[11, 12], &[11, 12, 13, 14], 0),
        (Multi, 4, &[11, 12], &[11, 12, 13], 2),
        (Multi, 4, &[11, 12], &[13, 14], 0),
        // In integers, rounded down: one of three of one mark is none.
        (Multi, 1, &[11, 12, 13], &[11], 0),
        (Multi, 10, &[11, 12, 13], &[11, 12], 6),
        (Multi, 4, &[11, 12], &[11, 11], 2),
    ] {
        let asked = question(1, kind, marks, &[11, 12, 13, 14]);
        let score = of(asked, key(1, right), answer(1, chosen, ""));
        assert_eq!(score, Some(expected), "{kind} {marks} {right:?} {chosen:?}");
    }
}

/// [contract 10.2] TEXT: blanks and case folded, accents count, numbers with tolerance, comma or point.
#[test]
fn texts_and_numbers_are_recognised() {
    let texts = |texts: &[&str]| QuestionKey {
        question: 1,
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        ..QuestionKey::default()
    };
    let number = |number: &str, tolerance: Option<&str>| QuestionKey {
        question: 1,
        number: Some(number.to_owned()),
        tolerance: tolerance.map(str::to_owned),
        ..QuestionKey::default()
    };
    for (key, text, is_right) in [
        (texts(&["Göteborg"]), "  göteborg ", true),
        (texts(&["Göteborg"]), "GÖTEBORG", true),
        (texts(&["Göteborg"]), "Goteborg", false),
        // The same letter, coded as two characters.
        (texts(&["Göteborg"]), "Go\u{308}teborg", true),
        (texts(&["Gustav Vasa"]), "gustav   vasa", true),
        (texts(&["Gustav Vasa"]), "gustavvasa", false),
        (texts(&["Örebro", "Närke"]), "närke", true),
        (number("3,5", None), "3.5", true),
        (number("3,5", None), "3,50", true),
        (number("3,5", None), "3,51", false),
        (number("3.5", Some("0,01")), "3,51", true),
        (number("3.5", Some("0,01")), "3,511", false),
        (number("-2", None), "\u{2212}2", true),
        (number("12000", None), "12 000", true),
        (number("1", None), "ett", false),
        (number("1", None), "99999999999999999999999999", false),
        (number("1", None), ",", false),
    ] {
        let score = of(question(1, QuestionType::Text, 2, &[]), key.clone(), answer(1, &[], text));
        assert_eq!(score, Some(if is_right { 2 } else { 0 }), "{key:?} {text:?}");
    }
}

/// [contract 10.2] OPEN waits for a teacher: passed null. An unanswered one is worth nothing, and waits for nobody.
#[test]
fn open_answers_wait_for_a_teacher() {
    let asked = || {
        revision(
            1,
            vec![question(1, QuestionType::Single, 4, &[11, 12]), question(2, QuestionType::Open, 6, &[])],
            vec![key(1, &[11])],
        )
    };
    let answers = [answer(1, &[11], ""), answer(2, &[], "Därför att")];
    let waits = grade(&asked(), &answers, &[], &[]);
    assert_eq!((waits.score, waits.max, waits.waiting, waits.passed), (4, 10, 1, None));
    let graded = |score| {
        let grades = [Grade { question: 2, score, comment: None }];
        let it = grade(&asked(), &answers, &[], &grades);
        (it.score, it.percentage, it.passed)
    };
    assert_eq!(graded(2), (6, 60, Some(true)));
    assert_eq!(graded(1), (5, 50, Some(false)));
    assert_eq!(graded(99), (10, 100, Some(true)), "never above the question's marks");
    let blank = grade(&asked(), &answers[..1], &[], &[]);
    assert_eq!((blank.score, blank.waiting, blank.passed), (4, 0, Some(false)));
}

/// [contract 10.2] Regrade: CURRENT_ONLY, EITHER, FULL_MARKS.
#[test]
fn questions_are_graded_again_by_reason() {
    use RegradeMode::{CurrentOnly, Either, FullMarks};
    let asked = || vec![question(1, QuestionType::Single, 3, &[11, 12, 13])];
    let (old, new) = (revision(1, asked(), vec![key(1, &[11])]), revision(2, asked(), vec![key(1, &[12])]));
    for (mode, chosen, expected) in [
        (CurrentOnly, 11, 0),
        (CurrentOnly, 12, 3),
        (Either, 11, 3),
        (Either, 12, 3),
        (Either, 13, 0),
        (FullMarks, 13, 3),
    ] {
        let regrades = [Regrade { question: 1, mode, revision: 2, at: Moment(0) }];
        let by = overrides(&regrades, 1, std::slice::from_ref(&new));
        let score = grade(&old, &[answer(1, &[chosen], "")], &by, &[]).score;
        assert_eq!(score, expected, "{mode} {chosen}");
        // What began with the later revision is graded by it alone, unless everybody gets the marks.
        let by = overrides(&regrades, 2, std::slice::from_ref(&new));
        assert_eq!(by.is_empty(), mode != FullMarks);
    }
    // The question is gone by now: it is graded as it was.
    let gone = revision(2, Vec::new(), Vec::new());
    let regrades = [Regrade { question: 1, mode: CurrentOnly, revision: 2, at: Moment(0) }];
    let by = overrides(&regrades, 1, &[gone]);
    assert_eq!(grade(&old, &[answer(1, &[11], "")], &by, &[]).score, 3);
    // A teacher's grade stands above all.
    let by_hand = [Grade { question: 1, score: 1, comment: None }];
    let by = overrides(&[Regrade { question: 1, mode: FullMarks, revision: 2, at: Moment(0) }], 1, &[new]);
    assert_eq!(grade(&old, &[], &by, &by_hand).score, 1);
}

/// [contract 10.2] gradeMethod HIGHEST|AVERAGE|FIRST|LAST.
#[test]
fn attempts_come_to_one_result() {
    use AttemptState::{Abandoned, Finished, InProgress};
    let passing = |percent| attempt(1, Finished, percent, Some(percent >= 60));
    let all = |list: &[i64]| list.iter().map(|percent| passing(*percent)).collect::<Vec<_>>();
    let of =
        |method, attempts: &[Attempt]| overall(method, 60, attempts).map(|it| (it.percentage, it.passed));
    let tries = all(&[50, 80, 55]);
    assert_eq!(of(GradeMethod::Highest, &tries), Some((80, Some(true))));
    assert_eq!(of(GradeMethod::First, &tries), Some((50, Some(false))));
    assert_eq!(of(GradeMethod::Last, &tries), Some((55, Some(false))));
    assert_eq!(of(GradeMethod::Average, &tries), Some((61, Some(true))));
    for method in GradeMethod::ALL {
        assert_eq!(of(*method, &[]), None);
        assert_eq!(
            of(*method, &[attempt(1, InProgress, 0, None)]),
            None,
            "what is in progress counts for nothing"
        );
        let abandoned = [attempt(1, Abandoned, 0, Some(false))];
        assert_eq!(of(*method, &abandoned), Some((0, Some(false))));
        assert_eq!(of(*method, &[attempt(1, Finished, 40, None)]), Some((40, None)), "it waits");
    }
    let waits = [passing(70), attempt(2, Finished, 40, None)];
    assert_eq!(of(GradeMethod::Highest, &waits), Some((70, Some(true))));
    assert_eq!(of(GradeMethod::Average, &waits), Some((55, None)));
    let shown = |method| counted(method, &tries).map(|one| one.percentage);
    assert_eq!(
        GradeMethod::ALL.iter().map(|method| shown(*method)).collect::<Vec<_>>(),
        [Some(80), Some(55), Some(50), Some(55)]
    );
}

fn some_revision(number: i64) -> impl Strategy<Value = QuizRevision> {
    let asked = (0..4_usize, 1..=100_i64, proptest::collection::vec(any::<bool>(), 4), "[a-zåäö0-9, ]{0,6}");
    proptest::collection::vec(asked, 0..8).prop_map(move |all| {
        let (mut questions, mut keys) = (Vec::new(), Vec::new());
        for (n, (kind, marks, right, text)) in all.into_iter().enumerate() {
            let id = 10 * (n as i64 + 1);
            let kind = QuestionType::ALL[kind];
            let options: Vec<i64> = (1..=4).map(|at| id + at).collect();
            questions.push(question(id, kind, marks, &options));
            let right: Vec<i64> =
                options.iter().zip(&right).filter(|(_, is)| **is).map(|(option, _)| *option).collect();
            keys.push(QuestionKey { texts: vec![text.clone()], number: Some(text), ..key(id, &right) });
        }
        revision(number, questions, keys)
    })
}

fn some_answers() -> impl Strategy<Value = Vec<SavedAnswer>> {
    let one = (1..9_i64, proptest::collection::vec(1..6_i64, 0..5), "[a-zåäö0-9, ]{0,6}");
    proptest::collection::btree_map(1..9_i64, one, 0..9).prop_map(|all| {
        let row = |(n, (_, options, text)): (i64, (i64, Vec<i64>, String))| {
            let options: Vec<i64> = options.into_iter().map(|at| 10 * n + at).collect();
            answer(10 * n, &options, &text)
        };
        all.into_iter().map(row).collect()
    })
}

proptest! {
    /// [contract 10.2] 0 ≤ score ≤ max, the order does not matter, twice is once, whatever was answered and regraded.
    #[test]
    fn grading_is_a_function_of_revision_and_answers(
        asked in some_revision(1),
        later in some_revision(2),
        answers in some_answers(),
        modes in proptest::collection::vec((1..9_i64, 0..3_usize), 0..5),
        by_hand in proptest::collection::vec((1..9_i64, -5..200_i64), 0..3),
        seed in any::<u64>(),
    ) {
        let regrades: Vec<Regrade> = modes
            .into_iter()
            .map(|(n, mode)| Regrade { question: 10 * n, mode: RegradeMode::ALL[mode], revision: 2, at: Moment(0) })
            .collect();
        let by = overrides(&regrades, 1, &[later]);
        let grades: Vec<Grade> =
            by_hand.into_iter().map(|(n, score)| Grade { question: 10 * n, score, comment: None }).collect();
        let once = grade(&asked, &answers, &by, &grades);
        prop_assert!((0..=once.max).contains(&once.score));
        prop_assert!((0..=100).contains(&once.percentage));
        prop_assert_eq!(once.score, once.marks.iter().filter_map(|mark| mark.score).sum::<i64>());
        prop_assert_eq!(once.passed.is_none(), once.waiting > 0);
        let mut turned = answers.clone();
        turned.rotate_left((seed % 9) as usize % answers.len().max(1));
        turned.reverse();
        for one in &mut turned {
            one.options.0.reverse();
        }
        prop_assert_eq!(&grade(&asked, &turned, &by, &grades), &once);
        // Grading again by the same key changes nothing.
        let same = regrades.iter().map(|it| it.question).map(|question| Override {
            question,
            mode: RegradeMode::Either,
            current: asked.questions.0.iter().find(|one| one.id == question).map(|one| (one.kind, key_of(&asked, question))),
        });
        let same: Vec<Override> = same.collect();
        prop_assert_eq!(grade(&asked, &answers, &same, &grades), grade(&asked, &answers, &[], &grades));
    }

    #[test]
    fn any_text_is_judged_without_a_panic(text in ".{0,60}", number in ".{0,30}") {
        let key = QuestionKey { texts: vec![text.clone()], number: Some(number), ..key(1, &[]) };
        prop_assert!(fits(&key, &text));
    }
}
