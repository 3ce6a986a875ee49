//! How the audit log is read: pages, a table, and a person's own acts in the export of their data.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;
use storage::accounts::User;
use storage::audit::{Audit, AuditEntry, AuditId, AuditKind, AuditSubjectKind, Facet};
use storage::ids::{EntityId, UserId};

use super::administered;
use super::labels::label;
use super::view::EntryView;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::audit::{self, Act};
use crate::entities::PLATFORM;
use crate::feed::view::Speaker;
use crate::platform::csv;
use crate::platform::error::Result;
use crate::platform::time::Moment;

/// Entries per read of a table.
const SLICE: usize = 500;
/// Most entries in a table.
const ROWS: usize = 10_000;
/// Most entries of a person in an organisation, in the export of their data.
const COPIED: usize = 1_000;

/// Which entries are asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub actor: Option<UserId>,
    pub kind: Option<AuditKind>,
}

impl Asked {
    fn facet(self) -> Facet {
        Facet { actor: self.actor, kind: self.kind }
    }
}

type People = HashMap<UserId, Arc<User>>;

async fn named(platform: &Platform, entries: &[AuditEntry]) -> Result<People> {
    platform.people.all(entries.iter().flat_map(|one| [one.done_by, one.user_id]).flatten()).await
}

fn speaker(people: &People, id: UserId) -> Speaker {
    people.get(&id).map_or_else(|| Speaker::gone(None), |user| Speaker::from(&**user))
}

/// A page of an organisation's log, newest first; and whether there are more. 403 ROLE_TOO_LOW; 404.
pub async fn log(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    asked: Asked,
    before: Option<AuditId>,
    limit: usize,
) -> Result<(Vec<EntryView>, bool)> {
    administered(platform, who, id).await?;
    page(platform, id, asked, before, limit).await
}

/// The same for an operator.
pub async fn page(
    platform: &Platform,
    id: EntityId,
    asked: Asked,
    before: Option<AuditId>,
    limit: usize,
) -> Result<(Vec<EntryView>, bool)> {
    let (entries, has_more) = Audit::of(&platform.storage).page(id, asked.facet(), before, limit).await?;
    let people = named(platform, &entries).await?;
    let seen = |entry: AuditEntry| EntryView {
        id_audit: entry.audit_id,
        created: Moment(entry.audit_id.millis()),
        kind: entry.kind,
        actor: entry.done_by.map(|id| speaker(&people, id)),
        person: entry.user_id.map(|id| speaker(&people, id)),
        subject: entry.subject,
        facts: entry.facts.0,
    };
    Ok((entries.into_iter().map(seen).collect(), has_more))
}

/// The newest 10 000 entries as a CSV table. That it was made is an entry too. 403 ROLE_TOO_LOW; 404.
pub async fn table(platform: &Platform, who: &Who, id: EntityId, asked: Asked) -> Result<String> {
    administered(platform, who, id).await?;
    let mut table = csv::BOM.to_owned();
    let heads =
        ["created", "kind", "actor", "person", "subjectKind", "subjectId", "subject", "facts", "label"];
    csv::row(&mut table, &heads.map(str::to_owned));
    let (mut before, mut rows, mut has_more) = (None, 0, true);
    while has_more && rows < ROWS {
        let entries;
        (entries, has_more) = page(platform, id, asked, before, SLICE).await?;
        before = entries.last().map(|entry| entry.id_audit);
        rows += entries.len();
        for entry in &entries {
            csv::row(&mut table, &cells(entry));
        }
    }
    let act = Act::of(AuditKind::ExportMade).fact("file", "audit.csv").fact("rows", rows);
    audit::put(platform, id, Some(who.user_id), act).await?;
    Ok(table)
}

fn cells(entry: &EntryView) -> [String; 9] {
    let name = |who: &Option<Speaker>| csv::cell(who.as_ref().map_or("", |who| &who.display_name));
    let subject = entry.subject.as_ref();
    let facts: Vec<String> = entry.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    [
        entry.created.to_string(),
        entry.kind.to_string(),
        name(&entry.actor),
        name(&entry.person),
        subject.map_or("", |subject| AuditSubjectKind::as_str(subject.kind)).to_owned(),
        subject.map(|subject| subject.id.to_string()).unwrap_or_default(),
        csv::cell(subject.and_then(|subject| subject.name.as_deref()).unwrap_or_default()),
        csv::cell(&facts.join(", ")),
        label(entry.kind).to_owned(),
    ]
}

/// What the person did as an administrator, in the organisations that they still have a relation to.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let audit = Audit::of(&platform.storage);
    let mine = Asked { actor: Some(who.user_id), kind: None }.facet();
    let mut all = Vec::new();
    let mut places: Vec<EntityId> =
        platform.storage.entities.relations_of(who.user_id).await?.iter().map(|one| one.entity_id).collect();
    // What is of no organisation, such as one's own tokens.
    if !places.contains(&PLATFORM) {
        places.push(PLATFORM);
    }
    for entity_id in places {
        let (entries, _) = audit.page(entity_id, mine, None, COPIED).await?;
        all.extend(entries.into_iter().map(|entry| {
            json!({
                "idEntity": entry.entity_id, "created": Moment(entry.audit_id.millis()), "kind": entry.kind,
                "person": entry.user_id, "subject": entry.subject, "facts": entry.facts.0,
            })
        }));
    }
    Ok(vec![file("administration.json", all)?])
}
