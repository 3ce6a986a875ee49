//! Secrets that make contacts: invitations by mail and text message, and a person's own link. Contract §5.
//!
//! Decisions: an invitation is a request to whoever opens it first; it never reveals whether the address has an
//! account. A link is shown in person, so opening it makes a contact at once, because both have agreed.

use storage::contacts::{ContactLink, ContactToken, LinkKind, Pair};
use storage::ids::UserId;
use storage::jobs::Job;
use storage::record::Stored;

use super::acting;
use super::rules::{self, Act, are_contacts};
use super::view::{Brought, InviteByMail, InviteBySms, Inviter, LinkView, StatusView, TokenView};
use crate::Platform;
use crate::accounts::secrets::{new_token, token_hash};
use crate::accounts::{self, Who};
use crate::platform::error::{Refusal, Result};
use crate::platform::mail;
use crate::platform::sms;
use crate::platform::text::{in_mail, message_in_mail};
use crate::platform::time::{Moment, now};

const DAY: i64 = 86_400_000;
/// Lifetime of an invitation (ms).
const INVITATION_LIVES: i64 = 30 * DAY;
/// Lifetime of a link (ms).
const LINK_LIVES: i64 = 7 * DAY;

fn gone() -> Refusal {
    Refusal::not_found("Länken gäller inte längre.")
}

fn address(platform: &Platform, token: &str) -> String {
    format!("{}/kontakter/lagg-till/{token}", platform.settings.public_url)
}

/// Stores an invitation with the job that delivers it.
async fn hand_out(
    platform: &Platform,
    who: &Who,
    message: Option<String>,
    letter: impl FnOnce(&str, &str) -> Result<Job>,
) -> Result<()> {
    platform.limits.invite(&*platform.bus, who.user_id).await?;
    let message = message.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let (token, hash) = new_token();
    let kind = LinkKind::Invitation;
    let row = ContactToken { hash, kind, user_id: who.user_id, message, expires: now() + INVITATION_LIVES };
    let job =
        letter(&address(platform, &token), &message_in_mail(row.message.as_deref().unwrap_or_default()))?;
    platform.storage.contacts.invite(&row, vec![job.insert()]).await?;
    platform.jobs.wake();
    Ok(())
}

/// Invites somebody by mail address. 422, 429.
pub async fn by_mail(platform: &Platform, who: &Who, invite: InviteByMail) -> Result<()> {
    let to = accounts::rules::email(&invite.email)?;
    let me = accounts::me(platform, who).await?;
    if me.email.as_ref() == Some(&to) {
        return Err(Refusal::field("email", "SELF", "Du kan inte bjuda in dig själv."));
    }
    let name = in_mail(&me.display_name);
    hand_out(platform, who, invite.message, |url, said| {
        let said = if said.is_empty() { String::new() } else { format!("{said}\n\n") };
        let text = format!(
            "Hej!\n\n{name} vill bli din kontakt i Kalender.\n\n{said}Öppna länken för att svara:\n\n{url}\n\n\
             Länken gäller i 30 dagar och kan användas en gång. Känner du inte {name} behöver du inte göra något.\n"
        );
        mail::bulk(platform, &to, &format!("{name} vill bli din kontakt"), text)
    })
    .await
}

/// Invites somebody by phone number. 422, 429.
pub async fn by_sms(platform: &Platform, who: &Who, invite: InviteBySms) -> Result<()> {
    let to = sms::number(&invite.phone)?;
    let me = accounts::me(platform, who).await?;
    let name = in_mail(&me.display_name);
    hand_out(platform, who, invite.message, |url, said| {
        let said = if said.is_empty() { String::new() } else { format!("{said}\n") };
        sms::job(platform, &to, format!("{name} vill bli din kontakt i Kalender.\n{said}{url}"))
    })
    .await
}

/// Creates a link of mine; the previous one becomes invalid.
pub async fn new_link(platform: &Platform, who: &Who) -> Result<LinkView> {
    let (token, hash) = new_token();
    let sealed = platform.secrets.seal(token.as_bytes())?;
    let link = ContactLink { user_id: who.user_id, hash, sealed, expires: now() + LINK_LIVES };
    platform.storage.contacts.put_link(&link).await?;
    Ok(LinkView { url: address(platform, &token), token, expires: Moment(link.expires) })
}

/// My link. 404: I have none.
pub async fn link(platform: &Platform, who: &Who) -> Result<LinkView> {
    let absent = || Refusal::not_found("Du har ingen länk.");
    let link = platform.storage.contacts.link(who.user_id, now()).await?.ok_or_else(absent)?;
    // Encrypted with another secret: it can no longer be shown.
    let token = platform.secrets.open(&link.sealed).and_then(|token| String::from_utf8(token).ok());
    let token = token.ok_or_else(absent)?;
    Ok(LinkView { url: address(platform, &token), token, expires: Moment(link.expires) })
}

/// Withdraws my link.
pub async fn withdraw_link(platform: &Platform, who: &Who) -> Result<()> {
    Ok(platform.storage.contacts.withdraw_link(who.user_id).await?)
}

async fn found(platform: &Platform, token: &str) -> Result<ContactToken> {
    platform.storage.contacts.token(&token_hash(token), now()).await?.ok_or_else(gone)
}

/// The content of a secret, for its holder. 404: unknown, used, withdrawn or expired.
pub async fn show(platform: &Platform, token: &str) -> Result<TokenView> {
    let token = found(platform, token).await?;
    let user = platform.storage.accounts.user(token.user_id).await?.filter(accounts::profile::is_alive);
    let user = Inviter::from(&user.ok_or_else(gone)?);
    Ok(TokenView { kind: token.kind, user, message: token.message, expires: Moment(token.expires) })
}

/// Opens a secret: a link makes us contacts, an invitation becomes a request to me. 404 as [`show`], and with a block
/// between us.
pub async fn open(platform: &Platform, who: &Who, token: &str) -> Result<Brought> {
    let token = found(platform, token).await?;
    let (me, other) = (who.user_id, token.user_id);
    if me == other {
        return Err(Refusal::field("token", "SELF", "Länken är din egen."));
    }
    // Checked before the invitation is used up, so that with a block in between it stays valid for others.
    let pair = platform.storage.contacts.pair(me, other).await?;
    rules::next(rules::Between::of(&pair), Act::Follow { asks: false }, now())?;
    if token.kind == LinkKind::Invitation && !platform.storage.contacts.take(&token).await? {
        return Err(gone());
    }
    let done = match token.kind {
        LinkKind::Link => acting::act(platform, me, other, Act::Meet, None).await,
        LinkKind::Invitation => acting::act(platform, other, me, Act::Invite, token.message).await,
    };
    if let Err(refusal) = done
        && !matches!(refusal.code, "ALREADY_CONTACT" | "ALREADY_REQUESTED")
    {
        return Err(refusal);
    }
    brought(platform, me, other).await
}

async fn brought(platform: &Platform, me: UserId, other: UserId) -> Result<Brought> {
    let pair: Pair = platform.storage.contacts.pair(me, other).await?;
    let user = pair.user.as_ref().ok_or_else(gone)?;
    let status = StatusView::of(&pair, now());
    let ids = (pair.bond.half(me).contact_id, pair.bond.half(other).contact_id);
    Ok(Brought {
        status: status.status,
        user_id: other,
        slug: user.user_name.clone(),
        contact_ids: ids.0.zip(ids.1).map(|(mine, theirs)| [mine, theirs]).filter(|_| are_contacts(&pair)),
        request_id: status.request_id,
    })
}
