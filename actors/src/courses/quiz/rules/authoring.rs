//! What a quiz may consist of.

use std::collections::HashSet;

use storage::courses::quiz::{
    MOST_QUESTIONS, Question, QuestionKey, QuestionType, QuizRevision, QuizSettings,
};

use super::grading::{decimal, folded};
use crate::platform::error::{Refusal, Result};
use crate::platform::text::prose;

/// Most characters of all questions and their key.
pub const WHOLE: usize = 200_000;
/// Options of a question.
pub const OPTIONS: std::ops::RangeInclusive<usize> = 2..=20;
/// Ids are below this.
const IDS: i64 = 1 << 31;

fn refuse<T>(field: &'static str, code: &'static str, message: &'static str) -> Result<T> {
    Err(Refusal::field(field, code, message))
}

/// Settings that agree with each other. 422.
pub fn settings(settings: QuizSettings) -> Result<QuizSettings> {
    if let (Some(opens), Some(closes)) = (settings.opens, settings.closes)
        && closes <= opens
    {
        return refuse("closes", "TIME", "Provet stänger innan det öppnar.");
    }
    Ok(settings)
}

/// Questions and key as they are stored, and the smallest id that is free after them. New ids are from `next_id` on;
/// older ones are in `before` in the same place. 422 on `questions`, `key`.
pub fn content(
    questions: Vec<Question>,
    key: Vec<QuestionKey>,
    before: Option<&QuizRevision>,
    next_id: i64,
) -> Result<(Vec<Question>, Vec<QuestionKey>, i64)> {
    if questions.len() > MOST_QUESTIONS {
        return refuse("questions", "LENGTH", "Ett prov har högst 200 frågor.");
    }
    let known = before.map(|one| one.questions.0.as_slice()).unwrap_or_default();
    let next = ids(&questions, known, next_id)?;
    let questions = questions.into_iter().map(question).collect::<Result<Vec<_>>>()?;
    let mut keys = Vec::with_capacity(questions.len());
    for question in &questions {
        let mut own = key.iter().filter(|one| one.question == question.id);
        let (one, other) = (own.next(), own.next());
        if other.is_some() {
            return refuse("key", "TWICE", "En fråga har två facit.");
        }
        keys.extend(key_for(question, one)?);
    }
    if key.iter().any(|one| !questions.iter().any(|question| question.id == one.question)) {
        return refuse("key", "UNKNOWN", "Facit hör till en fråga som inte finns.");
    }
    if size(&questions, &keys) > WHOLE {
        return refuse("questions", "LENGTH", "Provet är för stort. Dela det i två.");
    }
    Ok((questions, keys, next))
}

/// The smallest id after these; each is there once, and what is not new is where it was. 422.
fn ids(questions: &[Question], known: &[Question], next_id: i64) -> Result<i64> {
    let mut seen = HashSet::new();
    let mut next = next_id;
    for question in questions {
        let before = known.iter().find(|one| one.id == question.id);
        let options = question.options.iter().map(|option| {
            let is_known = before.is_some_and(|one| one.options.iter().any(|before| before.id == option.id));
            (option.id, is_known)
        });
        for (id, is_known) in std::iter::once((question.id, before.is_some())).chain(options) {
            let is_free = (next_id..IDS).contains(&id);
            if !seen.insert(id) || !(is_known || is_free) {
                return refuse("questions", "ID", "Frågor och alternativ behöver egna, nya nummer.");
            }
            next = next.max(id + 1);
        }
    }
    Ok(next)
}

fn question(question: Question) -> Result<Question> {
    let text = prose("questions", &question.text)?;
    if text.is_empty() {
        return refuse("questions", "LENGTH", "Skriv frågan.");
    }
    let has_options = matches!(question.kind, QuestionType::Single | QuestionType::Multi);
    if has_options && !OPTIONS.contains(&question.options.len()) {
        return refuse("questions", "OPTIONS", "En fråga har 2 till 20 alternativ.");
    }
    let mut options = Vec::new();
    for option in question.options.into_iter().filter(|_| has_options) {
        let text = prose("questions", &option.text)?;
        if text.is_empty() {
            return refuse("questions", "OPTIONS", "Skriv något i varje alternativ.");
        }
        options.push(storage::courses::quiz::Choice { text, ..option });
    }
    let feedback = question.feedback.map(|text| prose("questions", &text)).transpose()?;
    Ok(Question { text, options, feedback: feedback.filter(|text| !text.is_empty()), ..question })
}

/// The key of a question; an open one has none. 422.
fn key_for(question: &Question, key: Option<&QuestionKey>) -> Result<Option<QuestionKey>> {
    let blank = QuestionKey { question: question.id, ..QuestionKey::default() };
    let given = key.unwrap_or(&blank);
    match question.kind {
        QuestionType::Open => Ok(None),
        QuestionType::Single | QuestionType::Multi => {
            let right: Vec<i64> =
                question.options.iter().map(|one| one.id).filter(|id| given.options.contains(id)).collect();
            if given.options.iter().any(|id| !right.contains(id)) {
                return refuse("key", "UNKNOWN", "Facit pekar på ett alternativ som inte finns.");
            }
            if right.is_empty() {
                return refuse("key", "NONE", "Markera det rätta svaret.");
            }
            if question.kind == QuestionType::Single && right.len() > 1 {
                return refuse("key", "TOO_MANY", "En fråga med ett svar har bara ett rätt.");
            }
            Ok(Some(QuestionKey { options: right, ..blank }))
        }
        QuestionType::Text => text_key(given).map(Some),
    }
}

fn text_key(given: &QuestionKey) -> Result<QuestionKey> {
    let mut texts: Vec<String> = Vec::new();
    for text in &given.texts {
        let text = prose("key", text)?;
        if !text.is_empty() && !texts.iter().any(|one| folded(one) == folded(&text)) {
            texts.push(text);
        }
    }
    let of = |text: &Option<String>| {
        text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let (number, tolerance) = (of(&given.number), of(&given.tolerance));
    let is_wrong = |text: &Option<String>| text.as_deref().is_some_and(|text| decimal(text).is_none());
    if is_wrong(&number) || is_wrong(&tolerance) {
        return refuse("key", "NUMBER", "Skriv talet med siffror, till exempel 3,5.");
    }
    if texts.is_empty() && number.is_none() {
        return refuse("key", "NONE", "Skriv minst ett rätt svar.");
    }
    let tolerance = tolerance.filter(|_| number.is_some());
    Ok(QuestionKey { question: given.question, options: Vec::new(), texts, number, tolerance })
}

/// How many characters questions and key have.
pub fn size(questions: &[Question], key: &[QuestionKey]) -> usize {
    let of = |question: &Question| {
        let options: usize = question.options.iter().map(|one| one.text.chars().count()).sum();
        let feedback = question.feedback.as_deref().unwrap_or_default().chars().count();
        question.text.chars().count() + feedback + options
    };
    let texts = key.iter().flat_map(|one| &one.texts).map(|text| text.chars().count()).sum::<usize>();
    questions.iter().map(of).sum::<usize>() + texts
}

#[cfg(test)]
#[path = "authoring_tests.rs"]
mod tests;
