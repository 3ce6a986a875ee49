//! Erasure of accounts: requested, cancelled, carried out. The person's row holds the time; a job does it then.

use std::sync::Arc;

use futures_util::FutureExt as _;

use super::Accounts;
use super::records::{User, UserStatus};
use super::tables::{ERASURES, USER_EMAILS};
use crate::platform::changes;
use crate::platform::clock;
use crate::platform::engine::{Db, Guard, Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::{JobId, UserId};
use crate::platform::jobs::{Job, Jobs};
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::Stored as _;
use crate::platform::slugs::Owner;
use crate::platform::value::Value;

/// The name that others see of an erased person.
const GONE: &str = "Borttagen användare";

/// The kind of the jobs that erase accounts; the payload is the person's id.
pub const ERASURE_JOB: &str = "erasure";

/// Erasures that were requested before jobs existed become jobs.
pub(crate) const ERASURES_BECOME_JOBS: Migration = Migration {
    version: 2,
    name: "erasures that were asked for become jobs",
    portion: |db, mark| become_jobs(db, mark).boxed(),
};

async fn become_jobs(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &ERASURES, mark).await?;
    let (read, now) = (rows.len(), clock::now());
    if read > 0 {
        Jobs::new(Arc::clone(db)).begin(now).await?;
    }
    for mut row in rows {
        let listed = Key { table: row.table(), values: row.key().to_vec() };
        let (user_id, due): (UserId, i64) = (row.take("user_id")?, row.take("due")?);
        // Uses the person's id, so that repeating it makes one job.
        let job = Job::new(JobId(user_id.0), due.max(now), ERASURE_JOB, user_id.to_string());
        db.write(vec![job.insert(), listed.delete()]).await?;
    }
    Ok(Portion { read, written: 2 * read, mark })
}

fn nameless(id: UserId) -> String {
    format!("borttagen-{id}")
}

impl User {
    /// Whether everything of the account but its id is erased.
    pub fn is_erased(&self) -> bool {
        self.status == UserStatus::Deactivated && self.user_name == nameless(self.user_id)
    }
}

impl Accounts {
    /// Schedules a person's erasure at a time (epoch milliseconds), together with the writes `then`. False: it was
    /// requested before.
    pub async fn ask_for_erasure(&self, user_id: UserId, at: i64, then: Vec<Write>) -> Result<bool> {
        let guard =
            User::at(user_id).update_if([("erase_at", at.into())], [("erase_at", Value::Null.into())]);
        self.db.decide(guard, [then, vec![changes::user(user_id)]].concat()).await
    }

    /// Cancels an erasure. False: none was requested.
    pub async fn cancel_erasure(&self, user: &User) -> Result<bool> {
        let Some(at) = user.erase_at else { return Ok(false) };
        self.set(user.user_id, vec![("erase_at", Value::Null)], vec![("erase_at", at.into())]).await
    }

    /// Erases everything of an account but its id, and releases address and name. May be repeated.
    pub async fn erase(&self, user: &User) -> Result<()> {
        let id = user.user_id;
        let name = nameless(id);
        self.slugs.claim(&name, Owner::User(id), Vec::new()).await?;
        let set: Vec<(&'static str, Value)> = vec![
            ("user_name", (&name).into()),
            ("email", Value::Null),
            ("first_name", GONE.into()),
            ("last_name", "".into()),
            ("display_name", GONE.into()),
            ("password_hash", Value::Null),
            ("status", UserStatus::Deactivated.into()),
            ("image", Value::Null),
            ("municipality", (-1).into()),
            ("verified", Value::Null),
            ("findable", false.into()),
            ("show_municipality", false.into()),
            ("erase_at", Value::Null),
            ("who_may_message", Value::Null),
            ("show_read_marks", Value::Null),
            ("mail_missed", Value::Null),
            ("discoverable", Value::Null),
            ("approve_followers", Value::Null),
            ("own_status", Value::Null),
            ("quiet", Value::Null),
            ("notify", Value::Null),
            ("phone", Value::Null),
        ];
        self.set(id, set, Vec::new()).await?;
        if user.user_name != name {
            self.slugs.release(&user.user_name, Owner::User(id)).await?;
        }
        if let Some(email) = &user.email {
            let release: Guard = USER_EMAILS.at([email.into()]).delete_if([("user_id", id.into())]);
            self.db.write_if(vec![release], Vec::new()).await?;
        }
        Ok(())
    }
}
