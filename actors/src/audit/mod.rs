//! Audit logs of organisations, as they are written. Contract §11.4.
//!
//! What follows from relations and new organisations is recorded by hooks; other acts add [`writes`] to their own write,
//! so that an act and its entry are stored together or not at all. How the log is read: `administration`.

mod rules;

use std::fmt::Display;

use serde::Serialize;
use storage::audit::{Audit, AuditEntry, AuditId, AuditKind, AuditSubject, AuditSubjectKind, Facts};
use storage::engine::Write;
use storage::entities::Entity;
use storage::ids::{EntityId, UserId};
use storage::value::Json;

use crate::Platform;
use crate::area::{Area, Consequences, Hooks, RelationChange};
use crate::platform::error::Result;
use crate::platform::time::now;

/// Longest text of a fact, in characters.
const LONGEST: usize = 100;

/// The area's declaration.
pub static AREA: Area = Area {
    on: Hooks {
        relation: Some(|platform, change| Box::pin(async move { of_relation(platform, change) })),
        entity: Some(of_entity),
        ..Hooks::NONE
    },
    ..Area::named("audit")
};

/// An administrative act: its kind, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    kind: AuditKind,
    person: Option<UserId>,
    subject: Option<AuditSubject>,
    facts: Facts,
}

impl Act {
    pub fn of(kind: AuditKind) -> Self {
        Self { kind, person: None, subject: None, facts: Facts::new() }
    }

    /// Whom it concerns.
    #[must_use]
    pub fn person(self, user_id: UserId) -> Self {
        Self { person: Some(user_id), ..self }
    }

    /// What it concerns. The name must not be a person's.
    #[must_use]
    pub fn subject(self, kind: AuditSubjectKind, id: i64, name: Option<&str>) -> Self {
        let name = name.map(short);
        Self { subject: Some(AuditSubject { kind, id, name }), ..self }
    }

    /// Adds a fact. Never what somebody wrote to others, a name of a person or an address.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Display) -> Self {
        self.facts.insert(name.to_owned(), short(&value.to_string()));
        self
    }

    /// Adds which fields differ between two things, by name and without what they say: `changed: minLength, quotas`.
    #[must_use]
    pub fn changed<T: Serialize>(self, old: &T, new: &T) -> Self {
        let names = rules::differing(old, new);
        if names.is_empty() { self } else { self.fact("changed", rules::listed(&names, LONGEST)) }
    }

    /// Adds a fact `old → new` where the two differ.
    #[must_use]
    pub fn change<T: PartialEq + Display>(self, name: &str, old: &T, new: &T) -> Self {
        if old == new { self } else { self.fact(name, format!("{old} → {new}")) }
    }
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// The writes that record an act in an organisation's log; they join the write of the act. `by`: none: an operator.
pub fn writes(platform: &Platform, entity_id: EntityId, by: Option<UserId>, act: Act) -> Result<Vec<Write>> {
    Ok(entry(platform, entity_id, by, act)?.writes())
}

/// Records an act that writes nothing else, such as an export.
pub async fn put(platform: &Platform, entity_id: EntityId, by: Option<UserId>, act: Act) -> Result<()> {
    Ok(Audit::of(&platform.storage).put(&entry(platform, entity_id, by, act)?).await?)
}

fn entry(platform: &Platform, entity_id: EntityId, by: Option<UserId>, act: Act) -> Result<AuditEntry> {
    Ok(AuditEntry {
        entity_id,
        facet: String::new(),
        audit_id: AuditId(platform.ids.next(now())?),
        kind: act.kind,
        done_by: by,
        user_id: act.person,
        subject: act.subject,
        facts: Json(act.facts),
    })
}

/// Records that somebody was given a relation, got another one or lost it.
fn of_relation(platform: &Platform, change: RelationChange) -> Result<Consequences> {
    let Some(kind) = rules::recorded(change.was, change.relation, change.way) else {
        return Ok(Consequences::default());
    };
    let mut act = Act::of(kind).person(change.user_id);
    if let Some(was) = change.was {
        act = act.fact("from", was);
    }
    if let Some(new) = change.relation {
        act = act.fact("to", new);
    }
    let act = act.fact("by", change.way.as_str());
    Ok(Consequences {
        writes: writes(platform, change.entity_id, change.by, act)?,
        ..Consequences::default()
    })
}

fn of_entity(platform: &Platform, entity: &Entity) -> Result<Vec<Write>> {
    let act = Act::of(AuditKind::EntityCreated).fact("entityName", &entity.entity_name);
    writes(platform, entity.entity_id, Some(entity.owner), act)
}
