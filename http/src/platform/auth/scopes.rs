//! The scope that an access token needs for each operation: one table, by method and path. Operations outside the table
//! are refused to tokens.
//!
//! Decisions: operations about the account itself (sessions, passwords, tokens, export, erasure), operations that
//! create another secret (webhooks, outgoing webhooks, calendar feeds, invitation links, push), administration with its
//! audit log, and those that bind a person (accepting an invitation, transferring ownership) need a signed-in session. On public routes a token without
//! the scope counts as nobody.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actors::platform::error::Result;
use actors::tokens::scopes::{
    CALENDAR, CHAT, CONTACTS, ENTITIES, FEED, MODERATION, NOTIFICATIONS, Needs, PROFILE, Scopes, missing,
    never,
};
use storage::tokens::Scope;

/// What an operation requires of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// This scope.
    Scope(Scope),
    /// No scope: whatever passes through it is checked by itself.
    Nothing,
    /// Tokens are refused.
    Never,
}

#[derive(Clone, Copy)]
enum Rule {
    In(Needs),
    Live,
    Refused,
}

use Rule::{In, Live, Refused};

/// Method, path and rule; the first matching line applies. `*` is any method or one segment, `**` the rest.
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
    ("*", "/api/v1/entities/*/invite-links", Refused),
    ("*", "/api/v1/invite-links/*", Refused),
    ("*", "/api/v1/invitations/*/accept", Refused),
    ("*", "/api/v1/invitations/*/decline", Refused),
    ("*", "/api/v1/entities/*/bots/**", Refused),
    ("*", "/api/v1/entities/*/audit", Refused),
    ("*", "/api/v1/entities/*/audit.csv", Refused),
    ("*", "/api/v1/entities/*/administration/**", Refused),
    ("*", "/api/v1/administration/**", Refused),
    ("*", "/api/v1/chat/channels/*/webhooks/**", Refused),
    ("*", "/api/v1/chat/channels/*/subscriptions/**", Refused),
    ("*", "/api/v1/contacts/link", Refused),
    ("*", "/api/v1/contacts/tokens/**", Refused),

    ("*", "/api/v1/me/phone/**", Refused),

    ("*", "/api/v1/me/reminders", In(CALENDAR)),
    ("*", "/api/v1/me/notification-settings/**", In(NOTIFICATIONS)),
    ("*", "/api/v1/entities/*/notification-settings/**", In(NOTIFICATIONS)),
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
    ("*", "/api/v1/entities/*/bookables", In(CALENDAR)),
    ("*", "/api/v1/entities/*/bookable-groups", In(CALENDAR)),
    ("*", "/api/v1/entities/*/availability", In(CALENDAR)),
    ("*", "/api/v1/entities/*/schedule", In(CALENDAR)),
    ("*", "/api/v1/entities/*/ledger-settings", In(ENTITIES)),
    ("*", "/api/v1/ledger/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/vacation/**", In(ENTITIES)),
    ("*", "/api/v1/vacation/**", In(ENTITIES)),
    ("GET", "/api/v1/ledger.csv", In(ENTITIES)),
    ("GET", "/api/v1/ledger.si", In(ENTITIES)),
    ("*", "/api/v1/entities", In(ENTITIES)),
    ("*", "/api/v1/entities/*", In(ENTITIES)),
    ("*", "/api/v1/entities/*/applications/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/bans/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/follow", In(ENTITIES)),
    ("*", "/api/v1/entities/*/followers", In(ENTITIES)),
    ("*", "/api/v1/entities/*/image", In(ENTITIES)),
    ("*", "/api/v1/entities/*/invitations", In(ENTITIES)),
    ("*", "/api/v1/entities/*/invitation-batches/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/like", In(ENTITIES)),
    ("*", "/api/v1/invitations/**", In(ENTITIES)),
    ("*", "/api/v1/invitation-batches/**", In(ENTITIES)),
    ("*", "/api/v1/entities/*/relations/**", In(ENTITIES)),

    ("*", "/api/v1/chat/**", In(CHAT)),
    ("*", "/api/v1/messages/**", In(CHAT)),
    ("*", "/api/v1/contacts/**", In(CONTACTS)),
    ("*", "/api/v1/calendars/**", In(CALENDAR)),
    ("*", "/api/v1/event/**", In(CALENDAR)),
    ("*", "/api/v1/events", In(CALENDAR)),
    ("*", "/api/v1/event-bookmarks", In(CALENDAR)),
    ("*", "/api/v1/event-filters/**", In(CALENDAR)),
    ("*", "/api/v1/bookables/**", In(CALENDAR)),
    ("*", "/api/v1/bookable-groups/**", In(CALENDAR)),
    ("*", "/api/v1/booking/**", In(CALENDAR)),
    ("*", "/api/v1/tasks/**", In(CALENDAR)),
    ("*", "/api/v1/boards/**", In(CALENDAR)),
    ("*", "/api/v1/task-stacks/**", In(CALENDAR)),
    ("*", "/api/v1/task-reminders/**", In(CALENDAR)),
    ("*", "/api/v1/feed/**", In(FEED)),
    ("*", "/api/v1/articles/**", In(FEED)),
    ("*", "/api/v1/infopoints/**", In(FEED)),
    ("*", "/api/v1/entities/*/newsletters/**", In(FEED)),
    ("*", "/api/v1/entities/*/newsletter-drafts/**", In(FEED)),
    ("*", "/api/v1/entities/*/newsletter-pictures/**", In(FEED)),
    ("*", "/api/v1/me/infopoints/**", In(FEED)),
    ("*", "/api/v1/courses/**", In(FEED)),
    ("*", "/api/v1/modules/**", In(FEED)),
    ("*", "/api/v1/lessons/**", In(FEED)),
    ("*", "/api/v1/quiz/**", In(FEED)),
    ("*", "/api/v1/attempt/**", In(FEED)),
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
    ("GET", "/api/public/infopoints/**", In(FEED)),
    ("GET", "/api/public/entities/*/infopoints", In(FEED)),
    ("GET", "/api/public/courses/**", In(FEED)),
    ("GET", "/api/public/lessons/**", In(FEED)),
    ("GET", "/api/public/certificates/**", In(FEED)),

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

/// What an operation requires of a token; `path` as routed, or as in the OpenAPI document.
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

/// 403 if a token's scopes do not suffice for a request.
pub fn check(request: &HttpRequest, scopes: Option<&Scopes>) -> Result<()> {
    let Some(scopes) = scopes else { return Ok(()) };
    // As decoded by the router: %77 is the letter it encodes.
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
    fn first_matching_line_applies() {
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
