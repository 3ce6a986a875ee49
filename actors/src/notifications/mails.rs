//! Notifications that are also mailed. The mail has the notification's text at the time of sending: one that was read,
//! or may no longer leave the page, is not mailed; during quiet hours the mail waits for their end.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use storage::accounts::NotificationChannel;
use storage::engine::Write;
use storage::ids::{NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::record::Stored;

use super::judging::{address, explanation, judged_mail, quiet_now, related, type_of, why};
use super::rules::Delivery;
use super::{digest, enclosed, kinds_of, leaving, letter_of, text_of};
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::mail;
use crate::platform::time::now;

/// A person who is online sees the notification: the mail waits this long (ms).
const PATIENCE: i64 = 60_000;

/// The job that mails a notification.
pub const MAILED: JobKind = JobKind {
    name: "bell-mail",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let mailed: Mailed = serde_json::from_str(&job.payload)?;
            Ok(deliver(&platform, &mailed).await?)
        })
    },
};

/// The recipient, the notification, and what was stored about its subject when it was made. Jobs without the latter
/// have two elements.
#[derive(Deserialize)]
struct Mailed(UserId, NotificationId, #[serde(default)] Option<Value>);

fn job(platform: &Platform, at: i64, to: UserId, id: NotificationId, noted: Option<&Value>) -> Result<Job> {
    match noted {
        Some(noted) => jobs::job(platform, MAILED.name, at, &(to, id, noted)),
        None => jobs::job(platform, MAILED.name, at, &(to, id)),
    }
}

/// The jobs for those notifications whose kinds are mailed, for the write that stores them.
pub(super) fn jobs(platform: &Platform, rows: &[Notification], noted: &Value) -> Result<Vec<Write>> {
    let noted = Some(noted).filter(|noted| !noted.is_null());
    let is_mailed = |row: &&Notification| {
        kinds_of(platform, &row.kind).is_some_and(|kinds| kinds.mailed.contains(&row.kind.as_str()))
    };
    let one = |row: &Notification| {
        let due = now() + PATIENCE;
        Ok(job(platform, due, row.user_id, row.notification_id, noted)?.insert())
    };
    rows.iter().filter(is_mailed).map(one).collect()
}

async fn deliver(platform: &Platform, Mailed(user_id, id, noted): &Mailed) -> Result<()> {
    let (user_id, id) = (*user_id, *id);
    let row = platform.storage.notifications.one(user_id, id).await?.filter(|row| !row.read);
    let (Some(row), Some(user)) = (row, platform.people.get(user_id).await?) else { return Ok(()) };
    let Some(to) = user.email.as_deref() else { return Ok(()) };
    match judged_mail(platform, &user, &row, quiet_now(&user)) {
        Delivery::Now => {}
        Delivery::Later(until) => {
            let later = job(platform, until, user_id, id, noted.as_ref())?;
            return Ok(platform.storage.jobs.put(&[later]).await?);
        }
        // The choice may be younger than the notification.
        Delivery::Digest(digest) => {
            return Ok(platform.storage.jobs.put(&[digest::job(user_id, digest, now())?]).await?);
        }
        Delivery::Missed | Delivery::Nothing => return Ok(()),
    }
    let said = text_of(platform, &row).await?;
    if !said.aloud {
        return Ok(());
    }
    if let Some(letter) = letter_of(platform, &row).await? {
        return mail_letter(platform, to, &row, &said.title, &letter).await;
    }
    let (url, path) = (&platform.settings.public_url, said.path.as_deref().unwrap_or("/notifications"));
    let preview =
        said.preview.map(|text| format!("{}\n\n", crate::platform::text::in_mail(&text))).unwrap_or_default();
    let title = crate::platform::text::in_mail(&said.title);
    let why = why(platform, &row, NotificationChannel::Email).await?;
    let why = explanation(url, why);
    let enclosed = enclosed(platform, &row, noted.as_ref()).await?;
    mail::send_with(platform, to, &title, format!("{title}\n\n{preview}{url}{path}\n{why}"), enclosed).await
}

/// Mails a notification's whole text, with an address that ends such mails by one click.
async fn mail_letter(
    platform: &Platform,
    to: &str,
    row: &Notification,
    title: &str,
    letter: &str,
) -> Result<()> {
    let Some(notification_type) = type_of(platform, &row.kind) else { return Ok(()) };
    let of = related(platform, row.entity_id, row.user_id).await?;
    let leaves = leaving::address(platform, row.user_id, leaving::LETTER, &[(of, notification_type)])?;
    let why = address(of, notification_type, NotificationChannel::Email);
    let title = crate::platform::text::in_mail(title);
    let letter = crate::platform::text::letter_in_mail(letter);
    let why = explanation(&platform.settings.public_url, [why]);
    let text = format!("{title}\n\n{letter}\n{why}\nInga fler sådana mejl: {leaves}\n");
    let job = mail::of_many(platform, to, &title, text, leaves)?;
    platform.storage.jobs.put(&[job]).await?;
    platform.jobs.wake();
    Ok(())
}
