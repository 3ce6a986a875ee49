//! Chat's rooms: the channel, and the workspace, which spans its channels.

mod channel;
mod commands;
mod typing;
pub mod workspace;

pub use channel::{LiveChannel, typing};
pub use workspace::InternalMessage;

use actix::Addr;
use storage::chat::Channel;
use storage::ids::{ChannelId, EventId, MessageId, WorkspaceId};

use super::event::Audience;
use super::live_notification::{LiveNotification, Null, ReadEvent, Unsaid};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::Echo;
use crate::live::room::{Place, Room, RoomActor, open};
use crate::platform::error::Result;
use crate::platform::time::now;

/// A change in the order of a channel.
pub type Change = crate::live::room::Change<LiveChannel>;

/// The channel's live actor, started if it is not running.
pub async fn channel(platform: &Platform, channel: &Channel) -> Result<Addr<RoomActor<LiveChannel>>> {
    open(platform, channel.channel_id.0, &LiveChannel::from(channel)).await
}

/// Publishes an event without a place in the order of messages to a channel's readers, on all nodes.
pub fn publish(platform: &Platform, channel: &Channel, event: &LiveNotification) {
    platform.publish_in(channel.channel_id.0, &LiveChannel::from(channel), event, &Audience::Readers);
}

/// The event for a person's own subscriptions that they have read a channel up to `last`.
pub fn read_echo(workspace_id: WorkspaceId, channel_id: ChannelId, last: MessageId) -> Echo {
    let event = LiveNotification::ChannelRead(ReadEvent {
        workspace_id,
        channel_id,
        last_read_message_id: last,
        cursor: EventId(last.0),
        sender_name: Null,
        timestamp: now(),
        unsaid: Unsaid::default(),
    });
    let places = [(workspace::NOTIFICATIONS, workspace_id.0), (LiveChannel::PLACE, channel_id.0)];
    let at = places.map(|(pattern, id)| Place::of(pattern, id).to_string());
    Echo { body: Body::of(&event), at: at.into() }
}
