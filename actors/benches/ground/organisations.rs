//! Creates organisations.

use actors::Platform;
use actors::accounts::Who;
use actors::entities::view::NewEntity;
use serde_json::json;
use storage::ids::EntityId;

use super::Failure;
use super::people::{people, who};

/// A new organisation; its owner.
pub async fn organisation(platform: &Platform, name: &str) -> Result<(Who, EntityId), Failure> {
    let owner = who(people(platform, name, 1).await?.remove(0));
    let new: NewEntity = serde_json::from_value(json!({"entityName": name, "entityType": "association"}))?;
    Ok((owner.clone(), actors::entities::create(platform, &owner, new).await?.id_entity))
}
