//! The only way in which events are written.
//!
//! The effects of a change (reminders, places, live events) are handled here and not by each caller, because a
//! forgotten one would mean no reminders of that event. So nothing else calls the store's functions that write events
//! (`tests/layers.rs`).

use storage::calendar::{Calendar, CalendarEvent};
use storage::engine::Write;
use storage::ids::UserId;
use storage::time::Moment;

use super::{cleanup, enrollment, live, reminders};
use crate::Platform;
use crate::area::activity::ActivityKind;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::time::now;

/// How to treat people enrolled in an occurrence that a change removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum People {
    /// Refuse the change: 409 ENROLLED.
    Stay,
    /// Notify them that it is cancelled.
    Go,
}

/// Whether each event is published to viewers of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    Each,
    /// Many are written: one event is published at the end.
    Later,
}

/// A change of an event, or of a series and its exceptions.
pub struct Change<'a> {
    pub calendar: &'a Calendar,
    /// The current state.
    pub old: &'a CalendarEvent,
    /// The new state; version and time are set here.
    pub new: CalendarEvent,
    /// Exceptions to delete.
    pub gone: &'a [CalendarEvent],
    /// New events: exceptions, or the rest of the series.
    pub more: &'a [CalendarEvent],
    /// If only one occurrence is meant: its original beginning.
    pub only: Option<Moment>,
    pub people: People,
    pub tells: Tells,
    pub by: UserId,
}

/// The first jobs of the events' reminder chains.
fn chains(platform: &Platform, events: &[CalendarEvent]) -> Result<Vec<Write>> {
    let begun = events
        .iter()
        .map(|event| Ok(reminders::begun(platform, event)?.map(|chain| chain.of(event.event_id))));
    begun.filter_map(Result::transpose).collect()
}

/// Events that somebody made in an organisation's calendars; not those of files and other programs.
pub(super) static CREATED: ActivityKind = ActivityKind::named("EVENTS_CREATED");

/// Stores a new event.
pub async fn put(platform: &Platform, calendar: &Calendar, event: &CalendarEvent) -> Result<()> {
    let mut follows = chains(platform, std::slice::from_ref(event))?;
    follows.extend(CREATED.mark_of(calendar.entity_id(), event.event_id.0, now())?);
    platform.storage.calendars.put_in(event, follows).await?;
    live::event_changed(platform, calendar, event, event.version);
    Ok(())
}

/// Stores an imported event with its exceptions unless it exists. Returns the stored one, and whether it is new.
pub async fn put_once(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    others: &[CalendarEvent],
    tells: Tells,
) -> Result<(CalendarEvent, bool)> {
    let (of_others, own) = (chains(platform, others)?, reminders::begun(platform, event)?);
    let follows = |event: &CalendarEvent| {
        let own = own.iter().map(|chain| chain.of(event.event_id));
        of_others.iter().cloned().chain(own).collect()
    };
    let (stands, is_new) = platform.storage.calendars.put_once(event, others, follows).await?;
    if is_new && tells == Tells::Each {
        live::event_changed(platform, calendar, &stands, stands.version);
    }
    Ok((stands, is_new))
}

/// Carries out a change, and returns the event. 409: MOVED_ON (it has changed meanwhile), CAPACITY_TAKEN, ENROLLED.
pub async fn change(platform: &Platform, change: Change<'_>) -> Result<CalendarEvent> {
    change_with(platform, change, &[]).await
}

/// The same, with exceptions moved in the same write: each before and after.
pub async fn change_with(
    platform: &Platform,
    change: Change<'_>,
    moves: &[(CalendarEvent, CalendarEvent)],
) -> Result<CalendarEvent> {
    let Change { calendar, old, new, gone, more, only, people, tells, by } = change;
    let (version, updated) = (old.version + 1, Moment(now()));
    // An existing chain goes on if its times are unchanged: a new one would miss a moment that has just passed and was
    // not handled yet.
    let goes_on = reminders::goes_on(old, &new);
    let timed = Some(if goes_on { old.timed() } else { version });
    let new = CalendarEvent { version, updated, timed, ..new };
    let moves: Vec<(CalendarEvent, CalendarEvent)> = moves
        .iter()
        .map(|(old, new)| {
            let version = old.version + 1;
            (old.clone(), CalendarEvent { version, updated, timed: Some(version), ..new.clone() })
        })
        .collect();
    let mut follows = chains(platform, more)?;
    for (_, new) in &moves {
        follows.extend(chains(platform, std::slice::from_ref(new))?);
    }
    follows.extend(storage::calendar::moved(&moves));
    if !goes_on {
        follows.extend(chains(platform, std::slice::from_ref(&new))?);
    }
    let forgets = cleanup::going(platform, &gone.iter().collect::<Vec<_>>(), Some((old, &new))).await?;
    let ends = forgets.is_some();
    follows.extend(forgets);
    let settling = if enrollment::concerned(old, &new, gone, more) {
        enrollment::settle(platform, (calendar, old), only, by).await?
    } else {
        None
    };
    let others = match only {
        None => enrollment::settle_others(platform, (calendar, old), &new, (gone, more), by).await?,
        Some(_) => Vec::new(),
    };
    let lowered = match people {
        People::Stay => enrollment::make_room(platform, old, &new, more).await?,
        People::Go => enrollment::Lowered::default(),
    };
    if !platform.storage.calendars.change_event(old, &new, gone, more, follows).await? {
        lowered.undo(platform).await?;
        return Err(Refusal::moved_on());
    }
    if ends {
        platform.jobs.wake();
    }
    if (new.visibility, new.calendar_id) != (old.visibility, old.calendar_id) {
        live::event_rights_moved(platform, &new);
    }
    if tells == Tells::Each {
        live::event_changed(platform, calendar, &new, version);
    }
    enrollment::at_once(platform, settling.into_iter().chain(others));
    Ok(new)
}

/// Deletes an event and its exceptions. 409 MOVED_ON.
pub async fn remove(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    exceptions: &[CalendarEvent],
    tells: Tells,
    by: UserId,
) -> Result<()> {
    let settling = enrollment::settle(platform, (calendar, event), None, by).await?;
    let all: Vec<&CalendarEvent> = exceptions.iter().chain([event]).collect();
    let forgets = cleanup::going(platform, &all, None).await?;
    let follows = forgets.into_iter().collect();
    ensure_applied(platform.storage.calendars.remove_event(event, exceptions, follows).await?)?;
    platform.jobs.wake();
    for gone in all {
        live::event_rights_moved(platform, gone);
    }
    if tells == Tells::Each {
        live::event_changed(platform, calendar, event, event.version + 1);
    }
    enrollment::at_once(platform, settling);
    Ok(())
}
