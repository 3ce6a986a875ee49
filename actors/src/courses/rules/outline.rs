//! The outline of a course: which changes it takes. Pure. Contract §10.1.

use std::collections::{HashMap, HashSet};

use storage::courses::{
    LessonId, MOST_LESSONS, MOST_MODULE_LESSONS, MOST_MODULES, ModuleId, OutlineLesson, OutlineModule,
};

use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;

/// An outline as somebody arranged it: each module with its lessons.
pub type Arrangement = Vec<(ModuleId, Vec<LessonId>)>;

fn wrong(code: &'static str, message: &'static str) -> Refusal {
    Refusal::field("modules", code, message)
}

/// The outline in a new order. 422 on `modules`: a module or lesson is missing, unknown or there twice (OTHER_PARTS), or
/// a module has too many (TOO_MANY).
pub fn arranged(old: &[OutlineModule], wanted: &Arrangement) -> Result<Vec<OutlineModule>> {
    let other = || wrong("OTHER_PARTS", "Kursen har andra moduler eller lektioner än de som skickades.");
    let mut modules: HashSet<ModuleId> = old.iter().map(|module| module.id).collect();
    let mut lessons: HashMap<LessonId, &OutlineLesson> =
        old.iter().flat_map(|module| &module.lessons).map(|lesson| (lesson.id, lesson)).collect();
    let mut new = Vec::with_capacity(wanted.len());
    for (id, ids) in wanted {
        modules.remove(id).then_some(()).ok_or_else(other)?;
        if ids.len() > MOST_MODULE_LESSONS {
            return Err(wrong("TOO_MANY", "En modul har högst 100 lektioner."));
        }
        let of_module: Option<Vec<OutlineLesson>> =
            ids.iter().map(|id| lessons.remove(id).cloned()).collect();
        new.push(OutlineModule { id: *id, lessons: of_module.ok_or_else(other)? });
    }
    if modules.is_empty() && lessons.is_empty() { Ok(new) } else { Err(other()) }
}

/// The outline with a new module at its end. 409 QUOTA_REACHED.
pub fn with_module(old: &[OutlineModule], id: ModuleId) -> Result<Vec<OutlineModule>> {
    below(old.len(), MOST_MODULES, "moduler i en kurs")?;
    let mut new = old.to_vec();
    new.push(OutlineModule { id, lessons: Vec::new() });
    Ok(new)
}

/// The outline with a new lesson at the end of a module. 409 QUOTA_REACHED; 404: there is no such module.
pub fn with_lesson(
    old: &[OutlineModule],
    module: ModuleId,
    lesson: OutlineLesson,
) -> Result<Vec<OutlineModule>> {
    let count: usize = old.iter().map(|module| module.lessons.len()).sum();
    below(count, MOST_LESSONS, "lektioner i en kurs")?;
    let mut new = old.to_vec();
    let into = new.iter_mut().find(|one| one.id == module);
    let into = into.ok_or_else(|| Refusal::not_found("Modulen finns inte längre."))?;
    below(into.lessons.len(), MOST_MODULE_LESSONS, "lektioner i en modul")?;
    into.lessons.push(lesson);
    Ok(new)
}

/// The outline without a module, and the lessons that go with it.
pub fn without_module(old: &[OutlineModule], id: ModuleId) -> (Vec<OutlineModule>, Vec<LessonId>) {
    let (gone, rest): (Vec<_>, Vec<_>) = old.iter().cloned().partition(|module| module.id == id);
    (rest, gone.into_iter().flat_map(|module| module.lessons).map(|lesson| lesson.id).collect())
}

/// The outline without a lesson.
pub fn without_lesson(old: &[OutlineModule], id: LessonId) -> Vec<OutlineModule> {
    let mut new = old.to_vec();
    for module in &mut new {
        module.lessons.retain(|lesson| lesson.id != id);
    }
    new
}

/// A lesson of an outline with its module.
pub fn find(outline: &[OutlineModule], id: LessonId) -> Option<(ModuleId, &OutlineLesson)> {
    let of = |module: &OutlineModule| module.id;
    outline.iter().find_map(|module| {
        module.lessons.iter().find(|lesson| lesson.id == id).map(|lesson| (of(module), lesson))
    })
}

/// The outline with other marks on a lesson.
pub fn marked(old: &[OutlineModule], lesson: &OutlineLesson) -> Vec<OutlineModule> {
    let mut new = old.to_vec();
    let all = new.iter_mut().flat_map(|module| &mut module.lessons);
    all.filter(|one| one.id == lesson.id).for_each(|one| *one = lesson.clone());
    new
}

#[cfg(test)]
#[path = "outline_tests.rs"]
mod tests;
