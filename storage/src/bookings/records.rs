//! Stored records of bookables and bookings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::settings::{Availability, BookableSettings, Cancellation};
use crate::infopoints::InfopointId;
use crate::occupancy::{BookableId, OccupationId, SpaceId};
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

text_enum! {
    /// What is booked.
    BookableKind {
        /// A hall, a room, a field.
        Room = "ROOM",
        /// A trolley of computers, a trailer.
        Thing = "THING",
        /// Somebody's time.
        Person = "PERSON",
        /// A table.
        Table = "TABLE",
    }
}

text_enum! {
    /// Whose opening hours.
    HoursOf {
        /// An organisation's, for all its bookables.
        Entity = "ENTITY",
        /// A bookable's own.
        Bookable = "BOOKABLE",
    }
}

/// A picture of a bookable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookablePicture {
    /// Names it among the bookable's; changes with the picture.
    pub image: String,
    /// Pixels.
    pub width: i64,
    pub height: i64,
    /// What is to be seen on it; may be empty.
    pub alt: String,
}

record! {
    /// Some units of a space that are booked under one name.
    pub struct Bookable;
    pub(crate) static BOOKABLES: "bookables", Ascending;
    partition {
        bookable_id: BookableId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        entity_id: EntityId => bigint,
        space_id: SpaceId => bigint,
        name: String => text,
        /// Its name in addresses; unique.
        slug: String => text,
        kind: BookableKind => text,
        /// Its units of the space, one bit each.
        units: i64 => bigint,
        description: String => text,
        place: String => text,
        /// The place of the guide (infopoint) that was chosen.
        infopoint_id: Option<InfopointId> => bigint,
        /// 0 hidden, 1 available, 2 unavailable.
        status: i64 => int,
        settings: Json<BookableSettings> => text,
        /// In the order in which they are shown.
        pictures: Json<Vec<BookablePicture>> => text,
        created: Moment => timestamp,
    }
}

record! {
    /// A bookable of an organisation.
    pub(crate) struct EntityBookable;
    pub(crate) static ENTITY_BOOKABLES: "entity_bookables", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        bookable_id: BookableId => bigint,
    }
    columns {}
}

record! {
    /// The bookable that an address names.
    pub(crate) struct BookableAddress;
    pub(crate) static BOOKABLE_ADDRESSES: "bookable_addresses", Ascending;
    partition {
        slug: String => text,
    }
    clustering {}
    columns {
        bookable_id: BookableId => bigint,
    }
}

record! {
    /// Opening hours.
    pub struct OpeningHours;
    pub(crate) static OPENING_HOURS: "opening_hours", Ascending;
    partition {
        hours_of: HoursOf => text,
        /// The organisation's or the bookable's id.
        owner_id: i64 => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        availability: Json<Availability> => text,
    }
}

text_enum! {
    /// The kind of a price rule, from the strongest to the weakest.
    PriceRule {
        /// Hours of certain dates.
        Hour = "HOUR",
        /// Hours of a weekday.
        Schedule = "SCHEDULE",
        /// A weekday.
        Day = "DAY",
        /// The class's base price.
        Base = "BASE",
    }
}

/// What a part of a booking costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceLine {
    pub rule: PriceRule,
    /// The rule's id (`idBookablePriceHour`, `idBookablePriceDayTimeSchedule`, `idBookablePriceDay`); 0: the base
    /// price.
    pub id: i64,
    pub minutes: i64,
    /// Öre.
    pub price_per_hour: i64,
    /// Öre, VAT included.
    pub amount: i64,
    /// Percent.
    pub vat_rate: i64,
    /// The VAT contained in the amount, in öre.
    pub vat: i64,
}

/// The price of a booking; kept with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// The name of the price class; absent: it is free of charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub price_class: Option<String>,
    /// Öre, VAT included: the sum of the lines' amounts.
    pub price: i64,
    /// Öre: the sum of the lines' VAT.
    pub vat: i64,
    /// One for each rule, in the order in which they first apply.
    pub lines: Vec<PriceLine>,
}

record! {
    /// A booking. Its time is decided by the space: the two rows are written in one decision.
    pub struct Booking;
    pub(crate) static BOOKINGS: "bookings", Ascending;
    partition {
        booking_id: OccupationId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        /// `flStatus`: 1 booked, 2 cancelled, 3 pending, 4 declined, 5 checked in, 6 completed, 7 no-show.
        status: i64 => int,
        bookable_id: BookableId => bigint,
        space_id: SpaceId => bigint,
        /// The organisation that it is booked at.
        entity_id: EntityId => bigint,
        /// For whom.
        user_id: UserId => bigint,
        /// The organisation that it is booked for.
        customer_id: Option<EntityId> => bigint,
        /// The series that it was booked in: the id of its first booking.
        series_id: Option<OccupationId> => bigint,
        starts: Moment => timestamp,
        /// Exclusive.
        ends: Moment => timestamp,
        participants: Option<i64> => bigint,
        /// By question id.
        answers: Json<BTreeMap<String, String>> => text,
        note: String => text,
        price: Json<Price> => text,
        /// The terms under which it was booked.
        cancellation: Json<Option<Cancellation>> => text,
        /// Öre that are owed.
        fee: i64 => bigint,
        /// Minutes after the start at which it is released unless it is checked in.
        release_after: Option<i64> => bigint,
        /// When it was checked out or released, before its end.
        ended: Option<Moment> => timestamp,
        /// Why it was cancelled or declined.
        reason: Option<String> => text,
        created: Moment => timestamp,
        changed: Moment => timestamp,
    }
}

record! {
    /// A booking of a person.
    pub(crate) struct PersonBooking;
    pub(crate) static PERSON_BOOKINGS: "person_bookings", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        starts: Moment => timestamp,
        booking_id: OccupationId => bigint,
    }
    columns {}
}

record! {
    /// A booking at an organisation, by the month in which it starts.
    pub(crate) struct EntityBooking;
    pub(crate) static ENTITY_BOOKINGS: "entity_bookings", Ascending;
    partition {
        entity_id: EntityId => bigint,
        /// Months since year 0 (UTC).
        month: i64 => int,
    }
    clustering {
        starts: Moment => timestamp,
        booking_id: OccupationId => bigint,
    }
    columns {}
}

record! {
    /// A booking for an organisation, by where it is booked.
    pub(crate) struct CustomerBooking;
    pub(crate) static CUSTOMER_BOOKINGS: "customer_bookings", Ascending;
    partition {
        customer_id: EntityId => bigint,
    }
    clustering {
        entity_id: EntityId => bigint,
        starts: Moment => timestamp,
        booking_id: OccupationId => bigint,
    }
    columns {}
}

record! {
    /// A booking of a series.
    pub(crate) struct SeriesBooking;
    pub(crate) static SERIES_BOOKINGS: "series_bookings", Ascending;
    partition {
        series_id: OccupationId => bigint,
    }
    clustering {
        starts: Moment => timestamp,
        booking_id: OccupationId => bigint,
    }
    columns {}
}

record! {
    /// A hold of a person, with its frozen price; disappears a day after it has expired.
    pub struct PersonHold;
    pub(crate) static PERSON_HOLDS: "person_holds", Ascending, ttl;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        hold_id: OccupationId => bigint,
    }
    columns {
        bookable_id: BookableId => bigint,
        space_id: SpaceId => bigint,
        starts: Moment => timestamp,
        /// Exclusive.
        ends: Moment => timestamp,
        expires: Moment => timestamp,
        price: Json<Price> => text,
    }
}

record! {
    /// A time that a person waits for, or that is offered to them.
    pub struct PersonWaiting;
    pub(crate) static PERSON_WAITING: "person_waiting", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        waiting_id: OccupationId => bigint,
    }
    columns {
        space_id: SpaceId => bigint,
        starts: Moment => timestamp,
        /// Exclusive.
        ends: Moment => timestamp,
        bookable_id: BookableId => bigint,
    }
}

record! {
    /// Somebody without an account who books, and what they asked for; erased some time after it. The booking has the
    /// same id once they have confirmed it.
    pub struct GuestBooking;
    pub(crate) static GUEST_BOOKINGS: "guest_bookings", Ascending;
    partition {
        booking_id: OccupationId => bigint,
    }
    clustering {}
    columns {
        /// Of the secret in the mailed link.
        token_hash: String => text,
        name: String => text,
        email: String => text,
        bookable_id: BookableId => bigint,
        /// What holds the time until it is confirmed.
        hold_id: OccupationId => bigint,
        starts: Moment => timestamp,
        /// Exclusive.
        ends: Moment => timestamp,
        participants: Option<i64> => bigint,
        /// By question id.
        answers: Json<BTreeMap<String, String>> => text,
        note: String => text,
        created: Moment => timestamp,
    }
}
