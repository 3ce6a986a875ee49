//! Updates the lists of people by name after a rename.

use std::time::Duration;

use storage::changes::SETTLES;
use storage::engine::Write;
use storage::entities::RELIST_JOB;
use storage::ids::UserId;
use storage::record::Stored;

use crate::Platform;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// The job that updates a person's entries in the lists.
pub const RELIST: JobKind = JobKind {
    name: RELIST_JOB,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let user_id: UserId = serde_json::from_str(&job.payload)?;
            let entities = &platform.storage.entities;
            for relation in entities.relations_of(user_id).await? {
                entities.relist(relation.entity_id, user_id).await?;
            }
            Ok(())
        })
    },
};

/// Jobs that join the write of a name: one at once, and one later, when a concurrent write of a relation with the old
/// name has completed.
pub fn relisting(platform: &Platform, user_id: UserId) -> Result<Vec<Write>> {
    let at = now();
    let job = |due| Ok(jobs::job(platform, RELIST.name, due, &user_id)?.insert());
    [at, at + SETTLES].into_iter().map(job).collect()
}
