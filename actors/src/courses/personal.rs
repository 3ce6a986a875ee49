//! The courses' part of data export and erasure.

use serde_json::json;
use storage::accounts::User;
use storage::courses::{Course, CourseProgress, CourseStep, Courses, LessonId, MOST_COURSES};
use storage::ids::UserId;

use super::making::{forget, take_away};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, Result};

/// Lessons whose texts are read together.
const SLICE: usize = 20;
/// Attempts at a concurrently changed course.
const TRIES: u32 = 64;

/// What a person made and what they take, with the texts of what is their own.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    archive.list("courses.json").await?;
    for id in courses.written_by(who.user_id, MOST_COURSES).await? {
        let Some(course) = courses.course(id).await? else { continue };
        archive.item(&written(&course)).await?;
        if course.entity_id.is_none() {
            lessons(&courses, &course, archive).await?;
        }
    }
    for id in courses.taken_by(who.user_id).await? {
        let Some(progress) = courses.progress(id, who.user_id).await? else { continue };
        let title = courses.course(id).await?.map(|course| course.title);
        archive.item(&taken(&progress, title)).await?;
    }
    for certificate in courses.certificates_of(who.user_id).await? {
        archive.item(&json!(super::certificates::CertificateView::from(certificate))).await?;
    }
    archive.end_list().await?;
    super::quiz::archive(platform, who, archive).await
}

async fn lessons(courses: &Courses, course: &Course, archive: &mut Archive) -> Result<()> {
    let titles = courses.titles(course.course_id).await?.lessons;
    let ids: Vec<LessonId> = course.lessons().map(|lesson| lesson.id).collect();
    for some in ids.chunks(SLICE) {
        for lesson in courses.lessons(some).await? {
            let title = titles.iter().find(|title| title.lesson_id == lesson.lesson_id);
            let title = title.map(|title| title.title.as_str());
            let draft = lesson.draft.0.as_ref().map(|draft| &draft.body);
            let item = json!({
                "lesson": lesson.lesson_id, "course": course.course_id, "title": title, "body": lesson.body,
                "media": lesson.media, "draft": draft, "daUpdated": lesson.updated,
            });
            archive.item(&item).await?;
        }
    }
    Ok(())
}

fn written(course: &Course) -> serde_json::Value {
    json!({
        "course": course.course_id, "written": true, "idEntity": course.entity_id, "title": course.title,
        "summary": course.summary, "status": course.status, "access": course.access,
        "daCreated": course.created, "daUpdated": course.updated, "daPublished": course.published,
    })
}

fn taken(progress: &CourseProgress, title: Option<String>) -> serde_json::Value {
    json!({
        "course": progress.course_id, "taken": true, "title": title, "state": progress.state,
        "done": progress.done.0, "lastLesson": progress.lesson_id, "position": progress.position,
        "daStarted": progress.created, "daChanged": progress.changed, "daFinished": progress.finished,
    })
}

/// Erases what a person takes, and the courses of their own. What they made for an organisation stays, without their
/// name. May be repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    super::quiz::erase(platform, user.user_id).await?;
    let courses = Courses::of(&platform.storage);
    for certificate in courses.certificates_of(user.user_id).await? {
        courses.revoke(&certificate).await?;
    }
    for id in courses.taken_by(user.user_id).await? {
        forget(platform, id, user.user_id).await?;
    }
    for id in courses.written_by(user.user_id, MOST_COURSES).await? {
        unwrite(platform, id, user.user_id).await?;
    }
    Ok(())
}

async fn unwrite(platform: &Platform, id: storage::courses::CourseId, user_id: UserId) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    for _ in 0..TRIES {
        let found = courses.settled(id).await?.filter(|course| course.author_id == Some(user_id));
        let Some(course) = found else { return Ok(()) };
        let is_done = if course.entity_id.is_some() {
            let new = Course { author_id: None, ..course.clone() };
            courses.decide(&course, &new, &CourseStep::default(), Vec::new()).await?
        } else {
            take_away(platform, &course, Vec::new()).await?
        };
        if is_done {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
