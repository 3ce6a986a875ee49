//! Rates as an operator writes them: `30/h`, `10/min`, or `10/s,30` with a burst of 30.

use std::fmt;
use std::str::FromStr;

use crate::live::bus::Quota;

const SECOND: u64 = 1_000_000;

/// Units and their length in microseconds.
const UNITS: [(&str, u64); 4] =
    [("s", SECOND), ("min", 60 * SECOND), ("h", 3_600 * SECOND), ("day", 86_400 * SECOND)];

/// A count per unit of time, and a burst.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    count: u32,
    unit: &'static str,
    at_once: u32,
}

impl Rate {
    const fn new(count: u32, unit: &'static str, at_once: u32) -> Self {
        Self { count, unit, at_once }
    }

    pub(super) fn quota(self) -> Quota {
        let unit = UNITS.iter().find(|(name, _)| *name == self.unit).map_or(SECOND, |(_, length)| *length);
        Quota { every_us: unit / u64::from(self.count.max(1)), burst: self.at_once }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.count, self.unit)?;
        if self.at_once == self.count { Ok(()) } else { write!(f, ",{}", self.at_once) }
    }
}

impl FromStr for Rate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (rate, at_once) = text.split_once(',').map_or((text, None), |(rate, n)| (rate, Some(n)));
            let (count, unit) = rate.trim().split_once('/')?;
            let count: u32 = count.trim().parse().ok().filter(|n| (1..=1_000_000).contains(n))?;
            let (unit, _) = UNITS.into_iter().find(|(name, _)| *name == unit.trim())?;
            let at_once = match at_once {
                None => count,
                Some(n) => n.trim().parse().ok().filter(|n| (1..=1_000_000).contains(n))?,
            };
            Some(Self::new(count, unit, at_once))
        };
        read().ok_or(
            "a limit is COUNT/s, COUNT/min, COUNT/h or COUNT/day, such as 30/h, or 10/s,30 for 30 at once",
        )
    }
}

/// Every limit; see contract §1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rates {
    /// Failed sign-ins to an account from an address, or on a device that the account knows.
    pub sign_in: Rate,
    /// Failed sign-ins from an address.
    pub sign_in_address: Rate,
    /// Failed sign-ins to an account; beyond it unknown devices are mailed a link.
    pub sign_in_account: Rate,
    /// Sign-ups from an address.
    pub sign_up: Rate,
    /// Sign-ups with an e-mail address.
    pub sign_up_email: Rate,
    /// Bookings without an account from an address.
    pub guest_bookings: Rate,
    /// Bookings without an account with an e-mail address.
    pub guest_bookings_email: Rate,
    /// Mailed links to an account.
    pub reset: Rate,
    pub messages: Rate,
    /// Typing indicators of a person.
    pub typing: Rate,
    pub invites: Rate,
    /// Codes by text message, of a person and to a number.
    pub phone_codes: Rate,
    pub searches: Rate,
    pub referrals: Rate,
    pub exports: Rate,
    /// Uploads of a person.
    pub files: Rate,
    /// Posts and reposts of a person.
    pub posts: Rate,
    /// Link previews that are fetched for a person.
    pub links: Rate,
    /// Requested fetches of a subscribed calendar.
    pub refreshes: Rate,
    pub reports: Rate,
    /// Public content, from an address where nobody is signed in.
    pub public_reads: Rate,
    /// Mails of many to one domain.
    pub mails_to_domain: Rate,
}

impl Rates {
    /// All of them by the names under which they count.
    pub const fn named(&self) -> [(&'static str, Rate); 22] {
        [
            ("sign-in", self.sign_in),
            ("sign-in-address", self.sign_in_address),
            ("sign-in-account", self.sign_in_account),
            ("sign-up", self.sign_up),
            ("sign-up-email", self.sign_up_email),
            ("guest-booking", self.guest_bookings),
            ("guest-booking-email", self.guest_bookings_email),
            ("reset", self.reset),
            ("message", self.messages),
            ("typing", self.typing),
            ("invite", self.invites),
            ("phone-code", self.phone_codes),
            ("search", self.searches),
            ("referral", self.referrals),
            ("export", self.exports),
            ("file", self.files),
            ("post", self.posts),
            ("link", self.links),
            ("refresh", self.refreshes),
            ("report", self.reports),
            ("public-read", self.public_reads),
            ("mails-to-domain", self.mails_to_domain),
        ]
    }
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            sign_in: Rate::new(10, "min", 10),
            sign_in_address: Rate::new(100, "min", 100),
            sign_in_account: Rate::new(100, "h", 100),
            sign_up: Rate::new(30, "h", 30),
            sign_up_email: Rate::new(3, "h", 3),
            guest_bookings: Rate::new(30, "h", 30),
            guest_bookings_email: Rate::new(5, "h", 5),
            reset: Rate::new(3, "h", 3),
            messages: Rate::new(10, "s", 30),
            typing: Rate::new(1, "s", 1),
            invites: Rate::new(20, "h", 20),
            phone_codes: Rate::new(3, "h", 3),
            searches: Rate::new(10, "s", 10),
            referrals: Rate::new(30, "min", 30),
            exports: Rate::new(3, "h", 3),
            files: Rate::new(200, "day", 200),
            posts: Rate::new(30, "h", 30),
            links: Rate::new(60, "min", 60),
            refreshes: Rate::new(1, "min", 1),
            reports: Rate::new(20, "h", 20),
            public_reads: Rate::new(50, "s", 500),
            mails_to_domain: Rate::new(5, "s", 20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_an_operator_writes_them() {
        for text in ["30/h", "10/min", "10/s,30", "200/day"] {
            assert_eq!(text.parse::<Rate>().unwrap().to_string(), text);
        }
        assert_eq!(" 30 / h ".parse::<Rate>().unwrap().to_string(), "30/h");
        assert_eq!("30/h".parse::<Rate>().unwrap().quota(), Quota { every_us: 120_000_000, burst: 30 });
        assert_eq!("10/s,30".parse::<Rate>().unwrap().quota(), Quota { every_us: 100_000, burst: 30 });
        for wrong in ["", "30", "0/h", "30/week", "-1/s", "10/s,0", "x/s", "9999999/s"] {
            assert!(wrong.parse::<Rate>().is_err(), "{wrong}");
        }
    }
}
