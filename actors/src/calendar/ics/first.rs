//! The beginning of a series that its rule does not make ("every weekday", first on a Saturday): RFC 5545 leaves open whether it
//! happens, Google, Apple and Outlook show it. The series here is what its rule makes, so that one is an event of its own: pure.

use super::read::{Group, One};
use crate::calendar::view::EventDraft;
use crate::calendar::when;
use crate::platform::recurrence::Rule;

/// The beginning of a group's series, where its rule does not make it and nothing takes its place.
pub fn alone(group: &Group) -> Option<Group> {
    let draft = &group.main.draft;
    let when = when::of(draft).ok()?;
    let rule = Rule::read(draft.rrule.as_deref()?, when.starts, when.ends, &when.time_zone).ok()?;
    let is_made = rule.at(when.starts).is_some();
    let is_gone = draft.exdates.contains(&when.starts)
        || group.others.iter().any(|one| one.instead_of == Some(when.starts));
    (!is_made && !is_gone).then(|| Group {
        uid: format!("{}#first", group.uid),
        version: group.version,
        main: One {
            draft: EventDraft { rrule: None, exdates: Vec::new(), ..draft.clone() },
            instead_of: None,
            extra: group.main.extra.clone(),
        },
        others: Vec::new(),
    })
}
