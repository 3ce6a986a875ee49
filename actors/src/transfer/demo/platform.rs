//! The two organisations that the product relies on: the platform itself, and Klyftig, whose courses are open to
//! everybody.

use storage::entities::{Entity, EntityType, MembershipMode};
use storage::ids::EntityId;

use super::KLYFTIG;
use crate::Platform;
use crate::accounts::{make_bot, names};
use crate::entities::PLATFORM;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Attempts at finding a free slug.
const TRIES: u32 = 20;

/// Creates the absent ones. False: both existed.
pub async fn make(platform: &Platform) -> Result<bool> {
    // `/kalender` and `/klyftig` are reserved for the application's own routes: the slugs are longer.
    let ours = [(PLATFORM, "Kalender", "om-kalender"), (KLYFTIG, "Klyftig", "klyftig-kurser")];
    let mut is_new = false;
    for (id, name, slug) in ours {
        if platform.storage.entities.entity(id).await?.is_none() {
            entity(platform, id, name, slug).await?;
            is_new = true;
        }
    }
    Ok(is_new)
}

/// Owned by a bot: nobody signs in as the owner.
async fn entity(platform: &Platform, id: EntityId, name: &str, slug: &str) -> Result<()> {
    let created = now();
    let owner = make_bot(platform, name, Some(format!("{slug}-bot"))).await?;
    let mut entity = Entity {
        entity_id: id,
        entity_name: name.to_owned(),
        entity_slug: String::new(),
        entity_type: EntityType::Organization,
        membership_mode: MembershipMode::InviteOnly,
        image: None,
        owner: owner.user_id,
        created,
    };
    for n in 0..TRIES {
        entity.entity_slug = names::attempt(slug, n);
        let first = crate::chat::first(platform, &entity)?;
        if platform.storage.entities.create_entity(&entity, first).await? {
            return Ok(());
        }
    }
    Err(Refusal::conflict("SLUG_TAKEN", format!("/{slug} är upptagen.")))
}
