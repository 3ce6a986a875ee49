//! The people of a file: whom here it means.

use std::collections::HashMap;

use storage::RelationType;
use storage::ids::{EntityId, UserId};
use storage::tasks::NotTaken;

use super::form::MOST_PEOPLE;
use crate::Platform;
use crate::entities::rules::may_act;
use crate::platform::error::Result;

/// People of one name that are looked at.
const ALIKE: usize = 20;
/// Names that are listed one by one.
const NAMED: usize = 20;

/// Whose board it becomes.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// Who imports.
    pub user_id: UserId,
    pub entity_id: Option<EntityId>,
}

impl Owner {
    /// The organisation's or the person's id.
    pub fn id(self) -> i64 {
        self.entity_id.map_or(self.user_id.0, |entity_id| entity_id.0)
    }
}

/// The people who bear exactly these names and to whom a card of the board can be given: of an organisation whoever may
/// act for it, of one's own board oneself. A name that nobody or several have is left out.
pub(super) async fn named(
    platform: &Platform,
    owner: Owner,
    names: &[String],
) -> Result<HashMap<String, UserId>> {
    let mut found = HashMap::new();
    let Some(entity_id) = owner.entity_id else {
        let own = platform.people.name(owner.user_id).await?;
        found.extend(names.iter().filter(|name| **name == own).map(|name| (name.clone(), owner.user_id)));
        return Ok(found);
    };
    let types: Vec<RelationType> =
        RelationType::ALL.iter().copied().filter(|relation| may_act(Some(*relation))).collect();
    for name in names.iter().take(MOST_PEOPLE) {
        let listed = platform.storage.entities.people(entity_id, &types, name).take(ALIKE).await?;
        let users = platform.people.all(listed.iter().map(|(relation, _)| relation.user_id)).await?;
        let mut alike = users.values().filter(|user| user.display_name == *name);
        if let (Some(user), None) = (alike.next(), alike.next())
            && listed.len() < ALIKE
        {
            found.insert(name.clone(), user.user_id);
        }
    }
    Ok(found)
}

/// Those who are not found, with how many cards name them. Pure.
pub(super) fn missing(all: &[(String, usize)], found: &HashMap<String, UserId>) -> Vec<NotTaken> {
    let why = "Ingen som kan få kort på tavlan heter så, eller flera gör det.";
    let all: Vec<&(String, usize)> = all.iter().filter(|(name, _)| !found.contains_key(name)).collect();
    let row = |what: String, count: usize| NotTaken { what, count, why: why.to_owned() };
    let mut missing: Vec<NotTaken> =
        all.iter().take(NAMED).map(|(name, count)| row(format!("Ansvarig: {name}"), *count)).collect();
    let others: usize = all.iter().skip(NAMED).map(|(_, count)| count).sum();
    if others > 0 {
        missing.push(row("Fler ansvariga".to_owned(), others));
    }
    missing
}
