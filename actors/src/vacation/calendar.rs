//! Approved vacation in a person's calendar file, as whole days.

use storage::ids::UserId;
use storage::vacation::{Period, ReservationStatus, Vacations};

use super::facts;
use crate::Platform;
use crate::area::CalendarEntry;
use crate::platform::error::Result;
use crate::platform::hours::{midnight, zone};
use crate::platform::time::Moment;

/// Most entries of an organisation in a calendar file.
const WRITTEN: usize = 500;

/// A person's approved vacation that ends from a moment on, of the organisations whose staff they are.
pub(super) async fn entries(
    platform: &Platform,
    user_id: UserId,
    from: Moment,
) -> Result<Vec<CalendarEntry>> {
    let vacations = Vacations::of(&platform.storage);
    let zone = zone()?;
    let mut found = Vec::new();
    for entity_id in vacations.of_person(user_id).await? {
        if !facts::is_staff(platform, entity_id, user_id).await? {
            continue;
        }
        let Some(entity) = platform.storage.entities.entity(entity_id).await? else { continue };
        let ends = |period: &Period| {
            Moment(period.last.0.tomorrow().map_or(i64::MAX, |after| midnight(&zone, after)))
        };
        let mut periods = vacations.periods(entity_id, user_id).await?;
        periods
            .retain(|one| one.is_vacation() && one.status == ReservationStatus::Approved && ends(one) > from);
        periods.sort_by_key(|one| (one.first, one.period_id));
        let entry = |one: &Period| CalendarEntry {
            uid: format!("vacation-{}@kalender", one.period_id),
            starts: Moment(midnight(&zone, one.first.0)),
            ends: ends(one),
            is_all_day: true,
            title: "Semester".to_owned(),
            place: entity.entity_name.clone(),
            is_tentative: false,
            is_task: false,
            path: format!("/{}/semester", entity.entity_slug),
            created: one.created,
            changed: one.changed,
            sequence: one.version - 1,
        };
        found.extend(periods.iter().take(WRITTEN).map(entry));
    }
    Ok(found)
}
