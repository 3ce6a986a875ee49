//! Courses: their outline, the texts of their lessons, and who is how far in them. Contract §10.1.
//!
//! A course's row holds its outline and is the guard of every change of modules, lessons and texts: of concurrent
//! changes, on any node, each is judged after the one before. A person's progress is a row of its own, decided by its
//! own version. Titles and lists follow in the same write.

mod addresses;
mod certificates;
mod check;
mod learners;
mod pictures;
pub mod quiz;
mod records;

use std::sync::Arc;

use addresses::COURSE_ADDRESSES;
pub use addresses::CourseAddress;
pub use certificates::Certificate;
use certificates::{CERTIFICATES, PERSON_CERTIFICATES};
pub use learners::{BUCKETS, MOST_TAKEN};
use pictures::COURSE_PICTURES;
pub use pictures::{CoursePicture, MOST_LESSON_PICTURES, no_more};
use records::{
    COURSE_LESSONS, COURSE_MODULES, COURSE_PEOPLE, COURSE_PROGRESS, COURSES, COURSES_LISTED, LESSONS,
    ListedCourse, MODULE_PLACES, ModulePlace, PERSON_COURSES, WRITTEN_COURSES, WrittenCourse,
};
pub use records::{
    Course, CourseAccess, CourseHead, CourseId, CourseModule, CoursePerson, CourseProgress, CourseStatus,
    EnrolmentState, Lesson, LessonId, LessonKind, LessonText, LessonTitle, ModuleId, OutlineLesson,
    OutlineModule,
};

use crate::Storage;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, Stored};

/// Most modules of a course.
pub const MOST_MODULES: usize = 50;
/// Most lessons of a module.
pub const MOST_MODULE_LESSONS: usize = 100;
/// Most lessons of a course.
pub const MOST_LESSONS: usize = 500;
/// Most courses of an organisation.
pub const MOST_COURSES: usize = 500;
/// Most courses that a person makes, in whatever name.
pub const MOST_WRITTEN: usize = 100;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &COURSES,
        &COURSE_MODULES,
        &COURSE_LESSONS,
        &LESSONS,
        &MODULE_PLACES,
        &COURSES_LISTED,
        &WRITTEN_COURSES,
        &COURSE_PROGRESS,
        &PERSON_COURSES,
        &COURSE_PEOPLE,
        &COURSE_PICTURES,
        &quiz::QUIZZES,
        &quiz::QUIZ_REVISIONS,
        &quiz::ATTEMPTS,
        &quiz::ATTEMPT_HEADS,
        &quiz::ATTEMPT_PLACES,
        &quiz::QUIZ_PEOPLE,
        &quiz::PERSON_QUIZZES,
        &CERTIFICATES,
        &PERSON_CERTIFICATES,
        &COURSE_ADDRESSES,
    ],
    people: &[
        people("courses", In("courses.json"), Nothing),
        people("written_courses", Not("the index of courses.json"), Nothing),
        people("course_progress", In("courses.json"), Nothing),
        people("person_courses", Not("the index of courses.json"), Nothing),
        people("course_people", Not("the index of courses.json"), Nothing),
        people("attempts", In("quizzes.json"), Nothing),
        people("attempt_heads", In("quizzes.json"), Nothing),
        people("attempt_places", Not("the index of quizzes.json"), Nothing),
        people("quiz_people", Not("the index of quizzes.json"), Nothing),
        people("person_quizzes", Not("the index of quizzes.json"), Nothing),
        people("certificates", In("courses.json"), Nothing),
        people("person_certificates", Not("the index of courses.json"), Nothing),
        people(
            "course_addresses",
            Not("whom somebody invited, by hashes that nobody can read"),
            Stays("who invited is asked again before anything is done, and the row ends by itself"),
        ),
    ],
    checks: &[
        |check| Box::pin(check.courses()),
        |check| Box::pin(check.course_pictures()),
        |check| Box::pin(check.quizzes()),
        |check| Box::pin(check.certificates()),
    ],
    ..Area::named("courses")
};

/// A list of courses of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CourseList {
    /// What is published for everybody.
    Public,
    /// What is published for its members, or for everybody.
    Members,
    /// All that there are, drafts too.
    All,
}

impl CourseList {
    fn place(self, entity_id: EntityId) -> String {
        match self {
            Self::Public => format!("public:{entity_id}"),
            Self::Members => format!("members:{entity_id}"),
            Self::All => format!("all:{entity_id}"),
        }
    }
}

impl Course {
    /// All lessons, in their order.
    pub fn lessons(&self) -> impl Iterator<Item = &OutlineLesson> {
        self.outline.0.iter().flat_map(|module| &module.lessons)
    }

    /// The lists in which it stands.
    fn listings(&self) -> Vec<ListedCourse> {
        let Some(entity_id) = self.entity_id else { return Vec::new() };
        let lists: &[CourseList] = match (self.status, self.access) {
            (CourseStatus::Published, CourseAccess::Public) => {
                &[CourseList::All, CourseList::Members, CourseList::Public]
            }
            (CourseStatus::Published, CourseAccess::Members) => &[CourseList::All, CourseList::Members],
            _ => &[CourseList::All],
        };
        let listed =
            |list: &CourseList| ListedCourse { place: list.place(entity_id), course_id: self.course_id };
        lists.iter().map(listed).collect()
    }

    fn written(&self) -> Option<WrittenCourse> {
        Some(WrittenCourse { user_id: self.author_id?, course_id: self.course_id })
    }
}

impl From<&Course> for CourseHead {
    fn from(course: &Course) -> Self {
        Self {
            course_id: course.course_id,
            status: course.status,
            settings_version: course.settings_version,
            author_id: course.author_id,
            entity_id: course.entity_id,
            access: course.access,
            sequential: course.sequential,
            certificate: course.certificate,
            title: course.title.clone(),
            summary: course.summary.clone(),
            created: course.created,
            updated: course.updated,
            published: course.published,
            lesson_count: course.lesson_count,
        }
    }
}

/// What a change of a course comes to beside its row; what is empty stays.
#[derive(Debug, Clone, Default)]
pub struct CourseStep {
    /// New or changed.
    pub modules: Vec<CourseModule>,
    pub removed_modules: Vec<ModuleId>,
    /// New or changed.
    pub titles: Vec<LessonTitle>,
    /// New or changed.
    pub lessons: Vec<Lesson>,
    pub removed_lessons: Vec<LessonId>,
}

impl CourseStep {
    fn writes(&self, course_id: CourseId) -> Vec<Write> {
        let mut writes = Vec::new();
        for module in &self.modules {
            let place = ModulePlace { module_id: module.module_id, course_id };
            writes.extend([module.insert(), place.insert()]);
        }
        for id in &self.removed_modules {
            writes.extend([CourseModule::at(course_id, *id).delete(), ModulePlace::at(*id).delete()]);
        }
        writes.extend(self.titles.iter().map(Stored::insert));
        writes.extend(self.lessons.iter().map(Stored::insert));
        for id in &self.removed_lessons {
            writes.extend([LessonTitle::at(course_id, *id).delete(), Lesson::at(*id).delete()]);
        }
        writes
    }
}

/// The titles that an outline shows.
#[derive(Debug, Clone, Default)]
pub struct Titles {
    pub modules: Vec<CourseModule>,
    pub lessons: Vec<LessonTitle>,
}

/// The repository of courses.
#[derive(Clone)]
pub struct Courses {
    db: Db,
}

impl Courses {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A course.
    pub async fn course(&self, id: CourseId) -> Result<Option<Course>> {
        self.db.find(Course::at(id)).await
    }

    /// As [`Self::course`], for a change: the titles and texts of earlier changes are there.
    pub async fn settled(&self, id: CourseId) -> Result<Option<Course>> {
        self.db.find_settled(Course::at(id)).await
    }

    /// Some courses; those that do not exist are left out.
    pub async fn courses(&self, ids: &[CourseId]) -> Result<Vec<Course>> {
        self.db.find_all(ids.iter().map(|id| Course::at(*id)).collect()).await
    }

    /// Some courses without their outlines, in the order given; those that do not exist are left out.
    pub async fn heads(&self, ids: &[CourseId]) -> Result<Vec<CourseHead>> {
        let ranges = ids.iter().map(|id| Course::at(*id).columns(CourseHead::FIELDS)).collect();
        Ok(self.db.list_many(ranges).await?.into_iter().flatten().collect())
    }

    /// Stores a new course. False: there is one with its id.
    pub async fn create(&self, course: &Course) -> Result<bool> {
        let mut then: Vec<Write> = course.listings().iter().map(Stored::insert).collect();
        then.extend(course.written().map(|row| row.insert()));
        self.db.decide(course.if_absent(), then).await
    }

    /// Changes a course, its titles and its texts if it still has the version of `old`; answers whether it had. Raises
    /// the version.
    pub async fn decide(
        &self,
        old: &Course,
        new: &Course,
        step: &CourseStep,
        more: Vec<Write>,
    ) -> Result<bool> {
        let new = Course { version: old.version + 1, ..new.clone() };
        let mut then = step.writes(old.course_id);
        let (before, after) = (old.listings(), new.listings());
        then.extend(before.iter().filter(|row| !after.contains(row)).map(|row| row.key().delete()));
        then.extend(after.iter().filter(|row| !before.contains(row)).map(Stored::insert));
        if old.author_id != new.author_id {
            then.extend(old.written().map(|row| row.key().delete()));
        }
        then.extend(more);
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Deletes a course with all its modules and lessons if it still has that version; answers whether it had.
    pub async fn remove(&self, course: &Course, more: Vec<Write>) -> Result<bool> {
        let all = CourseStep {
            removed_modules: course.outline.0.iter().map(|module| module.id).collect(),
            removed_lessons: course.lessons().map(|lesson| lesson.id).collect(),
            ..CourseStep::default()
        };
        let mut then = all.writes(course.course_id);
        then.extend(course.listings().iter().map(|row| row.key().delete()));
        then.extend(course.written().map(|row| row.key().delete()));
        then.extend(more);
        let guard = course.key().delete_if([("version", course.version.into())]);
        self.db.decide(guard, then).await
    }

    /// The titles of a course's modules and lessons, in one round trip.
    pub async fn titles(&self, id: CourseId) -> Result<Titles> {
        let ranges = vec![
            CourseModule::of(id).ascending(MOST_MODULES + 1),
            LessonTitle::of(id).ascending(MOST_LESSONS + 1),
        ];
        let mut found = self.db.range_many(ranges).await?.into_iter();
        let (modules, lessons) = (found.next().unwrap_or_default(), found.next().unwrap_or_default());
        Ok(Titles {
            modules: modules.into_iter().map(CourseModule::read).collect::<Result<_>>()?,
            lessons: lessons.into_iter().map(LessonTitle::read).collect::<Result<_>>()?,
        })
    }

    /// A module's title.
    pub async fn module(&self, course_id: CourseId, id: ModuleId) -> Result<Option<CourseModule>> {
        self.db.find(CourseModule::at(course_id, id)).await
    }

    /// The course of a module.
    pub async fn of_module(&self, id: ModuleId) -> Result<Option<CourseId>> {
        Ok(self.db.find::<ModulePlace>(ModulePlace::at(id)).await?.map(|place| place.course_id))
    }

    /// What the outline shows of a lesson.
    pub async fn title(&self, course_id: CourseId, id: LessonId) -> Result<Option<LessonTitle>> {
        self.db.find(LessonTitle::at(course_id, id)).await
    }

    /// A lesson's text.
    pub async fn lesson(&self, id: LessonId) -> Result<Option<Lesson>> {
        self.db.find(Lesson::at(id)).await
    }

    /// The texts of some lessons; those that do not exist are left out.
    pub async fn lessons(&self, ids: &[LessonId]) -> Result<Vec<Lesson>> {
        self.db.find_all(ids.iter().map(|id| Lesson::at(*id)).collect()).await
    }

    /// The courses of a list, newest first; the first `limit`.
    pub async fn listed(&self, entity_id: EntityId, list: CourseList, limit: usize) -> Result<Vec<CourseId>> {
        let span = ListedCourse::of(&list.place(entity_id));
        let rows: Vec<ListedCourse> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.course_id).collect())
    }

    /// The courses that a person made in any name, newest first; the first `limit`.
    pub async fn written_by(&self, user_id: UserId, limit: usize) -> Result<Vec<CourseId>> {
        let rows: Vec<WrittenCourse> = self.db.list(WrittenCourse::of(user_id).descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.course_id).collect())
    }
}
