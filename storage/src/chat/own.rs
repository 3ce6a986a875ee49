//! A person's private data in chat: saved messages, drafts, scheduled messages, the arrangement of their channel list.

use crate::platform::engine::Write;
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, JobId, MessageId, UserId};
use crate::platform::record::{Stored, record};

use super::Chat;

/// Most saved messages of one person.
pub const SAVED_MAX: usize = 2_000;
/// Most scheduled messages of one person.
pub const SCHEDULED_MAX: usize = 200;
/// Most attempts at a contended row.
const ATTEMPTS: usize = 16;
/// Most drafts read of one person.
const DRAFTS_READ: usize = 1_000;

record! {
    /// A message that somebody saved.
    pub struct Saved;
    pub(crate) static SAVED: "saved_messages", Descending;
    partition {
        /// Who saved it.
        user_id: UserId => bigint,
    }
    clustering {
        /// The message.
        message_id: MessageId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        saved: i64 => timestamp,
        /// Epoch milliseconds of the reminder; none: there is none, or it was sent.
        remind_at: Option<i64> => timestamp,
    }
}

record! {
    /// A draft: a message that is begun and not sent.
    pub struct Draft;
    pub(crate) static DRAFTS: "drafts", Ascending;
    partition {
        /// The author.
        user_id: UserId => bigint,
    }
    clustering {
        channel_id: ChannelId => bigint,
    }
    columns {
        /// The text, mentions as typed.
        content: String => text,
        /// Epoch milliseconds.
        updated: i64 => timestamp,
    }
}

record! {
    /// A scheduled message.
    pub struct Scheduled;
    pub(crate) static SCHEDULED: "scheduled_messages", Ascending;
    partition {
        /// The author.
        user_id: UserId => bigint,
    }
    clustering {
        /// The id of the job that sends it.
        scheduled_id: JobId => bigint,
    }
    columns {
        channel_id: ChannelId => bigint,
        /// The text, mentions as typed.
        content: String => text,
        /// Epoch milliseconds.
        send_at: i64 => timestamp,
        /// The refusal's code if it could not be sent.
        refused: Option<String> => text,
        /// Its recurrence rule (RFC 5545); none: it is sent once.
        rrule: Option<String> => text,
        /// Start of the recurrence: when the first occurrence was due, in epoch milliseconds.
        first_at: Option<i64> => timestamp,
    }
}

record! {
    /// The arrangement of somebody's channel list.
    pub struct Arrangement;
    pub(crate) static SIDEBARS: "sidebars", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// The layout, in the client's own format.
        layout: String => text,
        /// Epoch milliseconds.
        updated: i64 => timestamp,
    }
}

impl Chat {
    /// Writes a draft or an arrangement, replacing the previous one.
    pub async fn keep(&self, own: &impl Stored) -> Result<()> {
        self.db.write(vec![own.insert()]).await
    }

    /// Saves a message or changes its reminder, together with the writes `then`.
    pub async fn save(&self, saved: &Saved, then: Vec<Write>) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let guard = match self.saved(saved.user_id, saved.message_id).await? {
                None => Some(saved.if_absent()),
                Some(old) => old.change_whole_to(&Saved { saved: old.saved, ..saved.clone() }),
            };
            let Some(guard) = guard else { return Ok(()) };
            if self.db.decide(guard, then.clone()).await? {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }

    /// Schedules a message, together with the writes `then`.
    pub async fn schedule(&self, scheduled: &Scheduled, then: Vec<Write>) -> Result<()> {
        self.db.decide(scheduled.if_absent(), then).await.map(drop)
    }

    /// A message that somebody saved.
    pub async fn saved(&self, user_id: UserId, message_id: MessageId) -> Result<Option<Saved>> {
        self.db.find(Saved::at(user_id, message_id)).await
    }

    /// Somebody's saved messages, newest first; answers whether there are more.
    pub async fn all_saved(
        &self,
        user_id: UserId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<Saved>, bool)> {
        self.db.page(Saved::of(user_id).before_any(before), limit).await
    }

    /// Removes a saved message. False: it was not saved.
    pub async fn unsave(&self, user_id: UserId, message_id: MessageId) -> Result<bool> {
        self.db.decide(Saved::at(user_id, message_id).delete_if([]), Vec::new()).await
    }

    /// Clears a reminder when it is sent, once, together with the writes `then`. False: it was sent already, or was
    /// changed.
    pub async fn remind(&self, saved: &Saved, then: Vec<Write>) -> Result<bool> {
        let reminded = Saved { remind_at: None, ..saved.clone() };
        let Some(guard) = saved.change_whole_to(&reminded) else { return Ok(false) };
        self.db.decide(guard, then).await
    }

    /// Somebody's draft in a channel.
    pub async fn draft(&self, user_id: UserId, channel_id: ChannelId) -> Result<Option<Draft>> {
        self.db.find(Draft::at(user_id, channel_id)).await
    }

    /// All of somebody's drafts.
    pub async fn drafts(&self, user_id: UserId) -> Result<Vec<Draft>> {
        self.db.list(Draft::of(user_id).ascending(DRAFTS_READ)).await
    }

    /// Deletes a draft.
    pub async fn drop_draft(&self, user_id: UserId, channel_id: ChannelId) -> Result<()> {
        self.db.write(vec![Draft::at(user_id, channel_id).delete()]).await
    }

    /// A scheduled message.
    pub async fn scheduled(&self, user_id: UserId, id: JobId) -> Result<Option<Scheduled>> {
        self.db.find(Scheduled::at(user_id, id)).await
    }

    /// All of somebody's scheduled messages.
    pub async fn all_scheduled(&self, user_id: UserId) -> Result<Vec<Scheduled>> {
        self.db.list(Scheduled::of(user_id).ascending(2 * SCHEDULED_MAX)).await
    }

    /// Changes a scheduled message, together with the writes `then`. False: it was changed meanwhile, or sent.
    pub async fn reschedule(&self, old: &Scheduled, new: &Scheduled, then: Vec<Write>) -> Result<bool> {
        let Some(guard) = old.change_whole_to(new) else { return Ok(true) };
        self.db.decide(guard, then).await
    }

    /// Records that a scheduled message was refused, once, together with the writes `then` that notify its author.
    /// False: it was changed meanwhile.
    pub async fn refuse_scheduled(&self, old: &Scheduled, code: &str, then: Vec<Write>) -> Result<bool> {
        let refused = Scheduled { refused: Some(code.to_owned()), ..old.clone() };
        self.reschedule(old, &refused, then).await
    }

    /// Deletes a scheduled message that is sent or cancelled. False: it was deleted already.
    pub async fn unschedule(&self, user_id: UserId, id: JobId) -> Result<bool> {
        self.db.decide(Scheduled::at(user_id, id).delete_if([]), Vec::new()).await
    }

    /// The arrangement of somebody's channel list.
    pub async fn arrangement(&self, user_id: UserId) -> Result<Option<Arrangement>> {
        self.db.find(Arrangement::at(user_id)).await
    }

    /// Deletes all of somebody's private data, and their participation in threads.
    pub async fn forget_own(&self, user_id: UserId) -> Result<()> {
        let spans =
            [Saved::of(user_id), Draft::of(user_id), Scheduled::of(user_id), Arrangement::of(user_id)];
        for span in spans {
            self.db.write(vec![span.delete()]).await?;
        }
        self.leave_threads(user_id).await
    }
}
