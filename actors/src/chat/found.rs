//! Search results: somebody's channels, and the messages in them.

use super::search::{FoundChannel, Wanted, channels_named, find};
use crate::Platform;
use crate::accounts::Who;
use crate::area::found::{OwnResults, Sought, Suggestion};
use crate::platform::error::Result;
use crate::platform::markdown;

pub(super) static CHANNELS: OwnResults = OwnResults {
    kind: "channel",
    label: "Kanaler",
    place: 1,
    find: |platform, who, sought, limit| Box::pin(channels(platform, who, sought, limit)),
};

pub(super) static MESSAGES: OwnResults = OwnResults {
    kind: "message",
    label: "Meddelanden",
    place: 3,
    find: |platform, who, sought, limit| Box::pin(messages(platform, who, sought, limit.min(MOST_MESSAGES))),
};

/// Few, because messages have a search of their own.
const MOST_MESSAGES: usize = 3;
/// Shorter queries would match too many messages.
const MESSAGE_MIN: usize = 3;
/// Longest displayed part of a message, in characters.
const SHOWN: usize = 120;

async fn channels(
    platform: &Platform,
    who: &Who,
    sought: Sought<'_>,
    limit: usize,
) -> Result<Vec<Suggestion>> {
    let found = channels_named(platform, who.user_id, |channel: &str| sought.is_in(channel), limit).await?;
    let shown = |FoundChannel { workspace_id, workspace_name, channel }: FoundChannel| {
        let slug = format!("konversation/{workspace_id}/{}", channel.channel_id);
        Suggestion { location: Some(workspace_name), ..CHANNELS.result(slug, channel.display_name) }
    };
    Ok(found.into_iter().map(shown).collect())
}

async fn messages(
    platform: &Platform,
    who: &Who,
    sought: Sought<'_>,
    limit: usize,
) -> Result<Vec<Suggestion>> {
    if sought.text.trim().chars().count() < MESSAGE_MIN {
        return Ok(Vec::new());
    }
    let wanted = Wanted { text: sought.text.to_owned(), limit, ..Wanted::default() };
    let found = find(platform, who, wanted).await?;
    let shown = found.content.into_iter().map(|one| {
        let (message, workspace) = (one.message, one.workspace_id);
        let path =
            super::bells::path_to(workspace, message.channel_id, message.parent_message_id, Some(message.id));
        let words = markdown::brief(&message.formatted_content, &[], SHOWN);
        Suggestion {
            location: Some(format!("{} · {}", message.user_name, one.channel_display_name)),
            start: Some(message.created),
            ..MESSAGES.result(path.trim_start_matches('/').to_owned(), words)
        }
    });
    Ok(shown.collect())
}
