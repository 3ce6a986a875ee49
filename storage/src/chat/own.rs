//! What somebody keeps for themselves in chat: saved messages, drafts, what is sent later, how their list is arranged.

use crate::platform::engine::Write;
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, JobId, MessageId, UserId};
use crate::platform::record::{Stored, record};

use super::Chat;

/// Messages that one may keep.
pub const SAVED_MAX: usize = 2_000;
/// Messages that wait to be sent, of one person.
pub const SCHEDULED_MAX: usize = 200;
/// Attempts at a row that others change as well.
const ATTEMPTS: usize = 16;
/// Drafts of one person that are looked at.
const DRAFTS_READ: usize = 1_000;

record! {
    /// A message that somebody keeps.
    pub struct Saved;
    pub(crate) static SAVED: "saved_messages", Descending;
    partition {
        /// Who keeps it.
        user_id: UserId => bigint,
    }
    clustering {
        /// The message.
        message_id: MessageId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        saved: i64 => timestamp,
        /// Epoch milliseconds at which they are reminded; none: not, or they were.
        remind_at: Option<i64> => timestamp,
    }
}

record! {
    /// What somebody has begun to write.
    pub struct Draft;
    pub(crate) static DRAFTS: "drafts", Ascending;
    partition {
        /// Who writes.
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
    /// A message that is sent later.
    pub struct Scheduled;
    pub(crate) static SCHEDULED: "scheduled_messages", Ascending;
    partition {
        /// Who sends it.
        user_id: UserId => bigint,
    }
    clustering {
        /// Of the job that sends it.
        scheduled_id: JobId => bigint,
    }
    columns {
        channel_id: ChannelId => bigint,
        /// The text, mentions as typed.
        content: String => text,
        /// Epoch milliseconds.
        send_at: i64 => timestamp,
        /// The code of the refusal when it could not be sent.
        refused: Option<String> => text,
        /// How it is repeated (RFC 5545); none: it is sent once.
        rrule: Option<String> => text,
        /// When the first of what is repeated was due, epoch milliseconds: from there the rule counts.
        first_at: Option<i64> => timestamp,
    }
}

record! {
    /// How somebody's list of channels is arranged.
    pub struct Arrangement;
    pub(crate) static SIDEBARS: "sidebars", Ascending;
    partition {
        /// Whose list.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// What the list's own words say.
        layout: String => text,
        /// Epoch milliseconds.
        updated: i64 => timestamp,
    }
}

impl Chat {
    /// Writes a draft, or how a list is arranged, over what was there.
    pub async fn keep(&self, own: &impl Stored) -> Result<()> {
        self.db.write(vec![own.insert()]).await
    }

    /// Keeps a message, or changes when its keeper is reminded, with what follows from it.
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

    /// A message is to be sent later, with what follows from it.
    pub async fn schedule(&self, scheduled: &Scheduled, then: Vec<Write>) -> Result<()> {
        self.db.decide(scheduled.if_absent(), then).await.map(drop)
    }

    /// A message that somebody keeps.
    pub async fn saved(&self, user_id: UserId, message_id: MessageId) -> Result<Option<Saved>> {
        self.db.find(Saved::at(user_id, message_id)).await
    }

    /// What somebody keeps, the newest messages first; whether there is more.
    pub async fn all_saved(
        &self,
        user_id: UserId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<Saved>, bool)> {
        self.db.page(Saved::of(user_id).before_any(before), limit).await
    }

    /// It is kept no longer. False: it was not.
    pub async fn unsave(&self, user_id: UserId, message_id: MessageId) -> Result<bool> {
        self.db.decide(Saved::at(user_id, message_id).delete_if([]), Vec::new()).await
    }

    /// Somebody is reminded of what they keep, once, by what is written with it. False: they were, or do not want to be at that moment any more.
    pub async fn remind(&self, saved: &Saved, then: Vec<Write>) -> Result<bool> {
        let reminded = Saved { remind_at: None, ..saved.clone() };
        let Some(guard) = saved.change_whole_to(&reminded) else { return Ok(false) };
        self.db.decide(guard, then).await
    }

    /// What somebody has begun to write in a channel.
    pub async fn draft(&self, user_id: UserId, channel_id: ChannelId) -> Result<Option<Draft>> {
        self.db.find(Draft::at(user_id, channel_id)).await
    }

    /// All that somebody has begun to write.
    pub async fn drafts(&self, user_id: UserId) -> Result<Vec<Draft>> {
        self.db.list(Draft::of(user_id).ascending(DRAFTS_READ)).await
    }

    /// There is no draft any more.
    pub async fn drop_draft(&self, user_id: UserId, channel_id: ChannelId) -> Result<()> {
        self.db.write(vec![Draft::at(user_id, channel_id).delete()]).await
    }

    /// A message that somebody sends later.
    pub async fn scheduled(&self, user_id: UserId, id: JobId) -> Result<Option<Scheduled>> {
        self.db.find(Scheduled::at(user_id, id)).await
    }

    /// All that somebody sends later.
    pub async fn all_scheduled(&self, user_id: UserId) -> Result<Vec<Scheduled>> {
        self.db.list(Scheduled::of(user_id).ascending(2 * SCHEDULED_MAX)).await
    }

    /// Writes what is different in a message that is sent later, with what follows from it. False: it is another by now, or
    /// sent.
    pub async fn reschedule(&self, old: &Scheduled, new: &Scheduled, then: Vec<Write>) -> Result<bool> {
        let Some(guard) = old.change_whole_to(new) else { return Ok(true) };
        self.db.decide(guard, then).await
    }

    /// It could not be sent, and its author is told, once, by what is written with it. False: it is another by now.
    pub async fn refuse_scheduled(&self, old: &Scheduled, code: &str, then: Vec<Write>) -> Result<bool> {
        let refused = Scheduled { refused: Some(code.to_owned()), ..old.clone() };
        self.reschedule(old, &refused, then).await
    }

    /// A message is sent, or shall not be. False: it was already.
    pub async fn unschedule(&self, user_id: UserId, id: JobId) -> Result<bool> {
        self.db.decide(Scheduled::at(user_id, id).delete_if([]), Vec::new()).await
    }

    /// How somebody's list is arranged.
    pub async fn arrangement(&self, user_id: UserId) -> Result<Option<Arrangement>> {
        self.db.find(Arrangement::at(user_id)).await
    }

    /// Forgets all that somebody kept for themselves, and in which threads they take part.
    pub async fn forget_own(&self, user_id: UserId) -> Result<()> {
        let spans =
            [Saved::of(user_id), Draft::of(user_id), Scheduled::of(user_id), Arrangement::of(user_id)];
        for span in spans {
            self.db.write(vec![span.delete()]).await?;
        }
        self.leave_threads(user_id).await
    }
}
