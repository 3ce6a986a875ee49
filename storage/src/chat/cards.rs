//! Cards: a message points at something of another area and stores nothing of it.

use serde::{Deserialize, Serialize};

use crate::platform::text_enum::text_enum;
use crate::platform::value::json_cell;

text_enum! {
    /// What a card points at.
    CardType {
        /// An event of a calendar, by its `eventUUID`.
        Event = "EVENT",
        /// A post of the feed, by its `uuid`.
        Post = "POST",
        /// A booking, by its `shareId`.
        Booking = "BOOKING",
        /// A task, by its id.
        Task = "TASK",
        /// A lesson of a course, by its id.
        Lesson = "LESSON",
    }
}

/// What a message points at. Whoever reads the message reads that by its own call, with their own rights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = MessageCard)]
pub struct Card {
    #[serde(rename = "type")]
    pub kind: CardType,
    /// Of what it points at.
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
}

json_cell!(Card);
