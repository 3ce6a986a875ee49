//! What areas add to the demo (`kalender demo`).

use std::collections::HashMap;

use futures_util::future::LocalBoxFuture;
use storage::accounts::User;
use storage::ids::SessionId;

use crate::Platform;
use crate::live::who::Who;
use crate::platform::error::{Refusal, Result};

/// The node number in ids of the demo, fixed so that they are the same in every run.
pub const NODE: i64 = 63 << 6;

/// Makes an area's part. The number is the moment of the first run (ms), which is stored so that an interrupted run
/// continues with the same times.
pub type Demo = for<'a> fn(&'a Platform, &'a Cast, i64) -> LocalBoxFuture<'a, Result<()>>;

/// The people of the demo: mail addresses by name.
pub struct Cast(HashMap<String, String>);

impl Cast {
    pub fn new(people: impl Iterator<Item = (String, String)>) -> Self {
        Self(people.collect())
    }

    /// Whether the cast has a person of that name.
    #[cfg(test)]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub async fn user(&self, platform: &Platform, name: &str) -> Result<User> {
        let address = self.0.get(name).ok_or_else(Refusal::internal)?;
        let user = platform.storage.accounts.user_by_email(address).await?;
        user.ok_or_else(Refusal::internal)
    }

    /// A person of the cast as the actor of commands.
    pub async fn who(&self, platform: &Platform, name: &str) -> Result<Who> {
        let user_id = self.user(platform, name).await?.user_id;
        Ok(Who { user_id, session_id: SessionId(0), expires: 0, scopes: None })
    }
}
