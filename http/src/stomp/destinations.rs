//! The destinations of contract §3.6. Everything not written here is unknown, wildcards included.

use std::fmt;

pub use actors::session::Destination;
use storage::ids::{ChannelId, WorkspaceId};

/// Ids are JSON numbers below 2^53.
const MAX_ID: i64 = (1 << 53) - 1;

/// What can be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SendDestination {
    /// `/app/typing`
    Typing,
    /// `/app/chat/channel/{id}`: the same as the POST
    Channel(ChannelId),
}

/// Why a SEND's destination is refused; both end the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendRefused {
    /// `/topic/…` and `/user/…` are the server's alone.
    Forbidden,
    Unknown,
}

/// `None`: unknown.
pub fn parse_destination(text: &str) -> Option<Destination> {
    match text {
        "/user/queue/notifications" => return Some(Destination::UserNotifications),
        "/user/queue/reply" => return Some(Destination::UserReply),
        _ => {}
    }
    if let Some(id) = text.strip_prefix("/topic/chat/channel/") {
        return parse_id(id).map(|id| Destination::Channel(ChannelId(id)));
    }
    let (id, topic) = text.strip_prefix("/topic/workspace/")?.split_once('/')?;
    let id = WorkspaceId(parse_id(id)?);
    match topic {
        "notifications" => Some(Destination::WorkspaceNotifications(id)),
        "typing" => Some(Destination::WorkspaceTyping(id)),
        "presence" => Some(Destination::WorkspacePresence(id)),
        _ => None,
    }
}

impl SendDestination {
    pub fn parse(text: &str) -> Result<Self, SendRefused> {
        if text == "/app/typing" {
            return Ok(Self::Typing);
        }
        if let Some(id) = text.strip_prefix("/app/chat/channel/") {
            return parse_id(id).map(|id| Self::Channel(ChannelId(id))).ok_or(SendRefused::Unknown);
        }
        let server_only = ["/topic", "/user"]
            .iter()
            .any(|root| text.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
        Err(if server_only { SendRefused::Forbidden } else { SendRefused::Unknown })
    }
}

impl fmt::Display for SendDestination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typing => f.write_str("/app/typing"),
            Self::Channel(id) => write!(f, "/app/chat/channel/{id}"),
        }
    }
}

/// 1–16 digits below 2^53, no sign, no leading zero: one spelling per id, so one string per destination.
fn parse_id(text: &str) -> Option<i64> {
    let digits = (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.parse().ok().filter(|id| *id <= MAX_ID)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn knows_what_can_be_subscribed_to() {
        let cases = [
            ("/topic/workspace/12/notifications", Destination::WorkspaceNotifications(WorkspaceId(12))),
            ("/topic/workspace/12/typing", Destination::WorkspaceTyping(WorkspaceId(12))),
            ("/topic/workspace/12/presence", Destination::WorkspacePresence(WorkspaceId(12))),
            ("/topic/chat/channel/9007199254740991", Destination::Channel(ChannelId(MAX_ID))),
            ("/topic/chat/channel/0", Destination::Channel(ChannelId(0))),
            ("/user/queue/notifications", Destination::UserNotifications),
            ("/user/queue/reply", Destination::UserReply),
        ];
        for (text, destination) in cases {
            assert_eq!(parse_destination(text), Some(destination));
            assert_eq!(destination.to_string(), text);
        }
    }

    #[test]
    fn refuses_everything_else() {
        let unknown = [
            "",
            "/",
            "/topic",
            "/topic/chat/channel/",
            "/topic/chat/channel/*",
            "/topic/chat/channel/**",
            "/topic/chat/channel/01",
            "/topic/chat/channel/+1",
            "/topic/chat/channel/-1",
            "/topic/chat/channel/ 1",
            "/topic/chat/channel/1 ",
            "/topic/chat/channel/1/",
            "/topic/chat/channel/1/x",
            "/topic/chat/channel/١",
            "/topic/chat/channel/9007199254740992",
            "/topic/chat/channel/10000000000000000",
            "/topic/chat/channel/99999999999999999999999999",
            "/topic/workspace/1",
            "/topic/workspace/1/",
            "/topic/workspace/1/chat",
            "/topic/workspace/*/typing",
            "/topic/workspace/>",
            "/topic/workspace//typing",
            "/Topic/workspace/1/typing",
            "/user/queue/",
            "/user/queue/other",
            "/user/7/queue/notifications",
            "/app/typing",
            "/app/chat/channel/1",
            "/queue/1",
        ];
        for text in unknown {
            assert_eq!(parse_destination(text), None, "{text}");
        }
    }

    #[test]
    fn sends_only_to_app() {
        assert_eq!(SendDestination::parse("/app/typing"), Ok(SendDestination::Typing));
        assert_eq!(SendDestination::parse("/app/chat/channel/5"), Ok(SendDestination::Channel(ChannelId(5))));
        for text in ["/topic", "/topic/chat/channel/5", "/user/queue/reply", "/user", "/topic/"] {
            assert_eq!(SendDestination::parse(text), Err(SendRefused::Forbidden), "{text}");
        }
        for text in
            ["/app", "/app/chat/channel/", "/app/chat/channel/05", "/app/typing/", "", "/topics", "/users/1"]
        {
            assert_eq!(SendDestination::parse(text), Err(SendRefused::Unknown), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_destination_has_one_spelling(text in "/(topic|user|app)/(chat/channel|workspace|queue)/[0-9]{0,18}(/[a-z]{0,13})?") {
            if let Some(destination) = parse_destination(&text) {
                prop_assert_eq!(destination.to_string(), text.clone());
            }
            if let Ok(destination) = SendDestination::parse(&text) {
                prop_assert_eq!(destination.to_string(), text);
            }
        }

        #[test]
        fn nothing_panics(text in "(?s).{0,80}") {
            let _ = parse_destination(&text);
            let _ = SendDestination::parse(&text);
        }
    }
}
