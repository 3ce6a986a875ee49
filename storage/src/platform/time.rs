//! Times and days as they are written on the wire and stored in records that are sent unchanged.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa::ToSchema;

use crate::platform::value::{Cell, Value};

/// The time zone of a day that is given instead of a time.
const ZONE: &str = "Europe/Stockholm";

/// Milliseconds since 1970-01-01 UTC, on the wire RFC 3339 in UTC with milliseconds. Where one is asked for, a date (`YYYY-MM-DD`) is
/// taken as well: its midnight in Sweden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, format = DateTime, example = "2026-11-21T13:06:19.123Z")]
pub struct Moment(pub i64);

impl From<Moment> for Value {
    fn from(at: Moment) -> Self {
        Self::Int(at.0)
    }
}

impl Cell for Moment {
    type Key<'a> = Self;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value).map(Self)
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(at) => write!(f, "{at:.3}"),
            Err(_) => f.write_str("1970-01-01T00:00:00.000Z"),
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl std::str::FromStr for Moment {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Only a text of a date's length is a date: of a longer text without an offset, the parser would take the date
        // alone.
        let is_date = text.len() == "YYYY-MM-DD".len();
        let at = if is_date {
            text.parse::<jiff::civil::Date>()?.in_tz(ZONE)?.timestamp()
        } else {
            text.parse::<jiff::Timestamp>()?
        };
        Ok(Self(at.as_millisecond()))
    }
}

/// A day of the calendar, wherever it is lived: `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = CalendarDay, value_type = String, format = Date, example = "2026-11-21")]
pub struct Day(pub jiff::civil::Date);

impl Cell for Day {
    type Key<'a> = Value;

    fn to_value(&self) -> Value {
        self.0.to_string().into()
    }

    fn from_value(value: Value) -> Option<Self> {
        String::from_value(value)?.parse().ok().map(Self)
    }
}

/// The month of a time (UTC), counted from year 0.
pub fn month_of(at: Moment) -> i64 {
    let date = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    i64::from(date.year()) * 12 + i64::from(date.month()) - 1
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use super::*;

    #[test]
    fn always_three_digits_of_milliseconds() {
        assert_eq!(Moment(1_262_304_000_000).to_string(), "2010-01-01T00:00:00.000Z");
        assert_eq!(Moment(1_262_304_000_007).to_string(), "2010-01-01T00:00:00.007Z");
        let back: Moment = serde_json::from_str("\"2010-01-01T00:00:00.007Z\"").unwrap();
        assert_eq!(back, Moment(1_262_304_000_007));
    }

    #[test]
    fn a_date_is_taken_as_its_swedish_midnight() {
        for (said, meant) in [
            ("2026-01-15", "2026-01-14T23:00:00.000Z"),
            ("2026-06-01", "2026-05-31T22:00:00.000Z"),
            // The nights of the clock changes.
            ("2026-03-29", "2026-03-28T23:00:00.000Z"),
            ("2026-10-25", "2026-10-24T22:00:00.000Z"),
            ("2026-06-01T00:00:00+02:00", "2026-05-31T22:00:00.000Z"),
            ("2026-06-01T00:00:00Z", "2026-06-01T00:00:00.000Z"),
        ] {
            assert_eq!(said.parse::<Moment>().unwrap().to_string(), meant, "{said}");
        }
        for wrong in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-30",
            "20260601",
            "2026-06-01T",
            "2026-06-01T10:00",
            "26-06-0001",
        ] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }
}
