//! People's names and pictures, cached briefly because every page of messages needs them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use storage::Storage;
use storage::accounts::{User, UserStatus};
use storage::ids::UserId;

use crate::platform::error::Result;

/// Time to live of a cached copy; changes on this node are seen at once.
const KEPT: Duration = Duration::from_secs(30);

/// A person's name or picture changed ([`crate::live::bus::Announcement::Changed`]): cached copies are stale.
pub const CHANGED: &str = "person";

pub struct People {
    storage: Storage,
    cache: Cache<UserId, Arc<User>>,
}

impl People {
    pub fn new(storage: Storage) -> Self {
        Self { storage, cache: Cache::builder().max_capacity(50_000).time_to_live(KEPT).build() }
    }

    /// One person.
    pub async fn get(&self, id: UserId) -> Result<Option<Arc<User>>> {
        if let Some(user) = self.cache.get(&id) {
            return Ok(Some(user));
        }
        let user = self.storage.accounts.user(id).await?.map(Arc::new);
        if let Some(user) = &user {
            self.cache.insert(id, Arc::clone(user));
        }
        Ok(user)
    }

    /// A person's display name; empty if there is no such person.
    pub async fn name(&self, id: UserId) -> Result<String> {
        Ok(self.get(id).await?.map(|user| user.display_name.clone()).unwrap_or_default())
    }

    /// Several people at once; those who do not exist are left out.
    pub async fn all(&self, ids: impl IntoIterator<Item = UserId>) -> Result<HashMap<UserId, Arc<User>>> {
        let mut found = HashMap::new();
        let mut missing = Vec::new();
        for id in ids {
            if found.contains_key(&id) || missing.contains(&id) {
                continue;
            }
            match self.cache.get(&id) {
                Some(user) => _ = found.insert(id, user),
                None => missing.push(id),
            }
        }
        if !missing.is_empty() {
            for user in self.storage.accounts.users(&missing).await? {
                let user = Arc::new(user);
                self.cache.insert(user.user_id, Arc::clone(&user));
                found.insert(user.user_id, user);
            }
        }
        Ok(found)
    }

    /// Drops a stale copy.
    pub fn forget(&self, id: UserId) {
        self.cache.invalidate(&id);
    }

    /// Drops all copies.
    pub fn forget_everybody(&self) {
        self.cache.invalidate_all();
    }
}

/// The address of a person's picture, or `None`.
pub fn avatar(user: &User) -> Option<String> {
    user.image.as_ref().map(|version| format!("/img/user/{}?v={version}", user.user_id))
}

/// Whether an account is a program's.
pub fn is_bot(user: &User) -> bool {
    user.status == UserStatus::Bot
}

/// The name in a sentence (notification, push, mail), which marks a bot as one.
pub fn spoken_of(user: &User) -> String {
    if is_bot(user) && !user.display_name.ends_with(" (bot)") {
        return format!("{} (bot)", user.display_name);
    }
    user.display_name.clone()
}
