//! Rate limits of contract §1, per person and per address, shared by all nodes.
//!
//! The count is kept where all nodes see it; where that cannot be asked each node counts by itself, so that nobody waits and
//! nobody is let through without a limit. A node's own count goes along with the shared one: who has just used theirs up has
//! no second one when the shared count falls silent.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use sha2::{Digest, Sha256};
use storage::ids::UserId;

use crate::bus::{Bus, Quota};
use crate::error::{Refusal, Result};

/// Keys that have not been seen for a while are dropped when more than this many are kept.
const KEPT: usize = 100_000;

const SECOND: u64 = 1_000_000;

struct Limit {
    name: &'static str,
    quota: Quota,
    /// This node's own count of what it let through, for when the others cannot be asked.
    own: DefaultKeyedRateLimiter<String>,
}

impl Limit {
    /// `burst` at once, then one every `every_us` microseconds.
    fn new(name: &'static str, every_us: u64, burst: u32) -> Self {
        let quota = Quota { every_us, burst };
        let each = governor::Quota::with_period(Duration::from_micros(every_us));
        let each = each.unwrap_or(governor::Quota::per_second(NonZeroU32::MIN));
        let own = RateLimiter::keyed(each.allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN)));
        Self { name, quota, own }
    }

    async fn check(&self, bus: &dyn Bus, key: String) -> Result<()> {
        let limited = |wait: Duration| Refusal::limited(wait.as_secs() as u32 + 1);
        let key = format!("{}:{key}", self.name);
        let shared = bus.take(&key, self.quota).await;
        if let Some(Err(wait)) = shared {
            return Err(limited(Duration::from_micros(wait)));
        }
        if self.own.len() > KEPT {
            self.own.retain_recent();
        }
        let own = self.own.check_key(&key);
        if shared.is_some() {
            return Ok(());
        }
        own.map_err(|until| limited(until.wait_time_from(DefaultClock::default().now())))
    }
}

/// All limits.
pub struct Limits(Option<Buckets>);

struct Buckets {
    sign_in: Limit,
    sign_up: Limit,
    messages: Limit,
    invites: Limit,
    searches: Limit,
    referrals: Limit,
    exports: Limit,
}

/// An address or a mail address, so that keys hold no personal data.
fn hidden(text: &str) -> String {
    let hash = Sha256::digest(text).iter().take(16).fold(0_u128, |hash, byte| hash << 8 | u128::from(*byte));
    format!("{hash:032x}")
}

impl Limits {
    /// Off: everything passes (load tests).
    pub fn new(on: bool) -> Self {
        Self(on.then(|| Buckets {
            sign_in: Limit::new("sign-in", 6 * SECOND, 10),
            sign_up: Limit::new("sign-up", 720 * SECOND, 5),
            messages: Limit::new("message", SECOND / 10, 30),
            invites: Limit::new("invite", 180 * SECOND, 20),
            searches: Limit::new("search", SECOND / 10, 10),
            referrals: Limit::new("referral", 2 * SECOND, 30),
            exports: Limit::new("export", 1_200 * SECOND, 3),
        }))
    }

    /// 10 a minute from an address, and for an account whatever the address.
    pub async fn sign_in(&self, bus: &dyn Bus, address: &str, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_in.check(bus, format!("a{}", hidden(address))).await?;
        buckets.sign_in.check(bus, format!("e{}", hidden(email))).await
    }

    /// 5 an hour from an address: sign-ups and asked-for mails.
    pub async fn sign_up(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_up.check(bus, hidden(address)).await
    }

    /// 10 a second, 30 at once: messages, edits and reactions.
    pub async fn message(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.messages.check(bus, user.to_string()).await
    }

    /// 20 an hour: invitations.
    pub async fn invite(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.invites.check(bus, user.to_string()).await
    }

    /// 10 a second: searches of a person, or of an address where nobody is signed in.
    pub async fn search(&self, bus: &dyn Bus, who: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.searches.check(bus, hidden(who)).await
    }

    /// 3 an hour: copies of everything held about a person.
    pub async fn export(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.exports.check(bus, user.to_string()).await
    }

    /// 30 a minute from an address: whence visitors come.
    pub async fn referral(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.referrals.check(bus, hidden(address)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Local;

    #[actix_rt::test]
    async fn thirty_messages_at_once_then_a_wait_is_named() {
        let limits = Limits::new(true);
        for _ in 0..30 {
            limits.message(&Local, UserId(1)).await.unwrap();
        }
        let refusal = limits.message(&Local, UserId(1)).await.unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after), ("RATE_LIMITED", Some(1)));
        limits.message(&Local, UserId(2)).await.unwrap();
    }

    #[actix_rt::test]
    async fn off_is_off() {
        let limits = Limits::new(false);
        for _ in 0..100 {
            limits.sign_in(&Local, "::1", "a@b.se").await.unwrap();
        }
    }
}
