//! Publishes new and changed cases to those who decide about them; the content is fetched with their own rights.

use std::collections::BTreeSet;

use storage::ids::{MessageId, UserId};
use storage::moderation::{Case, ReportTarget};

use crate::Platform;
use crate::chat::moderators::{moderators, publish_waiting, related};
use crate::chat::reported;
use crate::entities::rules::manages;
use crate::platform::error::Result;

/// A case is new or has changed. In the background.
pub(super) fn changed(platform: &Platform, case: &Case) {
    let (platform, case) = (platform.clone(), case.clone());
    actix_rt::spawn(
        async move { publish_waiting(&platform, case.entity_id, deciders(&platform, &case).await) },
    );
}

/// Those who may decide it now.
async fn deciders(platform: &Platform, case: &Case) -> Result<BTreeSet<UserId>> {
    let mut people = related(platform, case.entity_id, |relation| manages(Some(relation))).await?;
    if case.target_type == ReportTarget::Message
        && let Some(message) = reported::shown(platform, MessageId(case.target_id)).await?
    {
        people.extend(moderators(platform, case.entity_id, message.channel_id).await?);
    }
    Ok(people)
}
