//! Notifications as text messages, for those who chose it: at most three a day, counted as they are billed. Contract
//! §11.3.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::NotificationChannel;
use storage::ids::{JobId, NotificationId, UserId};
use storage::jobs::Job;
use storage::record::Stored;

use crate::Platform;
use crate::notifications::judging::{judged, quiet_now};
use crate::notifications::rules::Delivery;
use crate::notifications::text_of;
use crate::platform::error::Result;
use crate::platform::hash::number;
use crate::platform::hours::{DAY_MS, date_of, midnight, zone};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::sms::{self, fitted, segments};
use crate::platform::time::now;

/// Most text messages of a person and day, by segments.
const MOST_A_DAY: i64 = 3;

/// The job that sends a notification as a text message.
pub const TEXTING: JobKind = JobKind {
    name: "sms-notification",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let texted: Texted = serde_json::from_str(&job.payload)?;
            deliver(&platform, &texted).await
        })
    },
};

#[derive(Debug, Serialize, Deserialize)]
struct Texted(UserId, NotificationId);

/// The job has the same id for the same notification.
pub(super) fn job(user_id: UserId, notification_id: NotificationId) -> Result<Job, Failure> {
    let id = JobId(number(format!("sms {user_id} {notification_id}").as_bytes()));
    Ok(Job::new(id, now(), TEXTING.name, serde_json::to_string(&Texted(user_id, notification_id))?))
}

async fn deliver(platform: &Platform, Texted(user_id, id): &Texted) -> Result<(), Failure> {
    let row = platform.storage.notifications.one(*user_id, *id).await?.filter(|row| !row.read);
    let (Some(row), Some(user)) = (row, platform.people.get(*user_id).await?) else { return Ok(()) };
    match judged(platform, &user, &row, NotificationChannel::Sms, quiet_now(&user)) {
        Delivery::Now => {}
        Delivery::Later(until) => return Err(Failure::NotYet(until)),
        _ => return Ok(()),
    }
    let said = text_of(platform, &row).await?;
    let Some(phone) = user.phone.as_deref().filter(|_| said.aloud) else { return Ok(()) };
    let path = said.path.as_deref().unwrap_or("/notifications");
    let text = fitted(&said.title, &format!(" {}{path}", platform.settings.public_url));
    let count = i64::try_from(segments(&text)).unwrap_or(i64::MAX);
    let zone = zone()?;
    // Its midnight is the day's number: whole days apart up to an hour.
    let day = midnight(&zone, date_of(&zone, now())).div_euclid(DAY_MS);
    let job = sms::job(platform, phone, text)?.insert();
    if platform.storage.notifications.count_sms(*user_id, day, count, MOST_A_DAY, vec![job]).await? {
        platform.jobs.wake();
    } else {
        metrics::counter!("sms_over_limit_total").increment(1);
    }
    Ok(())
}
