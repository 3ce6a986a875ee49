//! Courses on the wire.

use std::collections::HashSet;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::courses::{
    CourseAccess, CourseHead, CourseId, CourseModule, CourseProgress, CourseStatus, EnrolmentState, LessonId,
    LessonKind, ModuleId,
};
use storage::ids::{AttachmentId, ChannelId, EntityId, UserId};
use storage::time::Moment;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use super::channel::CourseChannelView;
use super::rules::progress::{self, Part};
use super::rules::{self, Ability, Reader};
use crate::feed::view::Speaker;

/// A course as somebody sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Course)]
pub struct CourseView {
    pub id: CourseId,
    /// Null: its author's own.
    pub id_entity: Option<EntityId>,
    /// The organisation whose it is, else who made it.
    pub author: Speaker,
    pub title: String,
    pub summary: String,
    pub status: CourseStatus,
    pub access: CourseAccess,
    /// A lesson opens when those before it are done.
    pub sequential: bool,
    pub certificate: bool,
    /// Lessons that learners see.
    pub lesson_count: i64,
    pub da_created: Moment,
    pub da_updated: Moment,
    /// Null: never published.
    pub da_published: Option<Moment>,
    /// Of title, summary and settings: what a change of them names.
    pub version: i64,
    pub abilities: Vec<Ability>,
    /// How far I am; null: I have nothing to do with it.
    pub progress: Option<ProgressView>,
    /// Where those who take it talk. Null: nowhere, or I do not read that channel; in lists always.
    pub channel: Option<CourseChannelView>,
}

impl CourseView {
    pub(super) fn of(
        course: &CourseHead,
        author: Speaker,
        reader: &Reader,
        progress: Option<ProgressView>,
    ) -> Self {
        Self {
            id: course.course_id,
            id_entity: course.entity_id,
            author,
            title: course.title.clone(),
            summary: course.summary.clone(),
            status: course.status,
            access: course.access,
            sequential: course.sequential,
            certificate: course.certificate,
            lesson_count: course.lesson_count,
            da_created: course.created,
            da_updated: course.updated,
            da_published: course.published,
            version: course.settings_version,
            abilities: rules::abilities(course, reader),
            progress,
            channel: None,
        }
    }
}

/// How far somebody is in a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseProgress)]
pub struct ProgressView {
    pub state: EnrolmentState,
    /// 0–100, rounded down: what is done of what is required now.
    pub percent: i64,
    pub done_count: usize,
    pub required_count: usize,
    /// Where to go on: the lesson that was opened last, else the first that is not done. Null: there is none.
    pub resume: Option<LessonId>,
    /// How far the lesson that was opened last was read, in thousandths.
    pub position: i64,
    pub da_started: Moment,
    pub da_changed: Moment,
    /// When all that was required then was done for the first time; it stays.
    pub da_finished: Option<Moment>,
}

impl ProgressView {
    pub(super) fn of(course: &storage::courses::Course, it: &CourseProgress) -> Self {
        let outline = &course.outline.0;
        let part @ Part { done, required } = progress::part(outline, &it.done.0);
        let closed = if course.sequential { progress::locked(outline, &it.done.0) } else { HashSet::new() };
        let resume = progress::resume(outline, &it.done.0, it.lesson_id, &closed);
        Self {
            state: it.state,
            percent: part.percent(),
            done_count: done,
            required_count: required,
            resume,
            position: if resume == it.lesson_id { it.position } else { 0 },
            da_started: it.created,
            da_changed: it.changed,
            da_finished: it.finished,
        }
    }
}

/// A module with its lessons in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseModule)]
pub struct ModuleView {
    pub id: ModuleId,
    pub course_id: CourseId,
    pub title: String,
    pub lessons: Vec<OutlineLessonView>,
    /// Of its title.
    pub version: i64,
}

impl ModuleView {
    pub(super) fn of(module: CourseModule, lessons: Vec<OutlineLessonView>) -> Self {
        let CourseModule { course_id, module_id: id, title, version } = module;
        Self { id, course_id, title, lessons, version }
    }
}

/// A lesson in an outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OutlineLesson)]
pub struct OutlineLessonView {
    pub id: LessonId,
    pub title: String,
    pub kind: LessonKind,
    /// Open to whoever sees the course.
    pub preview: bool,
    /// Counts for the percentage.
    pub required: bool,
    /// False: only those who write the course see it.
    pub published: bool,
    /// I have done it.
    pub done: bool,
    /// Earlier lessons are to be done first.
    pub locked: bool,
}

/// `false` and nothing else: a list that is all there is.
fn never() -> Object {
    let no = [serde_json::Value::Bool(false)];
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean)).enum_values(Some(no)).build()
}

/// The outline of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseOutline)]
pub struct ModulesView {
    pub content: Vec<ModuleView>,
    /// Always 0.
    pub page: usize,
    /// How many modules there are.
    pub size: usize,
    /// Always false.
    #[schema(schema_with = never)]
    pub has_more: bool,
    /// Of the outline: what another arrangement names.
    pub version: i64,
}

/// A lesson with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Lesson)]
pub struct LessonView {
    #[serde(flatten)]
    pub outline: OutlineLessonView,
    pub course_id: CourseId,
    pub module_id: ModuleId,
    /// Markdown with headings, tables and pictures: a line `![what is to be seen](bild:4711)` shows a picture of the course by its id.
    pub body: String,
    /// The pictures that it shows, and those of the draft; a number that is not among them shows nothing.
    pub pictures: Vec<PictureView>,
    /// The address of its film or file.
    pub media: Option<String>,
    /// The lessons before and after it that I see.
    pub previous: Option<LessonId>,
    pub next: Option<LessonId>,
    pub da_updated: Moment,
    /// What is written and not published yet. Null: nothing, or I do not write the course.
    pub draft: Option<DraftView>,
    pub version: i64,
}

/// A picture of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CoursePicture)]
pub struct PictureView {
    /// What a text names it by.
    pub id: AttachmentId,
    /// Pixels.
    pub width: i64,
    pub height: i64,
    /// A JPEG of it; `?w=` is its width in pixels, rounded up to 240, 480, 960 or 1920.
    pub url: String,
}

impl PictureView {
    pub(super) fn of(
        course_id: CourseId,
        id: AttachmentId,
        (width, height): (i64, i64),
        is_signed_in: bool,
    ) -> Self {
        let root = if is_signed_in { "v1" } else { "public" };
        Self { id, width, height, url: format!("/api/{root}/courses/{course_id}/pictures/{id}") }
    }
}

/// The text of a lesson that is not published yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LessonDraft)]
pub struct DraftView {
    pub title: String,
    pub body: String,
    pub media: Option<String>,
}

/// How far I am after something was done, with what is done and closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseStanding)]
pub struct StandingView {
    #[serde(flatten)]
    pub progress: ProgressView,
    /// The lessons of the course that I have done.
    pub done: Vec<LessonId>,
    /// Those that earlier ones close.
    pub locked: Vec<LessonId>,
}

/// Somebody who takes a course.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseLearner)]
pub struct LearnerView {
    pub id_auth_user: UserId,
    pub display_name: String,
    #[serde(flatten)]
    pub progress: ProgressView,
}

/// A new course.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewCourse)]
pub struct NewCourse {
    /// Whose; absent: my own. OWNER, ADMINISTRATOR, EDITOR, TEACHER and LEADER.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    #[garde(length(chars, min = 1, max = 150))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: String,
    #[serde(default)]
    #[garde(length(chars, max = 1_000))]
    #[schema(max_length = 1000)]
    pub summary: String,
    /// Absent: MEMBERS, of an own one INVITED.
    #[garde(skip)]
    pub access: Option<CourseAccess>,
}

/// A course as it shall be; what is absent stays.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeCourse)]
pub struct ChangeCourse {
    #[garde(inner(length(chars, min = 1, max = 150)))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: Option<String>,
    #[garde(inner(length(chars, max = 1_000)))]
    #[schema(max_length = 1000)]
    pub summary: Option<String>,
    #[garde(skip)]
    pub access: Option<CourseAccess>,
    #[garde(skip)]
    pub sequential: Option<bool>,
    #[garde(skip)]
    pub certificate: Option<bool>,
    /// A channel of its organisation that I read; 0: none.
    #[garde(skip)]
    pub id_channel: Option<ChannelId>,
    /// DRAFT makes a draft of it again, ARCHIVED and PUBLISHED are what the routes of their names do.
    #[garde(skip)]
    pub status: Option<CourseStatus>,
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// A new module.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = NewModule)]
pub struct NewModule {
    #[garde(length(chars, min = 1, max = 150))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: String,
}

/// A module as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = ChangeModule)]
pub struct ChangeModule {
    #[garde(length(chars, min = 1, max = 150))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: String,
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// Another order of modules and lessons: all that there are, each once.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = OutlineDraft)]
pub struct OutlineDraft {
    /// The outline's `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    #[garde(length(max = 50), dive)]
    #[schema(max_items = 50)]
    pub modules: Vec<OutlineDraftModule>,
}

/// A module of another order.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = OutlineDraftModule)]
pub struct OutlineDraftModule {
    #[garde(skip)]
    pub id: ModuleId,
    #[garde(length(max = 500))]
    #[schema(max_items = 500)]
    pub lessons: Vec<LessonId>,
}

/// A new lesson, at the end of its module.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = NewLesson)]
pub struct NewLesson {
    #[garde(length(chars, min = 1, max = 150))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: String,
    /// Absent: TEXT. Of QUIZ the questions are saved with `PUT /api/v1/quiz/{id}`, by the lesson's id.
    #[garde(skip)]
    pub kind: Option<LessonKind>,
    #[serde(default)]
    #[garde(length(chars, max = 50_000))]
    #[schema(max_length = 50000)]
    pub body: String,
    /// https.
    #[garde(inner(length(chars, max = 2_000)))]
    #[schema(max_length = 2000)]
    pub media: Option<String>,
    #[serde(default)]
    #[garde(skip)]
    pub preview: bool,
    /// Absent: yes.
    #[garde(skip)]
    pub required: Option<bool>,
    /// Whether learners see it at once; of a course that is a draft always. Absent: yes.
    #[garde(skip)]
    pub publish: Option<bool>,
}

/// A lesson as it shall be; what is absent stays.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = ChangeLesson)]
pub struct ChangeLesson {
    #[garde(inner(length(chars, min = 1, max = 150)))]
    #[schema(min_length = 1, max_length = 150)]
    pub title: Option<String>,
    #[garde(skip)]
    pub kind: Option<LessonKind>,
    #[garde(inner(length(chars, max = 50_000)))]
    #[schema(max_length = 50000)]
    pub body: Option<String>,
    /// https; empty: none.
    #[garde(inner(length(chars, max = 2_000)))]
    #[schema(max_length = 2000)]
    pub media: Option<String>,
    #[garde(skip)]
    pub preview: Option<bool>,
    #[garde(skip)]
    pub required: Option<bool>,
    /// Puts the text into the place of the one that learners read. Absent: of a published course it stays a draft.
    #[serde(default)]
    #[garde(skip)]
    pub publish: bool,
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// How far a lesson was read.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[schema(as = LessonPosition)]
pub struct PositionDraft {
    /// In thousandths of its length; absent: the beginning.
    #[serde(default)]
    #[garde(range(min = 0, max = 1_000))]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: i64,
}
