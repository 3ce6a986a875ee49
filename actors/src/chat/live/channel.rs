//! The channel as a live room.

use serde::{Deserialize, Serialize};
use storage::chat::direct::{BETWEEN_PEOPLE, NOBODYS, stands_alone};
use storage::chat::{Channel, ChannelFacts};
use storage::entities::RelationType;
use storage::ids::{ChannelId, UserId, WorkspaceId};

use super::commands;
use super::typing::{Typing, TypingChange};
use super::workspace::{self, ChannelEvents, InternalMessage};
use crate::Platform;
use crate::chat::event::{self, Audience, RightsChange};
use crate::chat::facts::found;
use crate::chat::lean::lean;
use crate::chat::live_notification::{LiveNotification, Null, ResyncEvent, TypingEvent, Unsaid};
use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::live::body::Body;
use crate::live::bus::{Event, Name, Topic};
use crate::live::ended::EndedBy;
use crate::live::room::{Command, Recheck, Room, Running};
use crate::platform::error::Result;
use crate::platform::time::now;

/// The facts that decide a subscriber's rights in this channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChannelRights {
    pub row: OwnRow,
    pub relation: Option<RelationType>,
}

impl From<&ChannelFacts> for ChannelRights {
    fn from(facts: &ChannelFacts) -> Self {
        Self { row: OwnRow::from(facts.member.as_ref()), relation: facts.relation }
    }
}

/// What the live room knows of a channel.
#[derive(Debug, Clone)]
pub struct LiveChannel {
    pub workspace_id: WorkspaceId,
    pub access: ChannelAccess,
    /// For comments: the topic on which changes of rights to what they comment on are announced.
    beside: Option<Topic>,
}

impl From<&Channel> for LiveChannel {
    fn from(channel: &Channel) -> Self {
        let beside = channel.subject().map(|_| match channel.entity_id {
            NOBODYS => crate::accounts::topic(channel.created_by),
            entity_id => crate::entities::topic(entity_id),
        });
        Self { workspace_id: channel.workspace_id, access: ChannelAccess::from(channel), beside }
    }
}

/// The audience of an event, as sent to nodes where the channel may not run and its workspace alone decides.
#[derive(Serialize, Deserialize)]
struct To {
    access: ChannelAccess,
    audience: Audience,
}

impl Room for LiveChannel {
    const NAME: &'static str = "channel";
    const PLACE: &'static str = "/topic/chat/channel/{id}";
    const COMMANDS: &'static [Command] = &[commands::SEND, commands::TYPING];
    type Facts = ChannelRights;
    type Audience = Audience;
    type Live = Typing;

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        Ok(platform.storage.chat.channel(ChannelId(id)).await?.as_ref().map(Self::from))
    }

    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<ChannelRights>> {
        Ok(found(platform, ChannelId(id), user_id).await?.as_ref().map(ChannelRights::from))
    }

    async fn enter(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<(Self, ChannelRights)>> {
        let facts = found(platform, ChannelId(id), user_id).await?;
        Ok(facts.as_ref().map(|facts| (Self::from(&facts.channel), ChannelRights::from(facts))))
    }

    async fn newest(platform: &Platform, id: i64) -> Result<i64> {
        Ok(platform.storage.chat.newest_event(ChannelId(id)).await?.map_or(0, |event| event.0))
    }

    /// Channels share their workspace's topic; a conversation has one of its own, and comments use that of their
    /// subject's owner.
    fn topic(&self, id: i64) -> Topic {
        if let Some(topic) = self.beside {
            return topic;
        }
        match self.workspace_id {
            BETWEEN_PEOPLE => Topic::Scope(const { Name::new(Self::NAME) }, id),
            workspace_id => workspace::topic(workspace_id),
        }
    }

    fn may_listen(&self, facts: &ChannelRights) -> bool {
        rules::channel_role(&self.access, facts.row, facts.relation).is_some()
    }

    fn hears(&self, user_id: UserId, facts: &ChannelRights, to: &Audience) -> bool {
        match to {
            // Rights are kept current, so every subscriber may read.
            Audience::Readers => true,
            Audience::Moderators { and } => {
                user_id == *and
                    || rules::channel_role(&self.access, facts.row, facts.relation)
                        .is_some_and(|role| rules::require_moderator(role).is_ok())
            }
        }
    }

    fn address(&self, to: &Audience) -> Body {
        Body::of(&To { access: self.access.clone(), audience: *to })
    }

    fn addressed(to: &Body) -> serde_json::Result<Audience> {
        to.read::<To>().map(|to| to.audience)
    }

    fn lean(body: &str) -> Option<String> {
        lean(body)
    }

    fn resync(&self, id: i64, since: i64, at: i64) -> Body {
        let event = ResyncEvent::new(self.workspace_id, Some(ChannelId(id)), since, at);
        Body::of(&LiveNotification::Resync(event))
    }

    fn delivered(&self, platform: &Platform, id: i64, events: Vec<(Body, Audience)>) {
        platform.search.wake_messages();
        if stands_alone(self.workspace_id) {
            return;
        }
        let events = ChannelEvents { channel_id: ChannelId(id), access: self.access.clone(), events };
        workspace::publish(platform, self.workspace_id, events);
    }

    fn passed(platform: &Platform, event: &Event) -> serde_json::Result<()> {
        let To { access, audience } = event.to.read()?;
        if let Some(workspace_id) = workspace::of(event.topic) {
            let (channel_id, events) = (ChannelId(event.id), vec![(event.body.clone(), audience)]);
            workspace::publish(platform, workspace_id, ChannelEvents { channel_id, access, events });
        }
        Ok(())
    }

    fn fell_behind(platform: &Platform, event: &Event) {
        if let Some(live) = workspace::of(event.topic).and_then(|id| workspace::running(platform, id)) {
            workspace::fell_behind(&live);
        }
    }

    fn is_restless(typing: &Typing) -> bool {
        typing.anybody()
    }

    fn sweep(running: &mut Running<Self>) {
        for change in running.live.over(now()) {
            publish_typing(running, change);
        }
    }
}

/// A typing indicator, or its end.
pub fn typing(running: &mut Running<LiveChannel>, user_id: UserId, name: &str, is_typing: bool) -> Recheck {
    if let Some(change) = running.live.sign(user_id, name, is_typing, now()) {
        publish_typing(running, change);
    }
    Recheck::Nothing
}

fn publish_typing(running: &Running<LiveChannel>, change: TypingChange) {
    if stands_alone(running.room.workspace_id) {
        let event = LiveNotification::Typing(TypingEvent {
            workspace_id: running.room.workspace_id,
            channel_id: ChannelId(running.id),
            user_id: change.user_id,
            sender_name: change.user_name,
            is_typing: change.is_typing,
            cursor: Null,
            timestamp: now(),
            unsaid: Unsaid::default(),
        });
        return running.platform.publish_in(running.id, &running.room, &event, &Audience::Readers);
    }
    let typing = event::Typing {
        channel_id: ChannelId(running.id),
        user_id: change.user_id,
        user_name: change.user_name,
        is_typing: change.is_typing,
        timestamp: now(),
        parent_message_id: None,
    };
    let LiveChannel { workspace_id, access, .. } = running.room.clone();
    InternalMessage::Typing { access, typing }.announce(&running.platform, workspace_id);
}

/// Applies the channel's new settings.
pub fn access_changed(
    running: &mut Running<LiveChannel>,
    access: ChannelAccess,
    by: Option<EndedBy>,
) -> Recheck {
    running.room.access = access;
    running.end_those_without_right_by(by);
    Recheck::Room
}

/// Applies a change of rights. Every channel of the workspace receives it, but a membership row matters only in its own
/// channel.
pub fn rights_changed(running: &mut Running<LiveChannel>, change: &RightsChange) -> Recheck {
    let (user_id, by) = match change {
        RightsChange::Row { channel_id, .. } if channel_id.0 != running.id => return Recheck::Nothing,
        RightsChange::Row { user_id, row, by, .. } => {
            running.topic.update(*user_id, |facts| facts.row = *row);
            (*user_id, by)
        }
        RightsChange::Relation { user_id, relation, by } => {
            running.topic.update(*user_id, |facts| facts.relation = *relation);
            (*user_id, by)
        }
    };
    running.end_those_without_right_by(by.clone());
    Recheck::Person(user_id)
}
