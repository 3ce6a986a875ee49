//! The journal of erased accounts, kept outside the store and its backups: after a backup is restored, accounts erased
//! since then are erased again (GDPR, article 17). It is one object per account beside the files of messages
//! (`erasures/ID`), so that all nodes share it, in a folder or a bucket. It contains an id and a moment, and nothing
//! that identifies the person.

use object_store::path::Path as ObjectPath;
use serde_json::json;
use storage::Storage;
use storage::accounts::User;
use storage::ids::UserId;

use crate::platform::blobs::{Home, Store};
use crate::platform::error::Result;
use crate::platform::time::Moment;

const FOLDER: &str = "erasures";
/// Accounts per read.
const SLICE: usize = 200;

/// Records an account that is being erased, before anything of it is deleted. May be repeated.
pub(super) async fn note(store: &Store, user_id: UserId, at: i64) -> Result<()> {
    let path = ObjectPath::from(FOLDER).join(user_id.to_string());
    let line = json!({ "userId": user_id, "erased": Moment(at) });
    store.put(&path, format!("{line}\n").into_bytes()).await
}

/// Accounts in the journal that still exist in the store: a backup from before their erasure was restored.
pub async fn undone(storage: &Storage, store: &Store) -> Result<Vec<User>> {
    let names = store.list(FOLDER).await?;
    let ids: Vec<UserId> = names.iter().filter_map(|name| name.parse().ok()).map(UserId).collect();
    let mut undone = Vec::new();
    for some in ids.chunks(SLICE) {
        let users = storage.accounts.users(some).await?;
        undone.extend(users.into_iter().filter(|user| !user.is_erased()));
    }
    Ok(undone)
}

/// As [`undone`] without creating anything.
pub async fn undone_at(storage: &Storage, home: &Home) -> Result<Vec<User>> {
    match Store::open_existing(home)? {
        Some(store) => undone(storage, &store).await,
        None => Ok(Vec::new()),
    }
}
