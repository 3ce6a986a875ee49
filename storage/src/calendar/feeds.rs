//! The address at which programs read a person's calendars. Its secret is looked up by hash, and stored encrypted to be
//! shown to its owner.

use super::Calendars;
use crate::platform::engine::Write;
use crate::platform::error::{Error, Result};
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};

/// Most attempts at an address that another device changes as well.
const ATTEMPTS: usize = 16;

record! {
    /// A person's current address; earlier secrets are void.
    pub struct Feed;
    pub(crate) static FEEDS: "calendar_feeds", Ascending;
    partition {
        /// Its owner.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Hex of the secret's SHA-256.
        hash: String => text,
        /// The encrypted secret, shown only to its owner.
        sealed: String => text,
        /// Whether the owner's reminders are included.
        reminders: bool => boolean = false,
    }
}

record! {
    /// The owner of a secret.
    pub struct FeedToken;
    pub(crate) static FEED_TOKENS: "calendar_feed_tokens", Ascending;
    partition {
        /// Hex of the secret's SHA-256.
        hash: String => text,
    }
    clustering {}
    columns {
        user_id: UserId => bigint,
    }
}

impl Calendars {
    fn token_of(feed: &Feed) -> FeedToken {
        FeedToken { hash: feed.hash.clone(), user_id: feed.user_id }
    }

    /// A person's address; stores `fresh` if they have none.
    pub async fn feed(&self, fresh: &Feed) -> Result<Feed> {
        for _ in 0..ATTEMPTS {
            if let Some(stands) = self.db.find::<Feed>(Feed::at(fresh.user_id)).await? {
                // Whoever created it may have died before the token was written.
                self.db.write(vec![Self::token_of(&stands).insert()]).await?;
                return Ok(stands);
            }
            if self.db.decide(fresh.if_absent(), vec![Self::token_of(fresh).insert()]).await? {
                return Ok(fresh.clone());
            }
        }
        Err(Error::Busy)
    }

    /// Replaces a person's address by `fresh`; other settings stay. Answers the new address.
    pub async fn renew_feed(&self, fresh: &Feed) -> Result<Feed> {
        for _ in 0..ATTEMPTS {
            let Some(old) = self.db.find::<Feed>(Feed::at(fresh.user_id)).await? else {
                self.feed(fresh).await?;
                continue;
            };
            if old.hash == fresh.hash {
                return Ok(old);
            }
            let set = [("hash", fresh.hash.clone().into()), ("sealed", fresh.sealed.clone().into())];
            let guard = old.key().update_if(set, [("hash", old.hash.clone().into())]);
            let moved: Vec<Write> = vec![FeedToken::at(&old.hash).delete(), Self::token_of(fresh).insert()];
            if self.db.decide(guard, moved).await? {
                return Ok(Feed { reminders: old.reminders, ..fresh.clone() });
            }
        }
        Err(Error::Busy)
    }

    /// Sets whether a person's reminders are included; false: they have no address.
    pub async fn set_feed_reminders(&self, user_id: UserId, reminders: bool) -> Result<bool> {
        for _ in 0..ATTEMPTS {
            let Some(old) = self.db.find::<Feed>(Feed::at(user_id)).await? else { return Ok(false) };
            let set = [("reminders", reminders.into())];
            if self.db.decide(old.key().update_if(set, [("hash", old.hash.clone().into())]), vec![]).await? {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// The address with a secret's hash; none: unknown, or replaced.
    pub async fn fed(&self, hash: &str) -> Result<Option<Feed>> {
        let Some(token) = self.db.find::<FeedToken>(FeedToken::at(hash)).await? else { return Ok(None) };
        let stands = self.db.find::<Feed>(Feed::at(token.user_id)).await?;
        Ok(stands.filter(|feed| feed.hash == hash))
    }

    /// Deletes a person's address.
    pub(super) async fn forget_feed(&self, user_id: UserId) -> Result<()> {
        let Some(feed) = self.db.find::<Feed>(Feed::at(user_id)).await? else { return Ok(()) };
        self.db.write(vec![FeedToken::at(&feed.hash).delete(), feed.key().delete()]).await
    }
}
