//! Unsubscribe links in mails: no sign-in, one click. RFC 2369, RFC 8058.

use serde::{Deserialize, Serialize};
use storage::accounts::ProfileChange;
use storage::ids::UserId;

use crate::Platform;
use crate::accounts::profile::is_alive;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};

/// The kind of the digest mail: in its unsubscribe links, and the name of its job.
pub(crate) const MISSED: &str = "missed-mail";

/// The content of a link. It is encrypted, so nobody else can make one, and it is of no other use.
#[derive(Serialize, Deserialize)]
struct Ending {
    /// The kind of mails that it ends.
    ends: String,
    /// Their recipient.
    user_id: UserId,
}

/// The unsubscribe address of a person's digest mails.
pub(crate) fn address(platform: &Platform, user_id: UserId) -> Result<String> {
    let ending = Ending { ends: MISSED.to_owned(), user_id };
    let ending = serde_json::to_vec(&ending).map_err(|_| Refusal::internal())?;
    let token = platform.secrets.seal(&ending)?;
    Ok(format!("{}/api/public/mails/{token}/unsubscribe", platform.settings.public_url))
}

/// The recipient of a link. 404: invalid link.
pub fn of_link(platform: &Platform, token: &str) -> Result<UserId> {
    let ending = platform.secrets.open(token).and_then(|plain| serde_json::from_slice::<Ending>(&plain).ok());
    let ending = ending.filter(|ending| ending.ends == MISSED);
    Ok(ending.ok_or_else(|| Refusal::not_found("Länken gäller inte."))?.user_id)
}

/// Ends the mails that a link was in; may be repeated. 404: invalid link.
pub async fn unsubscribe(platform: &Platform, token: &str) -> Result<()> {
    let user_id = of_link(platform, token)?;
    let takes = platform.people.get(user_id).await?.is_some_and(|user| user.mail_missed && is_alive(&user));
    if takes {
        let change = ProfileChange { mail_missed: Some(false), ..ProfileChange::default() };
        platform.storage.accounts.change_profile(user_id, change, None, Vec::new()).await?;
        platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
    }
    Ok(())
}
