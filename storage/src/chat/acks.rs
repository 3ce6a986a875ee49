//! Acknowledgements: who is asked to confirm a message, and who has.
//!
//! The recipients that a message asks are stored before it (like those of `@channel`); their number is in its own row.
//! An acknowledgement and its count are one decision, so each is counted once under any concurrency. Like reactions
//! they are written before the message's version is raised for them.

use std::collections::HashMap;

use super::versions::ATTEMPTS;
use super::{Chat, EventKind, Message, rows};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{EventId, MessageId, UserId};
use crate::platform::record::{Stored, record};

/// People stored in one write.
const AT_ONCE: usize = 500;

record! {
    /// Somebody whom a message asks for an acknowledgement.
    struct Asked;
    pub(crate) static ASKED: "message_asked", Ascending;
    partition {
        message_id: MessageId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

record! {
    /// Somebody's acknowledgement of a message.
    pub struct Ack;
    pub(crate) static ACKS: "message_acks", Ascending has ACK_TOTALS;
    partition {
        /// The acknowledged message.
        message_id: MessageId => bigint,
    }
    clustering {
        /// Who acknowledged it.
        user_id: UserId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        acked: i64 => timestamp,
    }
}

record! {
    /// Counts of a message's acknowledgements.
    pub struct AckTotals;
    pub(crate) static ACK_TOTALS: "message_ack_totals" of ACKS;
    partition {
        /// The acknowledged message.
        message_id: MessageId => bigint,
    }
    columns {
        /// Number of acknowledgements.
        confirmed: i64 => bigint,
        /// How many of them came from people who were not asked when it was sent.
        late: i64 => bigint,
        /// When those who had not acknowledged were last reminded, in epoch milliseconds; 0: never.
        reminded: i64 => timestamp,
    }
}

impl AckTotals {
    /// Totals before any acknowledgement.
    pub fn none(message_id: MessageId) -> Self {
        Self { message_id, confirmed: 0, late: 0, reminded: 0 }
    }
}

/// The guard that changes the totals, or creates them.
fn totals_guard(stood: Option<&AckTotals>, new: &AckTotals) -> Guard {
    let changed = stood.and_then(|stood| stood.change_whole_to(new));
    changed.unwrap_or_else(|| new.if_absent())
}

/// Deletes all acknowledgement data of a deleted message.
pub(super) fn gone(message: &Message) -> Vec<Write> {
    if message.asked.is_none() {
        return Vec::new();
    }
    let id = message.message_id;
    vec![Asked::of(id).delete(), Ack::of(id).delete(), AckTotals::at(id).delete()]
}

impl Chat {
    /// Stores the people whom a message will ask for acknowledgements; to be called before the message is written.
    pub async fn ask(&self, message_id: MessageId, people: &[UserId]) -> Result<()> {
        for some in people.chunks(AT_ONCE) {
            let asked = some.iter().map(|user_id| Asked { message_id, user_id: *user_id }.insert());
            self.db.write(asked.collect()).await?;
        }
        Ok(())
    }

    /// The people whom a message asks, by ascending id after `after`, at most `limit`.
    pub async fn asked(
        &self,
        message_id: MessageId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let found: Vec<Asked> = self.db.list(Asked::of(message_id).after_any(after).ascending(limit)).await?;
        Ok(found.into_iter().map(|asked| asked.user_id).collect())
    }

    /// Acknowledges a message, writes the event, and raises the message's version. False: it was acknowledged before,
    /// or is deleted.
    pub async fn ack(&self, message: &Message, ack: &Ack, event_id: EventId) -> Result<bool> {
        let event = rows::text_event(message, EventKind::Update, ack.user_id, event_id);
        if !self.count_ack(ack, event).await? {
            return Ok(false);
        }
        let raised = self.raise(rows::key_of(message), message.message_id, false).await?;
        if !raised {
            // It was deleted meanwhile together with its acknowledgements: this one came too late.
            self.db.write(gone(message)).await?;
        }
        Ok(raised)
    }

    async fn count_ack(&self, ack: &Ack, event: Write) -> Result<bool> {
        let Ack { message_id, user_id, .. } = *ack;
        let _turn = self.turns.of(message_id).await;
        for _ in 0..ATTEMPTS {
            let asked = Asked { message_id, user_id };
            let keys = vec![ack.key(), AckTotals::at(message_id), asked.key()];
            let mut found = self.db.get_many(keys).await?.into_iter();
            if found.next().flatten().is_some() {
                return Ok(false);
            }
            let stood = found.next().flatten().map(crate::platform::record::Record::read).transpose()?;
            let is_late = found.next().flatten().is_none();
            let mut new = stood.clone().unwrap_or_else(|| AckTotals::none(message_id));
            new.confirmed += 1;
            new.late += i64::from(is_late);
            let mut then = vec![event.clone()];
            then.extend(is_late.then(|| asked.insert()));
            let guards = vec![ack.if_absent(), totals_guard(stood.as_ref(), &new)];
            if self.db.write_if(guards, then).await?.applied() {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Acknowledgement totals of some messages; messages without any may be left out.
    pub async fn ack_totals(&self, message_ids: &[MessageId]) -> Result<HashMap<MessageId, AckTotals>> {
        let keys = message_ids.iter().map(|id| AckTotals::at(*id)).collect();
        let found: Vec<AckTotals> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|totals| (totals.message_id, totals)).collect())
    }

    /// When a person acknowledged each of some messages, in epoch milliseconds; others are left out.
    pub async fn acked_by(
        &self,
        user_id: UserId,
        message_ids: &[MessageId],
    ) -> Result<HashMap<MessageId, i64>> {
        let keys = message_ids.iter().map(|id| Ack::at(*id, user_id)).collect();
        let found: Vec<Ack> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|ack| (ack.message_id, ack.acked)).collect())
    }

    /// When each of some people acknowledged a message, in epoch milliseconds; others are left out.
    pub async fn acks_among(&self, message_id: MessageId, people: &[UserId]) -> Result<HashMap<UserId, i64>> {
        let keys = people.iter().map(|id| Ack::at(message_id, *id)).collect();
        let found: Vec<Ack> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|ack| (ack.user_id, ack.acked)).collect())
    }

    /// Records that those who have not acknowledged are reminded, with the event and the writes `then`. False: the
    /// totals have changed meanwhile.
    pub async fn remind_asked(
        &self,
        message: &Message,
        by: UserId,
        stood: Option<&AckTotals>,
        new: &AckTotals,
        event_id: EventId,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        then.push(rows::text_event(message, EventKind::Update, by, event_id));
        self.db.decide(totals_guard(stood, new), then).await
    }
}
