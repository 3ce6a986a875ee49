//! The bell: what a person should see when they come back.

use std::collections::HashMap;

use moka::sync::Cache;

use crate::clock::{self, ttl_until};
use crate::engine::{Db, Key, Span, Write};
use crate::error::Result;
use crate::ids::{ChannelId, EntityId, MessageId, NotificationId, UserId, WorkspaceId};
use crate::record::{Record, Stored, record};
use crate::table::{Order, Table, bigint};

/// Milliseconds that an entry is kept.
const KEPT_MS: i64 = 180 * 86_400_000;
/// Entries read at once when unread ones are looked for.
const SLICE: usize = 200;
/// Entries among which unread ones are looked for.
const LOOKED_AT: usize = 2_000;
/// People remembered whose entries are listed.
const REMEMBERED: u64 = 100_000;
/// People who are told of one message.
const MANY: usize = 100_000;

/// In whose bells a message has an entry, and which.
pub(crate) static MESSAGE_BELLS: Table = Table {
    name: "message_bells",
    partition: &[bigint("message_id")],
    clustering: &[bigint("user_id")],
    columns: &[bigint("notification_id")],
    ttl: true,
    page_order: Order::Ascending,
};

/// Kinds of entries that call somebody to a message; of these a person has one for each message. Their id is the cursor at
/// which they began to call, so that a read mark says which of them are seen.
pub const CALLS: [&str; 3] = ["MENTION", "REPLY", "MESSAGE"];

record! {
    /// An entry of a person's bell.
    pub struct Notification;
    pub(crate) static NOTIFICATIONS: "notifications", Descending, ttl;
    partition {
        /// Whose bell.
        user_id: UserId => bigint,
    }
    clustering {
        /// Which entry; newer ones are larger.
        notification_id: NotificationId => bigint,
    }
    columns {
        /// A stable word, such as `MENTION`.
        kind: String => text,
        /// Who caused it.
        actor_id: Option<UserId> => bigint,
        /// The organisation it is about.
        entity_id: Option<EntityId> => bigint,
        /// The workspace it is about.
        workspace_id: Option<WorkspaceId> => bigint,
        /// The channel it is about.
        channel_id: Option<ChannelId> => bigint,
        /// The message it is about.
        message_id: Option<MessageId> => bigint,
        /// The thread of that message.
        parent_id: Option<MessageId> => bigint,
        /// Whether the person has seen it.
        read: bool => boolean,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// Where an entry that is not seen is found: what is counted, and what reading a channel or a thread makes seen. Written
    /// and removed in the entry's own batch.
    pub struct Unseen;
    pub(crate) static UNSEEN_BELLS: "unseen_bells", Descending, ttl;
    partition {
        /// Whose bell.
        user_id: UserId => bigint,
    }
    clustering {
        /// The channel in which reading it there makes it seen; 0: none does.
        channel_id: ChannelId => bigint,
        /// The thread; 0: the channel itself.
        thread_id: MessageId => bigint,
        /// Which entry.
        notification_id: NotificationId => bigint,
    }
    columns {}
}

record! {
    /// A person whose unseen entries are all in `unseen_bells`: those that are older than that table were looked for.
    pub struct Listed;
    pub(crate) static LISTED_BELLS: "listed_bells", Ascending;
    partition {
        /// Whose bell.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Epoch milliseconds.
        since: i64 => timestamp,
    }
}

pub(crate) static TABLES: &[&Table] = &[&NOTIFICATIONS, &MESSAGE_BELLS, &UNSEEN_BELLS, &LISTED_BELLS];

pub(crate) fn unseen(entry: &Notification) -> Unseen {
    let place = called_to(entry).and(entry.channel_id);
    Unseen {
        user_id: entry.user_id,
        channel_id: place.unwrap_or(ChannelId(0)),
        thread_id: place.and(entry.parent_id).unwrap_or(MessageId(0)),
        notification_id: entry.notification_id,
    }
}

fn lives(notification: &Notification) -> u32 {
    ttl_until(notification.created + KEPT_MS, clock::now())
}

/// The writes of an entry, for what is left of its life.
fn insert(notification: &Notification) -> [Write; 2] {
    let (life, place) = (lives(notification), unseen(notification));
    let place = if notification.read { place.key().delete() } else { place.row().insert_for(life) };
    [notification.row().insert_for(life), place]
}

fn bell_key(message_id: MessageId, user_id: UserId) -> Key {
    MESSAGE_BELLS.at([message_id.into(), user_id.into()])
}

/// The message that an entry calls to.
fn called_to(notification: &Notification) -> Option<MessageId> {
    notification.message_id.filter(|_| CALLS.contains(&notification.kind.as_str()))
}

/// The writes of a new entry.
pub(crate) fn inserts(notification: &Notification) -> Vec<Write> {
    let mut writes: Vec<Write> = insert(notification).into();
    if let Some(message_id) = called_to(notification) {
        let bell = MESSAGE_BELLS.row([
            ("message_id", message_id.into()),
            ("user_id", notification.user_id.into()),
            ("notification_id", notification.notification_id.into()),
        ]);
        writes.push(bell.insert_for(lives(notification)));
    }
    writes
}

/// The repository of bells.
#[derive(Clone)]
pub struct Notifications {
    db: Db,
    /// Whose unseen entries are known to be listed.
    listed: Cache<UserId, ()>,
}

impl Notifications {
    pub(crate) fn new(db: Db) -> Self {
        Self { db, listed: Cache::new(REMEMBERED) }
    }

    /// Stores entries; the same one twice is one, and one that calls to a message takes the place of an earlier one.
    pub async fn add(&self, notifications: &[Notification]) -> Result<()> {
        let mut writes = self.replaced(notifications).await?;
        writes.extend(notifications.iter().flat_map(inserts));
        self.db.write(writes).await
    }

    /// What goes when these come.
    async fn replaced(&self, notifications: &[Notification]) -> Result<Vec<Write>> {
        let mut ids: HashMap<(MessageId, UserId), &Notification> = HashMap::new();
        for new in notifications {
            ids.extend(called_to(new).map(|message| ((message, new.user_id), new)));
        }
        let keys = ids.keys().map(|(message, user)| bell_key(*message, *user)).collect();
        let mut gone = Vec::new();
        for mut row in self.db.get_many(keys).await?.into_iter().flatten() {
            let (message, user): (MessageId, UserId) = (row.take("message_id")?, row.take("user_id")?);
            let old: NotificationId = row.take("notification_id")?;
            if let Some(new) = ids.get(&(message, user)).filter(|new| new.notification_id != old) {
                gone.push(Notification::at(user, old).delete());
                gone.push(Unseen { notification_id: old, ..unseen(new) }.key().delete());
            }
        }
        Ok(gone)
    }

    /// The entries that call people to a message.
    pub async fn about(&self, message_id: MessageId) -> Result<Vec<Notification>> {
        let bells = self.db.range(MESSAGE_BELLS.span([message_id.into()]).ascending(MANY)).await?;
        let mut keys = Vec::with_capacity(bells.len());
        for mut row in bells {
            let (user, id): (UserId, NotificationId) = (row.take("user_id")?, row.take("notification_id")?);
            keys.push(NOTIFICATIONS.at([user.into(), id.into()]));
        }
        let mut found = Vec::new();
        for keys in keys.chunks(SLICE) {
            for row in self.db.get_many(keys.to_vec()).await?.into_iter().flatten() {
                found.push(Notification::read(row)?);
            }
        }
        Ok(found)
    }

    /// A person's entries, newest first, before one, at most `limit`.
    pub async fn list(
        &self,
        user_id: UserId,
        before: Option<NotificationId>,
        limit: usize,
    ) -> Result<Vec<Notification>> {
        let span = Notification::of(user_id);
        let span = if let Some(before) = before { span.before(before) } else { span };
        self.db.list(span.descending(limit)).await
    }

    /// One of a person's entries.
    pub async fn one(&self, user_id: UserId, id: NotificationId) -> Result<Option<Notification>> {
        self.db.find(Notification::at(user_id, id)).await
    }

    /// How many entries the person has not seen, counted up to `cap`.
    pub async fn unread(&self, user_id: UserId, cap: usize) -> Result<usize> {
        self.list_old(user_id).await?;
        Ok(self.db.range(Unseen::of(user_id).descending(cap)).await?.len())
    }

    /// The person has seen these entries; ids that are not the person's are left out.
    pub async fn mark_read(&self, user_id: UserId, notification_ids: &[NotificationId]) -> Result<()> {
        let keys = notification_ids.iter().map(|id| Notification::at(user_id, *id)).collect();
        self.seen(self.db.find_all(keys).await?).await
    }

    /// The person has seen everything.
    pub async fn mark_all_read(&self, user_id: UserId) -> Result<()> {
        self.list_old(user_id).await?;
        self.all_seen(Unseen::of(user_id)).await.map(drop)
    }

    /// Written whole, for what is left of their life: an update would leave single columns behind in CQL.
    async fn seen(&self, mut notifications: Vec<Notification>) -> Result<()> {
        notifications.retain(|notification| !notification.read);
        let writes = notifications
            .into_iter()
            .flat_map(|notification| insert(&Notification { read: true, ..notification }));
        self.db.write(writes.collect()).await
    }

    /// What stands in a part of the person's unseen entries is seen. Answers whether there was any.
    async fn all_seen(&self, part: Span) -> Result<bool> {
        let mut any = false;
        loop {
            let found: Vec<Unseen> = self.db.list(part.clone().ascending(SLICE)).await?;
            any |= !found.is_empty();
            if found.is_empty() {
                return Ok(any);
            }
            let keys = found.iter().map(|place| Notification::at(place.user_id, place.notification_id));
            self.seen(self.db.find_all(keys.collect()).await?).await?;
            // Also where the entry is gone or was seen already: what stays here would be met for ever.
            self.db.write(found.iter().map(|place| place.key().delete()).collect()).await?;
            if found.len() < SLICE {
                return Ok(any);
            }
        }
    }

    /// Lists a person's unseen entries that were stored before there was a list, once.
    async fn list_old(&self, user_id: UserId) -> Result<()> {
        if self.listed.contains_key(&user_id) {
            return Ok(());
        }
        if self.db.get(Listed::at(user_id)).await?.is_none() {
            let old = self.unread_entries(user_id).await?;
            let rows = old.iter().map(|entry| unseen(entry).row().insert_for(lives(entry)));
            self.db.write(rows.collect()).await?;
            // Looked at after the write: what was seen, replaced or withdrawn since it was read is not left unseen for ever.
            let keys = old.iter().map(|entry| Notification::at(entry.user_id, entry.notification_id)).collect();
            let stand: Vec<Notification> = self.db.find_all(keys).await?;
            let stands = |entry: &Notification| {
                stand.iter().any(|now| now.notification_id == entry.notification_id && !now.read)
            };
            let over = old.iter().filter(|entry| !stands(entry)).map(|entry| unseen(entry).key().delete());
            self.db.write(over.collect()).await?;
            self.db.write(vec![Listed { user_id, since: clock::now() }.insert()]).await?;
        }
        self.listed.insert(user_id, ());
        Ok(())
    }

    /// The person has read a channel, or a `thread` of it, up to a cursor: the unread entries that call them to its messages
    /// are seen, but for replies in (other) threads. Answers whether there were any.
    pub async fn mark_channel_read(
        &self,
        user_id: UserId,
        channel_id: ChannelId,
        thread: Option<MessageId>,
        up_to: MessageId,
    ) -> Result<bool> {
        self.list_old(user_id).await?;
        let place = [channel_id.into(), thread.unwrap_or(MessageId(0)).into()];
        self.all_seen(Unseen::of(user_id).prefix(place).up_to(up_to)).await
    }

    /// Takes entries that call to messages away; answers from whose bell one that was not seen.
    pub async fn withdraw(&self, entries: &[Notification]) -> Result<Vec<UserId>> {
        let gone = entries.iter().flat_map(|entry| {
            let key = NOTIFICATIONS.at([entry.user_id.into(), entry.notification_id.into()]);
            let bell = called_to(entry).map(|message| bell_key(message, entry.user_id).delete());
            [Some(key.delete()), Some(unseen(entry).key().delete()), bell].into_iter().flatten()
        });
        self.db.write(gone.collect()).await?;
        Ok(entries.iter().filter(|entry| !entry.read).map(|entry| entry.user_id).collect())
    }

    /// Forgets all of a person's entries.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        let mut before = None;
        loop {
            let slice = self.list(user_id, before, SLICE).await?;
            before = slice.last().map(|last| last.notification_id);
            self.withdraw(&slice).await?;
            if slice.len() < SLICE {
                break;
            }
        }
        let rest = [Notification::of(user_id), Unseen::of(user_id), Listed::of(user_id)];
        self.db.write(rest.map(Span::delete).into()).await
    }

    async fn unread_entries(&self, user_id: UserId) -> Result<Vec<Notification>> {
        let (mut unread, mut before) = (Vec::new(), None);
        for _ in 0..LOOKED_AT / SLICE {
            let slice = self.list(user_id, before, SLICE).await?;
            let is_last = slice.len() < SLICE;
            before = slice.last().map(|last| last.notification_id);
            unread.extend(slice.into_iter().filter(|notification| !notification.read));
            if is_last {
                break;
            }
        }
        Ok(unread)
    }
}
