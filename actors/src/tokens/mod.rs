//! Access tokens: with one a program acts for its person, within the scopes that they chose. Contract §1.
//!
//! Decisions: a token is shown once and kept as a hash. It is made and ended by who has signed in, never by a token; whoever it
//! belongs to is told by the bell and by mail, as it opens their account as a session does. It ends at once, on every node and
//! on open sockets, the way sessions end: its number stands for the session's. What ends all sessions of an account (a password
//! that was set anew, closing, erasing) ends its tokens. A program that listens makes nobody present: it does not read for them.

mod bells;
pub mod bots;

use storage::ids::{SessionId, TokenId};
use storage::jobs::Job;
use storage::tokens::{AccessToken, MOST, Scope};

use crate::accounts::me;
use crate::accounts::secrets::{new_token, token_hash};
use crate::area::{Credentials, Hooks};
use crate::live::bus::Announcement;
use crate::notifications;
use crate::platform::error::RefusalKind;
use crate::platform::mail;
use crate::platform::quotas::below;
pub use crate::platform::scopes;
use crate::platform::text::{display_name, in_mail};
use crate::prelude::*;
use scopes::Scopes;

/// How every token begins, so that people and scanners of secrets know one when they see it.
pub const PREFIX: &str = "kal_";
/// Hexadecimal digits after the prefix.
const DIGITS: usize = 64;
/// Letters of a token's name.
pub const NAME_MAX: usize = 80;
/// The longest that a token lasts (ms): a year, and a day for clocks and leap years.
pub const LONGEST: i64 = 366 * 86_400_000;
/// "Last used" is written at most this often (ms).
const USED_EVERY: i64 = 60_000;

/// The area as the product lists it.
pub static AREA: Area = Area {
    bells: &[bells::BELLS, bots::BELLS],
    export: Some(|platform, who| {
        Box::pin(async move { Ok(vec![file("tokens.json", list(platform, who).await?)?]) })
    }),
    on: Hooks { credentials: Some(CREDENTIALS), ..Hooks::NONE },
    erase: Some(|platform, user| Box::pin(end_all(platform, user.user_id))),
    ..Area::named("tokens")
};

/// What ends with all sessions of an account.
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

/// Scopes as they are kept: each once, in the declared order.
fn chosen(scopes: &[Scope]) -> Vec<Scope> {
    Scope::ALL.iter().copied().filter(|scope| scopes.contains(scope)).collect()
}

/// When a token may end, of the field in which it was given.
fn ending(expires: Moment, now: i64) -> Result<Moment> {
    if expires.0 <= now || expires.0 > now + LONGEST {
        return Err(Refusal::field("expires", "TIME", "Välj en tid inom ett år från nu."));
    }
    Ok(expires)
}

/// A secret, and the token of it for a person or bot.
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

/// Makes a token of mine, and tells me of it. 409 too many, 422.
pub async fn create(platform: &Platform, who: &Who, new: NewToken) -> Result<TokenMade> {
    let name = display_name("name", &new.name, 1, NAME_MAX)?;
    let expires = ending(new.expires, now())?;
    // One after the other: how many there are is counted first.
    let _turn = platform.turns.of(who.user_id.0).await;
    let there = platform.storage.tokens.of(who.user_id).await?;
    below(there.len(), MOST, "åtkomstnycklar")?;
    let (secret, token) = new_secret(platform, who.user_id, name, &new.scopes, Some(expires))?;
    let rows = [bells::entry(platform, &token)?];
    let mut told = notifications::writes(platform, &rows)?;
    told.extend(mailed(platform, who, &token).await?.map(|job| job.insert()));
    platform.storage.tokens.create(&token, told).await?;
    notifications::announce(platform, &rows);
    Ok(TokenMade { made: token.into(), token: secret })
}

/// The mail about a new token. At once, and whatever is done to the bell: who has taken over a session cannot keep it back.
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

/// Ends one of my tokens, and its open connections on every node. 404: there is none.
pub async fn revoke(platform: &Platform, who: &Who, id: TokenId) -> Result<()> {
    if !platform.storage.tokens.revoke(who.user_id, id).await? {
        return Err(Refusal::not_found("Åtkomstnyckeln finns inte."));
    }
    ended(platform, who.user_id, &[id]);
    Ok(())
}

/// Ends all tokens of a person or bot.
pub async fn end_all(platform: &Platform, user_id: UserId) -> Result<()> {
    let over = platform.storage.tokens.revoke_all(user_id).await?;
    ended(platform, user_id, &over);
    Ok(())
}

/// Tokens by the numbers that their sockets are known by, in the place of a session's.
fn as_sessions(tokens: &[AccessToken]) -> impl Iterator<Item = SessionId> {
    tokens.iter().map(|token| SessionId(token.token_id.0))
}

/// The sockets of these tokens end now.
fn ended(platform: &Platform, user_id: UserId, tokens: &[TokenId]) {
    if !tokens.is_empty() {
        let sessions = tokens.iter().map(|id| SessionId(id.0)).collect();
        platform.announce(Announcement::SessionsEnded { user_id, sessions });
    }
}

/// Whether a text looks like a token's secret, right or wrong.
pub fn is_one(text: &str) -> bool {
    text.starts_with(PREFIX)
}

/// Who holds this token for a socket: an access token, or what an account gives out for it.
pub async fn who_of_socket_token(platform: &Platform, token: &str) -> Result<Who> {
    if is_one(token) {
        return authenticate(platform, token).await;
    }
    crate::accounts::who_of_socket_token(platform, token).await
}

/// Recognises a token: one hash, and where it is unknown one read.
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
