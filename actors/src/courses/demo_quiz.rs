//! The demo's quiz: the last lesson of a public course, taken by somebody of the school.

use storage::courses::quiz::{GradeMethod, QuestionType, ShowAnswers};
use storage::courses::{LessonId, LessonKind, ModuleId};

use super::add_lesson;
use super::quiz::view::{AnswerDraft, ChangeQuiz, KeyView, OptionView, QuestionView, SaveAnswers};
use super::quiz::{change, save, start, submit};
use super::view::NewLesson;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::Result;

/// Type, text, marks, options with which are right, accepted texts, explanation.
type Asked =
    (QuestionType, &'static str, i64, &'static [(&'static str, bool)], &'static [&'static str], &'static str);

const ASKED: &[Asked] = &[
    (
        QuestionType::Single,
        "Vilket lösenord är svårast att gissa?",
        1,
        &[
            ("Sommar2026!", false),
            ("P@ssw0rd", false),
            ("paraply korv stege måndag", true),
            ("anna1987", false),
        ],
        &[],
        "Längd slår krångel: fyra ord som inte hör ihop är bättre än åtta tecken med utropstecken.",
    ),
    (
        QuestionType::Multi,
        "Du får ett sms om ett paket som du inte väntar på. Vad gör du?",
        2,
        &[
            ("Skriver fraktbolagets adress själv i webbläsaren", true),
            ("Följer länken och ser vad som händer", false),
            ("Raderar meddelandet om jag inte väntar något", true),
            ("Svarar och frågar vem det är", false),
        ],
        &[],
        "Följ aldrig länken. Skriv adressen själv, eller radera.",
    ),
    (
        QuestionType::Text,
        "Vad kallas programmet som minns dina lösenord åt dig?",
        1,
        &[],
        &["lösenordshanterare", "en lösenordshanterare", "lösenordshanteraren"],
        "En lösenordshanterare gör att du kan ha ett eget lösenord för varje tjänst.",
    ),
    (
        QuestionType::Single,
        "Du vill lägga ut en bild från kalaset. Vad gör du först?",
        1,
        &[
            ("Frågar dem som är med på bilden", true),
            ("Lägger ut den och tar bort den om någon klagar", false),
        ],
        &[],
        "En bild på någon annan är deras också. Fråga innan du delar, särskilt när det gäller barn.",
    ),
];

/// Adds the quiz at the end of a module.
pub(super) async fn add(platform: &Platform, who: &Who, module: ModuleId) -> Result<LessonId> {
    let lesson = NewLesson {
        title: "Testa dig själv".to_owned(),
        kind: Some(LessonKind::Quiz),
        body: "Fyra frågor om det du just har läst. Du får försöka tre gånger.".to_owned(),
        media: None,
        preview: false,
        required: None,
        publish: None,
    };
    let id = add_lesson(platform, who, module, lesson).await?.outline.id;
    change(platform, who, id, questions()).await?;
    Ok(id)
}

fn questions() -> ChangeQuiz {
    let (mut questions, mut key, mut next) = (Vec::new(), Vec::new(), 1);
    for (kind, text, marks, options, texts, feedback) in ASKED {
        let id = next;
        let (mut shown, mut right) = (Vec::new(), Vec::new());
        for (text, is_right) in *options {
            next += 1;
            shown.push(OptionView { id: next, text: (*text).to_owned() });
            right.extend(is_right.then_some(next));
        }
        next += 1;
        questions.push(QuestionView {
            id,
            kind: *kind,
            text: (*text).to_owned(),
            marks: *marks,
            options: shown,
            feedback: Some((*feedback).to_owned()),
        });
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        key.push(KeyView { question: id, options: right, texts, number: None, tolerance: None });
    }
    ChangeQuiz {
        version: 0,
        pass_percent: Some(60),
        max_attempts: Some(3),
        grade_method: Some(GradeMethod::Highest),
        time_limit: Some(900),
        opens: None,
        closes: None,
        shuffle: Some(true),
        show_answers: Some(ShowAnswers::AfterAttempt),
        questions,
        key,
    }
}

/// Somebody takes the quiz, and has all right but one.
pub(super) async fn take(platform: &Platform, who: &Who, id: LessonId) -> Result<()> {
    let (attempt, _) = start(platform, who, id).await?;
    let drafts = questions();
    let answers = drafts.key.iter().zip(&drafts.questions).map(|(key, question)| AnswerDraft {
        question: question.id,
        // Of the two right options of a question the first.
        options: key.options.iter().take(1).copied().collect(),
        text: key.texts.first().cloned().unwrap_or_default(),
    });
    save(platform, who, attempt.summary.id, SaveAnswers { seq: 1, answers: answers.collect() }).await?;
    submit(platform, who, attempt.summary.id).await.map(drop)
}

#[cfg(test)]
mod tests {
    use garde::Validate;

    use super::questions;
    use crate::courses::quiz::rules::authoring::content;

    #[test]
    fn demo_quiz_is_one_that_can_be_saved() {
        let quiz = questions();
        quiz.validate().unwrap();
        let (questions, key) = (quiz.questions, quiz.key);
        let (asked, keys) = (questions.into_iter().map(Into::into), key.into_iter().map(Into::into));
        content(asked.collect(), keys.collect(), None, 1).unwrap();
    }
}
