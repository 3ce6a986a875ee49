//! Creates people, and sums up durations.

use std::time::{Duration, Instant};

use actors::Platform;
use actors::accounts::Who;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::accounts::WhoMayMessage;
use storage::ids::{SessionId, UserId};
use storage::{CreateUser, User, UserStatus};

use super::Failure;

/// Concurrent writes while the store is filled.
pub const AT_ONCE: usize = 64;

pub fn who(user_id: UserId) -> Who {
    Who { user_id, session_id: SessionId(1), expires: i64::MAX, scopes: None }
}

/// Creates `count` people named `{name}-{n}`.
pub async fn people(platform: &Platform, name: &str, count: usize) -> Result<Vec<UserId>, Failure> {
    made(platform, name, count, None).await
}

/// The same, each with an address `{name}-{n}` at a domain.
pub async fn people_at(
    platform: &Platform,
    name: &str,
    count: usize,
    domain: &str,
) -> Result<Vec<UserId>, Failure> {
    made(platform, name, count, Some(domain)).await
}

async fn made(
    platform: &Platform,
    name: &str,
    count: usize,
    domain: Option<&str>,
) -> Result<Vec<UserId>, Failure> {
    let ids: Vec<UserId> =
        (0..count).map(|_| Ok(UserId(platform.ids.next(1)?))).collect::<Result<_, Failure>>()?;
    let users = ids.iter().enumerate().map(|(n, id)| User {
        user_id: *id,
        email: domain.map(|domain| format!("{name}-{n}@{domain}")),
        user_name: format!("{name}-{n}"),
        first_name: "Bo".to_owned(),
        last_name: format!("Ek {n}"),
        display_name: format!("Bo Ek {n}"),
        password_hash: None,
        status: UserStatus::Active,
        image: None,
        municipality: -1,
        created: 1,
        verified: Some(1),
        findable: true,
        show_municipality: false,
        shows_bookables: true,
        shows_infopoint: true,
        shows_phocal: true,
        shows_boka_in: true,
        shows_order: true,
        erase_at: None,
        who_may_message: WhoMayMessage::SharedOrg,
        show_read_marks: true,
        mail_missed: true,
        discoverable: true,
        approve_followers: false,
        own_status: None,
        quiet: None,
        notify: None,
        phone: None,
    });
    let all: Vec<User> = users.collect();
    let made = all.iter().map(|user| platform.storage.accounts.create_user(user));
    let made = stream::iter(made).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
    match made.iter().find(|made| **made != CreateUser::Created) {
        Some(refused) => Err(format!("people named {name} are not all made: {refused:?}").into()),
        None => Ok(ids),
    }
}

/// The median and the 95th percentile, in microseconds.
pub fn summed(mut all: Vec<Duration>) -> (f64, f64) {
    all.sort_unstable();
    let at = |part: usize| all.get(all.len() * part / 100).map_or(0.0, |one| one.as_secs_f64() * 1e6);
    (at(50), at(95))
}

pub async fn timed<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<Duration, Failure> {
    let began = Instant::now();
    work.await?;
    Ok(began.elapsed())
}
