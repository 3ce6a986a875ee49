//! Texts of the notifications about webhooks, for the moderators of their channel.

use storage::accounts::NotificationType;
use storage::ids::ChannelId;
use storage::notifications::Notification;

use crate::Platform;
use crate::chat::{self, Facts};
use crate::notifications::view::InChat;
use crate::notifications::{Kinds, NotificationText};
use crate::platform::error::Result;

/// A webhook, incoming or outgoing, acts on behalf of somebody who may not do so any more.
pub const HOOK_RESTS: &str = "HOOK_RESTS";
/// A subscription's address has accepted nothing for a day, and it is disabled.
pub const HOOK_DISABLED: &str = "HOOK_DISABLED";

/// The kinds of notifications about webhooks.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Moderation, &[HOOK_RESTS, HOOK_DISABLED])],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let channel_id = ChannelId(entry.subject_id);
    let facts = match Facts::load(platform, channel_id, entry.user_id).await {
        Ok(facts) => Some(facts),
        Err(refusal) if ["ACCESS_DENIED", "NOT_FOUND"].contains(&refusal.code) => None,
        Err(refusal) => return Err(refusal),
    };
    let facts = facts.filter(|facts| chat::rules::require_moderator(facts.role).is_ok());
    let channel = facts.map(|facts| facts.channel);
    let name = channel.as_ref().map_or("en kanal", |channel| channel.display_name.as_str());
    let title = if entry.kind == HOOK_RESTS {
        format!("En webhook i {name} är pausad: den som står för den är inte längre moderator")
    } else {
        format!("En prenumeration i {name} är avstängd: adressen har inte svarat på ett dygn")
    };
    let path = channel.as_ref().map(|it| format!("/konversation/{}/{channel_id}", it.workspace_id));
    let in_chat = InChat {
        workspace_id: channel.as_ref().map(|channel| channel.workspace_id),
        channel_id: Some(channel_id),
        channel_name: channel.as_ref().map(|channel| channel.display_name.clone()),
        message_id: None,
        parent_message_id: None,
    };
    Ok(NotificationText {
        title,
        preview: None,
        path,
        tag: format!("hook-{channel_id}"),
        aloud: channel.is_some(),
        in_chat,
    })
}
