//! Bookables and bookings on the wire. Contract §8.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::bookings::settings::{Availability, BookableSettings};
use storage::bookings::{Bookable, BookableKind};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId, SpaceId};
use storage::time::Moment;
use utoipa::ToSchema;

use super::rules::price::PriceLine;
use crate::platform::flat::flattened;

/// What somebody may do with a bookable, or with the bookables of an organisation; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BookableAbility {
    /// Book it.
    Book,
    /// Change it, and decide about its bookings.
    Manage,
}

/// What somebody may do with a booking as it stands; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BookingAbility {
    Cancel,
    Move,
    Confirm,
    Decline,
    CheckIn,
    CheckOut,
    NoShow,
}

/// A bookable as it is made or changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookableDraft {
    /// The organisation; of no effect where one is changed.
    #[garde(skip)]
    pub id_entity: EntityId,
    /// 1–80 characters.
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Tredjedel 1")]
    pub name: String,
    #[garde(skip)]
    pub kind: BookableKind,
    /// The space that it is a part of; absent: one of its own.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_space: Option<SpaceId>,
    /// A new space: into how many units it is divided.
    #[serde(default = "one")]
    #[garde(range(min = 1, max = 63))]
    #[schema(minimum = 1, maximum = 63)]
    pub unit_count: i64,
    /// Its units of the space, from 1; empty: all of them.
    #[serde(default)]
    #[garde(length(max = 63), inner(range(min = 1, max = 63)))]
    #[schema(max_items = 63)]
    pub units: Vec<i64>,
    #[serde(default)]
    #[garde(length(chars, max = 2_000))]
    #[schema(max_length = 2_000)]
    pub description: String,
    /// Where it is.
    #[serde(default)]
    #[garde(length(chars, max = 200))]
    #[schema(max_length = 200)]
    pub place: String,
    /// 0 hidden, 1 available, 2 unavailable.
    #[garde(range(min = 0, max = 2))]
    #[schema(minimum = 0, maximum = 2)]
    pub status: i64,
    /// The version that was read; absent where one is made.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub version: Option<i64>,
    #[serde(flatten, deserialize_with = "flattened")]
    #[garde(skip)]
    pub settings: BookableSettings,
}

fn one() -> i64 {
    1
}

/// A bookable.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookable)]
pub struct BookableView {
    pub id_bookable: BookableId,
    pub id_entity: EntityId,
    pub name: String,
    pub slug: String,
    pub kind: BookableKind,
    pub id_space: SpaceId,
    /// Its units of the space, from 1.
    pub units: Vec<i64>,
    pub description: String,
    pub place: String,
    /// 0 hidden, 1 available, 2 unavailable.
    pub status: i64,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
    #[serde(flatten)]
    pub settings: BookableSettings,
    pub abilities: Vec<BookableAbility>,
}

impl BookableView {
    /// A bookable as it is shown to somebody with these abilities.
    pub fn of(bookable: &Bookable, abilities: Vec<BookableAbility>) -> Self {
        Self {
            id_bookable: bookable.bookable_id,
            id_entity: bookable.entity_id,
            name: bookable.name.clone(),
            slug: bookable.slug.clone(),
            kind: bookable.kind,
            id_space: bookable.space_id,
            units: bookable.unit_numbers(),
            description: bookable.description.clone(),
            place: bookable.place.clone(),
            status: bookable.status,
            version: bookable.version,
            settings: bookable.settings.0.clone(),
            abilities,
        }
    }
}

/// A space of an organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Space)]
pub struct SpaceView {
    pub id_space: SpaceId,
    pub name: String,
    /// Into how many units it is divided.
    pub unit_count: i64,
}

/// The bookables of an organisation, by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookables)]
pub struct BookablesView {
    pub content: Vec<BookableView>,
    /// Its spaces, for whoever may manage them; otherwise empty.
    pub spaces: Vec<SpaceView>,
    /// What the caller may do with all of them: MANAGE or nothing.
    pub abilities: Vec<BookableAbility>,
}

/// Opening hours as they are changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvailabilityDraft {
    /// The version that was read; 0: there were none.
    #[garde(range(min = 0))]
    #[schema(minimum = 0)]
    pub version: i64,
    #[serde(flatten, deserialize_with = "flattened")]
    #[garde(skip)]
    pub availability: Availability,
}

/// Opening hours of a bookable, or of an organisation for all its bookables.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookableAvailability)]
pub struct AvailabilityView {
    /// Grows with every change; 0: there are none.
    pub version: i64,
    #[serde(flatten)]
    pub availability: Availability,
}

/// A time, half-open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TimeSpan)]
pub struct TimeView {
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
}

/// A time at which a booking may begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Slot)]
pub struct SlotView {
    pub start: Moment,
    /// The earliest possible end.
    pub end: Moment,
    /// The latest possible end; where it is not free, the same as `end`.
    pub latest: Moment,
    /// Whether `start` to `end` is free.
    pub free: bool,
    /// The lesson period that begins then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// What `start` to `end` costs the caller, in öre; absent: nothing is charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub price: Option<i64>,
}

/// The possible times of a bookable, by start.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Slots)]
pub struct SlotsView {
    pub id_bookable: BookableId,
    pub content: Vec<SlotView>,
}

/// A taken time in a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScheduleBooking)]
pub struct TakenView {
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    /// Who booked, for who may see it; otherwise `Upptaget`.
    pub title: String,
    /// The booking, for who may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_reservation_exclusive: Option<OccupationId>,
    /// How it stands, for who may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fl_status: Option<i64>,
}

/// A bookable in a schedule.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScheduleRow)]
pub struct ScheduleRowView {
    pub id_bookable: BookableId,
    pub name: String,
    pub status: i64,
    /// When it is open.
    pub open: Vec<TimeView>,
    /// What is taken, by start; also where another bookable of the same space takes it.
    pub taken: Vec<TakenView>,
}

/// All bookables of an organisation over some days, by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Schedule)]
pub struct ScheduleView {
    pub content: Vec<ScheduleRowView>,
}

/// A time that is held for a person who is about to book.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct HoldDraft {
    #[garde(skip)]
    pub start: Moment,
    /// Exclusive.
    #[garde(skip)]
    pub end: Moment,
}

/// A held time; the price is frozen.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Hold)]
pub struct HoldView {
    pub hold_id: OccupationId,
    pub expires_at: Moment,
    /// Öre.
    pub price: i64,
}

/// A time for which somebody waits.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingForTime)]
pub struct WaitingView {
    pub id_waiting: OccupationId,
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
}

/// What is asked for a price.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteDraft {
    #[garde(skip)]
    pub id_bookable: BookableId,
    #[garde(skip)]
    pub start: Moment,
    /// Exclusive.
    #[garde(skip)]
    pub end: Moment,
    /// The organisation that it is booked for; absent: the caller.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_entity: Option<EntityId>,
}

/// What cancelling costs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookingTerms)]
pub struct TermsView {
    /// Until when it is free; absent: it never is, or always where `share` is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub free_until: Option<Moment>,
    /// The fee after that, in percent of the price.
    pub share: i64,
}

/// A price, before something is booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quote)]
pub struct QuoteView {
    /// Öre, VAT included.
    pub price: i64,
    /// The VAT in it, in öre.
    pub vat: i64,
    /// The name of the price class; absent: nothing is charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub price_class: Option<String>,
    pub lines: Vec<PriceLine>,
    pub terms: TermsView,
}

/// A booking as it is made: of a hold, or of a bookable and a time.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingDraft {
    /// The hold that becomes a booking; then bookable, `start` and `end` are its.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub hold_id: Option<OccupationId>,
    /// Needed where nothing is held.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_bookable: Option<BookableId>,
    /// Needed where nothing is held.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub start: Option<Moment>,
    /// Exclusive. Needed where nothing is held.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub end: Option<Moment>,
    /// The organisation that it is booked for, which the caller belongs to; absent: the person.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_entity: Option<EntityId>,
    /// For whom, by whoever manages the bookable; absent: the caller.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_user: Option<UserId>,
    #[garde(inner(range(min = 1, max = 100_000)))]
    #[schema(minimum = 1, maximum = 100_000, nullable = false)]
    pub participants: Option<i64>,
    /// By question id.
    #[serde(default)]
    #[garde(length(max = 10))]
    pub answers: BTreeMap<String, String>,
    #[serde(default)]
    #[garde(length(chars, max = 1_000))]
    #[schema(max_length = 1_000)]
    pub note: String,
    /// The price that was shown, in öre; 409 PRICE_CHANGED where it is another by now.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub expected_price: Option<i64>,
}

/// Another time for a booking.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveDraft {
    #[garde(skip)]
    pub start: Moment,
    /// Exclusive.
    #[garde(skip)]
    pub end: Moment,
    /// The version that was read.
    #[garde(range(min = 1))]
    #[schema(minimum = 1)]
    pub version: i64,
}

/// Why something is done with a booking.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
pub struct ReasonDraft {
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub reason: String,
}

/// A booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Booking)]
pub struct BookingView {
    pub id_reservation_exclusive: OccupationId,
    /// 1 booked, 2 cancelled, 3 pending, 4 declined, 5 checked in, 6 completed, 7 no-show.
    pub fl_status: i64,
    /// How it reads now: `Bokad`, `Väntar på svar`, `Genomförd` …
    pub status_text: String,
    pub id_bookable: BookableId,
    pub bookable_name: String,
    /// The organisation that it is booked at.
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    /// For whom.
    pub id_user: UserId,
    pub user_name: String,
    /// The organisation that it is booked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_customer_entity: Option<EntityId>,
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub participants: Option<i64>,
    /// By question id.
    pub answers: BTreeMap<String, String>,
    pub note: String,
    /// Öre, VAT included; kept as it was when it was booked.
    pub price: i64,
    /// The VAT in it, in öre.
    pub vat: i64,
    pub lines: Vec<PriceLine>,
    /// What is owed, in öre: the price, or the fee of a booking that was cancelled or that nobody came to.
    pub fee: i64,
    /// What cancelling costs, by the terms under which it was booked.
    pub terms: TermsView,
    /// Why it was cancelled or declined; `EXPIRED` where nobody answered in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
    pub created: Moment,
    /// Grows with every change.
    pub version: i64,
    pub abilities: Vec<BookingAbility>,
}

/// A page of bookings, by start.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookings)]
pub struct BookingsView {
    pub content: Vec<BookingView>,
    pub has_more: bool,
    /// Where the next page begins; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cursor: Option<String>,
}
