//! Announcements: recipients acknowledge a message, are shown as having done so, and are reminded. Contract §3.3, §3.8.

use std::time::Duration;

use storage::accounts::User;
use storage::chat::{Ack, AckTotals, Located, MESSAGE};
use storage::ids::{EventId, MessageId, UserId};
use storage::record::Stored;

use super::bells::ACK_REQUESTED;
use super::event::Audience;
use super::everyday::{AckedView, ReceiptView, ReceiptsView, RemindedView};
use super::facts::{Facts, live_state, people_of, state_after};
use super::live_notification::LiveNotification;
use super::messages::{current, in_order};
use super::personal::PersonalEvent;
use super::{ack_rules, calls, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::ToPerson as _;
use crate::notifications::publish_unread;
use crate::platform::error::{Result, ensure_applied};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::people::avatar;
use crate::platform::time::{Moment, now};

/// The job that notifies again those who have not acknowledged a message.
pub const REMIND: JobKind = JobKind {
    name: "chat-ack-reminder",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let (id, since): (MessageId, EventId) = serde_json::from_str(&job.payload)?;
            let located = platform.storage.chat.locate(id).await?;
            match located.map(|located| located.message).filter(|message| message.asked.is_some()) {
                Some(message) => Ok(calls::ask_again(&platform, &message, since).await?),
                None => Ok(()),
            }
        })
    },
};

/// I acknowledge a message; idempotent.
pub async fn ack(platform: &Platform, who: &Who, id: MessageId) -> Result<AckedView> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (facts, Located { message, .. }) = Facts::of_message(platform, id, who.user_id).await?;
    ack_rules::confirm(&message, who.user_id)?;
    let (channel, me) = (facts.channel.clone(), who.user_id);
    let (ack_count, is_new) = in_order(platform, &facts, move |platform, stamp, _| async move {
        let message = current(&platform, id).await?.message;
        let ack = Ack { message_id: id, user_id: me, acked: stamp.now };
        let is_new = platform.storage.chat.ack(&message, &ack, stamp.event_id).await?;
        let state = state_after(&platform, &message).await?;
        if !is_new {
            return Ok(((state.acks, false), Vec::new()));
        }
        let people = people_of(&platform, [&message]).await?;
        let event = live_state(&channel, &state, &people, stamp.event_id, stamp.now);
        let event = LiveNotification::MessageUpdate(event.into());
        Ok(((state.acks, true), vec![(event, Audience::Readers)]))
    })
    .await?;
    if is_new {
        let (workspace_id, channel_id) = (facts.channel.workspace_id, facts.channel.channel_id);
        platform.announce(PersonalEvent::MessageAcked { workspace_id, channel_id, message_id: id }.to(me));
    }
    no_longer_rings(platform, me, id).await?;
    Ok(AckedView { acked: true, ack_count })
}

/// Marks the notification as read that asked for the acknowledgement.
async fn no_longer_rings(platform: &Platform, user_id: UserId, id: MessageId) -> Result<()> {
    let bells = &platform.storage.notifications;
    let entry = bells.calling(user_id, MESSAGE, id.0).await?;
    if let Some(entry) = entry.filter(|entry| entry.kind == ACK_REQUESTED && !entry.read) {
        bells.mark_read(user_id, &[entry.notification_id]).await?;
        publish_unread(platform, user_id);
    }
    Ok(())
}

/// The recipients who have read and acknowledged a message: a page by ascending id, after one. For its author and
/// moderators.
pub async fn receipts(
    platform: &Platform,
    who: &Who,
    id: MessageId,
    after: Option<UserId>,
    limit: usize,
) -> Result<ReceiptsView> {
    let (facts, Located { message, .. }) = Facts::of_message(platform, id, who.user_id).await?;
    ack_rules::see_receipts(&message, who.user_id, facts.role)?;
    let (chat, channel) = (&platform.storage.chat, &facts.channel);
    let mut asked = chat.asked(id, after, limit + 1).await?;
    let has_more = asked.len() > limit;
    asked.truncate(limit);
    let (acks, readers) = futures_util::try_join!(
        chat.acks_among(id, &asked),
        chat.readers_among(&asked, channel.workspace_id, channel.channel_id),
    )?;
    let totals = chat.ack_totals(&[id]).await?.remove(&id).unwrap_or_else(|| AckTotals::none(id));
    let people = platform.people.all(asked.iter().copied()).await?;
    let mut page = ReceiptsView {
        audience: message.asked.unwrap_or(0) + totals.late,
        ack_count: totals.confirmed,
        read: Vec::new(),
        acked: Vec::new(),
        waiting: Vec::new(),
        has_more,
        next: asked.last().copied().filter(|_| has_more),
        cursor: asked.last().copied().filter(|_| has_more),
        reminded: (totals.reminded > 0).then_some(Moment(totals.reminded)),
    };
    for user_id in asked {
        let Some(user) = people.get(&user_id) else { continue };
        let has_read = readers.get(&user_id).is_some_and(|reader| reader.last_read >= Some(id));
        if has_read && user.show_read_marks {
            page.read.push(person(user, None));
        }
        match acks.get(&user_id) {
            Some(at) => page.acked.push(person(user, Some(*at))),
            None => page.waiting.push(person(user, None)),
        }
    }
    Ok(page)
}

fn person(user: &User, at: Option<i64>) -> ReceiptView {
    ReceiptView {
        user_id: user.user_id,
        display_name: user.display_name.clone(),
        slug: user.user_name.clone(),
        avatar: avatar(user),
        at: at.map(Moment),
    }
}

/// Notifies again those who have not acknowledged a message, by a job that is stored with the decision; 429 within an
/// hour of the last time.
pub async fn remind(platform: &Platform, who: &Who, id: MessageId) -> Result<RemindedView> {
    let (facts, Located { message, .. }) = Facts::of_message(platform, id, who.user_id).await?;
    ack_rules::see_receipts(&message, who.user_id, facts.role)?;
    rules::in_use(&facts.channel)?;
    let me = who.user_id;
    in_order(platform, &facts, move |platform, stamp, _| async move {
        let message = current(&platform, id).await?.message;
        let chat = &platform.storage.chat;
        let stood = chat.ack_totals(&[id]).await?.remove(&id);
        let mut new = stood.clone().unwrap_or_else(|| AckTotals::none(id));
        ack_rules::remind(new.reminded, stamp.now)?;
        new.reminded = stamp.now;
        let ring = jobs::job(&platform, REMIND.name, now(), &(id, stamp.event_id))?.insert();
        ensure_applied(
            chat.remind_asked(&message, me, stood.as_ref(), &new, stamp.event_id, vec![ring]).await?,
        )?;
        platform.jobs.wake();
        let reminded = (message.asked.unwrap_or(0) + new.late - new.confirmed).max(0);
        Ok((RemindedView { reminded }, Vec::new()))
    })
    .await
}
