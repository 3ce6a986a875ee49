//! Messages that wait for a moderator: PENDING → APPROVED or REJECTED, once. Contract §3.4.

use storage::chat::counting::Why;
use storage::chat::{Channel, Decision, Located, Message};
use storage::engine::Write;
use storage::ids::{CaseStepId, ChannelId, EntityId, EventId, MessageId, UserId};
use storage::moderation::{CaseAction, CaseStep, ReportTarget};
use storage::notifications::Notification;
use storage::record::Stored;

use super::event::Audience;
use super::facts::{Facts, Known, live, live_state, people_of, state_after, view, view_of, with_thread};
use super::live::{self, Change};
use super::live_notification::{LiveNotification, MessageEvent, PendingEvent};
use super::messages::tombstone;
use super::view::{MessageView, Waiting, formatted};
use super::{bells, calls, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::live::room::{Pace, Stamp};
use crate::notifications;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Is this message, or an edit of it, still undecided?
pub(super) fn waits(located: &Located) -> bool {
    located.pending && located.decision.is_none() || located.proposed.is_some()
}

/// The event of a published message whose edit waits: its current state with the proposed text.
pub(super) fn proposal(message: MessageEvent, proposed: &Message) -> LiveNotification {
    let proposed = Some(formatted(proposed).to_owned());
    LiveNotification::MessagePending(Box::new(PendingEvent { message, proposed }))
}

/// The waiting messages of a channel that `user` may see: all for moderators, otherwise their own.
pub(super) async fn waiting_for(
    platform: &Platform,
    facts: &Facts,
    user: UserId,
) -> Result<Vec<MessageView>> {
    let moderates = rules::require_moderator(facts.role).is_ok();
    let waiting = platform.storage.chat.pending(facts.channel.channel_id).await?;
    let mine: Vec<Message> = waiting.into_iter().filter(|m| moderates || m.user_id == user).collect();
    let people = people_of(platform, &mine).await?;
    Ok(mine.iter().map(|message| view(message, &people, false, None, Vec::new())).collect())
}

/// The moderation queue of a channel, oldest first.
pub async fn pending(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<MessageView>> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    rules::require_moderator(facts.role)?;
    waiting_for(platform, &facts, who.user_id).await
}

/// Approves a message. A second decision is 409.
pub async fn approve(platform: &Platform, who: &Who, id: MessageId) -> Result<MessageView> {
    decide(platform, who, id, Decision::Approve, None).await
}

/// Rejects a message; its text is removed and its author is notified of the reason.
pub async fn reject(
    platform: &Platform,
    who: &Who,
    id: MessageId,
    reason: Option<String>,
) -> Result<MessageView> {
    decide(platform, who, id, Decision::Reject, reason).await
}

/// When moderation is switched off, waiting messages are decided first, as the person switching it off chooses. Without
/// a choice the change is refused.
pub(super) async fn let_go(
    platform: &Platform,
    who: &Who,
    facts: &Facts,
    waiting: Option<Waiting>,
) -> Result<()> {
    let left = platform.storage.chat.pending(facts.channel.channel_id).await?;
    if left.is_empty() {
        return Ok(());
    }
    let decision = match waiting {
        Some(Waiting::Approve) => Decision::Approve,
        Some(Waiting::Reject) => Decision::Reject,
        None => {
            let message =
                format!("{} meddelanden väntar på godkännande. Välj vad som ska hända med dem.", left.len());
            return Err(Refusal::conflict("MESSAGES_WAIT", message));
        }
    };
    for message in left {
        match carry_out(platform, who.user_id, facts, message, decision, None).await {
            // Somebody else decided first.
            Err(refusal) if refusal.code == decided().code => {}
            done => _ = done?,
        }
    }
    Ok(())
}

/// The author withdraws an undecided message.
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
    if decision == Decision::Approve {
        rules::in_use(&facts.channel)?;
    }
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
    let channel_live = live::channel(platform, &facts.channel).await?;
    let copy = platform.clone();
    let channel = facts.channel.clone();
    let (change, answer) = Change::new(Pace::Alone, move |stamp| async move {
        let notified = write(copy, by, channel, message, decision, reason, stamp).await?;
        Ok::<_, Refusal>(notified)
    });
    channel_live.try_send(change).map_err(|_| Refusal::busy())?;
    answer.await.map_err(|_| Refusal::busy())?
}

async fn write(
    platform: Platform,
    by: UserId,
    channel: Channel,
    message: Message,
    decision: Decision,
    reason: Option<String>,
    stamp: Stamp,
) -> Result<(MessageView, Vec<(LiveNotification, Audience)>)> {
    // The author may have changed the text since it was read.
    let located = platform.storage.chat.locate(message.message_id).await?.ok_or_else(decided)?;
    let is_edit = located.proposed.is_some();
    let published = located.message.clone();
    let message = located.proposed.map_or(located.message, |proposed| *proposed);
    let rows = bell(&platform, by, &channel, &message, decision, is_edit, stamp).await?;
    // A withdrawal by the author is not a moderator's decision.
    let step = match decision {
        Decision::Withdraw if by == message.user_id => None,
        _ => Some(case_step(
            &platform,
            channel.entity_id,
            message.message_id,
            decision == Decision::Approve,
            by,
            reason.as_deref().unwrap_or_default(),
        )?),
    };
    let chat = &platform.storage.chat;
    let then: Vec<Write> = step.into_iter().chain(notifications::jobs(&platform, &rows)?).collect();
    let written = chat.decide_pending(
        &message,
        decision,
        by,
        reason.as_deref(),
        stamp.event_id,
        channel.workspace_id,
        &rows,
        &then,
    );
    let message = written.await?.ok_or_else(decided)?;
    platform.jobs.wake();
    super::moderators::waiting_changed(&platform, &channel);
    notifications::announce(&platform, &rows);
    let people = people_of(&platform, [&message]).await?;
    if is_edit {
        let state = state_after(&platform, &message).await?;
        let audience = if decision == Decision::Approve {
            calls::changed(&platform, &channel, &published, &message, stamp.event_id);
            Audience::Readers
        } else {
            // For those who saw that it waited; for everybody else nothing has changed.
            Audience::Moderators { and: message.user_id }
        };
        let mut event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        event.reason = reason;
        let event = LiveNotification::MessageUpdate(event.into());
        return Ok((view_of(&platform, &state, &people, by).await?, vec![(event, audience)]));
    }
    if decision == Decision::Approve {
        let notified = rows.iter().map(|row| row.user_id).collect();
        calls::sent(&platform, &channel, &message, stamp.event_id, notified);
        let state = state_after(&platform, &message).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = with_thread(&platform, event, channel.channel_id, message.parent_id).await?;
        let event = LiveNotification::MessageApproved(event.into());
        return Ok((view_of(&platform, &state, &people, by).await?, vec![(event, Audience::Readers)]));
    }
    let gone = tombstone(message, stamp.now);
    let event = turned_down(&channel, &gone, &people, reason, stamp.event_id, stamp.now);
    let seen = view(&gone, &people, false, None, Vec::new());
    Ok((seen, vec![(event, Audience::Moderators { and: gone.user_id })]))
}

/// The event of a rejected or withdrawn message, for its author and moderators.
pub(super) fn turned_down(
    channel: &Channel,
    gone: &Message,
    people: &Known,
    reason: Option<String>,
    cursor: EventId,
    at: i64,
) -> LiveNotification {
    let event = MessageEvent { visible: false, reason, ..live(channel, gone, people, cursor, at) };
    LiveNotification::MessageDelete(event.into())
}

/// The notifications of a decision: for those an approved message mentions, or for the author of a rejected one.
async fn bell(
    platform: &Platform,
    by: UserId,
    channel: &Channel,
    message: &Message,
    decision: Decision,
    is_edit: bool,
    stamp: Stamp,
) -> Result<Vec<Notification>> {
    let author = message.user_id;
    match decision {
        // People mentioned by an edit are notified by `calls::changed`.
        Decision::Approve if is_edit => return Ok(Vec::new()),
        Decision::Approve => {
            let parent = match message.parent_id {
                Some(parent) => platform.storage.chat.locate(parent).await?.map(|l| l.message),
                None => None,
            };
            let notified =
                calls::audience_of(platform, channel, author, &message.mentions, parent, &[]).await?;
            let row = |(user_id, why): (UserId, Why)| {
                bells::about(channel, message, user_id, bells::kind(why), stamp.event_id)
            };
            return Ok(notified.into_iter().map(row).collect());
        }
        Decision::Withdraw if by == author => return Ok(Vec::new()),
        // Deleted by a moderator.
        Decision::Reject | Decision::Withdraw => {}
    }
    let since = EventId(platform.ids.along(stamp.now));
    let row = bells::about(channel, message, author, bells::MESSAGE_REJECTED, since);
    Ok(vec![Notification { actor_id: Some(by), created: stamp.now, ..row }])
}

/// The log entry of a decision about a waiting message, for the same write. `note`: the reason given to its author.
fn case_step(
    platform: &Platform,
    entity_id: EntityId,
    message: MessageId,
    is_approved: bool,
    by: UserId,
    note: &str,
) -> Result<Write> {
    let at = Moment(now());
    let step = CaseStep {
        entity_id,
        year: CaseStep::year_of(at),
        step_id: CaseStepId(platform.ids.next(at.0)?),
        case_id: None,
        action: if is_approved { CaseAction::Approve } else { CaseAction::Reject },
        target_type: ReportTarget::Message,
        target_id: message.0,
        done_by: Some(by),
        note: note.to_owned(),
        created: at,
    };
    Ok(step.insert())
}
