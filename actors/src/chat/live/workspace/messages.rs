//! Messages to a workspace's actor: from its channels, from sessions, and from other nodes.

use std::collections::HashMap;

use actix::prelude::*;
use storage::ids::{ChannelId, EntityId, UserId};

use super::people::{Standing, Whereabouts};
use super::state::{Part, WorkspaceRights};
use crate::chat::event::{Audience, Presence, RightsChange, StatusChanged, Typing};
use crate::chat::rules::ChannelAccess;
use crate::live::body::Body;
use crate::live::fanout::{Subscriber, SubscriptionKey};

/// Events of a channel that happened together, for subscribers of the whole workspace; the bodies are serialized.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ChannelEvents {
    pub channel_id: ChannelId,
    pub access: ChannelAccess,
    pub events: Vec<(Body, Audience)>,
}

/// Adds a subscription. `channels` are the workspace's channels as read with the subscriber's facts.
#[derive(Message)]
#[rtype(result = "bool")]
pub struct Attach {
    pub part: Part,
    pub key: SubscriptionKey,
    pub subscriber: Subscriber<WorkspaceRights>,
    pub channels: HashMap<ChannelId, ChannelAccess>,
}

#[derive(Message)]
#[rtype(result = "()")]
pub struct Detach(pub Part, pub SubscriptionKey);

#[derive(Message)]
#[rtype(result = "()")]
pub struct AccessChanged {
    pub channel_id: ChannelId,
    pub access: ChannelAccess,
    pub entity_id: EntityId,
}

/// The workspace's new name.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Renamed(pub String);

/// A person's status has changed.
#[derive(Message)]
#[rtype(result = "()")]
pub struct StatusAnnounced(pub StatusChanged);

#[derive(Message)]
#[rtype(result = "()")]
pub struct RightsChanged(pub RightsChange);

#[derive(Message)]
#[rtype(result = "()")]
pub struct TypingChanged {
    pub access: ChannelAccess,
    pub typing: Typing,
}

/// A connection of a person who belongs here has begun.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Join(pub UserId);

/// A connection has ended. `looking`: its last known state.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Leave {
    pub user_id: UserId,
    pub looking: bool,
}

/// The page of such a connection is looked at again, or has been hidden for a while.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Look {
    pub user_id: UserId,
    pub looking: bool,
}

/// The state of a person's connections to another node.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Elsewhere {
    pub user_id: UserId,
    pub node: u8,
    pub standing: Standing,
}

/// All people connected to another node, and those of them whose pages are all hidden; `ask`: the node wants to know
/// ours.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Present {
    pub node: u8,
    pub people: Vec<UserId>,
    pub hidden: Vec<UserId>,
    pub ask: bool,
}

/// A node has ended.
#[derive(Message)]
#[rtype(result = "()")]
pub struct NodeGone(pub u8);

/// Rights and settings have to be read again. `resync`: events may have been missed since (epoch ms). `only`: one
/// person's rights.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Verify {
    pub resync: Option<i64>,
    pub only: Option<UserId>,
}

/// Who is online?
#[derive(Message)]
#[rtype(result = "Vec<Presence>")]
pub struct Online;

/// A person's presence.
#[derive(Message)]
#[rtype(result = "Whereabouts")]
pub struct WhereIs(pub UserId);
