//! What people can report to moderators, and what a decision does to it. Contract §6.

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::moderation::ReportTarget;
use utoipa::ToSchema;

use crate::Platform;
use crate::platform::error::{Refusal, Result};

/// What a report, a case or a step is about: a post or an article by its uuid, everything else by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum TargetId {
    Number(i64),
    Uuid(String),
}

impl TargetId {
    /// The id of a thing that has no uuid. 422: a uuid was given.
    pub fn number(&self) -> Result<i64> {
        match self {
            Self::Number(id) => Ok(*id),
            Self::Uuid(_) => Err(Refusal::field("targetId", "NUMBER", "Ange ett nummer.")),
        }
    }
}

/// A reported thing.
pub struct Reported {
    pub id: i64,
    /// None: the author is erased.
    pub author_id: Option<UserId>,
    /// The organisation whose moderators decide; none: the platform's.
    pub entity_id: Option<EntityId>,
}

/// What moderators are shown of it; empty if it is gone.
#[derive(Default)]
pub struct Shown {
    pub content: Option<String>,
    pub path: Option<String>,
    /// For things that are identified by a uuid.
    pub uuid: Option<String>,
}

/// A kind of thing that can be reported.
pub struct Reportable {
    pub kind: ReportTarget,
    /// Finds the thing that a person reports. 404: it does not exist or the person may not see it.
    pub find: for<'a> fn(&'a Platform, UserId, &'a TargetId) -> BoxFuture<'a, Result<Reported>>,
    /// Its current content, without a check of rights.
    pub shown: fn(&Platform, i64) -> BoxFuture<'_, Result<Shown>>,
    /// Hides it or shows it again. May be repeated.
    pub hide: Option<fn(&Platform, i64, bool) -> BoxFuture<'_, Result<()>>>,
    /// Deletes it on behalf of a moderator. May be repeated.
    pub remove: Option<fn(&Platform, UserId, i64) -> BoxFuture<'_, Result<()>>>,
}
