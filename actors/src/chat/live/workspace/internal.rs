//! Internal messages between a workspace's actors on different nodes, besides the events of its channels.

use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, EntityId, UserId, WorkspaceId};

use super::messages::{
    AccessChanged, Elsewhere, Present, Renamed, RightsChanged, StatusAnnounced, TypingChanged,
};
use super::people::Standing;
use super::{NAME, running, topic};
use crate::Platform;
use crate::chat::event::{PresenceStatus, RightsChange, StatusChanged, Typing};
use crate::chat::live::channel::{self, LiveChannel};
use crate::chat::rules::ChannelAccess;
use crate::live::body::Body;
use crate::live::bus;
use crate::live::ended::EndedBy;
use crate::live::room::{Room, RoomActor, Touch};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum InternalMessage {
    /// A channel's new settings.
    Access {
        entity_id: EntityId,
        channel_id: ChannelId,
        access: ChannelAccess,
        /// Who caused it.
        #[serde(default)]
        by: Option<EndedBy>,
    },
    /// The workspace has a new name.
    Renamed {
        name: String,
    },
    /// A person's rights in the workspace or one of its channels have changed.
    Rights(RightsChange),
    Typing {
        access: ChannelAccess,
        typing: Typing,
    },
    /// A person's first connection to the workspace on the publishing node began, or the last one there has ended.
    Presence {
        user_id: UserId,
        status: PresenceStatus,
        node: u8,
    },
    /// Whether any of a person's pages on the publishing node is looked at.
    Looking {
        user_id: UserId,
        looking: bool,
        node: u8,
    },
    /// A person's status has changed.
    Status(StatusChanged),
    /// All people connected to the workspace on the publishing node; replaces what was known of it. `ask`: the others
    /// shall report theirs.
    Present {
        node: u8,
        people: Vec<UserId>,
        /// Those of them whose pages are all hidden.
        #[serde(default)]
        hidden: Vec<UserId>,
        ask: bool,
    },
}

impl InternalMessage {
    /// Applies it here and publishes it to the other nodes.
    pub fn announce(self, platform: &Platform, id: WorkspaceId) {
        self.publish(platform, id);
        self.apply(platform, id);
    }

    /// Publishes it to the other nodes.
    pub fn publish(&self, platform: &Platform, id: WorkspaceId) {
        if platform.bus.spans_nodes() {
            let may_be_lost = matches!(self, Self::Typing { .. });
            let (topic, kind, body) = (topic(id), NAME.into(), Body::of(self));
            platform.bus.publish(bus::RoomMessage { topic, kind, id: id.0, body, may_be_lost }.into());
        }
    }

    /// Applies it on this node. A lost right must reach every subscription, so only typing may be dropped.
    pub fn apply(self, platform: &Platform, id: WorkspaceId) {
        let live = running(platform, id);
        match self {
            Self::Access { entity_id, channel_id, access, by } => {
                if let Some(channel) = crate::live::room::running::<LiveChannel>(platform, channel_id.0) {
                    let access = access.clone();
                    channel.do_send(Touch::<LiveChannel>(Box::new(|channel| {
                        channel::access_changed(channel, access, by)
                    })));
                }
                live.inspect(|live| live.do_send(AccessChanged { channel_id, access, entity_id }));
            }
            Self::Renamed { name } => _ = live.inspect(|live| live.do_send(Renamed(name))),
            Self::Rights(change) => {
                let channels =
                    platform.registry.running_in::<RoomActor<LiveChannel>>(LiveChannel::NAME, topic(id));
                for channel in channels {
                    let change = change.clone();
                    channel.do_send(Touch::<LiveChannel>(Box::new(move |channel| {
                        channel::rights_changed(channel, &change)
                    })));
                }
                live.inspect(|live| live.do_send(RightsChanged(change)));
            }
            Self::Typing { access, typing } => {
                if let Some(live) = live {
                    let _ = live.try_send(TypingChanged { access, typing });
                }
            }
            Self::Presence { user_id, status, node } => {
                let here = status == PresenceStatus::Online;
                let standing = if here { Standing::Looking } else { Standing::Absent };
                live.inspect(|live| live.do_send(Elsewhere { user_id, node, standing }));
            }
            Self::Looking { user_id, looking, node } => {
                let standing = if looking { Standing::Looking } else { Standing::Hidden };
                live.inspect(|live| live.do_send(Elsewhere { user_id, node, standing }));
            }
            Self::Status(changed) => _ = live.inspect(|live| live.do_send(StatusAnnounced(changed))),
            Self::Present { node, people, hidden, ask } => {
                live.inspect(|live| live.do_send(Present { node, people, hidden, ask }));
            }
        }
    }
}
