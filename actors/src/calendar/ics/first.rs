//! A series whose beginning does not match its rule ("every weekday", beginning on a Saturday): RFC 5545 leaves open
//! whether the beginning is an occurrence; Google, Apple and Outlook show it. Here the series has only its rule's
//! occurrences, so the beginning becomes a single event: pure.

use super::read::{Group, One};
use crate::calendar::view::EventDraft;
use crate::calendar::when;
use crate::platform::recurrence::Rule;

/// The beginning of a group's series as a single event, if its rule does not match it and nothing replaces it.
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
