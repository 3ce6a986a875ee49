//! Deciding changes of a course, its modules and its lessons: by the course's version, on any number of nodes one after
//! the other.

use storage::courses::{Course, CourseHead, CourseId, CourseStatus, CourseStep, Courses};
use storage::engine::Write;

use super::comments;
use super::facts::Facts;
use super::rules::progress::shown;
use super::rules::{self, absent};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, before_retry, now};

/// Attempts at a concurrent change.
const TRIES: u32 = 64;

/// What becomes of a course.
pub(super) struct Decided {
    pub course: Course,
    pub step: CourseStep,
    /// What follows elsewhere.
    pub then: Vec<Write>,
}

impl Decided {
    /// The course's row alone.
    pub fn row(course: Course) -> Self {
        Self { course, step: CourseStep::default(), then: Vec::new() }
    }
}

/// The next state of a course: its counts and versions follow from what changed. 422 NO_LESSON.
fn next_of(old: &Course, mut new: Course) -> Result<Course> {
    new.lesson_count = i64::try_from(shown(&new.outline.0).count()).unwrap_or_default();
    if new.status == CourseStatus::Published && new.lesson_count == 0 {
        return Err(rules::no_lesson());
    }
    new.outline_version += i64::from(new.outline != old.outline);
    new.updated = Moment(now());
    Ok(new)
}

/// Decides what becomes of a course by what stands, for who writes it: `judge` is called again with the course as it is
/// then when another was faster; what it reads, it reads after the course. None: nothing. Answers the course as it is
/// then. 403; 404; 503.
pub(super) async fn decide(
    platform: &Platform,
    who: &Who,
    id: CourseId,
    mut judge: impl AsyncFnMut(&Course) -> Result<Option<Decided>>,
) -> Result<Course> {
    let courses = Courses::of(&platform.storage);
    for attempt in 0..TRIES {
        // On this node one after the other; the version decides between nodes.
        let turn = platform.turns.of(id.0).await;
        let old = courses.settled(id).await?.ok_or_else(absent)?;
        let facts = Facts::of(platform, Some(who.user_id), old).await?;
        rules::write(&CourseHead::from(&facts.course), &facts.reader)?;
        let old = facts.course;
        let Some(Decided { course, step, then }) = judge(&old).await? else { return Ok(old) };
        let new = next_of(&old, course)?;
        if courses.decide(&old, &new, &step, then).await? {
            platform.jobs.wake();
            comments::rights_moved(platform, &old, &new);
            return Ok(Course { version: old.version + 1, ..new });
        }
        drop(turn);
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}
