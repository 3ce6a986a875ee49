//! What a task says: checked, and as it is stored. Pure.

use std::collections::HashSet;

use storage::tasks::{ChecklistItem, Task, TaskTarget};
use storage::value::Json;

use crate::platform::error::Result;
use crate::platform::text::{line, prose, required_line};
use crate::tasks::view::{ChecklistDraft, LABEL, TITLE, TaskContent};

/// Puts checked content into a task; its dates, parts and repetition are judged by rules of their own. 422 CHARACTERS,
/// LENGTH.
pub fn apply(content: &TaskContent, task: &Task) -> Result<Task> {
    let title = required_line("txTitle", &content.title, TITLE, "Skriv vad som ska göras.")?;
    let mut assignees = content.assignees.clone();
    let mut seen = HashSet::new();
    assignees.retain(|user_id| seen.insert(*user_id));
    let target = content.target.as_ref();
    Ok(Task {
        title,
        description: prose("txDescription", &content.description)?,
        priority: content.priority,
        labels: Json(labels(&content.labels)?),
        assignees: Json(assignees),
        target: Json(target.map(|target| TaskTarget { kind: target.kind, id: target.id.clone() })),
        checklist: Json(checklist(&content.checklist, &task.checklist.0)?),
        ..task.clone()
    })
}

/// Labels, each once.
fn labels(all: &[String]) -> Result<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    for label in all {
        let Some(label) = line("labels", label, LABEL)? else { continue };
        if !kept.iter().any(|other| other.to_lowercase() == label.to_lowercase()) {
            kept.push(label);
        }
    }
    Ok(kept)
}

/// The lines of a checklist: those that stand already keep their number, new ones get the next.
fn checklist(wanted: &[ChecklistDraft], old: &[ChecklistItem]) -> Result<Vec<ChecklistItem>> {
    let mut last = old.iter().map(|item| item.id).max().unwrap_or_default();
    let mut used = HashSet::new();
    let mut items = Vec::with_capacity(wanted.len());
    for draft in wanted {
        let text = required_line("checklist", &draft.text, 200, "En rad är tom.")?;
        let known = draft.id.filter(|id| old.iter().any(|item| item.id == *id));
        let id = known.filter(|id| used.insert(*id)).unwrap_or_else(|| {
            last += 1;
            last
        });
        items.push(ChecklistItem { id, text, done: draft.done });
    }
    Ok(items)
}
