//! `kalender audit …`

use actors::Platform;
use actors::administration::{self, Asked, view::EntryView};

use super::{plain, refused, say};
use crate::platform::start_error::StartError;

/// Entries read at once.
const SLICE: usize = 200;

/// Prints an organisation's audit log, newest first: when, what, who, whom, what it was about, facts.
pub async fn run(platform: &Platform, slug: &str, most: usize) -> Result<(), StartError> {
    let entity = platform.storage.entities.entity_by_slug(slug).await?;
    let entity = entity.ok_or_else(|| plain(format!("there is no organisation {slug}")))?;
    let asked = Asked { actor: None, kind: None };
    let (mut before, mut left) = (None, most);
    while left > 0 {
        let page = administration::page(platform, entity.entity_id, asked, before, left.min(SLICE));
        let (entries, has_more) = page.await.map_err(refused)?;
        for entry in &entries {
            say(&line(entry));
        }
        before = entries.last().map(|entry| entry.id_audit);
        left = if has_more { left.saturating_sub(entries.len()) } else { 0 };
    }
    Ok(())
}

fn line(entry: &EntryView) -> String {
    let name = |who: Option<&str>| who.unwrap_or("-").replace(['\t', '\n'], " ");
    let actor = name(entry.actor.as_ref().map(|one| one.display_name.as_str()));
    let person = name(entry.person.as_ref().map(|one| one.display_name.as_str()));
    let subject = entry.subject.as_ref().map_or_else(
        || "-".to_owned(),
        |subject| format!("{} {} {}", subject.kind, subject.id, subject.name.as_deref().unwrap_or("")),
    );
    let facts: Vec<String> = entry.facts.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let subject = name(Some(subject.trim()));
    format!("{}\t{}\t{actor}\t{person}\t{subject}\t{}", entry.created, entry.kind, facts.join(", "))
}
