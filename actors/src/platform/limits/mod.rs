//! Rate limits of contract §1, per person and per address, shared by all nodes.
//!
//! The count is kept in Redis for all nodes; if that does not answer each node counts by itself, so that nobody waits
//! and nobody passes without a limit. A node counts in parallel with the shared count, so that somebody who has just
//! used up theirs gets no second one when the shared count becomes unavailable.

mod count;
pub mod network;
mod rate;
mod standing;

use rate::Buckets;
pub use rate::{Rate, Rates};
pub use standing::{Standing, watched};

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use storage::ids::{CalendarId, UserId};

use crate::live::bus::{Bus, Quota};
use crate::platform::error::{Refusal, Result};
use count::Count;
use network::counted;

/// The origin of this node's own counts; an earlier moment stands for "never".
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
const HEAD_START: u64 = 400 * 86_400 * 1_000_000;

fn clock() -> u64 {
    HEAD_START + BEGAN.elapsed().as_micros() as u64
}

struct Limit {
    name: &'static str,
    quota: Quota,
    /// This node's own count, used while the shared one does not answer.
    own: Count,
}

impl Limit {
    fn new(name: &'static str, rate: Rate) -> Self {
        Self { name, quota: rate.quota(), own: Count::default() }
    }

    fn key(&self, of: &str) -> String {
        format!("{}:{of}", self.name)
    }

    async fn check(&self, bus: &dyn Bus, of: &str) -> Result<()> {
        let limited = |wait: u64| Refusal::limited(Duration::from_micros(wait).as_secs() as u32 + 1);
        let key = self.key(of);
        let shared = bus.take(&key, self.quota).await;
        let granted = match shared {
            Some(Err(wait)) => Err(wait),
            shared => {
                let own = self.own.take(&key, self.quota, clock());
                if shared.is_some() { Ok(()) } else { own }
            }
        };
        let (left, wait) = match granted {
            Ok(()) => self.own.left(&key, self.quota, clock()),
            Err(wait) => (0, wait),
        };
        standing::asked(Standing { name: self.name, quota: self.quota, left, wait });
        granted.map_err(limited)
    }

    async fn give(&self, bus: &dyn Bus, of: &str) {
        let key = self.key(of);
        self.own.give(&key, self.quota);
        bus.give(&key, self.quota).await;
    }
}

/// All limits; `None`: there are none.
pub struct Limits(Option<Buckets>);

/// An attempt to sign in: counted before the password is checked, so that concurrent attempts count too, and given back
/// if it was right. So only failures count.
#[derive(Debug, Default)]
#[must_use]
pub struct Try {
    /// Keys by limit: account and address, address alone, account per hour.
    pair: Option<String>,
    address: Option<String>,
    account: Option<String>,
    /// The account has so many failures that an unknown device is mailed a link.
    pub by_link: bool,
}

/// A hash of an IP or mail address, so that keys hold no personal data.
fn hidden(text: &str) -> String {
    let hash = Sha256::digest(text).iter().take(16).fold(0_u128, |hash, byte| hash << 8 | u128::from(*byte));
    format!("{hash:032x}")
}

impl Limits {
    /// None: no limits (load tests).
    pub fn new(rates: Option<&Rates>) -> Self {
        LazyLock::force(&BEGAN);
        Self(rates.map(Buckets::of))
    }

    /// An attempt to sign in. `device`: one that has signed in to this account before; failures elsewhere do not lock
    /// it out.
    pub async fn sign_in(
        &self,
        bus: &dyn Bus,
        address: &str,
        email: &str,
        device: Option<&str>,
    ) -> Result<Try> {
        let Some(buckets) = &self.0 else { return Ok(Try::default()) };
        let (from, email) = (hidden(&counted(address)), hidden(email));
        if let Some(device) = device {
            let pair = format!("{}-{email}", hidden(device));
            buckets.sign_in.check(bus, &pair).await?;
            return Ok(Try { pair: Some(pair), ..Try::default() });
        }
        buckets.sign_in_address.check(bus, &from).await?;
        let pair = format!("{from}-{email}");
        if let Err(refusal) = buckets.sign_in.check(bus, &pair).await {
            // An attempt that was not made must not count for others at the same address.
            buckets.sign_in_address.give(bus, &from).await;
            return Err(refusal);
        }
        let by_link = buckets.sign_in_account.check(bus, &email).await.is_err();
        let account = (!by_link).then_some(email);
        Ok(Try { pair: Some(pair), address: Some(from), account, by_link })
    }

    /// The attempt succeeded.
    pub async fn succeeded(&self, bus: &dyn Bus, tried: Try) {
        let Some(buckets) = &self.0 else { return };
        let taken = [
            (&buckets.sign_in, tried.pair),
            (&buckets.sign_in_address, tried.address),
            (&buckets.sign_in_account, tried.account),
        ];
        for (limit, key) in taken {
            if let Some(key) = key {
                limit.give(bus, &key).await;
            }
        }
    }

    /// Sign-ups from an address; checked before anything expensive.
    pub async fn sign_up(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_up.check(bus, &hidden(&counted(address))).await
    }

    /// Sign-ups with an e-mail address, each of which sends a mail to it.
    pub async fn sign_up_email(&self, bus: &dyn Bus, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_up_email.check(bus, &hidden(email)).await
    }

    /// Bookings without an account from an address; checked before anything expensive.
    pub async fn guest_booking(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.guest_bookings.check(bus, &hidden(&counted(address))).await
    }

    /// Bookings without an account with an e-mail address, each of which sends a mail to it.
    pub async fn guest_booking_email(&self, bus: &dyn Bus, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.guest_bookings_email.check(bus, &hidden(email)).await
    }

    /// Mailed links to an account, by its folded address, and how many accounts can be tried from one address.
    pub async fn reset(&self, bus: &dyn Bus, address: &str, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_in_address.check(bus, &hidden(&counted(address))).await?;
        buckets.reset.check(bus, &hidden(email)).await
    }

    /// Mailed links to sign in with; counted with the password resets.
    pub async fn mailed_link(&self, bus: &dyn Bus, email: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.reset.check(bus, &hidden(email)).await
    }

    /// A request for the secret address of somebody's calendars, counted with the attempts to sign in; given back by
    /// [`Limits::fed`].
    pub async fn feed(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.sign_in_address.check(bus, &hidden(&counted(address))).await
    }

    /// The secret address exists.
    pub async fn fed(&self, bus: &dyn Bus, address: &str) {
        if let Some(buckets) = &self.0 {
            buckets.sign_in_address.give(bus, &hidden(&counted(address))).await;
        }
    }

    /// Messages, edits and reactions.
    pub async fn message(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.messages.check(bus, &user.to_string()).await
    }

    /// Typing indicators.
    pub async fn typing(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.typing.check(bus, &user.to_string()).await
    }

    /// Reports to moderators.
    pub async fn report(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.reports.check(bus, &user.to_string()).await
    }

    /// Contact requests and invitations.
    pub async fn invite(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.invites.check(bus, &user.to_string()).await
    }

    /// Codes sent by text message: of a person, and to a number, whoever asks.
    pub async fn phone_code(&self, bus: &dyn Bus, user: UserId, phone: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.phone_codes.check(bus, &user.to_string()).await?;
        buckets.phone_codes.check(bus, &hidden(phone)).await
    }

    /// Searches of a person, or of an address if nobody is signed in.
    pub async fn search(&self, bus: &dyn Bus, who: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.searches.check(bus, &hidden(&counted(who))).await
    }

    /// Link previews that are fetched for a person.
    pub async fn link(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.links.check(bus, &user.to_string()).await
    }

    /// Requested fetches of a subscribed calendar.
    pub async fn refresh(&self, bus: &dyn Bus, calendar: CalendarId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.refreshes.check(bus, &calendar.to_string()).await
    }

    /// Data exports of a person.
    pub async fn export(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.exports.check(bus, &user.to_string()).await
    }

    /// Uploads.
    pub async fn file(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.files.check(bus, &user.to_string()).await
    }

    /// Posts and reposts.
    pub async fn post(&self, bus: &dyn Bus, user: UserId) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.posts.check(bus, &user.to_string()).await
    }

    /// Public content, by address; for callers who are not signed in.
    pub async fn public_read(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.public_reads.check(bus, &hidden(&counted(address))).await
    }

    /// Mails of many that go to one domain: its server takes so many from one sender before it puts off the rest.
    pub async fn mail_to_domain(&self, bus: &dyn Bus, domain: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.mails_to_domain.check(bus, domain).await
    }

    /// Referrals of visitors, by address.
    pub async fn referral(&self, bus: &dyn Bus, address: &str) -> Result<()> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        buckets.referrals.check(bus, &hidden(&counted(address))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::bus::Local;

    #[actix_rt::test]
    async fn messages_beyond_thirty_get_a_retry_after() {
        let limits = Limits::new(Some(&Rates::default()));
        for _ in 0..30 {
            limits.message(&Local, UserId(1)).await.unwrap();
        }
        let refusal = limits.message(&Local, UserId(1)).await.unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after), ("RATE_LIMITED", Some(1)));
        limits.message(&Local, UserId(2)).await.unwrap();
    }

    #[actix_rt::test]
    async fn typing_is_limited_to_the_configured_rate() {
        let limits = Limits::new(Some(&Rates::default()));
        limits.typing(&Local, UserId(1)).await.unwrap();
        assert_eq!(limits.typing(&Local, UserId(1)).await.unwrap_err().code, "RATE_LIMITED");
        limits.typing(&Local, UserId(2)).await.unwrap();
        let limits = Limits::new(Some(&Rates { typing: "1/h,3".parse().unwrap(), ..Rates::default() }));
        for _ in 0..3 {
            limits.typing(&Local, UserId(1)).await.unwrap();
        }
        limits.typing(&Local, UserId(1)).await.unwrap_err();
    }

    #[actix_rt::test]
    async fn limits_can_be_switched_off() {
        let limits = Limits::new(None);
        for _ in 0..1_000 {
            assert!(!limits.sign_in(&Local, "::1", "a@b.se", None).await.unwrap().by_link);
        }
    }

    #[actix_rt::test]
    async fn known_device_may_sign_in_after_a_hundred_failures() {
        let limits = Limits::new(Some(&Rates::default()));
        for n in 0..100 {
            let tried = limits.sign_in(&Local, &format!("192.0.2.{n}"), "a@b.se", None).await.unwrap();
            assert!(!tried.by_link, "{n}");
        }
        assert!(limits.sign_in(&Local, "192.0.2.200", "a@b.se", None).await.unwrap().by_link);
        assert!(!limits.sign_in(&Local, "192.0.2.200", "c@d.se", None).await.unwrap().by_link);
        assert!(!limits.sign_in(&Local, "192.0.2.200", "a@b.se", Some("mine")).await.unwrap().by_link);
    }

    #[actix_rt::test]
    async fn attacked_account_blocks_no_other_from_the_same_address() {
        let limits = Limits::new(Some(&Rates::default()));
        for _ in 0..300 {
            let _ = limits.sign_in(&Local, "192.0.2.1", "a@b.se", None).await.map(|_| ());
        }
        assert!(limits.sign_in(&Local, "192.0.2.1", "a@b.se", None).await.is_err());
        let _ = limits.sign_in(&Local, "192.0.2.1", "c@d.se", None).await.unwrap();
    }
}
