//! People, their sessions and tokens, as they are stored.

use super::availability::{Quiet, Status};
use crate::platform::ids::{SessionId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;

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
    /// Who may begin a conversation with a person.
    WhoMayMessage {
        /// Their contacts.
        Contacts = "CONTACTS",
        /// Those who belong to an organisation of theirs as well, and contacts.
        SharedOrg = "SHARED_ORG",
        /// Everybody who may know of them.
        Everyone = "EVERYONE",
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

record! {
    /// A person (or bot).
    pub struct User;
    pub(crate) static USERS: "users", Ascending;
    partition {
        /// The person's id.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Unique slug, shared namespace with organisations.
        user_name: String => text,
        /// Case-folded address; none for bots and imported people without one.
        email: Option<String> => text,
        /// First name.
        first_name: String => text,
        /// Last name.
        last_name: String => text,
        /// The name others see.
        display_name: String => text,
        /// PHC string; none: no password sign-in.
        password_hash: Option<String> => text,
        /// What may be done with the account.
        status: UserStatus => text,
        /// Version of the picture; none: no picture.
        image: Option<String> => text,
        /// Official code of the chosen municipality, -1 when none is chosen.
        municipality: i64 => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// When the address was verified.
        verified: Option<i64> => timestamp,
        /// May be found by search, and has a page for everybody.
        findable: bool => boolean = false,
        /// The page shows the municipality.
        show_municipality: bool => boolean = false,
        /// Epoch milliseconds at which the account is to be erased; none: it stays.
        erase_at: Option<i64> => timestamp,
        /// Who may begin a conversation with the person.
        who_may_message: WhoMayMessage => text = WhoMayMessage::SharedOrg,
        /// In a conversation of two the other sees how far the person has read, where both allow it.
        show_read_marks: bool => boolean = true,
        /// What was missed while away is mailed.
        mail_missed: bool => boolean = true,
        /// May be suggested to people of the same organisations and to contacts' contacts, and found in a list of addresses.
        discoverable: bool => boolean = true,
        /// Who wants to follow the person asks first.
        approve_followers: bool => boolean = false,
        /// What the person says of themselves for a while; none: nothing.
        own_status: Option<Status> => text,
        /// When the person is left alone; none: they never said.
        quiet: Option<Quiet> => text,
    }
}

record! {
    /// A sign-in on one device.
    pub struct Session;
    pub(crate) static SESSIONS: "sessions", Ascending, ttl;
    partition {
        /// The person's id.
        user_id: UserId => bigint,
    }
    clustering {
        /// The session's id.
        session_id: SessionId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Epoch milliseconds of the last use that was noted.
        last_seen: i64 => timestamp,
        /// Epoch milliseconds at which it is over.
        expires: i64 => timestamp,
        /// As the browser gave it.
        user_agent: String => text,
        /// Network address of the sign-in.
        address: String => text,
    }
}

record! {
    /// A one-time secret that was mailed or handed out; only its hash is stored.
    pub struct Token;
    pub(crate) static TOKENS: "tokens", Ascending, ttl;
    partition {
        /// Hex of the secret's SHA-256.
        hash: String => text,
    }
    clustering {}
    columns {
        /// What it is good for.
        purpose: TokenPurpose => text,
        /// The person's id.
        user_id: UserId => bigint,
        /// The session it stands for, where it does.
        session_id: Option<SessionId> => bigint,
        /// A verification: the password that was chosen when it was asked for. It counts once its link is followed. Of others
        /// what stands for the password they hold for.
        password_hash: Option<String> => text,
        /// Epoch milliseconds at which it is over.
        expires: i64 => timestamp,
        /// A verification: the names that were given when it was asked for.
        first_name: Option<String> => text,
        /// As [`Token::first_name`].
        last_name: Option<String> => text,
    }
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
