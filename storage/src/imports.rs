//! External ids of imports, and storing of imported history: the same rows as a sent message, without events and
//! notifications.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::stream::{self, StreamExt, TryStreamExt};

use crate::chat::direct::BETWEEN_PEOPLE;
use crate::chat::following::Moved;
use crate::chat::inbox;
use crate::chat::tables::bucket;
use crate::chat::{Channel, Chat, Message, Pin, Reaction, rows};
use crate::platform::changes;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EntityId, MessageId, UserId, WorkspaceId};
use crate::platform::record::Stored;
use crate::platform::table::{Order, Statics, Table, bigint, text};
use crate::platform::value::Row;

/// Messages in flight at once; the engine commits them together.
const AT_ONCE: usize = 512;

pub(crate) static IMPORT_REFS: Table = Table {
    name: "import_refs",
    partition: &[bigint("entity_id"), text("source")],
    clustering: &[text("external_id")],
    columns: &[text("kind"), bigint("id")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// The local id of an external one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRef {
    /// The id in the other system.
    pub external_id: String,
    /// The kind: `user`, `channel`, `message` …
    pub kind: String,
    /// The id here.
    pub id: i64,
}

fn read(mut row: Row) -> Result<ImportRef> {
    Ok(ImportRef { external_id: row.take("external_id")?, kind: row.take("kind")?, id: row.take("id")? })
}

/// An imported message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryItem {
    /// The message, with an id of `Ids::at`.
    pub message: Message,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// Its reactions.
    pub reactions: Vec<Reaction>,
    /// Its pin, if it is pinned.
    pub pin: Option<Pin>,
}

/// A person's read mark in a channel with imported history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadMark {
    /// The person.
    pub user_id: UserId,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The newest message that counts as read.
    pub message_id: MessageId,
    /// Epoch milliseconds.
    pub at: i64,
}

/// The repository of imports.
#[derive(Clone)]
pub struct Imports {
    db: Db,
    chat: Chat,
}

impl Imports {
    pub(crate) fn new(db: Db, chat: Chat) -> Self {
        Self { db, chat }
    }

    /// The local ids of external ones, in the order given; none where unknown.
    pub async fn refs(
        &self,
        entity_id: EntityId,
        source: &str,
        external_ids: &[String],
    ) -> Result<Vec<Option<ImportRef>>> {
        let keys = external_ids
            .iter()
            .map(|id| IMPORT_REFS.at([entity_id.into(), source.into(), id.into()]))
            .collect();
        self.db.get_many(keys).await?.into_iter().map(|row| row.map(read).transpose()).collect()
    }

    /// The local ids of external ones between two (inclusive), in text order after one of them; at most `limit`.
    pub async fn refs_between(
        &self,
        entity_id: EntityId,
        source: &str,
        (first, last): (&str, &str),
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ImportRef>> {
        let span = IMPORT_REFS.span([entity_id.into(), source.into()]).up_to(last);
        let span = match after {
            Some(after) => span.after(after),
            None => span.from(first),
        };
        self.db.range(span.ascending(limit)).await?.into_iter().map(read).collect()
    }

    /// Stores the local ids of external ones.
    pub async fn put_refs(&self, entity_id: EntityId, source: &str, refs: &[ImportRef]) -> Result<()> {
        let rows = refs.iter().map(|known| {
            IMPORT_REFS
                .row([
                    ("entity_id", entity_id.into()),
                    ("source", source.into()),
                    ("external_id", (&known.external_id).into()),
                    ("kind", (&known.kind).into()),
                    ("id", known.id.into()),
                ])
                .insert()
        });
        self.db.write(rows.collect()).await
    }

    /// Stores imported messages with their reactions; no events, mentions or notifications. Each claims its id: answers
    /// the ids that are taken by other messages, for which the caller chooses new ones. A message that exists already
    /// (same location, author and `client_message_id`) counts as stored, so that an import can be repeated.
    pub async fn append_history(&self, items: &[HistoryItem]) -> Result<Vec<MessageId>> {
        let top_level = items.iter().map(|item| &item.message).filter(|message| message.parent_id.is_none());
        let weeks: BTreeSet<(ChannelId, i64)> =
            top_level.map(|message| (message.channel_id, bucket(message.message_id))).collect();
        // The weeks first: a message in an unlisted week would not be found.
        self.db
            .write(weeks.into_iter().map(|(channel, week)| rows::bucket_row(channel, week)).collect())
            .await?;
        // Replies of this batch may be written before their parent, which must not reset the flag.
        let parents: BTreeSet<MessageId> = items.iter().filter_map(|item| item.message.parent_id).collect();
        let stored: Vec<bool> = stream::iter(items.to_vec())
            .map(|mut item| {
                item.message.threaded |= parents.contains(&item.message.message_id);
                let this = self.clone();
                async move { this.append_one(item).await }
            })
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        let mut heads: BTreeMap<(WorkspaceId, ChannelId), &Message> = BTreeMap::new();
        let mut refused = Vec::new();
        for (item, is_stored) in items.iter().zip(stored) {
            let message = &item.message;
            if !is_stored {
                refused.push(message.message_id);
            } else if message.parent_id.is_none() {
                let head = heads.entry((item.workspace_id, message.channel_id)).or_insert(message);
                if message.message_id > head.message_id {
                    *head = message;
                }
            }
        }
        let mut moved = Vec::new();
        for ((_, channel_id), message) in heads.iter().filter(|((id, _), _)| *id == BETWEEN_PEOPLE) {
            let people = self.chat.channel(*channel_id).await?.as_ref().map(Channel::people);
            moved.extend(inbox::moved(message, &people.unwrap_or_default()));
        }
        let heads = heads.into_iter().map(|((workspace_id, _), message)| {
            rows::head(message, workspace_id, crate::platform::ids::EventId(message.message_id.0))
        });
        self.db.write(heads.chain(moved).chain(noted(items)).collect()).await?;
        self.chat.threads_grew(items.iter().map(|item| &item.message)).await?;
        Ok(refused)
    }

    /// Writes read marks, atomically; none moves back.
    pub async fn mark_read(&self, marks: &[ReadMark]) -> Result<()> {
        let writes = marks.iter().map(|mark| {
            rows::read_mark(mark.user_id, mark.workspace_id, mark.channel_id, mark.message_id, mark.at)
        });
        self.db.write(writes.collect()).await
    }

    /// False: another message has the id.
    async fn append_one(&self, item: HistoryItem) -> Result<bool> {
        let mut message = item.message;
        let claim = rows::location_row(&message).if_absent();
        let writes = |message: &Message| {
            let reactions = item.reactions.iter();
            let reactions =
                reactions.map(|reaction| rows::reaction_row(message.channel_id, reaction).insert());
            let pin =
                item.pin.as_ref().map(|pin| Pin { message_id: message.message_id, ..pin.clone() }.insert());
            rows::stored(message, &Moved::default())
                .into_iter()
                .chain(reactions)
                .chain(pin)
                .collect::<Vec<_>>()
        };
        if self.db.write_if(vec![claim], writes(&message)).await?.applied() {
            return Ok(true);
        }
        // None: claimed by an import that died before it wrote the message.
        if let Some(found) = self.chat.locate(message.message_id).await? {
            let there = found.message;
            if (there.channel_id, there.parent_id, there.user_id, &there.client_message_id)
                != (message.channel_id, message.parent_id, message.user_id, &message.client_message_id)
            {
                return Ok(false);
            }
            message.threaded |= there.threaded;
            // Its files were imported with it; those of this run stay unused and are deleted.
            if !there.attachments.is_empty() {
                message.attachments = there.attachments;
            }
        }
        self.db.write(writes(&message)).await?;
        Ok(true)
    }
}

/// Changes for the change feed: an id range per channel, and each reply.
fn noted(items: &[HistoryItem]) -> impl Iterator<Item = Write> {
    let mut stretches: BTreeMap<ChannelId, (MessageId, MessageId)> = BTreeMap::new();
    let mut replies = Vec::new();
    for HistoryItem { message, .. } in items {
        let id = message.message_id;
        if message.parent_id.is_some() {
            replies.push(changes::history_of_thread(id));
        } else {
            let (first, last) = stretches.entry(message.channel_id).or_insert((id, id));
            (*first, *last) = (id.min(*first), id.max(*last));
        }
    }
    stretches.into_iter().map(|(channel, stretch)| changes::history(channel, stretch)).chain(replies)
}
