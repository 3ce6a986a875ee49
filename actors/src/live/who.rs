//! The caller of a command or the subscriber of a room.

use storage::ids::{SessionId, TokenId, UserId};

use crate::Platform;
use crate::platform::error::Result;
use crate::platform::scopes::Scopes;

/// The signed-in person behind a call, or the program that acts for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub user_id: UserId,
    /// The session, or the token's number in its place.
    pub session_id: SessionId,
    /// Epoch milliseconds at which the session expires.
    pub expires: i64,
    /// A token's scopes; none: a signed-in person, who is not restricted.
    pub scopes: Option<Scopes>,
}

impl Who {
    /// Whether the session or token of this caller is still stored.
    pub(crate) async fn is_stored(&self, platform: &Platform) -> Result<bool> {
        let Self { user_id, session_id, .. } = *self;
        Ok(match self.scopes {
            Some(_) => platform.storage.tokens.one(user_id, TokenId(session_id.0)).await?.is_some(),
            None => platform.storage.accounts.session(user_id, session_id).await?.is_some(),
        })
    }
}
