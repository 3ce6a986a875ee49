//! How far people have come in the guides.

use crate::engine::Db;
use crate::error::Result;
use crate::ids::UserId;
use crate::table::{Order, Table, bigint, text, timestamp};
use crate::text_enum::text_enum;
use crate::value::Row;

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

pub(crate) static GUIDE_STATUSES: Table = Table {
    name: "guide_statuses",
    partition: &[bigint("user_id")],
    clustering: &[text("guide_id")],
    columns: &[text("state"), timestamp("since"), text("reason")],
    ttl: false,
    page_order: Order::Ascending,
};

/// A person's state in one guide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuideStatus {
    /// Whose.
    pub user_id: UserId,
    /// Which guide.
    pub guide_id: String,
    /// How far.
    pub state: GuideState,
    /// Epoch milliseconds of the last change.
    pub since: i64,
    /// Why it was skipped, as the person's client says.
    pub reason: Option<String>,
}

fn row(status: &GuideStatus) -> Row {
    GUIDE_STATUSES.row([
        ("user_id", status.user_id.into()),
        ("guide_id", (&status.guide_id).into()),
        ("state", status.state.into()),
        ("since", status.since.into()),
        ("reason", status.reason.as_ref().into()),
    ])
}

fn status(mut row: Row) -> Result<GuideStatus> {
    Ok(GuideStatus {
        user_id: row.take("user_id")?,
        guide_id: row.take("guide_id")?,
        state: row.take("state")?,
        since: row.take("since")?,
        reason: row.take("reason")?,
    })
}

/// The repository of guides.
#[derive(Clone)]
pub struct Guides {
    db: Db,
}

impl Guides {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A person's state in a guide; none: not begun.
    pub async fn status(&self, user_id: UserId, guide_id: &str) -> Result<Option<GuideStatus>> {
        self.db.get(GUIDE_STATUSES.at([user_id.into(), guide_id.into()])).await?.map(status).transpose()
    }

    /// A person's guides by id, at most `limit`.
    pub async fn statuses(&self, user_id: UserId, limit: usize) -> Result<Vec<GuideStatus>> {
        let span = GUIDE_STATUSES.span([user_id.into()]);
        self.db.range(span.ascending(limit)).await?.into_iter().map(status).collect()
    }

    /// Writes a state when the present one is `expected` (none: not begun). False: it is another by now.
    pub async fn put(&self, status: &GuideStatus, expected: Option<GuideState>) -> Result<bool> {
        let guard = match expected {
            None => row(status).if_absent(),
            Some(expected) => {
                GUIDE_STATUSES.at([status.user_id.into(), (&status.guide_id).into()]).update_if(
                    [
                        ("state", status.state.into()),
                        ("since", status.since.into()),
                        ("reason", status.reason.as_ref().into()),
                    ],
                    [("state", expected.into())],
                )
            }
        };
        Ok(self.db.write_if(vec![guard], Vec::new()).await?.applied())
    }

    /// Forgets a guide. False: there was nothing to forget.
    pub async fn reset(&self, user_id: UserId, guide_id: &str) -> Result<bool> {
        let guard = GUIDE_STATUSES.at([user_id.into(), guide_id.into()]).delete_if([]);
        Ok(self.db.write_if(vec![guard], Vec::new()).await?.applied())
    }

    /// Forgets all of a person's guides.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![GUIDE_STATUSES.span([user_id.into()]).delete()]).await
    }
}
