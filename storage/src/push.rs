//! Push subscriptions: one per browser of a person, bound to the session in which it was made.

use std::collections::HashMap;

use crate::notifications::Notification;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{JobId, NotificationId, SessionId, UserId};
use crate::platform::jobs::Job;
use crate::platform::record::{Record, record};
use crate::platform::table::{Order, Statics, Table, bigint, text};

/// Most subscriptions of a person; the oldest is dropped.
pub const MOST: usize = 20;
/// Most rows read of a person: more than [`MOST`], as concurrent calls may exceed it.
const READ: usize = 4 * MOST;

/// The current owner of a browser: people who share one do not get each other's messages.
pub(crate) static PUSH_ENDPOINTS: Table = Table {
    name: "push_endpoints",
    partition: &[text("endpoint_hash")],
    clustering: &[],
    columns: &[bigint("user_id")],
    ttl: true,
    page_order: Order::Ascending,
    statics: Statics::None,
};

record! {
    /// A browser that takes push messages.
    pub struct PushSubscription;
    pub(crate) static PUSH_SUBSCRIPTIONS: "push_subscriptions", Ascending, ttl;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {
        /// Hex of the endpoint's SHA-256.
        endpoint_hash: String => text,
    }
    columns {
        /// The push service's address for this browser. A secret: never shown or logged.
        endpoint: String => text,
        /// The browser's public key: an uncompressed P-256 point, base64url.
        p256dh: String => text,
        /// The browser's secret of 16 bytes, base64url.
        auth: String => text,
        /// The session in which it was made; they end together.
        session_id: SessionId => bigint,
        /// Epoch milliseconds of the browser's last registration.
        created: i64 => timestamp,
        /// Epoch milliseconds at which the session expires.
        expires: i64 => timestamp,
    }
}

/// The kind of the jobs that push notifications.
pub const PUSH_JOB: &str = "push";

/// The job that pushes notifications to their recipients' browsers: one for all notifications of a write, which it is
/// part of. None: there are no notifications.
pub fn job(job_id: JobId, entries: &[Notification]) -> Option<Job> {
    let pair = |entry: &Notification| format!("{} {}", entry.user_id, entry.notification_id);
    let pairs: Vec<String> = entries.iter().map(pair).collect();
    (!pairs.is_empty()).then(|| Job::new(job_id, job_id.millis(), PUSH_JOB, pairs.join(" ")))
}

/// Parses such a job: recipients and notifications. None: it is of another kind.
pub fn entries_of(job: &Job) -> Option<Vec<(UserId, NotificationId)>> {
    let numbers: Option<Vec<i64>> = job.payload.split(' ').map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() % 2 == 0)?;
    Some(numbers.chunks_exact(2).map(|pair| (UserId(pair[0]), NotificationId(pair[1]))).collect())
}

fn inserts(one: &PushSubscription) -> [Write; 2] {
    let ttl = ttl_until(one.expires, clock::now());
    let row = PUSH_SUBSCRIPTIONS.row([
        ("user_id", one.user_id.into()),
        ("endpoint_hash", (&one.endpoint_hash).into()),
        ("endpoint", (&one.endpoint).into()),
        ("p256dh", (&one.p256dh).into()),
        ("auth", (&one.auth).into()),
        ("session_id", one.session_id.into()),
        ("created", one.created.into()),
        ("expires", one.expires.into()),
    ]);
    let owner =
        PUSH_ENDPOINTS.row([("endpoint_hash", (&one.endpoint_hash).into()), ("user_id", one.user_id.into())]);
    [row.insert_for(ttl), owner.insert_for(ttl)]
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&PUSH_SUBSCRIPTIONS, &PUSH_ENDPOINTS],
    people: &[
        people("push_subscriptions", In("push.json"), Nothing),
        people("push_endpoints", Not("the index of push.json"), Nothing),
    ],
    ..Area::named("push")
};

/// The repository of push subscriptions.
#[derive(Clone)]
pub struct Push {
    db: Db,
}

impl Push {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores a subscription, replacing that of the same browser, whoever owned it. Beyond [`MOST`] the oldest are
    /// dropped.
    pub async fn put(&self, one: &PushSubscription) -> Result<()> {
        let owner = self.owner(&one.endpoint_hash).await?;
        let mut others = self.rows(one.user_id).await?;
        others.retain(|other| other.endpoint_hash != one.endpoint_hash);
        others.sort_by_key(|other| other.created);
        let too_many = (others.len() + 1).saturating_sub(MOST);
        let mut writes = self.removals(&others[..too_many]).await?;
        if let Some(owner) = owner.filter(|owner| *owner != one.user_id) {
            writes.push(PushSubscription::at(owner, &one.endpoint_hash).delete());
        }
        writes.extend(inserts(one));
        self.db.write(writes).await
    }

    /// A person's subscriptions, oldest first, except browsers that others have taken over.
    pub async fn of(&self, user_id: UserId) -> Result<Vec<PushSubscription>> {
        let rows = self.rows(user_id).await?;
        let owners = self.owners(&rows).await?;
        let mut own: Vec<_> = rows
            .into_iter()
            .zip(owners)
            .filter(|(_, owner)| *owner == Some(user_id))
            .map(|(one, _)| one)
            .collect();
        own.sort_by_key(|one| one.created);
        Ok(own)
    }

    /// The browsers of people, as hashes of their endpoints; some may have been taken over by others.
    pub async fn held_by(&self, people: &[UserId]) -> Result<HashMap<UserId, Vec<String>>> {
        let spans = people.iter().map(|user_id| PushSubscription::of(*user_id).ascending(READ)).collect();
        let mut held: HashMap<UserId, Vec<String>> = HashMap::new();
        for row in self.db.range_many(spans).await?.into_iter().flatten() {
            let one = PushSubscription::read(row)?;
            held.entry(one.user_id).or_default().push(one.endpoint_hash);
        }
        Ok(held)
    }

    /// One of a person's subscriptions, if the browser is still theirs.
    pub async fn one(&self, user_id: UserId, endpoint_hash: &str) -> Result<Option<PushSubscription>> {
        let Some(one) =
            self.db.find::<PushSubscription>(PushSubscription::at(user_id, endpoint_hash)).await?
        else {
            return Ok(None);
        };
        Ok((self.owner(endpoint_hash).await? == Some(user_id)).then_some(one))
    }

    /// Deletes one of a person's subscriptions; those of others stay.
    pub async fn remove(&self, user_id: UserId, endpoint_hash: &str) -> Result<()> {
        let found: Vec<_> =
            self.db.find(PushSubscription::at(user_id, endpoint_hash)).await?.into_iter().collect();
        let writes = self.removals(&found).await?;
        self.db.write(writes).await
    }

    /// Deletes the subscriptions of ended sessions.
    pub async fn remove_sessions(&self, user_id: UserId, sessions: &[SessionId]) -> Result<()> {
        let mut rows = self.rows(user_id).await?;
        rows.retain(|one| sessions.contains(&one.session_id));
        let writes = self.removals(&rows).await?;
        self.db.write(writes).await
    }

    /// Deletes all of a person's subscriptions.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        let rows = self.rows(user_id).await?;
        let mut writes = self.removals(&rows).await?;
        writes.push(PushSubscription::of(user_id).delete());
        self.db.write(writes).await
    }

    async fn rows(&self, user_id: UserId) -> Result<Vec<PushSubscription>> {
        let mut rows: Vec<PushSubscription> =
            self.db.list(PushSubscription::of(user_id).ascending(READ)).await?;
        let now = clock::now();
        rows.retain(|one| one.expires > now);
        Ok(rows)
    }

    async fn owner(&self, endpoint_hash: &str) -> Result<Option<UserId>> {
        let row = self.db.get(PUSH_ENDPOINTS.at([endpoint_hash.into()])).await?;
        row.map(|mut row| row.take("user_id")).transpose()
    }

    async fn owners(&self, rows: &[PushSubscription]) -> Result<Vec<Option<UserId>>> {
        let keys = rows.iter().map(|one| PUSH_ENDPOINTS.at([(&one.endpoint_hash).into()])).collect();
        let found = self.db.get_many(keys).await?;
        found.into_iter().map(|row| row.map(|mut row| row.take("user_id")).transpose()).collect()
    }

    /// Writes that delete these rows, and the ownership of their browsers unless others have taken them over.
    async fn removals(&self, rows: &[PushSubscription]) -> Result<Vec<Write>> {
        let owners = self.owners(rows).await?;
        let mut writes = Vec::new();
        for (one, owner) in rows.iter().zip(owners) {
            let hash = &one.endpoint_hash;
            writes.push(PushSubscription::at(one.user_id, hash).delete());
            if owner == Some(one.user_id) {
                writes.push(PUSH_ENDPOINTS.at([hash.into()]).delete());
            }
        }
        Ok(writes)
    }
}
