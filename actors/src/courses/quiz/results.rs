//! Results: people × questions, on the wire and as a table for spreadsheet programs.

use futures_util::try_join;
use storage::courses::LessonId;
use storage::courses::quiz::{Attempt, AttemptHead, AttemptState, Quiz, Quizzes};
use storage::ids::UserId;

use super::facts::QuizFacts;
use super::rules::grading::{counted, overall};
use super::view::{RowView, SummaryView, marks};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::csv::{self, BOM};
use crate::platform::error::{Refusal, Result};

/// Most people in a table.
const MOST: usize = 10_000;
/// People who are read together for it.
const SLICE: usize = 200;

/// Somebody's row.
pub(super) fn row(quiz: &Quiz, display_name: String, head: &AttemptHead, attempts: &[Attempt]) -> RowView {
    let settings = &quiz.settings.0;
    let overall = overall(settings.grade_method, settings.pass_percent, attempts);
    let shown = counted(settings.grade_method, attempts);
    RowView {
        id_auth_user: head.user_id,
        display_name,
        extra_time: head.extra_time,
        attempts: head.count,
        percentage: overall.map(|it| it.percentage),
        passed: overall.and_then(|it| it.passed),
        attempt: shown.map(|one| SummaryView::of(one, settings, head.count)),
        marks: shown.map(marks).unwrap_or_default(),
        waiting: attempts.iter().map(|one| one.waiting).sum(),
        waiting_attempts: attempts.iter().filter(|one| one.waiting > 0).map(|one| one.attempt_id).collect(),
    }
}

async fn page(
    platform: &Platform,
    quiz: &Quiz,
    after: Option<UserId>,
    limit: usize,
) -> Result<(Vec<RowView>, Option<UserId>)> {
    let quizzes = Quizzes::of(&platform.storage);
    let mut people = quizzes.people(quiz.quiz_id, after, limit + 1).await?;
    let has_more = people.len() > limit;
    people.truncate(limit);
    let (names, found) = try_join!(async { platform.people.all(people.iter().copied()).await }, async {
        Ok(quizzes.attempts_of(quiz.quiz_id, &people).await?)
    },)?;
    let rows = found.iter().filter_map(|(head, attempts)| {
        let name = names.get(&head.user_id)?.display_name.clone();
        Some(row(quiz, name, head, attempts))
    });
    Ok((rows.collect(), people.last().copied().filter(|_| has_more)))
}

/// The results of those who have attempted a quiz, for those who write the course; whether there are more. 403; 404.
pub async fn results(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    after: Option<UserId>,
    limit: usize,
) -> Result<(Vec<RowView>, Option<UserId>)> {
    let it = QuizFacts::written(platform, who, id).await?;
    page(platform, &it.quiz, after, limit).await
}

/// All results as a table. 403; 404; 409 TOO_MANY.
pub async fn table(platform: &Platform, who: &Who, id: LessonId) -> Result<String> {
    let it = QuizFacts::written(platform, who, id).await?;
    let revision = Quizzes::of(&platform.storage).revision(id, it.quiz.revision).await?;
    let questions: Vec<i64> =
        revision.iter().flat_map(|one| &one.questions.0).map(|question| question.id).collect();
    let mut table = BOM.to_owned();
    let fixed = ["Namn", "Försök", "Status", "Poäng", "Av", "Procent", "Godkänd", "Började", "Klar"];
    let numbered = (1..=questions.len()).map(|n| format!("Fråga {n}"));
    csv::row(&mut table, &fixed.into_iter().map(str::to_owned).chain(numbered).collect::<Vec<_>>());
    let (mut after, mut count) = (None, 0);
    loop {
        let (rows, next) = page(platform, &it.quiz, after, SLICE).await?;
        count += rows.len();
        if count > MOST {
            return Err(Refusal::conflict("TOO_MANY", "Tabellen är för stor. Högst 10 000 personer."));
        }
        for row in &rows {
            csv::row(&mut table, &cells(row, &questions));
        }
        match next {
            Some(next) => after = Some(next),
            None => return Ok(table),
        }
    }
}

fn cells(row: &RowView, questions: &[i64]) -> Vec<String> {
    let attempt = row.attempt.as_ref();
    let result = attempt.and_then(|one| one.result.as_ref());
    let number = |it: Option<i64>| it.map(|it| it.to_string()).unwrap_or_default();
    let state = |state: AttemptState| match state {
        AttemptState::InProgress => "Pågår",
        AttemptState::Finished => "Inlämnat",
        AttemptState::Overdue => "Tiden gick ut",
        AttemptState::Abandoned => "Övergivet",
    };
    let passed = match (row.percentage, row.passed) {
        (None, _) => "",
        (_, Some(true)) => "Ja",
        (_, Some(false)) => "Nej",
        (_, None) => "Väntar",
    };
    let mut cells = vec![
        csv::cell(&row.display_name),
        row.attempts.to_string(),
        attempt.map(|one| state(one.state)).unwrap_or_default().to_owned(),
        number(result.map(|it| it.score)),
        number(result.map(|it| it.max)),
        number(row.percentage),
        passed.to_owned(),
        attempt.map(|one| one.da_started.to_string()).unwrap_or_default(),
        attempt.and_then(|one| one.da_finished).map(|at| at.to_string()).unwrap_or_default(),
    ];
    let mark = |id: &i64| row.marks.iter().find(|mark| mark.question == *id).and_then(|mark| mark.score);
    cells.extend(questions.iter().map(|id| number(mark(id))));
    cells
}
