//! Messages that wait for a moderator: PENDING → APPROVED or REJECTED, once. Contract §3.4.

use storage::chat::{Decision, Located, Message};
use storage::ids::{ChannelId, MessageId, NotificationId, UserId};
use storage::notifications::Notification;

use super::facts::{Facts, live, view, with_thread};
use super::messages::tombstone;
use super::rules;
use super::view::MessageView;
use crate::Platform;
use crate::accounts::Who;
use crate::channel::{Change, Pace, Stamp};
use crate::error::{Refusal, Result};
use crate::event::{Audience, LiveNotification, LiveType};
use crate::notifications;

/// Is this message one that nobody has decided on?
pub(super) fn waits(located: &Located) -> bool {
    located.pending && located.decision.is_none()
}

/// The waiting messages of a channel that `user` may see: all of them for moderators, else their own.
pub(super) async fn waiting_for(
    platform: &Platform,
    facts: &Facts,
    user: UserId,
) -> Result<Vec<MessageView>> {
    let moderates = rules::require_moderator(facts.role).is_ok();
    let waiting = platform.storage.chat.pending(facts.channel.channel_id).await?;
    let mine: Vec<Message> = waiting.into_iter().filter(|m| moderates || m.user_id == user).collect();
    let authors = platform.people.all(mine.iter().map(|m| m.user_id)).await?;
    let seen = mine.iter().map(|message| {
        let author = authors.get(&message.user_id).map(std::convert::AsRef::as_ref);
        view(message, author, false, None, Vec::new())
    });
    Ok(seen.collect())
}

/// The moderation queue of a channel, oldest first.
pub async fn pending(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<MessageView>> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    rules::require_moderator(facts.role)?;
    waiting_for(platform, &facts, who.user_id).await
}

/// Lets a message through. A second decision is 409.
pub async fn approve(platform: &Platform, who: &Who, id: MessageId) -> Result<MessageView> {
    decide(platform, who, id, Decision::Approve, None).await
}

/// Refuses a message; its text is gone and its author is told why.
pub async fn reject(
    platform: &Platform,
    who: &Who,
    id: MessageId,
    reason: Option<String>,
) -> Result<MessageView> {
    decide(platform, who, id, Decision::Reject, reason).await
}

/// The author takes back what nobody has decided on.
pub(super) async fn withdraw(
    platform: &Platform,
    who: &Who,
    facts: &Facts,
    message: Message,
) -> Result<MessageView> {
    carry_out(platform, who.user_id, facts, message, Decision::Withdraw, None).await
}

fn decided() -> Refusal {
    Refusal::conflict("ALREADY_DECIDED", "Någon har redan tagit ställning till meddelandet.")
}

async fn decide(
    platform: &Platform,
    who: &Who,
    id: MessageId,
    decision: Decision,
    reason: Option<String>,
) -> Result<MessageView> {
    let (facts, located) = Facts::of_message(platform, id, who.user_id).await?;
    rules::require_moderator(facts.role)?;
    if !waits(&located) {
        return Err(decided());
    }
    carry_out(platform, who.user_id, &facts, located.message, decision, reason).await
}

async fn carry_out(
    platform: &Platform,
    by: UserId,
    facts: &Facts,
    message: Message,
    decision: Decision,
    reason: Option<String>,
) -> Result<MessageView> {
    let channel_live = platform.registry.channel(platform, &facts.channel).await?;
    let copy = platform.clone();
    let channel = facts.channel.clone();
    let (change, answer) = Change::new(Pace::Alone, move |stamp| async move {
        let told = write(copy, by, channel, message, decision, reason, stamp).await?;
        Ok::<_, Refusal>(told)
    });
    channel_live.try_send(change).map_err(|_| Refusal::busy())?;
    answer.await.map_err(|_| Refusal::busy())?
}

async fn write(
    platform: Platform,
    by: UserId,
    channel: storage::chat::Channel,
    message: Message,
    decision: Decision,
    reason: Option<String>,
    stamp: Stamp,
) -> Result<(MessageView, Vec<(LiveNotification, Audience)>)> {
    // The author may have changed the text since it was read.
    let located = platform.storage.chat.locate(message.message_id).await?.ok_or_else(decided)?;
    let message = located.message;
    let rows = bell(&platform, by, &channel, &message, decision, stamp).await?;
    let chat = &platform.storage.chat;
    let written = chat.decide_pending(
        &message,
        decision,
        by,
        reason.as_deref(),
        stamp.event_id,
        channel.workspace_id,
        &rows,
    );
    if !written.await? {
        return Err(decided());
    }
    notifications::announce(&platform, &rows);
    let author = platform.people.get(message.user_id).await?;
    let about =
        |kind, message: &Message| live(kind, &channel, message, author.as_deref(), stamp.event_id, stamp.now);
    if decision == Decision::Approve {
        let event = about(LiveType::MessageApproved, &message);
        let event = with_thread(&platform, event, message.parent_id).await?;
        if message.mention_all {
            notifications::call_everybody(&platform, &channel, &message);
        }
        let seen = view(&message, author.as_deref(), true, None, Vec::new());
        return Ok((seen, vec![(event, Audience::Readers)]));
    }
    let gone = tombstone(message, stamp.now);
    let mut event = about(LiveType::MessageDelete, &gone);
    event.visible = false;
    event.reason = reason;
    let seen = view(&gone, author.as_deref(), false, None, Vec::new());
    Ok((seen, vec![(event, Audience::Moderators { and: gone.user_id })]))
}

/// Who is told by the bell: those an approved message calls, and the author of a rejected one.
async fn bell(
    platform: &Platform,
    by: UserId,
    channel: &storage::chat::Channel,
    message: &Message,
    decision: Decision,
    stamp: Stamp,
) -> Result<Vec<Notification>> {
    let told = match decision {
        Decision::Approve => {
            let parent = match message.parent_id {
                Some(parent) => platform.storage.chat.locate(parent).await?.map(|l| l.message),
                None => None,
            };
            notifications::audience_of(platform, channel, message.user_id, &message.mentions, parent).await?
        }
        Decision::Reject => vec![(message.user_id, notifications::Kind::MessageRejected)],
        Decision::Withdraw => Vec::new(),
    };
    let rows = told.into_iter().map(|(user_id, kind)| Notification {
        notification_id: NotificationId(platform.ids.along(stamp.now)),
        actor_id: Some(if decision == Decision::Reject { by } else { message.user_id }),
        created: stamp.now,
        ..notifications::about(channel, message, user_id, kind)
    });
    Ok(rows.collect())
}
