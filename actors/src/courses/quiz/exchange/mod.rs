//! Questions in and out: Moodle's GIFT and QTI 2.1. What is not taken is named by line. Contract §10.2.
//!
//! Each format reads into and writes from [`Draft`]s, and reading what was written gives the same drafts. Readers are
//! pure, and take any text.

pub mod gift;
pub mod qti;
mod xml;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::courses::LessonId;
use storage::courses::quiz::{Choice, MOST_QUESTIONS, Question, QuestionKey, QuestionType, Quizzes};
use utoipa::ToSchema;

use super::facts::QuizFacts;
use super::making::{quiz, save};
use super::rules::authoring;
use super::view::QuizView;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};

/// Most lines that are named.
const MOST_LEFT: usize = 500;

/// A file's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = QuizFormat)]
pub enum Format {
    Gift,
    Qti,
}

/// A question with its key, not numbered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub kind: QuestionType,
    pub text: String,
    pub marks: i64,
    /// Each with whether it is right.
    pub options: Vec<(String, bool)>,
    pub texts: Vec<String>,
    pub number: Option<String>,
    pub tolerance: Option<String>,
    pub feedback: Option<String>,
}

impl Draft {
    pub(super) fn of(kind: QuestionType, text: String) -> Self {
        Self {
            kind,
            text,
            marks: 1,
            options: Vec::new(),
            texts: Vec::new(),
            number: None,
            tolerance: None,
            feedback: None,
        }
    }

    /// The question and its key, with ids from `next` on.
    fn numbered(self, next: i64) -> (Question, QuestionKey) {
        let (options, is_right): (Vec<String>, Vec<bool>) = self.options.into_iter().unzip();
        let options: Vec<Choice> = (next + 1..).zip(options).map(|(id, text)| Choice { id, text }).collect();
        let right = options.iter().zip(&is_right).filter(|(_, is)| **is).map(|(option, _)| option.id);
        let key = QuestionKey {
            question: next,
            options: right.collect(),
            texts: self.texts,
            number: self.number,
            tolerance: self.tolerance,
        };
        let Self { kind, text, marks, feedback, .. } = self;
        (Question { id: next, kind, text, marks, options, feedback }, key)
    }

    fn from(question: &Question, key: Option<&QuestionKey>) -> Self {
        let blank = QuestionKey::default();
        let key = key.unwrap_or(&blank);
        let option = |one: &Choice| (one.text.clone(), key.options.contains(&one.id));
        Self {
            options: question.options.iter().map(option).collect(),
            texts: key.texts.clone(),
            number: key.number.clone(),
            tolerance: key.tolerance.clone(),
            marks: question.marks,
            feedback: question.feedback.clone(),
            ..Self::of(question.kind, question.text.clone())
        }
    }
}

/// Something of a file that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = QuizNotTaken)]
pub struct Left {
    /// From 1 on.
    pub line: usize,
    /// The beginning of what stands there.
    pub text: String,
    /// In Swedish.
    pub reason: String,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Read {
    /// With the line on which each begins.
    pub drafts: Vec<(usize, Draft)>,
    pub left: Vec<Left>,
}

impl Read {
    pub(super) fn leave(&mut self, line: usize, text: &str, reason: &str) {
        if self.left.len() < MOST_LEFT {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect();
            self.left.push(Left { line, text, reason: reason.to_owned() });
        }
    }
}

/// A file with questions.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = QuizFile)]
pub struct FileDraft {
    /// The quiz's `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    #[garde(length(chars, min = 1, max = 200_000))]
    #[schema(min_length = 1, max_length = 200_000)]
    pub text: String,
}

/// What became of a file.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = QuizImport)]
pub struct ImportView {
    pub quiz: QuizView,
    /// How many questions were taken.
    pub taken: usize,
    /// What was not, at most 500 lines.
    pub left: Vec<Left>,
}

/// Lengths that a question may have; why not, in Swedish.
fn judged(draft: &Draft) -> Result<(), String> {
    let is_long = |text: &str, most: usize| text.chars().count() > most;
    let texts = draft.texts.iter();
    if is_long(&draft.text, 4_000)
        || draft.options.iter().any(|(text, _)| is_long(text, 500))
        || draft.feedback.as_deref().is_some_and(|text| is_long(text, 2_000))
        || draft.texts.len() > 20
        || texts.clone().any(|text| is_long(text, 200))
        || [&draft.number, &draft.tolerance].into_iter().flatten().any(|text| is_long(text, 30))
    {
        return Err("Frågan är för lång.".to_owned());
    }
    let (question, key) = draft.clone().numbered(1);
    let keys = if draft.kind == QuestionType::Open { Vec::new() } else { vec![key] };
    let judged = authoring::content(vec![question], keys, None, 1);
    judged.map(drop).map_err(|refusal| refusal.message.to_string())
}

fn read(format: Format, text: &str) -> Read {
    let mut found = match format {
        Format::Gift => gift::read(text),
        Format::Qti => qti::read(text),
    };
    let drafts = std::mem::take(&mut found.drafts);
    for (line, draft) in drafts {
        match judged(&draft) {
            Ok(()) => found.drafts.push((line, draft)),
            Err(reason) => found.leave(line, &draft.text, &reason),
        }
    }
    found
}

/// Adds the questions of a file at the end of a quiz. 403; 404; 409 STALE with `current`; 422.
pub async fn import(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    format: Format,
    FileDraft { version, text }: FileDraft,
) -> Result<ImportView> {
    let old = QuizFacts::written(platform, who, id).await?.quiz;
    // A file may take a while: not on a worker.
    let found = tokio::task::spawn_blocking(move || read(format, &text)).await;
    let mut found = found.map_err(|_| Refusal::internal())?;
    let room = MOST_QUESTIONS.saturating_sub(usize::try_from(old.question_count).unwrap_or(usize::MAX));
    for (line, draft) in found.drafts.split_off(room.min(found.drafts.len())) {
        found.leave(line, &draft.text, "Ett prov har högst 200 frågor.");
    }
    found.left.sort_by_key(|left| left.line);
    let taken = found.drafts.len();
    if taken > 0 {
        let saved = save(platform, who, id, version, |old, before| {
            let mut questions = before.map(|one| one.questions.0.clone()).unwrap_or_default();
            let mut keys = before.map(|one| one.key.0.clone()).unwrap_or_default();
            let mut next = old.next_id;
            for (_, draft) in &found.drafts {
                let is_open = draft.kind == QuestionType::Open;
                let (question, key) = draft.clone().numbered(next);
                next += 1 + i64::try_from(question.options.len()).unwrap_or_default();
                questions.push(question);
                keys.extend((!is_open).then_some(key));
            }
            Ok((old.clone(), authoring::content(questions, keys, before, old.next_id)?))
        })
        .await;
        if let Err(refusal) = saved {
            return Err(refusal.with_current(quiz(platform, who, id)).await);
        }
    }
    Ok(ImportView { quiz: quiz(platform, who, id).await?, taken, left: found.left })
}

/// The questions of a quiz as a file, with their key. 403; 404.
pub async fn export(platform: &Platform, who: &Who, id: LessonId, format: Format) -> Result<String> {
    let it = QuizFacts::written(platform, who, id).await?;
    let revision = Quizzes::of(&platform.storage).revision(id, it.quiz.revision).await?;
    let drafts: Vec<Draft> = revision
        .iter()
        .flat_map(|one| one.questions.0.iter().map(move |question| (one, question)))
        .map(|(one, question)| {
            Draft::from(question, one.key.0.iter().find(|key| key.question == question.id))
        })
        .collect();
    Ok(match format {
        Format::Gift => gift::write(&drafts),
        Format::Qti => qti::write(&it.title, &drafts),
    })
}
