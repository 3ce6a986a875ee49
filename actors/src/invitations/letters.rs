//! What is mailed, and how to be mailed no more.

use serde::{Deserialize, Serialize};
use storage::entities::Entity;
use storage::invitations::{Invitations, MailInvitation, SendCode};

use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::mail::Tracked;
use crate::platform::text::{in_mail, message_in_mail};

/// What the hash of an address is keyed with, and what an unsubscribe link is for.
const PURPOSE: &str = "invitation-mails";

/// An address by its keyed hash.
pub(super) fn address_hash(platform: &Platform, address: &str) -> String {
    hex(&platform.secrets.mark(PURPOSE, address.as_bytes()))
}

/// The content of an unsubscribe link. It is encrypted: nobody else can make one, and it is of no other use.
#[derive(Serialize, Deserialize)]
struct Leaving {
    ends: String,
    address: String,
}

/// The secret of the unsubscribe link of an address.
fn leaving(platform: &Platform, address: &str) -> Result<String> {
    let leaving = Leaving { ends: PURPOSE.to_owned(), address: address.to_owned() };
    platform.secrets.seal(&serde_json::to_vec(&leaving).map_err(|_| Refusal::internal())?)
}

/// The address that an unsubscribe link is for. 404: it is none.
fn left(platform: &Platform, token: &str) -> Result<String> {
    let opened =
        platform.secrets.open(token).and_then(|plain| serde_json::from_slice::<Leaving>(&plain).ok());
    let opened = opened.filter(|leaving| leaving.ends == PURPOSE);
    Ok(opened.ok_or_else(|| Refusal::not_found("Länken gäller inte."))?.address)
}

/// Whether an unsubscribe link is one; nothing is changed. 404: it is none.
pub fn is_leaving(platform: &Platform, token: &str) -> Result<()> {
    left(platform, token).map(drop)
}

/// Mails no more invitations to the address of an unsubscribe link, from whichever organisation. May be repeated. 404.
pub async fn unsubscribe(platform: &Platform, token: &str) -> Result<()> {
    let address = left(platform, token)?;
    let hash = address_hash(platform, &address);
    Ok(Invitations::of(&platform.storage).mute(&hash, SendCode::Unsubscribed, None).await?)
}

/// The page on which an invitation or a link is answered.
pub(super) fn page(platform: &Platform, token: &str) -> String {
    format!("{}/inbjudan/{token}", platform.settings.public_url)
}

/// The mail of an invitation. `inviter`: the name of whoever invites; `token`: the secret of its link.
pub(super) fn invitation<'a>(
    platform: &Platform,
    invitation: &'a MailInvitation,
    entity: &Entity,
    inviter: &str,
    token: &str,
) -> Result<Tracked<'a>> {
    let (inviter, name) = (in_mail(inviter), in_mail(&entity.entity_name));
    let hello = match invitation.first_name.as_deref().map(in_mail).filter(|name| !name.is_empty()) {
        Some(first) => format!("Hej {first}!"),
        None => "Hej!".to_owned(),
    };
    let message = invitation.message.as_deref().map(message_in_mail).filter(|text| !text.is_empty());
    let message = message.map(|text| format!("{text}\n\n")).unwrap_or_default();
    let url = &platform.settings.public_url;
    let (link, leaves) = (page(platform, token), leaving(platform, &invitation.address)?);
    let text = format!(
        "{hello}\n\n{inviter} bjuder in dig till {name} i Kalender.\n\n{message}Öppna länken för att svara:\n\n{link}\n\n\
         Inbjudan gäller i 30 dagar. Vill du inte vara med behöver du inte göra något.\n\n\
         Inga fler inbjudningar: {url}/inbjudan/avanmal/{leaves}\n"
    );
    Ok(Tracked {
        to: &invitation.address,
        subject: "Du är inbjuden till en organisation",
        text,
        leaves: format!("{url}/api/public/invitation-mails/{leaves}/unsubscribe"),
        id: format!("invitation-{}-{}", invitation.invitation_id, invitation.resent),
    })
}
