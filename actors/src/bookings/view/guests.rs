//! Bookings without an account, and what everybody sees of a bookable, on the wire.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::bookings::settings::Cancellation;
use storage::bookings::{BookableKind, GuestBooking};
use storage::calendar::Question;
use storage::ids::EntityId;
use storage::infopoints::InfopointId;
use storage::occupancy::BookableId;
use storage::time::Moment;
use utoipa::ToSchema;

use super::PictureView;
use crate::ledger::view::BillView;

use super::{SlotView, TermsView, TimeView};

/// What somebody without an account asks to book.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GuestBookingDraft)]
pub struct GuestDraft {
    /// The bookable; or its `slug`.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_bookable: Option<BookableId>,
    #[garde(inner(length(chars, min = 1, max = 100)))]
    #[schema(min_length = 1, max_length = 100, nullable = false)]
    pub slug: Option<String>,
    #[garde(skip)]
    pub start: Moment,
    /// Exclusive.
    #[garde(skip)]
    pub end: Moment,
    /// 1–80 characters; shown to who manages the bookable.
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Where the link goes by which it is confirmed.
    #[garde(length(chars, min = 3, max = 254))]
    #[schema(min_length = 3, max_length = 254, example = "kim@example.se")]
    pub email: String,
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
}

/// Somebody without an account who booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookingGuest)]
pub struct GuestView {
    pub name: String,
    pub email: String,
}

impl From<&GuestBooking> for GuestView {
    fn from(guest: &GuestBooking) -> Self {
        Self { name: guest.name.clone(), email: guest.email.clone() }
    }
}

/// A time that is taken: the same for everybody, whoever booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PublicTakenTime)]
pub struct PublicTakenView {
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    /// Always `Upptaget`.
    pub title: &'static str,
}

/// What everybody sees of a bookable between two moments.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicBookable)]
pub struct PublicBookableView {
    pub id_bookable: BookableId,
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub name: String,
    pub slug: String,
    pub kind: BookableKind,
    pub description: String,
    pub place: String,
    /// The place of the guide where it is; absent: none was chosen, or it is there no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_infopoint: Option<InfopointId>,
    /// In their order; the first stands for it in lists.
    pub pictures: Vec<PictureView>,
    /// 1 available, 2 unavailable.
    pub status: i64,
    /// Whether one books it without an account.
    pub guests: bool,
    pub requires_approval: bool,
    /// 0: no limit.
    pub max_participants: i64,
    pub questions: Vec<Question>,
    /// Absent: cancelling is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cancellation: Option<Cancellation>,
    /// When it is open.
    pub open: Vec<TimeView>,
    /// What is taken, by start.
    pub taken: Vec<PublicTakenView>,
    /// When a booking may begin, and what that costs whoever has no account; at most 3,000.
    pub slots: Vec<SlotView>,
}

/// A free time with all of its possible ends; for pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeTime {
    pub start: Moment,
    pub ends: Vec<Moment>,
    /// The lesson period that begins then.
    pub name: Option<String>,
}

/// The organisation of a page, and its bookables that everybody sees.
#[derive(Debug, Clone)]
pub struct PublicListPage {
    pub entity_name: String,
    pub entity_slug: String,
    pub bookables: Vec<PublicEntry>,
}

/// A bookable in a list; for pages.
#[derive(Debug, Clone)]
pub struct PublicEntry {
    pub name: String,
    pub slug: String,
    pub place: String,
    /// The one that stands for it; none: it has none.
    pub picture: Option<PictureView>,
}

/// A bookable on a day; for pages.
#[derive(Debug, Clone)]
pub struct PublicPage {
    pub bookable: PublicBookableView,
    pub day: jiff::civil::Date,
    pub free: Vec<FreeTime>,
    /// What the first free time costs, in öre; none: nothing is charged.
    pub price: Option<i64>,
}

/// Where a guest's booking stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuestState {
    /// It is not confirmed; until when its time is held.
    Asked(Option<Moment>),
    /// It is a booking, and how that reads now.
    Booked(&'static str),
}

/// What a mailed link shows.
#[derive(Debug, Clone)]
pub struct GuestPage {
    pub state: GuestState,
    pub name: String,
    pub bookable_name: String,
    pub place: String,
    pub entity_name: String,
    pub entity_slug: String,
    /// None: it is not to be seen any more.
    pub slug: Option<String>,
    pub start: Moment,
    pub end: Moment,
    pub participants: Option<i64>,
    pub note: String,
    /// Why it was cancelled or declined.
    pub reason: Option<String>,
    /// Öre.
    pub price: i64,
    /// What was billed for it so far.
    pub bills: Vec<BillView>,
    pub terms: TermsView,
    pub requires_approval: bool,
    /// Whether the time that was asked for is held or free.
    pub is_free: bool,
    /// Where it is not, the free times that are nearest.
    pub nearest: Vec<TimeView>,
    /// Whether it can be confirmed, cancelled, moved.
    pub confirms: bool,
    pub cancels: bool,
    pub moves: bool,
    /// Of the booking.
    pub version: i64,
    /// The day whose free times are shown.
    pub day: jiff::civil::Date,
    /// Where it could be moved on that day.
    pub free: Vec<FreeTime>,
}
