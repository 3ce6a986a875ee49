//! Storing new messages.

use super::following::Moved;
use super::rows;
use super::tables::{MESSAGE_LOCATIONS, PENDING_MESSAGES, bucket};
use super::{Append, Appended, Chat, Decision, EventKind, Located, MESSAGE, Message};
use crate::files;
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, NotificationId};
use crate::platform::record::Record;
use crate::platform::value::Row;

impl Chat {
    /// Stores a message with its event, channel head, mentions and notifications in one write. A `client_message_id`
    /// that was used within a day answers the message of the first call. Event and notifications use the message's own
    /// id and time (see [`Append`]), so that a repeat can complete a call that another process began.
    pub async fn append(&self, append: &Append) -> Result<Appended> {
        let moved = self.moved(&append.message).await?;
        let published =
            |append: &Append| self.published(append, EventKind::Create, append.message.user_id, &moved);
        let appended = self.append_once(append, published(append), published);
        let appended = appended.await?;
        match &appended {
            Appended::New => self.after_publish(&append.message).await,
            Appended::Finished(first) => self.after_publish(&first.message).await,
            // Nothing was written. The process that stored the message may have died before it updated the thread.
            Appended::Repeated(Message { channel_id, parent_id: Some(parent_id), message_id, .. }) => {
                self.thread_caught_up(*channel_id, *parent_id, *message_id).await?;
            }
            Appended::Repeated(_) => {}
        }
        Ok(appended)
    }

    /// Stores a message that waits for approval; only `notifications` are sent.
    pub async fn append_pending(&self, append: &Append) -> Result<Appended> {
        self.append_once(append, waiting(append), waiting).await
    }

    /// Finds a message by its id, published or not.
    pub async fn locate(&self, message_id: MessageId) -> Result<Option<Located>> {
        let Some(mut row) = self.db.get(MESSAGE_LOCATIONS.at([message_id.into()])).await? else {
            return Ok(None);
        };
        self.find_at(row.take("channel_id")?, row.take("parent_id")?, message_id).await
    }

    /// Finds a message at a known location.
    pub(super) async fn find_at(
        &self,
        channel_id: ChannelId,
        parent_id: Option<MessageId>,
        message_id: MessageId,
    ) -> Result<Option<Located>> {
        let published = rows::message_key(channel_id, parent_id, message_id);
        let waiting = PENDING_MESSAGES.at([channel_id.into(), message_id.into()]);
        let mut found = self.db.get_many(vec![published, waiting]).await?.into_iter();
        let (published, waiting) = (found.next().flatten(), found.next().flatten());
        let (mut waits, mut decision, mut reason) = (None, None, None);
        if let Some(mut row) = waiting {
            waits = Some(Message::take(&mut row)?);
            decision = row.take::<Option<Decision>>("decision")?;
            reason = row.take("reason")?;
        }
        if let Some(mut row) = published {
            let message = Message::take(&mut row)?;
            let proposed = waits.filter(|_| decision.is_none() && !message.deleted).map(Box::new);
            return Ok(Some(Located { message, pending: false, decision: None, reason: None, proposed }));
        }
        Ok(waits.map(|message| Located { message, pending: true, decision, reason, proposed: None }))
    }

    /// The rows of a published message, including its week's entry unless that is known to exist.
    pub(super) fn published(
        &self,
        append: &Append,
        kind: EventKind,
        by: crate::platform::ids::UserId,
        moved: &Moved,
    ) -> Vec<Write> {
        let mut writes = rows::published(append, kind, by, moved);
        let message = &append.message;
        let week = (message.channel_id, bucket(message.message_id));
        if message.parent_id.is_none() && !self.buckets.contains_key(&week) {
            writes.push(rows::bucket_row(week.0, week.1));
        }
        writes
    }

    /// To be called after the write of `published`.
    pub(super) async fn after_publish(&self, message: &Message) {
        match message.parent_id {
            None => self.buckets.insert((message.channel_id, bucket(message.message_id)), ()),
            Some(parent_id) => {
                self.thread_changed(message.channel_id, parent_id, message.message_id).await;
            }
        }
    }

    async fn append_once(
        &self,
        append: &Append,
        writes: Vec<Write>,
        rebuild: impl Fn(&Append) -> Vec<Write> + Send + Sync,
    ) -> Result<Appended> {
        let Some(guard) = rows::client_message(&append.message) else {
            self.db.write(writes).await?;
            return Ok(Appended::New);
        };
        let Some(first) = self.db.write_if(vec![guard], writes).await?.refused_by() else {
            return Ok(Appended::New);
        };
        // An idempotency key that expired between the decision and the read counts as unused.
        let Some(first) = first else { return self.write_over(append, rebuild(append)).await };
        self.repeated(append, first, rebuild).await
    }

    async fn repeated(
        &self,
        append: &Append,
        mut first: Row,
        rebuild: impl Fn(&Append) -> Vec<Write> + Send + Sync,
    ) -> Result<Appended> {
        let message_id: MessageId = first.take("message_id")?;
        let channel_id: ChannelId = first.take("channel_id")?;
        let parent_id: Option<MessageId> = first.take("parent_id")?;
        if let Some(located) = self.find_at(channel_id, parent_id, message_id).await? {
            return Ok(Appended::Repeated(located.message));
        }
        if (channel_id, parent_id) != (append.message.channel_id, append.message.parent_id) {
            return self.write_over(append, rebuild(append)).await;
        }
        // The key is set but the message is missing: its writer died, or is about to write it. Both write the same
        // rows.
        let first = in_place_of(append, message_id);
        self.db.write(rebuild(&first)).await?;
        Ok(Appended::Finished(first))
    }

    /// Writes the message and overwrites its idempotency key.
    async fn write_over(&self, append: &Append, mut writes: Vec<Write>) -> Result<Appended> {
        if let Some(Guard::InsertIfAbsent { row, ttl }) = rows::client_message(&append.message) {
            writes.push(Write::Insert { row, ttl });
        }
        self.db.write(writes).await?;
        Ok(Appended::New)
    }
}

/// The same message under the id and time of the first call with the key.
fn in_place_of(append: &Append, message_id: MessageId) -> Append {
    let own = append.message.message_id;
    let mut first = append.clone();
    first.event_id = EventId(message_id.0);
    first.message = Message {
        message_id,
        created: message_id.millis(),
        updated: message_id.millis(),
        ..append.message.clone()
    };
    for notification in first.notifications.iter_mut().filter(|entry| entry.about(MESSAGE) == Some(own.0)) {
        notification.notification_id = NotificationId(message_id.0);
        notification.subject_id = message_id.0;
        notification.created = message_id.millis();
    }
    first
}

fn waiting(append: &Append) -> Vec<Write> {
    let message = &append.message;
    let mut writes = vec![
        message.row_in(&PENDING_MESSAGES).insert(),
        rows::location_row(message).insert(),
        rows::text_event(message, EventKind::Pending, message.user_id, append.event_id),
    ];
    writes.push(rows::posted_mark(message, append.workspace_id));
    writes.extend(files::used(&message.attachments, message.message_id));
    writes.extend(rows::rung(append));
    writes
}
