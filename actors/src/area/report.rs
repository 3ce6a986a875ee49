//! What people report to moderators, and what a decision does to it. Contract §6.

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
    /// The number of what has no other name. 422: a uuid.
    pub fn number(&self) -> Result<i64> {
        match self {
            Self::Number(id) => Ok(*id),
            Self::Uuid(_) => Err(Refusal::field("targetId", "NUMBER", "Ange ett nummer.")),
        }
    }
}

/// Something that is reported.
pub struct Reported {
    pub id: i64,
    /// None: nobody's any more.
    pub author_id: Option<UserId>,
    /// The organisation that decides; none: the platform.
    pub entity_id: Option<EntityId>,
}

/// What moderators are shown of it; nothing of what is gone.
#[derive(Default)]
pub struct Shown {
    pub content: Option<String>,
    pub path: Option<String>,
    /// Of what is named by one.
    pub uuid: Option<String>,
}

/// A kind of thing that is reported.
pub struct Reportable {
    pub kind: ReportTarget,
    /// What somebody names who may see it. 404: there is nothing of the kind that they may see.
    pub find: for<'a> fn(&'a Platform, UserId, &'a TargetId) -> BoxFuture<'a, Result<Reported>>,
    /// As it is now, whoever asks.
    pub shown: fn(&Platform, i64) -> BoxFuture<'_, Result<Shown>>,
    /// Takes it out of sight, or shows it again. May be repeated.
    pub hide: Option<fn(&Platform, i64, bool) -> BoxFuture<'_, Result<()>>>,
    /// Takes it away in a moderator's name. May be repeated.
    pub remove: Option<fn(&Platform, UserId, i64) -> BoxFuture<'_, Result<()>>>,
}
