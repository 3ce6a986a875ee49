//! Rates as an operator writes them: `30/h`, `10/min`, or `10/s,30` with a burst of 30.

use std::fmt;
use std::str::FromStr;

use super::Limit;
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

/// Declares the limits: each with the name under which it counts and what is usual.
macro_rules! rates {
    ($($(#[$doc:meta])* $field:ident: $name:literal = $count:literal per $unit:literal, $burst:literal at once;)*) => {
        /// Every limit; see contract §1.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Rates {
            $($(#[$doc])* pub $field: Rate,)*
        }

        impl Rates {
            /// What an operator has who sets none.
            pub const USUAL: Self = Self { $($field: Rate::new($count, $unit, $burst)),* };

            /// All of them by the names under which they count.
            pub fn named(&self) -> Vec<(&'static str, Rate)> {
                vec![$(($name, self.$field)),*]
            }
        }

        impl Default for Rates {
            fn default() -> Self {
                Self::USUAL
            }
        }

        /// What was taken of every limit.
        pub(super) struct Buckets {
            $(pub $field: Limit,)*
        }

        impl Buckets {
            pub fn of(rates: &Rates) -> Self {
                Self { $($field: Limit::new($name, rates.$field)),* }
            }
        }
    };
}

rates! {
    /// Failed sign-ins to an account from an address, or on a device that the account knows.
    sign_in: "sign-in" = 10 per "min", 10 at once;
    /// Failed sign-ins from an address.
    sign_in_address: "sign-in-address" = 100 per "min", 100 at once;
    /// Failed sign-ins to an account; beyond it unknown devices are mailed a link.
    sign_in_account: "sign-in-account" = 100 per "h", 100 at once;
    /// Sign-ups from an address.
    sign_up: "sign-up" = 30 per "h", 30 at once;
    /// Sign-ups with an e-mail address.
    sign_up_email: "sign-up-email" = 3 per "h", 3 at once;
    /// Bookings without an account from an address.
    guest_bookings: "guest-booking" = 30 per "h", 30 at once;
    /// Bookings without an account with an e-mail address.
    guest_bookings_email: "guest-booking-email" = 5 per "h", 5 at once;
    /// Mailed links to an account.
    reset: "reset" = 3 per "h", 3 at once;
    messages: "message" = 10 per "s", 30 at once;
    /// Typing indicators of a person.
    typing: "typing" = 1 per "s", 1 at once;
    invites: "invite" = 20 per "h", 20 at once;
    /// Codes by text message, of a person and to a number.
    phone_codes: "phone-code" = 3 per "h", 3 at once;
    searches: "search" = 10 per "s", 10 at once;
    referrals: "referral" = 30 per "min", 30 at once;
    exports: "export" = 3 per "h", 3 at once;
    /// Uploads of a person.
    files: "file" = 200 per "day", 200 at once;
    /// Posts and reposts of a person.
    posts: "post" = 30 per "h", 30 at once;
    /// Link previews that are fetched for a person.
    links: "link" = 60 per "min", 60 at once;
    /// Requested fetches of a subscribed calendar.
    refreshes: "refresh" = 1 per "min", 1 at once;
    reports: "report" = 20 per "h", 20 at once;
    /// Public content, from an address where nobody is signed in.
    public_reads: "public-read" = 50 per "s", 500 at once;
    /// Mails of many to one domain.
    mails_to_domain: "mails-to-domain" = 5 per "s", 20 at once;
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
