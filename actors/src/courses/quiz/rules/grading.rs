//! Grading: what the answers of an attempt are worth. Pure, in whole numbers. Contract §10.2.
//!
//! The same revision and answers give the same score, in whatever order the answers are and however often it is asked.

use std::collections::{BTreeSet, HashMap};

use storage::courses::quiz::{
    Attempt, AttemptState, Grade, GradeMethod, Mark, Question, QuestionKey, QuestionType, QuizRevision,
    Regrade, RegradeMode, SavedAnswer,
};
use unicode_normalization::UnicodeNormalization;

/// What an attempt is worth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graded {
    /// In the questions' order.
    pub marks: Vec<Mark>,
    pub score: i64,
    pub max: i64,
    /// Rounded down.
    pub percentage: i64,
    /// None: an answer waits for a teacher.
    pub passed: Option<bool>,
    pub waiting: i64,
}

/// A question that is graded otherwise than its revision says, with its key as it is in the later revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    pub question: i64,
    pub mode: RegradeMode,
    /// As the later revision has it; none: it is not in it any more.
    pub current: Option<(QuestionType, QuestionKey)>,
}

/// What is graded otherwise in an attempt at `revision`: what was decided about the revisions after it, and, where
/// everybody gets the marks, about its own. `later` has the revisions that they name.
pub fn overrides(regrades: &[Regrade], revision: i64, later: &[QuizRevision]) -> Vec<Override> {
    let concerns = |it: &&Regrade| {
        it.revision > revision || it.revision == revision && it.mode == RegradeMode::FullMarks
    };
    let found = regrades.iter().filter(concerns).map(|it| {
        let named = later.iter().find(|one| one.revision == it.revision);
        let current = named.and_then(|one| {
            let kind = one.questions.0.iter().find(|question| question.id == it.question)?.kind;
            Some((kind, key_of(one, it.question)))
        });
        Override { question: it.question, mode: it.mode, current }
    });
    found.collect()
}

/// The key of a question; an open one has an empty one.
pub fn key_of(revision: &QuizRevision, question: i64) -> QuestionKey {
    let found = revision.key.0.iter().find(|key| key.question == question);
    found.cloned().unwrap_or_else(|| QuestionKey { question, ..QuestionKey::default() })
}

/// What the answers to a revision are worth; a teacher's grades stand above all else.
pub fn grade(
    revision: &QuizRevision,
    answers: &[SavedAnswer],
    overrides: &[Override],
    grades: &[Grade],
) -> Graded {
    let given: HashMap<i64, &SavedAnswer> = answers.iter().map(|one| (one.question, one)).collect();
    let marks: Vec<Mark> = revision
        .questions
        .0
        .iter()
        .map(|question| {
            let by_key = || {
                let answer = given.get(&question.id).copied().filter(|answer| !answer.is_empty());
                regraded(question, &key_of(revision, question.id), answer, overrides)
            };
            let by_hand = grades.iter().find(|grade| grade.question == question.id);
            let score = by_hand.map_or_else(by_key, |grade| Some(grade.score));
            let score = score.map(|score| score.clamp(0, question.marks));
            Mark { question: question.id, score, max: question.marks }
        })
        .collect();
    let score = marks.iter().filter_map(|mark| mark.score).sum();
    let max = marks.iter().map(|mark| mark.max).sum();
    let waiting = marks.iter().filter(|mark| mark.score.is_none()).count();
    Graded {
        percentage: percentage(score, max),
        passed: (waiting == 0).then(|| score * 100 >= revision.pass_percent * max),
        waiting: i64::try_from(waiting).unwrap_or(i64::MAX),
        marks,
        score,
        max,
    }
}

/// Percent, rounded down; of nothing 0.
pub fn percentage(score: i64, max: i64) -> i64 {
    (score * 100).checked_div(max).unwrap_or_default().clamp(0, 100)
}

fn regraded(
    question: &Question,
    key: &QuestionKey,
    answer: Option<&SavedAnswer>,
    overrides: &[Override],
) -> Option<i64> {
    let pinned = worth(question, key, answer);
    let Some(one) = overrides.iter().find(|one| one.question == question.id) else { return pinned };
    if one.mode == RegradeMode::FullMarks {
        return Some(question.marks);
    }
    // A question that is gone, or of another kind by now, is graded as it was.
    let current = one.current.as_ref().filter(|(kind, _)| *kind == question.kind);
    let Some((_, current)) = current else { return pinned };
    let now = worth(question, current, answer);
    if one.mode == RegradeMode::CurrentOnly { now } else { now.max(pinned) }
}

/// What an answer is worth by a key; none: a teacher decides. No answer is worth nothing.
fn worth(question: &Question, key: &QuestionKey, answer: Option<&SavedAnswer>) -> Option<i64> {
    let Some(answer) = answer else { return Some(0) };
    let chosen: BTreeSet<i64> = answer.options.0.iter().copied().collect();
    let right: BTreeSet<i64> = key.options.iter().copied().collect();
    match question.kind {
        QuestionType::Single => Some(if chosen == right { question.marks } else { 0 }),
        QuestionType::Multi => {
            let hits = chosen.intersection(&right).count();
            let (hits, misses) = (number(hits), number(chosen.len() - hits));
            let part = question.marks * (hits - misses).max(0);
            Some(part.checked_div(number(right.len())).unwrap_or_default())
        }
        QuestionType::Text => {
            let is_right = fits(key, answer.answer.as_deref().unwrap_or_default());
            Some(if is_right { question.marks } else { 0 })
        }
        QuestionType::Open => None,
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Whether a text is what a key accepts: blanks and case do not count, accents do; numbers within the tolerance.
pub fn fits(key: &QuestionKey, text: &str) -> bool {
    let folded = folded(text);
    if key.texts.iter().any(|accepted| self::folded(accepted) == folded) {
        return true;
    }
    let wanted = key.number.as_deref().and_then(decimal);
    let (Some(wanted), Some(given)) = (wanted, decimal(text)) else { return false };
    let tolerance = key.tolerance.as_deref().and_then(decimal).unwrap_or_default();
    (wanted - given).abs() <= tolerance.abs()
}

/// A text with its blanks and its case folded; accents stay, however they are coded.
pub fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").nfc().collect::<String>().to_lowercase()
}

/// Digits after the comma that count.
const DECIMALS: usize = 9;
/// Most digits before it.
const WHOLE: usize = 15;

/// A number in billionths: with a comma or a point, a sign, blanks between thousands. None: it is none, or too long.
pub fn decimal(text: &str) -> Option<i128> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (sign, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, part) = digits.split_once([',', '.']).unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = whole.len() <= WHOLE && part.len() <= DECIMALS;
    if whole.len() + part.len() == 0 || !is_short || !is_digits(whole) || !is_digits(part) {
        return None;
    }
    format!("{whole}{part:0<DECIMALS$}").parse::<i128>().ok().map(|number| sign * number)
}

/// What somebody's ended attempts come to by the quiz's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overall {
    pub percentage: i64,
    /// None: an answer waits for a teacher.
    pub passed: Option<bool>,
}

/// What somebody's attempts come to; none: none has ended.
pub fn overall(method: GradeMethod, pass_percent: i64, attempts: &[Attempt]) -> Option<Overall> {
    let ended: Vec<&Attempt> = attempts.iter().filter(|one| one.state != AttemptState::InProgress).collect();
    let of = |one: &Attempt| Overall { percentage: one.percentage, passed: one.passed };
    match method {
        GradeMethod::First => ended.first().map(|one| of(one)),
        GradeMethod::Last => ended.last().map(|one| of(one)),
        GradeMethod::Highest => {
            let percentage = ended.iter().map(|one| one.percentage).max()?;
            let waits = ended.iter().any(|one| one.passed.is_none());
            let has_passed = ended.iter().any(|one| one.passed == Some(true));
            let passed = if has_passed { Some(true) } else { (!waits).then_some(false) };
            Some(Overall { percentage, passed })
        }
        GradeMethod::Average => {
            let sum: i64 = ended.iter().map(|one| one.percentage).sum();
            let percentage = sum.checked_div(number(ended.len()))?;
            let waits = ended.iter().any(|one| one.passed.is_none());
            Some(Overall { percentage, passed: (!waits).then_some(percentage >= pass_percent) })
        }
    }
}

/// The attempt that stands for somebody's result: the best, the first, else the last that has ended; none has: the one
/// in progress.
pub fn counted(method: GradeMethod, attempts: &[Attempt]) -> Option<&Attempt> {
    let mut ended = attempts.iter().filter(|one| one.state != AttemptState::InProgress);
    let found = match method {
        GradeMethod::First => ended.next(),
        // Of equal ones the first.
        GradeMethod::Highest => ended.reduce(|a, b| if b.percentage > a.percentage { b } else { a }),
        GradeMethod::Last | GradeMethod::Average => ended.next_back(),
    };
    found.or_else(|| attempts.last())
}

#[cfg(test)]
#[path = "grading_tests.rs"]
pub(super) mod tests;
