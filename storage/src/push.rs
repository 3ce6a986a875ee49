//! Where a person's browsers take push messages: one subscription for each, bound to the session it was made in.

use crate::area::Given::{In, Not};
use crate::area::Left::Nothing;
use crate::area::{Area, people};
use crate::clock::{self, ttl_until};
use crate::engine::{Db, Write};
use crate::error::Result;
use crate::ids::{SessionId, UserId};
use crate::record::record;
use crate::table::{Order, Statics, Table, bigint, text};

/// Subscriptions that a person has at most; the oldest goes.
pub const MOST: usize = 20;
/// Rows of a person that are looked at: some more than there should be, as two may be added at once.
const READ: usize = 4 * MOST;

/// Whose a browser is: people who share one do not get each other's messages.
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
        /// The person whose browser it is.
        user_id: UserId => bigint,
    }
    clustering {
        /// Hex of the endpoint's SHA-256.
        endpoint_hash: String => text,
    }
    columns {
        /// The push service's address for this browser. Whoever knows it may try to send: never shown or logged.
        endpoint: String => text,
        /// The browser's public key: an uncompressed P-256 point, base64url.
        p256dh: String => text,
        /// The browser's secret of 16 bytes, base64url.
        auth: String => text,
        /// The session in which it was made; it ends with that.
        session_id: SessionId => bigint,
        /// Epoch milliseconds at which the browser named it last.
        created: i64 => timestamp,
        /// Epoch milliseconds at which the session is over.
        expires: i64 => timestamp,
    }
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

/// The area as the store sees it.
pub static AREA: Area = Area {
    name: "push",
    tables: &[&PUSH_SUBSCRIPTIONS, &PUSH_ENDPOINTS],
    people: &[
        people("push_subscriptions", In("push.json"), Nothing),
        people("push_endpoints", Not("the index of push.json"), Nothing),
    ],
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

    /// Stores a subscription in place of what its browser had, whoever's that was. Beyond [`MOST`] the oldest go.
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

    /// A person's subscriptions, oldest first, but for those whose browser is another's by now.
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

    /// One of a person's subscriptions, where the browser is still theirs.
    pub async fn one(&self, user_id: UserId, endpoint_hash: &str) -> Result<Option<PushSubscription>> {
        let Some(one) =
            self.db.find::<PushSubscription>(PushSubscription::at(user_id, endpoint_hash)).await?
        else {
            return Ok(None);
        };
        Ok((self.owner(endpoint_hash).await? == Some(user_id)).then_some(one))
    }

    /// Forgets one of a person's subscriptions; what is not theirs stays.
    pub async fn remove(&self, user_id: UserId, endpoint_hash: &str) -> Result<()> {
        let found: Vec<_> =
            self.db.find(PushSubscription::at(user_id, endpoint_hash)).await?.into_iter().collect();
        let writes = self.removals(&found).await?;
        self.db.write(writes).await
    }

    /// Forgets what was made in sessions that are over.
    pub async fn remove_sessions(&self, user_id: UserId, sessions: &[SessionId]) -> Result<()> {
        let mut rows = self.rows(user_id).await?;
        rows.retain(|one| sessions.contains(&one.session_id));
        let writes = self.removals(&rows).await?;
        self.db.write(writes).await
    }

    /// Forgets all of a person's subscriptions.
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

    /// What removes these rows, and says that their browsers are nobody's where they are not another's by now.
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
