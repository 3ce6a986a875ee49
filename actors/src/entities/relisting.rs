//! Somebody has another name: the lists of people that they stand in follow.

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

/// The job that lists a person anew.
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

/// What joins the write of a name: done at once, and once more when whoever began to write a relation before, with the old
/// name, is done with it.
pub fn relisting(platform: &Platform, user_id: UserId) -> Result<Vec<Write>> {
    let at = now();
    let job = |due| Ok(jobs::job(platform, RELIST.name, due, &user_id)?.insert());
    [at, at + SETTLES].into_iter().map(job).collect()
}
