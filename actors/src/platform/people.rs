//! People's names and pictures, cached briefly because every page of messages needs them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Counts what was dropped: a copy that was read before a drop is not kept after it.
    dropped: AtomicU64,
}

impl People {
    pub fn new(storage: Storage) -> Self {
        let cache = Cache::builder().max_capacity(50_000).time_to_live(KEPT).build();
        Self { storage, cache, dropped: AtomicU64::new(0) }
    }

    /// One person.
    pub async fn get(&self, id: UserId) -> Result<Option<Arc<User>>> {
        if let Some(user) = self.cache.get(&id) {
            return Ok(Some(user));
        }
        let before = self.dropped.load(Ordering::SeqCst);
        let user = self.storage.accounts.user(id).await?.map(Arc::new);
        if let Some(user) = &user {
            self.keep(user, before);
        }
        Ok(user)
    }

    /// Keeps a copy that was read when so many were dropped; one that may be stale since goes at once.
    fn keep(&self, user: &Arc<User>, before: u64) {
        self.cache.insert(user.user_id, Arc::clone(user));
        if self.dropped.load(Ordering::SeqCst) != before {
            self.cache.invalidate(&user.user_id);
        }
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
            let before = self.dropped.load(Ordering::SeqCst);
            for user in self.storage.accounts.users(&missing).await? {
                let user = Arc::new(user);
                self.keep(&user, before);
                found.insert(user.user_id, user);
            }
        }
        Ok(found)
    }

    /// Drops a stale copy.
    pub fn forget(&self, id: UserId) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
        self.cache.invalidate(&id);
    }

    /// Drops all copies.
    pub fn forget_everybody(&self) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
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

#[cfg(test)]
pub(crate) mod tests {
    use storage::accounts::WhoMayMessage;

    use super::*;

    /// A person as tests need one.
    pub fn person(id: i64, name: &str, status: UserStatus) -> (UserId, Arc<User>) {
        let user = User {
            user_id: UserId(id),
            email: None,
            user_name: format!("person-{id}"),
            first_name: String::new(),
            last_name: String::new(),
            display_name: name.to_owned(),
            password_hash: None,
            status,
            image: None,
            municipality: -1,
            created: 0,
            verified: None,
            findable: false,
            show_municipality: false,
            shows_bookables: true,
            shows_infopoint: true,
            shows_phocal: true,
            shows_boka_in: true,
            shows_order: true,
            erase_at: None,
            who_may_message: WhoMayMessage::SharedOrg,
            show_read_marks: true,
            mail_missed: true,
            discoverable: true,
            approve_followers: false,
            own_status: None,
            quiet: None,
            notify: None,
            phone: None,
        };
        (user.user_id, Arc::new(user))
    }

    /// Otherwise what somebody has just switched off would count as switched on until the copy expires.
    #[test]
    fn copy_read_before_a_change_is_not_kept_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let people = People::new(Storage::open_sqlite(&folder.path().join("store.db"), &[]).unwrap());
        let (id, read) = person(7, "Anna Ek", UserStatus::Active);
        let before = people.dropped.load(Ordering::SeqCst);
        people.forget(id);
        people.keep(&read, before);
        assert!(people.cache.get(&id).is_none());
        people.keep(&read, people.dropped.load(Ordering::SeqCst));
        assert!(people.cache.get(&id).is_some());
    }
}
