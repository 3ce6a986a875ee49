//! The name under which a program posts: never one that a member of the organisation has.

use storage::entities::{RelationType, folded};
use storage::ids::{EntityId, UserId};

use crate::Platform;
use crate::platform::error::Result;

/// Appended to a member's name.
const MARK: &str = " (webhook)";
/// Members with similar names that are compared.
const COMPARED: usize = 500;
/// Leading letters of a name used to find them.
const BEGINNING: usize = 4;

/// The name itself; one that a member has, or that looks the same, is marked as a webhook's.
pub(super) async fn voice(platform: &Platform, entity_id: EntityId, name: String) -> Result<String> {
    let is_taken = is_a_members_name(platform, entity_id, &name, None).await?;
    Ok(if is_taken { format!("{name}{MARK}") } else { name })
}

/// Whether somebody of the organisation except one has this name, or one that looks the same.
pub(crate) async fn is_a_members_name(
    platform: &Platform,
    entity_id: EntityId,
    name: &str,
    but: Option<UserId>,
) -> Result<bool> {
    let letters = letters(name);
    if letters.is_empty() {
        return Ok(false);
    }
    let sought = beginning(name);
    let mut people = platform.storage.entities.people(entity_id, RelationType::ALL, &sought);
    let found = people.take(COMPARED).await?;
    let others = found.iter().filter(|(relation, _)| Some(relation.user_id) != but);
    Ok(others.flat_map(|(_, listed)| listed.lines()).any(|one| alike(one) == letters))
}

/// Letters and digits of a name: punctuation, spaces and emoji do not make it different.
fn letters(name: &str) -> String {
    let kept: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    alike(&kept)
}

/// The form used for comparison: without case, accents and similar letters of other alphabets (`folded`).
fn alike(name: &str) -> String {
    folded(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The beginning shared by all names that may be the same.
fn beginning(name: &str) -> String {
    let kept: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    folded(&kept).chars().take_while(|c| c.is_alphanumeric()).take(BEGINNING).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookalike_names_are_equal() {
        for same in
            ["Olle Owner", "olle  owner", "🔔 Ölle Ówner", "O.l.l.e_Owner", "Оlle Оwner", "(Olle-Owner!)"]
        {
            assert_eq!(letters(same), "olleowner", "{same}");
            assert!("olle owner".starts_with(&beginning(same)), "{same}");
        }
        for other in ["Olle Owner bot", "Olle", "🔔"] {
            assert_ne!(letters(other), "olleowner", "{other}");
        }
        assert_eq!(letters("🔔"), "");
    }
}
