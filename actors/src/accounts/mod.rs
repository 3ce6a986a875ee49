//! Accounts: sign-up, verification, sign-in, reset, sessions, profile. Contract §2.

pub mod erasure;
pub mod export;
mod jwt;
pub mod names;
pub mod operator;
pub mod profile;
pub mod rules;
pub mod secrets;
mod sessions;
pub mod view;

pub use sessions::{
    Signed, Who, authenticate, end_session, log_in, log_out, open_session, sessions, socket_token,
    who_of_socket_token,
};

use storage::accounts::{CreateUser, Token, TokenPurpose, User, UserStatus};
use storage::ids::UserId;

use crate::Platform;
use crate::bus::Announcement;
use crate::error::{Refusal, Result};
use crate::pictures::PictureKind;
use crate::time::now;
use secrets::{new_token, token_hash};
use view::{ChangeProfile, SignUp};

/// Tries at a free name before it gets a random number.
const NAME_TRIES: u32 = 20;

/// A person about to be: everything but the id and the name in addresses.
#[derive(Clone)]
pub struct NewUser {
    pub email: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub password_hash: Option<String>,
    pub status: UserStatus,
    /// The name to begin with; made from the display name when absent.
    pub user_name: Option<String>,
    pub created: i64,
}

/// What came of making a person.
pub enum Made {
    New(Box<User>),
    EmailTaken(UserId),
}

/// Makes a person under the first free name.
pub async fn make_user(platform: &Platform, new: NewUser) -> Result<Made> {
    make_user_as(platform, UserId(platform.ids.next(now())?), new).await
}

/// Makes a person with an id that was chosen before; making the same one again is finishing it.
pub(crate) async fn make_user_as(platform: &Platform, user_id: UserId, new: NewUser) -> Result<Made> {
    let base = new.user_name.unwrap_or_else(|| new.display_name.clone());
    let mut user = User {
        user_id,
        email: new.email,
        user_name: String::new(),
        first_name: new.first_name,
        last_name: new.last_name,
        display_name: new.display_name,
        password_hash: new.password_hash,
        status: new.status,
        image: None,
        municipality: -1,
        created: new.created,
        verified: (new.status == UserStatus::Active).then_some(new.created),
        findable: false,
        show_municipality: false,
        erase_at: None,
    };
    for n in 0..=NAME_TRIES {
        let n = if n < NAME_TRIES { n } else { rand::random_range(1_000..1_000_000) };
        user.user_name = names::attempt(&base, n);
        match platform.storage.accounts.create_user(&user).await? {
            CreateUser::Created => return Ok(Made::New(Box::new(user))),
            CreateUser::EmailTaken(id) => return Ok(Made::EmailTaken(id)),
            CreateUser::NameTaken => {}
        }
    }
    Err(Refusal::busy())
}

/// Signs up. The answer is the same whether the address is known or not; a known one gets a mail instead.
pub async fn sign_up(platform: &Platform, new: SignUp, address: &str) -> Result<()> {
    let email = rules::email(&new.email)?;
    let first_name = rules::name("firstName", &new.first_name)?;
    let last_name = rules::name("lastName", &new.last_name)?;
    let local = email.split('@').next().unwrap_or_default();
    rules::password(&new.password, &[&first_name, &last_name, &email, local])?;
    platform.limits.sign_up(&*platform.bus, address).await?;
    // Hashed in any case: the time an answer takes says nothing.
    let hash = platform.secrets.hash_password(&new.password).await?;
    let made = make_user(
        platform,
        NewUser {
            email: Some(email.clone()),
            display_name: format!("{first_name} {last_name}"),
            first_name,
            last_name,
            password_hash: Some(hash.clone()),
            status: UserStatus::Pending,
            user_name: None,
            created: now(),
        },
    )
    .await?;
    match made {
        Made::New(user) => mail_verification(platform, &user, hash).await,
        Made::EmailTaken(id) => match platform.storage.accounts.user(id).await? {
            Some(known) if known.status == UserStatus::Pending => {
                mail_verification(platform, &known, hash).await
            }
            Some(known) if known.status == UserStatus::Imported => invite(platform, &known).await,
            _ => {
                let text = format!(
                    "Hej!\n\nNågon (kanske du) försökte skapa ett konto med den här adressen, men du har redan ett.\n\n\
                     Logga in: {url}/login\nGlömt lösenordet? {url}/reset\n\nVar det inte du behöver du inte göra något.\n",
                    url = platform.settings.public_url
                );
                platform.mail.send(&email, "Du har redan ett konto", text);
                Ok(())
            }
        },
    }
}

async fn link(
    platform: &Platform,
    user_id: UserId,
    purpose: TokenPurpose,
    lives: i64,
    password_hash: Option<String>,
) -> Result<String> {
    let (token, hash) = new_token();
    let expires = now() + lives;
    let token_row = Token { hash, purpose, user_id, session_id: None, password_hash, expires };
    platform.storage.accounts.put_token(&token_row).await?;
    Ok(token)
}

/// The link carries the password of the sign-up that asked for it: whoever signed up with somebody else's address before
/// gains nothing when its owner follows a link of their own.
async fn mail_verification(platform: &Platform, user: &User, password_hash: String) -> Result<()> {
    let Some(email) = &user.email else { return Ok(()) };
    let token =
        link(platform, user.user_id, TokenPurpose::Verify, rules::VERIFY_LIVES, Some(password_hash)).await?;
    let text = format!(
        "Hej {name}!\n\nVälkommen till Kalender. Bekräfta din e-postadress så är ditt konto klart:\n\n\
         {url}/verify?token={token}\n\nLänken gäller i 48 timmar och kan användas en gång.\n",
        name = user.first_name,
        url = platform.settings.public_url
    );
    platform.mail.send(email, "Bekräfta din e-postadress", text);
    Ok(())
}

fn token_invalid() -> Refusal {
    Refusal::field("token", "TOKEN_INVALID", "Länken gäller inte längre. Be om en ny.")
}

/// The address is confirmed; the token is used up.
pub async fn verify(platform: &Platform, token: &str) -> Result<User> {
    let at = now();
    let found = platform.storage.accounts.take_token(&token_hash(token), TokenPurpose::Verify, at).await?;
    let Token { user_id, password_hash, .. } = found.ok_or_else(token_invalid)?;
    let user = platform.storage.accounts.user(user_id).await?.ok_or_else(token_invalid)?;
    if user.status == UserStatus::Pending {
        if let Some(hash) = password_hash {
            platform.storage.accounts.set_password(user_id, &hash).await?;
        }
        platform.storage.accounts.set_status(user_id, UserStatus::Active, Some(at)).await?;
    }
    platform.announce(Announcement::ProfileChanged { user_id });
    Ok(User { status: UserStatus::Active, verified: user.verified.or(Some(at)), ..user })
}

/// Mails a link to set a new password, where the address is known. Answers the same in any case.
pub async fn ask_for_reset(platform: &Platform, email: &str, address: &str) -> Result<()> {
    platform.limits.sign_in(&*platform.bus, address, email).await?;
    let Ok(email) = rules::email(email) else { return Ok(()) };
    let Some(user) = platform.storage.accounts.user_by_email(&email).await? else { return Ok(()) };
    match user.status {
        UserStatus::Deactivated | UserStatus::Bot => Ok(()),
        UserStatus::Imported => invite(platform, &user).await,
        UserStatus::Pending | UserStatus::Active => {
            let token = link(platform, user.user_id, TokenPurpose::Reset, rules::RESET_LIVES, None).await?;
            let text = format!(
                "Hej {name}!\n\nVälj ett nytt lösenord:\n\n{url}/reset?token={token}\n\n\
                 Länken gäller i en timme och kan användas en gång. Bad du inte om det behöver du inte göra något.\n",
                name = user.first_name,
                url = platform.settings.public_url
            );
            platform.mail.send(&email, "Nytt lösenord", text);
            Ok(())
        }
    }
}

/// Mails an imported person a link to take over their account: whoever reads their mail sets its password.
pub async fn invite(platform: &Platform, user: &User) -> Result<()> {
    let Some(email) = &user.email else {
        return Err(Refusal::conflict("NO_EMAIL", "Personen har ingen e-postadress."));
    };
    if user.status != UserStatus::Imported {
        return Err(Refusal::conflict("ALREADY_CLAIMED", "Kontot används redan av sin ägare."));
    }
    let token = link(platform, user.user_id, TokenPurpose::Claim, rules::CLAIM_LIVES, None).await?;
    let text = format!(
        "Hej {name}!\n\nDina meddelanden har flyttat till Kalender. Välj ett lösenord så är kontot ditt:\n\n\
         {url}/reset?token={token}\n\nLänken gäller i 30 dagar och kan användas en gång.\n",
        name = user.display_name,
        url = platform.settings.public_url
    );
    platform.mail.send(email, "Ta över ditt konto i Kalender", text);
    Ok(())
}

/// Sets a new password with a mailed token; ends all sessions there are.
pub async fn reset(platform: &Platform, token: &str, password: &str) -> Result<()> {
    let hash = token_hash(token);
    let accounts = &platform.storage.accounts;
    let at = now();
    // Looked at before it is used up: a refused password must not cost the link.
    let purpose = match accounts.peek_token(&hash, TokenPurpose::Reset, at).await? {
        Some(_) => TokenPurpose::Reset,
        None => TokenPurpose::Claim,
    };
    let seen = accounts.peek_token(&hash, purpose, at).await?.ok_or_else(token_invalid)?;
    let user = accounts.user(seen.user_id).await?.ok_or_else(token_invalid)?;
    let email = user.email.as_deref().unwrap_or_default();
    rules::password(password, &[&user.first_name, &user.last_name, email])?;
    let new = platform.secrets.hash_password(password).await?;
    accounts.take_token(&hash, purpose, at).await?.ok_or_else(token_invalid)?;
    accounts.set_password(user.user_id, &new).await?;
    if matches!(user.status, UserStatus::Pending | UserStatus::Imported) {
        // The link came by mail: the address is theirs.
        accounts.set_status(user.user_id, UserStatus::Active, Some(at)).await?;
    }
    let sessions = accounts.end_sessions_but(user.user_id, None).await?;
    platform.announce(Announcement::ProfileChanged { user_id: user.user_id });
    sessions::ended(platform, user.user_id, sessions).await;
    Ok(())
}

/// The signed-in person's own account.
pub async fn me(platform: &Platform, who: &Who) -> Result<User> {
    platform.storage.accounts.user(who.user_id).await?.ok_or_else(Refusal::internal)
}

/// Changes one's own profile; 409 when the name is taken.
pub async fn change_profile(platform: &Platform, who: &Who, change: ChangeProfile) -> Result<User> {
    let user = me(platform, who).await?;
    let given = |field, new: Option<String>, old: &str| match new {
        Some(new) => rules::name(field, &new),
        None => Ok(old.to_owned()),
    };
    let first = given("firstName", change.first_name, &user.first_name)?;
    let last = given("lastName", change.last_name, &user.last_name)?;
    let display = given("displayName", change.display_name, &user.display_name)?;
    let municipality = change.selected_municipality_id.unwrap_or(user.municipality);
    if change
        .selected_municipality_id
        .is_some_and(|id| id != -1 && platform.places.municipality(id).is_none())
    {
        return Err(Refusal::field("selectedMunicipalityId", "UNKNOWN", "Kommunen finns inte."));
    }
    if let Some(new) = change.user_name.filter(|new| *new != user.user_name) {
        if !names::is_free_slug(&new) {
            return Err(Refusal::field(
                "userName",
                "SLUG",
                "Använd 2–50 små bokstäver a–z, siffror och bindestreck.",
            ));
        }
        if !platform.storage.accounts.rename_user(who.user_id, &user.user_name, &new).await? {
            return Err(Refusal::conflict("NAME_TAKEN", "Namnet är upptaget."));
        }
    }
    platform.storage.accounts.update_profile(who.user_id, &first, &last, &display, municipality).await?;
    if change.findable.is_some() || change.show_municipality.is_some() {
        let findable = change.findable.unwrap_or(user.findable);
        let show_municipality = change.show_municipality.unwrap_or(user.show_municipality);
        platform.storage.accounts.set_visibility(who.user_id, findable, show_municipality).await?;
    }
    platform.announce(Announcement::ProfileChanged { user_id: who.user_id });
    me(platform, who).await
}

/// A new profile picture.
pub async fn set_image(platform: &Platform, who: &Who, upload: Vec<u8>) -> Result<User> {
    let version = platform.pictures.put(PictureKind::User, who.user_id.0, upload).await?;
    platform.storage.accounts.set_image(who.user_id, Some(&version)).await?;
    platform.announce(Announcement::ProfileChanged { user_id: who.user_id });
    me(platform, who).await
}
