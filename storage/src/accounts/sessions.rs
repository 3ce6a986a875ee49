//! Sessions and one-time tokens. Both expire in the store, and are checked against their own `expires` as well.

use std::collections::HashMap;

use super::{Accounts, Session, Token, TokenPurpose};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{SessionId, UserId};
use crate::platform::record::Stored;

/// Most sessions read of one person.
const SESSIONS_READ: usize = 1_000;

impl Accounts {
    /// Stores a session until it expires.
    pub async fn add_session(&self, session: &Session) -> Result<()> {
        let ttl = ttl_until(session.expires, session.created);
        self.db.write(vec![session.row().insert_for(ttl)]).await
    }

    /// A session; none if it was ended or has expired.
    pub async fn session(&self, user_id: UserId, session_id: SessionId) -> Result<Option<Session>> {
        let session: Option<Session> = self.db.find(Session::at(user_id, session_id)).await?;
        Ok(session.filter(|session| session.expires > clock::now()))
    }

    /// A person's current sessions, oldest first.
    pub async fn sessions(&self, user_id: UserId) -> Result<Vec<Session>> {
        let mut sessions: Vec<Session> = self.db.list(Session::of(user_id).ascending(SESSIONS_READ)).await?;
        let now = clock::now();
        sessions.retain(|session| session.expires > now);
        Ok(sessions)
    }

    /// When people last used one of their sessions (epoch milliseconds); who has none is left out.
    pub async fn last_seen(&self, user_ids: &[UserId]) -> Result<HashMap<UserId, i64>> {
        let spans = user_ids.iter().map(|id| Session::of(*id).ascending(SESSIONS_READ)).collect();
        let sessions: Vec<Vec<Session>> = self.db.list_many(spans).await?;
        let last = |all: Vec<Session>| all.into_iter().map(|one| (one.user_id, one.last_seen)).max();
        Ok(sessions.into_iter().filter_map(last).collect())
    }

    /// Records the use of a session; no effect if it was ended.
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

    /// Ends a session. False: there was none.
    pub async fn end_session(&self, user_id: UserId, session_id: SessionId) -> Result<bool> {
        let guard = Session::at(user_id, session_id).delete_if([]);
        self.db.decide(guard, Vec::new()).await
    }

    /// Ends all of a person's sessions except one; answers the ended ones.
    pub async fn end_sessions_but(&self, user_id: UserId, keep: Option<SessionId>) -> Result<Vec<SessionId>> {
        let sessions = self.sessions(user_id).await?;
        let mut ended = Vec::new();
        for session_id in
            sessions.into_iter().map(|session| session.session_id).filter(|id| Some(*id) != keep)
        {
            // By a guard, like the touches: a plain delete could overtake a touch, which would leave its column behind.
            if self.end_session(user_id, session_id).await? {
                ended.push(session_id);
            }
        }
        Ok(ended)
    }

    /// Stores a token until it expires, together with the write that delivers it.
    pub async fn put_token(&self, token: &Token, with: Vec<Write>) -> Result<()> {
        let ttl = ttl_until(token.expires, clock::now());
        let mut writes = with;
        writes.push(token.row().insert_for(ttl));
        self.db.write(writes).await
    }

    /// Consumes a token: of concurrent callers one gets it. None: unknown, used, for another purpose, or expired at
    /// `now`.
    pub async fn take_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> {
        let Some(token) = self.peek_token(hash, purpose, now).await? else { return Ok(None) };
        let guard = Token::at(hash).delete_if([("purpose", purpose.into())]);
        Ok(self.db.decide(guard, Vec::new()).await?.then_some(token))
    }

    /// As [`Accounts::take_token`], without consuming it.
    pub async fn peek_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> {
        let token: Option<Token> = self.db.find(Token::at(hash)).await?;
        Ok(token.filter(|token| token.purpose == purpose && token.expires > now))
    }
}
