//! The people of an organisation, with the day on which they were last there.
//!
//! Decision: administrators see a day and never a time, and only of those who belong to the organisation: that somebody
//! follows it or has bought something gives it no right to know when they use the service.

use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};
use storage::time::Day;

use super::administered;
use super::view::PersonView;
use crate::Platform;
use crate::accounts::Who;
use crate::entities::{self, view::RelationView};
use crate::platform::error::Result;
use crate::platform::hours::{date_of, zone};

/// A page of people whose name begins with `q`, by name; and whether there are more. 403 ROLE_TOO_LOW; 404.
pub async fn people(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    q: &str,
    page: usize,
    size: usize,
) -> Result<(Vec<PersonView>, bool)> {
    administered(platform, who, id).await?;
    let (relations, has_more) = entities::relations(platform, who, id, q, page, size).await?;
    let shown: Vec<UserId> = relations.iter().filter(|one| is_shown(one)).map(|one| one.user_id).collect();
    let seen = platform.storage.accounts.last_seen(&shown).await?;
    let zone = zone()?;
    let view = |relation: RelationView| {
        let last_seen = seen.get(&relation.user_id).map(|at| Day(date_of(&zone, *at)));
        PersonView { relation, last_seen }
    };
    Ok((relations.into_iter().map(view).collect(), has_more))
}

/// Whether the organisation learns when this person was last here.
fn is_shown(relation: &RelationView) -> bool {
    RelationType::belongs(relation.tx_relation_type) && !relation.is_bot
}
