//! What is asked for in the queries of bookings.

use garde::Validate;
use serde::Deserialize;
use storage::ids::EntityId;
use storage::occupancy::{BookableId, OccupationId};
use storage::time::Moment;
use utoipa::IntoParams;

/// From when to when.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Period {
    /// A moment, or a date: its midnight in Sweden.
    #[param(value_type = String, format = DateTime, example = "2026-11-23T00:00:00Z")]
    #[garde(skip)]
    pub from: Moment,
    /// Exclusive; at most 62 days later.
    #[param(value_type = String, format = DateTime, example = "2026-11-30T00:00:00Z")]
    #[garde(skip)]
    pub to: Moment,
}

/// From when to when, perhaps to move a booking.
#[derive(Debug, Clone, Copy, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Window {
    /// A moment, or a date: its midnight in Sweden.
    #[param(value_type = String, format = DateTime, example = "2026-11-23T00:00:00Z")]
    #[garde(skip)]
    pub from: Moment,
    /// Exclusive; at most 62 days later.
    #[param(value_type = String, format = DateTime, example = "2026-11-30T00:00:00Z")]
    #[garde(skip)]
    pub to: Moment,
    /// A booking of mine, or that I manage, which I want to move: its own time is free.
    #[garde(skip)]
    pub except: Option<OccupationId>,
}

/// The time that somebody waits for.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Time {
    #[param(value_type = String, format = DateTime, example = "2026-11-23T17:00:00.000Z")]
    #[garde(skip)]
    pub start: Moment,
    /// Exclusive.
    #[param(value_type = String, format = DateTime, example = "2026-11-23T18:00:00.000Z")]
    #[garde(skip)]
    pub end: Moment,
}

/// Which bookings.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Those of an organisation's bookables, for who manages them.
    #[garde(skip)]
    pub entity: Option<EntityId>,
    /// Those of one bookable, for who manages it.
    #[garde(skip)]
    pub bookable: Option<BookableId>,
    /// My own; so it is without `entity` and `bookable`.
    #[serde(default)]
    #[garde(skip)]
    pub mine: bool,
    /// `flStatus` as it is now.
    #[garde(inner(range(min = 1, max = 7)))]
    #[param(minimum = 1, maximum = 7)]
    pub status: Option<i64>,
    /// Those that start from then on, by start. Of my own without it: those that have begun, newest first.
    #[param(value_type = Option<String>, format = DateTime, example = "2026-11-23T00:00:00Z")]
    #[garde(skip)]
    pub from: Option<Moment>,
    /// Of an organisation: those that start before; at most 62 days after `from`.
    #[param(value_type = Option<String>, format = DateTime, example = "2026-11-30T00:00:00Z")]
    #[garde(skip)]
    pub to: Option<Moment>,
    /// `cursor` of the page before.
    #[garde(inner(length(chars, max = 100)))]
    #[param(max_length = 100)]
    pub cursor: Option<String>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    pub limit: usize,
}

fn fifty() -> usize {
    50
}
