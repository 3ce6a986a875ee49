//! Making, changing, publishing, copying and removing courses.

use std::time::Duration;

use storage::audit::AuditKind;
use storage::courses::{
    Course, CourseAccess, CourseHead, CourseId, CourseModule, CourseStatus, CourseStep, Courses, Lesson,
    LessonId, LessonKind, LessonTitle, MOST_COURSES, MOST_WRITTEN, ModuleId, OutlineLesson, OutlineModule,
};
use storage::engine::Write;
use storage::ids::{EntityId, UserId};
use storage::record::Stored;
use storage::value::Json;

use super::channel::chosen;
use super::deciding::{Decided, decide, entry};
use super::facts::Facts;
use super::leaving::leftovers;
use super::pictures;
use super::rules::{self, Turn};
use super::view::{ChangeCourse, CourseView, NewCourse};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::Act;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::quotas::below;
use crate::platform::text::{line, prose, required_line};
use crate::platform::time::{Moment, now};

/// Longest title, in characters.
pub(super) const TITLE: usize = 150;
/// People whose progress is deleted in one go.
const SLICE: usize = 100;
/// Attempts at a concurrently changed progress.
const TRIES: u32 = 64;

/// Deletes the pictures of a deleted course, and what is stored about its people.
pub(super) const CLEAR: JobKind = JobKind {
    name: "course-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let id: CourseId = serde_json::from_str(&job.payload)?;
            clear(&platform, id).await?;
            pictures::sweep(&platform, id, |_| true).await?;
            Ok(())
        })
    },
};

async fn clear(platform: &Platform, id: CourseId) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    loop {
        let some: Vec<UserId> =
            courses.people(id, None, SLICE).await?.into_iter().map(|one| one.user_id).collect();
        if some.is_empty() {
            return Ok(());
        }
        for user_id in some {
            forget(platform, id, user_id).await?;
        }
    }
}

/// Deletes all that is stored about a person in a course. 503.
pub(super) async fn forget(platform: &Platform, id: CourseId, user_id: UserId) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    for _ in 0..TRIES {
        let Some(progress) = courses.progress(id, user_id).await? else { return Ok(()) };
        if courses.forget(&progress).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

pub(super) fn title(text: &str) -> Result<String> {
    required_line("title", text, TITLE, "Skriv en rubrik.")
}

/// 409 QUOTA_REACHED: the author or the organisation has as many courses as allowed.
async fn room(platform: &Platform, me: UserId, entity: Option<EntityId>) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    below(courses.written_by(me, MOST_WRITTEN).await?.len(), MOST_WRITTEN, "kurser")?;
    if let Some(id) = entity {
        let all = courses.listed(id, storage::courses::CourseList::All, MOST_COURSES).await?;
        below(all.len(), MOST_COURSES, "kurser")?;
    }
    Ok(())
}

fn blank(course_id: CourseId, at: i64, me: UserId, entity_id: Option<EntityId>) -> Course {
    let access = if entity_id.is_some() { CourseAccess::Members } else { CourseAccess::Invited };
    Course {
        course_id,
        status: CourseStatus::Draft,
        version: 1,
        settings_version: 1,
        outline_version: 1,
        author_id: Some(me),
        entity_id,
        access,
        sequential: false,
        certificate: false,
        title: String::new(),
        summary: String::new(),
        created: Moment(at),
        updated: Moment(at),
        published: None,
        lesson_count: 0,
        channel_id: None,
        outline: Json(Vec::new()),
    }
}

/// Makes a course: a draft. 403: may not write for the organisation; 404: there is no such; 409 QUOTA_REACHED; 429.
pub async fn create(platform: &Platform, who: &Who, new: NewCourse) -> Result<CourseView> {
    platform.limits.post(&*platform.bus, who.user_id).await?;
    let at = now();
    create_as(platform, who, new, at, CourseId(platform.ids.next(at)?)).await
}

/// The same with a given moment and id.
pub(super) async fn create_as(
    platform: &Platform,
    who: &Who,
    new: NewCourse,
    at: i64,
    id: CourseId,
) -> Result<CourseView> {
    let me = who.user_id;
    if let Some(id) = new.id_entity {
        existing(platform, id).await?;
        rules::write_for(relation(platform, id, me).await?)?;
    }
    let blank = blank(id, at, me, new.id_entity);
    let access = rules::access(new.access.unwrap_or(blank.access), new.id_entity.is_some())?;
    let course =
        Course { title: title(&new.title)?, summary: prose("summary", &new.summary)?, access, ..blank };
    let _turn = platform.turns.of(me.0).await;
    room(platform, me, new.id_entity).await?;
    if !Courses::of(&platform.storage).create(&course).await? {
        return Err(Refusal::busy());
    }
    Facts::of(platform, Some(me), course).await?.view(platform).await
}

/// A course as one who writes it sees it.
pub(super) async fn shown(platform: &Platform, who: &Who, course: Course) -> Result<CourseView> {
    Facts::of(platform, Some(who.user_id), course).await?.view(platform).await
}

/// The turn that leads to a status.
fn turn_to(status: CourseStatus) -> Turn {
    match status {
        CourseStatus::Draft => Turn::Unpublish,
        CourseStatus::Published => Turn::Publish,
        CourseStatus::Archived => Turn::Archive,
    }
}

/// A course with another status. 422 NO_LESSON; 409 HAS_LEARNERS, NOT_PUBLISHED.
async fn turned(platform: &Platform, course: Course, turn: Turn) -> Result<Course> {
    let is_asked = turn == Turn::Unpublish && course.status != CourseStatus::Draft;
    let has_learners = is_asked && Courses::of(&platform.storage).has_learners(course.course_id).await?;
    let status = rules::turned(course.status, turn, course.lesson_count, has_learners)?;
    let is_first = status == CourseStatus::Published && course.published.is_none();
    Ok(Course { status, published: if is_first { Some(Moment(now())) } else { course.published }, ..course })
}

/// Changes a course's title, summary and settings. 403; 404; 409 STALE with `current`: it was changed meanwhile.
pub async fn change(platform: &Platform, who: &Who, id: CourseId, input: ChangeCourse) -> Result<CourseView> {
    let changed = decide(platform, who, id, async |old| {
        if input.version != old.settings_version {
            return Err(Refusal::stale("Kursen har ändrats av någon annan."));
        }
        let mut new = old.clone();
        if let Some(text) = &input.title {
            new.title = title(text)?;
        }
        if let Some(text) = &input.summary {
            new.summary = prose("summary", text)?;
        }
        new.access = rules::access(input.access.unwrap_or(old.access), old.entity_id.is_some())?;
        new.sequential = input.sequential.unwrap_or(old.sequential);
        new.certificate = input.certificate.unwrap_or(old.certificate);
        if let Some(id) = input.id_channel {
            new.channel_id = chosen(platform, old, who.user_id, id).await?;
        }
        if let Some(status) = input.status.filter(|status| *status != old.status) {
            new = turned(platform, new, turn_to(status)).await?;
        }
        if new == *old {
            return Ok(None);
        }
        new.settings_version += 1;
        Ok(Some(Decided::row(new)))
    })
    .await;
    match changed {
        Ok(course) => shown(platform, who, course).await,
        Err(refusal) => Err(refusal.with_current(course(platform, who, id)).await),
    }
}

async fn course(platform: &Platform, who: &Who, id: CourseId) -> Result<CourseView> {
    Facts::load(platform, Some(who.user_id), id).await?.view(platform).await
}

/// Publishes or archives a course. Done again, it stays so. 422 NO_LESSON; 409 NOT_PUBLISHED.
pub async fn turn(platform: &Platform, who: &Who, id: CourseId, turn: Turn) -> Result<CourseView> {
    let course = decide(platform, who, id, async |old| {
        let mut new = turned(platform, old.clone(), turn).await?;
        if new == *old {
            return Ok(None);
        }
        new.settings_version += 1;
        Ok(Some(Decided::row(new)))
    })
    .await?;
    shown(platform, who, course).await
}

/// Deletes a course with its modules and lessons. 403; 404; 409 HAS_LEARNERS: somebody takes it.
pub async fn remove(platform: &Platform, who: &Who, id: CourseId) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    for _ in 0..TRIES {
        let course = courses.settled(id).await?.ok_or_else(rules::absent)?;
        let facts = Facts::of(platform, Some(who.user_id), course).await?;
        rules::write(&facts.head, &facts.reader)?;
        if courses.has_learners(id).await? {
            return Err(rules::has_learners_refusal());
        }
        let removed = entry(platform, who, &facts.course, Act::of(AuditKind::CourseRemoved))?;
        if take_away(platform, &facts.course, removed).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes a course with what follows, and later what is stored about its people, if it is still as it was read; answers
/// whether it was.
pub(super) async fn take_away(platform: &Platform, course: &Course, follows: Vec<Write>) -> Result<bool> {
    let job = jobs::job(platform, CLEAR.name, now(), &course.course_id)?;
    let lessons: Vec<LessonId> = course.lessons().map(|lesson| lesson.id).collect();
    let mut then = leftovers(platform, course.course_id, &lessons).await?;
    then.extend(follows);
    then.push(job.insert());
    let done = Courses::of(&platform.storage).remove(course, then).await?;
    platform.jobs.wake();
    Ok(done)
}

/// A draft with the modules and published lessons of a course, in the same name. Each module is decided by itself: a
/// process that dies leaves a shorter draft. 403; 404; 409 QUOTA_REACHED.
pub async fn copy(platform: &Platform, who: &Who, id: CourseId) -> Result<CourseView> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    rules::write(&facts.head, &facts.reader)?;
    let CourseHead { title, summary, access, entity_id, .. } = facts.head;
    let cut = |text: &str| text.chars().take(TITLE).collect::<String>();
    let title = cut(&format!("Kopia av {}", line("title", &title, TITLE)?.unwrap_or_default()));
    let new = NewCourse { id_entity: entity_id, title, summary, access: Some(access) };
    let made = create(platform, who, new).await?.id;
    let titles = Courses::of(&platform.storage).titles(id).await?;
    for module in &facts.course.outline.0 {
        let named = titles.modules.iter().find(|one| one.module_id == module.id);
        let name = named.map(|one| one.title.clone()).unwrap_or_default();
        copy_module(platform, who, (id, entity_id), made, module, name, &titles.lessons).await?;
    }
    let course = decide(platform, who, made, async |old| {
        let (sequential, certificate) = (facts.course.sequential, facts.course.certificate);
        Ok(Some(Decided::row(Course { sequential, certificate, ..old.clone() })))
    })
    .await?;
    shown(platform, who, course).await
}

/// Adds a copy of a module at the end of a course.
async fn copy_module(
    platform: &Platform,
    who: &Who,
    from: (CourseId, Option<EntityId>),
    into: CourseId,
    module: &OutlineModule,
    name: String,
    titles: &[LessonTitle],
) -> Result<()> {
    let ids: Vec<LessonId> = module.lessons.iter().map(|lesson| lesson.id).collect();
    let texts = Courses::of(&platform.storage).lessons(&ids).await?;
    let at = now();
    let module_id = ModuleId(platform.ids.next(at)?);
    let mut step = CourseStep::default();
    let mut lessons = Vec::with_capacity(ids.len());
    let (mut quizzes, mut then) = (Vec::new(), Vec::new());
    for place in module.lessons.iter().filter(|lesson| !lesson.hidden) {
        let text = texts.iter().find(|text| text.lesson_id == place.id);
        let title = titles.iter().find(|title| title.lesson_id == place.id);
        let (Some(text), Some(title)) = (text, title) else { continue };
        let lesson_id = LessonId(platform.ids.next(at)?);
        lessons.push(OutlineLesson { id: lesson_id, ..place.clone() });
        step.titles.push(LessonTitle { course_id: into, lesson_id, ..title.clone() });
        if title.kind == LessonKind::Quiz {
            quizzes.push((place.id, lesson_id));
        }
        let draft = Json(None);
        let updated = Moment(at);
        let lesson = Lesson { course_id: into, lesson_id, version: 1, draft, updated, ..text.clone() };
        let (lesson, shows) = pictures::copied(platform, who, from, lesson).await?;
        step.lessons.push(lesson);
        then.extend(shows);
    }
    step.modules.push(CourseModule { course_id: into, module_id, title: name, version: 1 });
    decide(platform, who, into, async |old| {
        let mut new = old.clone();
        new.outline.0.push(OutlineModule { id: module_id, lessons: lessons.clone() });
        Ok(Some(Decided { course: new, step: step.clone(), then: then.clone() }))
    })
    .await?;
    for (from, to) in quizzes {
        super::quiz::copy(platform, from, into, to).await?;
    }
    Ok(())
}
