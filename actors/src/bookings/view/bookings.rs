//! Bookings and series on the wire.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::infopoints::InfopointId;
use storage::occupancy::{BookableGroupId, BookableId, OccupationId};
use storage::time::Moment;
use utoipa::ToSchema;

use super::super::rules::price::PriceLine;
use super::super::rules::series::Scope;
use super::{GuestView, TermsView};

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

/// A booking as it is made: of a hold, or of a bookable and a time.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingDraft {
    /// The hold that becomes a booking; then bookable, `start` and `end` are its.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub hold_id: Option<OccupationId>,
    /// This or `idGroup` is needed where nothing is held.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_bookable: Option<BookableId>,
    /// A group of bookables: the first of them that is free is booked. Of no effect beside `holdId` or `idBookable`.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_group: Option<BookableGroupId>,
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
    /// A series: when it is booked again (RFC 5545), at most sixty times within 400 days.
    #[garde(inner(length(chars, min = 1, max = 500)))]
    #[schema(min_length = 1, max_length = 500, nullable = false, example = "FREQ=WEEKLY;COUNT=10")]
    pub rrule: Option<String>,
    /// Of a series: times that cannot be booked are left out.
    #[serde(default)]
    #[garde(skip)]
    pub skip_conflicts: bool,
    /// The price that was shown, in öre, of a series its sum; 409 PRICE_CHANGED where it is another by now.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub expected_price: Option<i64>,
}

/// Another time for a booking, or another bookable of the same organisation.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveDraft {
    /// The bookable that it moves to; absent: it stays.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_bookable: Option<BookableId>,
    /// Of a series: which of its bookings move, each by as much. Those that were moved to another bookable by themselves
    /// stay.
    #[serde(default)]
    #[garde(skip)]
    pub scope: Scope,
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
    /// Of a series: which of its bookings.
    #[serde(default)]
    #[garde(skip)]
    pub scope: Scope,
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
    /// Where that is; perhaps empty.
    pub place: String,
    /// The place of the guide where that is; absent: none was chosen, or it is there no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_infopoint: Option<InfopointId>,
    /// The organisation that it is booked at.
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    /// For whom; 0: a guest.
    pub id_user: UserId,
    /// Of a guest `Gäst: …`.
    pub user_name: String,
    /// The guest, for who manages the bookable, until they are erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub guest: Option<GuestView>,
    /// The organisation that it is booked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_customer_entity: Option<EntityId>,
    /// The series that it was booked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_series: Option<OccupationId>,
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
    /// By which a message shares it; whoever has it may see what it is of, where and when.
    pub share_id: String,
    pub abilities: Vec<BookingAbility>,
}

/// A booking as a message shares it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SharedBooking)]
pub struct SharedBookingView {
    pub bookable_name: String,
    /// Where it is; perhaps empty.
    pub place: String,
    pub entity_name: String,
    pub entity_slug: String,
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    /// 1 booked, 2 cancelled, 3 pending, 4 declined, 5 checked in, 6 completed, 7 no-show.
    pub fl_status: i64,
    pub status_text: String,
    /// The booking, for who may see all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_reservation_exclusive: Option<OccupationId>,
}

/// An occurrence of a series that was left out.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SkippedBooking)]
pub struct SkippedView {
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    /// Why: OVERLAP, CLOSED, NOTICE, HORIZON or QUOTA.
    pub code: String,
}

/// A booked series.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookingSeries)]
pub struct SeriesView {
    pub id_series: OccupationId,
    /// By start.
    pub booked: Vec<BookingView>,
    /// By start; empty unless `skipConflicts` was asked for.
    pub skipped: Vec<SkippedView>,
}

/// What was booked: one time, or a series where a `rrule` was given.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Booked)]
pub enum BookedView {
    One(Box<BookingView>),
    Series(SeriesView),
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
