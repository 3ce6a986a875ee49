//! Rules of courses: who sees, takes and writes them, and what may become of them. Contract §10.1.

pub mod outline;
pub mod progress;

use serde::Serialize;
use storage::RelationType;
use storage::courses::{CourseAccess, CourseHead, CourseStatus, EnrolmentState, LessonKind};
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::entities::rules::belongs;
use crate::platform::error::{Refusal, Result};

/// What a person is to a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reader {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// To the course's organisation.
    pub relation: Option<RelationType>,
    /// There is a block between them and its author, or the author is gone.
    pub apart: bool,
    /// None: they have nothing to do with it yet.
    pub enrolment: Option<EnrolmentState>,
}

/// What somebody may do with a course that they see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = CourseAbility)]
pub enum Ability {
    /// Change it, its modules and lessons, and see who takes it.
    Edit,
    Publish,
    Archive,
    /// Make a draft of it again.
    Unpublish,
    Delete,
    Copy,
    /// Take it.
    Enrol,
    /// End taking it.
    Leave,
}

/// May write an organisation's courses.
pub fn writes_for(relation: Option<RelationType>) -> bool {
    use RelationType::{Administrator, Editor, Leader, Owner, Teacher};
    matches!(relation, Some(Owner | Administrator | Editor | Teacher | Leader))
}

/// Refuses people who may not write courses for an organisation.
pub fn write_for(relation: Option<RelationType>) -> Result<()> {
    writes_for(relation).then_some(()).ok_or_else(too_low)
}

fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen.")
}

/// Whether somebody writes a course: one without an organisation its author.
pub fn writes(course: &CourseHead, reader: &Reader) -> bool {
    match course.entity_id {
        Some(_) => writes_for(reader.relation),
        None => reader.user_id.is_some() && course.author_id == reader.user_id,
    }
}

/// Whether a course's access admits somebody.
pub fn admits(course: &CourseHead, reader: &Reader) -> bool {
    if reader.apart {
        return false;
    }
    match course.access {
        CourseAccess::Public => true,
        CourseAccess::Members => belongs(reader.relation),
        CourseAccess::Invited => {
            let is_invited =
                matches!(reader.enrolment, Some(EnrolmentState::Invited | EnrolmentState::Active));
            is_invited && (course.entity_id.is_none() || belongs(reader.relation))
        }
    }
}

/// Whether somebody takes a course, and still may.
pub fn takes(course: &CourseHead, reader: &Reader) -> bool {
    course.status != CourseStatus::Draft
        && reader.enrolment == Some(EnrolmentState::Active)
        && admits(course, reader)
}

/// Whether somebody sees that there is such a course.
pub fn sees(course: &CourseHead, reader: &Reader) -> bool {
    writes(course, reader)
        || takes(course, reader)
        || course.status == CourseStatus::Published && admits(course, reader)
}

/// 404 unless somebody sees a course.
pub fn see(course: &CourseHead, reader: &Reader) -> Result<()> {
    sees(course, reader).then_some(()).ok_or_else(absent)
}

/// 404 unless somebody sees a course, 403 unless they write it.
pub fn write(course: &CourseHead, reader: &Reader) -> Result<()> {
    see(course, reader)?;
    if writes(course, reader) {
        return Ok(());
    }
    Err(match course.entity_id {
        Some(_) => too_low(),
        None => Refusal::forbidden("NOT_AUTHOR", "Bara den som har gjort kursen kan ändra den."),
    })
}

/// May begin to take a course. 404; 409 NOT_PUBLISHED.
pub fn enrol(course: &CourseHead, reader: &Reader) -> Result<()> {
    see(course, reader)?;
    if course.status != CourseStatus::Published {
        return Err(Refusal::conflict("NOT_PUBLISHED", "Kursen tar inte emot nya deltagare just nu."));
    }
    // Whoever writes a course takes it as anybody else, if its access admits them; of an own one its author always.
    let may = admits(course, reader) || writes(course, reader);
    may.then_some(()).ok_or_else(absent)
}

/// What somebody may do with a course that they see.
pub fn abilities(course: &CourseHead, reader: &Reader) -> Vec<Ability> {
    let mut found = Vec::new();
    if writes(course, reader) {
        found.push(Ability::Edit);
        match course.status {
            CourseStatus::Draft => found.push(Ability::Publish),
            CourseStatus::Published => found.extend([Ability::Archive, Ability::Unpublish]),
            CourseStatus::Archived => found.extend([Ability::Publish, Ability::Unpublish]),
        }
        found.extend([Ability::Delete, Ability::Copy]);
    }
    if reader.enrolment == Some(EnrolmentState::Active) {
        found.push(Ability::Leave);
    } else if reader.user_id.is_some() && enrol(course, reader).is_ok() {
        found.push(Ability::Enrol);
    }
    found
}

/// What may become of a course's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Publish,
    Archive,
    /// A draft again.
    Unpublish,
}

/// The status after a turn; the same one again stays. 422 NO_LESSON; 409 HAS_LEARNERS, NOT_PUBLISHED.
pub fn turned(
    status: CourseStatus,
    turn: Turn,
    lesson_count: i64,
    has_learners: bool,
) -> Result<CourseStatus> {
    match (turn, status) {
        (Turn::Publish, CourseStatus::Published) | (Turn::Unpublish, CourseStatus::Draft) => Ok(status),
        (Turn::Publish, _) if lesson_count == 0 => Err(no_lesson()),
        (Turn::Publish, _) => Ok(CourseStatus::Published),
        (Turn::Archive, CourseStatus::Draft) => {
            Err(Refusal::conflict("NOT_PUBLISHED", "Bara en publicerad kurs kan arkiveras."))
        }
        (Turn::Archive, _) => Ok(CourseStatus::Archived),
        (Turn::Unpublish, _) if has_learners => Err(has_learners_refusal()),
        (Turn::Unpublish, _) => Ok(CourseStatus::Draft),
    }
}

/// 422: a published course has a lesson that learners see.
pub fn no_lesson() -> Refusal {
    let mut refusal =
        Refusal::field("lessons", "NO_LESSON", "En publicerad kurs behöver minst en publicerad lektion.");
    refusal.code = "NO_LESSON";
    refusal
}

/// 409: somebody takes the course.
pub fn has_learners_refusal() -> Refusal {
    Refusal::conflict("HAS_LEARNERS", "Kursen har deltagare. Arkivera den i stället.")
}

/// Only an organisation has members. 422 on `access`.
pub fn access(access: CourseAccess, of_entity: bool) -> Result<CourseAccess> {
    if access == CourseAccess::Members && !of_entity {
        return Err(Refusal::field("access", "NO_ENTITY", "Kursen hör inte till någon organisation."));
    }
    Ok(access)
}

/// The kind of a lesson after a change: a quiz stays one, and nothing becomes one. 422 on `kind`.
pub fn kind(old: LessonKind, new: LessonKind) -> Result<LessonKind> {
    if old != new && (old == LessonKind::Quiz || new == LessonKind::Quiz) {
        let message = "Ett prov kan inte bli något annat, och inget annat kan bli ett prov.";
        return Err(Refusal::field("kind", "NOT_CHANGEABLE", message));
    }
    Ok(new)
}

/// Whether a lesson is done by a button. 409 BY_QUIZ: it is when its quiz is passed.
pub fn by_button(kind: LessonKind) -> Result<()> {
    if kind == LessonKind::Quiz {
        return Err(Refusal::conflict("BY_QUIZ", "Lektionen blir klar när provet är godkänt."));
    }
    Ok(())
}

/// Longest address of a film or file, in characters.
pub const MEDIA: usize = 2_000;

/// The address of a film or file: https, without a name or password in it. 422 on `media`.
pub fn media(text: &str) -> Result<Option<String>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let is_web = |url: &url::Url| {
        url.scheme() == "https" && url.has_host() && url.username().is_empty() && url.password().is_none()
    };
    match url::Url::parse(text) {
        Ok(url) if is_web(&url) && text.chars().count() <= MEDIA => Ok(Some(url.to_string())),
        _ => Err(Refusal::field("media", "ADDRESS", "Skriv en adress som börjar med https://.")),
    }
}

/// 404: there is no such course, or the caller does not see it.
pub fn absent() -> Refusal {
    Refusal::not_found("Kursen finns inte.")
}

/// 404: there is no such lesson, or the caller does not see it.
pub fn no_such_lesson() -> Refusal {
    Refusal::not_found("Lektionen finns inte längre.")
}

/// 403: only who takes the course does that.
pub fn not_enrolled() -> Refusal {
    Refusal::forbidden("NOT_ENROLLED", "Börja kursen först.")
}

/// 403: an earlier lesson is to be done first.
pub fn locked() -> Refusal {
    Refusal::forbidden("LOCKED", "Lektionen öppnas när du är klar med de tidigare.")
}

#[cfg(test)]
#[path = "access_tests.rs"]
mod tests;
