//! The bell: what a person should see when they come back.

use crate::clock::{self, ttl_until};
use crate::engine::{Db, Write};
use crate::error::Result;
use crate::ids::{ChannelId, EntityId, MessageId, NotificationId, UserId, WorkspaceId};
use crate::record::{Record, Stored, record};

/// Milliseconds that an entry is kept.
const KEPT_MS: i64 = 180 * 86_400_000;
/// Entries read at once when unread ones are looked for.
const SLICE: usize = 200;
/// Entries among which unread ones are looked for.
const LOOKED_AT: usize = 2_000;

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

/// The write of an entry, for what is left of its life.
pub(crate) fn insert(notification: &Notification) -> Write {
    notification.row().insert_for(ttl_until(notification.created + KEPT_MS, clock::now()))
}

/// The repository of bells.
#[derive(Clone)]
pub struct Notifications {
    db: Db,
}

impl Notifications {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores entries; the same one twice is one.
    pub async fn add(&self, notifications: &[Notification]) -> Result<()> {
        self.db.write(notifications.iter().map(insert).collect()).await
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

    /// How many entries the person has not seen, counted up to `cap` and among the newest two thousand.
    pub async fn unread(&self, user_id: UserId, cap: usize) -> Result<usize> {
        Ok(self.unread_entries(user_id, cap).await?.len())
    }

    /// The person has seen these entries; ids that are not the person's are left out.
    pub async fn mark_read(&self, user_id: UserId, notification_ids: &[NotificationId]) -> Result<()> {
        let keys = notification_ids.iter().map(|id| Notification::at(user_id, *id)).collect();
        self.seen(self.db.find_all(keys).await?).await
    }

    /// The person has seen everything.
    pub async fn mark_all_read(&self, user_id: UserId) -> Result<()> {
        let unread = self.unread_entries(user_id, LOOKED_AT).await?;
        self.seen(unread).await
    }

    /// Written whole, for what is left of their life: an update would leave single columns behind in CQL.
    async fn seen(&self, mut notifications: Vec<Notification>) -> Result<()> {
        notifications.retain(|notification| !notification.read);
        let writes = notifications
            .into_iter()
            .map(|notification| insert(&Notification { read: true, ..notification }));
        self.db.write(writes.collect()).await
    }

    /// The person has read a channel, or a `thread` of it, up to a message: the unread entries about its messages up to
    /// there are seen, but for replies in (other) threads. Answers whether there were any.
    pub async fn mark_channel_read(
        &self,
        user_id: UserId,
        channel_id: ChannelId,
        up_to: MessageId,
        thread: Option<MessageId>,
        kinds: &[&str],
    ) -> Result<bool> {
        let mut unread = self.unread_entries(user_id, LOOKED_AT).await?;
        unread.retain(|entry| {
            entry.channel_id == Some(channel_id)
                && entry.parent_id == thread
                && entry.message_id.is_some_and(|message| message <= up_to)
                && kinds.contains(&entry.kind.as_str())
        });
        let any = !unread.is_empty();
        if any {
            self.seen(unread).await?;
        }
        Ok(any)
    }

    /// Takes the entries about a message away from these people's bells; answers from whose one that was not seen.
    pub async fn withdraw(&self, message_id: MessageId, people: &[UserId]) -> Result<Vec<UserId>> {
        let key = |user_id: &UserId| Notification::at(*user_id, NotificationId(message_id.0));
        let found = self.db.get_many(people.iter().map(key).collect()).await?;
        let mut unseen = Vec::new();
        let mut gone = Vec::new();
        for row in found.into_iter().flatten() {
            let entry = Notification::read(row)?;
            // An id may be another entry's that has nothing to do with the message.
            if entry.message_id == Some(message_id) {
                gone.push(key(&entry.user_id).delete());
                if !entry.read {
                    unseen.push(entry.user_id);
                }
            }
        }
        self.db.write(gone).await?;
        Ok(unseen)
    }

    /// Forgets all of a person's entries.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![Notification::of(user_id).delete()]).await
    }

    async fn unread_entries(&self, user_id: UserId, cap: usize) -> Result<Vec<Notification>> {
        let (mut unread, mut before) = (Vec::new(), None);
        for _ in 0..LOOKED_AT / SLICE {
            let slice = self.list(user_id, before, SLICE).await?;
            let is_last = slice.len() < SLICE;
            before = slice.last().map(|last| last.notification_id);
            unread.extend(slice.into_iter().filter(|notification| !notification.read));
            if is_last || unread.len() >= cap {
                break;
            }
        }
        unread.truncate(cap);
        Ok(unread)
    }
}
