//! Accounts: people, sessions, one-time tokens.
//!
//! E-mail addresses and user names are claimed by compare and set; the person's row is written with the last claim.

mod availability;
mod check;
mod erasure;
mod notifying;
mod profile;
pub(crate) mod records;
mod sessions;
pub(crate) mod tables;

pub use availability::{Quiet, Status};
pub use erasure::ERASURE_JOB;
pub use notifying::{
    Choice, Digest, NotificationCell, NotificationChannel, NotificationSettings, NotificationType,
};
pub use profile::ProfileChange;
pub use records::{CreateUser, Session, Token, TokenPurpose, User, UserStatus, WhoMayMessage};

use self::records::USERS;
use self::tables::USER_EMAILS;
use crate::platform::changes;
use crate::platform::claims;
use crate::platform::clock;
use crate::platform::engine::{Db, Guard, Is, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Record, Stored};
use crate::platform::slugs::{Bearer, Owner, Slugs};
use crate::platform::value::{Cell, Row, Value};

/// Columns that decide whether and how a person is found by search.
const SEEN: [&str; 7] =
    ["user_name", "first_name", "last_name", "display_name", "status", "findable", "erase_at"];

/// People own their user names as slugs.
pub(crate) const BEARER: Bearer = Bearer {
    key: |owner| match owner {
        Owner::User(id) => Some(User::at(id)),
        Owner::Entity(_) => None,
    },
    column: "user_name",
};

/// The repository of accounts.
#[derive(Clone)]
pub struct Accounts {
    db: Db,
    slugs: Slugs,
}

impl Accounts {
    pub(crate) fn new(db: Db, slugs: Slugs) -> Self {
        Self { db, slugs }
    }

    /// Stores a new person after claiming the user name and the address, if given.
    pub async fn create_user(&self, user: &User) -> Result<CreateUser> {
        let owner = Owner::User(user.user_id);
        if let Some(email) = &user.email
            && let Some(taken) = self.email_owner(email).await?
            && taken != user.user_id
        {
            return Ok(CreateUser::EmailTaken(taken));
        }
        let store = vec![user.insert(), changes::user(user.user_id)];
        let Some(email) = &user.email else {
            let won = self.slugs.claim(&user.user_name, owner, store).await?;
            return Ok(if won { CreateUser::Created } else { CreateUser::NameTaken });
        };
        if !self.slugs.claim(&user.user_name, owner, Vec::new()).await? {
            return Ok(CreateUser::NameTaken);
        }
        match self.claim_email(email, user.user_id, store).await? {
            None => Ok(CreateUser::Created),
            Some(taken) => {
                self.slugs.release(&user.user_name, owner).await?;
                Ok(CreateUser::EmailTaken(taken))
            }
        }
    }

    /// A person.
    pub async fn user(&self, user_id: UserId) -> Result<Option<User>> {
        self.db.find(User::at(user_id)).await
    }

    /// Reads people; missing ones are left out.
    pub async fn users(&self, user_ids: &[UserId]) -> Result<Vec<User>> {
        let keys = user_ids.iter().map(|id| User::at(*id)).collect();
        self.db.find_all(keys).await
    }

    /// People in the store's own order after one, at most `limit`. For maintenance only.
    pub async fn scan(&self, after: Option<UserId>, limit: usize) -> Result<Vec<User>> {
        let rows = self.db.scan(&USERS, after.map(|id| vec![id.into()]), limit).await?;
        rows.into_iter().map(User::read).collect()
    }

    /// The person with an address (case-folded).
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>> {
        let Some(mut row) = self.db.get(USER_EMAILS.at([email.into()])).await? else { return Ok(None) };
        let user = self.user(row.take("user_id")?).await?;
        // A claim of a person with another address is incomplete or not yet released.
        Ok(user.filter(|user| user.email.as_deref() == Some(email)))
    }

    /// The person with a user name.
    pub async fn user_by_name(&self, user_name: &str) -> Result<Option<User>> {
        match self.slugs.find(user_name).await? {
            Some(Owner::User(id)) => Ok(self.user(id).await?.filter(|user| user.user_name == user_name)),
            _ => Ok(None),
        }
    }

    /// Writes only the changed columns of a profile, together with the writes `then`; nothing if there is no change.
    /// With `was`, only if the person's names are still those. False: they are not, or there is no such person.
    pub async fn change_profile(
        &self,
        user_id: UserId,
        change: ProfileChange,
        was: Option<&User>,
        then: Vec<Write>,
    ) -> Result<bool> {
        let columns = change.columns();
        if columns.is_empty() {
            return Ok(true);
        }
        let names = |user: &User| {
            let [first, last, display] = [&user.first_name, &user.last_name, &user.display_name];
            let names = [("first_name", first), ("last_name", last), ("display_name", display)];
            names.map(|(column, name)| (column, name.as_str().into())).to_vec()
        };
        self.set_and(user_id, columns, was.map(names).unwrap_or_default(), then).await
    }

    /// Writes a person's temporary status; none: clears it. False: no such person.
    pub async fn set_own_status(&self, user_id: UserId, status: Option<&Status>) -> Result<bool> {
        self.set(user_id, vec![("own_status", status.cloned().to_value())], Vec::new()).await
    }

    /// Writes a person's quiet hours. False: no such person.
    pub async fn set_quiet(&self, user_id: UserId, quiet: &Quiet) -> Result<bool> {
        self.set(user_id, vec![("quiet", quiet.to_value())], Vec::new()).await
    }

    /// Changes what a person chose about notifications. False: it is no longer `old`, or there is no such person.
    pub async fn set_notify(
        &self,
        user_id: UserId,
        old: Option<&NotificationSettings>,
        new: &NotificationSettings,
    ) -> Result<bool> {
        let new = Some(new.clone()).filter(|new| !new.is_empty());
        let was = vec![("notify", Is::from(old.cloned().to_value()))];
        self.set(user_id, vec![("notify", new.to_value())], was).await
    }

    /// Writes a person's verified phone; none: removes it. False: no such person.
    pub async fn set_phone(&self, user_id: UserId, phone: Option<&str>) -> Result<bool> {
        self.set(user_id, vec![("phone", phone.into())], Vec::new()).await
    }

    /// Changes the user name from `old` to `new`, together with the writes `then`. False: `new` is taken, or `old` is
    /// no longer the name.
    pub async fn rename_user(&self, user_id: UserId, old: &str, new: &str, then: Vec<Write>) -> Result<bool> {
        if old == new {
            return Ok(true);
        }
        let owner = Owner::User(user_id);
        if !self.slugs.claim(new, owner, Vec::new()).await? {
            return Ok(false);
        }
        let (set, was) = (vec![("user_name", new.into())], vec![("user_name", old.into())]);
        let renamed = self.set_and(user_id, set, was, then).await?;
        let is_new = renamed || self.user(user_id).await?.is_some_and(|user| user.user_name == new);
        self.slugs.release(if is_new { old } else { new }, owner).await?;
        Ok(is_new)
    }

    /// Writes the picture's version; answers the previous one. None: there was none, or no such person.
    pub async fn set_image(&self, user_id: UserId, version: &str) -> Result<Option<String>> {
        let old = self.db.swap(User::at(user_id), "image", version.into(), Vec::new()).await?;
        Ok(old.and_then(String::from_value))
    }

    /// Writes the password hash (PHC string). False: no such person.
    pub async fn set_password(&self, user_id: UserId, hash: &str) -> Result<bool> {
        self.set(user_id, vec![("password_hash", hash.into())], Vec::new()).await
    }

    /// Writes the password hash if it is still `old`. False: it was changed meanwhile.
    pub async fn replace_password(&self, user_id: UserId, old: Option<&str>, new: &str) -> Result<bool> {
        self.set(user_id, vec![("password_hash", new.into())], vec![("password_hash", old.into())]).await
    }

    /// Writes the account status; `verified: None` leaves the stored time. False: no such person.
    pub async fn set_status(
        &self,
        user_id: UserId,
        status: UserStatus,
        verified: Option<i64>,
    ) -> Result<bool> {
        let mut set: Vec<(&'static str, Value)> = vec![("status", status.into())];
        if let Some(at) = verified {
            set.push(("verified", at.into()));
        }
        self.set(user_id, set, Vec::new()).await
    }

    /// Changes the address (case-folded). False: it is taken, or there is no such person.
    pub async fn set_email(&self, user_id: UserId, email: &str) -> Result<bool> {
        let Some(user) = self.user(user_id).await? else { return Ok(false) };
        if user.email.as_deref() == Some(email) {
            return Ok(true);
        }
        if self.claim_email(email, user_id, Vec::new()).await?.is_some() {
            return Ok(false);
        }
        let (set, was) = (vec![("email", email.into())], vec![("email", user.email.as_ref().into())]);
        let changed = self.set(user_id, set, was).await?;
        let old = if changed { user.email.as_deref() } else { Some(email) };
        if let Some(old) = old {
            let release = USER_EMAILS.at([old.into()]).delete_if([("user_id", user_id.into())]);
            self.db.write_if(vec![release], Vec::new()).await?;
        }
        Ok(changed)
    }

    async fn set(
        &self,
        user_id: UserId,
        set: Vec<(&'static str, Value)>,
        conditions: Vec<(&'static str, Is)>,
    ) -> Result<bool> {
        self.set_and(user_id, set, conditions, Vec::new()).await
    }

    async fn set_and(
        &self,
        user_id: UserId,
        set: Vec<(&'static str, Value)>,
        conditions: Vec<(&'static str, Is)>,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        if set.iter().any(|(column, _)| SEEN.contains(column)) {
            then.push(changes::user(user_id));
        }
        let guard = Guard::UpdateIf { key: User::at(user_id), set, conditions, ttl: None };
        self.db.decide(guard, then).await
    }

    /// The person who owns an address, if they exist and use it.
    async fn email_owner(&self, email: &str) -> Result<Option<UserId>> {
        Ok(self.user_by_email(email).await?.map(|user| user.user_id))
    }

    /// Claims an address and writes `then`; answers the owner if it is taken.
    async fn claim_email(&self, email: &str, user_id: UserId, then: Vec<Write>) -> Result<Option<UserId>> {
        let row = USER_EMAILS.row([
            ("email", email.into()),
            ("user_id", user_id.into()),
            ("since", clock::now().into()),
        ]);
        let stands = |mut row: Row| async move {
            let owner: UserId = row.take("user_id")?;
            Ok(self.email_owner(email).await? == Some(owner))
        };
        let taken = claims::claim(&self.db, row, then, stands).await?;
        taken.map(|mut row| row.take("user_id")).transpose()
    }
}
