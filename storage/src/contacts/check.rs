//! Checks the lists of people against pairs and blocks, in both directions.

use crate::accounts::{User, UserStatus};
use crate::contacts::bonds::{BONDS, Bond};
use crate::contacts::ties::{CONTACT_NAMES, ContactName, TIES, Tie, TieKind, listings, met, ties};
use crate::contacts::{BLOCKS, Block};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

impl Check<'_> {
    /// Everything that follows from a pair or a block is listed.
    pub(crate) async fn pairs(&mut self) -> Result<()> {
        let mut walk = Walk::over(&BONDS);
        while let Some(rows) = walk.next(self.db).await? {
            let bonds = rows.into_iter().map(Bond::read).collect::<Result<Vec<_>>>()?;
            let mut wanted: Vec<(String, Key)> = Vec::new();
            for bond in &bonds {
                let pair = format!("the pair of {} and {}", bond.user_id, bond.other_id);
                let all = ties(bond).into_iter().chain(met(bond));
                wanted.extend(all.map(|tie| {
                    (format!("{pair} is not in the list {} of {}", tie.kind, tie.user_id), tie.key())
                }));
                wanted.extend(
                    listings(bond)
                        .into_iter()
                        .map(|name| (format!("{pair} is not found by name by {}", name.user_id), name.key())),
                );
            }
            self.missing(wanted).await?;
        }
        let mut walk = Walk::over(&BLOCKS);
        while let Some(rows) = walk.next(self.db).await? {
            let blocks = rows.into_iter().map(Block::read).collect::<Result<Vec<_>>>()?;
            let people = self.db.get_many(blocks.iter().map(|block| User::at(block.blocked_id)).collect());
            let mut reverse_edge = Vec::new();
            for (block, person) in blocks.iter().zip(people.await?) {
                // A deactivated person has no reverse entries; the block itself belongs to the one who set it.
                let person = person.map(User::read).transpose()?;
                if person.is_some_and(|person| person.status != UserStatus::Deactivated) {
                    let Block { user_id, blocked_id, .. } = block;
                    reverse_edge.push((
                        format!("the block of {blocked_id} by {user_id} is not reverse_edge"),
                        block.reverse_edge().key(),
                    ));
                }
            }
            self.missing(reverse_edge).await?;
        }
        Ok(())
    }

    /// Every list entry follows from a pair or a block.
    pub(crate) async fn lists_of_people(&mut self) -> Result<()> {
        let mut walk = Walk::over(&TIES);
        while let Some(rows) = walk.next(self.db).await? {
            let listed = rows.into_iter().map(Tie::read).collect::<Result<Vec<_>>>()?;
            let keys = listed.iter().flat_map(|tie| {
                [Bond::of_pair(tie.user_id, tie.other_id), Block::at(tie.other_id, tie.user_id)]
            });
            let found = self.db.get_many(keys.collect()).await?;
            for (tie, pair) in listed.iter().zip(found.chunks(2)) {
                let bond = pair.first().cloned().flatten().map(Bond::read).transpose()?;
                let block = pair.last().cloned().flatten().map(Block::read).transpose()?;
                let holds = match tie.kind {
                    // People who once interacted may have no relationship any more.
                    TieKind::Met => true,
                    TieKind::Blocker => block.is_some_and(|block| block.reverse_edge() == *tie),
                    _ => bond.is_some_and(|bond| ties(&bond).contains(tie)),
                };
                if !holds {
                    let Tie { user_id, kind, other_id, .. } = tie;
                    self.say(format!(
                        "{other_id} is in the list {kind} of {user_id} and does not belong there"
                    ));
                }
            }
        }
        let mut walk = Walk::over(&CONTACT_NAMES);
        while let Some(rows) = walk.next(self.db).await? {
            let listed = rows.into_iter().map(ContactName::read).collect::<Result<Vec<_>>>()?;
            let keys = listed.iter().map(|name| Bond::of_pair(name.user_id, name.other_id));
            let found = self.db.get_many(keys.collect()).await?;
            for (name, bond) in listed.iter().zip(found) {
                let bond = bond.map(Bond::read).transpose()?;
                if !bond.is_some_and(|bond| listings(&bond).contains(name)) {
                    let ContactName { user_id, other_id, .. } = name;
                    self.say(format!(
                        "{other_id} is found by name by {user_id} and is no contact of that name"
                    ));
                }
            }
        }
        Ok(())
    }

    async fn missing(&mut self, wanted: Vec<(String, Key)>) -> Result<()> {
        let (lines, keys): (Vec<String>, Vec<Key>) = wanted.into_iter().unzip();
        let found = self.db.get_many(keys).await?;
        for (line, _) in lines.into_iter().zip(found).filter(|(_, row)| row.is_none()) {
            self.say(line);
        }
        Ok(())
    }
}
