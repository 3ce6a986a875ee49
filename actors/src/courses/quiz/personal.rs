//! The quizzes' part of data export and erasure.

use serde_json::json;
use storage::courses::quiz::{Attempt, Quizzes, SavedAnswer};
use storage::ids::UserId;

use super::clearing::forget;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::archive::Archive;
use crate::platform::error::Result;

/// A person's attempts with what they answered. What was right is not theirs.
pub(in crate::courses) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    archive.list("quizzes.json").await?;
    let mut before = None;
    loop {
        let some = quizzes.of_person(who.user_id, before).await?;
        let Some(last) = some.last().copied() else { break };
        for id in some {
            let extra_time = quizzes.head(id, who.user_id).await?.extra_time;
            archive.item(&json!({"quiz": id, "extraTime": extra_time})).await?;
            for attempt in quizzes.attempts(id, who.user_id).await? {
                let answers = quizzes.answers(id, who.user_id, attempt.number).await?;
                archive.item(&taken(&attempt, &answers)).await?;
            }
        }
        before = Some(last);
    }
    archive.end_list().await
}

fn taken(attempt: &Attempt, answers: &[SavedAnswer]) -> serde_json::Value {
    let answers: Vec<_> = answers
        .iter()
        .map(|one| json!({"question": one.question, "options": one.options.0, "text": one.answer}))
        .collect();
    let comments: Vec<_> = attempt
        .grades
        .0
        .iter()
        .map(|one| json!({"question": one.question, "score": one.score, "comment": one.comment}))
        .collect();
    json!({
        "quiz": attempt.quiz_id, "attempt": attempt.number, "state": attempt.state,
        "daStarted": attempt.started, "daDeadline": attempt.deadline, "daFinished": attempt.finished,
        "daSaved": attempt.saved, "score": attempt.score, "max": attempt.max, "passed": attempt.passed,
        "answers": answers, "grades": comments,
    })
}

/// Erases a person's attempts. May be repeated.
pub(in crate::courses) async fn erase(platform: &Platform, user_id: UserId) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    loop {
        let some = quizzes.of_person(user_id, None).await?;
        if some.is_empty() {
            return Ok(());
        }
        for id in some {
            forget(platform, id, user_id).await?;
        }
    }
}
