//! Imports events from a file into a calendar. An event that was imported before under the same `UID` is updated.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use storage::calendar::Calendar;
use storage::ids::UserId;
use storage::time::Moment;
use utoipa::ToSchema;

use super::extra::Version;
use super::read::{Group, MOST, Skipped, Stray};
use super::reading;
use super::validate::{Joined, is_store_failure, joined, report_skipped, same, wanted};
use crate::Platform;
use crate::accounts::Who;
use crate::calendar::events::{MOST_SERIES, blank};
use crate::calendar::writing::{self, Change, People, Tells};
use crate::calendar::{live, load, rules};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Events written concurrently.
const AT_ONCE: usize = 8;

/// What became of a file.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportedEvents {
    /// Events, and series of them, that are new.
    pub imported: usize,
    /// Those that had been imported before, and are now as in the file.
    pub updated: usize,
    /// What was not taken, and why.
    pub skipped: Vec<Skipped>,
    /// What was taken, but for something in it.
    pub partly: Vec<Skipped>,
}

/// All components of a file with one UID.
enum Part {
    Group(Box<Group>),
    Stray(Stray),
}

impl Part {
    /// The UID, and the title.
    fn name(&self) -> (String, String) {
        match self {
            Self::Group(group) => (group.uid.clone(), group.main.draft.title.clone()),
            Self::Stray(stray) => {
                let title = stray.others.first().map(|one| one.draft.title.clone());
                (stray.uid.clone(), title.unwrap_or_default())
            }
        }
    }
}

/// The result for one event.
enum Done {
    Imported,
    Updated,
}

/// Whether I may import: 404, 403.
pub async fn may_import(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::edit(&calendar, asker)
}

/// Imports a file into a calendar that I may write in. 422: it cannot be read (`UNREADABLE`), or has more than 5,000
/// events (`TOO_MANY`).
pub async fn import(platform: &Platform, who: &Who, uuid: &str, file: Vec<u8>) -> Result<ImportedEvents> {
    let (calendar, asker) = load(platform, uuid, Some(who.user_id)).await?;
    rules::edit(&calendar, asker)?;
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let unreadable = || Refusal::field("file", "UNREADABLE", "Det finns ingen kalender i filen.");
    let too_many = |_| Refusal::field("file", "TOO_MANY", format!("Högst {MOST} händelser åt gången."));
    let file = reading::read(file).await.ok_or_else(unreadable)?.map_err(too_many)?;
    let room =
        MOST_SERIES.saturating_sub(platform.storage.calendars.series_count(calendar.calendar_id).await?);
    let room = AtomicUsize::new(room);
    let (calendar, room) = (&calendar, &room);
    let groups = file.groups.into_iter().map(|group| Part::Group(Box::new(group)));
    let put = groups.chain(file.strays.into_iter().map(Part::Stray)).map(|part| async move {
        let (uid, title) = part.name();
        let mut skipped = Vec::new();
        let done = match part {
            Part::Group(group) => put(platform, calendar, who.user_id, *group, room, &mut skipped).await,
            Part::Stray(stray) => join(platform, calendar, who.user_id, stray, room, &mut skipped).await,
        };
        match done {
            Ok(done) => Ok((Some(done), skipped)),
            Err(refusal) if is_store_failure(&refusal) => Err(refusal),
            Err(refusal) => {
                skipped.push(report_skipped(uid, title, &refusal));
                Ok((None, skipped))
            }
        }
    });
    let all: Result<Vec<_>> = stream::iter(put).buffered(AT_ONCE).try_collect().await;
    // Some events may be written even if others failed.
    live::calendar_changed(platform, calendar);
    let all = all?;
    let mut imported = ImportedEvents { skipped: file.skipped, partly: file.partly, ..Default::default() };
    for (done, skipped) in all {
        match done {
            Some(Done::Imported) => imported.imported += 1,
            Some(Done::Updated) => imported.updated += 1,
            None => {}
        }
        imported.skipped.extend(skipped);
    }
    Ok(imported)
}

async fn put(
    platform: &Platform,
    calendar: &Calendar,
    me: UserId,
    mut group: Group,
    room: &AtomicUsize,
    skipped: &mut Vec<Skipped>,
) -> Result<Done> {
    let calendars = &platform.storage.calendars;
    let old = calendars.imported(calendar.calendar_id, &group.uid).await?;
    if old.as_ref().is_some_and(|old| group.version.is_before(Version::of(old.ics_extra.as_deref()))) {
        let message = "Det finns redan en nyare version i kalendern.";
        return Err(Refusal::field("file", "OLDER", message));
    }
    group.main.extra = group.version.noted(group.main.extra.as_deref());
    let gone = match &old {
        Some(old) => calendars.exceptions(old.event_id, Moment(0)).await?,
        None => Vec::new(),
    };
    let fresh = || blank(platform, calendar, me, now());
    let base = old.clone().map_or_else(fresh, Ok)?;
    let (main, others) = wanted(base, &fresh, group, &gone, skipped)?;
    if main.rrule.is_some() && old.as_ref().is_none_or(|old| old.rrule.is_none()) {
        let taken = room.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1));
        taken.map_err(|_| {
            let message = format!("Högst {MOST_SERIES} upprepade händelser.");
            Refusal::conflict("QUOTA_REACHED", message)
        })?;
    }
    let Some(old) = old else {
        let (stands, is_new) = writing::put_once(platform, calendar, &main, &others, Tells::Later).await?;
        // A concurrent import of the same UID was faster.
        return if is_new || stands.event_id == main.event_id {
            Ok(Done::Imported)
        } else {
            Ok(Done::Updated)
        };
    };
    let alike = gone.len() == others.len() && others.iter().all(|one| gone.iter().any(|old| same(old, one)));
    if main == old && alike {
        return Ok(Done::Updated);
    }
    let change = Change {
        calendar,
        old: &old,
        new: main,
        gone: &gone,
        more: &others,
        only: None,
        people: People::Stay,
        tells: Tells::Later,
        by: me,
    };
    writing::change(platform, change).await.map(|_| Done::Updated)
}

/// Applies exceptions and cancellations to the existing series. Without it, each exception becomes a single event.
async fn join(
    platform: &Platform,
    calendar: &Calendar,
    me: UserId,
    stray: Stray,
    room: &AtomicUsize,
    skipped: &mut Vec<Skipped>,
) -> Result<Done> {
    let calendars = &platform.storage.calendars;
    let Some(old) = calendars.imported(calendar.calendar_id, &stray.uid).await? else {
        if stray.others.is_empty() {
            return Err(Refusal::field("file", "NOT_THERE", "Det som ställs in finns inte i kalendern."));
        }
        let mut done = Done::Updated;
        for group in stray.alone() {
            if let Done::Imported = put(platform, calendar, me, group, room, skipped).await? {
                done = Done::Imported;
            }
        }
        return Ok(done);
    };
    let own = calendars.exceptions(old.event_id, Moment(0)).await?;
    let fresh = || blank(platform, calendar, me, now());
    let Joined { main, gone, more } = joined(&old, stray, (own, &fresh), skipped)?;
    let change = Change {
        calendar,
        old: &old,
        new: main,
        gone: &gone,
        more: &more,
        only: None,
        people: People::Stay,
        tells: Tells::Later,
        by: me,
    };
    writing::change(platform, change).await.map(|_| Done::Updated)
}
