//! Messages that wait for approval.

use super::rows;
use super::tables::{MANY, PENDING_MESSAGES, TURNED_DOWN_TTL};
use super::{Append, Chat, Decision, EventKind, Message};
use crate::engine::{Guard, Write};
use crate::error::Result;
use crate::ids::{ChannelId, EventId, UserId, WorkspaceId};
use crate::notifications::{self, Notification};
use crate::value::Value;

/// Attempts to decide a message that is edited meanwhile.
const ATTEMPTS: usize = 5;

impl Chat {
    /// The messages of a channel that nobody has decided, oldest first.
    pub async fn pending(&self, channel_id: ChannelId) -> Result<Vec<Message>> {
        let found = self.db.range(PENDING_MESSAGES.span([channel_id.into()]).ascending(MANY)).await?;
        let mut undecided = Vec::new();
        for mut row in found {
            let message = rows::message(&mut row)?;
            match row.take::<Option<Decision>>("decision")? {
                None => undecided.push(message),
                Some(Decision::Approve) => {
                    let (by, event_id) = (row.take("decided_by")?, row.take("decision_event")?);
                    self.finish_approval(message, by, event_id).await?;
                }
                Some(Decision::Reject | Decision::Withdraw) => {}
            }
        }
        Ok(undecided)
    }

    /// Decides a waiting message once: approved it is published as it stands, with its event, mentions and bells; turned
    /// down or withdrawn its text is gone. False: it is decided already, or not waiting.
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
    ) -> Result<bool> {
        let key = PENDING_MESSAGES.at([message.channel_id.into(), message.message_id.into()]);
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(false) };
            let stored = rows::message(&mut row)?;
            if row.take::<Option<Decision>>("decision")?.is_some() {
                return Ok(false);
            }
            let mut set: Vec<(&'static str, Value)> = vec![
                ("decision", decision.into()),
                ("decided_by", by.into()),
                ("reason", reason.into()),
                ("decision_event", event_id.into()),
            ];
            let conditions = vec![("decision", Value::Null), ("content", (&stored.content).into())];
            let then = if decision == Decision::Approve {
                // An edit after the caller's read counts: what is stored is what is published.
                let message = if stored.content == message.content { message.clone() } else { stored };
                let notifications = notifications.to_vec();
                self.approved(&Append { message, workspace_id, event_id, notifications }, by)
            } else {
                set.extend(blank());
                turned_down(&stored, &set, notifications)
            };
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if self.db.write_if(vec![guard], then).await?.applied() {
                if decision == Decision::Approve {
                    self.know_bucket(message);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes a waiting message's new text. False: it is decided already, or not waiting.
    pub async fn edit_pending(&self, message: &Message) -> Result<bool> {
        let guard = PENDING_MESSAGES
            .at([message.channel_id.into(), message.message_id.into()])
            .update_if(rows::text_columns(message), [("decision", Value::Null)]);
        Ok(self.db.write_if(vec![guard], Vec::new()).await?.applied())
    }

    fn approved(&self, append: &Append, by: UserId) -> Vec<Write> {
        let message = &append.message;
        let mut writes = self.published(append, EventKind::Approve, by);
        writes.push(PENDING_MESSAGES.at([message.channel_id.into(), message.message_id.into()]).delete());
        writes
    }

    /// An approval was decided, and whoever decided it died before the message was published.
    async fn finish_approval(&self, message: Message, by: UserId, event_id: EventId) -> Result<()> {
        let Some(home) = self.home(message.channel_id).await? else { return Ok(()) };
        let append = Append { message, workspace_id: home.workspace_id, event_id, notifications: Vec::new() };
        self.db.write(self.approved(&append, by)).await
    }
}

/// Nothing is kept of a text that was turned down.
fn blank() -> [(&'static str, Value); 4] {
    [
        ("content", "".into()),
        ("formatted", Value::Null),
        ("mentions", Value::Null),
        ("mention_all", false.into()),
    ]
}

/// The row without its text, and its place, for some weeks.
fn turned_down(
    stored: &Message,
    set: &[(&'static str, Value)],
    notifications: &[Notification],
) -> Vec<Write> {
    let mut row = rows::pending_row(stored);
    for (name, value) in set {
        row = row.with([(*name, value.clone())]);
    }
    let mut writes =
        vec![row.insert_for(TURNED_DOWN_TTL), rows::location_row(stored).insert_for(TURNED_DOWN_TTL)];
    writes.extend(notifications.iter().map(notifications::insert));
    writes
}
