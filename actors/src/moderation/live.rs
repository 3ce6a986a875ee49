//! Who decides about a case is told at once that there is one, or that it is another; what it says they fetch with their own rights.

use std::collections::BTreeSet;

use storage::chat::Channel;
use storage::entities::RelationType;
use storage::ids::{ChannelId, EntityId, MessageId, UserId};
use storage::moderation::{Case, ReportTarget};

use crate::Platform;
use crate::chat::reported;
use crate::entities::rules::manages;
use crate::event::PersonalEvent;
use crate::platform::error::Result;

/// Most people who are told; others see it when they look.
const TOLD: usize = 200;

/// A case is new, or another than it was. Beside the answer.
pub(super) fn changed(platform: &Platform, case: &Case) {
    let (platform, case) = (platform.clone(), case.clone());
    actix_rt::spawn(async move { tell(&platform, case.entity_id, deciders(&platform, &case).await) });
}

/// What waits in a channel is more, less or another. Beside the answer.
pub(crate) fn waiting_changed(platform: &Platform, channel: &Channel) {
    let (platform, entity_id, channel_id) = (platform.clone(), channel.entity_id, channel.channel_id);
    actix_rt::spawn(async move {
        tell(&platform, entity_id, moderators(&platform, entity_id, channel_id).await);
    });
}

fn tell(platform: &Platform, entity_id: EntityId, people: Result<BTreeSet<UserId>>) {
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

/// Those who decide about it now.
async fn deciders(platform: &Platform, case: &Case) -> Result<BTreeSet<UserId>> {
    let mut people = related(platform, case.entity_id, |relation| manages(Some(relation))).await?;
    if case.target_type == ReportTarget::Message
        && let Some(message) = reported::shown(platform, MessageId(case.target_id)).await?
    {
        people.extend(moderators(platform, case.entity_id, message.channel_id).await?);
    }
    Ok(people)
}

/// Those who moderate a channel now.
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

/// Those who may moderate a channel: by their relation, or by a role of their own in it.
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

async fn related(
    platform: &Platform,
    entity: EntityId,
    is_one: impl Fn(RelationType) -> bool,
) -> Result<BTreeSet<UserId>> {
    let types: Vec<RelationType> = RelationType::ALL.iter().copied().filter(|it| is_one(*it)).collect();
    let found = platform.storage.entities.people(entity, &types, "").take(TOLD).await?;
    Ok(found.into_iter().map(|(relation, _)| relation.user_id).collect())
}
