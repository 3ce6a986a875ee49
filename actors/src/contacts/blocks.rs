//! Whom people do not want to hear from. Contract §3.5 and §5.
//!
//! A block works in both directions at once, and nobody but who set it learns of it: what is refused because of it says no more
//! than other refusals do ([`crate::chat::direct::may_not`]). It is asked of the store with whatever it forbids, so there is
//! nothing to tell other nodes. The row of the block is written first; from then on nothing new can come between the two, and
//! then what there is goes.

use storage::contacts::{Block, Bond};
use storage::ids::{BlockId, UserId};

use super::rules::{self, Act};
use super::view::{BlockView, NewBlock};
use super::{acting, live};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::chat;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

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

/// I do not want to hear from somebody: contacts, requests and following between us go, and nothing restores them. Done again,
/// the first block stands. 404: nobody I may know of.
pub async fn block(platform: &Platform, who: &Who, new: NewBlock) -> Result<BlockId> {
    let (me, other) = (who.user_id, new.user_id);
    if other == me {
        return Err(Refusal::field("userId", "SELF", "Du kan inte blockera dig själv."));
    }
    let pair = platform.storage.contacts.pair(me, other).await?;
    if pair.block.is_none() && !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    let blocks = platform.storage.contacts.blocks(me).await?;
    if pair.block.is_none() {
        crate::platform::quotas::below(blocks.len(), MOST, "blockerade personer")?;
    }
    let at = now();
    let reason = new.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    let block_id = BlockId(platform.ids.next(at)?);
    let block = Block { user_id: me, blocked_id: other, block_id, reason, created: at };
    let stands = platform.storage.contacts.block(&block).await?;
    // Also where it stood before: whoever set it may not have come to the end.
    sever(platform, who, other).await?;
    Ok(stands)
}

async fn sever(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let done = acting::act(platform, who.user_id, other, Act::Block, None).await?;
    if let Some(request) = done.before.request_id {
        live::withdraw(platform, request);
    }
    // Nothing of one stays in the other's bell.
    for (reader, actor) in [(who.user_id, other), (other, who.user_id)] {
        crate::notifications::take_back_of(platform, reader, actor).await?;
    }
    // The other is not told.
    live::changed(platform, &done.after, &[who.user_id]);
    look_anew(platform, who.user_id, other);
    Ok(())
}

/// I may hear from somebody again. Nothing of what was is restored.
pub async fn unblock(platform: &Platform, who: &Who, block_id: BlockId) -> Result<()> {
    let gone = platform.storage.contacts.unblock(who.user_id, block_id).await?;
    let other = gone.ok_or_else(|| Refusal::not_found("Blockeringen finns inte."))?;
    live::changed(platform, &Bond::between(who.user_id, other), &[who.user_id]);
    look_anew(platform, who.user_id, other);
    Ok(())
}

/// Whether the two see each other's presence and posts has changed. The former beside the answer.
fn look_anew(platform: &Platform, one: UserId, other: UserId) {
    crate::feed::parted(platform, one, other);
    let platform = platform.clone();
    actix_rt::spawn(async move {
        if let Err(refusal) = chat::part_presence(&platform, one, other).await {
            tracing::warn!(%refusal, "whose presence is seen follows when rights are read next");
        }
    });
}
