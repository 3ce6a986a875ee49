//! Deciding a change of somebody's plan: by its version, on any number of nodes one after the other.

use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;
use storage::vacation::{Change, Period, PeriodId, VacationPlan, Vacations};

use super::facts::absent;
use crate::Platform;
use crate::notifications::{announce, writes};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::before_retry;

/// Attempts at a concurrent change.
const TRIES: u32 = 64;

/// A change of a plan.
#[derive(Default)]
pub(super) struct Decided {
    /// The employment; none: it stays.
    pub plan: Option<VacationPlan>,
    pub changes: Vec<Change>,
    pub notifications: Vec<Notification>,
}

impl Decided {
    /// A new period.
    pub fn insert(new: Period) -> Self {
        Self { changes: vec![Change { old: None, new: Some(new) }], ..Self::default() }
    }

    /// A period in another's place: of the same id.
    pub fn update(old: Period, new: Period) -> Self {
        Self { changes: vec![Change { old: Some(old), new: Some(new) }], ..Self::default() }
    }
}

/// 409: it has changed since it was read.
pub(super) fn stale() -> Refusal {
    Refusal::stale("Det har ändrats sedan du såg det. Läs om och försök igen.")
}

/// One of somebody's periods. 404.
pub(super) fn named(periods: &[Period], id: PeriodId) -> Result<&Period> {
    periods.iter().find(|one| one.period_id == id).ok_or_else(absent)
}

/// Decides a change by the plan and its periods as they are: `judge` is called again when another node was faster. 503.
pub(super) async fn decide(
    platform: &Platform,
    (entity_id, user_id): (EntityId, UserId),
    mut judge: impl FnMut(&VacationPlan, &[Period]) -> Result<Decided> + Send,
) -> Result<()> {
    let vacations = Vacations::of(&platform.storage);
    // On this node one after the other; the version decides between nodes.
    let _turn = platform.turns.of(user_id.0).await;
    for attempt in 0..TRIES {
        let plan = vacations.settled_plan(entity_id, user_id).await?;
        let periods = vacations.periods(entity_id, user_id).await?;
        let Decided { plan: new, changes, notifications } = judge(&plan, &periods)?;
        let then = writes(platform, &notifications)?;
        if vacations.decide(&plan, new.as_ref().unwrap_or(&plan), &changes, then).await? {
            announce(platform, &notifications);
            return Ok(());
        }
        before_retry(attempt).await;
    }
    Err(Refusal::busy())
}
