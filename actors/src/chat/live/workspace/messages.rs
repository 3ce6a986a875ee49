//! What a workspace's actor is told: by its channels and sessions, and by other nodes.

use std::collections::HashMap;

use actix::prelude::*;
use storage::ids::{ChannelId, EntityId, UserId};

use super::people::{Standing, Whereabouts};
use super::state::{Part, WorkspaceRights};
use crate::chat::event::{Audience, Presence, RightsChange, StatusChanged, Typing};
use crate::chat::rules::ChannelAccess;
use crate::live::body::Body;
use crate::live::fanout::{Subscriber, SubscriptionKey};

/// What happened together in a channel, for those who listen to the whole workspace; the bodies are already written.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ChannelEvents {
    pub channel_id: ChannelId,
    pub access: ChannelAccess,
    pub events: Vec<(Body, Audience)>,
}

/// Adds a subscription. `channels` are the workspace's channels as the subscriber's facts were read.
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

/// Somebody says something else of themselves.
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

/// A connection of a person who belongs here begins.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Join(pub UserId);

/// … and has ended. `looking`: as it was last.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Leave {
    pub user_id: UserId,
    pub looking: bool,
}

/// Somebody looks at the page of such a connection again, or has not for long.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Look {
    pub user_id: UserId,
    pub looking: bool,
}

/// How a person's connections to another node are.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Elsewhere {
    pub user_id: UserId,
    pub node: u8,
    pub standing: Standing,
}

/// Everybody whom another node has connections of, and of these, whose pages nobody looks at; `ask`: it wants to know ours.
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

/// Rights and settings are to be read anew. `resync`: events may have been missed since (epoch ms). `only`: one person's.
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

/// Where is somebody?
#[derive(Message)]
#[rtype(result = "Whereabouts")]
pub struct WhereIs(pub UserId);
