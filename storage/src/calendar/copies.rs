//! Events from elsewhere (copies and imports), and events that organisations promote to everyone.

use super::records::CalendarEvent;
use super::{Calendars, Visibility};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, CalendarId};
use crate::platform::record::{Stored, record};
use crate::platform::time::Moment;
use crate::platform::time::month_of;

/// The `month` of promoted series.
const OF_SERIES: i64 = 0;
/// Months of promoted events that are read.
const MONTHS: i64 = 13;

record! {
    /// An event of a calendar that comes from elsewhere.
    pub struct SourcedEvent;
    pub(crate) static CALENDAR_SOURCES: "calendar_sources", Ascending;
    partition {
        /// The calendar.
        calendar_id: CalendarId => bigint,
    }
    clustering {
        /// `event:` and the uuid of the copied event, or `uid:` and the `UID` in the imported file.
        source: String => text,
    }
    columns {
        event_id: CalendarEventId => bigint,
        event_uuid: String => text,
    }
}

record! {
    /// An event that an organisation promotes to everyone, by its start.
    pub struct PromotedEvent;
    pub(crate) static PROMOTED_EVENTS: "promoted_events", Ascending;
    partition {
        /// As [`month_of`]; 0: series.
        month: i64 => int,
    }
    clustering {
        starts: Moment => timestamp,
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// For a series: the start of its last occurrence.
        until: Option<Moment> => timestamp,
    }
}

fn of_uid(uid: &str) -> String {
    format!("uid:{uid}")
}

/// The events of a calendar that were imported under some `UID`s.
pub(super) async fn noted(db: &Db, id: CalendarId, uids: &[String]) -> Result<Vec<CalendarEventId>> {
    let keys = uids.iter().map(|uid| SourcedEvent::at(id, &of_uid(uid))).collect();
    let found: Vec<SourcedEvent> = db.find_all(keys).await?;
    Ok(found.into_iter().map(|one| one.event_id).collect())
}

impl CalendarEvent {
    /// Its row among promoted events; none: it is not promoted.
    pub(super) fn promotion(&self) -> Option<PromotedEvent> {
        let month = if self.rrule.is_some() { OF_SERIES } else { month_of(self.starts) };
        let is_shown = self.promoted.is_some() && self.visibility == Visibility::Public;
        is_shown.then_some(PromotedEvent {
            month,
            starts: self.starts,
            event_id: self.event_id,
            until: self.until,
        })
    }

    /// Its row as an event from elsewhere; none: it was written here.
    pub(super) fn sourced(&self) -> Option<SourcedEvent> {
        let copied = self.saved_from.as_ref().map(|uuid| format!("event:{uuid}"));
        let source = copied.or_else(|| self.uid.as_deref().map(of_uid))?;
        let (calendar_id, event_id) = (self.calendar_id, self.event_id);
        Some(SourcedEvent { calendar_id, source, event_id, event_uuid: self.event_uuid.clone() })
    }
}

impl Calendars {
    /// Stores an event from elsewhere once per calendar, with the exceptions of its series and the writes that follow.
    /// Answers the stored event, and whether this call created it; of concurrent callers one does.
    pub async fn put_once(
        &self,
        copy: &CalendarEvent,
        others: &[CalendarEvent],
        follows: impl Fn(&CalendarEvent) -> Vec<Write>,
    ) -> Result<(CalendarEvent, bool)> {
        let whole = |copy: &CalendarEvent| -> Vec<Write> {
            let series_id = Some(copy.event_id);
            let others = others.iter().map(|one| CalendarEvent { series_id, ..one.clone() });
            let begun = copy.begin().into_iter().chain(others.flat_map(|one| one.begin()));
            begun.chain(follows(copy)).collect()
        };
        let Some(note) = copy.sourced() else {
            self.db.write(whole(copy)).await?;
            return Ok((copy.clone(), true));
        };
        let outcome = self.db.write_if(vec![note.if_absent()], whole(copy)).await?;
        let Some(row) = outcome.refused_by() else { return Ok((copy.clone(), true)) };
        let noted: Option<SourcedEvent> = row.map(crate::platform::record::Record::read).transpose()?;
        let noted = noted.unwrap_or(note);
        if let Some(stands) = self.event(noted.event_id).await? {
            return Ok((stands, false));
        }
        // The process that recorded it did not complete: its rows are written now.
        let copy =
            CalendarEvent { event_id: noted.event_id, event_uuid: noted.event_uuid.clone(), ..copy.clone() };
        let mut writes = whole(&copy);
        writes.push(SourcedEvent { event_id: copy.event_id, ..noted }.insert());
        self.db.write(writes).await?;
        Ok((copy, true))
    }

    /// The event of a calendar that was imported under a `UID`.
    pub async fn imported(&self, id: CalendarId, uid: &str) -> Result<Option<CalendarEvent>> {
        let noted: Option<SourcedEvent> = self.db.find(SourcedEvent::at(id, &of_uid(uid))).await?;
        match noted {
            Some(noted) => self.event(noted.event_id).await,
            None => Ok(None),
        }
    }

    /// Promoted events that start within a year from a time, soonest first, at most `limit` per month; and promoted
    /// series that have not ended, at most `limit`.
    pub async fn promoted(&self, from: Moment, limit: usize) -> Result<Vec<PromotedEvent>> {
        let first = month_of(from);
        let months = (first..first + MONTHS)
            .map(|month| PromotedEvent::of(month).from(from).ascending(limit))
            .chain([PromotedEvent::of(OF_SERIES).descending(limit)]);
        let lists: Vec<Vec<PromotedEvent>> = self.db.list_many(months.collect()).await?;
        let all = lists.into_iter().flatten();
        Ok(all.filter(|one| one.until.is_none_or(|until| until >= from)).collect())
    }
}
