//! Sample organisations, people and months of messages to try the product with (`kalender demo`).
//!
//! Everything is generated from the scripts, a fixed seed and one stored point in time: a demo that was interrupted is
//! resumed, and one that is finished is left alone.

mod calendar;
mod contacts;
mod dice;
mod direct;
mod feed;
mod organisation;
pub(crate) mod part;
mod plan;
mod platform;
pub(crate) mod script;
mod talk;
mod term;
mod town;

use std::fmt;

use storage::ids::EntityId;
use storage::imports::ImportRef;

use self::part::Part;
use crate::Platform;
use crate::entities::PLATFORM;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Klyftig, whose courses are open to everybody.
pub const KLYFTIG: EntityId = EntityId(112);
/// Domain of all the demo's mail addresses; no mail is delivered there.
pub const DOMAIN: &str = "demo.kalender.example";
/// The administrator who handles reports from outside organisations.
const ADMINISTRATOR: &str = "karin.oberg";
/// Import source under which the demo's progress is stored.
const SOURCE: &str = "demo";

/// What the demo contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoSummary {
    /// False: everything existed already.
    pub is_new: bool,
    pub organisations: Vec<Organisation>,
    /// Some of the people who can sign in; all have the same password.
    pub people: Vec<Person>,
}

/// An organisation of the demo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    pub id: EntityId,
    pub name: String,
    pub slug: String,
    pub people: usize,
    pub channels: usize,
    /// Written by this run.
    pub messages: usize,
}

/// A person to sign in as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub email: String,
    pub name: String,
    /// `OWNER of Björkängsskolan, MEMBER of Hörnebo SK`.
    pub is: String,
}

impl fmt::Display for DemoSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}",
            if self.is_new {
                "The demo is ready."
            } else {
                "The demo was there already; nothing is changed."
            }
        )?;
        for organisation in &self.organisations {
            let Organisation { name, slug, people, channels, messages, .. } = organisation;
            write!(f, "  {name} (/{slug}): {people} people, {channels} channels")?;
            if *messages > 0 {
                write!(f, ", {messages} messages")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "Sign in with the demo's password as, for instance:")?;
        for person in &self.people {
            writeln!(f, "  {:<42} {}: {}", person.email, person.name, person.is)?;
        }
        Ok(())
    }
}

/// Creates the organisations that the product relies on, if absent. False: both existed.
pub async fn own_organisations(platform: &Platform) -> Result<bool> {
    platform::make(platform).await
}

/// Creates the demo, or what is missing of it. Refused: a password that violates the password rules, or a slug of the
/// demo that a real organisation uses.
pub async fn demo(platform: &Platform, password: &str) -> Result<DemoSummary> {
    crate::accounts::rules::password(password, &[])?;
    let scripts = script::all().map_err(|why| {
        tracing::error!(%why, "the demo's script");
        Refusal::internal()
    })?;
    let is_new_platform = own_organisations(platform).await?;
    // Hashed once: all people have the same password.
    let hash = platform.secrets.hash_password(password).await?;
    let mut summary = DemoSummary { is_new: is_new_platform, organisations: Vec::new(), people: Vec::new() };
    for script in &scripts {
        let (made, is_new) = organisation::make(platform, script, &hash).await?;
        summary.is_new |= is_new;
        summary.organisations.push(made);
    }
    direct::hold(platform, &scripts).await?;
    contacts::meet(platform, &scripts).await?;
    calendar::fill(platform, &scripts).await?;
    feed::post(platform, &scripts).await?;
    town::fill(platform, &scripts).await?;
    let cast = part::cast(&scripts);
    for area in platform.areas() {
        let Some(make) = area.demo else { continue };
        if let Some(part) = Part::begin(platform, area.name).await? {
            make(platform, &cast, part.at).await?;
            part.done(platform).await?;
        }
    }
    let reader = platform.storage.accounts.user_by_email(&organisation::email(ADMINISTRATOR)).await?;
    crate::moderation::platform::grant(platform, reader.ok_or_else(Refusal::internal)?.user_id).await?;
    summary.people = organisation::to_sign_in(platform, &scripts).await?;
    Ok(summary)
}

/// The value stored under a name.
async fn noted(platform: &Platform, name: &str) -> Result<Option<i64>> {
    let found = platform.storage.imports.refs(PLATFORM, SOURCE, &[name.to_owned()]).await?;
    Ok(found.into_iter().flatten().next().map(|known| known.id))
}

async fn note(platform: &Platform, name: &str, id: i64) -> Result<()> {
    let known = ImportRef { external_id: name.to_owned(), kind: "moment".to_owned(), id };
    Ok(platform.storage.imports.put_refs(PLATFORM, SOURCE, &[known]).await?)
}

/// The time (epoch ms) from which an organisation's messages are dated backwards: that of the first run.
async fn anchor(platform: &Platform, slug: &str) -> Result<(i64, bool)> {
    let name = format!("begun {slug}");
    if let Some(at) = noted(platform, &name).await? {
        return Ok((at, true));
    }
    let at = now();
    if platform.storage.entities.slug_taken(slug).await? {
        return Err(Refusal::conflict("SLUG_TAKEN", format!("/{slug} finns redan och är ingen demo.")));
    }
    note(platform, &name, at).await?;
    Ok((at, false))
}
