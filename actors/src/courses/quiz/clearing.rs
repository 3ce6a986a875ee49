//! What is stored about the quiz of a lesson that is gone.

use std::time::Duration;

use storage::courses::quiz::Quizzes;
use storage::courses::{Courses, LessonId, LessonKind};
use storage::engine::Write;
use storage::ids::UserId;
use storage::record::Stored;

use super::making::TRIES;
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// People whose attempts are deleted in one go.
const SLICE: usize = 100;

/// Deletes the quizzes of lessons that are gone.
pub(in crate::courses) const CLEAR: JobKind = JobKind {
    name: "quiz-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let gone: Vec<LessonId> = serde_json::from_str(&job.payload)?;
            for id in gone {
                // The decision that it joined may have been refused.
                if Courses::of(&platform.storage).lesson(id).await?.is_none() {
                    clear(&platform, id).await?;
                }
            }
            Ok(())
        })
    },
};

/// The write that clears the quizzes among lessons which go with it.
pub(in crate::courses) async fn clear_of(
    platform: &Platform,
    course_id: storage::courses::CourseId,
    lessons: &[LessonId],
) -> Result<Vec<Write>> {
    let titles = Courses::of(&platform.storage).titles(course_id).await?.lessons;
    let of_kind = titles.iter().filter(|title| title.kind == LessonKind::Quiz);
    let gone: Vec<LessonId> =
        of_kind.map(|title| title.lesson_id).filter(|id| lessons.contains(id)).collect();
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![jobs::job(platform, CLEAR.name, now(), &gone)?.insert()])
}

pub(super) async fn clear(platform: &Platform, id: LessonId) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    loop {
        let some = quizzes.people(id, None, SLICE).await?;
        if some.is_empty() {
            break;
        }
        for user_id in some {
            forget(platform, id, user_id).await?;
        }
    }
    if let Some(quiz) = quizzes.settled(id).await? {
        quizzes.remove(&quiz).await?;
    }
    Ok(())
}

/// Deletes all that is stored about a person in a quiz. 503.
pub(super) async fn forget(platform: &Platform, id: LessonId, user_id: UserId) -> Result<()> {
    let quizzes = Quizzes::of(&platform.storage);
    for _ in 0..TRIES {
        if quizzes.forget(id, user_id).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
