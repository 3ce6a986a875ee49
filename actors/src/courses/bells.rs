//! Notifications about courses: of an invitation, of answers that wait for a teacher, and of a quiz that one has graded.

use storage::accounts::NotificationType;
use storage::courses::{CourseId, Courses, EnrolmentState, LessonId};
use storage::ids::{EntityId, NotificationId, UserId};
use storage::notifications::Notification;

use super::facts::Facts;
use crate::Platform;
use crate::area::{Kinds, NotificationText, seen_or_none};
use crate::notifications;
use crate::platform::error::{RefusalKind, Result};
use crate::platform::time::now;

const INVITED: &str = "COURSE_INVITED";
const GRADED: &str = "QUIZ_GRADED";
const WAITING: &str = "QUIZ_WAITING";
/// The subject of notifications.
const COURSE: &str = "course";
const QUIZ: &str = "quiz";
/// Of a course that is gone, or that the recipient does not see any more.
const NO_COURSE: &str = "En inbjudan till en kurs som inte finns längre";
const NO_WAITING: &str = "Svar på ett prov som du inte rättar längre";
const NO_QUIZ: &str = "Ett prov som inte finns längre är rättat";

/// The kinds of notifications about courses.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Course, &[INVITED, GRADED, WAITING])],
    always: &[],
    mailed: &[INVITED],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// The notification of an invitation.
pub(super) fn invitation(platform: &Platform, by: UserId, facts: &Facts, to: UserId) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    let row = notifications::about(to, id, INVITED, (COURSE, facts.course.course_id.0), at);
    Ok(Notification { actor_id: Some(by), entity_id: facts.head.entity_id, ..row })
}

/// The notification that all answers to a quiz are graded. Who graded them is not said.
pub(super) fn graded(platform: &Platform, facts: &Facts, to: UserId, quiz: LessonId) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    let row = notifications::about(to, id, GRADED, (QUIZ, quiz.0), at);
    Ok(Notification { entity_id: facts.head.entity_id, ..row })
}

/// The notification that answers to a quiz wait for a teacher. Whose they are is not said: it stands for all of them.
pub(super) fn waiting(
    platform: &Platform,
    entity_id: Option<EntityId>,
    to: UserId,
    quiz: LessonId,
) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    Ok(Notification { entity_id, ..notifications::about(to, id, WAITING, (QUIZ, quiz.0), at) })
}

/// Whether somebody has not seen yet that answers to a quiz wait.
pub(super) fn is_waiting(entry: &Notification, quiz: LessonId) -> bool {
    entry.kind == WAITING && entry.about(QUIZ) == Some(quiz.0) && !entry.read
}

/// What is said of answers that wait, to whoever still writes the course.
async fn say_waiting(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let Some(id) = entry.about(QUIZ).map(LessonId) else { return Ok(gone(NO_WAITING)) };
    let courses = Courses::of(&platform.storage);
    let Some(lesson) = courses.lesson(id).await? else { return Ok(gone(NO_WAITING)) };
    let facts = seen_or_none(Facts::load(platform, Some(entry.user_id), lesson.course_id).await)?;
    let Some(facts) = facts.filter(Facts::writes) else { return Ok(gone(NO_WAITING)) };
    let title = courses.title(lesson.course_id, id).await?.map(|one| one.title).unwrap_or_default();
    let text = format!("Svar på provet {title} i {} väntar på rättning", facts.head.title);
    let path = format!("/klyftig/admin/redigera/{}?lektion={id}&flik=ratta", lesson.course_id);
    Ok(NotificationText::of(text, path, None))
}

/// What is said of a graded quiz, to whoever still takes the course.
async fn say_graded(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let Some(id) = entry.about(QUIZ).map(LessonId) else { return Ok(gone(NO_QUIZ)) };
    let courses = Courses::of(&platform.storage);
    let Some(lesson) = courses.lesson(id).await? else { return Ok(gone(NO_QUIZ)) };
    let facts = match Facts::load(platform, Some(entry.user_id), lesson.course_id).await {
        Ok(facts) if facts.takes() => facts,
        Ok(_) => return Ok(gone(NO_QUIZ)),
        Err(refusal) if refusal.kind == RefusalKind::NotFound => return Ok(gone(NO_QUIZ)),
        Err(refusal) => return Err(refusal),
    };
    let title = courses.title(lesson.course_id, id).await?.map(|one| one.title).unwrap_or_default();
    let text = format!("Provet {title} i {} är rättat", facts.head.title);
    Ok(NotificationText::of(text, format!("/klyftig/{}/lektion/{id}", lesson.course_id), None))
}

/// What is said of a course that is gone, or that the recipient does not see any more.
fn gone(text: &str) -> NotificationText {
    let text = text.to_owned();
    NotificationText { aloud: false, path: None, ..NotificationText::of(text, "/klyftig".to_owned(), None) }
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    match entry.kind.as_str() {
        GRADED => return say_graded(platform, entry).await,
        WAITING => return say_waiting(platform, entry).await,
        _ => {}
    }
    let Some(id) = entry.about(COURSE).map(CourseId) else { return Ok(gone(NO_COURSE)) };
    let facts = match Facts::load(platform, Some(entry.user_id), id).await {
        Ok(facts) => facts,
        Err(refusal) if refusal.kind == RefusalKind::NotFound => return Ok(gone(NO_COURSE)),
        Err(refusal) => return Err(refusal),
    };
    let title = format!("{who} bjuder in dig till kursen {}", facts.head.title);
    let aloud = facts.reader.enrolment == Some(EnrolmentState::Invited);
    Ok(NotificationText { aloud, ..NotificationText::of(title, format!("/klyftig/{id}"), None) })
}
