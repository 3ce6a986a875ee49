//! Moves the exceptions of a series together with the series.

use super::records::{CalendarEvent, SeriesException};
use crate::platform::engine::Write;
use crate::platform::ids::CalendarEventId;
use crate::platform::record::Stored;
use crate::platform::time::Moment;

/// The exception rows of a series after a move, given each exception before and after; part of the write that moves the
/// series. A row that another exception takes over is not deleted.
pub fn moved(all: &[(CalendarEvent, CalendarEvent)]) -> Vec<Write> {
    let key = |event: &CalendarEvent| -> Option<(CalendarEventId, Moment)> {
        event.series_id.zip(event.recurrence_id)
    };
    let stand: Vec<_> = all.iter().filter_map(|(_, new)| key(new)).collect();
    let mut writes = Vec::new();
    for (old, new) in all {
        writes.push(new.insert());
        writes.extend(old.unlisted(Some(new)));
        writes.extend(new.listings());
        writes.extend(new.noted());
        writes.push(new.stamps());
        if let Some((series_id, at)) = key(old).filter(|key| !stand.contains(key)) {
            writes.push(SeriesException::at(series_id, at).delete());
        }
        if let Some((series_id, recurrence_id)) = key(new) {
            writes.push(SeriesException { series_id, recurrence_id, event_id: new.event_id }.insert());
        }
    }
    writes
}
