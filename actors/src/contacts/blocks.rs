//! Blocks. Contract §3.5 and §5.
//!
//! A block works in both directions at once, and only the person who set it knows of it: refusals because of it reveal
//! no more than others ([`crate::chat::direct::may_not`]). It is read from the store with every action that it forbids,
//! so nothing has to be published to other nodes. Its row is written first; from then on nothing new can arise between
//! the two, and then what exists is removed.

use storage::contacts::{Block, Bond};
use storage::ids::{BlockId, UserId};

use super::rules::{self, Act};
use super::view::{BlockView, NewBlock};
use super::{acting, live};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::chat;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Somebody and another were parted by a block, or are no longer: the announcement names each of them.
pub const PARTED: &str = "parted";

/// Most people that one person may block.
const MOST: usize = 5_000;

/// The people I have blocked, newest first.
pub async fn blocked(platform: &Platform, who: &Who) -> Result<Vec<BlockView>> {
    let mut blocks = platform.storage.contacts.blocks(who.user_id).await?;
    blocks.sort_unstable_by_key(|block| std::cmp::Reverse(block.block_id));
    let people = platform.people.all(blocks.iter().map(|block| block.blocked_id)).await?;
    let seen = |block: &Block| Some(BlockView::new(block, people.get(&block.blocked_id)?));
    Ok(blocks.iter().filter_map(seen).collect())
}

/// Blocks a person: contacts, requests and followings between us are removed, and nothing restores them. Idempotent.
/// 404: nobody I may know of.
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
    // Also for an existing block, whose first attempt may have been interrupted.
    sever(platform, who, other).await?;
    Ok(stands)
}

async fn sever(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let done = acting::act(platform, who.user_id, other, Act::Block, None).await?;
    if let Some(request) = done.before.request_id {
        live::withdraw(platform, request);
    }
    // Removes the notifications that one caused for the other.
    for (reader, actor) in [(who.user_id, other), (other, who.user_id)] {
        crate::notifications::take_back_of(platform, reader, actor).await?;
    }
    // The other is not notified.
    live::changed(platform, &done.after, &[who.user_id]);
    refetch(platform, who.user_id, other);
    Ok(())
}

/// Removes a block. Nothing is restored.
pub async fn unblock(platform: &Platform, who: &Who, block_id: BlockId) -> Result<()> {
    let gone = platform.storage.contacts.unblock(who.user_id, block_id).await?;
    let other = gone.ok_or_else(|| Refusal::not_found("Blockeringen finns inte."))?;
    live::changed(platform, &Bond::between(who.user_id, other), &[who.user_id]);
    refetch(platform, who.user_id, other);
    Ok(())
}

/// Updates whether the two see each other's presence and posts; presence in the background.
fn refetch(platform: &Platform, one: UserId, other: UserId) {
    crate::feed::parted(platform, one, other);
    for user_id in [one, other] {
        platform.announce(Announcement::changed(PARTED, user_id.0));
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        if let Err(refusal) = chat::part_presence(&platform, one, other).await {
            tracing::warn!(%refusal, "whose presence is seen follows when rights are read next");
        }
    });
}
