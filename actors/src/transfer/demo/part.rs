//! Shared by the parts of the demo: each part is created once, with people looked up by name.

use super::organisation::email;
use super::script::Script;
use super::{note, noted};
use crate::Platform;
use crate::area::demo::Cast;
use crate::platform::error::Result;
use crate::platform::time::now;

/// A part that is being created.
pub struct Part {
    name: &'static str,
    /// Time of the first run (epoch ms); stored, so that an interrupted part is resumed with the same dates.
    pub at: i64,
}

impl Part {
    /// None: the part exists already.
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

    /// Marks the part as finished.
    pub async fn done(self, platform: &Platform) -> Result<()> {
        note(platform, &format!("done {}", self.name), self.at).await
    }
}

/// The people of all scripts.
pub fn cast(scripts: &[Script]) -> Cast {
    let people = scripts.iter().flat_map(|script| &script.people);
    Cast::new(people.map(|person| (format!("{} {}", person.first, person.last), email(&person.address))))
}
