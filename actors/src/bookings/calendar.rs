//! Bookings in a person's calendar file, and the reminder before them.

use std::time::Duration;

use jiff::tz::TimeZone;
use storage::bookings::{Booking, Bookings};
use storage::engine::Write;
use storage::ids::{NotificationId, UserId};
use storage::occupancy::OccupationId;
use storage::record::Stored;
use storage::time::Moment;

use super::bells;
use super::facts::Names;
use super::guests;
use super::of_record;
use super::rules::state::{self, Status};
use crate::Platform;
use crate::area::CalendarEntry;
use crate::notifications;
use crate::platform::error::Result;
use crate::platform::hours::{date_of, midnight, zone};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// Most bookings in a calendar file.
const WRITTEN: usize = 500;
const HOUR_MS: i64 = 3_600_000;
/// When the reminder comes, before the start: the first of them that is not over when it is booked.
const BEFORE: [i64; 2] = [24 * HOUR_MS, HOUR_MS];
/// A reminder that is later than this says nothing new.
const TOO_LATE: i64 = HOUR_MS;

/// Reminds of a booking.
pub(super) const REMIND: JobKind = JobKind {
    name: "booking-reminder",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (id, starts, notification) = serde_json::from_str(&job.payload)?;
            Ok(remind(&platform, id, starts, notification).await?)
        })
    },
};

/// When somebody is reminded of a booking that is made or moved at `now`; none: it begins too soon.
fn remind_at(starts: i64, now: i64) -> Option<i64> {
    BEFORE.iter().map(|before| starts - before).find(|at| *at > now)
}

/// The job that reminds of a booking that stands anew, or at another time.
pub(super) fn reminding(platform: &Platform, old: Option<&Booking>, new: &Booking) -> Result<Option<Write>> {
    let stands = |one: &Booking| one.status == Status::Booked.number();
    if !stands(new) || old.is_some_and(|old| stands(old) && old.starts == new.starts) {
        return Ok(None);
    }
    let Some(at) = remind_at(new.starts.0, new.changed.0) else { return Ok(None) };
    // Drawn now: a job that is carried out twice reminds once.
    let notification = NotificationId(platform.ids.next(now())?);
    let payload = (new.booking_id, new.starts, notification);
    Ok(Some(jobs::job(platform, REMIND.name, at, &payload)?.insert()))
}

/// Reminds whoever a booking is for, if it still stands at that time.
async fn remind(
    platform: &Platform,
    id: OccupationId,
    starts: Moment,
    notification: NotificationId,
) -> Result<()> {
    let found = Bookings::of(&platform.storage).booking(id).await?;
    let Some(booking) = found.filter(|one| one.starts == starts) else { return Ok(()) };
    let at = now();
    if state::current(&of_record(&booking), at) != Status::Booked || starts.0 < at - TOO_LATE {
        return Ok(());
    }
    if guests::is_guest(booking.user_id) {
        return guests::remind(platform, &booking).await;
    }
    notifications::notify(platform, &[bells::of_reminder(&booking, notification, at)]).await
}

/// Whether something lasts from one midnight to another.
fn is_whole_days(zone: &TimeZone, starts: Moment, ends: Moment) -> bool {
    let is_midnight = |at: Moment| midnight(zone, date_of(zone, at.0)) == at.0;
    starts < ends && is_midnight(starts) && is_midnight(ends)
}

/// A person's bookings that stand or wait for an answer, for their calendar file.
pub(super) async fn entries(
    platform: &Platform,
    user_id: UserId,
    from: Moment,
) -> Result<Vec<CalendarEntry>> {
    let bookings = Bookings::of(&platform.storage);
    let (mut found, _) = bookings.of_person(user_id, from, None, WRITTEN).await?;
    let at = now();
    let status = |one: &Booking| state::current(&of_record(one), at);
    found.retain(|one| {
        matches!(status(one), Status::Pending | Status::Booked | Status::CheckedIn | Status::Completed)
    });
    let names = Names::load(platform, &found, None).await?;
    let zone = zone()?;
    let entry = |one: &Booking| {
        let bookable = names.bookables.get(&one.bookable_id);
        let entity = names.entities.get(&one.entity_id);
        let what = bookable.map_or("Bokning", |bookable| bookable.name.as_str());
        let place = [
            bookable.map(|bookable| bookable.place.as_str()),
            entity.map(|entity| entity.entity_name.as_str()),
        ];
        let place: Vec<&str> = place.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        CalendarEntry {
            uid: format!("booking-{}@kalender", one.booking_id),
            starts: one.starts,
            ends: one.ends,
            is_all_day: is_whole_days(&zone, one.starts, one.ends),
            title: what.to_owned(),
            place: place.join(", "),
            is_tentative: status(one) == Status::Pending,
            is_task: false,
            path: "/bookings".to_owned(),
            created: one.created,
            changed: one.changed,
            sequence: one.version - 1,
        }
    };
    Ok(found.iter().map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_days_last_from_midnight_to_midnight_in_sweden() {
        let zone = zone().unwrap();
        let at = |text: &str| Moment(text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        for (starts, ends, expected) in [
            ("2026-12-01T23:00:00Z", "2026-12-02T23:00:00Z", true),
            ("2026-12-01T23:00:00Z", "2026-12-04T23:00:00Z", true),
            // Days of 23 and of 25 hours.
            ("2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z", true),
            ("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", true),
            ("2026-12-02T00:00:00Z", "2026-12-03T00:00:00Z", false),
            ("2026-12-01T23:00:00Z", "2026-12-02T22:30:00Z", false),
            ("2026-12-01T23:00:00Z", "2026-12-01T23:00:00Z", false),
        ] {
            assert_eq!(is_whole_days(&zone, at(starts), at(ends)), expected, "{starts} to {ends}");
        }
    }

    #[test]
    fn reminder_comes_a_day_before_or_else_an_hour_before() {
        let starts = 100 * HOUR_MS;
        assert_eq!(remind_at(starts, 0), Some(76 * HOUR_MS));
        assert_eq!(remind_at(starts, 76 * HOUR_MS - 1), Some(76 * HOUR_MS));
        assert_eq!(remind_at(starts, 76 * HOUR_MS), Some(99 * HOUR_MS));
        assert_eq!(remind_at(starts, 99 * HOUR_MS), None);
        assert_eq!(remind_at(starts, 101 * HOUR_MS), None);
    }
}
