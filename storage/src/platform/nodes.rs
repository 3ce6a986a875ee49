//! Leases of node numbers, so that no two processes generate the same ids.

use crate::platform::engine::{Db, Guard};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Order, Statics, Table, bigint, int, text, timestamp};
use crate::platform::value::Value;

/// The node number of imports; never leased.
pub const IMPORT_NODE: u8 = 63;

/// One partition: there are 63 leases in all.
pub(crate) static NODE_LEASES: Table = Table {
    name: "node_leases",
    partition: &[int("shard")],
    clustering: &[bigint("node")],
    columns: &[text("owner"), timestamp("until")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

const SHARD: Value = Value::Int(0);
/// Owner of a released number.
const NOBODY: &str = "";

/// A lease as stored.
struct Lease {
    owner: String,
    until: i64,
}

/// A node number and its current or last owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeLease {
    /// The number.
    pub node: u8,
    /// The process that owns it.
    pub owner: String,
    /// Epoch milliseconds, by the owner's clock. An expired lease stays listed until the number is taken.
    pub until: i64,
}

/// The repository of node leases.
#[derive(Clone)]
pub struct Nodes {
    db: Db,
}

impl Nodes {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Leases a node number, 0..=62, for `ttl_ms`: the owner's current one, else one that is free, expired or released
    /// before `now`. None: all are taken. A previous owner generated its ids before `now`.
    pub async fn lease(&self, owner: &str, now: i64, ttl_ms: i64) -> Result<Option<u8>> {
        let rows = self.db.range(NODE_LEASES.span([SHARD]).ascending(usize::from(IMPORT_NODE) + 1)).await?;
        let mut leases: Vec<Option<Lease>> = (0..IMPORT_NODE).map(|_| None).collect();
        for mut row in rows {
            let node: i64 = row.take("node")?;
            let lease = Lease { owner: row.take("owner")?, until: row.take("until")? };
            if let Some(place) = usize::try_from(node).ok().and_then(|node| leases.get_mut(node)) {
                *place = Some(lease);
            }
        }
        let own = (0..IMPORT_NODE)
            .zip(&leases)
            .filter(|(_, lease)| lease.as_ref().is_some_and(|l| l.owner == owner));
        let free = (0..IMPORT_NODE).zip(&leases).filter(|(_, lease)| lease.is_none());
        let over = (0..IMPORT_NODE)
            .zip(&leases)
            .filter(|(_, lease)| lease.as_ref().is_some_and(|l| l.owner != owner && l.until <= now));
        for (node, lease) in own.chain(free).chain(over) {
            let guard = match lease {
                None => NODE_LEASES
                    .row([
                        ("shard", SHARD),
                        ("node", i64::from(node).into()),
                        ("owner", owner.into()),
                        ("until", (now + ttl_ms).into()),
                    ])
                    .if_absent(),
                Some(lease) => change(node, owner, now + ttl_ms, lease),
            };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// All leases that were not released, including expired ones, by ascending number.
    pub async fn list(&self) -> Result<Vec<NodeLease>> {
        let rows = self.db.range(NODE_LEASES.span([SHARD]).ascending(usize::from(IMPORT_NODE) + 1)).await?;
        let lease = |mut row: crate::platform::value::Row| {
            let node: i64 = row.take("node")?;
            let node = u8::try_from(node).map_err(|_| Error::Corrupt(format!("no node's number: {node}")))?;
            Ok(NodeLease { node, owner: row.take("owner")?, until: row.take("until")? })
        };
        let mut leases = rows.into_iter().map(lease).collect::<Result<Vec<_>>>()?;
        leases.retain(|lease| lease.owner != NOBODY);
        Ok(leases)
    }

    /// Renews a lease. False: it expired and another owns it, so the node number must not be used any more.
    pub async fn renew(&self, node: u8, owner: &str, now: i64, ttl_ms: i64) -> Result<bool> {
        let guard = NODE_LEASES
            .at([SHARD, i64::from(node).into()])
            .update_if([("until", (now + ttl_ms).into())], [("owner", owner.into())]);
        self.db.decide(guard, Vec::new()).await
    }

    /// Releases a lease, free for others from `free_from` (epoch milliseconds): later than all ids generated under it,
    /// so that an owner with a slow clock does not repeat them. False: the caller did not own it.
    pub async fn release(&self, node: u8, owner: &str, free_from: i64) -> Result<bool> {
        let guard = NODE_LEASES
            .at([SHARD, i64::from(node).into()])
            .update_if([("owner", NOBODY.into()), ("until", free_from.into())], [("owner", owner.into())]);
        self.db.decide(guard, Vec::new()).await
    }
}

fn change(node: u8, owner: &str, until: i64, was: &Lease) -> Guard {
    NODE_LEASES.at([SHARD, i64::from(node).into()]).update_if(
        [("owner", owner.into()), ("until", until.into())],
        [("owner", (&was.owner).into()), ("until", was.until.into())],
    )
}
