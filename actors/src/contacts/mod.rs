//! Contacts: for now blocks alone. Contract §5.
//!
//! A block works in both directions at once, and nobody but who set it learns of it: what is refused because of it says no more
//! than other refusals do ([`crate::messages::rules::may_not`]). It is asked of the store with whatever it forbids, so there is
//! nothing to tell other nodes.

pub mod view;

use serde_json::json;
use storage::contacts::Block;
use storage::ids::{BlockId, UserId};

use crate::Platform;
use crate::accounts::{Who, profile};
use crate::error::{Refusal, Result};
use crate::features::{Area, File, file};
use crate::time::{Moment, now};
use view::{BlockView, NewBlock};

/// The area as the product lists it.
pub static AREA: Area = Area {
    export: Some(|platform, who| Box::pin(files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.contacts.forget(user.user_id).await?) })
    }),
    ..Area::named("contacts")
};

/// Most people whom one person blocks.
const MOST: usize = 5_000;

/// Whom I have blocked, newest first.
pub async fn blocked(platform: &Platform, who: &Who) -> Result<Vec<BlockView>> {
    let mut blocks = platform.storage.contacts.blocks(who.user_id).await?;
    blocks.sort_unstable_by_key(|block| std::cmp::Reverse(block.block_id));
    let people = platform.people.all(blocks.iter().map(|block| block.blocked_id)).await?;
    let seen = |block: &Block| Some(BlockView::new(block, people.get(&block.blocked_id)?));
    Ok(blocks.iter().filter_map(seen).collect())
}

/// I do not want to hear from somebody. Done again, the first block stands. 404: nobody I may know of.
pub async fn block(platform: &Platform, who: &Who, new: NewBlock) -> Result<BlockId> {
    if new.user_id == who.user_id {
        return Err(Refusal::field("userId", "SELF", "Det går inte att blockera sig själv."));
    }
    if !may_know(platform, who.user_id, new.user_id).await? {
        return Err(Refusal::not_found("Personen finns inte."));
    }
    let blocks = platform.storage.contacts.blocks(who.user_id).await?;
    if let Some(stands) = blocks.iter().find(|block| block.blocked_id == new.user_id) {
        return Ok(stands.block_id);
    }
    crate::quotas::below(blocks.len(), MOST, "blockerade personer")?;
    let at = now();
    let reason = new.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    let block = Block {
        user_id: who.user_id,
        blocked_id: new.user_id,
        block_id: BlockId(platform.ids.next(at)?),
        reason,
        created: at,
    };
    Ok(platform.storage.contacts.block(&block).await?)
}

/// I may hear from somebody again.
pub async fn unblock(platform: &Platform, who: &Who, block_id: BlockId) -> Result<()> {
    let gone = platform.storage.contacts.unblock(who.user_id, block_id).await?;
    gone.map(|_| ()).ok_or_else(|| Refusal::not_found("Blockeringen finns inte."))
}

/// May `me` know that somebody exists: by the rules of their page, or because we have a conversation.
async fn may_know(platform: &Platform, me: UserId, other: UserId) -> Result<bool> {
    let Some(user) = platform.storage.accounts.user(other).await? else { return Ok(false) };
    Ok(profile::may_see(platform, me, &user).await?
        || platform.storage.messages.of_people(&[me, other]).await?.is_some())
}

async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let blocks = platform.storage.contacts.blocks(who.user_id).await?;
    let one = |block: &Block| json!({ "userId": block.blocked_id, "reason": block.reason, "created": Moment(block.created) });
    Ok(vec![file("blocks.json", blocks.iter().map(one).collect::<Vec<_>>())?])
}
