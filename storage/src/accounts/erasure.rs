//! Accounts that are to be erased: asked for, taken back, due, done.
//!
//! The person's row says when; a row by day (`erasures`) lets a node find those that are due without a search. Where the
//! two differ the person's row holds.

use super::Accounts;
use super::records::{User, UserStatus};
use super::tables::{ERASURES, USER_EMAILS};
use crate::engine::Guard;
use crate::error::Result;
use crate::ids::UserId;
use crate::slugs::{self, Owner};
use crate::value::Value;

const DAY_MS: i64 = 86_400_000;
/// Accounts that are looked at of one day.
const OF_A_DAY: usize = 10_000;

/// What others see of somebody who is no more.
const GONE: &str = "Borttagen användare";

const fn day(at: i64) -> i64 {
    at.div_euclid(DAY_MS)
}

impl Accounts {
    /// Notes that a person is to be erased at a moment (epoch milliseconds). False: it was asked for before.
    pub async fn ask_for_erasure(&self, user_id: UserId, at: i64) -> Result<bool> {
        let guard = User::at(user_id).update_if([("erase_at", at.into())], [("erase_at", Value::Null)]);
        let due = ERASURES.row([("day", day(at).into()), ("user_id", user_id.into()), ("due", at.into())]);
        // The row by day first: without it nobody would come back to the account.
        self.db.write(vec![due.insert()]).await?;
        self.db.decide(guard, Vec::new()).await
    }

    /// Takes it back. False: it was not asked for.
    pub async fn cancel_erasure(&self, user: &User) -> Result<bool> {
        let Some(at) = user.erase_at else { return Ok(false) };
        let set: [(&'static str, Value); 1] = [("erase_at", Value::Null)];
        let guard = User::at(user.user_id).update_if(set, [("erase_at", at.into())]);
        let then = vec![ERASURES.at([day(at).into(), user.user_id.into()]).delete()];
        Ok(self.db.write_if(vec![guard], then).await?.applied())
    }

    /// Whose erasure stands under the day of a moment.
    pub async fn erasures_of_day(&self, at: i64) -> Result<Vec<UserId>> {
        let rows = self.db.range(ERASURES.span([day(at).into()]).ascending(OF_A_DAY)).await?;
        rows.into_iter().map(|mut row| row.take("user_id")).collect()
    }

    /// The account is dealt with: the day of that moment no longer names it.
    pub async fn erasure_done(&self, user_id: UserId, at: i64) -> Result<()> {
        self.db.write(vec![ERASURES.at([day(at).into(), user_id.into()]).delete()]).await
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
