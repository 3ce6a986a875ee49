//! Claims on quotas that bookables of several spaces share. Contract §8.2.
//!
//! Bookings of different spaces are decided independently. Whoever books or moves under a quota that both count for
//! claims the time first: claims of one holder at one organisation lie in one partition, and are written by compare and
//! set of its head, so that of concurrent requests on any node each is judged with the claims of those before it. A claim
//! is deleted once its booking is there, or is refused; what a crash leaves runs out. All rows are gone after an hour, so
//! nobody has to be erased from them.

use super::Bookings;
use super::lists::all_of;
use crate::entities::RelationType;
use crate::occupancy::{BookableId, OccupationId};
use crate::platform::engine::{Guard, Key, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, record};
use crate::platform::table::{Order, Statics, Table, bigint, text, timestamp};
use crate::platform::time::Moment;

/// How long a claim counts, in milliseconds, unless it is deleted before.
pub const CLAIM_MS: i64 = 10 * 60_000;
/// Seconds for which rows of claims are kept: longer than they count, whatever the nodes' clocks say.
const KEPT: u32 = 3_600;
/// The number of the head in the place of a claim's.
const HEAD: i64 = 0;

pub(super) static QUOTA_CLAIMS: Table = Table {
    name: "quota_claims",
    partition: &[bigint("entity_id"), text("holder")],
    clustering: &[bigint("claim_id"), bigint("occupation_id")],
    columns: &[
        timestamp("expires"),
        bigint("bookable_id"),
        timestamp("starts"),
        timestamp("ends"),
        bigint("last_claim"),
    ],
    ttl: true,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// Whose bookings a quota counts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Person(UserId),
    /// The organisation that it is booked for.
    Organisation(EntityId),
    /// Everybody with that relation to the organisation whose bookables they are.
    Relation(RelationType),
}

impl Holder {
    /// The holder as a part of a key.
    pub fn name(self) -> String {
        match self {
            Self::Person(id) => format!("PERSON {id}"),
            Self::Organisation(id) => format!("ORGANISATION {id}"),
            Self::Relation(relation) => format!("RELATION {}", relation.as_str()),
        }
    }
}

record! {
    /// A time that somebody is about to book, or to move a booking to: it counts for the holder's quotas.
    pub struct QuotaClaim {
        entity_id: EntityId,
        /// [`Holder::name`].
        holder: String,
        /// The request that claims; a series claims several times.
        claim_id: i64,
        /// The booking that is made or moved.
        occupation_id: OccupationId,
        /// From when on it does not count any more.
        expires: Moment,
        bookable_id: BookableId,
        starts: Moment,
        /// Exclusive.
        ends: Moment,
    }
}

record! {
    /// What guards the claims of a holder; none: nobody has claimed for a while.
    struct Head {
        entity_id: EntityId,
        holder: String,
        claim_id: i64,
        occupation_id: OccupationId,
        expires: Moment,
        /// The claim that was written last. Never the same twice, so a head that has expired and is there again is another
        /// one.
        last_claim: i64,
    }
}

fn partition(entity_id: EntityId, holder: &str) -> Span {
    QUOTA_CLAIMS.span([entity_id.into(), holder.into()])
}

fn head_key(entity_id: EntityId, holder: &str) -> Key {
    QUOTA_CLAIMS.at([entity_id.into(), holder.into(), HEAD.into(), HEAD.into()])
}

impl QuotaClaim {
    fn key(&self) -> Key {
        let Self { entity_id, claim_id, occupation_id, .. } = *self;
        QUOTA_CLAIMS.at([
            entity_id.into(),
            self.holder.as_str().into(),
            claim_id.into(),
            occupation_id.into(),
        ])
    }

    fn insert(&self) -> Write {
        Write::Insert { row: self.row_in(&QUOTA_CLAIMS), ttl: Some(KEPT) }
    }
}

impl Bookings {
    /// The claim of a holder that was written last; none: there was none for a while. Read it before the claims, and those
    /// before the bookings that count.
    pub async fn last_claim(&self, entity_id: EntityId, holder: Holder) -> Result<Option<i64>> {
        let head: Option<Head> = self.db.find(head_key(entity_id, &holder.name())).await?;
        Ok(head.map(|head| head.last_claim))
    }

    /// The claims of a holder, also those that do not count any more.
    pub async fn claims(&self, entity_id: EntityId, holder: Holder) -> Result<Vec<QuotaClaim>> {
        let holder = holder.name();
        let cursor = |one: &QuotaClaim| [one.claim_id.into(), one.occupation_id.into()];
        let first = partition(entity_id, &holder).after(HEAD);
        all_of(&self.db, first, |last| partition(entity_id, &holder).after_all(cursor(last))).await
    }

    /// Writes claims of one request and one holder, at most sixty, if no other was written since `last` was read; answers
    /// whether none was.
    pub async fn claim(&self, last: Option<i64>, claims: &[QuotaClaim]) -> Result<bool> {
        let Some(first) = claims.first() else { return Ok(true) };
        let head = Head {
            entity_id: first.entity_id,
            holder: first.holder.clone(),
            claim_id: HEAD,
            occupation_id: OccupationId(HEAD),
            expires: first.expires,
            last_claim: first.claim_id,
        };
        let guard = match last {
            None => head.row_in(&QUOTA_CLAIMS).if_absent_for(KEPT),
            Some(last) => Guard::UpdateIf {
                key: head_key(head.entity_id, &head.holder),
                set: vec![("expires", head.expires.into()), ("last_claim", head.last_claim.into())],
                conditions: vec![("last_claim", last.into())],
                ttl: Some(KEPT),
            },
        };
        self.db.decide(guard, claims.iter().map(QuotaClaim::insert).collect()).await
    }

    /// Deletes claims, whose bookings are there or were refused.
    pub async fn release(&self, claims: &[QuotaClaim]) -> Result<()> {
        self.db.write(claims.iter().map(|one| one.key().delete()).collect()).await
    }
}
