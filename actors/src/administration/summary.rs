//! What administrators see first: what waits for them, and what is stored.

use storage::files::OwnerKind;
use storage::ids::EntityId;

use super::view::{StorageView, StoredAreaView, SummaryView};
use super::{administered, jobs};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::PLATFORM;
use crate::invitations;
use crate::platform::error::Result;

/// What the platform is called while its organisation has not been made.
const NAMELESS: &str = "Plattformen";

/// 403 ROLE_TOO_LOW; 404.
pub async fn summary(platform: &Platform, who: &Who, id: EntityId) -> Result<SummaryView> {
    administered(platform, who, id).await?;
    let entity = platform.storage.entities.entity(id).await?;
    let (entity_name, entity_slug) = entity.map_or_else(
        || (NAMELESS.to_owned(), String::new()),
        |entity| (entity.entity_name, entity.entity_slug),
    );
    Ok(SummaryView {
        id_entity: id,
        entity_name,
        entity_slug,
        is_platform: id == PLATFORM,
        storage: stored(platform, id).await?,
        failed_jobs: jobs::every_failed(platform, id).await?.len(),
        resting_addresses: invitations::resting(platform, id).await?.len(),
    })
}

async fn stored(platform: &Platform, id: EntityId) -> Result<StorageView> {
    let quotas = &platform.settings.quotas;
    let used_bytes = platform.storage.files.space(OwnerKind::Entity, id.0).await?;
    let workspaces = platform.storage.chat.workspaces_of(id).await?.len();
    let count = |count: usize| i64::try_from(count).ok();
    Ok(StorageView {
        used_bytes,
        most_bytes: quotas.of(&crate::files::BYTES_OF_ENTITY),
        areas: vec![
            StoredAreaView { area: "files", bytes: Some(used_bytes), count: None, most: None },
            StoredAreaView {
                area: "chat",
                bytes: None,
                count: count(workspaces),
                most: count(quotas.count(&crate::chat::WORKSPACES)),
            },
        ],
    })
}
