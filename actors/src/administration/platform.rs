//! Administration of the platform, for OWNER and ADMINISTRATOR of the organisation that stands for it.

use std::collections::HashMap;

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
use crate::platform::paging::{Asked, Page};
use crate::platform::quotas::QuotaKind;
use crate::platform::time::Moment;
use crate::search;

/// Administrators shown of an organisation.
const SHOWN: usize = 5;

/// Which organisations are listed.
#[derive(Debug, Clone, Copy)]
pub enum Listed<'a> {
    All,
    /// The one with that address.
    Address(&'a str),
    /// The one with that address, then those whose names have these words; one page, best first.
    Named(&'a str),
}

/// A page of organisations, of all in the store's order. 403 ROLE_TOO_LOW; 503 while the search for names is unavailable.
pub async fn organisations(
    platform: &Platform,
    who: &Who,
    listed: Listed<'_>,
    asked: Asked,
) -> Result<Page<AdministeredEntityView>> {
    administered(platform, who, PLATFORM).await?;
    let entities = &platform.storage.entities;
    let (found, cursor) = match listed {
        Listed::All => {
            let rows = entities.scan(asked.cursor.map(EntityId), asked.read()).await?;
            asked.cut(rows, |one| one.entity_id.0)
        }
        Listed::Address(slug) => (entities.entity_by_slug(slug).await?.into_iter().collect(), None),
        Listed::Named(text) => (named(platform, text, asked.limit).await?, None),
    };
    let mut seen = Vec::with_capacity(found.len());
    for entity in &found {
        seen.push(view(platform, entity).await?);
    }
    Ok(Page { content: seen, cursor })
}

/// Those whose address or name is asked for, each once.
async fn named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<Entity>> {
    let entities = &platform.storage.entities;
    let by_address = entities.entity_by_slug(&text.to_lowercase()).await?;
    let ids = search::entities_named(platform, text, limit).await?;
    let mut known: HashMap<EntityId, Entity> =
        entities.entities(&ids).await?.into_iter().map(|one| (one.entity_id, one)).collect();
    let address = by_address.as_ref().map(|one| one.entity_id);
    let by_name = ids.iter().filter(|id| Some(**id) != address).filter_map(|id| known.remove(id));
    Ok(by_address.into_iter().chain(by_name).take(limit).collect())
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
    let limit = |(name, rate): (&'static str, Rate)| LimitView { name, rate: rate.to_string() };
    let quotas = &platform.settings.quotas;
    let quota = |kind: &QuotaKind| QuotaView { name: kind.name, value: quotas.of(kind) };
    Ok(LimitsView {
        limits: platform.settings.limits.iter().flat_map(Rates::named).map(limit).collect(),
        quotas: platform.areas().flat_map(|area| area.quotas).map(quota).collect(),
    })
}

/// An address gets invitations again whose mails came back. 403 ROLE_TOO_LOW; 404: it does not rest; 422.
pub async fn retry_address(platform: &Platform, who: &Who, email: &str) -> Result<()> {
    administered(platform, who, PLATFORM).await?;
    crate::invitations::rest_no_more(platform, who, PLATFORM, email).await
}
