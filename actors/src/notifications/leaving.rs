//! Unsubscribe links in mails: no sign-in, one click. RFC 2369, RFC 8058.

use serde::{Deserialize, Serialize};
use storage::accounts::{NotificationChannel, NotificationType, ProfileChange};
use storage::ids::{EntityId, UserId};

use super::judging;
use super::settings::{end_mails, switch_off};
use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};

/// The kind of the mail about what was missed: in its unsubscribe links, and the name of its job.
pub(crate) const MISSED: &str = "missed-mail";
/// The same of the mail of the day or the week.
pub(crate) const DIGEST: &str = "notification-digest";

/// The same of a mail with the whole text of one notification.
pub(crate) const LETTER: &str = "letter";

/// The content of a link. It is encrypted, so nobody else can make one, and it is of no other use.
#[derive(Serialize, Deserialize)]
struct Ending {
    /// The kind of mails that it ends.
    ends: String,
    /// Their recipient.
    user_id: UserId,
    /// The cells that let the mail through.
    #[serde(default)]
    cells: Vec<(Option<EntityId>, NotificationType)>,
}

/// The unsubscribe address of a mail of several notifications.
pub(crate) fn address(
    platform: &Platform,
    user_id: UserId,
    ends: &str,
    cells: &[(Option<EntityId>, NotificationType)],
) -> Result<String> {
    let ending = Ending { ends: ends.to_owned(), user_id, cells: cells.to_vec() };
    let ending = serde_json::to_vec(&ending).map_err(|_| Refusal::internal())?;
    let token = platform.secrets.seal(&ending)?;
    Ok(format!("{}/api/public/mails/{token}/unsubscribe", platform.settings.public_url))
}

fn read(platform: &Platform, token: &str) -> Result<Ending> {
    let ending = platform.secrets.open(token).and_then(|plain| serde_json::from_slice::<Ending>(&plain).ok());
    let ending = ending.filter(|ending| [MISSED, DIGEST, LETTER].contains(&ending.ends.as_str()));
    ending.ok_or_else(|| Refusal::not_found("Länken gäller inte."))
}

/// Where a link leads that is only opened: to the setting. 404: invalid link.
pub fn page_of_link(platform: &Platform, token: &str) -> Result<String> {
    let ending = read(platform, token)?;
    let page = |(of, notification_type): &(_, _)| {
        judging::address(*of, *notification_type, NotificationChannel::Email)
    };
    Ok(match ending.cells.first().filter(|_| ending.ends != MISSED) {
        Some(cell) => page(cell),
        None => "/settings#missed-mail".to_owned(),
    })
}

/// Ends the mails that a link was in; may be repeated. 404: invalid link.
pub async fn unsubscribe(platform: &Platform, token: &str) -> Result<()> {
    let ending = read(platform, token)?;
    let Some(user) = platform.people.get(ending.user_id).await?.filter(|user| is_alive(user)) else {
        return Ok(());
    };
    if ending.ends == LETTER {
        switch_off(platform, user.user_id, &ending.cells).await?;
    } else if judging::chose(&user) {
        end_mails(platform, user.user_id, &ending.cells).await?;
    }
    if ending.ends == MISSED && user.mail_missed {
        let change = ProfileChange { mail_missed: Some(false), ..ProfileChange::default() };
        platform.storage.accounts.change_profile(user.user_id, change, None, Vec::new()).await?;
        platform.announce(Announcement::changed(crate::platform::people::CHANGED, user.user_id.0));
    }
    Ok(())
}
