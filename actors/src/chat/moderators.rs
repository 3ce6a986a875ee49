//! Who moderates a channel, and the event that its waiting messages have changed; its content is fetched with the
//! moderators' own rights.

use std::collections::BTreeSet;

use storage::chat::Channel;
use storage::entities::RelationType;
use storage::ids::{ChannelId, EntityId, UserId};

use super::reported;
use crate::Platform;
use crate::entities;
use crate::entities::personal::PersonalEvent;
use crate::entities::rules::manages;
use crate::live::bus::ToPerson as _;
use crate::platform::error::Result;

/// Most moderators who receive the event; others see the change when they look.
const TOLD: usize = 200;

/// The waiting messages of a channel have changed. In the background.
pub(super) fn waiting_changed(platform: &Platform, channel: &Channel) {
    let (platform, entity_id, channel_id) = (platform.clone(), channel.entity_id, channel.channel_id);
    actix_rt::spawn(async move {
        publish_waiting(&platform, entity_id, moderators(&platform, entity_id, channel_id).await);
    });
}

/// Publishes to moderators that an organisation's waiting messages have changed.
pub(crate) fn publish_waiting(platform: &Platform, entity_id: EntityId, people: Result<BTreeSet<UserId>>) {
    match people {
        Ok(people) => {
            let event = PersonalEvent::ModerationChanged { entity_id };
            for user_id in people {
                platform.announce(event.to(user_id));
            }
        }
        Err(refusal) => tracing::warn!(%refusal, "moderators are not told of what waits for them"),
    }
}

/// The people who moderate a channel now.
pub(crate) async fn moderators(
    platform: &Platform,
    entity: EntityId,
    channel: ChannelId,
) -> Result<BTreeSet<UserId>> {
    let mut people = BTreeSet::new();
    for user_id in candidates(platform, entity, channel).await? {
        if reported::moderates(platform, user_id, channel).await? {
            people.insert(user_id);
        }
    }
    Ok(people)
}

/// People who may moderate a channel: by their relation, or by a role of their own in it.
async fn candidates(platform: &Platform, entity: EntityId, channel: ChannelId) -> Result<BTreeSet<UserId>> {
    let mut people = related(platform, entity, |relation| {
        manages(Some(relation)) || matches!(relation, RelationType::President | RelationType::Moderator)
    })
    .await?;
    let members = platform.storage.chat.members(channel).await?;
    people.extend(
        members.into_iter().filter(|member| member.role.is_some()).map(|member| member.user_id).take(TOLD),
    );
    Ok(people)
}

/// People of an organisation with one of these relations.
pub(crate) async fn related(
    platform: &Platform,
    entity: EntityId,
    is_one: impl Fn(RelationType) -> bool,
) -> Result<BTreeSet<UserId>> {
    Ok(entities::related(platform, entity, is_one, TOLD).await?.into_iter().collect())
}
