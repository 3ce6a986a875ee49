//! Mailed links: confirming an address, setting a password, taking over an imported account, allowing a sign-in.
//!
//! Decisions:
//! - The password and names of a sign-up are stored with its link and apply once the link is followed: an earlier
//!   sign-up with somebody else's address fixes neither.
//! - A link that sets a password or signs in is valid for the password that the account had when it was made. So using
//!   one invalidates all others, older and newer.
//! - Neither the answer nor its time reveals whether an address is known: the work for a known one is done after the
//!   answer.

use storage::accounts::{ProfileChange, Token, TokenPurpose, User, UserStatus};
use storage::ids::UserId;
use storage::jobs::Job;
use storage::record::Stored;

use super::secrets::{new_token, token_hash};
use super::sessions::{self, Caller, Signed};
use super::{names, rules};
use crate::Platform;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::short_hash;
use crate::platform::mail;
use crate::platform::text::in_mail;
use crate::platform::time::now;

/// Attempts at a free name when the name of an earlier sign-up is replaced.
const RENAME_TRIES: u32 = 20;

/// The input of a sign-up.
pub(super) struct Chosen {
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
}

impl Chosen {
    pub(super) fn display_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// Represents an account's current password in the links that are valid for it.
fn stamp(user: &User) -> String {
    short_hash(user.password_hash.as_deref().unwrap_or_default().as_bytes())
}

fn token_invalid() -> Refusal {
    Refusal::field("token", "TOKEN_INVALID", "Länken gäller inte längre. Be om en ny.")
}

/// Mails a link: its secret and the mail are stored in one write. `text` writes the mail around the secret.
async fn mail_link(
    platform: &Platform,
    (user, email): (&User, &str),
    (purpose, lives): (TokenPurpose, i64),
    subject: &str,
    text: impl FnOnce(&str) -> String,
) -> Result<()> {
    let (token, hash) = new_token();
    let row = Token {
        hash,
        purpose,
        user_id: user.user_id,
        session_id: None,
        password_hash: Some(stamp(user)),
        first_name: None,
        last_name: None,
        expires: now() + lives,
    };
    hand_out(platform, &row, mail::job(platform, email, subject, text(&token))?).await
}

async fn hand_out(platform: &Platform, token: &Token, mail: Job) -> Result<()> {
    platform.storage.accounts.put_token(token, vec![mail.insert()]).await?;
    platform.jobs.wake();
    Ok(())
}

pub(super) async fn mail_verification(platform: &Platform, user: &User, chosen: Chosen) -> Result<()> {
    let Some(email) = &user.email else { return Ok(()) };
    let (token, hash) = new_token();
    let row = Token {
        hash,
        purpose: TokenPurpose::Verify,
        user_id: user.user_id,
        session_id: None,
        password_hash: Some(chosen.password_hash),
        first_name: Some(chosen.first_name.clone()),
        last_name: Some(chosen.last_name),
        expires: now() + rules::VERIFY_LIVES,
    };
    let text = format!(
        "Hej {name}!\n\nVälkommen till Kalender. Bekräfta din e-postadress så är ditt konto klart:\n\n\
         {url}/verify?token={token}\n\nLänken gäller i 48 timmar och kan användas en gång.\n",
        name = in_mail(&chosen.first_name),
        url = platform.settings.public_url
    );
    hand_out(platform, &row, mail::job(platform, email, "Bekräfta din e-postadress", text)?).await
}

/// Confirms the address; the token is used up.
pub async fn verify(platform: &Platform, token: &str) -> Result<User> {
    let at = now();
    let accounts = &platform.storage.accounts;
    let found = accounts.take_token(&token_hash(token), TokenPurpose::Verify, at).await?;
    let Token { user_id, password_hash, first_name, last_name, .. } = found.ok_or_else(token_invalid)?;
    let user = accounts.user(user_id).await?.ok_or_else(token_invalid)?;
    if user.status == UserStatus::Pending {
        if let Some(hash) = password_hash {
            accounts.set_password(user_id, &hash).await?;
        }
        if let (Some(first), Some(last)) = (first_name, last_name) {
            rename(platform, &user, &first, &last).await?;
        }
        accounts.set_status(user_id, UserStatus::Active, Some(at)).await?;
    }
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
    let user = accounts.user(user_id).await?.ok_or_else(token_invalid)?;
    Ok(User { verified: user.verified.or(Some(at)), ..user })
}

/// Renames the person as in the sign-up whose link was followed, including the user name.
async fn rename(platform: &Platform, user: &User, first: &str, last: &str) -> Result<()> {
    let display = format!("{first} {last}");
    if display == user.display_name {
        return Ok(());
    }
    let accounts = &platform.storage.accounts;
    let relisting = super::relisting(platform, user.user_id)?;
    let named = ProfileChange {
        first_name: Some(first.to_owned()),
        last_name: Some(last.to_owned()),
        display_name: Some(display.clone()),
        ..ProfileChange::default()
    };
    accounts.change_profile(user.user_id, named, None, relisting.clone()).await?;
    for n in 0..RENAME_TRIES {
        let name = names::attempt(&display, n);
        if accounts.rename_user(user.user_id, &user.user_name, &name, relisting.clone()).await? {
            break;
        }
    }
    Ok(())
}

/// Mails a link to set a new password if the address is known. The answer is always the same, and given before the
/// lookup.
pub async fn ask_for_reset(platform: &Platform, email: &str, address: &str) -> Result<()> {
    let Ok(email) = rules::email(email) else { return Ok(()) };
    platform.limits.reset(&*platform.bus, address, &email).await?;
    let turn = platform.links.enter().await?;
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let _turn = turn;
        if let Err(refusal) = mail_reset(&platform, &email).await {
            tracing::warn!(%refusal, "a link for a new password was not mailed");
        }
    });
    Ok(())
}

async fn mail_reset(platform: &Platform, email: &str) -> Result<()> {
    let Some(user) = platform.storage.accounts.user_by_email(email).await? else { return Ok(()) };
    match user.status {
        UserStatus::Deactivated | UserStatus::Bot => Ok(()),
        UserStatus::Imported => invite(platform, &user).await,
        UserStatus::Pending | UserStatus::Active => {
            let text = |token: &str| {
                format!(
                    "Hej {name}!\n\nVälj ett nytt lösenord:\n\n{url}/reset?token={token}\n\n\
                 Länken gäller i en timme och kan användas en gång. Bad du inte om det behöver du inte göra något.\n",
                    name = in_mail(&user.first_name),
                    url = platform.settings.public_url
                )
            };
            let link = (TokenPurpose::Reset, rules::RESET_LIVES);
            mail_link(platform, (&user, email), link, "Nytt lösenord", text).await
        }
    }
}

/// Mails an imported person a link to take over their account by setting its password.
pub async fn invite(platform: &Platform, user: &User) -> Result<()> {
    let Some(email) = &user.email else {
        return Err(Refusal::conflict("NO_EMAIL", "Personen har ingen e-postadress."));
    };
    if user.status != UserStatus::Imported {
        return Err(Refusal::conflict("ALREADY_CLAIMED", "Kontot används redan av sin ägare."));
    }
    let text = |token: &str| {
        format!(
            "Hej {name}!\n\nDina meddelanden har flyttat till Kalender. Välj ett lösenord så är kontot ditt:\n\n\
         {url}/reset?token={token}\n\nLänken gäller i 30 dagar och kan användas en gång.\n",
            name = in_mail(&user.display_name),
            url = platform.settings.public_url
        )
    };
    let link = (TokenPurpose::Claim, rules::CLAIM_LIVES);
    mail_link(platform, (user, email), link, "Ta över ditt konto i Kalender", text).await
}

/// Sets a new password with a mailed token; ends all sessions, access tokens and other links.
pub async fn reset(platform: &Platform, token: &str, password: &str) -> Result<()> {
    let hash = token_hash(token);
    let accounts = &platform.storage.accounts;
    let at = now();
    // Only read at first, because a refused password must not use up the link.
    let purpose = match accounts.peek_token(&hash, TokenPurpose::Reset, at).await? {
        Some(_) => TokenPurpose::Reset,
        None => TokenPurpose::Claim,
    };
    let seen = accounts.peek_token(&hash, purpose, at).await?.ok_or_else(token_invalid)?;
    let user = accounts.user(seen.user_id).await?.ok_or_else(token_invalid)?;
    holds(&seen, &user)?;
    let email = user.email.as_deref().unwrap_or_default();
    platform.secrets.judge_password(password, &[&user.first_name, &user.last_name, email]).await?;
    let new = platform.secrets.hash_password(password).await?;
    accounts.take_token(&hash, purpose, at).await?.ok_or_else(token_invalid)?;
    // Another link may have been used since it was read.
    if !accounts.replace_password(user.user_id, user.password_hash.as_deref(), &new).await? {
        return Err(token_invalid());
    }
    if matches!(user.status, UserStatus::Pending | UserStatus::Imported) {
        // The link came by mail, so the address is confirmed.
        accounts.set_status(user.user_id, UserStatus::Active, Some(at)).await?;
    }
    let sessions = accounts.end_sessions_but(user.user_id, None).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, user.user_id.0));
    sessions::ended(platform, user.user_id, sessions).await;
    sessions::end_credentials(platform, user.user_id).await
}

/// Refuses a link from before the last change of the account's password. (Links made by an older version do not contain
/// it.)
fn holds(token: &Token, user: &User) -> Result<()> {
    match &token.password_hash {
        Some(stamped) if *stamped != stamp(user) => Err(token_invalid()),
        _ => Ok(()),
    }
}

/// Mails a link to sign in with, after too many failed attempts to trust the password on an unknown device. After the
/// answer, so that it does not reveal whether the password was right.
pub(super) fn mail_sign_in(platform: &Platform, user: User) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        if let Err(refusal) = sign_in_link(&platform, &user).await {
            tracing::info!(%refusal, "a link to sign in was not mailed");
        }
    });
}

async fn sign_in_link(platform: &Platform, user: &User) -> Result<()> {
    let Some(email) = &user.email else { return Ok(()) };
    platform.limits.mailed_link(&*platform.bus, email).await?;
    let text = |token: &str| {
        format!(
            "Hej {name}!\n\nNågon har gissat fel lösenord till ditt konto många gånger. Är det du som vill logga in på en ny \
         enhet? Öppna länken på den:\n\n{url}/login?token={token}\n\nLänken gäller i en timme och kan användas en gång. \
         Var det inte du har någon annan ditt lösenord: byt det på {url}/reset.\n",
            name = in_mail(&user.first_name),
            url = platform.settings.public_url
        )
    };
    let link = (TokenPurpose::SignIn, rules::RESET_LIVES);
    mail_link(platform, (user, email), link, "Logga in på en ny enhet", text).await
}

/// Signs in with a mailed link.
pub async fn log_in_by_link(platform: &Platform, token: &str, from: &Caller<'_>) -> Result<Signed> {
    let accounts = &platform.storage.accounts;
    let found = accounts.take_token(&token_hash(token), TokenPurpose::SignIn, now()).await?;
    let found = found.ok_or_else(token_invalid)?;
    let user = accounts.user(found.user_id).await?.ok_or_else(token_invalid)?;
    holds(&found, &user)?;
    if user.status != UserStatus::Active {
        return Err(token_invalid());
    }
    let known: UserId = user.user_id;
    let mut signed = sessions::open_session(platform, user, from.user_agent, from.address).await?;
    signed.device = Some(platform.secrets.remember(platform.secrets.device(from.device), known)?);
    Ok(signed)
}
