//! The destinations that a token's scopes allow to subscribe and send to.

use crate::live::room::ATTENTION;
use crate::platform::error::Result;
use crate::platform::scopes::{CALENDAR, CHAT, FEED, NOTIFICATIONS, Needs, Scopes, missing, never};

/// The scopes that each destination needs, by prefix. Destinations without an entry are refused to tokens.
const PLACES: &[(&str, Needs)] = &[
    ("/topic/chat/", CHAT),
    ("/topic/workspace/", CHAT),
    ("/topic/calendar", CALENDAR),
    ("/topic/event", CALENDAR),
    ("/topic/board", CALENDAR),
    ("/topic/feed", FEED),
    ("/topic/post", FEED),
    ("/app/chat/", CHAT),
    ("/app/typing", CHAT),
];

fn needs_of(place: &str) -> Option<Needs> {
    PLACES.iter().find(|(root, _)| place.starts_with(root)).map(|(_, needs)| *needs)
}

/// Checks a SUBSCRIBE. `None`: no token, so everything is allowed.
pub fn may_hear(scopes: Option<&Scopes>, place: &str) -> Result<()> {
    let Some(scopes) = scopes else { return Ok(()) };
    let needs = needs_of(place).ok_or_else(never)?;
    if scopes.has(needs.read) { Ok(()) } else { Err(missing(needs.read)) }
}

/// Checks a SEND.
pub fn may_send(scopes: Option<&Scopes>, place: &str) -> Result<()> {
    let Some(scopes) = scopes.filter(|_| place != ATTENTION) else { return Ok(()) };
    let needs = needs_of(place).ok_or_else(never)?;
    if scopes.has(needs.write) { Ok(()) } else { Err(missing(needs.write)) }
}

/// Checks a subscription to the person's own notification queue.
pub fn may_get_notifications(scopes: Option<&Scopes>) -> Result<()> {
    let needed = NOTIFICATIONS.read;
    if scopes.is_none_or(|scopes| scopes.has(needed)) { Ok(()) } else { Err(missing(needed)) }
}

#[cfg(test)]
mod tests {
    use storage::tokens::Scope;

    use super::*;
    use crate::areas::rooms;

    #[test]
    fn every_place_of_the_live_connection_has_a_scope() {
        let rooms = rooms(&[]);
        for place in rooms.places().chain(rooms.to_send()).filter(|place| *place != ATTENTION) {
            assert!(needs_of(place).is_some(), "{place} is refused to every token");
        }
    }

    #[test]
    fn unlisted_destination_is_refused() {
        let all = Scopes::new(Scope::ALL.to_vec());
        assert_eq!(may_hear(Some(&all), "/topic/unheard/5").unwrap_err().code, "SCOPE_MISSING");
        assert!(may_hear(None, "/topic/unheard/5").is_ok());
        assert!(may_send(Some(&Scopes::new(Vec::new())), ATTENTION).is_ok());
    }
}
