//! Scheduled messages. Their author's rights are checked again when they are sent.

use std::time::Duration;

use storage::chat::{CHANNEL, Channel, SCHEDULED_MAX, Scheduled};
use storage::engine::Write;
use storage::ids::{ChannelId, JobId, NotificationId, SessionId, UserId};
use storage::notifications::Notification;
use storage::record::Stored;

use super::bells::SCHEDULED_REFUSED;
use super::everyday::{ScheduleInput, ScheduledView};
use super::facts::Facts;
use super::rules;
use super::view::NewMessage;
use crate::Platform;
use crate::accounts::Who;
use crate::notifications;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::quotas::below;
use crate::platform::recurrence::{self, Rule};
use crate::platform::time::{Moment, ZONE, now, to_come};

/// The job that sends one.
pub const SEND: JobKind = JobKind {
    name: "chat-scheduled",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, id, at): (UserId, JobId, i64) = serde_json::from_str(&job.payload)?;
            Ok(send(&platform, user_id, id, at).await?)
        })
    },
};

impl From<Scheduled> for ScheduledView {
    fn from(scheduled: Scheduled) -> Self {
        Self {
            id: scheduled.scheduled_id,
            channel_id: scheduled.channel_id,
            content: scheduled.content,
            send_at: Moment(scheduled.send_at),
            rrule: scheduled.rrule,
            refused: scheduled.refused,
        }
    }
}

fn absent() -> Refusal {
    Refusal::not_found("Meddelandet finns inte eller har redan skickats.")
}

/// A validated request.
struct Asked {
    content: String,
    /// Epoch milliseconds.
    send_at: i64,
    rrule: Option<String>,
}

impl Asked {
    fn of(input: &ScheduleInput) -> Result<Self> {
        let content = rules::content(&input.content, false)?;
        let send_at = to_come("sendAt", input.send_at, now())?;
        let rrule = input.rrule.as_deref().and_then(recurrence::in_one_way);
        if let Some(rrule) = &rrule {
            Rule::read(rrule, send_at, send_at, ZONE).map_err(recurrence::Wrong::refusal)?;
        }
        Ok(Self { content, send_at: send_at.0, rrule })
    }
}

/// The next time of a repeated message after a moment; none: it is not repeated, or is over.
fn next_after(scheduled: &Scheduled, at: i64) -> Option<i64> {
    let first = Moment(scheduled.first_at?);
    let rule = Rule::read(scheduled.rrule.as_deref()?, first, first, ZONE).ok()?;
    Some(rule.after(Moment(at))?.starts.0)
}

/// Schedules a message in a channel that I may post in now.
pub async fn schedule(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    input: ScheduleInput,
) -> Result<ScheduledView> {
    let asked = Asked::of(&input)?;
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    rules::post(&facts.channel, facts.role)?;
    let waiting = platform.storage.chat.all_scheduled(who.user_id).await?;
    below(waiting.len(), SCHEDULED_MAX, "schemalagda meddelanden")?;
    let scheduled = Scheduled {
        user_id: who.user_id,
        scheduled_id: JobId(platform.ids.next(now())?),
        channel_id,
        content: asked.content,
        send_at: asked.send_at,
        refused: None,
        first_at: asked.rrule.is_some().then_some(asked.send_at),
        rrule: asked.rrule,
    };
    platform.storage.chat.schedule(&scheduled, vec![sending(platform, &scheduled)?]).await?;
    Ok(scheduled.into())
}

fn sending(platform: &Platform, scheduled: &Scheduled) -> Result<Write> {
    let Scheduled { user_id, scheduled_id, send_at, .. } = scheduled;
    Ok(jobs::job(platform, SEND.name, *send_at, &(user_id, scheduled_id, send_at))?.insert())
}

/// My scheduled messages, the next first.
pub async fn scheduled(platform: &Platform, who: &Who) -> Result<Vec<ScheduledView>> {
    let mut waiting = platform.storage.chat.all_scheduled(who.user_id).await?;
    waiting.sort_by_key(|one| (one.send_at, one.scheduled_id));
    Ok(waiting.into_iter().map(ScheduledView::from).collect())
}

/// Changes the text or the moment; a refused one is tried again then. 409 once it is being sent.
pub async fn reschedule(
    platform: &Platform,
    who: &Who,
    id: JobId,
    input: ScheduleInput,
) -> Result<ScheduledView> {
    let Asked { content, send_at, rrule } = Asked::of(&input)?;
    let chat = &platform.storage.chat;
    let old = chat.scheduled(who.user_id, id).await?.ok_or_else(absent)?;
    let first_at = rrule.is_some().then_some(send_at);
    let new = Scheduled { content, send_at, refused: None, rrule, first_at, ..old.clone() };
    ensure_applied(chat.reschedule(&old, &new, vec![sending(platform, &new)?]).await?)?;
    Ok(new.into())
}

/// Cancels a scheduled message.
pub async fn unschedule(platform: &Platform, who: &Who, id: JobId) -> Result<()> {
    if platform.storage.chat.unschedule(who.user_id, id).await? { Ok(()) } else { Err(absent()) }
}

async fn send(platform: &Platform, user_id: UserId, id: JobId, at: i64) -> Result<()> {
    let chat = &platform.storage.chat;
    let stands = |one: &Scheduled| one.send_at == at && one.refused.is_none();
    let Some(scheduled) = chat.scheduled(user_id, id).await?.filter(stands) else { return Ok(()) };
    let who = Who { user_id, session_id: SessionId(0), expires: 0, scopes: None };
    let message = NewMessage {
        content: scheduled.content.clone(),
        // Sending it twice makes one message; each repetition is another one.
        client_message_id: Some(match scheduled.rrule {
            None => format!("scheduled-{id}"),
            Some(_) => format!("scheduled-{id}-{at}"),
        }),
        ..NewMessage::default()
    };
    match super::send(platform, &who, scheduled.channel_id, message).await {
        Ok(_) => sent(platform, &scheduled).await,
        Err(refusal) if refusal.may_pass() => Err(refusal),
        Err(refusal) => refused(platform, &scheduled, refusal.code).await,
    }
}

/// A repeated message is scheduled for its next time. Missed times are sent once, not as often as they were missed.
async fn sent(platform: &Platform, scheduled: &Scheduled) -> Result<()> {
    let chat = &platform.storage.chat;
    match next_after(scheduled, scheduled.send_at.max(now())) {
        Some(send_at) => {
            let next = Scheduled { send_at, ..scheduled.clone() };
            chat.reschedule(scheduled, &next, vec![sending(platform, &next)?]).await?;
        }
        None => {
            chat.unschedule(scheduled.user_id, scheduled.scheduled_id).await?;
        }
    }
    Ok(())
}

/// Notifies the author that it was not sent; the reason is stored with it.
async fn refused(platform: &Platform, scheduled: &Scheduled, code: &str) -> Result<()> {
    let channel = platform.storage.chat.channel(scheduled.channel_id).await?;
    let at = now();
    let (id, subject) = (NotificationId(platform.ids.next(at)?), (CHANNEL, scheduled.channel_id.0));
    let entry = Notification {
        entity_id: channel.map(|Channel { entity_id, .. }| entity_id),
        ..notifications::about(scheduled.user_id, id, SCHEDULED_REFUSED, subject, at)
    };
    let notices = notifications::writes(platform, std::slice::from_ref(&entry))?;
    if platform.storage.chat.refuse_scheduled(scheduled, code, notices).await? {
        notifications::announce(platform, &[entry]);
    }
    Ok(())
}
