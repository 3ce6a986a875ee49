//! Scopes of tokens, and the scopes that each area requires.

use storage::tokens::Scope;

use crate::platform::error::Refusal;

/// The scopes that an area requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    pub read: Scope,
    pub write: Scope,
}

const fn needs(read: Scope, write: Scope) -> Needs {
    Needs { read, write }
}

pub const PROFILE: Needs = needs(Scope::ProfileRead, Scope::ProfileWrite);
pub const ENTITIES: Needs = needs(Scope::EntitiesRead, Scope::EntitiesWrite);
pub const CHAT: Needs = needs(Scope::ChatRead, Scope::ChatWrite);
pub const CONTACTS: Needs = needs(Scope::ContactsRead, Scope::ContactsWrite);
pub const CALENDAR: Needs = needs(Scope::CalendarRead, Scope::CalendarWrite);
pub const FEED: Needs = needs(Scope::FeedRead, Scope::FeedWrite);
pub const NOTIFICATIONS: Needs = needs(Scope::NotificationsRead, Scope::NotificationsWrite);
pub const MODERATION: Needs = needs(Scope::ModerationRead, Scope::ModerationWrite);

/// The scopes of a token, chosen by its person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn new(scopes: Vec<Scope>) -> Self {
        Self(scopes)
    }

    /// Whether it has this scope, or the general one that includes it.
    pub fn has(&self, scope: Scope) -> bool {
        let general = if scope.as_str().ends_with("read") { Scope::Read } else { Scope::Write };
        self.0.contains(&scope) || self.0.contains(&general)
    }
}

/// 403: a token lacks a scope.
pub fn missing(scope: Scope) -> Refusal {
    let mut refusal =
        Refusal::forbidden("SCOPE_MISSING", format!("Åtkomstnyckeln saknar behörigheten {scope}."));
    refusal.detail = Some(format!("The token lacks the scope {scope}").into());
    refusal
}

/// 403: no token may do this.
pub fn never() -> Refusal {
    let mut refusal = Refusal::forbidden("SCOPE_MISSING", "Det går inte med en åtkomstnyckel: logga in.");
    refusal.detail = Some("No token may do this; sign in".into());
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_general_scopes_stand_for_every_area_of_their_kind_alone() {
        let all = |scopes: &[Scope]| Scopes::new(scopes.to_vec());
        assert!(all(&[Scope::Read]).has(Scope::ChatRead));
        assert!(!all(&[Scope::Read]).has(Scope::ChatWrite));
        assert!(all(&[Scope::Write]).has(Scope::ChatWrite));
        assert!(!all(&[Scope::Write]).has(Scope::ChatRead), "to write is not to read");
        assert!(!all(&[Scope::ChatRead]).has(Scope::CalendarRead));
        assert!(!all(&[]).has(Scope::ChatRead));
    }
}
