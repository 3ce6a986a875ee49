//! The tables of accounts, and rows to records and back.

use super::{Session, Token, User};
use crate::error::Result;
use crate::table::{Order, Table, bigint, boolean, text, timestamp};
use crate::value::Row;

pub(crate) static USERS: Table = Table {
    name: "users",
    partition: &[bigint("user_id")],
    clustering: &[],
    columns: &[
        text("user_name"),
        text("email"),
        text("first_name"),
        text("last_name"),
        text("display_name"),
        text("password_hash"),
        text("status"),
        text("image"),
        bigint("municipality"),
        timestamp("created"),
        timestamp("verified"),
        boolean("findable"),
        boolean("show_municipality"),
        timestamp("erase_at"),
    ],
    ttl: false,
    page_order: Order::Ascending,
};

/// Address → person.
pub(crate) static USER_EMAILS: Table = Table {
    name: "user_emails",
    partition: &[text("email")],
    clustering: &[],
    columns: &[bigint("user_id"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
};

pub(crate) static SESSIONS: Table = Table {
    name: "sessions",
    partition: &[bigint("user_id")],
    clustering: &[bigint("session_id")],
    columns: &[
        timestamp("created"),
        timestamp("last_seen"),
        timestamp("expires"),
        text("user_agent"),
        text("address"),
    ],
    ttl: true,
    page_order: Order::Ascending,
};

pub(crate) static TOKENS: Table = Table {
    name: "tokens",
    partition: &[text("hash")],
    clustering: &[],
    columns: &[
        text("purpose"),
        bigint("user_id"),
        bigint("session_id"),
        text("password_hash"),
        timestamp("expires"),
        text("first_name"),
        text("last_name"),
    ],
    ttl: true,
    page_order: Order::Ascending,
};

/// Who is to be erased, by the day (of the unix epoch) it is due.
pub(crate) static ERASURES: Table = Table {
    name: "erasures",
    partition: &[bigint("day")],
    clustering: &[bigint("user_id")],
    columns: &[timestamp("due")],
    ttl: false,
    page_order: Order::Ascending,
};

pub(crate) static TABLES: &[&Table] = &[&USERS, &USER_EMAILS, &SESSIONS, &TOKENS, &ERASURES];

pub(super) fn user_row(user: &User) -> Row {
    USERS.row([
        ("user_id", user.user_id.into()),
        ("user_name", (&user.user_name).into()),
        ("email", user.email.as_ref().into()),
        ("first_name", (&user.first_name).into()),
        ("last_name", (&user.last_name).into()),
        ("display_name", (&user.display_name).into()),
        ("password_hash", user.password_hash.as_ref().into()),
        ("status", user.status.into()),
        ("image", user.image.as_ref().into()),
        ("municipality", user.municipality.into()),
        ("created", user.created.into()),
        ("verified", user.verified.into()),
        ("findable", user.findable.into()),
        ("show_municipality", user.show_municipality.into()),
        ("erase_at", user.erase_at.into()),
    ])
}

pub(super) fn user(mut row: Row) -> Result<User> {
    Ok(User {
        user_id: row.take("user_id")?,
        user_name: row.take("user_name")?,
        email: row.take("email")?,
        first_name: row.take("first_name")?,
        last_name: row.take("last_name")?,
        display_name: row.take("display_name")?,
        password_hash: row.take("password_hash")?,
        status: row.take("status")?,
        image: row.take("image")?,
        municipality: row.take("municipality")?,
        created: row.take("created")?,
        verified: row.take("verified")?,
        findable: row.take_or("findable", false)?,
        show_municipality: row.take_or("show_municipality", false)?,
        erase_at: row.take("erase_at")?,
    })
}

pub(super) fn session_row(session: &Session) -> Row {
    SESSIONS.row([
        ("user_id", session.user_id.into()),
        ("session_id", session.session_id.into()),
        ("created", session.created.into()),
        ("last_seen", session.last_seen.into()),
        ("expires", session.expires.into()),
        ("user_agent", (&session.user_agent).into()),
        ("address", (&session.address).into()),
    ])
}

pub(super) fn session(mut row: Row) -> Result<Session> {
    Ok(Session {
        user_id: row.take("user_id")?,
        session_id: row.take("session_id")?,
        created: row.take("created")?,
        last_seen: row.take("last_seen")?,
        expires: row.take("expires")?,
        user_agent: row.take("user_agent")?,
        address: row.take("address")?,
    })
}

pub(super) fn token_row(token: &Token) -> Row {
    TOKENS.row([
        ("hash", (&token.hash).into()),
        ("purpose", token.purpose.into()),
        ("user_id", token.user_id.into()),
        ("session_id", token.session_id.into()),
        ("password_hash", token.password_hash.clone().into()),
        ("first_name", token.first_name.as_ref().into()),
        ("last_name", token.last_name.as_ref().into()),
        ("expires", token.expires.into()),
    ])
}

pub(super) fn token(mut row: Row) -> Result<Token> {
    Ok(Token {
        hash: row.take("hash")?,
        purpose: row.take("purpose")?,
        user_id: row.take("user_id")?,
        session_id: row.take("session_id")?,
        password_hash: row.take("password_hash")?,
        first_name: row.take("first_name")?,
        last_name: row.take("last_name")?,
        expires: row.take("expires")?,
    })
}
