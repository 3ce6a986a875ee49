//! Contacts: who knows whom ([`bonds`]), their lists ([`ties`]), and whom people do not want to hear from. Contract §5.
//!
//! A block lies with who set it. Whether one stands between two people is two rows with known keys, read in the same hop as
//! whatever is being judged: so it holds on every node with the next thing that either of them does.

mod bonds;
mod ties;

use crate::accounts::records::USERS;
use crate::accounts::{User, UserStatus};
use crate::area::Given::{In, Not};
use crate::area::Left::{Elsewhere, Nothing};
use crate::area::{Area, people};
use crate::engine::{Db, Key};
use crate::error::{Error, Result};
use crate::ids::{BlockId, UserId};
use crate::record::{Record, Stored, record};
use crate::value::Row;
pub use bonds::{Bond, BondState, EventSetting, FeedSetting, Half, Pair};
pub use ties::{TieKind, sorted_as};

/// Blocks of one person that are read at once.
const MANY: usize = 10_000;
/// People let go of in one round.
const SLICE: usize = 200;

record! {
    /// Somebody whom a person does not want to hear from.
    pub struct Block;
    pub(crate) static BLOCKS: "blocks", Ascending;
    partition {
        /// Who set it.
        user_id: UserId => bigint,
    }
    clustering {
        /// Against whom.
        blocked_id: UserId => bigint,
    }
    columns {
        /// As its person calls it.
        block_id: BlockId => bigint,
        /// Why, in the person's own words, for themselves.
        reason: Option<String> => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

/// The area as the store sees it.
pub static AREA: Area = Area {
    name: "contacts",
    tables: &[&BLOCKS, &bonds::BONDS, &ties::TIES, &ties::CONTACT_NAMES],
    people: &[
        people(
            "blocks",
            In("blocks.json"),
            Elsewhere("whom others have blocked, a number without a name, is theirs"),
        ),
        people("bonds", In("contacts.json"), Nothing),
        people("ties", In("contacts.json"), Nothing),
        people("contact_names", Not("the index of contacts.json"), Nothing),
    ],
};

/// What says whether two people may write to each other: the rows of [`is_barred`].
pub(crate) fn bars(one: UserId, other: UserId) -> [Key; 3] {
    [Block::at(one, other), Block::at(other, one), User::at(other)]
}

/// By those rows: does a block stand between the two, or is the other no more?
pub(crate) fn is_barred(rows: impl IntoIterator<Item = Option<Row>>) -> Result<bool> {
    let mut found = rows.into_iter().flatten();
    found.try_fold(false, |barred, row| {
        let is_person = std::ptr::eq(row.table(), &raw const USERS);
        Ok(barred || !is_person || User::read(row)?.status == UserStatus::Deactivated)
    })
}

/// The repository of contacts.
#[derive(Clone)]
pub struct Contacts {
    db: Db,
}

impl Contacts {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes a block; the one that stands is answered, this one or an earlier one.
    pub async fn block(&self, block: &Block) -> Result<BlockId> {
        match self.db.write_if(vec![block.if_absent()], Vec::new()).await?.refused_by() {
            None => Ok(block.block_id),
            Some(Some(stands)) => Ok(Block::read(stands)?.block_id),
            // Taken back between the decision and the answer.
            Some(None) => Err(Error::Busy),
        }
    }

    /// Takes a person's block back. Answers against whom it stood; none: there is no such block of theirs.
    pub async fn unblock(&self, user_id: UserId, block_id: BlockId) -> Result<Option<UserId>> {
        let blocks = self.blocks(user_id).await?;
        let Some(block) = blocks.into_iter().find(|block| block.block_id == block_id) else {
            return Ok(None);
        };
        let guard = block.key().delete_if([("block_id", block_id.into())]);
        Ok(self.db.decide(guard, Vec::new()).await?.then_some(block.blocked_id))
    }

    /// Whom a person has blocked.
    pub async fn blocks(&self, user_id: UserId) -> Result<Vec<Block>> {
        self.db.list(Block::of(user_id).ascending(MANY)).await
    }

    /// Those of `others` between whom and the person a block stands, whoever set it.
    pub async fn blocked_among(&self, user_id: UserId, others: &[UserId]) -> Result<Vec<UserId>> {
        let keys = others.iter().flat_map(|other| [Block::at(user_id, *other), Block::at(*other, user_id)]);
        let found = self.db.get_many(keys.collect()).await?;
        let pairs = others.iter().zip(found.chunks(2));
        Ok(pairs.filter(|(_, rows)| rows.iter().any(Option::is_some)).map(|(other, _)| *other).collect())
    }

    /// Forgets for good what a person who is erased has blocked, and whom they had to do with. May be repeated.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        loop {
            let met = self.met(user_id, None, SLICE).await?;
            for other in &met {
                self.forget_pair(user_id, *other).await?;
            }
            if met.len() < SLICE {
                return self.db.write(vec![Block::of(user_id).delete()]).await;
            }
        }
    }
}
