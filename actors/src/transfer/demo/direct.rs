//! Direct conversations between the demo's people.

use storage::Append;
use storage::chat::Message;
use storage::chat::direct::BETWEEN_PEOPLE;
use storage::ids::{ChannelId, EventId, Ids, MessageId, UserId};

use super::part::{Part, cast};
use super::script::Script;
use super::talk::NODE;
use crate::Platform;
use crate::platform::error::Result;

const MINUTE: i64 = 60_000;
/// How much older a conversation is than its messages (ms).
const AGE: i64 = 30 * 86_400_000;

/// A message: index of its author among the participants, minutes ago, text.
type Line = (usize, i64, &'static str);

/// Participants and messages; the first participant opened the conversation.
const CONVERSATIONS: &[(&[&str], &[Line])] = &[
    (
        &["Anna Lindberg", "Karin Öberg"],
        &[
            (0, 2_900, "Hej Karin! Hinner du titta på budgeten före torsdag?"),
            (1, 2_880, "Ja, jag gör det i eftermiddag."),
            (1, 1_500, "Klart. Raden om läromedel ser för låg ut, annars bra."),
            (0, 1_490, "Tack! Jag ändrar den."),
            (1, 35, "Ska vi ta en kaffe i morgon och gå igenom det sista?"),
        ],
    ),
    (
        &["Anna Lindberg", "Johan Bergqvist", "Ingrid Sjöberg"],
        &[
            (0, 4_400, "Hej! Kan ni två ta friluftsdagen i år?"),
            (1, 4_390, "Gärna. Vi kan vara vid Tallåsen igen."),
            (2, 4_300, "Jag ordnar bussen om Johan tar maten."),
            (1, 240, "Maten är beställd 🌭"),
        ],
    ),
    (
        &["Oskar Lindgren", "Maja Karlsson"],
        &[
            (0, 600, "Har du skrivit av läxan i engelska?"),
            (1, 590, "Sidan 42–44, glosorna är till fredag"),
            (0, 588, "tack!! 🙏"),
        ],
    ),
];

/// Creates what is missing. The time of the first run is stored, so that a repeat writes the same rows.
pub async fn hold(platform: &Platform, scripts: &[Script]) -> Result<()> {
    let Some(part) = Part::begin(platform, "direct").await? else { return Ok(()) };
    let (cast, at) = (cast(scripts), part.at);
    for (n, (names, lines)) in CONVERSATIONS.iter().enumerate() {
        let mut people = Vec::with_capacity(names.len());
        for name in *names {
            people.push(cast.user(platform, name).await?.user_id);
        }
        let opened = ChannelId(Ids::first_at(at - AGE + n as i64 * MINUTE) | NODE);
        let (id, _) = platform.storage.messages.open(&people, people[0], opened).await?;
        for (by, ago, text) in *lines {
            say(platform, id, &people, people[*by], at - ago * MINUTE + n as i64, text).await?;
        }
    }
    part.done(platform).await
}

async fn say(
    platform: &Platform,
    channel_id: ChannelId,
    people: &[UserId],
    user_id: UserId,
    at: i64,
    text: &str,
) -> Result<()> {
    let message = message_of(channel_id, user_id, at, text);
    let append = Append {
        event_id: EventId(message.message_id.0),
        workspace_id: BETWEEN_PEOPLE,
        inboxes: people.to_vec(),
        notifications: Vec::new(),
        tells: false,
        pushes: None,
        message,
    };
    platform.storage.chat.append(&append).await?;
    Ok(())
}

/// A message with the given author, time (epoch ms) and text.
pub fn message_of(channel_id: ChannelId, user_id: UserId, at: i64, text: &str) -> Message {
    Message {
        // Differs from the ids of channel messages of the same millisecond.
        message_id: MessageId(Ids::first_at(at) | NODE | 1),
        channel_id,
        user_id,
        parent_id: None,
        content: text.to_owned(),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: None,
        created: at,
        updated: at,
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        version: 1,
        attachments: Vec::new(),
    }
}
