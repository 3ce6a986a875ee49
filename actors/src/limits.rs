//! Rate limits of contract §1, per person and per address.

use std::hash::Hash;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use storage::ids::UserId;

use crate::error::{Refusal, Result};

/// Keys that have not been seen for a while are dropped when more than this many are kept.
const KEPT: usize = 100_000;

struct Limit<K: Hash + Eq + Clone>(DefaultKeyedRateLimiter<K>);

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(quota: Quota) -> Self {
        Self(RateLimiter::keyed(quota))
    }

    fn check(&self, key: &K) -> Result<()> {
        if self.0.len() > KEPT {
            self.0.retain_recent();
        }
        self.0.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Refusal::limited(wait.as_secs() as u32 + 1)
        })
    }
}

/// All limits of this node.
pub struct Limits(Option<Buckets>);

struct Buckets {
    sign_in: Limit<String>,
    sign_up: Limit<String>,
    messages: Limit<UserId>,
    invites: Limit<UserId>,
    searches: Limit<String>,
    referrals: Limit<String>,
    exports: Limit<UserId>,
}

/// A constant that is not zero.
const fn n(count: u32) -> NonZeroU32 {
    match NonZeroU32::new(count) {
        Some(count) => count,
        None => NonZeroU32::MIN,
    }
}

impl Limits {
    /// Off: everything passes (load tests).
    pub fn new(on: bool) -> Self {
        Self(on.then(|| Buckets {
            sign_in: Limit::new(Quota::per_minute(n(10))),
            sign_up: Limit::new(Quota::per_hour(n(5))),
            messages: Limit::new(Quota::per_second(n(10)).allow_burst(n(30))),
            invites: Limit::new(Quota::per_hour(n(20))),
            searches: Limit::new(Quota::per_second(n(10))),
            referrals: Limit::new(Quota::per_minute(n(30))),
            exports: Limit::new(Quota::per_hour(n(3))),
        }))
    }

    /// 10 a minute from an address, and for an account whatever the address.
    pub fn sign_in(&self, address: &str, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_in.check(&format!("a {address}"))?;
        buckets.sign_in.check(&format!("e {email}"))
    }

    /// 5 an hour from an address: sign-ups and asked-for mails.
    pub fn sign_up(&self, address: &str) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.sign_up.check(&address.to_owned()))
    }

    /// 10 a second, 30 at once: messages, edits and reactions.
    pub fn message(&self, user: UserId) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.messages.check(&user))
    }

    /// 20 an hour: invitations.
    pub fn invite(&self, user: UserId) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.invites.check(&user))
    }

    /// 10 a second: searches of a person, or of an address where nobody is signed in.
    pub fn search(&self, who: &str) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.searches.check(&who.to_owned()))
    }

    /// 3 an hour: copies of everything held about a person.
    pub fn export(&self, user: UserId) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.exports.check(&user))
    }

    /// 30 a minute from an address: whence visitors come.
    pub fn referral(&self, address: &str) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |buckets| buckets.referrals.check(&address.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_messages_at_once_then_a_wait_is_named() {
        let limits = Limits::new(true);
        for _ in 0..30 {
            limits.message(UserId(1)).unwrap();
        }
        let refusal = limits.message(UserId(1)).unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after), ("RATE_LIMITED", Some(1)));
        limits.message(UserId(2)).unwrap();
    }

    #[test]
    fn off_is_off() {
        let limits = Limits::new(false);
        (0..100).for_each(|_| limits.sign_in("::1", "a@b.se").unwrap());
    }
}
