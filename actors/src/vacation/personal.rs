//! A person's part of the data export, and their erasure.

use serde::Serialize;
use storage::accounts::User;
use storage::ids::EntityId;
use storage::time::Day;
use storage::vacation::{SavedDays, VacationSettings, Vacations};

use super::absences;
use super::facts::Plans;
use super::reading::exported;
use super::rules::balance::Year;
use super::view::{AbsenceView, ReservationView};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::platform::error::{Refusal, Result};

/// Attempts at a concurrent change.
const TRIES: usize = 64;

/// What is stored about somebody in an organisation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    id_entity: EntityId,
    entity_name: String,
    employed: bool,
    employed_from: Day,
    employed_until: Option<Day>,
    share: i64,
    days_per_year: i64,
    saved: Vec<SavedDays>,
    /// The names of their groups.
    groups: Vec<String>,
    reservations: Vec<ReservationView>,
    absences: Vec<AbsenceView>,
}

/// A person's part of the data export.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let vacations = Vacations::of(&platform.storage);
    let people = platform.people.all([who.user_id]).await?;
    let mut all = Vec::new();
    for entity_id in vacations.of_person(who.user_id).await? {
        let settings = vacations.settings(entity_id).await?;
        let today = super::facts::today()?;
        let days = Year::of(settings.holiday_year, today).days;
        let groups = settings.groups.0.iter().filter(|group| group.users.contains(&who.user_id));
        let groups = groups.map(|group| group.name.clone()).collect();
        let plans = Plans::of(platform, settings, vec![who.user_id], days).await?;
        let Some(planned) = plans.get(who.user_id) else { continue };
        let entity = platform.storage.entities.entity(entity_id).await?;
        let others = planned.periods.iter().filter(|one| !one.is_vacation());
        all.push(Exported {
            id_entity: entity_id,
            entity_name: entity.map(|entity| entity.entity_name).unwrap_or_default(),
            employed: planned.plan.employed,
            employed_from: planned.plan.employed_from,
            employed_until: planned.plan.employed_until,
            share: planned.plan.share,
            days_per_year: planned.plan.days_per_year,
            saved: planned.plan.saved.0.clone(),
            groups,
            reservations: exported(&plans, &people, &planned.periods),
            absences: others.map(absences::view).collect(),
        });
    }
    Ok(vec![file("vacation.json", all)?])
}

/// Takes a person out of an organisation's groups.
async fn ungroup(platform: &Platform, user: &User, entity_id: EntityId) -> Result<()> {
    let vacations = Vacations::of(&platform.storage);
    for _ in 0..TRIES {
        let old = vacations.settings(entity_id).await?;
        let mut new: VacationSettings = old.clone();
        new.groups.0.iter_mut().for_each(|group| group.users.retain(|user_id| *user_id != user.user_id));
        if new == old || vacations.save_settings(&old, &new, Vec::new()).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Erases a person: their plans with all periods, and their places in groups.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let vacations = Vacations::of(&platform.storage);
    for entity_id in vacations.of_person(user.user_id).await? {
        ungroup(platform, user, entity_id).await?;
        let _turn = platform.turns.of(user.user_id.0).await;
        let mut is_gone = false;
        for _ in 0..TRIES {
            let plan = vacations.settled_plan(entity_id, user.user_id).await?;
            let periods = vacations.periods(entity_id, user.user_id).await?;
            is_gone = vacations.remove(&plan, &periods).await?;
            if is_gone {
                break;
            }
        }
        if !is_gone {
            return Err(Refusal::busy());
        }
    }
    Ok(())
}
