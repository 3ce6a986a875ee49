//! Direct messages: conversations between two to eight people. Contract §3.5.
//!
//! A conversation is a channel without a workspace ([`crate::chat::direct`]); messages in it are written and read as in
//! any channel. Only here:
//!
//! - **the same people, the same conversation**: a row by the people's ids, decided by compare and set. All other rows
//!   follow from it, so any process that finds them missing writes the same rows as the process that died;
//! - **each person's inbox** ([`inbox`]).

mod check;
mod inbox;

use crate::chat::direct::{BETWEEN_PEOPLE, name_of, other_of, people_of, scope};
use crate::chat::inbox::{self as activity, INBOX};
use crate::chat::tables::{CHANNEL_HEADS, CHANNEL_LISTENERS};
use crate::chat::{Channel, Chat, Member, Message, Reader, rows, shown_by};
use crate::contacts;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId};
use crate::platform::record::{Record, Stored, record};

record! {
    /// These people's conversation.
    pub struct Conversation;
    pub(crate) static CONVERSATIONS: "conversations", Ascending;
    partition {
        /// The people, as [`name_of`].
        people: String => text,
    }
    clustering {}
    columns {
        /// Its channel; the id's time is when the conversation began.
        channel_id: ChannelId => bigint,
        /// Who opened it first.
        opened_by: UserId => bigint,
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&CONVERSATIONS, &INBOX],
    people: &[
        people(
            "conversations",
            In("conversations.json"),
            Stays("the others keep their conversation; who is no more is a number without a name"),
        ),
        people("inbox", Not("follows from conversations.json and messages.json"), Nothing),
    ],
    checks: &[|check| Box::pin(check.conversations()), |check| Box::pin(check.inboxes())],
    ..Area::named("messages")
};

/// A conversation from the view of one of its people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The conversation.
    pub channel: Channel,
    /// The person's read mark and settings.
    pub reader: Option<Reader>,
    /// The newest message in its current state.
    pub last: Option<Message>,
    /// The latest cursor at which a message became visible.
    pub shown: Option<EventId>,
    /// In a conversation of two: the other's read mark.
    pub other_read: Option<MessageId>,
    /// In a conversation of two: one has blocked the other, or the other account is gone.
    pub barred: bool,
}

/// The repository of direct messages.
#[derive(Clone)]
pub struct Messages {
    db: Db,
    chat: Chat,
}

impl Messages {
    pub(crate) fn new(db: Db, chat: Chat) -> Self {
        Self { db, chat }
    }

    /// These people's conversation, if any.
    pub async fn of_people(&self, people: &[UserId]) -> Result<Option<ChannelId>> {
        let found: Option<Conversation> = self.db.find(Conversation::at(&name_of(people))).await?;
        Ok(found.map(|conversation| conversation.channel_id))
    }

    /// Opens these people's conversation for one of them: a new one under `channel_id`, or the existing one. Answers
    /// which, and whether it is new. Until its first message it is only in the inboxes of those who opened it.
    pub async fn open(
        &self,
        people: &[UserId],
        by: UserId,
        channel_id: ChannelId,
    ) -> Result<(ChannelId, bool)> {
        let made = Conversation { people: name_of(people), channel_id, opened_by: by };
        let outcome = self.db.write_if(vec![made.if_absent()], first_rows(&made)).await?;
        let Some(stands) = outcome.refused_by() else { return Ok((channel_id, true)) };
        let stands = Conversation::read(stands.ok_or(Error::Busy)?)?;
        let mut missing = Vec::new();
        if self.chat.channel(stands.channel_id).await?.is_none() {
            missing = first_rows(&stands);
        }
        if self.chat.shown_in(BETWEEN_PEOPLE, stands.channel_id).await?.is_none() {
            missing.push(activity::opened(by, stands.channel_id));
        }
        if !missing.is_empty() {
            self.db.write(missing).await?;
        }
        Ok((stands.channel_id, false))
    }

    /// Conversations from the view of one of their people, in the order given; other channels are left out. Two round
    /// trips.
    pub async fn standing(&self, user_id: UserId, channels: &[ChannelId]) -> Result<Vec<Standing>> {
        let keys = channels.iter().flat_map(|id| {
            let head = CHANNEL_HEADS.at([scope(BETWEEN_PEOPLE, *id).into(), (*id).into()]);
            [Channel::at(*id), Reader::at(user_id, BETWEEN_PEOPLE, *id), head]
        });
        let mut found = self.db.get_many(keys.collect()).await?.into_iter();
        let mut standing = Vec::with_capacity(channels.len());
        let (mut keys, mut others) = (Vec::new(), Vec::new());
        while let (Some(channel), Some(reader), Some(head)) = (found.next(), found.next(), found.next()) {
            let Some(channel) = channel.map(Channel::read).transpose()?.filter(Channel::is_direct) else {
                continue;
            };
            let reader = reader.map(Reader::read).transpose()?;
            let head = head.map(shown_by).transpose()?;
            let other = other_of(&channel.people(), user_id);
            if let Some((newest, _)) = head {
                keys.push(rows::message_key(channel.channel_id, None, newest));
            }
            if let Some(other) = other {
                keys.push(Reader::at(other, BETWEEN_PEOPLE, channel.channel_id));
                keys.extend(contacts::bars(user_id, other));
            }
            others.push((head.is_some(), other.is_some()));
            let shown = head.map(|(_, shown)| shown);
            standing.push(Standing { channel, reader, last: None, shown, other_read: None, barred: false });
        }
        let mut found = self.db.get_many(keys).await?.into_iter();
        for (one, (has_head, has_other)) in standing.iter_mut().zip(others) {
            if has_head {
                one.last = found.next().flatten().map(Message::read).transpose()?;
            }
            if has_other {
                let reader = found.next().flatten().map(Reader::read).transpose()?;
                one.other_read = reader.and_then(|reader| reader.last_read);
                one.barred = contacts::is_barred(found.by_ref().take(3))?;
            }
        }
        Ok(standing)
    }

    /// Erases a person's data in conversations: memberships, read marks, settings, mentions, and their inbox.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        let all = self.all(user_id).await?;
        for channel_id in &all {
            self.chat.remove_member(*channel_id, user_id).await?;
        }
        let mut gone: Vec<Write> =
            all.iter().map(|id| CHANNEL_LISTENERS.at([(*id).into(), user_id.into()]).delete()).collect();
        self.chat.forget_person(user_id, BETWEEN_PEOPLE).await?;
        gone.push(INBOX.span([user_id.into()]).forget());
        self.db.write(gone).await
    }
}

/// The rows of a conversation without messages; the same whoever writes them.
fn first_rows(made: &Conversation) -> Vec<Write> {
    let Conversation { people, channel_id, opened_by } = made;
    let channel = Channel::between(people, *channel_id, *opened_by);
    let added = channel.created;
    // Nobody is added by somebody else.
    let member = |user_id| Member { channel_id: *channel_id, user_id, added_by: user_id, added, role: None };
    let mut writes = vec![channel.insert(), activity::opened(*opened_by, *channel_id)];
    writes.extend(people_of(people).into_iter().map(|user_id| member(user_id).insert()));
    writes
}
