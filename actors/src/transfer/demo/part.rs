//! What the parts of the demo have in common: each is made once, by people who are known by name.

use super::organisation::email;
use super::script::Script;
use super::{note, noted};
use crate::Platform;
use crate::area::demo::Cast;
use crate::platform::error::Result;
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
pub fn cast(scripts: &[Script]) -> Cast {
    let people = scripts.iter().flat_map(|script| &script.people);
    Cast::new(people.map(|person| (format!("{} {}", person.first, person.last), email(&person.address))))
}
