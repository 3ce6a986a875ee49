//! Settings of bookables and their opening hours, as they are stored (JSON) and sent.
//!
//! Lengths and notices are elapsed minutes; hours of opening, lesson periods and price rules are wall clock of the
//! organisation's time zone; prices are öre per hour, VAT included. Weekdays are numbers: 1 is Monday, 7 Sunday. In
//! all structs `from` and `to` are dates (both included), `start` and `end` wall clock (the end excluded). What a value
//! may be is checked in `actors/src/bookings/rules/settings.rs`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa::ToSchema;

use crate::calendar::Question;
use crate::entities::{EntityType, RelationType};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Day;

/// In [`BookableSettings::who_may_book`]: everybody.
pub const PUBLIC: &str = "PUBLIC";

/// A wall clock time of a day, in minutes since 00:00; on the wire `HH:MM`, from `00:00` to `24:00`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", example = "08:30")]
pub struct WallClock(i64);

impl WallClock {
    /// `00:00`.
    pub const MIDNIGHT: Self = Self(0);
    /// `24:00`, the next day's midnight.
    pub const END_OF_DAY: Self = Self(1_440);

    /// From minutes since 00:00; none: not from 0 to 1440.
    pub fn from_minutes(minutes: i64) -> Option<Self> {
        (0..=Self::END_OF_DAY.0).contains(&minutes).then_some(Self(minutes))
    }

    /// Minutes since 00:00.
    pub const fn minutes(self) -> i64 {
        self.0
    }

    /// Parses `HH:MM`.
    pub fn parse(text: &str) -> Option<Self> {
        let (hour, minute) = text.split_once(':')?;
        let two = |part: &str| {
            let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<i64>().ok()).flatten()
        };
        let (hour, minute) = (two(hour)?, two(minute)?);
        if minute < 60 { Self::from_minutes(hour * 60 + minute) } else { None }
    }
}

impl std::fmt::Display for WallClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl Serialize for WallClock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for WallClock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("a time of day is HH:MM, 24:00 at most"))
    }
}

text_enum! {
    /// Where bookings may begin and end.
    SlotMode {
        /// Every so many minutes.
        Step = "STEP",
        /// At the beginning and end of named periods (lessons).
        Periods = "PERIODS",
    }
}

text_enum! {
    /// Whose bookings a quota counts together.
    QuotaHolder {
        /// Each person's own.
        Person = "PERSON",
        /// Those for the same organisation.
        Organisation = "ORGANISATION",
        /// Those of everybody with the same relation.
        Relation = "RELATION",
    }
}

text_enum! {
    /// The bookings of what a quota counts.
    QuotaScope {
        /// Of the bookable.
        Bookable = "BOOKABLE",
        /// Of all bookables in its groups.
        Group = "GROUP",
        /// Of all bookables of the organisation.
        Entity = "ENTITY",
    }
}

text_enum! {
    /// What a quota counts.
    QuotaUnit {
        /// Booked time; the limit is in hours.
        Hours = "HOURS",
        /// Bookings.
        Reservations = "RESERVATIONS",
    }
}

text_enum! {
    /// The period in which a quota counts.
    QuotaPeriod {
        Day = "DAY",
        /// From Monday.
        Week = "WEEK",
        Month = "MONTH",
        Year = "YEAR",
    }
}

/// A named period of a day, such as a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonPeriod {
    pub name: String,
    pub start: WallClock,
    /// Exclusive; at most `24:00`.
    pub end: WallClock,
}

/// How much may be booked in a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quota {
    pub holder: QuotaHolder,
    pub scope: QuotaScope,
    pub unit: QuotaUnit,
    pub per: QuotaPeriod,
    /// Hours or bookings.
    pub limit: i64,
    /// The quota is only for people with this relation to the organisation; needed where the holder is RELATION.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub relation: Option<RelationType>,
}

/// The price on a weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDay {
    /// 0: new.
    #[serde(default)]
    pub id_bookable_price_day: i64,
    /// 1 is Monday, 7 Sunday.
    pub weekday: i8,
    /// Öre per hour.
    pub price: i64,
}

/// The price at certain hours of a weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceDayTimeSchedule {
    /// 0: new.
    #[serde(default)]
    pub id_bookable_price_day_time_schedule: i64,
    /// 1 is Monday, 7 Sunday.
    pub weekday: i8,
    pub start: WallClock,
    /// Exclusive.
    pub end: WallClock,
    /// Öre per hour.
    pub price: i64,
}

/// The price at certain hours of certain dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceHour {
    /// 0: new.
    #[serde(default)]
    pub id_bookable_price_hour: i64,
    /// The first date.
    pub from: Day,
    /// The last date.
    pub to: Day,
    pub start: WallClock,
    /// Exclusive.
    pub end: WallClock,
    /// Öre per hour.
    pub price: i64,
}

/// What some of those who book pay ('nolltaxa', 'föreningstaxa', 'privattaxa').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceClass {
    pub name: String,
    /// For people with one of these relations to the bookable's organisation. Both lists empty: for everybody who has
    /// no class of their own.
    #[serde(default)]
    pub relation_types: Vec<RelationType>,
    /// For bookings on behalf of organisations of these types.
    #[serde(default)]
    pub entity_types: Vec<EntityType>,
    /// VAT in percent, contained in the prices: 25, 12, 6 or 0.
    #[serde(default)]
    pub vat_rate: i64,
    /// Öre per hour where no other rule applies.
    pub base: i64,
    /// Over `base`.
    #[serde(default)]
    pub days: Vec<PriceDay>,
    /// Over `days`.
    #[serde(default)]
    pub schedules: Vec<PriceDayTimeSchedule>,
    /// Over `schedules`.
    #[serde(default)]
    pub hours: Vec<PriceHour>,
}

/// The fee of a booking that nobody came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NoShowFee {
    /// Percent of the price.
    Share(i64),
    /// Öre; at most the price is taken.
    Sum(i64),
}

/// What cancelling costs. At most one of the three `free…` is set; none of them: no cancellation is free.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cancellation {
    /// Free until this many hours before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub free_hours: Option<i64>,
    /// Free until the start's wall clock time, this many days before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub free_days: Option<i64>,
    /// Free until the start's wall clock time, this many working days before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub free_working_days: Option<i64>,
    /// The fee after that, in percent of the price.
    pub share: i64,
    /// Absent: the whole price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub no_show: Option<NoShowFee>,
}

/// How something is booked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BookableSettings {
    pub slot_mode: SlotMode,
    /// STEP: minutes from one possible start to the next.
    pub slot_step: i64,
    /// STEP: minutes from local midnight to a possible start. Absent: counted from each opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub slot_offset: Option<i64>,
    /// PERIODS: at least one.
    pub periods: Vec<LessonPeriod>,
    /// The shortest booking in minutes; 0: one step, or one period.
    pub min_length: i64,
    /// The longest booking in minutes; 0: no limit of its own (31 days).
    pub max_length: i64,
    /// Minutes that stay free between neighbours.
    pub buffer_time: i64,
    /// Minutes before its start at which something is booked at the latest.
    pub min_notice: i64,
    /// Minutes before its start from which on something is booked; 0: no limit of its own (three years).
    pub max_notice: i64,
    /// A booking is pending until it is confirmed.
    pub requires_approval: bool,
    /// A booking may reach beyond midnight.
    pub allow_multiday: bool,
    /// 0: no limit.
    pub max_participants: i64,
    /// Most bookings at the same time.
    pub max_concurrent: i64,
    pub enable_check_in: bool,
    /// With `enableCheckIn`: minutes after the start at which a booking that is not checked in becomes a no-show; 0:
    /// never.
    pub auto_release_minutes: i64,
    /// Relation types to the organisation, or [`PUBLIC`].
    pub who_may_book: Vec<String>,
    /// Whether people without an account may book.
    pub guests: bool,
    pub quotas: Vec<Quota>,
    /// None: free of charge.
    pub price_classes: Vec<PriceClass>,
    /// Absent: cancelling is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancellation: Option<Cancellation>,
    /// What somebody is asked who books.
    pub questions: Vec<Question>,
}

impl Default for BookableSettings {
    /// Half-hours of a day, one booking at a time, for nobody yet.
    fn default() -> Self {
        Self {
            slot_mode: SlotMode::Step,
            slot_step: 30,
            slot_offset: None,
            periods: Vec::new(),
            min_length: 0,
            max_length: 0,
            buffer_time: 0,
            min_notice: 0,
            max_notice: 0,
            requires_approval: false,
            allow_multiday: false,
            max_participants: 0,
            max_concurrent: 1,
            enable_check_in: false,
            auto_release_minutes: 0,
            who_may_book: Vec::new(),
            guests: false,
            quotas: Vec::new(),
            price_classes: Vec::new(),
            cancellation: None,
            questions: Vec::new(),
        }
    }
}

/// Opening hours on some weekdays, all year or between two dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenPeriod {
    /// 0: new.
    #[serde(default)]
    pub id: i64,
    /// The first date; absent: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<Day>,
    /// The last date; absent: for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to: Option<Day>,
    /// 1 is Monday, 7 Sunday; empty: closed on all of these dates.
    pub weekdays: Vec<i8>,
    pub start: WallClock,
    /// Exclusive; `24:00` joins the next day's `00:00`.
    pub end: WallClock,
}

/// Dates, or certain hours of each of them, on which it is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Closure {
    /// 0: new.
    #[serde(default)]
    pub id: i64,
    /// Why, as it is shown: 'Jullov'.
    pub name: String,
    /// The first date.
    pub from: Day,
    /// The last date.
    pub to: Day,
    /// On each of the dates; absent: from `00:00`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start: Option<WallClock>,
    /// On each of the dates, exclusive; absent: to `24:00`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub end: Option<WallClock>,
}

/// Opening hours of a bookable, or of an organisation for all its bookables.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Availability {
    pub periods: Vec<OpenPeriod>,
    pub closures: Vec<Closure>,
    /// Closed on public holidays.
    pub closed_on_red_days: bool,
    /// Closed on the breaks of the organisation's school year.
    pub closed_on_school_breaks: bool,
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
