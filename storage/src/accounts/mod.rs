//! Accounts: people, sessions, one-time tokens.

mod records;

pub use records::{CreateUser, Session, Token, TokenPurpose, User, UserStatus};

use crate::engine::Db;
use crate::error::Result;
use crate::ids::{SessionId, UserId};

/// The repository of accounts.
#[derive(Clone)]
pub struct Accounts {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Accounts {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn create_user(&self, user: &User) -> Result<CreateUser> { todo!() }
    pub async fn user(&self, user_id: UserId) -> Result<Option<User>> { todo!() }
    pub async fn users(&self, user_ids: &[UserId]) -> Result<Vec<User>> { todo!() }
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>> { todo!() }
    pub async fn user_by_name(&self, user_name: &str) -> Result<Option<User>> { todo!() }
    /// False: no such person (also in the other setters).
    pub async fn update_profile(&self, user_id: UserId, first_name: &str, last_name: &str, display_name: &str, municipality: i64) -> Result<bool> { todo!() }
    pub async fn rename_user(&self, user_id: UserId, old: &str, new: &str) -> Result<bool> { todo!() }
    pub async fn set_image(&self, user_id: UserId, image: Option<&str>) -> Result<bool> { todo!() }
    pub async fn set_password(&self, user_id: UserId, hash: &str) -> Result<bool> { todo!() }
    /// `verified: None` leaves the stored time as it is.
    pub async fn set_status(&self, user_id: UserId, status: UserStatus, verified: Option<i64>) -> Result<bool> { todo!() }
    pub async fn set_email(&self, user_id: UserId, email: &str) -> Result<bool> { todo!() }
    pub async fn add_session(&self, session: &Session) -> Result<()> { todo!() }
    pub async fn session(&self, user_id: UserId, session_id: SessionId) -> Result<Option<Session>> { todo!() }
    pub async fn sessions(&self, user_id: UserId) -> Result<Vec<Session>> { todo!() }
    pub async fn touch_session(&self, user_id: UserId, session_id: SessionId, now: i64) -> Result<()> { todo!() }
    pub async fn end_session(&self, user_id: UserId, session_id: SessionId) -> Result<bool> { todo!() }
    pub async fn end_sessions_but(&self, user_id: UserId, keep: Option<SessionId>) -> Result<Vec<SessionId>> { todo!() }
    pub async fn put_token(&self, token: &Token) -> Result<()> { todo!() }
    pub async fn take_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> { todo!() }
    pub async fn peek_token(&self, hash: &str, purpose: TokenPurpose, now: i64) -> Result<Option<Token>> { todo!() }
}
