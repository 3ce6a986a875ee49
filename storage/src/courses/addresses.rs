//! Addresses that were invited to courses of an organisation before anybody with them belonged to it.
//!
//! An address is known by its keyed hash alone. A row ends with the term of the mail that went with it.

use super::{CourseId, Courses};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Stored, record};

/// How long a row is kept, in seconds: as long as an invitation to the organisation holds, sent again as often as it can be.
const KEPT: u32 = 120 * 86_400;
/// Most courses that one address is invited to in an organisation at once; further ones are not read.
const MOST: usize = 50;

record! {
    /// That an address is invited to a course.
    pub struct CourseAddress;
    pub(crate) static COURSE_ADDRESSES: "course_addresses", Ascending, ttl;
    partition {
        entity_id: EntityId => bigint,
        /// The keyed hash of the address.
        address: String => text,
    }
    clustering {
        course_id: CourseId => bigint,
    }
    columns {
        /// In whose name; asked again before anything is done.
        invited_by: UserId => bigint,
    }
}

impl CourseAddress {
    /// Takes it away: it was carried out, or has no effect any more.
    pub fn forget(&self) -> Write {
        self.key().delete()
    }
}

impl Courses {
    /// Stores that an address is invited to a course. May be repeated.
    pub async fn await_address(&self, row: &CourseAddress) -> Result<()> {
        self.db.write(vec![row.row().insert_for(KEPT)]).await
    }

    /// The courses of an organisation to which an address is invited.
    pub async fn awaited(&self, entity_id: EntityId, address: &str) -> Result<Vec<CourseAddress>> {
        self.db.list(CourseAddress::of(entity_id, address).ascending(MOST)).await
    }

    /// Takes some of them away.
    pub async fn forget_addresses(&self, rows: &[CourseAddress]) -> Result<()> {
        self.db.write(rows.iter().map(CourseAddress::forget).collect()).await
    }
}
