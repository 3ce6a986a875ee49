//! Sessions: beginning, recognising and ending them.

use storage::accounts::{Session, Token, TokenPurpose, User, UserStatus};
use storage::ids::{SessionId, UserId};

use super::secrets::{Claims, new_token, token_hash};
use super::view::SessionView;
use super::{links, rules};
use crate::Platform;
use crate::live::bus::Announcement;
use crate::live::who::Who;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::time::now;

/// "Last seen" is written at most this often (ms).
const SEEN_EVERY: i64 = 5 * 60_000;

/// A session that has just begun.
pub struct Signed {
    pub user: User,
    /// The cookie's value.
    pub token: String,
    /// Its lifetime in seconds.
    pub lives: i64,
    /// The device's new token; none if nothing was proven by a password or a link.
    pub device: Option<String>,
}

/// The origin of a sign-in.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'a> {
    pub user_agent: &'a str,
    pub address: &'a str,
    /// The device's token, as sent.
    pub device: Option<&'a str>,
}

fn signed_out() -> Refusal {
    Refusal::new(RefusalKind::Unauthenticated, "NOT_SIGNED_IN", "Du behöver logga in.")
}

/// Signs in. 401 `WRONG_CREDENTIALS`, 403 `NOT_VERIFIED`, 403 `SIGN_IN_BY_LINK`, 429.
pub async fn log_in(platform: &Platform, email: &str, password: &str, from: &Caller<'_>) -> Result<Signed> {
    let signed = try_to_log_in(platform, email, password, from).await;
    if let Err(refusal) = &signed {
        metrics::counter!("sign_ins_refused_total", "code" => refusal.code).increment(1);
        // Operators who ban attackers by address (fail2ban) parse this line.
        tracing::info!(address = from.address, code = refusal.code, "a sign-in was refused");
    }
    signed
}

async fn try_to_log_in(
    platform: &Platform,
    email: &str,
    password: &str,
    from: &Caller<'_>,
) -> Result<Signed> {
    let email = email.trim().to_lowercase();
    let user = platform.storage.accounts.user_by_email(&email).await?;
    let device = platform.secrets.device(from.device);
    let known = user.as_ref().and_then(|user| device.of(user.user_id));
    let tried = platform.limits.sign_in(&*platform.bus, from.address, &email, known).await?;
    let stored = user.as_ref().and_then(|user| user.password_hash.clone());
    let by_link = tried.by_link;
    let right = match platform.secrets.verify_password(password, stored).await {
        Ok(right) => right,
        Err(refusal) => {
            // No attempt was made.
            platform.limits.succeeded(&*platform.bus, tried).await;
            return Err(refusal);
        }
    };
    let user = user.filter(|user| right && matches!(user.status, UserStatus::Active | UserStatus::Pending));
    if user.is_some() {
        platform.limits.succeeded(&*platform.bus, tried).await;
    }
    if by_link {
        if let Some(user) = user.filter(|user| user.status == UserStatus::Active) {
            links::mail_sign_in(platform, user);
        }
        return Err(Refusal::forbidden(
            "SIGN_IN_BY_LINK",
            "Fel lösenord har angetts många gånger. Om lösenordet stämmer har vi mejlat dig en länk att logga in med.",
        ));
    }
    let wrong = || {
        Refusal::new(RefusalKind::Unauthenticated, "WRONG_CREDENTIALS", "Fel e-postadress eller lösenord.")
    };
    let user = user.ok_or_else(wrong)?;
    if user.status == UserStatus::Pending {
        return Err(Refusal::forbidden(
            "NOT_VERIFIED",
            "Bekräfta din e-postadress först. Länken finns i mejlet du fick.",
        ));
    }
    let user_id = user.user_id;
    let mut signed = open_session(platform, user, from.user_agent, from.address).await?;
    signed.device = Some(platform.secrets.remember(device, user_id)?);
    Ok(signed)
}

/// Begins a session for a person whose identity is proven.
pub async fn open_session(
    platform: &Platform,
    user: User,
    user_agent: &str,
    address: &str,
) -> Result<Signed> {
    let at = now();
    let session = Session {
        session_id: SessionId(platform.ids.next(at)?),
        user_id: user.user_id,
        created: at,
        last_seen: at,
        expires: at + rules::SESSION_LIVES,
        user_agent: user_agent.chars().take(200).collect(),
        address: address.chars().take(64).collect(),
    };
    make_room(platform, user.user_id).await?;
    platform.storage.accounts.add_session(&session).await?;
    let token = platform.secrets.sign(&Claims {
        sub: user.user_id,
        sid: session.session_id,
        iat: at / 1000,
        exp: session.expires / 1000,
    })?;
    Ok(Signed { user, token, lives: rules::SESSION_LIVES / 1000, device: None })
}

/// Ends the sessions unused for longest, to make room for one more.
async fn make_room(platform: &Platform, user_id: UserId) -> Result<()> {
    let mut sessions = platform.storage.accounts.sessions(user_id).await?;
    let most = platform.settings.quotas.count(&super::SESSIONS).max(1);
    let Some(surplus) = (sessions.len() + 1).checked_sub(most).filter(|n| *n > 0) else { return Ok(()) };
    sessions.sort_by_key(|session| (session.last_seen, session.session_id));
    let mut over = Vec::with_capacity(surplus);
    for session in sessions.iter().take(surplus) {
        if platform.storage.accounts.end_session(user_id, session.session_id).await? {
            over.push(session.session_id);
        }
    }
    ended(platform, user_id, over).await;
    Ok(())
}

/// Recognises a session by its token. It must still be stored, so an ended one is refused at once on every node.
pub async fn authenticate(platform: &Platform, token: &str) -> Result<Who> {
    let claims = platform.secrets.read(token).ok_or_else(signed_out)?;
    let session = platform.storage.accounts.session(claims.sub, claims.sid).await?;
    let session = session.ok_or_else(signed_out)?;
    let at = now();
    if at >= session.expires {
        return Err(signed_out());
    }
    if at - session.last_seen > SEEN_EVERY {
        platform.storage.accounts.touch_session(claims.sub, claims.sid, at).await?;
    }
    Ok(Who { user_id: claims.sub, session_id: claims.sid, expires: session.expires, scopes: None })
}

/// All my sessions, newest first.
pub async fn sessions(platform: &Platform, who: &Who) -> Result<Vec<SessionView>> {
    let mut list = platform.storage.accounts.sessions(who.user_id).await?;
    list.sort_by_key(|session| std::cmp::Reverse(session.session_id));
    Ok(list.iter().map(|session| SessionView::new(session, who.session_id)).collect())
}

/// Ends one of my sessions and closes its sockets.
pub async fn end_session(platform: &Platform, who: &Who, session_id: SessionId) -> Result<()> {
    if !platform.storage.accounts.end_session(who.user_id, session_id).await? {
        return Err(Refusal::not_found("Sessionen finns inte."));
    }
    ended(platform, who.user_id, vec![session_id]).await;
    Ok(())
}

/// Ends the calling session.
pub async fn log_out(platform: &Platform, who: &Who) -> Result<()> {
    platform.storage.accounts.end_session(who.user_id, who.session_id).await?;
    ended(platform, who.user_id, vec![who.session_id]).await;
    Ok(())
}

/// These sessions have ended in the store: ends push subscriptions and sockets that depend on them.
pub(super) async fn ended(platform: &Platform, user_id: UserId, sessions: Vec<SessionId>) {
    for on_session_end in platform.hooks().filter_map(|on| on.session_end) {
        on_session_end(platform, user_id, &sessions).await;
    }
    platform.announce(Announcement::SessionsEnded { user_id, sessions });
}

/// Ends credentials besides sessions with which programs act for an account.
pub(super) async fn end_credentials(platform: &Platform, user_id: UserId) -> Result<()> {
    for credentials in platform.hooks().filter_map(|on| on.credentials.as_ref()) {
        (credentials.end_all)(platform, user_id).await?;
    }
    Ok(())
}

/// A token for one socket, for clients that send no cookie.
pub async fn socket_token(platform: &Platform, who: &Who) -> Result<String> {
    let (token, hash) = new_token();
    let token_row = Token {
        hash,
        purpose: TokenPurpose::Socket,
        user_id: who.user_id,
        session_id: Some(who.session_id),
        password_hash: None,
        first_name: None,
        last_name: None,
        expires: now() + rules::SOCKET_LIVES,
    };
    platform.storage.accounts.put_token(&token_row, Vec::new()).await?;
    Ok(token)
}

/// The holder of this socket token (which is used up) or session token.
pub async fn who_of_socket_token(platform: &Platform, token: &str) -> Result<Who> {
    if let Ok(who) = authenticate(platform, token).await {
        return Ok(who);
    }
    let found = platform.storage.accounts.take_token(&token_hash(token), TokenPurpose::Socket, now()).await?;
    let Some(Token { user_id, session_id: Some(session_id), .. }) = found else { return Err(signed_out()) };
    let session = platform.storage.accounts.session(user_id, session_id).await?.ok_or_else(signed_out)?;
    Ok(Who { user_id, session_id, expires: session.expires, scopes: None })
}
