//! What a token may do: the areas, and what of the live connection belongs to which.

use storage::tokens::Scope;

use crate::live::room::ATTENTION;
use crate::platform::error::{Refusal, Result};

/// What an area's tokens need.
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

/// What a token may do, as its person has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn new(scopes: Vec<Scope>) -> Self {
        Self(scopes)
    }

    /// Whether it has this scope, or the one that stands for all of its kind.
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

/// 403: no token may do that.
pub fn never() -> Refusal {
    let mut refusal = Refusal::forbidden("SCOPE_MISSING", "Det går inte med en åtkomstnyckel: logga in.");
    refusal.detail = Some("No token may do this; sign in".into());
    refusal
}

/// What each place of the live connection belongs to, by how it begins. What is not here is refused to tokens.
const PLACES: &[(&str, Needs)] = &[
    ("/topic/chat/", CHAT),
    ("/topic/workspace/", CHAT),
    ("/topic/calendar", CALENDAR),
    ("/topic/event", CALENDAR),
    ("/topic/feed", FEED),
    ("/topic/post", FEED),
    ("/app/chat/", CHAT),
    ("/app/typing", CHAT),
];

fn needs_of(place: &str) -> Option<Needs> {
    PLACES.iter().find(|(root, _)| place.starts_with(root)).map(|(_, needs)| *needs)
}

/// May this be listened to? None: who has signed in may ask for anything.
pub fn may_hear(scopes: Option<&Scopes>, place: &str) -> Result<()> {
    let Some(scopes) = scopes else { return Ok(()) };
    let needs = needs_of(place).ok_or_else(never)?;
    if scopes.has(needs.read) { Ok(()) } else { Err(missing(needs.read)) }
}

/// May this be sent to?
pub fn may_send(scopes: Option<&Scopes>, place: &str) -> Result<()> {
    let Some(scopes) = scopes.filter(|_| place != ATTENTION) else { return Ok(()) };
    let needs = needs_of(place).ok_or_else(never)?;
    if scopes.has(needs.write) { Ok(()) } else { Err(missing(needs.write)) }
}

/// May a person's own queue of notifications be listened to?
pub fn may_hear_the_bell(scopes: Option<&Scopes>) -> Result<()> {
    let needed = NOTIFICATIONS.read;
    if scopes.is_none_or(|scopes| scopes.has(needed)) { Ok(()) } else { Err(missing(needed)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::rooms;

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

    #[test]
    fn every_place_of_the_live_connection_has_a_scope() {
        let rooms = rooms(&[]);
        for place in rooms.places().chain(rooms.to_send()).filter(|place| *place != ATTENTION) {
            assert!(needs_of(place).is_some(), "{place} is refused to every token");
        }
    }

    #[test]
    fn what_is_not_listed_is_refused() {
        let all = Scopes::new(Scope::ALL.to_vec());
        assert_eq!(may_hear(Some(&all), "/topic/unheard/5").unwrap_err().code, "SCOPE_MISSING");
        assert!(may_hear(None, "/topic/unheard/5").is_ok());
        assert!(may_send(Some(&Scopes::new(Vec::new())), ATTENTION).is_ok());
    }
}
