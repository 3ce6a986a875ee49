//! Accounts that are to be erased: asked for, taken back, done. The person's row says when; a job comes back to it.

use super::Accounts;
use super::records::{User, UserStatus};
use super::tables::{ERASURES, USER_EMAILS};
use crate::engine::{Guard, Write};
use crate::error::Result;
use crate::ids::UserId;
use crate::slugs::{self, Owner};
use crate::value::Value;

const DAY_MS: i64 = 86_400_000;
/// Accounts that are looked at of one day.
const OF_A_DAY: usize = 10_000;
/// Days around now that erasures were listed by.
const LISTED_BACK: i64 = 60;
const LISTED_AHEAD: i64 = 15;

/// What others see of somebody who is no more.
const GONE: &str = "Borttagen användare";

const fn day(at: i64) -> i64 {
    at.div_euclid(DAY_MS)
}

impl Accounts {
    /// Notes that a person is to be erased at a moment (epoch milliseconds), and writes what follows from it. False: it was
    /// asked for before.
    pub async fn ask_for_erasure(&self, user_id: UserId, at: i64, then: Vec<Write>) -> Result<bool> {
        let guard = User::at(user_id).update_if([("erase_at", at.into())], [("erase_at", Value::Null)]);
        self.db.decide(guard, then).await
    }

    /// Takes it back. False: it was not asked for.
    pub async fn cancel_erasure(&self, user: &User) -> Result<bool> {
        let Some(at) = user.erase_at else { return Ok(false) };
        let set: [(&'static str, Value); 1] = [("erase_at", Value::Null)];
        self.db.decide(User::at(user.user_id).update_if(set, [("erase_at", at.into())]), Vec::new()).await
    }

    /// Erasures that an older version listed by day, with their moments.
    pub async fn listed_erasures(&self, now: i64) -> Result<Vec<(UserId, i64)>> {
        let days = day(now) - LISTED_BACK..=day(now) + LISTED_AHEAD;
        let ranges = days.map(|day| ERASURES.span([day.into()]).ascending(OF_A_DAY)).collect();
        let rows = self.db.range_many(ranges).await?.into_iter().flatten();
        rows.map(|mut row| Ok((row.take("user_id")?, row.take("due")?))).collect()
    }

    /// Such an erasure is seen to in another way, which is written with this.
    pub async fn unlist_erasure(&self, user_id: UserId, due: i64, with: Write) -> Result<()> {
        self.db.write(vec![with, ERASURES.at([day(due).into(), user_id.into()]).delete()]).await
    }

    /// Takes everything out of an account but its number, and gives address and name back. May be repeated.
    pub async fn erase(&self, user: &User) -> Result<()> {
        let id = user.user_id;
        let name = format!("borttagen-{id}");
        slugs::claim(&self.db, &name, Owner::User(id), Vec::new()).await?;
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
        ];
        self.set(id, set, Vec::new()).await?;
        if user.user_name != name {
            slugs::release(&self.db, &user.user_name, Owner::User(id)).await?;
        }
        if let Some(email) = &user.email {
            let release: Guard = USER_EMAILS.at([email.into()]).delete_if([("user_id", id.into())]);
            self.db.write_if(vec![release], Vec::new()).await?;
        }
        Ok(())
    }
}
