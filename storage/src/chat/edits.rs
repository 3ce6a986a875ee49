//! A message changes, or goes.

use super::rows;
use super::tables::{REACTIONS, bucket};
use super::{Chat, EventKind, Message};
use crate::engine::{Guard, Write};
use crate::error::Result;
use crate::ids::{EventId, UserId, WorkspaceId};
use crate::value::Value;

/// Attempts to change a message that others change meanwhile.
const ATTEMPTS: usize = 5;

impl Chat {
    /// Writes a message's new text, with its event and the mentions that came or went. False: it is deleted or not there.
    pub async fn edit(&self, message: &Message, event_id: EventId) -> Result<bool> {
        let Some(home) = self.home(message.channel_id).await? else { return Ok(false) };
        self.change(message, |stored| {
            let mut then = vec![rows::text_event(message, EventKind::Update, message.user_id, event_id)];
            then.extend(mention_changes(stored, message, home.workspace_id));
            (rows::text_columns(message).into(), then)
        })
        .await
    }

    /// Puts `tombstone` in place of a message's text, for good; mentions and reactions go with it. False: it is deleted
    /// already or not there.
    pub async fn remove(
        &self,
        message: &Message,
        by: UserId,
        event_id: EventId,
        tombstone: &str,
    ) -> Result<bool> {
        let Some(home) = self.home(message.channel_id).await? else { return Ok(false) };
        self.change(message, |stored| {
            let gone = Message {
                content: tombstone.to_owned(),
                formatted: None,
                mentions: Vec::new(),
                mention_all: false,
                updated: event_id.millis(),
                deleted: true,
                ..stored.clone()
            };
            let mut set: Vec<(&'static str, Value)> = rows::text_columns(&gone).into();
            set.push(("deleted", true.into()));
            let mut then = vec![
                rows::text_event(&gone, EventKind::Delete, by, event_id),
                REACTIONS
                    .span([gone.channel_id.into(), bucket(gone.message_id).into()])
                    .prefix([gone.message_id.into()])
                    .delete(),
            ];
            then.extend(mention_changes(stored, &gone, home.workspace_id));
            (set, then)
        })
        .await
    }

    /// Changes a message that is not deleted. The mentions it had are a condition, so that none is left behind when two
    /// change it at once.
    async fn change(
        &self,
        message: &Message,
        build: impl Fn(&Message) -> (Vec<(&'static str, Value)>, Vec<Write>) + Send + Sync,
    ) -> Result<bool> {
        let key = rows::key_of(message);
        for _ in 0..ATTEMPTS {
            let Some(mut row) = self.db.get(key.clone()).await? else { return Ok(false) };
            let stored = rows::message(&mut row)?;
            // The key of a reply does not name its channel.
            if stored.deleted || stored.channel_id != message.channel_id {
                return Ok(false);
            }
            let (set, then) = build(&stored);
            let conditions = vec![
                ("deleted", false.into()),
                ("mentions", rows::people(&stored.mentions)),
                ("mention_all", stored.mention_all.into()),
            ];
            let guard = Guard::UpdateIf { key: key.clone(), set, conditions, ttl: None };
            if self.db.write_if(vec![guard], then).await?.applied() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Rows for the people who are named now and were not, and away with those the other way round.
fn mention_changes(old: &Message, new: &Message, workspace_id: WorkspaceId) -> Vec<Write> {
    let added = rows::mentioned(new).filter(|user_id| !old.mentions.contains(user_id));
    let gone = rows::mentioned(old).filter(|user_id| !new.mentions.contains(user_id));
    let mut writes: Vec<Write> = added.map(|user_id| rows::mention_row(new, workspace_id, user_id)).collect();
    writes.extend(gone.map(|user_id| rows::mention_key(old, workspace_id, user_id).delete()));
    match (old.mention_all, new.mention_all) {
        (false, true) => writes.push(rows::channel_mention_row(new, workspace_id)),
        (true, false) => writes.push(rows::channel_mention_key(old, workspace_id).delete()),
        _ => {}
    }
    writes
}
