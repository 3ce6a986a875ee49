//! Which scope a program's token needs for which operation: one table, by method and path. What is not in it is refused to
//! tokens.
//!
//! Decisions: whatever is about who one is (sessions, passwords, tokens, the copy of one's data, erasure), makes another secret
//! (webhooks, subscriptions outside, feeds of calendars, invitation links, push) or binds a person (an invitation that is
//! accepted, ownership that is handed over) is for who has signed in alone. Of what is open to everybody a token without the
//! scope sees what everybody sees.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actors::platform::error::Result;
use actors::tokens::scopes::{
    CALENDAR, CHAT, CONTACTS, ENTITIES, FEED, MODERATION, NOTIFICATIONS, Needs, PROFILE, Scopes, missing,
    never,
};
use storage::tokens::Scope;

/// What an operation asks of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// This scope.
    Scope(Scope),
    /// Nothing: what comes over it is asked about each by itself.
    Nothing,
    /// No token is let in.
    Never,
}

#[derive(Clone, Copy)]
enum Rule {
    In(Needs),
    Live,
    Refused,
}

use Rule::{In, Live, Refused};

/// Method, path and rule; the first line that matches counts. `*` is any method or one segment, `**` the rest.
#[rustfmt::skip]
const TABLE: &[(&str, &str, Rule)] = &[
    ("DELETE", "/api/v1/me", Refused),
    ("*", "/api/v1/me/tokens/**", Refused),
    ("*", "/api/v1/me/export", Refused),
    ("*", "/api/v1/me/erasure", Refused),
    ("*", "/api/v1/me/ics/**", Refused),
    ("*", "/api/v1/me/invitations/*/*", Refused),
    ("*", "/api/v1/auth/**", Refused),
    ("*", "/api/v1/websocket/token", Refused),
    ("*", "/api/v1/push/**", Refused),
    ("*", "/api/v1/entities/*/transfer", Refused),
    ("*", "/api/v1/entities/*/bots/**", Refused),
    ("*", "/api/v1/chat/channels/*/webhooks/**", Refused),
    ("*", "/api/v1/chat/channels/*/subscriptions/**", Refused),
    ("*", "/api/v1/contacts/link", Refused),
    ("*", "/api/v1/contacts/tokens/**", Refused),

    ("*", "/api/v1/me/reminders", In(CALENDAR)),
    ("*", "/api/v1/me", In(PROFILE)),
    ("*", "/api/v1/me/entities", In(PROFILE)),
    ("*", "/api/v1/me/image", In(PROFILE)),
    ("*", "/api/v1/me/invitations", In(PROFILE)),
    ("*", "/api/v1/me/quiet", In(PROFILE)),
    ("*", "/api/v1/me/status", In(PROFILE)),
    ("*", "/api/v1/me/unread", In(PROFILE)),
    ("*", "/api/v1/context/**", In(PROFILE)),
    ("*", "/api/v1/guides/**", In(PROFILE)),

    ("*", "/api/v1/entities/*/lunch-menu/**", In(CALENDAR)),
    ("*", "/api/v1/entities/*/school-calendars/**", In(CALENDAR)),
    ("*", "/api/v1/entities", In(ENTITIES)),
    ("*", "/api/v1/entities/*", In(ENTITIES)),
    ("*", "/api/v1/entities/*/applications/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/bans/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/follow", In(ENTITIES)),
    ("*", "/api/v1/entities/*/image", In(ENTITIES)),
    ("*", "/api/v1/entities/*/invitations", In(ENTITIES)),
    ("*", "/api/v1/entities/*/relations/**", In(ENTITIES)),

    ("*", "/api/v1/chat/**", In(CHAT)),
    ("*", "/api/v1/messages/**", In(CHAT)),
    ("*", "/api/v1/contacts/**", In(CONTACTS)),
    ("*", "/api/v1/calendars/**", In(CALENDAR)),
    ("*", "/api/v1/event/**", In(CALENDAR)),
    ("*", "/api/v1/events", In(CALENDAR)),
    ("*", "/api/v1/event-bookmarks", In(CALENDAR)),
    ("*", "/api/v1/event-filters/**", In(CALENDAR)),
    ("*", "/api/v1/feed/**", In(FEED)),
    ("*", "/api/v1/articles/**", In(FEED)),
    ("*", "/api/v1/notifications/**", In(NOTIFICATIONS)),
    ("*", "/api/v1/moderation/**", In(MODERATION)),
    ("*", "/api/v1/report", In(MODERATION)),

    ("GET", "/api/public/users/*", In(PROFILE)),
    ("GET", "/api/public/search", In(PROFILE)),
    ("GET", "/api/public/entities/*", In(ENTITIES)),
    ("GET", "/api/public/event/**", In(CALENDAR)),
    ("GET", "/api/public/events/**", In(CALENDAR)),
    ("GET", "/api/public/school-calendars/*", In(CALENDAR)),
    ("GET", "/api/public/lunch-menu/**", In(CALENDAR)),
    ("GET", "/api/public/feed/**", In(FEED)),
    ("GET", "/api/public/articles/**", In(FEED)),

    ("GET", "/ws-notify", Live),
];

fn fits(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (Some("**"), _) | (None, None) => return true,
            (Some("*"), Some(_)) => {}
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

/// What an operation asks of a token; its path as it is routed, or as the document writes it.
pub fn asked(method: &Method, path: &str) -> Asked {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
    let line =
        TABLE.iter().find(|(by, pattern, _)| (*by == "*" || *by == method.as_str()) && fits(pattern, path));
    match line.map(|(_, _, rule)| rule) {
        Some(In(needs)) => Asked::Scope(if reads { needs.read } else { needs.write }),
        Some(Live) => Asked::Nothing,
        Some(Refused) | None => Asked::Never,
    }
}

/// 403 where a token's scopes are not enough for a request.
pub fn check(request: &HttpRequest, scopes: Option<&Scopes>) -> Result<()> {
    let Some(scopes) = scopes else { return Ok(()) };
    // As the router reads it: a letter that is written as %77 is that letter here as well.
    match asked(request.method(), request.match_info().as_str()) {
        Asked::Scope(scope) if scopes.has(scope) => Ok(()),
        Asked::Scope(scope) => Err(missing(scope)),
        Asked::Nothing => Ok(()),
        Asked::Never => Err(never()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let cases = [
            (Method::GET, "/api/v1/me", Asked::Scope(Scope::ProfileRead)),
            (Method::PATCH, "/api/v1/me", Asked::Scope(Scope::ProfileWrite)),
            (Method::DELETE, "/api/v1/me", Asked::Never),
            (Method::GET, "/api/v1/me/tokens", Asked::Never),
            (Method::DELETE, "/api/v1/me/tokens/5", Asked::Never),
            (Method::HEAD, "/api/v1/chat/uploads/5", Asked::Scope(Scope::ChatRead)),
            (Method::POST, "/api/v1/chat/channels/5/messages", Asked::Scope(Scope::ChatWrite)),
            (Method::POST, "/api/v1/chat/channels/5/webhooks", Asked::Never),
            (Method::GET, "/api/v1/entities/5", Asked::Scope(Scope::EntitiesRead)),
            (Method::POST, "/api/v1/entities/5/transfer", Asked::Never),
            (Method::POST, "/api/v1/entities/5/lunch-menu/csv", Asked::Scope(Scope::CalendarWrite)),
            (Method::GET, "/api/v1/entities/5/unheard", Asked::Never),
            (Method::GET, "/api/v1/unheard", Asked::Never),
            (Method::GET, "/api/v1/chatter", Asked::Never),
            (Method::GET, "/", Asked::Never),
        ];
        for (method, path, wanted) in cases {
            assert_eq!(asked(&method, path), wanted, "{method} {path}");
        }
    }
}
