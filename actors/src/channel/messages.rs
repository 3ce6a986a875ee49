//! What a channel's actor is told, besides changes.

use actix::prelude::*;
use storage::ids::UserId;

use super::state::Facts;
use crate::chat::rules::ChannelAccess;
use crate::event::{Audience, LiveNotification, RightsChange};
use crate::fanout::{Subscriber, SubscriptionKey};

/// Adds a subscription; the caller has checked the right to read with the same facts.
#[derive(Message)]
#[rtype(result = "bool")]
pub struct Attach {
    pub key: SubscriptionKey,
    pub subscriber: Subscriber<Facts>,
}

#[derive(Message)]
#[rtype(result = "()")]
pub struct Detach(pub SubscriptionKey);

/// The channel's settings are now these.
#[derive(Message)]
#[rtype(result = "()")]
pub struct AccessChanged(pub ChannelAccess);

#[derive(Message, Clone)]
#[rtype(result = "()")]
pub struct RightsChanged(pub RightsChange);

/// Rights and settings are to be read anew. `resync`: events may have been missed since (epoch ms).
#[derive(Message)]
#[rtype(result = "()")]
pub struct Verify {
    pub resync: Option<i64>,
}

/// An event that another node's channel has already ordered and written.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Relay {
    pub event: LiveNotification,
    pub audience: Audience,
}

#[derive(Message)]
#[rtype(result = "()")]
pub struct TypingSign {
    pub user_id: UserId,
    pub user_name: String,
    pub is_typing: bool,
}
