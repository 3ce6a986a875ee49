//! When a subscribed calendar is fetched, and the texts of failures: pure.

use std::borrow::Cow;

use storage::calendar::SourceFailure;
use storage::time::Moment;

use crate::platform::outward::Unreached;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Interval of fetches, and a random delay so that they do not coincide.
const EVERY_MS: i64 = 4 * HOUR_MS;
const SPREAD_MS: i64 = 30 * MINUTE_MS;
/// The pause after the first failure, doubled with each, and the longest.
const FIRST_PAUSE_MS: i64 = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS: i64 = 24 * HOUR_MS;
/// An address that has been gone for this long is no longer fetched.
const GONE_MS: i64 = 7 * 24 * HOUR_MS;

/// Why a fetch failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The address, or a redirect, may not be called.
    Forbidden,
    /// No such host, no connection, or no complete response in time.
    Unreachable,
    TooLarge,
    Redirects,
    /// 404, 410
    Gone,
    /// 401, 403
    Denied,
    /// Any other status without a file.
    Answer(u16),
    /// Not a calendar, or truncated.
    Unreadable,
    TooMany,
    /// The stored address can no longer be decrypted.
    Lost,
    /// The person on whose behalf it is fetched no longer manages it.
    Resting,
}

impl From<Unreached> for Wrong {
    fn from(why: Unreached) -> Self {
        match why {
            Unreached::Forbidden => Self::Forbidden,
            Unreached::Silent => Self::Unreachable,
            Unreached::TooLarge => Self::TooLarge,
            Unreached::Redirects => Self::Redirects,
        }
    }
}

impl Wrong {
    /// The failure of a status that is neither 200 nor 304.
    pub fn of_status(status: u16) -> Self {
        match status {
            404 | 410 => Self::Gone,
            401 | 403 => Self::Denied,
            other => Self::Answer(other),
        }
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Forbidden => "FORBIDDEN",
            Self::Unreachable => "UNREACHABLE",
            Self::TooLarge => "TOO_LARGE",
            Self::Redirects => "REDIRECTS",
            Self::Gone => "GONE",
            Self::Denied => "DENIED",
            Self::Answer(_) => "ANSWER",
            Self::Unreadable => "UNREADABLE",
            Self::TooMany => "TOO_MANY",
            Self::Lost => "LOST",
            Self::Resting => "RESTS",
        }
    }

    pub fn text(self) -> Cow<'static, str> {
        match self {
            Self::Forbidden => "Adressen leder till ett nätverk som inte är öppet för alla.".into(),
            Self::Unreachable => "Adressen svarar inte.".into(),
            Self::TooLarge => "Kalendern är större än 5 MB.".into(),
            Self::Redirects => "Adressen leder vidare för många gånger.".into(),
            Self::Gone => "Det finns ingen kalender på adressen längre.".into(),
            Self::Denied => {
                "Adressen släpper inte in oss. Den kan ha bytts ut eller kräva inloggning.".into()
            }
            Self::Answer(status) => format!("Adressen svarar med ett fel ({status}).").into(),
            Self::Unreadable => "Det som finns på adressen är ingen hel kalender (iCalendar).".into(),
            Self::TooMany => "Kalendern har fler än 5 000 händelser.".into(),
            Self::Lost => "Adressen kan inte läsas längre. Skriv in den igen.".into(),
            Self::Resting => {
                "Den som lade till adressen sköter inte kalendern längre. Kontrollera adressen och hämta igen."
                    .into()
            }
        }
    }

    /// The stored failure, given the previous one.
    pub fn failure(self, before: Option<&SourceFailure>, at: i64) -> SourceFailure {
        let before = before.filter(|before| before.code == self.code());
        let since = before.map_or(Moment(at), |before| before.since);
        SourceFailure { code: self.code().to_owned(), text: self.text().into_owned(), since }
    }
}

/// The address to call: programs write `webcal:` for https.
pub fn address(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let head = text.get(..9).unwrap_or_default().to_ascii_lowercase();
    if head.starts_with("webcals:/") || head == "webcal://" {
        let rest = text.split_once("://").map_or("", |(_, rest)| rest);
        return format!("https://{rest}").into();
    }
    text.into()
}

fn later(spread: u64, most: i64) -> i64 {
    i64::try_from(spread % u64::try_from(most.max(1)).unwrap_or(1)).unwrap_or(0)
}

/// The next fetch after a successful one. `spread`: a random number.
pub fn after_success(at: i64, spread: u64) -> Moment {
    Moment(at + EVERY_MS + later(spread, SPREAD_MS))
}

/// The next fetch after consecutive failures; none: only on request.
pub fn after_failure(failure: &SourceFailure, failures: i64, at: i64, spread: u64) -> Option<Moment> {
    if failure.code == Wrong::Gone.code() && at - failure.since.0 >= GONE_MS {
        return None;
    }
    let doublings = u32::try_from((failures - 1).clamp(0, 20)).unwrap_or(0);
    let pause = FIRST_PAUSE_MS.saturating_mul(1 << doublings);
    Some(Moment(at + (pause + later(spread, pause / 8)).min(LONGEST_PAUSE_MS)))
}

/// Whether a file is complete; a truncated one would delete events.
pub fn is_whole(file: &[u8]) -> bool {
    const END: &[u8] = b"END:VCALENDAR";
    let file = file.trim_ascii_end();
    file.len() >= END.len() && file[file.len() - END.len()..].eq_ignore_ascii_case(END)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_four_hours_and_a_little() {
        assert_eq!(after_success(0, 0), Moment(4 * HOUR_MS));
        for spread in [1, 77_777_777, u64::MAX] {
            let next = after_success(0, spread).0;
            assert!((4 * HOUR_MS..4 * HOUR_MS + SPREAD_MS).contains(&next), "{next}");
        }
    }

    #[test]
    fn failures_are_tried_later_and_later_up_to_a_day() {
        let failure = Wrong::Unreachable.failure(None, 0);
        let next = |failures| after_failure(&failure, failures, 1_000, 0).unwrap().0 - 1_000;
        assert_eq!([1, 2, 3, 4].map(next), [15, 30, 60, 120].map(|minutes| minutes * MINUTE_MS));
        assert_eq!([8, 100].map(next), [24 * HOUR_MS; 2]);
        let most = after_failure(&failure, 100, 0, u64::MAX).unwrap().0;
        assert_eq!(most, 24 * HOUR_MS, "no more than a day, however they are spread");
    }

    #[test]
    fn address_gone_for_a_week_is_not_fetched_any_more() {
        let gone = Wrong::of_status(410).failure(None, 5);
        assert!(after_failure(&gone, 20, GONE_MS, 0).is_some());
        assert_eq!(after_failure(&gone, 20, GONE_MS + 5, 0), None);
        let silent = Wrong::Unreachable.failure(Some(&gone), 9);
        assert_eq!(silent.since, Moment(9), "another one begins anew");
        assert_eq!(Wrong::Unreachable.failure(Some(&silent), 99).since, Moment(9), "the same goes on");
        assert!(after_failure(&silent, 90, GONE_MS * 9, 0).is_some());
    }

    #[test]
    fn http_status_maps_to_an_error() {
        let codes = [404, 410, 401, 403, 500, 302].map(|status| Wrong::of_status(status).code());
        assert_eq!(codes, ["GONE", "GONE", "DENIED", "DENIED", "ANSWER", "ANSWER"]);
        assert_eq!(Wrong::of_status(503).text(), "Adressen svarar med ett fel (503).");
    }

    #[test]
    fn webcal_is_https() {
        for (text, expected) in [
            ("webcal://skolan.se/a.ics?k=1", "https://skolan.se/a.ics?k=1"),
            (" WebCal://skolan.se/a.ics ", "https://skolan.se/a.ics"),
            ("webcals://skolan.se/a.ics", "https://skolan.se/a.ics"),
            ("https://skolan.se/webcal://", "https://skolan.se/webcal://"),
            ("webcal", "webcal"),
            ("åäöåäöåäö", "åäöåäöåäö"),
        ] {
            assert_eq!(address(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_has_an_end() {
        assert!(is_whole(b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n\r\n") && is_whole(b"end:vcalendar"));
        assert!(!is_whole(b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n") && !is_whole(b""));
    }
}
