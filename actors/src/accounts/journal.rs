//! Who was erased, kept outside the store and its copies: whoever was erased after a copy was made is erased again when it is put
//! back (GDPR, article 17). An object for each account with the files of messages (`erasures/ID`), so that all nodes have one
//! journal, on a folder as in a bucket. It holds a number and a moment, and nothing that says who it was.

use object_store::path::Path as ObjectPath;
use serde_json::json;
use storage::Storage;
use storage::accounts::User;
use storage::ids::UserId;

use crate::platform::blobs::{Home, Store};
use crate::platform::error::Result;
use crate::platform::time::Moment;

const FOLDER: &str = "erasures";
/// Accounts read at once.
const SLICE: usize = 200;

/// Notes an account that is being erased, before anything of it goes. May be repeated.
pub(super) async fn note(store: &Store, user_id: UserId, at: i64) -> Result<()> {
    let path = ObjectPath::from(FOLDER).join(user_id.to_string());
    let line = json!({ "userId": user_id, "erased": Moment(at) });
    store.put(&path, format!("{line}\n").into_bytes()).await
}

/// Accounts that are noted and stand in the store all the same: a copy from before their end was put back.
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

/// As [`undone`], where nothing may be made.
pub async fn undone_at(storage: &Storage, home: &Home) -> Result<Vec<User>> {
    match Store::open_existing(home)? {
        Some(store) => undone(storage, &store).await,
        None => Ok(Vec::new()),
    }
}
