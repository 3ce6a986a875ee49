//! Lessons: reading them, and writing their texts.

use futures_util::try_join;
use storage::courses::{
    Course, CourseId, CourseStatus, CourseStep, Courses, Lesson, LessonId, LessonKind, LessonText,
    LessonTitle, ModuleId, OutlineLesson,
};
use storage::value::Json;

use super::arranging::{Shows, place};
use super::deciding::{Decided, decide};
use super::facts::Facts;
use super::leaving::leftovers;
use super::making::title;
use super::pictures::follow;
use super::rules::progress::neighbours;
use super::rules::{self, no_such_lesson, outline};
use super::view::{ChangeLesson, DraftView, LessonView, NewLesson};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::prose;
use crate::platform::time::{Moment, now};

/// A lesson's text and title with the course that it belongs to, for a reader who sees the course. 404.
pub(super) async fn load(
    platform: &Platform,
    who: Option<&Who>,
    id: LessonId,
) -> Result<(Facts, Lesson, LessonTitle)> {
    let courses = Courses::of(&platform.storage);
    let lesson = courses.lesson(id).await?.ok_or_else(no_such_lesson)?;
    let (me, course_id) = (who.map(|who| who.user_id), lesson.course_id);
    let title = courses.title(course_id, id);
    let (facts, title) = Facts::load_with(platform, me, course_id, title).await?;
    Ok((facts, lesson, title.ok_or_else(no_such_lesson)?))
}

/// May read a lesson: who writes or takes the course, and of a preview whoever sees it. 403 LOCKED, NOT_ENROLLED.
pub(super) fn read(facts: &Facts, lesson: &OutlineLesson) -> Result<()> {
    if facts.writes() || lesson.preview {
        return Ok(());
    }
    if !facts.takes() {
        return Err(rules::not_enrolled());
    }
    if facts.locked().contains(&lesson.id) { Err(rules::locked()) } else { Ok(()) }
}

/// A lesson with its text. 403 LOCKED, NOT_ENROLLED; 404.
pub async fn lesson(platform: &Platform, who: &Who, id: LessonId) -> Result<LessonView> {
    let (facts, lesson, title) = load(platform, Some(who), id).await?;
    read(&facts, place(&facts, id)?.1)?;
    view(platform, &facts, lesson, &title).await
}

/// A lesson that is open to everybody. 404.
pub async fn open(platform: &Platform, id: LessonId) -> Result<LessonView> {
    let (facts, lesson, title) = load(platform, None, id).await?;
    place(&facts, id)?.1.preview.then_some(()).ok_or_else(no_such_lesson)?;
    view(platform, &facts, lesson, &title).await
}

async fn view(platform: &Platform, facts: &Facts, lesson: Lesson, title: &LessonTitle) -> Result<LessonView> {
    let (course_id, id) = (lesson.course_id, lesson.lesson_id);
    let (module_id, at) = place(facts, id)?;
    let (shows, is_public) = (Shows::of(facts), !facts.writes() && !facts.takes());
    let outline = shows.lesson(at, title).ok_or_else(no_such_lesson)?;
    let is_shown = |one: &OutlineLesson| shows.sees(one) && (!is_public || one.preview);
    let (previous, next) = neighbours(&facts.course.outline.0, id, is_shown);
    let pictures = super::pictures::of_lesson(platform, facts, &lesson).await?;
    let draft = lesson.draft.0.filter(|_| facts.writes());
    let draft = draft.map(|LessonText { title, body, media }| DraftView { title, body, media });
    Ok(LessonView {
        outline,
        course_id,
        module_id,
        body: lesson.body,
        pictures,
        media: lesson.media,
        previous,
        next,
        da_updated: lesson.updated,
        draft,
        version: lesson.version,
    })
}

/// Makes a lesson at the end of a module. 403; 404; 409 QUOTA_REACHED; 422.
pub async fn add_lesson(
    platform: &Platform,
    who: &Who,
    module: ModuleId,
    new: NewLesson,
) -> Result<LessonView> {
    let course_id = Courses::of(&platform.storage).of_module(module).await?;
    let course_id = course_id.ok_or_else(|| Refusal::not_found("Modulen finns inte längre."))?;
    let at = now();
    let lesson_id = LessonId(platform.ids.next(at)?);
    let kind = new.kind.unwrap_or(LessonKind::Text);
    let shown = LessonTitle { course_id, lesson_id, kind, title: title(&new.title)? };
    let lesson = Lesson {
        lesson_id,
        course_id,
        version: 1,
        body: prose("body", &new.body)?,
        media: new.media.as_deref().map(rules::media).transpose()?.flatten(),
        draft: Json(None),
        updated: Moment(at),
    };
    let course = decide(platform, who, course_id, async |old| {
        let hidden = old.status != CourseStatus::Draft && new.publish == Some(false);
        let optional = new.required == Some(false);
        let at = OutlineLesson { id: lesson_id, preview: new.preview, optional, hidden };
        let outline = Json(outline::with_lesson(&old.outline.0, module, at)?);
        let (titles, lessons) = (vec![shown.clone()], vec![lesson.clone()]);
        let step = CourseStep { titles, lessons, ..CourseStep::default() };
        let then = follow(platform, None, &lesson).await?;
        Ok(Some(Decided { course: Course { outline, ..old.clone() }, step, then }))
    })
    .await?;
    view(platform, &Facts::of(platform, Some(who.user_id), course).await?, lesson, &shown).await
}

/// What an editor wants a lesson to be, with what there is.
struct Edited {
    title: LessonTitle,
    lesson: Lesson,
    place: OutlineLesson,
}

/// A lesson after a change: of a course that is a draft the text itself, of any other a draft beside it, until it is
/// published. 422.
fn edited(status: CourseStatus, old: &Edited, input: &ChangeLesson) -> Result<Edited> {
    let Edited { title: shown, lesson, place } = old;
    let kind = rules::kind(shown.kind, input.kind.unwrap_or(shown.kind))?;
    let stands =
        LessonText { title: shown.title.clone(), body: lesson.body.clone(), media: lesson.media.clone() };
    let mut text = lesson.draft.0.clone().unwrap_or_else(|| stands.clone());
    if let Some(new) = &input.title {
        text.title = title(new)?;
    }
    if let Some(new) = &input.body {
        text.body = prose("body", new)?;
    }
    if let Some(new) = &input.media {
        text.media = rules::media(new)?;
    }
    let is_live = input.publish || status == CourseStatus::Draft;
    let place = OutlineLesson {
        preview: input.preview.unwrap_or(place.preview),
        optional: input.required.map_or(place.optional, |required| !required),
        hidden: place.hidden && !is_live,
        ..place.clone()
    };
    let shown = LessonTitle { kind, ..shown.clone() };
    if !is_live {
        let draft = Json((text != stands).then_some(text));
        return Ok(Edited { title: shown, lesson: Lesson { draft, ..lesson.clone() }, place });
    }
    let LessonText { title, body, media } = text;
    let lesson = Lesson { body, media, draft: Json(None), ..lesson.clone() };
    Ok(Edited { title: LessonTitle { title, ..shown }, lesson, place })
}

/// What is stored of a lesson of a course.
async fn stored(platform: &Platform, course: &Course, id: LessonId) -> Result<Edited> {
    let courses = Courses::of(&platform.storage);
    let (title, lesson) = try_join!(courses.title(course.course_id, id), courses.lesson(id))?;
    let (_, place) = outline::find(&course.outline.0, id).ok_or_else(no_such_lesson)?;
    Ok(Edited {
        title: title.ok_or_else(no_such_lesson)?,
        lesson: lesson.ok_or_else(no_such_lesson)?,
        place: place.clone(),
    })
}

/// The course of a lesson. 404.
async fn course_of(platform: &Platform, id: LessonId) -> Result<CourseId> {
    let lesson = Courses::of(&platform.storage).lesson(id).await?;
    lesson.map(|lesson| lesson.course_id).ok_or_else(no_such_lesson)
}

/// Changes a lesson, or publishes what was changed. 403; 404; 409 STALE with `current`: somebody else changed it.
pub async fn change_lesson(
    platform: &Platform,
    who: &Who,
    id: LessonId,
    input: ChangeLesson,
) -> Result<LessonView> {
    let course_id = course_of(platform, id).await?;
    let mut stands = None;
    let changed = decide(platform, who, course_id, async |course| {
        let old = stored(platform, course, id).await?;
        if old.lesson.version != input.version {
            return Err(Refusal::stale("Lektionen har ändrats av någon annan."));
        }
        let mut new = edited(course.status, &old, &input)?;
        let is_same = new.title == old.title && new.lesson == old.lesson && new.place == old.place;
        if !is_same {
            (new.lesson.version, new.lesson.updated) = (old.lesson.version + 1, Moment(now()));
        }
        stands = Some((new.lesson.clone(), new.title.clone()));
        if is_same {
            return Ok(None);
        }
        let outline = Json(outline::marked(&course.outline.0, &new.place));
        let titles = if new.title == old.title { Vec::new() } else { vec![new.title] };
        let then = follow(platform, Some(&old.lesson), &new.lesson).await?;
        let step = CourseStep { titles, lessons: vec![new.lesson], ..CourseStep::default() };
        Ok(Some(Decided { course: Course { outline, ..course.clone() }, step, then }))
    })
    .await;
    match (changed, stands) {
        (Ok(course), Some((lesson, title))) => {
            let facts = Facts::of(platform, Some(who.user_id), course).await?;
            view(platform, &facts, lesson, &title).await
        }
        (Ok(_), None) => Err(no_such_lesson()),
        (Err(refusal), _) => Err(refusal.with_current(lesson(platform, who, id)).await),
    }
}

/// Removes a lesson. What learners have done stays theirs. 403; 404; 422 NO_LESSON.
pub async fn remove_lesson(platform: &Platform, who: &Who, id: LessonId) -> Result<()> {
    decide(platform, who, course_of(platform, id).await?, async |old| {
        outline::find(&old.outline.0, id).ok_or_else(no_such_lesson)?;
        let outline = Json(outline::without_lesson(&old.outline.0, id));
        let step = CourseStep { removed_lessons: vec![id], ..CourseStep::default() };
        let then = leftovers(platform, old.course_id, &[id]).await?;
        Ok(Some(Decided { course: Course { outline, ..old.clone() }, step, then }))
    })
    .await
    .map(drop)
}
