//! Notifications: the entries of a person's bell.

mod before;
mod missed;
mod phones;

use std::collections::HashMap;

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Db, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, NotificationId, UserId};
use crate::platform::record::{Stored, record};
pub use phones::PhoneCode;

/// Milliseconds for which a notification is stored.
const KEPT_MS: i64 = 180 * 86_400_000;
/// Notifications read at once.
const SLICE: usize = 200;
/// Most recipients of one subject.
const MANY: usize = 100_000;

record! {
    /// The recipients with a notification that calls to a subject. Written and deleted together with the notification.
    struct Called;
    pub(crate) static SUBJECT_BELLS: "subject_bells", Ascending, ttl;
    partition {
        subject_kind: String => text,
        subject_id: i64 => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {
        notification_id: NotificationId => bigint,
    }
}

record! {
    /// A notification: recipient, kind, subject, scope and actor. It holds no text; that is read from the subject
    /// whenever it is shown.
    pub struct Notification;
    pub(crate) static BELLS: "bells", Descending, ttl;
    partition {
        /// The recipient.
        user_id: UserId => bigint,
    }
    clustering {
        /// Its id, ascending in time. If it calls to its subject: the cursor since which it does.
        notification_id: NotificationId => bigint,
    }
    columns {
        /// A stable name given by the area, such as `MENTION`.
        kind: String => text,
        /// The kind of its subject in the area's terms, such as `message`.
        subject_kind: String => text,
        /// The subject's id.
        subject_id: i64 => bigint,
        /// The kind of its scope in the area's terms, such as `channel`.
        scope_kind: String => text,
        /// The scope's id.
        scope_id: i64 => bigint,
        /// Whether it calls to its subject: a person has one such notification per subject, which counts as seen when
        /// its scope is read up to its id.
        calls: bool => boolean,
        /// Who caused it.
        actor_id: Option<UserId> => bigint,
        /// The organisation concerned.
        entity_id: Option<EntityId> => bigint,
        /// Whether the person has seen it.
        read: bool => boolean,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

impl Notification {
    /// The subject's id if the subject is of this kind.
    pub fn about(&self, subject_kind: &str) -> Option<i64> {
        (self.subject_kind == subject_kind).then_some(self.subject_id)
    }

    /// The scope's id if the scope is of this kind.
    pub fn within(&self, scope_kind: &str) -> Option<i64> {
        (self.scope_kind == scope_kind).then_some(self.scope_id)
    }
}

record! {
    /// An unseen notification by scope: for counting, and for marking a scope seen. Written and deleted together with
    /// the notification.
    pub struct Unseen;
    pub(crate) static UNSEEN_BELLS: "unseen_bells", Descending, ttl;
    partition {
        /// The recipient.
        user_id: UserId => bigint,
    }
    clustering {
        /// The scope whose reading marks it seen; empty: none.
        scope_kind: String => text,
        /// The scope's id.
        scope_id: i64 => bigint,
        /// The notification.
        notification_id: NotificationId => bigint,
    }
    columns {}
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &BELLS,
        &SUBJECT_BELLS,
        &UNSEEN_BELLS,
        &before::NOTIFICATIONS,
        &missed::MISSED_MAILS,
        &phones::PHONE_CODES,
        &phones::SMS_DAYS,
        &phones::DIGEST_MAILS,
    ],
    people: &[
        people(
            "bells",
            In("notifications.json"),
            Elsewhere("who caused others' entries; runs out in half a year"),
        ),
        people("subject_bells", Not("the index of notifications.json"), Stays("runs out with its entry")),
        people(
            "missed_mails",
            Not("a mark of what was mailed; the entries are in notifications.json"),
            Nothing,
        ),
        people("phone_codes", In("notification-settings.json"), Nothing),
        people("sms_days", Not("how many text messages a day had"), Nothing),
        people(
            "digest_mails",
            Not("a mark of what was mailed; the entries are in notifications.json"),
            Nothing,
        ),
        people("unseen_bells", Not("the index of notifications.json"), Nothing),
        people("notifications", Not("as older versions wrote it; a migration empties it"), Nothing),
    ],
    migrations: &[before::ABOUT_SUBJECTS],
    ..Area::named("notifications")
};

pub(crate) fn unseen(entry: &Notification) -> Unseen {
    let (scope_kind, scope_id) =
        if entry.calls { (entry.scope_kind.clone(), entry.scope_id) } else { (String::new(), 0) };
    Unseen { user_id: entry.user_id, scope_kind, scope_id, notification_id: entry.notification_id }
}

fn lives(notification: &Notification) -> u32 {
    ttl_until(notification.created + KEPT_MS, clock::now())
}

/// The writes of a notification, with its remaining time to live.
fn insert(notification: &Notification) -> [Write; 2] {
    let (life, place) = (lives(notification), unseen(notification));
    let place = if notification.read { place.key().delete() } else { place.row().insert_for(life) };
    [notification.row().insert_for(life), place]
}

fn called(entry: &Notification) -> Option<Called> {
    entry.calls.then(|| Called {
        subject_kind: entry.subject_kind.clone(),
        subject_id: entry.subject_id,
        user_id: entry.user_id,
        notification_id: entry.notification_id,
    })
}

/// The writes of a new notification, to be part of the write of what it is about.
pub fn inserts(entry: &Notification) -> Vec<Write> {
    let called = called(entry).map(|called| called.row().insert_for(lives(entry)));
    insert(entry).into_iter().chain(called).collect()
}

/// The repository of notifications.
#[derive(Clone)]
pub struct Notifications {
    db: Db,
}

impl Notifications {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores notifications, idempotently; one that calls to its subject replaces an earlier one about it.
    pub async fn add(&self, notifications: &[Notification]) -> Result<()> {
        self.add_with(notifications, Vec::new()).await
    }

    /// As [`Notifications::add`], together with other writes.
    pub async fn add_with(&self, notifications: &[Notification], then: Vec<Write>) -> Result<()> {
        let mut writes = self.replaced(notifications).await?;
        writes.extend(notifications.iter().flat_map(inserts));
        writes.extend(then);
        self.db.write(writes).await
    }

    /// Those of the notifications that are not stored.
    pub async fn unknown(&self, mut notifications: Vec<Notification>) -> Result<Vec<Notification>> {
        let keys = notifications.iter().map(Notification::key).collect();
        let mut known = self.db.get_many(keys).await?.into_iter();
        notifications.retain(|_| known.next().flatten().is_none());
        Ok(notifications)
    }

    /// Deletes the notifications that new ones replace.
    async fn replaced(&self, notifications: &[Notification]) -> Result<Vec<Write>> {
        let subject = |one: &Called| (one.user_id, one.subject_kind.clone(), one.subject_id);
        let new: HashMap<_, _> =
            notifications.iter().filter_map(|new| Some((subject(&called(new)?), new))).collect();
        let keys = notifications.iter().filter_map(called).map(|called| called.key()).collect();
        let mut gone = Vec::new();
        for old in self.db.find_all::<Called>(keys).await? {
            let (user_id, notification_id) = (old.user_id, old.notification_id);
            if let Some(new) = new.get(&subject(&old)).filter(|new| new.notification_id != notification_id) {
                gone.push(Notification::at(user_id, notification_id).delete());
                gone.push(Unseen { notification_id, ..unseen(new) }.key().delete());
            }
        }
        Ok(gone)
    }

    /// The notifications that call to a subject.
    pub async fn about(&self, subject_kind: &str, subject_id: i64) -> Result<Vec<Notification>> {
        let called: Vec<Called> = self.db.list(Called::of(subject_kind, subject_id).ascending(MANY)).await?;
        let mut found = Vec::new();
        for some in called.chunks(SLICE) {
            let keys = some.iter().map(|one| Notification::at(one.user_id, one.notification_id));
            found.extend(self.db.find_all(keys.collect()).await?);
        }
        Ok(found)
    }

    /// A person's notification that calls to a subject.
    pub async fn calling(
        &self,
        user_id: UserId,
        subject_kind: &str,
        subject_id: i64,
    ) -> Result<Option<Notification>> {
        match self.db.find::<Called>(Called::at(subject_kind, subject_id, user_id)).await? {
            Some(called) => self.one(user_id, called.notification_id).await,
            None => Ok(None),
        }
    }

    /// A person's notifications, newest first before one, at most `limit`.
    pub async fn list(
        &self,
        user_id: UserId,
        before: Option<NotificationId>,
        limit: usize,
    ) -> Result<Vec<Notification>> {
        self.db.list(Notification::of(user_id).before_any(before).descending(limit)).await
    }

    /// A page of a person's notifications, newest first before one; answers whether there are more.
    pub async fn page(
        &self,
        user_id: UserId,
        before: Option<NotificationId>,
        limit: usize,
    ) -> Result<(Vec<Notification>, bool)> {
        self.db.page(Notification::of(user_id).before_any(before), limit).await
    }

    /// One of a person's notifications.
    pub async fn one(&self, user_id: UserId, id: NotificationId) -> Result<Option<Notification>> {
        self.db.find(Notification::at(user_id, id)).await
    }

    /// Several people's notifications; those that are gone are left out.
    pub async fn some(&self, ids: &[(UserId, NotificationId)]) -> Result<Vec<Notification>> {
        self.db.find_all(ids.iter().map(|(user_id, id)| Notification::at(*user_id, *id)).collect()).await
    }

    /// Number of unseen notifications, counted up to `cap`.
    pub async fn unread(&self, user_id: UserId, cap: usize) -> Result<usize> {
        Ok(self.db.range(Unseen::of(user_id).descending(cap)).await?.len())
    }

    /// Marks a person's notifications seen; ids of others are ignored.
    pub async fn mark_read(&self, user_id: UserId, notification_ids: &[NotificationId]) -> Result<()> {
        let keys = notification_ids.iter().map(|id| Notification::at(user_id, *id)).collect();
        self.seen(self.db.find_all(keys).await?).await
    }

    /// Marks all of a person's notifications seen.
    pub async fn mark_all_read(&self, user_id: UserId) -> Result<()> {
        self.all_seen(Unseen::of(user_id)).await.map(drop)
    }

    /// Rewrites whole rows with their remaining time to live: in CQL an update would leave single columns behind.
    async fn seen(&self, mut notifications: Vec<Notification>) -> Result<()> {
        notifications.retain(|notification| !notification.read);
        let writes = notifications
            .into_iter()
            .flat_map(|notification| insert(&Notification { read: true, ..notification }));
        self.db.write(writes.collect()).await
    }

    /// Marks a span of unseen notifications seen. Answers whether there were any.
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
            // Also if the notification is deleted or seen already: a remaining entry would be read again each time.
            self.db.write(found.iter().map(|place| place.key().delete()).collect()).await?;
            if found.len() < SLICE {
                return Ok(any);
            }
        }
    }

    /// Marks the notifications of a scope seen up to a cursor. Answers whether there were any unread.
    pub async fn mark_scope_read(
        &self,
        user_id: UserId,
        scope_kind: &str,
        scope_id: i64,
        up_to: NotificationId,
    ) -> Result<bool> {
        let scope = [scope_kind.into(), scope_id.into()];
        self.all_seen(Unseen::of(user_id).prefix(scope).up_to(up_to)).await
    }

    /// Withdraws notifications; answers the recipients of those that were unseen.
    pub async fn withdraw(&self, entries: &[Notification]) -> Result<Vec<UserId>> {
        let gone = entries.iter().flat_map(|entry| {
            let called = called(entry).map(|called| called.key().delete());
            [entry.key().delete(), unseen(entry).key().delete()].into_iter().chain(called)
        });
        self.db.write(gone.collect()).await?;
        Ok(entries.iter().filter(|entry| !entry.read).map(|entry| entry.user_id).collect())
    }

    /// Deletes all of a person's notifications.
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
        let rest = [Notification::of(user_id), Unseen::of(user_id)].map(Span::delete);
        let mark = missed::MissedMail::at(user_id).delete();
        self.db.write(rest.into_iter().chain([mark]).chain(Self::forget_phones(user_id)).collect()).await
    }
}
