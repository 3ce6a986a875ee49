//! Read receipts (read marks), and unread mentions.

use crate::platform::record::Record;
use std::collections::{HashMap, HashSet};

use futures_util::future::try_join;

use super::counting::{self, Call, Marks, Why};
use super::direct::scope;
use super::rows;
use super::tables::{
    CHANNEL_CALLS, CHANNEL_HEADS, CHANNEL_LISTENERS, CHANNEL_MENTIONS, LATE_MESSAGES, MANY, MENTION_TTL,
    MENTIONS, THREAD_READERS,
};
use super::{Chat, Message, Page, Reader};
use crate::notifications::Unseen;
use crate::platform::engine::{Range, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::value::Row;

/// Messages examined for an unread one: at first, and if those are one's own or deleted.
const LOOKED_AT: usize = 20;
const LOOKED_THROUGH: usize = 500;
/// People stored in one write.
const CALLED_AT_ONCE: usize = 500;

/// Read marks by channel.
type ReadTo = HashMap<ChannelId, MessageId>;
/// Unread mentions by channel.
type Unread = HashMap<ChannelId, Vec<MessageId>>;

/// Reads a channel's head: see [`Chat::shown`].
pub(crate) fn shown_by(mut row: Row) -> Result<(MessageId, EventId)> {
    let newest: MessageId = row.take("message_id")?;
    let shown = row.take_or("shown", EventId(newest.0))?;
    Ok((newest, shown.max(EventId(newest.0))))
}

/// The listeners of a channel ([`Chat::listeners`]).
pub(super) fn listeners(channel_id: ChannelId, after: Option<UserId>, limit: usize) -> Range {
    CHANNEL_LISTENERS.span([channel_id.into()]).after_any(after).ascending(limit)
}

impl Chat {
    /// A person's read mark and notification settings in a channel. None: never read, nothing chosen.
    pub async fn reader(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<Option<Reader>> {
        let key = Reader::at(user_id, workspace_id, channel_id);
        self.db.find(key).await
    }

    /// The same for all channels of a workspace.
    pub async fn readers(&self, user_id: UserId, workspace_id: WorkspaceId) -> Result<Vec<Reader>> {
        let span = Reader::of(user_id, workspace_id);
        self.db.list(span.ascending(MANY)).await
    }

    /// Marks a channel read up to a cursor, at a time. The mark never moves back. Mentions up to it are read too,
    /// except in threads, which have marks of their own. Answers the mark now in force.
    pub async fn mark_read(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        message_id: MessageId,
        at: i64,
    ) -> Result<Option<MessageId>> {
        let read = Marks { channel: Some(message_id), thread: None };
        let (reader, calls) = try_join(
            self.reader(user_id, workspace_id, channel_id),
            self.calls_read(user_id, workspace_id, channel_id, read, None),
        )
        .await?;
        let before = reader.as_ref().and_then(|reader| reader.last_read);
        let was_unread = reader.as_ref().is_some_and(|reader| reader.unread_from().is_some());
        if !was_unread && before.is_some_and(|last| last >= message_id) {
            return Ok(before);
        }
        // Later than the unread mark, even if the nodes' clocks differ.
        let at = reader.map_or(at, |reader| at.max(reader.unread_at));
        let mark = rows::read_mark(user_id, workspace_id, channel_id, message_id, at);
        self.db.write([vec![mark], calls].concat()).await?;
        Ok(before.max(Some(message_id)))
    }

    /// Writes that delete a person's stored mentions in a channel, or in a thread of it, that `marks` make read.
    async fn calls_read(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        marks: Marks,
        parent_id: Option<MessageId>,
    ) -> Result<Vec<Write>> {
        let kept = MENTIONS.span([user_id.into(), workspace_id.into()]).prefix([channel_id.into()]);
        let mut read = Vec::new();
        for row in self.db.range(kept.ascending(MANY)).await? {
            let (_, call) = rows::call(row)?;
            if call.parent_id == parent_id && !counting::counts(&call, user_id, marks) {
                let key = [user_id.into(), workspace_id.into(), channel_id.into(), call.message_id.into()];
                read.push(MENTIONS.at(key).delete());
            }
        }
        Ok(read)
    }

    /// Whether a person has a stored mention in a channel or thread, or an unseen notification with that scope (kind
    /// and id). One round trip, because most often there is nothing to mark read.
    pub async fn is_called(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        (scope_kind, scope_id): (&str, i64),
    ) -> Result<bool> {
        let mentions = MENTIONS.span([user_id.into(), workspace_id.into()]).prefix([channel_id.into()]);
        let bells = Unseen::of(user_id).prefix([scope_kind.into(), scope_id.into()]);
        let found = self.db.range_many(vec![mentions.ascending(1), bells.ascending(1)]).await?;
        Ok(found.iter().any(|rows| !rows.is_empty()))
    }

    /// Marks mentions read after the read mark was set by posting.
    pub async fn read_calls(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        parent_id: Option<MessageId>,
        up_to: MessageId,
    ) -> Result<()> {
        let marks = Marks { channel: Some(up_to), thread: Some(up_to) };
        let read = self.calls_read(user_id, workspace_id, channel_id, marks, parent_id).await?;
        if read.is_empty() { Ok(()) } else { self.db.write(read).await }
    }

    /// A person's read mark in a thread.
    pub async fn thread_mark(&self, user_id: UserId, parent_id: MessageId) -> Result<Option<MessageId>> {
        let row = self.db.get(THREAD_READERS.at([user_id.into(), parent_id.into()])).await?;
        row.map(|mut row| row.take("last_read")).transpose()
    }

    /// Marks a thread read up to a reply. The mark never moves back; mentions in the thread up to it are read too.
    pub async fn mark_thread_read(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        parent_id: MessageId,
        up_to: MessageId,
    ) -> Result<Option<MessageId>> {
        let marks = Marks { channel: None, thread: Some(up_to) };
        let mut writes = vec![rows::thread_mark(user_id, parent_id, up_to)];
        writes.extend(self.calls_read(user_id, workspace_id, channel_id, marks, Some(parent_id)).await?);
        self.db.write(writes).await?;
        self.thread_mark(user_id, parent_id).await
    }

    /// Per channel with messages: the newest top-level message, and the latest cursor at which one became visible.
    pub async fn shown(&self, workspace_id: WorkspaceId) -> Result<HashMap<ChannelId, (MessageId, EventId)>> {
        let found = self.db.range(CHANNEL_HEADS.span([workspace_id.into()]).ascending(MANY)).await?;
        let heads = found.into_iter().map(|mut row| {
            let channel_id = row.take("channel_id")?;
            Ok((channel_id, shown_by(row)?))
        });
        heads.collect()
    }

    /// The same for one channel.
    pub async fn shown_in(
        &self,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<Option<(MessageId, EventId)>> {
        let row = self
            .db
            .get(CHANNEL_HEADS.at([scope(workspace_id, channel_id).into(), channel_id.into()]))
            .await?;
        row.map(shown_by).transpose()
    }

    /// Whether a channel has anything unread for a person with this mark. Applies the rules to the messages themselves.
    pub async fn has_unread(
        &self,
        channel_id: ChannelId,
        user_id: UserId,
        mark: Option<MessageId>,
    ) -> Result<bool> {
        let is_unread =
            |message: &Message| counting::is_unread(message, EventId(message.message_id.0), user_id, mark);
        let newest = self.page(channel_id, Page::Newest { offset: 0 }, LOOKED_AT).await?;
        if newest.messages.iter().any(is_unread) {
            return Ok(true);
        }
        let reaches = newest.messages.first().is_none_or(|oldest| mark >= Some(oldest.message_id));
        if newest.has_older && !reaches {
            // Many of one's own, or deleted ones, at the end.
            let from = mark.unwrap_or(MessageId(0));
            let rest = self.page(channel_id, Page::After(from), LOOKED_THROUGH).await?;
            if rest.messages.iter().any(is_unread) {
                return Ok(true);
            }
        }
        let late = LATE_MESSAGES.span([channel_id.into()]);
        let late = if let Some(mark) = mark { late.after(mark) } else { late };
        for mut row in self.db.range(late.ascending(LOOKED_THROUGH)).await? {
            let (message_id, shown) = (row.take("message_id")?, row.take("shown")?);
            if let Some(located) = self.find_at(channel_id, None, message_id).await?
                && counting::is_unread(&located.message, shown, user_id, mark)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes `notify_level` and `muted`; the read mark stays.
    pub async fn set_reader(&self, reader: &Reader) -> Result<()> {
        let key = Reader::at(reader.user_id, reader.workspace_id, reader.channel_id);
        let set = [("notify_level", reader.notify_level.into()), ("muted", reader.muted.into())];
        let listener = [("channel_id", reader.channel_id.into()), ("user_id", reader.user_id.into())];
        let listener = if counting::rings(reader.notify_level, reader.muted, false, Why::Message) {
            CHANNEL_LISTENERS.row(listener).insert()
        } else {
            CHANNEL_LISTENERS.at(listener.map(|(_, value)| value)).delete()
        };
        self.db.write(vec![key.update(set), listener]).await
    }

    /// The people who chose to be notified of every message of a channel, by ascending id after `after`, at most
    /// `limit`. The caller must check that they may still read it.
    pub async fn listeners(
        &self,
        channel_id: ChannelId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let found = self.db.range(listeners(channel_id, after, limit)).await?;
        found.into_iter().map(|mut row| row.take("user_id")).collect()
    }

    /// The read marks and settings of some people in a channel; people without any are left out.
    pub async fn readers_among(
        &self,
        people: &[UserId],
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<HashMap<UserId, Reader>> {
        let key = |id: &UserId| Reader::at(*id, workspace_id, channel_id);
        let found = self.db.get_many(people.iter().map(key).collect()).await?;
        let readers = found.into_iter().flatten().map(Reader::read);
        readers.map(|reader| reader.map(|reader| (reader.user_id, reader))).collect()
    }

    /// Stores the recipients of a message that mentions the whole channel; to be called before the message is written.
    pub async fn call(&self, message_id: MessageId, people: &[UserId]) -> Result<()> {
        for some in people.chunks(CALLED_AT_ONCE) {
            let rows = some.iter().map(|id| {
                CHANNEL_CALLS
                    .row([("message_id", message_id.into()), ("user_id", (*id).into())])
                    .insert_for(MENTION_TTL)
            });
            self.db.write(rows.collect()).await?;
        }
        Ok(())
    }

    /// The recipients of a message that mentions the whole channel.
    pub async fn called(&self, message_id: MessageId) -> Result<Vec<UserId>> {
        let found = self.db.range(CHANNEL_CALLS.span([message_id.into()]).ascending(MANY)).await?;
        found.into_iter().map(|mut row| row.take("user_id")).collect()
    }

    /// Since which cursor a published message mentions these people: by name, as long as they have not read it; and the
    /// whole channel.
    pub async fn calls_of(
        &self,
        message: &Message,
        workspace_id: WorkspaceId,
        people: &[UserId],
    ) -> Result<(HashMap<UserId, EventId>, Option<EventId>)> {
        let key = |id: &UserId| rows::mention_key(message, workspace_id, *id);
        let mut named = HashMap::new();
        for row in self.db.get_many(people.iter().map(key).collect()).await?.into_iter().flatten() {
            let user_id = row.clone().take("user_id")?;
            named.insert(user_id, rows::call(row)?.1.since);
        }
        let everybody = self.db.get(rows::channel_mention_key(message, workspace_id)).await?;
        Ok((named, everybody.map(rows::call).transpose()?.map(|(_, call)| call.since)))
    }

    /// A person's read mark in a channel or a thread.
    pub async fn mark(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        parent_id: Option<MessageId>,
    ) -> Result<Option<MessageId>> {
        match parent_id {
            Some(parent_id) => self.thread_mark(user_id, parent_id).await,
            None => {
                Ok(self.reader(user_id, workspace_id, channel_id).await?.and_then(|reader| reader.last_read))
            }
        }
    }

    /// The newest top-level message of each channel with messages.
    pub async fn heads(&self, workspace_id: WorkspaceId) -> Result<HashMap<ChannelId, MessageId>> {
        let found = self.db.range(CHANNEL_HEADS.span([workspace_id.into()]).ascending(MANY)).await?;
        found.into_iter().map(|mut row| Ok((row.take("channel_id")?, row.take("message_id")?))).collect()
    }

    /// Unread messages that mention a person, by name or with the channel, in ascending id; channels without any are
    /// left out. The caller must filter channels that the person may not read.
    pub async fn mention_counts(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
    ) -> Result<HashMap<ChannelId, Vec<MessageId>>> {
        let ranges = vec![
            Reader::of(user_id, workspace_id).ascending(MANY),
            MENTIONS.span([user_id.into(), workspace_id.into()]).ascending(MANY),
            CHANNEL_MENTIONS.span([workspace_id.into()]).ascending(MANY),
        ];
        Ok(self.count_mentions(user_id, ranges).await?.1)
    }

    /// The same for one channel, with the person's read mark.
    pub async fn mentions_in(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<(Option<MessageId>, Vec<MessageId>)> {
        let channel = [channel_id.into()];
        let reader = Reader::of(user_id, workspace_id).from(channel_id).up_to(channel_id);
        let by_name = MENTIONS.span([user_id.into(), workspace_id.into()]).prefix(channel.clone());
        let to_all = CHANNEL_MENTIONS.span([scope(workspace_id, channel_id).into()]).prefix(channel);
        let ranges = [reader, by_name, to_all].map(|span| span.ascending(MANY));
        let (read, mut unread) = self.count_mentions(user_id, ranges.into()).await?;
        Ok((read.get(&channel_id).copied(), unread.remove(&channel_id).unwrap_or_default()))
    }

    /// Counts the unread mentions in these ranges: readers, mentions by name, mentions of the channel. Answers the
    /// readers' marks as well.
    async fn count_mentions(&self, user_id: UserId, ranges: Vec<Range>) -> Result<(ReadTo, Unread)> {
        let found = self.db.range_many(ranges).await?;
        let mut found = found.into_iter();
        let mut read = ReadTo::new();
        for row in found.next().unwrap_or_default() {
            let reader = Reader::read(row)?;
            read.extend(reader.mark().map(|mark| (reader.channel_id, mark)));
        }
        let mut calls: Vec<(ChannelId, Call)> = Vec::new();
        for row in found.next().unwrap_or_default() {
            calls.push(rows::call(row)?);
        }
        let by_name = calls.len();
        for row in found.next().unwrap_or_default() {
            calls.push(rows::call(row)?);
        }
        let threads: HashSet<MessageId> = calls.iter().filter_map(|(_, call)| call.parent_id).collect();
        let keys = threads.iter().map(|id| THREAD_READERS.at([user_id.into(), (*id).into()])).collect();
        let mut thread_marks: HashMap<MessageId, MessageId> = HashMap::new();
        for mut row in self.db.get_many(keys).await?.into_iter().flatten() {
            thread_marks.insert(row.take("parent_id")?, row.take("last_read")?);
        }
        let mut unread = Unread::new();
        let mut to_all: Vec<(ChannelId, MessageId)> = Vec::new();
        for (place, (channel_id, call)) in calls.into_iter().enumerate() {
            let thread = call.parent_id.and_then(|id| thread_marks.get(&id).copied());
            let marks = Marks { channel: read.get(&channel_id).copied(), thread };
            if !counting::counts(&call, user_id, marks) {
                continue;
            }
            if place < by_name {
                unread.entry(channel_id).or_default().push(call.message_id);
            } else {
                to_all.push((channel_id, call.message_id));
            }
        }
        // Of the mentions of a whole channel, only those of which this person was a recipient.
        let keys = to_all.iter().map(|(_, id)| CHANNEL_CALLS.at([(*id).into(), user_id.into()])).collect();
        for ((channel_id, message_id), called) in to_all.into_iter().zip(self.db.get_many(keys).await?) {
            if called.is_some() {
                unread.entry(channel_id).or_default().push(message_id);
            }
        }
        for messages in unread.values_mut() {
            messages.sort_unstable();
            messages.dedup();
        }
        Ok((read, unread))
    }
}
