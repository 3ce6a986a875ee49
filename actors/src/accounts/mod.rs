//! Accounts: sign-up, verification, sign-in, reset, sessions, profile. Contract §2.

pub mod availability;
pub mod erasure;
pub mod export;
pub(crate) mod found;
pub mod journal;
mod links;
pub mod names;
pub mod operator;
pub mod profile;
pub mod rules;
pub mod secrets;
mod sessions;
pub mod view;

pub use crate::live::who::Who;
pub use links::{ask_for_reset, invite, log_in_by_link, reset, verify};
pub use sessions::{
    Caller, Signed, authenticate, end_session, log_in, log_out, open_session, sessions, socket_token,
    who_of_socket_token,
};

use storage::accounts::{CreateUser, ProfileChange, User, UserStatus, WhoMayMessage};
use storage::engine::Write;
use storage::ids::UserId;

use crate::Platform;
use crate::area::Area;
use crate::live::bus::{Announcement, Name, Topic};
use crate::platform::error::{Refusal, Result};
use crate::platform::mail;
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::QuotaKind;
use crate::platform::time::now;
use links::Chosen;
use view::{ChangeProfile, SignUp};

/// Sessions of a person; a new one ends the one that was unused for longest.
pub const SESSIONS: QuotaKind = QuotaKind::number(
    "sessions",
    "max-sessions-per-user",
    "Sessions of a person; the one used longest ago ends for a new one",
    50,
);

/// The area's declaration. The account itself is erased last, by the job.
pub static AREA: Area = Area {
    jobs: &[mail::MAIL, mail::MAIL_BULK, erasure::ERASURE, operator::END_SESSIONS],
    export: Some(|platform, who| Box::pin(export::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(export::archive(platform, who, archive))),
    quotas: &[SESSIONS],
    pictures: &[(PictureKind::User, |platform, _, id, _| Box::pin(picture(platform, UserId(id))))],
    indexed: &[&found::PEOPLE],
    reports: &[profile::REPORTS],
    ..Area::named("accounts")
};

/// The topic of a person's rooms that others may enter. It also carries changes of the relations to that person.
pub fn topic(user_id: UserId) -> Topic {
    Topic::Scope(const { Name::new("contacts") }, user_id.0)
}

/// Attempts at a free name before a random number is added.
const NAME_TRIES: u32 = 20;

/// A new person, without an id and a user name.
#[derive(Clone)]
pub struct NewUser {
    pub email: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub password_hash: Option<String>,
    pub status: UserStatus,
    /// The preferred user name; derived from the display name if absent.
    pub user_name: Option<String>,
    pub created: i64,
}

/// The result of creating a person.
pub enum Made {
    New(Box<User>),
    EmailTaken(UserId),
}

/// Creates a person under the first free name.
pub async fn make_user(platform: &Platform, new: NewUser) -> Result<Made> {
    make_user_as(platform, UserId(platform.ids.next(now())?), new).await
}

/// Creates the account of a bot, which cannot sign in. `user_name`: the preferred one; derived from `name` if absent.
pub(crate) async fn make_bot(
    platform: &Platform,
    name: &str,
    user_name: Option<String>,
) -> Result<Box<User>> {
    let new = NewUser {
        email: None,
        first_name: name.to_owned(),
        last_name: String::new(),
        display_name: name.to_owned(),
        password_hash: None,
        status: UserStatus::Bot,
        user_name,
        created: now(),
    };
    let Made::New(bot) = make_user(platform, new).await? else { return Err(Refusal::internal()) };
    Ok(bot)
}

/// Creates a person with a given id; repeating it completes an interrupted attempt.
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
        shows_bookables: true,
        shows_infopoint: true,
        shows_phocal: true,
        shows_boka_in: true,
        shows_order: true,
        erase_at: None,
        who_may_message: WhoMayMessage::SharedOrg,
        show_read_marks: true,
        mail_missed: true,
        discoverable: true,
        approve_followers: false,
        own_status: None,
        quiet: None,
        notify: None,
        phone: None,
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
    // Before anything expensive.
    platform.limits.sign_up(&*platform.bus, address).await?;
    let email = rules::email(&new.email)?;
    let first_name = rules::name("firstName", &new.first_name)?;
    let last_name = rules::name("lastName", &new.last_name)?;
    let local = email.split('@').next().unwrap_or_default();
    platform.secrets.judge_password(&new.password, &[&first_name, &last_name, &email, local]).await?;
    // After the checks that a person may have to repeat; from here on each attempt sends a mail.
    platform.limits.sign_up_email(&*platform.bus, &email).await?;
    // Hashed in any case, so that the time of the answer reveals nothing.
    let hash = platform.secrets.hash_password(&new.password).await?;
    let chosen = Chosen { password_hash: hash.clone(), first_name, last_name };
    let made = make_user(
        platform,
        NewUser {
            email: Some(email.clone()),
            display_name: chosen.display_name(),
            first_name: chosen.first_name.clone(),
            last_name: chosen.last_name.clone(),
            password_hash: Some(hash),
            status: UserStatus::Pending,
            user_name: None,
            created: now(),
        },
    )
    .await?;
    match made {
        Made::New(user) => links::mail_verification(platform, &user, chosen).await,
        Made::EmailTaken(id) => match platform.storage.accounts.user(id).await? {
            Some(known) if known.status == UserStatus::Pending => {
                links::mail_verification(platform, &known, chosen).await
            }
            Some(known) if known.status == UserStatus::Imported => invite(platform, &known).await,
            _ => {
                let text = format!(
                    "Hej!\n\nNågon (kanske du) försökte skapa ett konto med den här adressen, men du har redan ett.\n\n\
                     Logga in: {url}/login\nGlömt lösenordet? {url}/reset\n\nVar det inte du behöver du inte göra något.\n",
                    url = platform.settings.public_url
                );
                mail::send(platform, &email, "Du har redan ett konto", text).await
            }
        },
    }
}

/// The signed-in person's own account.
pub async fn me(platform: &Platform, who: &Who) -> Result<User> {
    platform.storage.accounts.user(who.user_id).await?.ok_or_else(Refusal::internal)
}

/// Changes my profile; 409 if the name is taken.
pub async fn change_profile(platform: &Platform, who: &Who, change: ChangeProfile) -> Result<User> {
    let user = me(platform, who).await?;
    let given = |field, new: Option<String>| new.map(|new| rules::name(field, &new)).transpose();
    let shows = change.display_flags.unwrap_or_default();
    let changed = ProfileChange {
        first_name: given("firstName", change.first_name)?,
        last_name: given("lastName", change.last_name)?,
        display_name: None,
        municipality: change.selected_municipality_id,
        findable: change.findable,
        discoverable: change.discoverable,
        show_municipality: change.show_municipality,
        shows_bookables: shows.bookables,
        shows_infopoint: shows.infopoint,
        shows_phocal: shows.phocal,
        shows_boka_in: shows.boka_in,
        shows_order: shows.order,
        who_may_message: change.who_may_message,
        show_read_marks: change.show_read_marks,
        mail_missed: change.mail_missed,
        approve_followers: change.approve_followers,
    };
    let chosen = given("displayName", change.display_name)?;
    if changed.municipality.is_some_and(|id| id != -1 && platform.places.municipality(id).is_none()) {
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
        if !platform
            .storage
            .accounts
            .rename_user(who.user_id, &user.user_name, &new, relisting(platform, who.user_id)?)
            .await?
        {
            return Err(Refusal::conflict("NAME_TAKEN", "Namnet är upptaget."));
        }
    }
    write_profile(platform, user, &changed, chosen).await?;
    announce_profile(platform, who.user_id);
    me(platform, who).await
}

/// After the write of a profile: the nodes read it again, and lists by name are updated.
fn announce_profile(platform: &Platform, user_id: UserId) {
    platform.jobs.wake();
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
}

/// Writes a change of a profile with the resulting display name. A display name derived from first and last name is
/// written only if these are unchanged (compare and set); after a concurrent change they are read again.
async fn write_profile(
    platform: &Platform,
    mut user: User,
    change: &ProfileChange,
    chosen: Option<String>,
) -> Result<()> {
    let accounts = &platform.storage.accounts;
    let follows = chosen.is_none() && (change.first_name.is_some() || change.last_name.is_some());
    for _ in 0..NAME_TRIES {
        let display_name = rules::called(&user, change, chosen.clone());
        let then = if display_name.is_some() { relisting(platform, user.user_id)? } else { Vec::new() };
        let changed = ProfileChange { display_name, ..change.clone() };
        let was = follows.then_some(&user);
        if accounts.change_profile(user.user_id, changed, was, then).await? || !follows {
            return Ok(());
        }
        user = accounts.user(user.user_id).await?.ok_or_else(Refusal::internal)?;
    }
    Err(Refusal::moved_on())
}

/// Renames a bot.
pub(crate) async fn call_bot(platform: &Platform, bot: UserId, name: String) -> Result<()> {
    let named = ProfileChange { display_name: Some(name), ..ProfileChange::default() };
    platform.storage.accounts.change_profile(bot, named, None, relisting(platform, bot)?).await?;
    announce_profile(platform, bot);
    Ok(())
}

/// Writes that join that of a name and update the lists of people that contain it.
fn relisting(platform: &Platform, user_id: UserId) -> Result<Vec<Write>> {
    let all: Result<Vec<_>> =
        platform.hooks().filter_map(|on| on.rename).map(|on_rename| on_rename(platform, user_id)).collect();
    Ok(all?.concat())
}

/// The version of somebody's profile picture, which everybody may see.
async fn picture(platform: &Platform, id: UserId) -> Result<Option<(String, bool)>> {
    let user = platform.people.get(id).await?;
    Ok(user.and_then(|user| user.image.clone()).map(|version| (version, true)))
}

/// A new profile picture.
pub async fn set_image(platform: &Platform, who: &Who, upload: Vec<u8>) -> Result<User> {
    let version = platform.pictures.put(PictureKind::User, who.user_id.0, upload).await?;
    let old = platform.storage.accounts.set_image(who.user_id, &version).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    platform.pictures.replaced(PictureKind::User, who.user_id.0, old, &version).await;
    me(platform, who).await
}
