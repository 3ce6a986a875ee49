//! Notifications of vacation: to managers, that somebody applies, or gives up what was approved; to whoever it is for,
//! what a manager decided.

use storage::accounts::NotificationType;
use storage::ids::{EntityId, NotificationId, UserId};
use storage::notifications::Notification;
use storage::vacation::{Period, PeriodId, ReservationStatus, Vacations};

use super::facts;
use super::rules::state::Act;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{Kinds, NotificationText};
use crate::calendar::MONTHS;
use crate::entities::rules::runs_business;
use crate::entities::{related, relation};
use crate::notifications;
use crate::platform::error::Result;

const APPLIED: &str = "VACATION_APPLIED";
const APPROVED: &str = "VACATION_APPROVED";
const REJECTED: &str = "VACATION_REJECTED";
const CANCELLED: &str = "VACATION_CANCELLED";
/// To managers: what was approved.
const WITHDRAWN: &str = "VACATION_WITHDRAWN";

/// The subject of notifications.
const VACATION: &str = "vacation";
/// Most managers who are notified of an application.
const MANAGERS: usize = 20;

/// The kinds of notifications about vacation. What a manager decides is mailed as well.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Booking, &[APPLIED, APPROVED, REJECTED, CANCELLED, WITHDRAWN])],
    always: &[],
    mailed: &[APPROVED, REJECTED, CANCELLED],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// The people who decide about an organisation's vacation.
pub(super) async fn managers(platform: &Platform, entity_id: EntityId) -> Result<Vec<UserId>> {
    related(platform, entity_id, |relation| runs_business(Some(relation)), MANAGERS).await
}

/// The notifications of a reservation that somebody made or changed: of an application, and of approved vacation that is
/// cancelled, to the managers who are not its person; of a decision to the person.
pub(super) fn of_change(
    platform: &Platform,
    who: &Who,
    (old, new): (Option<ReservationStatus>, &Period),
    managers: &[UserId],
) -> Result<Vec<Notification>> {
    let kind = match new.status {
        status if old == Some(status) => return Ok(Vec::new()),
        ReservationStatus::Applied => APPLIED,
        ReservationStatus::Approved => APPROVED,
        ReservationStatus::Rejected => REJECTED,
        ReservationStatus::Cancelled => CANCELLED,
        ReservationStatus::Draft => return Ok(Vec::new()),
    };
    let others = managers.iter().copied().filter(|to| *to != new.user_id);
    let mut told: Vec<(&str, UserId)> = match kind {
        APPLIED => others.map(|to| (APPLIED, to)).collect(),
        CANCELLED if old == Some(ReservationStatus::Approved) => others.map(|to| (WITHDRAWN, to)).collect(),
        _ => Vec::new(),
    };
    if kind != APPLIED {
        told.push((kind, new.user_id));
    }
    let entry = |(kind, to): (&str, UserId)| {
        let id = NotificationId(platform.ids.next(new.changed.0)?);
        let row = notifications::about(to, id, kind, (VACATION, new.period_id.0), new.changed.0);
        Ok(Notification { actor_id: Some(who.user_id), entity_id: Some(new.entity_id), ..row })
    };
    told.into_iter().filter(|(_, to)| *to != who.user_id).map(entry).collect()
}

/// Whether notifications of a step need the [`managers`].
pub(super) fn concerns_managers(act: Act) -> bool {
    matches!(act, Act::Apply | Act::Cancel)
}

/// What is said of vacation that is gone, or not the recipient's to see any more.
fn gone() -> NotificationText {
    let text = "En semesteransökan som inte finns längre".to_owned();
    NotificationText { aloud: false, path: None, ..NotificationText::of(text, "/".to_owned(), None) }
}

/// `6–31 juli`, `29 juni–3 juli`.
fn in_words(period: &Period) -> String {
    let (first, last) = (period.first.0, period.last.0);
    let month = |date: jiff::civil::Date| {
        usize::try_from(date.month() - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default()
    };
    let whole = |date| format!("{} {}", jiff::civil::Date::day(date), month(date));
    if first == last {
        return whole(first);
    }
    let begins = if month(first) == month(last) { first.day().to_string() } else { whole(first) };
    format!("{begins}–{}", whole(last))
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let period = match entry.about(VACATION) {
        Some(id) => Vacations::of(&platform.storage).period(PeriodId(id)).await?,
        None => None,
    };
    let Some(period) = period else { return Ok(gone()) };
    let Some(entity) = platform.storage.entities.entity(period.entity_id).await? else { return Ok(gone()) };
    let is_for_manager = [APPLIED, WITHDRAWN].contains(&entry.kind.as_str());
    let may = if is_for_manager {
        runs_business(relation(platform, period.entity_id, entry.user_id).await?)
    } else {
        facts::is_staff(platform, period.entity_id, entry.user_id).await?
    };
    // Whoever has left the staff learns nothing more of it.
    if !may {
        return Ok(gone());
    }
    let when = in_words(&period);
    let title = match entry.kind.as_str() {
        APPLIED => format!("{who} har ansökt om semester {when}"),
        WITHDRAWN if entry.actor_id == Some(period.user_id) => {
            format!("{who} har avbokat sin godkända semester {when}")
        }
        WITHDRAWN => {
            let person = platform.people.name(period.user_id).await?;
            format!("{who} har avbokat godkänd semester {when} för {person}")
        }
        APPROVED => format!("Din semester {when} är godkänd"),
        REJECTED => format!("Din ansökan om semester {when} kunde inte godkännas"),
        _ => format!("Din semester {when} är avbokad"),
    };
    let reason = period.reason.filter(|_| !is_for_manager);
    Ok(NotificationText {
        tag: format!("vacation-{}", period.period_id),
        aloud: entry.kind != APPLIED || period.status == ReservationStatus::Applied,
        ..NotificationText::of(title, format!("/{}/semester", entity.entity_slug), reason)
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use storage::time::{Day, Moment};
    use storage::vacation::PeriodKind;

    use super::*;

    #[test]
    fn days_are_told_with_their_months() {
        for (first, last, expected) in [
            (date(2026, 7, 6), date(2026, 7, 31), "6–31 juli"),
            (date(2026, 6, 29), date(2026, 7, 3), "29 juni–3 juli"),
            (date(2026, 12, 23), date(2027, 1, 8), "23 december–8 januari"),
            (date(2026, 5, 15), date(2026, 5, 15), "15 maj"),
        ] {
            let period = Period {
                entity_id: EntityId(1),
                user_id: UserId(1),
                period_id: PeriodId(1),
                version: 1,
                kind: PeriodKind::Vacation,
                status: ReservationStatus::Applied,
                first: Day(first),
                last: Day(last),
                note: None,
                reason: None,
                created: Moment(0),
                changed: Moment(0),
                applied: None,
                decided: None,
            };
            assert_eq!(in_words(&period), expected);
        }
    }
}
