//! Administration of an organisation and of the platform: the audit log, people, failed jobs, addresses whose mails came
//! back, storage and activity. Contract §11.4.
//!
//! Pages and the command line call the same functions. What is changed here is changed by the areas' own commands, which
//! judge rights and record it in the audit log.

mod activity;
mod jobs;
mod labels;
mod log;
mod people;
mod platform;
mod summary;
pub mod view;

pub use activity::{activity, count};
pub use jobs::{every_failed, failed, retry, retry_in};
pub use log::{Asked, log, page, table};
pub use people::people;
pub use platform::{Listed, limits, organisations, retry_address};
pub use summary::summary;

use storage::ids::EntityId;
use storage::invitations::InvitationId;

use crate::Platform;
use crate::accounts::Who;
use crate::area::Area;
use crate::entities::{self, PLATFORM, rules};
use crate::invitations::{self, view::RestingView};
use crate::platform::error::Result;

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[activity::COUNT],
    nightly: &[activity::COUNT.name],
    export: Some(|platform, who| Box::pin(log::files(platform, who))),
    ..Area::named("administration")
};

/// Refuses who is not OWNER or ADMINISTRATOR of an organisation. 403 ROLE_TOO_LOW; 404. The platform may have
/// administrators before it has a page of its own.
async fn administered(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    if id != PLATFORM {
        entities::existing(platform, id).await?;
    }
    rules::require_manager(entities::relation(platform, id, who.user_id).await?)
}

/// The addresses that an organisation has invited and whose mails came back. 403 ROLE_TOO_LOW; 404.
pub async fn resting(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<RestingView>> {
    administered(platform, who, id).await?;
    invitations::resting(platform, id).await
}

/// Tries one of them again. 403 ROLE_TOO_LOW; 404; 409 RESENT_ENOUGH, UNSUBSCRIBED; 410; 429.
pub async fn retry_resting(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    invitation: InvitationId,
) -> Result<()> {
    administered(platform, who, id).await?;
    invitations::retry_resting(platform, who, id, invitation).await
}
