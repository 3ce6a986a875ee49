//! Administration of an organisation and of the platform: the audit log, people, failed jobs, addresses whose mails came
//! back, storage and activity. Contract §11.4.
//!
//! Pages and the command line call the same functions. What is changed here is changed by the areas' own commands, which
//! judge rights and record it in the audit log.

mod log;
pub mod view;

pub use log::{Asked, log, table};

use storage::entities::Entity;
use storage::ids::EntityId;

use crate::Platform;
use crate::accounts::Who;
use crate::area::Area;
use crate::entities::{self, rules};
use crate::platform::error::Result;

/// The area's declaration.
pub static AREA: Area = Area {
    export: Some(|platform, who| Box::pin(log::files(platform, who))),
    ..Area::named("administration")
};

/// An organisation, for its OWNER and ADMINISTRATOR. 403 ROLE_TOO_LOW; 404.
async fn administered(platform: &Platform, who: &Who, id: EntityId) -> Result<Entity> {
    let entity = entities::existing(platform, id).await?;
    let mine = entities::relation(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    Ok(entity)
}
