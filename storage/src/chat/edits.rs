//! Edits and deletions of messages.

use super::tables::{CHANNEL_CALLS, REACTIONS, bucket};
use super::{Chat, EventKind, Message, Pin, Telling};
use super::{acks, pending, polls, rows};
use crate::files;
use crate::platform::changes;
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EventId, UserId, WorkspaceId};
use crate::platform::record::Stored;

impl Chat {
    /// Writes a message's new text with its event and its added or removed mentions. Answers the stored message; none:
    /// it is deleted or missing.
    pub async fn edit(&self, message: &Message, event_id: EventId) -> Result<Option<Message>> {
        let Some(home) = self.home(message.channel_id).await? else { return Ok(None) };
        let named = self.named_in_thread(message).await?;
        self.change(message, |stored| {
            let edited = Message {
                content: message.content.clone(),
                formatted: message.formatted.clone(),
                mentions: message.mentions.clone(),
                mention_all: message.mention_all,
                updated: message.updated,
                edited: message.edited,
                ..stored.clone()
            };
            let mut then = vec![rows::text_event(&edited, EventKind::Update, edited.user_id, event_id)];
            then.push(changes::message(edited.message_id));
            then.extend(named.clone());
            then.extend(mention_changes(stored, &edited, home.workspace_id, event_id));
            then.extend(telling(stored, &edited, event_id));
            (edited, then)
        })
        .await
    }

    /// Replaces a message's text by `tombstone`, for ever; mentions, reactions and files are deleted as well. Answers
    /// the tombstone; none: the message is deleted already or missing.
    pub async fn remove(
        &self,
        message: &Message,
        by: UserId,
        event_id: EventId,
        tombstone: &str,
    ) -> Result<Option<Message>> {
        let Some(home) = self.home(message.channel_id).await? else { return Ok(None) };
        let gone = self.change(message, |stored| {
            let gone = Message {
                content: tombstone.to_owned(),
                formatted: None,
                mentions: Vec::new(),
                mention_all: false,
                attachments: Vec::new(),
                updated: event_id.millis(),
                deleted: true,
                asked: None,
                poll: None,
                card: None,
                ..stored.clone()
            };
            let mut then = vec![
                rows::text_event(&gone, EventKind::Delete, by, event_id),
                changes::message(gone.message_id),
                REACTIONS
                    .span([gone.channel_id.into(), bucket(gone.message_id).into()])
                    .prefix([gone.message_id.into()])
                    .delete(),
                // A proposed edit that waits for approval is deleted as well.
                pending::key_of(gone.channel_id, gone.message_id).delete(),
            ];
            then.push(Pin::at(gone.channel_id, gone.message_id).delete());
            then.extend(acks::gone(stored));
            then.extend(polls::gone(stored));
            then.extend(files::gone(&stored.attachments, event_id.millis()));
            then.extend(mention_changes(stored, &gone, home.workspace_id, event_id));
            then.extend(telling(stored, &gone, event_id));
            (gone, then)
        });
        let gone = gone.await?;
        if let Some(parent_id) = gone.as_ref().and_then(|gone| gone.parent_id) {
            self.thread_changed(message.channel_id, parent_id, message.message_id).await;
        }
        Ok(gone)
    }
}

fn telling(old: &Message, new: &Message, since: EventId) -> Option<Write> {
    Telling::change(old, new, since).map(|telling| telling.job().insert())
}

/// Adds rows for newly mentioned people and deletes those of people no longer mentioned.
fn mention_changes(old: &Message, new: &Message, workspace_id: WorkspaceId, since: EventId) -> Vec<Write> {
    let added = rows::mentioned(new).filter(|user_id| !old.mentions.contains(user_id));
    let gone = rows::mentioned(old).filter(|user_id| !new.mentions.contains(user_id));
    let mut writes: Vec<Write> =
        added.map(|user_id| rows::mention_row(new, workspace_id, user_id, since)).collect();
    writes.extend(gone.map(|user_id| rows::mention_key(old, workspace_id, user_id).delete()));
    match (old.mention_all, new.mention_all) {
        (false, true) => writes.push(rows::channel_mention_row(new, workspace_id, since)),
        (true, false) => {
            writes.push(rows::channel_mention_key(old, workspace_id).delete());
            writes.push(CHANNEL_CALLS.span([old.message_id.into()]).delete());
        }
        _ => {}
    }
    writes
}
