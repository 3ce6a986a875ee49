//! What has changed between two states of a task, for its history. Pure.

use serde_json::{Value, json};
use storage::tasks::{FieldChange, Task};

/// A field's name on the wire and its value there.
type Field = (&'static str, fn(&Task) -> Value);

/// Characters of a description that are written down.
const WRITTEN: usize = 500;

/// As much of a description as is written down of its changes.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(WRITTEN).map_or(text, |(at, _)| &text[..at])
}

/// What is written down of a change.
const FIELDS: &[Field] = &[
    ("txTitle", |task| json!(task.title)),
    ("txDescription", |task| json!(beginning(&task.description))),
    ("status", |task| json!(task.status)),
    ("priority", |task| json!(task.priority)),
    ("labels", |task| json!(task.labels.0)),
    ("dueDate", |task| json!(task.due_date)),
    ("dueAt", |task| json!(task.due_at)),
    ("timeZone", |task| json!(task.time_zone)),
    ("startDate", |task| json!(task.start_date)),
    ("assignees", |task| json!(task.assignees.0)),
    ("target", |task| json!(task.target.0)),
    ("checklist", |task| json!(task.checklist.0)),
    ("idParent", |task| json!(task.parent_id)),
    ("repeat", |task| json!(task.repeat.0.as_ref().map(|repeat| (&repeat.rrule, repeat.from)))),
    ("idBoard", |task| json!(task.placement.0.as_ref().map(|at| at.board_id))),
    ("idList", |task| json!(task.placement.0.as_ref().map(|at| at.list_id))),
    ("deleted", |task| json!(task.deleted)),
];

/// The fields in which `new` differs; of a new task `created` alone.
pub fn changes(old: Option<&Task>, new: &Task) -> Vec<FieldChange> {
    let Some(old) = old else {
        return vec![FieldChange { field: "created".to_owned(), from: Value::Null, to: json!(new.title) }];
    };
    let change = |(field, value): &Field| {
        let (from, to) = (value(old), value(new));
        // Of a long description only the beginning is written down, where it may be the same.
        let differs = from != to || *field == "txDescription" && old.description != new.description;
        differs.then(|| FieldChange { field: (*field).to_owned(), from, to })
    };
    FIELDS.iter().filter_map(change).collect()
}
