//! What goes with lessons that are removed: each part by a job, in the write that removes them.

use storage::courses::{CourseId, LessonId};
use storage::engine::Write;

use super::{comments, pictures, quiz};
use crate::Platform;
use crate::platform::error::Result;

/// The writes that clear what is left of lessons which go with them: quizzes, comments, pictures.
pub(super) async fn leftovers(
    platform: &Platform,
    course_id: CourseId,
    lessons: &[LessonId],
) -> Result<Vec<Write>> {
    let mut then = quiz::clear_of(platform, course_id, lessons).await?;
    then.extend(comments::going(platform, lessons)?);
    then.extend(pictures::going(platform, course_id, lessons).await?);
    Ok(then)
}
