use storage::courses::quiz::QuestionType::{Multi, Open, Single, Text};
use storage::time::Moment;

use super::super::grading::tests::{key, question, revision};
use super::*;

fn code<T: std::fmt::Debug>(result: Result<T>) -> (String, &'static str) {
    let refusal = result.unwrap_err();
    (refusal.fields[0].field.to_string(), refusal.fields[0].code)
}

#[test]
fn questions_and_key_belong_together() {
    let one = || question(1, Single, 1, &[2, 3]);
    let (questions, keys, next) = content(vec![one()], vec![key(1, &[3])], None, 1).unwrap();
    assert_eq!((questions, keys, next), (vec![one()], vec![key(1, &[3])], 4));
    let multi = || question(1, Multi, 1, &[2, 3]);
    let text = |number: Option<&str>, texts: &[&str]| QuestionKey {
        number: number.map(str::to_owned),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        ..key(1, &[])
    };
    for (asked, keys, expected) in [
        (one(), vec![], ("key", "NONE")),
        (one(), vec![key(1, &[])], ("key", "NONE")),
        (one(), vec![key(1, &[2, 3])], ("key", "TOO_MANY")),
        (one(), vec![key(1, &[9])], ("key", "UNKNOWN")),
        (one(), vec![key(1, &[2]), key(1, &[3])], ("key", "TWICE")),
        (one(), vec![key(1, &[2]), key(7, &[3])], ("key", "UNKNOWN")),
        (multi(), vec![key(1, &[])], ("key", "NONE")),
        (question(1, Single, 1, &[2]), vec![key(1, &[2])], ("questions", "OPTIONS")),
        (question(1, Text, 1, &[]), vec![text(None, &["  "])], ("key", "NONE")),
        (question(1, Text, 1, &[]), vec![text(Some("tre"), &[])], ("key", "NUMBER")),
        (Question { text: " ".to_owned(), ..one() }, vec![key(1, &[2])], ("questions", "LENGTH")),
    ] {
        let (field, found) = code(content(vec![asked.clone()], keys.clone(), None, 1));
        assert_eq!((field.as_str(), found), expected, "{asked:?} {keys:?}");
    }
    // An open question has no key, and none is kept.
    let open = content(vec![question(1, Open, 1, &[])], vec![text(None, &["Svar"])], None, 1).unwrap();
    assert_eq!(open.1, []);
    let (_, keys, _) =
        content(vec![question(1, Text, 1, &[])], vec![text(Some(" 3,5 "), &["A", " a"])], None, 1).unwrap();
    assert_eq!(keys, [text(Some("3,5"), &["A"])]);
}

/// An id is never given to something else: attempts and what is graded again name questions by it.
#[test]
fn ids_stay_what_they_were() {
    let before = revision(1, vec![question(1, Single, 1, &[2, 3])], vec![key(1, &[2])]);
    let with = |questions: Vec<Question>| {
        let keys = questions.iter().map(|one| key(one.id, &[one.options[0].id])).collect();
        content(questions, keys, Some(&before), 4).map(|(_, _, next)| next)
    };
    assert_eq!(with(vec![question(1, Single, 1, &[3, 2]), question(4, Single, 1, &[5, 6])]).unwrap(), 7);
    assert_eq!(with(vec![question(1, Single, 1, &[2, 9])]).unwrap(), 10);
    for wrong in [
        // An option's id, an id of what was removed, the same id twice, an option of another question.
        vec![question(2, Single, 1, &[4, 5])],
        vec![question(1, Single, 1, &[2, 3]), question(3, Single, 1, &[4, 5])],
        vec![question(4, Single, 1, &[5, 5])],
        vec![question(4, Single, 1, &[2, 5])],
        vec![question(1, Single, 1, &[2, 1])],
        vec![question(1 << 31, Single, 1, &[5, 6])],
    ] {
        assert_eq!(code(with(wrong)), ("questions".to_owned(), "ID"));
    }
}

#[test]
fn quiz_closes_after_it_opens_and_has_a_size() {
    let hours = |opens, closes| QuizSettings {
        opens: Some(Moment(opens)),
        closes: Some(Moment(closes)),
        ..QuizSettings::default()
    };
    assert!(settings(hours(1, 2)).is_ok());
    assert_eq!(code(settings(hours(2, 2))), ("closes".to_owned(), "TIME"));
    let long = |count| {
        let all: Vec<Question> =
            (1..=count).map(|n| Question { text: "å".repeat(4_000), ..question(n, Open, 1, &[]) }).collect();
        content(all, Vec::new(), None, 1)
    };
    assert!(long(50).is_ok());
    assert_eq!(code(long(51)), ("questions".to_owned(), "LENGTH"));
}
