//! Stored records of people, sessions and tokens.

use super::availability::{Quiet, Status};
use super::notifying::NotificationSettings;
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
        /// Decides what may be done with the account.
        status: UserStatus => text,
        /// Version of the picture; none: no picture.
        image: Option<String> => text,
        /// Official code of the municipality; -1: none.
        municipality: i64 => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// When the address was verified, in epoch milliseconds.
        verified: Option<i64> => timestamp,
        /// Found by search, and has a public page.
        findable: bool => boolean = false,
        /// The public page shows the municipality.
        show_municipality: bool => boolean = false,
        /// Epoch milliseconds at which the account will be erased; none: not scheduled.
        erase_at: Option<i64> => timestamp,
        /// Who may start a conversation with the person.
        who_may_message: WhoMayMessage => text = WhoMayMessage::SharedOrg,
        /// In a conversation of two the other sees the person's read mark, if both allow it.
        show_read_marks: bool => boolean = true,
        /// Receives a digest mail of what they missed while away.
        mail_missed: bool => boolean = true,
        /// May be suggested to people of the same organisations and to contacts' contacts, and be found by address
        /// upload.
        discoverable: bool => boolean = true,
        /// Followers need the person's approval.
        approve_followers: bool => boolean = false,
        /// Whether menus show an area: what can be booked.
        shows_bookables: bool => boolean = true,
        /// Whether menus show an area: places on the map.
        shows_infopoint: bool => boolean = true,
        /// Whether menus show an area: Phocal; there is nothing to show yet.
        shows_phocal: bool => boolean = true,
        /// Whether menus show an area: booking meetings and talks.
        shows_boka_in: bool => boolean = true,
        /// Whether menus show an area: orders; there is nothing to show yet.
        shows_order: bool => boolean = true,
        /// The person's temporary status; none: no status.
        own_status: Option<Status> => text,
        /// The person's quiet hours; none: never set.
        quiet: Option<Quiet> => text,
        /// What they chose about notifications; none: nothing.
        notify: Option<NotificationSettings> => text,
        /// The verified phone for text messages, `+` and digits; none: there is none.
        phone: Option<String> => text,
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
        /// Epoch milliseconds of the last recorded use.
        last_seen: i64 => timestamp,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
        /// The browser's `User-Agent`.
        user_agent: String => text,
        /// Network address at sign-in.
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
        /// Its purpose.
        purpose: TokenPurpose => text,
        /// The person's id.
        user_id: UserId => bigint,
        /// The session it belongs to, if any.
        session_id: Option<SessionId> => bigint,
        /// For a verification: the hash of the password chosen at sign-up, which becomes valid when the link is
        /// followed. For others: a fingerprint of the password with which they are valid.
        password_hash: Option<String> => text,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
        /// For a verification: the name given at sign-up.
        first_name: Option<String> => text,
        /// As [`Token::first_name`].
        last_name: Option<String> => text,
    }
}

/// Result of a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateUser {
    /// The person is stored.
    Created,
    /// The address belongs to this person.
    EmailTaken(UserId),
    /// The user name belongs to another person or organisation.
    NameTaken,
}
