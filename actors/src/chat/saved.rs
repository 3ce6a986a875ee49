//! Saved messages and their reminders.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use storage::chat::{SAVED_MAX, Saved};
use storage::ids::{ChannelId, EventId, MessageId, UserId};
use storage::record::Stored;

use super::bells::{self, REMINDER};
use super::everyday::SavedView;
use super::facts::{Facts, views};
use super::rules;
use crate::Platform;
use crate::accounts::Who;
use crate::notifications;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::quotas::below;
use crate::platform::time::{Moment, now, to_come};

/// The job that reminds a person of a message.
pub const REMIND: JobKind = JobKind {
    name: "chat-reminder",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, message_id, at): (UserId, MessageId, i64) = serde_json::from_str(&job.payload)?;
            Ok(remind(&platform, user_id, message_id, at).await?)
        })
    },
};

/// Saves a message that I may read; saving it again replaces the reminder.
pub async fn save(platform: &Platform, who: &Who, id: MessageId, remind_at: Option<Moment>) -> Result<()> {
    let (_, located) = Facts::of_message(platform, id, who.user_id).await?;
    rules::not_deleted(&located.message)?;
    let remind_at = remind_at.map(|at| to_come("remindAt", at, now())).transpose()?.map(|at| at.0);
    let chat = &platform.storage.chat;
    if chat.saved(who.user_id, id).await?.is_none() {
        let (kept, _) = chat.all_saved(who.user_id, None, SAVED_MAX).await?;
        below(kept.len(), SAVED_MAX, "sparade meddelanden")?;
    }
    let saved = Saved { user_id: who.user_id, message_id: id, saved: now(), remind_at };
    let mut then = Vec::new();
    if let Some(at) = remind_at {
        then.push(jobs::job(platform, REMIND.name, at, &(who.user_id, id, at))?.insert());
    }
    Ok(chat.save(&saved, then).await?)
}

/// Removes a saved message.
pub async fn unsave(platform: &Platform, who: &Who, id: MessageId) -> Result<()> {
    let was_kept = platform.storage.chat.unsave(who.user_id, id).await?;
    if was_kept { Ok(()) } else { Err(Refusal::not_found("Meddelandet är inte sparat.")) }
}

/// My saved messages that I may read now, newest messages first; and whether there are more.
pub async fn saved(
    platform: &Platform,
    who: &Who,
    before: Option<MessageId>,
    limit: usize,
) -> Result<(Vec<SavedView>, bool)> {
    let chat = &platform.storage.chat;
    let (found, more) = chat.all_saved(who.user_id, before, limit).await?;
    let ids: Vec<MessageId> = found.iter().map(|saved| saved.message_id).collect();
    let messages = chat.published_among(&ids).await?;
    let mut messages: HashMap<_, _> = messages.into_iter().map(|one| (one.message_id, one)).collect();
    let mut shown = Vec::with_capacity(found.len());
    let mut known: HashMap<ChannelId, Option<Facts>> = HashMap::new();
    for saved in found {
        let Some(message) = messages.remove(&saved.message_id) else { continue };
        let channel_id = message.channel_id;
        let facts = match known.entry(channel_id) {
            Entry::Occupied(facts) => facts.into_mut(),
            Entry::Vacant(place) => place.insert(readable(platform, channel_id, who.user_id).await?),
        };
        let Some(facts) = facts else { continue };
        let mut seen = views(platform, channel_id, &[message], who.user_id).await?;
        shown.extend(seen.pop().map(|message| SavedView {
            message,
            workspace_id: facts.channel.workspace_id,
            channel_name: facts.channel.display_name.clone(),
            saved: Moment(saved.saved),
            remind_at: saved.remind_at.map(Moment),
        }));
    }
    Ok((shown, more))
}

/// The channel's facts, if the person may read it now.
pub(super) async fn readable(
    platform: &Platform,
    channel_id: ChannelId,
    user_id: UserId,
) -> Result<Option<Facts>> {
    match Facts::load(platform, channel_id, user_id).await {
        Ok(facts) => Ok(Some(facts)),
        Err(refusal) if matches!(refusal.kind, RefusalKind::Forbidden | RefusalKind::NotFound) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

async fn remind(platform: &Platform, user_id: UserId, id: MessageId, at: i64) -> Result<()> {
    let chat = &platform.storage.chat;
    let Some(saved) = chat.saved(user_id, id).await?.filter(|saved| saved.remind_at == Some(at)) else {
        return Ok(());
    };
    let Some(located) = chat.locate(id).await?.filter(|located| !located.message.deleted) else {
        return Ok(());
    };
    let Some(facts) = readable(platform, located.message.channel_id, user_id).await? else { return Ok(()) };
    let since = EventId(platform.ids.next(now())?);
    let entry = bells::about(&facts.channel, &located.message, user_id, REMINDER, since);
    let notices = notifications::writes(platform, std::slice::from_ref(&entry))?;
    if chat.remind(&saved, notices).await? {
        notifications::announce(platform, &[entry]);
    }
    Ok(())
}
