//! Calendar subscriptions: events fetched from an address, with the schedule and the result of the last fetch.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Calendars;
use super::records::{Calendar, Visibility};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{CalendarId, JobId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::time::Moment;
use crate::platform::value::Json;

/// Why nothing came of the last fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SourceFailure)]
pub struct SourceFailure {
    /// Stable, UPPER_SNAKE.
    pub code: String,
    /// Swedish, for a person.
    pub text: String,
    /// Since when each fetch has ended so.
    pub since: Moment,
}

/// An event of the other calendar that is not taken, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SourceSkipped)]
pub struct SourceSkipped {
    /// What it is called in the file; empty: it has no name there.
    pub uid: String,
    pub title: String,
    /// Stable, UPPER_SNAKE.
    pub code: String,
    /// Swedish, for a person.
    pub message: String,
}

record! {
    /// The subscription of a calendar.
    pub struct Subscription;
    pub(crate) static SUBSCRIPTIONS: "calendar_subscriptions", Ascending;
    partition {
        /// The calendar.
        calendar_id: CalendarId => bigint,
    }
    clustering {}
    columns {
        /// The address, encrypted, because knowing it grants access.
        address: String => text,
        /// The server's last `ETag`; empty: none.
        etag: String => text,
        /// The server's last `Last-Modified`, verbatim; empty: none.
        modified: String => text,
        /// Hex of the SHA-256 of the file that was imported last; empty: none.
        digest: String => text,
        /// The calendar's visibility at that import.
        visibility: Option<Visibility> => text,
        /// The job of the next fetch; other jobs of this calendar are void.
        job_id: JobId => bigint,
        /// Time of the next fetch; none: not scheduled.
        next_fetch: Option<Moment> => timestamp,
        /// Time of the last answer, even if nothing had changed.
        fetched: Option<Moment> => timestamp,
        /// When a fetch last added, changed or deleted events.
        changed: Option<Moment> => timestamp,
        /// Lease of a running fetch. If it has expired without being cleared, the fetch died and events may be a mix of
        /// two files.
        busy_until: Option<Moment> => timestamp,
        failure: Json<Option<SourceFailure>> => text,
        /// Number of consecutive failures.
        failures: i64 => int,
        skipped: Json<Vec<SourceSkipped>> => text,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

impl Calendars {
    /// Creates a subscribed calendar, together with the writes `then` (the job that fetches it).
    pub async fn create_subscribed(
        &self,
        calendar: &Calendar,
        subscription: &Subscription,
        then: Vec<Write>,
    ) -> Result<()> {
        let mut writes = Self::beginning(calendar);
        writes.push(subscription.insert());
        writes.extend(then);
        self.db.write(writes).await
    }

    /// A calendar's subscription; none: its events are written here.
    pub async fn subscription(&self, id: CalendarId) -> Result<Option<Subscription>> {
        self.db.find(Subscription::at(id)).await
    }

    /// The subscriptions of many calendars; others are left out.
    pub async fn subscriptions(&self, ids: &[CalendarId]) -> Result<Vec<Subscription>> {
        self.db.find_all(ids.iter().map(|id| Subscription::at(*id)).collect()).await
    }

    /// Changes a subscription if it is unchanged since it was read, together with the writes `then`; answers whether it
    /// was. `new` has another version.
    pub async fn change_subscription(
        &self,
        old: &Subscription,
        new: &Subscription,
        then: Vec<Write>,
    ) -> Result<bool> {
        let conditions = vec![("version", old.version.into())];
        let guard = Guard::UpdateIf { key: old.key(), set: old.changes_to(new), conditions, ttl: None };
        self.db.decide(guard, then).await
    }
}
