//! Pictures in the texts of lessons: files of the course. Whoever reads a lesson sees what its published text shows,
//! whoever writes the course all of them. Contract §10.1.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::courses::{CourseId, CoursePicture, Courses, Lesson, LessonId, MOST_LESSON_PICTURES, no_more};
use storage::engine::Write;
use storage::files::{FileSubject, StoredFile, pictures_in, with_pictures};
use storage::ids::AttachmentId;
use storage::record::Stored;

use super::arranging::place;
use super::facts::Facts;
use super::lessons::read;
use super::rules;
use super::view::PictureView;
use crate::Platform;
use crate::accounts::Who;
use crate::area::OnFiles;
use crate::files::{self, Served, Subject};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// Milliseconds that a picture stays which no text shows any more: somebody may take their change back.
const KEPT: i64 = 24 * 3_600_000;
/// Pictures that are looked at in one go.
const SLICE: usize = 100;

/// Lessons that are gone, and pictures that a text does not show any more.
#[derive(Serialize, Deserialize)]
struct Dropped {
    course_id: CourseId,
    lessons: Vec<LessonId>,
    pictures: Vec<AttachmentId>,
}

/// Deletes pictures that no lesson shows any more.
pub(super) const SWEEP: JobKind = JobKind {
    name: "course-pictures",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let Dropped { course_id, lessons, pictures } = serde_json::from_str(&job.payload)?;
            files::remove_unused(&platform, &pictures).await?;
            sweep(&platform, course_id, |row| lessons.contains(&row.lesson_id)).await?;
            Ok(())
        })
    },
};

/// Whether courses use a file of theirs.
pub(super) static FILES: OnFiles = OnFiles {
    subject: FileSubject::Course,
    is_used: |platform, file| {
        Box::pin(async move {
            let courses = Courses::of(&platform.storage);
            let id = CourseId(file.channel_id.0);
            let shown = courses.showing(id, file.attachment_id).await?;
            let lessons: Vec<LessonId> = shown.iter().map(|row| row.lesson_id).collect();
            Ok(courses.lessons(&lessons).await?.iter().any(|lesson| lesson.course_id == id))
        })
    },
};

fn subject(id: CourseId) -> Subject {
    Subject { kind: FileSubject::Course, number: id.0 }
}

/// Refuses who does not write a course, before a large body is read. 403; 404.
pub async fn may_picture(platform: &Platform, who: &Who, id: CourseId) -> Result<()> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    rules::write(&facts.head, &facts.reader)
}

/// Adds a picture to a course; a text shows it by its number. 403; 404; 409 QUOTA_REACHED; 422.
pub async fn add_picture(
    platform: &Platform,
    who: &Who,
    id: CourseId,
    upload: Vec<u8>,
) -> Result<PictureView> {
    let facts = Facts::load(platform, Some(who.user_id), id).await?;
    rules::write(&facts.head, &facts.reader)?;
    let entity_id = facts.head.entity_id;
    let file = files::receive_picture(platform, who.user_id, subject(id), entity_id, upload).await?;
    let (width, height) = (file.width.unwrap_or_default(), file.height.unwrap_or_default());
    Ok(PictureView::of(id, file.attachment_id, (width, height), true))
}

/// A picture of a course, for whoever writes the course or reads a lesson that shows it. 404.
pub async fn picture(
    platform: &Platform,
    who: Option<&Who>,
    course_id: CourseId,
    id: AttachmentId,
) -> Result<Served> {
    let facts = Facts::load(platform, who.map(|who| who.user_id), course_id).await?;
    if !facts.writes() {
        let rows = Courses::of(&platform.storage).showing(course_id, id).await?;
        let reads = |row: &CoursePicture| {
            row.shown && place(&facts, row.lesson_id).is_ok_and(|(_, lesson)| read(&facts, lesson).is_ok())
        };
        if !rows.iter().any(reads) {
            return Err(Refusal::not_found("Bilden finns inte."));
        }
    }
    files::served_for(platform, id, subject(course_id)).await
}

/// The pictures of a lesson's text, with those of its draft for who writes the course.
pub(super) async fn of_lesson(
    platform: &Platform,
    facts: &Facts,
    lesson: &Lesson,
) -> Result<Vec<PictureView>> {
    let ids = if facts.writes() { lesson.pictures() } else { pictures_in(&lesson.body) };
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let courses = Courses::of(&platform.storage);
    let rows = courses.pictures_of(lesson.course_id, lesson.lesson_id, &ids).await?;
    let is_signed_in = facts.reader.user_id.is_some();
    let view = |row: &CoursePicture| {
        PictureView::of(row.course_id, row.attachment_id, (row.width, row.height), is_signed_in)
    };
    Ok(rows.iter().map(view).collect())
}

fn row(lesson: &Lesson, file: &StoredFile) -> CoursePicture {
    CoursePicture {
        course_id: lesson.course_id,
        attachment_id: file.attachment_id,
        lesson_id: lesson.lesson_id,
        shown: pictures_in(&lesson.body).contains(&file.attachment_id),
        width: file.width.unwrap_or_default(),
        height: file.height.unwrap_or_default(),
    }
}

/// The writes that say which pictures a changed or new lesson shows; numbers of other courses' show nothing. 422.
pub(super) async fn follow(platform: &Platform, old: Option<&Lesson>, new: &Lesson) -> Result<Vec<Write>> {
    let wanted = new.pictures();
    if wanted.len() > MOST_LESSON_PICTURES {
        let text = format!("En lektion kan ha högst {MOST_LESSON_PICTURES} bilder.");
        return Err(Refusal::field("body", "TOO_MANY_PICTURES", text));
    }
    let before = old.map(Lesson::pictures).unwrap_or_default();
    let (course_id, lesson_id) = (new.course_id, new.lesson_id);
    let held = Courses::of(&platform.storage).pictures_of(course_id, lesson_id, &before).await?;
    let has = |id: &AttachmentId| held.iter().any(|row| row.attachment_id == *id);
    let fresh: Vec<AttachmentId> = wanted.iter().copied().filter(|id| !has(id)).collect();
    let files = platform.storage.files.files(&fresh).await?;
    let own = files.iter().filter(|file| subject(course_id).has(file));
    let mut writes: Vec<Write> = own.map(|file| row(new, file).insert()).collect();
    let shown = pictures_in(&new.body);
    let (stay, gone): (Vec<_>, Vec<_>) = held.iter().partition(|row| wanted.contains(&row.attachment_id));
    for row in stay {
        let is_shown = shown.contains(&row.attachment_id);
        if is_shown != row.shown {
            writes.push(CoursePicture { shown: is_shown, ..row.clone() }.insert());
        }
    }
    writes.extend(gone.iter().map(|row| no_more(row)));
    let pictures: Vec<AttachmentId> = gone.iter().map(|row| row.attachment_id).collect();
    if !pictures.is_empty() {
        let dropped = Dropped { course_id, lessons: Vec::new(), pictures };
        writes.push(jobs::job(platform, SWEEP.name, now() + KEPT, &dropped)?.insert());
    }
    Ok(writes)
}

/// The job that deletes the pictures of lessons which go with a write.
pub(super) async fn going(
    platform: &Platform,
    course_id: CourseId,
    lessons: &[LessonId],
) -> Result<Option<Write>> {
    if Courses::of(&platform.storage).pictures(course_id, None, 1).await?.is_empty() {
        return Ok(None);
    }
    let dropped = Dropped { course_id, lessons: lessons.to_vec(), pictures: Vec::new() };
    Ok(Some(jobs::job(platform, SWEEP.name, now(), &dropped)?.insert()))
}

/// Deletes those of a course's pictures that only lessons show which are gone. May be repeated.
pub(super) async fn sweep(
    platform: &Platform,
    id: CourseId,
    is_gone: impl Fn(&CoursePicture) -> bool,
) -> Result<()> {
    let courses = Courses::of(&platform.storage);
    let mut after = None;
    loop {
        let some = courses.pictures(id, after, SLICE).await?;
        let Some(last) = some.last() else { return Ok(()) };
        after = Some((last.attachment_id, last.lesson_id));
        let mut gone: Vec<CoursePicture> = some.iter().filter(|row| is_gone(row)).cloned().collect();
        let lessons: Vec<LessonId> = gone.iter().map(|row| row.lesson_id).collect();
        // The write that this job joined may have been refused.
        let stand = courses.lessons(&lessons).await?;
        gone.retain(|row| !stand.iter().any(|lesson| lesson.lesson_id == row.lesson_id));
        let ids: Vec<AttachmentId> = gone.iter().map(|row| row.attachment_id).collect();
        // The rows last: a repeat finds by them what is left.
        files::remove_unused(platform, &ids).await?;
        courses.forget_pictures(&gone).await?;
    }
}

/// A lesson's copy in another course, with copies of its pictures: the lesson, and the writes that say which it shows.
/// 409 QUOTA_REACHED.
pub(super) async fn copied(
    platform: &Platform,
    who: &Who,
    (from, entity_id): (CourseId, Option<storage::ids::EntityId>),
    lesson: Lesson,
) -> Result<(Lesson, Vec<Write>)> {
    let ids = pictures_in(&lesson.body);
    if ids.is_empty() {
        return Ok((lesson, Vec::new()));
    }
    let into = subject(lesson.course_id);
    let mut copies: Vec<(AttachmentId, StoredFile)> = Vec::new();
    for file in platform.storage.files.files(&ids).await? {
        if !subject(from).has(&file) {
            continue;
        }
        if let Some(id) = files::copy(platform, who.user_id, &file, into, entity_id).await? {
            copies.push((file.attachment_id, StoredFile { attachment_id: id, ..file }));
        }
    }
    let other =
        |id: AttachmentId| copies.iter().find(|(old, _)| *old == id).map(|(_, new)| new.attachment_id);
    let lesson = Lesson { body: with_pictures(&lesson.body, other), ..lesson };
    let writes = copies.iter().map(|(_, file)| row(&lesson, file).insert()).collect();
    Ok((lesson, writes))
}
