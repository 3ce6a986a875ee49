//! Search results: organisations, in the index of names; families are not among them.

use std::collections::BTreeSet;

use storage::changes::{Change, ChangeKind};
use storage::entities::{Entity, EntityType};
use storage::ids::EntityId;

use super::rules::is_private;
use super::view::picture;
use crate::Platform;
use crate::area::found::{Entry, Group, Indexed, NameIndex, SLICE};
use crate::platform::error::Result;

pub(super) static ORGANISATIONS: Indexed = Indexed {
    types: &[
        ("organization", Group::Organisations),
        ("company", Group::Organisations),
        ("association", Group::Organisations),
        ("school", Group::Organisations),
        ("region", Group::Organisations),
        ("tourism_agency", Group::Organisations),
        ("embassy", Group::Organisations),
        ("government", Group::Organisations),
    ],
    follow: |platform, changes, index| Box::pin(follow(platform, changes, index)),
    fill: |platform, index| Box::pin(fill(platform, index)),
    results: None,
};

/// The type of result for a type of organisation.
const fn type_of(kind: EntityType) -> &'static str {
    match kind {
        EntityType::Association | EntityType::SportsClub | EntityType::CulturalAssociation => "association",
        EntityType::School | EntityType::Preschool | EntityType::HighSchool => "school",
        EntityType::Company | EntityType::Store | EntityType::Restaurant => "company",
        // A family is in no search; its type stands here for whoever lists types.
        EntityType::Organization | EntityType::Family => "organization",
        EntityType::Region => "region",
        EntityType::TourismAgency => "tourism_agency",
        EntityType::Embassy => "embassy",
        EntityType::Municipality | EntityType::Government => "government",
    }
}

fn key(id: EntityId) -> String {
    format!("entity:{id}")
}

/// The organisation of an index entry.
pub(crate) fn entity_of(key: &str) -> Option<EntityId> {
    key.strip_prefix("entity:")?.parse().ok().map(EntityId)
}

fn entry(entity: &Entity) -> Entry {
    Entry {
        key: key(entity.entity_id),
        group: Group::Organisations as u8,
        kind: type_of(entity.entity_type).to_owned(),
        name: entity.entity_name.clone(),
        slug: entity.entity_slug.clone(),
        image: picture(entity),
        ..Entry::default()
    }
}

fn entries(entities: &[Entity]) -> Vec<Entry> {
    entities.iter().filter(|one| !is_private(one.entity_type)).map(entry).collect()
}

async fn follow(platform: &Platform, changes: &[Change], index: &dyn NameIndex) -> Result<bool> {
    let changed = changes.iter().filter(|change| change.kind == ChangeKind::Entity);
    let ids: BTreeSet<EntityId> = changed.map(|change| EntityId(change.subject)).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let ids: Vec<EntityId> = ids.into_iter().collect();
    let entities = platform.storage.entities.entities(&ids).await?;
    index.replace(ids.into_iter().map(key).collect(), entries(&entities)).await?;
    Ok(true)
}

async fn fill(platform: &Platform, index: &dyn NameIndex) -> Result<()> {
    let mut after = None;
    loop {
        let entities = platform.storage.entities.scan(after, SLICE).await?;
        index.put(entries(&entities)).await?;
        match entities.last().filter(|_| entities.len() == SLICE) {
            Some(last) => after = Some(last.entity_id),
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_organisation_is_a_type_of_result() {
        for kind in EntityType::ALL {
            let is_it =
                |(name, group): &(&str, Group)| *name == type_of(*kind) && *group == Group::Organisations;
            assert!(ORGANISATIONS.types.iter().any(is_it), "{kind}");
        }
    }
}
