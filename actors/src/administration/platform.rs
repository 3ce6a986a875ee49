//! Administration of the platform, for OWNER and ADMINISTRATOR of the organisation that stands for it.

use storage::entities::Entity;
use storage::files::OwnerKind;
use storage::ids::{EntityId, UserId};

use super::administered;
use super::view::{AdministeredEntityView, LimitView, LimitsView, QuotaView};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::rules::managers;
use crate::entities::{PLATFORM, view::picture};
use crate::feed::view::Speaker;
use crate::platform::error::Result;
use crate::platform::limits::{Rate, Rates};
use crate::platform::time::Moment;

/// Administrators shown of an organisation.
const SHOWN: usize = 5;

/// A page of all organisations after one, in the store's order; or the one with that address. And whether there are more.
/// 403 ROLE_TOO_LOW.
pub async fn organisations(
    platform: &Platform,
    who: &Who,
    slug: &str,
    after: Option<EntityId>,
    limit: usize,
) -> Result<(Vec<AdministeredEntityView>, bool)> {
    administered(platform, who, PLATFORM).await?;
    let entities = &platform.storage.entities;
    let mut found = if slug.is_empty() {
        entities.scan(after, limit + 1).await?
    } else {
        entities.entity_by_slug(slug).await?.into_iter().collect()
    };
    let has_more = found.len() > limit;
    found.truncate(limit);
    let mut seen = Vec::with_capacity(found.len());
    for entity in &found {
        seen.push(view(platform, entity).await?);
    }
    Ok((seen, has_more))
}

async fn view(platform: &Platform, entity: &Entity) -> Result<AdministeredEntityView> {
    let id = entity.entity_id;
    let found = platform.storage.entities.people(id, &managers(), "").take(SHOWN + 1).await?;
    let managing: Vec<UserId> = found.into_iter().map(|(relation, _)| relation.user_id).collect();
    let people = platform.people.all(managing.iter().copied().chain([entity.owner])).await?;
    let speaker = |id: &UserId| people.get(id).map(|user| Speaker::from(&**user));
    let others = managing.iter().filter(|user_id| **user_id != entity.owner);
    Ok(AdministeredEntityView {
        id_entity: id,
        entity_name: entity.entity_name.clone(),
        entity_slug: entity.entity_slug.clone(),
        entity_type: entity.entity_type,
        image: picture(entity),
        created: Moment(entity.created),
        owner: speaker(&entity.owner),
        administrators: others.take(SHOWN).filter_map(speaker).collect(),
        used_bytes: platform.storage.files.space(OwnerKind::Entity, id.0).await?,
    })
}

/// The limits and quotas in force. 403 ROLE_TOO_LOW.
pub async fn limits(platform: &Platform, who: &Who) -> Result<LimitsView> {
    administered(platform, who, PLATFORM).await?;
    let quotas = &platform.settings.quotas;
    let limit = |(name, rate): (&'static str, Rate)| LimitView { name, rate: rate.to_string() };
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let quota = |(name, value)| QuotaView { name, value };
    Ok(LimitsView {
        limits: platform.settings.limits.iter().flat_map(Rates::named).map(limit).collect(),
        quotas: [
            ("entities", count(quotas.entities)),
            ("workspaces", count(quotas.workspaces)),
            ("channels", count(quotas.channels)),
            ("sessions", count(quotas.sessions)),
            ("bytesOfUser", quotas.bytes_of_user),
            ("bytesOfEntity", quotas.bytes_of_entity),
            ("drafts", count(quotas.drafts)),
            ("timelines", count(quotas.timelines)),
        ]
        .map(quota)
        .to_vec(),
    })
}

/// An address gets invitations again whose mails came back. 403 ROLE_TOO_LOW; 404: it does not rest; 422.
pub async fn retry_address(platform: &Platform, who: &Who, email: &str) -> Result<()> {
    administered(platform, who, PLATFORM).await?;
    crate::invitations::rest_no_more(platform, who, PLATFORM, email).await
}
