//! Pinned messages of a channel.

use std::collections::HashMap;

use storage::chat::{Channel, ChannelRole, ChannelType, PINS_MAX, Pin};
use storage::ids::{ChannelId, MessageId};

use super::event::Audience;
use super::everyday::PinView;
use super::facts::{Facts, live_state, people_of, state_after, view_of, views, with_thread};
use super::live_notification::LiveNotification;
use super::messages::{current, in_order};
use super::rules;
use super::view::MessageView;
use crate::Platform;
use crate::accounts::Who;
use crate::chat::direct::not_comments;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::Moment;

/// Moderators may pin; in a conversation everybody may.
fn may_pin(channel: &Channel, role: ChannelRole) -> Result<()> {
    not_comments(channel)?;
    if channel.channel_type != ChannelType::Direct {
        rules::require_moderator(role)?;
    }
    rules::in_use(channel)
}

/// Pins or unpins a message; idempotent.
pub async fn pin(platform: &Platform, who: &Who, id: MessageId, add: bool) -> Result<MessageView> {
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    may_pin(&facts.channel, facts.role)?;
    rules::stands(&located.message, add)?;
    if located.pending {
        return Err(Refusal::conflict("PENDING", "Meddelandet väntar på godkännande."));
    }
    let (channel, me) = (facts.channel.clone(), who.user_id);
    in_order(platform, &facts, move |platform, stamp, _| async move {
        let chat = &platform.storage.chat;
        let message = current(&platform, id).await?.message;
        let channel_id = channel.channel_id;
        let pinned = chat.pins(channel_id).await?;
        if add && pinned.iter().all(|pin| pin.message_id != id) {
            below(pinned.len(), PINS_MAX, "fästa meddelanden i en kanal")?;
        }
        let pin = Pin { channel_id, message_id: id, pinned_by: me, pinned: stamp.now };
        let changed = chat.pin(&message, &pin, add, stamp.event_id).await?;
        let state = state_after(&platform, &message).await?;
        let people = people_of(&platform, [&message]).await?;
        let seen = view_of(&platform, &state, &people, me).await?;
        if !changed {
            return Ok((seen, Vec::new()));
        }
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = with_thread(&platform, event, channel_id, message.parent_id).await?;
        Ok((seen, vec![(LiveNotification::MessageUpdate(event.into()), Audience::Readers)]))
    })
    .await
}

/// The pinned messages of a channel, last pinned first.
pub async fn pins(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<PinView>> {
    Facts::load(platform, channel_id, who.user_id).await?;
    let chat = &platform.storage.chat;
    let mut pins = chat.pins(channel_id).await?;
    pins.sort_by_key(|pin| std::cmp::Reverse((pin.pinned, pin.message_id)));
    let ids: Vec<MessageId> = pins.iter().map(|pin| pin.message_id).collect();
    let mut messages = chat.published_among(&ids).await?;
    messages.retain(|message| !message.deleted);
    let seen = views(platform, channel_id, &messages, who.user_id).await?;
    let mut seen: HashMap<MessageId, MessageView> = seen.into_iter().map(|view| (view.id, view)).collect();
    let shown = pins.into_iter().filter_map(|pin| {
        let message = seen.remove(&pin.message_id)?;
        Some(PinView { message, pinned_by: pin.pinned_by, pinned: Moment(pin.pinned) })
    });
    Ok(shown.collect())
}
