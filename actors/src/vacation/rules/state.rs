//! What may become of a reservation: DRAFT→APPLIED→APPROVED|REJECTED, and CANCELLED from all that is live.

use serde::Serialize;
use storage::vacation::ReservationStatus;
use utoipa::ToSchema;

use crate::platform::error::{Refusal, Result};

/// What somebody does with a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Apply,
    Approve,
    Reject,
    Cancel,
}

/// Who does it, as far as it matters for a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    /// The reservation is theirs.
    pub is_own: bool,
    /// They run the organisation's business.
    pub manages: bool,
}

/// 409: it stands otherwise by now.
pub fn not_active() -> Refusal {
    Refusal::conflict("NOT_ACTIVE", "Det går inte längre. Semestern har ändrats sedan du såg den.")
}

/// The status after an act. 409 NOT_ACTIVE.
pub fn act(status: ReservationStatus, act: Act) -> Result<ReservationStatus> {
    use ReservationStatus::{Applied, Approved, Cancelled, Draft, Rejected};
    match (status, act) {
        (Draft, Act::Apply) => Ok(Applied),
        (Applied, Act::Approve) => Ok(Approved),
        (Applied, Act::Reject) => Ok(Rejected),
        (Draft | Applied | Approved, Act::Cancel) => Ok(Cancelled),
        _ => Err(not_active()),
    }
}

/// Refuses whoever may not do that. 403 OWN: nobody decides about their own; ROLE_TOO_LOW: it is for managers.
pub fn permit(actor: Actor, act: Act) -> Result<()> {
    match act {
        Act::Approve | Act::Reject if actor.is_own => {
            Err(Refusal::forbidden("OWN", "Någon annan får besluta om din semester."))
        }
        Act::Approve | Act::Reject if !actor.manages => Err(too_low()),
        _ if !actor.is_own && !actor.manages => Err(too_low()),
        _ => Ok(()),
    }
}

/// 403 ROLE_TOO_LOW.
pub fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen.")
}

/// Whether the person may still change the days of their reservation. 409 NOT_ACTIVE.
pub fn editable(status: ReservationStatus) -> Result<()> {
    let is_open = matches!(status, ReservationStatus::Draft | ReservationStatus::Applied);
    if is_open { Ok(()) } else { Err(not_active()) }
}

/// What somebody may do with a reservation as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReservationAbilities)]
#[allow(clippy::struct_excessive_bools, reason = "each is a button")]
pub struct Abilities {
    pub apply: bool,
    pub edit: bool,
    pub approve: bool,
    pub reject: bool,
    pub cancel: bool,
}

/// See [`Abilities`].
pub fn abilities(status: ReservationStatus, actor: Actor) -> Abilities {
    let may = |one: Act| permit(actor, one).is_ok() && act(status, one).is_ok();
    Abilities {
        apply: may(Act::Apply),
        edit: actor.is_own && editable(status).is_ok(),
        approve: may(Act::Approve),
        reject: may(Act::Reject),
        cancel: may(Act::Cancel),
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
