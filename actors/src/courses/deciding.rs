//! Deciding changes of a course, its modules and its lessons: by the course's version, on any number of nodes one after
//! the other.

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::courses::{Course, CourseHead, CourseId, CourseStatus, CourseStep, Courses};
use storage::engine::Write;

use super::comments;
use super::facts::Facts;
use super::rules::progress::shown;
use super::rules::{self, absent};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
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

/// What the audit log of its organisation says of a changed course: who it is open to. Not what it teaches.
fn recorded(platform: &Platform, who: &Who, old: &Course, new: &Course) -> Result<Vec<Write>> {
    let turned = match new.status {
        CourseStatus::Published => AuditKind::CoursePublished,
        CourseStatus::Draft => AuditKind::CourseUnpublished,
        CourseStatus::Archived => AuditKind::CourseArchived,
    };
    let mut writes = Vec::new();
    if new.status != old.status {
        writes.extend(entry(platform, who, new, Act::of(turned))?);
    }
    if new.access != old.access {
        let act = Act::of(AuditKind::CourseAccessChanged).change("access", &old.access, &new.access);
        writes.extend(entry(platform, who, new, act)?);
    }
    Ok(writes)
}

/// The entry about a course; nothing of one without an organisation.
pub(super) fn entry(platform: &Platform, who: &Who, course: &Course, act: Act) -> Result<Vec<Write>> {
    let Some(entity_id) = course.entity_id else { return Ok(Vec::new()) };
    let act = act.subject(AuditSubjectKind::Course, course.course_id.0, None);
    audit::writes(platform, entity_id, Some(who.user_id), act)
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
        let Some(Decided { course, step, mut then }) = judge(&old).await? else { return Ok(old) };
        let new = next_of(&old, course)?;
        then.extend(recorded(platform, who, &old, &new)?);
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
