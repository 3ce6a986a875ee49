//! The notification of an invitation to a course.

use storage::accounts::NotificationType;
use storage::courses::{CourseId, EnrolmentState};
use storage::ids::{NotificationId, UserId};
use storage::notifications::Notification;

use super::facts::Facts;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{Kinds, NotificationText};
use crate::notifications;
use crate::platform::error::{RefusalKind, Result};
use crate::platform::time::now;

const INVITED: &str = "COURSE_INVITED";
/// The subject of notifications.
const COURSE: &str = "course";

/// The kinds of notifications about courses.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Course, &[INVITED])],
    always: &[],
    mailed: &[INVITED],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// The notification of an invitation.
pub(super) fn invitation(platform: &Platform, who: &Who, facts: &Facts, to: UserId) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    let row = notifications::about(to, id, INVITED, (COURSE, facts.course.course_id.0), at);
    Ok(Notification { actor_id: Some(who.user_id), entity_id: facts.head.entity_id, ..row })
}

/// What is said of a course that is gone, or that the recipient does not see any more.
fn gone() -> NotificationText {
    let text = "En inbjudan till en kurs som inte finns längre".to_owned();
    NotificationText { aloud: false, path: None, ..NotificationText::of(text, "/klyftig".to_owned(), None) }
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let Some(id) = entry.about(COURSE).map(CourseId) else { return Ok(gone()) };
    let facts = match Facts::load(platform, Some(entry.user_id), id).await {
        Ok(facts) => facts,
        Err(refusal) if refusal.kind == RefusalKind::NotFound => return Ok(gone()),
        Err(refusal) => return Err(refusal),
    };
    let title = format!("{who} bjuder in dig till kursen {}", facts.head.title);
    let aloud = facts.reader.enrolment == Some(EnrolmentState::Invited);
    Ok(NotificationText { aloud, ..NotificationText::of(title, format!("/klyftig/{id}"), None) })
}
