//! Access tokens, with which a program acts on behalf of a person, within the scopes that they chose. Contract §1.
//!
//! Decisions: a token is shown once and stored as a hash. It is created and revoked by a signed-in person, never with a
//! token; its owner is notified in the list and by mail, because it opens their account like a session. It ends at
//! once, on every node and on open sockets, like a session: its number takes the place of the session's. What ends all
//! sessions of an account (a password reset, deactivation, erasure) ends its tokens. A program's connection does not
//! make its person present, because it does not read for them.

mod bells;
pub mod bots;

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::ids::{SessionId, TokenId};
use storage::jobs::Job;
use storage::tokens::{AccessToken, MOST, Scope};

use crate::accounts::me;
use crate::accounts::secrets::{new_token, token_hash};
use crate::area::{Credentials, Hooks};
use crate::audit::{self, Act};
use crate::entities::PLATFORM;
use crate::live::bus::Announcement;
use crate::notifications;
use crate::platform::error::RefusalKind;
use crate::platform::mail;
use crate::platform::quotas::below;
pub use crate::platform::scopes;
use crate::platform::text::{display_name, in_mail};
use crate::prelude::*;
use scopes::Scopes;

/// Prefix of every token, recognisable for people and secret scanners.
pub const PREFIX: &str = "kal_";
/// Hexadecimal digits after the prefix.
const DIGITS: usize = 64;
/// Longest name of a token, in characters.
pub const NAME_MAX: usize = 80;
/// The longest lifetime of a token (ms): a year, and a day for clocks and leap years.
pub const LONGEST: i64 = 366 * 86_400_000;
/// "Last used" is written at most this often (ms).
const USED_EVERY: i64 = 60_000;

/// The area's declaration.
pub static AREA: Area = Area {
    bells: &[bells::BELLS, bots::BELLS],
    export: Some(|platform, who| {
        Box::pin(async move { Ok(vec![file("tokens.json", list(platform, who).await?)?]) })
    }),
    on: Hooks { credentials: Some(CREDENTIALS), ..Hooks::NONE },
    erase: Some(|platform, user| Box::pin(end_all(platform, user.user_id))),
    ..Area::named("tokens")
};

/// Ended together with all sessions of an account.
const CREDENTIALS: Credentials = Credentials {
    of: |platform, user_id| {
        Box::pin(async move { Ok(as_sessions(&platform.storage.tokens.of(user_id).await?).collect()) })
    },
    end_all: |platform, user_id| Box::pin(end_all(platform, user_id)),
};

/// A token that is to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct NewToken {
    /// What it is for: 1–80 characters after trimming.
    #[garde(skip)]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What it may do; at least one.
    #[garde(length(min = 1, max = 18))]
    #[schema(min_items = 1, max_items = 18)]
    pub scopes: Vec<Scope>,
    /// When it ends: within a year.
    #[garde(skip)]
    pub expires: Moment,
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessToken)]
pub struct TokenView {
    pub id: TokenId,
    pub name: String,
    pub scopes: Vec<Scope>,
    pub created: Moment,
    /// When it ends by itself. Null only for a bot's that is good until it is removed.
    pub expires: Option<Moment>,
    /// The last use that was noted, once a minute at most; null: none yet.
    pub last_used: Option<Moment>,
}

/// A token that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AccessTokenMade)]
pub struct TokenMade {
    #[serde(flatten)]
    pub made: TokenView,
    /// The secret, to be sent as `Authorization: Bearer kal_…`. Shown this once: only its hash is kept.
    pub token: String,
}

impl From<AccessToken> for TokenView {
    fn from(token: AccessToken) -> Self {
        Self {
            id: token.token_id,
            name: token.name,
            scopes: token.scopes,
            created: token.created,
            expires: token.expires,
            last_used: token.last_used,
        }
    }
}

/// Scopes as they are stored: without duplicates, in the declared order.
fn chosen(scopes: &[Scope]) -> Vec<Scope> {
    Scope::ALL.iter().copied().filter(|scope| scopes.contains(scope)).collect()
}

/// Validates the end of a token, given in the field `expires`.
fn ending(expires: Moment, now: i64) -> Result<Moment> {
    if expires.0 <= now || expires.0 > now + LONGEST {
        return Err(Refusal::field("expires", "TIME", "Välj en tid inom ett år från nu."));
    }
    Ok(expires)
}

/// A secret, and its token for a person or bot.
fn new_secret(
    platform: &Platform,
    user_id: UserId,
    name: String,
    scopes: &[Scope],
    expires: Option<Moment>,
) -> Result<(String, AccessToken)> {
    let created = now();
    let secret = format!("{PREFIX}{}", new_token().0);
    let token = AccessToken {
        user_id,
        token_id: TokenId(platform.ids.next(created)?),
        token_hash: token_hash(&secret),
        name,
        scopes: chosen(scopes),
        created: Moment(created),
        expires,
        last_used: None,
    };
    Ok((secret, token))
}

/// Creates a token of mine, and notifies me of it. 409 too many, 422.
pub async fn create(platform: &Platform, who: &Who, new: NewToken) -> Result<TokenMade> {
    let name = display_name("name", &new.name, 1, NAME_MAX)?;
    let expires = ending(new.expires, now())?;
    // One at a time, because existing ones are counted first.
    let _turn = platform.turns.of(who.user_id.0).await;
    let there = platform.storage.tokens.of(who.user_id).await?;
    below(there.len(), MOST, "åtkomstnycklar")?;
    let (secret, token) = new_secret(platform, who.user_id, name, &new.scopes, Some(expires))?;
    let rows = [bells::entry(platform, &token)?];
    let mut writes = notifications::writes(platform, &rows)?;
    writes.extend(mailed(platform, who, &token).await?.map(|job| job.insert()));
    writes.extend(recorded(platform, who, AuditKind::PersonalTokenCreated, token.token_id)?);
    platform.storage.tokens.create(&token, writes).await?;
    notifications::announce(platform, &rows);
    Ok(TokenMade { made: token.into(), token: secret })
}

/// The entry about a token of mine. It acts in every organisation that I belong to, and so stands in the platform's log.
fn recorded(platform: &Platform, who: &Who, kind: AuditKind, id: TokenId) -> Result<Vec<Write>> {
    let act = Act::of(kind).subject(AuditSubjectKind::Token, id.0, None);
    audit::writes(platform, PLATFORM, Some(who.user_id), act)
}

/// The mail about a new token. Sent at once and independent of the notification, so that somebody who has taken over a
/// session cannot prevent it.
async fn mailed(platform: &Platform, who: &Who, token: &AccessToken) -> Result<Option<Job>> {
    let user = me(platform, who).await?;
    let Some(email) = &user.email else { return Ok(None) };
    let text = format!(
        "Hej {name}!\n\nEn ny åtkomstnyckel har skapats till ditt konto: {called}\n\nMed den kan ett program göra detta åt dig: \
         {scopes}\n\nVar det inte du? Återkalla nyckeln och byt lösenord:\n\n{url}/settings#tokens\n{url}/reset\n",
        name = in_mail(&user.first_name),
        called = in_mail(&token.name),
        scopes = token.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", "),
        url = platform.settings.public_url
    );
    mail::job(platform, email, "Ny åtkomstnyckel", text).map(Some)
}

/// My tokens, newest first.
pub async fn list(platform: &Platform, who: &Who) -> Result<Vec<TokenView>> {
    let all = platform.storage.tokens.of(who.user_id).await?;
    Ok(all.into_iter().rev().map(TokenView::from).collect())
}

/// Revokes one of my tokens, and closes its connections on every node. 404: there is none.
pub async fn revoke(platform: &Platform, who: &Who, id: TokenId) -> Result<()> {
    let recorded = recorded(platform, who, AuditKind::PersonalTokenRevoked, id)?;
    if !platform.storage.tokens.revoke_with(who.user_id, id, recorded).await? {
        return Err(Refusal::not_found("Åtkomstnyckeln finns inte."));
    }
    ended(platform, who.user_id, &[id]);
    Ok(())
}

/// Revokes all tokens of a person or bot.
pub async fn end_all(platform: &Platform, user_id: UserId) -> Result<()> {
    let over = platform.storage.tokens.revoke_all(user_id).await?;
    ended(platform, user_id, &over);
    Ok(())
}

/// The ids that identify tokens' sockets in place of a session's.
fn as_sessions(tokens: &[AccessToken]) -> impl Iterator<Item = SessionId> {
    tokens.iter().map(|token| SessionId(token.token_id.0))
}

/// Closes the sockets of these tokens.
fn ended(platform: &Platform, user_id: UserId, tokens: &[TokenId]) {
    if !tokens.is_empty() {
        let sessions = tokens.iter().map(|id| SessionId(id.0)).collect();
        platform.announce(Announcement::SessionsEnded { user_id, sessions });
    }
}

/// Whether a text has the form of a token's secret.
pub fn is_one(text: &str) -> bool {
    text.starts_with(PREFIX)
}

/// The holder of this token for a socket: an access token, or a socket token of the account.
pub async fn who_of_socket_token(platform: &Platform, token: &str) -> Result<Who> {
    if is_one(token) {
        return authenticate(platform, token).await;
    }
    crate::accounts::who_of_socket_token(platform, token).await
}

/// Recognises a token: one hash and one read.
pub async fn authenticate(platform: &Platform, secret: &str) -> Result<Who> {
    let unknown = || {
        let why = "Åtkomstnyckeln gäller inte: den är fel, återkallad eller har gått ut.";
        Refusal::new(RefusalKind::Unauthenticated, "NOT_SIGNED_IN", why)
    };
    let digits = secret.strip_prefix(PREFIX).ok_or_else(unknown)?;
    if digits.len() != DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(unknown());
    }
    let token = platform.storage.tokens.by_hash(&token_hash(secret)).await?.ok_or_else(unknown)?;
    let at = now();
    if token.last_used.is_none_or(|last| at - last.0 > USED_EVERY) {
        platform.storage.tokens.touch(&token, at).await?;
        bots::give_way(platform, token.user_id).await?;
    }
    Ok(Who {
        user_id: token.user_id,
        session_id: SessionId(token.token_id.0),
        expires: token.expires.map_or(i64::MAX, |end| end.0),
        scopes: Some(Scopes::new(token.scopes)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_ends_within_a_year() {
        let now = 1_790_000_000_000;
        assert!(ending(Moment(now), now).is_err());
        assert!(ending(Moment(now + 1), now).is_ok());
        assert!(ending(Moment(now + LONGEST), now).is_ok());
        assert_eq!(ending(Moment(now + LONGEST + 1), now).unwrap_err().fields[0].code, "TIME");
    }

    #[test]
    fn scopes_are_kept_once_and_in_order() {
        let asked = [Scope::ChatWrite, Scope::Read, Scope::ChatWrite];
        assert_eq!(chosen(&asked), [Scope::Read, Scope::ChatWrite]);
    }
}
