//! The mail digest: the unread notifications of a person who was away for 15 minutes, in one mail, grouped by place
//! with one link each; never what was read meanwhile, never twice.
//!
//! There is one job per person and quarter of an hour, made where notifications are pushed ([`jobs`]), however many
//! there are. It reads the notifications when it runs, so the mail contains what the person may read then, with
//! messages as they are then. The mail is written with the mark up to which notifications were mailed
//! ([`storage::notifications::Notifications::mail_until`]), so that of two concurrent or repeated runs only one mails.

use std::collections::HashSet;
use std::time::Duration;

use storage::accounts::{Digest, NotificationChannel, User};
use storage::ids::{JobId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::record::Stored;

use super::due::whereabouts;
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::chat::live::workspace::Whereabouts;
use crate::notifications::judging::{chose, judged, quiet_now};
use crate::notifications::letter::{Letter, Reason, reasons};
use crate::notifications::rules::Delivery;
use crate::notifications::{NotificationText, digest, leaving, text_of};
use crate::platform::error::Result;
use crate::platform::hash::number;
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::mail;
use crate::platform::time::now;

/// How long a person must be away before a digest is mailed (ms).
const AWAY: i64 = 15 * 60_000;
/// Notifications this recent may still be joined by others of the same time (ms): they are left to the next mail.
const LANDS: i64 = 60_000;
/// Older notifications are not mailed (ms).
const OLDEST: i64 = 7 * 86_400_000;
/// Newest notifications that are read.
const LOOKED: usize = 200;

/// The job that mails one person's digest.
pub const MISSED: JobKind = JobKind {
    name: leaving::MISSED,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let user_id: UserId = serde_json::from_str(&job.payload)?;
            deliver(&platform, user_id).await
        })
    },
};

/// The quarter of an hour of a moment.
pub(super) fn quarter(at: i64) -> i64 {
    at.div_euclid(AWAY)
}

/// The job has the same id for the same person and quarter.
pub(super) fn job(user_id: UserId, quarter: i64) -> Job {
    let id = JobId(number(format!("missed {user_id} {quarter}").as_bytes()));
    Job::new(id, (quarter + 1) * AWAY, MISSED.name, user_id.0.to_string())
}

/// The address for a person's mails about what they missed; none: they want none at all.
pub(super) fn takes(user: &User) -> Option<&str> {
    user.email.as_deref().filter(|_| (user.mail_missed || chose(user)) && is_alive(user))
}

/// What to do about a person's unread notifications.
#[derive(Debug, PartialEq, Eq)]
enum Turn {
    /// Nothing to mail.
    Over,
    /// Check again at this moment.
    Wait(i64),
    /// Mail notifications made after the one moment and up to the other.
    Mail { after: i64, until: i64 },
}

/// Decides by the times of unread notifications. All moments in epoch milliseconds.
///
/// `mailed`: until when notifications were mailed before. `quiet`: the end of the person's quiet hours.
fn judge(made: &[i64], mailed: Option<i64>, place: Whereabouts, quiet: Option<i64>, now: i64) -> Turn {
    let after = mailed.unwrap_or(i64::MIN).max(now - OLDEST);
    let Some(oldest) = made.iter().copied().filter(|at| *at > after).min() else { return Turn::Over };
    if let Some(until) = quiet {
        return Turn::Wait(until);
    }
    if now < oldest + AWAY {
        return Turn::Wait(oldest + AWAY);
    }
    match place {
        Whereabouts::Away | Whereabouts::Hidden => Turn::Mail { after, until: now - LANDS },
        // The page shows them; a person who leaves without reading them is away from then on.
        Whereabouts::Connected | Whereabouts::Leaving => Turn::Wait(now + AWAY),
    }
}

async fn deliver(platform: &Platform, user_id: UserId) -> Result<(), Failure> {
    let Some(user) = platform.people.get(user_id).await? else { return Ok(()) };
    let Some(to) = takes(&user) else { return Ok(()) };
    let bells = &platform.storage.notifications;
    let mut rows = bells.list(user_id, None, LOOKED).await?;
    rows.retain(|row| !row.read);
    collected(platform, &user, &rows).await?;
    rows.retain(|row| chosen(platform, &user, row) == Delivery::Missed);
    rows.sort_by_key(|row| row.notification_id);
    let Some(first) = rows.first() else { return Ok(()) };
    let place = whereabouts(platform, first).await?;
    let (quiet, mailed) = (quiet_now(&user), bells.mailed_until(user_id).await?);
    let made: Vec<i64> = rows.iter().map(|row| row.created).collect();
    let (after, until) = match judge(&made, mailed, place, quiet, now()) {
        Turn::Over => return Ok(()),
        Turn::Wait(at) => return Err(Failure::NotYet(at)),
        Turn::Mail { after, until } => (after, until),
    };
    let (mut missed, mut let_through) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.created > after && row.created <= until) {
        let said = text_of(platform, row).await?;
        if said.aloud {
            missed.push(said);
            let_through.push(row.clone());
        }
    }
    let mail = if missed.is_empty() {
        None
    } else {
        let reasons = reasons(platform, user_id, &let_through).await?;
        let (subject, text) = written(&user, &missed, &reasons, &platform.settings.public_url);
        let leaves = leaving::address(platform, user_id, leaving::MISSED, &reasons)?;
        Some(mail::of_many(platform, to, &subject, text, leaves)?)
    };
    let then = mail.iter().map(Stored::insert).collect();
    if !bells.mail_until(user_id, mailed, until, then).await? {
        return Err(Failure::Passing("another was faster".to_owned()));
    }
    platform.jobs.wake();
    match made.into_iter().find(|at| *at > until) {
        Some(at) => Err(Failure::NotYet(at + AWAY)),
        None => Ok(()),
    }
}

fn chosen(platform: &Platform, user: &User, row: &Notification) -> Delivery {
    judged(platform, user, row, NotificationChannel::Email, None)
}

/// What its reader wants in a digest since it came goes into the next one.
async fn collected(platform: &Platform, user: &User, rows: &[Notification]) -> Result<()> {
    let found: HashSet<Digest> = rows
        .iter()
        .filter_map(|row| match chosen(platform, user, row) {
            Delivery::Digest(digest) => Some(digest),
            _ => None,
        })
        .collect();
    let jobs = found.into_iter().map(|digest| digest::job(user.user_id, digest, now()));
    let jobs = jobs.collect::<Result<Vec<Job>>>()?;
    if !jobs.is_empty() {
        platform.storage.jobs.put(&jobs).await?;
    }
    Ok(())
}

/// Subject and text of a mail: the messages of each place, oldest first, and one link to it.
fn written(user: &User, missed: &[NotificationText], reasons: &[Reason], url: &str) -> (String, String) {
    let subject = match missed.len() {
        1 => "Du har ett oläst meddelande".to_owned(),
        many => format!("Du har {many} olästa meddelanden"),
    };
    let ends = format!("\nVill du inte ha sådana mejl? Stäng av dem här:\n{url}/settings#missed-mail\n");
    let letter = Letter { subject, begins: "Det här har du missat:", ends, reasons };
    let text = letter.text(user, missed, url);
    (letter.subject, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    const NOON: i64 = 1_000_000 * MINUTE;

    #[test]
    fn missed_entries_are_mailed_once_after_fifteen_minutes() {
        use Whereabouts::{Away, Connected, Hidden, Leaving};
        let ago = |minutes: i64| NOON - minutes * MINUTE;
        let week = 7 * 24 * 60;
        let mail = |after| Turn::Mail { after, until: ago(1) };
        #[rustfmt::skip]
        let cases: [(&str, &[i64], Option<i64>, Whereabouts, Option<i64>, Turn); 15] = [
            ("nothing unread", &[], None, Away, None, Turn::Over),
            ("just said", &[ago(0)], None, Away, None, Turn::Wait(NOON + 15 * MINUTE)),
            ("not long enough", &[ago(14)], None, Away, None, Turn::Wait(ago(-1))),
            ("fifteen minutes", &[ago(15)], None, Away, None, mail(ago(week))),
            ("many in between", &[ago(3), ago(16), ago(9)], None, Away, None, mail(ago(week))),
            ("mailed before", &[ago(20)], Some(ago(5)), Away, None, Turn::Over),
            ("made with the mark", &[ago(20)], Some(ago(20)), Away, None, Turn::Over),
            ("some mailed before", &[ago(40), ago(20)], Some(ago(30)), Away, None, mail(ago(30))),
            ("some mailed, new ones fresh", &[ago(40), ago(5)], Some(ago(30)), Away, None, Turn::Wait(ago(-10))),
            ("here", &[ago(20)], None, Connected, None, Turn::Wait(ago(-15))),
            ("pages all hidden", &[ago(20)], None, Hidden, None, mail(ago(week))),
            ("going", &[ago(20)], None, Leaving, None, Turn::Wait(ago(-15))),
            ("quiet hours", &[ago(20)], None, Away, Some(ago(-300)), Turn::Wait(ago(-300))),
            ("quiet, and nothing", &[ago(20)], Some(ago(10)), Away, Some(ago(-300)), Turn::Over),
            ("older than a week", &[ago(week)], None, Away, None, Turn::Over),
        ];
        for (what, made, mailed, place, quiet, expected) in cases {
            assert_eq!(judge(made, mailed, place, quiet, NOON), expected, "{what}");
        }
    }

    #[test]
    fn entries_of_a_quarter_hour_share_one_job() {
        let (one, again, next) = (job(UserId(7), 4), job(UserId(7), 4), job(UserId(7), 5));
        assert_eq!(one, again);
        assert_eq!(one.due, 75 * MINUTE);
        assert_ne!(one.job_id, next.job_id);
        assert_ne!(one.job_id, job(UserId(8), 4).job_id);
    }
}
