//! Merges a fetched file into the existing events: pure, except for the ids of new ones.

use std::collections::{HashMap, HashSet};

use storage::calendar::{CalendarEvent, Visibility};
use storage::ids::CalendarEventId;

use crate::calendar::events::MOST_SERIES;
use crate::calendar::ics::Skipped;
use crate::calendar::ics::read::{File, Stray};
use crate::calendar::ics::validate::{is_store_failure, report_skipped, same, wanted};
use crate::platform::error::Result;

/// A write.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// A new event, with its exceptions.
    Put { event: CalendarEvent, others: Vec<CalendarEvent> },
    /// A changed event; some exceptions are deleted and some added.
    Change {
        old: Box<CalendarEvent>,
        new: Box<CalendarEvent>,
        gone: Vec<CalendarEvent>,
        more: Vec<CalendarEvent>,
    },
    /// An event that is no longer in the file, with its exceptions.
    Remove { event: CalendarEvent, own: Vec<CalendarEvent> },
}

/// The writes, and what was not imported.
#[derive(Debug)]
pub struct Merged {
    pub steps: Vec<Step>,
    pub skipped: Vec<Skipped>,
}

/// Compares a calendar with a file, by UID and for exceptions by RECURRENCE-ID. Equal events are left alone; an event
/// that cannot be imported stays unchanged. `visibility`: of events that the file does not mark as private.
pub fn merge(
    there: Vec<CalendarEvent>,
    file: File,
    visibility: Visibility,
    fresh: &dyn Fn() -> Result<CalendarEvent>,
) -> Result<Merged> {
    let (mut own, mut known) = (HashMap::<CalendarEventId, Vec<CalendarEvent>>::new(), HashMap::new());
    let (mut gone, mut skipped, mut steps) = (Vec::new(), file.skipped, Vec::new());
    for event in there {
        match (event.series_id, event.uid.clone()) {
            (Some(series), _) => own.entry(series).or_default().push(event),
            (None, Some(uid)) => gone.extend(known.insert(uid, event)),
            (None, None) => gone.push(event),
        }
    }
    let unread: HashSet<String> = skipped.iter().map(|one| one.uid.clone()).collect();
    let mains: HashSet<CalendarEventId> = known.values().chain(&gone).map(|event| event.event_id).collect();
    let mut series = 0;
    // Exceptions without their series become single events.
    let strays = file.strays.into_iter().flat_map(Stray::alone);
    for group in file.groups.into_iter().chain(strays) {
        let (uid, title) = (group.uid.clone(), group.main.draft.title.clone());
        let old = known.remove(&uid);
        let before = old.as_ref().and_then(|old| own.remove(&old.event_id)).unwrap_or_default();
        let base = match &old {
            Some(old) => CalendarEvent { visibility, ..old.clone() },
            None => CalendarEvent { visibility, ..fresh()? },
        };
        match wanted(base, fresh, group, &before, &mut skipped) {
            Ok((new, _)) if new.rrule.is_some() && series == MOST_SERIES => {
                let message = format!("Högst {MOST_SERIES} upprepade händelser.");
                skipped.push(Skipped { uid, title, code: "QUOTA_REACHED", message });
                steps.extend(old.map(|event| Step::Remove { event, own: before }));
            }
            Ok((new, others)) => {
                series += usize::from(new.rrule.is_some());
                match old {
                    None => steps.push(Step::Put { event: new, others }),
                    Some(old) => changes((old, before), (new, others), &mut steps),
                }
            }
            Err(refusal) if is_store_failure(&refusal) => return Err(refusal),
            Err(refusal) => skipped.push(report_skipped(uid, title, &refusal)),
        }
    }
    gone.extend(
        known.into_values().filter(|event| event.uid.as_ref().is_none_or(|uid| !unread.contains(uid))),
    );
    gone.sort_by_key(|event| event.event_id);
    for event in gone {
        let own = own.remove(&event.event_id).unwrap_or_default();
        steps.push(Step::Remove { event, own });
    }
    // Exceptions of a series that no longer exists.
    let lost = own.into_iter().filter(|(series, _)| !mains.contains(series)).flat_map(|(_, own)| own);
    steps.extend(lost.map(|event| Step::Remove { event, own: Vec::new() }));
    Ok(Merged { steps, skipped })
}

/// The changes of an event and its exceptions.
fn changes(
    (old, mut own): (CalendarEvent, Vec<CalendarEvent>),
    (new, others): (CalendarEvent, Vec<CalendarEvent>),
    steps: &mut Vec<Step>,
) {
    let mut more = Vec::new();
    for one in others {
        let Some(at) = own.iter().position(|old| old.recurrence_id == one.recurrence_id) else {
            more.push(one);
            continue;
        };
        let old = own.swap_remove(at);
        if !same(&old, &one) {
            let CalendarEvent { event_id, event_uuid, timed, created_by, created, updated, version, .. } =
                old.clone();
            let new = CalendarEvent { event_id, event_uuid, timed, created_by, ..one };
            let new = CalendarEvent { created, updated, version, ..new };
            let (old, new) = (Box::new(old), Box::new(new));
            steps.push(Step::Change { old, new, gone: Vec::new(), more: Vec::new() });
        }
    }
    if new != old || !own.is_empty() || !more.is_empty() {
        steps.push(Step::Change { old: Box::new(old), new: Box::new(new), gone: own, more });
    }
}

#[cfg(test)]
mod tests;
