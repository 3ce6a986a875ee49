//! Notifies everybody of an organisation: a job that goes through its people in chunks, so that the author writes only
//! one row.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;

use super::notify_missing;
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// People notified per write.
const CHUNK: usize = 200;

/// The job's payload.
#[derive(Debug, Serialize, Deserialize)]
struct Telling {
    entity_id: EntityId,
    kind: String,
    subject: (String, i64),
    actor_id: UserId,
    /// The id of each notification; its time decides its place in every list.
    id: NotificationId,
    at: i64,
}

/// The job that notifies everybody of an organisation except who caused it; a repetition notifies those who were left
/// out.
pub const MEMBERS: JobKind = JobKind {
    name: "bell-members",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let telling: Telling = serde_json::from_str(&job.payload)?;
            Ok(work(&platform, &telling).await?)
        })
    },
};

/// Notifies everybody who belongs to an organisation of something in it. The job's `insert()` joins the write of the
/// subject; then call [`jobs::Jobs::wake`].
pub fn to_members(
    platform: &Platform,
    entity_id: EntityId,
    kind: &str,
    (subject_kind, subject_id): (&str, i64),
    actor_id: UserId,
) -> Result<Job> {
    let at = now();
    let telling = Telling {
        entity_id,
        kind: kind.to_owned(),
        subject: (subject_kind.to_owned(), subject_id),
        actor_id,
        id: NotificationId(platform.ids.next(at)?),
        at,
    };
    jobs::job(platform, MEMBERS.name, at, &telling)
}

async fn work(platform: &Platform, telling: &Telling) -> Result<()> {
    let mut after = None;
    loop {
        let found = platform.storage.entities.relations(telling.entity_id, after, CHUNK).await?;
        after = found.last().map(|relation| relation.user_id);
        let is_last = found.len() < CHUNK;
        let people = found.into_iter().filter(|relation| relation.relation_type.belongs());
        let people = people.map(|relation| relation.user_id).filter(|id| *id != telling.actor_id);
        let rows: Vec<Notification> = people.map(|user_id| entry(telling, user_id)).collect();
        notify_missing(platform, rows).await?;
        if is_last {
            return Ok(());
        }
    }
}

fn entry(telling: &Telling, user_id: UserId) -> Notification {
    let (subject_kind, subject_id) = telling.subject.clone();
    Notification {
        kind: telling.kind.clone(),
        subject_kind,
        subject_id,
        actor_id: Some(telling.actor_id),
        ..super::about_entity(user_id, telling.id, &telling.kind, telling.entity_id, telling.at)
    }
}
