//! Free and taken times, holds and prices on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::EntityId;
use storage::occupancy::{BookableGroupId, BookableId, OccupationId};
use storage::time::Moment;
use utoipa::ToSchema;

use super::super::rules::price::PriceLine;

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

/// The possible times of a group of bookables, by start: free where any of them is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GroupSlots)]
pub struct GroupSlotsView {
    pub id_group: BookableGroupId,
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
    /// What is held: of a group, the one that was free.
    pub id_bookable: BookableId,
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

/// A time for which somebody waits, or that is offered to them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QueuedTime)]
pub struct QueuedView {
    pub id_waiting: OccupationId,
    pub id_bookable: BookableId,
    pub bookable_name: String,
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub start: Moment,
    /// Exclusive.
    pub end: Moment,
    /// Until when it is held for them to book; absent: it is not free yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub offered_until: Option<Moment>,
}

/// The times for which somebody waits, by start.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = QueuedTimes)]
pub struct QueuedTimesView {
    pub content: Vec<QueuedView>,
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
