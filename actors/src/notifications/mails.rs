//! Entries that are mailed as well. A mail says what the bell says, when it goes out: an entry that was seen, or may not be
//! told any more, is not mailed; who is left alone is mailed when that is over.

use std::time::Duration;

use storage::engine::Write;
use storage::ids::{NotificationId, UserId};
use storage::notifications::Notification;
use storage::record::Stored;

use super::{kinds_of, said};
use crate::Platform;
use crate::accounts::availability::is_left_alone;
use crate::error::Result;
use crate::jobs::{self, Class, JobKind};
use crate::mail;
use crate::time::now;

/// Somebody who is here sees the bell: a mail waits this long for them (ms).
const PATIENCE: i64 = 60_000;

/// The job that mails an entry.
pub const MAILED: JobKind = JobKind {
    name: "bell-mail",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, id): (UserId, NotificationId) = serde_json::from_str(&job.payload)?;
            Ok(deliver(&platform, user_id, id).await?)
        })
    },
};

/// The jobs of those entries whose kinds are mailed, for the write that stores them.
pub(super) fn jobs(platform: &Platform, rows: &[Notification]) -> Result<Vec<Write>> {
    let is_mailed = |row: &&Notification| {
        kinds_of(platform, &row.kind).is_some_and(|kinds| kinds.mailed.contains(&row.kind.as_str()))
    };
    let one = |row: &Notification| {
        let due = now() + PATIENCE;
        Ok(jobs::job(platform, MAILED.name, due, &(row.user_id, row.notification_id))?.insert())
    };
    rows.iter().filter(is_mailed).map(one).collect()
}

async fn deliver(platform: &Platform, user_id: UserId, id: NotificationId) -> Result<()> {
    let Some(row) = platform.storage.notifications.one(user_id, id).await? else { return Ok(()) };
    let to = platform.people.get(user_id).await?.and_then(|user| user.email.clone());
    let (false, Some(to)) = (row.read, to) else { return Ok(()) };
    if let Some(until) = is_left_alone(platform, user_id).await? {
        let later = jobs::job(platform, MAILED.name, until, &(user_id, id))?;
        return Ok(platform.storage.jobs.put(&[later]).await?);
    }
    let said = said(platform, &row).await?;
    if !said.aloud {
        return Ok(());
    }
    let (url, path) = (&platform.settings.public_url, said.path.as_deref().unwrap_or("/notifications"));
    let preview = said.preview.map(|text| format!("{}\n\n", crate::text::in_mail(&text))).unwrap_or_default();
    let title = crate::text::in_mail(&said.title);
    mail::send_bulk(platform, &to, &title, format!("{title}\n\n{preview}{url}{path}\n")).await
}
