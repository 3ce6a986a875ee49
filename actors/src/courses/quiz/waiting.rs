//! Answers that wait for a teacher: the course's teachers are notified, once for all that wait until they have seen it.

use std::time::Duration;

use storage::courses::quiz::{Attempt, Quizzes};
use storage::courses::{Courses, LessonId};
use storage::engine::Write;
use storage::record::Stored;

use crate::Platform;
use crate::courses::{bells, teachers};
use crate::notifications::notify;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// Notifications of a teacher that are looked through for one about the same quiz.
const LOOKED_AT: usize = 200;

/// Notifies the teachers that answers to a quiz wait for them.
pub(in crate::courses) const WAITING: JobKind = JobKind {
    name: "quiz-waiting",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let id: LessonId = serde_json::from_str(&job.payload)?;
            tell(&platform, id).await?;
            Ok(())
        })
    },
};

/// The job for an attempt that ends with answers to grade, which joins that write.
pub(super) fn waiting(platform: &Platform, attempt: &Attempt) -> Result<Option<Write>> {
    if attempt.waiting == 0 {
        return Ok(None);
    }
    Ok(Some(jobs::job(platform, WAITING.name, now(), &attempt.quiz_id)?.insert()))
}

async fn tell(platform: &Platform, id: LessonId) -> Result<()> {
    let Some(quiz) = Quizzes::of(&platform.storage).quiz(id).await? else { return Ok(()) };
    let Some(course) = Courses::of(&platform.storage).course(quiz.course_id).await? else { return Ok(()) };
    // On this node one after the other, so that of two who hand in together the second finds the first's.
    let _turn = platform.turns.of(id.0).await;
    let mut rows = Vec::new();
    for teacher in teachers::of(platform, &course).await? {
        let entries = platform.storage.notifications.list(teacher, None, LOOKED_AT).await?;
        if !entries.iter().any(|entry| bells::is_waiting(entry, id)) {
            rows.push(bells::waiting(platform, course.entity_id, teacher, id)?);
        }
    }
    if !rows.is_empty() {
        notify(platform, &rows).await?;
    }
    Ok(())
}
