//! What the parts of the demo have in common: each is made once, by people who are known by name.

use std::collections::HashMap;

use storage::accounts::User;
use storage::ids::SessionId;

use super::organisation::email;
use super::script::Script;
use super::{note, noted};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// A part that is being made.
pub struct Part {
    name: &'static str,
    /// The moment of the first run (ms), which is kept: a part that was cut short goes on as it was.
    pub at: i64,
}

impl Part {
    /// None: it is there already.
    pub async fn begin(platform: &Platform, name: &'static str) -> Result<Option<Self>> {
        if noted(platform, &format!("done {name}")).await?.is_some() {
            return Ok(None);
        }
        let begun = format!("begun {name}");
        let at = if let Some(at) = noted(platform, &begun).await? {
            at
        } else {
            let at = now();
            note(platform, &begun, at).await?;
            at
        };
        Ok(Some(Self { name, at }))
    }

    /// It is there.
    pub async fn done(self, platform: &Platform) -> Result<()> {
        note(platform, &format!("done {}", self.name), self.at).await
    }
}

/// The people of all scripts.
pub struct Cast<'a>(HashMap<String, &'a str>);

impl<'a> Cast<'a> {
    pub fn of(scripts: &'a [Script]) -> Self {
        let known = scripts.iter().flat_map(|script| &script.people);
        let named = |person: &'a super::script::Person| {
            (format!("{} {}", person.first, person.last), person.address.as_str())
        };
        Self(known.map(named).collect())
    }

    /// Whether a script has somebody of that name.
    #[cfg(test)]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub async fn user(&self, platform: &Platform, name: &str) -> Result<User> {
        let address = self.0.get(name).ok_or_else(Refusal::internal)?;
        let user = platform.storage.accounts.user_by_email(&email(address)).await?;
        user.ok_or_else(Refusal::internal)
    }

    /// Somebody as they act.
    pub async fn who(&self, platform: &Platform, name: &str) -> Result<Who> {
        let user_id = self.user(platform, name).await?.user_id;
        Ok(Who { user_id, session_id: SessionId(0), expires: 0, scopes: None })
    }
}
