//! Calendars whose events are fetched from elsewhere: where, when, and what came of it.

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
    /// Where a calendar's events are fetched.
    pub struct Subscription;
    pub(crate) static SUBSCRIPTIONS: "calendar_subscriptions", Ascending;
    partition {
        /// Whose events.
        calendar_id: CalendarId => bigint,
    }
    clustering {}
    columns {
        /// The address, sealed: whoever has it reads what is there.
        address: String => text,
        /// What the other machine called its last answer (`ETag`); empty: nothing.
        etag: String => text,
        /// When that was changed, in its own words (`Last-Modified`); empty: nothing.
        modified: String => text,
        /// Hex of the SHA-256 of the file that was put in last; empty: none was.
        digest: String => text,
        /// The calendar's visibility when that was put in.
        visibility: Option<Visibility> => text,
        /// The job that fetches next; any other of this calendar is void.
        job_id: JobId => bigint,
        /// When; none: it is not fetched again by itself.
        next_fetch: Option<Moment> => timestamp,
        /// When it was last answered, be it that nothing has changed.
        fetched: Option<Moment> => timestamp,
        /// When events were last added, changed or removed by it.
        changed: Option<Moment> => timestamp,
        /// Until when somebody is at it. One that is past: they did not come to the end, and events may be half of one file and
        /// half of another.
        busy_until: Option<Moment> => timestamp,
        failure: Json<Option<SourceFailure>> => text,
        /// Fetches in a row of which nothing came.
        failures: i64 => int,
        skipped: Json<Vec<SourceSkipped>> => text,
        /// Grows with every change.
        version: i64 => bigint,
    }
}

impl Calendars {
    /// Makes a calendar whose events are fetched from elsewhere, with `then` (the job that does) in the same write.
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

    /// Where a calendar's events are fetched; none: they are its own.
    pub async fn subscription(&self, id: CalendarId) -> Result<Option<Subscription>> {
        self.db.find(Subscription::at(id)).await
    }

    /// The same of many; those whose events are their own are left out.
    pub async fn subscriptions(&self, ids: &[CalendarId]) -> Result<Vec<Subscription>> {
        self.db.find_all(ids.iter().map(|id| Subscription::at(*id)).collect()).await
    }

    /// Changes one that is still what it was, with `then` in the same write; whether it was. `new` has another version.
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
