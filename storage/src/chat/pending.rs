//! Messages that wait for approval: new ones, and edits of published ones.
//!
//! A proposed edit is stored under its message's id until it is decided; meanwhile the message keeps its approved text.

use super::following::Moved;
use super::rows;
use super::tables::{MANY, PENDING_MESSAGES, TURNED_DOWN_TTL};
use super::versions::{ATTEMPTS, unchanged};
use super::{Append, Chat, Decision, EventKind, Message};
use crate::files;
use crate::notifications::{self, Notification};
use crate::platform::engine::{Guard, Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::record::Record;
use crate::platform::value::Value;

pub(super) fn key_of(channel_id: ChannelId, message_id: MessageId) -> Key {
    PENDING_MESSAGES.at([channel_id.into(), message_id.into()])
}

impl Chat {
    /// The undecided messages of a channel, oldest first: new ones, and published ones with their proposed text.
    pub async fn pending(&self, channel_id: ChannelId) -> Result<Vec<Message>> {
        let found = self.db.range(PENDING_MESSAGES.span([channel_id.into()]).ascending(MANY)).await?;
        let mut undecided = Vec::new();
        for mut row in found {
            let message = Message::take(&mut row)?;
            match row.take::<Option<Decision>>("decision")? {
                None => undecided.push(message),
                // An approved edit is applied to the message by a second decision; a process that died in between left
                // it here.
                Some(Decision::Approve) if row.take_or("edit", false)? => {
                    self.edit_approved(&message, row.take("decision_event")?).await?;
                }
                Some(_) => {}
            }
        }
        Ok(undecided)
    }

    /// Decides a pending message once: approved, it is published as stored, with event, mentions and notifications;
    /// rejected or withdrawn, its text is deleted. `then` is written with the decision. Answers the stored message;
    /// none: it is decided already, or not pending.
    #[allow(
        clippy::too_many_arguments,
        reason = "one decision is all of these facts, and they go to one place"
    )]
    pub async fn decide_pending(
        &self,
        message: &Message,
        decision: Decision,
        by: UserId,
        reason: Option<&str>,
        event_id: EventId,
        workspace_id: WorkspaceId,
        notifications: &[Notification],
        then: &[Write],
    ) -> Result<Option<Message>> {
        let key = key_of(message.channel_id, message.message_id);
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(None) };
            let conditions = vec![("decision", Value::Null.into()), unchanged(&row)];
            let mut stored = Message::take(&mut row)?;
            if row.take::<Option<Decision>>("decision")?.is_some() {
                return Ok(None);
            }
            let mut set: Vec<(&'static str, Value)> = vec![
                ("decision", decision.into()),
                ("decided_by", by.into()),
                ("reason", reason.into()),
                ("decision_event", event_id.into()),
            ];
            let is_edit = row.take_or("edit", false)?;
            let mut writes: Vec<Write> = if is_edit {
                // The edit is applied next, or later by a process that finds the decision: see `pending`.
                notifications.iter().flat_map(notifications::inserts).collect()
            } else if decision == Decision::Approve {
                // Publishes what is stored, including an edit after the caller's read.
                stored.version += 1;
                let moved = self.moved(&stored).await?;
                let (message, notifications) = (stored.clone(), notifications.to_vec());
                self.approved(
                    &Append {
                        message,
                        workspace_id,
                        inboxes: Vec::new(),
                        event_id,
                        notifications,
                        tells: true,
                        pushes: None,
                    },
                    by,
                    &moved,
                )
            } else {
                stored.version += 1;
                set.extend(blank());
                set.push(("version", stored.version.into()));
                let mut gone = turned_down(&stored, &set, notifications);
                gone.extend(files::gone(&stored.attachments, event_id.millis()));
                gone.push(rows::text_event(&stored, EventKind::Reject, by, event_id));
                gone
            };
            writes.extend_from_slice(then);
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if !self.db.write_if(vec![guard], writes).await?.applied() {
                continue;
            }
            if !is_edit {
                if decision == Decision::Approve {
                    self.after_publish(&stored).await;
                }
                return Ok(Some(stored));
            }
            if decision == Decision::Approve {
                return self.edit_approved(&stored, event_id).await;
            }
            let event = rows::text_event(&stored, EventKind::Reject, by, event_id);
            self.db.write(vec![key.delete(), event]).await?;
            let located = self.locate(stored.message_id).await?;
            return Ok(located.map(|located| located.message));
        }
        Err(Error::Busy)
    }

    /// Writes a pending message's new text. Answers the stored message; none: it is decided already, or not pending.
    pub async fn edit_pending(&self, message: &Message, event_id: EventId) -> Result<Option<Message>> {
        let key = key_of(message.channel_id, message.message_id);
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(None) };
            let conditions = vec![("decision", Value::Null.into()), unchanged(&row)];
            let version = row.take_or("version", 1)? + 1;
            if row.take::<Option<Decision>>("decision")?.is_some() {
                return Ok(None);
            }
            let edited = Message { version, ..message.clone() };
            let mut set: Vec<(&'static str, Value)> = rows::text_columns(&edited).into();
            set.push(("version", version.into()));
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            let event = rows::text_event(&edited, EventKind::Pending, edited.user_id, event_id);
            if self.db.write_if(vec![guard], vec![event]).await?.applied() {
                return Ok(Some(edited));
            }
        }
        Err(Error::Busy)
    }

    /// Stores an edit of a published message for approval, replacing an earlier proposal.
    pub async fn propose_edit(&self, message: &Message, event_id: EventId) -> Result<Message> {
        let key = key_of(message.channel_id, message.message_id);
        for _ in 0..ATTEMPTS {
            if let Some(edited) = self.edit_pending(message, event_id).await? {
                return Ok(edited);
            }
            let proposed = Message { version: 1, ..message.clone() };
            let row = proposed.row_in(&PENDING_MESSAGES).with([("edit", true.into())]);
            let event = rows::text_event(&proposed, EventKind::Pending, proposed.user_id, event_id);
            if self.db.write_if(vec![row.if_absent()], vec![event]).await?.applied() {
                return Ok(proposed);
            }
            // A rejected proposal, or a decided one that was not completed, is cleared first.
            if let Some(mut row) = self.db.get(key.clone()).await?
                && row.take::<Option<Decision>>("decision")?.is_some()
            {
                self.pending(message.channel_id).await?;
                let decided = key.clone().delete_if([("decision", Decision::Reject.into())]);
                self.db.write_if(vec![decided], Vec::new()).await?;
            }
        }
        Err(Error::Busy)
    }

    fn approved(&self, append: &Append, by: UserId, moved: &Moved) -> Vec<Write> {
        let message = &append.message;
        let mut writes = self.published(append, EventKind::Approve, by, moved);
        writes.push(key_of(message.channel_id, message.message_id).delete());
        writes
    }

    /// Applies an approved edit to its message.
    async fn edit_approved(&self, proposed: &Message, event_id: EventId) -> Result<Option<Message>> {
        let edited = self.edit(proposed, event_id).await?;
        self.db.write(vec![key_of(proposed.channel_id, proposed.message_id).delete()]).await?;
        Ok(edited)
    }
}

/// Columns that a rejected message loses.
fn blank() -> [(&'static str, Value); 7] {
    [
        ("poll", Value::Null),
        ("card", Value::Null),
        ("attachments", Value::Null),
        ("content", "".into()),
        ("formatted", Value::Null),
        ("mentions", Value::Null),
        ("mention_all", false.into()),
    ]
}

/// The row without its text, and its location, with a time to live.
fn turned_down(
    stored: &Message,
    set: &[(&'static str, Value)],
    notifications: &[Notification],
) -> Vec<Write> {
    let mut row = stored.row_in(&PENDING_MESSAGES);
    for (name, value) in set {
        row = row.with([(*name, value.clone())]);
    }
    let mut writes =
        vec![row.insert_for(TURNED_DOWN_TTL), rows::location_row(stored).insert_for(TURNED_DOWN_TTL)];
    writes.extend(notifications.iter().flat_map(notifications::inserts));
    writes
}
