//! People's progress in the guides.

use std::sync::Arc;

use crate::Storage;
use crate::platform::area::Given::In;
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;

text_enum! {
    /// How far a person has come in a guide.
    GuideState {
        /// Begun, not finished.
        Started = "STARTED",
        /// Seen to the end, or counted as seen.
        Completed = "COMPLETED",
        /// Not wanted.
        Skipped = "SKIPPED",
    }
}

record! {
    /// A person's progress in one guide.
    pub struct GuideStatus;
    pub(crate) static GUIDE_STATUSES: "guide_statuses", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {
        /// Which guide.
        guide_id: String => text,
    }
    columns {
        /// The progress.
        state: GuideState => text,
        /// Epoch milliseconds of the last change.
        since: i64 => timestamp,
        /// Why it was skipped, as given by the client.
        reason: Option<String> => text,
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&GUIDE_STATUSES],
    people: &[people("guide_statuses", In("guides.json"), Nothing)],
    ..Area::named("guides")
};

/// The repository of guides.
#[derive(Clone)]
pub struct Guides {
    db: Db,
}

impl Guides {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A person's progress in a guide; none: not started.
    pub async fn status(&self, user_id: UserId, guide_id: &str) -> Result<Option<GuideStatus>> {
        self.db.find(GuideStatus::at(user_id, guide_id)).await
    }

    /// A person's guides by id, at most `limit`.
    pub async fn statuses(&self, user_id: UserId, limit: usize) -> Result<Vec<GuideStatus>> {
        let span = GuideStatus::of(user_id);
        self.db.list(span.ascending(limit)).await
    }

    /// Writes a state if the stored one is `expected` (none: not started). False: it is another by now.
    pub async fn put(&self, status: &GuideStatus, expected: Option<GuideState>) -> Result<bool> {
        let guard = match expected {
            None => status.if_absent(),
            Some(expected) => GuideStatus::at(status.user_id, &status.guide_id).update_if(
                [
                    ("state", status.state.into()),
                    ("since", status.since.into()),
                    ("reason", status.reason.as_ref().into()),
                ],
                [("state", expected.into())],
            ),
        };
        self.db.decide(guard, Vec::new()).await
    }

    /// Resets a guide. False: it was not started.
    pub async fn reset(&self, user_id: UserId, guide_id: &str) -> Result<bool> {
        let guard = GuideStatus::at(user_id, guide_id).delete_if([]);
        self.db.decide(guard, Vec::new()).await
    }

    /// Deletes all of a person's progress.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![GuideStatus::of(user_id).delete()]).await
    }
}
