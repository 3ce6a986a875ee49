//! The outline of a course: its modules, and the order of modules and lessons.

use std::collections::{HashMap, HashSet};

use storage::courses::{
    Course, CourseId, CourseModule, CourseStep, Courses, LessonId, LessonTitle, ModuleId, OutlineLesson,
    Titles,
};
use storage::value::Json;

use super::deciding::{Decided, decide};
use super::facts::Facts;
use super::leaving::leftovers;
use super::making::title;
use super::rules::{self, outline};
use super::view::{ChangeModule, ModuleView, ModulesView, NewModule, OutlineDraft, OutlineLessonView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

fn no_such_module() -> Refusal {
    Refusal::not_found("Modulen finns inte längre.")
}

/// The outline of a course that the reader sees: to learners without what is not published. Two round trips, however
/// many lessons there are. 404.
pub async fn modules(platform: &Platform, who: Option<&Who>, id: CourseId) -> Result<ModulesView> {
    let courses = Courses::of(&platform.storage);
    let me = who.map(|who| who.user_id);
    let (facts, titles) = Facts::load_with(platform, me, id, courses.titles(id)).await?;
    Ok(outline_of(&facts, titles))
}

fn outline_of(facts: &Facts, titles: Titles) -> ModulesView {
    let lessons: HashMap<LessonId, LessonTitle> =
        titles.lessons.into_iter().map(|title| (title.lesson_id, title)).collect();
    let mut modules: HashMap<ModuleId, CourseModule> =
        titles.modules.into_iter().map(|module| (module.module_id, module)).collect();
    let shows = Shows::of(facts);
    let mut content = Vec::with_capacity(facts.course.outline.0.len());
    for place in &facts.course.outline.0 {
        // Absent: it was added or removed between the two reads.
        let Some(module) = modules.remove(&place.id) else { continue };
        let lesson = |lesson: &OutlineLesson| shows.lesson(lesson, lessons.get(&lesson.id)?);
        content.push(ModuleView::of(module, place.lessons.iter().filter_map(lesson).collect()));
    }
    let version = facts.course.outline_version;
    ModulesView { page: 0, size: content.len(), has_more: false, version, content }
}

/// What a reader sees of the lessons of an outline.
pub(super) struct Shows {
    writes: bool,
    done: HashSet<LessonId>,
    locked: HashSet<LessonId>,
}

impl Shows {
    pub fn of(facts: &Facts) -> Self {
        Self { writes: facts.writes(), done: facts.done().iter().copied().collect(), locked: facts.locked() }
    }

    /// Whether the reader sees that there is such a lesson.
    pub fn sees(&self, lesson: &OutlineLesson) -> bool {
        self.writes || !lesson.hidden
    }

    /// A lesson as the reader sees it in the outline; none: they do not.
    pub fn lesson(&self, lesson: &OutlineLesson, title: &LessonTitle) -> Option<OutlineLessonView> {
        self.sees(lesson).then(|| OutlineLessonView {
            id: lesson.id,
            title: title.title.clone(),
            kind: title.kind,
            preview: lesson.preview,
            required: !lesson.optional,
            published: !lesson.hidden,
            done: self.done.contains(&lesson.id),
            locked: self.locked.contains(&lesson.id),
        })
    }
}

/// Makes a module at the end of a course. 403; 404; 409 QUOTA_REACHED.
pub async fn add_module(platform: &Platform, who: &Who, id: CourseId, new: NewModule) -> Result<ModuleView> {
    let module_id = ModuleId(platform.ids.next(now())?);
    let module = CourseModule { course_id: id, module_id, title: title(&new.title)?, version: 1 };
    decide(platform, who, id, async |old| {
        let outline = Json(outline::with_module(&old.outline.0, module_id)?);
        let step = CourseStep { modules: vec![module.clone()], ..CourseStep::default() };
        Ok(Some(Decided { course: Course { outline, ..old.clone() }, step, then: Vec::new() }))
    })
    .await?;
    Ok(ModuleView::of(module, Vec::new()))
}

/// The course of a module. 404.
async fn course_of(platform: &Platform, id: ModuleId) -> Result<CourseId> {
    Courses::of(&platform.storage).of_module(id).await?.ok_or_else(no_such_module)
}

/// A module as one who writes its course sees it. 404.
async fn module(platform: &Platform, who: &Who, course_id: CourseId, id: ModuleId) -> Result<ModuleView> {
    let all = modules(platform, Some(who), course_id).await?;
    all.content.into_iter().find(|module| module.id == id).ok_or_else(no_such_module)
}

/// Gives a module another title. 403; 404; 409 STALE with `current`.
pub async fn change_module(
    platform: &Platform,
    who: &Who,
    id: ModuleId,
    input: ChangeModule,
) -> Result<ModuleView> {
    let course_id = course_of(platform, id).await?;
    let title = title(&input.title)?;
    let changed = decide(platform, who, course_id, async |course| {
        let old = Courses::of(&platform.storage).module(course_id, id).await?.ok_or_else(no_such_module)?;
        if old.version != input.version {
            return Err(Refusal::stale("Modulen har ändrats av någon annan."));
        }
        if old.title == title {
            return Ok(None);
        }
        let new = CourseModule { title: title.clone(), version: old.version + 1, ..old };
        let step = CourseStep { modules: vec![new], ..CourseStep::default() };
        Ok(Some(Decided { course: course.clone(), step, then: Vec::new() }))
    })
    .await;
    match changed {
        Ok(_) => module(platform, who, course_id, id).await,
        Err(refusal) => Err(refusal.with_current(module(platform, who, course_id, id)).await),
    }
}

/// Removes a module with its lessons. What learners have done stays theirs. 403; 404; 422 NO_LESSON.
pub async fn remove_module(platform: &Platform, who: &Who, id: ModuleId) -> Result<()> {
    let course_id = course_of(platform, id).await?;
    decide(platform, who, course_id, async |old| {
        let (outline, removed_lessons) = outline::without_module(&old.outline.0, id);
        if outline.len() == old.outline.0.len() {
            return Err(no_such_module());
        }
        let then = leftovers(platform, course_id, &removed_lessons).await?;
        let step = CourseStep { removed_modules: vec![id], removed_lessons, ..CourseStep::default() };
        Ok(Some(Decided { course: Course { outline: Json(outline), ..old.clone() }, step, then }))
    })
    .await
    .map(drop)
}

/// Puts modules and lessons into another order. 403; 404; 409 STALE with `current`; 422 on `modules`.
pub async fn arrange(
    platform: &Platform,
    who: &Who,
    id: CourseId,
    input: OutlineDraft,
) -> Result<ModulesView> {
    let wanted = input.modules.into_iter().map(|module| (module.id, module.lessons)).collect();
    let arranged = decide(platform, who, id, async |old| {
        if old.outline_version != input.version {
            return Err(Refusal::stale("Kursens upplägg har ändrats av någon annan."));
        }
        let outline = Json(outline::arranged(&old.outline.0, &wanted)?);
        let is_same = outline == old.outline;
        Ok((!is_same).then(|| Decided::row(Course { outline, ..old.clone() })))
    })
    .await;
    match arranged {
        Ok(course) => {
            let facts = Facts::of(platform, Some(who.user_id), course).await?;
            Ok(outline_of(&facts, Courses::of(&platform.storage).titles(id).await?))
        }
        Err(refusal) => Err(refusal.with_current(modules(platform, Some(who), id)).await),
    }
}

/// A lesson's place in a course that the reader sees. 404.
pub(super) fn place(facts: &Facts, id: LessonId) -> Result<(ModuleId, &OutlineLesson)> {
    let found = outline::find(&facts.course.outline.0, id);
    let may = |lesson: &OutlineLesson| !lesson.hidden || facts.writes();
    found.filter(|(_, lesson)| may(lesson)).ok_or_else(rules::no_such_lesson)
}
