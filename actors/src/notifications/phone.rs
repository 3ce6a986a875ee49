//! The phone for text messages: a number counts once the code that was sent to it is entered. Contract §11.3.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::UserId;
use storage::notifications::PhoneCode;
use storage::record::Stored;
use utoipa::ToSchema;

use super::settings::person;
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::sms;
use crate::platform::time::now;

/// How long a code is good (ms).
const LIVES: i64 = 10 * 60_000;
/// How often a code may be entered.
const MOST_TRIES: i64 = 5;

/// My phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Phone)]
pub struct PhoneView {
    /// Where text messages go, `+` and digits; none: nowhere.
    pub phone: Option<String>,
    /// Whether there is a number whose code was entered.
    pub verified: bool,
    /// A number that waits for its code.
    pub pending: Option<String>,
}

/// A number that I want text messages at.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct NamePhone {
    #[garde(length(chars, min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40)]
    pub phone: String,
}

/// The code that was sent to it.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct EnterCode {
    #[garde(length(chars, min = 1, max = 20))]
    #[schema(min_length = 1, max_length = 20)]
    pub code: String,
}

/// My phone.
pub async fn phone(platform: &Platform, who: &Who) -> Result<PhoneView> {
    let user = person(platform, who.user_id).await?;
    let pending = platform.storage.notifications.phone_code(who.user_id).await?.map(|code| code.phone);
    Ok(PhoneView { verified: user.phone.is_some(), phone: user.phone, pending })
}

/// Sends a code to a number; the one I have stays until it is entered. 422, 429.
pub async fn name(platform: &Platform, who: &Who, wanted: &NamePhone) -> Result<PhoneView> {
    let phone = sms::number(&wanted.phone)?;
    platform.limits.phone_code(&*platform.bus, who.user_id, &phone).await?;
    let code = format!("{:06}", rand::random_range(0..1_000_000));
    let hash = hash(platform, who.user_id, &phone, &code);
    let waiting =
        PhoneCode { user_id: who.user_id, phone: phone.clone(), hash, tries: 0, expires: now() + LIVES };
    let job = sms::job(platform, &phone, format!("Din kod i Kalender är {code}. Den gäller i 10 minuter."))?;
    if !platform.storage.notifications.put_phone_code(&waiting, vec![job.insert()]).await? {
        return Err(Refusal::busy());
    }
    platform.jobs.wake();
    self::phone(platform, who).await
}

/// Enters the code. 422 CODE: it is another, has run out, or was tried too often.
pub async fn verify(platform: &Platform, who: &Who, entered: &EnterCode) -> Result<PhoneView> {
    let wrong = || Refusal::field("code", "CODE", "Koden gäller inte.");
    let bells = &platform.storage.notifications;
    let waiting =
        bells.phone_code(who.user_id).await?.filter(|code| code.tries < MOST_TRIES).ok_or_else(wrong)?;
    // Counted first, so that many at once are no more than five.
    if !bells.try_phone_code(&waiting).await? {
        return Err(wrong());
    }
    let code: String = entered.code.chars().filter(|c| !c.is_whitespace()).collect();
    if hash(platform, who.user_id, &waiting.phone, &code) != waiting.hash {
        return Err(wrong());
    }
    platform.storage.accounts.set_phone(who.user_id, Some(&waiting.phone)).await?;
    bells.forget_phone_code(&waiting).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    phone(platform, who).await
}

/// Removes my phone and a number that waits.
pub async fn remove(platform: &Platform, who: &Who) -> Result<()> {
    let bells = &platform.storage.notifications;
    if let Some(waiting) = bells.phone_code(who.user_id).await? {
        bells.forget_phone_code(&waiting).await?;
    }
    platform.storage.accounts.set_phone(who.user_id, None).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    Ok(())
}

/// Of six digits a hash without a secret would tell all.
fn hash(platform: &Platform, user_id: UserId, phone: &str, code: &str) -> String {
    hex(&platform.secrets.mark("phone-code", format!("{user_id} {phone} {code}").as_bytes()))
}
