//! People, their sessions and tokens, as they are stored.

use crate::ids::{SessionId, UserId};
use crate::text_enum::text_enum;

text_enum! {
    /// What may be done with an account.
    UserStatus {
        /// Signed up, address not verified.
        Pending = "PENDING",
        /// May sign in.
        Active = "ACTIVE",
        /// Made by an import; nobody signs in until the person takes it over.
        Imported = "IMPORTED",
        /// Closed.
        Deactivated = "DEACTIVATED",
        /// Writes by a program.
        Bot = "BOT",
    }
}

text_enum! {
    /// What a one-time token is good for.
    TokenPurpose {
        /// Verify an e-mail address.
        Verify = "VERIFY",
        /// Set a new password.
        Reset = "RESET",
        /// Take over an imported account.
        Claim = "CLAIM",
        /// Sign in on a device that is not known, where the password alone is not believed.
        SignIn = "SIGN_IN",
        /// Open the live connection without the cookie.
        Socket = "SOCKET",
    }
}

/// A person (or bot).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Who.
    pub user_id: UserId,
    /// Case-folded address; none for bots and imported people without one.
    pub email: Option<String>,
    /// Unique slug, shared namespace with organisations.
    pub user_name: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The name others see.
    pub display_name: String,
    /// PHC string; none: no password sign-in.
    pub password_hash: Option<String>,
    /// What may be done with the account.
    pub status: UserStatus,
    /// Version of the picture; none: no picture.
    pub image: Option<String>,
    /// Official code of the chosen municipality, -1 when none is chosen.
    pub municipality: i64,
    /// Epoch milliseconds.
    pub created: i64,
    /// When the address was verified.
    pub verified: Option<i64>,
    /// May be found by search, and has a page for everybody.
    pub findable: bool,
    /// The page shows the municipality.
    pub show_municipality: bool,
    /// Epoch milliseconds at which the account is to be erased; none: it stays.
    pub erase_at: Option<i64>,
}

/// A sign-in on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Which.
    pub session_id: SessionId,
    /// Whose.
    pub user_id: UserId,
    /// Epoch milliseconds.
    pub created: i64,
    /// Epoch milliseconds of the last use that was noted.
    pub last_seen: i64,
    /// Epoch milliseconds at which it is over.
    pub expires: i64,
    /// As the browser gave it.
    pub user_agent: String,
    /// Network address of the sign-in.
    pub address: String,
}

/// A one-time secret that was mailed or handed out; only its hash is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Hex of the secret's SHA-256.
    pub hash: String,
    /// What it is good for.
    pub purpose: TokenPurpose,
    /// Whose.
    pub user_id: UserId,
    /// The session it stands for, where it does.
    pub session_id: Option<SessionId>,
    /// A verification: the password that was chosen when it was asked for. It counts once its link is followed. Of others
    /// what stands for the password they hold for.
    pub password_hash: Option<String>,
    /// A verification: the names that were given when it was asked for.
    pub first_name: Option<String>,
    /// As [`Token::first_name`].
    pub last_name: Option<String>,
    /// Epoch milliseconds at which it is over.
    pub expires: i64,
}

/// What became of a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateUser {
    /// The person is stored.
    Created,
    /// The address belongs to this person.
    EmailTaken(UserId),
    /// The user name belongs to another person or organisation.
    NameTaken,
}
