//! Likes of organisations. Contract §11.4.
//!
//! An organisation's likes lie among those of posts and comments (`storage::feed`), which count, export and erase them.

use std::collections::HashSet;

use futures_util::try_join;
use storage::ids::{EntityId, UserId};

use super::view::Liked;
use super::{absent, is_known, not_barred, relation};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::Result;
use crate::platform::time::now;

/// Likes an organisation, or no longer; idempotent. 404: there is none that they may know of; 403 BANNED: only a like
/// that stands can be withdrawn.
pub async fn like(platform: &Platform, who: &Who, id: EntityId, liked: bool) -> Result<Liked> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let entity = platform.storage.entities.entity(id).await?.ok_or_else(absent)?;
    let relation = relation(platform, id, who.user_id).await?;
    let is_known = is_known(platform, &entity, who.user_id, relation).await?;
    // Whoever has left a private organisation may still withdraw their like.
    if !is_known && (liked || !likes(platform, id, Some(who.user_id)).await?.liked) {
        return Err(absent());
    }
    if liked {
        not_barred(platform, id, who.user_id).await?;
    }
    let nr_likes = platform.storage.feed.set_liked(id.0, who.user_id, liked, now()).await?;
    Ok(Liked { liked, nr_likes })
}

/// How many like an organisation, and whether this person does.
pub(super) async fn likes(platform: &Platform, id: EntityId, user: Option<UserId>) -> Result<Liked> {
    let (feed, targets) = (&platform.storage.feed, [id.0]);
    let mine = async {
        match user {
            Some(user) => feed.liked_among(user, &targets).await,
            None => Ok(HashSet::new()),
        }
    };
    let (counts, mine) = try_join!(feed.like_counts(&targets), mine)?;
    Ok(Liked { liked: mine.contains(&id.0), nr_likes: counts.get(&id.0).copied().unwrap_or(0) })
}
