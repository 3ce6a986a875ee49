//! SUBSCRIBE: load the facts, let the rules decide, attach at the topic's actor.
//!
//! A right can be lost between reading the facts and attaching, its announcement already past. So the facts are read
//! once more after attaching: either the announcement reached the subscriber, or the second reading sees the change.

use std::collections::HashMap;

use actix::Addr;
use storage::chat::{Channel, ChannelFacts};
use storage::ids::{ChannelId, UserId, WorkspaceId};

use super::{Destination, SessionActor};
use crate::Platform;
use crate::bus::Topic;
use crate::channel;
use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::error::{Refusal, Result};
use crate::fanout::{Subscriber, SubscriptionKey};
use crate::workspace::{self, Kind};

/// What was subscribed to, as far as presence is concerned.
pub(super) enum Attached {
    Workspace(WorkspaceId),
    Other,
}

/// The workspace's topic behind a destination.
fn workspace_topic(destination: Destination) -> Option<(WorkspaceId, Kind)> {
    match destination {
        Destination::WorkspaceNotifications(id) => Some((id, Kind::Notifications)),
        Destination::WorkspaceTyping(id) => Some((id, Kind::Typing)),
        Destination::WorkspacePresence(id) => Some((id, Kind::Presence)),
        _ => None,
    }
}

/// Attaches a subscription; refused without the right to read.
pub(super) fn attach(
    session: &SessionActor,
    destination: Destination,
    key: SubscriptionKey,
    addr: Addr<SessionActor>,
) -> impl Future<Output = Result<Attached>> + 'static {
    let platform = session.platform.clone();
    let user_id = session.who.user_id;
    let outlet = session.outlet.clone();
    async move {
        if let Destination::Channel(channel_id) = destination {
            let subscriber = |facts| Subscriber { user_id, facts, outlet, on_end: addr.recipient() };
            attach_channel(&platform, channel_id, key, user_id, subscriber).await?;
            return Ok(Attached::Other);
        }
        let Some((workspace_id, kind)) = workspace_topic(destination) else { return Ok(Attached::Other) };
        let subscriber = |facts| Subscriber { user_id, facts, outlet, on_end: addr.recipient() };
        let belongs = attach_workspace(&platform, workspace_id, kind, key, user_id, subscriber).await?;
        Ok(if belongs { Attached::Workspace(workspace_id) } else { Attached::Other })
    }
}

async fn channel_facts(
    platform: &Platform,
    channel_id: ChannelId,
    user_id: UserId,
) -> Result<(Channel, channel::state::Facts)> {
    let facts = platform.storage.chat.facts(channel_id, user_id).await?;
    // An absent channel and a closed one look alike.
    let ChannelFacts { channel, member, relation } = facts.ok_or_else(Refusal::access_denied)?;
    let facts = channel::state::Facts { row: OwnRow::from(member.as_ref()), relation };
    rules::require_reader(rules::channel_role(&ChannelAccess::from(&channel), facts.row, facts.relation))?;
    Ok((channel, facts))
}

async fn attach_channel(
    platform: &Platform,
    channel_id: ChannelId,
    key: SubscriptionKey,
    user_id: UserId,
    subscriber: impl FnOnce(channel::state::Facts) -> Subscriber<channel::state::Facts>,
) -> Result<()> {
    let (channel, facts) = channel_facts(platform, channel_id, user_id).await?;
    let live = platform.registry.channel(platform, &channel).await?;
    if !live.send(channel::Attach { key: key.clone(), subscriber: subscriber(facts) }).await? {
        return Err(Refusal::access_denied());
    }
    if let Err(refusal) = channel_facts(platform, channel_id, user_id).await {
        live.do_send(channel::Detach(key));
        return Err(refusal);
    }
    Ok(())
}

type WorkspaceChannels = HashMap<ChannelId, ChannelAccess>;

async fn workspace_facts(
    platform: &Platform,
    workspace_id: WorkspaceId,
    user_id: UserId,
) -> Result<(workspace::state::Facts, WorkspaceChannels)> {
    let facts = platform.storage.chat.facts_of_workspace(workspace_id, user_id).await?;
    let facts = facts.ok_or_else(Refusal::access_denied)?;
    Ok((workspace::state::Facts::from(&facts), workspace::state::channels_of(&facts)))
}

/// Answers whether the person belongs to the organisation (and so counts as present).
async fn attach_workspace(
    platform: &Platform,
    workspace_id: WorkspaceId,
    kind: Kind,
    key: SubscriptionKey,
    user_id: UserId,
    subscriber: impl FnOnce(workspace::state::Facts) -> Subscriber<workspace::state::Facts>,
) -> Result<bool> {
    // A change of rights on another node is heard from here on, or seen by the second reading.
    platform.bus.follow(Topic::Workspace(workspace_id)).await;
    let (facts, channels) = workspace_facts(platform, workspace_id, user_id).await?;
    let (relation, rows) = (facts.relation, facts.rows.clone());
    let live = platform.registry.workspace(platform, workspace_id);
    let attach = workspace::Attach { kind, key: key.clone(), subscriber: subscriber(facts), channels };
    if !live.send(attach).await? {
        return Err(Refusal::access_denied());
    }
    let again = workspace_facts(platform, workspace_id, user_id).await;
    if !again.is_ok_and(|(facts, _)| facts.relation == relation && facts.rows == rows) {
        // Rights moved meanwhile: the client is told to try again rather than kept with old ones.
        live.do_send(workspace::Detach(kind, key));
        return Err(Refusal::access_denied());
    }
    Ok(relation.is_some())
}

/// Takes a subscription away from its topic.
pub(super) fn detach(session: &SessionActor, destination: Destination, key: SubscriptionKey) {
    let registry = &session.platform.registry;
    // These may not be lost (a dead subscriber would stay listed), and there is one per subscription at most.
    if let Destination::Channel(channel_id) = destination {
        if let Some(live) = registry.running_channel(channel_id) {
            live.do_send(channel::Detach(key));
        }
    } else if let Some((workspace_id, kind)) = workspace_topic(destination)
        && let Some(live) = registry.running_workspace(workspace_id)
    {
        live.do_send(workspace::Detach(kind, key));
    }
}
