//! Which settings and terms of employment may be stored.

use std::collections::HashSet;

use storage::ids::UserId;
use storage::time::Day;
use storage::vacation::{SavedDays, StaffGroup};

use crate::platform::error::{Refusal, Result};
use crate::platform::text::line;

/// Years in which an employment may begin.
pub const YEARS: std::ops::RangeInclusive<i16> = 1950..=2100;
/// Years from which days may be saved.
const SAVED: std::ops::RangeInclusive<i64> = 2001..=2090;
/// Longest name of a group.
const NAME: usize = 80;

/// A group as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupDraft {
    /// None: a new one.
    pub id: Option<i64>,
    pub name: String,
    pub users: Vec<UserId>,
    pub minimum: i64,
}

/// The groups as they are stored; new ones get the next ids. 422 REQUIRED, TWICE, NOT_EMPLOYEE, and those of texts.
pub fn groups(drafts: Vec<GroupDraft>, employees: &HashSet<UserId>) -> Result<Vec<StaffGroup>> {
    let mut next = drafts.iter().filter_map(|draft| draft.id).max().unwrap_or(0);
    let mut known = HashSet::new();
    let mut found = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.into_iter().enumerate() {
        let field = |name: &str| format!("groups[{at}].{name}");
        let name = line(&field("name"), &draft.name, NAME)?
            .ok_or_else(|| Refusal::field(field("name"), "REQUIRED", "Fältet måste fyllas i."))?;
        let id = draft.id.unwrap_or_else(|| {
            next += 1;
            next
        });
        if !known.insert(id) {
            return Err(Refusal::field(field("id"), "TWICE", "Gruppen finns två gånger."));
        }
        let mut users = draft.users;
        users.sort_unstable();
        users.dedup();
        if users.iter().any(|user_id| !employees.contains(user_id)) {
            return Err(Refusal::field(
                field("users"),
                "NOT_EMPLOYEE",
                "Någon är inte med i semesterplanen.",
            ));
        }
        found.push(StaffGroup { id, name, users, minimum: draft.minimum });
    }
    Ok(found)
}

/// Refuses an employment that cannot be. 422 RANGE.
pub fn employment(from: Day, until: Option<Day>) -> Result<()> {
    if !YEARS.contains(&from.0.year()) {
        return Err(Refusal::field("employedFrom", "RANGE", "Året ska vara 1950–2100."));
    }
    if until.is_some_and(|until| until < from) {
        return Err(Refusal::field("employedUntil", "RANGE", "Sista dagen ligger före den första."));
    }
    Ok(())
}

/// The saved days as they are stored, by year. 422 RANGE, TWICE.
pub fn saved(mut saved: Vec<SavedDays>) -> Result<Vec<SavedDays>> {
    saved.sort_unstable_by_key(|one| one.year);
    if saved.iter().any(|one| !SAVED.contains(&one.year)) {
        return Err(Refusal::field("saved", "RANGE", "Året ska vara 2001–2090."));
    }
    let years: HashSet<i64> = saved.iter().map(|one| one.year).collect();
    if years.len() < saved.len() {
        return Err(Refusal::field("saved", "TWICE", "Året finns två gånger."));
    }
    saved.retain(|one| one.days > 0);
    Ok(saved)
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
