//! Comments of lessons: a thread of chat, for whoever reads the lesson. Whoever takes or writes the course comments, and
//! who writes it moderates; of a lesson that is open as a preview everybody else only reads.

use std::time::Duration;

use futures_util::future::BoxFuture;
use storage::chat::comments::{Subject, SubjectKind};
use storage::chat::direct::NOBODYS;
use storage::chat::{Card, CardType, ChannelRole};
use storage::courses::{Course, CourseId, Courses, LessonId};
use storage::engine::Write;
use storage::ids::UserId;
use storage::record::Stored as _;

use super::arranging::place;
use super::facts::Facts;
use super::{lessons, rules, teachers};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{Commented, OnComments, seen, seen_or_none};
use crate::chat::comments::{self, About};
use crate::live::bus::Announcement;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};

comments::thread_view! {
    /// Where the comments of a lesson are, and what I may do there.
    LessonComments { id_lesson: LessonId }
}

/// Comments of lessons.
pub(super) static COMMENTS: OnComments = OnComments {
    kind: SubjectKind::Lesson,
    find: standing,
    concerned: |platform, id| Box::pin(concerned(platform, LessonId(id))),
};

/// A lesson is gone ([`Announcement::Changed`]).
pub(super) const RIGHTS: &str = "lesson-rights";
/// Who reads which lessons of a course may have changed.
pub(super) const COURSE_RIGHTS: &str = "course-rights";

const fn subject(id: LessonId) -> Subject {
    SubjectKind::Lesson.of(id.0)
}

/// A lesson that somebody reads, and what they are in its comments. 403 LOCKED, NOT_ENROLLED; 404.
async fn read(platform: &Platform, id: LessonId, user_id: UserId) -> Result<(Facts, About)> {
    let lesson = Courses::of(&platform.storage).lesson(id).await?.ok_or_else(rules::no_such_lesson)?;
    let facts = Facts::load(platform, Some(user_id), lesson.course_id).await?;
    lessons::read(&facts, place(&facts, id)?.1)?;
    let role = match facts.head.entity_id {
        None if facts.writes() => ChannelRole::Owner,
        _ if facts.writes() => ChannelRole::Moderator,
        _ if facts.takes() => ChannelRole::Member,
        _ => ChannelRole::Guest,
    };
    let about = About {
        subject: subject(id),
        entity_id: facts.head.entity_id.unwrap_or(NOBODYS),
        // Of an author who is erased there is only that there was one.
        created_by: facts.head.author_id.unwrap_or(UserId(0)),
        role: Some(role),
    };
    Ok((facts, about))
}

/// A person's current rights in a lesson's comments; none: they do not read such a lesson.
fn standing(platform: &Platform, id: i64, user_id: UserId) -> BoxFuture<'_, Result<Option<Commented>>> {
    Box::pin(async move {
        let id = LessonId(id);
        let Some((facts, about)) = seen_or_none(read(platform, id, user_id).await)? else { return Ok(None) };
        let title = Courses::of(&platform.storage).title(facts.course.course_id, id).await?;
        let About { entity_id, created_by, role, .. } = about;
        let title = title.map(|it| it.title).unwrap_or_default();
        Ok(Some(Commented { title, entity_id, created_by, role }))
    })
}

/// The course's teachers.
async fn concerned(platform: &Platform, id: LessonId) -> Result<Vec<UserId>> {
    let courses = Courses::of(&platform.storage);
    let Some(lesson) = courses.lesson(id).await? else { return Ok(Vec::new()) };
    let Some(course) = courses.course(lesson.course_id).await? else { return Ok(Vec::new()) };
    teachers::of(platform, &course).await
}

/// The comments of a lesson that I read. 403 LOCKED, NOT_ENROLLED; 404.
pub async fn comments(platform: &Platform, who: &Who, id: LessonId) -> Result<LessonComments> {
    let (_, about) = read(platform, id, who.user_id).await?;
    Ok(LessonComments::new(id, about.thread(platform).await?))
}

/// Creates the comments of a lesson, for whoever writes there; idempotent. 403; 404.
pub async fn begin(platform: &Platform, who: &Who, id: LessonId) -> Result<LessonComments> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (_, about) = read(platform, id, who.user_id).await?;
    let card = Card { kind: CardType::Lesson, id: id.to_string() };
    let (thread, _) = about.begin(platform, about.created_by, card).await?;
    Ok(LessonComments::new(id, thread))
}

/// Whether a person may read the lesson that a card names.
pub(super) async fn is_seen(platform: &Platform, user_id: UserId, id: &str) -> Result<bool> {
    let Ok(id) = id.parse() else { return Ok(false) };
    seen(read(platform, id, user_id).await)
}

/// A course has changed: where others read its lessons now, the rights of those who listen to their comments are read
/// again, on every node.
pub(super) fn rights_moved(platform: &Platform, old: &Course, new: &Course) {
    let readers = |it: &Course| (it.status, it.access, it.sequential, it.outline.clone());
    if readers(old) != readers(new) {
        readers_moved(platform, new.course_id);
    }
}

/// Who reads which lessons of a course may have changed.
pub(super) fn readers_moved(platform: &Platform, id: CourseId) {
    platform.announce(Announcement::changed(COURSE_RIGHTS, id.0));
}

/// Rechecks on this node who listens to a lesson's comments.
pub(super) fn verify(platform: &Platform, id: i64) {
    comments::verify(platform, subject(LessonId(id)));
}

/// The same for all lessons of a course.
pub(super) fn verify_course(platform: &Platform, id: i64) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        match Courses::of(&platform.storage).course(CourseId(id)).await {
            Ok(Some(course)) => course.lessons().for_each(|lesson| verify(&platform, lesson.id.0)),
            // Its lessons are told of one by one.
            Ok(None) => {}
            Err(error) => tracing::error!(%error, id, "rights in a course's comments were not read again"),
        }
    });
}

/// Deletes the comments of lessons that are gone. May be repeated.
pub(super) const CLEARING: JobKind = JobKind {
    name: "lesson-comments",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let gone: Vec<LessonId> = serde_json::from_str(&job.payload)?;
            for id in gone {
                clear(&platform, id).await?;
            }
            Ok(())
        })
    },
};

async fn clear(platform: &Platform, id: LessonId) -> Result<()> {
    // The write that the job joined may have been refused.
    if Courses::of(&platform.storage).lesson(id).await?.is_some() {
        return Ok(());
    }
    comments::forget(platform, &[subject(id)]).await?;
    platform.announce(Announcement::changed(RIGHTS, id.0));
    Ok(())
}

/// The job of lessons that go, which joins that write.
pub(super) fn going(platform: &Platform, lessons: &[LessonId]) -> Result<Option<Write>> {
    if lessons.is_empty() {
        return Ok(None);
    }
    Ok(Some(jobs::job(platform, CLEARING.name, 0, &lessons)?.insert()))
}
