//! Digests by mail, of the day or the week: a person's unread notifications of which they chose that their mails are
//! collected, at 07:30 in Sweden; of the week on Mondays. Contract §11.3.
//!
//! There is one job per person, digest and moment, made where notifications are pushed, however many there are. It asks
//! again what the person chose and reads the notifications as they are then; the mail is written with the mark up to
//! which they were mailed, so that of two concurrent or repeated runs only one mails.

use std::time::Duration;

use jiff::civil::{Weekday, time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use storage::accounts::{Digest, NotificationChannel, User};
use storage::ids::{JobId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::record::Stored;

use super::judging::{judged, quiet_now};
use super::leaving::{self, DIGEST};
use super::letter::{Letter, reasons};
use super::rules::Delivery;
use super::text_of;
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::platform::error::Result;
use crate::platform::hash::number;
use crate::platform::hours::{DAY_MS, zone};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::mail;
use crate::platform::time::now;

/// Newest notifications that are read.
const LOOKED: usize = 200;

/// The job that mails one person's digest.
pub const DIGESTS: JobKind = JobKind {
    name: DIGEST,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let due: Due = serde_json::from_str(&job.payload)?;
            deliver(&platform, due).await
        })
    },
};

/// Whose digest, and which.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Due {
    user_id: UserId,
    digest: Digest,
}

/// The job for a person's next digest; the same for all that goes into it.
pub(crate) fn job(user_id: UserId, digest: Digest, now: i64) -> Result<Job> {
    let due = next(digest, now, &zone()?);
    let id = JobId(number(format!("digest {user_id} {digest} {due}").as_bytes()));
    let payload = serde_json::to_string(&Due { user_id, digest });
    let payload = payload.map_err(|_| crate::platform::error::Refusal::internal())?;
    Ok(Job::new(id, due, DIGESTS.name, payload))
}

/// The next 07:30 after a moment, of the week's digest on a Monday. Epoch milliseconds.
fn next(digest: Digest, now: i64, zone: &TimeZone) -> i64 {
    let at = |at: i64| Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone.clone());
    let today = at(now).date();
    (0..=7)
        .filter_map(|days| today.checked_add(days.days()).ok())
        .filter(|day| digest != Digest::Weekly || day.weekday() == Weekday::Monday)
        .filter_map(|day| day.to_datetime(time(7, 30, 0, 0)).to_zoned(zone.clone()).ok())
        .map(|moment| moment.timestamp().as_millisecond())
        .find(|moment| *moment > now)
        // Only past the end of the calendar.
        .unwrap_or(now + DAY_MS)
}

/// How far a person's first digest looks back (ms).
const fn span(digest: Digest) -> i64 {
    match digest {
        Digest::Weekly => 7 * DAY_MS,
        Digest::Daily | Digest::Immediate => DAY_MS,
    }
}

async fn deliver(platform: &Platform, Due { user_id, digest }: Due) -> Result<(), Failure> {
    let Some(user) = platform.people.get(user_id).await? else { return Ok(()) };
    let Some(to) = user.email.as_deref().filter(|_| is_alive(&user)) else { return Ok(()) };
    if let Some(end) = quiet_now(&user) {
        return Err(Failure::NotYet(end));
    }
    let bells = &platform.storage.notifications;
    let until = now();
    let mailed = bells.digest_until(user_id, digest).await?;
    let after = mailed.unwrap_or(until - span(digest)).max(until - 2 * span(Digest::Weekly));
    let mut rows = bells.list(user_id, None, LOOKED).await?;
    rows.retain(|row| !row.read && row.created > after && row.created <= until);
    let mut wanted = Vec::new();
    for row in rows.into_iter().rev() {
        if judged(platform, &user, &row, NotificationChannel::Email, None) == Delivery::Digest(digest) {
            wanted.push(row);
        }
    }
    let mail = mail_of(platform, &user, to, digest, &wanted).await?;
    let then = mail.iter().map(Stored::insert).collect();
    if !bells.digest_mailed((user_id, digest), mailed, until, then).await? {
        return Err(Failure::Passing("another was faster".to_owned()));
    }
    platform.jobs.wake();
    Ok(())
}

/// None: nothing of it may be mailed.
async fn mail_of(
    platform: &Platform,
    user: &User,
    to: &str,
    digest: Digest,
    rows: &[Notification],
) -> Result<Option<Job>> {
    let (mut said, mut let_through) = (Vec::new(), Vec::new());
    for row in rows {
        let text = text_of(platform, row).await?;
        if text.aloud {
            said.push(text);
            let_through.push(row.clone());
        }
    }
    if said.is_empty() {
        return Ok(None);
    }
    let which = if digest == Digest::Weekly { "Veckans" } else { "Dagens" };
    let what = if said.len() == 1 { "notis" } else { "notiser" };
    let reasons = reasons(platform, user.user_id, &let_through).await?;
    let letter = Letter {
        subject: format!("{which} sammanfattning: {} {what}", said.len()),
        begins: "Det här har hänt:",
        ends: String::new(),
        reasons: &reasons,
    };
    let text = letter.text(user, &said, &platform.settings.public_url);
    let leaves = leaving::address(platform, user.user_id, DIGEST, &reasons)?;
    mail::of_many(platform, to, &letter.subject, text, leaves).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    /// 07:30 in Sweden is 06:30 UTC in winter and 05:30 in summer; the clocks changed on 2026-03-29 and 2026-10-25.
    #[test]
    fn digests_go_at_half_past_seven_in_sweden() {
        use Digest::{Daily, Weekly};
        let cases = [
            (Daily, "2026-11-25T06:29:59Z", "2026-11-25T06:30:00Z"),
            (Daily, "2026-11-25T06:30:00Z", "2026-11-26T06:30:00Z"),
            (Daily, "2026-07-01T05:00:00Z", "2026-07-01T05:30:00Z"),
            (Daily, "2026-03-28T12:00:00Z", "2026-03-29T05:30:00Z"),
            (Daily, "2026-10-24T12:00:00Z", "2026-10-25T06:30:00Z"),
            // 2026-11-23 is a Monday.
            (Weekly, "2026-11-23T06:29:00Z", "2026-11-23T06:30:00Z"),
            (Weekly, "2026-11-23T06:30:00Z", "2026-11-30T06:30:00Z"),
            (Weekly, "2026-11-29T23:30:00Z", "2026-11-30T06:30:00Z"),
            (Weekly, "2026-10-23T12:00:00Z", "2026-10-26T06:30:00Z"),
        ];
        for (digest, now, expected) in cases {
            assert_eq!(next(digest, at(now), &zone().unwrap()), at(expected), "{digest} {now}");
        }
    }

    #[test]
    fn notifications_until_a_digest_share_its_job() {
        let of = |user: i64, digest, now: &str| job(UserId(user), digest, at(now)).unwrap();
        let one = of(7, Digest::Daily, "2026-11-25T07:00:00Z");
        assert_eq!(one, of(7, Digest::Daily, "2026-11-26T06:29:00Z"));
        for other in [
            of(7, Digest::Daily, "2026-11-26T06:30:00Z"),
            of(8, Digest::Daily, "2026-11-25T07:00:00Z"),
            of(7, Digest::Weekly, "2026-11-25T07:00:00Z"),
        ] {
            assert_ne!(one.job_id, other.job_id);
        }
    }
}
