//! The one way in which events are written.
//!
//! What follows from a change (reminders, places, who is told) follows here and is not left to who changes something: forgotten
//! once, nobody would be reminded of that event. So nothing else calls the store's verbs that write events (`tests/layers.rs`).

use storage::calendar::{Calendar, CalendarEvent};
use storage::engine::Write;
use storage::ids::UserId;
use storage::time::Moment;

use super::{cleanup, enrollment, live, reminders};
use crate::Platform;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::time::now;

/// What becomes of people who come to an occurrence that a change takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum People {
    /// The change is refused: 409 ENROLLED.
    Stay,
    /// They are told that it is cancelled.
    Go,
}

/// Whether whoever looks at the calendar is told of each event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    Each,
    /// Many are written: they are told once it is done.
    Later,
}

/// A change of an event, or of a series and what is taken out of it.
pub struct Change<'a> {
    pub calendar: &'a Calendar,
    /// As it is.
    pub old: &'a CalendarEvent,
    /// As it shall be; its version and its time follow.
    pub new: CalendarEvent,
    /// Of the series, events of their own that go.
    pub gone: &'a [CalendarEvent],
    /// Events of their own that are put in: of the series, or the rest of it.
    pub more: &'a [CalendarEvent],
    /// The one of a series that alone is meant, by when it begins as one of it.
    pub only: Option<Moment>,
    pub people: People,
    pub tells: Tells,
    pub by: UserId,
}

/// The chains of reminders that begin with events.
fn chains(platform: &Platform, events: &[CalendarEvent]) -> Result<Vec<Write>> {
    let begun = events
        .iter()
        .map(|event| Ok(reminders::begun(platform, event)?.map(|chain| chain.of(event.event_id))));
    begun.filter_map(Result::transpose).collect()
}

/// Puts an event into a calendar.
pub async fn put(platform: &Platform, calendar: &Calendar, event: &CalendarEvent) -> Result<()> {
    let follows = chains(platform, std::slice::from_ref(event))?;
    platform.storage.calendars.put_in(event, follows).await?;
    live::event_changed(platform, calendar, event, event.version);
    Ok(())
}

/// Puts an event that comes from elsewhere into a calendar where it is not yet, with those of its series that are events of their
/// own. Answers the one that is there, and whether it was made now.
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

/// Carries a change out, and answers the event as it is then. 409: MOVED_ON (somebody else has changed it meanwhile),
/// CAPACITY_TAKEN, ENROLLED.
pub async fn change(platform: &Platform, change: Change<'_>) -> Result<CalendarEvent> {
    change_with(platform, change, &[]).await
}

/// The same, with those of the series that are events of their own put to other times in the same write: each as it was, and as it
/// shall be.
pub async fn change_with(
    platform: &Platform,
    change: Change<'_>,
    moves: &[(CalendarEvent, CalendarEvent)],
) -> Result<CalendarEvent> {
    let Change { calendar, old, new, gone, more, only, people, tells, by } = change;
    let (version, updated) = (old.version + 1, Moment(now()));
    // A chain that stands goes on where nothing is changed by which it is counted: one that began anew would miss the moment
    // that has just come and is not told yet.
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

/// Takes an event away, and those of its series that are events of their own. 409 MOVED_ON.
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
