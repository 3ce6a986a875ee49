//! Turns imported events into stored ones: pure, except for the ids of new ones.

use storage::calendar::{CalendarEvent, EventStatus};
use storage::time::Moment;
use storage::value::Json;

use super::read::{Group, One, Skipped, Stray};
use super::source::Cancel;
use crate::calendar::enrollment::shifted;
use crate::calendar::events::{MOST_EXCEPTIONS, filled, rule_of};
use crate::calendar::view::EventDraft;
use crate::calendar::when;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::recurrence;

/// Whether the store failed, and not the event.
pub fn is_store_failure(refusal: &Refusal) -> bool {
    !matches!(refusal.kind, RefusalKind::Invalid | RefusalKind::Conflict)
}

/// A report of an event that is not imported.
pub fn report_skipped(uid: String, title: String, refusal: &Refusal) -> Skipped {
    let field = refusal.fields.first();
    let code = field.map_or(refusal.code, |field| field.code);
    let message = field.map_or(&refusal.message, |field| &field.message).to_string();
    Skipped { uid, title, code, message }
}

/// The events of a group as they are to be stored. `base`: the existing or a blank event; `own`: existing exceptions;
/// `fresh` makes a blank event.
pub fn wanted(
    base: CalendarEvent,
    fresh: &dyn Fn() -> Result<CalendarEvent>,
    group: Group,
    own: &[CalendarEvent],
    skipped: &mut Vec<Skipped>,
) -> Result<(CalendarEvent, Vec<CalendarEvent>)> {
    let mut main = event(group.main.draft, base)?;
    main.uid = Some(group.uid.clone());
    main.ics_extra = group.main.extra;
    let others = taken_out(&mut main, group.others, (own, fresh), skipped)?;
    if main.rrule.is_none() {
        main.exdates = Json(Vec::new());
    }
    Ok((main, others))
}

fn event(draft: EventDraft, base: CalendarEvent) -> Result<CalendarEvent> {
    let when = when::of(&draft)?;
    // An imported title is already valid, also with an address in it.
    let title = draft.title.clone();
    filled(draft, when, CalendarEvent { title, ..base })
}

/// The exceptions of a series, which become exdates of it.
fn taken_out(
    main: &mut CalendarEvent,
    others: Vec<One>,
    (own, fresh): (&[CalendarEvent], &dyn Fn() -> Result<CalendarEvent>),
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<CalendarEvent>> {
    let (mut all, uid) = (Vec::new(), main.uid.clone().unwrap_or_default());
    for One { draft, instead_of, extra } in others {
        let (Some(instead_of), title) = (instead_of, draft.title.clone()) else { continue };
        let one = fresh().and_then(|blank| {
            // Files do not contain enrolment settings: unchanged, or as in the series.
            let own = own.iter().find(|one| one.recurrence_id == Some(instead_of));
            let enrollment = own.map_or_else(|| shifted(main, instead_of), |own| own.enrollment.clone());
            let base = CalendarEvent { visibility: main.visibility, enrollment, ..blank };
            let (series_id, recurrence_id) = (Some(main.event_id), Some(instead_of));
            let own = event(draft, base)?;
            Ok(CalendarEvent { series_id, recurrence_id, rrule: None, until: None, ics_extra: extra, ..own })
        });
        match one {
            Ok(one) if all.len() < MOST_EXCEPTIONS => {
                main.exdates.0.push(instead_of);
                // A cancelled exception is an exdate.
                if one.event_status != EventStatus::Cancelled {
                    all.push(one);
                }
            }
            Ok(_) => skipped.push(Skipped {
                uid: uid.clone(),
                title,
                code: "TOO_MANY",
                message: "Serien har för många undantag.".to_owned(),
            }),
            Err(refusal) if is_store_failure(&refusal) => return Err(refusal),
            Err(refusal) => skipped.push(report_skipped(uid.clone(), title, &refusal)),
        }
    }
    main.exdates.0.sort_unstable();
    main.exdates.0.dedup();
    Ok(all)
}

/// The result of merging a file's exceptions into an existing series.
pub struct Joined {
    pub main: CalendarEvent,
    /// Exceptions to delete.
    pub gone: Vec<CalendarEvent>,
    /// Exceptions to add.
    pub more: Vec<CalendarEvent>,
}

/// Merges exceptions and cancellations into an existing series. `own`: its existing exceptions.
pub fn joined(
    old: &CalendarEvent,
    stray: Stray,
    (own, fresh): (Vec<CalendarEvent>, &dyn Fn() -> Result<CalendarEvent>),
    skipped: &mut Vec<Skipped>,
) -> Result<Joined> {
    let mut main = old.clone();
    let named: Vec<Moment> = stray.others.iter().filter_map(|one| one.instead_of).collect();
    let more = taken_out(&mut main, stray.others, (&own, fresh), skipped)?;
    let is_off = |at: Moment| {
        let off = |cancel: &Cancel| match cancel.at {
            Some(from) if cancel.and_following => at >= from,
            own => own == Some(at),
        };
        stray.cancels.iter().any(off)
    };
    for cancel in &stray.cancels {
        match cancel.at {
            None => main.event_status = EventStatus::Cancelled,
            Some(at) if cancel.and_following => {
                main.rrule = main.rrule.map(|rule| recurrence::ended_before(&rule, at));
                main.until = rule_of(&main).and_then(|rule| rule.last());
            }
            Some(at) if main.rrule.is_some() && !main.exdates.0.contains(&at) => main.exdates.0.push(at),
            Some(_) => {}
        }
    }
    main.exdates.0.sort_unstable();
    let goes = |one: &CalendarEvent| one.recurrence_id.is_some_and(|at| named.contains(&at) || is_off(at));
    let gone = own.into_iter().filter(goes).collect();
    let more = more.into_iter().filter(|one| !one.recurrence_id.is_some_and(&is_off)).collect();
    Ok(Joined { main, gone, more })
}

/// Whether an imported event equals the existing one.
pub fn same(old: &CalendarEvent, new: &CalendarEvent) -> bool {
    let CalendarEvent { event_id, event_uuid, timed, created_by, created, updated, version, .. } =
        old.clone();
    let new = CalendarEvent { event_id, event_uuid, timed, created_by, ..new.clone() };
    CalendarEvent { created, updated, version, ..new } == *old
}
