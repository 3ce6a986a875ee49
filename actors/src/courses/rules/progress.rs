//! How far somebody is in a course: pure functions over its outline and what they have done. Contract §10.1.

use std::collections::HashSet;

use storage::courses::{LessonId, OutlineLesson, OutlineModule};

/// The lessons that learners see, in their order.
pub fn shown(outline: &[OutlineModule]) -> impl Iterator<Item = &OutlineLesson> {
    outline.iter().flat_map(|module| &module.lessons).filter(|lesson| !lesson.hidden)
}

/// How much of what is required now is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub done: usize,
    pub required: usize,
}

impl Part {
    /// Percent, rounded down: 100 only when nothing is left. Of a course without lessons 0.
    pub fn percent(self) -> i64 {
        let percent = (self.done * 100).checked_div(self.required).unwrap_or_default();
        i64::try_from(percent.min(100)).unwrap_or_default()
    }

    /// Whether all that is required is done.
    pub fn is_whole(self) -> bool {
        self.required > 0 && self.done >= self.required
    }
}

/// Done ∩ required now, of what is required now. Where every lesson is optional, all are counted.
pub fn part(outline: &[OutlineModule], done: &[LessonId]) -> Part {
    let done: HashSet<LessonId> = done.iter().copied().collect();
    let is_all_optional = shown(outline).all(|lesson| lesson.optional);
    let required = || shown(outline).filter(|lesson| is_all_optional || !lesson.optional);
    Part { done: required().filter(|lesson| done.contains(&lesson.id)).count(), required: required().count() }
}

/// The lessons that are closed to a learner of a sequential course: those after the first required one that they have
/// not done. What was done stays open, and so does what is open to everybody.
pub fn locked(outline: &[OutlineModule], done: &[LessonId]) -> HashSet<LessonId> {
    let done: HashSet<LessonId> = done.iter().copied().collect();
    let mut is_open = true;
    let mut closed = HashSet::new();
    for lesson in shown(outline) {
        let is_done = done.contains(&lesson.id);
        if !is_open && !is_done && !lesson.preview {
            closed.insert(lesson.id);
        }
        is_open = is_open && (is_done || lesson.optional);
    }
    closed
}

/// Where a learner goes on: the lesson that they opened last, else the first that is not done, else the first.
pub fn resume(
    outline: &[OutlineModule],
    done: &[LessonId],
    last: Option<LessonId>,
    closed: &HashSet<LessonId>,
) -> Option<LessonId> {
    let open = |id: &LessonId| !closed.contains(id);
    let last = last.filter(open).filter(|id| shown(outline).any(|lesson| lesson.id == *id));
    let first_left = || shown(outline).map(|lesson| lesson.id).find(|id| open(id) && !done.contains(id));
    last.or_else(first_left).or_else(|| shown(outline).map(|lesson| lesson.id).next())
}

/// The lessons before and after one, among those that `is_shown`.
pub fn neighbours(
    outline: &[OutlineModule],
    id: LessonId,
    is_shown: impl Fn(&OutlineLesson) -> bool,
) -> (Option<LessonId>, Option<LessonId>) {
    let all = outline.iter().flat_map(|module| &module.lessons);
    let all: Vec<LessonId> = all.filter(|lesson| is_shown(lesson)).map(|lesson| lesson.id).collect();
    let Some(at) = all.iter().position(|one| *one == id) else { return (None, None) };
    (at.checked_sub(1).and_then(|before| all.get(before).copied()), all.get(at + 1).copied())
}

#[cfg(test)]
#[path = "progress_tests.rs"]
mod tests;
