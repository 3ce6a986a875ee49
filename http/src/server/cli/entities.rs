//! `kalender entity …`

use actors::Platform;
use actors::accounts::Who;
use actors::entities;
use actors::entities::view::NewEntity;
use storage::accounts::UserStatus;
use storage::entities::EntityType;
use storage::ids::SessionId;

use super::{person, plain, refused, say};
use crate::platform::config::EntityCommand;
use crate::platform::start_error::StartError;

/// Organisations read at once.
const SLICE: usize = 500;

pub async fn run(platform: &Platform, command: EntityCommand) -> Result<(), StartError> {
    match command {
        EntityCommand::Add { name, kind, owner, slug } => {
            let owner = person(platform, &owner).await?;
            if owner.status != UserStatus::Active {
                return Err(plain("the owner's account is not in use"));
            }
            let kinds = || EntityType::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
            let entity_type = EntityType::parse(&kind)
                .ok_or_else(|| plain(format!("{kind} is no kind of organisation; there are {}", kinds())))?;
            let new = NewEntity { entity_name: name, entity_type, entity_slug: slug, membership_mode: None };
            // The operator acts as the owner, without a session.
            let who =
                Who { user_id: owner.user_id, session_id: SessionId(0), expires: i64::MAX, scopes: None };
            let made = entities::create(platform, &who, new).await.map_err(refused)?;
            say(&format!("Added {}.", made.entity_slug));
            Ok(())
        }
        EntityCommand::List => list(platform).await,
    }
}

async fn list(platform: &Platform) -> Result<(), StartError> {
    let storage = &platform.storage;
    let mut after = None;
    loop {
        let some = storage.entities.scan(after, SLICE).await?;
        for entity in &some {
            let owner = storage.accounts.user(entity.owner).await?;
            let owner = owner.and_then(|owner| owner.email).unwrap_or_default();
            say(&format!("{}\t{}\t{owner}\t{}", entity.entity_slug, entity.entity_type, entity.entity_name));
        }
        after = some.last().map(|entity| entity.entity_id);
        if some.len() < SLICE {
            return Ok(());
        }
    }
}
