//! Contacts: relationships ([`bonds`]), their lists ([`ties`]), and blocks. Contract §5.
//!
//! A block is stored by the person who set it. Whether two people are blocked from each other is read by two known keys
//! together with the facts of the rules, so that a block takes effect on every node with the next action of either.

pub(crate) mod bonds;
mod check;
pub(crate) mod ties;
mod tokens;

use std::collections::HashSet;

use futures_util::FutureExt as _;

use crate::accounts::records::USERS;
use crate::accounts::{User, UserStatus};
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Key};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{BlockId, UserId};
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::{Record, Stored, record};
use crate::platform::value::Row;
pub use bonds::{Bond, BondState, EventSetting, FeedSetting, Half, Pair};
pub use ties::{TieKind, sorted_as};
pub use tokens::{ContactLink, ContactToken, LinkKind, SentInvitation};

/// Most blocks read of one person.
const MANY: usize = 10_000;
/// Blocks or pairs processed at once.
const SLICE: usize = 200;

record! {
    /// Somebody whom a person has blocked.
    pub struct Block;
    pub(crate) static BLOCKS: "blocks", Ascending;
    partition {
        /// Who set the block.
        user_id: UserId => bigint,
    }
    clustering {
        /// Whom it is against.
        blocked_id: UserId => bigint,
    }
    columns {
        /// Its id towards its owner.
        block_id: BlockId => bigint,
        /// The owner's private reason.
        reason: Option<String> => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// Somebody who must not be suggested to a person again.
    pub struct Dismissal;
    pub(crate) static DISMISSALS: "suggestions_dismissed", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {
        /// Who is not suggested.
        other_id: UserId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &BLOCKS,
        &bonds::BONDS,
        &ties::TIES,
        &ties::CONTACT_NAMES,
        &DISMISSALS,
        &tokens::CONTACT_TOKENS,
        &tokens::SENT_INVITATIONS,
        &tokens::CONTACT_LINKS,
    ],
    people: &[
        people(
            "blocks",
            In("blocks.json"),
            Elsewhere("whom others have blocked, a number without a name, is theirs"),
        ),
        people("bonds", In("contacts.json"), Nothing),
        people("ties", In("contacts.json"), Nothing),
        people("contact_names", Not("the index of contacts.json"), Nothing),
        people(
            "suggestions_dismissed",
            In("suggestions.json"),
            Elsewhere("whom others have dismissed, a number without a name, is theirs"),
        ),
        people("contact_tokens", In("sent-invitations.json"), Nothing),
        people("contact_invitations", In("sent-invitations.json"), Nothing),
        people("contact_links", Not("its person is shown it while it stands"), Nothing),
    ],
    checks: &[|check| Box::pin(check.pairs()), |check| Box::pin(check.lists_of_people())],
    migrations: &[BLOCKS_ARE_FELT],
    ..Area::named("contacts")
};

impl Block {
    /// The block's entry in the list of the blocked person.
    pub(crate) fn reverse_edge(&self) -> ties::Tie {
        let (tie_id, kind) = (self.block_id.0, TieKind::Blocker);
        ties::Tie { user_id: self.blocked_id, kind, tie_id, other_id: self.user_id }
    }
}

/// Adds reverse entries for blocks from before they existed.
pub(crate) const BLOCKS_ARE_FELT: Migration = Migration {
    version: 4,
    name: "blocks are found from both sides",
    portion: |db, mark| feel_all(db, mark).boxed(),
};

async fn feel_all(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &BLOCKS, mark).await?;
    let blocks = rows.into_iter().map(Block::read).collect::<Result<Vec<_>>>()?;
    db.write(blocks.iter().map(|block| block.reverse_edge().insert()).collect()).await?;
    Ok(Portion { read: blocks.len(), written: blocks.len(), mark })
}

/// The rows that decide whether two people may write to each other; for [`is_barred`].
pub(crate) fn bars(one: UserId, other: UserId) -> [Key; 3] {
    [Block::at(one, other), Block::at(other, one), User::at(other)]
}

/// By those rows: has one of the two blocked the other, or is the other account gone?
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

    /// Stores a block; answers the id in force, this one or an earlier one.
    pub async fn block(&self, block: &Block) -> Result<BlockId> {
        match self
            .db
            .write_if(vec![block.if_absent()], vec![block.reverse_edge().insert()])
            .await?
            .refused_by()
        {
            None => Ok(block.block_id),
            Some(Some(stands)) => {
                let stands = Block::read(stands)?;
                // Whoever set it may have died before the reverse entry was written.
                self.db.write(vec![stands.reverse_edge().insert()]).await?;
                Ok(stands.block_id)
            }
            // Removed between the decision and the read.
            Some(None) => Err(Error::Busy),
        }
    }

    /// Removes a person's block. Answers whom it was against; none: there is no such block of theirs.
    pub async fn unblock(&self, user_id: UserId, block_id: BlockId) -> Result<Option<UserId>> {
        let blocks = self.blocks(user_id).await?;
        let Some(block) = blocks.into_iter().find(|block| block.block_id == block_id) else {
            return Ok(None);
        };
        let guard = block.key().delete_if([("block_id", block_id.into())]);
        let reverse_edge = vec![block.reverse_edge().key().delete()];
        Ok(self.db.decide(guard, reverse_edge).await?.then_some(block.blocked_id))
    }

    /// A person's blocks.
    pub async fn blocks(&self, user_id: UserId) -> Result<Vec<Block>> {
        self.db.list(Block::of(user_id).ascending(MANY)).await
    }

    /// Records that somebody must not be suggested to a person again.
    pub async fn dismiss(&self, user_id: UserId, other_id: UserId, at: i64) -> Result<()> {
        self.db.write(vec![Dismissal { user_id, other_id, created: at }.insert()]).await
    }

    /// Those of `others` whom a person has dismissed.
    pub async fn dismissed_among(&self, user_id: UserId, others: &[UserId]) -> Result<HashSet<UserId>> {
        let keys = others.iter().map(|other| Dismissal::at(user_id, *other)).collect();
        let found: Vec<Dismissal> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|one| one.other_id).collect())
    }

    /// All whom a person has dismissed.
    pub async fn dismissed(&self, user_id: UserId) -> Result<Vec<Dismissal>> {
        self.db.list(Dismissal::of(user_id).ascending(MANY)).await
    }

    /// Everyone whom the person has blocked or who has blocked them.
    pub async fn apart_from(&self, user_id: UserId) -> Result<HashSet<UserId>> {
        let ranges = vec![
            Block::of(user_id).ascending(MANY),
            ties::Tie::of(user_id, TieKind::Blocker).ascending(MANY),
        ];
        let rows = self.db.range_many(ranges).await?;
        let mut rows = rows.into_iter();
        let (mine, theirs) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
        let mine = mine.into_iter().map(|row| Ok(Block::read(row)?.blocked_id));
        let theirs = theirs.into_iter().map(|row| Ok(ties::Tie::read(row)?.other_id));
        mine.chain(theirs).collect()
    }

    /// Those of `others` whom the person has blocked or who have blocked them.
    pub async fn blocked_among(&self, user_id: UserId, others: &[UserId]) -> Result<Vec<UserId>> {
        let keys = others.iter().flat_map(|other| [Block::at(user_id, *other), Block::at(*other, user_id)]);
        let found = self.db.get_many(keys.collect()).await?;
        let pairs = others.iter().zip(found.chunks(2));
        Ok(pairs.filter(|(_, rows)| rows.iter().any(Option::is_some)).map(|(other, _)| *other).collect())
    }

    /// Deletes an erased person's blocks and pairs. May be repeated.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        let reverse_edge = self.blocks(user_id).await?;
        for some in reverse_edge.chunks(SLICE) {
            self.db.write(some.iter().map(|block| block.reverse_edge().key().delete()).collect()).await?;
        }
        let all = [Block::of(user_id), ties::Tie::of(user_id, TieKind::Blocker), Dismissal::of(user_id)];
        self.db.write(all.map(crate::platform::engine::Span::delete).into()).await?;
        self.withdraw_link(user_id).await?;
        self.withdraw_sent(user_id).await?;
        loop {
            let met = self.met(user_id, None, SLICE).await?;
            for other in &met {
                self.forget_pair(user_id, *other).await?;
            }
            if met.len() < SLICE {
                return Ok(());
            }
        }
    }
}
