//! Checks the counts of events against people's engagements.

use crate::calendar::{EVENT_COUNTS, EVENT_ENGAGEMENTS, Engagement, EventCounts};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::ids::CalendarEventId;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

/// Engagements of an event read at once.
const SLICE: usize = 1_000;

impl Check<'_> {
    /// An event's counts match its engagements.
    pub(crate) async fn signs(&mut self) -> Result<()> {
        let mut walk = Walk::over(&EVENT_COUNTS);
        while let Some(found) = walk.next(self.db).await? {
            for row in found {
                let counts = EventCounts::read(row)?;
                let anew = self.counted(counts.event_id).await?;
                if !counts.agree(&anew) {
                    self.say(format!("event {} counts other signs than it bears", counts.event_id));
                }
            }
        }
        let mut walk = Walk::over(&EVENT_ENGAGEMENTS);
        while let Some(found) = walk.next(self.db).await? {
            let signs = found.into_iter().map(Engagement::read).collect::<Result<Vec<_>>>()?;
            let mut events: Vec<CalendarEventId> = signs.iter().map(|sign| sign.event_id).collect();
            events.dedup();
            let keys = events.iter().map(|id| EventCounts::at(*id)).collect();
            for (id, counts) in events.iter().zip(self.db.get_many(keys).await?) {
                if counts.is_none() {
                    self.say(format!("event {id} bears signs that are not counted"));
                }
            }
        }
        Ok(())
    }

    async fn counted(&self, id: CalendarEventId) -> Result<EventCounts> {
        let (mut counts, mut after) = (EventCounts::none(id), None);
        loop {
            let span = Engagement::of(id);
            let span = match after.take() {
                None => span,
                Some(Engagement { kind, user_id, emoji, .. }) => {
                    span.after_all([kind.into(), user_id.into(), emoji.into()])
                }
            };
            let signs: Vec<Engagement> = self.db.list(span.ascending(SLICE)).await?;
            let is_over = signs.len() < SLICE;
            counts = signs.iter().fold(counts, EventCounts::counting);
            after = signs.into_iter().next_back();
            if is_over {
                return Ok(counts);
            }
        }
    }
}
