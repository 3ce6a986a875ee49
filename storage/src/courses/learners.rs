//! Who takes a course, and how far they are.

use super::records::{CoursePerson, CourseProgress, EnrolmentState, PersonCourse};
use super::{CourseId, Courses};
use crate::platform::engine::{Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::Stored;

/// Partitions over which the people of a course are spread.
pub const BUCKETS: i64 = 16;
/// Most courses of a person, those that they ended too.
pub const MOST_TAKEN: usize = 500;

pub(super) const fn bucket(user_id: UserId) -> i64 {
    user_id.0.rem_euclid(BUCKETS)
}

impl CourseProgress {
    pub(super) fn of_person(&self) -> PersonCourse {
        PersonCourse { user_id: self.user_id, course_id: self.course_id }
    }

    pub(super) fn person(&self) -> CoursePerson {
        let Self { course_id, user_id, state, .. } = *self;
        CoursePerson { course_id, bucket: bucket(user_id), user_id, state }
    }
}

impl Courses {
    /// How far a person is in a course; none: they have nothing to do with it.
    pub async fn progress(&self, course_id: CourseId, user_id: UserId) -> Result<Option<CourseProgress>> {
        self.db.find(CourseProgress::at(course_id, user_id)).await
    }

    /// How far a person is in some courses; those with which they have nothing to do are left out.
    pub async fn progress_in(&self, courses: &[CourseId], user_id: UserId) -> Result<Vec<CourseProgress>> {
        let keys = courses.iter().map(|id| CourseProgress::at(*id, user_id)).collect();
        self.db.find_all(keys).await
    }

    /// How far some people are in a course.
    pub async fn progress_of(&self, course_id: CourseId, people: &[UserId]) -> Result<Vec<CourseProgress>> {
        let keys = people.iter().map(|user_id| CourseProgress::at(course_id, *user_id)).collect();
        self.db.find_all(keys).await
    }

    /// Sets how far a person is if it is still as in `old` (none: there is nothing), and what follows; answers whether
    /// it was. Raises the version.
    pub async fn decide_progress(
        &self,
        old: Option<&CourseProgress>,
        new: &CourseProgress,
        more: Vec<Write>,
    ) -> Result<bool> {
        let new = CourseProgress { version: old.map_or(0, |old| old.version) + 1, ..new.clone() };
        let mut then = more;
        if old.is_none() {
            then.push(new.of_person().insert());
        }
        if old.is_none_or(|old| old.state != new.state) {
            then.push(new.person().insert());
        }
        let guard = old.map_or_else(|| new.if_absent(), |old| old.change_version_to(&new));
        self.db.decide(guard, then).await
    }

    /// Deletes all that is stored about a person in a course if it is still as it was read; answers whether it was.
    pub async fn forget(&self, progress: &CourseProgress) -> Result<bool> {
        let then = [progress.of_person().key(), progress.person().key()].map(Key::delete).to_vec();
        let guard = progress.key().delete_if([("version", progress.version.into())]);
        self.db.decide(guard, then).await
    }

    /// The courses that a person takes, took or is invited to, newest first.
    pub async fn taken_by(&self, user_id: UserId) -> Result<Vec<CourseId>> {
        let rows: Vec<PersonCourse> = self.db.list(PersonCourse::of(user_id).descending(MOST_TAKEN)).await?;
        Ok(rows.into_iter().map(|row| row.course_id).collect())
    }

    /// The people of a course after one, by bucket and id; the next `limit`.
    pub async fn people(
        &self,
        course_id: CourseId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<CoursePerson>> {
        let mut found: Vec<CoursePerson> = Vec::new();
        for at in after.map_or(0, bucket)..BUCKETS {
            let span = CoursePerson::of(course_id, at);
            let span =
                if after.is_some_and(|after| bucket(after) == at) { span.after_any(after) } else { span };
            found.extend(self.db.list::<CoursePerson>(span.ascending(limit - found.len())).await?);
            if found.len() >= limit {
                break;
            }
        }
        Ok(found)
    }

    /// Whether somebody takes a course now.
    pub async fn has_learners(&self, course_id: CourseId) -> Result<bool> {
        const PAGE: usize = 200;
        let mut after = None;
        loop {
            let some = self.people(course_id, after, PAGE).await?;
            if some.iter().any(|one| one.state == EnrolmentState::Active) {
                return Ok(true);
            }
            match some.last() {
                Some(last) if some.len() == PAGE => after = Some(last.user_id),
                _ => return Ok(false),
            }
        }
    }
}
