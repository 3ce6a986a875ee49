//! The tables of accounts.

use super::records::{SESSIONS, TOKENS, USERS};
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::table::{Order, Statics, Table, bigint, text, timestamp};

/// Address → person, as a claim.
pub(crate) static USER_EMAILS: Table = Table {
    name: "user_emails",
    partition: &[text("email")],
    clustering: &[],
    columns: &[bigint("user_id"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// Due erasures by day (since the Unix epoch), as written by versions without jobs.
pub(crate) static ERASURES: Table = Table {
    name: "erasures",
    partition: &[bigint("day")],
    clustering: &[bigint("user_id")],
    columns: &[timestamp("due")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

pub(crate) static AREA: Area = Area {
    tables: &[&USERS, &USER_EMAILS, &SESSIONS, &TOKENS, &ERASURES],
    people: &[
        people(
            "users",
            In("account.json"),
            Stays("the number, so that what was written has an author without a name"),
        ),
        people("user_emails", In("account.json"), Nothing),
        people("sessions", In("sessions.json"), Nothing),
        people("tokens", Not("hashes of mailed secrets"), Stays("runs out, in thirty days at most")),
        people("erasures", Not("as versions without jobs wrote it"), Nothing),
    ],
    checks: &[|check| Box::pin(check.people())],
    migrations: &[super::erasure::ERASURES_BECOME_JOBS],
    ..Area::named("accounts")
};
