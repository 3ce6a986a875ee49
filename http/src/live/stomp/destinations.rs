//! The destinations of contract §3.6: those of the kinds of rooms, and the two personal queues. All others are unknown,
//! including wildcards.

use actors::live::room::{Place, Rooms};

/// Why the destination of a SEND is refused; both end the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendRefused {
    /// Only the server publishes to `/topic/…` and `/user/…`.
    Forbidden,
    Unknown,
}

/// Parses the destination of a SEND.
pub fn send_to(rooms: Rooms, text: &str) -> Result<Place, SendRefused> {
    rooms.send_to(text).ok_or_else(|| {
        let server_only = ["/topic", "/user"]
            .iter()
            .any(|root| text.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
        if server_only { SendRefused::Forbidden } else { SendRefused::Unknown }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use actors::areas::rooms;
    use actors::live::room::Destination;
    use proptest::prelude::*;

    use super::*;

    static ALL: LazyLock<Rooms> = LazyLock::new(|| rooms(&[]));

    fn room(pattern: &'static str, id: i64) -> Destination {
        Destination::Room(Place::of(pattern, id))
    }

    #[test]
    fn known_destinations_are_parsed() {
        let cases = [
            ("/topic/workspace/12/notifications", room("/topic/workspace/{id}/notifications", 12)),
            ("/topic/workspace/12/typing", room("/topic/workspace/{id}/typing", 12)),
            ("/topic/workspace/12/presence", room("/topic/workspace/{id}/presence", 12)),
            ("/topic/chat/channel/9007199254740991", room("/topic/chat/channel/{id}", (1 << 53) - 1)),
            ("/topic/chat/channel/0", room("/topic/chat/channel/{id}", 0)),
            ("/user/queue/notifications", Destination::UserNotifications),
            ("/user/queue/reply", Destination::UserReply),
        ];
        for (text, destination) in cases {
            assert_eq!(ALL.destination(text), Some(destination));
            assert_eq!(destination.to_string(), text);
        }
    }

    #[test]
    fn a_post_is_named_as_it_is_written() {
        let text = "/topic/post/7d1a4a2e-9f0b-4c3d-8e5f-0123456789ab";
        assert_eq!(ALL.destination(text).map(|it| it.to_string()).as_deref(), Some(text));
        for other in [
            "/topic/post/",
            "/topic/post/1",
            "/topic/post/7D1A4A2E-9f0b-4c3d-8e5f-0123456789ab",
            "/topic/post/7d1a4a2e9f0b4c3d8e5f0123456789ab",
            "/topic/post/{7d1a4a2e-9f0b-4c3d-8e5f-0123456789ab}",
            "/topic/post/7d1a4a2e-9f0b-4c3d-8e5f-0123456789ab/",
        ] {
            assert_eq!(ALL.destination(other), None, "{other}");
        }
    }

    #[test]
    fn unknown_destinations_are_refused() {
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
            assert_eq!(ALL.destination(text), None, "{text}");
        }
    }

    #[test]
    fn clients_send_only_to_app_destinations() {
        assert_eq!(send_to(*ALL, "/app/typing"), Ok(Place::of("/app/typing", 0)));
        assert_eq!(send_to(*ALL, "/app/chat/channel/5"), Ok(Place::of("/app/chat/channel/{id}", 5)));
        for text in ["/topic", "/topic/chat/channel/5", "/user/queue/reply", "/user", "/topic/"] {
            assert_eq!(send_to(*ALL, text), Err(SendRefused::Forbidden), "{text}");
        }
        for text in
            ["/app", "/app/chat/channel/", "/app/chat/channel/05", "/app/typing/", "", "/topics", "/users/1"]
        {
            assert_eq!(send_to(*ALL, text), Err(SendRefused::Unknown), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_destination_has_one_spelling(text in "/(topic|user|app)/(chat/channel|workspace|queue)/[0-9]{0,18}(/[a-z]{0,13})?") {
            if let Some(destination) = ALL.destination(&text) {
                prop_assert_eq!(destination.to_string(), text.clone());
            }
            if let Ok(destination) = send_to(*ALL, &text) {
                prop_assert_eq!(destination.to_string(), text);
            }
        }

        #[test]
        fn nothing_panics(text in "(?s).{0,80}") {
            let _ = ALL.destination(&text);
            let _ = send_to(*ALL, &text);
        }
    }
}
