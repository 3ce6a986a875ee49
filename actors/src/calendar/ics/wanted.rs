//! Events of a file as they shall be stored: pure, but for the numbers of new ones.

use storage::calendar::{CalendarEvent, EventStatus};
use storage::value::Json;

use super::read::{Group, One, Skipped};
use crate::calendar::enrollment::shifted;
use crate::calendar::events::{MOST_EXCEPTIONS, filled};
use crate::calendar::when;
use crate::error::{Refusal, RefusalKind, Result};

/// Whether it is the store that refuses, and not the event.
pub fn matters(refusal: &Refusal) -> bool {
    !matches!(refusal.kind, RefusalKind::Invalid | RefusalKind::Conflict)
}

/// An event that is not taken, by why.
pub fn said(uid: String, title: String, refusal: &Refusal) -> Skipped {
    let field = refusal.fields.first();
    let code = field.map_or(refusal.code, |field| field.code);
    let message = field.map_or(&refusal.message, |field| &field.message).to_string();
    Skipped { uid, title, code, message }
}

/// The events of a group as they shall be stored. `base`: the one that is there, or one about which nothing is said yet; `own`: those
/// of its series that are events of their own; `fresh` makes one about which nothing is said yet.
pub fn wanted(
    base: CalendarEvent,
    fresh: &dyn Fn() -> Result<CalendarEvent>,
    group: Group,
    own: &[CalendarEvent],
    skipped: &mut Vec<Skipped>,
) -> Result<(CalendarEvent, Vec<CalendarEvent>)> {
    let event = |draft, base| {
        let when = when::of(&draft)?;
        filled(draft, when, base)
    };
    let mut main = event(group.main.draft, base)?;
    main.uid = Some(group.uid.clone());
    let mut others = Vec::new();
    for One { draft, instead_of } in group.others {
        let (Some(instead_of), title) = (instead_of, draft.title.clone()) else { continue };
        let one = fresh().and_then(|blank| {
            // How one enrols no file says: as it was, or as in the series.
            let own = own.iter().find(|one| one.recurrence_id == Some(instead_of));
            let enrollment = own.map_or_else(|| shifted(&main, instead_of), |own| own.enrollment.clone());
            let base = CalendarEvent { visibility: main.visibility, enrollment, ..blank };
            let (series_id, recurrence_id) = (Some(main.event_id), Some(instead_of));
            Ok(CalendarEvent { series_id, recurrence_id, rrule: None, until: None, ..event(draft, base)? })
        });
        match one {
            Ok(one) if others.len() < MOST_EXCEPTIONS => {
                main.exdates.0.push(instead_of);
                // Who takes one out of a series writes it so.
                if one.event_status != EventStatus::Cancelled {
                    others.push(one);
                }
            }
            Ok(_) => skipped.push(Skipped {
                uid: group.uid.clone(),
                title,
                code: "TOO_MANY",
                message: "Serien har för många undantag.".to_owned(),
            }),
            Err(refusal) if matters(&refusal) => return Err(refusal),
            Err(refusal) => skipped.push(said(group.uid.clone(), title, &refusal)),
        }
    }
    main.exdates.0.sort_unstable();
    main.exdates.0.dedup();
    if main.rrule.is_none() {
        main.exdates = Json(Vec::new());
    }
    Ok((main, others))
}

/// Whether an event of the file says the same as one that is there.
pub fn same(old: &CalendarEvent, new: &CalendarEvent) -> bool {
    let CalendarEvent { event_id, event_uuid, timed, created_by, created, updated, version, .. } =
        old.clone();
    let new = CalendarEvent { event_id, event_uuid, timed, created_by, ..new.clone() };
    CalendarEvent { created, updated, version, ..new } == *old
}
