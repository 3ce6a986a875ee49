//! Sessions and one-time tokens. Both have a time to live in the store and are judged by their own `expires`.

use super::{Accounts, Session, Token, TokenPurpose};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{SessionId, UserId};
use crate::platform::record::Stored;

/// Sessions of one person that are looked at.
const SESSIONS_READ: usize = 1_000;

impl Accounts {
    /// Stores a session until it expires.
    pub async fn add_session(&self, session: &Session) -> Result<()> {
        let ttl = ttl_until(session.expires, session.created);
        self.db.write(vec![session.row().insert_for(ttl)]).await
    }

    /// A session; none when it was ended or is over.
    pub async fn session(&self, user_id: UserId, session_id: SessionId) -> Result<Option<Session>> {
        let session: Option<Session> = self.db.find(Session::at(user_id, session_id)).await?;
        Ok(session.filter(|session| session.expires > clock::now()))
    }

    /// A person's sessions that are not over, oldest first.
    pub async fn sessions(&self, user_id: UserId) -> Result<Vec<Session>> {
        let mut sessions: Vec<Session> = self.db.list(Session::of(user_id).ascending(SESSIONS_READ)).await?;
        let now = clock::now();
        sessions.retain(|session| session.expires > now);
        Ok(sessions)
    }

    /// Notes that a session was used; nothing happens when it was ended.
    pub async fn touch_session(&self, user_id: UserId, session_id: SessionId, now: i64) -> Result<()> {
        let Some(session) = self.session(user_id, session_id).await? else { return Ok(()) };
        let guard = Guard::UpdateIf {
            key: Session::at(user_id, session_id),
            set: vec![("last_seen", now.into())],
            conditions: vec![("expires", session.expires.into())],
            ttl: Some(ttl_until(session.expires, now)),
        };
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Ends a session at once. False: there was none.
    pub async fn end_session(&self, user_id: UserId, session_id: SessionId) -> Result<bool> {
        let guard = Session::at(user_id, session_id).delete_if([]);
        self.db.decide(guard, Vec::new()).await
    }

    /// Ends all of a person's sessions but one; answers those that were ended.
    pub async fn end_sessions_but(&self, user_id: UserId, keep: Option<SessionId>) -> Result<Vec<SessionId>> {
        let sessions = self.sessions(user_id).await?;
        let mut ended = Vec::new();
        for session_id in
            sessions.into_iter().map(|session| session.session_id).filter(|id| Some(*id) != keep)
        {
            // By a guard, as it is touched by one: a plain removal could pass such a touch and leave its column behind.
            if self.end_session(user_id, session_id).await? {
                ended.push(session_id);
            }
        }
        Ok(ended)
    }

    /// Stores a token until it expires, together with what hands it out.
    pub async fn put_token(&self, token: &Token, with: Vec<Write>) -> Result<()> {
        let ttl = ttl_until(token.expires, clock::now());
        let mut writes = with;
        writes.push(token.row().insert_for(ttl));
        self.db.write(writes).await
    }

    /// Uses a token up: of many who try at once, one gets it. None: unknown, used, for another purpose, or over at `now`.
    pub async fn take_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> {
        let Some(token) = self.peek_token(hash, purpose, now).await? else { return Ok(None) };
        let guard = Token::at(hash).delete_if([("purpose", purpose.into())]);
        Ok(self.db.decide(guard, Vec::new()).await?.then_some(token))
    }

    /// As [`Accounts::take_token`], but leaves it.
    pub async fn peek_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> {
        let token: Option<Token> = self.db.find(Token::at(hash)).await?;
        Ok(token.filter(|token| token.purpose == purpose && token.expires > now))
    }
}
