//! Courses of the demo: Klyftig's public ones, and the school's own with people at different places in it.

use storage::courses::{CourseAccess, CourseId, CourseStatus, Courses, LessonKind};
use storage::ids::{EntityId, Ids};

use super::demo_texts::{COURSES, Script};
use super::rules::Turn;
use super::view::{ChangeCourse, NewCourse, NewLesson, NewModule};
use super::{
    KLYFTIG, add_lesson, add_module, change, demo_quiz, enrol, making, modules, set_done, set_position, turn,
};
use crate::Platform;
use crate::accounts::Who;
use crate::area::demo::{Cast, NODE};
use crate::platform::error::{Refusal, Result};

const SCHOOL: &str = "bjorkangsskolan";
const DAY: i64 = 86_400_000;
/// Who writes the school's course.
pub(super) const OWNER: &str = "Anna Lindberg";
/// Who has finished the public course with the quiz.
pub(super) const GRADUATE: &str = "Johan Bergqvist";
/// Who takes it, and how many lessons each has done; none: invited.
pub(super) const LEARNERS: [(&str, Option<usize>); 4] = [
    ("Johan Bergqvist", Some(5)),
    ("Ingrid Sjöberg", Some(3)),
    ("Ali Rahimi", Some(0)),
    ("Emma Wallin", None),
];

/// Makes them; a course that an interrupted run left unfinished is made anew.
pub(super) async fn make(platform: &Platform, cast: &Cast, first_run: i64) -> Result<()> {
    for (n, script) in COURSES.iter().enumerate() {
        let at = first_run - (60 - 5 * n as i64) * DAY;
        let id = CourseId(Ids::first_at(at) | NODE | 7);
        let (who, entity) = writer(platform, cast, script).await?;
        if Courses::of(&platform.storage)
            .course(id)
            .await?
            .is_none_or(|one| one.status == CourseStatus::Draft)
        {
            write(platform, &who, entity, script, at, id).await?;
        }
        if script.has_quiz {
            finish(platform, cast, &who, id).await?;
        }
        if script.of_school {
            learn(platform, cast, &who, id).await?;
        }
    }
    Ok(())
}

/// Who writes a course, and for which organisation. Klyftig's is its owner, a bot.
async fn writer(platform: &Platform, cast: &Cast, script: &Script) -> Result<(Who, EntityId)> {
    let entities = &platform.storage.entities;
    if script.of_school {
        let entity = entities.entity_by_slug(SCHOOL).await?.ok_or_else(Refusal::internal)?;
        return Ok((cast.who(platform, OWNER).await?, entity.entity_id));
    }
    let ours = entities.entity(KLYFTIG).await?.ok_or_else(Refusal::internal)?;
    let session_id = storage::ids::SessionId(0);
    Ok((Who { user_id: ours.owner, session_id, expires: 0, scopes: None }, KLYFTIG))
}

async fn write(
    platform: &Platform,
    who: &Who,
    entity: EntityId,
    script: &Script,
    at: i64,
    id: CourseId,
) -> Result<()> {
    if let Some(unfinished) = Courses::of(&platform.storage).settled(id).await? {
        making::take_away(platform, &unfinished, Vec::new()).await?;
    }
    let new = NewCourse {
        id_entity: Some(entity),
        title: script.title.to_owned(),
        summary: script.summary.to_owned(),
        access: Some(if script.of_school { CourseAccess::Members } else { CourseAccess::Public }),
    };
    let made = making::create_as(platform, who, new, at, id).await?;
    let mut last = None;
    for (title, lessons) in script.modules {
        let module = add_module(platform, who, id, NewModule { title: (*title).to_owned() }).await?;
        for (n, (title, body)) in lessons.iter().enumerate() {
            let new = NewLesson {
                title: (*title).to_owned(),
                kind: None,
                body: (*body).to_owned(),
                media: None,
                preview: n == 0 && !script.of_school,
                required: None,
                publish: None,
            };
            add_lesson(platform, who, module.id, new).await?;
        }
        last = Some(module.id);
    }
    if let Some(last) = last.filter(|_| script.has_quiz) {
        demo_quiz::add(platform, who, last).await?;
    }
    let settings = ChangeCourse {
        title: None,
        summary: None,
        access: None,
        sequential: Some(script.of_school),
        certificate: Some(script.has_quiz),
        id_channel: None,
        status: None,
        version: made.version,
    };
    change(platform, who, id, settings).await?;
    turn(platform, who, id, Turn::Publish).await.map(drop)
}

/// Somebody has read everything and passed the quiz; done again, nothing is left to do.
async fn finish(platform: &Platform, cast: &Cast, writer: &Who, id: CourseId) -> Result<()> {
    let outline = modules(platform, Some(writer), id).await?;
    let who = cast.who(platform, GRADUATE).await?;
    if enrol(platform, &who, id, None).await?.progress.is_some_and(|one| one.da_finished.is_some()) {
        return Ok(());
    }
    for lesson in outline.content.iter().flat_map(|module| &module.lessons) {
        if lesson.kind == LessonKind::Quiz {
            demo_quiz::take(platform, &who, lesson.id).await?;
        } else {
            set_done(platform, &who, lesson.id, true).await?;
        }
    }
    Ok(())
}

/// People of the school take its course.
async fn learn(platform: &Platform, cast: &Cast, writer: &Who, id: CourseId) -> Result<()> {
    let outline = modules(platform, Some(writer), id).await?;
    let lessons: Vec<_> =
        outline.content.iter().flat_map(|module| &module.lessons).map(|lesson| lesson.id).collect();
    for (name, done) in LEARNERS {
        let who = cast.who(platform, name).await?;
        let Some(done) = done else {
            enrol(platform, writer, id, Some(who.user_id)).await?;
            continue;
        };
        enrol(platform, &who, id, None).await?;
        for lesson in lessons.iter().take(done) {
            set_done(platform, &who, *lesson, true).await?;
        }
        if let Some(next) = lessons.get(done) {
            set_position(platform, &who, *next, super::view::PositionDraft { position: 400 }).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::demo::part::cast;
    use crate::transfer::demo::script;

    #[test]
    fn demo_people_of_courses_exist() {
        let cast = cast(&script::all().unwrap());
        let mut names = LEARNERS.iter().map(|(name, _)| *name).chain([OWNER, GRADUATE]);
        assert!(names.all(|name| cast.has(name)));
        assert_eq!(KLYFTIG, crate::transfer::demo::KLYFTIG);
    }
}
