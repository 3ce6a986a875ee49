//! Stored records of courses.

use serde::{Deserialize, Serialize};

use crate::platform::ids::{ChannelId, EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

crate::ids! {
    /// A course.
    CourseId,
    /// A module of a course.
    ModuleId,
    /// A lesson of a course.
    LessonId,
}

text_enum! {
    /// Where a course is in its life.
    CourseStatus {
        /// For those who write it.
        Draft = "DRAFT",
        /// For those whom its access admits.
        Published = "PUBLISHED",
        /// For those who have begun it; it takes nobody new.
        Archived = "ARCHIVED",
    }
}

text_enum! {
    /// Whom a published course admits.
    CourseAccess {
        /// Everybody.
        Public = "PUBLIC",
        /// Whoever belongs to its organisation.
        Members = "MEMBERS",
        /// Whoever was invited, of an organisation for as long as they belong to it.
        Invited = "INVITED",
    }
}

text_enum! {
    /// What a lesson consists of beside its text.
    LessonKind {
        Text = "TEXT",
        /// An address of a film.
        Video = "VIDEO",
        /// An address of a file.
        File = "FILE",
        /// Questions.
        Quiz = "QUIZ",
    }
}

text_enum! {
    /// How a person stands to a course.
    EnrolmentState {
        /// Somebody who writes the course invited them.
        Invited = "INVITED",
        /// They take it.
        Active = "ACTIVE",
        /// They have ended it; what they did is kept.
        Left = "LEFT",
    }
}

/// A lesson's place in the outline, with what decides who reads it and what it counts for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineLesson {
    pub id: LessonId,
    /// Open to whoever sees the course, without taking it.
    #[serde(rename = "p", default, skip_serializing_if = "is_false")]
    pub preview: bool,
    /// Does not count for the percentage.
    #[serde(rename = "o", default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Not published yet: for those who write the course.
    #[serde(rename = "h", default, skip_serializing_if = "is_false")]
    pub hidden: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(it: &bool) -> bool {
    !it
}

/// A module's place in the outline, with its lessons in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineModule {
    pub id: ModuleId,
    pub lessons: Vec<OutlineLesson>,
}

/// A lesson's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonText {
    pub title: String,
    /// Markdown.
    pub body: String,
    /// The address of its film or file.
    pub media: Option<String>,
}

record! {
    /// A course. Every change of it, its modules and its lessons is decided by `version`.
    pub struct Course;
    pub(crate) static COURSES: "courses", Ascending;
    partition {
        course_id: CourseId => bigint,
    }
    clustering {}
    columns {
        status: CourseStatus => text,
        /// Raised by every change of the course, its outline and its texts.
        version: i64 => bigint,
        /// Raised when title, summary, access or settings change.
        settings_version: i64 => bigint,
        /// Raised when modules or lessons are added, moved or removed.
        outline_version: i64 => bigint,
        /// Who made it; none: an organisation's, whose author is erased.
        author_id: Option<UserId> => bigint,
        /// Whose it is; none: its author's own.
        entity_id: Option<EntityId> => bigint,
        access: CourseAccess => text,
        /// Lessons open one after the other.
        sequential: bool => boolean,
        /// Who has done it gets a certificate.
        certificate: bool => boolean,
        title: String => text,
        summary: String => text,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// When it was first published.
        published: Option<Moment> => timestamp,
        /// Lessons that learners see.
        lesson_count: i64 => int,
        /// A channel of the organisation, for those who take it.
        channel_id: Option<ChannelId> => bigint,
        /// The only place that says which modules and lessons there are, and in which order.
        outline: Json<Vec<OutlineModule>> => text,
    }
}

record! {
    /// A course without its outline: what lists read.
    pub struct CourseHead {
        course_id: CourseId,
        status: CourseStatus,
        settings_version: i64,
        author_id: Option<UserId>,
        entity_id: Option<EntityId>,
        access: CourseAccess,
        sequential: bool,
        certificate: bool,
        title: String,
        summary: String,
        created: Moment,
        updated: Moment,
        published: Option<Moment>,
        lesson_count: i64,
    }
}

record! {
    /// A module's title.
    pub struct CourseModule;
    pub(crate) static COURSE_MODULES: "course_modules", Ascending;
    partition {
        course_id: CourseId => bigint,
    }
    clustering {
        module_id: ModuleId => bigint,
    }
    columns {
        title: String => text,
        /// Raised by every change of the title.
        version: i64 => bigint,
    }
}

record! {
    /// What an outline shows of a lesson.
    pub struct LessonTitle;
    pub(crate) static COURSE_LESSONS: "course_lessons", Ascending;
    partition {
        course_id: CourseId => bigint,
    }
    clustering {
        lesson_id: LessonId => bigint,
    }
    columns {
        kind: LessonKind => text,
        title: String => text,
    }
}

record! {
    /// A lesson's text.
    pub struct Lesson;
    pub(crate) static LESSONS: "lessons", Ascending;
    partition {
        lesson_id: LessonId => bigint,
    }
    clustering {}
    columns {
        course_id: CourseId => bigint,
        /// Raised by every change of the lesson, its draft too.
        version: i64 => bigint,
        /// Markdown; what learners read.
        body: String => text,
        /// The address of its film or file.
        media: Option<String> => text,
        /// What is written and not published yet.
        draft: Json<Option<LessonText>> => text,
        updated: Moment => timestamp,
    }
}

record! {
    /// The course of a module.
    pub(crate) struct ModulePlace;
    pub(crate) static MODULE_PLACES: "course_module_places", Ascending;
    partition {
        module_id: ModuleId => bigint,
    }
    clustering {}
    columns {
        course_id: CourseId => bigint,
    }
}

record! {
    /// A course in a list of courses.
    pub(crate) struct ListedCourse;
    pub(crate) static COURSES_LISTED: "courses_listed", Descending;
    partition {
        /// The list.
        place: String => text,
    }
    clustering {
        course_id: CourseId => bigint,
    }
    columns {}
}

record! {
    /// A course that a person made, in whatever name.
    pub(crate) struct WrittenCourse;
    pub(crate) static WRITTEN_COURSES: "written_courses", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        course_id: CourseId => bigint,
    }
    columns {}
}

record! {
    /// How far a person is in a course. Every change is decided by `version`.
    pub struct CourseProgress;
    pub(crate) static COURSE_PROGRESS: "course_progress", Ascending;
    partition {
        course_id: CourseId => bigint,
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        state: EnrolmentState => text,
        version: i64 => bigint,
        /// The lessons that they have done, in that order; those that were removed since too.
        done: Json<Vec<LessonId>> => text,
        /// The lesson that they opened last.
        lesson_id: Option<LessonId> => bigint,
        /// How far they are in it, in thousandths of its length.
        position: i64 => int,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// When they had first done all that was required then.
        finished: Option<Moment> => timestamp,
    }
}

record! {
    /// A course that a person takes, took or is invited to.
    pub(crate) struct PersonCourse;
    pub(crate) static PERSON_COURSES: "person_courses", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        course_id: CourseId => bigint,
    }
    columns {}
}

record! {
    /// Somebody who takes, took or is invited to a course.
    pub struct CoursePerson;
    pub(crate) static COURSE_PEOPLE: "course_people", Ascending;
    partition {
        course_id: CourseId => bigint,
        /// The person's id modulo [`super::BUCKETS`].
        bucket: i64 => int,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {
        state: EnrolmentState => text,
    }
}
