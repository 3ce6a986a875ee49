//! Texts of the notifications about access tokens, for their owners.

use storage::accounts::NotificationType;
use storage::ids::{NotificationId, TokenId};
use storage::tokens::AccessToken;

use crate::notifications::{Kinds, NotificationText, about};
use crate::prelude::*;

/// A token was created for the recipient's account.
pub const TOKEN_CREATED: &str = "TOKEN_CREATED";
/// The subject of such a notification.
const TOKEN: &str = "token";

/// The kinds of notifications about tokens. The mail is sent at once by the creation itself.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Membership, &[TOKEN_CREATED])],
    always: &[TOKEN_CREATED],
    mailed: &[],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let id = TokenId(entry.subject_id);
    let token = platform.storage.tokens.one(entry.user_id, id).await?;
    let title = token.map_or_else(
        || "En åtkomstnyckel skapades till ditt konto".to_owned(),
        |token| format!("Ny åtkomstnyckel till ditt konto: {}", token.name),
    );
    Ok(NotificationText::of(title, "/settings#tokens".to_owned(), None))
}

/// The notification of a new token.
pub(super) fn entry(platform: &Platform, token: &AccessToken) -> Result<Notification> {
    let at = now();
    let id = NotificationId(platform.ids.next(at)?);
    Ok(about(token.user_id, id, TOKEN_CREATED, (TOKEN, token.token_id.0), at))
}
